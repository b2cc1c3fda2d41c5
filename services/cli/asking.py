"""How every question of the command line reaches the books: fresh where this process may write, else with its position."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.projection import Projection
from services.app import Records, open_records
from services.cli.exits import Exit, Failure
from services.cli.output import position_bar, say
from services.errors import NotFound
from services.reports.fresh import Asked, ask


@contextmanager
def asking(data: Path | None, *projections: type[Projection]) -> Iterator[tuple[Records, Asked]]:
    with open_records(data) as records, position_bar("catching up") as bar:
        writing = records.writer is None
        with ask(records.store, records.books, projections, writing=writing, progress=bar) as asked:
            if not writing:
                position = asked.live(projections[0])[1]
                say(f"process {records.writer} writes here; this shows position {position} of {records.store.last_position()}")
            yield records, asked


@contextmanager
def asking_ledger(data: Path | None, as_of: int | None, **narrowed: str | None) -> Iterator[tuple[Asked, Ledger, Scope]]:
    """The books and what is asked of them; `as_of` None is as far as they have come."""
    with asking(data, Ledger) as (_records, asked):
        ledger, position = asked.live(Ledger)
        yield asked, ledger, Scope(as_of=position_asked(as_of, position), **narrowed)


def known_table(records: Records, table: str | None) -> None:
    """NotFound for a table that was never opened; None asks for all of them."""
    if table is not None and records.store.last_stream(f"tables/{table}/") is None:
        raise NotFound(f"the house has no table {table}")


def position_asked(as_of: int | None, position: int) -> int:
    """`--as-of`, or without it how far the read model has come."""
    if as_of is not None and not 0 <= as_of <= position:
        raise Failure(Exit.UNREACHABLE, f"the books have come to position {position}, not to {as_of}")
    return position if as_of is None else as_of
