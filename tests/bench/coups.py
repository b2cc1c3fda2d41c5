"""Rounds of baccarat with ten bets each: seeded, drawn from one shoe, with every kind of bet; no tie, so that all is settled at once."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from domain.baccarat.drawing import NO_CARDS, lay, next_draw
from domain.cards import DECK

TABLE = "BA-12"
SEATS = range(1, 8)
STACK = 1_000_000_00
UNIT, DIFFERENTIAL, BET_MIN, BET_MAX = 5_00, 50_000_00, 100_00, 20_000_00
RULES = {"unit": UNIT, "differential": DIFFERENTIAL, "bet_min": BET_MIN, "bet_max": BET_MAX}
FIRST = "7h"
"""It has seven more cards burned."""


class Coup(NamedTuple):
    """`bets`: id, seat, what it is on and its amount. `cards` in dealing order."""

    bets: list[tuple[str, int, str, int]]
    cards: tuple[str, ...]


def coups(count: int, seed: int) -> list[Coup]:
    """One shoe holds some seventy of them."""
    chance = Random(seed)
    shoe = list(DECK) * 8
    shoe.remove(FIRST)
    chance.shuffle(shoe)
    rounds = _rounds(iter(shoe[7:]))
    return [Coup(_bets(chance, number), next(rounds)) for number in range(count)]


def _rounds(cards: Iterator[str]) -> Iterator[tuple[str, ...]]:
    while True:
        dealt: tuple[str, ...] = ()
        while next_draw(hands := lay(NO_CARDS, dealt)) is not None:
            dealt = (*dealt, next(cards))
        if hands.result != "tie":
            yield dealt


def _bets(chance: Random, number: int) -> list[tuple[str, int, str, int]]:
    """Main bets from every seat, which the differential takes in any order, and three on the side."""
    main = [(f"{number}-{seat}", seat, chance.choice(("banker", "player")), UNIT * chance.randrange(20, 400)) for seat in SEATS]
    side = [(f"{number}-{on}", chance.choice(SEATS), on, UNIT * chance.randrange(20, 40)) for on in ("tie", "banker-pair", "player-pair")]
    return main + side


def commands(coup: Coup, *, named: bool) -> Iterator[dict[str, Any]]:
    """A round as a terminal asks for it; with its cards if a reader has `named` them."""
    yield {"do": "open-round", "table": TABLE}
    for bet, seat, on, amount in coup.bets:
        yield {"do": "place-bet", "table": TABLE, "bet": bet, "player": f"P-{seat}", "seat": seat, "on": on, "amount": amount}
    yield {"do": "close-bets", "table": TABLE}
    yield {"do": "deal", "table": TABLE, **({"cards": list(coup.cards)} if named else {})}


def opening(day: str) -> Iterator[dict[str, Any]]:
    """The table with its seats and its shoe, up to the first round."""
    game = {"game": "baccarat", "ruleset": "MO-BAC-2004", "currency": "HKD", "gaming_day": day}
    yield {"do": "open-table", "table": TABLE, **game, "rules": RULES}
    for seat in SEATS:
        yield {"do": "take-seat", "table": TABLE, "seat": seat, "player": f"P-{seat}", "amount": STACK, "source": "cash"}
    yield {"do": "load-shoe", "table": TABLE, "decks": 8, "cut_by": "bettor", "cut_depth": 14}
    yield {"do": "burn", "table": TABLE, "first_card": FIRST}
