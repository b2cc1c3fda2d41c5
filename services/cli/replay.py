"""`pataca hand replay` and `hand audit`: a hand step by step, and the rules run again over it, over a table or over a day."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.hand_asked import HandId, asking_hand, summary
from services.cli.options import Data, GamingDay, InLanguage, Json, Table, Wait
from services.cli.output import json_line, line
from services.errors import NotFound
from services.reports.language import Language
from services.reports.report import display

if TYPE_CHECKING:
    from services.audit import Audit
    from services.replay import Difference
    from services.steps import Step

StepNumber = Annotated[int | None, typer.Option("--step", metavar="N", min=1, help="One step alone, counted from 1.", show_default=False)]
AnyHandId = Annotated[str | None, typer.Argument(metavar="ID", help="One hand's id, such as `PK-07/2026-11-30/12`.", show_default=False)]


def replay(
    hand: HandId, step: StepNumber = None, language: InLanguage = "en", json: Json = False, wait: Wait = False, data: Data = None
) -> int:
    """One hand step by step: article, people, table, money and refused commands of every event; then the rules are run again over it.

    In a terminal it is one screen that the arrow keys leaf through.
    """
    from services.app import replaying
    from services.audit import audit as run_again
    from services.steps import steps

    tables, handlers = replaying()
    with asking_hand(data, hand, wait) as (records, asked, found):
        with closing(records.place.attempts()) as attempts:
            refused = attempts.at_table(found.row["table"])
        postings = {record.id: asked.postings(record.id) for record in found.events}
        audited = run_again(records.store, [found.row], tables, handlers.parser())

    def told_in(code: str) -> "list[Step]":
        return steps(found.before, found.events, postings, refused, tables, Language(code))

    told = told_in(language)
    if step is not None and step > len(told):
        raise NotFound(f"hand {hand} has {len(told)} steps; there is no step {step}")
    if json:
        chosen = told if step is None else told[step - 1 : step]
        verdict = {"commands": audited.commands, "differences": _documents(audited.differences)}
        json_line({"id": found.id, "steps": [asdict(one) for one in chosen], "replay": verdict})
    else:
        _show(found.row, told_in, language, step)
        _print_verdict(audited)
    return Exit.REFUSED if audited.differences else Exit.FINE


def audit(
    hand: AnyHandId = None, table: Table = None, gaming_day: GamingDay = None, json: Json = False, wait: Wait = False, data: Data = None
) -> int:
    """Run the rules again over one hand, a table's hands, or a day's: the recorded events must come out, byte for byte."""
    from projections.filters import Filters
    from projections.hands import Hands
    from services.app import replaying
    from services.audit import audit as run_again
    from services.cli.asking import asking, known_table

    if (hand is None) == (table is None and gaming_day is None):
        raise Failure(
            Exit.USAGE, "name one hand by its id, or its table (--table), its day (--gaming-day) or both; `pataca verify` does all"
        )
    tables, handlers = replaying()
    with asking(data, Hands, wait=wait) as (records, asked):
        known_table(records, table)
        hands, position = asked.live(Hands)
        if hand is None:
            rows = list(hands.list(asked.connection, Filters(gaming_day=gaming_day, table=table)))
        else:
            row = hands.find(asked.connection, hand)
            if row is None:
                raise NotFound(f"there is no hand {hand}; `pataca hand list` names them all")
            rows = [row]
        audited = run_again(records.store, rows, tables, handlers.parser())
    if json:
        counts = {"hands": audited.hands, "commands": audited.commands, "events": audited.events}
        json_line({"as_of": position, **counts, "agrees": not audited.differences, "differences": _documents(audited.differences)})
    else:
        line(f"{audited.hands:,} hands and rounds with {audited.events:,} events")
        _print_verdict(audited)
    return Exit.REFUSED if audited.differences else Exit.FINE


def _show(row: Mapping[str, Any], told_in: "Callable[[str], Sequence[Step]]", language: str, step: int | None) -> None:
    """One step as the screen has it; all of them on the screen in a terminal, elsewhere as lines."""
    from services.cli import replay_keys

    if step is not None:
        replay_keys.show(row, told_in(language), step - 1, language)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        replay_keys.leaf_through(row, told_in, language)
    else:
        line(summary(row))
        for one in told_in(language):
            for text in _lines(one, row["currency"]):
                line(text)


def _lines(step: "Step", currency: str) -> Iterator[str]:
    rule = f"   [{step.rule}]" if step.rule else ""
    yield f"{step.event.rsplit('@', 1)[1]:>5}  {step.text}{rule}"
    for posting in step.postings:
        amount = display(posting["amount"], currency)
        yield f"{'':>9}{posting['book']:<6} {posting['account']:<34} {amount:>14} {posting['currency']}"
    for refusal in step.refused:
        rule = f"   [{refusal.rule}]" if refusal.rule else ""
        who = f" by {refusal.actor}" if refusal.actor else ""
        yield f"{'':>9}refused: {refusal.command.get('do')}{who}: {refusal.code}: {refusal.message}{rule}"


def _print_verdict(audited: "Audit") -> None:
    """The first difference in full, side by side; of the others where they are."""
    if not audited.differences:
        line(f"replayed: the rules, run again over {audited.commands} commands, give the same events byte for byte")
        return
    from services.cli.side_by_side import print_side_by_side

    for number, one in enumerate(audited.differences):
        line(f"DIFFERS at {one.id}, position {one.position} ({one.subject}): {one.message}")
        if number == 0 and one.recorded is not None and one.decided is not None:
            print_side_by_side(one.recorded, one.decided)


def _documents(differences: "Sequence[Difference]") -> list[dict[str, Any]]:
    return [asdict(one) for one in differences]
