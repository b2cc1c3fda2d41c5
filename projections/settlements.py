"""What the hands and rounds of each table come to, event by event: what was wagered, won, paid and taken, or given back by a void."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import BigInteger, Column, Integer, Text

from domain.baccarat import events as baccarat
from domain.disputes.events import SettlementReversed
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import TableOpened
from projections.projection import Poison, Row
from projections.resettled import HAND_SUMS, HANDLE_SUMS, Resettled
from projections.sessions import Remembered, Sessions, hand_id

GROUP = ("gaming_day", "game", "table", "currency")
_UNDER_WAY = ("put_in", "came_back", *HAND_SUMS)


def session_columns() -> list[Column[Any]]:
    """What the report remembers of a table session: `hand` is in play, `settling` the round that was decided last; what was
    put into it and came back before its end, what it came to so far, the `kind` of the last error. The edges of a baccarat
    table depend on its `decks`, and on whether the banker's 6 pays half in place of commission."""
    numbers = [Column(name, Integer) for name in ("hand", "settling", "decks", "six_pays_half")]
    return [*numbers, *(Column(name, BigInteger) for name in _UNDER_WAY), Column("kind", Text)]


class Settlements:
    """`hands` are the rows of what was settled in this batch, by id, `voids` those of what was void.

    `handle`, by round and what a bet is on, is what this batch adds. A round counts from the position at which the last of
    its bets and commissions was settled, so its row may be written again in the next batch.
    """

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self.hands: dict[str, Row] = {}
        self.voids: list[Row] = []
        self.handle: dict[tuple[str, str], dict[str, Any]] = {}
        self.steps: Mapping[type[Event], Callable[[Recorded, Any], None]] = {
            holdem.TableOpened: self._open_table,
            holdem.HandStarted: self._start_hand,
            holdem.BlindPosted: self._bet_in_hand,
            holdem.BetPlaced: self._bet_in_hand,
            holdem.BetReturned: self._uncalled,
            holdem.CommissionTaken: self._commission_of_hand,
            holdem.DealErrorReported: self._report_error,
            holdem.HandEnded: self._end_hand,
            holdem.HandVoided: self._void_hand,
            baccarat.TableOpened: self._open_banked_table,
            baccarat.RoundOpened: self._open_round,
            baccarat.BetPlaced: self._bet_in_round,
            baccarat.BetWithdrawn: self._withdrawn,
            baccarat.HeldBetDecided: self._held_bet_decided,
            baccarat.DealErrorReported: self._report_error,
            baccarat.RoundDecided: self._decide_round,
            baccarat.BetSettled: self._settle_bet,
            baccarat.CommissionTaken: self._commission_of_bettor,
            baccarat.RoundVoided: self._void_round,
            SettlementReversed: self._resettle,
        }

    def clear(self) -> None:
        self.hands, self.voids, self.handle = {}, [], {}

    def _open_table(self, record: Recorded, event: TableOpened) -> None:
        self._sessions.open(record, event)

    def _open_banked_table(self, record: Recorded, event: TableOpened) -> None:
        self._sessions.open(record, event)
        self._sessions.change(record, **edges_of(event.rules))

    def _start_hand(self, record: Recorded, event: holdem.HandStarted) -> None:
        self._begin(record, event.hand)

    def _bet_in_hand(self, record: Recorded, event: holdem.BlindPosted | holdem.BetPlaced) -> None:
        self._move(record, event.hand, put_in=event.amount)

    def _uncalled(self, record: Recorded, event: holdem.BetReturned) -> None:
        self._move(record, event.hand, came_back=event.amount)

    def _commission_of_hand(self, record: Recorded, event: holdem.CommissionTaken) -> None:
        self._move(record, event.hand, commission=event.amount)

    def _report_error(self, record: Recorded, event: holdem.DealErrorReported | baccarat.DealErrorReported) -> None:
        if event.number is not None:
            self._in_play(record, event.number)
            self._sessions.change(record, kind=event.kind)

    def _end_hand(self, record: Recorded, event: holdem.HandEnded) -> None:
        self._sessions.change(record, wagered=_at_stake(self._in_play(record, event.hand)), hand=None)
        self._write(record, event.hand)

    def _void_hand(self, record: Recorded, event: holdem.HandVoided) -> None:
        self._void(record, event.hand, event, bets=None, stakes=self._in_play(record, event.hand)["put_in"])

    def _open_round(self, record: Recorded, event: baccarat.RoundOpened) -> None:
        self._begin(record, event.round)
        self._move(record, event.round, put_in=sum(held.amount for held in event.held))

    def _bet_in_round(self, record: Recorded, event: baccarat.BetPlaced) -> None:
        self._move(record, event.round, put_in=event.amount)

    def _withdrawn(self, record: Recorded, event: baccarat.BetWithdrawn) -> None:
        self._move(record, event.round, came_back=event.amount)

    def _held_bet_decided(self, record: Recorded, event: baccarat.HeldBetDecided) -> None:
        """What goes back before the next round opens is no longer among the bets that are held for it."""
        if self._sessions.of(record)["hand"] is None:
            self._settling(record, event.round)
        else:
            self._move(record, event.round, came_back=event.refund)

    def _decide_round(self, record: Recorded, event: baccarat.RoundDecided) -> None:
        self._in_play(record, event.round)
        self._sessions.change(record, hand=None, settling=event.round)
        self._write(record, event.round)

    def _settle_bet(self, record: Recorded, event: baccarat.BetSettled) -> None:
        lost = event.stake if event.result == "lost" else 0
        self._settle(record, event.round, wagered=event.stake, won=lost, paid=event.win)
        self._add_handle(record, event.round, event.on, bets=1, handle=event.stake, won=lost, paid=event.win)

    def _commission_of_bettor(self, record: Recorded, event: baccarat.CommissionTaken) -> None:
        self._settle(record, event.round, commission=event.amount)
        self._add_handle(record, event.round, "banker", commission=event.amount)

    def _void_round(self, record: Recorded, event: baccarat.RoundVoided) -> None:
        self._void(record, event.round, event, bets=len(event.refunds), stakes=_at_stake(self._in_play(record, event.round)))

    def _resettle(self, record: Recorded, event: SettlementReversed) -> None:
        """A row of its own, in the day that it is booked in: it is no hand, and changes the sums."""
        one, anew = event.settlement, Resettled(event.settlement)
        place = {"gaming_day": record.meta.gaming_day, "game": one.game, "table": one.table, "currency": one.currency}
        edges = edges_of(one.rules) if one.game == "baccarat" else {"decks": None, "six_pays_half": None}
        self.hands[record.id] = {"id": record.id, "position": record.position, "hands": 0, **place, **anew.sums, **edges}
        for on, sums in anew.handle.items():
            self.handle[record.id, on] = {"id": record.id, "on": on, **sums}
        told = {"time": record.meta.time, "reason": event.reason, "actor": record.meta.actor, "approver": record.meta.approver}
        back = sum(result.due for result in event.results if result.due > 0)
        of_void = {"kind": None, "rule": event.rule, "bets": None, "stakes": anew.stakes, "refunds": back}
        of_case = {"commission_back": anew.commission_back, "dispute": event.case}
        self.voids.append({"id": one.hand, "position": record.position, **place, **told, **of_void, **of_case})

    def _begin(self, record: Recorded, number: int) -> None:
        self._sessions.change(record, hand=number, settling=None, kind=None, **dict.fromkeys(_UNDER_WAY, 0))

    def _move(self, record: Recorded, number: int, **amounts: int) -> None:
        self._add(record, self._in_play(record, number), amounts)

    def _settle(self, record: Recorded, number: int, **amounts: int) -> None:
        self._add(record, self._settling(record, number), amounts)
        self._write(record, number)

    def _add(self, record: Recorded, session: Remembered, amounts: Mapping[str, int]) -> None:
        self._sessions.change(record, **{name: session[name] + amount for name, amount in amounts.items()})

    def _write(self, record: Recorded, number: int) -> None:
        session = self._sessions.of(record)
        columns = {name: session[name] for name in (*HAND_SUMS, "decks", "six_pays_half")}
        self.hands[hand_id(session, number)] = {**_place(record, session, number), "hands": 1, **columns}

    def _add_handle(self, record: Recorded, number: int, on: str, **amounts: int) -> None:
        key = hand_id(self._sessions.of(record), number), on
        row = self.handle.setdefault(key, {"id": key[0], "on": on, **dict.fromkeys(HANDLE_SUMS, 0)})
        for name, amount in amounts.items():
            row[name] += amount

    def _void(
        self, record: Recorded, number: int, event: holdem.HandVoided | baccarat.RoundVoided, *, bets: int | None, stakes: int
    ) -> None:
        session = self._in_play(record, number)
        void = {
            "time": record.meta.time,
            "kind": session["kind"],
            "reason": event.reason,
            "actor": record.meta.actor,
            "approver": record.meta.approver,
            "rule": event.rule,
            "bets": bets,
            "stakes": stakes,
            "refunds": sum(refund.amount for refund in event.refunds),
            "commission_back": 0,
            "dispute": None,
        }
        self.voids.append({**_place(record, session, number), **void})
        self._sessions.change(record, hand=None)

    def _in_play(self, record: Recorded, number: int) -> Remembered:
        return self._numbered(record, "hand", number, "in play")

    def _settling(self, record: Recorded, number: int) -> Remembered:
        return self._numbered(record, "settling", number, "being settled")

    def _numbered(self, record: Recorded, name: str, number: int, told: str) -> Remembered:
        """Poison unless this hand or round is the one that the session remembers under `name`."""
        session = self._sessions.of(record)
        if session[name] != number:
            what = "hand" if session["game"] == "holdem" else "round"
            raise Poison(record, f"{what} {number} is not {told} at {session['table']}; {told} is {session[name]}")
        return session


def edges_of(rules: Mapping[str, Any]) -> dict[str, int]:
    """What the edges of a baccarat table depend on, of the rules that it was opened with."""
    return {"decks": rules["decks"], "six_pays_half": int(rules["commission"] == "none-six-pays-half")}


def _place(record: Recorded, session: Remembered, number: int) -> dict[str, Any]:
    return {"id": hand_id(session, number), "position": record.position, **{name: session[name] for name in GROUP}}


def _at_stake(session: Remembered) -> int:
    return int(session["put_in"] - session["came_back"])
