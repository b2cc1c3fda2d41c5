"""What posting needs to know besides the event: open table sessions, slips on the way, which finance policy holds on a day."""

from domain.event import Recorded, key_of
from domain.gaming_day import PolicyActivated
from domain.policy import SHIPPED
from projections.ledger.breaks import Break
from projections.ledger.checks import amount_breaks, clearance_breaks
from projections.ledger.entry import Entry
from projections.ledger.halt import BooksHalted
from projections.ledger.session import TableSession
from projections.ledger.sessions import CLOSES, OPENS, opened
from projections.ledger.slips import CageSlips


class Context:
    """A fold of the log, one event after the other.

    `sessions`: table code to its open session, nothing once it has closed. `cages`: cage to its slips on the way.
    `policies`: first day to the name of the policy activated for it.
    """

    def __init__(self) -> None:
        self.sessions: dict[str, TableSession] = {}
        self.cages: dict[str, CageSlips] = {}
        self.policies: dict[str, str] = {}

    def session(self, recorded: Recorded) -> TableSession:
        session = self.sessions.get(key_of(recorded.stream))
        if session is None or session.stream != recorded.stream:
            raise BooksHalted("not-opened", recorded, f"no TableOpened stands before it in {recorded.stream}")
        return session

    def cage(self, recorded: Recorded) -> CageSlips:
        name = key_of(recorded.stream)
        return self.cages.setdefault(name, CageSlips(name))

    def policy(self, gaming_day: str) -> str:
        begun = [day for day in self.policies if day <= gaming_day]
        return self.policies[max(begun)] if begun else SHIPPED.name

    def follow(self, recorded: Recorded, entry: Entry | None) -> list[Break]:
        """Take in one event and what was posted for it; what did not agree comes back as breaks."""
        stream, event = recorded.stream, recorded.event
        if stream.startswith("tables/"):
            return self._follow_table(recorded, entry)
        if stream.startswith("cages/"):
            self.cage(recorded).follow(recorded)
        elif type(event) is PolicyActivated:
            self.policies[event.from_day] = event.policy
        return []

    def _follow_table(self, recorded: Recorded, entry: Entry | None) -> list[Break]:
        kind = type(recorded.event)
        if kind in OPENS:
            self.sessions[key_of(recorded.stream)] = opened(recorded)
            return []
        session = self.session(recorded)
        found = amount_breaks(session, recorded)
        session.follow(recorded, entry)
        found += clearance_breaks(session, recorded)
        if kind in CLOSES:
            del self.sessions[session.table]
        return found
