"""The worked shift of a baccarat table, by commands: what moved it, and the closer that is 50,000 short (docs/reports.md, Win)."""

from typing import Any

from tests.domain.baccarat.scene import BANKER, PLAYER
from tests.services.baccarat_pit import Pit
from tests.services.house import DAY, TWO_PEOPLE, House

BRK = "BRK-0123456789ab"


def play(table: Pit, bets: str, cards: str) -> None:
    """`a 2 banker 25000000`: bet, seat, what on, amount."""
    table.do("open-round")
    for bet in bets.split(", "):
        name, seat, on, amount = bet.split()
        table.bet(name, on, int(amount), int(seat))
    table.do("close-bets")
    table.do("deal", cards=cards.split())


def work_shift(house: House, *, slip_of_fill: str = "S-2") -> int:
    """From the opener to the closing of the table; the position at which its closer is to be counted."""
    house.do("issue-chips", amount=500_000_000, currency="HKD", **TWO_PEOPLE)
    house.do("deposit", wallet="P-2", amount=30_000_000, currency="HKD")
    house.do("fill", table="BA-12", slip="S-1", amount=50_000_000, currency="HKD")
    count(house, "BA-12", "opener", 50_000_000)
    house.do("fill", table="BA-12", slip=slip_of_fill, amount=20_000_000, currency="HKD")
    house.do("credit", table="BA-12", slip="S-3", amount=5_000_000, currency="HKD")
    table = Pit(house.send)
    table.open(differential=10**9)
    table.do("take-seat", seat=1, player="P-1", amount=12_000_000, source="cash")
    table.do("take-seat", seat=2, player="P-2", amount=30_000_000, source="wallet")
    table.do("load-shoe", decks=8, cut_by="bettor", cut_depth=20)
    table.do("burn", first_card="Ac")
    play(table, "a 2 banker 25000000", BANKER)
    play(table, "b 1 player 12000000", PLAYER)
    play(table, "c 1 player 21500000", PLAYER)
    play(table, "d 1 banker 28250000, e 2 banker 35750000", PLAYER)
    table.do("leave-seat", seat=2, to="wallet")
    table.do("close-table")
    return house.store.last_position()


def count(house: House, place: str, kind: str, amount: int, **fields: Any) -> None:
    house.do("count", place=place, kind=kind, currency="HKD", amount=amount, **TWO_PEOPLE, **fields)


def sign(house: House, gaming_day: str = DAY) -> None:
    """Cut, taxed, prepared and signed."""
    house.do("cut-day", gaming_day=gaming_day, actor="E-2001")
    for _ in range(2):
        house.do("prepare-close", gaming_day=gaming_day, actor="E-2001")
    house.do("sign-close", gaming_day=gaming_day, actor="E-3001")
