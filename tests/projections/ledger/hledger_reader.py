"""A small reader of hledger's journal format: as much of it as our export uses, as strict as `hledger check --strict`."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

_AMOUNT = re.compile(r"(-?)(\d+)\.(\d\d) ([A-Z]+)")
_TAGS = re.compile(r"(\w+):([^,]*)(?:, |$)")


@dataclass
class Journal:
    """`balances`: account and commodity to minor units at the end of the file."""

    commodities: set[str] = field(default_factory=set)
    accounts: set[str] = field(default_factory=set)
    balances: Counter[tuple[str, str]] = field(default_factory=Counter)
    transactions: list[dict[str, str]] = field(default_factory=list)
    line_tags: list[dict[str, str]] = field(default_factory=list)
    asserted: int = 0


def read_hledger(text: str) -> Journal:
    journal = Journal()
    for block in filter(None, text.split("\n\n")):
        lines = block.strip("\n").split("\n")
        if lines[0][0].isdigit():
            _transaction(journal, lines)
        else:
            _directives(journal, lines)
    return journal


def _directives(journal: Journal, lines: Iterable[str]) -> None:
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "commodity":
            journal.commodities.add(rest.removeprefix("1000.00 "))
        elif word == "account":
            journal.accounts.add(rest)
        else:
            assert word == "tag", line


def _transaction(journal: Journal, lines: list[str]) -> None:
    head, _, comment = lines[0].partition("  ; ")
    date, status, rest = head.split(" ", 2)
    assert status == "*"
    journal.transactions.append({"date": date, "head": rest, **_tags(comment)})
    sums: Counter[str] = Counter()
    for line in lines[1:]:
        assert line.startswith("    "), line
        posting, _, comment = line[4:].partition("  ; ")
        account, _, amounts = posting.partition("  ")
        assert account in journal.accounts, account
        amount, _, asserted = amounts.partition(" = ")
        moved, commodity = _amount(amount)
        assert commodity in journal.commodities
        sums[commodity] += moved
        journal.balances[account, commodity] += moved
        if asserted:
            journal.asserted += 1
            assert _amount(asserted) == (journal.balances[account, commodity], commodity), line
        if comment:
            journal.line_tags.append(_tags(comment))
    assert not any(sums.values()), lines[0]


def _amount(text: str) -> tuple[int, str]:
    found = _AMOUNT.fullmatch(text)
    assert found, text
    sign, whole, rest, commodity = found.groups()
    return int(f"{sign}{whole}{rest}"), commodity


def _tags(comment: str) -> dict[str, str]:
    return dict(_TAGS.findall(comment))
