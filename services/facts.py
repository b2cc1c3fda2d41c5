"""What the house knows besides its streams: names that were used, its calendar, its day, fresh ids."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol
from uuid import uuid4

from domain.gaming_day import GamingDay, house_day, local_day, policy_on
from domain.permits import DaysOff, days_asked, earliest_use
from domain.policy import Policy
from domain.procedures import CLOSE
from domain.questions import Unfinished
from domain.rules import RuleBroken
from infra.event_store import EventStore
from services.case import FinanceFacts
from services.states import States
from services.unfinished import unfinished


class WorkingCalendar(Protocol):
    def days_off(self, days: Iterable[str]) -> DaysOff: ...


POLICY_DAYS_KEPT = 64


class StoredFacts:
    """Implements `HouseFacts` over the event store. `working_days` is made when a permit first asks: it loads a calendar.

    `finance`: the books, where the process that carries out the commands has them.
    """

    def __init__(self, store: EventStore, working_days: Callable[[], WorkingCalendar], finance: FinanceFacts | None = None) -> None:
        self._store = store
        self._working_days = working_days
        self._finance = finance
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
