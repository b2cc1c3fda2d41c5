"""Hands played by the rules alone, every event built and folded into the table: no store, no vault.

PokerKit gets the same cards one by one, and the same actions and shows, and does by itself what our rules do by themselves:
blinds, bets into the pots, pots to the winners. It is asked for the best five cards of each hand that is shown, which our
events tell. The calls of both sides are written down beforehand.
"""

from collections.abc import Callable
from functools import partial
from operator import methodcaller
from typing import Any

from pokerkit import Automation, Mode, NoLimitTexasHoldem, StandardHighHand, State
from pokerkit import Hand as BestHand

from domain.holdem.decide import answer
from tests.bench.frame import Benchmark, Work
from tests.bench.hands import BIG_BLIND, SMALL_BLIND, Hand, hands

HANDS = 60
ROUNDS = 8
"""How often our side plays them in one run, so that it too takes some tenths of a second."""

Call = Callable[[State], Any]

_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.BET_COLLECTION,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class DomainHands(Benchmark):
    name = "domain-hands"
    unit = "hands/s"
    against = "PokerKit"
    goal = 20

    def __init__(self) -> None:
        self.hands = hands(HANDS, seed=11)
        self.calls = [(hand, _calls(hand)) for hand in self.hands]

    def ours(self) -> Work:
        def play() -> int:
            for _ in range(ROUNDS):
                for hand in self.hands:
                    table = hand.seated
                    for asked in hand.commands:
                        table = answer(table, asked.command, asked.given).table
            return ROUNDS * HANDS

        return play

    def beside(self) -> Work:
        def play() -> int:
            for hand, calls in self.calls:
                state = _state(hand)
                for call in calls:
                    call(state)
            return HANDS

        return play


def _state(hand: Hand) -> State:
    stacks, blinds = hand.starting_stacks, (SMALL_BLIND, BIG_BLIND)
    return NoLimitTexasHoldem.create_state(_AUTOMATIC, True, 0, blinds, BIG_BLIND, stacks, len(stacks), mode=Mode.CASH_GAME)


def _calls(hand: Hand) -> list[Call]:
    """The hand as PokerKit is told it. It must come to the same hands and to the same stacks."""
    state = _state(hand)
    calls: list[Call] = [methodcaller("deal_hole", cards[ordinal], player) for ordinal in (0, 1) for player, cards in enumerate(hand.holes)]
    for call in calls:
        call(state)
    actions, board = iter(hand.actions), list(hand.board)
    while state.status:
        if state.can_burn_card("??"):
            call = methodcaller("burn_card", "??")
        elif state.can_deal_board():
            street = [board.pop(0) for _ in range(1 if state.board_cards else 3)]
            call = methodcaller("deal_board", "".join(street))
        elif state.actor_index is None:
            call = methodcaller("show_or_muck_hole_cards", True)
        else:
            action = next(actions)
            call = _ACTIONS[action.word] if action.to is None else methodcaller("complete_bet_or_raise_to", action.to)
        call(state)
        calls.append(call)
    assert state.stacks == hand.stacks, f"PokerKit ends with {state.stacks}, we with {hand.stacks}"
    for player, category in hand.shown.items():
        best_five = partial(_best_five, "".join(hand.holes[player]), "".join(hand.board))
        assert _is(best_five(state), category)
        calls.append(best_five)
    return calls


def _best_five(cards: str, board: str, _state: State) -> BestHand:
    return StandardHighHand.from_game(cards, board)


def _is(hand: BestHand, category: str) -> bool:
    """PokerKit has the same categories, but calls a royal flush a straight flush."""
    return hand.entry.label.value.lower().replace(" ", "-") == category.replace("royal", "straight")


_ACTIONS = {"fold": methodcaller("fold"), "check": methodcaller("check_or_call"), "call": methodcaller("check_or_call")}
