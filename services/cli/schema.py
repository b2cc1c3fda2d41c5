"""`pataca schema events` and `asyncapi`: the contracts that consumers build on."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import Json
from services.cli.output import json_line, say, text

app = typer.Typer(help="The contracts that consumers build on.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """The contracts that consumers build on."""


@app.command()
def events(
    json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write a file for each instead; a released one gains optional fields at most.", show_default=False
        ),
    ] = None,
) -> None:
    """JSON Schema 2020-12 of the body of every event version, by its name."""
    from domain.catalogue import EVENTS
    from services.contracts import ContractBroken, event_schemas, release, text_of

    schemas = event_schemas(EVENTS)
    if out is not None:
        try:
            changed = release(schemas, out)
        except ContractBroken as broken:
            raise Failure(Exit.REFUSED, str(broken)) from broken
        say(f"{len(changed)} of {len(schemas)} schemas in {out} written: {', '.join(changed) or 'nothing has changed'}")
    elif json:
        json_line(schemas)
    else:
        text(text_of(schemas))


@app.command()
def asyncapi(json: Json = False) -> None:
    """AsyncAPI 3.0 document of the topic: server, records, headers, and every message."""
    from domain.catalogue import EVENTS
    from services.asyncapi import asyncapi as document_of
    from services.contracts import text_of

    document = document_of(EVENTS)
    if json:
        json_line(document)
    else:
        text(text_of(document))
