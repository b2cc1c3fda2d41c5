"""Starting a hand and dealing it: articles 1(2), 2(3), 3, 5, 6(1), 7(1), 8(1) and 8(3)."""

from collections.abc import Sequence
from typing import Literal

from domain.cards import is_card
from domain.given import SpotDue
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.board import ARTICLES, deal_streets, next_street, spots_due
from domain.holdem.closing import close_round, rest_of_board, settle_if_decided
from domain.holdem.commands import Deal, StartHand
from domain.holdem.hand import BOARD_AT, Hand
from domain.holdem.refusals import (
    not_due,
    refusal,
    require_hand,
    require_new_cards,
    require_no_error,
    require_no_hand,
    require_readable,
)
from domain.holdem.rounds import nothing_to_decide
from domain.holdem.table import Table
from domain.rules import RuleBroken


def start_hand(answer: Answer, _command: StartHand) -> None:
    table, house = answer.table, answer.house
    require_no_error(table)
    require_no_hand(table)
    playing = sorted(seat for seat, stack in table.stacks.items() if stack)
    if len(playing) < house.min_players:
        message = f"{len(playing)} seats have chips; a hand takes at least {house.min_players} players"
        raise refusal(table, "need-two-players", message, {"players": {"min": house.min_players}})
    button = _next_button(table, playing)
    order = [seat for seat in playing if seat > button] + [seat for seat in playing if seat <= button]
    small, big = order[:2]
    if len(order) == 2 and house.headsup_blinds == "cardroom":
        small, big = big, small
    answer.record(
        e.HandStarted(
            hand=table.last_number + 1,
            button=button,
            small_blind_seat=small,
            big_blind_seat=big,
            seats=tuple([e.DealtIn(seat=seat, player=table.players[seat], stack=table.stacks[seat]) for seat in order]),
            card_source=house.card_source,
            cut=house.card_source != "shuffler",
            rule=house.ref("1(2)"),
        )
    )
    _post(answer, small, "small", house.small_blind, "5(1)")
    _post(answer, big, "big", house.big_blind, "5(2)")


def _next_button(table: Table, playing: Sequence[int]) -> int:
    """To the next player, not the next chair; the first hand begins at the croupier's left, a void one moves nothing."""
    last = table.button
    if last is None or (table.button_stays and last in playing):
        return playing[0] if last is None else last
    return next((seat for seat in playing if seat > last), playing[0])


def _post(answer: Answer, seat: int, blind: Literal["small", "big"], amount: int, article: str) -> None:
    stack = answer.table.stacks[seat]
    put_in = min(amount, stack)
    rule = answer.house.ref(article)
    answer.record(e.BlindPosted(hand=answer.hand.number, seat=seat, blind=blind, amount=put_in, all_in=put_in == stack, rule=rule))


def deal(answer: Answer, command: Deal) -> None:
    """The first `deal` of a hand decides whether a reader names its cards or the house's deck deals them."""
    table = answer.table
    require_no_error(table)
    hand = require_hand(table)
    if hand.to_act is not None:
        raise refusal(table, "round-open", f"the betting round is open; it is the turn of seat {hand.to_act}", {"due": "act"})
    if table.due != "deal":
        raise not_due(table)
    if hand.read and command.cards is None:
        raise refusal(table, "cards-needed", "a reader names the cards of this hand: `deal` needs `cards`")
    if hand.read is False and command.cards is not None:
        raise refusal(table, "cards-known", "the house's deck deals this hand: `deal` takes no `cards`")
    if hand.dealt:
        _deal_board(answer, command.cards)
    else:
        _deal_holes(answer, command.cards)


def _deal_holes(answer: Answer, cards: Sequence[str] | None) -> None:
    """One card at a time, two each, from the left of the indicator clockwise (6(1))."""
    hand, read = answer.hand, cards is not None
    places = [(seat, ordinal) for ordinal in (1, 2) for seat in hand.order]
    if cards is not None and len(cards) != len(places):
        raise _wrong_count(answer.table, len(cards), [len(places)])
    require_new_cards(answer.table, answer.given.repeated)
    if not answer.given.dealt:
        answer.ask_for(_hole_spots(hand, places, read=read), read=read)
    rule = answer.house.ref(ARTICLES[0])
    for seat, ordinal in places:
        sealed = answer.card_at(f"seat/{seat}/{ordinal}").sealed
        answer.record(e.CardDealt(hand=hand.number, seat=seat, ordinal=ordinal, sealed=sealed, read=read, rule=rule))
    if hand.to_act is None:
        close_round(answer)


def _hole_spots(hand: Hand, places: Sequence[tuple[int, int]], *, read: bool) -> list[SpotDue]:
    """With the whole board, where the blinds leave nobody a decision and the house's deck deals."""
    due = [SpotDue(f"seat/{seat}/{ordinal}", card if read else None) for card, (seat, ordinal) in enumerate(places)]
    if not read and nothing_to_decide(hand):
        due += spots_due(rest_of_board(hand))
    return due


def _deal_board(answer: Answer, cards: Sequence[str] | None) -> None:
    """The next street; of a reader's run-out the whole rest of the board may come at once."""
    hand = answer.hand
    if cards is None:
        streets = _one_street(hand)
        due = spots_due(streets)
        face_up = {}
    else:
        streets, burned = _named_streets(answer.table, hand, cards)
        due = spots_due(streets, burn=0 if burned else None, first=1 if burned else 0)
        face_up = dict(enumerate(cards, 1))
        if burned:
            del face_up[1]
        require_readable(answer.table, face_up)
    require_new_cards(answer.table, answer.given.repeated, face_up)
    answer.ask_for(due, read=cards is not None)
    deal_streets(answer, streets)
    settle_if_decided(answer)


def _one_street(hand: Hand) -> range:
    street = next_street(hand)
    return range(street, street + 1)


def _named_streets(table: Table, hand: Hand, cards: Sequence[str]) -> tuple[range, bool]:
    """Which streets the cards are for, and whether a burned card stands in front.

    Two cards after the flop of a run-out are turn and river, unless the first one is not known: then burn and turn.
    """
    street = next_street(hand)
    takes, rest = BOARD_AT[street] - BOARD_AT[street - 1], 5 - len(hand.board)
    burned = len(cards) == takes + 1
    if hand.betting_over and len(cards) == rest and not (burned and not is_card(cards[0])):
        return range(street, 4), False
    if len(cards) not in (takes, takes + 1):
        counts = {takes, takes + 1, rest} if hand.betting_over else {takes, takes + 1}
        raise _wrong_count(table, len(cards), sorted(counts))
    return _one_street(hand), burned


def _wrong_count(table: Table, count: int, accepted: list[int]) -> RuleBroken:
    message = f"{count} cards were named; accepted: {' or '.join(str(number) for number in accepted)}"
    return refusal(table, "wrong-card-count", message, {"cards": accepted})
