"""Commands of counts: which place's stream each one goes to, and how much cash a table has taken."""

from domain.command import Command
from domain.counting.commands import Count, RemoveDrop
from domain.counting.counts import Counts, Taken
from domain.counting.decide import counted_at, decide_count, decide_remove_drop
from domain.event import counts_stream, table_stream
from domain.gaming_day import check_begun
from services.case import Case, Decided
from services.days import must_not_be_signed
from services.handlers import Handler, Outcome
from services.states import Loaded
from services.tables import Tables


def handlers(tables: Tables) -> dict[type[Command], Handler]:
    """`tables` know how their sessions are read."""
    return {Count: count, RemoveDrop: lambda case: remove_drop(case, tables)}


def count(case: Case) -> Outcome:
    """A sheet may arrive late: a count is stored behind later ones, with the time at which it was made."""
    command = case.command
    assert isinstance(command, Count)
    last_position = case.supply("position", lambda facts: facts.position())
    gaming_day = _day(case, command.gaming_day)
    loaded = _counts_of(case, command)
    name = "/".join((command.kind, command.place, command.currency, case.at, command.slip or ""))
    before = case.supply("count_stream", lambda facts: facts.taken("count", name))
    events = decide_count(
        loaded.state if loaded else None,
        command,
        counted_before=before is not None,
        at_pos=last_position if command.at_pos is None else command.at_pos,
        last_position=last_position,
    )
    assert loaded is not None, "a drop box that was never removed is refused"
    case.taken.append(("count", name, loaded.stream))
    return Outcome([Decided(loaded, events, gaming_day, lambda _event: command.place)])


def remove_drop(case: Case, tables: Tables) -> Outcome:
    command = case.command
    assert isinstance(command, RemoveDrop)
    used = case.supply("box_stream", lambda facts: facts.taken("box", command.box))
    loaded = case.states.get(counts_stream(command.table), Counts)
    case.in_order(loaded)
    sessions = _sessions(case, tables, command.table, from_session=max(loaded.state.session, 1))
    gaming_day = _day(case, command.gaming_day)
    events = decide_remove_drop(loaded.state, command, box_used=used is not None, sessions=sessions)
    case.taken.append(("box", command.box, loaded.stream))
    return Outcome([Decided(loaded, events, gaming_day, lambda _event: command.table)])


def _sessions(case: Case, tables: Tables, table: str, from_session: int) -> list[Taken]:
    """What the sessions of the table, from this one on, have taken in cash; it is removed after the last of that."""
    latest = case.states.latest(f"tables/{table}/")
    if latest is None:
        return []
    last = case.states.get(latest, tables.session)
    case.in_order(last)
    number = last.state.number
    sessions = [case.states.get(table_stream(table, n), tables.session).state for n in range(from_session, number + 1)]
    return [Taken(session.number, session.currency, session.cash) for session in sessions]


def _counts_of(case: Case, command: Count) -> Loaded[Counts] | None:
    """A drop box is counted where it was removed; None where none of this number was."""
    stream: str | None = counts_stream(counted_at(command))
    if command.kind == "drop":
        stream = case.supply("box_stream", lambda facts: facts.taken("box", command.place))
    return case.states.get(stream, Counts) if stream else None


def _day(case: Case, asked: str | None) -> str:
    """The gaming day that the command is booked into: the house's, unless it names one that is not signed."""
    gaming_day = asked or case.gaming_day
    check_begun(gaming_day, today=case.gaming_day)
    must_not_be_signed(case, gaming_day)
    return gaming_day
