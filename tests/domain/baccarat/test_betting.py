"""Bets are placed and taken off: articles 13, 15 and 16, and the limits that the house has chosen."""

from typing import Any

import pytest

from domain.baccarat import events as e
from domain.fields import BALANCE_MAX
from domain.given import Carried, Previous
from tests.domain.baccarat.scene import BANKER, DAY, PLAYER, TIE, Scene
from tests.spec import fact


def betting(**rules: Any) -> Scene:
    """A round that takes bets; seats 1, 2 and 6 have chips."""
    scene = Scene(seats={1: 100_000, 2: 50_000, 6: 8_000}, **rules)
    scene.shoe().accepted()
    scene.round()
    return scene


# What may be bet on: 13.


@pytest.mark.parametrize(
    ("on", "article"), [("player", "13(1)"), ("banker", "13(2)"), ("tie", "13(3)"), ("player-pair", "13(4)"), ("banker-pair", "13(4)")]
)
def test_five_bets(on: str, article: str) -> None:
    scene = betting()
    scene.bet(f"a 1 {on} 1000").then(
        fact(e.BetPlaced, round=1, bet="a", player="P-1", seat=1, standing=False, on=on, amount=1_000, rule=f"MO-BAC-2004 {article}")
    )
    assert scene.stacks[1] == 99_000
    assert scene.state["bets"] == [{"bet": "a", "player": "P-1", "seat": 1, "standing": False, "on": on, "amount": 1_000}]


def test_all_may_be_combined_both_sides_too() -> None:
    scene = betting()
    scene.bets("a 1 player 100, b 1 banker 100, c 1 tie 10, d 1 player-pair 10, f 1 banker-pair 10, g 1 banker 5")
    assert scene.lies("bets") == {"a": 100, "b": 100, "c": 10, "d": 10, "f": 10, "g": 5}


@pytest.mark.parametrize("on", ["lucky-six", "dragon", "", "Player"])
def test_no_other_bet_is_offered(on: str) -> None:
    scene = betting()
    outcome = scene.when("place-bet", bet="a", player="P-1", seat=1, on=on, amount=100)
    outcome.refused("bet-not-offered", "13", {"on": ["player", "banker", "tie", "player-pair", "banker-pair"]})


def test_a_pair_bet_stands_alone_unless_the_house_says_otherwise() -> None:
    betting().bet("a 1 player-pair 100").accepted()
    scene = betting(pair_needs_main=True)
    scene.bet("a 1 player-pair 100").refused("main-bet-needed", "13(4)")
    scene.bet("t 1 tie 100").accepted()
    scene.bet("a 1 player-pair 100").refused("main-bet-needed")
    scene.bet("b 1 banker 100").accepted()
    scene.bet("a 1 player-pair 100").accepted()
    scene.bet("c 2 player-pair 100").refused("main-bet-needed")


# Amounts.


@pytest.mark.parametrize(
    ("bet", "code", "allowed"),
    [
        ("banker 99", "not-in-units", {"unit": 50}),
        ("banker 100", "below-minimum-bet", {"min": 250}),
        ("player 10050", "above-maximum-bet", {"max": 10_000}),
        ("tie 150", None, None),
        ("tie 100", "below-minimum-bet", {"min": 150}),
        ("player-pair 950", "above-maximum-bet", {"max": 900}),
        ("banker-pair 900", None, None),
        ("banker 250", None, None),
        ("player 10000", None, None),
    ],
)
def test_limits_of_main_and_side_bets(bet: str, code: str | None, allowed: Any) -> None:
    scene = betting(unit=50, bet_min=240, bet_max=10_049, side_bet_min=150, side_bet_max=900)
    outcome = scene.bet(f"a 1 {bet}")
    if code is None:
        outcome.accepted()
    else:
        outcome.refused(code, "18" if code == "not-in-units" else "13", allowed)


def test_the_most_that_is_taken_is_capped_by_all_that_caps_it() -> None:
    scene = betting(unit=100, bet_min=500, bet_max=9_000, differential=5_000)
    scene.bet("a 1 banker 9100").refused("above-maximum-bet", "13", {"max": 5_000})
    scene.bet("a 6 banker 8100").refused("more-than-stack", "13", {"max": 5_000})
    scene.bet("a 6 tie 8100").refused("more-than-stack", "13", {"max": 8_000})
    scene.bets("a 6 tie 3200")
    scene.bet("b 6 player 4900").refused("more-than-stack", "13", {"max": 4_800})
    scene.bets("b 6 player 4500")
    scene.bet("c 6 banker 9000").refused("more-than-stack", "13", {"max": 0})
    scene.bet("d 1 player 600").refused("differential-exceeded", "14", {"max": 500})
    scene.bet("d 1 player 500").accepted()
    scene.bet("f 1 player 500").refused("differential-exceeded", "14", {"max": 0})


def test_a_commission_that_is_exact() -> None:
    scene = betting(unit=5, differential=1_000_000, commission_round="exact-only")
    scene.bet("a 1 banker 95").refused("not-exact", "18", {"unit": 100})
    scene.bet("a 1 player 95").accepted()
    scene.bet("b 1 banker 100").accepted()
    scene.bet("c 6 banker 7950").refused("not-exact")
    scene.bet("c 6 banker 8100").refused("more-than-stack", "13", {"max": 8_000})
    scene.withdraw("b", 50).refused("not-exact")
    exact = betting(unit=5, bet_min=30, commission_round="exact-only", differential=1_000_000)
    exact.bet("a 1 banker 25").refused("below-minimum-bet", "13", {"min": 100})


def test_more_than_the_stack() -> None:
    scene = betting()
    scene.bet("a 6 player 8001").refused("more-than-stack", "13", {"max": 8_000})
    scene.bet("a 6 player 8000").accepted()
    scene.bet("b 6 tie 1").refused("more-than-stack", "13", {"max": 0})


def test_a_seat_never_comes_to_hold_more_than_can_be_counted() -> None:
    rich = (Carried(seat=1, player="P-1", stack=BALANCE_MAX - 8_000),)
    before = Previous(session=1, game="baccarat", currency="HKD", gaming_day=DAY, last_number=0, carried=rich)
    scene = Scene()
    scene.open(differential=1_000_000, known={"previous": before}).accepted()
    scene.shoe()
    scene.round()
    scene.bet("a 1 tie 1001").refused("balance-too-large", None, {"max": 8_000})
    scene.bet("a 1 tie 900").accepted()
    scene.bet("b 1 player-pair 100").refused("balance-too-large", None, {"max": 800})
    scene.when("add-chips", seat=1, amount=801, source="cash").refused("balance-too-large", None, {"max": 800})
    scene.when("add-chips", seat=1, amount=800, source="cash").accepted()
    scene.close()
    scene.deal(TIE)
    assert scene.stacks[1] == BALANCE_MAX


# Places (article 15).


def test_seated_bettors_bet_from_their_own_seat() -> None:
    scene = betting()
    scene.bet("a 2 banker 100", player="P-1").refused("seated-box", "15", {"seat": 1})
    scene.bet("a 3 banker 100", player="P-1").refused("seated-box", "15")
    scene.bet("a 3 banker 100", player="P-77").refused("seated-box", "15", {"standing": True})
    scene.bet("a 9 banker 100").refused("no-such-seat", "1(5)", {"seat": {"min": 1, "max": 7}})
    scene.bet("a 1 banker 100", standing=True).refused("seat-or-standing", "15")
    scene.when("place-bet", bet="a", player="P-1", on="tie", amount=5).refused("seat-or-standing")
    scene.bet("a - banker 100", player="P-1").refused("seat-or-standing", "15", {"seat": 1})


def test_standing_bettors_bring_their_chips_in_the_hand() -> None:
    scene = betting()
    scene.bet("a -17 banker 100000").then(fact(e.BetPlaced, seat=None, standing=True, player="P-17"))
    assert scene.state["bets"] == [{"bet": "a", "player": "P-17", "seat": None, "standing": True, "on": "banker", "amount": 100_000}]
    scene = betting(standing_zone=False)
    scene.bet("a - banker 100").refused("no-standing-zone", "15")
    scene.bet("a - banker 100", player="P-1").refused("no-standing-zone")


def test_two_layouts_one_result() -> None:
    scene = betting(layouts=2)
    scene.bet("a 1 banker 100").refused("field-missing")
    scene.bet("a 1 banker 100", layout=3).refused("bad-field")
    scene.bet("a 1 banker 100", layout=0).refused("bad-field")
    scene.bet("a 1 banker 100", layout=2).then(fact(e.BetPlaced, layout=2))
    scene = betting()
    scene.bet("a 1 banker 100", layout=2).refused("bad-field")
    scene.bet("a 1 banker 100", layout=1).accepted()


# When: order of a round, and every bet has its own id.


def test_bets_outside_an_open_round() -> None:
    scene = Scene(seats={1: 1_000})
    scene.shoe()
    scene.bet("a 1 banker 100").refused("no-round-open", "7(1)")
    scene.withdraw("a").refused("no-round-open")
    scene.close().refused("no-round-open")
    scene.round("a 1 banker 100")
    scene.close().accepted()
    scene.bet("b 1 banker 100").refused("bets-closed", "7(1)")
    scene.withdraw("a").refused("bets-closed")
    scene.close().refused("bets-closed")


def test_an_id_is_used_once_while_the_table_is_open() -> None:
    scene = betting()
    scene.bets("a 1 banker 100, b 1 player 100, c - tie 100")
    scene.bet("a 1 banker 100").refused("bet-id-used", "13")
    scene.withdraw("b").accepted()
    scene.bet("b 2 banker 100").refused("bet-id-used")
    scene.close()
    scene.deal(PLAYER)
    scene.round()
    scene.bet("c - tie 100").refused("bet-id-used")
    scene.bet("f - tie 100").accepted()


def test_an_id_stays_used_over_hundreds_of_bets() -> None:
    scene = Scene(seats={1: 100_000})
    scene.shoe(None)
    scene.when("burn").accepted()
    for number in range(40):
        scene.play(", ".join(f"{number}-{bet} 1 tie 1" for bet in range(10)), None)
    assert len(scene.table.new_bet_ids) < 300
    scene.round()
    for bet in ("0-0", "17-3", "39-9"):
        scene.bet(f"{bet} 1 tie 1").refused("bet-id-used")


# Taking off.


def test_a_bet_or_a_part_of_it_comes_off() -> None:
    scene = betting(unit=10, bet_min=100)
    scene.bets("a 1 banker 1000, b - tie 500")
    scene.withdraw("a", 300).then(fact(e.BetWithdrawn, round=1, bet="a", amount=300, left=700))
    assert scene.stacks[1] == 99_300
    scene.withdraw("a", 710).refused("above-bet", "13", {"max": 700})
    scene.withdraw("a", 605).refused("not-in-units")
    scene.withdraw("a", 610).refused("below-minimum-bet", "13", {"min": 100})
    scene.withdraw("a", 600).accepted()
    scene.withdraw("a", 100).then(fact(e.BetWithdrawn, amount=100, left=0))
    scene.withdraw("a").refused("unknown-bet", "13", {"bet": ["b"]})
    scene.withdraw("z").refused("unknown-bet")
    scene.withdraw("b").then(fact(e.BetWithdrawn, amount=500, left=0))
    assert scene.lies("bets") == {}
    assert scene.stacks[1] == 100_000


# Closing, and who may hold the cards: 16(2).


def test_closing_says_what_lies_where() -> None:
    scene = betting()
    scene.bets("a 1 banker 5000, b 2 banker 300, c - tie 20, d 6 player-pair 10")
    scene.close().then(
        fact(
            e.BetsClosed,
            round=1,
            totals={"player": 0, "banker": 5_300, "tie": 20, "player-pair": 10, "banker-pair": 0},
            holders={"player": None, "banker": 1},
        )
    )
    assert scene.state["due"] == "deal"


@pytest.mark.parametrize(
    ("bets", "holders"),
    [
        ("a 2 banker 5000, b 6 banker 8000, c - banker 20000", (None, 6)),
        ("a 2 banker 5000, b 6 banker 5000", (None, 2)),
        ("b 6 banker 5000, a 2 banker 5000", (None, 6)),
        ("a 2 player 1000, b 6 player 2000, c 2 player 1500", (2, None)),
        ("a 2 player 1000, b 6 player 2000, c 2 player 1000", (2, None)),
        ("a 2 player 1, b 6 banker 1", (2, 6)),
        ("a - player 1000, b 6 tie 500, c 2 player-pair 100", (None, None)),
        ("", (None, None)),
    ],
)
def test_the_seat_with_the_largest_bet_holds_the_cards(bets: str, holders: tuple[int | None, int | None]) -> None:
    scene = betting()
    if bets:
        scene.bets(bets)
    found = scene.close().one(e.BetsClosed).holders
    assert (found.player, found.banker) == holders


def test_held_bets_count_for_it_and_a_house_may_let_nobody_hold_them() -> None:
    scene = betting()
    scene.bets("a 2 banker 3000")
    scene.close()
    scene.deal(TIE)
    scene.round("b 6 banker 2000, c 2 player 100")
    assert scene.close().one(e.BetsClosed).holders.banker == 2
    closed = betting(hold_cards=False)
    closed.bets("a 2 banker 3000")
    assert closed.close().one(e.BetsClosed).holders == e.Holders(player=None, banker=None)


def test_a_bet_is_paid_where_it_came_from_even_if_its_bettor_has_sat_down_since() -> None:
    scene = betting()
    scene.bets("a -77 banker 1000, b -77 tie 100")
    scene.when("take-seat", seat=4, player="P-77", amount=500, source="chips").accepted()
    scene.bet("c 4 banker 200").accepted()
    scene.when("leave-seat", seat=4, to="chips").refused("bets-open", "13", {"bets": ["c"]})
    scene.close()
    outcome = scene.deal(BANKER)
    assert outcome.one(e.CommissionTaken).seat == 4
    assert scene.stacks[4] == 500 - 200 + 400 - 60
    assert scene.returned == {"a": 2_000, "b": 0, "c": 400}


def test_a_standing_bet_does_not_keep_a_seat() -> None:
    scene = betting()
    scene.bets("a -77 banker 1000")
    scene.when("take-seat", seat=4, player="P-77", amount=500, source="chips").accepted()
    scene.when("leave-seat", seat=4, to="wallet").accepted()
    scene.when("take-seat", seat=5, player="P-77", amount=500, source="chips").accepted()
    scene.close()
    assert scene.deal(BANKER).one(e.CommissionTaken).seat is None
    assert scene.stacks[5] == 500
