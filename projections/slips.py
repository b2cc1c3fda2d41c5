"""The register of slips: what each fill and credit sent and brought, who stood behind it, and the numbers that are missing."""

import re
from collections.abc import Iterable, Iterator
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


def gaps(slips: Iterable[Row]) -> list[Row]:
    """A row each time that numbers are missing between two slips of one series: `F-0003`, or `F-0003 to F-0009`.

    A series is what stands before the last digits of the number. The gaming day is that of the slip behind the gap;
    `missing` counts the numbers.
    """
    series: dict[str, list[tuple[int, Row]]] = {}
    for slip in slips:
        found = _NUMBER.fullmatch(slip["slip"])
        if found:
            series.setdefault(found["series"], []).append((int(found["number"]), slip))
    return [gap for name in sorted(series) for gap in _gaps_of(name, series[name])]


def _gaps_of(series: str, numbered: Iterable[tuple[int, Row]]) -> Iterator[Row]:
    for (before, _), (after, slip) in pairwise(sorted(numbered, key=lambda one: one[0])):
        first, last = before + 1, after - 1
        if first <= last:
            width = len(slip["slip"]) - len(series)
            names = [f"{series}{number:0{width}}" for number in dict.fromkeys((first, last))]
            gap = {"gaming_day": slip["gaming_day"], "slip": " to ".join(names), "kind": "gap", "status": "missing"}
            yield {**dict.fromkeys(slip), **gap, "missing": last - first + 1}


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
        "missing": None,
    }
