"""R11: what a slip sent is what it brought and what the books have on the way for it, no number is missing, nothing is on the way
once the day is cut; and what was written on paper is what is on record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from domain.closing.events import GamingDayCut
from projections.ledger.counted import standing
from projections.papers import SLIPS, Paper
from projections.slips import gaps, register
from services.reconcile.desk import Desk
from services.reconcile.found import Break, Findings, Matched, Missing, Unmatched
from services.reconcile.severity import of_kind
from services.reconcile.slips_file import PaperSlip

_RULE: Final = "R11"


def compare_slips(desk: Desk, paper_slips: Sequence[PaperSlip] | None) -> Findings:
    """`paper_slips` are those of the file, None without one."""
    papers = desk.papers(*SLIPS)
    rows = {row["slip"]: row for row in register(papers)}
    sent = {paper.event.slip: paper for paper in reversed(papers)}
    events = {slip: (paper.event_id, paper.position) for slip, paper in sent.items()}
    findings = Findings()
    cut = [paper.event.gaming_day for paper in desk.papers(GamingDayCut)]
    for slip, row in rows.items():
        _compare(findings, row, *events[slip], is_cut=any(day >= row["gaming_day"] for day in cut))
    findings.breaks += _missing_numbers(rows, events)
    findings.breaks += _not_booked(desk, papers, rows, events)
    if paper_slips is None:
        findings.missing.append(Missing(_RULE, "slips file", "not-given", "slips are compared with each other, and not with paper"))
    else:
        _compare_paper(findings, rows, events, paper_slips)
    return findings


def _compare(findings: Findings, row: Mapping[str, Any], event_id: str, position: int, *, is_cut: bool) -> None:
    place, day, currency = f"{row['slip']}", row["gaming_day"], row["currency"]
    if row["status"] == "on-the-way":
        text = f"{row['kind']} {place} of {row['table']} was sent and has not arrived"
        findings.events.append(Unmatched(_RULE, row["kind"], place, day, currency, row["sent"], event_id, text, row["table"]))
        kind = "SLIP_UNPAIRED" if is_cut else "TIMING"
        findings.breaks.append(_break(row, kind, place, row["sent"], 0, text, event_id, position))
        return
    came = row["sent"] if row["status"] == "voided" else row["received"]
    agrees = came == row["sent"]
    findings.compared.append(
        Matched(_RULE, row["kind"], place, day, currency, row["sent"], came, "matched" if agrees else None, event_id, row["table"])
    )
    if not agrees:
        text = f"{row['kind']} {place} of {row['table']} brought something else than it sent"
        findings.breaks.append(_break(row, "SLIP_UNPAIRED", place, row["sent"], came, text, event_id, position))


def _break(row: Mapping[str, Any], kind: str, key: str, side_a: int, side_b: int, text: str, event_id: str, position: int) -> Break:
    return Break(
        rule=_RULE,
        type=kind,
        key=key,
        gaming_day=row["gaming_day"],
        position=position,
        side_a=side_a,
        side_b=side_b,
        severity=of_kind(kind),
        text=text,
        currency=row["currency"],
        table=row["table"],
        place=row["slip"],
        account=f"9240:{row['slip']}",
        event_ids=(event_id,),
    )


def _not_booked(
    desk: Desk, papers: Sequence[Paper], rows: Mapping[str, Mapping[str, Any]], events: Mapping[str, tuple[str, int]]
) -> Iterator[Break]:
    """What 9240 holds for a slip is what it sent and has not brought."""
    booked = {(one.account, one.currency): one.balance for one in standing(desk.connection, desk.books, ("9240",))}
    for slip, row in rows.items():
        account = f"9240:{slip}"
        on_the_way = 0 if row["status"] == "voided" else row["sent"] - (row["received"] or 0)
        found = booked.get((account, row["currency"]), 0)
        if found != on_the_way:
            text = f"the books have something else on the way for {row['kind']} {slip} of {row['table']}"
            one = _break(row, "BALANCE", account, on_the_way, found, text, *events[slip])
            yield replace(one, event_ids=tuple(paper.event_id for paper in papers if paper.event.slip == slip))


def _missing_numbers(rows: Mapping[str, dict[str, Any]], events: Mapping[str, tuple[str, int]]) -> Iterator[Break]:
    """A gap is seen by the first slip behind it. Its sides are numbers of slips."""
    for gap in gaps(rows.values()):
        after = _first_after(gap["slip"].split(" to ")[-1], rows)
        event_id, position = events[after]
        yield Break(
            rule=_RULE,
            type="SLIP_GAP",
            key=gap["slip"],
            gaming_day=rows[after]["gaming_day"],
            position=position,
            side_a=gap["missing"],
            side_b=0,
            severity=of_kind("SLIP_GAP"),
            text=f"no slip {gap['slip']} is on record, and {after} is",
            place=gap["slip"],
            event_ids=(event_id,),
        )


def _first_after(last_missing: str, slips: Mapping[str, Any]) -> str:
    """The slip whose number follows: of the same series, so that only its digits differ."""
    series = last_missing.rstrip("0123456789")
    following = int(last_missing[len(series) :]) + 1
    return next(
        slip for slip in slips if slip.startswith(series) and slip[len(series) :].isdigit() and int(slip[len(series) :]) == following
    )


def _compare_paper(
    findings: Findings, rows: Mapping[str, Mapping[str, Any]], events: Mapping[str, tuple[str, int]], paper_slips: Sequence[PaperSlip]
) -> None:
    days = {paper.gaming_day for paper in paper_slips}
    for paper in paper_slips:
        row = rows.get(paper.slip)
        if row is None:
            text = f"{paper.kind} {paper.slip} of {paper.table} is on paper and not on record"
            findings.counts.append(
                Unmatched(_RULE, paper.kind, paper.slip, paper.gaming_day, paper.currency, paper.amount, paper.source, text)
            )
            findings.breaks.append(_of_paper(paper, "SLIP_UNPAIRED", 0, paper.amount, text))
            continue
        findings.breaks += _differences(row, paper, *events[paper.slip])
    on_paper = {paper.slip for paper in paper_slips}
    for slip, row in rows.items():
        if row["gaming_day"] in days and slip not in on_paper:
            event_id, position = events[slip]
            text = f"{row['kind']} {slip} of {row['table']} is on record and not on paper"
            findings.events.append(
                Unmatched(_RULE, row["kind"], slip, row["gaming_day"], row["currency"], row["sent"], event_id, text, row["table"])
            )
            findings.breaks.append(_break(row, "SLIP_UNPAIRED", f"{slip} paper", row["sent"], 0, text, event_id, position))


def _differences(row: Mapping[str, Any], paper: PaperSlip, event_id: str, position: int) -> Iterator[Break]:
    """One break a slip: what makes it another slip altogether comes before its amount."""
    for kind, name, said in (
        ("CURRENCY", "currency", paper.currency),
        ("ACCOUNT", "kind", paper.kind),
        ("ACCOUNT", "table", paper.table),
        ("ACCOUNT", "cage", paper.cage),
    ):
        if row[name] != said:
            text = f"slip {paper.slip} has the {name} {said} on paper and {row[name]} on record"
            found = _break(row, kind, f"{paper.slip} paper", row["sent"], paper.amount, text, event_id, position)
            yield found
            return
    if (row["status"] == "voided") != paper.voided:
        text = f"slip {paper.slip} is {'voided' if paper.voided else 'not voided'} on paper and {row['status']} on record"
        side_a, side_b = (0 if row["status"] == "voided" else row["sent"]), (0 if paper.voided else paper.amount)
        yield _break(row, "SLIP_UNPAIRED", f"{paper.slip} paper", side_a, side_b, text, event_id, position)
    elif row["sent"] != paper.amount:
        text = f"slip {paper.slip} has another amount on paper than on record"
        yield _break(row, "AMOUNT", f"{paper.slip} paper", row["sent"], paper.amount, text, event_id, position)


def _of_paper(paper: PaperSlip, kind: str, side_a: int, side_b: int, text: str) -> Break:
    return Break(
        rule=_RULE,
        type=kind,
        key=f"{paper.slip} paper",
        gaming_day=paper.gaming_day,
        position=paper.position,
        side_a=side_a,
        side_b=side_b,
        severity=of_kind(kind),
        text=text,
        currency=paper.currency,
        table=paper.table,
        place=paper.slip,
    )
