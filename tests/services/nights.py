"""Nights of Hold'em by chance, at many tables, sent to a house as commands; and everything that the house then holds or says.

A night may be sent again with its hidden cards in one another's places: the cards that were shown stay what they were.
"""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.cards import DECK, UNKNOWN
from domain.event import Recorded
from domain.holdem import events as e
from domain.rules import RuleBroken
from infra.books import Books
from infra.cloud_events import cloud_event
from projections.hands import Hands
from projections.ledger.hledger import to_hledger
from projections.ledger.journal import journal
from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from services.app import PROJECTIONS
from services.exports.recap import NotThisForm
from services.exports.written import written
from services.hands import read_hand, story
from services.projector import catch_up, live
from services.reports import ledger as reports
from services.reports.csv_form import to_csv
from services.reports.language import Language
from tests.domain.holdem.evening import Evening
from tests.domain.holdem.scene import CODE, DAY
from tests.services.house import TWO_PEOPLE, House
from tests.services.searching import seeded_secrets

Swap = Mapping[str, str]
"""A card for each card of a pack."""
ITSELF: Swap = {card: card for card in (*DECK, UNKNOWN)}


class _Evening(Evening):
    def _close_and_open(self) -> None:
        """Its scene goes on with one table, where a house begins a session anew: they part where a void hand was the last."""
        if not self.scene.table.button_stays:
            super()._close_and_open()


@dataclass(slots=True)
class Night:
    """One table's evening: what is sent in which hand, and whether it is refused; where every card of a hand lay."""

    table: str
    sent: list[tuple[str | None, dict[str, Any], bool]] = field(default_factory=list)
    lay: dict[str, dict[str, str]] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def by_chance(cls, number: int, chance: Random, steps: int) -> "Night":
        night = cls(f"PK-{number:02}")
        evening = _Evening(chance, chance.choice(["MO-THP-2008", "CARDROOM-TDA"]))
        for _ in range(steps):
            evening.step()
        for (hand, spot), card in evening.scene.desk.named.items():
            night.lay.setdefault(night.named(hand), {})[spot] = card
        night.decks = {night.named(hand): evening.scene.desk.deck(hand) for hand, _spot in evening.scene.desk.named}
        night._note(evening, chance)
        return night

    def named(self, hand: str) -> str:
        return hand.replace(CODE, self.table, 1)

    def _note(self, evening: Evening, chance: Random) -> None:
        hand, started, now = None, 0, iter(evening.scene.events)
        permit = evening.permits[0]
        days = {"applied_on": "2007-12-03", "granted_on": "2007-12-10", "effective_on": "2007-12-20"}
        papers = {"permit": f"{permit.permit}-{self.table}", "ruleset": permit.ruleset, "articles": list(permit.articles)}
        self.sent.append((None, {"do": "register-permit", "tables": [self.table], **papers, **days, **TWO_PEOPLE}, False))
        for number, (command, _permits, _previous) in enumerate(evening.scene.sent):
            if command.do == "start-hand":
                started = next(event.hand for event in now if isinstance(event, e.HandStarted))
                hand = f"{self.table}/{DAY}/{started}"
            raw = {**command.model_dump(mode="json", exclude_unset=True), "do": command.do, "table": self.table}
            named = {"key": f"k-{number}", "actor": f"E-{self.table}"} if command.do in ("deal", "show") else {}
            self.sent.append((hand, raw | named, False))
            if hand in self.lay and chance.random() < 0.1:
                self.sent.append((hand, self._wrong(hand, chance), True))

    def _wrong(self, hand: str, chance: Random) -> dict[str, Any]:
        """What is refused whatever is due, and names a card of the hand."""
        card = chance.choice([*self.lay[hand].values()])
        wrong: list[dict[str, Any]] = [
            {"do": "deal", "cards": [card, card]},
            {"do": "deal", "card": card},
            {"do": "show", "seat": 1, "cards": [card, card, card]},
            {"do": "correct-error", "how": "continue", "cards": [card]},
            {"do": f"deal {card}"},
        ]
        return {"table": self.table, "actor": f"E-{self.table}", **chance.choice(wrong)}


@dataclass(slots=True)
class Played:
    """What a house has said, each with the hand that it was said in; `records` are its log."""

    pit: House
    folder: Path
    told: list[tuple[str | None, str]] = field(default_factory=list)
    records: list[Recorded] = field(default_factory=list)

    def send(self, nights: list[Night], swaps: Mapping[str, Swap]) -> None:
        """Each night, its hidden cards as its hands' swaps have them."""
        for night in nights:
            for dealt, deck in night.decks.items():
                order = [swaps.get(dealt, ITSELF)[card] for card in deck]
                self.pit.vault.deck(dealt, order.copy)
            for hand, raw, refused in night.sent:
                self._send(hand, _swapped(raw, swaps.get(hand or "", ITSELF)), refused=refused)
        self.records = list(self.pit.store.read(0, 1_000_000))

    def _send(self, hand: str | None, raw: dict[str, Any], *, refused: bool) -> None:
        if refused:
            with pytest.raises(RuleBroken) as broken:
                self.pit.send(raw)
            refusal = broken.value
            told = f"{refusal.code} {refusal.rule} {refusal.message} {refusal.allowed} {refusal!r}"
        else:
            told = repr(self.pit.send(raw))
        self.told.append((hand, told))
        if not refused and raw["do"] in ("deal", "show"):
            self.told.append((hand, str(self.pit.state(raw["table"]))))

    def holds(self) -> Iterator[tuple[str, str]]:
        """Place and text of all that anybody may read: the store, attempts, the books, the topic, exports, answers and refusals."""
        with closing(Books.sqlite(self.folder / "books.sqlite")) as books:
            catch_up(self.pit.store, books, PROJECTIONS)
            yield from self._exports(books)
        for name in ("events", "attempts", "books"):
            yield from _cells(self.folder / f"{name}.sqlite")
        for stored in self.pit.store.stored(0, 1_000_000):
            yield f"topic {stored.id}", repr(cloud_event(stored))
        for number, (_hand, text) in enumerate(self.told):
            yield f"told {number}", text

    def _exports(self, books: Books) -> Iterator[tuple[str, str]]:
        with books.read() as connection:
            ledger = live(connection, Ledger).projection
            scope = Scope(as_of=self.pit.store.last_position())
            for number, row in enumerate(journal(connection, ledger.tables, scope)):
                yield f"journal {number}", json.dumps(row)
            for number, line in enumerate(to_hledger(connection, ledger.tables, scope)):
                yield f"hledger {number}", line
            yield "csv", to_csv(reports.journal(connection, ledger, scope, every_field=True))
            for row in live(connection, Hands).projection.list(connection):
                hand = read_hand(self.pit.store, row)
                yield f"story {hand.id}", json.dumps([text for _, text in story(hand)])
                for form in ("phh", "ohh"):
                    yield f"{form} {hand.id}", _written(hand, form)


def _written(hand: Any, form: str) -> str:
    try:
        return written(hand, form, Language("en")).decode()
    except NotThisForm as refusal:
        return str(refusal)


def _swapped(raw: dict[str, Any], swap: Swap) -> dict[str, Any]:
    """Each card as the swap has it, wherever the command names one."""
    changed: dict[str, Any] = {name: [swap[card] for card in value] for name, value in raw.items() if name == "cards" and value is not None}
    if "card" in raw:
        changed["card"] = swap[raw["card"]]
    if raw["do"].startswith("deal "):
        changed["do"] = f"deal {swap[raw['do'].removeprefix('deal ')]}"
    return raw | changed


def _cells(path: Path) -> Iterator[tuple[str, str]]:
    """But the digests of receipts, which the vault makes under a key of its own: they say nothing, and differ."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
            for number, row in enumerate(connection.execute(f'SELECT * FROM "{table}"')):
                for column, cell in zip(columns, row, strict=True):
                    if (table, column) != ("receipts", "digest"):
                        yield f"{path.name} {table}.{column} {number}", cell.decode() if isinstance(cell, bytes) else repr(cell)


_HIDES = re.compile(r"[A-Za-z0-9_-]{40,}|[0-9]+:[0-9a-f]{64}")
"""Sealed cards and orders; a deck's commitment."""


class Seals:
    """Sealed texts, and what commits to decks, by the order in which the log first has them, and by length: two houses' can be
    compared, and none is taken for a card."""

    def __init__(self, records: list[Recorded]) -> None:
        self._names: dict[str, str] = {}
        for record in records:
            told = record.body.decode() + json.dumps(record.meta.command, separators=(",", ":"))
            for text in re.findall(r'"(?:[a-z_]*sealed|deck)":"([^"]+)"', told):
                assert _HIDES.fullmatch(text)
                self._names.setdefault(text, f"<hidden {len(self._names)}: {len(text)}>")

    def out_of(self, text: str) -> str:
        return _HIDES.sub(lambda match: self._names.get(match[0], match[0]), text)


def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, nonces and ids come again, so that two houses differ in what they were told alone."""
    numbers = count()
    seeded_secrets(monkeypatch)
    monkeypatch.setattr("services.commands.uuid4", lambda: UUID(int=next(numbers)))
