"""One order of a shoe, come by in three ways: known when it was loaded, the house's own, and read card by card."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.event import Recorded
from tests.services.baccarat_pit import CUT, SHOE, Pit, order, replayed
from tests.services.house import House, house

ROUNDS = 25
BURNED_BY_FACE = dict(zip("A23456789TJQK", (*range(1, 11), 10, 10, 10), strict=True))


def opened(house: House) -> Pit:
    pit = Pit(house.send)
    pit.open()
    pit.sit(1, 2)
    return pit


def known(house: House, cards: Sequence[str]) -> None:
    pit = opened(house)
    pit.do("load-shoe", **CUT, cards=cards)
    pit.do("burn")
    for number in range(ROUNDS):
        pit.play(number)


def of_the_house(house: House, cards: Sequence[str]) -> None:
    house.vault.deck(SHOE, lambda: cards)
    pit = opened(house)
    pit.do("load-shoe", **CUT)
    pit.do("burn")
    for number in range(ROUNDS):
        pit.play(number)


def read(house: House, cards: Sequence[str]) -> None:
    """A reader names the cards of every round as the other two have dealt them, in parts too."""
    pit = opened(house)
    pit.do("load-shoe", **CUT)
    pit.do("burn", first_card=cards[0])
    at = 1 + BURNED_BY_FACE[cards[0][0]]
    for number in range(ROUNDS):
        pit.play(number, cards[at : at + 4])
        at += 4
        while pit.state["due"] == "deal":
            pit.do("deal", cards=[cards[at]])
            at += 1
        assert pit.state["shoe"]["dealt"] == at


def facts(records: Sequence[Recorded]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Without what says where a card came from."""
    for record in records:
        body = record.event.model_dump(mode="json")
        yield record.event.contract, {name: value for name, value in body.items() if name not in ("read", "sealed")}


Source = Callable[[House, Sequence[str]], None]


def evening(source: Source, folder: Path, cards: Sequence[str]) -> list[Any]:
    """What it made; nobody shuffled for it."""
    folder.mkdir()
    with house(folder) as opened:
        source(opened, cards)
        assert replayed(opened)[1] == []
        assert opened.decks.shuffled == 0
        return list(facts(opened.store.read(0, opened.store.last_position())))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_order_makes_the_same_evening_wherever_it_comes_from(tmp_path: Path, seed: int) -> None:
    cards = order(Random(seed))
    of_known, of_house, of_read = (evening(source, tmp_path / source.__name__, cards) for source in (known, of_the_house, read))

    dealt = [body["card"] for contract, body in of_known if contract == "baccarat.card-dealt"]
    start = 1 + BURNED_BY_FACE[cards[0][0]]
    assert of_known == of_house
    assert of_known == of_read
    assert dealt == cards[start : start + len(dealt)]


def test_the_houses_own_order_is_shuffled_once_for_each_shoe_and_outlives_the_process(tmp_path: Path) -> None:
    with house(tmp_path) as first:
        pit = opened(first)
        pit.do("load-shoe", **CUT)
        assert first.decks.shuffled == 0
        pit.do("burn")
        pit.play(1)
        assert first.decks.shuffled == 1
        whole = first.vault.deck(SHOE, _never)
    with house(tmp_path) as second:
        pit = Pit(second.send)
        for number in range(2, 20):
            pit.play(number)
        assert second.decks.shuffled == 0
        assert second.vault.deck(SHOE, _never) == whole
        dealt = [record.event.card for record in second.store.read(0, second.store.last_position()) if hasattr(record.event, "card")]
        start = 1 + BURNED_BY_FACE[whole[0][0]]
        assert dealt == list(whole[start : start + len(dealt)])
        pit.do("close-shoe", reason="the house changes it")
        pit.do("load-shoe", **CUT)
        pit.do("burn")
        assert second.decks.shuffled == 1


def _never() -> Sequence[str]:
    raise AssertionError("the shoe has an order")
