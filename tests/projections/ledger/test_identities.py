"""R01 to R07 and R14 find what was spoilt, and name it; on whole books they hold (test_second_model.py)."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from sqlalchemy import text

from domain import wallet as w
from domain.cage import events as c
from domain.event import Recorded
from domain.holdem import events as holdem
from projections.ledger.entry import Line
from projections.ledger.identities import prove, prove_stored
from projections.ledger.post_holdem import bet, pot_split
from projections.ledger.proof import Difference
from projections.ledger.session_holdem import HoldemSession
from tests.projections.ledger.house import Desk, House, Table, cage, wallet
from tests.projections.ledger.test_ledger import defect, played


def spoilt(desk: Desk, log: Sequence[Recorded], *statements: str) -> dict[str, list[Difference]]:
    """The differences by rule, after these changes behind the books' back."""
    with desk.books.change() as connection:
        for statement in statements:
            connection.execute(text(statement))
    return found(desk, log)


def found(desk: Desk, log: Iterable[Recorded]) -> dict[str, list[Difference]]:
    with desk.read() as connection:
        return {verdict.rule: verdict.differences for verdict in prove(connection, desk.ledger.tables, log) if verdict.differences}


def told(differences: Sequence[Difference]) -> list[tuple[str, str, Any, Any]]:
    return [(one.type, one.key, one.expected, one.found) for one in differences]


@pytest.fixture
def table() -> Table:
    return played()


@pytest.fixture
def desk(table: Table) -> Desk:
    return Desk().book(table.house.log)


def test_an_entry_that_is_missing(table: Table, desk: Desk) -> None:
    differences = spoilt(
        desk, table.house.log, "delete from ledger_lines_1 where position = 2", "delete from ledger_entries_1 where position = 2"
    )
    assert told(differences["R01"]) == [("MISSING_ENTRY", "tables/PK-07/000001@2", "4 lines", "no entry")]


def test_an_entry_without_its_event(table: Table, desk: Desk) -> None:
    log = [recorded for recorded in table.house.log if not isinstance(recorded.event, holdem.PotSplit)]
    differences = found(desk, log)
    assert [(kind, key) for kind, key, *_ in told(differences["R01"])] == [
        ("MISSING_ENTRY", "tables/PK-07/000001@11"),
        ("ORPHAN_ENTRY", "tables/PK-07/000001@10"),
    ], "the hole in the stream's versions, and the entry"
    assert {difference.type for difference in differences["R07"]} == {"REPLAY"}


def test_an_entry_for_an_event_that_posts_none(table: Table, desk: Desk) -> None:
    end = table.house.log[-1].position
    moved = f"update ledger_lines_1 set position = {end} where position = (select max(position) from ledger_lines_1)"
    entry = f"update ledger_entries_1 set position = {end} where position = (select max(position) from ledger_entries_1)"
    differences = spoilt(desk, table.house.log, moved, entry)
    assert [kind for kind, *_ in told(differences["R01"])] == ["MISSING_ENTRY", "ORPHAN_ENTRY"]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ("amount = amount + 1", "AMOUNT"),
        ("amount = -amount", "SIGN"),
        ("currency = 'MOP'", "CURRENCY"),
        ("account = '2110:PK-07:P-9'", "ACCOUNT"),
        ("rule = 'MO-THP-2008 13(3)'", "RULE_REF_MISSING"),
        ("player = 'P-9'", "CHAIN"),
    ],
)
def test_a_line_that_is_not_what_its_event_posts(table: Table, desk: Desk, change: str, kind: str) -> None:
    differences = spoilt(desk, table.house.log, f"update ledger_lines_1 set {change} where position = 6 and n = 1")
    (one,) = differences["R02"]
    assert (one.type, one.key.split()[0]) == (kind, "tables/PK-07/000001@6")
    assert "R03" in differences


def test_an_entry_of_another_day_or_with_a_line_too_few(table: Table, desk: Desk) -> None:
    differences = spoilt(
        desk,
        table.house.log,
        "update ledger_entries_1 set gaming_day = '2026-12-01' where position = 6",
        "delete from ledger_lines_1 where position = 8 and n = 2",
    )
    assert told(differences["R02"]) == [
        ("PERIOD", "tables/PK-07/000001@6 gaming_day", "2026-11-30", "2026-12-01"),
        ("AMOUNT", "tables/PK-07/000001@7 lines", 2, 1),
    ]
    assert [key for _, key, *_ in told(differences["R04"])] == ["8 BET MONEY HKD", "PK-07/2026-11-30/1 HKD"]


def test_whole_entries_rewritten_with_their_hashes_are_still_found_by_their_events(table: Table) -> None:
    """Somebody who can work out hashes cannot change what the events say."""
    forged = House()
    other = Table(forged, "PK-07")
    other.open()
    other.sit(2, "P-2", 1_001)
    rest = table.house.log[2:]
    desk = Desk().book([*forged.log, *rest])
    assert [one.rule for one in _all(found(desk, [*forged.log, *rest]))] == []
    differences = found(desk, table.house.log)
    assert {difference.type for difference in differences["R02"]} == {"AMOUNT", "CHAIN"}
    hashes = [difference.key for difference in differences["R02"] if difference.key.endswith(tuple("0123456789"))]
    assert hashes == ["tables/PK-07/000001@2"], "the first hash that parts is told, not all that follow from it"
    assert "R03" not in differences


def _all(differences: dict[str, list[Difference]]) -> list[Difference]:
    return [one for of_rule in differences.values() for one in of_rule]


def test_one_minor_unit_breaks_zero_sum_both_books_balances_and_the_replay(table: Table, desk: Desk) -> None:
    differences = spoilt(desk, table.house.log, "update ledger_lines_1 set amount = amount + 1 where position = 6 and n = 1")
    assert told(differences["R04"]) == [("UNBALANCED", "6 BET MONEY HKD", 0, 1)]
    assert told(differences["R05"]) == [("UNBALANCED", "6 HKD", "I3 0, I4 0", "I3 1, I4 0")]
    assert told(differences["R06"]) == [("BALANCE", "2110:PK-07:P-2 HKD 2026-11-30", (301, -1_286), (300, -1_286))]
    assert told(differences["R07"]) == [("REPLAY", "PK-07/2026-11-30/1 P-2", -14, -15)]


def test_a_balance_that_was_edited(table: Table, desk: Desk) -> None:
    differences = spoilt(desk, table.house.log, "update ledger_balances_1 set debits = debits + 1 where account = '9290'")
    assert list(differences) == ["R06"]


def test_a_commission_box_that_does_not_hold_its_commission(table: Table, desk: Desk) -> None:
    differences = spoilt(desk, table.house.log, "update ledger_lines_1 set account = '9230:PK-08' where account = '9230:PK-07'")
    assert told(differences["R05"]) == [("BALANCE", "I6 PK-07 HKD", 45, 0), ("BALANCE", "I6 PK-08 HKD", 0, 45)]


def test_an_odd_chip_that_the_postings_lose() -> None:
    def lost(session: HoldemSession, event: holdem.PotSplit) -> list[Line]:
        return [line for line in pot_split(session, event) if line.leg != "ODD_CHIP"]

    table = played()
    with defect(holdem.PotSplit, lost):
        differences = found(Desk().book(table.house.log), table.house.log)
    assert told(differences["R04"]) == [("UNCLEARED_HAND", "PK-07/2026-11-30/1 HKD", 0, -1)]
    assert told(differences["R07"]) == [("REPLAY", "PK-07/2026-11-30/1 P-2", -14, -15)]


def test_a_bet_booked_from_another_player() -> None:
    def mistaken(session: HoldemSession, event: holdem.BetPlaced) -> list[Line]:
        return bet(session, event.model_copy(update={"seat": 2}))

    table = played()
    with defect(holdem.BetPlaced, mistaken):
        differences = found(Desk().book(table.house.log), table.house.log)
    assert {one.key for one in differences["R07"]} == {f"PK-07/2026-11-30/1 P-{seat}" for seat in (2, 5, 7)}


def test_a_hand_in_play_may_have_a_pot() -> None:
    table = played()
    table.start()
    table.bet(2, 100)
    assert found(Desk().book(table.house.log), table.house.log) == {}


def test_money_that_left_a_wallet_and_arrived_nowhere() -> None:
    house = House()
    house.record((wallet("P-1"), w.FundsDeposited(amount=100, currency="HKD", method="cash", cage="MAIN")))
    house.record((wallet("P-1"), w.FundsMovedOut(amount=100, currency="HKD", place="/tables/PK-07")))
    differences = found(Desk().book(house.log), house.log)
    assert told(differences["R04"]) == [("TRANSFER_UNPAIRED", "cmd-2 HKD", 0, -100)]
    assert list(differences) == ["R04"]


def test_a_wallet_below_0_is_told_at_the_position_where_it_was() -> None:
    house = House()
    cash: Any = {"currency": "HKD", "cage": "MAIN"}
    house.record((wallet("P-1"), w.FundsWithdrawn(amount=30, **cash)))
    house.record((wallet("P-1"), w.FundsDeposited(amount=100, method="cash", **cash)))
    differences = found(Desk().book(house.log), house.log)
    assert told(differences["R14"]) == [("NEGATIVE_BALANCE", "2010:P-1 HKD at 1", "0 or more", -30)]


def test_a_wallet_that_is_not_what_its_stream_says(desk: Desk, table: Table) -> None:
    table.house.record((wallet("P-1"), w.FundsDeposited(amount=100, currency="HKD", method="cash", cage="MAIN")))
    desk.book(table.house.log[-1:])
    differences = spoilt(desk, table.house.log, "update ledger_lines_1 set account = '2020:P-1' where account = '2010:P-1'")
    assert told(differences["R14"]) == [("BALANCE", "2010:P-1 HKD", 100, 0), ("BALANCE", "2020:P-1 HKD", 0, 100)]


def test_a_tray_is_counted_from_its_first_fill_on() -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(2, "P-2", 1_000)
    assert found(Desk().book(house.log), house.log) == {}, "what was sold from a tray that is not kept"
    slip: Any = {"slip": "S-1", "table": "PK-07", "amount": 600, "currency": "HKD"}
    house.record((cage(), c.ChipsIssued(amount=600, currency="HKD")))
    house.record((cage(), c.FillSent(**slip)), (cage(), c.FillReceived(**slip)))
    differences = found(Desk().book(house.log), house.log)
    assert told(differences["R14"]) == [("NEGATIVE_BALANCE", f"9220:PK-07 HKD at {house.log[-1].position}", "0 or more", -400)]


def test_bearer_chips_are_counted_once_chips_were_issued() -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(2, "P-2", 1_000, "chips")
    assert found(Desk().book(house.log), house.log) == {}
    house.record((cage(), c.ChipsIssued(amount=600, currency="HKD")))
    table.sit(5, "P-5", 10, "chips")
    differences = found(Desk().book(house.log), house.log)
    assert told(differences["R14"]) == [("NEGATIVE_BALANCE", f"2130 HKD at {house.log[-1].position}", "0 or more", -1_010)]


def test_lines_without_an_entry_are_told(table: Table, desk: Desk) -> None:
    desk_end = table.house.log[-1].position
    stray = f"insert into ledger_lines_1 select {desk_end + 5}, n, book, account, currency, amount, leg, rule, player, null, null, null"
    differences = spoilt(desk, table.house.log, f"{stray} from ledger_lines_1 where position = 6")
    assert told(differences["R01"]) == [("ORPHAN_ENTRY", f"position {desk_end + 5}", "no entry", "2 lines")]
    assert told(differences["R03"]) == [("CHAIN", f"position {desk_end + 5}", "an entry", "2 lines without one")]


def test_an_event_that_cannot_be_posted_again_is_told_and_the_other_rules_go_on(table: Table, desk: Desk) -> None:
    without_opening = table.house.log[1:]
    differences = found(desk, without_opening)
    assert [one.type for one in differences["R01"]] == ["MISSING_ENTRY", "MISSING_ENTRY"]
    assert "no TableOpened" in differences["R01"][1].found


def test_books_that_nothing_was_booked_in_hold_and_say_that_nothing_was_looked_at() -> None:
    desk = Desk()
    with desk.read() as connection:
        verdicts = prove(connection, desk.ledger.tables, [])
        assert all(verdict.holds and verdict.checked == 0 for verdict in verdicts)
        assert [verdict.rule for verdict in prove_stored(connection, desk.ledger.tables)] == ["R03", "R04", "R05", "R06"]
