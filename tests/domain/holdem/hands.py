"""Hands that many tests begin with."""

from typing import Any

from domain.holdem.rules import HouseRules
from tests.domain.holdem.scene import Scene

THREE = {3: 10_000, 5: 10_000, 9: 10_000}
BOARD = ("2c 7s 9s", "3c", "4d")


def dealt(stacks: dict[int, int] | None = None, ruleset: str = "MO-THP-2008", **rules: Any) -> Scene:
    """Unknown hole cards lie, blinds are 50/100, and the first round is open."""
    scene = Scene(stacks or THREE, ruleset, **rules)
    scene.hand()
    return scene


def on_flop(stacks: dict[int, int], **rules: Any) -> Scene:
    """All have called a big blind; with these stacks left the second round is open. The lowest seat has the indicator."""
    scene = dealt({seat: stack + rules.get("big_blind", 100) for seat, stack in stacks.items()}, **rules)
    while scene.state["to_act"] is not None:
        scene.play(f"{scene.state['to_act']} {'check' if 'check' in scene.legal else 'call'}")
    scene.deal(BOARD[0]).accepted()
    return scene


def flop_due() -> Scene:
    """Three players have called; a reader's flop is due."""
    scene = dealt()
    scene.play("3 call, 5 call, 9 check")
    return scene


def from_the_deck(stacks: dict[int, int] | None = None, **rules: Any) -> Scene:
    """The house's deck has dealt the hole cards."""
    scene = Scene(stacks or THREE, **rules)
    scene.when("start-hand").accepted()
    scene.when("deal").accepted()
    return scene


def house(ruleset: str = "MO-THP-2008", **rules: Any) -> HouseRules:
    """The rules of a table, for numbers that need no hand."""
    return Scene({}, ruleset, **rules).table.house
