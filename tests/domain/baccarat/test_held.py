"""Article 12: a tie. Bets on a side wait, and are cancelled, maintained or changed for the deciding round."""

from typing import Any

import pytest

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.given import Permit
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, Scene
from tests.spec import fact

PERMITS = [Permit(permit="PR-1", ruleset="MO-BAC-2004", articles=("3", "12"))]
BETS = "a 1 banker 10000, b 2 player 4000, c 3 tie 500, d 4 banker-pair 200"


def tied(bets: str = BETS, **rules: Any) -> Scene:
    scene = Scene(seats=dict.fromkeys((1, 2, 3, 4), 100_000), permits=PERMITS, **rules)
    scene.shoe().accepted()
    scene.play(bets, TIE)
    return scene


def deciding(bets: str = BETS, **rules: Any) -> Scene:
    scene = tied(bets, **rules)
    scene.round()
    return scene


def house(scene: Scene) -> int:
    return scene.lost.total() - scene.won.total() + scene.commission


def test_the_tie_of_the_page() -> None:
    scene = tied()
    assert scene.returned == {"c": 4_500, "d": 2_400}
    assert house(scene) == -6_200
    assert scene.lies("held") == {"a": 10_000, "b": 4_000}
    assert scene.lies("bets") == {}
    scene.round()
    scene.decide("a cancel").then(
        fact(
            e.HeldBetDecided, round=2, bet="a", choice="cancel", on="banker", amount=0, refund=10_000, by="bettor", rule="MO-BAC-2004 12(1)"
        )
    )
    scene.decide("b change 3000 banker").then(
        fact(e.HeldBetDecided, bet="b", choice="change", on="banker", amount=3_000, refund=1_000, by="bettor", rule="MO-BAC-2004 12(3)(2)")
    )
    scene.close()
    outcome = scene.deal(BANKER)
    assert outcome.one(e.BetSettled).model_dump(include={"bet", "win", "returned"}) == {"bet": "b", "win": 3_000, "returned": 6_000}
    assert outcome.one(e.CommissionTaken).amount == 150
    assert house(scene) == -9_050


def test_what_the_tie_settles_and_what_it_holds() -> None:
    scene = Scene(seats={1: 100_000}, permits=PERMITS)
    scene.shoe()
    scene.play("p 1 player 10, t 1 tie 10, b 1 banker 10, q 1 player-pair 10, r 1 banker-pair 10", TIE)
    made = [event for event in scene.events if isinstance(event, e.BetSettled | e.BetHeld)]
    assert [(event.bet, getattr(event, "returned", "held")) for event in made] == [
        ("p", "held"),
        ("t", 90),
        ("b", "held"),
        ("q", 0),
        ("r", 120),
    ]
    assert made[0].body() == b'{"round":1,"bet":"p","on":"player","amount":10,"rule":"MO-BAC-2004 12"}'
    assert scene.commission == 0


def test_the_next_round_is_the_deciding_one() -> None:
    scene = tied()
    scene.when("open-round").then(
        fact(
            e.RoundOpened,
            round=2,
            shoe=1,
            deciding=True,
            held=[{"bet": "a", "on": "banker", "amount": 10_000}, {"bet": "b", "on": "player", "amount": 4_000}],
            rule="MO-BAC-2004 12",
        )
    )
    scene.close()
    scene.deal(PLAYER)
    scene.when("open-round").then(fact(e.RoundOpened, round=3, deciding=False, held=[], rule="MO-BAC-2004 7(1)"))


# When.


def test_cancelling_is_open_from_the_tie_on_the_rest_with_the_deciding_round() -> None:
    scene = tied()
    for decision in ("a maintain", "a change 5000", "a change player"):
        scene.decide(decision).refused("no-round-open", "7(1)")
    scene.decide("a cancel").then(fact(e.HeldBetDecided, round=1, bet="a", refund=10_000))
    scene.round()
    scene.decide("b maintain").accepted()
    scene.close()
    for decision in ("b cancel", "b maintain", "b change 100"):
        scene.decide(decision).refused("bets-closed", "7(1)")


def test_what_was_not_decided_stands() -> None:
    scene = deciding()
    scene.close().then(
        fact(e.HeldBetDecided, bet="a", choice="maintain", on="banker", amount=10_000, refund=0, by="default", rule="MO-BAC-2004 12(2)"),
        fact(e.HeldBetDecided, bet="b", choice="maintain", on="player", amount=4_000, refund=0, by="default"),
        fact(e.BetsClosed, totals={"player": 4_000, "banker": 10_000, "tie": 0, "player-pair": 0, "banker-pair": 0}),
    )
    scene.deal(BANKER)
    assert scene.returned["a"] == 20_000
    assert scene.returned["b"] == 0


def test_or_goes_back_where_maintaining_is_not_offered() -> None:
    scene = deciding("a 1 banker 10000", tie_options=["cancel", "change-amount"])
    scene.decide("a maintain").refused("tie-option-not-offered", "12", {"options": ["cancel", "change-amount"]})
    scene.close().then(
        fact(e.HeldBetDecided, choice="cancel", on="banker", amount=0, refund=10_000, by="default", rule="MO-BAC-2004 12(1)"),
        fact(e.BetsClosed),
    )


# How.


def test_a_decision_names_what_it_needs_and_no_more() -> None:
    scene = deciding()
    scene.decide("a change").refused("bad-field")
    scene.decide("a cancel 100").refused("bad-field")
    scene.decide("a maintain player").refused("bad-field")


@pytest.mark.parametrize(
    ("change", "side", "amount", "refund", "article"),
    [
        ("6000", "banker", 6_000, 4_000, "12(3)(1)"),
        ("player", "player", 10_000, 0, "12(3)(2)"),
        ("6000 player", "player", 6_000, 4_000, "12(3)(2)"),
        ("10000", "banker", 10_000, 0, "12(3)(1)"),
        ("banker", "banker", 10_000, 0, "12(3)(1)"),
        ("10000 banker", "banker", 10_000, 0, "12(3)(1)"),
        ("1 player", "player", 1, 9_999, "12(3)(2)"),
    ],
)
def test_changes(change: str, side: str, amount: int, refund: int, article: str) -> None:
    scene = deciding()
    scene.decide(f"a change {change}").then(
        fact(e.HeldBetDecided, choice="change", on=side, amount=amount, refund=refund, rule=f"MO-BAC-2004 {article}")
    )
    assert scene.stacks[1] == 90_000 + refund
    assert scene.lies("bets") == {"a": amount}
    assert scene.lies("held") == {"b": 4_000}


def test_a_held_bet_never_grows_and_stays_on_a_side() -> None:
    scene = deciding(unit=50, bet_min=500)
    scene.decide("a change 12000").refused("no-increase-of-held-bet", "12(3)(1)", {"max": 10_000})
    scene.decide("b change 4050 banker").refused("no-increase-of-held-bet", None, {"max": 4_000})
    for on in ("tie", "banker-pair", "player-pair", "elsewhere"):
        scene.decide(f"a change {on}").refused("not-a-side", "12(3)(2)", {"on": ["player", "banker"]})
    scene.decide("a change 450").refused("below-minimum-bet", "13", {"min": 500})
    scene.decide("a change 525").refused("not-in-units")
    scene.bets("new 1 banker 2000")
    assert scene.lies("held") == {"a": 10_000, "b": 4_000}


def test_a_side_with_exact_commission_takes_no_odd_amount() -> None:
    scene = deciding("b 2 player 4010", commission_round="exact-only")
    scene.decide("b change banker").refused("not-exact", "18", {"unit": 20})
    scene.decide("b change 4000 banker").accepted()


@pytest.mark.parametrize(
    ("options", "refused", "accepted"),
    [
        (["maintain"], ["cancel", "change 100", "change player"], ["maintain"]),
        (["cancel"], ["maintain", "change 100", "change player", "change 100 player"], ["cancel"]),
        (["cancel", "change-amount"], ["maintain", "change player", "change 100 player"], ["change 100"]),
        (["maintain", "switch-side"], ["cancel", "change 100", "change 10000 player"], ["change player"]),
    ],
)
def test_the_house_offers_and_the_bettor_chooses(options: list[str], refused: list[str], accepted: list[str]) -> None:
    for decision in refused:
        deciding(tie_options=options).decide(f"a {decision}").refused("tie-option-not-offered", "12", {"options": options})
    for decision in accepted:
        deciding(tie_options=options).decide(f"a {decision}").accepted()


def test_one_decision_a_bet_and_tie() -> None:
    scene = deciding()
    scene.decide("z cancel").refused("unknown-bet", "13", {"bet": ["a", "b"]})
    scene.decide("c cancel").refused("bet-not-held", "12", {"bet": ["a", "b"]})
    scene.decide("a maintain").accepted()
    scene.decide("a cancel").refused("bet-not-held", "12", {"bet": ["b"]})
    scene.bets("n 1 banker 5")
    scene.decide("n cancel").refused("bet-not-held")
    scene.withdraw("b").refused("bet-held", "12", {"do": ["decide-held-bet"]})
    scene.withdraw("a", 4_000).then(fact(e.BetWithdrawn, round=2, amount=4_000, left=6_000))
    scene.withdraw("a").then(fact(e.BetWithdrawn, amount=6_000, left=0))


# Tie after tie.


def test_a_second_tie_holds_it_again_and_pays_once() -> None:
    scene = deciding("a 1 banker 10000")
    scene.decide("a change 8000 player").accepted()
    scene.close()
    scene.deal("7c Kd Th 7s").then_among_others(fact(e.BetHeld, round=2, bet="a", on="player", amount=8_000))
    scene.round("n 2 banker 100")
    assert scene.lies("held") == {"a": 8_000}
    scene.decide("a change 5000 banker").accepted()
    scene.close()
    scene.deal(BANKER)
    assert scene.returned["a"] == 2_000 + 3_000 + 10_000
    assert scene.won["a"] == 5_000
    assert scene.commission == 250 + 5
    assert scene.lies("held") == {}


def test_settled_in_the_order_in_which_they_were_placed() -> None:
    scene = deciding("a 1 banker 100, b 2 player 100")
    scene.bets("n 3 player 100")
    scene.decide("b cancel")
    scene.close()
    outcome = scene.deal(PLAYER)
    assert [event.bet for event in outcome.events if isinstance(event, e.BetSettled)] == ["a", "n"]


# A shoe or a table that ends on a tie; 3 forbids the round that 12 wants.


def last_round_tied(**rules: Any) -> Scene:
    scene = Scene(seats={1: 100_000, 2: 100_000}, permits=PERMITS, after_cut_card="this-round-last", **rules)
    scene.shoe()
    scene.round("a 1 banker 1000, b 2 player 700, t - tie 100")
    scene.close()
    scene.when("cut-card").accepted()
    scene.deal(TIE)
    scene.when("open-round").refused("shoe-ended")
    return scene


def test_a_shoe_that_ends_on_a_tie_gives_them_back() -> None:
    scene = last_round_tied()
    scene.decide("b cancel").accepted()
    scene.when("close-shoe", reason="cut card").then(
        fact(e.HeldBetDecided, round=1, bet="a", choice="cancel", amount=0, refund=1_000, by="shoe-closed", rule="MO-BAC-2004 12(1)"),
        fact(s.ShoeClosed, reason="cut card", rounds=1, dealt=12),
    )
    assert scene.lies("held") == {}
    assert scene.returned == {"a": 1_000, "b": 700, "t": 900}


def test_or_carries_them_into_the_next_shoe_where_the_house_says_so() -> None:
    scene = last_round_tied(tie_carry_over_shoe=True)
    scene.when("close-shoe", reason="cut card").then(fact(s.ShoeClosed))
    assert scene.lies("held") == {"a": 1_000, "b": 700}
    scene.decide("b cancel").accepted()
    scene.shoe().accepted()
    scene.when("open-round").then(fact(e.RoundOpened, round=2, shoe=2, deciding=True))
    scene.close()
    scene.deal(BANKER)
    assert scene.returned["a"] == 2_000


@pytest.mark.parametrize("carry", [False, True])
@pytest.mark.parametrize("shoe_closed_before", [False, True])
def test_a_table_that_closes_gives_them_back_in_any_case(carry: bool, shoe_closed_before: bool) -> None:
    scene = last_round_tied(tie_carry_over_shoe=carry)
    if shoe_closed_before:
        scene.when("close-shoe", reason="cut card").accepted()
    outcome = scene.when("close-table").accepted()
    kinds = [type(event) for event in outcome.events]
    back = [] if shoe_closed_before and not carry else [e.HeldBetDecided, e.HeldBetDecided]
    assert kinds == [*back, *([] if shoe_closed_before else [s.ShoeClosed]), e.TableClosed]
    assert all(event.by == "shoe-closed" for event in outcome.events if isinstance(event, e.HeldBetDecided))
    assert outcome.one(e.TableClosed).carried[0].stack == 100_000
    assert scene.returned["a"] == 1_000
