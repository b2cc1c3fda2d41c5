"""A baccarat table of the evening: a whole shoe, from the permit for its demonstration to the white card and the last round."""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from services.demo.floor import Floor

TABLE = "BA-01"
VOID_ROUND = 3
"""The round in which a card is found to be marked: it is void, and every bet goes back."""
_RULES = {
    "unit": 5_00,
    "differential": 20_000_00,
    "bet_min": 100_00,
    "side_bet_min": 20_00,
    "demo_rounds_max": 1,
}
_SEATED = {1: "P-5001", 3: "P-5003", 4: "P-5004", 6: "P-5006"}
_STANDING = "P-5100"
_CHOICES = ({"choice": "cancel"}, {"choice": "maintain"}, {"choice": "change", "amount": 100_00}, None)
"""What a bettor does with a bet that a tie holds; None leaves it to the house's default."""


def open_baccarat_table(floor: Floor, gaming_day: str) -> None:
    """A demonstration round departs from the house's standing choices, so article 2 needs a permit, asked for in time."""
    day = date.fromisoformat(gaming_day)
    floor.witnessed(
        "register-permit",
        permit="PR-2026-11",
        ruleset="MO-BAC-2004",
        articles=["2"],
        tables=[TABLE],
        applied_on=(day - timedelta(days=28)).isoformat(),
        granted_on=(day - timedelta(days=14)).isoformat(),
        effective_on=gaming_day,
    )
    floor.do("open-table", table=TABLE, game="baccarat", ruleset="MO-BAC-2004", currency="HKD", gaming_day=gaming_day, rules=_RULES)
    floor.do("fill", table=TABLE, amount=1_000_000_00, currency="HKD", slip=f"F-{TABLE}")
    for seat, player in _SEATED.items():
        floor.do("deposit", wallet=player, amount=60_000_00, currency="HKD", method="cash")
        floor.do("take-seat", table=TABLE, seat=seat, player=player, amount=50_000_00, source="wallet")
    floor.do("buy-chips", player=_STANDING, amount=200_000_00, currency="HKD", pay="cash")


def play_shoe(floor: Floor, rounds_max: int, chance: Random) -> Iterator[str]:
    """Up to that many rounds, or to the last one that the white card permits."""
    with floor.together():
        floor.do("load-shoe", table=TABLE, decks=8, cut_by="bettor", cut_depth=14 + chance.randrange(20))
        floor.do("burn", table=TABLE)
        floor.do("demonstrate", table=TABLE)
    for number in range(1, rounds_max + 1):
        if floor.state(TABLE)["due"] != "open-round":
            break
        with floor.together():
            _play_round(floor, number, chance)
        yield TABLE
    with floor.together():
        floor.do("close-shoe", table=TABLE, reason="the evening is over")


def _play_round(floor: Floor, number: int, chance: Random) -> None:
    floor.do("open-round", table=TABLE)
    for held in floor.state(TABLE)["held"]:
        choice = chance.choice(_CHOICES)
        if choice is not None and not ("amount" in choice and choice["amount"] > held["amount"]):
            floor.do("decide-held-bet", table=TABLE, bet=held["bet"], **choice)
    for seat, player in _SEATED.items():
        _bet(floor, f"{number}-{seat}", chance, player=player, seat=seat)
    _bet(floor, f"{number}-S", chance, player=_STANDING, standing=True)
    floor.do("close-bets", table=TABLE)
    if number == VOID_ROUND:
        floor.do("report-error", table=TABLE, kind="foul-shoe", note="a card is marked")
        floor.witnessed("void-round", table=TABLE, reason="foul-shoe")
    else:
        floor.do("deal", table=TABLE)


def _bet(floor: Floor, bet: str, chance: Random, **bettor: Any) -> None:
    """A main bet in most rounds, now and then a tie or a pair; nobody bets more than he has or more than the table takes."""
    stack = _stack(floor, bettor)
    wishes = [("main", chance.choice(("banker", "player")), 100_00 * chance.randrange(1, 21))] if chance.random() < 0.8 else []
    if chance.random() < 0.2:
        wishes.append(("side", chance.choice(("tie", "banker-pair", "player-pair")), 20_00 * chance.randrange(1, 6)))
    for kind, on, amount in wishes:
        if amount <= stack:
            floor.do("place-bet", table=TABLE, bet=f"{bet}-{kind}", on=on, amount=amount, **bettor)
            stack -= amount


def _stack(floor: Floor, bettor: dict[str, Any]) -> int:
    seats = {seat["seat"]: seat["stack"] for seat in floor.state(TABLE)["seats"]}
    stack: int = seats[bettor["seat"]] if "seat" in bettor else 20_000_00
    return stack
