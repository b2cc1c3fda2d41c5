"""What the pages in docs/ work out comes out of the code: pots, commission, ladders, and the program that checks a hash chain."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain import rules
from domain.holdem.choices import CARDROOM, MACAU
from domain.holdem.pots import commission, pots, split, uncalled, without_uncalled
from domain.holdem.rules import HouseRules
from domain.money import split_in_proportion
from domain.rules import Ruleset
from projections.ledger.chain import entry_hash
from projections.ledger.entry import Head, Line
from tests.cli.terminal import pataca
from tests.pages import ROOT, Row, row_of, section, worked


def house(law: Ruleset, **chosen: Any) -> HouseRules:
    return HouseRules.of(law.name, rules.resolve(law, chosen, ()))


def numbers(text: str) -> dict[int, int]:
    """`1:50f 2:100`: amount by seat."""
    return {int(seat): int(amount) for seat, amount in re.findall(r"(\d+):(\d+)", text)}


@pytest.mark.parametrize("row", worked(section("holdem", "Pots")), ids=lambda row: f"{row[0]} unit {row[2]}")
def test_the_pots_come_out_as_told(row: Row) -> None:
    put_in, hands, unit, back, in_pots, taken, paid = row
    table, total = house(MACAU, big_blind=100, unit=int(unit)), numbers(put_in)
    live = [seat for seat, amount in total.items() if f"{seat}:{amount}f" not in put_in]
    assert numbers(back) == dict(filter(None, [uncalled(total)]))
    found = pots(without_uncalled(total), live)
    assert in_pots == "; ".join(f"{pot.amount} {{{','.join(map(str, pot.eligible))}}}" for pot in found)
    charged = commission(sum(pot.amount for pot in found), table, flop_dealt=True).amount
    parts = split_in_proportion(charged, [pot.amount for pot in found], table.commission_unit)
    assert taken == f"{charged} = {' + '.join(map(str, parts))}"
    strength = {int(seat): -place for place, tied in enumerate(hands.split(" > ")) for seat in tied.split(" = ")}
    won = dict.fromkeys(live, 0)
    for pot, part in zip(found, parts, strict=True):
        best = max(strength[seat] for seat in pot.eligible)
        for seat, share in split(pot.amount - part, [seat for seat in pot.eligible if strength[seat] == best], table).shares.items():
            won[seat] += share
    assert numbers(paid) == {seat: amount for seat, amount in won.items() if amount}


@pytest.mark.parametrize("row", worked(section("holdem", "Commission")), ids=lambda row: row[0])
def test_the_commissions_come_out_as_told(row: Row) -> None:
    base, bp, big_blind, unit, exact, amount, _why = row
    table = house(MACAU, big_blind=int(big_blind), commission_bp=int(bp), commission_unit=int(unit))
    whole, _, rest = exact.partition(".")
    assert commission(int(base), table, flop_dealt=True)[:2] == (int(f"{whole}{rest:0<4}"), int(amount))


@pytest.mark.parametrize("profile", ["statutory", "literal-sb", "cardroom"])
def test_the_ladders_come_out_as_told(profile: str) -> None:
    first, second, third, fourth = house(CARDROOM, big_blind=40, structure="fixed-limit", limit_profile=profile).limit_sizes
    assert third == fourth
    ladders = [[40 + raises * first for raises in range(4)], *([bets * size for bets in range(1, 5)] for size in (second, third))]
    assert row_of(section("holdem", "Fixed limit"), profile)[2:] == [", ".join(map(str, ladder)) for ladder in ladders]


def test_the_program_on_the_page_checks_a_chain() -> None:
    outside = program()
    assert (tuple(outside["HEAD"]), tuple(outside["LINE"])) == (Head._fields, Line._fields)
    journal = journal_of("tables/PK-07/000001", "wallets/PK-07", "tables/PK-07/000002")
    assert outside["check"](journal) == "3 entries in 2 chains"
    journal[0]["amount"] = 6
    assert outside["check"](journal) == "tables/PK-07/000001@1 does not follow"


def test_the_chains_of_the_first_hand_are_those_of_the_page(tmp_path: Path) -> None:
    assert pataca("run", ROOT / "docs" / "examples" / "first-hand.jsonl", "--data", tmp_path / "house").status == 0
    journal = pataca("ledger", "journal", "--json", "--data", tmp_path / "house").documents()
    assert f"    {program()['check'](journal)}\n" in section("finance", "Hash chain")


@pytest.mark.on_demand
def test_the_line_of_the_demo_is_the_one_on_the_page(tmp_path: Path) -> None:
    assert pataca("demo", "--seed", "7", "--hands", "3", "--data", tmp_path / "house").status == 0
    number, shown = re.findall(r"pataca ledger why (\S+) --data house\n((?:    .*\n)+)", section("finance", "Postings"))[0]
    ended = pataca("ledger", "why", number, "--data", tmp_path / "house")
    for part in re.split(r"^    \.\.\.\n", shown, flags=re.MULTILINE):
        assert re.sub("^    ", "", part, flags=re.MULTILINE) in ended.out


def program() -> dict[str, Any]:
    """What the page's program defines."""
    outside: dict[str, Any] = {"__name__": "outside"}
    found = re.search(r"```python\n(.+?)```", section("finance", "Hash chain"), re.DOTALL)
    assert found
    exec(found[1], outside)  # noqa: S102 - it is the page's own
    return outside


def journal_of(*streams: str) -> list[dict[str, Any]]:
    """As `ledger journal --json` gives it: an entry of two lines in each stream."""
    journal: list[dict[str, Any]] = []
    last: dict[str, str] = {}
    for position, stream in enumerate(streams, 1):
        event = (f"{stream}@1", position, "wallet.funds-deposited", 1, "ab" * 32)
        head = Head(*event, "PK-07", None, None, "2026-11-30", None, "2026-11-30 澳門", "E-1", None, "c", "FINANCE-2026", 1)
        lines = [Line(1, "1110:MAIN", "HKD", 5, "DEPOSIT", "HOUSE-FIN 1"), Line(2, "2010:P-1", "HKD", -5, "DEPOSIT", "HOUSE-FIN 1", "P-1")]
        source = stream.removesuffix("/000001").removesuffix("/000002")
        last[source] = entry_hash(last.get(source), head, lines)
        journal += [{**head._asdict(), **line._asdict(), "chain_hash": last[source]} for line in lines]
    return journal
