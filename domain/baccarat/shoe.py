"""One shoe as the rules see it: how many cards have left it and which of them were named. Its order is never here."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

Source = Literal["open", "read", "house", "known"]
"""Who says which card comes: a reader, the house's own shuffle, an order that was known at loading; `open` until the first
card decides between the first two."""


@dataclass(slots=True, repr=False)
class Shoe:
    """`cards` are all that it held, `dealt` of them have left it, burned and demonstrated ones too.

    `order`: the sealed order of a known shoe. `white_card`: it lies behind so many cards, None in a continuous shuffler,
    which takes its cards back after each round. `named`: how often each card was seen. `burned_card`: a named card that
    was burned face down, sealed. `front`: cards that lie in front of the shoe and are dealt next; `kept`: those of this
    round for the next one. `last_round`: no round after it, None before the white card came.
    """

    number: int
    cards: int
    white_card: int | None
    order: str | None = None
    source: Source = "open"
    burned: bool = False
    demonstrations: int = 0
    rounds: int = 0
    dealt: int = 0
    named: dict[str, int] = field(default_factory=dict)
    burned_card: str | None = None
    front: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    cut_card_out: bool = False
    last_round: int | None = None

    def copy(self) -> "Shoe":
        new = Shoe(self.number, self.cards, self.white_card, self.order, self.source, self.burned, self.demonstrations)
        new.rounds, new.dealt, new.named = self.rounds, self.dealt, self.named.copy()
        new.burned_card, new.front, new.kept = self.burned_card, self.front, self.kept
        new.cut_card_out, new.last_round = self.cut_card_out, self.last_round
        return new

    @property
    def drawn(self) -> int:
        """How many cards are out of the box, those in front of it too."""
        return self.dealt + len(self.front) + len(self.kept)

    @property
    def remaining(self) -> int:
        """How many cards may be dealt from the next round on."""
        return self.cards - self.dealt

    @property
    def left(self) -> int:
        """How many cards may still be dealt in this round."""
        return self.cards - self.dealt - len(self.kept)

    @property
    def follows_order(self) -> bool:
        """The software knows where in the shoe it is."""
        return self.source in ("house", "known")

    def has_white_card_within(self, count: int) -> bool:
        """Whether the white card, if it is still in the shoe, comes out with the next `count` cards."""
        return not self.cut_card_out and self.white_card is not None and self.drawn + count > self.white_card

    def decide_source(self, *, read: bool) -> None:
        if self.source == "open":
            self.source = "read" if read else "house"

    def show(self, cards: Iterable[str]) -> None:
        """These cards left the shoe and were seen; one that lay in front of it has been counted before."""
        for card in cards:
            self.dealt += 1
            if self.front:
                self.front = self.front[1:]
            else:
                self.see(card)

    def keep(self, cards: Iterable[str]) -> None:
        """These cards came out and stay in front for the next round."""
        for card in cards:
            if self.front:
                self.front = self.front[1:]
            else:
                self.see(card)
            self.kept += (card,)

    def see(self, card: str) -> None:
        self.named[card] = self.named.get(card, 0) + 1

    def take_back(self) -> None:
        """All cards are in the continuous shuffler again."""
        self.dealt = 0
        self.named = {}
