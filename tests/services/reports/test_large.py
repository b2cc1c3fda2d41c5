"""Large transactions, single and added up, and the sums just below them (docs/reports.md, Large transactions)."""

from hashlib import sha256

import pytest

from domain import wallet
from domain.baccarat import events as baccarat
from domain.cage import events as cage
from domain.policy import FIGURES_2026, SHIPPED
from infra.books import Books
from tests.domain.baccarat.scene import BANKER
from tests.projections.ledger.house import DAY, House, Table
from tests.projections.ledger.house import cage as cage_of
from tests.projections.ledger.house import wallet as wallet_of
from tests.projections.ledger.pit import Pit
from tests.services.reports.reading import Desk

REACHES, BELOW = 48_543_690, 48_543_689
"""HKD, at 103/100: the first is 500,000.007 patacas, the other 499,999.9967."""
COLUMNS = ("kind", "player", "direction", "currency", "amount", "mop")


def deposit(house: House, amount: int, currency: str = "HKD", player: str = "P-1") -> str:
    [record] = house.record((wallet_of(player), wallet.FundsDeposited(amount=amount, currency=currency, method="cash", cage="MAIN")))
    return record.id


def large(desk: Desk, house: House, as_of: int | None = None, **narrowed: str) -> list[list[object]]:
    return [[row[name] for name in COLUMNS] for row in desk.rows(house.log, "large", as_of, **narrowed)]


@pytest.mark.parametrize(("amount", "rows"), [(REACHES, 1), (BELOW, 0)])
def test_the_threshold_is_compared_exactly(desk: Desk, amount: int, rows: int) -> None:
    house = House()
    deposit(house, amount)
    assert large(desk, house) == [["single", "P-1", "in", "HKD", amount, 50_000_001]] * rows


@pytest.mark.parametrize(("amount", "rows"), [(50_000_000, 1), (49_999_999, 0)])
def test_patacas_are_what_they_are(desk: Desk, amount: int, rows: int) -> None:
    house = House()
    deposit(house, amount, "MOP")
    assert len(large(desk, house)) == rows


def test_four_deposits_of_200000_are_one_row_that_the_third_raises(desk: Desk) -> None:
    house = House()
    ids = []
    seen: list[tuple[list[list[object]], int]] = []
    for _ in range(4):
        ids.append(deposit(house, 20_000_000))
        structuring = desk.rows(house.log, "structuring")
        seen.append((large(desk, house), len(structuring)))
    sums = [["aggregate", "P-1", "in", "HKD", amount, mop] for amount, mop in ((60_000_000, 61_800_000), (80_000_000, 82_400_000))]
    assert seen == [([], 0), ([], 1), ([sums[0]], 0), ([sums[1]], 0)]
    [row] = desk.rows(house.log, "large")
    assert (row["raised_by"], row["events"], row["deadline"]) == (ids[2], " ".join(ids), "2026-12-02")
    second = house.log[1].position
    [near] = desk.rows(house.log, "structuring", as_of=second)
    assert (near["mop"], near["events"], near["days_in_band"]) == (41_200_000, " ".join(ids[:2]), 1)


@pytest.mark.parametrize(("amount", "rows"), [(25_000_000, 1), (24_999_999, 0)])
def test_a_sum_that_is_the_threshold_reaches_it(desk: Desk, amount: int, rows: int) -> None:
    house = House()
    deposit(house, 25_000_000, "MOP")
    deposit(house, amount, "MOP")
    assert len(large(desk, house)) == rows
    assert len(desk.rows(house.log, "structuring")) == 1 - rows


@pytest.mark.parametrize(
    ("currency", "amount", "rows"), [("MOP", 50_000_000, 1), ("MOP", 49_999_999, 0), ("HKD", REACHES, 1), ("HKD", BELOW, 0)]
)
def test_a_bet_is_compared_exactly_too(desk: Desk, currency: str, amount: int, rows: int) -> None:
    house = House()
    table = Table(house, "PK-07", currency)
    table.open()
    for seat in (1, 2):
        table.sit(seat, f"P-{seat}", amount, "chips")
    table.start()
    table.bet(1, amount)
    assert [row[2] for row in large(desk, house)] == ["bet"] * rows


def test_a_single_one_has_raised_the_sum_already(desk: Desk) -> None:
    house = House()
    deposit(house, 20_000_000)
    single = deposit(house, 50_000_000)
    deposit(house, 20_000_000)
    [row] = desk.rows(house.log, "large")
    assert (row["kind"], row["events"]) == ("single", single)
    assert desk.rows(house.log, "structuring") == []


def test_days_directions_and_players_are_apart_and_currencies_together(desk: Desk) -> None:
    house = House()
    deposit(house, 30_000_000)
    house.record((wallet_of("P-1"), wallet.FundsWithdrawn(amount=30_000_000, currency="HKD", cage="MAIN")))
    deposit(house, 30_000_000, player="P-2")
    house.gaming_day = "2026-12-01"
    deposit(house, 30_000_000)
    assert large(desk, house) == []
    deposit(house, 19_100_001, "MOP")
    assert large(desk, house) == [["aggregate", "P-1", "in", "MOP", 50_000_001, 50_000_001]]
    assert large(desk, house, gaming_day=DAY) == []
    assert large(desk, house, currency="HKD") == large(desk, house, currency="MOP") == large(desk, house)
    assert large(desk, house, table="PK-07") == []


def test_structuring_counts_the_days_of_the_last_seven(desk: Desk) -> None:
    house = House()
    days = ("2026-11-23", "2026-11-24", "2026-11-30")
    for day in days:
        house.gaming_day = day
        deposit(house, 20_000_000)
        deposit(house, 20_000_000)
    rows = desk.rows(house.log, "structuring")
    assert [(row["gaming_day"], row["days_in_band"]) for row in rows] == list(zip(days, (1, 2, 2), strict=True))
    assert [row["days_in_band"] for row in desk.rows(house.log, "structuring", gaming_day=days[2])] == [2]


def test_one_transaction_in_the_band_is_no_structuring(desk: Desk) -> None:
    house = House()
    deposit(house, 45_000_000)
    assert desk.rows(house.log, "structuring") == []


def test_a_withdrawal_that_comes_back_stays_and_says_so(desk: Desk) -> None:
    house = House()
    [held] = house.record((wallet_of("P-1"), wallet.WithdrawalHeld(withdrawal="W-1", amount=60_000_000, currency="HKD", bank="bank")))
    [back] = house.record((wallet_of("P-1"), wallet.WithdrawalReturned(withdrawal="W-1", amount=60_000_000, currency="HKD")))
    [row] = desk.rows(house.log, "large")
    assert (row["direction"], row["reversed_by"]) == ("out", back.id)
    [row] = desk.rows(house.log, "large", as_of=held.position)
    assert row["reversed_by"] is None


def test_an_aggregate_is_reversed_when_what_is_left_does_not_reach_the_threshold(desk: Desk) -> None:
    house = House()
    for name in ("W-1", "W-2", "W-3"):
        house.record((wallet_of("P-1"), wallet.WithdrawalHeld(withdrawal=name, amount=20_000_000, currency="HKD", bank="bank")))
    [back] = house.record((wallet_of("P-1"), wallet.WithdrawalReturned(withdrawal="W-1", amount=20_000_000, currency="HKD")))
    [row] = desk.rows(house.log, "large")
    assert (row["kind"], row["mop"], row["reversed_by"]) == ("aggregate", 61_800_000, back.id)


def test_cash_at_the_table_and_chips_of_the_cage_are_in_and_out_and_wallets_to_and_from_chips(desk: Desk) -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(1, "P-1", 50_000_000)
    table.sit(2, "P-2", 60_000_000, "wallet")
    table.leave(2)
    for player in ("P-3", None):
        house.record((cage_of(), cage.ChipsSold(player=player, amount=70_000_000, currency="HKD", pay="cash")))
        house.record((cage_of(), cage.ChipsRedeemed(player=player, amount=80_000_000, currency="HKD", to="cash")))
    house.record((cage_of(), cage.ChipsSold(player="P-4", amount=90_000_000, currency="HKD", pay="wallet")))
    moved = [row[1:3] + row[4:5] for row in large(desk, house)]
    assert moved == [
        ["P-1", "in", 50_000_000],
        ["P-2", "to-chips", 60_000_000],
        ["P-2", "from-chips", 60_000_000],
        ["P-3", "in", 70_000_000],
        ["P-3", "out", 80_000_000],
        [None, "in", 70_000_000],
        [None, "out", 80_000_000],
    ]
    assert [row[1] for row in large(desk, house, table="PK-07")] == ["P-1", "P-2", "P-2"]


def test_a_transfer_is_the_giver_s(desk: Desk) -> None:
    house = House()
    house.record(
        (wallet_of("P-1"), wallet.FundsMovedOut(amount=50_000_000, currency="MOP", place="/wallets/P-2")),
        (wallet_of("P-2"), wallet.FundsMovedIn(amount=50_000_000, currency="MOP", place="/wallets/P-1")),
    )
    assert [row[:3] for row in large(desk, house)] == [["single", "P-1", "transfer"]]


def test_bets_and_payouts_count_one_by_one(desk: Desk) -> None:
    """Two bets of 300,000 are no large transaction; what is taken off or void is reversed. The table is played by the rules."""
    house = House()
    pit = Pit(house, differential=10**9)
    pit.sit(1, "P-1", 400_000_000).accepted()
    pit.shoe().accepted()
    pit.when("open-round").accepted()
    pit.bet("a 1 banker 60000000")
    pit.bet("b 1 player 30000000")
    pit.bet("c 1 player 30000000")
    pit.bet("d 1 tie 70000000")
    pit.withdraw("d").accepted()
    pit.close().accepted()
    pit.when("deal", cards=BANKER.split()).accepted()
    withdrawn = next(record.id for record in house.log if isinstance(record.event, baccarat.BetWithdrawn))
    rows = [[row[name] for name in ("direction", "player", "amount", "reversed_by")] for row in desk.rows(house.log, "large")]
    assert rows == [
        ["in", "P-1", 400_000_000, None],
        ["bet", "P-1", 60_000_000, None],
        ["bet", "P-1", 70_000_000, withdrawn],
        ["payout", "P-1", 60_000_000, None],
    ]
    assert desk.rows(house.log, "structuring") == []


def test_hold_em_bets_are_the_seat_s_player_s_and_a_void_hand_reverses_them(desk: Desk) -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    for seat in (1, 2):
        table.sit(seat, f"P-{seat}", 100_000_000, "chips")
    table.start()
    table.bet(1, 60_000_000)
    table.void({1: 60_000_000})
    void = house.log[-1].id
    assert [(row["player"], row["direction"], row["reversed_by"]) for row in desk.rows(house.log, "large")] == [("P-1", "bet", void)]


def test_the_policy_says_what_is_large(books: Books) -> None:
    house = House()
    deposit(house, 1_000, "MOP")
    figures = FIGURES_2026.model_copy(update={"large_mop": 1_000, "large_due_days": 5})
    desk = Desk(books, SHIPPED.model_copy(update={"figures": figures}))
    [row] = desk.rows(house.log, "large")
    assert (row["kind"], row["deadline"]) == ("single", "2026-12-05")


def test_ids_are_the_same_in_every_rebuild(desk: Desk) -> None:
    house = House()
    for _ in range(3):
        deposit(house, 20_000_000)
    deposit(house, REACHES, player="P-2")
    third, other = house.log[2].id, house.log[3].id
    named = (f"aggregate\nP-1\n{DAY}\nin", f"single\nP-2\n{DAY}\nin\n{other}\n1")
    ids = ["LT-" + sha256(f"FINANCE-2026\n{name}".encode()).hexdigest()[:12] for name in named]
    assert [(row["id"], row["raised_by"]) for row in desk.rows(house.log, "large")] == list(zip(ids, (third, other), strict=True))
