"""How gaming days were closed: the certificate of a signed day, and what was booked about a day after it was signed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection, or_, select

from domain.breaks.events import BreakCarried
from domain.closing.events import ClosePrepared, CloseSigned, TaxAccrued
from projections.days import covers
from projections.ledger.accounts import ACCOUNTS, book_of, code_of
from projections.ledger.scope import Row, Scope
from projections.ledger.tables import LedgerTables
from projections.papers import Paper


@dataclass(slots=True)
class Certificate:
    """`prepared` is the last preparation of the day; it counts once `signed` is there."""

    gaming_day: str
    prepared: Paper | None = None
    signed: Paper | None = None
    taxed: list[TaxAccrued] = field(default_factory=list)
    carried: list[Paper] = field(default_factory=list)

    @property
    def proof(self) -> str:
        assert self.signed is not None
        return str(self.signed.event.proof)

    @property
    def as_of(self) -> int:
        """The position of the log that the proof was worked out at: what was reported is what was known there."""
        assert self.signed is not None
        return int(self.signed.event.as_of)


def certificates(papers: Iterable[Paper]) -> dict[str, Certificate]:
    """Of the signed days, by gaming day; `papers` are those of closes, and breaks that were carried."""
    found: dict[str, Certificate] = {}
    for paper in papers:
        event = paper.event
        if isinstance(event, TaxAccrued | ClosePrepared | CloseSigned | BreakCarried):
            of_day = found.setdefault(event.gaming_day, Certificate(event.gaming_day))
            match event:
                case TaxAccrued():
                    of_day.taxed.append(event)
                case ClosePrepared():
                    of_day.prepared = paper
                case CloseSigned():
                    of_day.signed = paper
                case BreakCarried():
                    of_day.carried.append(paper)
    return {day: certificate for day, certificate in sorted(found.items()) if certificate.signed is not None}


def certificate_rows(papers: Iterable[Paper], scope: Scope) -> list[Row]:
    """A row a signed day: its proof, who prepared and who signed it, what it was taxed on, and the breaks carried past it."""
    return [_row(one) for day, one in certificates(papers).items() if covers(scope, day)]


def _row(one: Certificate) -> Row:
    assert one.prepared is not None, "a day is prepared before it is signed"
    assert one.signed is not None
    taxed = [sum((event.tax, event.fund, event.development)) for event in one.taxed]
    carried = [f"{paper.event.break_id} ({paper.people}: {paper.event.reason})" for paper in one.carried]
    return {
        "gaming_day": one.gaming_day,
        "proof": one.proof,
        "proof_as_of": one.as_of,
        "maker": one.prepared.event.prepared_by,
        "prepared_at": one.prepared.time,
        "checker": one.signed.event.signed_by,
        "signed_at": one.signed.time,
        "policy": one.taxed[-1].policy if one.taxed else None,
        "tax_accrued": sum(taxed) if taxed else None,
        "breaks_carried": len(carried),
        "carried": "; ".join(carried) or None,
    }


class _Sum(NamedTuple):
    first: int = 0
    restated: int = 0


def restatements(connection: Connection, tables: LedgerTables, papers: Iterable[Paper], scope: Scope) -> list[Row]:
    """A row an account code of a signed day that something was booked about after its certificate.

    `first` is what the day came to by its certificate, `restated` the same with the entries that name the day and with late
    ones of its own; `entries` are the events of those. A day of which nothing became known later has no row. FilterRefused for a table.
    """
    scope.only()
    rows: list[Row] = []
    for day, certificate in certificates(papers).items():
        if covers(scope, day):
            rows += _of_day(connection, tables, certificate, scope)
    return rows


def _of_day(connection: Connection, tables: LedgerTables, certificate: Certificate, scope: Scope) -> list[Row]:
    """The day itself is only added up where something came later, which is seldom."""
    later = _later(connection, tables, certificate, scope)
    if not later:
        return []
    first: dict[tuple[str, str], int] = {}
    entries, lines = tables.entries.c, tables.lines.c
    asked = select(lines.account, lines.currency, lines.amount).join_from(tables.lines, tables.entries, entries.position == lines.position)
    of_day = (entries.gaming_day == certificate.gaming_day, entries.position <= certificate.as_of)
    for account, currency, amount in connection.execute(asked.where(*of_day).execution_options(yield_per=1_000)):
        key = (code_of(account), currency)
        first[key] = first.get(key, 0) + amount
    rows = []
    for (code, currency), (amount, events) in sorted(later.items()):
        if scope.currency in (None, currency):
            was = first.get((code, currency), 0)
            rows.append(
                {
                    "gaming_day": certificate.gaming_day,
                    "book": book_of(code),
                    "account": code,
                    "name": ACCOUNTS[code].name,
                    "currency": currency,
                    "first": was,
                    "restated": was + amount,
                    "difference": amount,
                    "entries": " ".join(dict.fromkeys(events)),
                }
            )
    return rows


def _later(
    connection: Connection, tables: LedgerTables, certificate: Certificate, scope: Scope
) -> dict[tuple[str, str], tuple[int, list[str]]]:
    """By account code and currency, what was booked about the day after its certificate, and the events that did."""
    entries, lines = tables.entries.c, tables.lines.c
    about = or_(entries.restates == certificate.gaming_day, entries.gaming_day == certificate.gaming_day)
    wanted = (about, entries.position > certificate.as_of, entries.position <= scope.as_of)
    columns = (lines.account, lines.currency, lines.amount, entries.event_id)
    asked = select(*columns).join_from(tables.lines, tables.entries, entries.position == lines.position)
    found: dict[tuple[str, str], tuple[int, list[str]]] = {}
    for account, currency, amount, event_id in connection.execute(asked.where(*wanted).order_by(lines.position, lines.n)):
        before, events = found.get((code_of(account), currency), (0, []))
        found[code_of(account), currency] = (before + amount, [*events, event_id])
    return found
