"""The notation of one action: `d dh p2 AsKs`, `d db Qh8c3d`, `p3 f`, `p3 cc`, `p3 cbr 60`, `p3 sm AsKs`.

An error names the action by its number and never repeats a card.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Any

from domain.cards import UNKNOWN, is_card
from domain.rules import RuleBroken
from services.phh.amounts import chips

NOTATION = "d dh pN CARDS, d db CARDS, pN f, pN cc, pN cbr AMOUNT, pN sm [CARDS]"

_PLAYER = re.compile(r"p([1-9][0-9]?)")
_AMOUNT = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")
_ELSEWHERE = {"pb": "a bring-in", "sd": "a draw"}
"""Words of the notation that belong to other games than Hold'em."""


class Word(Enum):
    HOLE = "dh"
    BOARD = "db"
    FOLD = "f"
    CHECK_OR_CALL = "cc"
    BET_OR_RAISE = "cbr"
    SHOW_OR_MUCK = "sm"


@dataclass(frozen=True, slots=True)
class Action:
    """`number` is its place in `actions`, from 1. `player` counts from 1 and is 0 for the board's cards alone.

    `amount` is the street total of a bet or raise. `cards` are two for a shown hand, empty for one thrown away;
    `same` means that the hand dealt to the player is shown (`sm -`).
    """

    number: int
    word: Word
    player: int = 0
    amount: Decimal | None = None
    cards: tuple[str, ...] = field(default=(), repr=False)
    same: bool = False

    def __str__(self) -> str:
        return f"action {self.number} ({f'p{self.player} ' if self.player else ''}{self.word.value})"

    def refused(self, refusal: RuleBroken) -> RuleBroken:
        """The same refusal with its place in the hand."""
        return RuleBroken(refusal.code, refusal.rule, f"{self}: {refusal.message}", refusal.allowed)


def read_actions(value: Any, players: int) -> Iterator[Action]:
    """Every action of the hand; what stands after `#` is commentary, and an entry without an action is passed over."""
    if not isinstance(value, list):
        raise RuleBroken("bad-field", None, "`actions` is a list of texts")
    for number, text in enumerate(value, 1):
        if words := words_of(text, number):
            yield _read(number, words, players)


def words_of(text: Any, number: int) -> list[str]:
    if not isinstance(text, str):
        raise RuleBroken("bad-action", None, f"action {number} is a text")
    return text.partition("#")[0].split()


def _read(number: int, words: list[str], players: int) -> Action:
    match words:
        case ["d", "dh", player, cards]:
            return Action(number, Word.HOLE, _player(player, number, players), cards=_cards(cards, number))
        case ["d", "db", cards]:
            return Action(number, Word.BOARD, cards=_cards(cards, number))
        case [player, "f"]:
            return Action(number, Word.FOLD, _player(player, number, players))
        case [player, "cc"]:
            return Action(number, Word.CHECK_OR_CALL, _player(player, number, players))
        case [player, "cbr", amount]:
            return Action(number, Word.BET_OR_RAISE, _player(player, number, players), amount=_amount(amount, number))
        case [player, "sm"]:
            return Action(number, Word.SHOW_OR_MUCK, _player(player, number, players))
        case [player, "sm", "-"]:
            return Action(number, Word.SHOW_OR_MUCK, _player(player, number, players), same=True)
        case [player, "sm", cards]:
            return Action(number, Word.SHOW_OR_MUCK, _player(player, number, players), cards=_two(_cards(cards, number), number))
        case [_, word, *_] if word in _ELSEWHERE:
            raise RuleBroken("action-not-supported", None, f"action {number}: {_ELSEWHERE[word]} has no place in Hold'em")
    raise RuleBroken("bad-action", None, f"action {number} is not in the notation; known are {NOTATION}")


def _player(text: str, number: int, players: int) -> int:
    match = _PLAYER.fullmatch(text)
    if match is None or int(match[1]) > players:
        raise RuleBroken("unknown-player", None, f"action {number}: this hand has the players p1 to p{players}")
    return int(match[1])


def _amount(text: str, number: int) -> Decimal:
    if not _AMOUNT.fullmatch(text):
        raise RuleBroken("bad-action", None, f"action {number}: cbr takes a street total such as 60 or 12.50")
    return chips(Decimal(text), f"action {number}")


def _cards(text: str, number: int) -> tuple[str, ...]:
    cards = tuple(text[place : place + 2] for place in range(0, len(text), 2))
    if not all(card == UNKNOWN or is_card(card) for card in cards):
        raise RuleBroken("bad-card", None, f"action {number}: a card is a rank of 23456789TJQKA and a suit of cdhs, or ?? if unknown")
    return cards


def _two(cards: tuple[str, ...], number: int) -> tuple[str, ...]:
    if len(cards) != 2:
        raise RuleBroken("wrong-card-count", None, f"action {number}: a hand has two cards")
    return cards
