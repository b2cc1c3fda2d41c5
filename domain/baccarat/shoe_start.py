"""What comes out of a shoe before its first round: the burned cards and demonstrations (articles 2(1) and 2(2))."""

from collections.abc import Sequence
from typing import Final

from domain.baccarat import shoe_events
from domain.baccarat.answer import Answer
from domain.baccarat.commands import Burn, Demonstrate
from domain.baccarat.dealing import require_due
from domain.baccarat.drawing import NO_CARDS, POINTS, Hands, lay, next_draw
from domain.baccarat.reading import check_named, is_read, require_no_cards
from domain.baccarat.refusals import (
    check_cards,
    refusal,
    require_burned,
    require_no_csm,
    require_no_error,
    require_no_round,
    require_shoe,
)
from domain.baccarat.shoe import Shoe

_COURT_CARD: Final = 10
"""What a ten or a court card counts for the burn; in a round it is worth 0."""


def burn(answer: Answer, command: Burn) -> None:
    table, first = answer.table, command.first_card
    if first is not None and answer.given.sealed is None:
        check_cards(table, [first])
    require_no_error(table)
    require_no_csm(table, "burn")
    require_no_round(table)
    shoe = require_shoe(table)
    if shoe.burned:
        raise refusal(table, "already-burned", "the cards of this shoe have been burned: once a shoe", {"due": table.due})
    if first is not None:
        require_no_cards(table, shoe, [first], "burn")
    if answer.house.burn_method == "first-card-face":
        _burn_by_face(answer, shoe, first)
    else:
        _burn_number(answer, shoe, first)


def _burn_by_face(answer: Answer, shoe: Shoe, first: str | None) -> None:
    """The first card is shown and says how many follow it; it is not counted itself."""
    read = first is not None
    indicator = first if first is not None else answer.draw(bool)[0]
    burned = POINTS[indicator[0]] or _COURT_CARD
    _burn(answer, shoe, burned, burned + 1, read=read, follows_order=not read, indicator_card=indicator)


def _burn_number(answer: Answer, shoe: Shoe, first: str | None) -> None:
    """All of them face down: one that was named is sealed."""
    house, read = answer.house, first is not None
    count = house.burn_fixed or house.decks
    sealed = answer.seal(shoe.number, "burn/1") if read else None
    _burn(answer, shoe, count, count, read=read, follows_order=shoe.follows_order, sealed=sealed)


def _burn(
    answer: Answer,
    shoe: Shoe,
    burned: int,
    removed: int,
    *,
    read: bool,
    follows_order: bool,
    indicator_card: str | None = None,
    sealed: str | None = None,
) -> None:
    if follows_order:
        answer.pass_white_card(removed)
    answer.record(
        shoe_events.CardsBurned(
            shoe=shoe.number,
            reason="shoe-start",
            method=answer.house.burn_method,
            indicator_card=indicator_card,
            burned=burned,
            removed_total=removed,
            sealed=sealed,
            read=read,
            rule=answer.house.ref("2(1)"),
        )
    )


def demonstrate(answer: Answer, command: Demonstrate) -> None:
    table, house = answer.table, answer.house
    check_cards(table, command.cards or ())
    require_no_error(table)
    require_no_csm(table, "demonstrate")
    require_no_round(table)
    shoe = require_shoe(table)
    if shoe.rounds:
        raise refusal(table, "demonstration-too-late", "demonstrations come before the shoe's first round", {"due": table.due})
    require_burned(table, shoe)
    if shoe.demonstrations >= house.demo_rounds_max:
        message = f"the house demonstrates {house.demo_rounds_max} rounds at the start of a shoe"
        raise refusal(table, "demonstration-limit", message, {"demonstrations": {"max": house.demo_rounds_max}})
    read = is_read(table, shoe, command.cards, "demonstrate")
    hands = _read_hands(answer, shoe, command.cards or ()) if read else _drawn_hands(answer)
    answer.record(
        shoe_events.DemonstrationDealt(
            shoe=shoe.number,
            number=shoe.demonstrations + 1,
            cards=shoe_events.CardsBySide(player=hands.player, banker=hands.banker),
            totals=shoe_events.Totals(player=hands.points("player"), banker=hands.points("banker")),
            result=hands.result,
            read=read,
            rule=house.ref("2(2)"),
        )
    )


def _read_hands(answer: Answer, shoe: Shoe, cards: Sequence[str]) -> Hands:
    """All the cards of a round, no more and no fewer."""
    hands = require_due(answer.table, NO_CARDS, cards)
    if next_draw(hands) is not None:
        message = f"with these {len(cards)} cards the demonstration is not complete: all of them are named at once"
        raise refusal(answer.table, "cards-needed", message)
    check_named(answer, shoe, cards)
    return hands


def _drawn_hands(answer: Answer) -> Hands:
    drawn = answer.draw(lambda taken: next_draw(lay(NO_CARDS, taken)) is None)
    hands = lay(NO_CARDS, drawn)
    if next_draw(hands) is not None:
        raise refusal(answer.table, "shoe-too-short", "the shoe has not got the cards of a round")
    answer.pass_white_card(len(drawn))
    return hands
