"""`pataca ledger`: the books."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import (
    AsOf,
    AsReported,
    Currency,
    Data,
    Format,
    From,
    GamingDay,
    Hand,
    Json,
    Lang,
    Out,
    Restated,
    Table,
    To,
    Wait,
    form_of,
    signed_form_of,
)
from services.cli.output import explaining, json_line, line, report, sink
from services.reports.forms import json_bytes

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from projections.ledger.scope import Scope
    from projections.ledger.tables import LedgerTables

_FOREIGN = ("hledger", "beancount")

app = typer.Typer(help="The books: balances, statements, journal, and the reason of every line.", no_args_is_help=True)


@app.command("trial-balance")
def trial_balance(
    detail: Annotated[bool, typer.Option("--detail", help="Every account with its dimensions.")] = False,
    gaming_day: GamingDay = None,
    day_from: From = None,
    day_to: To = None,
    currency: Currency = None,
    as_of: AsOf = None,
    form: Format = None,
    json: Json = False,
    out: Out = None,
    lang: Lang = "en",
    as_reported: AsReported = False,
    restated: Restated = False,
    wait: Wait = False,
    data: Data = None,
) -> int:
    """Opening, debits, credits and closing of every account; each book sums to 0 in each currency."""
    from services.cli.asking import asking_ledger
    from services.reports import ledger as reports

    chosen = form_of(form, json, out=out, lang=lang)
    signed = signed_form_of(as_reported, restated, gaming_day, as_of)
    days = {"gaming_day": gaming_day, "day_from": day_from, "day_to": day_to, "currency": currency}
    with asking_ledger(data, as_of, form=signed, wait=wait, **days) as (asked, books, scope):
        found = reports.trial_balance(asked.connection, books, scope, detail=detail)
        headed = asked.headed(found, scope.days)
    report(headed, chosen, out, lang)
    unbalanced = any(total[name] for total in found.totals for name in ("opening", "closing"))
    return Exit.REFUSED if unbalanced else Exit.FINE


@app.command()
def statement(
    wallet: Annotated[str | None, typer.Option(metavar="ID", help="A player's wallet: his money as positive.", show_default=False)] = None,
    account: Annotated[
        str | None, typer.Option(metavar="CODE", help="An account and those below it, such as `2110:PK-07`.", show_default=False)
    ] = None,
    gaming_day: GamingDay = None,
    day_from: From = None,
    day_to: To = None,
    currency: Currency = None,
    as_of: AsOf = None,
    form: Format = None,
    json: Json = False,
    out: Out = None,
    lang: Lang = "en",
    as_reported: AsReported = False,
    restated: Restated = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """Every line of a wallet or an account with the balance after it."""
    from services.cli.asking import asking_ledger
    from services.reports import ledger as reports

    chosen = form_of(form, json, out=out, lang=lang)
    signed = signed_form_of(as_reported, restated, gaming_day, as_of)
    if (wallet is None) == (account is None):
        raise Failure(Exit.USAGE, "name one of --wallet ID and --account CODE")
    days = {"gaming_day": gaming_day, "day_from": day_from, "day_to": day_to, "currency": currency}
    with asking_ledger(data, as_of, form=signed, wait=wait, **days) as (asked, books, scope):
        if wallet is not None:
            found = reports.statement_of_wallet(asked.connection, books, scope, wallet)
        else:
            found = reports.statement_of_account(asked.connection, books, scope, str(account))
        headed = asked.headed(found, scope.days)
    report(headed, chosen, out, lang)


@app.command()
def journal(
    gaming_day: GamingDay = None,
    day_from: From = None,
    day_to: To = None,
    currency: Currency = None,
    table: Table = None,
    hand: Hand = None,
    as_of: AsOf = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="`text`, `json` (a line a line), `csv`, `xlsx`, `pdf`, or for a foreign program `hledger` or `beancount`.",
            show_default="text",
        ),
    ] = None,
    json: Json = False,
    out: Out = None,
    lang: Lang = "en",
    as_reported: AsReported = False,
    restated: Restated = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """Every line of the books in the order of the log."""
    from services.cli.asking import asking_ledger
    from services.reports import ledger as reports

    chosen = form_of(form, json, *_FOREIGN, out=out, lang=lang)
    signed = signed_form_of(as_reported, restated, gaming_day, as_of)
    narrowed = {"gaming_day": gaming_day, "day_from": day_from, "day_to": day_to, "currency": currency, "table": table, "hand": hand}
    with asking_ledger(data, as_of, form=signed, wait=wait, **narrowed) as (asked, books, scope):
        if chosen in ("json", *_FOREIGN):
            with sink(out) as write:
                for part in _streamed(chosen, asked.connection, books.tables, scope):
                    write(part)
        else:
            found = reports.journal(asked.connection, books, scope, every_field=chosen in ("csv", "xlsx"))
            report(asked.headed(found, scope.days), chosen, out, lang)


def _streamed(form: str, connection: "Connection", tables: "LedgerTables", scope: "Scope") -> Iterator[bytes]:
    """These forms need no more than one entry at once."""
    from projections.ledger.beancount import to_beancount
    from projections.ledger.hledger import to_hledger
    from projections.ledger.journal import journal as journal_lines

    if form == "json":
        return (json_bytes(row) for row in journal_lines(connection, tables, scope))
    if scope.restated is not None:
        raise Failure(Exit.USAGE, f"--restated is for people: {form} proves every day by the entries that were booked in it")
    to_foreign = to_hledger if form == "hledger" else to_beancount
    return (part.encode() for part in to_foreign(connection, tables, scope))


@app.command()
def export(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for `entries.parquet` and `lines.parquet`; what lies there is replaced.")
    ],
    gaming_day: GamingDay = None,
    day_from: From = None,
    day_to: To = None,
    currency: Currency = None,
    table: Table = None,
    hand: Hand = None,
    as_of: AsOf = None,
    form: Annotated[str, typer.Option("--format", help="`parquet` alone.")] = "parquet",
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """Entries and lines with every field, as columns for a program that computes with them."""
    from services.cli.asking import asking_ledger
    from services.reports.forms import extra

    if form != "parquet":
        raise Failure(Exit.USAGE, f"there is no format {form} here; there is parquet, and `pataca ledger journal` has others")
    with extra("parquet", "parquet"):
        from services.reports.parquet import to_parquet
    narrowed = {"gaming_day": gaming_day, "day_from": day_from, "day_to": day_to, "currency": currency, "table": table, "hand": hand}
    with asking_ledger(data, as_of, form=None, wait=wait, **narrowed) as (asked, books, scope), explaining(out):
        rows = to_parquet(asked.connection, books, scope, out)
    if json:
        json_line({"as_of": scope.as_of, **rows})
    else:
        line(f"{out}: {rows['entries']:,} entries and {rows['lines']:,} lines, as of position {scope.as_of}")


@app.command()
def why(
    line_id: Annotated[str, typer.Argument(metavar="LINE", help="A line of the journal, such as `4711.3`.")],
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """The reason of a line: its entry, the event and the hand that made it, the cards that may be shown, and the article."""
    from projections.hands import Hands
    from projections.ledger.ledger import Ledger
    from services.cli.asking import asking
    from services.why import explain, sentences

    with asking(data, Ledger, Hands, wait=wait) as (records, asked):
        found = explain(records.store, asked, line_id)
    if json:
        json_line(found)
    else:
        for sentence in sentences(found):
            line(sentence)
