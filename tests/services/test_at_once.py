"""Many commands at the same moment: money is spent once, and nobody is told what is not so."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest

from domain.rules import RuleBroken
from domain.wallet import Wallet
from services.commands import Contended
from tests.services.house import TABLE, House

THREADS = 8
TRIES = 100


def balance(pit: House, player: str) -> int:
    wallet = Wallet()
    for record in pit.store.load(f"wallets/{player}"):
        wallet.evolve(record.event)
    return wallet.available["HKD"]


def at_once(doors: Sequence[House], command: Callable[[House, int], None], many: int = TRIES) -> Counter[str]:
    """How often each outcome came of these commands, sent by all doors at the same moment; whoever is told to comes again."""
    start = Barrier(THREADS)

    def send(door: int) -> Counter[str]:
        found: Counter[str] = Counter()
        start.wait()
        for number in range(door, many, THREADS):
            while True:
                with suppress(Contended):
                    found[_outcome(doors[door % len(doors)], command, number)] += 1
                    break
        return found

    with ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(send, range(THREADS)), Counter())


def _outcome(door: House, command: Callable[[House, int], None], number: int) -> str:
    try:
        command(door, number)
    except RuleBroken as refusal:
        return refusal.code
    return "accepted"


@pytest.fixture(params=["one door", "a door each"])
def doors(request: pytest.FixtureRequest, kept: House) -> list[House]:
    """All through one object, or each through its own as processes would."""
    return [kept] if request.param == "one door" else [kept.beside() for _ in range(THREADS)]


def test_a_hundred_buy_ins_never_exceed_the_wallet(kept: House, doors: list[House]) -> None:
    for number in range(TRIES):
        kept.open({}, table=f"PK-{number}", big_blind=100)
    kept.do("deposit", wallet="P-4", amount=70_500, currency="HKD")

    def buy_in(door: House, number: int) -> None:
        door.do("take-seat", table=f"PK-{number}", seat=4, player="P-4", amount=5_000, source="wallet")

    assert at_once(doors, buy_in) == {"accepted": 14, "insufficient-funds": 86}
    assert balance(kept, "P-4") == 500


def test_one_command_with_one_key_is_carried_out_once_however_many_send_it(kept: House, doors: list[House]) -> None:
    kept.open({})

    def deposit(door: House, _number: int) -> None:
        door.do("deposit", wallet="P-4", amount=5_000, currency="HKD", key="k-1", actor="E-1")

    assert at_once(doors, deposit) == {"accepted": TRIES}
    assert balance(kept, "P-4") == 5_000


def test_one_seat_is_taken_by_one_player(kept: House, doors: list[House]) -> None:
    kept.open({})

    def sit(door: House, number: int) -> None:
        door.do("take-seat", table=TABLE, seat=4, player=f"P-{number}", amount=5_000, source="cash")

    assert at_once(doors, sit) == {"accepted": 1, "seat-taken": TRIES - 1}
    assert kept.beside().state()["seats"][0]["stack"] == 5_000
