"""The life of a shoe: loaded, its first cards burned, demonstrations, the white card, closed (articles 1(1), 2 and 3)."""

from collections import Counter
from collections.abc import Sequence

from domain.baccarat import events as e
from domain.baccarat.answer import BURNED, Answer
from domain.baccarat.commands import Burn, CloseShoe, CutCard, Demonstrate, LoadShoe
from domain.baccarat.dealing import too_many
from domain.baccarat.drawing import NO_CARDS, POINTS, Hands, lay, next_draw
from domain.baccarat.held import give_back_held
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
from domain.baccarat.table import Table
from domain.rules import RuleBroken

_COURT_CARD: "Final" = 10
"""What a ten or a court card counts for the burn; in a round it is worth 0."""


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
    rule = house.ref("2(3)" if house.csm else "2(1)")
    answer.record(
        e.ShoeLoaded(shoe=number, decks=command.decks, cut_by=command.cut_by, cut_depth=command.cut_depth, sealed=sealed, rule=rule)
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


def burn(answer: Answer, command: Burn) -> None:
    """As many cards as the first one's face says, or a fixed number; a named first card that is not shown is sealed."""
    table, house = answer.table, answer.house
    first, shows = command.first_card, house.burn_method == "first-card-face"
    if first is not None and answer.given.sealed is None:
        check_cards(table, [first])
    require_no_error(table)
    require_no_csm(table, "burn")
    require_no_round(table)
    shoe = require_shoe(table)
    if shoe.burned:
        raise refusal(table, "already-burned", "the cards of this shoe have been burned: once a shoe", {"due": table.due})
    read = first is not None
    if read:
        require_no_cards(table, shoe, (), "burn")
    indicator = sealed = None
    if shows:
        indicator = first if read else answer.draw(lambda taken: len(taken) == 1)[0]
        assert indicator is not None
        burned = POINTS[indicator[0]] or _COURT_CARD
    else:
        burned = house.burn_fixed or house.decks
        sealed = answer.seal(shoe.number, "burn/1") if read else None
    removed = burned + shows
    if not read and (shows or shoe.follows_order):
        answer.pass_white_card(removed)
    answer.record(
        e.CardsBurned(
            shoe=shoe.number,
            reason="shoe-start",
            method=house.burn_method,
            indicator_card=indicator,
            burned=burned,
            removed_total=removed,
            sealed=sealed,
            read=read,
            rule=house.ref("2(1)"),
        )
    )


def demonstrate(answer: Answer, command: Demonstrate) -> None:
    """A round without bets, before the shoe's first one (2(2))."""
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
    hands, cards = _demonstrated(answer, command.cards if read else None)
    if not read:
        answer.pass_white_card(len(hands))
    answer.record(
        e.DemonstrationDealt(
            shoe=shoe.number,
            number=shoe.demonstrations + 1,
            cards=e.CardsBySide(player=hands.player, banker=hands.banker),
            totals=e.Totals(player=hands.points("player"), banker=hands.points("banker")),
            result=hands.result,
            read=read,
            rule=house.ref("2(2)"),
        )
    )
