"""What the regulator asks of a table: hands, wagers, commission, GGR, handle, and every void with its reason and its people.

One row a settled hand or round and one a void; of a round one more for each kind of bet that was settled. A settlement that was
reversed has both: what it changes, and who stands behind it. The reports add up when they are asked. Amounts are minor units.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from sqlalchemy import BigInteger, Column, ColumnElement, Connection, Index, Integer, MetaData, Select, Table, Text, func, select

from domain.event import Recorded
from projections import handle as by_bet
from projections.filters import ALL, Filters
from projections.ggr import PolicyOn, ggr, line
from projections.projection import Writer
from projections.resettled import HAND_SUMS, HANDLE_SUMS
from projections.sessions import Sessions
from projections.settlements import GROUP, Settlements, session_columns

_VOID_TEXTS = ("time", "kind", "reason", "actor", "approver", "rule")


class Regulator:
    name: ClassVar[str] = "regulator"
    version: ClassVar[int] = 3
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        self._sessions = Sessions(self.metadata, self.name, generation, *session_columns())
        self._settlements = Settlements(self._sessions)
        self._hands = self._table(
            "hands",
            generation,
            Column("hands", Integer, nullable=False),
            *(Column(name, BigInteger, nullable=False) for name in HAND_SUMS),
            *(Column(name, Integer) for name in ("decks", "six_pays_half")),
        )
        self._handle = Table(
            f"{self.name}_handle_{generation}",
            self.metadata,
            *(Column(name, Text, primary_key=True) for name in ("id", "on")),
            *(Column(name, BigInteger, nullable=False) for name in HANDLE_SUMS),
        )
        self._voids = self._table(
            "voids",
            generation,
            *(Column(name, Text) for name in _VOID_TEXTS),
            Column("bets", Integer),
            *(Column(name, BigInteger, nullable=False) for name in ("stakes", "refunds", "commission_back")),
            Column("dispute", Text),
            key=("id", "position"),
        )

    def _table(self, name: str, generation: int, *columns: Column[Any], key: Sequence[str] = ("id",)) -> Table:
        return Table(
            f"{self.name}_{name}_{generation}",
            self.metadata,
            Column("id", Text, primary_key=True),
            Column("position", BigInteger, primary_key="position" in key, nullable=False, autoincrement=False),
            *(Column(column, Text, nullable=False) for column in GROUP),
            *columns,
            Index(f"{self.name}_{name}_days_{generation}", "gaming_day", "table"),
        )

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        settled = self._settlements
        mine = [record for record in batch if type(record.event) in settled.steps]
        self._sessions.load({record.stream for record in mine}, writer.connection)
        for record in mine:
            settled.steps[type(record.event)](record, record.event)
        writer.put(self._hands, list(settled.hands.values()))
        writer.add(self._handle, list(settled.handle.values()))
        writer.insert(self._voids, settled.voids)
        self._sessions.save(writer)
        settled.clear()

    def forget(self) -> None:
        self._sessions.forget()
        self._settlements.clear()

    def ggr(self, connection: Connection, policy_on: PolicyOn, filters: Filters = ALL) -> list[dict[str, Any]]:
        """The report `ggr`, column by column; its totals are those of projections/ggr.py.

        `hands` are hands that were settled and rounds that were decided. `wagered` are stakes settled, `won` those of them
        that the house won, `paid` what it paid on the others before commission; at a Hold'em table it neither wins nor pays.
        """
        rows = self._sums(connection, self._hands, ("hands", *HAND_SUMS), filters)
        return [line(row, policy_on(row["gaming_day"])) for row in rows]

    def handle(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """Baccarat by kind of bet, as projections/handle.py has it; its `house_win` adds up to the tables' GGR."""
        hands, handle = self._hands.c, self._handle.c
        group = [*(hands[name] for name in GROUP), handle.on, hands.decks, hands.six_pays_half]
        asked = select(*group, *(func.sum(handle[name]).label(name) for name in HANDLE_SUMS))
        joined = asked.join_from(self._handle, self._hands, hands.id == handle.id).where(*self._where(self._hands, filters))
        return by_bet.lines(_rows(connection, joined.group_by(*group)))

    def figures(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """Hands, voids, wagers, commission and GGR for each gaming day, game, table and currency, voids alone included."""
        settled = self._sums(connection, self._hands, ("hands", *HAND_SUMS), filters)
        voided = self._sums(connection, self._voids, (), filters, count="voids", wanted=(self._voids.c.dispute.is_(None),))
        empty = dict.fromkeys(("hands", "voids", *HAND_SUMS), 0)
        found: dict[tuple[str, ...], dict[str, Any]] = {}
        for row in (*settled, *voided):
            group = {name: row[name] for name in GROUP}
            found.setdefault(tuple(group.values()), {**group, **empty}).update(row)
        return [{**found[key], "ggr": ggr(found[key])} for key in sorted(found)]

    def voids(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """Every void hand and round in the order of the log, and every settlement that a dispute has reversed.

        `stakes` is what had been put into a hand, and what lay on the table of a round, where `bets` counts the bets; `refunds` is what
        went back by the void. Of a settlement that the case `dispute` has reversed: the stakes that were settled, what its players are
        owed now, and `commission_back`, the commission that had been taken.
        """
        asked = select(self._voids).where(*self._where(self._voids, filters)).order_by(self._voids.c.position)
        return _rows(connection, asked)

    def _sums(
        self,
        connection: Connection,
        table: Table,
        sums: Sequence[str],
        filters: Filters,
        *,
        count: str | None = None,
        wanted: Sequence[ColumnElement[bool]] = (),
    ) -> list[dict[str, Any]]:
        group = [table.c[name] for name in GROUP]
        numbers = [func.sum(table.c[name]).label(name) for name in sums] + ([func.count().label(count)] if count else [])
        asked = select(*group, *numbers).where(*self._where(table, filters), *wanted).group_by(*group).order_by(*group)
        return _rows(connection, asked)

    def _where(self, table: Table, filters: Filters) -> list[Any]:
        columns = table.c
        return filters.conditions(
            "the regulator's report",
            {"gaming_day": columns.gaming_day, "table": columns.table, "currency": columns.currency, "as_of": columns.position},
        )


def _rows(connection: Connection, asked: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(asked).mappings()]
