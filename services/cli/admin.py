"""`pataca admin`: what an operator prepares once."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import Data, Json
from services.cli.output import json_line, line, position_bar

_LOGINS = """
The roles are groups. Make the users that your processes log in as, each in its group, for example:
  CREATE ROLE tables_1 LOGIN PASSWORD '...' IN ROLE casino_writer;   -- pataca run, and in CASINO_VAULT_URL:
  CREATE ROLE vault_1 LOGIN PASSWORD '...' IN ROLE casino_vault;
  CREATE ROLE relay_1 LOGIN PASSWORD '...' IN ROLE casino_relay;
  CREATE ROLE books_1 LOGIN PASSWORD '...' IN ROLE casino_projector;                -- or casino_projector_ledger and so on
  ALTER ROLE books_1 SET role = 'casino_projector';                                 -- so that what it makes is the group's
  CREATE ROLE office_1 LOGIN PASSWORD '...' IN ROLE casino_report;"""

app = typer.Typer(help="What an operator prepares once: the topic in Kafka, the roles in PostgreSQL, the way there.", no_args_is_help=True)


@app.command()
def topics(
    replicas: Annotated[
        int | None,
        typer.Option(
            "--replicas",
            min=1,
            max=32,
            help="Copies of every partition; by default 3, or as many as there are brokers.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Create the topic of the house's events, or correct the settings of the one that is there: a line a setting.

    The number of partitions is taken as it is. What the cluster does not let correct is refused by name, with status 5.
    """
    from infra.kafka_topic import prepare_topic
    from services.processes import kafka_of

    kafka = kafka_of(data)
    settings = prepare_topic(kafka, replicas)
    if json:
        json_line({"topic": kafka.topic, "rows": [asdict(setting) for setting in settings], "totals": []})
    else:
        for setting in settings:
            line(f"{setting.name:<30} {setting.value:<14} {setting.did}{': ' if setting.told else ''}{setting.told}")
    return Exit.CONFLICT if any(setting.did == "refused" for setting in settings) else Exit.FINE


@app.command()
def roles(json: Json = False, data: Data = None) -> int:
    """Make the house's roles in PostgreSQL, and give each of them what it needs and nothing else.

    It is run by whoever owns the databases that CASINO_STORE_URL, CASINO_BOOKS_URL and CASINO_VAULT_URL name, at any time
    again. The roles are groups: give the users that your processes log in as to them.
    """
    from infra.settings import read_settings
    from services.app import PROJECTIONS
    from services.grants import grant_all

    granted = grant_all(read_settings(data), [projection.name for projection in PROJECTIONS])
    if json:
        json_line({"databases": [asdict(one) for one in granted]})
    else:
        for one in granted:
            _print_grants(one)
        line(_LOGINS)
    return Exit.REFUSED if any(one.may_change for one in granted) else Exit.FINE


def _print_grants(granted: Any) -> None:
    line(granted.place)
    for grant in granted.grants:
        line(f"  {grant.role:<30} {grant.rights:<32} on {grant.thing}")
    for role in granted.may_change:
        line(f"  {role} may still change what is recorded, by a role of the server's that it is a member of: take that from it")


@app.command()
def move(
    to: Annotated[str, typer.Option("--to", metavar="URL", help="Where to: postgresql://user@host:5432/database, its owner's.")],
    vault_to: Annotated[
        str | None, typer.Option("--vault-to", metavar="URL", help="Where the vault goes, if not there too.", show_default=False)
    ] = None,
    json: Json = False,
    data: Data = None,
) -> int:
    """Move a house from its data folder to PostgreSQL: events with their positions, receipts, names, the vault, refusals.

    The house is still meanwhile: a `pataca run` in the folder must have ended. All is compared after it was copied; then the
    folder is marked, so that nobody deals in it any more. Interrupted, the same command goes on where it was.
    """
    from services.app import data_folder
    from services.move import move as move_house

    for url in (to, vault_to):
        if url is not None and not url.startswith(("postgresql://", "postgres://")):
            raise Failure(Exit.USAGE, "a house moves to a URL of PostgreSQL, such as postgresql://user@host:5432/database")
    folder = data_folder(data)
    with position_bar("moving") as bar:
        moved = move_house(folder, to, vault_to or to, bar)
    if json:
        json_line({**moved._asdict(), "arrived": [part._asdict() for part in moved.arrived]})
    else:
        _print_moved(moved)
    return Exit.FINE


def _print_moved(moved: Any) -> None:
    if moved.already:
        line(f"This house was moved to {moved.store} before.")
    for part in moved.arrived:
        line(f"{part.rows:>12,} {part.what:<24} equal on both sides, sha256 {part.sha256}")
    line("Set from now on, with the passwords that are not shown here:")
    line(f"  CASINO_STORE_URL={moved.store}")
    if moved.vault != moved.store:
        line(f"  CASINO_VAULT_URL={moved.vault}")
    line("  CASINO_KAFKA=host:port")
    line("Then: pataca admin roles, pataca admin topics; and let run: pataca relay, pataca project")
