"""How every question of the command line reaches the books: fresh where this process may write them, else with its position."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.papers import Papers
from projections.projection import Projection
from services.app import Records, open_records
from services.cli.exits import Exit, Failure
from services.cli.options import SignedForm
from services.cli.output import position_bar, say
from services.errors import NotFound
from services.reports.closes import certificate_of
from services.reports.fresh import Asked, ask, await_position


@contextmanager
def asking(data: Path | None, *projections: type[Projection], wait: bool = False) -> Iterator[tuple[Records, Asked]]:
    """`wait`: where another process writes the books, they first come to what is stored now."""
    with open_records(data) as records, position_bar("catching up") as bar:
        if wait and not records.may_catch_up:
            await_position(records.books, projections, records.store.last_position(), bar)
        with ask(records.store, records.books, projections, writing=records.may_catch_up, progress=bar) as asked:
            if not records.may_catch_up:
                _say_position(records, asked.live(projections[0])[1])
            yield records, asked


def _say_position(records: Records, position: int) -> None:
    who = "" if records.writer is None else f"process {records.writer} writes here; "
    say(f"{who}this shows position {position} of {records.store.last_position()}")


@contextmanager
def asking_ledger(
    data: Path | None, as_of: int | None, *, form: SignedForm | None = None, wait: bool = False, **narrowed: str | None
) -> Iterator[tuple[Asked, Ledger, Scope]]:
    """The books and what is asked of them; `as_of` None is as far as they have come. `form`: of the gaming day that is asked for."""
    papers = () if form is None else (Papers,)
    with asking(data, Ledger, *papers, wait=wait) as (_records, now):
        ledger, position = now.live(Ledger)
        day = narrowed.get("gaming_day")
        asked, wanted = of_signed_day(now, day, form, as_of)
        restated = day if form == "restated" else None
        yield asked, ledger, Scope(as_of=position_asked(wanted, position), restated=restated, **narrowed)


def of_signed_day(asked: Asked, gaming_day: str | None, form: SignedForm | None, as_of: int | None) -> tuple[Asked, int | None]:
    """The question with what its heads say of the day's certificate, and the position that it is about: that of the certificate
    where the day is asked for as it was reported. NotFound for a day that is not signed."""
    if form is None or gaming_day is None:
        return asked, as_of
    certificate = certificate_of(asked, gaming_day)
    about = {"form": form, "proof": certificate.proof}
    return replace(asked, about=about), certificate.as_of if form == "as-reported" else as_of


def known_table(records: Records, table: str | None) -> None:
    """NotFound for a table that was never opened; None asks for all of them."""
    if table is not None and records.store.last_stream(f"tables/{table}/") is None:
        raise NotFound(f"the house has no table {table}")


def position_asked(as_of: int | None, position: int) -> int:
    """`--as-of`, or without it how far the read model has come."""
    if as_of is not None and not 0 <= as_of <= position:
        raise Failure(Exit.UNREACHABLE, f"the books have come to position {position}, not to {as_of}")
    return position if as_of is None else as_of
