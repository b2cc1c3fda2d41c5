"""How a betting round moves on: what each action does to the price, the sizes, and whose turn it is."""

from collections.abc import Mapping, Sequence

from domain.holdem.hand import Hand
from domain.holdem.rules import HouseRules


def able(hand: Hand, stacks: Mapping[int, int]) -> list[int]:
    """The live seats that still have chips to bet."""
    return [seat for seat in hand.live if stacks[seat]]


def open_round(hand: Hand, stacks: Mapping[int, int], rules: HouseRules, street: int) -> None:
    """Round 1 begins with the blinds as its bet (6(3)), the others with nothing (7(2), 7(3))."""
    hand.street = street
    hand.raises = 0
    hand.uncapped = False
    hand.acted.clear()
    if street:
        hand.price = hand.level = 0
        hand.full = rules.min_bet
    first_after = hand.button if street else hand.big_blind_seat
    hand.uncapped = rules.two_player_uncap == "round-start" and len(able(hand, stacks)) <= 2
    _pass_turn(hand, stacks, rules, first_after)


def act(hand: Hand, stacks: Mapping[int, int], rules: HouseRules, seat: int, to: int) -> None:
    """The seat has acted and now has `to` in the round: a check or a call at or below the price, a bet or raise above it."""
    hand.acted.add(seat)
    if to > hand.price:
        if rules.fixed_limit:
            _limit_level(hand, rules, to)
        elif to - hand.price >= hand.full:
            hand.full = to - hand.price
        hand.price = to
    _pass_turn(hand, stacks, rules, seat)


def fold(hand: Hand, stacks: Mapping[int, int], rules: HouseRules, seat: int) -> None:
    hand.live = tuple(other for other in hand.live if other != seat)
    if hand.to_act == seat:
        _pass_turn(hand, stacks, rules, seat)


def close_round(hand: Hand, stacks: Mapping[int, int]) -> None:
    """The bets go to the pots; with the river, or with nobody left to bet against, the betting in the hand is over."""
    hand.to_act = None
    hand.bets = dict.fromkeys(hand.order, 0)
    hand.betting_over = hand.street == 3 or len(able(hand, stacks)) <= 1


def _limit_level(hand: Hand, rules: HouseRules, to: int) -> None:
    """An all-in that adds at least half of the size counts as a full bet or raise; less changes no level."""
    if 2 * (to - hand.level) < rules.limit_sizes[hand.street]:
        return
    hand.level = to
    if hand.price:
        hand.raises += 1


def _pass_turn(hand: Hand, stacks: Mapping[int, int], rules: HouseRules, after: int) -> None:
    left = able(hand, stacks)
    if len(left) <= 2 and rules.two_player_uncap == "before-cap" and hand.raises < rules.max_raises:
        hand.uncapped = True
    hand.to_act = None if nothing_to_decide(hand, left) else _next_to_act(hand, left, after)


def nothing_to_decide(hand: Hand, left: Sequence[int]) -> bool:
    """One live seat, or at most one able and none of the others has put more into the round."""
    if len(left) > 1:
        return False
    own = hand.bets[left[0]] if left else 0
    return not left or all(hand.bets[seat] <= own for seat in hand.live)


def _next_to_act(hand: Hand, left: Sequence[int], after: int) -> int | None:
    """The next able seat clockwise that has not acted, or must still put in what the price has risen by."""
    for seat in hand.clockwise(after):
        if seat in left and (seat not in hand.acted or hand.bets[seat] < hand.price):
            return seat
    return None
