"""The notation of actions: what is read, and what is refused with the number of the action and without a card."""

from decimal import Decimal
from typing import Any

import pytest

from domain.rules import RuleBroken
from services.phh.actions import Action, Word
from services.phh.hand import read_hand
from tests.services.phh.fields import DEALT, fields


def refusal(*actions: Any) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        read_hand(fields(actions=list(actions)))
    return caught.value


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("d dh p2 AsKs", Action(1, Word.HOLE, 2, cards=("As", "Ks"))),
        ("d dh p2 ????", Action(1, Word.HOLE, 2, cards=("??", "??"))),
        ("d db Qh8c3d", Action(1, Word.BOARD, cards=("Qh", "8c", "3d"))),
        ("p3 f", Action(1, Word.FOLD, 3)),
        ("p3 cc", Action(1, Word.CHECK_OR_CALL, 3)),
        ("p3 cbr 60", Action(1, Word.BET_OR_RAISE, 3, amount=Decimal(60))),
        ("p3 cbr 60.0", Action(1, Word.BET_OR_RAISE, 3, amount=Decimal(60))),
        ("p3 sm AsKs", Action(1, Word.SHOW_OR_MUCK, 3, cards=("As", "Ks"))),
        ("p3 sm", Action(1, Word.SHOW_OR_MUCK, 3)),
        ("p3 sm -", Action(1, Word.SHOW_OR_MUCK, 3, same=True)),
        ("  p3\t cc   # thinks for a minute", Action(1, Word.CHECK_OR_CALL, 3)),
    ],
)
def test_an_action_is_read(text: str, action: Action) -> None:
    assert read_hand(fields(actions=[text])).actions == (action,)


def test_entries_without_an_action_are_passed_over_and_counted() -> None:
    hand = read_hand(fields(actions=["", "# the cards are in the air", "   ", "p3 f"]))

    assert [str(action) for action in hand.actions] == ["action 4 (p3 f)"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p3 pb", "action-not-supported"),
        ("p3 sd", "action-not-supported"),
        ("p3 sd AsKs", "action-not-supported"),
        ("p4 f", "unknown-player"),
        ("p0 f", "unknown-player"),
        ("p01 f", "unknown-player"),
        ("p-1 f", "unknown-player"),
        ("p１ f", "unknown-player"),
        ("d f", "unknown-player"),
        ("p" + "9" * 5_000 + " f", "unknown-player"),
        ("d dh p9 AsKs", "unknown-player"),
        ("d db", "bad-action"),
        ("d dh p1", "bad-action"),
        ("d", "bad-action"),
        ("p3", "bad-action"),
        ("p3 raise 60", "bad-action"),
        ("p3 f 60", "bad-action"),
        ("p3 cbr", "bad-action"),
        ("p3 cbr 1e3", "bad-action"),
        ("p3 cbr -60", "bad-action"),
        ("p3 cbr " + "9" * 100, "bad-action"),
        ("p3 cbr 60 70", "bad-action"),
        ("d db AsK", "bad-card"),
        ("d db 1sKs", "bad-card"),
        ("d db as", "bad-card"),
        ("d db ?s", "bad-card"),
        ("d dh p1 -", "bad-card"),
        ("p3 sm As", "wrong-card-count"),
        ("p3 sm AsKsQs", "wrong-card-count"),
        (7, "bad-action"),
        (["p3 f"], "bad-action"),
    ],
)
def test_what_is_not_in_the_notation_is_refused_with_its_number(text: Any, expected: str) -> None:
    said = refusal(*DEALT, text)

    assert said.code == expected
    assert "action 4" in said.message
    assert len(said.message) < 150


def test_no_card_is_repeated_in_an_error_or_where_a_hand_is_printed() -> None:
    assert "As" not in refusal("d dh p1 AsKx").message
    assert "As" not in refusal("p1 sm AsKsQs").message
    assert "As" not in refusal("d dh p9 AsKs").message
    assert "As" not in repr(read_hand(fields(actions=["d dh p1 AsKs", "p1 sm AsKs"])))
