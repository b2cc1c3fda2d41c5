"""Refusals: every code is provoked somewhere in these tests and used somewhere in the rules; which check comes first."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain.baccarat import refusals
from domain.baccarat.commands import COMMANDS
from tests.domain.baccarat.scene import PLAYER, TIE, Scene

HERE = Path(__file__).parent
CODES = sorted(refusals._ARTICLES)
PROVOKED = {code for file in HERE.glob("test_*.py") for code in re.findall(r'refused\("([a-z-]+)"', file.read_text(encoding="utf-8"))}
SOURCES = "\n".join(file.read_text(encoding="utf-8") for file in (HERE.parents[2] / "domain" / "baccarat").glob("*.py"))


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_used_and_provoked(code: str) -> None:
    assert SOURCES.count(f'"{code}"') > 1 or code in ("no-such-seat", "seat-taken", "already-seated", "seat-not-taken")
    assert code in PROVOKED


def test_one_word_one_command() -> None:
    words = [command.do for command in COMMANDS]
    assert len(set(words)) == len(words) == 20


BAD: dict[str, Any] = {"bet": "a", "player": "P-2", "seat": 1, "standing": True, "on": "dragon", "amount": 7, "layout": 3}


def test_the_first_check_that_fails_answers() -> None:
    """Table open, fields, open error, what is due, the bet's place, its amount, stack, differential."""
    closed = Scene()
    closed.when("place-bet", **BAD).refused("table-closed")
    scene = Scene(seats={1: 10_000}, unit=5, bet_min=10, bet_max=9_000, differential=5_000)
    bet = dict(BAD)
    scene.when("place-bet", **bet).refused("bad-field")
    bet["layout"] = None
    scene.when("place-bet", **bet).refused("no-round-open")
    scene.shoe()
    scene.round("a 1 tie 10")
    scene.when("report-error", kind="other")
    scene.when("place-bet", **bet).refused("error-open")
    scene.correct("burned", "2h").accepted()
    scene.when("place-bet", **bet).refused("bet-id-used")
    bet["bet"] = "b"
    scene.when("place-bet", **bet).refused("bet-not-offered")
    bet["on"] = "banker"
    scene.when("place-bet", **bet).refused("seat-or-standing")
    bet["standing"] = False
    scene.when("place-bet", **bet).refused("seated-box")
    bet["player"] = "P-1"
    scene.when("place-bet", **bet).refused("not-in-units")
    for amount, code in ((5, "below-minimum-bet"), (9_005, "above-maximum-bet"), (9_000, "differential-exceeded")):
        scene.when("place-bet", **{**bet, "amount": amount}).refused(code)
    scene.bets("c 1 tie 6000")
    scene.when("place-bet", **{**bet, "amount": 9_000}).refused("more-than-stack")
    scene.when("place-bet", **{**bet, "amount": 3_990}).accepted()
    scene.close()
    scene.when("place-bet", **bet).refused("bets-closed")


def test_bad_cards_are_told_before_what_is_due() -> None:
    scene = Scene(seats={})
    scene.deal("2x").refused("bad-card")
    scene.when("demonstrate", cards=["2x"]).refused("bad-card")
    scene.when("burn", first_card="2x").refused("bad-card")
    scene.when("correct-error", how="burned", cards=["2x"]).refused("bad-card")
    scene.when("load-shoe", decks=6, cards=["2x"]).refused("bad-card")
    scene.when("report-error", kind="x").refused("bad-field")


def test_a_refusal_names_its_rule_and_what_would_do() -> None:
    scene = Scene(seats={1: 1_000})
    scene.shoe()
    scene.play("a 1 banker 100", TIE)
    scene.round()
    refusal = scene.decide("a change 200").refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.allowed) == ("no-increase-of-held-bet", "MO-BAC-2004 12(3)(1)", {"max": 100})
    assert refusal.message == "100 is held: more money is a new bet"
    assert scene.deal(PLAYER).refusal is not None
