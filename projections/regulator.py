"""What the regulator asks of a table: hands, wagers, commission, GGR, and every void with its reason and its people.

GGR of Hold'em is the commission (docs/finance.md, Identities: I7). One row a settled hand and one a void; the reports add up when they
are asked. Amounts are minor units.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Literal

from sqlalchemy import BigInteger, Column, Connection, Index, Integer, MetaData, Table, Text, func, select

from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.policy import Policy
from domain.seating import TableOpened
from projections.filters import ALL, Filters
from projections.projection import Poison, Row, Writer
from projections.sessions import Remembered, Sessions, hand_id

PolicyOn = Callable[[str], Policy]
"""The finance policy that holds on a gaming day."""

_GROUP = ("gaming_day", "game", "table", "currency")
_HAND_SUMS = ("wagered", "commission")
_VOID_TEXTS = ("time", "kind", "reason", "actor", "approver", "rule")
_GGR_SUMS = ("hands", "wagered", "won", "paid", "commission", "ggr")


class Regulator:
    name: ClassVar[str] = "regulator"
    version: ClassVar[int] = 1
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        in_play = [Column(name, BigInteger) for name in ("contributed", "returned", "commission")]
        self._sessions = Sessions(self.metadata, self.name, generation, Column("hand", Integer), *in_play, Column("kind", Text))
        self._hands = self._table("hands", generation, *(Column(name, BigInteger, nullable=False) for name in _HAND_SUMS))
        self._voids = self._table(
            "voids",
            generation,
            *(Column(name, Text) for name in _VOID_TEXTS),
            *(Column(name, BigInteger, nullable=False) for name in ("stakes", "refunds")),
        )
        self._new_hands: list[Row] = []
        self._new_voids: list[Row] = []

    def _table(self, name: str, generation: int, *columns: Column[Any]) -> Table:
        """One row a hand, under its id."""
        return Table(
            f"{self.name}_{name}_{generation}",
            self.metadata,
            Column("id", Text, primary_key=True),
            Column("position", BigInteger, nullable=False),
            *(Column(column, Text, nullable=False) for column in _GROUP),
            *columns,
            Index(f"{self.name}_{name}_days_{generation}", "gaming_day", "table"),
        )

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        mine = [record for record in batch if type(record.event) in _STEPS]
        self._sessions.load({record.stream for record in mine}, writer.connection)
        for record in mine:
            _STEPS[type(record.event)](self, record, record.event)
        writer.insert(self._hands, self._new_hands)
        writer.insert(self._voids, self._new_voids)
        self._sessions.save(writer)
        self._new_hands, self._new_voids = [], []

    def forget(self) -> None:
        self._sessions.forget()
        self._new_hands, self._new_voids = [], []

    def ggr(self, connection: Connection, policy_on: PolicyOn, filters: Filters = ALL) -> list[dict[str, Any]]:
        """The report `ggr`, column by column. Nothing is won or paid by the house at a Hold'em table.

        `rate` is MOP for one unit of the currency, as a fraction; `ggr_mop` is rounded half up once.
        """
        return [_ggr_line(row, policy_on(row["gaming_day"])) for row in self._sums(connection, self._hands, _HAND_SUMS, "hands", filters)]

    def figures(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """Hands, voids, wagers, commission and GGR for each gaming day, game, table and currency, voids alone included."""
        settled = self._sums(connection, self._hands, _HAND_SUMS, "hands", filters)
        voided = self._sums(connection, self._voids, (), "voids", filters)
        empty = dict.fromkeys(("hands", "voids", *_HAND_SUMS), 0)
        found: dict[tuple[str, ...], dict[str, Any]] = {}
        for row in (*settled, *voided):
            group = {name: row[name] for name in _GROUP}
            found.setdefault(tuple(group.values()), {**group, **empty}).update(row)
        return [{**found[key], "ggr": found[key]["commission"]} for key in sorted(found)]

    def voids(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """Every voided hand in the order of the log: `stakes` is what had been put in, `refunds` what went back by the void."""
        asked = select(self._voids).where(*self._where(self._voids, filters)).order_by(self._voids.c.position)
        return [dict(row) for row in connection.execute(asked).mappings()]

    def _sums(self, connection: Connection, table: Table, sums: Iterable[str], count: str, filters: Filters) -> list[dict[str, Any]]:
        group = [table.c[name] for name in _GROUP]
        numbers = [func.count().label(count), *(func.sum(table.c[name]).label(name) for name in sums)]
        asked = select(*group, *numbers).where(*self._where(table, filters)).group_by(*group).order_by(*group)
        return [
            {name: value if name in _GROUP else int(value) for name, value in row.items()} for row in connection.execute(asked).mappings()
        ]

    def _where(self, table: Table, filters: Filters) -> list[Any]:
        columns = table.c
        return filters.conditions(
            "the regulator's report",
            {"gaming_day": columns.gaming_day, "table": columns.table, "currency": columns.currency, "as_of": columns.position},
        )

    def _open(self, record: Recorded, event: TableOpened) -> None:
        self._sessions.open(record, event)

    def _start(self, record: Recorded, event: holdem.HandStarted) -> None:
        self._sessions.change(record, hand=event.hand, contributed=0, returned=0, commission=0, kind=None)

    def _put_in(self, record: Recorded, event: holdem.BlindPosted | holdem.BetPlaced) -> None:
        self._sessions.change(record, contributed=self._in_play(record, event.hand)["contributed"] + event.amount)

    def _came_back(self, record: Recorded, event: holdem.BetReturned) -> None:
        self._sessions.change(record, returned=self._in_play(record, event.hand)["returned"] + event.amount)

    def _take_commission(self, record: Recorded, event: holdem.CommissionTaken) -> None:
        self._sessions.change(record, commission=self._in_play(record, event.hand)["commission"] + event.amount)

    def _report_error(self, record: Recorded, event: holdem.DealErrorReported) -> None:
        if event.number is not None:
            self._in_play(record, event.number)
            self._sessions.change(record, kind=event.kind)

    def _end(self, record: Recorded, event: holdem.HandEnded) -> None:
        session = self._in_play(record, event.hand)
        wagered = session["contributed"] - session["returned"]
        self._new_hands.append({**_place(record, session, event.hand), "wagered": wagered, "commission": session["commission"]})
        self._sessions.change(record, hand=None)

    def _void(self, record: Recorded, event: holdem.HandVoided) -> None:
        session = self._in_play(record, event.hand)
        void = {
            "time": record.meta.time,
            "kind": session["kind"],
            "reason": event.reason,
            "actor": record.meta.actor,
            "approver": record.meta.approver,
            "rule": event.rule,
            "stakes": session["contributed"],
            "refunds": sum(refund.amount for refund in event.refunds),
        }
        self._new_voids.append({**_place(record, session, event.hand), **void})
        self._sessions.change(record, hand=None)

    def _in_play(self, record: Recorded, hand: int) -> Remembered:
        session = self._sessions.of(record)
        if session["hand"] != hand:
            raise Poison(record, f"hand {hand} is not in play at {session['table']}; in play is {session['hand']}")
        return session


def totals(rows: Iterable[Row], policy_on: PolicyOn) -> list[dict[str, Any]]:
    """One row a currency under the rows of `ggr`; its `ggr_mop` is rounded once, from the exact sum."""
    sums: dict[str, dict[str, Any]] = {}
    exact: dict[str, Fraction] = {}
    for row in rows:
        currency = row["currency"]
        total = sums.setdefault(currency, {"currency": currency, **dict.fromkeys(_GGR_SUMS, 0)})
        for name in _GGR_SUMS:
            total[name] += row[name]
        exact[currency] = exact.get(currency, Fraction(0)) + row["ggr"] * mop_rate(policy_on(row["gaming_day"]), currency)
    return [{**sums[currency], "ggr_mop": rounded_half_up(exact[currency])} for currency in sorted(sums)]


def mop_rate(policy: Policy, currency: str) -> Fraction:
    """ValueError for a currency that the policy does not name."""
    if currency not in policy.mop_rates:
        raise ValueError(f"the policy {policy.name} has no rate to MOP for {currency}; it has {', '.join(sorted(policy.mop_rates))}")
    return Fraction(*policy.mop_rates[currency])


def rounded_half_up(exact: Fraction) -> int:
    """2.5 becomes 3, and -2.5 becomes -2."""
    return math.floor(exact + Fraction(1, 2))


def _ggr_line(row: Mapping[str, Any], policy: Policy) -> dict[str, Any]:
    rate = mop_rate(policy, row["currency"])
    ggr = row["commission"]
    return {
        "gaming_day": row["gaming_day"],
        "game": row["game"],
        "segment": policy.segment(row["table"]),
        "table": row["table"],
        "currency": row["currency"],
        "hands": row["hands"],
        "wagered": row["wagered"],
        "won": 0,
        "paid": 0,
        "commission": row["commission"],
        "ggr": ggr,
        "rate": f"{rate.numerator}/{rate.denominator}",
        "ggr_mop": rounded_half_up(ggr * rate),
    }


def _place(record: Recorded, session: Remembered, hand: int) -> dict[str, Any]:
    return {"id": hand_id(session, hand), "position": record.position, **{name: session[name] for name in _GROUP}}


_STEPS: dict[type[Event], Callable[[Regulator, Recorded, Any], None]] = {
    holdem.TableOpened: Regulator._open,
    holdem.HandStarted: Regulator._start,
    holdem.BlindPosted: Regulator._put_in,
    holdem.BetPlaced: Regulator._put_in,
    holdem.BetReturned: Regulator._came_back,
    holdem.CommissionTaken: Regulator._take_commission,
    holdem.DealErrorReported: Regulator._report_error,
    holdem.HandEnded: Regulator._end,
    holdem.HandVoided: Regulator._void,
}
