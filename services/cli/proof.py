"""`pataca proof`: the public key, checkpoints, bundles for outsiders, and their check."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import Data, GamingDay, Json
from services.cli.output import json_line, line, say, sink, text
from services.cli.stopping import until_stopped

app = typer.Typer(help="Proof of the history to anybody who has one public key.", no_args_is_help=True)

Previous = Annotated[
    Path | None,
    typer.Option("--previous", metavar="CHECKPOINT", help="A checkpoint that was seen before: its signed note.", show_default=False),
]


@app.command()
def key(json: Json = False, data: Data = None) -> None:
    """Print the public key that checks this house's checkpoints and bundles. Its secret half never leaves the vault."""
    from services.app import open_house

    with open_house(data) as house:
        json_line({"key": house.notary.key}) if json else line(house.notary.key)


@app.command()
def checkpoint(
    sign: Annotated[bool, typer.Option("--sign", help="Sign one now, where anything has come since the last one.")] = False,
    json: Json = False,
    data: Data = None,
) -> None:
    """Print the last signed checkpoint, as others may keep it and ask for again with --previous."""
    from services.app import open_house, open_records
    from services.errors import NotFound
    from services.proof.notary import last_signed

    if sign:
        with open_house(data) as house:
            house.commands.handle({"do": "sign-checkpoint"})
    with open_records(data) as records:
        last = last_signed(records.store)
    if last is None:
        raise NotFound("no checkpoint was signed yet; `pataca proof checkpoint --sign` signs one")
    json_line(last.model_dump()) if json else text(last.note)


@app.command()
def sequence(
    every_events: Annotated[
        int, typer.Option("--every-events", metavar="N", min=1, help="Sign a checkpoint after so many events.")
    ] = 10_000,
    every_minutes: Annotated[int, typer.Option("--every-minutes", metavar="N", min=1, help="Or after so many minutes.")] = 60,
    data: Data = None,
) -> int:
    """Let the tree over all events grow as they come, and sign checkpoints. Runs until SIGTERM or SIGINT."""
    from services.app import open_house
    from services.proof.watch import Schedule, Watch

    with until_stopped() as stop, open_house(data) as house:
        watch = Watch(house, Schedule(every_events, every_minutes * 60), stop, say)
        watch.run()
        watch.sign()
    return Exit.FINE


@app.command()
def export(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to; it is there whole or not at all.", show_default=False)],
    hand: Annotated[str | None, typer.Argument(metavar="HAND", help="A hand or round, such as `PK-07/2026-11-30/12`.")] = None,
    gaming_day: GamingDay = None,
    previous: Previous = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Write a bundle: the events of a hand or of a gaming day, what proves them, and their ledger lines.

    What no checkpoint covers yet is signed first. Sealed cards stay sealed.
    """
    from services.app import open_house
    from services.proof import exporting

    if (hand is None) == (gaming_day is None):
        raise Failure(Exit.USAGE, "a bundle is of a hand or of a gaming day: give HAND or --gaming-day D")
    scope = {"hand": hand} if hand is not None else {"gaming_day": str(gaming_day)}
    note = _note(previous)
    with open_house(data, with_books=True) as house, sink(out) as write:
        size = sum(len(piece) for piece in exporting.export(house, scope, note) if write(piece) is not None)
    json_line({"file": str(out), "bytes": size}) if json else line(f"{out}: {size:,} bytes")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A bundle that `pataca proof export` has written.")],
    key: Annotated[str, typer.Option("--key", metavar="KEY", help="The house's public key, from `pataca proof key`.", show_default=False)],
    previous: Previous = None,
    json: Json = False,
) -> None:
    """Check a bundle with one public key and no database; the same as `python services/proof/check.py` does alone."""
    from services.proof import check

    if not file.exists():
        raise Failure(Exit.NOT_FOUND, f"there is no file {file}")
    proved = check.verify(file, key, _note(previous))
    if json:
        json_line(proved)
        return
    [(what, name)] = proved["scope"].items()
    line(f"proved: {what.replace('_', ' ')} {name}")
    line(f"  {proved['events']} events in the tree of {proved['size']} that {proved['origin']} has signed")
    line(f"  {proved['entries']} ledger entries come to zero; {proved['cards']} open cards had their place in the order committed to")


def _note(path: Path | None) -> str | None:
    try:
        return None if path is None else path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Failure(Exit.NOT_FOUND, f"there is no file {path}") from None
    except (OSError, UnicodeError) as error:
        raise Failure(Exit.UNREACHABLE, f"{path} cannot be read: {error}") from None
