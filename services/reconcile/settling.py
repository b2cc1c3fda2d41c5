"""What the acceptance of a difference takes over from the break as it was explained."""

from typing import Any

from domain.breaks.events import EVENTS as OF_BREAKS
from services.reconcile.desk import Desk
from services.reconcile.life import records_of
from services.reconcile.run import run_quickly


def acceptance(desk: Desk, name: str) -> dict[str, Any] | None:
    """Fields of `accept-difference`; None for what is no difference of a count, or was not explained."""
    one = next((one for one in run_quickly(desk).breaks if one.id == name), None)
    explained = records_of(desk.papers(*OF_BREAKS)).get(name)
    if one is None or one.found.kind is None or explained is None or explained.explained is None:
        return None
    said = explained.explained
    return {"at_pos": one.found.at_pos, "explanation": said.explanation, "number": said.number, "text": said.text}
