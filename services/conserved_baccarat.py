"""Chips of a baccarat table: every stake came back or was lost, once, by bet and by round; and with what the bettors brought
and what the house won, every chip is somewhere. Standing bettors' chips come from their hands and go back to them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from domain.baccarat import events as e
from domain.event import Event, Recorded

Items = Iterator[str | None]


@dataclass(slots=True)
class _Bet:
    """`seat` None: it came from a hand. `lies`: what of its stake is neither back nor lost. `held`: it waits after a tie."""

    seat: int | None
    lies: int
    held: bool = False


@dataclass(slots=True)
class BaccaratChips:
    """`stacks` by seat; `hands`: what standing bettors have got, less what they put down; `house`: what it has won.

    Of this round, or the last one: `staked` on it, with the bets that a tie before held; `gone`: what of that came back, was
    lost, or is held. `decided`: bets are being settled.
    """

    stacks: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    bets: dict[str, _Bet] = field(default_factory=dict)
    hands: int = 0
    brought: int = 0
    house: int = 0
    staked: int = 0
    gone: int = 0
    decided: bool = False

    def take(self, record: Recorded) -> Items:
        judge = _JUDGED.get(type(record.event))
        if judge is not None:
            yield from (item and f"{record.meta.subject}: {item}" for item in judge(self, record.event))
        negative = [seat for seat, stack in self.stacks.items() if stack < 0]
        if negative:
            yield f"{record.meta.subject}: seat {negative[0]} has {self.stacks[negative[0]]} after {record.id}"

    def pay(self, seat: int | None, amount: int) -> None:
        """To the seat, or into the hand."""
        if seat is None:
            self.hands += amount
        else:
            self.stacks[seat] += amount

    def off(self, name: str, amount: int, left: int) -> Items:
        """Part of a bet goes back; `left` is what the event says remains."""
        bet = self.bets.get(name)
        if bet is None:
            yield f"{amount} came back of bet {name}, which does not lie there"
            return
        bet.lies -= amount
        self.gone += amount
        self.pay(bet.seat, amount)
        if bet.lies != left:
            yield f"bet {name}: {left} should be left of it, the movements left {bet.lies}"
        elif not left:
            del self.bets[name]
            yield None


def _opened(table: BaccaratChips, event: e.TableOpened) -> Items:
    table.stacks.update({one.seat: one.stack for one in event.carried})
    table.brought = sum(one.stack for one in event.carried)
    yield from ()


def _brought(table: BaccaratChips, event: e.SeatTaken | e.ChipsAdded) -> Items:
    table.stacks[event.seat] += event.amount
    table.brought += event.amount
    yield from ()


def _left(table: BaccaratChips, event: e.SeatLeft) -> Items:
    table.stacks[event.seat] -= event.amount
    table.brought -= event.amount
    yield from ()


def _round_opened(table: BaccaratChips, _event: e.RoundOpened) -> Items:
    yield from (f"bet {name} of an earlier round was never settled" for name, bet in table.bets.items() if not bet.held)
    table.staked, table.gone = sum(bet.lies for bet in table.bets.values()), 0


def _bets_closed(table: BaccaratChips, _event: e.BetsClosed) -> Items:
    for bet in table.bets.values():
        bet.held = False
    yield from ()


def _decided(table: BaccaratChips, _event: e.RoundDecided) -> Items:
    table.decided = True
    yield from _round_over(table)


def _placed(table: BaccaratChips, event: e.BetPlaced) -> Items:
    table.bets[event.bet] = _Bet(event.seat, event.amount)
    table.pay(event.seat, -event.amount)
    table.staked += event.amount
    yield from ()


def _withdrawn(table: BaccaratChips, event: e.BetWithdrawn) -> Items:
    yield from table.off(event.bet, event.amount, event.left)


def _held_decided(table: BaccaratChips, event: e.HeldBetDecided) -> Items:
    yield from table.off(event.bet, event.refund, event.amount)


def _settled(table: BaccaratChips, event: e.BetSettled) -> Items:
    """What comes back is the whole stake and the win, or nothing."""
    bet = table.bets.pop(event.bet, None)
    if bet is None:
        yield f"bet {event.bet} is settled and does not lie there"
        return
    table.gone += event.stake
    table.house += event.stake - event.returned
    table.pay(bet.seat, event.returned)
    back = bet.lies + event.win if event.result == "won" else 0
    sound = (event.stake, event.returned) == (bet.lies, back)
    yield None if sound else f"bet {event.bet} of {bet.lies} is settled as {event.stake} and {event.returned} came back, not {back}"
    yield from _round_over(table)


def _held(table: BaccaratChips, event: e.BetHeld) -> Items:
    bet = table.bets.get(event.bet)
    if bet is None:
        yield f"bet {event.bet} is held and does not lie there"
        return
    table.gone += event.amount
    bet.held = True
    if bet.lies != event.amount:
        yield f"bet {event.bet} of {bet.lies} is held as {event.amount}"
    yield from _round_over(table)


def _commission(table: BaccaratChips, event: e.CommissionTaken) -> Items:
    table.pay(event.seat, -event.amount)
    table.house += event.amount
    yield from ()


def _voided(table: BaccaratChips, event: e.RoundVoided) -> Items:
    for refund in event.refunds:
        yield from table.off(refund.bet, refund.amount, 0)
    table.bets.clear()
    yield from _all_gone(table)


def _round_over(table: BaccaratChips) -> Items:
    """Once its last bet is settled or held."""
    if table.decided and all(bet.held for bet in table.bets.values()):
        table.decided = False
        yield from _all_gone(table)


def _all_gone(table: BaccaratChips) -> Items:
    left = table.staked - table.gone
    yield f"{left} of {table.staked} that was staked neither came back nor was lost" if left else None


def _closed(table: BaccaratChips, event: e.TableClosed) -> Items:
    carried = {one.seat: one.stack for one in event.carried if one.stack}
    left = {seat: stack for seat, stack in table.stacks.items() if stack}
    yield None if carried == left else f"{carried} is carried over, the movements left {left}"
    yield from (f"bet {name} lies on a closed table" for name in table.bets)
    nowhere = table.brought - sum(carried.values()) - table.hands - table.house
    if nowhere:
        yield f"{nowhere} of {table.brought} chips that were brought are nowhere"


_JUDGED: dict[type[Event], Callable[[BaccaratChips, Any], Items]] = {
    e.TableOpened: _opened,
    e.SeatTaken: _brought,
    e.ChipsAdded: _brought,
    e.SeatLeft: _left,
    e.RoundOpened: _round_opened,
    e.BetPlaced: _placed,
    e.BetWithdrawn: _withdrawn,
    e.HeldBetDecided: _held_decided,
    e.BetsClosed: _bets_closed,
    e.RoundDecided: _decided,
    e.BetSettled: _settled,
    e.BetHeld: _held,
    e.CommissionTaken: _commission,
    e.RoundVoided: _voided,
    e.TableClosed: _closed,
}
