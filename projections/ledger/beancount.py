"""The journal in the format of beancount, so that another foreign program can prove the books (docs/finance.md, Reports and formats).

One transaction an entry, dated by its gaming day; accounts are opened before the first day for the commodities that they
hold. beancount proves a balance at the beginning of a day, so those of a day's end stand on the day after, exact to the
minor unit: without `~ 0.00` it would forgive one.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy import Connection

from projections.ledger.accounts import ACCOUNTS, code_of
from projections.ledger.foreign import Balances, Key, Line, before, commodity, days, decimal, used
from projections.ledger.scope import Scope
from projections.ledger.tables import LedgerTables

_ROOTS = {"1": "Assets", "2": "Liabilities", "3": "Equity", "4": "Income", "6": "Expenses", "7": "Equity"}
"""By the first digit; a chip account is what its normal side says."""
_LETTERS = str.maketrans({".": "\ua78f", "_": "\u02cd"})
"""Letters for the two signs of an id that an account of beancount may not have; they look the same and stand in no id."""
_FIRST = "\ua78b"
"""In front of what does not begin with a capital or a digit."""


def to_beancount(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[str]:
    """The file in parts that bring their line ends. Where the scope has a first day, what lies before it comes as one opening."""
    scope.only()
    for lines in _blocks(connection, tables, scope):
        yield "\n".join((*lines, "\n"))


def account_name(account: str) -> str:
    """`Liabilities:2110-chips-at-seat:PK-07:P-1208` of `2110:PK-07:P-1208`; two accounts never have one name."""
    code, *values = account.split(":")
    chart = ACCOUNTS[code]
    root = _ROOTS.get(code[0]) or ("Liabilities" if chart.side == "C" else "Assets")
    words = chart.name.replace("'", "").replace(" ", "-")
    return ":".join((root, f"{code}-{words}", *map(_dimension, values)))


def _dimension(value: str) -> str:
    letters = value.translate(_LETTERS)
    return letters if letters[0].isascii() and (letters[0].isupper() or letters[0].isdigit()) else f"{_FIRST}{letters}"


def _blocks(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[list[str]]:
    """Directives, then one transaction after the other."""
    keys = used(connection, tables, scope)
    if not keys:
        return
    opening = before(connection, tables, scope)
    opened = False
    for day, entries, balances in days(connection, tables, scope, opening):
        if not opened:
            yield from _begin(scope.first_day or day, keys, opening)
            opened = True
        for entry in entries:
            yield _transaction(entry)
        yield _assertions(day, balances)
    if not opened and scope.first_day:
        yield from _begin(scope.first_day, keys, opening)


def _begin(day: str, keys: Sequence[Key], opening: Balances) -> Iterator[list[str]]:
    held: dict[str, list[str]] = {}
    for account, currency in keys:
        held.setdefault(account, []).append(commodity(account, currency))
    yield [f"{day} commodity {name}" for name in sorted({name for names in held.values() for name in names})]
    yield [line for account, names in held.items() for line in _open(day, account, names)]
    if opening:
        yield [f'{day} * "opening balances"', *(_posting(*key, amount) for key, amount in opening.items())]


def _open(day: str, account: str, commodities: Sequence[str]) -> list[str]:
    """The metadata have the account as our own reports write it, and its name in the chart."""
    told = {"account": account, "name": ACCOUNTS[code_of(account)].name}
    return [f"{day} open {account_name(account)} {','.join(commodities)}", *_metadata("  ", told)]


def _transaction(entry: Sequence[Line]) -> list[str]:
    first = entry[0]
    told = {"event": first["event_id"], "position": first["position"], "hand": first["hand"]}
    text = [f"{first['gaming_day']} * {_quoted(first['event_type'])}", *_metadata("  ", told)]
    for line in entry:
        text.append(_posting(line["account"], line["currency"], line["amount"]))
        text.extend(_metadata("    ", {"leg": line["leg"], "rule": line["rule"]}))
    return text


def _assertions(day: str, balances: Balances) -> list[str]:
    after = date.fromisoformat(day) + timedelta(days=1)
    return [
        f"{after} balance {account_name(account)} {decimal(amount, currency)} ~ {decimal(0, currency)} {commodity(account, currency)}"
        for (account, currency), amount in sorted(balances.items())
    ]


def _posting(account: str, currency: str, amount: int) -> str:
    return f"  {account_name(account)}  {decimal(amount, currency)} {commodity(account, currency)}"


def _metadata(indent: str, told: Mapping[str, str | int | None]) -> list[str]:
    values = {key: value for key, value in told.items() if value is not None}
    return [f"{indent}{key}: {_quoted(value) if isinstance(value, str) else value}" for key, value in values.items()]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
