"""R01 to R07 and R14: what the proofs of the books find, told as breaks. One fault is one break, whatever else it upsets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import select

from domain.event import Recorded, key_of
from domain.money import EXPONENT
from projections.ledger import prove_books
from projections.ledger.proof import Difference, Sides, Verdict
from projections.ledger.prove_days import DaysKept
from projections.ledger.prove_events import PostedAgain
from projections.ledger.prove_games import PlayedAgain
from projections.ledger.prove_policy import PolicyAgain
from projections.ledger.prove_signs import WalletsAgain
from services.reconcile.desk import About, Desk
from services.reconcile.found import Break
from services.reconcile.severity import of_kind

_EVENT: Final = re.compile(r"(?P<event>[^ ]+/[^ ]+@[0-9]+)(?: .*)?")
_AT: Final = re.compile(r"(?:position )?(?P<position>[0-9]+)(?: .*)?")
_RANK: Final = ("UNBALANCED", "CHAIN", "DUPLICATE_ENTRY", "ORPHAN_ENTRY", "MISSING_ENTRY")
"""Of several findings about one entry the first of these is the fault, then what R02 says of its fields; its other hash follows."""


@dataclass(frozen=True, slots=True)
class Proved:
    """`verdicts` by rule, what they come to as breaks, and how many events were read."""

    verdicts: Sequence[Verdict]
    breaks: Sequence[Break]
    events: int


def prove_all(desk: Desk, records: Iterable[Recorded]) -> Proved:
    """`records`: the log up to the position of the desk; it is read once."""
    connection, books = desk.connection, desk.books
    posted = PostedAgain(connection, books)
    readers = (posted, PlayedAgain(connection, books), WalletsAgain(connection, books), DaysKept(), PolicyAgain())
    events = 0
    for recorded in records:
        events += 1
        for reader in readers:
            reader.take(recorded)
    verdicts = [verdict for reader in readers for verdict in reader.verdicts()]
    verdicts.append(prove_books.unbroken(connection, books, posted.heads()))
    verdicts.append(prove_books.zero_sum(connection, books, list(posted.context.sessions.values())))
    verdicts.append(prove_books.both_books(connection, books))
    verdicts.append(prove_books.balances(connection, desk.ledger.tables))
    verdicts.sort(key=lambda verdict: verdict.rule)
    return Proved(verdicts, list(breaks_of(desk, verdicts)), events)


def breaks_of(desk: Desk, verdicts: Iterable[Verdict]) -> Iterator[Break]:
    """Findings about an entry come first; what they upset elsewhere (a balance, a hand, a wallet) is told with them."""
    differences = [difference for verdict in verdicts for difference in verdict.differences]
    of_entries: dict[int, list[Difference]] = {}
    others: list[Difference] = []
    for difference in differences:
        position = _position(desk, difference)
        if position is None:
            others.append(difference)
        else:
            of_entries.setdefault(position, []).append(difference)
    found = [_of_entry(desk, position, of_entries[position]) for position in sorted(of_entries)]
    touched = [_touched(desk, one) for one in found]
    booked = booked_breaks(desk)
    known = {(one.type, one.hand, one.currency) for one in booked}
    for difference in _first_of_each(others):
        cause = next((number for number, words in enumerate(touched) if _follows(difference, words)), None)
        if cause is not None:
            found[cause] = replace(found[cause], also=(*found[cause].also, str(difference)))
        else:
            one = _by_itself(desk, difference)
            if (one.type, one.hand, one.currency) not in known:
                found.append(one)
    yield from found
    yield from booked


def booked_breaks(desk: Desk) -> list[Break]:
    """What the books found while booking, by its own id (projections/ledger/breaks.py)."""
    rows = desk.ledger.tables.breaks
    query = select(rows).where(rows.c.position <= desk.as_of).order_by(rows.c.position, rows.c.key)
    return [
        Break(
            rule=row["rule"],
            type=row["type"],
            key=row["key"],
            gaming_day=row["gaming_day"],
            position=row["position"],
            side_a=row["side_a"],
            side_b=row["side_b"],
            severity=of_kind(row["type"]),
            text="what the event says against what came before it" if row["type"] == "AMOUNT" else "not empty when it must be",
            currency=row["currency"],
            table=row["table"],
            hand=row["hand"],
            event_ids=(row["event_id"],),
        )
        for row in desk.connection.execute(query).mappings()
    ]


def _position(desk: Desk, difference: Difference) -> int | None:
    """Of the entry that it is about; None where it is about something else."""
    if named := _EVENT.fullmatch(difference.key):
        event = desk.event(named["event"])
        return event.position if event else None
    if difference.type != "TRANSFER_UNPAIRED" and (at := _AT.fullmatch(difference.key)):
        return int(at["position"])
    return None


def _of_entry(desk: Desk, position: int, differences: Sequence[Difference]) -> Break:
    first, *others = sorted(differences, key=_rank)
    same = [other for other in others if (other.rule, other.type) != (first.rule, first.type)]
    event = desk.event_at(position)
    key = event.event_id if event else f"position {position}"
    found = _break(desk, first, key, event, position)
    return replace(found, also=tuple(str(other) for other in same))


def _rank(difference: Difference) -> tuple[int, str]:
    if (difference.rule, difference.type) == ("R02", "CHAIN"):
        return len(_RANK) + 1, difference.rule
    return _RANK.index(difference.type) if difference.type in _RANK else len(_RANK), difference.rule


def _first_of_each(differences: Iterable[Difference]) -> Iterator[Difference]:
    """An account below 0 is told once, where it first was."""
    below: set[str] = set()
    for difference in differences:
        account = difference.key.partition(" at ")[0]
        if difference.type != "NEGATIVE_BALANCE" or account not in below:
            yield difference
        if difference.type == "NEGATIVE_BALANCE":
            below.add(account)


def _by_itself(desk: Desk, difference: Difference) -> Break:
    """About an account, a hand, a chain; a balance below 0 also says since which position."""
    about, _, position = difference.key.partition(" at ")
    if difference.type == "NEGATIVE_BALANCE" and position:
        return _break(desk, difference, about, desk.event_at(int(position)), int(position))
    return _break(desk, difference, difference.key, None, desk.as_of)


def _break(desk: Desk, difference: Difference, key: str, event: About | None, position: int) -> Break:
    sides = difference.sides or _sides(difference)
    words = difference.key.split(" ")
    currency = sides.currency if sides else next((word for word in words if word in EXPONENT), None)
    account = next((word for word in words if re.fullmatch(r"[1-9][0-9]{3}(:.+)?", word)), None)
    hand = event.hand if event else next((word for word in words if re.fullmatch(r"[^/ ]+/[0-9-]{10}/[0-9]+", word)), None)
    day = event.gaming_day if event else next((word for word in words if re.fullmatch(r"\d{4}-\d\d-\d\d", word)), None)
    return Break(
        rule=difference.rule,
        type=difference.type,
        key=key,
        gaming_day=day or (hand.split("/")[1] if hand else desk.day),
        position=position,
        side_a=sides.expected if sides else _side(difference.expected),
        side_b=sides.found if sides else _side(difference.found),
        severity=of_kind(difference.type),
        text=difference.key,
        currency=currency,
        table=event.table if event else hand.split("/")[0] if hand else None,
        hand=hand,
        account=account,
        event_ids=(event.event_id,) if event else (),
        lines=desk.lines_at(position) if event else (),
    )


def _sides(difference: Difference) -> Sides | None:
    """Balances are told as debits and credits; what they come to is their sum."""
    both: list[Any] = [difference.expected, difference.found]
    if difference.type == "NEGATIVE_BALANCE":
        return Sides(difference.key.split(" ")[1], 0, int(difference.found))
    if all(isinstance(side, tuple) and len(side) == 2 and all(type(part) is int for part in side) for side in both):
        words = difference.key.split(" ")
        return Sides(words[1] if len(words) > 1 else "", sum(both[0]), sum(both[1]))
    return None


def _side(value: Any) -> int | str:
    return value if type(value) is int else str(value)


def _touched(desk: Desk, one: Break) -> set[str]:
    """Names that a fault of this entry upsets: accounts of its lines, its hand, its table, its wallet."""
    names = {name for name in (one.hand, one.table) if name}
    names |= set(desk.accounts_at(one.position))
    for event_id in one.event_ids:
        kind, key = event_id.split("/")[0], key_of(event_id.partition("@")[0])
        names |= {f"2010:{key}", f"2020:{key}"} if kind == "wallets" else {key} if kind == "tables" else set()
    return names


def _follows(difference: Difference, names: set[str]) -> bool:
    """Sums of lines against balances (R06) stand by themselves: no entry that is wrong makes them differ."""
    return difference.rule in ("R05", "R07", "R14") and not names.isdisjoint(difference.key.split(" "))
