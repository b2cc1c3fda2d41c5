"""The projection: once and no more, all or nothing, and it stops rather than be wrong (docs/finance.md, Halt)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from domain.event import Recorded
from domain.holdem import events as holdem
from infra.cursors import Mark, Move, cursor
from projections.ledger import post as posting
from projections.ledger.entry import Line, Movements
from projections.ledger.halt import BooksHalted
from projections.ledger.post import POSTING_RULES
from projections.ledger.post_holdem import commission_taken, pot_split
from projections.ledger.session_holdem import HoldemSession
from tests.projections.ledger.house import Desk, House, Table
from tests.projections.ledger.play import evening

NAMES = ("entries", "lines", "balances", "contexts", "heads", "breaks")


def contents(desk: Desk) -> dict[str, list[dict[str, Any]]]:
    return {name: desk.rows(name) for name in NAMES}


def played() -> Table:
    table = Table(House(), "PK-07")
    table.open()
    for seat in (2, 5, 7):
        table.sit(seat, f"P-{seat}", 1_000)
    table.start()
    for seat in (2, 5, 7):
        table.bet(seat, 300)
    table.settle(900, 45, [({2: 286, 5: 285, 7: 284}, {2: 1})])
    return table


@contextmanager
def defect(kind: type[Any], posted: Any) -> Iterator[None]:
    """The posting rules with one posting replaced."""
    spoilt = replace(POSTING_RULES[0], at_table={**POSTING_RULES[0].at_table, kind: posted})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(posting, "POSTING_RULES", (spoilt,))
        yield


class PowerCut(Exception):
    pass


def test_a_failure_between_rows_and_cursor_leaves_neither_and_the_second_try_is_as_a_clean_run() -> None:
    log = evening(7, hands=4, days=1).log
    clean, broken = Desk().book(log), Desk()
    for start in range(0, len(log), 100):
        page = log[start : start + 100]
        before = contents(broken)
        with pytest.raises(PowerCut):
            _write_and_fail(broken, page)
        broken.ledger.forget()
        assert contents(broken) == before
        broken.book(page)
    assert contents(broken) == contents(clean)


def _write_and_fail(desk: Desk, page: list[Recorded]) -> None:
    with desk.books.read() as connection:
        at = cursor(connection, desk.key).position
    with desk.books.write(Move(desk.key, at, Mark(page[-1].position))) as writer:
        desk.ledger.project(page, writer)
        raise PowerCut


@pytest.mark.parametrize("forgotten", [False, True])
def test_events_that_come_again_change_nothing(forgotten: bool) -> None:
    """A cursor that was lost: everything is sent a second time, posting events and others."""
    log = evening(8, hands=4).log
    desk = Desk().book(log)
    before = contents(desk)
    seen_again = 0
    for start in range(0, len(log), 77):
        if forgotten:
            desk.ledger.forget()
        with desk.books.write(Move(desk.key, log[-1].position, Mark(log[-1].position))) as writer:
            desk.ledger.project(log[start : start + 77], writer)
        seen_again += len(log[start : start + 77])
    assert seen_again == len(log)
    assert contents(desk) == before


def test_an_event_twice_in_one_batch_is_booked_once() -> None:
    log = played().house.log
    doubled = [recorded for one in log for recorded in (one, one)]
    assert contents(Desk().book(doubled)) == contents(Desk().book(log))


@pytest.mark.parametrize("together", [True, False])
def test_the_same_id_with_another_body_stops_the_books(together: bool) -> None:
    log = played().house.log
    bet = next(recorded for recorded in log if isinstance(recorded.event, holdem.BetPlaced))
    other = bet.event.model_copy(update={"amount": 301})
    forged = bet._replace(event=other, body=other.body(), position=log[-1].position + 1)
    desk = Desk()
    if not together:
        desk.book(log)
        log = []
    with pytest.raises(BooksHalted) as stop:
        desk.book([*log, forged])
    assert (stop.value.code, stop.value.defect, stop.value.record.id) == ("other-body", False, bet.id)


def test_a_halt_rolls_back_the_whole_batch() -> None:
    table = played()
    table.start()
    table.stacks[9] = 1
    table.bet(9, 1)
    desk = Desk()
    with pytest.raises(BooksHalted):
        desk.book(table.house.log)
    assert contents(desk) == {name: [] for name in NAMES}


def _commission_without_its_chips(session: HoldemSession, event: holdem.CommissionTaken) -> list[Line]:
    return commission_taken(session, event)[:2]


def _half_a_leg(session: HoldemSession, event: holdem.CommissionTaken) -> list[Line]:
    return commission_taken(session, event)[1:]


def _without_a_rule(session: HoldemSession, event: holdem.CommissionTaken) -> list[Line]:
    moves = Movements(session.currency)
    moves.leg("COMMISSION", "", session.pot_account, "4010:PK-07", event.amount)
    return moves.lines


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [(_commission_without_its_chips, "chips-gap"), (_half_a_leg, "unbalanced"), (_without_a_rule, "unbalanced")],
)
def test_a_defect_of_the_postings_stops_the_books_as_the_program_s_own_fault(spoilt: Any, code: str) -> None:
    desk = Desk()
    with defect(holdem.CommissionTaken, spoilt), pytest.raises(BooksHalted) as stop:
        desk.book(played().house.log)
    assert (stop.value.code, stop.value.defect, type(stop.value.record.event)) == (code, True, holdem.CommissionTaken)
    assert desk.rows("lines") == []


def test_an_odd_chip_that_is_lost_leaves_the_hand_uncleared() -> None:
    def lost(session: HoldemSession, event: holdem.PotSplit) -> list[Line]:
        return [line for line in pot_split(session, event) if line.leg != "ODD_CHIP"]

    with defect(holdem.PotSplit, lost):
        desk = Desk().book(played().house.log)
    assert [(row["type"], row["difference"]) for row in desk.rows("breaks")] == [("UNCLEARED_HAND", 1)]


def test_lines_that_do_not_sum_to_0_once_stored_stop_the_books() -> None:
    desk = Desk()
    with desk.books.change() as connection:
        gnaw = "update ledger_lines_1 set amount = amount + 1 where amount = 45"
        connection.execute(text(f"create trigger gnaws after insert on ledger_lines_1 begin {gnaw}; end"))
    with pytest.raises(BooksHalted) as stop:
        desk.book(played().house.log)
    assert (stop.value.code, type(stop.value.record.event)) == ("unbalanced", holdem.CommissionTaken)
    assert desk.rows("lines") == []
