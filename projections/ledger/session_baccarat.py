"""A baccarat table as the books know it: besides seats and stacks, the bets that lie on it and where each was paid from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from domain.baccarat import events as baccarat
from domain.event import Event
from projections.ledger.session import TableSession, UnknownBet, by_number, seat_left, seat_taken


class OpenBet(NamedTuple):
    """`place` is the account of the chips that it was made with and is paid to, whoever sits where by then: a seat's, or 2130.

    `held`: it lies in 2122 and not in 2121.
    """

    player: str
    place: str
    on: str
    amount: int
    held: bool = False


@dataclass(slots=True)
class BaccaratSession(TableSession):
    """`wagers`: what 2121 holds; `wagers_before` what it held when the round opened, which should be 0. `held`: what 2122 holds.

    `round` is the number of the round that is open, or of one that is decided and has `unsettled` bets yet. `banker_wins`: by
    player, what he won on the banker in this round or the last one, before commission.
    """

    bets: dict[str, OpenBet] = field(default_factory=dict)
    wagers: int = 0
    wagers_before: int = 0
    held: int = 0
    round: int | None = None
    unsettled: int = 0
    banker_wins: dict[str, int] = field(default_factory=dict)

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> Self:
        bets = {bet: OpenBet(*fields) for bet, *fields in state["bets"]}
        return cls(**{**state, "seats": by_number(state["seats"]), "bets": bets})

    def to_json(self) -> dict[str, Any]:
        """The bets in the order in which they were placed: that of the lines which they make together."""
        return {**TableSession.to_json(self), "bets": [[bet, *fields] for bet, fields in self.bets.items()]}

    def hand_of(self, event: Event) -> str | None:
        number = getattr(event, "round", None)
        return None if number is None else self.hand_id(number)

    def in_play(self) -> str | None:
        return None if self.round is None else self.hand_id(self.round)

    def bet(self, bet: str) -> OpenBet:
        found = self.bets.get(bet)
        if found is None:
            raise UnknownBet(f"no bet {bet} lies on {self.table}; there are {sorted(self.bets)}")
        return found

    def place(self, seat: int | None) -> str:
        """The account of the chips at a seat; of those in a standing bettor's hand."""
        return "2130" if seat is None else self.seat_account(self.player(seat))

    @property
    def wagers_account(self) -> str:
        return f"2121:{self.table}"

    @property
    def held_account(self) -> str:
        return f"2122:{self.table}"

    def lies_in(self, bet: OpenBet) -> str:
        return self.held_account if bet.held else self.wagers_account

    def change(self, bet: str, amount: int, *, on: str | None = None) -> None:
        """`amount` is what is left of it."""
        found = self.bets.pop(bet) if not amount else self.bets[bet]
        if amount:
            self.bets[bet] = found._replace(amount=amount, on=on or found.on)

    def _lie(self, code: str, amount: int) -> None:
        if code == "2121":
            self.wagers += amount
        elif code == "2122":
            self.held += amount


def _round_opened(session: BaccaratSession, event: baccarat.RoundOpened) -> None:
    session.round, session.wagers_before, session.banker_wins = event.round, session.wagers, {}


def _bet_placed(session: BaccaratSession, event: baccarat.BetPlaced) -> None:
    session.bets[event.bet] = OpenBet(event.player, session.place(event.seat), event.on, event.amount)


def _bet_withdrawn(session: BaccaratSession, event: baccarat.BetWithdrawn) -> None:
    session.change(event.bet, event.left)


def _held_bet_decided(session: BaccaratSession, event: baccarat.HeldBetDecided) -> None:
    session.change(event.bet, event.amount, on=event.on)


def _bets_closed(session: BaccaratSession, _event: baccarat.BetsClosed) -> None:
    session.bets = {name: bet._replace(held=False) for name, bet in session.bets.items()}


def _round_decided(session: BaccaratSession, _event: baccarat.RoundDecided) -> None:
    session.unsettled = sum(not bet.held for bet in session.bets.values())
    _settle_all_but(session, session.unsettled)


def _bet_settled(session: BaccaratSession, event: baccarat.BetSettled) -> None:
    bet = session.bets.pop(event.bet)
    if event.on == "banker" and event.win:
        session.banker_wins[bet.player] = session.banker_wins.get(bet.player, 0) + event.win
    _settle_all_but(session, session.unsettled - 1)


def _bet_held(session: BaccaratSession, event: baccarat.BetHeld) -> None:
    session.bets[event.bet] = session.bets[event.bet]._replace(held=True)
    _settle_all_but(session, session.unsettled - 1)


def _settle_all_but(session: BaccaratSession, left: int) -> None:
    session.unsettled = left
    if not left:
        session.round = None


def _round_voided(session: BaccaratSession, _event: baccarat.RoundVoided) -> None:
    session.round, session.bets = None, {}


BaccaratSession.FOLDS = {
    baccarat.SeatTaken: seat_taken,
    baccarat.SeatLeft: seat_left,
    baccarat.RoundOpened: _round_opened,
    baccarat.BetPlaced: _bet_placed,
    baccarat.BetWithdrawn: _bet_withdrawn,
    baccarat.HeldBetDecided: _held_bet_decided,
    baccarat.BetsClosed: _bets_closed,
    baccarat.RoundDecided: _round_decided,
    baccarat.BetSettled: _bet_settled,
    baccarat.BetHeld: _bet_held,
    baccarat.RoundVoided: _round_voided,
}
