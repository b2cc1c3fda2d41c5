"""`pataca projections`: the read models, where they stand and whether they come out the same again."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from services.cli.exits import Exit
from services.cli.options import Data, Json
from services.cli.output import json_line, line, position_bar
from services.errors import NotFound

app = typer.Typer(help="The read models: where they stand, and building them again.", no_args_is_help=True)


@app.command()
def status(json: Json = False, data: Data = None) -> int:
    """Where each read model stands, and whether it has halted."""
    from services.app import PROJECTIONS, open_records
    from services.projector import status as status_of

    with open_records(data) as records:
        found = status_of(records.store, records.books, PROJECTIONS)
        end = records.store.last_position()
    if json:
        json_line({"as_of": end, "rows": [asdict(one) for one in found], "totals": []})
    else:
        for one in found:
            line(_sentence(one))
    return Exit.REFUSED if any(one.halted_reason for one in found) else Exit.FINE


def _sentence(one: Any) -> str:
    if one.version is None:
        return f"{one.name:<12} not built yet; the next question to it builds it"
    where = "up to date" if not one.behind else f"{one.behind} positions behind"
    halted = f"; halted at {one.halted_event}: {one.halted_reason}" if one.halted_reason else ""
    parked = f"; set aside: {', '.join(parked.source for parked in one.parked)}" if one.parked else ""
    return f"{one.name:<12} version {one.version}, position {one.position}, {where}{halted}{parked}"


@app.command()
def rebuild(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Projections to build again; all of them without a name.", metavar="NAME...", show_default=False),
    ] = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Build read models again from nothing beside the live ones, compare, and swap them in if they are equal."""
    from services.app import PROJECTIONS, open_house
    from services.rebuild import rebuild as build_again

    known = {projection.name: projection for projection in PROJECTIONS}
    for name in names or ():
        if name not in known:
            raise NotFound(f"there is no projection {name}; there are {', '.join(known)}")
    with open_house(data) as house:
        results = []
        for name in names or list(known):
            with position_bar(name) as bar:
                results.append(build_again(house.records.store, house.records.books, known[name], bar))
    for result in results:
        json_line(asdict(result)) if json else line(_outcome(result))
    return Exit.FINE if all(result.difference is None for result in results) else Exit.REFUSED


def _outcome(result: Any) -> str:
    if result.difference is not None:
        return f"{result.name:<12} differs from a rebuild at position {result.position}: {result.difference}; the live one stays"
    compared = f"not compared: {result.not_compared}" if result.not_compared else "equal"
    return f"{result.name:<12} built again up to position {result.position}, {compared}"
