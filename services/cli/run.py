"""`pataca run FILE`: commands in, answers out, one JSON object a line."""

import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from domain.rules import RuleBroken
from services.answers import answer_text, refusal_text
from services.cli.exits import Exit, Failure
from services.cli.options import Data, Json
from services.cli.output import line, say
from services.commands import Commands
from services.lines import Line, read_lines


def run(
    file: Annotated[str, typer.Argument(help="Commands as JSON Lines; `-` reads standard input.", metavar="FILE")],
    keep_going: Annotated[bool, typer.Option("--keep-going", help="Go on after a refusal; the exit status is 1 all the same.")] = False,
    json: Json = False,
    data: Data = None,
) -> int:
    """Carry out commands in order and answer each one as a line of JSON.

    Stops at the first refusal with exit status 1, or goes on with --keep-going; what was accepted stays.
    """
    from services.app import open_house

    with _input(file) as stream, open_house(data) as house:
        refused = 0
        for given in read_lines(stream):
            refused += not _answered(house.commands, given)
            if refused and not keep_going:
                break
    if refused:
        say(f"{refused} command{'s were' if refused > 1 else ' was'} refused; nothing of a refused command is stored")
    return Exit.REFUSED if refused else Exit.FINE


def _answered(commands: Commands, given: Line) -> bool:
    """The answer is written and flushed before the next command is read."""
    try:
        if given.refusal is not None:
            raise given.refusal
        assert given.command is not None
        text = answer_text(given.number, commands.handle(given.command))
        accepted = True
    except RuleBroken as refusal:
        text = refusal_text(given.number, refusal)
        accepted = False
    line(text)
    sys.stdout.flush()
    return accepted


def _input(file: str) -> BinaryIO:
    if file == "-":
        return sys.stdin.buffer
    try:
        return Path(file).open("rb")
    except FileNotFoundError:
        raise Failure(Exit.NOT_FOUND, f"there is no file {file}") from None
    except OSError as error:
        raise Failure(Exit.UNREACHABLE, f"{file} cannot be read: {error.strerror}") from None
