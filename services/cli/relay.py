"""`pataca relay`: events from the store into Kafka."""

from contextlib import ExitStack
from dataclasses import asdict
from typing import Annotated

import typer

from services.cli.exits import Exit
from services.cli.options import Data, Json, MetricsHost, MetricsPort
from services.cli.output import json_line, line, say
from services.cli.stopping import until_stopped


def relay(
    once: Annotated[bool, typer.Option("--once", help="Stop at the end of the log as it stands now.")] = False,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="Send everything again, though the topic holds it; an empty topic is filled without it.")
    ] = False,
    metrics_port: MetricsPort = None,
    metrics_host: MetricsHost = "127.0.0.1",
    json: Json = False,
    data: Data = None,
) -> int:
    """Send the house's events to Kafka as CloudEvents, each table's in order; a missing topic is created.

    It goes on where the topic ends, waits where Kafka or the database is away, and runs until SIGTERM or SIGINT. One at a
    time: a second one ends with 5.
    """
    from services.processes import relay_of

    with until_stopped() as stop, ExitStack() as stack:
        ours = relay_of(data, stop, say)
        if metrics_port is not None:
            from infra.metrics import serving
            from services.relay_measures import measures

            stack.enter_context(serving(measures(ours.standing), metrics_host, metrics_port))
        ours.run(once=once, from_start=from_start)
        cut_short = once and stop.is_set()
    standing = ours.standing
    if json:
        json_line({name: value for name, value in asdict(standing).items() if name != "oldest"} | {"behind": standing.behind})
    else:
        line(f"{standing}; {standing.sent} events sent, {standing.skipped} were there already")
    return Exit.INTERRUPTED if cut_short else Exit.FINE
