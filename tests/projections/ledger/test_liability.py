"""What the house owes and where its chips are, and what people should look at."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain import wallet as w
from domain.cage import events as c
from projections.ledger.liability import CHIPS, OWED, exceptions, liability
from projections.ledger.scope import Scope
from tests.projections.ledger.house import DAY, Desk, House, Table, cage, wallet
from tests.projections.ledger.play import DAYS, evening


def rows(desk: Desk, question: Any, **filters: Any) -> list[dict[str, Any]]:
    entries = desk.rows("entries")
    with desk.read() as connection:
        return list(question(connection, desk.ledger.tables, Scope(**{"as_of": entries[-1]["position"], **filters})).rows)


@given(st.integers(0, 2**32))
def test_what_is_owed_is_the_sum_of_its_parts_and_chips_owed_are_in_public_hands(seed: int) -> None:
    desk = Desk().book(evening(seed, hands=4).log)
    balances = desk.balances()
    for row in rows(desk, liability):
        for code, name in OWED.items():
            of_code = sum(amount for (account, currency), amount in balances.items() if account[:4] == code and currency == row["currency"])
            assert row[name] == -of_code
        assert row["owed"] == sum(row[name] for name in OWED.values())
        assert row["seats"] + row["pots"] + row["wagers"] + row["held_bets"] + row["bearer"] + row["unattributed"] == row["in_public_hands"]
        assert row["chips_issued"] == sum(row[name] for name in CHIPS.values() if name != "chips_issued")


def test_the_liability_of_a_day_is_that_of_its_end() -> None:
    desk = Desk().book(evening(5, hands=4, days=2).log)
    assert rows(desk, liability, gaming_day=DAYS[0]) == rows(desk, liability, day_to=DAYS[0])
    assert rows(desk, liability, gaming_day=DAYS[0]) != rows(desk, liability, gaming_day=DAYS[1])
    assert [row["currency"] for row in rows(desk, liability, currency="MOP")] == ["MOP"]


def test_exceptions_name_what_people_should_look_at() -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(2, "P-2", 1_000)
    table.sit(5, "P-5", 1_000)
    table.start()
    table.bet(2, 300)
    table.void({2: 299})
    house.record((wallet("P-1"), w.FundsWithdrawn(amount=30, currency="HKD", cage="MAIN")))
    found = rows(Desk().book(house.log), exceptions)
    assert [(row["kind"], row["about"], row["amount"]) for row in found] == [
        ("uncleared-hand", f"PK-07/{DAY}/1", 1),
        ("amount", f"{house.log[6].id} seat 2", -1),
        ("negative-balance", "1110:MAIN", -30),
        ("negative-balance", "2010:P-1", 30),
        ("not-kept", "9220:PK-07", -2_000),
    ]


def test_a_kept_place_below_0_is_an_exception_of_another_kind() -> None:
    house = House()
    slip: Any = {"slip": "S-1", "table": "PK-07", "amount": 600, "currency": "HKD"}
    house.record((cage(), c.FillSent(**slip)), (cage(), c.FillReceived(**slip)))
    found = rows(Desk().book(house.log), exceptions)
    assert [(row["kind"], row["about"], row["amount"]) for row in found] == [("negative-balance", "9210:MAIN", -600)]
