"""What `CARDROOM-TDA` changes: docs/holdem.md, CARDROOM-TDA."""

import pytest

from domain.holdem import events as e
from tests.domain.holdem.scene import Scene, raise_to
from tests.spec import fact

TWO = {3: 1_000, 9: 1_000}


def test_of_two_players_the_indicator_posts_the_small_blind() -> None:
    """It acts first before the flop and last after it; the other is dealt first."""
    scene = Scene(TWO, "CARDROOM-TDA")
    started = scene.when("start-hand").one(e.HandStarted)
    assert (started.button, started.small_blind_seat, started.big_blind_seat) == (3, 3, 9)
    assert [seat.seat for seat in started.seats] == [9, 3]
    scene.when("deal").accepted()
    assert scene.state["to_act"] == 3
    scene.play("3 call, 9 check")
    for _ in range(3):
        scene.when("deal").accepted()
        assert scene.state["to_act"] == 9
        scene.play("9 check, 3 check")


def test_of_three_players_nothing_differs() -> None:
    started = Scene({3: 1_000, 5: 1_000, 9: 1_000}, "CARDROOM-TDA").when("start-hand").one(e.HandStarted)
    assert (started.button, started.small_blind_seat, started.big_blind_seat) == (3, 5, 9)


def test_either_ruleset_may_order_the_blinds_of_two_as_the_other() -> None:
    started = Scene(TWO, "CARDROOM-TDA", headsup_blinds="statutory").when("start-hand").one(e.HandStarted)
    assert (started.button, started.big_blind_seat) == (3, 3)


def test_references_bear_the_rulesets_own_name() -> None:
    scene = Scene(TWO, "CARDROOM-TDA")
    scene.hand()
    assert scene.act("3 raise 150").refused("below-minimum-raise").refusal.rule == "CARDROOM-TDA 12(1)"  # type: ignore[union-attr]
    scene.act("3 raise 200").then(fact(e.BetPlaced, rule="CARDROOM-TDA 12(1)"))


def test_a_short_big_blind() -> None:
    scene = Scene({1: 1_000, 2: 1_000, 3: 7, 4: 1_000}, "CARDROOM-TDA", big_blind=20)
    scene.hand()
    assert scene.legal == {"call": 20} | raise_to(40, 1_000)


def test_short_all_ins_reopen_a_seat_at_a_time() -> None:
    scene = Scene({1: 5_100, 2: 5_100, 3: 225, 4: 5_100, 5: 300}, "CARDROOM-TDA")
    scene.hand()
    scene.play("4 call, 5 call, 1 call, 2 call, 3 check")
    scene.deal("2c 7s 9s").accepted()
    scene.play("2 bet 100, 3 all-in, 4 call, 5 all-in, 1 call")
    assert "raise" in scene.legal
    scene.play("2 call")
    assert scene.legal == {"call": 75}


@pytest.mark.parametrize(("stack", "to"), [(15, 25), (14, 20)])
def test_the_half_bet_rule(stack: int, to: int) -> None:
    scene = Scene({3: 500, 4: 500, 5: 10 + stack}, "CARDROOM-TDA", big_blind=10, structure="fixed-limit")
    scene.hand()
    scene.play("3 call, 4 call, 5 check")
    scene.deal("2c 7s 9s").accepted()
    scene.play("4 bet 10, 5 all-in")
    assert scene.legal == {"call": stack} | raise_to(to, to)


def test_no_commission_unless_it_is_set_and_none_without_a_flop() -> None:
    scene = Scene(TWO, "CARDROOM-TDA")
    scene.hand()
    kinds = [type(event) for event in scene.act("3 fold").accepted().events]
    assert e.CommissionTaken not in kinds
    scene = Scene(TWO, "CARDROOM-TDA", commission_bp=500)
    scene.hand()
    scene.act("3 fold").then_among_others(fact(e.CommissionTaken, amount=0, cap=None, waiver="no-flop"))


def test_a_table_of_two_seats() -> None:
    scene = Scene({1: 100, 2: 100}, "CARDROOM-TDA", seats=2)
    scene.when("take-seat", seat=3, player="P-3", amount=100, source="cash").refused("no-such-seat")
