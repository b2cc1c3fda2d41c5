"""Names used once in the house; and the contract names of its money."""

from typing import Any

import pytest

from domain import gaming_day, permits, wallet
from domain.cage import commands, events
from domain.cage.events import CreditSent, FillReceived, FillSent
from domain.event import Event
from domain.names import name_taken
from domain.permits import PermitRegistered, PermitRevoked
from domain.procedures import CAGE, DAY, PROCEDURES, SLIPS, WALLETS
from domain.wallet import FundsDeposited, WithdrawalHeld, WithdrawalPaid

MOVE: dict[str, Any] = {"slip": "S-1", "table": "PK-07", "amount": 1, "currency": "HKD"}
EVENTS = (*wallet.EVENTS, *events.EVENTS, *gaming_day.EVENTS, *permits.EVENTS)
COMMANDS = (*wallet.COMMANDS, *commands.COMMANDS, *gaming_day.COMMANDS, *permits.COMMANDS)


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
    ],
)
def test_the_first_use_of_a_name_takes_it(event: Event, name: tuple[str, str] | None) -> None:
    assert name_taken(event) == name


def test_a_permit_takes_its_number() -> None:
    days = {"applied_on": "2026-12-09", "granted_on": "2026-12-11", "effective_on": "2026-12-14"}
    permit = PermitRegistered(permit="PR-1", ruleset="R", articles=("2",), tables=("T",), working_days=(), calendar="by hand", **days)
    assert name_taken(permit) == ("permit", "PR-1")


def test_contract_names_say_whose_facts_they_are() -> None:
    names = [event.contract for event in EVENTS]
    assert len(set(names)) == len(names) == 23
    assert {name.partition(".")[0] for name in names} == {"wallet", "cage", "day", "finance", "permit"}


def test_every_word_is_one_command() -> None:
    words = [command.do for command in COMMANDS]
    assert len(set(words)) == len(words) == 18


def test_every_procedure_that_is_cited_has_a_text() -> None:
    assert list(PROCEDURES) == [WALLETS, CAGE, SLIPS, DAY]
    assert all(procedure.title and procedure.text.endswith(".") for procedure in PROCEDURES.values())
