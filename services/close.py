"""Commands of the close: what the day stands on is looked up, and the books are asked for their figures and their proof."""

from typing import Any

from domain.breaks.record import BreakRecord
from domain.closing.commands import CutDay, LockMonth, PrepareClose, SignClose
from domain.closing.decide import (
    Month,
    accrual_of,
    check_may_prepare,
    check_may_sign,
    days_of,
    decide_accrual,
    decide_cut_day,
    decide_lock_month,
    decide_prepare_close,
    decide_sign_close,
)
from domain.command import Command
from domain.event import Event, break_stream, day_stream, month_stream
from domain.gaming_day import GamingDay
from domain.questions import Proof, Revenue, Run, Unfinished
from services.case import Case, Decided
from services.days import day_of, policy_of
from services.handlers import Handler, Outcome
from services.states import Loaded


def cut_day(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, CutDay)
    day = day_of(case, command.gaming_day)
    events = decide_cut_day(day.state, command, today=case.gaming_day, unfinished=_unfinished(case, command.gaming_day))
    return _of_day(day, command.gaming_day, events)


def prepare_close(case: Case) -> Outcome:
    """Tax first, in an answer of its own: the proof is worked out on books that have it."""
    command = case.command
    assert isinstance(command, PrepareClose)
    name = command.gaming_day
    day = day_of(case, name)
    run = Run.model_validate(case.supply("run", lambda facts: facts.finance.run(name).model_dump(mode="json")))
    breaks = [(case.states.get(break_stream(found.break_id), BreakRecord).state, found) for found in run.breaks]
    maker = check_may_prepare(day.state, command, unfinished=_unfinished(case, name), breaks=breaks)
    accrual = accrual_of(name, _days(case, name[:7]))
    asked = (accrual.first_day, accrual.through)
    revenue = Revenue.model_validate(case.supply("revenue", lambda facts: facts.finance.revenue(*asked).model_dump(mode="json")))
    taxed = decide_accrual(day.state, name, accrual=accrual, revenue=revenue, policy=policy_of(case, name))
    return _of_day(day, name, taxed or decide_prepare_close(command, maker=maker, proof=_proof(case, name, None)))


def sign_close(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, SignClose)
    day = day_of(case, command.gaming_day)
    prepared = check_may_sign(day.state, command)
    proof = _proof(case, command.gaming_day, prepared.as_of)
    return _of_day(day, command.gaming_day, decide_sign_close(day.state, command, proof=proof))


def lock_month(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, LockMonth)
    month = case.states.get(month_stream(command.month), Month)
    case.in_order(month)
    first_day = case.supply("first_day", lambda facts: facts.first_day())
    days = _days(case, command.month)
    events = decide_lock_month(month.state, command, days=days, today=case.gaming_day, first_day=first_day)
    return Outcome([Decided(month, events, case.gaming_day, lambda _event: command.month)])


def _of_day(day: Loaded[GamingDay], name: str, events: list[Event]) -> Outcome:
    """Whatever closes a day belongs to that day."""
    return Outcome([Decided(day, events, name, lambda _event: name)])


def _days(case: Case, month: str) -> dict[str, GamingDay]:
    return {name: case.states.get(day_stream(name), GamingDay).state for name in days_of(month)}


def _unfinished(case: Case, gaming_day: str) -> Unfinished:
    def ask(facts: Any) -> dict[str, list[str]]:
        found: Unfinished = facts.unfinished(gaming_day)
        return {"tables": list(found.tables), "slips": list(found.slips)}

    answer = case.supply("unfinished", ask)
    return Unfinished(tuple(answer["tables"]), tuple(answer["slips"]))


def _proof(case: Case, gaming_day: str, as_of: int | None) -> Proof:
    return Proof.model_validate(case.supply("proof", lambda facts: facts.finance.proof(gaming_day, as_of).model_dump(mode="json")))


HANDLERS: dict[type[Command], Handler] = {
    CutDay: cut_day,
    PrepareClose: prepare_close,
    SignClose: sign_close,
    LockMonth: lock_month,
}
