"""A projection fed from the topic: what comes out of its partitions, and up to where the lanes are complete.

A partition alone cannot tell how far it is complete: its next event may be still to come. So the store is asked up to
where everything was relayed, then the partitions where they end, and once all that was read the lanes have passed there.
"""

from collections.abc import Mapping, Sequence
from time import monotonic, sleep
from typing import NamedTuple

from domain.event import Recorded
from infra.cursors import lane_of_event
from infra.failpoints import reach
from infra.kafka_log import KafkaLog, NotInTopic, Place, Read
from services.feeds import Counts, HaltedLanes, Store
from services.follower import Follower, Page, pass_lanes, take_together
from services.lanes import PAGE, LogReplaced, check_same_log

STEP_S = 0.04
"""Between two steps in a topic that is followed closely: a step costs as much as a hundred events."""

PACE_S = 0.2
"""Between two times that the lanes of a busy topic pass together."""

CONTACT_S = 5
"""After so long a quiet cluster is asked for its ends all the same, to learn whether it is there."""


class End(NamedTuple):
    """Every event up to the position `relayed` stands before the offsets `ends`."""

    relayed: int
    ends: Mapping[int, int]


class KafkaFeed:
    """Lane and partition are the same."""

    def __init__(self, store: Store, log: KafkaLog) -> None:
        self.store = store
        self._log = log
        self._batches = 0
        self._followers: Mapping[int, Follower] = {}
        self._ahead: End | None = None
        self._asked = 0.0
        self._step_at = 0.0

    def lanes(self) -> int:
        return self._log.partitions()

    def follow(self, followers: Sequence[Follower]) -> None:
        check_same_log(self.store, followers)
        self._followers = {follower.key.partition: follower for follower in followers}
        self._log.follow({partition: _place(follower) for partition, follower in self._followers.items()})
        self._ahead = None

    def step(self, wait_s: float) -> HaltedLanes:
        sleep(max(0.0, self._step_at - monotonic()))
        try:
            reads = self._log.poll(wait_s, PAGE)
        except NotInTopic as missing:
            [mark] = {follower.mark for follower in self._followers.values() if follower.mark.event_id == missing.place.event_id}
            raise LogReplaced(next(iter(self._followers.values())).key.projection, mark) from missing
        reach("project-after-poll")
        self._batches += bool(reads)
        if 0 < sum(map(len, reads.values())) < PAGE:
            self._step_at = monotonic() + STEP_S
        halted = self._hand_over(reads)
        if not halted:
            self._pass_together(busy=bool(reads))
        return halted

    def end(self) -> End:
        """In this order: what was relayed before the ends were asked for stands before them."""
        relayed = self.store.relayed()
        return End(relayed, self._log.ends())

    def has_come_to(self, end: End) -> bool:
        if not self._log.has_read_to(end.ends):
            return False
        if not self._log.searching and self._holds(end.relayed):
            pass_lanes(list(self._followers.values()), end.relayed)
        return True

    def counts(self) -> Counts:
        return Counts(self._batches, self._log.duplicates, self._log.foreign)

    def close(self) -> None:
        self._log.close()

    def _pass_together(self, *, busy: bool) -> None:
        now = monotonic()
        if self._ahead is None:
            if busy and now < self._asked + PACE_S:
                return
            behind = self.store.relayed() > min(follower.passed for follower in self._followers.values())
            if not behind and now < self._asked + CONTACT_S:
                return
            self._ahead = self.end()
            self._asked = now
        if self.has_come_to(self._ahead):
            self._ahead = None

    def _hand_over(self, reads: Mapping[int, Sequence[Read]]) -> HaltedLanes:
        """In every lane up to an event that cannot be read; there it halts."""
        readable: list[Page] = []
        stoppers: list[tuple[Follower, Read]] = []
        for partition, new in reads.items():
            lane = self._followers[partition]
            records = _readable(new)
            if records:
                readable.append(Page(lane, records, records[-1].position, new[len(records) - 1].next_offset))
            stoppers += [(lane, read) for read in new[len(records) : len(records) + 1]]
        halted = take_together(readable)
        gone = {lane for lane, _ in halted}
        return halted + [(lane, lane.halt(read.id, str(read.found))) for lane, read in stoppers if lane not in gone]

    def _holds(self, relayed: int) -> bool:
        """Whether that event has come, if its lane is one of ours: a topic that was emptied ends before what was relayed once."""
        for event in self.store.stored(relayed - 1, 1) if relayed else ():
            lanes = next(iter(self._followers.values())).key.lanes
            follower = self._followers.get(lane_of_event(event.id, lanes))
            return event.position > relayed or follower is None or follower.position >= relayed
        return True


def _place(follower: Follower) -> Place:
    """Where lanes were split, the last event of all of them may have been another lane's."""
    mark = follower.mark
    is_ours = mark.event_id is not None and follower.has(mark.event_id)
    return Place(mark.position, mark.event_id if is_ours else None, follower.next_offset)


def _readable(new: Sequence[Read]) -> list[Recorded]:
    records: list[Recorded] = []
    for read in new:
        if not isinstance(read.found, Recorded):
            break
        records.append(read.found)
    return records
