"""A round as the index tells it: one line, with its bettors and their bets in it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from projections.rounds_in_play import AMOUNTS, HELD

_HEAD = ("id", "gaming_day", "game", "table", "number", "ruleset", "currency", "status", "started_at", "ended_at", "shoe")
_WHERE = ("stream", "first_version", "last_version", "position")
_BET = ("bet", "seat", "on", "outcome", "carried", "staked", "taken_off", "returned", "refunded")


def line(rows: Sequence[Mapping[Any, Any]]) -> dict[str, Any]:
    """From a row a bet. `deciding`: bets of a tie were carried in. `totals` and `result` are None before it is decided.

    `returned` is stakes and wins together, before commission; `held` waits for the next round; `house_win` is what the
    settled bets brought the house: stakes lost, less winnings, plus commission.
    """
    first = rows[0]
    bets = [{name: row[f"bet_{name}"] for name in ("player", *_BET, "commission")} for row in rows if row["bet_id"] is not None]
    decided = first["result"] is not None
    return {
        **{name: first[name] for name in _HEAD},
        "deciding": bool(first["deciding"]),
        "result": first["result"],
        "totals": {"player": first["player_total"], "banker": first["banker_total"]} if decided else None,
        **_sums(bets),
        "bettors": _bettors(bets),
        **{name: first[name] for name in _WHERE},
    }


def _bettors(bets: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """In the order of their first bets. `seat`: where any of their bets came from; `standing`: any came from the hand."""
    found: dict[str, list[dict[str, Any]]] = {}
    for bet in bets:
        found.setdefault(bet["player"], []).append(bet)
    return [
        {
            "player": player,
            "seat": next((bet["seat"] for bet in own if bet["seat"] is not None), None),
            "standing": any(bet["seat"] is None for bet in own),
            **_sums(own),
            "bets": [{name: bet[name] for name in _BET} for bet in own],
        }
        for player, own in found.items()
    ]


def _sums(bets: Iterable[dict[str, Any]]) -> dict[str, int]:
    sums = {**dict.fromkeys(AMOUNTS, 0), "held": 0, "house_win": 0}
    for bet in bets:
        for name in AMOUNTS:
            sums[name] += bet[name]
        lies = bet["carried"] + bet["staked"] - bet["taken_off"]
        if bet["outcome"] == HELD:
            sums["held"] += lies
        elif bet["outcome"] in ("won", "lost"):
            sums["house_win"] += lies - bet["returned"] + bet["commission"]
    return {name: sums[name] for name in ("carried", "staked", "taken_off", "held", "refunded", "returned", "commission", "house_win")}
