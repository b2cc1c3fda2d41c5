"""The register of slips: what each fill and credit sent and brought, who stood behind it, and the numbers that are missing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from domain.cage.events import CreditReceived, CreditSent, FillReceived, FillSent, SlipVoided
from projections.papers import Paper

Row = dict[str, Any]
_NUMBER = re.compile(r"(?P<series>.*?)(?P<number>[0-9]{1,18})", re.DOTALL)
_TEXTS = ("sent_at", "sent_by", "received_at", "received_by", "voided_by", "reason")


def register(papers: Iterable[Paper]) -> list[Row]:
    """A row a slip, in the order in which they were sent, of the papers of `SLIPS` in the order of the log.

    `status` is `on-the-way`, `received` or `voided`; `difference` is received - sent, None unless it was received. The
    gaming day is that of the sending.
    """
    slips: dict[str, Row] = {}
    for paper in papers:
        event = paper.event
        match event:
            case FillSent() | CreditSent():
                slips[event.slip] = _sent(paper)
            case FillReceived() | CreditReceived():
                received = {"status": "received", "received": event.amount, "received_at": paper.time, "received_by": paper.people}
                slips[event.slip].update(received, difference=event.amount - slips[event.slip]["sent"])
            case SlipVoided():
                slips[event.slip].update(status="voided", voided_by=paper.people, reason=event.reason)
    return list(slips.values())


def gaps(numbers: Iterable[str]) -> list[Row]:
    """A row each time that numbers are missing between two slips of one series: `F-0003`, or `F-0003 to F-0009`.

    A series is what stands before the last digits of the number.
    """
    series: dict[str, list[str]] = {}
    for slip in numbers:
        found = _NUMBER.fullmatch(slip)
        if found:
            series.setdefault(found["series"], []).append(found["number"])
    return [row for name in sorted(series) for row in _gaps_of(name, series[name])]


def _gaps_of(series: str, numbers: Sequence[str]) -> Iterator[Row]:
    by_value = sorted(numbers, key=int)
    for before, after in pairwise(by_value):
        first, last = int(before) + 1, int(after) - 1
        if first <= last:
            width = len(after)
            names = [f"{series}{number:0{width}}" for number in dict.fromkeys((first, last))]
            yield {"slip": " to ".join(names), "kind": "gap", "status": "missing", "missing": last - first + 1}


def _sent(paper: Paper) -> Row:
    event = paper.event
    return {
        "gaming_day": paper.gaming_day,
        "slip": event.slip,
        "kind": "fill" if isinstance(event, FillSent) else "credit",
        "cage": paper.key,
        "table": event.table,
        "currency": event.currency,
        "status": "on-the-way",
        "sent": event.amount,
        "received": None,
        "difference": None,
        **dict.fromkeys(_TEXTS),
        "sent_at": paper.time,
        "sent_by": paper.people,
    }
