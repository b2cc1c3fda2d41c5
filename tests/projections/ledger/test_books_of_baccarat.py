"""Random baccarat, played by the real rules, against the second model and every rule; and the defects that the rules find."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.baccarat import events as baccarat
from domain.event import Recorded
from projections.ledger.entry import Line
from projections.ledger.halt import BooksHalted
from projections.ledger.identities import prove
from projections.ledger.post_baccarat import bet_held, bet_settled, bets_closed, commission_taken, round_voided
from projections.ledger.proof import Difference
from projections.ledger.revenue import gross_revenue
from projections.ledger.scope import Scope
from projections.ledger.session_baccarat import BaccaratSession
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE
from tests.projections.ledger.house import DAY, Desk, House
from tests.projections.ledger.pit import Pit
from tests.projections.ledger.plain_model import PlainModel
from tests.projections.ledger.play_baccarat import baccarat_evening
from tests.projections.ledger.test_ledger import defect

SEEDS = st.integers(0, 2**32)


def found(desk: Desk, log: Iterable[Recorded]) -> list[Difference]:
    with desk.read() as connection:
        return [difference for verdict in prove(connection, desk.ledger.tables, log) for difference in verdict.differences]


@given(SEEDS)
def test_the_books_hold_what_the_piles_hold_and_every_rule_holds(seed: int) -> None:
    log = baccarat_evening(seed).log
    desk = Desk().book(log)
    assert desk.balances() == PlainModel().read(log).balances()
    assert desk.rows("breaks") == []
    assert found(desk, log) == []


@given(SEEDS)
def test_revenue_is_what_the_raw_events_say(seed: int) -> None:
    """I7: stakes lost less winnings paid, and commission, once; nothing for voids, demonstrations and held bets."""
    log = baccarat_evening(seed).log
    won = {"BA-12": 0, "BA-13": 0}
    for recorded in log:
        match recorded.event:
            case baccarat.BetSettled() as settled:
                won[recorded.key] += settled.stake - settled.returned
            case baccarat.CommissionTaken() as taken:
                won[recorded.key] += taken.amount
    desk = Desk().book(log)
    with desk.read() as connection:
        earned = gross_revenue(connection, desk.ledger.tables, Scope(as_of=log[-1].position))
    assert {table: earned.get((DAY, table, currency), 0) for table, currency in (("BA-12", "HKD"), ("BA-13", "MOP"))} == won


@given(SEEDS, st.lists(st.integers(1, 90), min_size=1, max_size=12))
@example(39828, [1, 45, 90, 90])  # held bets that were not placed in the order of their names
def test_batches_of_any_size_make_the_same_books(seed: int, sizes: list[int]) -> None:
    """Contexts go through their stored form after every second one."""
    log = baccarat_evening(seed).log
    at_once, in_parts, rest = Desk().book(log, batch=10_000), Desk(), list(log)
    for turn, size in enumerate(sizes):
        page, rest = rest[:size], rest[size:]
        in_parts.book(page)
        if turn % 2:
            in_parts.ledger.forget()
    in_parts.book(rest)
    for name in ("entries", "lines", "balances", "contexts", "heads", "breaks"):
        assert in_parts.rows(name) == at_once.rows(name), name


@pytest.mark.parametrize("seed", range(3))
def test_every_rule_holds_after_every_event(seed: int) -> None:
    """But for money that is on its way in the middle of a command."""
    log = baccarat_evening(seed, rounds=5).log
    desk = Desk()
    for number, recorded in enumerate(log, 1):
        desk.book([recorded])
        assert [one for one in found(desk, log[:number]) if one.type != "TRANSFER_UNPAIRED"] == [], recorded.event


# Defects.


@pytest.fixture
def pit() -> Pit:
    """A bet that is held and wins when the next round decides, another that is void."""
    pit = Pit(House())
    for seat in (1, 2):
        pit.sit(seat, f"P-{seat}", 50_000).accepted()
    pit.shoe().accepted()
    pit.play("a 1 banker 1000, b 2 tie 100", TIE)
    pit.play("", BANKER)
    pit.play("c 1 player 200", TIE)
    pit.round("d 2 tie 40")
    pit.void().accepted()
    return pit


Postings = Callable[[BaccaratSession, Any], list[Line]]


def spoilt(pit: Pit, event: type, postings: Postings) -> tuple[list[tuple[Any, ...]], list[str]]:
    """The breaks, and what the rules find: all of it once each."""
    with defect(event, postings):
        desk = Desk().book(pit.house.log)
        told = sorted({f"{one.rule} {one.type} {one.key}" for one in found(desk, pit.house.log)})
    return [(row["type"], row["key"], row["difference"]) for row in desk.rows("breaks")], told


def test_the_whole_is_sound(pit: Pit) -> None:
    assert found(Desk().book(pit.house.log), pit.house.log) == []


def test_a_held_bet_settled_twice(pit: Pit) -> None:
    """Paid back at the tie, and again when it is decided."""

    def mistaken(session: BaccaratSession, event: baccarat.BetHeld) -> list[Line]:
        bet, moves = session.bet(event.bet), session.movements()
        moves.leg("STAKE_BACK", event.rule, session.held_account, bet.place, event.amount, player=bet.player, bet_or_pot=event.bet)
        return [*bet_held(session, event), *(line._replace(n=line.n + 2) for line in moves.lines)]

    breaks, told = spoilt(pit, baccarat.BetHeld, mistaken)
    assert ("UNCLEARED_HAND", f"BA-12/{DAY}/2 2122", -1_000) in breaks
    assert f"R07 REPLAY BA-12/{DAY}/1 P-1" in told
    assert "R04 UNCLEARED_HAND 2122:BA-12 a HKD" in told


def test_a_held_bet_that_does_not_come_back_into_play(pit: Pit) -> None:
    breaks, told = spoilt(pit, baccarat.BetsClosed, lambda session, event: bets_closed(session, event)[2:])
    assert ("UNCLEARED_HAND", f"BA-12/{DAY}/2 2122", 1_000) in breaks
    assert ("UNCLEARED_HAND", f"BA-12/{DAY}/2", -1_000) in breaks
    assert "R04 UNCLEARED_HAND 2122:BA-12 a HKD" in told


def test_winnings_paid_to_another_hand(pit: Pit) -> None:
    def mistaken(session: BaccaratSession, event: baccarat.BetSettled) -> list[Line]:
        return [line._replace(account="2130" if line.account[:4] == "2110" else line.account) for line in bet_settled(session, event)]

    breaks, told = spoilt(pit, baccarat.BetSettled, mistaken)
    assert breaks == []
    assert f"R07 REPLAY BA-12/{DAY}/2 P-1" in told
    assert f"R07 REPLAY BA-12/{DAY}/2 P-1, standing" in told


def test_a_void_round_that_forgets_a_bet(pit: Pit) -> None:
    breaks, told = spoilt(pit, baccarat.RoundVoided, lambda session, event: round_voided(session, event)[:2])
    assert breaks == [("UNCLEARED_HAND", f"BA-12/{DAY}/4", 40)]
    assert f"R04 UNCLEARED_HAND BA-12/{DAY}/4 HKD" in told


def test_a_commission_without_its_chips_stops_the_books(pit: Pit) -> None:
    with defect(baccarat.CommissionTaken, lambda session, event: commission_taken(session, event)[:2]), pytest.raises(BooksHalted) as stop:
        Desk().book(pit.house.log)
    assert (stop.value.code, stop.value.defect) == ("chips-gap", True)


def test_a_tray_that_did_not_get_what_was_lost() -> None:
    """I5, where the chips went to another table: both books balance all the same."""
    pit = Pit(House())
    pit.shoe().accepted()
    pit.play("a - player 300", BANKER)

    def mistaken(session: BaccaratSession, event: baccarat.BetSettled) -> list[Line]:
        return [line._replace(account="9220:BA-13" if line.account[:4] == "9220" else line.account) for line in bet_settled(session, event)]

    breaks, told = spoilt(pit, baccarat.BetSettled, mistaken)
    assert (breaks, told) == ([], ["R05 BALANCE I5 BA-12 HKD", "R05 BALANCE I5 BA-13 HKD"])


# Facts that differ from what the books know.


def rewritten(pit: Pit, kind: type, **fields: Any) -> list[Recorded]:
    """The log with these fields in the last event of this class."""
    log = list(pit.house.log)
    at = max(number for number, recorded in enumerate(log) if type(recorded.event) is kind)
    event = log[at].event.model_copy(update=fields)
    log[at] = log[at]._replace(event=event, body=event.body())
    return log


def amounts(log: Iterable[Recorded]) -> list[tuple[str, int, int]]:
    rows = [row for row in Desk().book(log).rows("breaks") if row["type"] == "AMOUNT"]
    return sorted((row["key"].partition(" ")[2], row["side_a"], row["side_b"]) for row in rows)


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        (baccarat.BetSettled, {"stake": 999}, [("bet x", 1_000, 999), ("bet x returned", 1_999, 2_000)]),
        (baccarat.BetHeld, {"amount": 1_010}, [("bet x", 1_000, 1_010)]),
        (baccarat.CommissionTaken, {"base": 990}, [("base of P-1", 1_000, 990)]),
        (baccarat.HeldBetDecided, {"refund": 7}, [("bet x", 1_000, 1_007)]),
        (baccarat.RoundOpened, {"held": ()}, [("bet x", 1_000, 0)]),
        (baccarat.BetsClosed, {"totals": {"player": 1}}, [("on banker", 1_000, 0), ("on player", 0, 1)]),
    ],
)
def test_an_amount_that_differs_is_posted_as_the_event_says_and_gets_a_name(
    kind: type, fields: dict[str, Any], told: list[tuple[str, int, int]]
) -> None:
    pit = Pit(House())
    pit.sit(1, "P-1", 50_000).accepted()
    pit.shoe().accepted()
    pit.play("x 1 banker 1000", TIE)
    pit.play("", BANKER)
    assert amounts(rewritten(pit, kind, **fields)) == told


def test_a_withdrawal_a_refund_and_a_stack_that_differ() -> None:
    pit = Pit(House())
    pit.sit(1, "P-1", 50_000).accepted()
    pit.shoe().accepted()
    pit.round("x 1 banker 1000")
    pit.withdraw("x", 100).accepted()
    assert amounts(rewritten(pit, baccarat.BetWithdrawn, left=899)) == [("bet x", 1_000, 999)]
    pit.void().accepted()
    assert amounts(rewritten(pit, baccarat.RoundVoided, refunds=())) == [("bet x", 900, 0)]
    pit.when("close-table").accepted()
    assert amounts(rewritten(pit, baccarat.TableClosed, carried=())) == [("player P-1", 50_000, 0)]


@pytest.mark.parametrize("cards", [PLAYER, TIE])
def test_a_bet_that_is_never_settled_is_found_when_the_next_round_opens(cards: str) -> None:
    pit = Pit(House())
    pit.sit(1, "P-1", 50_000).accepted()
    pit.shoe().accepted()
    pit.play("x 1 tie 1000", cards)
    pit.round()
    log = [recorded for recorded in pit.house.log if not isinstance(recorded.event, baccarat.BetSettled)]
    rows = Desk().book(log).rows("breaks")
    assert [(row["type"], row["key"], row["side_b"]) for row in rows] == [("UNCLEARED_HAND", "tables/BA-12/000001 2121", 1_000)]


def test_a_settlement_of_a_bet_that_does_not_lie_there_stops_the_books() -> None:
    pit = Pit(House())
    pit.sit(1, "P-1", 50_000).accepted()
    pit.shoe().accepted()
    pit.play("x 1 player 1000", BANKER)
    settled = pit.house.log[-1].event
    pit.house.record((pit.stream, settled))
    with pytest.raises(BooksHalted, match=r"no bet x lies on BA-12; there are \[\]") as stop:
        Desk().book(pit.house.log)
    assert (stop.value.code, stop.value.defect) == ("unknown-bet", False)
