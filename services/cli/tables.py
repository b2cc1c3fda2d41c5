"""`pataca table`: what is shown at a table."""

from typing import Annotated, Any

import typer

from services.cli.options import Data, Json, Wait
from services.cli.output import json_line, line
from services.errors import NotFound

app = typer.Typer(help="What is shown at a table.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """What is shown at a table."""


@app.command()
def roads(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A baccarat table, such as `BA-12`.")],
    columns: Annotated[int, typer.Option(min=1, max=1_000, help="Columns that are shown of each road, the last ones.")] = 24,
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """The five scoreboard roads of the shoe that is, or was last, on the table."""
    from projections.roads_text import as_text
    from projections.scoreboards import Scoreboards
    from services.cli.asking import asking, known_table

    with asking(data, Scoreboards, wait=wait) as (records, asked):
        known_table(records, code)
        scoreboards, position = asked.live(Scoreboards)
        found = scoreboards.latest(asked.connection, code)
    if found is None:
        raise NotFound(f"table {code} has had no shoe")
    if json:
        json_line({"table": found.table, "gaming_day": found.gaming_day, "shoe": found.shoe, "as_of": position, **_drawn(found.results)})
        return
    line(f"{found.table}, shoe {found.shoe} of {found.gaming_day}")
    line(as_text(found.results, columns))


def _drawn(results: Any) -> dict[str, Any]:
    """Every road as its marks with their places, column and row from 0."""
    from projections.roads import DERIVED, bead_plate, big_road, derived_road

    return {
        "results": "".join(result.winner for result in results),
        "roads": {
            "bead-plate": [{"place": bead.place, **bead.outcome._asdict()} for bead in bead_plate(results)],
            "big-road": [win._asdict() for win in big_road(results)],
            **{name: [mark._asdict() for mark in derived_road(results, back)] for name, back in DERIVED.items()},
        },
    }
