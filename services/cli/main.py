"""`pataca`: the table of contents of the command line."""

import sys

import typer

from services.cli import (
    admin,
    breaks,
    checks,
    close_day,
    demo,
    disputes,
    events,
    hands,
    imports,
    ledger,
    project,
    projections,
    proof,
    reconcile,
    relay,
    reports,
    run,
    schema,
    tables,
)
from services.cli.exits import run_app

app = typer.Typer(
    name="pataca",
    help="The record of every card, chip and cent of a casino's tables: commands in, books that prove themselves out.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    add_completion=False,
)

app.command("demo")(demo.demo)
app.command("run")(run.run)
app.add_typer(imports.app, name="import")
app.add_typer(hands.app, name="hand")
app.add_typer(tables.app, name="table")
app.add_typer(ledger.app, name="ledger")
app.add_typer(reports.app, name="report")
app.command("reconcile")(reconcile.reconcile)
app.add_typer(breaks.app, name="breaks")
app.add_typer(disputes.app, name="dispute")
app.add_typer(events.app, name="events")
app.add_typer(projections.app, name="projections")
app.add_typer(schema.app, name="schema")
app.command("close-day")(close_day.close_day)
app.add_typer(proof.app, name="proof")
app.command("relay")(relay.relay)
app.command("project")(project.project)
app.add_typer(admin.app, name="admin")
app.command("verify")(checks.verify)
app.command("doctor")(checks.doctor)


def main() -> None:
    sys.exit(run_app(app))
