"""`pataca dispute evidence`: sealed cards of a hand, opened by two people and printed once."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import Data, Json
from services.cli.output import json_line, line, say

if TYPE_CHECKING:
    from services.evidence import Disclosure

Case = Annotated[str, typer.Argument(metavar="CASE", help="The case's id; its hand is the one whose cards are opened.")]
Actor = Annotated[str, typer.Option("--actor", metavar="WHO", help="Who opens them.")]
Approver = Annotated[str, typer.Option("--approver", metavar="WHO", help="The second person.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why they must be seen.")]
Seat = Annotated[int | None, typer.Option("--seat", metavar="N", help="The cards of this seat.", show_default=False)]
All = Annotated[bool, typer.Option("--all", help="Those of every seat that has not shown.")]
Burned = Annotated[bool, typer.Option("--burned", help="The burned cards too, or alone.")]
Pipe = Annotated[bool, typer.Option("--allow-pipe", help="Print them even where standard output is no terminal.")]


def evidence(
    case: Case,
    actor: Actor,
    approver: Approver,
    reason: Reason,
    seat: Seat = None,
    all_seats: All = False,
    burned: Burned = False,
    allow_pipe: Pipe = False,
    json: Json = False,
    data: Data = None,
) -> None:
    """Open cards that nobody has shown. That they were opened is stored first and for ever; the cards are printed once."""
    _for_eyes(allow_pipe)
    asked = {"seat": seat, "all": all_seats or None, "burned": burned or None, "reason": reason, "actor": actor, "approver": approver}
    found = _opened(data, case, {name: value for name, value in asked.items() if value is not None})
    say(f"{found.event} is stored: {approver} and {actor} have opened cards of {found.hand}; these are shown this once")
    if json:
        json_line({"case": found.case, "hand": found.hand, "event": found.event, "cards": dict(found.cards)})
        return
    for spot, card in found.cards.items():
        line(f"{spot:<12}{card}")


def _for_eyes(allow_pipe: bool) -> None:
    """Asked before anything is opened: a pipe or a file keeps what two people were to see."""
    if not allow_pipe and not sys.stdout.isatty():
        message = "sealed cards are shown on a terminal; --allow-pipe prints them into a pipe or a file, which may keep them"
        raise Failure(Exit.USAGE, message)


def _opened(data: Data, case: str, asked: dict[str, Any]) -> "Disclosure":
    from domain.rules import RuleBroken
    from services.app import open_house
    from services.cli.disputes import STATUS
    from services.cli.what_if import hand_of_case

    with open_house(data) as house:
        hand = hand_of_case(house.store, case)
        try:
            return house.evidence.open({"case": case, "hand": hand, **asked})
        except RuleBroken as refusal:
            raise Failure(STATUS.get(refusal.code, Exit.REFUSED), f"{refusal.code}: {refusal.message}") from None
