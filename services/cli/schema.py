"""`pataca schema events`: the contracts that consumers build on."""

import typer

from services.cli.options import Json
from services.cli.output import json_line, line

app = typer.Typer(help="The contracts that consumers build on.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """The contracts that consumers build on."""


@app.command()
def events(json: Json = False) -> None:
    """JSON Schema 2020-12 of the body of every event version, by its name."""
    from json import dumps

    from domain.catalogue import EVENTS
    from services.contracts import event_schemas

    schemas = event_schemas(EVENTS)
    if json:
        json_line(schemas)
    else:
        line(dumps(schemas, ensure_ascii=False, indent=2))
