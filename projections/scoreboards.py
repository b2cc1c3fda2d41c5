"""The results of every shoe, from which its scoreboard is drawn (projections/roads.py): no road is ever stored.

Demonstrations and void rounds are no results. A continuous shuffler has no shoes: there a scoreboard runs from the table's
opening to its closing.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Literal, NamedTuple

from sqlalchemy import BigInteger, Column, Connection, Index, Integer, MetaData, Table, Text, select

from domain.baccarat import events as baccarat
from domain.baccarat import shoe_events
from domain.event import Event, Recorded
from projections.projection import Poison, Row, Writer
from projections.roads import Outcome
from projections.sessions import Sessions

_LETTERS: Final = {"banker": "B", "player": "P", "tie": "T"}


class Scoreboard(NamedTuple):
    """`shoe` counts the shoes of the table session; 1 throughout for a continuous shuffler."""

    table: str
    gaming_day: str
    shoe: int
    results: list[Outcome]


class Scoreboards:
    name: ClassVar[str] = "scoreboards"
    version: ClassVar[int] = 1
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        mine = (Column("shoe", Integer), Column("csm", Integer))
        self._sessions = Sessions(self.metadata, self.name, generation, *mine)
        self._shoes = Table(
            f"{self.name}_shoes_{generation}",
            self.metadata,
            Column("stream", Text, primary_key=True),
            Column("shoe", Integer, primary_key=True),
            Column("table", Text, nullable=False),
            Column("gaming_day", Text, nullable=False),
            Column("position", BigInteger, nullable=False),
            Index(f"{self.name}_tables_{generation}", "table", "position"),
        )
        self._results = Table(
            f"{self.name}_results_{generation}",
            self.metadata,
            Column("stream", Text, primary_key=True),
            Column("round", Integer, primary_key=True),
            Column("shoe", Integer, nullable=False),
            Column("winner", Text, nullable=False),
            Column("banker_pair", Integer, nullable=False),
            Column("player_pair", Integer, nullable=False),
        )
        self._new_shoes: list[Row] = []
        self._new_results: list[Row] = []

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        mine = [record for record in batch if type(record.event) in _STEPS]
        self._sessions.load({record.stream for record in mine}, writer.connection)
        for record in mine:
            _STEPS[type(record.event)](self, record, record.event)
        writer.insert(self._shoes, self._new_shoes)
        writer.insert(self._results, self._new_results)
        self._sessions.save(writer)
        self._new_shoes, self._new_results = [], []

    def forget(self) -> None:
        self._sessions.forget()
        self._new_shoes, self._new_results = [], []

    def latest(self, connection: Connection, table: str) -> Scoreboard | None:
        """Of the shoe that was brought to the table last; None for a table that has had none."""
        shoes, results = self._shoes.c, self._results.c
        asked = select(self._shoes).where(shoes.table == table).order_by(shoes.position.desc()).limit(1)
        shoe = connection.execute(asked).first()
        if shoe is None:
            return None
        of_shoe = select(self._results).where(results.stream == shoe.stream, results.shoe == shoe.shoe).order_by(results.round)
        found = [Outcome(row.winner, bool(row.banker_pair), bool(row.player_pair)) for row in connection.execute(of_shoe)]
        return Scoreboard(shoe.table, shoe.gaming_day, shoe.shoe, found)

    def _open(self, record: Recorded, event: baccarat.TableOpened) -> None:
        self._sessions.open(record, event)
        self._sessions.change(record, csm=int(event.rules["deal_mode"] == "csm"))

    def _load(self, record: Recorded, event: shoe_events.ShoeLoaded) -> None:
        session = self._sessions.of(record)
        if session["csm"] and session["shoe"] is not None:
            return
        self._sessions.change(record, shoe=event.shoe)
        place = {name: session[name] for name in ("stream", "table", "gaming_day")}
        self._new_shoes.append({**place, "shoe": event.shoe, "position": record.position})

    def _decide(self, record: Recorded, event: baccarat.RoundDecided) -> None:
        session = self._sessions.of(record)
        if session["shoe"] is None:
            raise Poison(record, f"no ShoeLoaded stands before it in {record.stream}")
        self._new_results.append(
            {
                "stream": record.stream,
                "round": event.round,
                "shoe": session["shoe"],
                "winner": _LETTERS[event.result],
                "banker_pair": int(event.banker_pair),
                "player_pair": int(event.player_pair),
            }
        )


_STEPS: Final[dict[type[Event], Callable[[Scoreboards, Recorded, Any], None]]] = {
    baccarat.TableOpened: Scoreboards._open,
    shoe_events.ShoeLoaded: Scoreboards._load,
    baccarat.RoundDecided: Scoreboards._decide,
}
