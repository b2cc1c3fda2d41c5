"""The scoreboard of a shoe: bead plate, big road and the three roads derived from it. Pure drawing, from results alone.

Letters: B banker, P player, T tie; in the derived roads R red and B blue, where red says that the shoe goes on
regularly, not that the banker won. Cells are (column, row), both from 0, row 0 on top. See docs/baccarat.md, Roads.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal, NamedTuple

ROWS: Final = 6
DERIVED: Final = {"big-eye-boy": 1, "small-road": 2, "cockroach-road": 3}
"""How many runs back each derived road looks."""

Tail = Literal["stay", "drop"]
Place = tuple[int, int]


class Outcome(NamedTuple):
    """One round: `winner` is B, P or T."""

    winner: str
    banker_pair: bool = False
    player_pair: bool = False


def outcomes(letters: str) -> list[Outcome]:
    """`BBPT`, without pairs."""
    return [Outcome(letter) for letter in letters]


class Bead(NamedTuple):
    """One result on the bead plate."""

    place: Place
    outcome: Outcome


class Win(NamedTuple):
    """One circle of the big road; `ties` that followed it are strokes on it."""

    place: Place
    winner: str
    ties: int


class Mark(NamedTuple):
    """One mark of a derived road: R or B."""

    place: Place
    colour: str


@dataclass(frozen=True, slots=True)
class Run:
    """One side winning on: `ties` counts the ties after each of its wins."""

    winner: str
    ties: tuple[int, ...]

    @property
    def length(self) -> int:
        return len(self.ties)


def runs(results: Iterable[Outcome]) -> tuple[list[Run], int]:
    """The runs of wins, and the ties that came before the first of them."""
    found: list[Run] = []
    before = 0
    for winner, _, _ in results:
        if winner == "T":
            if found:
                last = found[-1]
                found[-1] = Run(last.winner, (*last.ties[:-1], last.ties[-1] + 1))
            else:
                before += 1
        elif found and found[-1].winner == winner:
            found[-1] = Run(winner, (*found[-1].ties, 0))
        else:
            found.append(Run(winner, (0,)))
    return found, before


def bead_plate(results: Sequence[Outcome]) -> list[Bead]:
    """Every result, ties too, column by column."""
    return [Bead(divmod(number, ROWS), outcome) for number, outcome in enumerate(results)]


def big_road(results: Sequence[Outcome], tail: Tail = "stay") -> list[Win]:
    """One run a column; ties before the first win lie on it."""
    found, before = runs(results)
    places = iter(laid_out([run.length for run in found], tail))
    wins = [Win(next(places), run.winner, ties) for run in found for ties in run.ties]
    if wins and before:
        wins[0] = wins[0]._replace(ties=wins[0].ties + before)
    return wins


def laid_out(lengths: Iterable[int], tail: Tail = "stay") -> list[Place]:
    """The cells of runs of these lengths, each downwards from its own column; at the bottom or above a cell that is taken a
    run turns right, and stays on its row (`stay`) or goes down again where it can (`drop`)."""
    places: list[Place] = []
    taken: set[Place] = set()
    start = -1
    for length in lengths:
        start = next(column for column in count(start + 1) if (column, 0) not in taken)
        column, row, turned = start, 0, False
        for number in range(length):
            if number:
                turned = turned and tail == "stay"
                if turned or row + 1 == ROWS or (column, row + 1) in taken:
                    column, turned = column + 1, True
                else:
                    row += 1
            taken.add((column, row))
            places.append((column, row))
    return places


def colours(lengths: Sequence[int], back: int) -> str:
    """The marks of a derived road, R and B, from the lengths of the runs: never from how they are drawn."""
    marks = []
    for number, length in enumerate(lengths):
        for entry in range(1, length + 1):
            if entry >= 2 and number >= back:
                marks.append("B" if entry == lengths[number - back] + 1 else "R")
            elif entry == 1 and number - 1 >= back:
                marks.append("R" if lengths[number - 1] == lengths[number - 1 - back] else "B")
    return "".join(marks)


def derived_road(results: Sequence[Outcome], back: int, tail: Tail = "stay") -> list[Mark]:
    """Drawn like the big road, a new column where the colour changes."""
    found, _ = runs(results)
    marks = colours([run.length for run in found], back)
    of_one_colour, _ = runs(outcomes(marks))
    places = laid_out([run.length for run in of_one_colour], tail)
    return [Mark(place, colour) for place, colour in zip(places, marks, strict=True)]


def ask_road(results: Sequence[Outcome], winner: Literal["B", "P"]) -> dict[str, str | None]:
    """The next mark of each derived road if this side won the next round; None where it gets none."""
    now = [run.length for run in runs(results)[0]]
    then = [run.length for run in runs([*results, Outcome(winner)])[0]]
    return {name: colours(then, back)[len(colours(now, back)) :] or None for name, back in DERIVED.items()}
