"""The postings against a second model made another way, on random evenings, and in batches of any size."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from projections.ledger.identities import prove
from tests.projections.hand_log import fewer
from tests.projections.ledger.house import Desk
from tests.projections.ledger.plain_model import PlainModel
from tests.projections.ledger.play import evening
from tests.projections.ledger.play_baccarat import baccarat_evening
from tests.projections.ledger.play_disputes import disputed

SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_the_books_hold_what_the_piles_hold_and_every_rule_holds(seed: int) -> None:
    house = evening(seed, hands=6)
    desk = Desk().book(house.log)
    assert desk.balances() == PlainModel().read(house.log).balances()
    assert desk.rows("breaks") == []
    with desk.read() as connection:
        verdicts = prove(connection, desk.ledger.tables, house.log)
    assert [verdict.rule for verdict in verdicts] == ["R01", "R02", "R03", "R04", "R05", "R06", "R07", "R14"]
    assert [difference for verdict in verdicts for difference in verdict.differences] == []
    assert all(verdict.checked for verdict in verdicts)


@fewer
@given(SEEDS)
def test_books_with_disputes_hold_what_the_piles_hold(seed: int) -> None:
    """Hands settled anew move no chips; what each case owes is what its players should have won less what they did win."""
    house = evening(seed, hands=6) if seed % 2 else baccarat_evening(seed)
    disputed(house, Random(seed))
    desk = Desk().book(house.log)
    assert desk.balances() == PlainModel().read(house.log).balances()
    assert not any(account.startswith("2410") for account, _currency in desk.balances())
    with desk.read() as connection:
        verdicts = prove(connection, desk.ledger.tables, house.log)
    assert [difference for verdict in verdicts for difference in verdict.differences if verdict.rule != "R14"] == []


@given(SEEDS, st.lists(st.integers(1, 200), min_size=1, max_size=12))
def test_batches_of_any_size_make_the_same_books(seed: int, sizes: list[int]) -> None:
    house = evening(seed, hands=4)
    at_once, in_parts = Desk().book(house.log, batch=10_000), Desk()
    rest = list(house.log)
    for turn, size in enumerate(sizes):
        page, rest = rest[:size], rest[size:]
        in_parts.book(page)
        if turn % 2:
            in_parts.ledger.forget()
    in_parts.book(rest)
    for name in ("entries", "lines", "balances", "contexts", "heads", "breaks"):
        assert in_parts.rows(name) == at_once.rows(name), name
