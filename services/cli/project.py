"""`pataca project`: the read models brought forward, by one process or by many."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.exits import Exit
from services.cli.options import Data, Json, MetricsHost, MetricsPort
from services.cli.output import json_line, line, say
from services.cli.projections import known_projection
from services.cli.stopping import until_stopped

if TYPE_CHECKING:
    from services.projecting import Standing


def project(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Projections to bring forward; all of them without a name.", metavar="NAME...", show_default=False),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Stop at the end of the log as it stands now.")] = False,
    metrics_port: MetricsPort = None,
    metrics_host: MetricsHost = "127.0.0.1",
    json: Json = False,
    data: Data = None,
) -> int:
    """Bring read models forward as events come: out of Kafka where it is set, else out of the store's own log.

    Any number of these processes share the work; one that ends is replaced by the others within seconds. It waits where
    Kafka or the database is away, and runs until SIGTERM or SIGINT.
    """
    from services.app import PROJECTIONS
    from services.processes import open_workers
    from services.projecting import Standing, run_all

    wanted = [known_projection(name) for name in dict.fromkeys(names)] if names else PROJECTIONS
    standings = {projection: Standing(projection.name) for projection in wanted}
    with until_stopped() as stop, ExitStack() as stack:
        if metrics_port is not None:
            from infra.metrics import serving
            from services.project_measures import measures

            stack.enter_context(serving(measures(list(standings.values())), metrics_host, metrics_port))
        run_all(lambda: open_workers(data, standings, stop, say), stop, say, once=once)
        if once:
            _tell(list(standings.values()), json=json)
        return Exit.INTERRUPTED if once and stop.is_set() else Exit.FINE


def _tell(standings: "Sequence[Standing]", *, json: bool) -> None:
    rows = [{"name": one.projection, "position": one.position, **one.counts._asdict()} for one in standings]
    if json:
        json_line({"rows": rows, "totals": []})
        return
    for row in rows:
        line(f"{row['name']:<12} position {row['position']}, {row['batches']} batches, {row['duplicates']} duplicates dropped")
