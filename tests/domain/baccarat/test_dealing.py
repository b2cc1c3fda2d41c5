"""Articles 4, 7, 8, 9 and 11: a round is dealt and decided; and the order in which a round goes."""

from typing import Any

import pytest

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from tests.domain.baccarat.desk import Desk
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, Scene
from tests.spec import Outcome, fact


def closed(bets: str = "", **rules: Any) -> Scene:
    """A round whose bets are closed."""
    scene = Scene(seats={1: 100_000}, **rules)
    scene.shoe().accepted()
    scene.round(bets)
    scene.close().accepted()
    return scene


def dealt(side: str, ordinal: int, card: str, article: str, **more: Any) -> Any:
    return fact(e.CardDealt, round=1, side=side, ordinal=ordinal, card=card, rule=f"MO-BAC-2004 {article}", **more)


def cards_of(outcome: Outcome) -> list[e.CardDealt]:
    return [event for event in outcome.events if isinstance(event, e.CardDealt)]


def test_one_round_event_by_event() -> None:
    scene = closed("a 1 banker 1000, b - tie 100, c - banker 40", round_burn=2)
    scene.deal("2h 3d 2s 4c Kd").then(
        fact(
            s.CardsBurned, round=1, reason="round-start", method=None, burned=2, removed_total=2, indicator_card=None, rule="MO-BAC-2004 8"
        ),
        dealt("player", 1, "2h", "7(1)", face_up=False, read=True),
        dealt("banker", 1, "3d", "7(1)"),
        dealt("player", 2, "2s", "7(1)"),
        dealt("banker", 2, "4c", "7(1)"),
        dealt("player", 3, "Kd", "9(1)"),
        fact(
            e.RoundDecided,
            round=1,
            player=4,
            banker=7,
            result="banker",
            natural=False,
            player_pair=True,
            banker_pair=False,
            cards={"player": ["2h", "2s", "Kd"], "banker": ["3d", "4c"]},
            rule="MO-BAC-2004 11",
        ),
        fact(e.BetSettled, bet="a", on="banker", stake=1_000, result="won", win=1_000, returned=2_000, rule="MO-BAC-2004 17(1)"),
        fact(e.BetSettled, bet="b", on="tie", stake=100, result="lost", win=0, returned=0, rule="MO-BAC-2004 11"),
        fact(e.BetSettled, bet="c", win=40),
        fact(e.CommissionTaken, player="P-1", seat=1, base=1_000, rate_bp=500, exact_e4=500_000, amount=50, rule="MO-BAC-2004 18"),
        fact(e.CommissionTaken, player="P-c", seat=None, base=40, amount=2),
    )
    assert scene.state["shoe"]["dealt"] == 8 + 2 + 5
    assert scene.state["due"] == "open-round"


def test_every_draw_bears_the_rule_that_calls_for_it() -> None:
    scene = closed()
    outcome = scene.deal("2c Kd Th 3s 9c 4h")
    assert [event.rule.split()[1] for event in cards_of(outcome)[4:]] == ["9(1)", "9(3)(2)"]
    assert outcome.one(e.RoundDecided).natural is False
    scene.round()
    scene.close()
    assert scene.deal("6c 2d Kh 3s 4c").events[4] == e.CardDealt(
        round=2, side="banker", ordinal=3, card="4c", face_up=False, read=True, rule="MO-BAC-2004 9(3)(6)"
    )


@pytest.mark.parametrize(("cards", "result", "rule"), [(TIE, "tie", "12"), (PLAYER, "player", "11"), (BANKER, "banker", "11")])
def test_the_result_bears_its_rule(cards: str, result: str, rule: str) -> None:
    decided = closed().deal(cards).one(e.RoundDecided)
    assert (decided.result, decided.rule) == (result, f"MO-BAC-2004 {rule}")
    assert decided.natural is (result == "player")


# A reader may name some cards at a time.


def test_a_round_in_several_commands() -> None:
    scene = closed("a 1 banker 1000")
    scene.deal("2h").then(dealt("player", 1, "2h", "7(1)"))
    assert scene.state["due"] == "deal"
    assert scene.state["totals"] == {"player": 2, "banker": 0}
    scene.deal("3d 2s").then(dealt("banker", 1, "3d", "7(1)"), dealt("player", 2, "2s", "7(1)"))
    scene.deal("4c").then(dealt("banker", 2, "4c", "7(1)"))
    assert scene.state["due"] == "deal"
    scene.deal("Kd Kh").refused("no-draw-due", "9(4)(5)", {"cards": {"max": 5}})
    outcome = scene.deal("Kd")
    assert outcome.one(e.RoundDecided).result == "banker"
    assert scene.returned["a"] == 2_000
    scene.deal("2c").refused("no-round-open")


def test_what_the_house_burns_goes_with_the_first_of_them() -> None:
    scene = closed(round_burn=1)
    assert type(scene.deal("2h").events[0]) is s.CardsBurned
    assert [type(event) for event in scene.deal("3d").events] == [e.CardDealt]


@pytest.mark.parametrize(
    ("cards", "article"),
    [
        ("9c 2d Kh Ks 4c", "9(2)"),
        ("7c 6d Kh Ts 4c", "9(2)"),
        ("2c 8d 3h Ks 4c", "9(2)"),
        ("6c 2d Kh 3s 4c 5c", "9(2)"),
        ("2c 3d Th Ks 8c 4c", "9(4)(1)"),
        ("2c 4d Th Ks Ac 4c", "9(4)(2)"),
        ("2c 5d Th Ks Qh 4c", "9(4)(3)"),
        ("2c 6d 3h Ts 5c 4c", "9(4)(4)"),
        ("2c 7d 3h Ts 6c 4c", "9(4)(5)"),
        ("2c 3d Th Ks Jh 5c 4c", "9"),
    ],
)
def test_a_card_too_many_is_refused_and_nothing_is_recorded(cards: str, article: str) -> None:
    scene = closed("a 1 banker 1000")
    lawful = " ".join(cards.split()[:-1])
    scene.deal(cards).refused("no-draw-due", article, {"cards": {"max": len(lawful.split())}})
    assert scene.state["cards"] is None
    scene.deal(lawful).accepted()
    assert scene.results


def test_cards_that_are_none() -> None:
    scene = closed()
    for cards in ("2h 3x", "??", "2h 3d 2s 44", "2H", "10h", "2h 3d 2s 2"):
        outcome = scene.deal(cards).refused("bad-card", "1(1)")
        assert outcome.refusal is not None
        assert cards.split()[-1] not in outcome.refusal.message.split()


# Article 4: a card that comes out face up is valid.


def test_exposed_cards_are_marked_and_play_goes_on() -> None:
    outcome = closed("a 1 banker 1000").deal("2c 7d Kh Ts 3c", exposed=[4, 5])
    assert [event.face_up for event in cards_of(outcome)] == [False, False, False, True, True]
    assert outcome.one(e.RoundDecided).result == "banker"


def test_places_count_within_the_round() -> None:
    scene = closed()
    scene.deal("2c 7d", exposed=[2]).accepted()
    scene.deal("Kh Ts", exposed=[2]).refused("bad-field", None)
    scene.deal("Kh Ts", exposed=[5]).refused("bad-field")
    scene.deal("Kh Ts", exposed=[0]).refused("bad-field")
    assert [event.face_up for event in cards_of(scene.deal("Kh Ts", exposed=[4]))] == [False, True]


def test_of_the_houses_cards_nobody_learns_how_many_there_will_be() -> None:
    """Place 6 may be named whether or not there is a sixth card."""
    for seed in range(8):
        scene = Scene(seats={1: 1_000})
        scene.desk = Desk(seed)
        scene.shoe(None)
        scene.when("burn").accepted()
        scene.round()
        scene.close()
        scene.deal(exposed=[7]).refused("bad-field")
        outcome = scene.deal(exposed=[6]).accepted()
        marked = [event.face_up for event in cards_of(outcome)]
        assert marked == [False] * len(marked) if len(marked) < 6 else [False] * 5 + [True]


# The order of a round.


def test_nothing_out_of_order() -> None:
    scene = Scene(seats={1: 100_000})
    scene.when("open-round").refused("no-shoe", "3(1)")
    scene.deal(BANKER).refused("no-round-open")
    scene.shoe()
    scene.deal(BANKER).refused("no-round-open", "7(1)", {"due": "open-round"})
    scene.round("a 1 banker 1000")
    for do in ("open-round", "close-table", "demonstrate"):
        scene.when(do).refused("round-in-progress", "3(2)", {"due": "close-bets"})
    scene.deal(BANKER).refused("not-due", "7(1)", {"due": "close-bets"})
    scene.close().accepted()
    scene.when("open-round").refused("round-in-progress", None, {"due": "deal"})
    scene.close().refused("bets-closed")
    scene.deal(BANKER).accepted()
    scene.when("void-round", reason="late", actor="E-1", approver="E-2").refused("no-round-open")


def test_a_round_without_bets_may_be_dealt() -> None:
    scene = closed()
    kinds = {type(event) for event in scene.deal(BANKER).events}
    assert kinds == {e.CardDealt, e.RoundDecided}


def test_rounds_count_within_the_day_and_shoes_within_the_session() -> None:
    scene = Scene(seats={1: 1_000})
    for shoe in (1, 2):
        scene.shoe()
        assert scene.when("open-round").one(e.RoundOpened).shoe == shoe
        scene.close()
        scene.deal(PLAYER)
        scene.when("close-shoe", reason="house")
    assert [event.round for event in scene.events if isinstance(event, e.RoundOpened)] == [1, 2]


def test_a_table_that_is_not_open_takes_nothing() -> None:
    scene = Scene()
    for do in ("open-round", "deal", "inspect", "close-table"):
        scene.when(do).refused("table-closed")
    scene.open(differential=1).accepted()
    scene.when("inspect").accepted()
    scene.when("close-table").accepted()
    scene.when("open-round").refused("table-closed")
