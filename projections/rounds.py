"""Baccarat in the index of hands: each round with its shoe, its result, its bets, and what they came to.

A bet stands in every round in which it lay: in the tied one as `held`, in the next one as `carried` in. For each bet and
each round, carried + staked - taken off is the stake that was won, lost, held or given back by a void.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Index, Integer, MetaData, Select, Table, Text, select

from domain.baccarat import events as baccarat
from domain.event import Event, Recorded
from projections.filters import Filters
from projections.hands_in_play import OPEN, HandsInPlay, index_columns
from projections.projection import Poison, Writer
from projections.round_lines import line
from projections.rounds_in_play import AMOUNTS, DECIDED, HELD, VOID, Round
from projections.sessions import Sessions, hand_id


class Rounds:
    """`steps` say what an event does to the round in play, which the session remembers under `round` until the next opens:
    what a tie holds is decided after it."""

    def __init__(self, metadata: MetaData, projection: str, generation: int, sessions: Sessions) -> None:
        self._sessions = sessions
        self._rounds = Table(
            f"{projection}_rounds_{generation}",
            metadata,
            *index_columns(),
            Column("shoe", Integer, nullable=False),
            Column("deciding", Integer, nullable=False),
            Column("result", Text),
            Column("player_total", Integer),
            Column("banker_total", Integer),
            Index(f"{projection}_round_positions_{generation}", "position"),
            Index(f"{projection}_round_days_{generation}", "gaming_day", "table"),
        )
        self._bets = Table(
            f"{projection}_bets_{generation}",
            metadata,
            Column("id", Text, primary_key=True),
            Column("bet", Text, primary_key=True),
            Column("place", Integer, nullable=False),
            Column("player", Text, nullable=False),
            Column("seat", Integer),
            Column("on", Text, nullable=False),
            Column("outcome", Text),
            *(Column(name, BigInteger, nullable=False) for name in AMOUNTS),
            Index(f"{projection}_bettors_{generation}", "player"),
        )
        self._in_play = HandsInPlay(Round, self._rounds, self._bets, "bet")
        self.steps: Mapping[type[Event], Callable[[Recorded, Any], None]] = {
            baccarat.RoundOpened: self._open,
            baccarat.BetPlaced: self._place,
            baccarat.BetWithdrawn: self._withdraw,
            baccarat.HeldBetDecided: self._decide_held,
            baccarat.RoundDecided: self._decide,
            baccarat.BetSettled: self._settle,
            baccarat.BetHeld: self._hold,
            baccarat.CommissionTaken: self._take_commission,
            baccarat.RoundVoided: self._void,
            baccarat.TableClosed: self._close_table,
        }

    def load(self, streams: Iterable[str], connection: Connection) -> None:
        self._in_play.load(self._sessions.values("round", streams), connection)

    def save(self, writer: Writer) -> None:
        self._in_play.save(writer)

    def forget(self) -> None:
        self._in_play.forget()

    def find(self, connection: Connection, hand: str) -> dict[str, Any] | None:
        return next(self._ask(connection, self._rows().where(self._rounds.c.id == hand)), None)

    def list(self, connection: Connection, filters: Filters) -> Iterator[dict[str, Any]]:
        rounds, bets = self._rounds.c, self._bets.c
        columns = {"gaming_day": rounds.gaming_day, "table": rounds.table, "currency": rounds.currency, "player": bets.player}
        conditions = filters.conditions("hand list", columns)
        chosen = select(rounds.id).outerjoin(self._bets, bets.id == rounds.id).where(*conditions)
        return self._ask(connection, self._rows().where(rounds.id.in_(chosen)) if conditions else self._rows())

    def _rows(self) -> Select[Any]:
        """A row a round and bet, or one for a round without bets."""
        of_bet = [column.label(f"bet_{column.name}") for column in self._bets.c]
        pairs = self._rounds.outerjoin(self._bets, self._bets.c.id == self._rounds.c.id)
        return select(self._rounds, *of_bet).select_from(pairs).order_by(self._rounds.c.position, self._bets.c.place)

    def _ask(self, connection: Connection, asked: Select[Any]) -> Iterator[dict[str, Any]]:
        rows = connection.execute(asked.execution_options(yield_per=1_000)).mappings()
        for _, of_round in groupby(rows, key=lambda row: row["id"]):
            yield line(list(of_round))

    def _open(self, record: Recorded, event: baccarat.RoundOpened) -> None:
        session = self._sessions.of(record)
        opened = Round.opened(session, record, event)
        if event.held:
            self._carry(record, self._round(record, session["round"], DECIDED), opened, event.held)
        if session["round"] is not None:
            self._in_play.leave(session["round"])
        self._in_play.begin(opened)
        self._sessions.change(record, round=opened.id)

    def _carry(self, record: Recorded, tied: Round, opened: Round, held: Iterable[baccarat.HeldBet]) -> None:
        for one in held:
            bet = _lying(record, tied, one.bet, HELD)
            opened.take(one.bet, bet["player"], bet["seat"], one.on, carried=one.amount)

    def _place(self, record: Recorded, event: baccarat.BetPlaced) -> None:
        playing = self._numbered(record, event.round, OPEN)
        if event.bet in playing.parts:
            raise Poison(record, f"bet {event.bet} lies in round {playing.id} already")
        playing.take(event.bet, event.player, event.seat, event.on, staked=event.amount)

    def _withdraw(self, record: Recorded, event: baccarat.BetWithdrawn) -> None:
        bet = _lying(record, self._numbered(record, event.round, OPEN), event.bet)
        bet["taken_off"] += event.amount
        bet["outcome"] = None if event.left else "withdrawn"

    def _decide_held(self, record: Recorded, event: baccarat.HeldBetDecided) -> None:
        """In the deciding round, or in the tied one where the next is not open yet."""
        playing = self._numbered(record, event.round, OPEN, DECIDED)
        bet = _lying(record, playing, event.bet, None if playing.status == OPEN else HELD)
        bet["taken_off"] += event.refund
        bet["on"] = event.on
        bet["outcome"] = bet["outcome"] if event.amount else "cancelled"

    def _decide(self, record: Recorded, event: baccarat.RoundDecided) -> None:
        playing = self._numbered(record, event.round, OPEN)
        playing.row.update(result=event.result, player_total=event.player, banker_total=event.banker)
        playing.close(record, DECIDED)

    def _settle(self, record: Recorded, event: baccarat.BetSettled) -> None:
        playing = self._numbered(record, event.round, DECIDED)
        _lying(record, playing, event.bet).update(outcome=event.result, returned=event.returned)
        playing.close(record, DECIDED)

    def _hold(self, record: Recorded, event: baccarat.BetHeld) -> None:
        playing = self._numbered(record, event.round, DECIDED)
        _lying(record, playing, event.bet).update(outcome=HELD)
        playing.close(record, DECIDED)

    def _take_commission(self, record: Recorded, event: baccarat.CommissionTaken) -> None:
        playing = self._numbered(record, event.round, DECIDED)
        won = playing.first_banker_win(event.player)
        if won is None:
            raise Poison(record, f"{event.player} won nothing on the banker in round {playing.id}")
        won["commission"] += event.amount
        playing.close(record, DECIDED)

    def _void(self, record: Recorded, event: baccarat.RoundVoided) -> None:
        playing = self._numbered(record, event.round, OPEN)
        for refund in event.refunds:
            _lying(record, playing, refund.bet).update(outcome=VOID, refunded=refund.amount)
        playing.close(record, VOID)

    def _close_table(self, record: Recorded, _event: baccarat.TableClosed) -> None:
        session = self._sessions.of(record)
        if session["round"] is not None:
            self._in_play.leave(session["round"])
        self._sessions.change(record, round=None)

    def _numbered(self, record: Recorded, number: int, *statuses: str) -> Round:
        return self._round(record, hand_id(self._sessions.of(record), number), *statuses)

    def _round(self, record: Recorded, wanted: str | None, *statuses: str) -> Round:
        """Poison unless this is the last round of its table, in one of these states."""
        last = self._sessions.of(record)["round"]
        if last is None or last != wanted:
            raise Poison(record, f"round {wanted} is not in play; in play is {last}")
        playing = self._in_play.of(last)
        if playing.status not in statuses:
            raise Poison(record, f"round {wanted} is {playing.status}, and must be {' or '.join(statuses)}")
        return playing


def _lying(record: Recorded, playing: Round, bet: str, outcome: str | None = None) -> dict[str, Any]:
    """For changing it. Poison unless the bet lies in this round: without an outcome, or held."""
    found = playing.parts.get(bet)
    if found is None or found["outcome"] != outcome:
        told = "is not in it" if found is None else f"is {found['outcome'] or 'not settled'} there"
        raise Poison(record, f"bet {bet} does not lie {'held ' if outcome else ''}in round {playing.id}: it {told}")
    return found
