"""What the regulator gets of each table every month: play, revenue, chips and cash, counts, voids, permits, rules, disputes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from sqlalchemy import Connection, func, select

from domain.baccarat.rules import On
from domain.counting.events import TrayCounted
from domain.gaming_day import PolicyActivated
from domain.permits import PermitRegistered, PermitRevoked
from domain.seating import TableOpened
from projections.days import covers, month_of
from projections.filters import Filters
from projections.ledger.accounts import dimensions_of
from projections.ledger.legs import OF_DISPUTES
from projections.ledger.scope import Row, Scope, account_is
from projections.ledger.tables import LedgerTables
from projections.papers import Paper
from projections.regulator import Regulator
from projections.win import TRAY

Key = tuple[str, str, str, str]
"""Month, game, table and currency."""

WAGERED = {on: f"wagered_{on.replace('-', '_')}" for on in get_args(On)}
"""By what a bet is on, the column of its stakes."""
_PLAY = ("hands", "wagered", "won", "paid", "commission", "ggr")
_CHIPS = ("drop", "fills", "credits")
_COUNTS = ("openers", "closers")
SUMS = (*_PLAY[1:], *WAGERED.values(), *_CHIPS, *_COUNTS, "disputes")


class Months:
    """One answer, put together part by part; a table that only opened in a month has a row too."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._rows: dict[Key, Row] = {}
        self._game: dict[tuple[str, str], str] = {}

    def row(self, month: str, game: str, table: str, currency: str) -> Row:
        empty = {"month": month, "game": game, "table": table, "currency": currency, **dict.fromkeys(("hands", "voids", *SUMS), 0)}
        return self._rows.setdefault((month, game, table, currency), {**empty, "void_reasons": None, "permits": None, "rules": None})

    def known(self, month: str, table: str, currency: str) -> Row | None:
        """The row of a table that was played in this month, whatever its game; None where it was not."""
        game = self._game.get((table, currency))
        return None if game is None else self.row(month, game, table, currency)

    def played(self, projection: Regulator, connection: Connection, filters: Filters) -> None:
        for figures in projection.figures(connection, filters):
            row = self.row(month_of(figures["gaming_day"]), figures["game"], figures["table"], figures["currency"])
            for name in (*_PLAY, "voids"):
                row[name] += figures[name]
        for handle in projection.handle(connection, filters):
            self.row(month_of(handle["gaming_day"]), "baccarat", handle["table"], handle["currency"])[WAGERED[handle["on"]]] += handle[
                "handle"
            ]
        reasons: dict[Key, Counter[str]] = {}
        for void in (row for row in projection.voids(connection, filters) if row["dispute"] is None):
            key = (month_of(void["gaming_day"]), void["game"], void["table"], void["currency"])
            reasons.setdefault(key, Counter())[void["reason"]] += 1
        for key, of_month in reasons.items():
            self.row(*key)["void_reasons"] = ", ".join(f"{reason} {count}" for reason, count in sorted(of_month.items()))

    def opened(self, papers: Iterable[Paper]) -> None:
        """Which game is played where; and what changed in the rules of a table from one session to the next."""
        before: dict[str, Mapping[str, Any]] = {}
        for paper in papers:
            event = paper.event
            if isinstance(event, TableOpened):
                game, rules = event.contract.partition(".")[0], {"ruleset": event.ruleset, **event.rules}
                self._game[paper.key, event.currency] = game
                if self._is_asked(paper.gaming_day, paper.key, event.currency):
                    row = self.row(month_of(paper.gaming_day), game, paper.key, event.currency)
                    _add(row, "rules", _changes(paper.gaming_day, before.get(paper.key, rules), rules))
                before[paper.key] = rules

    def counted(self, papers: Iterable[Paper]) -> None:
        for paper in papers:
            event = paper.event
            if isinstance(event, TrayCounted) and self._is_asked(paper.gaming_day, event.table, event.currency):
                row = self.known(month_of(paper.gaming_day), event.table, event.currency)
                if row is not None:
                    row[f"{event.kind}s"] += event.amount

    def booked(self, connection: Connection, tables: LedgerTables) -> None:
        """Drop, fills and credits as they moved the tray; what is in dispute."""
        for account, currency, leg, month, amount in _month_sums(connection, tables, self.scope):
            table = dimensions_of(account)["table"]
            row = self.known(month, table, currency)
            if row is not None:
                name, sign = TRAY[leg]
                row["drop" if name.startswith("drop") else name] += sign * amount
        for table, currency, month, amount in _disputed(connection, tables, self.scope):
            row = self.known(month, table, currency)
            if row is not None:
                row["disputes"] -= amount

    def permitted(self, papers: Sequence[Paper]) -> None:
        """Permits in force in the month, and policies that began in it."""
        revoked = {paper.event.permit: paper.gaming_day for paper in papers if isinstance(paper.event, PermitRevoked)}
        for (month, _, table, _), row in self._rows.items():
            for paper in papers:
                event = paper.event
                if isinstance(event, PermitRegistered) and table in event.tables:
                    ends = month_of(revoked.get(event.permit, "9999-12-31"))
                    if month_of(event.effective_on) <= month <= ends:
                        _add(row, "permits", [f"{event.permit} ({event.ruleset} {', '.join(event.articles)})"])
                elif isinstance(event, PolicyActivated) and month_of(event.from_day) == month:
                    _add(row, "rules", [f"{event.from_day} policy {event.policy}"])

    def rows(self) -> list[Row]:
        return [self._rows[key] for key in sorted(self._rows)]

    def _is_asked(self, day: str, table: str, currency: str) -> bool:
        scope = self.scope
        return covers(scope, day) and scope.table in (None, table) and scope.currency in (None, currency)


def totals(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """By month and currency."""
    found: dict[tuple[str, str], Row] = {}
    for row in rows:
        empty = {"month": row["month"], "currency": row["currency"], **dict.fromkeys(("hands", "voids", *SUMS), 0)}
        total = found.setdefault((row["month"], row["currency"]), empty)
        for name in ("hands", "voids", *SUMS):
            total[name] += row[name]
    return [found[key] for key in sorted(found)]


def _month_sums(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterable[Any]:
    lines, entries = tables.lines.c, tables.entries.c
    month = func.substr(entries.gaming_day, 1, 7)
    group = (lines.account, lines.currency, lines.leg, month)
    tray = account_is(lines.account, "9220" if scope.table is None else f"9220:{scope.table}")
    wanted = (
        tray,
        lines.leg.in_(sorted(TRAY.keys() - OF_DISPUTES)),
        lines.position <= scope.as_of,
        *scope.in_days(entries.gaming_day),
        *_of_currency(tables, scope),
    )
    asked = select(*group, func.sum(lines.amount)).join_from(tables.lines, tables.entries, entries.position == lines.position)
    return [(*row[:-1], int(row[-1])) for row in connection.execute(asked.where(*wanted).group_by(*group))]


def _disputed(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterable[Any]:
    lines, entries = tables.lines.c, tables.entries.c
    month = func.substr(entries.gaming_day, 1, 7)
    group = (entries.table, lines.currency, month)
    in_days = (lines.position <= scope.as_of, *scope.in_days(entries.gaming_day), *_of_currency(tables, scope))
    of_table = entries.table.is_not(None) if scope.table is None else entries.table == scope.table
    asked = select(*group, func.sum(lines.amount)).join_from(tables.lines, tables.entries, entries.position == lines.position)
    rows = connection.execute(asked.where(account_is(lines.account, "2410"), of_table, *in_days).group_by(*group))
    return [(*row[:-1], int(row[-1])) for row in rows]


def _of_currency(tables: LedgerTables, scope: Scope) -> list[Any]:
    return [] if scope.currency is None else [tables.lines.c.currency == scope.currency]


def _changes(day: str, before: Mapping[str, Any], rules: Mapping[str, Any]) -> list[str]:
    """`2026-12-01 commission_bp 500 to 400`."""
    names = sorted(name for name in {*before, *rules} if before.get(name) != rules.get(name))
    return [f"{day} {name} {before.get(name)} to {rules.get(name)}" for name in names]


def _add(row: Row, name: str, parts: Sequence[str]) -> None:
    if parts:
        row[name] = "; ".join((*([row[name]] if row[name] else []), *parts))
