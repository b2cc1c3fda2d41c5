"""Wallets, HOUSE-FIN 1: money in, money out, money held; never below zero."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.event import Event
from domain.fields import AMOUNT_MAX, BALANCE_MAX
from domain.gaming_day import GamingDayOpened
from domain.rules import RuleBroken
from domain.wallet import (
    Deposit,
    Exchange,
    FundsDeposited,
    FundsExchanged,
    FundsMovedIn,
    FundsMovedOut,
    FundsWithdrawn,
    SettleWithdrawal,
    Transfer,
    Wallet,
    Withdraw,
    WithdrawalHeld,
    WithdrawalPaid,
    WithdrawalReturned,
    decide_deposit,
    decide_exchange,
    decide_settle_withdrawal,
    decide_transfer,
    decide_withdraw,
    move_in,
    move_out,
)

TABLE = "/tables/PK-07"


def wallet_of(*events: Event) -> Wallet:
    wallet = Wallet()
    for event in events:
        wallet.evolve(event)
    return wallet


def cash_in(amount: int, currency: str = "HKD") -> FundsDeposited:
    return FundsDeposited(amount=amount, currency=currency, method="cash", cage="MAIN")


def deposit(**fields: Any) -> Deposit:
    return Deposit(**{"wallet": "P-1208", "amount": 500, "currency": "HKD", **fields})


def withdraw(**fields: Any) -> Withdraw:
    return Withdraw(**{"wallet": "P-1208", "amount": 500, "currency": "HKD", **fields})


def test_cash_deposited_opens_the_wallet() -> None:
    events = decide_deposit(Wallet(), deposit(amount=100_000), reference_seen=False)
    assert events == [FundsDeposited(amount=100_000, currency="HKD", method="cash", cage="MAIN")]
    assert wallet_of(*events).available == {"HKD": 100_000}


def test_a_deposit_from_the_bank_names_the_account_and_its_reference() -> None:
    events = decide_deposit(Wallet(), deposit(method="bank", reference="TT 771/2"), reference_seen=False)
    assert events == [FundsDeposited(amount=500, currency="HKD", method="bank", bank="bank", reference="TT 771/2")]


@pytest.mark.parametrize("reference", [None, "", " \n"])
def test_a_deposit_from_the_bank_without_reference_is_refused(reference: str | None) -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_deposit(Wallet(), deposit(method="bank", reference=reference), reference_seen=False)
    assert (refused.value.code, refused.value.rule) == ("reference-needed", "HOUSE-FIN 1")


@pytest.mark.parametrize("method", ["cash", "bank"])
def test_a_reference_that_was_seen_is_refused(method: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_deposit(Wallet(), deposit(method=method, reference="TT 771/2"), reference_seen=True)
    assert (refused.value.code, refused.value.rule) == ("duplicate-reference", "HOUSE-FIN 1")


def test_cash_withdrawn_leaves_at_once() -> None:
    wallet = wallet_of(cash_in(800))
    events = decide_withdraw(wallet, withdraw(cage="VIP"))
    assert events == [FundsWithdrawn(amount=500, currency="HKD", cage="VIP")]
    assert wallet_of(cash_in(800), *events).available == {"HKD": 300}


def test_more_than_is_available_is_refused_with_what_is() -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_withdraw(wallet_of(cash_in(499)), withdraw())
    assert (refused.value.code, refused.value.rule, refused.value.allowed) == ("insufficient-funds", "HOUSE-FIN 1", {"max": 499})


def test_one_currency_does_not_pay_for_another() -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_withdraw(wallet_of(cash_in(9_000, "MOP")), withdraw())
    assert refused.value.allowed == {"max": 0}


def held(amount: int = 500, withdrawal: str = "W-1") -> WithdrawalHeld:
    return WithdrawalHeld(withdrawal=withdrawal, amount=amount, currency="HKD", bank="bank")


def test_money_for_the_bank_is_held() -> None:
    events = decide_withdraw(wallet_of(cash_in(800)), withdraw(method="bank"), withdrawal="W-1")
    assert events == [held()]
    wallet = wallet_of(cash_in(800), *events)
    assert (wallet.available["HKD"], wallet.held("HKD"), wallet.held("MOP")) == (300, 500, 0)


def test_what_is_held_cannot_be_spent() -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_withdraw(wallet_of(cash_in(800), held()), withdraw(amount=301))
    assert refused.value.allowed == {"max": 300}


def test_a_withdrawal_is_paid_from_what_is_held() -> None:
    wallet = wallet_of(cash_in(800), held())
    events = decide_settle_withdrawal(wallet, SettleWithdrawal(withdrawal="W-1", outcome="paid"))
    assert events == [WithdrawalPaid(withdrawal="W-1", amount=500, currency="HKD", bank="bank")]
    settled = wallet_of(cash_in(800), held(), *events)
    assert (settled.available, settled.pending) == ({"HKD": 300}, {})


def test_a_withdrawal_that_comes_back_is_available_again() -> None:
    wallet = wallet_of(cash_in(800), held())
    events = decide_settle_withdrawal(wallet, SettleWithdrawal(withdrawal="W-1", outcome="returned"))
    assert events == [WithdrawalReturned(withdrawal="W-1", amount=500, currency="HKD")]
    assert wallet_of(cash_in(800), held(), *events) == wallet_of(cash_in(800))


@pytest.mark.parametrize("outcome", ["paid", "returned"])
@pytest.mark.parametrize(
    "wallet",
    [None, Wallet(), wallet_of(cash_in(800), held(), WithdrawalPaid(withdrawal="W-1", amount=500, currency="HKD", bank="bank"))],
    ids=["unknown", "never held", "paid before"],
)
def test_a_withdrawal_is_settled_once(wallet: Wallet | None, outcome: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_settle_withdrawal(wallet, SettleWithdrawal.model_validate({"withdrawal": "W-1", "outcome": outcome}))
    assert (refused.value.code, refused.value.rule) == ("not-pending", "HOUSE-FIN 1")


def test_six_holds_of_1000_on_5000() -> None:
    wallet = wallet_of(cash_in(5_000))
    for number in range(5):
        for event in decide_withdraw(wallet, withdraw(amount=1_000, method="bank"), withdrawal=f"W-{number}"):
            wallet.evolve(event)
    with pytest.raises(RuleBroken, match="0 minor units of HKD available"):
        decide_withdraw(wallet, withdraw(amount=1_000, method="bank"), withdrawal="W-5")


def test_money_moves_to_a_table_and_back() -> None:
    out = move_out(wallet_of(cash_in(800)), 800, "HKD", TABLE)
    assert out == [FundsMovedOut(amount=800, currency="HKD", place=TABLE)]
    back = move_in(wallet_of(cash_in(800), *out), 950, "HKD", TABLE)
    assert back == [FundsMovedIn(amount=950, currency="HKD", place=TABLE)]
    assert wallet_of(cash_in(800), *out, *back).available == {"HKD": 950}


def test_no_more_moves_to_a_table_than_is_available() -> None:
    with pytest.raises(RuleBroken) as refused:
        move_out(wallet_of(cash_in(800), held()), 301, "HKD", TABLE)
    assert (refused.value.code, refused.value.allowed) == ("insufficient-funds", {"max": 300})


def test_a_seat_left_with_nothing_moves_nothing() -> None:
    assert move_in(Wallet(), 0, "HKD", TABLE) == []


TRANSFER: dict[str, Any] = {"wallet": "P-1", "to": "P-2", "amount": 400, "currency": "HKD", "actor": "E-1", "approver": "E-2"}


def test_a_transfer_leaves_one_wallet_and_is_in_the_other() -> None:
    out, into = decide_transfer(wallet_of(cash_in(500)), Wallet(), Transfer(**TRANSFER), allowed=True)
    assert out == [FundsMovedOut(amount=400, currency="HKD", place="/wallets/P-2")]
    assert into == [FundsMovedIn(amount=400, currency="HKD", place="/wallets/P-1")]


@pytest.mark.parametrize(
    ("fields", "allowed", "code"),
    [
        ({"approver": None}, True, "two-people-needed"),
        ({"approver": "E-1"}, True, "two-people-needed"),
        ({}, False, "transfers-off"),
        ({"to": "P-1"}, True, "same-wallet"),
        ({"amount": 501}, True, "insufficient-funds"),
        ({"currency": "MOP"}, True, "insufficient-funds"),
    ],
)
def test_a_transfer_is_refused(fields: dict[str, Any], allowed: bool, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_transfer(wallet_of(cash_in(500)), Wallet(), Transfer(**{**TRANSFER, **fields}), allowed=allowed)
    assert (refused.value.code, refused.value.rule) == (code, "HOUSE-FIN 1")


def exchange(amount: int, *, rate: tuple[int, int] | None = (103, 100), into: str = "MOP", wallet: Wallet | None = None) -> list[Event]:
    command = Exchange(wallet="P-1", amount=amount, currency="HKD", into=into)
    return decide_exchange(wallet or wallet_of(cash_in(500)), command, rate=rate)


@pytest.mark.parametrize(
    ("amount", "rate", "got"), [(500, (103, 100), 515), (101, (103, 100), 104), (103, (100, 103), 100), (2, (1, 2), 1)]
)
def test_money_is_exchanged_at_the_rate_rounded_down(amount: int, rate: tuple[int, int], got: int) -> None:
    (event,) = exchange(amount, rate=rate)
    assert event == FundsExchanged(amount=amount, currency="HKD", into_amount=got, into="MOP", num=rate[0], den=rate[1])
    after = wallet_of(cash_in(500), event)
    assert after.available == {"HKD": 500 - amount, "MOP": got}


def test_an_exchange_is_refused_without_rate_or_funds_or_for_nothing() -> None:
    full = wallet_of(cash_in(500), FundsMovedIn(amount=BALANCE_MAX, currency="MOP", place=TABLE))
    cases: list[tuple[dict[str, Any], str, dict[str, Any] | None]] = [
        ({"amount": 1, "rate": None}, "no-rate", None),
        ({"amount": 501}, "insufficient-funds", {"max": 500}),
        ({"amount": 2, "rate": (1, 3)}, "bad-amount", {"amount": {"min": 3}}),
        ({"amount": 100, "wallet": full}, "balance-too-large", {"max": 0}),
    ]
    for given_, code, allowed in cases:
        with pytest.raises(RuleBroken) as refused:
            exchange(**given_)
        assert (refused.value.code, refused.value.allowed) == (code, allowed)


def test_a_wallet_holds_no_more_than_every_json_reader_can_tell() -> None:
    full = wallet_of(cash_in(BALANCE_MAX - 100), held(40))
    assert move_in(full, 100, "HKD", TABLE)
    with pytest.raises(RuleBroken) as refused:
        move_in(full, 101, "HKD", TABLE)
    assert (refused.value.code, refused.value.allowed) == ("balance-too-large", {"max": 100})
    with pytest.raises(RuleBroken, match="a wallet may hold up to 9007199254740991"):
        decide_deposit(full, deposit(amount=101), reference_seen=False)


@pytest.mark.parametrize("amount", [0, -1, 1.5, 100.0, "100", True, AMOUNT_MAX + 1, None])
def test_an_amount_is_a_whole_number_of_minor_units(amount: Any) -> None:
    with pytest.raises(ValidationError, match="bad-amount"):
        deposit(amount=amount)


@pytest.mark.parametrize(
    ("field", "value"), [("currency", "USD"), ("method", "card"), ("wallet", "P 1"), ("reference", "a\0b"), ("tip", 1)]
)
def test_other_fields_are_refused_before_anything_is_decided(field: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        deposit(**{field: value})


def test_events_of_others_are_no_part_of_a_wallet() -> None:
    with pytest.raises(TypeError, match="GamingDayOpened"):
        Wallet().evolve(GamingDayOpened(gaming_day="2026-11-30"))


# Whatever is asked in whatever order: no balance below zero, nothing lost, refusals leave no trace.

amounts = st.integers(1, 1_000)
currencies, methods = st.sampled_from(["HKD", "MOP"]), st.sampled_from(["cash", "bank"])
asked = st.one_of(
    st.tuples(st.just("deposit"), amounts, currencies, methods),
    st.tuples(st.just("withdraw"), amounts, currencies, methods),
    st.tuples(st.just("settle"), st.integers(1, 5), st.sampled_from(["paid", "returned"]), st.none()),
    st.tuples(st.sampled_from(["out", "in"]), amounts, currencies, st.none()),
)


def answer(wallet: Wallet, line: int, ask: tuple[str, int, str, str | None]) -> list[Event]:
    word, number, text, method = ask
    match word:
        case "deposit":
            command = deposit(amount=number, currency=text, method=method, reference=f"R-{line}")
            return decide_deposit(wallet, command, reference_seen=False)
        case "withdraw":
            return decide_withdraw(wallet, withdraw(amount=number, currency=text, method=method), withdrawal=f"W-{line}")
        case "settle":
            return decide_settle_withdrawal(wallet, SettleWithdrawal.model_validate({"withdrawal": f"W-{number}", "outcome": text}))
        case "out":
            return move_out(wallet, number, text, TABLE)
    return move_in(wallet, number, text, TABLE)


def in_less_out(events: list[Event], currency: str) -> int:
    sign = {FundsDeposited: 1, FundsMovedIn: 1, FundsWithdrawn: -1, FundsMovedOut: -1, WithdrawalPaid: -1}
    return sum(sign.get(type(event), 0) * event.amount for event in events if event.currency == currency)  # type: ignore[attr-defined]


@given(st.lists(asked, max_size=25))
def test_no_wallet_is_ever_below_zero(asks: list[tuple[str, int, str, str | None]]) -> None:
    wallet, facts = Wallet(), list[Event]()
    for line, ask in enumerate(asks, start=1):
        before = deepcopy(wallet)
        try:
            made = answer(wallet, line, ask)
        except RuleBroken:
            made = []
        assert wallet == before, "deciding changes nothing"
        for event in made:
            wallet.evolve(event)
            facts.append(event)
            for currency in ("HKD", "MOP"):
                available = wallet.available.get(currency, 0)
                assert available >= 0
                assert available + wallet.held(currency) == in_less_out(facts, currency)
    read_back = [type(event).__pydantic_validator__.validate_json(event.body()) for event in facts]
    assert wallet_of(*read_back) == wallet
