"""Where the relay goes on: what each partition holds already, if it is this store's."""

from typing import TYPE_CHECKING

from infra.log import Stored
from infra.partitioning import partition_of
from infra.store_errors import TopicRefused

if TYPE_CHECKING:
    from infra.event_store import EventStore
    from infra.kafka_outlet import Outlet

_FILL_ANEW = (
    "name another topic (CASINO_KAFKA_TOPIC), or delete this one and rebuild the read models; the relay fills it again from the store"
)


def held_by(store: "EventStore", outlet: "Outlet") -> list[int]:
    """Of every partition, the position of its last event, 0 where it is empty.

    TopicRefused where that is not an event of this store, or would have its place in another partition.
    """
    last_events = outlet.last_events
    for partition, event in enumerate(last_events):
        if event is None:
            continue
        due = partition_of(event.key, len(last_events))
        if due != partition:
            raise TopicRefused(
                f"partition {partition} of {outlet.place} ends with {event.id}, which has its place in partition {due} of "
                f"{len(last_events)}: partitions were added, or somebody else writes there; {_FILL_ANEW}"
            )
        if not _is_held(store, event):
            raise TopicRefused(
                f"partition {partition} of {outlet.place} ends with {event.id} at position {event.position}, and the store, which ends at "
                f"position {store.last_position()}, does not hold it there: it was restored from an older backup, or the topic is another "
                f"house's. Bring back the store that wrote it, or {_FILL_ANEW}"
            )
    return [0 if event is None else event.position for event in last_events]


def _is_held(store: "EventStore", event: Stored) -> bool:
    """Everything that went to the topic is the same; the command, if there is one, did not."""
    held = store.stored(event.position - 1, 1)
    return bool(held) and _sent(held[0]) == _sent(event)


def _sent(event: Stored) -> tuple[object, ...]:
    meta = event.meta
    return event.position, event.id, event.topic, event.body, meta.time, meta.correlation
