"""Every fault of the books, planted alone: found with its signed amount, by its own rule and by no other (docs/reconcile.md)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, insert, select, update

from domain import wallet as w
from domain.cage.events import CageFunded
from domain.counting.events import TrayCounted
from domain.event import cage_stream, counts_stream, wallet_stream
from domain.holdem import events as holdem
from projections.ledger import post as posting
from projections.ledger.entry import Line
from projections.ledger.tables import LedgerTables
from tests.services.house import DAY, TWO_PEOPLE
from tests.services.reconcile.floor import Floor, of_event

FUNDED = of_event("cage.cage-funded")
Change = Callable[[Connection, LedgerTables], Any]


@pytest.fixture
def evening(floor: Floor) -> Floor:
    """The cage is funded with 1,000.00, one hand is played, and everything agrees."""
    floor.do("fund-cage", amount=100_000, currency="HKD", **{"from": "owner"}, **TWO_PEOPLE)
    floor.do("deposit", wallet="P-9", amount=5_000, currency="HKD")
    floor.pit.open({1: 10_000, 2: 10_000, 3: 10_000})
    floor.pit.play()
    assert floor.told() == []
    return floor


def _missing(connection: Connection, tables: LedgerTables) -> None:
    at = FUNDED(connection, tables)
    connection.execute(delete(tables.lines).where(tables.lines.c.position == at))
    connection.execute(delete(tables.entries).where(tables.entries.c.position == at))


def _copy(event_id: str, body_hash: str | None) -> Change:
    """The funding's entry a second time, where the log has an event that posts nothing."""

    def change(connection: Connection, tables: LedgerTables) -> None:
        at = FUNDED(connection, tables)
        (entry,) = connection.execute(select(tables.entries).where(tables.entries.c.position == at)).mappings()
        lines = connection.execute(select(tables.lines).where(tables.lines.c.position == at)).mappings().all()
        end = int(connection.execute(select(func.max(tables.heads.c.seen))).scalar_one())
        other = {"position": end, "event_id": event_id, "body_hash": body_hash or entry["body_hash"]}
        connection.execute(insert(tables.entries), [{**entry, **other}])
        connection.execute(insert(tables.lines), [{**line, "position": end} for line in lines])

    return change


def _lines(*numbers: int, **values: Any) -> Change:
    """Of the funding's lines."""

    def change(connection: Connection, tables: LedgerTables) -> None:
        lines = tables.lines
        for n in numbers:
            found = (lines.c.position == FUNDED(connection, tables)) & (lines.c.n == n)
            wanted = {name: value(lines.c[name]) if callable(value) else value for name, value in values.items()}
            connection.execute(update(lines).where(found).values(wanted))

    return change


def _entry(**values: Any) -> Change:
    def change(connection: Connection, tables: LedgerTables) -> None:
        connection.execute(update(tables.entries).where(tables.entries.c.position == FUNDED(connection, tables)).values(values))

    return change


PLANTED: dict[str, tuple[Change, str, int | None]] = {
    "MISSING_ENTRY": (_missing, "R01", -100_000),
    "ORPHAN_ENTRY": (_copy("cages/MAIN/2026-11-30@90", "0" * 64), "R01", 100_000),
    "DUPLICATE_ENTRY": (_copy("cages/MAIN/2026-11-30@91", None), "R01", 100_000),
    "AMOUNT": (_lines(1, 2, amount=lambda amount: amount * 3 // 2), "R02", 50_000),
    "SIGN": (_lines(1, 2, amount=lambda amount: -amount), "R02", -200_000),
    "CURRENCY": (_lines(1, 2, currency="MOP"), "R02", None),
    "ACCOUNT": (_lines(1, account="1110:BR-2"), "R02", None),
    "PERIOD": (_entry(gaming_day="2026-12-01"), "R02", None),
    "RULE_REF_MISSING": (_lines(1, 2, rule=""), "R02", None),
    "UNBALANCED": (_lines(1, amount=100_001), "R04", 1),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_fault_in_an_entry(evening: Floor, kind: str) -> None:
    change, rule, difference = PLANTED[kind]
    evening.plant(change)
    assert evening.told() == [(rule, kind, difference)]


def test_a_line_changed_without_its_hash_breaks_the_chain(evening: Floor) -> None:
    with evening.meddling() as (connection, tables):
        _lines(1, 2, player="P-1")(connection, tables)
    (one,) = evening.breaks()
    assert (one.found.rule, one.found.type, one.severity) == ("R03", "CHAIN", "critical")
    assert evening.run().outcome == "integrity"


def test_a_balance_that_is_not_the_sum_of_its_lines(evening: Floor) -> None:
    with evening.meddling() as (connection, tables):
        balances = tables.balances
        connection.execute(update(balances).where(balances.c.account == "3010").values(credits=balances.c.credits - 7))
    assert evening.told() == [("R06", "BALANCE", -7)]


def test_a_hand_posted_to_the_wrong_player(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The defect is in the posting itself, so that posting again finds nothing; playing again does."""
    [rules] = posting.POSTING_RULES

    def returned(session: Any, event: holdem.BetReturned) -> list[Line]:
        lines: list[Line] = rules.at_table[holdem.BetReturned](session, event)
        other = "P-2" if event.seat == 1 else "P-1"
        return [Line(*(line.n, f"2110:PK-07:{other}", *line[3:])) if line.account.startswith("2110") else line for line in lines]

    wrong = replace(rules, at_table={**rules.at_table, holdem.BetReturned: returned})
    monkeypatch.setattr(posting, "POSTING_RULES", (wrong,))
    floor.pit.open({1: 1_000, 2: 1_000, 3: 1_000})
    floor.do("start-hand", table="PK-07")
    floor.do("deal", table="PK-07")
    for _ in range(2):
        floor.do("act", table="PK-07", seat=floor.pit.state()["to_act"], action="fold")
    told = floor.told()
    assert {(rule, kind) for rule, kind, _ in told} == {("R07", "REPLAY")}
    assert sorted(difference for *_, difference in told if difference) == [-50, 50]


def test_less_than_nothing_in_a_wallet(evening: Floor) -> None:
    evening.plant_event(wallet_stream("P-9"), w.FundsWithdrawn(amount=5_300, currency="HKD", cage="MAIN"))
    assert evening.told() == [("R14", "NEGATIVE_BALANCE", -300)]


def test_money_that_left_a_wallet_and_came_nowhere(evening: Floor) -> None:
    evening.plant_event(wallet_stream("P-9"), w.FundsMovedOut(amount=300, currency="HKD", place="/tables/PK-07"))
    assert evening.told() == [("R04", "TRANSFER_UNPAIRED", -300)]


def test_an_exchange_at_another_rate_than_the_policys(evening: Floor) -> None:
    evening.plant_event(
        wallet_stream("P-9"), w.FundsExchanged(amount=1_000, currency="HKD", into_amount=1_033, into="MOP", num=1033, den=1000)
    )
    assert evening.told() == [("R15", "FX", 3)]


def _hand(floor: Floor, *ends: Any) -> None:
    """A hand of blinds alone in the log, with the end that is planted."""
    floor.pit.open({1: 1_000, 2: 1_000}, table="PK-08")
    rule = "MO-THP-2008 5"
    seats = tuple(holdem.DealtIn(seat=seat, player=f"P-{seat}", stack=1_000) for seat in (1, 2))
    started = holdem.HandStarted(
        hand=1, button=1, small_blind_seat=1, big_blind_seat=2, seats=seats, card_source="shuffler", cut=False, rule=rule
    )
    blinds = [holdem.BlindPosted(hand=1, seat=seat, blind="big", amount=400, all_in=False, rule=f"{rule}(2)") for seat in (1, 2)]
    floor.plant_event("tables/PK-08/000001", started, *blinds, *ends)


def _split(amount: int, shares: int) -> holdem.PotSplit:
    share = holdem.Share(seat=1, amount=shares)
    return holdem.PotSplit(hand=1, pot=1, amount=amount, shares=(share,), odd=(), rule="MO-THP-2008 10(2)")


def _taken(amount: int) -> holdem.CommissionTaken:
    return holdem.CommissionTaken(
        hand=1, base=800, rate_bp=500, exact_e4=400_000, cap=500, amount=amount, per_pot=(amount,), rule="MO-THP-2008 16"
    )


ENDED = holdem.HandEnded(hand=1, reason="showdown", rule="MO-THP-2008 8(5)")


def test_a_commission_that_the_rules_of_the_table_do_not_make(floor: Floor) -> None:
    _hand(floor, _taken(60), _split(740, 740), ENDED)
    assert floor.told() == [("R07", "POLICY", 20)]


def test_a_table_that_needs_a_permit_and_has_none(floor: Floor) -> None:
    floor.pit.open({})
    (opened,) = [record.event for record in floor.pit.store.load("tables/PK-07/000001")]
    assert isinstance(opened, holdem.TableOpened)
    rules = {**opened.rules, "no_flop_no_drop": True}
    floor.plant_event("tables/PK-08/000001", opened.model_copy(update={"table": "PK-08", "rules": rules}))
    assert [told[:2] for told in floor.told()] == [("R07", "POLICY")]


def test_shares_that_are_not_the_pot(floor: Floor) -> None:
    _hand(floor, _taken(40), _split(770, 760), ENDED)
    assert floor.told() == [("R07", "AMOUNT", -10)]


def test_a_pot_that_is_not_empty(floor: Floor) -> None:
    _hand(floor, _taken(40), _split(700, 700), ENDED)
    (one,) = floor.breaks()
    assert (one.found.rule, one.found.type, one.found.difference) == ("R04", "UNCLEARED_HAND", 60)
    assert one.found.hand == "PK-08/2026-11-30/1"


def test_what_comes_after_the_cut(floor: Floor) -> None:
    floor.do("cut-day", gaming_day=DAY, actor="E-1")
    floor.plant_event(cage_stream("MAIN", DAY), CageFunded(amount=1, currency="HKD", source="owner"))
    assert [told[:2] for told in floor.told()] == [("R01", "LATE_EVENT")]


def test_what_comes_after_the_signature(floor: Floor) -> None:
    floor.do("cut-day", gaming_day=DAY, actor="E-1")
    for _ in range(2):
        floor.do("prepare-close", gaming_day=DAY, actor="E-1")
    floor.do("sign-close", gaming_day=DAY, actor="E-2")
    assert floor.told() == []
    counted = TrayCounted(table="PK-07", kind="opener", currency="HKD", amount=0, at_pos=0)
    floor.plant_event(counts_stream("PK-07"), counted)
    kinds = [told[:2] for told in floor.told()]
    assert ("R01", "PERIOD") in kinds
