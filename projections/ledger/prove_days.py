"""R01, the days: after its cut nothing more of a gaming day happens but counts and the close, after its signature nothing at all."""

from domain import checkpoints
from domain.breaks import events as breaks
from domain.closing import events as closing
from domain.counting import events as counting
from domain.event import Event, Recorded
from projections.ledger.proof import Verdict

_OF_CLOSE: frozenset[type[Event]] = frozenset({*breaks.EVENTS, *checkpoints.EVENTS, *closing.EVENTS})
_AFTER_CUT = _OF_CLOSE | frozenset(counting.EVENTS)


class DaysKept:
    """Takes the events one by one, in the order of the log: where a day was cut and signed stands in it."""

    def __init__(self) -> None:
        self._verdict = Verdict("R01", "a day that was cut or signed gets nothing more", "events of closed days")
        self._cut: set[str] = set()
        self._signed: dict[str, int] = {}

    def take(self, recorded: Recorded) -> None:
        kind = type(recorded.event)
        if not self._cut and kind is not closing.GamingDayCut:
            return
        day = recorded.meta.gaming_day
        if day in self._signed and kind not in _OF_CLOSE:
            self._verdict.compare("PERIOD", recorded.id, f"nothing after {self._signed[day]}", f"position {recorded.position}")
        elif day in self._cut and kind not in _AFTER_CUT:
            self._verdict.compare("LATE_EVENT", recorded.id, "nothing after the cut", f"position {recorded.position}")
        if isinstance(recorded.event, closing.GamingDayCut):
            self._cut.add(recorded.event.gaming_day)
        elif isinstance(recorded.event, closing.CloseSigned):
            self._signed[recorded.event.gaming_day] = recorded.position

    def verdicts(self) -> list[Verdict]:
        return [self._verdict]
