"""Hold'em in the index of hands: who was dealt in, what each put in, what came back, and who won."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

from sqlalchemy import BigInteger, Column, Connection, Index, Integer, MetaData, Row, Select, Table, Text, select

from domain.event import Event, Recorded
from domain.holdem import events as holdem
from projections.filters import Filters
from projections.hands_in_play import HandInPlay, HandsInPlay, begun, index_columns
from projections.projection import Poison, Writer
from projections.sessions import Remembered, Sessions, hand_id

_AMOUNTS = ("contributed", "returned", "refunded")


class HoldemHand(HandInPlay):
    """Its parts are the seats dealt in."""

    @classmethod
    def started(cls, session: Remembered, record: Recorded, event: holdem.HandStarted) -> "HoldemHand":
        hand = hand_id(session, event.hand)
        nothing = dict.fromkeys((*_AMOUNTS, "won"), 0)
        seats = {one.seat: {"id": hand, "seat": one.seat, "player": one.player, "stack": one.stack, **nothing} for one in event.seats}
        return cls({**begun(hand, event.hand, session, record), **dict.fromkeys((*_AMOUNTS, "commission"), 0)}, seats)

    def add(self, name: Literal["contributed", "returned", "refunded"], seat: int, amount: int) -> None:
        """To the seat and to the hand."""
        self.parts[seat][name] += amount
        self.row[name] += amount


class HoldemHands:
    """`steps` say what an event does to the hand in play, which the session remembers under `hand`."""

    def __init__(self, metadata: MetaData, projection: str, generation: int, sessions: Sessions) -> None:
        self._sessions = sessions
        self._index = Table(
            f"{projection}_index_{generation}",
            metadata,
            *index_columns(),
            *(Column(name, BigInteger, nullable=False) for name in (*_AMOUNTS, "commission")),
            Index(f"{projection}_positions_{generation}", "position"),
            Index(f"{projection}_days_{generation}", "gaming_day", "table"),
        )
        self._seats = Table(
            f"{projection}_seats_{generation}",
            metadata,
            Column("id", Text, primary_key=True),
            Column("seat", Integer, primary_key=True),
            Column("player", Text, nullable=False),
            *(Column(name, BigInteger, nullable=False) for name in ("stack", *_AMOUNTS, "won")),
            Index(f"{projection}_players_{generation}", "player"),
        )
        self._in_play = HandsInPlay(HoldemHand, self._index, self._seats, "seat")
        self.steps: Mapping[type[Event], Callable[[Recorded, Any], None]] = {
            holdem.HandStarted: self._start,
            holdem.BlindPosted: self._put_in,
            holdem.BetPlaced: self._put_in,
            holdem.BetReturned: self._came_back,
            holdem.CommissionTaken: self._take_commission,
            holdem.PotSplit: self._split,
            holdem.HandEnded: self._end,
            holdem.HandVoided: self._void,
        }

    def load(self, streams: Iterable[str], connection: Connection) -> None:
        self._in_play.load(self._sessions.values("hand", streams), connection)

    def save(self, writer: Writer) -> None:
        self._in_play.save(writer)

    def forget(self) -> None:
        self._in_play.forget()

    def find(self, connection: Connection, hand: str) -> dict[str, Any] | None:
        return next(self._ask(connection, self._rows().where(self._index.c.id == hand)), None)

    def list(self, connection: Connection, filters: Filters) -> Iterator[dict[str, Any]]:
        """`pot` is what was played for, before commission; a void hand has none.

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

    def _start(self, record: Recorded, event: holdem.HandStarted) -> None:
        hand = HoldemHand.started(self._sessions.of(record), record, event)
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
            hand.parts[share.seat]["won"] += share.amount

    def _end(self, record: Recorded, event: holdem.HandEnded) -> None:
        self._close(record, self._hand(record, event.hand), event.reason)

    def _void(self, record: Recorded, event: holdem.HandVoided) -> None:
        hand = self._hand(record, event.hand, *(refund.seat for refund in event.refunds))
        for refund in event.refunds:
            hand.add("refunded", refund.seat, refund.amount)
        self._close(record, hand, "void")

    def _close(self, record: Recorded, hand: HoldemHand, status: str) -> None:
        hand.close(record, status)
        self._in_play.leave(hand.id)
        self._sessions.change(record, hand=None)

    def _hand(self, record: Recorded, number: int, *seats: int) -> HoldemHand:
        """Poison unless this hand is in play, with these seats dealt in."""
        session = self._sessions.of(record)
        wanted = hand_id(session, number)
        if session["hand"] != wanted:
            raise Poison(record, f"hand {wanted} is not in play; in play is {session['hand']}")
        hand = self._in_play.of(wanted)
        for seat in seats:
            if seat not in hand.parts:
                raise Poison(record, f"seat {seat} was not dealt in; dealt in are {sorted(hand.parts)}")
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
        **{name: first[name] for name in (*_AMOUNTS, "commission")},
        "players": players,
        "winners": [{"seat": one["seat"], "player": one["player"], "amount": one["won"]} for one in players if one["won"]],
        **{name: first[name] for name in ("stream", "first_version", "last_version", "position")},
    }
