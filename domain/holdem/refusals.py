"""Refusals of a Hold'em table: each code stands for one rule of the regulation."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from domain.cards import RANKS, SUITS, UNKNOWN, is_card
from domain.holdem.hand import Hand
from domain.holdem.table import Table
from domain.rules import RuleBroken

_CARDS: Final = "1(1)(3)"
ARTICLES: Final = {
    "all-must-show": "8(5)",
    "already-seated": "2(1)",
    "already-shown": "8(5)",
    "amount-needed": "11(1)",
    "bad-card": _CARDS,
    "below-minimum-bet": "11(3)",
    "below-minimum-raise": "12(1)",
    "bet-stands": "7(3)",
    "betting-open": "8(5)",
    "card-mismatch": _CARDS,
    "cards-known": _CARDS,
    "cards-needed": _CARDS,
    "check-not-allowed": "6(3)",
    "chips-during-hand": "4(1)",
    "duplicate-card": _CARDS,
    "error-open": "9(1)",
    "hand-in-progress": "1(2)",
    "more-than-stack": "4(1)",
    "need-two-players": "2(3)",
    "no-agreement": "10(3)",
    "no-card-left": "9(2)",
    "no-error-open": "9(1)",
    "no-hand": "5",
    "no-such-card": "9(1)",
    "no-such-seat": "2(1)",
    "nobody-can-call": "12(1)",
    "not-in-units": "10(4)",
    "not-the-limit-amount": "11(2)",
    "not-your-turn": "6(3)",
    "nothing-to-call": "7(3)",
    "nothing-to-raise": "7(3)",
    "raise-cap": "12(2)",
    "raise-not-open": "12(1)",
    "round-open": "7(1)",
    "seat-all-in": "11(3)",
    "seat-folded": "13(2)",
    "seat-not-in-hand": "6(3)",
    "seat-not-taken": "2(1)",
    "seat-taken": "2(1)",
    "wrong-card-count": _CARDS,
}
_DUE: Final = {"start-hand": "5", "deal": "7(1)", "act": "6(3)", "show": "8(5)"}


def refusal(table: Table, code: str, message: str, allowed: Mapping[str, Any] | None = None) -> RuleBroken:
    return RuleBroken(code, table.house.ref(ARTICLES[code]), message, allowed)


def not_due(table: Table) -> RuleBroken:
    message = f"the table waits for `{table.due}`"
    return RuleBroken("not-due", table.house.ref(_DUE[table.due]), message, {"due": table.due})


def require_no_error(table: Table) -> None:
    if table.error_open:
        message = "a dealing error is open: it is corrected, or the hand is void, before anything else"
        raise refusal(table, "error-open", message, {"do": ["correct-error", "void-hand", "inspect"]})


def require_hand(table: Table) -> Hand:
    if table.hand is None:
        raise refusal(table, "no-hand", "no hand is in progress; `start-hand` begins one", {"due": "start-hand"})
    return table.hand


def require_no_hand(table: Table) -> None:
    if table.hand is not None:
        message = f"hand {table.hand.number} is in progress; the table waits for `{table.due}`"
        raise refusal(table, "hand-in-progress", message, {"due": table.due})


def require_live(table: Table, hand: Hand, seat: int) -> None:
    """`seat-not-in-hand` or `seat-folded`."""
    if seat not in hand.order:
        raise refusal(table, "seat-not-in-hand", f"seat {seat} was not dealt in", {"seats": sorted(hand.live)})
    if seat not in hand.live:
        raise refusal(table, "seat-folded", f"seat {seat} has folded", {"seats": sorted(hand.live)})


def require_new_cards(table: Table, repeated: Iterable[int], face_up: Mapping[int, str] | None = None) -> None:
    """`duplicate-card` where a card of the command, counted from 1, has a place in this hand already.

    `repeated` is what the vault says; `face_up` are those cards of the command that are shown or lie on the board. A
    message names the place, never the card.
    """
    places = set(repeated)
    if face_up:
        seen = {*table.playing.board, *chain.from_iterable(table.playing.shown.values())}
        places |= {place for place, card in face_up.items() if card in seen}
    if places:
        listed = ", ".join(str(place) for place in sorted(places))
        raise refusal(table, "duplicate-card", f"card {listed} of the command was named before in this hand: one pack has it once")


def check_cards(ruleset: str, cards: Sequence[str]) -> None:
    """`bad-card` unless each is a card or `??`; asked before cards are sealed, since the rules cannot read them afterwards."""
    for place, card in enumerate(cards, 1):
        if card != UNKNOWN and not is_card(card):
            message = f"card {place} is no card: rank ({RANKS}) then suit ({SUITS}), or {UNKNOWN} if it is not known"
            raise RuleBroken("bad-card", f"{ruleset} {_CARDS}", message, {"rank": RANKS, "suit": SUITS})


def require_readable(table: Table, face_up: Mapping[int, str]) -> None:
    """`bad-card` where a card of the command, counted from 1, lies on the board and cannot be read."""
    for place, card in face_up.items():
        if not is_card(card):
            raise refusal(table, "bad-card", f"card {place} of the command lies on the board: it must be known")
