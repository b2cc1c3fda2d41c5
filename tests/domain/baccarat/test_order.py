"""Whose cards they are: a reader's, the house's own shuffle, a known order; and that nobody learns what was not dealt."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.baccarat.commands import LoadShoe
from domain.cards import DECK
from domain.given import Permit, SealDue, ShoeCardsDue
from tests.domain.baccarat.scene import CLASSES, CODE, PLAYER, TIE, Scene
from tests.spec import Outcome, fact

PERMITS = [Permit(permit="PR-1", ruleset="MO-BAC-2004", articles=("2", "3"))]


def table(**rules: Any) -> Scene:
    return Scene(seats={1: 100_000}, permits=PERMITS, **rules)


def order(first: str, decks: int = 8) -> list[str]:
    """A whole shoe that begins with these cards; the rest in an order of its own."""
    rest = list(DECK * decks)
    for card in first.split():
        rest.remove(card)
    return first.split() + Random(4).sample(rest, len(rest))


def dealt(scene: Scene) -> list[str]:
    return [event.card for event in scene.events if isinstance(event, e.CardDealt)]


def known(cards: Sequence[str], *, burn: bool = True, cut_depth: int = 14, **rules: Any) -> Scene:
    scene = table(**rules)
    scene.shoe(None, cards=cards, cut_depth=cut_depth).accepted()
    if burn:
        scene.when("burn").accepted()
    return scene


# A known order.


def test_a_known_order_deals_by_itself() -> None:
    scene = known(order("2h Kd Kc " + TIE + " " + PLAYER))
    scene.round("a 1 tie 100")
    scene.close()
    outcome = scene.deal()
    assert dealt(scene) == TIE.split()
    assert outcome.one(e.RoundDecided).result == "tie"
    assert scene.returned["a"] == 900
    scene.play("b 1 player 100", None)
    assert dealt(scene)[4:] == PLAYER.split()


@pytest.mark.parametrize(("first", "burned"), [("Ah", 1), ("7c", 7), ("Ts", 10), ("Qd", 10)])
def test_its_first_card_says_how_many_are_burned(first: str, burned: int) -> None:
    scene = known(order(first), burn=False)
    outcome = scene.when("burn").then(
        fact(s.CardsBurned, indicator_card=first, burned=burned, removed_total=burned + 1, read=False, sealed=None)
    )
    assert scene.desk.given.drawn == (first,)
    assert outcome.one(s.CardsBurned)


def test_nobody_names_its_cards() -> None:
    scene = known(order("2h"), burn=False, demo_rounds_max=1)
    scene.when("burn", first_card="2h").refused("cards-known", "2(1)")
    scene.when("burn").accepted()
    scene.when("demonstrate", cards=PLAYER.split()).refused("cards-known")
    scene.when("cut-card").refused("cards-known")
    scene.when("demonstrate").accepted()
    scene.round()
    scene.close()
    scene.deal(PLAYER).refused("cards-known")
    scene.deal().accepted()


def test_the_order_is_sealed_and_is_whole() -> None:
    scene = table()
    cards = order("2h")
    scene.shoe(None, cards=cards[:-1]).refused("wrong-card-count", "1(1)", {"cards": 416})
    scene.shoe(None, cards=[*cards, "2h"]).refused("wrong-card-count")
    outcome = scene.shoe(None, cards=[*cards[:-1], "2h" if cards[-1] != "2h" else "3h"]).refused("card-count-impossible", "1(1)")
    assert "2h" not in str(outcome.refusal)
    scene.shoe(None, cards=[*cards[:-1], "??"]).refused("bad-card", "1(1)")
    event = scene.shoe(None, cards=cards).one(s.ShoeLoaded)
    assert event.sealed == "sealed-BA-12/000001/shoe-1-order"
    assert isinstance(scene.desk.recorded, LoadShoe)
    assert scene.desk.recorded.cards == (event.sealed,)


# The house's own shuffle, a reader, and what decides between them.


def test_without_cards_the_house_deals() -> None:
    scene = table(demo_rounds_max=1)
    scene.shoe(None)
    event = scene.when("burn").one(s.CardsBurned)
    house = scene.desk.order(ShoeCardsDue("BA-12/000001/shoe-1", 8, 0, None, bool))
    assert (event.indicator_card, event.read) == (house[0], False)
    demonstrated = scene.when("demonstrate").one(s.DemonstrationDealt).cards
    scene.play("a 1 banker 100", None)
    seen = [*_in_order(demonstrated.player, demonstrated.banker), *dealt(scene)]
    assert seen == list(house[event.removed_total : event.removed_total + len(seen)])
    assert not any(event.read for event in scene.events if isinstance(event, e.CardDealt))
    scene.round()
    scene.close()
    scene.deal(PLAYER).refused("cards-known", "2(1)")
    scene.when("cut-card").refused("cards-known")


def _in_order(player: Sequence[str], banker: Sequence[str]) -> list[str]:
    return [card for pair in zip(player[:2], banker[:2], strict=True) for card in pair] + [*player[2:], *banker[2:]]


def test_the_shoe_of_a_reader_needs_its_cards_every_time() -> None:
    scene = table(demo_rounds_max=1)
    assert scene.shoe().one(s.CardsBurned).read is True
    scene.when("demonstrate").refused("cards-needed", "2(1)")
    scene.round()
    scene.close()
    scene.deal().refused("cards-needed")
    scene.deal("").refused("cards-needed")
    assert all(event.read for event in scene.deal(PLAYER).events if isinstance(event, e.CardDealt))


@pytest.mark.parametrize("first", ["deal", "demonstrate"])
@pytest.mark.parametrize("read", [True, False])
def test_a_burn_by_number_leaves_it_open(first: str, read: bool) -> None:
    scene = table(burn_method="deck-count", demo_rounds_max=1)
    scene.shoe(None)
    scene.when("burn").accepted()
    if first == "demonstrate":
        scene.when("demonstrate", **({"cards": PLAYER.split()} if read else {})).accepted()
    else:
        scene.play("", PLAYER if read else None)
    scene.round()
    scene.close()
    scene.deal(None if read else PLAYER).refused("cards-needed" if read else "cards-known")


def test_a_first_card_makes_it_a_read_one_whatever_the_method() -> None:
    scene = table(burn_method="deck-count")
    event = scene.shoe("Kh").one(s.CardsBurned)
    assert (event.read, event.indicator_card, event.sealed) == (True, None, "sealed-BA-12/000001/shoe-1-burn/1")
    assert "Kh" not in event.body().decode()
    scene.round()
    scene.close()
    scene.deal().refused("cards-needed")


def test_the_house_goes_on_behind_cards_that_were_burned_before() -> None:
    scene = table(burn_method="deck-count", round_burn=2)
    scene.shoe(None, cut_depth=20)
    scene.when("burn")
    scene.play("", None)
    house = scene.desk.order(ShoeCardsDue("BA-12/000001/shoe-1", 8, 0, None, bool))
    assert dealt(scene) == list(house[10 : 10 + len(dealt(scene))])


# The white card where the software knows it.


def white_card(outcome: Outcome) -> tuple[int, Any]:
    """Which event of the answer it is, and the fact."""
    return next((place, event) for place, event in enumerate(outcome.events) if isinstance(event, s.CutCardReached))


@pytest.mark.parametrize(
    ("dealt_before", "command", "place", "last"),
    [(0, 0, 0, 2), (1, 0, 0, 2), (3, 1, 0, 2), (5, 1, 2, 2), (7, 2, 0, 3), (8, 2, 1, 3), (9, 2, 2, 3), (10, 2, 3, 3)],
)
def test_it_comes_just_before_the_first_card_behind_it(dealt_before: int, command: int, place: int, last: int) -> None:
    """Commands 0 to 2: the burn, which takes three cards, and two rounds of four."""
    scene = known(order("2h Kd Kc " + PLAYER + " " + PLAYER), burn=False, cut_depth=416 - dealt_before)
    outcomes = [scene.when("burn"), scene.play("", None), scene.play("", None)]
    found = [outcome for outcome in outcomes if any(isinstance(event, s.CutCardReached) for event in outcome.events)]
    assert found == [outcomes[command]]
    at, event = white_card(outcomes[command])
    assert (at, event.dealt, event.round, event.last_round) == (place, dealt_before, max(command, 1), last)
    assert scene.state["shoe"]["cut_card_out"] is True


def test_in_the_burn_of_a_round_it_comes_before_the_first_card() -> None:
    scene = known(order("Ah Kd " + PLAYER), cut_depth=416 - 3, round_burn=3, cut_before_first="this-round-last")
    scene.round()
    scene.close()
    kinds = [type(event) for event in scene.deal().events[:3]]
    assert kinds == [s.CutCardReached, s.CardsBurned, e.CardDealt]
    scene.when("open-round").refused("shoe-ended")


def test_it_comes_with_the_burn_of_the_houses_shoe_too() -> None:
    scene = table()
    scene.shoe(None, cut_depth=415)
    scene.when("burn").then(fact(s.CutCardReached, round=1, dealt=1), fact(s.CardsBurned, read=False))


def test_in_a_demonstration_it_counts_for_round_1() -> None:
    scene = known(order("Ah Kd " + PLAYER), cut_depth=416 - 4, demo_rounds_max=1)
    scene.when("demonstrate").then(fact(s.CutCardReached, round=1, dealt=4, last_round=2), fact(s.DemonstrationDealt, number=1))


def test_in_a_shoe_that_is_open_nobody_says_so_before_the_house_deals() -> None:
    scene = table(burn_method="deck-count")
    scene.shoe(None, cut_depth=416 - 5)
    scene.when("burn").then(fact(s.CardsBurned, burned=8))
    scene.round()
    scene.close()
    assert white_card(scene.deal())[1].dealt == 5


def test_in_the_shoe_of_a_reader_the_software_never_says_so() -> None:
    scene = table()
    scene.shoe(cut_depth=416)
    scene.play("", PLAYER)
    assert scene.state["shoe"]["cut_card_out"] is False


# What was not dealt is nowhere.


def everything(scene: Scene) -> str:
    """All that is kept or shown: events, answers, state."""
    bodies = [event.body().decode() for event in scene.events]
    return readable(*bodies, repr(scene.table), str(scene.state), repr(scene.table.shoe))


def readable(*texts: str) -> str:
    """Without addresses of objects, which may look like cards."""
    return re.sub("0x[0-9a-f]+", "", " ".join(texts))


def test_undealt_cards_are_nowhere() -> None:
    """A shoe in which each suit lies apart: nothing after the dealt cards may be seen."""
    cards = order("2h 2h 2h " + PLAYER)
    scene = known(cards)
    scene.play("a 1 banker 100", None)
    assert {card for card in DECK if card in everything(scene)} == {"2h", *PLAYER.split()}
    assert scene.desk.given.drawn == tuple(PLAYER.split())


def test_the_answer_holds_no_card_that_is_not_dealt() -> None:
    scene = known(order("2h Kd Kc"))
    for _ in range(60):
        scene.round()
        scene.close()
        assert scene.desk.given.drawn is None
        made = scene.deal().events
        assert scene.desk.given.drawn == tuple(event.card for event in made if isinstance(event, e.CardDealt))


def test_questions_show_nothing_that_is_hidden() -> None:
    due = ShoeCardsDue("BA-12/000001/shoe-1", 8, 3, None, lambda taken: len(taken) == 2)
    assert due.take(["2h", "3h", "4h", "5h", "6h", "7h"]) == ("5h", "6h")
    assert due.take(["2h", "3h", "4h", "5h"]) == ("5h",)
    assert not any(card in readable(repr(due), repr(SealDue("x", "order"))) for card in DECK)


def test_more_cards_than_asked_for_are_a_defect() -> None:
    scene = known(order("2h Kd Kc " + PLAYER))
    scene.round()
    scene.close()
    with pytest.raises(ValueError, match="more cards"):
        scene.send(CLASSES["deal"](table=CODE), drawn=(*PLAYER.split(), "2c"))
