"""The index of hands: where each one stands in the events, who played, what was put in and who won.

A hand's events are not copied: `stream`, `first_version` and `last_version` say where they are. Amounts are minor units
of the table's currency.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar, Literal

from sqlalchemy import BigInteger, Column, Connection, Index, Integer, MetaData, Row, Select, Table, Text, select

from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import TableOpened
from projections.filters import ALL, Filters
from projections.hands_in_play import HandInPlay, HandsInPlay
from projections.projection import Poison, Writer
from projections.sessions import Sessions, hand_id


class Hands:
    """`status` is `open`, `showdown`, `all-folded` or `void`; an open hand has no `last_version` and no `ended_at`."""

    name: ClassVar[str] = "hands"
    version: ClassVar[int] = 1
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        self._sessions = Sessions(self.metadata, self.name, generation, Column("hand", Text))
        self._index = Table(
            f"{self.name}_index_{generation}",
            self.metadata,
            Column("id", Text, primary_key=True),
            *(Column(name, Text, nullable=False) for name in ("gaming_day", "game", "table", "currency", "ruleset", "stream", "status")),
            Column("number", Integer, nullable=False),
            Column("first_version", BigInteger, nullable=False),
            Column("last_version", BigInteger),
            Column("position", BigInteger, nullable=False),
            Column("started_at", Text, nullable=False),
            Column("ended_at", Text),
            *(Column(name, BigInteger, nullable=False) for name in ("contributed", "returned", "refunded", "commission")),
            Index(f"{self.name}_positions_{generation}", "position"),
            Index(f"{self.name}_days_{generation}", "gaming_day", "table"),
        )
        self._seats = Table(
            f"{self.name}_seats_{generation}",
            self.metadata,
            Column("id", Text, primary_key=True),
            Column("seat", Integer, primary_key=True),
            Column("player", Text, nullable=False),
            *(Column(name, BigInteger, nullable=False) for name in ("stack", "contributed", "returned", "refunded", "won")),
            Index(f"{self.name}_players_{generation}", "player"),
        )
        self._in_play = HandsInPlay(self._index, self._seats)

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        mine = [record for record in batch if type(record.event) in _STEPS]
        streams = {record.stream for record in mine}
        self._sessions.load(streams, writer.connection)
        self._in_play.load(self._sessions.values("hand", streams), writer.connection)
        for record in mine:
            _STEPS[type(record.event)](self, record, record.event)
        self._in_play.save(writer)
        self._sessions.save(writer)

    def forget(self) -> None:
        self._sessions.forget()
        self._in_play.forget()

    def find(self, connection: Connection, hand: str) -> dict[str, Any] | None:
        """The hand of this id, as `list` gives it; None if there is none."""
        return next(self._ask(connection, self._rows().where(self._index.c.id == hand)), None)

    def list(self, connection: Connection, filters: Filters = ALL) -> Iterator[dict[str, Any]]:
        """In the order in which they began. `pot` is what was played for, before commission; a void hand has none.

        `players`: what each brought and put in, what nobody called (`returned`), what a void gave back, what he won.
        """
        index, seats = self._index.c, self._seats.c
        columns = {"gaming_day": index.gaming_day, "table": index.table, "currency": index.currency, "player": seats.player}
        conditions = filters.conditions("hand list", columns)
        chosen = select(index.id).join(self._seats, seats.id == index.id).where(*conditions)
        return self._ask(connection, self._rows().where(index.id.in_(chosen)) if conditions else self._rows())

    def _rows(self) -> Select[Any]:
        """A row a hand and seat."""
        of_seat = [column.label(f"seat_{column.name}") for column in self._seats.c]
        pairs = self._index.join(self._seats, self._seats.c.id == self._index.c.id)
        return select(self._index, *of_seat).select_from(pairs).order_by(self._index.c.position, self._seats.c.seat)

    def _ask(self, connection: Connection, asked: Select[Any]) -> Iterator[dict[str, Any]]:
        rows = connection.execute(asked.execution_options(yield_per=1_000))
        for _, of_hand in groupby(rows, key=lambda row: row.id):
            yield _hand(list(of_hand))

    def _open(self, record: Recorded, event: TableOpened) -> None:
        self._sessions.open(record, event)

    def _start(self, record: Recorded, event: holdem.HandStarted) -> None:
        session = self._sessions.of(record)
        hand = HandInPlay.started(hand_id(session, event.hand), session, record, event)
        self._in_play.begin(hand)
        self._sessions.change(record, hand=hand.id)

    def _put_in(self, record: Recorded, event: holdem.BlindPosted | holdem.BetPlaced) -> None:
        self._hand(record, event.hand, event.seat).add("contributed", event.seat, event.amount)

    def _came_back(self, record: Recorded, event: holdem.BetReturned) -> None:
        self._hand(record, event.hand, event.seat).add("returned", event.seat, event.amount)

    def _take_commission(self, record: Recorded, event: holdem.CommissionTaken) -> None:
        self._hand(record, event.hand).row["commission"] += event.amount

    def _split(self, record: Recorded, event: holdem.PotSplit) -> None:
        hand = self._hand(record, event.hand, *(share.seat for share in event.shares))
        for share in event.shares:
            hand.seats[share.seat]["won"] += share.amount

    def _end(self, record: Recorded, event: holdem.HandEnded) -> None:
        self._hand(record, event.hand).close(record, event.reason)
        self._sessions.change(record, hand=None)

    def _void(self, record: Recorded, event: holdem.HandVoided) -> None:
        hand = self._hand(record, event.hand, *(refund.seat for refund in event.refunds))
        for refund in event.refunds:
            hand.add("refunded", refund.seat, refund.amount)
        hand.close(record, "void")
        self._sessions.change(record, hand=None)

    def _hand(self, record: Recorded, number: int, *seats: int) -> HandInPlay:
        """Poison unless this hand is in play, with these seats dealt in."""
        session = self._sessions.of(record)
        wanted = hand_id(session, number)
        if session["hand"] != wanted:
            raise Poison(record, f"hand {wanted} is not in play; in play is {session['hand']}")
        hand = self._in_play.of(wanted)
        for seat in seats:
            if seat not in hand.seats:
                raise Poison(record, f"seat {seat} was not dealt in; dealt in are {sorted(hand.seats)}")
        return hand


def _hand(rows: Sequence[Row[Any]]) -> dict[str, Any]:
    """`id` first, for people and for a line of JSON; what stands where in the events last."""
    first = rows[0]._mapping
    players = [
        {name: row._mapping[f"seat_{name}"] for name in ("seat", "player", "stack", "contributed", "returned", "refunded", "won")}
        for row in rows
    ]
    head = ("id", "gaming_day", "game", "table", "number", "ruleset", "currency", "status", "started_at", "ended_at")
    return {
        **{name: first[name] for name in head},
        "pot": first["contributed"] - first["returned"] - first["refunded"],
        **{name: first[name] for name in ("contributed", "returned", "refunded", "commission")},
        "players": players,
        "winners": [{"seat": one["seat"], "player": one["player"], "amount": one["won"]} for one in players if one["won"]],
        **{name: first[name] for name in ("stream", "first_version", "last_version", "position")},
    }


_STEPS: dict[type[Event], Callable[[Hands, Recorded, Any], None]] = {
    holdem.TableOpened: Hands._open,
    holdem.HandStarted: Hands._start,
    holdem.BlindPosted: Hands._put_in,
    holdem.BetPlaced: Hands._put_in,
    holdem.BetReturned: Hands._came_back,
    holdem.CommissionTaken: Hands._take_commission,
    holdem.PotSplit: Hands._split,
    holdem.HandEnded: Hands._end,
    holdem.HandVoided: Hands._void,
}
