"""`pataca reconcile`: events against books against what people counted."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import Currency, Data, GamingDay, Json, Table, Wait
from services.cli.output import explaining, json_line, line, progress, say

if TYPE_CHECKING:
    from services.app import Records
    from services.reconcile.counts_file import CountedSheet
    from services.reconcile.files import Given
    from services.reconcile.run import Result
    from services.reports.fresh import Asked


def _file(name: str, what: str) -> object:
    return typer.Option(f"--{name}", metavar="FILE", help=what, show_default=False)


def reconcile(
    gaming_day: GamingDay = None,
    currency: Currency = None,
    table: Table = None,
    as_of: Annotated[
        int | None, typer.Option("--as-of", metavar="POS", help="What was known at this position of the log.", show_default=False)
    ] = None,
    counts: Annotated[
        Path | None, _file("counts", "`counts.csv`: recorded as counts, then compared; with --dry-run only compared.")
    ] = None,
    slips: Annotated[Path | None, _file("slips", "`slips.csv`: fills and credits as they stand on paper.")] = None,
    bank: Annotated[Path | None, _file("bank", "`bank.csv`: the lines of bank statements.")] = None,
    decimal: Annotated[bool, typer.Option("--decimal", help="Amounts in the files are such as 1,234.50, not minor units.")] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Leave the results there as files.", show_default=False)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Record nothing; takes a file that was taken before.")] = False,
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> int:
    """Hold events, books and counts against each other by the rules R01 to R16, and name every difference.

    Ends with 0 where everything agrees and with 1 where something does not, or where a file was refused.
    """
    from services.reconcile.outputs import summary, write
    from services.reconcile.summary import sentences

    given = _Files(*(_given(path, decimal) for path in (counts, slips, bank)))
    if counts is not None and not dry_run:
        if as_of is not None:
            raise Failure(Exit.USAGE, "--counts is recorded now, behind --as-of: compare it with --dry-run, or leave --as-of out")
        given.record(gaming_day, data)
    with _ran(given, gaming_day, currency, table, as_of, wait, data) as (records, result):
        if out is not None:
            with explaining(out):
                names = write(result, out, records.place.option)
            say(f"{out}: {', '.join(names)}")
        if json:
            json_line(summary(result))
        else:
            for sentence in sentences(result, records.place.option):
                line(sentence)
        return Exit.FINE if result.outcome == "matched" else Exit.REFUSED


class _Files:
    """What was named on the command line, read once."""

    def __init__(self, counts: "Given | None", slips: "Given | None", bank: "Given | None") -> None:
        self.counts, self.slips, self.bank = counts, slips, bank

    def record(self, gaming_day: str | None, data: Path | None) -> None:
        from services.app import open_house
        from services.reconcile.taking import record
        from services.reports.report import many

        assert self.counts is not None
        sheets = self.sheets(gaming_day)
        with open_house(data) as house:
            record(house.commands, house.store, self.counts, sheets)
        say(f"{self.counts.name}: {many(len(sheets), 'count')} on record now")
        self.recorded = True

    recorded = False

    def sheets(self, gaming_day: str | None) -> "Sequence[CountedSheet]":
        from services.reconcile.counts_file import read_counts

        return read_counts(self.counts, gaming_day) if self.counts else ()

    @property
    def hashes(self) -> dict[str, str]:
        return {name: given.sha256 for name in ("counts", "slips", "bank") if (given := getattr(self, name)) is not None}


@contextmanager
def _ran(
    given: _Files, gaming_day: str | None, currency: str | None, table: str | None, as_of: int | None, wait: bool, data: Path | None
) -> "Iterator[tuple[Records, Result]]":
    from projections.ledger.ledger import Ledger
    from projections.papers import Papers as PapersOfHouse
    from services.cli.asking import asking, known_table, position_asked
    from services.reconcile.bank_file import read_bank
    from services.reconcile.finance import desk_of, reached
    from services.reconcile.run import Papers, Scope, run
    from services.reconcile.slips_file import read_slips
    from services.reconcile.taking import as_papers

    with asking(data, Ledger, PapersOfHouse, wait=wait) as (records, asked):
        known_table(records, table)
        _known_day(records, asked, gaming_day)
        position = position_asked(as_of, reached(asked))
        desk = desk_of(records.store, asked, gaming_day, position)
        if given.counts is not None and not given.recorded:
            desk.sheets = list(as_papers(desk, given.counts, given.sheets(gaming_day)))
        slips = read_slips(given.slips, gaming_day, position) if given.slips else None
        bank = read_bank(given.bank) if given.bank else None
        yield (
            records,
            run(
                desk,
                Scope(gaming_day, currency, table),
                Papers(slips, bank),
                lambda read: progress(read, None, "reading the log"),
                given.hashes,
            ),
        )


def _given(path: Path | None, decimal: bool) -> "Given | None":
    from services.reconcile.files import Given

    if path is None:
        return None
    try:
        return Given.at(path, decimal)
    except FileNotFoundError:
        raise Failure(Exit.NOT_FOUND, f"there is no file {path}") from None
    except OSError as error:
        raise Failure(Exit.UNREACHABLE, f"{path} cannot be read: {error.strerror}") from None


def _known_day(records: "Records", asked: "Asked", gaming_day: str | None) -> None:
    """NotFound for a day that nothing was booked into and nobody opened."""
    from services.errors import NotFound
    from services.reconcile.finance import has_day

    if gaming_day is not None and not has_day(records.store, asked, gaming_day):
        raise NotFound(f"the house has no gaming day {gaming_day}")
