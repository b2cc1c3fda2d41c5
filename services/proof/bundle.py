"""Bundles: the events of a hand or of a gaming day with all that proves them to somebody who has one public key (docs/proof.md).

The same facts give the same bytes: it is proved against the first checkpoint that covers it, whatever has been signed since.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any

from pydantic_core import from_json
from sqlalchemy import Connection

from domain.checkpoints import CheckpointSigned
from infra.event_store import EventStore
from infra.log import Row
from projections.ledger.journal import lines_between
from projections.ledger.tables import LedgerTables
from services.errors import HistoryChanged, NotFound
from services.proof.check import FORM, MANY_MAX, Checkpoint, Key, dumps
from services.proof.notary import CHECKPOINTS, Notary, base64_of
from services.proof.sequencer import log_of

EARLIER_MAX = 8
"""Checkpoints before its own that a bundle is shown to go on from."""


class NotSigned(Exception):
    """No checkpoint covers the events yet."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Events in the order of the log, what they are of, and the checkpoints: theirs, and those before it, the last one first."""

    scope: dict[str, str]
    rows: Sequence[Row]
    checkpoint: CheckpointSigned
    earlier: Sequence[CheckpointSigned]


def choose_hand(store: EventStore, hand: str, stream: str, first: int, last: int) -> Chosen:
    """With the events of its table before and after it, as far as they are signed: they show that nothing of it is left out. NotSigned."""
    rows = store.rows_of(stream, max(1, first - 1), last)
    checkpoint, *earlier = _covering(store, rows[-1].position)
    after = [row for row in store.rows_of(stream, last + 1, last + 1) if row.position <= checkpoint.position]
    return Chosen({"hand": hand}, [*rows, *after], checkpoint, earlier)


def choose_day(store: EventStore, gaming_day: str) -> Chosen:
    """And what lies between them in their streams, though it is another day's. NotFound, NotSigned."""
    spans: dict[str, list[int]] = {}
    rows: dict[tuple[str, int], Row] = {}
    for row in log_of(store):
        if _is_of(row, gaming_day):
            rows[row.stream, row.version] = row
            spans.setdefault(row.stream, []).append(row.version)
    if not rows:
        raise NotFound(f"nothing of gaming day {gaming_day} is stored")
    for stream, versions in spans.items():
        if versions[-1] - versions[0] >= len(versions):
            rows |= {(stream, row.version): row for row in store.rows_of(stream, versions[0], versions[-1])}
    in_order = sorted(rows.values())
    if len(in_order) > MANY_MAX[1]:
        raise NotFound(f"gaming day {gaming_day} has {len(in_order):,} events, a bundle holds {MANY_MAX[1]:,}: export its hands")
    checkpoint, *earlier = _covering(store, in_order[-1].position)
    return Chosen({"gaming_day": gaming_day}, in_order, checkpoint, earlier)


def written(chosen: Chosen, notary: Notary, ledger: tuple[Connection, LedgerTables], previous: str | None = None) -> Iterator[bytes]:
    """The lines of the bundle. `previous` is a checkpoint that somebody holds, of any size that the tree has come to. HistoryChanged."""
    entries = list(_entries(chosen.rows, *ledger))
    cards = list(_opened(chosen.rows, notary))
    size, others = chosen.checkpoint.size, _others(chosen, notary, previous)
    numbers = list(_numbers(notary, chosen.rows))
    digest = sha256()
    head = (FORM, notary.origin, chosen.scope, size, len(numbers), len(others), len(entries), len(cards))
    names = ("bundle", "origin", "scope", "size", "events", "others", "entries", "cards")
    for line in (
        dict(zip(names, head, strict=True)),
        {"checkpoint": chosen.checkpoint.note},
        *({"other": note, "consistency": _texts(notary.tree.consistency(*sorted((many, size))))} for many, note in others.items()),
        *(_event(number, row) for number, row in zip(numbers, chosen.rows, strict=True)),
        {"inclusion": _texts(notary.tree.inclusion(numbers, size))},
        *entries,
        *cards,
    ):
        data = f"{dumps(line)}\n".encode()
        digest.update(data)
        yield data
    yield f"{dumps({'seal': notary.note(f'{notary.origin} bundle', digest.hexdigest())})}\n".encode()


def _is_of(row: Row, gaming_day: str) -> bool:
    """Of the day's own events, which its checkpoints are not. Only a line that has the day somewhere is looked into."""
    line = row.state.partition(b"\n")[0]
    is_its = gaming_day.encode() in line and from_json(line)["gaming_day"] == gaming_day
    return is_its and not row.stream.startswith(CHECKPOINTS)


def _covering(store: EventStore, position: int) -> list[CheckpointSigned]:
    """The first checkpoint that covers this position, and those before it, backwards. NotSigned."""
    found: list[CheckpointSigned] = []
    for stream in reversed(store.streams(CHECKPOINTS)):
        for record in reversed(store.load(stream)):
            assert isinstance(record.event, CheckpointSigned)
            if record.event.position >= position:
                found = [record.event]
            elif not found:
                raise NotSigned
            elif len(found) > EARLIER_MAX:
                return found
            else:
                found.append(record.event)
    if not found:
        raise NotSigned
    return found


def _others(chosen: Chosen, notary: Notary, previous: str | None) -> dict[int, str]:
    """Notes by size, those that are in the bundle beside its own."""
    others = {checkpoint.size: checkpoint.note for checkpoint in chosen.earlier}
    if previous is not None:
        held: Checkpoint = Key(notary.key).checkpoint(previous, "the previous checkpoint")
        head = notary.tree.head()
        if not 0 < held.size <= head.size or notary.tree.root(held.size) != held.root:
            raise HistoryChanged(f"this house's {head.size} events do not go on from the previous checkpoint of {held.size} leaves")
        others[held.size] = previous
    others.pop(chosen.checkpoint.size, None)
    return others


def _numbers(notary: Notary, rows: Sequence[Row]) -> Iterator[int]:
    for row, number in zip(rows, notary.tree.numbers_of(rows), strict=True):
        if number is None:
            raise HistoryChanged(f"{row.id} at position {row.position} is not the event that the tree holds there: it was changed")
        yield number


def _event(number: int, row: Row) -> dict[str, Any]:
    fields = {"leaf": number, "position": row.position, "stream": row.stream, "version": row.version, "topic": row.topic}
    return {**fields, "state": row.state.decode()}


def _entries(rows: Sequence[Row], connection: Connection, tables: LedgerTables) -> Iterator[dict[str, Any]]:
    ids = {row.id for row in rows}
    lines = lines_between(connection, tables, rows[0].position, rows[-1].position)
    for event, of_event in groupby(lines, key=lambda line: str(line.pop("event_id"))):
        if event in ids:
            yield {"entry": event, "lines": list(of_event)}


def _opened(rows: Sequence[Row], notary: Notary) -> Iterator[dict[str, Any]]:
    """The cards that lie open in hands of the house's own deck, each with its place there; of no other card anything."""
    decks: dict[str, str] = {}
    for row in rows:
        if row.topic in _OPEN:
            line, _, facts = row.state.partition(b"\n")
            meta, fact = from_json(line), from_json(facts)
            hand = meta["subject"]
            if _commits(meta.get("command", {})):
                decks[hand] = row.id
            for card in _OPEN[row.topic](fact) if hand in decks else ():
                place, salt, path = notary.signer.opening(hand, card)
                opened = {"opened": row.id, "card": card, "deck": decks[hand], "place": place}
                yield {**opened, "salt": base64_of(salt), "path": _texts(path)}


def _commits(command: dict[str, Any]) -> bool:
    """Whether the order of the house's cards is committed to with this command's first event."""
    dealt = command.get("given", {}).get("dealt", ())
    return bool(dealt) and "deck" in dealt[0]


_OPEN: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "holdem.card-dealt.v1": lambda fact: [fact["card"]] if fact["card"] else [],
    "holdem.hand-shown.v1": lambda fact: fact["cards"],
}
"""What an event shows."""


def _texts(hashes: Iterable[bytes]) -> list[str]:
    return [base64_of(hash_) for hash_ in hashes]
