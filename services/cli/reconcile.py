"""`pataca reconcile`: events against books against what people counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import AsOf, Currency, Data, GamingDay, Json, Table, Wait
from services.cli.output import explaining, json_line, line, progress, say

if TYPE_CHECKING:
    from services.app import Records
    from services.reconcile.files import Given
    from services.reconcile.run import Result
    from services.reports.fresh import Asked

_COUNTS = "`counts.csv`: recorded as counts and compared; with --dry-run only compared."
Counts = Annotated[Path | None, typer.Option("--counts", metavar="FILE", help=_COUNTS, show_default=False)]
Slips = Annotated[
    Path | None, typer.Option("--slips", metavar="FILE", help="`slips.csv`: fills and credits as they stand on paper.", show_default=False)
]
Bank = Annotated[Path | None, typer.Option("--bank", metavar="FILE", help="`bank.csv`: lines of bank statements.", show_default=False)]
Decimal = Annotated[bool, typer.Option("--decimal", help="Amounts in the files are such as 1,234.50, not minor units.")]
OutDir = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Leave the results there as files.", show_default=False)]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Record nothing; takes a file that was taken before.")]


def reconcile(
    gaming_day: GamingDay = None,
    currency: Currency = None,
    table: Table = None,
    as_of: AsOf = None,
    counts: Counts = None,
    slips: Slips = None,
    bank: Bank = None,
    decimal: Decimal = False,
    out: OutDir = None,
    dry_run: DryRun = False,
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> int:
    """Hold events, books and counts against each other by the rules R01 to R16, and name every difference.

    Ends with 0 where everything agrees and with 1 where something does not, or where a file was refused.
    """
    from services.reconcile.outputs import summary, write
    from services.reconcile.summary import sentences

    asked = _Question(gaming_day, currency, table, as_of, *(_given(path, decimal) for path in (counts, slips, bank)))
    if asked.counts is not None and not dry_run:
        _record(asked, data)
    with _ran(asked, dry_run, wait, data) as (records, result):
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


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked, with the files as they were read, once."""

    gaming_day: str | None
    currency: str | None
    table: str | None
    as_of: int | None
    counts: "Given | None"
    slips: "Given | None"
    bank: "Given | None"

    @property
    def hashes(self) -> dict[str, str]:
        files = {"counts": self.counts, "slips": self.slips, "bank": self.bank}
        return {name: given.sha256 for name, given in files.items() if given is not None}


def _record(asked: _Question, data: Path | None) -> None:
    from services.app import open_house
    from services.reconcile.counts_file import read_counts
    from services.reconcile.taking import record
    from services.reports.report import many

    assert asked.counts is not None
    if asked.as_of is not None:
        raise Failure(Exit.USAGE, "--counts is recorded now, behind --as-of: compare it with --dry-run, or leave --as-of out")
    sheets = read_counts(asked.counts, asked.gaming_day)
    with open_house(data) as house:
        record(house.commands, house.store, asked.counts, sheets)
    say(f"{asked.counts.name}: {many(len(sheets), 'count')} on record now")


@contextmanager
def _ran(asked: _Question, dry_run: bool, wait: bool, data: Path | None) -> "Iterator[tuple[Records, Result]]":
    from projections.ledger.ledger import Ledger
    from projections.papers import Papers as PapersOfHouse
    from services.cli.asking import asking, known_table, position_asked
    from services.reconcile.bank_file import read_bank
    from services.reconcile.counts_file import read_counts
    from services.reconcile.finance import desk_of, reached
    from services.reconcile.run import Papers, Scope, run
    from services.reconcile.slips_file import read_slips
    from services.reconcile.taking import as_papers

    with asking(data, Ledger, PapersOfHouse, wait=wait) as (records, books):
        known_table(records, asked.table)
        _known_day(records, books, asked.gaming_day)
        position = position_asked(asked.as_of, reached(books))
        desk = desk_of(records.store, books, asked.gaming_day, position)
        if asked.counts is not None and dry_run:
            desk.sheets = list(as_papers(desk, asked.counts, read_counts(asked.counts, asked.gaming_day)))
        papers = Papers(
            slips=read_slips(asked.slips, asked.gaming_day, position) if asked.slips else None,
            bank=read_bank(asked.bank) if asked.bank else None,
        )
        scope = Scope(asked.gaming_day, asked.currency, asked.table)
        yield records, run(desk, scope, papers, lambda read: progress(read, None, "reading the log"), asked.hashes)


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
