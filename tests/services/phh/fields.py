"""Recorded hands for the tests, as TOML gives them, and the commands that a recorded hand becomes."""

from typing import Any

from services.phh.hand import RecordedHand, read_hand

DEALT = ["d dh p1 AsKs", "d dh p2 2c7d", "d dh p3 QhQd"]
"""Hole cards of three players."""


def fields(**changes: Any) -> dict[str, Any]:
    """Three players with 10,000 at 50/100; `p3` has the button and is first to act; all fold to the big blind."""
    hand: dict[str, Any] = {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [50, 100, 0],
        "min_bet": 100,
        "starting_stacks": [10_000, 10_000, 10_000],
        "actions": [*DEALT, "p3 f", "p1 f"],
        "finishing_stacks": [9_950, 10_050, 10_000],
    }
    hand |= changes
    return {name: value for name, value in hand.items() if value is not None}


def recorded(*actions: str, **changes: Any) -> RecordedHand:
    return read_hand(fields(actions=list(actions), **changes))


def heads_up(**changes: Any) -> dict[str, Any]:
    """Two players at 50/100: `p2` has the button and posts the small blind."""
    two: dict[str, Any] = {"antes": [0, 0], "blinds_or_straddles": [50, 100], "starting_stacks": [1_000, 1_000], "finishing_stacks": None}
    two["actions"] = [*DEALT[:2], "p2 f"]
    return fields(**{**two, **changes})
