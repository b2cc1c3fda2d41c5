"""`pataca import phh`: recorded hands, played again at real tables."""

from pathlib import Path
from typing import Annotated, Any

import typer

from services.cli.exits import Exit
from services.cli.options import Currency, Data, GamingDay, Json
from services.cli.output import json_line, line, progress, say
from services.phh.outcome import Summary

app = typer.Typer(help="Bring in what was recorded elsewhere.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Bring in what was recorded elsewhere."""


@app.command()
def phh(
    paths: Annotated[list[Path], typer.Argument(help="Poker Hand History files, or folders with them.", metavar="PATH...")],
    currency: Currency = "HKD",
    gaming_day: GamingDay = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Play recorded Hold'em hands again under `CARDROOM-TDA` and compare the stacks they end with.

    Each hand gets a table of its own and is stored whole, or refused and not stored at all.
    """
    from services.app import open_house
    from services.phh.importing import import_files

    summary = Summary()
    with open_house(data) as house:
        day = gaming_day or house.today()
        for outcome in progress(import_files(paths, house.commands, currency or "HKD", day), None, "hands"):
            summary.add(outcome)
            if json:
                json_line(outcome)
            elif not outcome["ok"]:
                line(_sentence(outcome))
    if not json:
        _sum_up(summary)
    return Exit.FINE if summary.all_fine else Exit.REFUSED


def _sentence(outcome: dict[str, Any]) -> str:
    place = outcome["file"] if outcome["hand"] is None else f"{outcome['file']}, hand {outcome['hand']}"
    if "error" in outcome:
        return f"refused  {place}: {outcome['error']['code']}: {outcome['error']['message']}"
    if outcome["expected"] is None:
        return f"played   {place}: the file says nothing of how it ended"
    return f"differs  {place}: stacks {outcome['stacks']}, in the file {outcome['expected']}"


def _sum_up(summary: Summary) -> None:
    line(f"{summary.played} hands played, {summary.agreed} of them end as recorded")
    for file, hand in summary.half:
        line(f"within half a chip, which the file has and a table of whole chips has not: {file}, hand {hand}")
    if summary.not_compared:
        line(f"{summary.not_compared} played with nothing to compare with")
    if summary.differ:
        line(f"{len(summary.differ)} end otherwise than recorded")
    for code, count in sorted(summary.refused.items()):
        line(f"{count} refused: {code}")
    if summary.played:
        say("next: `pataca verify` recomputes the books; `pataca hand list` names the hands")
