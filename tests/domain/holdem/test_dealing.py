"""Blinds, hole cards, board and burns: articles 1(1), 3, 5, 6(1), 7(1) and 8; where the cards come from (section 3.1)."""

import pytest

from domain.given import NOTHING, CardsDue, Dealt, Given
from domain.holdem import events as e
from domain.holdem.commands import Deal
from domain.holdem.decide import check_cards, decide
from domain.rules import RuleBroken
from tests.domain.holdem.scene import CODE, Scene
from tests.spec import Outcome, fact

THREE = {3: 10_000, 5: 10_000, 9: 10_000}
UNKNOWN_SIX = "?? ?? ?? ?? ?? ??"


def all_in(read: str | None = None) -> Scene:
    """Two players, both all-in before the flop."""
    scene = Scene({3: 1_000, 9: 1_000})
    scene.when("start-hand").accepted()
    scene.when("deal", **({"cards": read.split()} if read else {})).accepted()
    scene.play("9 all-in, 3 call")
    return scene


def flop(scene: Scene | None = None) -> Scene:
    """Three players who have called, a read hand; the flop is due."""
    scene = scene or Scene(THREE)
    scene.hand()
    scene.play("3 call, 5 call, 9 check")
    return scene


def kinds(outcome: Outcome) -> list[str]:
    return [type(event).__name__ for event in outcome.accepted().events]


# 3, 5: the start and the blinds


def test_the_start_of_a_hand() -> None:
    Scene(THREE).when("start-hand").then(
        fact(
            e.HandStarted,
            hand=1,
            button=3,
            small_blind_seat=5,
            big_blind_seat=9,
            seats=[{"seat": seat, "player": f"P-{seat}", "stack": 10_000} for seat in (5, 9, 3)],
            card_source="shuffler",
            cut=False,
            rule="MO-THP-2008 1(2)",
        ),
        fact(e.BlindPosted, seat=5, blind="small", amount=50, all_in=False, rule="MO-THP-2008 5(1)"),
        fact(e.BlindPosted, seat=9, blind="big", amount=100, all_in=False, rule="MO-THP-2008 5(2)"),
    )


@pytest.mark.parametrize(("source", "cut"), [("shuffler", False), ("shoe", True), ("hand", True)])
def test_a_pack_that_no_machine_shuffled_is_cut(source: str, cut: bool) -> None:
    assert Scene(THREE, card_source=source).when("start-hand").one(e.HandStarted).cut is cut


def test_of_two_players_the_indicators_holder_posts_the_big_blind() -> None:
    started = Scene({3: 1_000, 9: 1_000}).when("start-hand").one(e.HandStarted)
    assert (started.small_blind_seat, started.big_blind_seat, [seat.seat for seat in started.seats]) == (9, 3, [9, 3])


def test_a_shorter_stack_posts_all_it_has() -> None:
    Scene({3: 1_000, 5: 50, 9: 70}).when("start-hand").then_among_others(
        fact(e.BlindPosted, seat=5, amount=50, all_in=True), fact(e.BlindPosted, seat=9, amount=70, all_in=True)
    )


def test_a_configured_small_blind() -> None:
    Scene(THREE, small_blind=25).when("start-hand").then_among_others(fact(e.BlindPosted, seat=5, amount=25))


def test_a_hand_in_progress_is_played_to_its_end() -> None:
    scene = Scene(THREE)
    scene.when("deal").refused("no-hand", "5", {"due": "start-hand"})
    scene.when("start-hand").accepted()
    scene.when("start-hand").refused("hand-in-progress", allowed={"due": "deal"})


# 6(1), 7(1), 8: the deal


def test_one_card_at_a_time_two_each_from_the_left_of_the_indicator() -> None:
    dealt = Scene(THREE).hand().events
    assert [(event.seat, event.ordinal) for event in dealt] == [(5, 1), (9, 1), (3, 1), (5, 2), (9, 2), (3, 2)]
    assert all(event.card is None and event.sealed and event.rule == "MO-THP-2008 6(1)" for event in dealt)


@pytest.mark.parametrize("cards", ["??", "?? ?? ?? ??", "?? ?? ?? ?? ?? ?? ??", ""])
def test_two_cards_for_every_seat(cards: str) -> None:
    scene = Scene(THREE)
    scene.when("start-hand").accepted()
    scene.deal(cards).refused("wrong-card-count", "1(1)(3)", {"cards": [6]})


def test_a_burned_card_before_every_street() -> None:
    scene = flop()
    scene.deal("2c 7s 9s").then(
        fact(e.CardsBurned, burn=1, rule="MO-THP-2008 7(1)"),
        *[fact(e.CardDealt, seat=None, ordinal=ordinal, card=card, sealed=None) for ordinal, card in enumerate(("2c", "7s", "9s"), 1)],
    )
    scene.play("5 check, 9 check, 3 check")
    scene.deal("3c").then(fact(e.CardsBurned, burn=2, rule="MO-THP-2008 8(1)"), fact(e.CardDealt, ordinal=4, card="3c"))
    scene.play("5 check, 9 check, 3 check")
    scene.deal("4d").then(fact(e.CardsBurned, burn=3, rule="MO-THP-2008 8(3)"), fact(e.CardDealt, ordinal=5, card="4d"))
    scene.play("5 check, 9 check, 3 check")
    assert scene.state["board"] == ["2c", "7s", "9s", "3c", "4d"]
    scene.deal("5d").refused("not-due", "8(5)", {"due": "show"})


def test_the_board_waits_for_the_round() -> None:
    scene = Scene(THREE)
    scene.hand()
    scene.deal("2c 7s 9s").refused("round-open", "7(1)", {"due": "act"})


@pytest.mark.parametrize("cards", ["2c 7s", "2c 7s 9s 3c 4d", "", "2c 7s 9s 3c 4d 5h"])
def test_three_cards_or_four_with_the_burn_make_a_flop(cards: str) -> None:
    flop().deal(cards).refused("wrong-card-count", allowed={"cards": [3, 4]})


@pytest.mark.parametrize("burn", ["??", "Kh"])
def test_the_burned_card_may_stand_in_front(burn: str) -> None:
    scene = flop()
    scene.deal(f"{burn} 2c 7s 9s").accepted()
    assert scene.state["board"] == ["2c", "7s", "9s"]
    assert scene.desk.named[f"{CODE}/2026-11-30/1", "burn/1"] == burn
    scene.play("5 check, 9 check, 3 check")
    scene.deal(f"{burn.replace('K', 'Q')} 3c").accepted()
    assert scene.state["board"] == ["2c", "7s", "9s", "3c"]


# Where the cards come from


def test_the_first_deal_decides_who_names_the_cards() -> None:
    read = flop()
    read.when("deal").refused("cards-needed", "1(1)(3)")
    source = Scene(THREE)
    source.when("start-hand").accepted()
    source.when("deal").accepted()
    source.play("3 call, 5 call, 9 check")
    source.deal("2c 7s 9s").refused("cards-known", "1(1)(3)")
    source.when("deal").accepted()
    assert source.state["board"] == source.desk.deck(f"{CODE}/2026-11-30/1")[7:10]


def test_the_run_out_of_the_houses_deck_follows_in_the_same_answer() -> None:
    scene = Scene({3: 1_000, 9: 2_000})
    scene.when("start-hand").accepted()
    scene.when("deal").accepted()
    scene.play("9 all-in")
    outcome = scene.act("3 call")
    streets = ["CardsBurned", *["CardDealt"] * 3, "CardsBurned", "CardDealt", "CardsBurned", "CardDealt"]
    assert kinds(outcome) == ["BetPlaced", "BettingRoundClosed", "BetReturned", *streets]
    assert scene.state["street"] == "showdown"
    deck = scene.desk.deck(f"{CODE}/2026-11-30/1")
    assert scene.state["board"] == [*deck[5:8], deck[9], deck[11]]


def test_the_run_out_of_a_read_hand_waits_for_its_cards() -> None:
    scene = all_in("Kh Ah Kd Ad")
    assert (scene.state["due"], scene.state["street"], scene.state["to_act"]) == ("deal", "preflop", None)
    scene.deal("2c 7s 9s").accepted()
    assert (scene.state["due"], scene.state["street"]) == ("deal", "flop")
    scene.deal("3c").accepted()
    scene.deal("4d").accepted()
    assert (scene.state["due"], scene.state["street"]) == ("show", "showdown")


@pytest.mark.parametrize(
    ("before", "cards", "board"),
    [
        ("", "2c 7s 9s 3c 4d", "2c 7s 9s 3c 4d"),
        ("", "?? 2c 7s 9s", "2c 7s 9s"),
        ("", "Qh 2c 7s 9s", "2c 7s 9s"),
        ("2c 7s 9s", "3c 4d", "2c 7s 9s 3c 4d"),
        ("2c 7s 9s", "?? 3c", "2c 7s 9s 3c"),
        ("2c 7s 9s", "3c", "2c 7s 9s 3c"),
        ("2c 7s 9s 3c 4d", "", "2c 7s 9s 3c 4d"),
    ],
)
def test_a_run_out_by_streets_or_at_once(before: str, cards: str, board: str) -> None:
    scene = all_in("Kh Ah Kd Ad")
    for part in (before, cards):
        if part:
            scene.deal(part).accepted()
    assert scene.state["board"] == board.split()
    burns = [event.burn for event in scene.events if isinstance(event, e.CardsBurned)]
    assert burns == list(range(1, {3: 2, 4: 3, 5: 4}[len(board.split())]))


def test_the_river_of_a_run_out_with_its_burn() -> None:
    scene = all_in("Kh Ah Kd Ad")
    scene.deal("2c 7s 9s").accepted()
    scene.deal("2d 3s 4s").refused("wrong-card-count", allowed={"cards": [1, 2]})
    scene.deal("3c").accepted()
    scene.deal("Th 4d").accepted()
    assert scene.state["board"][4] == "4d"


@pytest.mark.parametrize("cards", ["2c 7s", "2c 7s 9s 3c 4d 5d"])
def test_how_many_cards_a_run_out_takes(cards: str) -> None:
    all_in("Kh Ah Kd Ad").deal(cards).refused("wrong-card-count", allowed={"cards": [3, 4, 5]})


def test_blinds_that_leave_no_decision_run_out_with_the_hole_cards() -> None:
    scene = Scene({4: 20, 5: 5}, small_blind=25, big_blind=50)
    scene.when("start-hand").accepted()
    dealt = kinds(scene.when("deal"))
    assert dealt[:6] == ["CardDealt"] * 4 + ["BettingRoundClosed", "BetReturned"]
    assert len(dealt) == 4 + 2 + 8
    assert scene.state["pots"] == [{"amount": 10, "eligible": [4, 5]}]
    assert scene.stacks == {4: 15, 5: 0}


def test_the_rules_ask_for_exactly_the_cards_they_need() -> None:
    scene = Scene({3: 1_000, 9: 1_000})
    scene.when("start-hand").accepted()
    with pytest.raises(CardsDue) as asked:
        decide(scene.table, Deal(table=CODE), NOTHING)
    assert (asked.value.hand, asked.value.drawn) == (f"{CODE}/2026-11-30/1", 0)
    assert [due.spot for due in asked.value.spots] == ["seat/9/1", "seat/3/1", "seat/9/2", "seat/3/2"]
    assert all(due.hidden and due.card is None for due in asked.value.spots)
    with pytest.raises(CardsDue) as asked:
        decide(scene.table, Deal(table=CODE, cards=("??",) * 4), NOTHING)
    assert (asked.value.drawn, [due.card for due in asked.value.spots]) == (None, [0, 1, 2, 3])


def test_a_burn_that_nobody_read_is_an_unknown_card() -> None:
    scene = all_in("Kh Ah Kd Ad")
    with pytest.raises(CardsDue) as asked:
        decide(scene.table, Deal(table=CODE, cards=tuple("2c 7s 9s 3c 4d".split())), NOTHING)
    assert [(due.spot, due.card) for due in asked.value.spots] == [
        ("burn/1", None), ("board/1", 0), ("board/2", 1), ("board/3", 2), ("burn/2", None), ("board/4", 3), ("burn/3", None), ("board/5", 4),
    ]  # fmt: skip


def test_cards_for_other_places_are_a_defect_of_who_gave_them() -> None:
    scene = Scene({3: 1_000, 9: 1_000})
    scene.when("start-hand").accepted()
    with pytest.raises(ValueError, match="not for the spots"):
        decide(scene.table, Deal(table=CODE), Given(dealt=(Dealt(spot="seat/3/1", sealed="x"),)))


def test_hidden_cards_of_the_command_are_never_read() -> None:
    scene = all_in("Kh Ah Kd Ad")
    scene.deal("2c 7s 9s").accepted()
    dealt = (Dealt(spot="burn/2", sealed="x"), Dealt(spot="board/4", card="3c"))
    again = decide(scene.table, Deal(table=CODE, cards=("a sealed text", "3c")), Given(dealt=dealt))
    assert [type(event).__name__ for event in again] == ["CardsBurned", "CardDealt"]


# 1(1)(3): one pack


def test_every_card_that_is_named_is_another_one() -> None:
    scene = Scene(THREE)
    scene.when("start-hand").accepted()
    refusal = scene.deal("Ah Kh Qh Ad Kd Ah").refused("duplicate-card", "1(1)(3)").refusal
    assert refusal is not None
    assert "card 6 of the command" in refusal.message
    assert "Ah" not in refusal.message
    scene.deal("Ah Kh Qh Ad Kd ??").accepted()
    scene.play("3 fold, 5 call, 9 check")
    scene.deal("Qh 7s 9s").refused("duplicate-card")
    scene.deal("?? 7s 9s 7s").refused("duplicate-card")
    scene.deal("Jh 2c 7s 9s").accepted()
    scene.play("5 check, 9 check")
    scene.deal("Jh").refused("duplicate-card")
    scene.deal("9s 3c").refused("duplicate-card")
    scene.deal("3c").accepted()


@pytest.mark.parametrize("card", ["1h", "10h", "Ax", "ah", "AH", "", "Ahh", "?", "🂡"])
def test_what_is_no_card(card: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        check_cards("MO-THP-2008", ("Ah", card))
    assert (broken.value.code, broken.value.rule) == ("bad-card", "MO-THP-2008 1(1)(3)")
    assert broken.value.message == "card 2 is no card: rank (23456789TJQKA) then suit (cdhs), or ?? if it is not known"
    check_cards("MO-THP-2008", ("Ah", "??", "Td"))


@pytest.mark.parametrize("cards", ["?? 7s 9s", "2c 7s ??", "2h ?? 7s 9s"])
def test_a_board_card_must_be_known(cards: str) -> None:
    flop().deal(cards).refused("bad-card", "1(1)(3)")
