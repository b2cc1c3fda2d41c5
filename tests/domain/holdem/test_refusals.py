"""Refusals: which rule each code stands for, and the order of the checks (docs/holdem.md, Refusals)."""

from pathlib import Path
from typing import Any

import pytest

from domain.holdem.refusals import ARTICLES
from tests.domain.holdem.scene import TWO_PEOPLE, Scene

THREE = {3: 1_000, 5: 1_000, 9: 1_000}
SECTION_8 = {
    "2(3)": "need-two-players",
    "2(1)": "no-such-seat seat-taken already-seated",
    "1(1)(3)": "duplicate-card bad-card wrong-card-count cards-needed cards-known card-mismatch",
    "7(1)": "round-open",
    "8(5)": "all-must-show already-shown betting-open",
    "10(3)": "no-agreement",
    "11(1)": "amount-needed",
    "11(3)": "below-minimum-bet",
    "12(2)": "raise-cap",
    "4(1)": "more-than-stack chips-during-hand",
    "6(3)": "check-not-allowed not-your-turn",
    "7(3)": "nothing-to-raise nothing-to-call bet-stands",
    "9(1)": "error-open no-error-open",
    "10(4)": "not-in-units",
    "11(2)": "not-the-limit-amount",
    "12(1)": "below-minimum-raise raise-not-open nobody-can-call",
    "13(2)": "seat-folded",
}


@pytest.mark.parametrize("article", SECTION_8)
def test_the_rule_behind_a_code(article: str) -> None:
    for code in SECTION_8[article].split():
        assert ARTICLES[code] == article


@pytest.mark.parametrize("code", ARTICLES)
def test_every_code_is_tried_somewhere(code: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
    assert f'"{code}"' in tests


def dealt(**rules: Any) -> Scene:
    scene = Scene(THREE, **rules)
    scene.hand()
    return scene


def test_the_table_comes_first() -> None:
    Scene().act("3 split").refused("table-closed")
    Scene().show(3, "Xx Yy").refused("table-closed")


def test_then_the_fields_of_the_command() -> None:
    scene = dealt()
    scene.when("report-error", kind="other").accepted()
    scene.act("9 split").refused("no-agreement")
    scene.act("9 jump").refused("unknown-command")
    scene.act("9 fold 100").refused("bad-field")
    scene.when("report-error", kind="nothing").refused("bad-field")
    scene.when("void-hand", reason="x").refused("two-people-needed")
    Scene(THREE).when("void-hand", reason="x").refused("two-people-needed")


def test_then_an_open_error() -> None:
    scene = dealt()
    scene.when("report-error", kind="other").accepted()
    scene.when("start-hand").refused("error-open")
    scene.act("7 fold").refused("error-open")
    scene.when("take-seat", seat=99, player="P-3", amount=7, source="cash").refused("error-open")


def test_then_what_is_due() -> None:
    scene = dealt()
    scene.play("3 fold, 5 call, 9 check")
    scene.act("3 check").refused("not-due")
    scene.act("7 check").refused("not-due")
    Scene(THREE).act("7 check").refused("no-hand")
    scene.when("void-hand", reason="x", **TWO_PEOPLE).accepted()
    scene.when("void-hand", reason="x", **TWO_PEOPLE).refused("no-hand")


def test_then_whose_turn_it_is() -> None:
    scene = dealt()
    scene.act("5 check").refused("not-your-turn")
    scene.act("5 bet 7").refused("not-your-turn")
    scene.play("3 fold")
    scene.act("3 check").refused("seat-folded")


def test_then_the_kind_of_action() -> None:
    scene = dealt()
    scene.act("3 bet").refused("bet-stands")
    scene.act("3 bet 999999").refused("bet-stands")
    scene.play("3 all-in, 5 all-in")
    scene.act("9 raise 7").refused("nobody-can-call")


def test_and_the_amount_last() -> None:
    scene = dealt(unit=25)
    scene.act("3 raise").refused("amount-needed")
    scene.act("3 raise 5001").refused("more-than-stack")
    scene.act("3 raise 101").refused("not-in-units")
    scene.act("3 raise 125").refused("below-minimum-raise")


def test_seats_before_amounts() -> None:
    scene = Scene(THREE, unit=25)
    take: dict[str, Any] = {"amount": 7, "source": "cash"}
    scene.when("take-seat", seat=99, player="P-3", **take).refused("no-such-seat")
    scene.when("take-seat", seat=3, player="P-5", **take).refused("seat-taken")
    scene.when("take-seat", seat=4, player="P-5", **take).refused("already-seated")
    scene.when("take-seat", seat=4, player="P-4", **take).refused("not-in-units")


def test_the_same_command_may_be_corrected_and_sent_again() -> None:
    scene = dealt()
    before = scene.table.copy()
    scene.act("3 raise 150").refused("below-minimum-raise")
    assert scene.table == before
    scene.act("3 raise 250").accepted()
    assert scene.table != before
