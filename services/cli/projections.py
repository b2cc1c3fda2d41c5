"""`pataca projections`: the read models, where they stand and whether they come out the same again."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.exits import Exit
from services.cli.options import Data, Json
from services.cli.output import json_line, line, position_bar
from services.errors import NotFound

if TYPE_CHECKING:
    from projections.projection import Projection

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
        return f"{one.name:<12} not built yet; `pataca project` builds it, and in a data folder the next question to it"
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
    """Build read models again from nothing beside the live ones, compare, and swap them in if they are equal.

    The house goes on meanwhile. If one is not equal nothing is changed and the first differing row is told.
    """
    from services.app import PROJECTIONS, open_projecting
    from services.rebuild import rebuild as build_again

    wanted = [known_projection(name) for name in names] if names else list(PROJECTIONS)
    with open_projecting(data) as records:
        results = []
        for projection in wanted:
            with position_bar(projection.name) as bar:
                results.append(build_again(records.store, records.books, projection, bar))
    for result in results:
        json_line(asdict(result)) if json else line(_outcome(result))
    return Exit.FINE if all(result.difference is None for result in results) else Exit.REFUSED


def _outcome(result: Any) -> str:
    if result.difference is not None:
        return f"{result.name:<12} differs from a rebuild at position {result.position}: {result.difference}; the live one stays"
    compared = f"not compared: {result.not_compared}" if result.not_compared else "equal"
    return f"{result.name:<12} built again up to position {result.position}, {compared}"


@app.command()
def parked(json: Json = False, data: Data = None) -> int:
    """What the read models have set aside: events that they cannot read, and all of that table or wallet since."""
    from services.app import PROJECTIONS, open_records
    from services.parked import set_aside

    with open_records(data) as records:
        found = set_aside(records.store, records.books, PROJECTIONS)
    if json:
        json_line({"rows": [asdict(one) for one in found], "totals": []})
    elif not found:
        line("nothing is set aside")
    else:
        for one in found:
            line(f"{one.projection:<12} {one.source}: {one.waiting} events from position {one.position} on, because {one.reason}")
    return Exit.FINE


@app.command()
def unpark(
    name: Annotated[str, typer.Argument(help="The projection.", metavar="NAME", show_default=False)],
    source: Annotated[
        str | None,
        typer.Argument(help="Of this source alone, such as /tables/PK-07; of all without it.", metavar="[SOURCE]", show_default=False),
    ] = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Bring in what was set aside, once its cause is gone: the read model is built again with it, and swapped in."""
    from services.app import open_projecting
    from services.rebuild import unpark as bring_in

    projection = known_projection(name)
    with open_projecting(data) as records, position_bar(name) as bar:
        result = bring_in(records.store, records.books, projection, source, bar)
    again = [one for one in result.parked if source in (None, one.source)]
    if json:
        json_line(asdict(result))
    else:
        for one in again:
            line(f"{name:<12} {one.source} had to be set aside again from position {one.position} on: {one.reason}")
        if not again:
            line(f"{name:<12} built again up to position {result.position}; nothing of {source or 'any source'} is set aside any more")
    return Exit.REFUSED if again else Exit.FINE


def known_projection(name: str) -> type["Projection"]:
    from services.app import PROJECTIONS

    known = {projection.name: projection for projection in PROJECTIONS}
    if name not in known:
        raise NotFound(f"there is no projection {name}; there are {', '.join(known)}")
    return known[name]
