"""Commission, gross gaming revenue and wallets of pataca against a second, plain program (tests/second/plain.py), to the unit."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Recorded
from domain.policy import SHIPPED
from infra.books import Books
from projections.commission import Commission
from projections.filters import ALL
from projections.ledger.ledger import Ledger
from projections.ledger.revenue import gross_revenue
from projections.ledger.scope import Scope
from projections.ledger.trial_balance import trial_balance
from projections.regulator import Regulator
from services.demo.evening import play_evening
from services.demo.floor import Floor
from services.projector import catch_up
from services.reports.fresh import Asked
from tests.projections.fake_log import FakeLog
from tests.projections.hand_log import fewer
from tests.projections.ledger.play import evening
from tests.projections.ledger.play_baccarat import baccarat_evening
from tests.projections.ledger.play_close import Night
from tests.projections.ledger.play_disputes import disputed
from tests.second import plain
from tests.services.house import DAY, house

SEEDS = st.integers(0, 2**32)


def by_hand(log: Iterable[Recorded]) -> Any:
    reckoned = plain.Plain()
    for record in log:
        reckoned.take(record.stream, record.event.topic(), record.body, record.meta.gaming_day)
    return reckoned


@contextmanager
def asked(log: Iterable[Recorded]) -> Iterator[Asked]:
    with closing(Books.memory()) as books:
        catch_up(FakeLog(list(log)), books, (Ledger, Commission, Regulator))
        with books.read() as connection:
            yield Asked(connection, lambda _day: SHIPPED)


def agree(log: Iterable[Recorded]) -> Any:
    """The plain program's figures, once the product's are found to be the same."""
    log = list(log)
    reckoned = by_hand(log)
    assert reckoned.wrong == []
    with asked(log) as question:
        assert commission_of(question) == commission_by_hand(reckoned)
        assert revenue_of(question) == (reckoned.revenue(), reckoned.revenue())
        assert wallets_of(question) == reckoned.wallets()
    return reckoned


def commission_of(asked: Asked) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for row in asked.live(Commission)[0].report(asked.connection):
        key = (row["gaming_day"], row["game"], row["table"], row["currency"])
        sums = found.setdefault(key, [0] * 6)
        names = ("hands", "base", "exact_e4", "charged", "forgone_by_cap", "forgone_by_rounding")
        found[key] = [before + row[name] for before, name in zip(sums, names, strict=True)]
    return found


def commission_by_hand(reckoned: Any) -> dict[Any, Any]:
    names = ("base", "exact_e4", "charged", "by_cap", "by_rounding")
    return {key: [len(sums["hands"]), *(sums[name] for name in names)] for key, sums in reckoned.commission.items()}


def revenue_of(asked: Asked) -> tuple[dict[Any, int], dict[Any, int]]:
    """By the regulator's projection and by the ledger's accounts, which know no games."""
    rows = asked.live(Regulator)[0].ggr(asked.connection, asked.policy_on, ALL)
    games = {row["table"]: row["game"] for row in rows}
    regulator = {(row["gaming_day"], row["game"], row["table"], row["currency"]): row["ggr"] for row in rows if row["ggr"]}
    ledger, position = asked.live(Ledger)
    booked = gross_revenue(asked.connection, ledger.tables, Scope(as_of=position))
    return regulator, {(day, games[table], table, currency): ggr for (day, table, currency), ggr in sorted(booked.items()) if ggr}


def wallets_of(asked: Asked) -> dict[Any, tuple[int, int]]:
    ledger, position = asked.live(Ledger)
    found: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    for row in trial_balance(asked.connection, ledger.tables, Scope(as_of=position), detail=True).rows:
        code, _, player = row["account"].partition(":")
        if code in ("2010", "2020"):
            found[player, row["currency"]][code == "2020"] -= row["closing"]
    return {key: (available, held) for key, (available, held) in sorted(found.items()) if available or held}


@fewer
@given(SEEDS)
def test_random_evenings_of_hold_em(seed: int) -> None:
    opened = evening(seed, hands=8)
    Night(opened, Random(seed)).end({})
    agree(opened.log)


@fewer
@given(SEEDS)
def test_random_evenings_of_baccarat(seed: int) -> None:
    agree(baccarat_evening(seed).log)


@fewer
@given(SEEDS)
def test_random_evenings_with_disputes(seed: int) -> None:
    """What a dispute corrects counts in the day that it is booked in."""
    opened = evening(seed, hands=8) if seed % 2 else baccarat_evening(seed)
    opened.gaming_day = "2026-12-05"
    disputed(opened, Random(seed))
    agree(opened.log)


@pytest.mark.parametrize("seed", [1, 7])
def test_an_evening_of_the_demo(seed: int) -> None:
    with house() as opened:
        for _ in play_evening(Floor(opened.commands), DAY, 30, Random(seed)):
            pass
        reckoned = agree(opened.store.read(0, opened.store.last_position()))
    assert {key[1] for key in reckoned.revenue()} == {"holdem", "baccarat"}
    assert reckoned.wallets()


ZONES = ("Asia/Macau", "UTC", "Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu")
"""Some change their clocks in the year, one of them by half an hour; two are off the full hour."""
CUT_OFFS = ("2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2026-12-31")
"""Days around which clocks are changed somewhere."""


@pytest.mark.parametrize("day", CUT_OFFS)
@pytest.mark.parametrize("zone", ZONES)
def test_the_cut_off_is_the_same_moment_on_every_clock(zone: str, day: str) -> None:
    """A deposit at 05:59:59.999999 in Macau is yesterday's, at 06:00 today's, whichever clock wrote the command."""
    cut_off = datetime.fromisoformat(f"{day}T06:00:00+08:00")
    yesterday = (cut_off - timedelta(days=1)).date().isoformat()
    moments = [(cut_off - timedelta(microseconds=1), yesterday), (cut_off, day), (cut_off + timedelta(hours=23, minutes=59), day)]
    with house() as opened:
        opened.clock.now = cut_off + timedelta(days=2)
        for moment, wanted in moments:
            at = moment.astimezone(ZoneInfo(zone)).isoformat()
            [recorded] = opened.do("deposit", wallet="P-1", amount=1_000, currency="HKD", at=at).events
            assert (recorded.meta.gaming_day, plain.day_at(at), plain.day_at(recorded.meta.time)) == (wanted, wanted, wanted)
        agree(opened.store.read(0, 10))


@given(st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1)), st.sampled_from(ZONES))  # noqa: DTZ001
def test_any_moment_has_one_gaming_day(moment: datetime, zone: str) -> None:
    at = moment.replace(tzinfo=ZoneInfo(zone)).isoformat()
    in_macau = datetime.fromisoformat(at).astimezone(ZoneInfo("Asia/Macau"))
    assert plain.day_at(at) == (in_macau - timedelta(hours=6)).date().isoformat()


def test_the_plain_program_knows_nothing_of_the_product() -> None:
    tree = ast.parse(Path(plain.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
