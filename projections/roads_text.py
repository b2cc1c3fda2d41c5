"""The scoreboard for a terminal: plain letters, so that it needs no colours; who has them colours by `Sign.colour`."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from projections.roads import DERIVED, ROWS, Outcome, Place, ask_road, bead_plate, big_road, derived_road

Colour = Literal["red", "blue", "green"]

_OF_SIDE: Final[Mapping[str, Colour]] = {"B": "red", "P": "blue", "T": "green"}
_OF_MARK: Final[Mapping[str, Colour]] = {"R": "red", "B": "blue"}
_NEXT: Final[Sequence[tuple[str, Literal["B", "P"]]]] = (("banker", "B"), ("player", "P"))
_WIDTH: Final = 3
"""Characters a column."""
_TIES_MAX: Final = 9
"""As many as one digit shows."""
LEGEND: Final = """\
B banker, P player, T tie. Bead plate: ' banker pair, , player pair, : both. Big road: / one tie on the win, 2 two, and so on.
The three others: R red, regular; B blue."""


class Sign(NamedTuple):
    """What stands in one cell: one or two characters."""

    text: str
    colour: Colour


class Board(NamedTuple):
    """One road: `signs` by (column, row)."""

    title: str
    signs: Mapping[Place, Sign]


def boards(results: Sequence[Outcome]) -> list[Board]:
    """Bead plate, big road, big eye boy, small road, cockroach road."""
    plate = {bead.place: Sign(bead.outcome.winner + _pairs(bead.outcome), _OF_SIDE[bead.outcome.winner]) for bead in bead_plate(results)}
    road = {win.place: Sign(win.winner + _strokes(win.ties), _OF_SIDE[win.winner]) for win in big_road(results)}
    derived = [
        Board(_title(name), {mark.place: Sign(mark.colour, _OF_MARK[mark.colour]) for mark in derived_road(results, back)})
        for name, back in DERIVED.items()
    ]
    return [Board("bead plate", plate), Board("big road", road), *derived]


def rows(board: Board, columns: int) -> list[list[Sign | None]]:
    """Six rows of the last so many columns: when the board is full, the first column leaves."""
    width = max((column for column, _ in board.signs), default=-1) + 1
    shown = range(max(width - columns, 0), max(width, 1))
    return [[board.signs.get((column, row)) for column in shown] for row in range(ROWS)]


def as_text(results: Sequence[Outcome], columns: int = 24) -> str:
    """All five roads one below the other, what would come next, and what the signs mean."""
    parts = [_drawn(board, columns) for board in boards(results)]
    return "\n\n".join([_counts(results), *parts, _asked(results), LEGEND])


def _drawn(board: Board, columns: int) -> str:
    lines = ["".join((sign.text if sign else ".").ljust(_WIDTH) for sign in row).rstrip() for row in rows(board, columns)]
    return "\n".join([board.title, *(f"  {line}" for line in lines)])


def _counts(results: Sequence[Outcome]) -> str:
    won = [result.winner for result in results]
    return f"{len(won)} rounds: banker {won.count('B')}, player {won.count('P')}, tie {won.count('T')}"


def _asked(results: Sequence[Outcome]) -> str:
    return "\n".join([f"if {side} is next: {_marks(ask_road(results, letter))}" for side, letter in _NEXT])


def _marks(asked: Mapping[str, str | None]) -> str:
    return ", ".join(f"{_title(name)} {mark or 'none'}" for name, mark in asked.items())


def _title(name: str) -> str:
    return name.replace("-", " ")


def _pairs(outcome: Outcome) -> str:
    if outcome.banker_pair and outcome.player_pair:
        return ":"
    return "'" if outcome.banker_pair else "," if outcome.player_pair else ""


def _strokes(ties: int) -> str:
    return "/" * ties if ties < 2 else str(min(ties, _TIES_MAX))
