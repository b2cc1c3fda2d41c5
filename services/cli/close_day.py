"""`pataca close-day`: a gaming day ends with two signatures under figures that can be worked out again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import Data, Json
from services.cli.output import json_line, line

if TYPE_CHECKING:
    from domain.event import Recorded
    from services.closing_day import Stands

Person = Annotated[str | None, typer.Option("--actor", metavar="ID", help="Who does it.", show_default=False)]

_NEXT = {"open": "--cut", "cut": "--prepare", "prepared": "--sign"}


def close_day(
    gaming_day: Annotated[str, typer.Option("--gaming-day", metavar="YYYY-MM-DD", help="The day.", show_default=False)],
    cut: Annotated[bool, typer.Option("--cut", help="End the day: nothing more is played or booked into it.")] = False,
    prepare: Annotated[bool, typer.Option("--prepare", help="Reconcile, accrue the tax, prepare the close (the maker).")] = False,
    sign: Annotated[bool, typer.Option("--sign", help="Work the proof out again and sign it (the checker, another person).")] = False,
    actor: Person = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Show where the close of a gaming day stands and what comes next, or take the next step.

    The maker prepares and the checker signs. A signed day is closed for ever: what is learnt later is booked in an open day and
    says which day it restates.
    """
    if cut + prepare + sign > 1:
        raise Failure(Exit.USAGE, "one step at a time: --cut, --prepare or --sign")
    if (cut or prepare or sign) and actor is None:
        raise Failure(Exit.USAGE, "who does it? Give --actor ID")
    made, now = _taken(data, gaming_day, "cut" if cut else "prepare" if prepare else "sign" if sign else None, actor)
    if json:
        json_line({**_told(now), "events": [_event(record) for record in made], "next": _next(now)})
    else:
        for record in made:
            line(_sentence(record))
        _say(now)
    return Exit.FINE


def _taken(data: Path | None, gaming_day: str, step: str | None, actor: str | None) -> "tuple[list[Recorded], Stands]":
    from services import closing_day
    from services.app import open_house, open_records

    if step is None:
        with open_records(data) as records:
            return [], closing_day.stands(records.store, gaming_day)
    with open_house(data, with_books=True) as house:
        take = {"cut": closing_day.cut, "prepare": closing_day.prepare, "sign": closing_day.sign}[step]
        made = take(house.commands, gaming_day, {"actor": actor})
        return made, closing_day.stands(house.store, gaming_day)


def _told(now: "Stands") -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(now)


def _event(record: "Recorded") -> dict[str, Any]:
    from pydantic_core import from_json

    return {"type": record.event.contract, "version": record.event.version, "position": record.position, "body": from_json(record.body)}


def _sentence(record: "Recorded") -> str:
    from domain.checkpoints import CheckpointSigned
    from domain.closing.events import ClosePrepared, CloseSigned, TaxAccrued
    from services.reports.report import display

    match record.event:
        case TaxAccrued() as tax:
            amounts = {"gaming tax": tax.tax, "fund": tax.fund, "development": tax.development}
            told = ", ".join(f"{name} MOP {display(amount, 'MOP')}" for name, amount in amounts.items())
            return f"{record.position:>7}  accrued: {told}"
        case ClosePrepared() as prepared:
            return f"{record.position:>7}  prepared by {prepared.prepared_by} as of position {prepared.as_of}, proof {prepared.proof}"
        case CloseSigned() as signed:
            return f"{record.position:>7}  signed by {signed.signed_by}: the proof is the same worked out again"
        case CheckpointSigned() as checkpoint:
            return f"{record.position:>7}  checkpoint signed over all {checkpoint.size} events up to there"
    return f"{record.position:>7}  the day is cut"


def _say(now: "Stands") -> None:
    line(f"gaming day {now.gaming_day} is {now.status}")
    if now.tables:
        line(f"  tables still open: {', '.join(now.tables)}")
    if now.slips:
        line(f"  slips on the way: {', '.join(now.slips)}")
    if now.status == "prepared":
        line(f"  prepared by {now.prepared_by}; another person signs")
    if after := _next(now):
        line(f"next: {after}")


def _next(now: "Stands") -> str | None:
    """The command that comes next; None for a day that is signed."""
    step = _NEXT.get(now.status)
    return step and f"pataca close-day --gaming-day {now.gaming_day} {step} --actor ID"
