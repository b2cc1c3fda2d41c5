"""Contributions to payment: the vectors V1 to V13, and the odd chip of article 10(5)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from domain.event import Event
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.closing import close_round
from domain.holdem.hand import Hand
from domain.holdem.pots import split
from tests.domain.holdem.hands import house
from tests.domain.holdem.scene import Scene
from tests.spec import fact

TIERS = (("As Kd", "Ac Kh", "Ad Ks", "Ah Kc"), ("Qs Jd", "Qd Js", "Qh Jc"), ("Ts 8d", "Td 8s"), ("6s 5d", "6d 5s"))
"""Hole cards from the best down, on a board where no others play; those of one tier tie."""
BOARD = ("2c", "2d", "7h", "9s", "4c")


class Paid(NamedTuple):
    returned: dict[int, int]
    pots: list[tuple[int, tuple[int, ...]]]
    commission: int
    per_pot: tuple[int, ...]
    paid: dict[int, int]
    events: list[Event]


def settled(
    put_in: Mapping[int, int], folded: set[int], order: str = "", ruleset: str = "MO-THP-2008", button: int = 0, **rules: Any
) -> Paid:
    """The river's betting is over with these contributions; `order` ranks the hands that are shown, `1 > 2 = 3`."""
    scene = Scene(dict.fromkeys(put_in, 1_000_000), ruleset, seats=22, **rules)
    table = scene.table
    seats = sorted(put_in)
    button = button or seats[-1]
    clockwise = tuple([seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button])
    live = tuple(seat for seat in clockwise if seat not in folded)
    nothing = dict.fromkeys(clockwise, 0)
    table.hand = Hand(
        number=1, button=button, big_blind_seat=seats[0], order=clockwise, live=live, able=live, total=dict(put_in), bets=nothing,
        price=0, full=0, level=0, street=3, board=BOARD, read=True,
    )  # fmt: skip
    answer = Answer(table, scene.desk.given)
    close_round(answer)
    events = list(answer.events)
    tiers = [tier.split("=") for tier in order.replace(" ", "").split(">") if tier]
    cards = {int(seat): TIERS[rank][place] for rank, tier in enumerate(tiers) for place, seat in enumerate(tier)}
    scene.table = answer.table
    if answer.table.hand is not None:
        answer.table.playing.sealed = dict.fromkeys(live, ("??", "??"))
        scene.desk.sealed["??"] = "??"
        scene.brought = 1_000_000 * len(put_in) + sum(put_in.values())
        for seat in live:
            events += scene.show(seat, cards[seat]).accepted().events
    return paid_in(events)


def paid_in(events: list[Event]) -> Paid:
    (closed,) = [event for event in events if isinstance(event, e.BettingRoundClosed)]
    taken = [event for event in events if isinstance(event, e.CommissionTaken)]
    paid: dict[int, int] = {}
    for event in events:
        for share in event.shares if isinstance(event, e.PotSplit) else ():
            paid[share.seat] = paid.get(share.seat, 0) + share.amount
    return Paid(
        {event.seat: event.amount for event in events if isinstance(event, e.BetReturned)},
        [(pot.amount, pot.eligible) for pot in closed.pots],
        taken[0].amount if taken else 0,
        taken[0].per_pot if taken else (),
        paid,
        events,
    )


def rules(big_blind: int, bp: int, unit: int) -> dict[str, int]:
    return {"big_blind": big_blind, "commission_bp": bp, "unit": unit}


V1 = {1: 1_000, 2: 2_000, 3: 4_000}
V1_POTS = [(3_000, (1, 2, 3)), (2_000, (2, 3))]
V2 = {2: 300, 5: 300, 7: 300, 9: 100}
V2_POTS = [(1_000, (2, 5, 7))]
V10 = {1: 400, 2: 700, 3: 100, 4: 100}
V11 = {1: 50, 2: 50, 3: 120, 4: 120}
V12 = {1: 50, 2: 100, 3: 200, 4: 450}

VECTORS: dict[str, tuple[Any, ...]] = {
    "V1": (V1, (), "1>2>3", (100, 500, 1), {3: 2_000}, V1_POTS, (150, 100), {1: 2_850, 2: 1_900}),
    "V1b": (V1, (), "1>2>3", (20, 500, 1), {3: 2_000}, V1_POTS, (60, 40), {1: 2_940, 2: 1_960}),
    "V1c": (V1, (), "1=2>3", (20, 500, 1), {3: 2_000}, V1_POTS, (60, 40), {1: 1_470, 2: 1_470 + 1_960}),
    "V2": (V2, (9,), "2=5=7", (100, 500, 1), {}, V2_POTS, (50,), {2: 318, 5: 316, 7: 316}),
    "V2b": (V2, (9,), "2=5=7", (100, 500, 5), {}, V2_POTS, (50,), {2: 320, 5: 315, 7: 315}),
    "V2c": (V2, (9,), "2=5=7", (100, 500, 25), {}, V2_POTS, (50,), {2: 350, 5: 300, 7: 300}),
    "V3": ({1: 50, 2: 100}, (1,), "", (100, 500, 1), {2: 50}, [(100, (2,))], (5,), {2: 95}),
    "V4": ({1: 50, 2: 100, 3: 300}, (1, 2), "", (100, 500, 1), {3: 200}, [(250, (3,))], (12,), {3: 238}),
    "V5": ({1: 6_000, 2: 6_000}, (), "2>1", (100, 500, 1), {}, [(12_000, (1, 2))], (500,), {2: 11_500}),
    "V6": ({1: 5_000, 2: 5_000}, (), "2>1", (100, 500, 1), {}, [(10_000, (1, 2))], (500,), {2: 9_500}),
    "V7": ({1: 165, 2: 165}, (), "2>1", (100, 300, 1), {}, [(330, (1, 2))], (9,), {2: 321}),
    "V7 in fives": ({1: 165, 2: 165}, (), "2>1", (100, 300, 5), {}, [(330, (1, 2))], (5,), {2: 325}),
    "V8": (
        {4: 150, 6: 400, 8: 1_000, 10: 1_000}, (4,), "6>8=10", (50, 400, 1), {}, [(1_350, (6, 8, 10)), (1_200, (8, 10))], (54, 48),
        {6: 1_296, 8: 576, 10: 576},
    ),
    "V9": ({1: 3, 3: 251, 8: 251}, (1,), "3=8", (2, 500, 1), {}, [(505, (3, 8))], (10,), {3: 248, 8: 247}),
    "V10": (V10, (1,), "3>2>4", (100, 500, 1), {2: 300}, [(400, (2, 3, 4)), (600, (2,))], (20, 30), {3: 380, 2: 570}),
    "V11": (V11, (3,), "1>4>2", (100, 500, 1), {}, [(200, (1, 2, 4)), (140, (4,))], (10, 7), {1: 190, 4: 133}),
    "V12": (
        V12, (), "1>2>3>4", (100, 500, 1), {4: 250}, [(200, (1, 2, 3, 4)), (150, (2, 3, 4)), (200, (3, 4))], (10, 7, 10),
        {1: 190, 2: 143, 3: 190},
    ),
    "V13": ({2: 20, 3: 7, 4: 20}, (), "3>2>4", (20, 500, 1), {}, [(21, (2, 3, 4)), (26, (2, 4))], (1, 1), {3: 20, 2: 25}),
}  # fmt: skip


@pytest.mark.parametrize("name", VECTORS)
def test_vector(name: str) -> None:
    put_in, folded, order, stakes, returned, expected_pots, per_pot, paid = VECTORS[name]
    found = settled(put_in, set(folded), order, **rules(*stakes))
    assert found.returned == returned
    assert found.pots == expected_pots
    assert (found.commission, found.per_pot) == (sum(per_pot), per_pot)
    assert {seat: amount for seat, amount in found.paid.items() if amount} == paid


def test_the_commission_is_spread_in_its_own_steps() -> None:
    found = settled(V1, set(), "1>2>3", **rules(100, 500, 1), commission_unit=100)
    assert (found.commission, found.per_pot, found.paid) == (200, (100, 100), {1: 2_900, 2: 1_900})


@pytest.mark.parametrize("button", [2, 5, 7, 9])
@pytest.mark.parametrize(("unit", "paid"), [(1, (318, 316, 316)), (5, (320, 315, 315)), (25, (350, 300, 300))])
def test_the_odd_chip_does_not_follow_the_indicator(button: int, unit: int, paid: tuple[int, ...]) -> None:
    found = settled(V2, {9}, "2=5=7", button=button, **rules(100, 500, unit))
    assert tuple(found.paid[seat] for seat in (2, 5, 7)) == paid


def test_a_live_loser_nearer_to_the_croupiers_left_gets_no_odd_chip() -> None:
    assert split(101, [8, 5], house()) == ({5: 51, 8: 50}, {5: 1})


def test_a_pots_split_names_shares_and_the_odd_part_in_them() -> None:
    found = settled(V2, {9}, "2=5=7", **rules(100, 500, 1))
    (event,) = [event for event in found.events if isinstance(event, e.PotSplit)]
    shares = [{"seat": 2, "amount": 318}, {"seat": 5, "amount": 316}, {"seat": 7, "amount": 316}]
    assert fact(e.PotSplit, pot=1, amount=950, shares=shares, odd=[{"seat": 2, "amount": 2}], rule="MO-THP-2008 10(4)").matches(event)
    alone = settled(V1, set(), "1>2>3", **rules(100, 500, 1)).events
    assert [(event.rule, event.odd) for event in alone if isinstance(event, e.PotSplit)] == [("MO-THP-2008 10(2)", ())] * 2


@pytest.mark.parametrize(("unit", "share"), [(1, 316), (5, 315), (25, 300)])
def test_shares_go_down_to_the_smallest_chip(unit: int, share: int) -> None:
    shares, odd = split(950, [3, 6, 9], house(unit=unit))
    assert shares == {3: 950 - 2 * share, 6: share, 9: share}
    assert odd == {3: 950 - 3 * share}
