"""A file of counts on its way in: as `count` commands, all of them or none; in a dry run as papers that are on no record."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.closing.events import CloseSigned
from domain.counting import events as counting
from domain.event import Event
from domain.rules import RuleBroken
from infra.event_store import EventStore
from projections.papers import Paper
from services.commands import Commands
from services.reconcile.counts_file import CountedSheet
from services.reconcile.desk import Desk
from services.reconcile.files import FileTaken, Given
from services.reconcile.sheets import Sheet


def record(commands: Commands, store: EventStore, given: Given, sheets: Iterable[CountedSheet]) -> None:
    """FileRefused with the line of the first sheet that the house refuses, and then nothing is stored; FileTaken."""
    with commands.together():
        for sheet in sheets:
            raw = sheet.command(given)
            if store.receipt(raw["actor"], raw["key"]) is not None:
                raise FileTaken(given.name)
            try:
                commands.handle(raw)
            except RuleBroken as refusal:
                given.refuse(sheet.line, f"{refusal.code}: {refusal.message}")


def as_papers(desk: Desk, given: Given, sheets: Iterable[CountedSheet]) -> Iterator[Paper]:
    """What recording them would leave, behind everything that is on record. Sheets on record are passed over. FileRefused."""
    known = {Sheet.of(paper).key for paper in desk.on_record if isinstance(paper.event, counting.Counted)}
    removed = {paper.event.box: paper.event.table for paper in desk.on_record if isinstance(paper.event, counting.DropRemoved)}
    drops = {(p.event.box, p.event.currency) for p in desk.on_record if isinstance(p.event, counting.DropCounted)}
    signed = {paper.event.gaming_day for paper in desk.papers(CloseSigned)}
    for number, sheet in enumerate(sheets, 1):
        row = sheet.row
        at_pos = desk.as_of if row["at_pos"] is None else row["at_pos"]
        if at_pos > desk.as_of:
            given.refuse(sheet.line, f"at_pos: the books have come to position {desk.as_of}, not to {at_pos}")
        if row["kind"] == "drop" and row["place"] not in removed:
            given.refuse(sheet.line, f"no-such-box: no drop box {row['place']} was removed from a table")
        paper = _paper(sheet, _event(sheet, at_pos, removed), desk.as_of + number)
        if Sheet.of(paper).key in known:
            continue
        if row["gaming_day"] in signed:
            given.refuse(sheet.line, f"day-closed: gaming day {row['gaming_day']} is signed")
        if row["kind"] == "drop" and (row["place"], row["currency"]) in drops:
            given.refuse(sheet.line, f"counted-before: drop box {row['place']} is counted in {row['currency']}")
        yield paper


def _event(sheet: CountedSheet, at_pos: int, removed: Mapping[str, str]) -> Event:
    row = sheet.row
    said: dict[str, Any] = {
        "currency": row["currency"],
        "amount": sheet.amount,
        "at_pos": at_pos,
        "denominations": sheet.chips or None,
        "slip": row["slip"],
    }
    match row["kind"]:
        case "opener" | "closer":
            return counting.TrayCounted(table=row["place"], kind=row["kind"], **said)
        case "commission-box":
            return counting.CommissionBoxCounted(table=row["place"], cage="", **said)
        case "drop":
            return counting.DropCounted(table=removed[row["place"]], box=row["place"], **said)
    return counting.CageCounted(cage=row["place"], kind=row["kind"], **said)


def _paper(sheet: CountedSheet, event: Event, position: int) -> Paper:
    row = sheet.row
    return Paper(
        position=position,
        event_id=sheet.source,
        gaming_day=row["gaming_day"],
        time=row["counted_at"],
        key=row["place"],
        table=getattr(event, "table", None),
        actor=row["counted_by"],
        approver=row["witnessed_by"],
        event=event,
    )
