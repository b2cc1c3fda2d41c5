"""A shoe is loaded and closed, and its white card comes out: articles 1(1), 2(1) and 3."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from domain.baccarat import shoe_events
from domain.baccarat.answer import Answer
from domain.baccarat.commands import CloseShoe, CutCard, LoadShoe
from domain.baccarat.held import give_back_held
from domain.baccarat.reading import require_no_cards
from domain.baccarat.refusals import check_cards, refusal, require_no_csm, require_no_error, require_no_round, require_shoe
from domain.baccarat.table import Table
from domain.rules import RuleBroken

_NEW_SET: Final = "damaged"
"""The reason for which article 3(1) asks for a new set of cards."""


def load_shoe(answer: Answer, command: LoadShoe) -> None:
    """A known order is looked at here, once; then it is sealed."""
    table, house = answer.table, answer.house
    if answer.given.sealed is None:
        check_cards(table, command.cards or ())
    require_no_error(table)
    if table.shoe is not None:
        raise refusal(table, "shoe-open", f"shoe {table.shoe.number} is on the table; `close-shoe` takes it away")
    if command.decks != house.decks:
        raise refusal(table, "wrong-deck-count", f"the table plays with {house.decks} packs, not {command.decks}", {"decks": house.decks})
    if house.csm:
        _require_decks_alone(table, command)
    else:
        _check_cut(table, command)
    number, sealed = table.shoes + 1, None
    if command.cards is not None:
        if answer.given.sealed is None:
            _check_order(table, command.cards)
        sealed = answer.seal(number, "order")
    answer.record(
        shoe_events.ShoeLoaded(
            shoe=number,
            decks=command.decks,
            cut_by=command.cut_by,
            cut_depth=command.cut_depth,
            sealed=sealed,
            rule=house.ref("2(3)" if house.csm else "2(1)"),
        )
    )


def _require_decks_alone(table: Table, command: LoadShoe) -> None:
    if (command.cut_by, command.cut_depth, command.cards) != (None, None, None):
        message = "cards go into a continuous shuffler uncut and in no known order: `load-shoe` takes `decks` alone"
        raise refusal(table, "not-in-csm", message)


def _check_cut(table: Table, command: LoadShoe) -> None:
    """A round that was opened must find its cards, wherever the white card comes out."""
    house = table.house
    for field in ("cut_by", "cut_depth"):
        if getattr(command, field) is None:
            raise RuleBroken("field-missing", None, f"`load-shoe` needs the field {field!r}: the shoe is cut")
    if command.cut_by != house.cutter:
        raise refusal(table, "wrong-cutter", f"at this table the {house.cutter} cuts", {"cut_by": house.cutter})
    rounds = 1 + max(house.last_after, house.last_before)
    least = max(house.cut_depth_min, rounds * house.cards_for_round)
    assert command.cut_depth is not None
    if not least <= command.cut_depth <= house.cards:
        message = f"the white card lies above at least {least} cards from the end, not {command.cut_depth}"
        raise refusal(table, "cut-too-deep", message, {"cut_depth": {"min": least, "max": house.cards}})


def _check_order(table: Table, cards: Sequence[str]) -> None:
    """Every card as often as there are packs."""
    decks, size = table.house.decks, table.house.cards
    if len(cards) != size:
        raise refusal(table, "wrong-card-count", f"{decks} packs are {size} cards, not {len(cards)}", {"cards": size})
    if any(times > decks for times in Counter(cards).values()):
        message = f"a card stands in the order more than {decks} times: {decks} packs hold no more"
        raise refusal(table, "card-count-impossible", message, {"decks": decks})


def cut_card(answer: Answer, _command: CutCard) -> None:
    """Says that the white card came out of a shoe whose order the software does not follow."""
    table = answer.table
    require_no_error(table)
    require_no_csm(table, "cut-card")
    shoe = require_shoe(table)
    require_no_cards(table, shoe, (), "cut-card")
    if shoe.cut_card_out:
        raise refusal(table, "cut-card-out", f"the white card is out; round {shoe.last_round} is the last one", {"due": table.due})
    answer.white_card_out(shoe.drawn)


def close_shoe(answer: Answer, command: CloseShoe) -> None:
    table = answer.table
    require_no_error(table)
    require_no_round(table)
    require_shoe(table)
    if not table.house.tie_carry_over_shoe:
        give_back_held(answer)
    take_away(answer, command.reason)


def take_away(answer: Answer, reason: str) -> None:
    """Between rounds the house may change the shoe at any time (3(2))."""
    table, shoe = answer.table, answer.table.in_use
    ended = table.shoe_is_over or reason == _NEW_SET
    rule = answer.house.ref("3(1)" if ended else "3(2)")
    answer.record(shoe_events.ShoeClosed(shoe=shoe.number, reason=reason, rounds=shoe.rounds, dealt=shoe.dealt, rule=rule))
