"""A recorded hand as commands: one test for each row of the conversion, on the rules of the table themselves."""

from collections.abc import Sequence

import pytest

from services.phh.hand import read_hand
from tests.services.phh.fields import DEALT, fields, heads_up
from tests.services.phh.played import CHECKED_DOWN, Hand, acts, played, refused


def test_hole_cards_become_one_deal_in_dealing_order() -> None:
    hand = played("d dh p2 2c7d", "d dh p1 ????", "d dh p3 Qh", "d dh p3 Qd", "p3 f", "p1 f")

    assert hand.commands[0] == {"do": "start-hand"}
    assert hand.of("deal") == [{"cards": ["??", "2c", "Qh", "??", "7d", "Qd"]}]
    assert acts(hand) == [(1, "fold"), (2, "fold")]
    assert hand.stacks == [9_950, 10_050, 10_000]


def test_a_check_or_call_is_a_check_where_nothing_is_owed() -> None:
    hand = played(*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db 2h3h4d", "p1 cc", "p2 f", "p3 f")

    assert acts(hand) == [(1, "call"), (2, "call"), (3, "check"), (2, "check"), (3, "fold"), (1, "fold")]
    assert hand.of("deal")[1:] == [{"cards": ["2h", "3h", "4d"]}]
    assert hand.stacks == [10_200, 9_900, 9_900]


def test_a_bet_or_raise_is_a_bet_where_none_stands_and_names_the_street_total() -> None:
    hand = played(*DEALT, "p3 cbr 250", "p1 f", "p2 cc", "d db 2h3h4d", "p2 cbr 300", "p3 cbr 900", "p2 cbr 1500", "p3 f")

    assert acts(hand) == [(1, "raise", 250), (2, "fold"), (3, "call"), (3, "bet", 300), (1, "raise", 900), (3, "raise", 1_500), (1, "fold")]
    assert hand.stacks == [9_950, 11_200, 8_850]


def test_before_the_flop_there_is_always_a_bet_to_raise() -> None:
    short = played(*DEALT, "p3 cbr 200", "p1 f", "d db 2h3h4d9cJd", starting_stacks=[10_000, 60, 10_000])

    assert acts(short) == [(1, "raise", 200), (2, "fold")]
    assert short.stacks == [9_950, 0, 10_110]


def test_a_raise_that_nobody_is_able_to_call_is_a_call() -> None:
    hand = played(*DEALT, "p3 cbr 500", "p1 f", "p2 cbr 10000", "d db 2h3h4d", "d db 9c", "d db Jd", starting_stacks=[10_000, 10_000, 500])

    assert acts(hand)[-1] == (3, "call")
    assert hand.stacks == [9_950, 9_500, 1_050]


def test_fixed_limit_raises_are_sent_with_their_amount() -> None:
    sizes = {"variant": "FT", "small_bet": 100, "big_bet": 200}
    hand = played(*DEALT, "p3 cbr 200", "p1 cbr 300", "p2 cbr 400", "p3 cbr 500", "p1 f", "p2 f", **sizes)

    assert acts(hand)[:4] == [(1, "raise", 200), (2, "raise", 300), (3, "raise", 400), (1, "raise", 500)]
    assert hand.stacks == [9_700, 9_600, 10_700]


def test_two_players_the_button_posts_the_small_blind_and_acts_first_then_last() -> None:
    actions = ["d dh p1 AsKs", "d dh p2 2c7d", "p2 cc", "p1 cc", "d db 2h3h4d", "p1 cbr 100", "p2 f"]
    hand = Hand(read_hand(heads_up(actions=actions)))

    assert acts(hand) == [(1, "call"), (2, "check"), (2, "bet", 100), (1, "fold")]
    assert hand.stacks == [1_100, 900]


def test_two_players_all_in_before_the_flop() -> None:
    actions = ["d dh p1 AsKs", "d dh p2 2c7d", "p2 cbr 1000", "p1 cc", "d db 2h3h4d", "d db 9c", "d db Jd"]
    hand = Hand(read_hand(heads_up(actions=actions)))

    assert acts(hand) == [(1, "raise", 1_000), (2, "call")]
    assert hand.stacks == [0, 2_000]


@pytest.mark.parametrize("board", [["2h3h4d", "9c", "Jd"], ["2h3h4d9cJd"], ["2h3h4d", "9cJd"], ["2h", "3h", "4d9c", "Jd"]])
def test_a_run_out_comes_street_by_street(board: Sequence[str]) -> None:
    actions = [*DEALT, "p3 cbr 10000", "p1 cc", "p2 f", *(f"d db {cards}" for cards in board)]

    assert played(*actions).of("deal")[1:] == [{"cards": ["2h", "3h", "4d"]}, {"cards": ["9c"]}, {"cards": ["Jd"]}]


def test_blinds_that_leave_nobody_a_decision_are_followed_by_the_board() -> None:
    hand = played(
        *DEALT[:2], "d db 2h3h4d9cJd", starting_stacks=[100, 30], blinds_or_straddles=[50, 100], antes=None, finishing_stacks=None
    )

    assert acts(hand) == []
    assert hand.stacks == [70, 60]


ALONE = ["p3 cbr 500", "p1 f", "p2 cc", "d db 2h3h4d"]
"""p3 is all-in for 500 and p2 has chips left: nobody is left to bet against."""


def test_the_check_of_the_one_player_who_has_chips_is_passed_over() -> None:
    board, stacks = ["d db 9c", "d db Jd"], [10_000, 10_000, 500]
    plain = played(*DEALT, *ALONE, *board, starting_stacks=stacks)

    assert played(*DEALT, *ALONE, "p2 cc", "d db 9c", "p2 cc", "d db Jd", "p2 cc", starting_stacks=stacks).commands == plain.commands
    assert refused(*DEALT, *ALONE, "p3 cc", *board, starting_stacks=stacks).code == "not-due"
    assert refused(*DEALT, *ALONE, "p2 f", *board, starting_stacks=stacks).code == "not-due"


@pytest.mark.parametrize("after", [["p2 sm"], ["p2 sm 2c7d"], ["p1 sm AsKs", "p3 sm"], ["d db 2h3h4d9cJd"], ["d db ??????"]])
def test_what_is_shown_after_the_end_changes_nothing(after: list[str]) -> None:
    assert played(*DEALT, "p3 f", "p1 f", *after).commands == played(*DEALT, "p3 f", "p1 f").commands


@pytest.mark.parametrize(
    ("actions", "number", "code"),
    [
        ([*DEALT, *CHECKED_DOWN, "d db Td"], 19, "action-not-supported"),
        ([*DEALT, *CHECKED_DOWN, "p1 sm -", "p2 sm -", "p3 sm -", "d db Td"], 22, "action-not-supported"),
        ([*DEALT, "p3 cbr 10000", "p1 cc", "p2 f", "p1 sm -", "p3 sm -", "d db 2h3h4d9cJd", "d db 2h3h4d"], 10, "action-not-supported"),
        ([*DEALT, "p3 f", "p1 f", "p2 cc"], 6, "no-hand"),
        ([*DEALT, "d dh p1 AsKs"], 4, "wrong-card-count"),
        (["d dh p1 AsKsQs"], 1, "wrong-card-count"),
        ([*DEALT[:2], "p3 f"], 3, "wrong-card-count"),
        ([*DEALT[:2], "d db 2h3h4d"], 3, "wrong-card-count"),
        (["p3 f"], 1, "wrong-card-count"),
        ([*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db 2h3h", "p1 cc"], 8, "wrong-card-count"),
        ([*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db 2h3h4d9c"], 7, "round-open"),
        ([*DEALT, "d db 2h3h4d"], 4, "round-open"),
        ([*DEALT, "p1 f"], 4, "not-your-turn"),
        ([*DEALT, "p3 f", "p3 f"], 5, "seat-folded"),
        ([*DEALT, "p3 sm QhQd"], 4, "betting-open"),
        ([*DEALT, "p3 cbr 150"], 4, "below-minimum-raise"),
        ([*DEALT, "p3 cbr 10001"], 4, "more-than-stack"),
        ([*DEALT, "p3 cbr 0"], 4, "bad-amount"),
        ([*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db 2h3h4d", "p1 cbr 50"], 8, "below-minimum-bet"),
        ([*DEALT[:2], "d dh p3 QhAs"], 3, "duplicate-card"),
        ([*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db 2h3hAs"], 7, "duplicate-card"),
        ([*DEALT, *CHECKED_DOWN, "p1 sm AsQs"], 19, "card-mismatch"),
        ([*DEALT, *CHECKED_DOWN, "p1 sm AsKs", "p1 sm AsKs"], 20, "already-shown"),
    ],
)
def test_what_the_table_refuses_is_refused_with_the_number_of_the_action(actions: list[str], number: int, code: str) -> None:
    refusal = refused(*actions)

    assert refusal.code == code
    assert refusal.message.startswith(f"action {number} (")
    assert not any(card in refusal.message for card in ("As", "Ks", "Qh", "Qd", "2c", "7d"))


@pytest.mark.parametrize(
    ("actions", "due"),
    [
        ([], "deal"),
        (DEALT[:1], "deal"),
        (DEALT, "act"),
        ([*DEALT, "p3 f"], "act"),
        ([*DEALT, "p3 cc", "p1 cc", "p2 cc"], "deal"),
        ([*DEALT, *CHECKED_DOWN[:-1]], "act"),
        ([*DEALT, "p3 cbr 10000", "p1 cc", "p2 f"], "deal"),
        ([*DEALT, "p3 cbr 10000", "p1 cc", "p2 f", "p1 sm -", "d db 2h3h4d", "d db 9c"], "deal"),
        ([*DEALT, "p3 cbr 10000", "p1 cc", "p2 f", "d db 2h3h"], "deal"),
    ],
)
def test_a_hand_whose_actions_end_before_it_does_is_incomplete(actions: list[str], due: str) -> None:
    refusal = refused(*actions)

    assert refusal.code == "hand-incomplete"
    assert refusal.message == f"the actions end before the hand does: the table waits for `{due}`"


def test_every_prefix_of_a_hand_is_incomplete_and_nothing_worse() -> None:
    actions = [*DEALT, "p3 cbr 10000", "p1 cc", "p2 f", "p3 sm QhQd", "p1 sm AsKs", "d db 2h3h4d", "d db 9c", "d db Jd"]

    for length in range(len(actions)):
        assert refused(*actions[:length]).code == "hand-incomplete"
    assert played(*actions).stacks == [0, 9_900, 20_100]


def test_a_scaled_hand_is_played_in_its_scale() -> None:
    hand = Hand(
        read_hand(
            fields(
                starting_stacks=[100, 100, 100], blinds_or_straddles=[1, 2, 0], min_bet=2, actions=[*DEALT, "p3 cbr 4.5", "p1 f", "p2 f"]
            )
        )
    )

    assert acts(hand)[0] == (1, "raise", 45)
    assert hand.stacks == [990, 980, 1_030]
