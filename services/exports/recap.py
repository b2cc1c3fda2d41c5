"""What the notations of poker hands have in common: the table, who played with which stack, what was shown, and how it ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from domain.event import Event
from domain.holdem import events as e
from domain.holdem.table import Table
from domain.money import EXPONENT
from domain.seating import TableOpened
from services.hands import Hand


class NotThisForm(Exception):
    """A hand that this form has no words for; the message says which form has."""


@dataclass(frozen=True, slots=True)
class Recap:
    """A Hold'em hand that is over. `players` in dealing order, the first one left of the indicator first, its holder last.

    `board`: the cards that lay there in the end, by their place; `shown`: by seat. `left`: each seat's stack after the hand.
    `splits`: of each pot what was divided, with the commission that was taken from it. `hollow`: places in `events` of raises that nobody
    could have called with more than stood already. Amounts are minor units.
    """

    id: str
    time: str
    opened: TableOpened
    started: e.HandStarted
    events: Sequence[Event]
    board: dict[int, str]
    shown: dict[int, tuple[str, str]]
    left: dict[int, int]
    splits: Sequence[tuple[e.PotSplit, int]]
    void: bool
    hollow: frozenset[int]

    @property
    def players(self) -> tuple[e.DealtIn, ...]:
        return self.started.seats

    def units(self, amount: int) -> Decimal:
        """In the currency, exactly."""
        return Decimal(amount).scaleb(-EXPONENT[self.opened.currency])


def recap(hand: Hand, form: str) -> Recap:
    """NotThisForm for a baccarat round, and for a hand that is still being played."""
    if hand.row["game"] != "holdem":
        raise NotThisForm(f"{hand.id} is a round of baccarat, and {form} is for hands of poker; pdf takes both")
    if hand.row["status"] == "open":
        raise NotThisForm(f"{hand.id} is still being played; {form} takes a hand that is over, pdf takes it as it stands")
    opened, started = hand.before[0].event, hand.events[0].event
    assert isinstance(opened, TableOpened)
    assert isinstance(started, e.HandStarted)
    events = [record.event for record in hand.events if record.meta.subject == hand.id]
    return Recap(
        id=hand.id,
        time=hand.events[0].meta.time,
        opened=opened,
        started=started,
        events=events,
        board=_board(events),
        shown={event.seat: event.cards for event in events if isinstance(event, e.HandShown)},
        left=_left(started, events),
        splits=_splits(events),
        void=isinstance(events[-1], e.HandVoided),
        hollow=frozenset(_hollow([record.event for record in hand.before], events)),
    )


def _board(events: Sequence[Event]) -> dict[int, str]:
    board = {}
    for event in events:
        if isinstance(event, e.CardDealt | e.DealErrorCorrected) and event.seat is None and event.card and event.ordinal:
            board[event.ordinal] = event.card
    return board


def _left(started: e.HandStarted, events: Sequence[Event]) -> dict[int, int]:
    left = {player.seat: player.stack for player in started.seats}
    for event in events:
        match event:
            case e.BlindPosted() | e.BetPlaced():
                left[event.seat] -= event.amount
            case e.BetReturned():
                left[event.seat] += event.amount
            case e.PotSplit(shares=shares) | e.HandVoided(refunds=shares):
                for share in shares:
                    left[share.seat] += share.amount
    return left


def _splits(events: Sequence[Event]) -> list[tuple[e.PotSplit, int]]:
    taken = next((event.per_pot for event in events if isinstance(event, e.CommissionTaken)), ())
    splits = [event for event in events if isinstance(event, e.PotSplit)]
    return [(split, taken[split.pot - 1] if split.pot <= len(taken) else 0) for split in splits]


def _hollow(before: Sequence[Event], events: Sequence[Event]) -> Iterator[int]:
    table = Table()
    for event in before:
        table.evolve(event)
    for place, event in enumerate(events):
        if isinstance(event, e.BetPlaced) and event.action == "raise":
            hand = table.playing
            others = [seat for seat in hand.live if seat != event.seat]
            if all(table.stacks[seat] + hand.bets[seat] <= hand.price for seat in others):
                yield place
        table.evolve(event)
