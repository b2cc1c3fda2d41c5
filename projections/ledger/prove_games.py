"""R07: the hands played again from their events alone; what each player won or lost is what the ledger says."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, func, select

from domain.event import Event, Recorded, key_of
from domain.holdem import events as holdem
from projections.ledger.proof import Verdict
from projections.ledger.tables import LedgerTables

HOUSE = "the house"

Net = dict[tuple[str, str], int]
"""By hand and player; minor units, + is won. The house's is its commission."""


class PlayedAgain:
    """Takes the events one by one. The players are those that `HandStarted` names, not those that the books know."""

    def __init__(self, connection: Connection, tables: LedgerTables) -> None:
        self._connection, self._tables = connection, tables
        self._net: Net = defaultdict(int)
        self._players: dict[str, dict[int, str]] = {}

    def take(self, recorded: Recorded) -> None:
        event = recorded.event
        if isinstance(event, holdem.HandStarted):
            self._players[recorded.stream] = {seat.seat: seat.player for seat in event.seats}
        moves = _MOVES.get(type(event))
        if moves is None:
            return
        players = self._players.get(recorded.stream, {})
        hand = f"{key_of(recorded.stream)}/{recorded.meta.gaming_day}/{getattr(event, 'hand', None)}"
        for seat, amount in moves(event):
            player = HOUSE if seat is None else players.get(seat, f"seat {seat}")
            self._net[hand, player] += amount

    def verdicts(self) -> list[Verdict]:
        verdict = Verdict("R07", "the hands played again give every player what the ledger gives him", "players' hands")
        booked = self._booked()
        for hand, player in sorted(self._net.keys() | booked.keys()):
            verdict.compare("REPLAY", f"{hand} {player}", self._net.get((hand, player), 0), booked.get((hand, player), 0))
        return [verdict]

    def _booked(self) -> Net:
        lines, entries = self._tables.lines.c, self._tables.entries.c
        query = (
            select(entries.hand, lines.account, func.sum(lines.amount))
            .join(self._tables.lines, entries.position == lines.position)
            .where(entries.hand.is_not(None), lines.account.startswith("2110:") | lines.account.startswith("4010:"))
            .group_by(entries.hand, lines.account)
        )
        net: Net = defaultdict(int)
        for hand, account, amount in self._connection.execute(query):
            net[hand, HOUSE if account.startswith("4010") else account.rpartition(":")[2]] -= amount
        return net


Moves = list[tuple[int | None, int]]
"""Seat, None for the house, and what it gains."""


def _paid(event: holdem.BlindPosted | holdem.BetPlaced) -> Moves:
    return [(event.seat, -event.amount)]


def _returned(event: holdem.BetReturned) -> Moves:
    return [(event.seat, event.amount)]


def _commission(event: holdem.CommissionTaken) -> Moves:
    return [(None, event.amount)]


def _shares(event: holdem.PotSplit) -> Moves:
    return [(share.seat, share.amount) for share in event.shares]


def _refunds(event: holdem.HandVoided) -> Moves:
    return [(refund.seat, refund.amount) for refund in event.refunds]


_MOVES: dict[type[Event], Callable[[Any], Moves]] = {
    holdem.BlindPosted: _paid,
    holdem.BetPlaced: _paid,
    holdem.BetReturned: _returned,
    holdem.CommissionTaken: _commission,
    holdem.PotSplit: _shares,
    holdem.HandVoided: _refunds,
}
