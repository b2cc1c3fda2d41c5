"""`pataca breaks`: what does not agree, back to the hand that made it, and what two people do about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import Currency, Data, GamingDay, Json, Table, Wait
from services.cli.output import json_line, line
from services.errors import NotFound

if TYPE_CHECKING:
    from domain.event import Recorded
    from services.app import Records
    from services.reconcile.desk import Desk

app = typer.Typer(help="What does not agree: listed, followed back to its hand, and settled by two people.", no_args_is_help=True)

Break = Annotated[str, typer.Argument(metavar="ID", help="A break's id, such as `BRK-0123456789ab`.")]
Actor = Annotated[str, typer.Option("--actor", metavar="WHO", help="Who does this.")]
Approver = Annotated[str | None, typer.Option("--approver", metavar="WHO", help="The second person.", show_default=False)]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")]

_STATUS = {"same-person": Exit.CONFLICT, "no-such-break": Exit.NOT_FOUND, "day-closed": Exit.CONFLICT}
"""Refusals that end otherwise than with 1."""


@app.command("list")
def list_breaks(
    gaming_day: GamingDay = None,
    table: Table = None,
    currency: Currency = None,
    settled: Annotated[bool, typer.Option("--all", help="Those too that are settled or within tolerance.")] = False,
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> int:
    """Every break, the serious and old ones first; those that people have worked on and no run finds any more come last."""
    from services.cli.asking import known_table
    from services.reconcile.life import gone
    from services.reconcile.outputs import break_row
    from services.reconcile.run import Papers, Scope, run
    from services.reconcile.summary import lines_of

    with _desk(data, gaming_day, wait) as (records, desk):
        known_table(records, table)
        result = run(desk, Scope(gaming_day, currency, table), Papers(), iter)
        option = records.place.option
        shown = [one for one in result.breaks if settled or one.counts]
        for one in shown:
            if json:
                json_line(break_row(one))
            else:
                for sentence in lines_of(one, option):
                    line(sentence)
        for name, record, status in gone(desk, result.breaks) if settled else ():
            told = {"id": name, "status": status, "owner": record.owner}
            json_line(told) if json else line(f"   {name} {status}, no longer found")
    return Exit.REFUSED if result.outcome != "matched" else Exit.FINE


@app.command()
def show(name: Break, json: Json = False, wait: Wait = False, data: Data = None) -> None:
    """One break with the counts behind it, the hands that could have made it, its entries and rule, and what to type next."""
    from services.reconcile.run import Papers, Scope, run, run_quickly
    from services.reconcile.trail import trail
    from services.reconcile.trail_text import told

    with _desk(data, None, wait) as (records, desk):
        for result in (run_quickly(desk), None):
            ran = result or run(desk, Scope(), Papers(), iter)
            one = next((one for one in ran.breaks if one.id == name), None)
            if one is not None:
                break
        else:
            raise NotFound(f"no run finds a break {name}; `pataca breaks list` names them all")
        found = trail(ran, one)
        if json:
            json_line(found)
            return
        for sentence in told(found, records.place.option):
            line(sentence)


@app.command()
def assign(
    name: Break,
    owner: Annotated[str, typer.Option("--owner", metavar="WHO", help="Who looks into it.")],
    actor: Actor,
    json: Json = False,
    data: Data = None,
) -> None:
    """Give a break to somebody: without an owner it grows more serious every day."""
    _send(data, json, "assign-break", name, owner=owner, actor=actor)


@app.command()
def explain(
    name: Break,
    explanation: Annotated[str, typer.Argument(metavar="EXPLANATION", help="One of the closed list, such as `dealing-error`.")],
    actor: Actor,
    text: Annotated[str | None, typer.Option("--text", help="In words; `other` needs it.", show_default=False)] = None,
    number: Annotated[
        str | None, typer.Option("--number", help="Of the system's defect; `system-defect` needs it.", show_default=False)
    ] = None,
    evidence: Annotated[str | None, typer.Option("--evidence", help="Where it lies: a recording, a sheet.", show_default=False)] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Say what it was: dealing-error, miscount, late-slip, wrong-slip, counterfeit, theft-suspected, system-defect, other."""
    _send(data, json, "explain-break", name, explanation=explanation, text=text, number=number, evidence=evidence, actor=actor)


@app.command()
def propose(
    name: Break,
    resolution: Annotated[str, typer.Argument(metavar="TEXT", help="How it is to be settled.")],
    actor: Actor,
    json: Json = False,
    data: Data = None,
) -> None:
    """Propose how it is settled; another person decides."""
    _send(data, json, "propose-resolution", name, resolution=resolution, actor=actor)


@app.command()
def approve(
    name: Break,
    actor: Actor,
    approver: Approver = None,
    counted: Annotated[int | None, typer.Option("--counted", help="As `show` tells it, in minor units.", show_default=False)] = None,
    booked: Annotated[int | None, typer.Option("--booked", help="As `show` tells it, in minor units.", show_default=False)] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Approve what was proposed. The difference of a count is booked with it: as chips or cash over or short, never as revenue."""
    from services.reconcile.settling import acceptance

    with _desk(data, None, False) as (_records, desk):
        accepted = acceptance(desk, name)
    if accepted is None:
        _send(data, json, "approve-resolution", name, actor=actor, approver=approver)
        return
    if counted is None or booked is None:
        raise Failure(Exit.USAGE, f"{name} is the difference of a count: name the figures that you accept with --booked and --counted")
    _send(data, json, "accept-difference", name, **accepted, counted=counted, booked=booked, actor=actor, approver=approver)


@app.command()
def reject(name: Break, reason: Reason, actor: Actor, json: Json = False, data: Data = None) -> None:
    """Reject what was proposed."""
    _send(data, json, "reject-resolution", name, reason=reason, actor=actor)


@app.command()
def carry(
    name: Break,
    day: Annotated[str, typer.Option("--gaming-day", metavar="YYYY-MM-DD", help="The day that may be closed with it.")],
    reason: Reason,
    actor: Actor,
    approver: Approver = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Let two people close this gaming day although the break is not settled."""
    _send(data, json, "carry-break", name, gaming_day=day, reason=reason, actor=actor, approver=approver)


@contextmanager
def _desk(data: Path | None, gaming_day: str | None, wait: bool) -> "Iterator[tuple[Records, Desk]]":
    from projections.ledger.ledger import Ledger
    from projections.papers import Papers
    from services.cli.asking import asking
    from services.reconcile.finance import desk_of

    with asking(data, Ledger, Papers, wait=wait) as (records, asked):
        yield records, desk_of(records.store, asked, gaming_day)


def _send(data: Path | None, json: bool, word: str, name: str, **fields: Any) -> None:
    """The command; then what it has done and what comes next, or its events."""
    from domain.breaks.record import BreakRecord
    from domain.event import break_stream
    from domain.rules import RuleBroken
    from services.answers import answer_text
    from services.app import open_house
    from services.reconcile.told import step_told

    raw = {"do": word, "break": name, **{key: value for key, value in fields.items() if value is not None}}
    with open_house(data, with_books=True) as house:
        try:
            answer = house.commands.handle(raw)
        except RuleBroken as refusal:
            raise Failure(_STATUS.get(refusal.code, Exit.REFUSED), f"{refusal.code}: {refusal.message}") from None
        record = BreakRecord()
        for step in house.store.load(break_stream(name)):
            record.evolve(step.event)
        option = house.place.option
    if json:
        line(answer_text(1, answer))
        return
    for made in answer.events:
        line(step_told(made))
    for command in _next(data, name, record.status, answer.events[-1]):
        line(f"next: {command}{option}")


def _next(data: Path | None, name: str, status: str, last: "Recorded") -> list[str]:
    """Whoever approves the difference of a count names the figures that a run tells."""
    from services.reconcile.run import run_quickly
    from services.reconcile.told import after
    from services.reconcile.trail import of_life

    if (command := after(last)) is not None:
        return [command]
    if status != "proposed":
        return list(of_life(name, status, None))
    with _desk(data, None, False) as (_records, desk):
        found = next((one.as_found() for one in run_quickly(desk).breaks if one.id == name), None)
    return list(of_life(name, status, found))
