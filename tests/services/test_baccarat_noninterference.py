"""A shoe whose hidden cards are others, those that were burned and those that were never dealt, changes nothing but its seal."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.baccarat.events import CardDealt
from domain.baccarat.shoe_events import CardsBurned
from domain.event import Recorded
from services.receipts import Answer
from tests.services.baccarat_pit import SHOE, Pit, order
from tests.services.house import house
from tests.services.nights import Played, Seals, same_chance

ROUNDS = 40


def played(cards: list[str], seed: int, folder: Path, *, known: bool) -> Iterator[Played]:
    """An evening by chance from this shoe: loaded in a known order, or shuffled by the house."""
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch, house(folder) as pit:
        same_chance(patch)
        done = Played(pit, folder)
        if not known:
            pit.vault.deck(SHOE, cards.copy)

        def send(raw: dict[str, Any]) -> Answer:
            answer = pit.send(raw)
            done.told.append((None, repr(answer)))
            return answer

        table = Pit(send)
        table.open()
        table.sit(1, 2)
        table.evening(Random(seed), ROUNDS, **({"cards": cards} if known else {}))
        refusal = table.refused("deal", cards=cards[-4:])
        done.told.append((None, f"{refusal.message} {refusal.allowed} {refusal!r}"))
        table.do("close-table")
        done.records = list(pit.store.read(0, 100_000))
        yield done


def hidden_places(records: list[Recorded]) -> Iterator[int]:
    """Of the shoe's cards, those that nobody has seen: the burned ones behind the first, and what is left of it."""
    place = 0
    for record in records:
        match record.event:
            case CardsBurned(removed_total=removed):
                yield from range(place + 1, place + removed)
                place += removed
            case CardDealt():
                place += 1
    yield from range(place, 8 * 52)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hidden_cards_of_a_shoe_change_nothing_but_its_seal(tmp_path: Path, seed: int, known: bool) -> None:
    cards = order(Random(seed))
    for first in played(cards, seed, tmp_path / "first", known=known):
        places = list(hidden_places(first.records))
        others = [cards[place] for place in places]
        Random(seed).shuffle(others)
        other = cards.copy()
        for place, card in zip(places, others, strict=True):
            other[place] = card
        assert sum(cards[place] != other[place] for place in places) > 100
        for second in played(other, seed, tmp_path / "second", known=known):
            texts = [{place: seals.out_of(text) for place, text in one.holds()} for one, seals in _both(first, second)]
            assert texts[0] == texts[1]


def _both(first: Played, second: Played) -> list[tuple[Played, Seals]]:
    return [(first, Seals(first.records)), (second, Seals(second.records))]
