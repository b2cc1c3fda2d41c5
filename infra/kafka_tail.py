"""Events as they lie in the topic, for a person to look at: the newest ones, or those after a position."""

from collections.abc import Iterator
from contextlib import closing

from infra.kafka_client import event_in
from infra.kafka_ends import KafkaEnds, Span
from infra.kafka_log import KafkaLog
from infra.log import Stored
from infra.settings import Kafka
from infra.upcasting import Catalogue

LIMIT_MAX = 10_000
"""Events at once: as many are held of every partition."""
_STEP = 5_000
"""Records that are read before it is asked whether they are enough."""


def newest(kafka: Kafka, limit: int) -> list[Stored]:
    """Up to `limit` events in the order of their positions: the last ones among the last `limit` records of every partition.

    Records that came again and records that are no events are left out. StoreUnavailable, without a topic too.
    """
    with closing(KafkaEnds(kafka, _partitions(kafka))) as ends:
        spans = [Span(max(span.begin, span.end - limit), span.end) for span in ends.spans()]
        found = [event for partition, span in enumerate(spans) for page in _pages(ends, partition, span, 0) for event in page]
    return sorted(found, key=lambda event: event.position)[-limit:]


def events_after(kafka: Kafka, position: int, limit: int) -> list[Stored]:
    """The first `limit` events with a greater position, in the order of their positions; every partition is read from its beginning.

    Records that came again and records that are no events are left out. StoreUnavailable, without a topic too.
    """
    found: list[Stored] = []
    with closing(KafkaEnds(kafka, _partitions(kafka))) as ends:
        for partition, span in enumerate(ends.spans()):
            of_partition: list[Stored] = []
            for page in _pages(ends, partition, span, position):
                of_partition += page
                if len(of_partition) >= limit:
                    break
            found += of_partition
    return sorted(found, key=lambda event: event.position)[:limit]


def _partitions(kafka: Kafka) -> int:
    with closing(KafkaLog(kafka, Catalogue({}, {}))) as log:
        return log.partitions()


def _pages(ends: KafkaEnds, partition: int, span: Span, last: int) -> Iterator[list[Stored]]:
    """The events of these records after position `last`, each once: within a partition positions rise."""
    for start in range(span.begin, span.end, _STEP):
        page: list[Stored] = []
        for record in ends.records(partition, start, min(start + _STEP, span.end)):
            event = event_in(record)
            if event is not None and event.position > last:
                page.append(event)
                last = event.position
        yield page
