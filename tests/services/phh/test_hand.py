"""What a file says about stacks, blinds, bets and players, in our words; and what is refused, with its code."""

from decimal import Decimal
from typing import Any

import pytest

from domain.rules import RuleBroken
from services.phh.hand import read_hand
from tests.services.phh.fields import DEALT, fields, heads_up


def refusal(**changes: Any) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        read_hand(fields(**changes))
    return caught.value


def code(**changes: Any) -> str:
    return refusal(**changes).code


def test_the_last_player_has_the_button_and_takes_seat_1() -> None:
    hand = read_hand(fields(starting_stacks=[100, 200, 300]))

    opening = hand.opening("MOP", "2026-11-30")

    assert opening[0] == {
        "do": "open-table",
        "table": hand.table,
        "game": "holdem",
        "ruleset": "CARDROOM-TDA",
        "currency": "MOP",
        "gaming_day": "2026-11-30",
        "rules": {"seats": 3, "structure": "no-limit", "small_blind": 50, "big_blind": 100, "min_bet": 100},
    }
    assert [(taken["do"], taken["seat"], taken["player"], taken["amount"], taken["source"]) for taken in opening[1:]] == [
        ("take-seat", 1, "PHH-3", 300, "cash"),
        ("take-seat", 2, "PHH-1", 100, "cash"),
        ("take-seat", 3, "PHH-2", 200, "cash"),
    ]
    assert {command["table"] for command in opening} == {hand.table}


@pytest.mark.parametrize("players", range(2, 23))
def test_seats_and_players_belong_to_each_other(players: int) -> None:
    hand = read_hand(
        fields(
            antes=None, blinds_or_straddles=[1, 2] + [0] * (players - 2), starting_stacks=[9] * players, actions=[], finishing_stacks=None
        )
    )

    assert hand.seat(players) == 1
    assert hand.seat(1) == 2
    assert [hand.player(hand.seat(player)) for player in hand.players] == list(range(1, players + 1))


def test_two_players_write_their_blinds_small_then_big() -> None:
    hand = read_hand(heads_up(starting_stacks=[700, 900]))

    assert (hand.rules["small_blind"], hand.rules["big_blind"]) == (50, 100)
    assert [(taken["seat"], taken["amount"]) for taken in hand.opening("HKD", "2026-11-30")[1:]] == [(1, 900), (2, 700)]


def test_without_a_minimum_bet_the_table_takes_the_big_blind() -> None:
    assert "min_bet" not in read_hand(fields(min_bet=None)).rules


def test_fixed_limit_takes_its_two_sizes_and_the_widest_cap() -> None:
    rules = read_hand(fields(variant="FT", min_bet=None, small_bet=100, big_bet=250)).rules

    assert rules == {
        "seats": 3,
        "structure": "fixed-limit",
        "small_blind": 50,
        "big_blind": 100,
        "small_bet": 100,
        "big_bet": 250,
        "max_raises": 4,
    }


@pytest.mark.parametrize(
    ("changes", "scale"),
    [
        ({"starting_stacks": [Decimal("100.0"), 200, 300]}, 1),
        ({"starting_stacks": [Decimal("100.50"), 200, 300]}, 10),
        ({"blinds_or_straddles": [Decimal("0.25"), Decimal("0.5"), 0]}, 100),
        ({"min_bet": Decimal("0.125")}, 1_000),
        ({"actions": [*DEALT, "p3 cbr 0.0001"]}, 10_000),
        ({"finishing_stacks": [Decimal("0.125"), 0, 0]}, 1),
        ({"small_bet": Decimal("0.5")}, 1),
    ],
)
def test_the_scale_makes_stacks_blinds_and_bets_whole_and_nothing_else(changes: dict[str, Any], scale: int) -> None:
    assert read_hand(fields(**changes)).scale == scale


def test_every_amount_is_in_the_scale() -> None:
    changes = {"blinds_or_straddles": [Decimal("0.25"), Decimal("0.5"), 0], "min_bet": 1, "actions": [*DEALT, "p3 cbr 1.5"]}
    hand = read_hand(fields(**changes, starting_stacks=[7, 8, 9], finishing_stacks=[Decimal("6.125"), 8, 9]))

    assert hand.rules | {"small_blind": 25, "big_blind": 50, "min_bet": 100} == hand.rules
    assert hand.stacks == (700, 800, 900)
    assert hand.expected == tuple(map(Decimal, ("612.5", "800", "900")))
    assert hand.actions[-1].amount == 150


@pytest.mark.parametrize("value", [-1, 10**12 + 1, *map(Decimal, ("inf", "nan", "-0.5", "1e999999999", "1e-20"))])
def test_an_amount_that_no_command_takes_is_refused(value: Any) -> None:
    assert code(starting_stacks=[value, 100, 100]) == "amount-not-supported"
    assert code(antes=[value, 0, 0]) == "amount-not-supported"
    assert code(blinds_or_straddles=[value, 100, 0]) == "amount-not-supported"
    assert code(min_bet=value) == "amount-not-supported"
    assert code(finishing_stacks=[value, 0, 0]) == "amount-not-supported"


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert code(starting_stacks=[16**5_000, 100, 100]) == "amount-not-supported"


def test_more_than_four_decimals_are_refused_with_the_field() -> None:
    said = refusal(min_bet=Decimal("1.00001"))

    assert said.code == "amount-not-supported"
    assert said.message == "`min_bet`: an amount is a number from 0 to 1000000000000 with up to 4 decimals"
    assert code(actions=[*DEALT, "p3 cbr 1.00001"]) == "amount-not-supported"
    assert read_hand(fields(min_bet=Decimal("1.00000"))).scale == 1


def test_an_amount_that_only_the_scale_makes_too_large_is_refused() -> None:
    assert code(starting_stacks=[10**12, 100, Decimal("0.5")]) == "amount-not-supported"
    assert code(actions=[*DEALT, "p3 cbr 1000000000000", "p1 cbr 0.5"]) == "amount-not-supported"


def test_a_zero_is_a_zero_however_it_is_written() -> None:
    zero = Decimal("0e999999999")
    hand = read_hand(fields(antes=[zero, Decimal("-0.0"), 0], finishing_stacks=[zero, 0, 0]))

    assert hand.scale == 1
    assert hand.expected is not None
    assert str(hand.expected[0]) == "0"


@pytest.mark.parametrize("variant", ["PO", "NS", "F7S", "nt", "", "N" * 10_000])
def test_only_holdem_variants_are_played(variant: str) -> None:
    said = refusal(variant=variant)

    assert said.code == "variant-not-supported"
    assert len(said.message) < 100


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"antes": [0, 5, 0]}, "antes-not-supported"),
        ({"antes": [0, Decimal("0.00000001"), 0]}, "antes-not-supported"),
        ({"blinds_or_straddles": [50, 100, 200]}, "straddles-not-supported"),
        ({"blinds_or_straddles": [0, 100, 0]}, "blinds-not-supported"),
        ({"blinds_or_straddles": [50, 0, 0]}, "blinds-not-supported"),
        ({"blinds_or_straddles": [0, 0, 0]}, "blinds-not-supported"),
        ({"blinds_or_straddles": [100, 50, 0]}, "blinds-not-supported"),
        ({"starting_stacks": [100, 0, 100]}, "amount-not-supported"),
        ({"starting_stacks": [100], "antes": [0], "blinds_or_straddles": [50]}, "players-not-supported"),
        ({"starting_stacks": [], "antes": []}, "players-not-supported"),
        ({"starting_stacks": [100] * 23}, "players-not-supported"),
    ],
)
def test_what_no_command_has_a_word_for_is_refused(changes: dict[str, Any], expected: str) -> None:
    assert code(**changes) == expected


def test_equal_blinds_and_no_antes_at_all_are_played() -> None:
    assert read_hand(fields(antes=None, blinds_or_straddles=[100, 100, 0])).rules["small_blind"] == 100


@pytest.mark.parametrize("name", ["variant", "blinds_or_straddles", "starting_stacks", "actions"])
def test_a_field_that_every_hand_needs_is_named(name: str) -> None:
    said = refusal(**{name: None})

    assert said.code == "field-missing"
    assert said.message == f"a recorded hand needs the field `{name}`"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variant", 7),
        ("starting_stacks", 100),
        ("starting_stacks", [100, "100", 100]),
        ("starting_stacks", [100, True, 100]),
        ("antes", [0, 0]),
        ("antes", {"1": 0}),
        ("blinds_or_straddles", [50, 100]),
        ("blinds_or_straddles", [50, 100, []]),
        ("min_bet", "100"),
        ("finishing_stacks", [1, 2]),
        ("actions", "p3 f"),
    ],
)
def test_a_field_of_another_type_or_length_is_named(name: str, value: Any) -> None:
    said = refusal(**{name: value})

    assert said.code == "bad-field"
    assert f"`{name}`" in said.message
