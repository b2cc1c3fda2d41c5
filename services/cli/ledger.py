"""`pataca ledger`: the books."""

from typing import Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import AsOf, Currency, Data, Format, From, GamingDay, Hand, Json, Table, To, Wait, form_of
from services.cli.output import json_line, line, report, text

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
    wait: Wait = False,
    data: Data = None,
) -> int:
    """Opening, debits, credits and closing of every account; each book sums to 0 in each currency."""
    from services.cli.asking import asking_ledger
    from services.reports import ledger as reports

    chosen = form_of(form, json)
    days = {"gaming_day": gaming_day, "day_from": day_from, "day_to": day_to, "currency": currency}
    with asking_ledger(data, as_of, wait=wait, **days) as (asked, books, scope):
        found = reports.trial_balance(asked.connection, books, scope, detail=detail)
        headed = asked.headed(found, scope.days)
    report(headed, chosen)
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
    wait: Wait = False,
    data: Data = None,
) -> None:
    """Every line of a wallet or an account with the balance after it."""
    from services.cli.asking import asking_ledger
    from services.reports import ledger as reports

    chosen = form_of(form, json)
    if (wallet is None) == (account is None):
        raise Failure(Exit.USAGE, "name one of --wallet ID and --account CODE")
    days = {"gaming_day": gaming_day, "day_from": day_from, "day_to": day_to, "currency": currency}
    with asking_ledger(data, as_of, wait=wait, **days) as (asked, books, scope):
        if wallet is not None:
            found = reports.statement_of_wallet(asked.connection, books, scope, wallet)
        else:
            found = reports.statement_of_account(asked.connection, books, scope, str(account))
        headed = asked.headed(found, scope.days)
    report(headed, chosen)


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
        str | None, typer.Option("--format", help="`text`, `json` (a line a line), `csv` or `hledger`.", show_default="text")
    ] = None,
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """Every line of the books in the order of the log."""
    from projections.ledger.hledger import to_hledger
    from projections.ledger.journal import journal as journal_lines
    from services.cli.asking import asking_ledger
    from services.reports import ledger as reports

    chosen = form_of(form, json, "hledger")
    narrowed = {"gaming_day": gaming_day, "day_from": day_from, "day_to": day_to, "currency": currency, "table": table, "hand": hand}
    with asking_ledger(data, as_of, wait=wait, **narrowed) as (asked, books, scope):
        if chosen == "json":
            for row in journal_lines(asked.connection, books.tables, scope):
                json_line(row)
        elif chosen == "hledger":
            for part in to_hledger(asked.connection, books.tables, scope):
                text(part)
        else:
            report(reports.journal(asked.connection, books, scope, every_field=chosen == "csv"), chosen)


@app.command()
def why(
    line_id: Annotated[str, typer.Argument(metavar="LINE", help="A line of the journal, such as `4711.3`.")],
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """The reason of a line: its entry, the event and the hand that made it, the cards that may be shown, and the article."""
    from projections.ledger.ledger import Ledger
    from services.cli.asking import asking
    from services.why import explain, sentences

    with asking(data, Ledger, wait=wait) as (records, asked):
        found = explain(records.store, asked, line_id)
    if json:
        json_line(found)
    else:
        for sentence in sentences(found):
            line(sentence)
