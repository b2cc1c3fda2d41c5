"""Where the cards come from, and one pack for all of them: article 1(1)(3) and docs/holdem.md, One hand."""

import pytest

from domain.given import NOTHING, CardsDue, Dealt, Given
from domain.holdem import events as e
from domain.holdem.commands import Deal
from domain.holdem.decide import check_cards, decide
from domain.rules import RuleBroken
from tests.domain.holdem.hands import THREE, flop_due, from_the_deck
from tests.domain.holdem.scene import CODE, Scene
from tests.spec import Outcome


def kinds(outcome: Outcome) -> list[str]:
    return [type(event).__name__ for event in outcome.accepted().events]


def all_in() -> Scene:
    """Two players are all-in before the flop; a reader's board is due."""
    scene = Scene({3: 1_000, 9: 1_000})
    scene.hand("Kh Ah Kd Ad")
    scene.play("9 all-in, 3 call")
    return scene


def test_the_first_deal_decides_who_names_the_cards() -> None:
    read = flop_due()
    read.when("deal").refused("cards-needed", "1(1)(3)")
    source = from_the_deck()
    source.play("3 call, 5 call, 9 check")
    source.deal("2c 7s 9s").refused("cards-known", "1(1)(3)")
    source.when("deal").accepted()
    assert source.state["board"] == source.desk.deck(f"{CODE}/2026-11-30/1")[7:10]


def test_the_run_out_of_the_houses_deck_follows_in_the_same_answer() -> None:
    scene = from_the_deck({3: 1_000, 9: 2_000})
    scene.play("9 all-in")
    outcome = scene.act("3 call")
    streets = ["CardsBurned", *["CardDealt"] * 3, "CardsBurned", "CardDealt", "CardsBurned", "CardDealt"]
    assert kinds(outcome) == ["BetPlaced", "BettingRoundClosed", "BetReturned", *streets]
    assert scene.state["street"] == "showdown"
    deck = scene.desk.deck(f"{CODE}/2026-11-30/1")
    assert scene.state["board"] == [*deck[5:8], deck[9], deck[11]]


def test_the_run_out_of_a_read_hand_waits_for_its_cards() -> None:
    scene = all_in()
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
    scene = all_in()
    for part in (before, cards):
        if part:
            scene.deal(part).accepted()
    assert scene.state["board"] == board.split()
    burns = [event.burn for event in scene.events if isinstance(event, e.CardsBurned)]
    assert burns == list(range(1, {3: 2, 4: 3, 5: 4}[len(board.split())]))


def test_the_river_of_a_run_out_with_its_burn() -> None:
    scene = all_in()
    scene.deal("2c 7s 9s").accepted()
    scene.deal("2d 3s 4s").refused("wrong-card-count", allowed={"cards": [1, 2]})
    scene.deal("3c").accepted()
    scene.deal("Th 4d").accepted()
    assert scene.state["board"][4] == "4d"


@pytest.mark.parametrize("cards", ["2c 7s", "2c 7s 9s 3c 4d 5d"])
def test_how_many_cards_a_run_out_takes(cards: str) -> None:
    all_in().deal(cards).refused("wrong-card-count", allowed={"cards": [3, 4, 5]})


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
    scene = all_in()
    with pytest.raises(CardsDue) as asked:
        decide(scene.table, Deal(table=CODE, cards=tuple("2c 7s 9s 3c 4d".split())), NOTHING)
    assert [(due.spot, due.card) for due in asked.value.spots] == [
        ("burn/1", None), ("board/1", 0), ("board/2", 1), ("board/3", 2),
        ("burn/2", None), ("board/4", 3), ("burn/3", None), ("board/5", 4),
    ]  # fmt: skip


@pytest.mark.parametrize("places", ["9/1", "9/1 3/1 9/2", "3/1 9/1 3/2 9/2", "9/1 3/1 3/2 9/2"])
def test_cards_for_other_places_are_a_defect_of_who_gave_them(places: str) -> None:
    scene = Scene({3: 1_000, 9: 1_000})
    scene.when("start-hand").accepted()
    dealt = tuple(Dealt(spot=f"seat/{place}", sealed="x") for place in places.split())
    with pytest.raises(ValueError, match="not for the spots"):
        decide(scene.table, Deal(table=CODE), Given(dealt=dealt))


def test_hidden_cards_of_the_command_are_never_read() -> None:
    scene = all_in()
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
    flop_due().deal(cards).refused("bad-card", "1(1)(3)")
