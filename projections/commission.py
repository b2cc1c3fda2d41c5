"""Commission revenue: what it was worked out from, what was charged, and what the house let go.

One row each time: a Hold'em hand, or a bettor's wins on the banker in one round of baccarat. Where a settlement is reversed, what
was taken comes once more with the other sign, then what should have been taken. The report adds them up when it is asked, for any
days and as of any position (docs/finance.md, Commission).
Amounts are minor units; `_e4` are ten-thousandths of one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from sqlalchemy import BigInteger, Column, Connection, Index, Integer, MetaData, Table, Text, case, distinct, func, select

from domain.baccarat import events as baccarat
from domain.disputes.events import SettlementReversed
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import TableOpened
from projections.filters import ALL, Filters
from projections.projection import Row, Writer
from projections.resettled import signed
from projections.sessions import Remembered, Sessions, hand_id

E4 = 10_000
LOWEST_BP = 300
"""Article 16 takes 3 % to 5 %. Rounding down may bring a hand below 3 %: it is flagged, nothing is corrected."""

SUMS = ("base", "exact_e4", "charged", "forgone_by_rounding", "forgone_by_cap", "capped_hands", "hands_below_3")
_GROUP = ("gaming_day", "game", "table", "currency", "rule")


def forgone_by_cap(exact_e4: int, cap: int | None) -> int:
    return 0 if cap is None else max(0, exact_e4 - cap * E4)


def is_below_lowest(charged: int, base: int) -> bool:
    """Whether less than 3 % of the base was charged; exact. Only Hold'em has a lowest rate, and a cap."""
    return base > 0 and charged * E4 < base * LOWEST_BP


def effective_bp(charged: int, base: int) -> int:
    """Hundredths of a per cent, rounded down."""
    return charged * E4 // base if base else 0


class Commission:
    name: ClassVar[str] = "commission"
    version: ClassVar[int] = 3
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        self._sessions = Sessions(self.metadata, self.name, generation)
        self._taken = Table(
            f"{self.name}_taken_{generation}",
            self.metadata,
            Column("position", BigInteger, primary_key=True, autoincrement=False),
            Column("n", Integer, primary_key=True, autoincrement=False),
            Column("id", Text, nullable=False),
            Column("adjusts", Integer, nullable=False),
            *(Column(name, Text, nullable=False) for name in _GROUP),
            Column("rate_bp", Integer, nullable=False),
            Column("cap", BigInteger),
            Column("waiver", Text),
            *(Column(name, BigInteger, nullable=False) for name in SUMS),
            Index(f"{self.name}_days_{generation}", "gaming_day", "table"),
        )

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        mine = [record for record in batch if type(record.event) in _MINE or isinstance(record.event, TableOpened)]
        self._sessions.load({record.stream for record in mine}, writer.connection)
        taken: list[Row] = []
        for record in mine:
            if isinstance(record.event, TableOpened):
                self._sessions.open(record, record.event)
            elif isinstance(record.event, SettlementReversed):
                taken += _adjustments(record, record.event)
            else:
                taken.append(_taken(record, self._sessions.of(record)))
        writer.insert(self._taken, taken)
        self._sessions.save(writer)

    def forget(self) -> None:
        self._sessions.forget()

    def report(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """A row for each gaming day, game, table, currency and rule, in this order; `effective_bp` is that of the sums.

        `hands` had commission worked out, if only to 0: rounds of baccarat in which somebody won on the banker. What a dispute
        corrects is in the sums of the day that it was booked in, and is no hand of that day.
        """
        group = [self._taken.c[name] for name in _GROUP]
        hands = func.count(distinct(case((self._taken.c.adjusts == 0, self._taken.c.id))))
        numbers = [hands.label("hands"), *(func.sum(self._taken.c[name]).label(name) for name in SUMS)]
        asked = select(*group, *numbers).where(*self._where(filters)).group_by(*group).order_by(*group)
        return [
            {**{name: row[name] for name in _GROUP if name != "rule"}, **_numbers(row), "rule": row["rule"]}
            for row in connection.execute(asked).mappings()
        ]

    def each(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """What every row of the report adds up, with its hand and position, in the order of the log."""
        columns = (self._taken.c[name] for name in ("position", "id", "adjusts", *_GROUP, *SUMS))
        asked = select(*columns).where(*self._where(filters)).order_by(self._taken.c.position, self._taken.c.n)
        return [dict(row) for row in connection.execute(asked).mappings()]

    def below_lowest(self, connection: Connection, filters: Filters = ALL) -> list[dict[str, Any]]:
        """The Hold'em hands behind `hands_below_3`, in the order of the log."""
        columns = (self._taken.c[name] for name in ("id", *_GROUP, "base", "rate_bp", "exact_e4", "cap", "charged", "waiver", "position"))
        asked = (
            select(*columns)
            .where(self._taken.c.hands_below_3 == 1, *self._where(filters))
            .order_by(self._taken.c.position, self._taken.c.n)
        )
        return [dict(row) for row in connection.execute(asked).mappings()]

    def _where(self, filters: Filters) -> list[Any]:
        columns = self._taken.c
        return filters.conditions(
            "commission",
            {"gaming_day": columns.gaming_day, "table": columns.table, "currency": columns.currency, "as_of": columns.position},
        )


def _of_hand(event: holdem.CommissionTaken) -> Row:
    """Once a hand, on all pots together."""
    by_cap = forgone_by_cap(event.exact_e4, event.cap)
    return {
        "cap": event.cap,
        "waiver": event.waiver,
        "forgone_by_rounding": event.exact_e4 - event.amount * E4 - by_cap,
        "forgone_by_cap": by_cap,
        "capped_hands": int(by_cap > 0),
        "hands_below_3": int(is_below_lowest(event.amount, event.base)),
    }


def _of_bettor(event: baccarat.CommissionTaken) -> Row:
    """Over all that one bettor won on the banker in the round."""
    return {
        "cap": None,
        "waiver": None,
        "forgone_by_rounding": event.exact_e4 - event.amount * E4,
        "forgone_by_cap": 0,
        "capped_hands": 0,
        "hands_below_3": 0,
    }


def _taken(record: Recorded, session: Remembered) -> Row:
    event: Any = record.event
    number = event.hand if isinstance(event, holdem.CommissionTaken) else event.round
    group = {name: session[name] for name in _GROUP if name != "rule"}
    return {"position": record.position, "n": 1, "id": hand_id(session, number), "adjusts": 0, **group, **_figures(event)}


def _adjustments(record: Recorded, event: SettlementReversed) -> Iterator[Row]:
    """What was taken with the other sign, then what should have been."""
    one = event.settlement
    group = {"gaming_day": record.meta.gaming_day, "game": one.game, "table": one.table, "currency": one.currency}
    commissions = [(sign, taken) for sign, taken in signed(one) if type(taken) in _ROWS]
    for n, (sign, taken) in enumerate(commissions, 1):
        figures = _figures(taken)
        sums = {name: sign * figures[name] for name in SUMS}
        yield {"position": record.position, "n": n, "id": one.hand, "adjusts": 1, **group, **figures, **sums}


def _figures(event: Any) -> Row:
    told = {"rule": event.rule, "rate_bp": event.rate_bp, "base": event.base, "exact_e4": event.exact_e4, "charged": event.amount}
    return {**told, **_ROWS[type(event)](event)}


_ROWS: dict[type[Event], Callable[[Any], Row]] = {
    holdem.CommissionTaken: _of_hand,
    baccarat.CommissionTaken: _of_bettor,
}
_MINE: frozenset[type[Event]] = frozenset({*_ROWS, SettlementReversed})


def totals(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """One row a currency; currencies are never netted."""
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        total = sums.setdefault(row["currency"], dict.fromkeys(("hands", *SUMS), 0))
        for name in total:
            total[name] += row[name]
    return [{"currency": currency, **_numbers(sums[currency])} for currency in sorted(sums)]


def _numbers(row: Mapping[Any, Any]) -> dict[str, int]:
    """In the report's order."""
    numbers = {name: row[name] for name in ("hands", *SUMS)}
    return {**numbers, "effective_bp": effective_bp(numbers["charged"], numbers["base"])}
