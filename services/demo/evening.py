"""The evening: money comes in, tables open, hands are played, players go home, tables close, the day can be closed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from services.demo import set_pieces, shoe
from services.demo.floor import Floor, show_down
from services.demo.habits import HABITS, choose

ROUNDS_MAX = 200
"""More than a shoe of eight packs has: it is played to its last round."""


@dataclass(slots=True)
class TableOfTheEvening:
    """`rules` are the house's choices; `seats` maps a seat to player and habit."""

    code: str
    currency: str
    rules: dict[str, Any]
    buy_in: int
    seats: dict[int, tuple[str, str]] = field(default_factory=dict)
    fills: int = 0

    def fill(self, floor: Floor, amount: int) -> None:
        """Chips for the tray, under a slip of their own."""
        self.fills += 1
        floor.do("fill", table=self.code, amount=amount, currency=self.currency, slip=f"F-{self.code}-{self.fills}")


def tables(chance: Random) -> list[TableOfTheEvening]:
    no_limit = {"unit": 5_00, "small_blind": 25_00, "big_blind": 50_00, "structure": "no-limit", "commission_unit": 5_00}
    limit = {"unit": 10_00, "small_blind": 50_00, "big_blind": 100_00, "structure": "fixed-limit", "commission_bp": 400}
    patacas = {
        "unit": 1_00,
        "small_blind": 10_00,
        "big_blind": 20_00,
        "structure": "no-limit",
        "commission_bp": 400,
        "commission_unit": 1_00,
    }
    house = [
        TableOfTheEvening("PK-02", "HKD", no_limit, 3_000_00),
        TableOfTheEvening("PK-03", "HKD", limit, 4_000_00),
        TableOfTheEvening("PK-04", "MOP", patacas, 1_500_00),
    ]
    habits = sorted(HABITS)
    for number, table in enumerate(house, 2):
        for seat in sorted(chance.sample(range(1, 11), 6)):
            table.seats[seat] = (f"P-{number}{seat:03}", chance.choice(habits))
    return house


def play_evening(floor: Floor, gaming_day: str, hands: int, chance: Random) -> Iterator[str]:
    """Yields what is being played, once a hand, for whoever shows the progress."""
    house = tables(chance)
    with floor.together():
        open_the_house(floor)
        shoe.open_baccarat_table(floor, gaming_day)
        set_pieces.open_reader_table(floor, gaming_day)
        for table in house:
            open_table(floor, table, gaming_day)
    for piece in set_pieces.PIECES:
        with floor.together():
            piece(floor)
        yield set_pieces.TABLE
    for number in range(hands):
        table = house[number % len(house)]
        with floor.together():
            play_hand(floor, table, chance)
        yield table.code
    yield from shoe.play_shoe(floor, ROUNDS_MAX, chance)
    with floor.together():
        go_home(floor, [set_pieces.TABLE, shoe.TABLE, *(table.code for table in house)])


def open_the_house(floor: Floor) -> None:
    for currency in ("HKD", "MOP"):
        floor.witnessed("fund-cage", cage="MAIN", amount=2_000_000_00, currency=currency, **{"from": "owner"})
        floor.witnessed("issue-chips", cage="MAIN", amount=100_000_000_00, currency=currency)


def open_table(floor: Floor, table: TableOfTheEvening, gaming_day: str) -> None:
    floor.do(
        "open-table",
        table=table.code,
        game="holdem",
        ruleset="MO-THP-2008",
        currency=table.currency,
        gaming_day=gaming_day,
        rules=table.rules,
    )
    table.fill(floor, 100_000_00)
    for seat, (player, _habit) in table.seats.items():
        floor.do("deposit", wallet=player, amount=3 * table.buy_in, currency=table.currency, method="cash")
        floor.do("take-seat", table=table.code, seat=seat, player=player, amount=table.buy_in, source="wallet")


def play_hand(floor: Floor, table: TableOfTheEvening, chance: Random) -> None:
    """One hand with cards of the house; who has lost his stack buys in again first."""
    for seat in floor.state(table.code)["seats"]:
        if seat["stack"] < table.rules["big_blind"]:
            table.fill(floor, table.buy_in)
            floor.do("add-chips", table=table.code, seat=seat["seat"], amount=table.buy_in, source="cash")
    floor.do("start-hand", table=table.code)
    while (state := floor.state(table.code))["due"] != "start-hand":
        if state["due"] == "deal":
            floor.do("deal", table=table.code)
        elif state["due"] == "show":
            show_down(floor, table.code)
        else:
            seat = state["to_act"]
            floor.do("act", table=table.code, seat=seat, **choose(state, table.seats[seat][1], table.rules["unit"], chance))


def go_home(floor: Floor, codes: list[str]) -> None:
    """Everybody leaves to the wallet, a few take cash, and the tables close."""
    for code in codes:
        for seat in floor.state(code)["seats"]:
            floor.do("leave-seat", table=code, seat=seat["seat"], to="wallet")
        floor.do("close-table", table=code)
    floor.do("withdraw", wallet="P-1006", amount=1_000_00, currency="HKD", method="cash")
