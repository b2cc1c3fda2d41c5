"""Cards that a command names: whether a reader may name them, and whether the shoe can hold them (articles 1(1), 2(1), 10)."""

from collections import Counter
from collections.abc import Sequence

from domain.baccarat.answer import Answer
from domain.baccarat.refusals import refusal
from domain.baccarat.shoe import Shoe
from domain.baccarat.table import Table


def is_read(table: Table, shoe: Shoe, cards: Sequence[str] | None, word: str) -> bool:
    """Whether a reader names the cards of this command: `cards-known` where it may not, `cards-needed` where it must."""
    if shoe.follows_order:
        require_no_cards(table, shoe, cards, word)
        return False
    if cards is None and shoe.source == "open":
        return False
    if not cards:
        raise refusal(table, "cards-needed", f"a reader names the cards of this shoe: `{word}` needs `cards`")
    return True


def require_no_cards(table: Table, shoe: Shoe, cards: Sequence[str] | None, word: str) -> None:
    if shoe.follows_order and cards is not None:
        whose = "was loaded in a known order" if shoe.source == "known" else "is the house's own shuffle"
        raise refusal(table, "cards-known", f"this shoe {whose}: `{word}` takes no cards")


def check_named(answer: Answer, shoe: Shoe, cards: Sequence[str]) -> None:
    """Whether these can be the shoe's next cards: those that lie in front of it first, then no more of one card than packs.

    `card-mismatch`, `card-count-impossible`, `shoe-too-short`. A message names places in the command, from 1.
    """
    require_left(answer.table, shoe, len(cards))
    for place, (named, lies) in enumerate(zip(cards, shoe.front, strict=False), 1):
        if named != lies:
            raise mismatch(answer.table, place)
    check_count(answer, shoe, cards[len(shoe.front) :], len(shoe.front))


def check_count(answer: Answer, shoe: Shoe, cards: Sequence[str], before: int = 0) -> None:
    """`before` cards of the command stand in front of these, which have not been seen yet."""
    table, decks, seen = answer.table, answer.house.decks, Counter(shoe.named)
    for place, card in enumerate(cards, before + 1):
        seen[card] += 1
        if seen[card] > decks:
            message = f"card {place} of the command was seen {decks} times in this shoe: {decks} packs hold no more"
            raise refusal(table, "card-count-impossible", message, {"decks": decks})
    complete = sorted({card for card in cards if seen[card] == decks})
    if answer.was_burned(complete):
        message = f"with the card that was burned, a card of the command was seen {decks + 1} times in this shoe"
        raise refusal(table, "card-count-impossible", message, {"decks": decks})


def mismatch(table: Table, place: int) -> Exception:
    return refusal(table, "card-mismatch", f"card {place} of the command is not the shoe's next card there")


def require_left(table: Table, shoe: Shoe, count: int) -> None:
    if count > shoe.left:
        message = f"{shoe.left} cards are left in the shoe; {count} are wanted"
        raise refusal(table, "shoe-too-short", message, {"cards": {"max": shoe.left}})
