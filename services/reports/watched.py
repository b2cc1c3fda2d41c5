"""Reports of what somebody must look at: large transactions, sums just below them, and entries that people made."""

from projections import large_rows
from projections.large import Large
from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.manual import manual as made_by_people
from projections.papers import ALL, Papers
from services.reports.columns import CURRENCY, GAMING_DAY, amounts, counts, moments, texts, words
from services.reports.fresh import Asked
from services.reports.report import Column, Report

_LARGE = [
    *texts(id="id"),
    *words(kind="kind"),
    *texts(player="player"),
    GAMING_DAY,
    *words(direction="direction"),
    CURRENCY,
    *amounts(amount="amount"),
    Column("mop", "in MOP", "amount", "MOP"),
    *texts(deadline="deadline", raised_by="raised by", reversed_by="reversed by", events="events"),
]
_COUNTED = counts(rows="rows")
_STRUCTURING = [
    *_LARGE[:-4],
    *counts(days_in_band="days in band"),
    *_LARGE[-1:],
]
_MANUAL = [
    *counts(position="position"),
    GAMING_DAY,
    *texts(event="event", place="place", hand="hand"),
    CURRENCY,
    *amounts(amount="amount"),
    *texts(legs="legs", actor="actor", approver="approver", reason="reason", restates="restates", event_id="event id"),
    *moments(time="time (UTC)"),
]


def large(asked: Asked, scope: Scope) -> Report:
    """Transactions of the policy's threshold or more, single and added up by player, day and direction."""
    rows = large_rows.large(asked.connection, asked.live(Large)[0], asked.policy_on, scope)
    return Report("large", "Large transactions", scope.as_of, [*_LARGE, *_COUNTED], rows, large_rows.totals(rows))


def structuring(asked: Asked, scope: Scope) -> Report:
    """Sums of a player's day that stay just below the threshold. A list for people, not an accusation."""
    rows = large_rows.structuring(asked.connection, asked.live(Large)[0], asked.policy_on, scope)
    return Report("structuring", "Sums just below the threshold", scope.as_of, _STRUCTURING, rows)


def manual(asked: Asked, scope: Scope) -> Report:
    """Entries that people made, with their reasons."""
    papers = asked.live(Papers)[0].read(asked.connection, *ALL, as_of=scope.as_of)
    rows = made_by_people(asked.connection, asked.live(Ledger)[0].tables, papers, scope)
    return Report("manual", "Entries made by people", scope.as_of, _MANUAL, rows)
