"""Reports of the ledger: trial balance, statements and journal."""

from collections.abc import Sequence

from sqlalchemy import Connection

from projections.ledger.journal import journal as journal_lines
from projections.ledger.ledger import Ledger
from projections.ledger.liability import CHIPS, OWED
from projections.ledger.liability import exceptions as unusual
from projections.ledger.liability import liability as liabilities
from projections.ledger.scope import Answer, Scope
from projections.ledger.statement import account_statement, wallet_statement
from projections.ledger.trial_balance import trial_balance as balances
from services.reports.columns import CURRENCY, GAMING_DAY, RULE, TABLE, amounts, counts, moments, texts, words
from services.reports.report import Column, Report

_BALANCE = [
    *words(book="book"),
    *texts(account="account"),
    *words(name="name"),
    CURRENCY,
    *amounts(opening="opening", debits="debits", credits="credits", closing="closing"),
]
_STATEMENT = [
    *counts(position="position"),
    *texts(line="line"),
    *moments(time="time (UTC)"),
    GAMING_DAY,
    *texts(hand="hand", account="account", leg="leg"),
    *words(text="text"),
    CURRENCY,
    *amounts(amount="amount", balance_after="balance", opening="opening", closing="closing"),
]
_JOURNAL = [
    *texts(line="line", event_type="event", hand="hand"),
    *texts(account="account"),
    CURRENCY,
    *amounts(amount="amount"),
    *texts(leg="leg"),
    RULE,
    *texts(player="player", bet_or_pot="bet or pot"),
    *counts(exact_e4="exact e4"),
    *texts(reverses="reverses"),
    *words(book="book"),
    *counts(position="position", n="n"),
    *texts(event_id="event id"),
    *counts(event_version="event version"),
    *texts(body_hash="body hash", key="key"),
    TABLE,
    GAMING_DAY,
    *texts(restates="restates", occurred_at="occurred at", actor="actor", approver="approver", correlation="correlation"),
    *texts(policy_version="policy version"),
    *counts(posting_rules_version="posting rules version"),
    *texts(chain_hash="chain hash"),
]
IN_TERMINAL = 9
"""Columns of the journal that fit on a terminal, and on paper; the other forms have all."""


def trial_balance(connection: Connection, ledger: Ledger, scope: Scope, *, detail: bool) -> Report:
    found = balances(connection, ledger.tables, scope, detail=detail)
    return _report("trial-balance", "Trial balance", _BALANCE, found)


def statement_of_wallet(connection: Connection, ledger: Ledger, scope: Scope, wallet: str) -> Report:
    return _report("statement", "Statement of wallet", _STATEMENT, wallet_statement(connection, ledger.tables, scope, wallet), wallet)


def statement_of_account(connection: Connection, ledger: Ledger, scope: Scope, account: str) -> Report:
    return _report("statement", "Statement of account", _STATEMENT, account_statement(connection, ledger.tables, scope, account), account)


def journal(connection: Connection, ledger: Ledger, scope: Scope, *, every_field: bool) -> Report:
    columns = _JOURNAL if every_field else _JOURNAL[:IN_TERMINAL]
    rows = list(journal_lines(connection, ledger.tables, scope))
    return _report("journal", "Journal", columns, Answer(scope.as_of, rows, ()))


def liability(connection: Connection, ledger: Ledger, scope: Scope) -> Report:
    """What is owed to customers, and where the chips are."""
    found = liabilities(connection, ledger.tables, scope)
    columns = [CURRENCY, *amounts(**{name: name.replace("_", " ") for name in (*OWED.values(), "owed", *CHIPS.values())})]
    return _report("liability", "Owed to customers, and chips", columns, found)


def exceptions(connection: Connection, ledger: Ledger, scope: Scope) -> Report:
    """What people should look at."""
    columns = [*texts(kind="kind", about="what"), CURRENCY, *amounts(amount="amount"), *texts(text="why")]
    return _report("exceptions", "Exceptions", columns, unusual(connection, ledger.tables, scope))


def _report(name: str, title: str, columns: Sequence[Column], answer: Answer, subject: str = "") -> Report:
    return Report(name, title, answer.as_of, columns, answer.rows, answer.totals, subject=subject)
