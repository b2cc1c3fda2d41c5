"""A random shift under one roof: tables of both games in two currencies, wallets, a cage with fills, credits and voided slips, drop and
boxes, counts with errors, differences that two people accept, and the tax."""

from random import Random

from domain.cage import events as cage
from tests.projections.ledger import play, play_baccarat
from tests.projections.ledger.house import DAY, House, Table
from tests.projections.ledger.house import cage as cage_of
from tests.projections.ledger.pit import Pit
from tests.projections.ledger.play_close import Night

TURNS = 7
"""Hands and rounds."""


def shift(seed: int) -> House:
    """What is counted wrongly in the middle of it is accepted there; then play goes on."""
    random, house = Random(seed), House()
    wallets: dict[tuple[str, str], int] = {}
    play.morning(house, random, wallets, DAY)
    play_baccarat.morning(house)
    poker = _poker_tables(house, random)
    pits = _baccarat_tables(house, random)
    counted_at = random.randrange(2 * TURNS)
    for turn in range(TURNS):
        if turn == counted_at:
            _count_trays(house, random)
        if random.random() < 0.5:
            number = random.randrange(len(pits))
            pits[number] = _next_session(pits[number], random)
            play_baccarat.play_round(pits[number], random, turn)
            continue
        table = random.choice(poker)
        play.between_hands(house, table, random, wallets)
        if sum(stack > 0 for stack in table.stacks.values()) >= 2:
            play.play_hand(table, random)
    for table in poker:
        table.close()
    for pit in pits:
        pit.when("close-table")
    Night(house, random).end(wallets)
    return house


def _poker_tables(house: House, random: Random) -> list[Table]:
    """Somebody sits at each, so that the first hand can begin."""
    tables = [Table(house, "PK-07", "HKD"), Table(house, "PK-08", "MOP")]
    for table in tables:
        slip = {"slip": f"OPEN-{table.code}", "table": table.code, "amount": 900_000, "currency": table.currency}
        house.record((cage_of(), cage.FillSent(**slip)), (cage_of(), cage.FillReceived(**slip)))
        table.open(unit=random.choice((1, 5)))
        for seat in (9, 10):
            table.sit(seat, f"P-{table.code}-{seat}", random.randint(500, 9_000))
    return tables


def _baccarat_tables(house: House, random: Random) -> list[Pit]:
    pits = [
        Pit(house, "BA-12", unit=random.choice((1, 5)), **play_baccarat.choices(random)),
        Pit(house, "BA-13", currency="MOP", ruleset="MO-BAC-2018", **play_baccarat.choices(random)),
    ]
    for pit in pits:
        pit.sit(1, "P-1", 5_000).accepted()
    return pits


def _next_session(pit: Pit, random: Random) -> Pit:
    """Now and then a table is closed and opened again."""
    ruleset = {"ruleset": "MO-BAC-2018"} if pit.currency == "MOP" else {}
    return pit.again(**ruleset) if random.random() < 0.1 and pit.when("close-table").refusal is None else pit


def _count_trays(house: House, random: Random) -> None:
    night = Night(house, random)
    for pile, amount in sorted(night.piles.items()):
        if pile[0] == "tray":
            night.tray(pile[1], pile[2], amount)
