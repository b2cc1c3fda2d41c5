"""The log as it comes out of Kafka: partitions of the topic, each followed from the event that was seen last.

That event, not an offset, says where a partition goes on: the offset that was noted with it is tried first and counts
only if the record right before it is that very event. Otherwise the partition is read from its beginning and passed over
up to it, so the topic may be emptied and filled again at any time. Duplicates are dropped here, by their position.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any, NamedTuple

from kafka import KafkaAdminClient, KafkaConsumer, TopicPartition
from kafka.errors import LogTruncationError, OffsetOutOfRangeError

from domain.event import Recorded
from infra.kafka_client import REQUEST_MS_MAX, event_in, explaining, new_admin, new_consumer, place_of
from infra.log import Stored
from infra.mapper import recorded
from infra.settings import Kafka
from infra.store_errors import StoreError, StoreUnavailable, UnknownEvent, UnreadableEvent
from infra.upcasting import Catalogue

_FETCH_BYTES_MAX = 16 * 1024 * 1024
_FETCH_WAIT_MS = 200
"""At most: a question for the ends waits behind a fetch that waits for events, since a broker answers a connection in order."""
_GATHER_MS = 10
_CLOSE_MS_MAX = 1_000


class Place(NamedTuple):
    """Right after `position` (0: before the first event), where the event `event_id` was; None: it was another partition's.

    `next_offset` is where the record after it was, if that is known.
    """

    position: int
    event_id: str | None = None
    next_offset: int | None = None


class Read(NamedTuple):
    """One record: the event `id`, or why this release cannot read it, and the offset of the next record."""

    id: str
    found: Recorded | UnknownEvent | UnreadableEvent
    next_offset: int


class NotInTopic(StoreError):
    """The topic goes past a position without the event that was seen there: it is not the log that was followed before."""

    def __init__(self, place: Place) -> None:
        super().__init__(f"the topic goes past position {place.position} and does not hold {place.event_id}")
        self.place = place


class KafkaLog:
    """For one thread. StoreUnavailable from whatever asks Kafka, after some seconds at most; the next call connects anew.

    `duplicates` and `foreign` count what was dropped: events that had come before, and records that are no events of the house.
    """

    def __init__(self, kafka: Kafka, catalogue: Catalogue) -> None:
        self.duplicates = 0
        self.foreign = 0
        self._kafka = kafka
        self._catalogue = catalogue
        self._lanes: dict[int, _Lane] = {}
        self._consumer: KafkaConsumer | None = None
        self._admin: KafkaAdminClient | None = None
        self._topic_id: object = None

    def partitions(self) -> int:
        """How many the topic has. StoreUnavailable where there is no topic, too."""
        with self._reaching():
            return self._described()[1]

    def follow(self, places: Mapping[int, Place]) -> None:
        """These partitions from now on, each from its place, and no others."""
        self._lanes = {partition: _Lane(place) for partition, place in places.items()}
        self._leave()

    def poll(self, timeout_s: float, limit: int) -> dict[int, list[Read]]:
        """Up to `limit` new events by partition, in order; none when nothing came in time. After NotInTopic, `follow` anew."""
        with self._reaching():
            consumer = self._assigned()
            try:
                found = _gathered(consumer, timeout_s, limit)
            except (OffsetOutOfRangeError, LogTruncationError):
                self._start_over()
                return {}
            # Asked after they came: a topic that was made again meanwhile may hold other events under the same offsets.
            if found and self._described()[0] != self._topic_id:
                self._start_over()
                return {}
        reads: dict[int, list[Read]] = {}
        for at, records in found.items():
            lane = self._lanes[at.partition]
            if lane.step is _Step.CHECK and not lane.is_last(event_in(records[0])):
                self._start_over()  # the records of the other partitions come again, too
                break
            if new := self._new(lane, records):
                reads[at.partition] = new
        return reads

    def ends(self) -> dict[int, int]:
        """Of each followed partition, the offset that its next record will get."""
        with self._reaching():
            ends = self._assigned().end_offsets(self._partitions(), timeout_ms=REQUEST_MS_MAX)
        return {at.partition: end for at, end in ends.items()}

    def has_read_to(self, ends: Mapping[int, int]) -> bool:
        """Whether `poll` has handed out whatever stands before these offsets."""
        with self._reaching():
            consumer = self._assigned()
            return all((consumer.position(at, timeout_ms=REQUEST_MS_MAX) or 0) >= ends[at.partition] for at in self._partitions())

    @property
    def searching(self) -> list[int]:
        """The partitions where the event that was seen last has not come yet: the topic is still being filled again."""
        return [partition for partition, lane in self._lanes.items() if lane.step is not _Step.FOLLOW and lane.place.event_id is not None]

    def close(self) -> None:
        self._leave()
        if self._admin is not None:
            self._admin.close()
            self._admin = None

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            with explaining(self._kafka):
                yield
        except StoreUnavailable:
            self.close()
            raise

    def _described(self) -> tuple[object, int]:
        """The topic's own id, which it has once, whatever its name; the number of its partitions."""
        if self._admin is None:
            self._admin = new_admin(self._kafka)
        [topic] = self._admin.describe_topics([self._kafka.topic])
        if topic["error_code"]:
            reason = f"there is no topic {self._kafka.topic} that could be read"
            raise StoreUnavailable(place_of(self._kafka), reason, "`pataca relay` makes it, and so does `pataca admin topics`.")
        return topic["topic_id"], len(topic["partitions"])

    def _partitions(self) -> list[TopicPartition]:
        return [TopicPartition(self._kafka.topic, partition) for partition in self._lanes]

    def _assigned(self) -> KafkaConsumer:
        if self._consumer is None:
            self._topic_id = self._described()[0]
            self._consumer = new_consumer(self._kafka, fetch_max_bytes=_FETCH_BYTES_MAX, fetch_max_wait_ms=_FETCH_WAIT_MS)
            partitions = self._partitions()
            self._consumer.assign(partitions)
            first = self._consumer.beginning_offsets(partitions, timeout_ms=REQUEST_MS_MAX)
            end = self._consumer.end_offsets(partitions, timeout_ms=REQUEST_MS_MAX)
            for at in partitions:
                self._consumer.seek(at, self._lanes[at.partition].begin(first[at], end[at]))
        return self._consumer

    def _start_over(self) -> None:
        """Offsets say nothing any more: the next call searches every partition from its beginning."""
        self._lanes = {partition: _Lane(lane.place._replace(next_offset=None)) for partition, lane in self._lanes.items()}
        self._leave()

    def _leave(self) -> None:
        if self._consumer is not None:
            self._consumer.close(autocommit=False, timeout_ms=_CLOSE_MS_MAX)
            self._consumer = None

    def _new(self, lane: "_Lane", records: Iterable[Any]) -> list[Read]:
        new: list[Read] = []
        for record in records:
            stored = event_in(record)
            if stored is None:
                self.foreign += 1
            elif lane.step is _Step.CHECK:
                lane.step = _Step.FOLLOW  # it has been looked at
            elif lane.step is _Step.FOLLOW and stored.position <= lane.place.position:
                self.duplicates += 1
            elif lane.step is _Step.FOLLOW or lane.is_beyond(stored):
                lane.place = Place(stored.position, stored.id, record.offset + 1)
                new.append(Read(stored.id, self._decoded(stored), record.offset + 1))
        return new

    def _decoded(self, stored: Stored) -> Recorded | UnknownEvent | UnreadableEvent:
        try:
            return recorded(stored, self._catalogue)
        except (UnknownEvent, UnreadableEvent) as error:
            return error


def _gathered(consumer: KafkaConsumer, timeout_s: float, limit: int) -> dict[TopicPartition, list[Any]]:
    """What was fetched ahead, while the last batch was being written, and what has come since: else that is a batch late."""
    found: dict[TopicPartition, list[Any]] = consumer.poll(timeout_ms=int(timeout_s * 1000), max_records=limit)
    rest = limit - sum(map(len, found.values()))
    if found and rest:
        for at, records in consumer.poll(timeout_ms=_GATHER_MS, max_records=rest).items():
            found.setdefault(at, []).extend(records)
    return found


class _Step(Enum):
    CHECK = auto()
    """The next record must be the event that was seen last."""
    SEARCH = auto()
    """From the beginning, up to that event."""
    FOLLOW = auto()
    """Whatever comes with a greater position is new."""


class _Lane:
    """One partition, and the event of it that was handed out last."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.step = _Step.SEARCH if place.position else _Step.FOLLOW

    def begin(self, first: int, end: int) -> int:
        """The offset to read from, in a partition that holds these."""
        place = self.place
        if place.position and place.next_offset is not None and first < place.next_offset <= end:
            self.step = _Step.CHECK
            return place.next_offset - 1
        self.step = _Step.SEARCH if place.position else _Step.FOLLOW
        return first

    def is_last(self, stored: Stored | None) -> bool:
        return stored is not None and (stored.position, stored.id) == (self.place.position, self.place.event_id)

    def is_beyond(self, stored: Stored) -> bool:
        """Ends the search at the event, or beyond it where it was another partition's. NotInTopic."""
        if stored.position < self.place.position:
            return False
        if self.place.event_id is not None and not self.is_last(stored):
            raise NotInTopic(self.place)
        self.step = _Step.FOLLOW
        return stored.position > self.place.position
