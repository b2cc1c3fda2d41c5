"""The players of a hand, or the bettors of a round, as a table for paper."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.cards import UNKNOWN
from services.hands import Hand
from services.reports.language import Language
from services.reports.report import display
from services.why import cards_shown


@dataclass(frozen=True, slots=True)
class Column:
    """`share` of the page's width; `figures` stand at the right."""

    title: str
    share: float
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    text: str


_HAND = (
    ("seat", 0.09),
    ("player", 0.19),
    ("cards", 0.12),
    (">stack", 0.15),
    (">put in", 0.15),
    (">got back", 0.15),
    (">after the hand", 0.15),
)
_ROUND = (("seat", 0.09), ("player", 0.19), (">staked", 0.18), (">got back", 0.18), (">commission", 0.18), (">result", 0.18))


def columns_of(row: Mapping[str, Any], language: Language) -> list[Column]:
    titles = _ROUND if row["game"] == "baccarat" else _HAND
    return [Column(language.says(title.removeprefix(">")), share, title.startswith(">")) for title, share in titles]


def rows_of(hand: Hand, language: Language) -> Iterator[list[Cell]]:
    """Amounts in the table's currency. What was not shown is `??`."""
    rows = _bettors(hand.row, language) if hand.row["game"] == "baccarat" else _players(hand)
    for row in rows:
        yield [Cell(text) for text in row]


def _players(hand: Hand) -> Iterator[list[str]]:
    currency, shown = hand.row["currency"], cards_shown(hand)["shown"]
    for one in hand.row["players"]:
        cards = shown.get(str(one["seat"]), [UNKNOWN, UNKNOWN])
        back = one["returned"] + one["refunded"] + one["won"]
        amounts = (one["stack"], one["contributed"], back, one["stack"] - one["contributed"] + back)
        yield [str(one["seat"]), one["player"], " ".join(cards), *(display(amount, currency) for amount in amounts)]


def _bettors(row: Mapping[str, Any], language: Language) -> Iterator[list[str]]:
    """The result is the bettor's: what came back, less what was staked here and what the tie before had left, less commission."""
    currency = row["currency"]
    for one in row["bettors"]:
        seat = language.says("standing") if one["seat"] is None else str(one["seat"])
        staked = one["carried"] + one["staked"]
        back = one["returned"] + one["refunded"] + one["taken_off"] + one["held"]
        amounts = (staked, back, one["commission"], back - staked - one["commission"])
        yield [seat, one["player"], *(display(amount, currency) for amount in amounts)]
