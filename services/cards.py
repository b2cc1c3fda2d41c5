"""Where the rules' questions about cards are answered: the house's deck, a reader's cards, the vault.

A hole card and a burned one leave here sealed. Whether a card was named before is asked of the vault, which compares
keyed digests and opens nothing.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from domain.cards import UNKNOWN
from domain.given import CardsDue, HoleCardsDue, SpotDue


class Vault(Protocol):
    def batch(self) -> AbstractContextManager[None]:
        """Everything written inside is one commit."""

    def seal(self, hand: str, spot: str, card: str) -> str: ...
    def name(self, hand: str, spot: str, card: str) -> None: ...
    def open(self, hand: str, spot: str, sealed: str) -> str: ...
    def named(self, hand: str, card: str, among: Collection[str]) -> bool: ...
    def deck(self, hand: str, shuffle: Callable[[], Sequence[str]]) -> Sequence[str]: ...
    def commitment(self, hand: str) -> str: ...


class CardDesk:
    """`shuffle` gives a fresh deck in a fresh order; the vault keeps it for the hand."""

    def __init__(self, vault: Vault, shuffle: Callable[[], Sequence[str]]) -> None:
        self._vault = vault
        self._shuffle = shuffle

    def repeated(self, hand: str, cards: Sequence[str], among: Collection[str]) -> list[int]:
        """Which of the cards, counted from 1, were named at one of the spots, or stand earlier in the list."""
        known = [(number, card) for number, card in enumerate(cards, 1) if card != UNKNOWN]
        earlier: set[str] = set()
        found = []
        for number, card in known:
            if card in earlier or self._vault.named(hand, card, among):
                found.append(number)
            earlier.add(card)
        return found

    def dealt(self, due: CardsDue, cards: Sequence[str]) -> list[dict[str, str]]:
        """Each spot with its card: readable on the board, sealed elsewhere. The first one of the house's deck commits to its order."""
        with self._vault.batch():
            placed = [self._placed(due.hand, spot, text) for spot, text in zip(due.spots, self._texts(due, cards), strict=True)]
            if due.drawn == 0:
                placed[0]["deck"] = self._vault.commitment(due.hand)
            return placed

    def _placed(self, hand: str, spot: SpotDue, text: str) -> dict[str, str]:
        if spot.hidden:
            return {"spot": spot.spot, "sealed": self._vault.seal(hand, spot.spot, text)}
        self._vault.name(hand, spot.spot, text)
        return {"spot": spot.spot, "card": text}

    def _texts(self, due: CardsDue, cards: Sequence[str]) -> list[str]:
        deck: Sequence[str] = ()
        if due.drawn is not None:
            deck = self._vault.deck(due.hand, self._shuffle)[due.drawn :]
        drawn = iter(deck)
        return [cards[spot.card] if spot.card is not None else next(drawn, UNKNOWN) for spot in due.spots]

    def hole(self, due: HoleCardsDue) -> list[str]:
        return [self._vault.open(due.hand, spot, sealed) for spot, sealed in due.sealed]

    def shown(self, due: HoleCardsDue, cards: Sequence[str]) -> None:
        """Cards that were not known before they were shown count as named from now on."""
        with self._vault.batch():
            for (spot, _sealed), card in zip(due.sealed, cards, strict=True):
                self._vault.name(due.hand, spot, card)
