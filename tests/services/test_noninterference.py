"""Hundreds of hands, ended in every way that a hand can end: no hidden card can be read before it is shown, and whatever the
hidden cards are, nothing but the sealed texts is any different."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from random import Random

import pytest

from domain.cards import DECK, UNKNOWN
from domain.event import Recorded
from domain.holdem import events as e
from infra.cloud_events import cloud_event
from tests.services.house import house
from tests.services.nights import ITSELF, Night, Played, Seals, Swap, same_chance

HANDS = 500
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])")
ENDS = {
    *("preflop", "flop", "turn", "river"),
    *("showdown", "thrown away", "run-out", "void", "replaced", "in play"),
}


@pytest.fixture(scope="module")
def nights() -> list[Night]:
    chance = Random(2026)
    nights: list[Night] = []
    while sum(len(night.lay) for night in nights) < HANDS:
        nights.append(Night.by_chance(len(nights) + 1, chance, steps=200))
    return nights


@pytest.fixture(scope="module")
def first(nights: list[Night], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    yield from played(nights, {}, tmp_path_factory.mktemp("first"))


def played(nights: list[Night], swaps: dict[str, Swap], folder: Path) -> Iterator[Played]:
    with pytest.MonkeyPatch.context() as patch, house(folder) as pit:
        same_chance(patch)
        done = Played(pit, folder)
        done.send(nights, swaps)
        yield done


def test_hands_end_in_every_way(first: Played) -> None:
    ends: Counter[str] = Counter()
    for _, records in groupby((record for record in first.records if _is_of_hand(record)), key=lambda record: record.meta.subject):
        ends.update(_ways([record.event for record in records]))
    assert ends.total() >= HANDS
    assert ends.keys() == ENDS, ends


def _is_of_hand(record: Recorded) -> bool:
    return record.meta.subject.count("/") == 2


def _ways(events: Sequence[object]) -> Iterator[str]:
    last = events[-1]
    closed = [event.street for event in events if isinstance(event, e.BettingRoundClosed)]
    if not isinstance(last, e.HandEnded | e.HandVoided):
        yield "in play"
    elif isinstance(last, e.HandVoided):
        yield "void"
    else:
        yield closed[-1] if last.reason == "all-folded" else "showdown"
    burns = [index for index, event in enumerate(events) if isinstance(event, e.CardsBurned)]
    if any(after - before <= 4 for before, after in pairwise(burns)):
        yield "run-out"
    if any(isinstance(event, e.Folded) and event.at_showdown for event in events):
        yield "thrown away"
    if any(isinstance(event, e.DealErrorCorrected) and event.how == "replace-card" for event in events):
        yield "replaced"


def test_no_card_can_be_read_before_it_is_shown(nights: list[Night], first: Played) -> None:
    """Event by event as the topic carries it and as it lies in the store, with the command in front of it."""
    hidden = hidden_cards(nights)
    seals = Seals(first.records)
    stored = {one.id: one for one in first.pit.store.stored(0, 1_000_000)}
    for record in first.records:
        if not _is_of_hand(record):
            continue
        of_hand = hidden[record.meta.subject]
        if isinstance(record.event, e.HandShown):
            of_hand -= set(record.event.cards)
        text = seals.out_of(f"{record.body.decode()} {record.meta!r} {record.event!r} {cloud_event(stored[record.id])!r}")
        assert not named(text) & of_hand, record.id


def test_what_stays_hidden_is_in_no_answer_refusal_or_attempt(nights: list[Night], first: Played) -> None:
    hidden = still_hidden(nights, first.records)
    seals = Seals(first.records)
    for hand, text in first.told:
        if hand is not None:
            assert not named(seals.out_of(text)) & hidden[hand], text
    for attempt in first.pit.attempts.recent(1_000_000):
        assert named(str(attempt)) == set(), attempt


def test_hidden_cards_change_nothing_but_their_seals(nights: list[Night], first: Played, tmp_path: Path) -> None:
    chance, hidden = Random(7), still_hidden(nights, first.records)
    shown = shown_cards(first.records)
    swaps = {hand: _swap(cards, shown[hand], chance) for hand, cards in hidden.items()}
    moved = sum(swaps[hand][card] != card for hand, cards in hidden.items() for card in cards)
    assert moved == sum(map(len, hidden.values()))
    for second in played(nights, swaps, tmp_path):
        before, after = Seals(first.records), Seals(second.records)
        texts = [{place: seals.out_of(text) for place, text in one.holds()} for one, seals in ((first, before), (second, after))]
        assert texts[0].keys() == texts[1].keys()
        assert [place for place in texts[0] if texts[0][place] != texts[1][place]] == []


def hidden_cards(nights: list[Night]) -> dict[str, set[str]]:
    """By hand all cards that do not lie on the board; none before the deal."""
    hidden: dict[str, set[str]] = defaultdict(set)
    for night in nights:
        for hand, lay in night.lay.items():
            hidden[hand] = {card for spot, card in lay.items() if not spot.startswith("board/")} - {UNKNOWN}
    return hidden


def still_hidden(nights: list[Night], records: list[Recorded]) -> dict[str, set[str]]:
    """Those that nobody has shown in the end."""
    hidden = hidden_cards(nights)
    for record in records:
        if isinstance(record.event, e.HandShown):
            hidden[record.meta.subject] -= set(record.event.cards)
    return hidden


def shown_cards(records: list[Recorded]) -> dict[str, set[str]]:
    """By hand what lay open at any time."""
    shown: dict[str, set[str]] = defaultdict(set)
    for record in records:
        match record.event:
            case e.HandShown(cards=cards):
                shown[record.meta.subject] |= set(cards)
            case e.CardDealt(card=str(card)) | e.DealErrorCorrected(card=str(card)):
                shown[record.meta.subject].add(card)
    return shown


def _swap(hidden: set[str], shown: set[str], chance: Random) -> Swap:
    """Every card that is not shown is another one that is not shown."""
    rest = [card for card in DECK if card not in shown]
    assert hidden <= set(rest)
    chance.shuffle(rest)
    return {**ITSELF, **dict(zip(rest, [*rest[1:], *rest[:1]], strict=True))}


def named(text: str) -> set[str]:
    """Every card that a person could read there, alone or behind another one."""
    return {run[at : at + 2] for run in CARD.findall(text) for at in range(0, len(run), 2)}
