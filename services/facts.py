"""What the house knows besides its streams: names that were used, its calendar, its day, fresh ids."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol
from uuid import uuid4

from domain.gaming_day import GamingDay, house_day, local_day, policy_on
from domain.permits import DaysOff, days_asked, earliest_use
from domain.policy import Policy
from infra.event_store import EventStore
from services.states import States


class WorkingCalendar(Protocol):
    def days_off(self, days: Iterable[str]) -> DaysOff: ...


POLICY_DAYS_KEPT = 64


class StoredFacts:
    """Implements `HouseFacts` over the event store. `working_days` is made when a permit first asks: it loads a calendar."""

    def __init__(self, store: EventStore, working_days: Callable[[], WorkingCalendar]) -> None:
        self._store = store
        self._working_days = working_days
        # A policy is activated for days that have not begun, so that of a day that has is settled.
        self._policy_of_begun_day = lru_cache(POLICY_DAYS_KEPT)(lambda day: policy_in_force(store, day))

    def taken(self, kind: str, name: str) -> str | None:
        return self._store.taken(kind, name)

    def new_id(self) -> str:
        return uuid4().hex

    def gaming_day(self, moment: str) -> str:
        """The date in UTC is never after the house's day, so its policy says when that day begins."""
        return house_day(moment, self._policy_of_begun_day(moment[:10]))

    def days_off(self, days: Iterable[str]) -> DaysOff:
        return self._working_days().days_off(days)

    def earliest_use(self, moment: str) -> str | None:
        day = local_day(moment, self._policy_of_begun_day(moment[:10]))
        return earliest_use(day, self.days_off(days_asked(day, day)).days)


def policy_in_force(store: EventStore, gaming_day: str) -> Policy:
    """The finance policy of a gaming day, from the activations on record."""
    days = States(store).all("days/", GamingDay)
    return policy_on(gaming_day, [day.state.activated for day in days if day.state.activated])
