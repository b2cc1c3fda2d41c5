"""Who shows, who throws away, and what is done with cards that nobody knows."""

from typing import Any

import pytest

from tests.services.phh.fields import DEALT
from tests.services.phh.played import CHECKED_DOWN, played, refused, shows

UNKNOWN_2 = ["d dh p1 AsKs", "d dh p2 ????", "d dh p3 QhQd"]


def test_a_shown_hand_is_shown_and_a_bare_one_thrown_away() -> None:
    hand = played(*DEALT, *CHECKED_DOWN, "p1 sm AsKs", "p2 sm", "p3 sm QhQd")

    assert shows(hand) == [(2, "AsKs"), (3, ""), (1, "QhQd")]
    assert hand.stacks == [9_900, 9_900, 10_200]


def test_the_cards_of_an_unknown_hand_are_named_when_it_is_shown() -> None:
    hand = played(*UNKNOWN_2, *CHECKED_DOWN, "p1 sm AsKs", "p2 sm AhAd", "p3 sm")

    assert shows(hand) == [(2, "AsKs"), (3, "AhAd"), (1, "")]
    assert hand.stacks == [9_900, 10_200, 9_900]


@pytest.mark.parametrize(("shown", "sent"), [("-", "QhQd"), ("????", "QhQd"), ("??Qd", "QhQd")])
def test_cards_that_the_show_leaves_out_are_those_that_were_dealt(shown: str, sent: str) -> None:
    hand = played(*DEALT, *CHECKED_DOWN, "p1 sm", "p2 sm -", f"p3 sm {shown}")

    assert shows(hand) == [(2, ""), (3, "2c7d"), (1, sent)]


@pytest.mark.parametrize("shown", ["-", "????", "Ah??"])
def test_a_hand_that_is_shown_without_its_cards_is_thrown_away(shown: str) -> None:
    assert shows(played(*UNKNOWN_2, *CHECKED_DOWN, f"p2 sm {shown}", "p1 sm -", "p3 sm -"))[0] == (3, "")


def test_who_is_not_mentioned_at_the_showdown_shows_what_is_known_and_throws_away_the_rest() -> None:
    hand = played(*UNKNOWN_2, *CHECKED_DOWN)

    assert shows(hand) == [(2, "AsKs"), (1, "QhQd"), (3, "")]
    assert hand.stacks == [9_900, 9_900, 10_200]


def test_who_is_mentioned_is_not_asked_again() -> None:
    assert shows(played(*DEALT, *CHECKED_DOWN, "p3 sm QhQd", "p1 sm")) == [(1, "QhQd"), (2, ""), (3, "2c7d")]


def test_the_last_hand_wins_unshown_when_all_others_are_thrown_away() -> None:
    hand = played("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", *CHECKED_DOWN, "p1 sm", "p2 sm")

    assert shows(hand) == [(2, ""), (3, "")]
    assert hand.stacks == [9_900, 9_900, 10_200]


def test_hands_may_be_shown_before_the_board_is_complete() -> None:
    hand = played(*DEALT, "p3 cbr 10000", "p1 cc", "p2 f", "p3 sm QhQd", "p1 sm AsKs", "d db 2h3h4d", "d db 9c", "d db Jd")

    assert [command["do"] for command in hand.commands[-5:]] == ["show", "show", "deal", "deal", "deal"]
    assert hand.played.pots == [{"amount": 20_100, "eligible": [1, 2]}]
    assert hand.stacks == [0, 9_900, 20_100]


SIDE_POT = {"starting_stacks": [1_000, 3_000, 3_000]}
"""p1 is all-in for 1,000; p2 and p3 play for 4,000 more beside the main pot of 3,000."""

SIDE_POT_PLAY = ["p3 cbr 3000", "p1 cc", "p2 cc", "d db 2h3h4d9cJd"]


def test_the_last_claimant_of_a_pot_wins_it_unshown_and_nothing_that_a_shown_hand_contests() -> None:
    hand = played("d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", *SIDE_POT_PLAY, "p1 sm AsKs", "p2 sm", "p3 sm", **SIDE_POT)

    assert shows(hand) == [(2, "AsKs"), (3, ""), (1, "????")]
    assert hand.stacks == [3_000, 0, 4_000]


def test_the_last_claimant_of_a_pot_whose_cards_are_known_shows_them() -> None:
    hand = played("d dh p1 AsKs", "d dh p2 ????", "d dh p3 QhQd", *SIDE_POT_PLAY, "p1 sm AsKs", "p2 sm", "p3 sm", **SIDE_POT)

    assert shows(hand)[-1] == (1, "QhQd")
    assert hand.stacks == [0, 0, 7_000]


def test_pots_are_those_of_the_beginning_of_the_showdown() -> None:
    hand = played(*DEALT, *SIDE_POT_PLAY, "p1 sm", **SIDE_POT)

    assert hand.played.pots == [{"amount": 3_000, "eligible": [1, 2, 3]}, {"amount": 4_000, "eligible": [1, 3]}]


def test_a_pot_that_nobody_else_claims_needs_no_cards() -> None:
    """p2 called 3,000 with the rest of its stack behind and folds; p3 alone claims what p1 could not match."""
    actions = ["p3 cbr 3000", "p1 cc", "p2 cc", "d db 2h3h4d", "p2 f", "d db 9cJd"]
    hand = played("d dh p1 AsKs", "d dh p2 2c7d", "d dh p3 ????", *actions, starting_stacks=[1_000, 5_000, 3_100])

    assert shows(hand) == [(2, "AsKs"), (1, "????")]
    assert hand.stacks == [3_000, 2_000, 4_100]


@pytest.mark.parametrize(
    ("actions", "changes"),
    [
        (["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", *CHECKED_DOWN], {}),
        (["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", *CHECKED_DOWN, "p1 sm"], {}),
        (["d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", *SIDE_POT_PLAY], SIDE_POT),
        (["d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", *SIDE_POT_PLAY, "p1 sm AsKs"], SIDE_POT),
        (["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", *SIDE_POT_PLAY, "p2 sm", "p3 sm"], SIDE_POT),
        ([*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db ??????"], {}),
        ([*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db 2h3h??"], {}),
    ],
)
def test_a_winner_who_cannot_be_told_is_not_guessed(actions: list[str], changes: dict[str, Any]) -> None:
    assert refused(*actions, **changes).code == "cards-unknown"
