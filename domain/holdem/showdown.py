"""Showing hands: article 8(5), and throwing them away where the table's rules allow it."""

from domain.cards import UNKNOWN
from domain.given import HoleCardsDue
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.closing import settle_if_decided
from domain.holdem.commands import Show
from domain.holdem.hand import Hand
from domain.holdem.pots import pots
from domain.holdem.ranking import best_five, category, strength
from domain.holdem.refusals import check_cards, refusal, require_hand, require_live, require_new_cards, require_no_error
from domain.holdem.table import Table, hand_id

Pair = tuple[str, str]


def show(answer: Answer, command: Show) -> None:
    """In any order, from the moment the betting in the hand is over; the last one settles the hand."""
    table, seat, cards = answer.table, command.seat, command.cards
    check_cards(table.house.ruleset, cards or ())
    require_no_error(table)
    hand = require_hand(table)
    if not hand.betting_over:
        raise refusal(table, "betting-open", f"the betting in the hand goes on; the table waits for `{table.due}`", {"due": table.due})
    require_live(table, hand, seat)
    if seat in hand.shown:
        left = [other for other in hand.live if other not in hand.shown]
        raise refusal(table, "already-shown", f"seat {seat} has shown", {"seats": sorted(left)})
    if cards == ():
        _throw_away(answer, seat)
    else:
        answer.record(_shown(answer, hand, command))
    settle_if_decided(answer)


def _throw_away(answer: Answer, seat: int) -> None:
    table, hand = answer.table, answer.hand
    if not table.house.may_muck:
        raise refusal(table, "all-must-show", "every live hand is shown", {"cards": 2})
    if _must_claim(hand, seat):
        raise refusal(table, "all-must-show", f"seat {seat} is the last live seat of a pot: it shows", {"cards": 2})
    answer.record(e.Folded(hand=hand.number, seat=seat, at_showdown=True, rule=answer.house.ref("8(5)")))


def _must_claim(hand: Hand, seat: int) -> bool:
    """Whether a pot would have nobody left if this seat threw its hand away."""
    return any(pot.eligible == (seat,) for pot in pots(hand.total, hand.live))


def _shown(answer: Answer, hand: Hand, command: Show) -> e.HandShown:
    cards = _cards(answer, hand, command)
    best: tuple[str, ...] | None = None
    label: str | None = None
    if len(hand.board) == 5 and UNKNOWN not in cards:
        all_seven = [*cards, *hand.board]
        best, label = best_five(all_seven), category(strength(all_seven)).label
    rule = answer.house.ref("8(5)")
    return e.HandShown(hand=hand.number, seat=command.seat, cards=cards, best=best, category=label, rule=rule)


def _cards(answer: Answer, hand: Hand, command: Show) -> Pair:
    """The two cards that are shown: the sealed ones, or those that the command names."""
    table, seat, cards = answer.table, command.seat, command.cards
    if cards is not None and len(cards) != 2:
        raise refusal(table, "wrong-card-count", "a hand is shown with both of its cards", {"cards": 2})
    hole = answer.given.hole
    if hole is None:
        raise _hole_cards_due(table, hand, seat)
    if cards is None:
        if UNKNOWN in hole:
            raise _both_needed(table, seat)
        return hole
    first, second = cards
    if UNKNOWN not in cards:
        _compare(answer, (first, second), hole)
    elif not (table.house.may_muck and _must_claim(hand, seat) and hole == cards == (UNKNOWN, UNKNOWN)):
        raise _both_needed(table, seat)
    return first, second


def _both_needed(table: Table, seat: int) -> Exception:
    return refusal(table, "cards-needed", f"the cards of seat {seat} are not all known: `show` names both in `cards`", {"cards": 2})


def _compare(answer: Answer, cards: Pair, hole: Pair) -> None:
    """What was sealed must be among the cards shown; what was not may not have been named before."""
    new = list(cards)
    for sealed in hole:
        if sealed == UNKNOWN:
            continue
        if sealed not in new:
            raise refusal(answer.table, "card-mismatch", "the cards shown are not those that the seat was dealt")
        new.remove(sealed)
    if not new:
        return
    face_up = {place: card for place, card in enumerate(cards, 1) if card in new}
    require_new_cards(answer.table, face_up.keys() & set(answer.given.repeated), face_up)


def _hole_cards_due(table: Table, hand: Hand, seat: int) -> HoleCardsDue:
    first, second = [(hand.spot(f"seat/{seat}/{ordinal}"), sealed) for ordinal, sealed in enumerate(hand.sealed[seat], 1)]
    return HoleCardsDue(hand_id(table, hand.number), seat, (first, second))
