"""A short evening as JSON Lines: money from the cage and the bank, hands of every kind at one table, a hand in play at another."""

from collections.abc import Iterator
from typing import Any

DAY = "2026-11-30"
NIGHT = "PK-08"
"""The table where a hand is in play at the end, its hole cards known to its reader alone."""
HIDDEN = "Qs Jd 6h 5c".split()

Commands = Iterator[dict[str, Any]]


def commands() -> list[dict[str, Any]]:
    """Every one of them is accepted, but the one that says so in its note."""
    parts = (_money(), _table("PK-07"), _showdown(), _walk(), _void(), _home(), _table(NIGHT), _in_play())
    return [{"actor": "E-2001", **command} for part in parts for command in part]


def refused() -> dict[str, Any]:
    return {"do": "act", "table": NIGHT, "seat": 1, "action": "raise", "to": 105_00, "actor": "E-2001"}


def _money() -> Commands:
    yield {"do": "fund-cage", "amount": 2_000_000_00, "currency": "HKD", "from": "owner", "approver": "E-3001"}
    yield {"do": "issue-chips", "amount": 1_000_000_00, "currency": "HKD", "approver": "E-3001"}
    yield {"do": "deposit", "wallet": "P-1", "amount": 20_000_00, "currency": "HKD"}
    yield {"do": "deposit", "wallet": "P-2", "amount": 20_000_00, "currency": "HKD", "method": "bank", "reference": "=1+1"}
    yield {
        "do": "deposit",
        "wallet": "P-3",
        "amount": 12_345_678_901,
        "currency": "MOP",
        "method": "bank",
        "reference": "作廢 \u2028 é|\t\n",
    }
    yield {"do": "withdraw", "wallet": "P-3", "amount": 500, "currency": "MOP", "method": "bank"}


def _table(code: str) -> Commands:
    rules = {"unit": 5_00, "small_blind": 50_00, "big_blind": 100_00, "structure": "no-limit", "commission_unit": 5_00}
    yield {
        "do": "open-table",
        "table": code,
        "game": "holdem",
        "ruleset": "MO-THP-2008",
        "currency": "HKD",
        "gaming_day": DAY,
        "rules": rules,
    }
    yield {"do": "fill", "table": code, "amount": 50_000_00, "currency": "HKD", "slip": f"F-{code}"}
    for seat, amount in ((1, 5_000_00), (2, 3_000_00)):
        yield {"do": "take-seat", "table": code, "seat": seat, "player": f"P-{seat}", "amount": amount, "source": "wallet"}
    if code == "PK-07":
        yield {"do": "take-seat", "table": code, "seat": 5, "player": "P-5", "amount": 1_000_00, "source": "cash"}


def _act(code: str, *actions: tuple[int, str] | tuple[int, str, int]) -> Commands:
    for seat, action, *to in actions:
        yield {"do": "act", "table": code, "seat": seat, "action": action, **({"to": to[0]} if to else {})}


def _showdown() -> Commands:
    """Two pots: the short stack wins the main one, the next the other, and what nobody called comes back."""
    yield {"do": "start-hand", "table": "PK-07"}
    yield {"do": "deal", "table": "PK-07", "cards": "Kh As Qc Kd Ad Qd".split()}
    yield from _act("PK-07", (1, "raise", 4_000_00), (2, "all-in"), (5, "all-in"))
    yield {"do": "deal", "table": "PK-07", "cards": "2c 7h 9s Td 3h".split()}
    for seat in (1, 2, 5):
        yield {"do": "show", "table": "PK-07", "seat": seat}


def _walk() -> Commands:
    yield {"do": "add-chips", "table": "PK-07", "seat": 2, "amount": 1_000_00, "source": "cash"}
    yield {"do": "start-hand", "table": "PK-07"}
    yield {"do": "deal", "table": "PK-07"}
    yield from _act("PK-07", (2, "fold"), (5, "fold"))


def _void() -> Commands:
    yield {"do": "start-hand", "table": "PK-07"}
    yield {"do": "report-error", "table": "PK-07", "kind": "foul-deck", "note": "a card lies face up"}
    yield {"do": "void-hand", "table": "PK-07", "reason": "=foul deck", "approver": "E-3001"}


def _home() -> Commands:
    for seat in (1, 2, 5):
        yield {"do": "leave-seat", "table": "PK-07", "seat": seat, "to": "wallet"}
    yield {"do": "close-table", "table": "PK-07"}
    yield {"do": "withdraw", "wallet": "P-5", "amount": 500_00, "currency": "HKD"}


def _in_play() -> Commands:
    yield {"do": "start-hand", "table": NIGHT}
    yield {"do": "deal", "table": NIGHT, "cards": HIDDEN}
    yield {"do": "act", "table": NIGHT, "seat": 2, "action": "call"}
