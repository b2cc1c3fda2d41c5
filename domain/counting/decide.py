"""Decisions on counts. What a count says is compared with the books afterwards; nothing is refused for being other than expected."""

from typing import Any

from domain.counting.commands import Count, RemoveDrop
from domain.counting.counts import Counts, DropBox, Taken
from domain.counting.events import CageCounted, CommissionBoxCounted, Counted, DropCounted, DropRemoved, TrayCounted
from domain.denominations import chips_total
from domain.event import Event
from domain.fields import is_table_code
from domain.house import two_people, within_limit
from domain.procedures import COUNTS
from domain.rules import RuleBroken


def counted_at(command: Count) -> str:
    """At which place a count is on record, drop boxes left aside: a table, or the cage that has the chips afterwards."""
    return command.cage if command.kind == "commission-box" else command.place


def decide_count(counts: Counts | None, command: Count, *, counted_before: bool, at_pos: int, last_position: int) -> list[Event]:
    """`counts` are those of `counted_at`; for a drop box those of its table, None where no such box was removed.

    `counted_before`: whether a count of the same place, kind, currency, moment and slip is on record. `last_position` of the log.
    """
    two_people(command, COUNTS)
    amount = chips_total(command.amount, command.denominations, COUNTS)
    if at_pos > last_position:
        message = f"the log ends at position {last_position}: nothing can be compared with it at {at_pos}"
        raise RuleBroken("position-ahead", COUNTS, message, {"at_pos": {"max": last_position}})
    if command.kind in ("opener", "closer", "commission-box") and not is_table_code(command.place):
        raise RuleBroken("bad-id", None, "field 'place': a table's code is 1 to 32 of A-Z a-z 0-9 -")
    if command.kind == "drop":
        return [_drop_counted(counts.boxes.get(command.place) if counts else None, command, amount, at_pos)]
    assert counts is not None, "only of a drop box nothing may be known"
    if counted_before:
        raise _counted_before(command)
    if command.kind == "commission-box":
        within_limit(counts.chips.get(command.currency, 0), amount, f"cage {command.cage}")
    return [_counted(command, amount, at_pos)]


def decide_remove_drop(counts: Counts, command: RemoveDrop, *, box_used: bool, sessions: list[Taken]) -> list[Event]:
    """`counts` and `sessions` are the table's: the sessions from that of the last removal on, none for a table that was never open."""
    two_people(command, COUNTS)
    if box_used:
        raise RuleBroken("box-used", COUNTS, f"a box {command.box} was removed before; every removal has a number of its own")
    if not sessions:
        raise RuleBroken("no-such-table", COUNTS, f"table {command.table} was never open: it has no drop box")
    last = sessions[-1]
    booked = counts.not_removed(sessions)
    return [DropRemoved(table=command.table, box=command.box, booked=dict(booked), session=last.session, session_cash=last.cash)]


def _drop_counted(box: DropBox | None, command: Count, amount: int, at_pos: int) -> DropCounted:
    """A box holds what it held when it was removed: it is counted once."""
    if box is None:
        raise RuleBroken("no-such-box", COUNTS, f"no drop box {command.place} was removed from a table")
    if command.currency in box.counted:
        raise _counted_before(command)
    return DropCounted(table=box.table, box=command.place, **_said(command, amount, at_pos))


def _counted_before(command: Count) -> RuleBroken:
    return RuleBroken("counted-before", COUNTS, f"this count of {command.place} ({command.kind}, {command.currency}) is on record")


def _counted(command: Count, amount: int, at_pos: int) -> Counted:
    said = _said(command, amount, at_pos)
    match command.kind:
        case "opener" | "closer":
            return TrayCounted(table=command.place, kind=command.kind, **said)
        case "commission-box":
            return CommissionBoxCounted(table=command.place, cage=command.cage, **said)
        case "cage-chips" | "cage-cash":
            return CageCounted(cage=command.place, kind=command.kind, **said)
    raise ValueError(f"a count of kind {command.kind} needs the table of its box")


def _said(command: Count, amount: int, at_pos: int) -> dict[str, Any]:
    """The fields of every count."""
    return {
        "currency": command.currency,
        "amount": amount,
        "at_pos": at_pos,
        "denominations": command.denominations,
        "slip": command.slip,
    }
