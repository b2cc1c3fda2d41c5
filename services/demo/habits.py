"""Players with simple habits: each weighs what the rules allow, and none of them looks at a card."""

from random import Random
from typing import Any

HABITS: dict[str, dict[str, int]] = {
    "patient": {"fold": 30, "check": 70, "call": 45, "bet": 12, "raise": 8, "all-in": 1},
    "curious": {"fold": 8, "check": 60, "call": 80, "bet": 10, "raise": 5, "all-in": 1},
    "fierce": {"fold": 12, "check": 25, "call": 35, "bet": 45, "raise": 35, "all-in": 4},
}
"""How often a player of this habit takes an action that is open to him, in parts of what is open."""


def choose(state: dict[str, Any], habit: str, unit: int, chance: Random) -> dict[str, Any]:
    """The fields `action` and `to` of the next `act`; only what `legal` lists, and no fold where a check is free."""
    legal = {name: value for name, value in state["legal"].items() if value is not None}
    if "check" in legal:
        legal.pop("fold", None)
    weights = HABITS[habit]
    open_to_him = [name for name in legal if name in weights]
    action = chance.choices(open_to_him, [weights[name] for name in open_to_him])[0]
    if action not in ("bet", "raise"):
        return {"action": action}
    return {"action": action, "to": _size(legal[action], unit, chance)}


def _size(bounds: dict[str, int], unit: int, chance: Random) -> int:
    """Mostly the smallest size, sometimes up to four times as much, in whole chips."""
    low, high = bounds["min"], bounds["max"]
    if low >= high or chance.random() < 0.5:
        return low
    top = min(high, 4 * low)
    return max(low, min(high, low + (top - low) * chance.randrange(1, 100) // 100 // unit * unit))
