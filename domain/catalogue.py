"""Every event of the house: the contract, listed once."""

from typing import Final

from domain import gaming_day, permits, wallet
from domain.baccarat import events as baccarat_events
from domain.cage import events as cage_events
from domain.event import Event
from domain.holdem import events as holdem_events

EVENTS: Final[tuple[type[Event], ...]] = (
    *holdem_events.EVENTS,
    *baccarat_events.EVENTS,
    *wallet.EVENTS,
    *cage_events.EVENTS,
    *gaming_day.EVENTS,
    *permits.EVENTS,
)

BY_TOPIC: Final[dict[str, type[Event]]] = {event.topic(): event for event in EVENTS}
"""The current class of each event, by the name that the store gives it."""
