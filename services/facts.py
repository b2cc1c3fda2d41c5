"""What the house knows besides its streams: names that were used, its calendar, its day, fresh ids."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol
from uuid import uuid4

from domain.checkpoints import CheckpointSigned
from domain.disputes.changes import Change
from domain.disputes.settlement import Settlement
from domain.gaming_day import GamingDay, house_day, local_day, policy_on
from domain.permits import DaysOff, days_asked, earliest_use
from domain.policy import Policy
from domain.procedures import CLOSE, PROOF
from domain.questions import PlayedHand, Unfinished
from domain.rules import RuleBroken
from infra.event_store import EventStore
from services.case import FinanceFacts
from services.hidden_cards import hidden_cards
from services.states import States
from services.stored_hands import stored_hand
from services.unfinished import unfinished
from services.what_if import what_if


class WorkingCalendar(Protocol):
    def days_off(self, days: Iterable[str]) -> DaysOff: ...


class Signing(Protocol):
    def checkpoint(self, last: CheckpointSigned | None) -> dict[str, Any] | None: ...


POLICY_DAYS_KEPT = 64


class StoredFacts:
    """Implements `HouseFacts` over the event store. `working_days` is made when a permit first asks: it loads a calendar.

    `finance`: the books, and `notary`: the tree and the vault, where the process that carries out the commands has them.
    """

    def __init__(
        self,
        store: EventStore,
        working_days: Callable[[], WorkingCalendar],
        finance: FinanceFacts | None = None,
        notary: "Signing | None" = None,
    ) -> None:
        self._store = store
        self._working_days = working_days
        self._finance = finance
        self._notary = notary
        # A policy is activated for days that have not begun, so that of a day that has is settled.
        self._policy_of_begun_day = lru_cache(POLICY_DAYS_KEPT)(lambda day: policy_in_force(store, day))

    def taken(self, kind: str, name: str) -> str | None:
        return self._store.taken(kind, name)

    def new_id(self) -> str:
        return uuid4().hex

    def gaming_day(self, moment: str) -> str:
        """The date in UTC is never after the house's day, so its policy says when that day begins."""
        return house_day(moment, self._policy_of_begun_day(moment[:10]))

    @property
    def finance(self) -> FinanceFacts:
        if self._finance is None:
            raise RuleBroken("books-not-at-hand", CLOSE, "this needs the books: `pataca close-day` and `pataca breaks` have them at hand")
        return self._finance

    def position(self) -> int:
        return self._store.last_position()

    def first_day(self) -> str | None:
        first = self._store.read(0, limit=1)
        return first[0].meta.gaming_day if first else None

    def policy(self, gaming_day: str) -> Policy:
        return policy_in_force(self._store, gaming_day)

    def unfinished(self, gaming_day: str) -> Unfinished:
        return unfinished(self._store, gaming_day)

    def played_hand(self, hand: str) -> PlayedHand | None:
        found = stored_hand(self._store, hand)
        if found is None:
            return None
        row = found.row
        places = {name: row[name] for name in ("table", "currency", "gaming_day")}
        return PlayedHand(hand=found.id, is_over=row["status"] != "open", **places)

    def hidden_spots(self, hand: str) -> list[str]:
        found = stored_hand(self._store, hand)
        return list(hidden_cards(found)) if found else []

    def settled_anew(self, hand: str, changes: Sequence[Change]) -> Settlement:
        found = stored_hand(self._store, hand)
        assert found is not None, "a case is opened on a hand that is there"
        return what_if(found, changes).settlement

    def checkpoint(self, last: CheckpointSigned | None) -> dict[str, Any] | None:
        if self._notary is None:
            raise RuleBroken("tree-not-at-hand", PROOF, "this needs the tree over the events: `pataca` has it at hand")
        return self._notary.checkpoint(last)

    def days_off(self, days: Iterable[str]) -> DaysOff:
        return self._working_days().days_off(days)

    def earliest_use(self, moment: str) -> str | None:
        day = local_day(moment, self._policy_of_begun_day(moment[:10]))
        return earliest_use(day, self.days_off(days_asked(day, day)).days)


def policy_in_force(store: EventStore, gaming_day: str) -> Policy:
    """The finance policy of a gaming day, from the activations on record."""
    return policies_in_force(store)(gaming_day)


def policies_in_force(store: EventStore) -> Callable[[str], Policy]:
    """The same for many days: the activations are read once, when the first day is asked for."""
    activations = lru_cache(1)(lambda: [day.state.activated for day in States(store).all("days/", GamingDay) if day.state.activated])
    return lru_cache(None)(lambda day: policy_on(day, activations()))
