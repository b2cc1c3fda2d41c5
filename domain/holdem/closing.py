"""What follows by itself: a round that closes, a bet that nobody called, the run-out, commission, pots, the hand's end."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from domain.cards import UNKNOWN
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.board import deal_streets, next_street, spots_due
from domain.holdem.hand import STREETS, Hand
from domain.holdem.pots import Pot, commission, pots, split, uncalled, without_uncalled
from domain.holdem.ranking import strength, without_quads_kicker
from domain.holdem.rules import HouseRules
from domain.money import split_in_proportion

_CLOSES: Final = ("6(4)", "7(3)", "8(2)", "8(4)")
_BEATS_NOBODY: Final = 0
"""The strength of a hand that is not known."""


def close_round(answer: Answer) -> None:
    """Nobody is left to act in the round; with it the betting in the hand may be over."""
    hand, house = answer.hand, answer.house
    found = pots(without_uncalled(hand.total), hand.live)
    in_event = tuple([e.Pot(pot=number, amount=pot.amount, eligible=pot.eligible) for number, pot in enumerate(found, 1)])
    rule = house.ref(_CLOSES[hand.street])
    answer.record(e.BettingRoundClosed(hand=hand.number, street=STREETS[hand.street], pots=in_event, rule=rule))
    if not hand.betting_over:
        return
    back = uncalled(hand.total)
    if back is not None:
        answer.record(e.BetReturned(hand=hand.number, seat=back[0], amount=back[1], rule=house.ref("11(3)")))
    if len(hand.live) == 1:
        settle(answer, "all-folded")
    elif not hand.read:
        _run_out(answer)


def rest_of_board(hand: Hand) -> range:
    """The streets that have not been dealt."""
    return range(next_street(hand), 4)


def _run_out(answer: Answer) -> None:
    """The house's deck deals what is left of the board; a reader's hand waits for `deal`."""
    streets = rest_of_board(answer.hand)
    if streets:
        answer.ask_for(spots_due(streets), read=False)
        deal_streets(answer, streets)


def settle_if_decided(answer: Answer) -> None:
    """After the last show, or the last card of a board that all have shown before; one live hand wins without showing."""
    hand = answer.hand
    all_shown = len(hand.board) == 5 and hand.shown.keys() >= {*hand.live}
    if all_shown or len(hand.live) == 1:
        settle(answer, "showdown")


def settle(answer: Answer, reason: Literal["all-folded", "showdown"]) -> None:
    """Commission first, once for all pots; then pot by pot from the main pot up (docs/holdem.md, Pots)."""
    hand, house = answer.hand, answer.house
    found = pots(hand.total, hand.live)
    base = sum(hand.total.values())
    assert sum([pot.amount for pot in found]) == base
    strengths = _strengths(hand, house)
    per_pot = _take_commission(answer, found, base)
    for number, (pot, taken) in enumerate(zip(found, per_pot, strict=True), 1):
        answer.record(_pot_split(hand, house, number, pot.amount - taken, _winners(pot, strengths)))
    rule = house.ref("10(2)" if reason == "all-folded" else "8(5)")
    answer.record(e.HandEnded(hand=hand.number, reason=reason, rule=rule))


def _take_commission(answer: Answer, found: list[Pot], base: int) -> list[int]:
    """Record the commission and return each pot's part of it; a table without commission records none."""
    hand, house = answer.hand, answer.house
    if not house.commission_bp:
        return [0] * len(found)
    exact_e4, amount, waiver = commission(base, house, flop_dealt=bool(hand.board))
    per_pot = split_in_proportion(amount, [pot.amount for pot in found], house.commission_unit)
    answer.record(
        e.CommissionTaken(
            hand=hand.number,
            base=base,
            rate_bp=house.commission_bp,
            exact_e4=exact_e4,
            cap=house.commission_cap,
            amount=amount,
            per_pot=tuple(per_pot),
            waiver=waiver,
            rule=house.ref("16"),
        )
    )
    return per_pot


def _pot_split(hand: Hand, house: HouseRules, number: int, amount: int, winners: Sequence[int]) -> e.PotSplit:
    shares, odd = split(amount, winners, house)
    return e.PotSplit(
        hand=hand.number,
        pot=number,
        amount=amount,
        shares=_shares(shares),
        odd=_shares(odd),
        rule=house.ref("10(2)" if len(winners) == 1 else "10(4)"),
    )


def _strengths(hand: Hand, house: HouseRules) -> dict[int, int]:
    """By live seat, clockwise from the indicator's left; nothing where one seat is left, which is paid without a comparison."""
    if len(hand.live) == 1:
        return {}
    return {seat: _strength(hand.shown[seat], hand.board, house) for seat in hand.live}


def _strength(cards: tuple[str, str], board: tuple[str, ...], house: HouseRules) -> int:
    if UNKNOWN in cards:
        return _BEATS_NOBODY
    found = strength((*cards, *board))
    return found if house.quads_kicker_plays else without_quads_kicker(found)


def _winners(pot: Pot, strengths: Mapping[int, int]) -> Sequence[int]:
    """Clockwise from the indicator's left."""
    if len(pot.eligible) == 1:
        return pot.eligible
    best = max([strengths[seat] for seat in pot.eligible])
    return [seat for seat, found in strengths.items() if found == best and seat in pot.eligible]


def _shares(by_seat: dict[int, int]) -> tuple[e.Share, ...]:
    return tuple([e.Share(seat=seat, amount=amount) for seat, amount in by_seat.items()])
