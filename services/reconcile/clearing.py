"""R15: what waits on a clearing account is explained, or becomes a break as it grows old; exchanges keep to the policy's rate."""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import select

from domain.counting.events import CountDifferenceAccepted, DropCounted
from projections.days import days_apart
from projections.ledger.counted import Standing, standing
from services.reconcile.desk import Desk
from services.reconcile.found import Break, Findings, Unmatched
from services.reconcile.severity import of_kind

_RULE: Final = "R15"
_CODES: Final = ("1320", "2131", "2410", "7900", "9240")


def compare_clearing(desk: Desk) -> Findings:
    """Slips on the way are R11's, differences of counted boxes R09's; what is left is told here."""
    findings = Findings()
    for one in standing(desk.connection, desk.books, _CODES):
        code, _, place = one.account.partition(":")
        explained = _EXPLAINS[code](desk, one)
        if explained is not None:
            findings.events.append(
                Unmatched(_RULE, code, place or code, one.since, one.currency, one.balance, f"position {one.position}", explained)
            )
        elif days_apart(one.since, desk.day) > 0:
            findings.breaks.append(_aged(one, place))
    findings.breaks += _exchanges(desk)
    return findings


def _of_box(desk: Desk, one: Standing) -> str | None:
    """Counted: then a difference is R09's to tell."""
    box = one.account.partition(":")[2]
    counted = any(isinstance(p.event, DropCounted) and (p.event.box, p.event.currency) == (box, one.currency) for p in desk.counts)
    return "difference of a count" if counted else None


def _unattributed(desk: Desk, one: Standing) -> str | None:
    place = one.account.partition(":")[2]
    differences = [paper.event for paper in desk.counts if isinstance(paper.event, CountDifferenceAccepted)]
    accepted = sum(event.difference for event in differences if (event.place, event.currency, event.book) == (place, one.currency, "CHIP"))
    return "accepted differences of counts" if accepted == one.balance else None


def _dispute(desk: Desk, one: Standing) -> str | None:
    """Until it is due, a case explains what its own events say that a player is owed or owes. Its pot is empty when it is settled anew."""
    _, name, part = one.account.split(":")
    case = desk.cases.get(name)
    if case is None or case.opened is None or case.balances.get(part) != -one.balance or case.opened.due < desk.day:
        return None
    return f"dispute {name}, due {case.opened.due}"


_EXPLAINS: Final[dict[str, Any]] = {
    "1320": _of_box,
    "2131": _unattributed,
    "2410": _dispute,
    "7900": lambda _desk, _one: "exchanged at the policy's rates",
    "9240": lambda _desk, _one: "on the way, or received otherwise than sent (R11)",
}


def _aged(one: Standing, place: str) -> Break:
    return Break(
        rule=_RULE,
        type="TIMING",
        key=f"{one.account} {one.currency}",
        gaming_day=one.since,
        position=one.position,
        side_a=0,
        side_b=one.balance,
        severity=of_kind("TIMING"),
        text=f"{one.account} is not cleared since {one.since}",
        currency=one.currency,
        place=place or one.account,
        account=one.account,
    )


def _exchanges(desk: Desk) -> Iterator[Break]:
    """Each exchange at the rate of its day's policy, rounded down."""
    lines, entries = desk.books.lines.c, desk.books.entries.c
    query = (
        select(entries.event_id, entries.position, entries.gaming_day, lines.leg, lines.currency, lines.amount)
        .join_from(desk.books.lines, desk.books.entries, entries.position == lines.position)
        .where(lines.account == "7900", lines.leg.in_(["FX_IN", "FX_OUT"]))
        .order_by(entries.position, lines.n)
    )
    out: dict[str, tuple[str, int]] = {}
    for event_id, position, day, leg, currency, amount in desk.connection.execute(query):
        if leg == "FX_OUT":
            out[event_id] = (currency, -amount)
            continue
        given, paid = out.pop(event_id, (currency, 0))
        rate = desk.figures(day).rate(given, currency)
        due = paid * rate[0] // rate[1] if rate else 0
        if amount != due:
            yield Break(
                rule=_RULE,
                type="FX",
                key=event_id,
                gaming_day=day,
                position=position,
                side_a=due,
                side_b=int(amount),
                severity=of_kind("FX"),
                text=f"{given} into {currency} at another rate than the policy's",
                currency=currency,
                place=event_id.partition("@")[0].partition("/")[2],
                account="7900",
                event_ids=(event_id,),
            )
