"""Every event of the house: the contract, listed once."""

from typing import Final

from domain import checkpoints, gaming_day, permits, wallet
from domain.baccarat import events as baccarat_events
from domain.breaks import events as break_events
from domain.cage import events as cage_events
from domain.closing import events as closing_events
from domain.counting import events as counting_events
from domain.disputes import events as dispute_events
from domain.event import Event
from domain.holdem import events as holdem_events

EVENTS: Final[tuple[type[Event], ...]] = (
    *holdem_events.EVENTS,
    *baccarat_events.EVENTS,
    *wallet.EVENTS,
    *cage_events.EVENTS,
    *gaming_day.EVENTS,
    *permits.EVENTS,
    *counting_events.EVENTS,
    *break_events.EVENTS,
    *closing_events.EVENTS,
    *dispute_events.EVENTS,
    *checkpoints.EVENTS,
)

BY_TOPIC: Final[dict[str, type[Event]]] = {event.topic(): event for event in EVENTS}
"""The current class of each event, by the name that the store gives it."""
