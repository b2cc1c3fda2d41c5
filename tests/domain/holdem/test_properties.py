"""What must always hold, on evenings played at random under both rulesets.

Every command of an evening also passes the checks of `Scene`: the chips are all there after every event, a refusal
changes nothing, the same decision gives the same events, and the events read back give the same table.
"""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from domain.cards import SUITS
from domain.event import Event
from domain.given import CardsDue
from domain.holdem import events as e
from domain.holdem.decide import decide
from domain.holdem.table import Table, hand_of, open_hand_id
from domain.rules import RuleBroken
from tests.domain.holdem import book
from tests.domain.holdem.desk import Desk
from tests.domain.holdem.evening import Evening
from tests.domain.holdem.scene import CLASSES, CODE, Scene

STEPS = 50
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
by_chance = given(seed=st.integers(0, 2**32))
evenings = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""A smaller seed is no simpler evening, so none is looked for."""
both = pytest.mark.parametrize("ruleset", ["MO-THP-2008", "CARDROOM-TDA"])


def command(do: str, **fields: Any) -> Any:
    return CLASSES[do].model_validate({"table": CODE, **fields})


def accepted(table: Table, **fields: Any) -> bool:
    try:
        decide(table, command("act", **fields))
    except RuleBroken:
        return False
    except CardsDue:
        return True  # the question comes after all checks
    return True


def offers(chance: Random, table: Table, state: dict[str, Any]) -> list[dict[str, Any]]:
    """Actions at, inside and outside the bounds, with the words that fit and those that do not."""
    hand = table.playing
    seat = state["to_act"]
    bounds = [amount for word in ("bet", "raise") for amount in state["legal"].get(word, {}).values()]
    own = hand.bets[seat] + table.stacks[seat]
    totals = {1, hand.price, hand.price + hand.full, own, own + 1, *[bound + step for bound in bounds for step in (-1, 0, 1)]}
    totals |= {chance.randint(1, own + 5) for _ in range(3)}
    plain = [{"seat": seat, "action": word} for word in ("fold", "check", "call", "all-in")]
    return plain + [{"seat": seat, "action": word, "to": to} for word in ("bet", "raise") for to in totals if to > 0]


def is_listed(table: Table, state: dict[str, Any], offer: dict[str, Any]) -> bool:
    hand = table.playing
    legal, seat, word = state["legal"], state["to_act"], offer["action"]
    if word == "all-in":
        all_in = hand.bets[seat] + table.stacks[seat]
        higher = legal.get("bet") or legal.get("raise")
        if higher:
            return bool(higher["max"] == all_in)
        return "call" in legal and (table.stacks[seat] == legal["call"] or len(hand.able) == 1)
    if word not in ("bet", "raise"):
        return word in legal
    if word not in legal or not legal[word]["min"] <= offer["to"] <= legal[word]["max"]:
        return False
    return offer["to"] == hand.bets[seat] + table.stacks[seat] or table.house.fixed_limit or offer["to"] % table.house.unit == 0


@both
@evenings
@by_chance
def test_what_is_listed_is_accepted_and_everything_else_refused(ruleset: str, seed: int) -> None:
    evening = Evening(Random(seed), ruleset)
    for _ in range(STEPS):
        evening.step()
        table = evening.scene.table
        if table.due != "act":
            continue
        state = evening.scene.state
        for offer in offers(evening.chance, table, state):
            assert accepted(table, **offer) == is_listed(table, state, offer), (offer, state)
        others = [seat for seat in (*table.players, 99) if seat != table.playing.to_act]
        assert not any(accepted(table, seat=seat, action="fold") for seat in others)


@both
@evenings
@by_chance
def test_turn_and_actions_are_what_the_book_says(ruleset: str, seed: int) -> None:
    evening = Evening(Random(seed), ruleset)
    for _ in range(STEPS):
        evening.step()
        if evening.scene.table.due == "act":
            state = evening.scene.state
            assert (state["to_act"], state["legal"]) == book.legal(evening.scene.table, evening.hand_events)


@both
@evenings
@by_chance
def test_every_hand_pays_out_what_was_put_in(ruleset: str, seed: int) -> None:
    evening = Evening(Random(seed), ruleset)
    for _ in range(STEPS):
        evening.step()
    hands: dict[int, list[Event]] = {}
    for event in evening.scene.events:
        if getattr(event, "hand", None):
            hands.setdefault(event.hand, []).append(event)  # type: ignore[attr-defined]
    for events in hands.values():
        _flows(events)


def _flows(events: list[Event]) -> None:
    put_in = sum(event.amount for event in events if isinstance(event, e.BlindPosted | e.BetPlaced))
    returned = sum(event.amount for event in events if isinstance(event, e.BetReturned))
    taken = [event for event in events if isinstance(event, e.CommissionTaken)]
    splits = [event for event in events if isinstance(event, e.PotSplit)]
    folded = {event.seat for event in events if isinstance(event, e.Folded)}
    if isinstance(events[-1], e.HandVoided):
        assert sum(refund.amount for refund in events[-1].refunds) == put_in - returned
        assert not taken
        assert not splits
    elif isinstance(events[-1], e.HandEnded):
        commission = sum(event.amount for event in taken)
        assert returned + commission + sum(split.amount for split in splits) == put_in
        assert len(taken) <= 1
        for event in taken:
            assert event.base == put_in - returned
            assert event.amount * 10_000 <= event.rate_bp * event.base
            assert event.cap is None or event.amount <= event.cap
            assert sum(event.per_pot) == event.amount
        for split in splits:
            assert sum(share.amount for share in split.shares) == split.amount
            assert not folded & {share.seat for share in split.shares}
            assert all(dict(_by_seat(split.shares))[seat] >= amount for seat, amount in _by_seat(split.odd))
    burns = [event.burn for event in events if isinstance(event, e.CardsBurned)]
    assert burns == [1, 2, 3][: len(burns)]


def _by_seat(shares: tuple[e.Share, ...]) -> list[tuple[int, int]]:
    return [(share.seat, share.amount) for share in shares]


@both
@evenings
@by_chance
def test_no_hidden_card_can_be_read(ruleset: str, seed: int) -> None:
    """In no event, state or refusal: not a hole card before it is shown, not a folded or burned one at all."""
    evening = Evening(Random(seed), ruleset)
    scene = evening.scene
    for _ in range(STEPS):
        events = evening.step().events
        if scene.table.hand is None:
            continue
        refused = [
            scene.when("deal", cards=["As", "As"]).refusal,
            scene.when("show", seat=scene.table.playing.live[0], cards=["As", "As"]).refusal,
        ]
        seen = [event.body().decode() for event in events if hand_of(event) == scene.table.last_number]
        seen += [str(scene.state), *(f"{refusal and refusal.message}" for refusal in refused)]
        assert not set(CARD.findall(" ".join(seen))) & _hidden(scene)


def _hidden(scene: Scene) -> set[str]:
    hand = open_hand_id(scene.table)
    shown = {card for cards in scene.table.playing.shown.values() for card in cards}
    named = {card for (of, spot), card in scene.desk.named.items() if of == hand and not spot.startswith("board/")}
    return named - shown - {"??"}


def turn(card: str, suits: dict[str, str]) -> str:
    return card[0] + suits.get(card[1], card[1])


class TurnedDesk(Desk):
    """Deals what the other desk of the same seed deals, in other suits."""

    def __init__(self, seed: int, suits: dict[str, str]) -> None:
        super().__init__(seed)
        self._suits = suits

    def deck(self, hand: str) -> list[str]:
        return [turn(card, self._suits) for card in super().deck(hand)]


def _without_cards(event: Event) -> tuple[str, dict[str, Any]]:
    return event.contract, event.model_dump(exclude={"card", "cards", "best", "old_card"})


@both
@evenings
@by_chance
def test_other_suits_pay_the_same(ruleset: str, seed: int) -> None:
    """One suit for another throughout the pack changes no event but the cards themselves."""
    chance = Random(seed)
    evening = Evening(chance, ruleset)
    for _ in range(STEPS):
        evening.step()
    suits = dict(zip(SUITS, chance.sample(SUITS, 4), strict=True))
    turned = Scene()
    turned.desk = TurnedDesk(evening.scene.desk.seed, suits)
    for sent, permits, previous in evening.scene.sent:
        cards = getattr(sent, "cards", None)
        command = sent if cards is None else sent.model_copy(update={"cards": tuple(turn(card, suits) for card in cards)})
        turned.send(command, permits, previous).accepted()
    assert [_without_cards(event) for event in turned.events] == [_without_cards(event) for event in evening.scene.events]


@both
@evenings
@by_chance
def test_if_all_check_the_indicator_or_the_nearest_able_seat_at_its_right_is_last(ruleset: str, seed: int) -> None:
    evening = Evening(Random(seed), ruleset)
    for _ in range(STEPS):
        evening.step()
        table = evening.scene.table
        hand = table.hand
        if hand is None or table.due != "act" or hand.street == 0 or hand.acted:
            continue
        able = [seat for seat in hand.live if table.stacks[seat]]
        expected = max(able, key=lambda seat: (seat <= table.playing.button, seat))
        assert hand.waiting[-1] == expected
        assert sorted(hand.waiting) == sorted(able)
