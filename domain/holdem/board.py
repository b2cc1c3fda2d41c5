"""The board: which cards a street takes, and dealing them with their burn (articles 7 and 8)."""

from functools import cache
from typing import Final

from domain.given import SpotDue
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.hand import BOARD_AT, Hand

ARTICLES: Final = ("6(1)", "7(1)", "8(1)", "8(3)")
"""What deals the cards of each street."""


def next_street(hand: Hand) -> int:
    """1 for the flop, 2 for the turn, 3 for the river, 4 once the board is complete."""
    return BOARD_AT.index(len(hand.board)) + 1


@cache
def spots_due(streets: range, burn: int | None = None, first: int | None = None) -> tuple[SpotDue, ...]:
    """The places that these streets take, each with its burn in front.

    Of a read hand, `burn` is which of the command's cards was burned, and its cards from `first` on are the board's.
    """
    due = []
    for street in streets:
        due.append(SpotDue(f"burn/{street}", burn))
        for ordinal in range(BOARD_AT[street - 1] + 1, BOARD_AT[street] + 1):
            due.append(SpotDue(f"board/{ordinal}", first))
            first = None if first is None else first + 1
    return tuple(due)


def deal_streets(answer: Answer, streets: range) -> None:
    """The cards have been asked for."""
    hand, read = answer.hand, bool(answer.hand.read)
    for street in streets:
        rule = answer.house.ref(ARTICLES[street])
        burned = answer.card_at(f"burn/{street}").sealed
        assert burned is not None
        answer.record(e.CardsBurned(hand=hand.number, burn=street, sealed=burned, rule=rule))
        for ordinal in range(BOARD_AT[street - 1] + 1, BOARD_AT[street] + 1):
            card = answer.card_at(f"board/{ordinal}").card
            answer.record(e.CardDealt(hand=hand.number, seat=None, ordinal=ordinal, card=card, read=read, rule=rule))
