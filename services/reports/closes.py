"""Reports of the close: breaks by age, certificates of signed days, and what was booked about such a day later."""

from domain.breaks import events as breaks_of
from domain.closing import events as closing
from domain.counting.events import CountDifferenceAccepted
from domain.event import Event
from projections import breaks_by_age
from projections.closes import Certificate, certificate_rows, certificates
from projections.closes import restatements as restated
from projections.ledger.day_revenue import last_day
from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.papers import Paper, Papers
from services.errors import NotFound
from services.reports.columns import CURRENCY, GAMING_DAY, TABLE, amounts, counts, moments, texts, words
from services.reports.fresh import Asked
from services.reports.report import Column, Report

_BREAKS = [
    *texts(**{"break": "break"}),
    *counts(age="age in days"),
    *words(ageing="ageing"),
    *texts(rule="rule", type="type"),
    *words(severity="severity"),
    GAMING_DAY,
    TABLE,
    *texts(place="place", hand="hand"),
    CURRENCY,
    *amounts(side_a="expected", side_b="found", difference="difference"),
    *words(status="status"),
    *texts(owner="owner"),
    *words(explanation="explanation"),
    *texts(text="text", evidence="evidence", carried="carried past", event_id="event id", resolved_by="resolved by"),
    *counts(first_seen="first seen", last_seen="last seen", breaks="breaks"),
]
_CERTIFICATE = [
    GAMING_DAY,
    *texts(proof="proof"),
    *counts(proof_as_of="as of position"),
    *texts(maker="prepared by"),
    *moments(prepared_at="prepared at (UTC)"),
    *texts(checker="signed by"),
    *moments(signed_at="signed at (UTC)"),
    *texts(policy="policy"),
    Column("tax_accrued", "tax accrued", "amount", "MOP"),
    *counts(breaks_carried="breaks carried"),
    *texts(carried="carried"),
]
_RESTATEMENTS = [
    GAMING_DAY,
    *words(book="book"),
    *texts(account="account"),
    *words(name="name"),
    CURRENCY,
    *amounts(first="first", restated="restated", difference="difference"),
    *texts(entries="entries"),
]

_CLOSES: tuple[type[Event], ...] = (*closing.EVENTS, breaks_of.BreakCarried)


def breaks(asked: Asked, scope: Scope) -> Report:
    """Breaks that are on record, the oldest first."""
    tables = asked.live(Ledger)[0].tables
    papers = asked.live(Papers)[0].read(asked.connection, *breaks_of.EVENTS, CountDifferenceAccepted, as_of=scope.as_of)
    day = last_day(asked.connection, tables, scope)
    rows = breaks_by_age.breaks_by_age(asked.connection, tables, papers, day, scope)
    return Report("breaks", "Breaks by age", scope.as_of, _BREAKS, rows, breaks_by_age.totals(rows))


def certificate(asked: Asked, scope: Scope) -> Report:
    """Of every signed day; a gaming day that is asked for by itself must be signed. NotFound."""
    if scope.gaming_day is not None:
        certificate_of(asked, scope.gaming_day)
    rows = certificate_rows(_of_closes(asked, scope.as_of), scope)
    head = {"proof": rows[0]["proof"]} if len(rows) == 1 else {}
    return Report("certificate", "Certificate of close", scope.as_of, _CERTIFICATE, rows, head=head)


def restatements(asked: Asked, scope: Scope) -> Report:
    """What was booked about signed days after their certificates."""
    rows = restated(asked.connection, asked.live(Ledger)[0].tables, _of_closes(asked, scope.as_of), scope)
    return Report("restatements", "Restatements", scope.as_of, _RESTATEMENTS, rows)


def certificate_of(asked: Asked, gaming_day: str) -> Certificate:
    """NotFound for a day that nobody has signed."""
    papers, position = asked.live(Papers)
    found = certificates(papers.read(asked.connection, *_CLOSES, as_of=position)).get(gaming_day)
    if found is None:
        raise NotFound(f"gaming day {gaming_day} is not signed: `pataca close-day --gaming-day {gaming_day}` says where it stands")
    return found


def _of_closes(asked: Asked, as_of: int) -> list[Paper]:
    return asked.live(Papers)[0].read(asked.connection, *_CLOSES, as_of=as_of)
