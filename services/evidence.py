"""Sealed cards are opened for a dispute: the event is stored first, then the key is used, and the cards are given out once.

What comes back is for the eyes of the two people. It is stored nowhere; whoever needs it again opens it again, on record.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from domain.disputes.events import EvidenceOpened
from infra.event_store import EventStore
from infra.failpoints import reach
from services.hidden_cards import hidden_cards
from services.receipts import Answer
from services.stored_hands import stored_hand


class Opener(Protocol):
    """The vault, as far as evidence needs it."""

    def open(self, hand: str, spot: str, sealed: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Disclosure:
    """`cards` by spot, `??` for one that was never known; no repr shows them."""

    event: str
    case: str
    hand: str
    cards: Mapping[str, str] = field(repr=False)


class Evidence:
    """`handle` carries out a command and returns once its events are stored."""

    def __init__(self, handle: Callable[[Mapping[str, Any]], Answer], store: EventStore, vault: Opener) -> None:
        self._handle = handle
        self._store = store
        self._vault = vault

    def open(self, raw: Mapping[str, Any]) -> Disclosure:
        """`raw` is an `open-evidence`. RuleBroken where it is refused; SealBroken, with the event stored, where a key is gone."""
        (record,) = self._handle({**raw, "do": "open-evidence"}).events
        reach("evidence-before-key")
        opened = record.event
        assert isinstance(opened, EvidenceOpened)
        hand = stored_hand(self._store, opened.hand)
        assert hand is not None, "a case is opened on a hand that is there"
        sealed = hidden_cards(hand)
        cards = {spot: self._vault.open(sealed[spot].hand, spot, sealed[spot].text) for spot in opened.spots}
        return Disclosure(record.id, opened.case, opened.hand, cards)
