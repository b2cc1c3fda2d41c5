"""Every move of a player's money and chips that may be a large transaction, and what has taken it back.

Whether it is one, alone or with others of its day, is for the policy to say: that is worked out when the report is asked
(projections/large_rows.py). A row comes from one source alone, so the sources may arrive in any order.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from sqlalchemy import BigInteger, Column, ColumnElement, Connection, Index, Integer, MetaData, Table, Text, and_, select

from domain.event import Recorded
from projections.large_steps import STEPS, Direction, Moved, Step
from projections.projection import Row, Writer
from projections.table_memory import TableMemory


class Move(NamedTuple):
    """`player` is None where the house does not know him; `reversed_by` is the event that took it back, where it was known."""

    position: int
    n: int
    event_id: str
    gaming_day: str
    player: str | None
    direction: Direction
    table: str | None
    currency: str
    amount: int
    reversed_by: str | None


class Large:
    name: ClassVar[str] = "large"
    version: ClassVar[int] = 2
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        self._memory = TableMemory(self.metadata, self.name, generation)
        self._moves = Table(
            f"{self.name}_moves_{generation}",
            self.metadata,
            Column("position", BigInteger, primary_key=True, autoincrement=False),
            Column("n", Integer, primary_key=True, autoincrement=False),
            *(Column(name, Text, nullable=False) for name in ("event_id", "stream", "gaming_day", "direction", "currency")),
            *(Column(name, Text) for name in ("player", "table", "name")),
            Column("amount", BigInteger, nullable=False),
            Index(f"{self.name}_days_{generation}", "gaming_day", "direction"),
        )
        self._reversals = Table(
            f"{self.name}_reversals_{generation}",
            self.metadata,
            *(Column(name, Text, primary_key=True) for name in ("stream", "name")),
            Column("event_id", Text, nullable=False),
            Column("position", BigInteger, nullable=False),
        )

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        mine = [record for record in batch if type(record.event) in STEPS]
        self._memory.load({record.stream for record in mine}, writer.connection)
        moves: list[Row] = []
        reversals: list[Row] = []
        for record in mine:
            step = Step(record, self._memory)
            STEPS[type(record.event)](step, record.event)
            moves += [_move(record, n, moved) for n, moved in enumerate(step.moves, 1)]
            reversals += [_reversal(record, stream, name) for stream, name in step.reversed]
        writer.insert(self._moves, moves)
        writer.put(self._reversals, reversals)
        self._memory.save(writer)

    def forget(self) -> None:
        self._memory.forget()

    def days(self, connection: Connection, as_of: int) -> list[str]:
        """The gaming days on which anything moved, in order."""
        moves = self._moves.c
        asked = select(moves.gaming_day).where(moves.position <= as_of).distinct().order_by(moves.gaming_day)
        return list(connection.execute(asked).scalars())

    def moves(
        self, connection: Connection, directions: Sequence[Direction], day: str, as_of: int, at_least: ColumnElement[bool] | None = None
    ) -> list[Move]:
        """Those of a gaming day, in the order of the log."""
        moves, back = self._moves.c, self._reversals.c
        taken_back = and_(back.stream == moves.stream, back.name == moves.name, back.position <= as_of)
        columns = [moves[name] for name in Move._fields if name != "reversed_by"]
        asked = select(*columns, back.event_id.label("reversed_by")).join_from(self._moves, self._reversals, taken_back, isouter=True)
        wanted = [moves.gaming_day == day, moves.direction.in_(directions), moves.position <= as_of]
        if at_least is not None:
            wanted.append(at_least)
        rows = connection.execute(asked.where(*wanted).order_by(moves.position, moves.n)).mappings()
        return [Move(**row) for row in rows]

    def at_least(self, amounts: dict[str, int]) -> ColumnElement[bool]:
        """Moves of these amounts or more, by currency."""
        moves = self._moves.c
        reached: ColumnElement[bool] = moves.amount < 0
        for currency, amount in sorted(amounts.items()):
            reached = reached | and_(moves.currency == currency, moves.amount >= amount)
        return reached


def _move(record: Recorded, n: int, moved: Moved) -> dict[str, Any]:
    return {
        "position": record.position,
        "n": n,
        "event_id": record.id,
        "stream": record.stream,
        "gaming_day": record.meta.gaming_day,
        **moved._asdict(),
    }


def _reversal(record: Recorded, stream: str, name: str) -> Row:
    return {"stream": stream, "name": name, "event_id": record.id, "position": record.position}
