"""What must always hold (section 9), on evenings played at random under both rulesets.

Every command of an evening also passes the checks of `Scene`: the chips are all there after every event, a refusal
changes nothing, the same decision gives the same events, and the events read back give the same table.
"""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Event
from domain.holdem import events as e
from domain.holdem.decide import answer, decide
from domain.holdem.table import Table
from domain.holdem.view import inspect
from domain.rules import RuleBroken
from tests.domain.holdem import book
from tests.domain.holdem.evening import Evening
from tests.domain.holdem.scene import CLASSES, CODE, Scene

STEPS = 60
by_chance = st.randoms(use_true_random=False)
both = pytest.mark.parametrize("ruleset", ["MO-THP-2008", "CARDROOM-TDA"])


def command(do: str, **fields: Any) -> Any:
    return CLASSES[do].model_validate({"table": CODE, **fields})


def accepted(table: Table, **fields: Any) -> bool:
    try:
        decide(table, command("act", **fields))
    except RuleBroken:
        return False
    except Exception as asked:  # a question about cards comes after all checks
        assert type(asked).__name__ == "CardsDue"
    return True


def offers(chance: Random, table: Table) -> list[dict[str, Any]]:
    """Actions at, inside and outside the bounds, with the words that fit and those that do not."""
    hand, state = table.playing, inspect(table)
    seat = state["to_act"]
    bounds = [amount for word in ("bet", "raise") for amount in state["legal"].get(word, {}).values()]
    own = hand.bets[seat] + table.stacks[seat]
    totals = {1, hand.price, hand.price + hand.full, own, own + 1, *[bound + step for bound in bounds for step in (-1, 0, 1)]}
    totals |= {chance.randint(1, own + 5) for _ in range(3)}
    plain = [{"seat": seat, "action": word} for word in ("fold", "check", "call", "all-in")]
    return plain + [{"seat": seat, "action": word, "to": to} for word in ("bet", "raise") for to in totals if to > 0]


def is_listed(table: Table, offer: dict[str, Any]) -> bool:
    state, hand = inspect(table), table.playing
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
@given(by_chance)
def test_what_is_listed_is_accepted_and_everything_else_refused(ruleset: str, chance: Random) -> None:
    evening = Evening(chance, ruleset)
    for _ in range(STEPS):
        evening.step()
        table = evening.scene.table
        if table.due != "act":
            continue
        for offer in offers(chance, table):
            assert accepted(table, **offer) == is_listed(table, offer), (offer, inspect(table))
        others = [seat for seat in (*table.players, 99) if seat != table.playing.to_act]
        assert not any(accepted(table, seat=seat, action="fold") for seat in others)


@both
@given(by_chance)
def test_turn_and_actions_are_what_the_book_says(ruleset: str, chance: Random) -> None:
    evening = Evening(chance, ruleset)
    for _ in range(STEPS):
        evening.step()
        if evening.scene.table.due == "act":
            state = evening.scene.state
            assert (state["to_act"], state["legal"]) == book.legal(evening.scene.table, evening.hand_events)


@both
@given(by_chance)
def test_every_hand_pays_out_what_was_put_in(ruleset: str, chance: Random) -> None:
    evening = Evening(chance, ruleset)
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
@given(by_chance)
def test_no_hole_card_can_be_read_before_it_is_shown(ruleset: str, chance: Random) -> None:
    """Nor a burned one: in no event, state or refusal. One pack has a card once, so its name would be the card itself."""
    evening = Evening(chance, ruleset)
    scene = evening.scene
    for _ in range(STEPS):
        events = evening.step().events
        hand = scene.table.hand
        hidden = set(scene.desk.sealed.values()) if hand is None else _hidden(scene, hand.number)
        if hand is None:
            continue
        seen = "".join(event.body().decode() for event in events if getattr(event, "hand", None) == hand.number) + str(scene.state)
        outcome = scene.show(hand.live[0], "Xx Yy") if False else scene.when("deal", cards=["??"])
        seen += f"{outcome.refusal and (outcome.refusal.message, outcome.refusal.allowed)}"
        assert not any(card in seen for card in hidden)


def _hidden(scene: Scene, number: int) -> set[str]:
    hand = scene.table.playing
    shown = {card for cards in hand.shown.values() for card in cards}
    named = {card for (of, spot), card in scene.desk.named.items() if of.endswith(f"/{number}") and not spot.startswith("board/")}
    return named - shown - {"??"}
