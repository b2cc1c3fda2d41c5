"""Names used once in the house; and the contract names of its money."""

from typing import Any

import pytest

from domain import gaming_day, permits, wallet
from domain.breaks import commands as break_commands
from domain.breaks import events as break_events
from domain.cage import commands, events
from domain.cage.events import CreditSent, FillReceived, FillSent
from domain.closing import commands as close_commands
from domain.closing import events as close_events
from domain.counting import commands as count_commands
from domain.counting import events as count_events
from domain.counting.events import DropRemoved
from domain.disputes import commands as dispute_commands
from domain.disputes import events as dispute_events
from domain.disputes.settlement import Settlement
from domain.event import Event
from domain.names import name_taken
from domain.permits import PermitRegistered, PermitRevoked
from domain.procedures import CAGE, CLOSE, COUNTS, DAY, DISPUTES, PROCEDURES, PROOF, SLIPS, WALLETS
from domain.wallet import FundsDeposited, WithdrawalHeld, WithdrawalPaid

MOVE: dict[str, Any] = {"slip": "S-1", "table": "PK-07", "amount": 1, "currency": "HKD"}
PARTS = (wallet, gaming_day, permits)
EVENTS = [
    *[event for part in PARTS for event in part.EVENTS],
    *[event for part in (events, count_events, break_events, close_events, dispute_events) for event in part.EVENTS],
]
COMMANDS = [
    *[command for part in PARTS for command in part.COMMANDS],
    *[command for part in (commands, count_commands, break_commands, close_commands, dispute_commands) for command in part.COMMANDS],
]


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (FundsDeposited(amount=1, currency="HKD", method="bank", bank="bank", reference="TT 1"), ("reference", "TT 1")),
        (FundsDeposited(amount=1, currency="HKD", method="cash", cage="MAIN"), None),
        (WithdrawalHeld(withdrawal="W-1", amount=1, currency="HKD", bank="bank"), ("withdrawal", "W-1")),
        (WithdrawalPaid(withdrawal="W-1", amount=1, currency="HKD", bank="bank"), None),
        (FillSent(**MOVE), ("slip", "S-1")),
        (FillReceived(**MOVE), None),
        (CreditSent(**MOVE), ("slip", "S-1")),
        (PermitRevoked(permit="PR-1"), None),
        (DropRemoved(table="PK-07", box="D-1", booked={}, session=1, session_cash=0), ("box", "D-1")),
    ],
)
def test_the_first_use_of_a_name_takes_it(event: Event, name: tuple[str, str] | None) -> None:
    assert name_taken(event) == name


def test_a_permit_takes_its_number() -> None:
    days = {"applied_on": "2026-12-09", "granted_on": "2026-12-11", "effective_on": "2026-12-14"}
    permit = PermitRegistered(permit="PR-1", ruleset="R", articles=("2",), tables=("T",), working_days=(), calendar="by hand", **days)
    assert name_taken(permit) == ("permit", "PR-1")


def test_a_hand_whose_settlement_is_reversed_takes_its_own_name() -> None:
    told = {"hand": "PK-07/2026-11-30/12", "table": "PK-07", "game": "holdem", "ruleset": "R", "rules": {}, "currency": "HKD"}
    one = Settlement(**told, gaming_day="2026-11-30", seats=(), undone=(), corrected=())
    reversed_once = dispute_events.SettlementReversed(case="C-1", reason="seen", results=(), settlement=one, rule="R 1")
    assert name_taken(reversed_once) == ("settlement", "PK-07/2026-11-30/12")


def test_contract_names_say_whose_facts_they_are() -> None:
    names = [event.contract for event in EVENTS]
    assert len(set(names)) == len(names) == 51
    assert {name.partition(".")[0] for name in names} == {"wallet", "cage", "day", "finance", "permit", "dispute"}


def test_every_word_is_one_command() -> None:
    words = [command.do for command in COMMANDS]
    assert len(set(words)) == len(words) == 40


def test_every_procedure_that_is_cited_has_a_text() -> None:
    assert list(PROCEDURES) == [WALLETS, CAGE, SLIPS, COUNTS, DAY, DISPUTES, CLOSE, PROOF]
    assert all(procedure.title and procedure.text.endswith(".") for procedure in PROCEDURES.values())
