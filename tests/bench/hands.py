"""Hands that our rules and PokerKit play alike: seeded, varied, under card-room rules without commission.

The players are reckless: most hands come to a showdown and most have an all-in and side pots, because there the rules have
most to do. A hand that all but one fold early takes both sides little.

Players are numbered from the left of the button, from 0; the last one has the button. A fresh table lays the indicator at
its first seat, so player i takes seat i + 2 and the last one seat 1.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from domain.cards import DECK
from domain.command import Command, OpenTable, TakeSeat
from domain.given import CardsDue, Dealt, Given, HoleCardsDue
from domain.holdem.betting import options
from domain.holdem.commands import Act, Deal, Show, StartHand
from domain.holdem.decide import answer
from domain.holdem.events import HandShown
from domain.holdem.table import Table

TABLE = "BENCH-1"
SMALL_BLIND, BIG_BLIND = 50, 100
DAY = "2026-11-30"


class Action(NamedTuple):
    """`word` as in `act`; `to` is a bet's or raise's total for the round, also where the stack is all in."""

    word: str
    to: int | None = None


class Asked(NamedTuple):
    """A command with the answer of the house that it takes."""

    command: Command
    given: Given


class Hand(NamedTuple):
    """`seated` is the table before the hand, `stacks` what its players have after it, `shown` the category of each hand shown."""

    seated: Table
    holes: list[tuple[str, str]]
    board: list[str]
    actions: list[Action]
    commands: list[Asked]
    stacks: list[int]
    shown: dict[int, str]

    @property
    def starting_stacks(self) -> list[int]:
        return by_player(self.seated.stacks)


def by_player(by_seat: dict[int, int]) -> list[int]:
    return [by_seat[seat] for seat in (*range(2, len(by_seat) + 1), 1)]


def hands(count: int, seed: int) -> list[Hand]:
    """Two to nine players; every hand that is not folded before is shown down by all who are left."""
    chance = Random(seed)
    return [_Dealer(chance, 2 + number % 8).play() for number in range(count)]


class _Dealer:
    """Plays one hand by chance, and writes down what was asked and answered."""

    def __init__(self, chance: Random, players: int) -> None:
        self._chance = chance
        self._cards = chance.sample(DECK, 2 * players + 5)
        self._temper = chance.choice(((40, 35, 15, 10), (20, 50, 15, 15), (10, 50, 15, 25)))
        """Weights of fold, call, raise and all-in."""
        self.table = seated([chance.randrange(10, 200) * BIG_BLIND // 2 for _ in range(players)])
        self.actions: list[Action] = []
        self.commands: list[Asked] = []
        self.shown: dict[int, str] = {}

    def play(self) -> Hand:
        before, players = self.table, len(self.table.players)
        self._ask(StartHand(table=TABLE))
        order = self.table.playing.order
        holes = [(self._cards[player], self._cards[player + players]) for player in range(players)]
        self._ask(Deal(table=TABLE, cards=tuple(self._cards[: 2 * players])))
        while self.table.hand is not None:
            if self.table.due == "act":
                self._act()
            elif self.table.due == "deal":
                self._deal(self._cards[2 * players :])
            else:
                seat = next(seat for seat in self.table.hand.live if seat not in self.table.hand.shown)
                self._ask(Show(table=TABLE, seat=seat, cards=holes[order.index(seat)]))
        return Hand(before, holes, self._cards[2 * players :], self.actions, self.commands, by_player(self.table.stacks), self.shown)

    def _act(self) -> None:
        open_now, seat = options(self.table), self.table.playing.waiting[0]
        (word,) = self._chance.choices(("fold", "call", "raise", "all-in"), self._temper)
        if word in ("raise", "all-in") and (open_now.closed or not self._somebody_can_call(seat)):
            word = "call"
        if word in ("fold", "call"):
            action = Action("check") if not open_now.call else Action(word)
        else:
            most = open_now.all_in if word == "all-in" else min(4 * open_now.least, open_now.all_in)
            to = most if word == "all-in" else self._chance.randrange(open_now.least, most + 1)
            action = Action(open_now.word, to)
        self.actions.append(action)
        self._ask(Act(table=TABLE, seat=seat, action=action.word, to=action.to))

    def _somebody_can_call(self, raiser: int) -> bool:
        """Whether another seat has more than the price: without one PokerKit allows no raise, since it would all come back."""
        hand, stacks = self.table.playing, self.table.stacks
        return any(stacks[seat] + hand.bets[seat] > hand.price for seat in hand.able if seat != raiser)

    def _deal(self, board: Sequence[str]) -> None:
        lying = len(self.table.playing.board)
        self._ask(Deal(table=TABLE, cards=tuple(board[lying : max(3, lying + 1)])))

    def _ask(self, command: Command) -> None:
        given = _given(self.table, command)
        self.commands.append(Asked(command, given))
        made = answer(self.table, command, given)
        self.table = made.table
        for event in made.events:
            if isinstance(event, HandShown):
                assert event.category is not None
                self.shown[(event.seat - 2) % len(self.table.players)] = event.category


def seated(stacks: Sequence[int]) -> Table:
    """A table with these players, whose first hand is still to come."""
    rules: dict[str, Any] = {"seats": len(stacks), "small_blind": SMALL_BLIND, "big_blind": BIG_BLIND}
    opened = OpenTable(table=TABLE, game="holdem", ruleset="CARDROOM-TDA", currency="HKD", gaming_day=DAY, rules=rules)
    table = answer(Table(), opened).table
    for player, stack in enumerate(stacks):
        seat = (player + 1) % len(stacks) + 1
        table = answer(table, TakeSeat(table=TABLE, seat=seat, player=f"P-{player}", amount=stack, source="cash")).table
    return table


def _given(table: Table, command: Command) -> Given:
    """What the house answers where the rules ask for cards."""
    try:
        answer(table, command)
    except CardsDue as due:
        assert isinstance(command, Deal)
        assert command.cards is not None
        named = [None if spot.card is None else command.cards[spot.card] for spot in due.spots]
        sealed = "c2VhbGVkIGNhcmRzIGhhdmUgb25lIGxlbmd0aA"
        return Given(
            dealt=tuple(
                Dealt(spot=spot.spot, sealed=sealed) if spot.hidden else Dealt(spot=spot.spot, card=card)
                for spot, card in zip(due.spots, named, strict=True)
            )
        )
    except HoleCardsDue:
        assert isinstance(command, Show)
        assert command.cards is not None
        return Given(hole=(command.cards[0], command.cards[1]))
    return Given()
