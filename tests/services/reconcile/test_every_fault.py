"""Every fault alone: found with its signed amount, by its own rule and by no other; and no kind of break is without one."""

import re
from contextlib import ExitStack

import pytest

from services.reconcile.run import RULES, Papers
from tests.pages import named, rows, section
from tests.services.reconcile.faults import FAULTS, Fault, evening
from tests.services.reconcile.floor import Floor
from tests.services.reconcile.plants import lines

BREAKS = {
    *("MISSING_ENTRY", "ORPHAN_ENTRY", "DUPLICATE_ENTRY", "AMOUNT", "SIGN", "CURRENCY", "ACCOUNT", "PERIOD", "LATE_EVENT", "UNBALANCED"),
    *("CHAIN", "BALANCE", "REPLAY", "COUNT_SHORT", "COUNT_OVER", "SLIP_UNPAIRED", "SLIP_GAP", "OPENER_CLOSER", "NEGATIVE_BALANCE"),
    *("UNCLEARED_HAND", "TRANSFER_UNPAIRED", "POLICY", "RULE_REF_MISSING", "FX", "TIMING", "AMBIGUOUS", "INPUT"),
}
"""All types that a break may have."""


def of_the_page() -> set[tuple[str, str]]:
    """What each rule finds, as docs/reconcile.md tells it."""
    table = [row for row in rows(section("reconcile", "Rules")) if re.fullmatch(r"R\d\d", row[0])]
    return {(rule, kind) for rule, _compares, finds in table for kind in named(finds) if kind.isupper()}


def test_every_kind_of_break_of_every_rule_has_a_planted_fault() -> None:
    assert {(fault.rule, fault.type) for fault in FAULTS} == of_the_page()
    assert {kind for _, kind in of_the_page()} == BREAKS
    assert {rule for rule, _ in of_the_page()} == set(RULES)
    assert {fault.what for fault in FAULTS if fault.type == "POLICY"} == {"rate", "cap", "rounding", "permit"}


@pytest.fixture
def agreeing(floor: Floor) -> Floor:
    evening(floor)
    floor.catch_up()
    return floor


def test_before_anything_is_planted_everything_agrees(agreeing: Floor) -> None:
    assert agreeing.told() == []


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault(agreeing: Floor, fault: Fault) -> None:
    with ExitStack() as stack:
        papers = fault.plant(agreeing, stack)
        told = agreeing.told(papers=papers or Papers())
    assert sorted(told, key=str) == sorted(((fault.rule, fault.type, difference) for difference in fault.differences), key=str)


def test_a_broken_chain_is_critical_and_stops_the_books(agreeing: Floor) -> None:
    with agreeing.meddling() as (connection, tables):
        lines(1, 2, player="P-1")(connection, tables)
    [one] = agreeing.breaks()
    assert (one.severity, agreeing.run().outcome) == ("critical", "integrity")
