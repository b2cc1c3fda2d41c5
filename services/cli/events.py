"""`pataca events tail`: the log as its consumers see it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from infra.log import Stored
from services.cli.exits import Exit, Failure
from services.cli.options import Data, Json
from services.cli.output import line

app = typer.Typer(help="The log as its consumers see it.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """The log as its consumers see it."""


@app.command()
def tail(
    after: Annotated[
        int | None, typer.Option(metavar="POS", help="Events after this position; by default the last ones.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1_000_000, help="How many events at most.")] = 20,
    kafka: Annotated[bool, typer.Option("--kafka", help="As they lie in the topic, each once; 10,000 at most.")] = False,
    json: Json = False,
    data: Data = None,
) -> None:
    """Print events as they go to the consumers: CloudEvents with their facts, byte for byte, under --json."""
    for record in (_of_topic if kafka else _of_store)(data, after, limit):
        line(_json(record) if json else _sentence(record))


def _of_store(data: Path | None, after: int | None, limit: int) -> Iterator[Stored]:
    from services.app import open_records

    with open_records(data) as records:
        start = after if after is not None else max(0, records.store.last_position() - limit)
        left = limit
        while left and (page := records.store.stored(start, min(500, left))):
            yield from page
            start, left = page[-1].position, left - len(page)


def _of_topic(data: Path | None, after: int | None, limit: int) -> Iterator[Stored]:
    from infra.kafka_tail import LIMIT_MAX, events_after, newest
    from services.processes import kafka_of

    if limit > LIMIT_MAX:
        raise Failure(Exit.USAGE, f"--limit {limit} is more than {LIMIT_MAX:,}, which is as many as the topic is asked for at once")
    yield from newest(kafka_of(data), limit) if after is None else events_after(kafka_of(data), after, limit)


def _json(record: Stored) -> str:
    """The headers of the binary mode as fields, and the facts under `data` exactly as they are stored."""
    import json

    from infra.cloud_events import cloud_event

    headers, key, value = cloud_event(record)
    fields = {name.replace("ce_", "", 1): text.decode() for name, text in headers}
    head = json.dumps({"key": key.decode(), **fields}, ensure_ascii=False)
    return f'{head[:-1]}, "data": {value.decode()}}}'


def _sentence(record: Stored) -> str:
    return (
        f"{record.position:>7}  {record.meta.time}  {record.meta.subject:<28} {record.topic.rpartition('.v')[0]:<30} {record.body.decode()}"
    )
