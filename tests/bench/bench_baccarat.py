"""Baccarat rounds with ten bets each by the rules alone, every event built and folded into the table: no store, no vault.

The other side settles the same bets in one dictionary and a few ifs: what is between the two is what it costs to ask every
rule, to name it, and to make a fact of every card and chip.
"""

from typing import Any, NamedTuple

from domain.baccarat.commands import COMMANDS
from domain.baccarat.decide import answer
from domain.baccarat.table import Table
from domain.command import Command
from tests.bench.coups import BET_MAX, BET_MIN, DIFFERENTIAL, SEATS, STACK, UNIT, Coup, commands, coups, opening
from tests.bench.frame import Benchmark, Work
from tests.bench.hands import DAY

ROUNDS = 60
OUR_TIMES, PLAIN_TIMES = 4, 100
"""How often a side plays them in one run, so that each takes some tenths of a second."""

_CLASSES: dict[str, Any] = {command.do: command for command in COMMANDS}


class BaccaratRoundsDomain(Benchmark):
    name = "baccarat-rounds-domain"
    unit = "rounds/s"
    against = "a dictionary"
    goal = 500
    goal_of = "ours"

    def __init__(self) -> None:
        self.coups = coups(ROUNDS, seed=11)
        self.opened = Table()
        for raw in opening(DAY):
            self.opened = answer(self.opened, _command(raw)).table
        self.rounds = [_command(raw) for coup in self.coups for raw in commands(coup, named=True)]
        plain = _Plain()
        for coup in self.coups:
            plain.play(coup)
        assert self._table().stacks == plain.stacks

    def ours(self) -> Work:
        def play() -> int:
            for _ in range(OUR_TIMES):
                self._table()
            return OUR_TIMES * ROUNDS

        return play

    def beside(self) -> Work:
        def play() -> int:
            for _ in range(PLAIN_TIMES):
                plain = _Plain()
                for coup in self.coups:
                    plain.play(coup)
            return PLAIN_TIMES * ROUNDS

        return play

    def _table(self) -> Table:
        table = self.opened
        for command in self.rounds:
            table = answer(table, command).table
        return table


def _command(raw: dict[str, Any]) -> Command:
    command: Command = _CLASSES[raw["do"]].model_validate({name: value for name, value in raw.items() if name != "do"})
    return command


class _Bet(NamedTuple):
    seat: int
    on: str
    amount: int


class _Plain:
    """No ties, no errors, no second way out: as short as it can be and still pay the same."""

    def __init__(self) -> None:
        self.stacks = dict.fromkeys(SEATS, STACK)
        self.used: set[str] = set()

    def play(self, coup: Coup) -> None:
        bets: list[_Bet] = []
        totals = dict.fromkeys(("player", "banker", "tie", "player-pair", "banker-pair"), 0)
        for name, seat, on, amount in coup.bets:
            if name in self.used or amount % UNIT or not BET_MIN <= amount <= BET_MAX or amount > self.stacks[seat]:
                raise ValueError(name)
            totals[on] += amount
            if abs(totals["banker"] - totals["player"]) > DIFFERENTIAL:
                raise ValueError(name)
            self.used.add(name)
            self.stacks[seat] -= amount
            bets.append(_Bet(seat, on, amount))
        self._pay(bets, _outcomes(coup.cards))

    def _pay(self, bets: list[_Bet], outcomes: dict[str, int]) -> None:
        won: dict[int, int] = {}
        for seat, on, amount in bets:
            if on in outcomes:
                self.stacks[seat] += amount * (1 + outcomes[on])
                if on == "banker":
                    won[seat] = won.get(seat, 0) + amount
        for seat, amount in won.items():
            self.stacks[seat] -= amount * 5 // 100 // UNIT * UNIT


def _outcomes(cards: tuple[str, ...]) -> dict[str, int]:
    """What wins, and how many times the stake."""
    worth = ["A23456789".find(card[0]) + 1 for card in cards]
    player, banker = (worth[0] + worth[2]) % 10, (worth[1] + worth[3]) % 10
    third = iter(worth[4:])
    if max(player, banker) < 8:
        drawn = None
        if player < 6:
            drawn = next(third)
            player = (player + drawn) % 10
        if banker <= (5 if drawn is None else (3, 3, 4, 4, 5, 5, 6, 6, 2, 3)[drawn]):
            banker = (banker + next(third)) % 10
    outcomes = {"player": 1} if player > banker else {"banker": 1}
    if cards[0][0] == cards[2][0]:
        outcomes["player-pair"] = 11
    if cards[1][0] == cards[3][0]:
        outcomes["banker-pair"] = 11
    return outcomes
