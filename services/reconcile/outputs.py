"""What a run leaves behind: tables for programs and sheets, one screen for a person, and the proof. The same run gives the same bytes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from services.reconcile.book import sheets
from services.reconcile.life import Standing
from services.reconcile.proof import proof_bytes, proof_of
from services.reconcile.run import RULES, Result
from services.reconcile.summary import sentences
from services.reports.columns import CURRENCY, GAMING_DAY, TABLE, amounts, counts, texts
from services.reports.csv_form import to_csv
from services.reports.forms import ExtraMissing, json_bytes, workbook
from services.reports.language import Language
from services.reports.report import Column, Report

_BREAKS: Final[Sequence[Column]] = (
    *texts(id="break", rule="rule", type="type", severity="severity"),
    GAMING_DAY,
    TABLE,
    *texts(shift="shift", hand="hand", kind="kind", place="place"),
    CURRENCY,
    *amounts(side_a="expected", side_b="found", difference="difference"),
    *texts(expected="expected (text)", found="found (text)", text="what"),
    *counts(age="age"),
    *texts(bucket="age group", owner="owner", status="status", explanation="explanation", evidence="evidence"),
    *texts(events="events", lines="lines", also="also found"),
    *texts(first_seen="first seen"),
    *counts(first_position="at position"),
    *texts(last_seen="last seen"),
    *counts(last_position="at position"),
    *texts(resolved_by="resolved by"),
)
_COMPARED: Final[Sequence[Column]] = (
    *texts(rule="rule", what="what", place="place"),
    TABLE,
    GAMING_DAY,
    CURRENCY,
    *amounts(side_a="expected", side_b="found", difference="difference"),
    *texts(state="state", source="source"),
)
_UNMATCHED: Final[Sequence[Column]] = (
    *texts(rule="rule", what="what", place="place"),
    TABLE,
    GAMING_DAY,
    CURRENCY,
    *amounts(amount="amount"),
    *texts(source="source", text="text"),
)
_WIN: Final[Sequence[Column]] = (
    GAMING_DAY,
    TABLE,
    *texts(shift="shift"),
    CURRENCY,
    *texts(status="status"),
    *amounts(opener="opener", fills="fills", credits="credits", drop_cash="drop, cash", drop_wallet="drop, wallet", closer="closer"),
    *amounts(
        count_win="win by count", event_win="win by events", difference="difference", explained="explained by counts", left="left over"
    ),
)


def files(result: Result, option: str = "") -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each file of `--out`. `option` names the house in the commands that the summary prints."""
    told, reports, proof = summary(result), reports_of(result), proof_of(result)
    yield "summary.json", json_bytes(told)
    yield "summary.txt", ("\n".join(sentences(result, option)) + "\n").encode()
    for name, report in reports.items():
        yield f"{name}.csv", to_csv(report).encode()
    yield "proof.json", proof_bytes(proof)
    try:
        yield "reconciliation.xlsx", workbook(sheets(told, reports, proof), Language("en"))
    except ExtraMissing:
        return


def write(result: Result, folder: Path, option: str = "") -> list[str]:
    """Into this folder, which is made where there is none; the names of the files. OSError where it cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for name, data in files(result, option):
        (folder / name).write_bytes(data)
        names.append(name)
    return names


def reports_of(result: Result) -> dict[str, Report]:
    """The tables, by the name of their file."""
    return {
        "breaks": _report(result, "breaks", "Breaks", _BREAKS, [break_row(one) for one in result.breaks]),
        "matched": _report(result, "matched", "Matched", _COMPARED, [_compared(one) for one in result.compared if one.state is not None]),
        "unmatched_events": _report(result, "unmatched_events", "Unmatched events", _UNMATCHED, [_plain(one) for one in result.events]),
        "unmatched_counts": _report(result, "unmatched_counts", "Unmatched counts", _UNMATCHED, [_plain(one) for one in result.counts]),
        "win": _report(result, "win", "Win", _WIN, result.win),
    }


def summary(result: Result) -> dict[str, Any]:
    """Everything of a run on one line of JSON."""
    standing = [one for one in result.breaks if one.counts]
    return {
        "outcome": result.outcome,
        "gaming_day": result.scope.gaming_day,
        "as_of": result.desk.as_of,
        "currency": result.scope.currency,
        "table": result.scope.table,
        "severities": dict(sorted(Counter(one.severity for one in standing).items())),
        "rules": [_rule(result, rule) for rule in RULES],
        "breaks": [break_row(one) for one in result.breaks],
        "missing": [{"rule": one.rule, "place": one.place, "state": one.state, "text": one.text} for one in result.missing],
        "inputs": dict(sorted(result.inputs.items())),
    }


def break_row(one: Standing) -> dict[str, Any]:
    """A break as every form tells it. Sides that are no money are texts: `expected` and `found`."""
    found, record = one.found, one.record
    money = found.currency is not None and found.difference is not None
    return {
        "id": one.id,
        "rule": found.rule,
        "type": found.type,
        "severity": one.severity,
        "gaming_day": found.gaming_day,
        "table": found.table,
        "shift": found.shift,
        "hand": found.hand,
        "kind": found.kind,
        "place": found.place,
        "currency": found.currency,
        "side_a": found.side_a if money else None,
        "side_b": found.side_b if money else None,
        "difference": found.difference if money else None,
        "expected": None if money else str(found.side_a),
        "found": None if money else str(found.side_b),
        "text": found.text,
        "within_tolerance": found.within,
        "at_pos": found.at_pos,
        "age": one.age,
        "bucket": one.bucket,
        "owner": record.owner,
        "status": one.status,
        "explanation": record.explained.explanation if record.explained else None,
        "evidence": record.explained.evidence if record.explained else None,
        "events": " ".join(found.event_ids),
        "lines": " ".join(found.lines),
        "also": "; ".join(found.also),
        "first_seen": found.gaming_day,
        "first_position": found.position,
        "last_seen": one.last_day,
        "last_position": one.last_position,
        "resolved_by": " ".join(one.resolved_by),
    }


def _rule(result: Result, rule: str) -> dict[str, Any]:
    of_rule = [one for one in result.breaks if one.found.rule == rule and one.counts]
    missing = {one.state for one in result.missing if one.rule == rule}
    checked = sum(verdict.checked for verdict in result.verdicts if verdict.rule == rule)
    compared = sum(one.rule == rule for one in result.compared)
    state = "breaks" if of_rule else "matched" if checked or compared else next(iter(sorted(missing)), "nothing to compare")
    return {"rule": rule, "title": RULES[rule], "state": state, "checked": checked + compared, "breaks": len(of_rule)}


def _report(result: Result, name: str, title: str, columns: Sequence[Column], rows: Sequence[Mapping[str, Any]]) -> Report:
    days = {"from": None, "to": result.scope.gaming_day}
    return Report(name, title, result.desk.as_of, columns, rows, head={"version": 1, "days": days})


def _compared(one: Any) -> dict[str, Any]:
    return {**_plain(one), "difference": one.side_b - one.side_a}


def _plain(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__slots__}
