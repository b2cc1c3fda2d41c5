"""From a break back to what made it: counts, postings hand by hand, events, the rule in words, and the command to type next."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.articles import article_text
from domain.procedures import COUNTS, SLIPS
from domain.questions import Found
from projections.ledger.counted import Posting, postings, stakes
from projections.ledger.journal import lines_of
from projections.papers import Paper
from services.reconcile.desk import Desk
from services.reconcile.life import Standing
from services.reconcile.outputs import break_row
from services.reconcile.run import Result
from services.reconcile.sheets import Sheet, by_account
from services.reconcile.suspects import Group, suspects

_RULE_TEXTS: Final = {"R08": COUNTS, "R09": COUNTS, "R10": COUNTS, "R12": COUNTS, "R11": SLIPS}


def trail(result: Result, one: Standing) -> dict[str, Any]:
    """Everything that `pataca breaks show` tells. `groups` are hands, or lines of no hand, the likeliest cause first."""
    desk = result.desk
    groups = groups_of(desk, one)
    return {
        **break_row(one),
        "counts": _counts(desk, one),
        "groups": [_group(group) for group in groups],
        "entries": _entries(desk, one),
        "counterpart": _counterpart(result, one),
        "hint": _hint(desk, one),
        "article": _article(desk, one),
        "next": list(next_steps(one, groups)),
    }


def groups_of(desk: Desk, one: Standing) -> list[Group]:
    """Of a break of a count: what moved there since the count before it."""
    found = one.found
    if found.kind is None or found.at_pos is None or found.account is None or found.currency is None or found.difference is None:
        return []
    after = found.since or 0
    moved = postings(desk.connection, desk.books, found.account, found.currency, after, found.at_pos)
    winning: Sequence[Posting] = ()
    if found.kind in ("opener", "closer") and found.table is not None:
        winning = stakes(desk.connection, desk.books, found.table, found.currency, after, found.at_pos)
    return suspects(moved, winning, found.difference)


def next_steps(one: Standing, groups: Sequence[Group]) -> Iterator[str]:
    """Commands: the hand to look at first, then what the break itself waits for."""
    hand = next((group.hand for group in groups if group.hand), None) or one.found.hand
    lines = next(([fit.line for fit in group.fits] for group in groups if group.fits), []) or list(one.found.lines)
    if hand is not None:
        yield f"pataca hand replay {hand}"
    elif lines:
        yield f"pataca ledger why {lines[0]}"
    yield from of_life(one.id, one.status, one.as_found())


def of_life(name: str, status: str, found: Found | None) -> Iterator[str]:
    """What a break of this status waits for. `found`: what a run says of it; the figures of a count are approved as they are told."""
    match status:
        case "open" | "reopened":
            yield f"pataca breaks assign {name} --owner WHO --actor WHO"
        case "assigned":
            yield f"pataca breaks explain {name} EXPLANATION --actor WHO"
        case "explained" | "rejected":
            yield f"pataca breaks propose {name} 'how it is settled' --actor WHO"
        case "proposed":
            figures = f" --booked {found.side_a} --counted {found.side_b}" if found and found.kind else ""
            yield f"pataca breaks approve {name}{figures} --actor WHO --approver SOMEBODY-ELSE"


def _counts(desk: Desk, one: Standing) -> list[dict[str, Any]]:
    """The count of the break, and the one before it."""
    found = one.found
    for sheets in by_account(desk.counts):
        for number, sheet in enumerate(sheets):
            if sheet.paper.event_id in found.event_ids and found.kind == sheet.kind:
                before = [other for other in sheets[:number] if other.at_pos == found.since]
                return [_sheet(other) for other in (*before[-1:], sheet)]
    return [_sheet(Sheet.of(paper)) for paper in desk.counts if _is_drop_of(paper, one)]


def _is_drop_of(paper: Paper, one: Standing) -> bool:
    return one.found.kind == "drop" and paper.event_id in one.found.event_ids


def _sheet(sheet: Sheet) -> dict[str, Any]:
    paper = sheet.paper
    return {
        "kind": sheet.kind,
        "place": sheet.place,
        "time": paper.time,
        "at_pos": sheet.at_pos,
        "currency": sheet.currency,
        "amount": sheet.amount,
        "denominations": paper.event.denominations,
        "slip": paper.event.slip,
        "counted_by": paper.actor,
        "witnessed_by": paper.approver,
        "event": paper.event_id,
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "hand": group.hand,
        "net": group.net,
        "fits": [{"line": fit.line, "leg": fit.leg, "amount": fit.amount, "why": fit.why} for fit in group.fits],
        "lines": [_posting(posting) for posting in group.postings],
    }


def _posting(posting: Posting) -> dict[str, Any]:
    return {"line": posting.line, "leg": posting.leg, "amount": posting.amount, "player": posting.player, "time": posting.time}


def _entries(desk: Desk, one: Standing) -> list[dict[str, Any]]:
    """The events of the break with what they say and what was booked for them."""
    return [entry for event_id in one.found.event_ids if (entry := _entry(desk, event_id)) is not None]


def _entry(desk: Desk, event_id: str) -> dict[str, Any] | None:
    record = desk.record(event_id) if "@" in event_id else None
    lines = [line for line in lines_of(desk.connection, desk.ledger.tables, event_id) if line["position"] <= desk.as_of]
    if record is None and not lines:
        return None
    return {
        "event": event_id,
        "type": record.event.contract if record else None,
        "body": record.event.model_dump(mode="json") if record else None,
        "actor": record.meta.actor if record else None,
        "approver": record.meta.approver if record else None,
        "lines": [{name: line[name] for name in ("line", "book", "account", "currency", "amount", "leg", "rule")} for line in lines],
    }


def _counterpart(result: Result, one: Standing) -> str | None:
    """Another break of the same place that is the very opposite: then one of the two counts was wrong, and no chips are missing."""
    found = one.found
    if found.kind is None or not found.difference:
        return None
    for other in result.breaks:
        same_place = (other.found.account, other.found.currency) == (found.account, found.currency)
        if other.id != one.id and same_place and other.found.difference == -found.difference:
            return other.id
    return None


def _hint(desk: Desk, one: Standing) -> str | None:
    """What the difference looks like in chips, where the count says which faces lay there."""
    difference = one.found.difference
    said = [sheet["denominations"] for sheet in _counts(desk, one) if sheet["denominations"]]
    if not difference or not said or one.found.currency is None:
        return None
    for face in sorted({int(face) for denominations in said for face in denominations}, reverse=True):
        chips, rest = divmod(abs(difference), face)
        if not rest and 0 < chips <= _CHIPS_MAX:
            return f"{chips} {'chip' if chips == 1 else 'chips'} of {face} {'fewer' if difference < 0 else 'more'}"
    return None


_CHIPS_MAX: Final = 20


def _article(desk: Desk, one: Standing) -> str | None:
    """The rule in words: that of the entry's lines, or the house's own procedure for what people count."""
    for entry in _entries(desk, one):
        for line in entry["lines"]:
            return f"{line['rule']}: {article_text(line['rule'])}" if line["rule"] else None
    procedure = _RULE_TEXTS.get(one.found.rule)
    return f"{procedure}: {article_text(procedure)}" if procedure else None
