"""How a betting round moves on: what each action does to the price, the sizes, and whose turn it is."""

from domain.holdem.hand import Hand
from domain.holdem.rules import HouseRules


def open_round(hand: Hand, rules: HouseRules, street: int) -> None:
    """Round 1 begins with the blinds as its bet (6(3)), the others with nothing (7(2), 7(3))."""
    hand.street = street
    hand.raises = 0
    hand.acted.clear()
    if street:
        hand.price = hand.level = 0
        hand.full = rules.min_bet
    hand.uncapped = rules.two_player_uncap == "round-start" and len(hand.able) <= 2
    order = hand.clockwise(hand.button if street else hand.big_blind_seat)
    _wait_for(hand, rules, tuple([seat for seat in order if seat in hand.able]))


def act(hand: Hand, rules: HouseRules, seat: int, to: int, *, all_in: bool) -> None:
    """The seat has acted and now has `to` in the round: a check or a call at or below the price, a bet or raise above it."""
    hand.acted.add(seat)
    if all_in:
        hand.able = tuple([other for other in hand.able if other != seat])
    if to <= hand.price:
        _wait_for(hand, rules, hand.waiting[1:])
        return
    if rules.fixed_limit:
        _move_level(hand, rules, to)
    else:
        hand.full = max(hand.full, to - hand.price)
    hand.price = to
    _wait_for(hand, rules, tuple([other for other in hand.clockwise(seat)[:-1] if other in hand.able]))


def fold(hand: Hand, rules: HouseRules, seat: int) -> None:
    hand.live = tuple([other for other in hand.live if other != seat])
    hand.able = tuple([other for other in hand.able if other != seat])
    _wait_for(hand, rules, hand.waiting[1:])


def close_round(hand: Hand) -> None:
    """The bets go to the pots; with the river, or with nobody left to bet against, the betting in the hand is over."""
    hand.bets = dict.fromkeys(hand.order, 0)
    hand.betting_over = hand.street == 3 or len(hand.able) <= 1


def nothing_to_decide(hand: Hand) -> bool:
    """One live seat, or at most one able and none of the others has put more into the round."""
    if len(hand.able) > 1:
        return False
    own = hand.bets[hand.able[0]] if hand.able else max(hand.bets.values())
    return all(hand.bets[seat] <= own for seat in hand.live)


def _move_level(hand: Hand, rules: HouseRules, to: int) -> None:
    """An all-in that adds at least half of the size counts as a full bet or raise; less changes no level."""
    if 2 * (to - hand.level) < rules.limit_sizes[hand.street]:
        return
    hand.level = to
    if hand.price:
        hand.raises += 1


def _wait_for(hand: Hand, rules: HouseRules, seats: tuple[int, ...]) -> None:
    """Whenever at most two are able before the cap is reached, the number of raises is free (12(4))."""
    if len(hand.able) <= 2:
        if rules.two_player_uncap == "before-cap" and hand.raises < rules.max_raises:
            hand.uncapped = True
        if nothing_to_decide(hand):
            seats = ()
    hand.waiting = seats
