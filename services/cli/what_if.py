"""`pataca dispute what-if`: a hand run again with a corrected fact, beside the hand as it was."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.changes import ChangeTexts, changes_of
from services.cli.exits import Exit, Failure
from services.cli.options import Data, Json
from services.cli.output import json_line, line
from services.errors import NotFound
from services.reports.report import display

if TYPE_CHECKING:
    from domain.event import Event
    from infra.event_store import EventStore
    from services.what_if import Both, WhatIf

Asked = Annotated[str, typer.Argument(metavar="ID", help="A hand's id, such as `PK-07/2026-11-30/12`, or a case's, for its hand.")]
_WIDE = 14


def what_if(asked: Asked, change: ChangeTexts = None, json: Json = False, data: Data = None) -> None:
    """What a hand would have paid with a corrected fact. Nothing is stored, and no sealed card is opened."""
    from domain.rules import RuleBroken
    from services.app import open_records
    from services.stored_hands import stored_hand
    from services.what_if import what_if as run_again

    with open_records(data) as records:
        name = asked if "/" in asked else hand_of_case(records.store, asked)
        hand = stored_hand(records.store, name)
    if hand is None:
        raise NotFound(f"there is no hand {name}; `pataca hand list` names them all")
    try:
        result = run_again(hand, changes_of(change or [], hand.row["game"]))
    except RuleBroken as refusal:
        raise Failure(Exit.REFUSED, f"{refusal.code}: {refusal.message}") from None
    if json:
        json_line(_document(result))
        return
    for text in _told(result):
        line(text)


def hand_of_case(store: "EventStore", name: str) -> str:
    """NotFound for a case that was never opened."""
    from domain.disputes.case import DisputeCase
    from domain.event import case_stream

    case = DisputeCase()
    store.fold(case_stream(name), case.evolve)
    if case.opened is None:
        raise NotFound(f"there is no case {name}, and no hand of this name: a hand's id is like PK-07/2026-11-30/12")
    return case.opened.hand


def _document(result: "WhatIf") -> dict[str, Any]:
    recorded, corrected = result.ends
    return {
        "id": result.hand,
        "currency": result.currency,
        "players": [{"player": player, **_both(both)} for player, both in result.players.items()],
        "pots": [{"pot": pot, **_both(both)} for pot, both in result.pots.items()],
        "commission": _both(result.commission),
        "end": {"recorded": recorded, "corrected": corrected},
        "left_out": result.left_out,
        "events": {"recorded": _events(result.recorded), "corrected": _events(result.corrected)},
    }


def _both(both: "Both") -> dict[str, int]:
    return {"recorded": both.recorded, "corrected": both.corrected, "difference": both.difference}


def _events(events: "tuple[Event, ...]") -> list[dict[str, Any]]:
    return [{"type": event.contract, "version": event.version, "body": event.model_dump(mode="json")} for event in events]


def _told(result: "WhatIf") -> Iterator[str]:
    yield f"{f'{result.hand}, {result.currency}':<32}{'recorded':>{_WIDE}}{'corrected':>{_WIDE}}{'difference':>{_WIDE}}"
    amounts = [*result.players.items(), *((f"pot {pot}", both) for pot, both in result.pots.items()), ("commission", result.commission)]
    for name, both in amounts:
        cells = (display(amount, result.currency) for amount in (both.recorded, both.corrected, both.difference))
        yield f"{name:<32}" + "".join(f"{cell:>{_WIDE}}" for cell in cells)
    recorded, corrected = result.ends
    yield f"ended {recorded}" if recorded == corrected else f"ended {recorded}; corrected {corrected}"
    if result.left_out:
        yield f"steps of the record that fall away: {', '.join(map(str, result.left_out))}"
