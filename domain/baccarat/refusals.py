"""Refusals of a baccarat table: each code stands for one rule of the regulation."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.baccarat.round import Round
from domain.baccarat.shoe import Shoe
from domain.baccarat.table import Table
from domain.cards import RANKS, SUITS, is_card
from domain.rules import RuleBroken

_ARTICLES: Final = {
    "above-bet": "13",
    "above-maximum-bet": "13",
    "already-burned": "2(1)",
    "already-seated": "1(5)",
    "bad-card": "1(1)",
    "below-minimum-bet": "13",
    "bet-held": "12",
    "bet-id-used": "13",
    "bet-not-held": "12",
    "bet-not-offered": "13",
    "bets-closed": "7(1)",
    "bets-open": "13",
    "burn-required": "2(1)",
    "card-count-impossible": "1(1)",
    "card-mismatch": "10",
    "card-valid": "4",
    "cards-known": "2(1)",
    "cards-needed": "2(1)",
    "cut-card-out": "3(1)",
    "cut-too-deep": "2(1)",
    "demonstration-limit": "2(2)",
    "demonstration-too-late": "2(2)",
    "differential-exceeded": "14",
    "error-open": "10",
    "main-bet-needed": "13(4)",
    "more-than-stack": "13",
    "no-error-open": "10",
    "no-increase-of-held-bet": "12(3)(1)",
    "no-round-open": "7(1)",
    "no-shoe": "3(1)",
    "no-standing-zone": "15",
    "no-such-seat": "1(5)",
    "not-a-side": "12(3)(2)",
    "not-due": "7(1)",
    "not-exact": "18",
    "not-in-csm": "2(3)",
    "not-in-units": "18",
    "round-in-progress": "3(2)",
    "rule-not-allowed": "10",
    "seat-not-taken": "1(5)",
    "seat-or-standing": "15",
    "seat-taken": "1(5)",
    "seated-box": "15",
    "shoe-ended": "3(1)",
    "shoe-open": "2(1)",
    "shoe-too-short": "2(1)",
    "tie-option-not-offered": "12",
    "unknown-bet": "13",
    "wrong-card-count": "1(1)",
    "wrong-cutter": "2(1)",
    "wrong-deck-count": "1(1)",
}


def refusal(table: Table, code: str, message: str, allowed: Mapping[str, Any] | None = None, article: str | None = None) -> RuleBroken:
    """`article` where it is not the one that the code stands for."""
    return RuleBroken(code, table.house.ref(article or _ARTICLES[code]), message, allowed)


def bad_field(field: str, accepted: str) -> RuleBroken:
    return RuleBroken("bad-field", None, f"field {field!r}: {accepted}", {field: accepted})


def require_no_error(table: Table) -> None:
    if table.error is not None:
        message = "a dealing error is open: it is corrected, or the round is void, before anything else"
        raise refusal(table, "error-open", message, {"do": ["correct-error", "void-round", "inspect"]})


def require_shoe(table: Table) -> Shoe:
    if table.shoe is None:
        raise refusal(table, "no-shoe", "no shoe is on the table; `load-shoe` brings one", {"due": "load-shoe"})
    return table.shoe


def require_round(table: Table) -> Round:
    if table.round is None:
        raise refusal(table, "no-round-open", "no round is open; `open-round` begins one", {"due": table.due})
    return table.round


def require_bets_open(table: Table) -> Round:
    """`no-round-open`, or `bets-closed` once no more bets are taken."""
    playing = require_round(table)
    if not playing.takes_bets:
        raise refusal(table, "bets-closed", f"the bets of round {playing.number} are closed", {"due": table.due})
    return playing


def require_no_round(table: Table) -> None:
    if table.round is not None:
        message = f"round {table.round.number} is open; the table waits for `{table.due}`"
        raise refusal(table, "round-in-progress", message, {"due": table.due})


def require_no_csm(table: Table, word: str) -> None:
    if table.house.csm:
        raise refusal(table, "not-in-csm", f"a continuous shuffler deals at this table: there is no `{word}`")


def require_burned(table: Table, shoe: Shoe) -> None:
    if not shoe.burned and not table.house.csm:
        raise refusal(table, "burn-required", "the shoe's first cards are burned before anything is dealt from it", {"due": "burn"})


def check_cards(table: Table, cards: Sequence[str]) -> None:
    """`bad-card`; a message names the place, never what stands there."""
    for place, card in enumerate(cards, 1):
        if not is_card(card):
            message = f"card {place} of the command is no card: rank ({RANKS}) then suit ({SUITS})"
            raise refusal(table, "bad-card", message, {"rank": RANKS, "suit": SUITS})
