"""The relay between a real PostgreSQL and a real Apache Kafka."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from threading import Event as Flag
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from infra.cloud_events import cloud_event
from infra.event_store import EventStore
from infra.kafka_outlet import Outlet
from infra.log import Stored
from infra.partitioning import partition_of
from infra.postgres_store import PostgresStore
from infra.settings import Kafka
from infra.store_errors import Busy, StoreUnavailable, TopicRefused
from services import relay as relay_module
from services.relay import Relay
from tests.engines.kafka import own_broker
from tests.engines.topic import Topic
from tests.infra.samples import CATALOGUE, bells

TABLES = [f"tables/BA-{number:02}/000001" for number in range(12)]
EACH = 5


@pytest.fixture
def store(postgres: str) -> Iterator[PostgresStore]:
    """Twelve tables with five events each, one after the other by turns."""
    with closing(opened(postgres)) as store:
        for version in range(EACH):
            store.append([bells(table, version, version) for table in TABLES])
        yield store


@pytest.fixture
def topic(kafka: tuple[str, str]) -> Iterator[Topic]:
    with closing(Topic(*kafka)) as topic:
        yield topic


def opened(url: str) -> PostgresStore:
    return EventStore.postgres(url, CATALOGUE)


class Desk:
    """What an operator has: a relay to start, and what it says."""

    def __init__(self, url: str, kafka: Kafka) -> None:
        self._url = url
        self._kafka = kafka
        self.said: list[str] = []

    def relay(self, stop: Flag | None = None, **ends: Any) -> Relay:
        ends = {"store": lambda: opened(self._url), "outlet": lambda: Outlet(self._kafka)} | ends
        return Relay(stop=stop or Flag(), say=self.said.append, **ends)

    def once(self, *, from_start: bool = False, **ends: Any) -> Relay:
        relay = self.relay(**ends)
        relay.run(once=True, from_start=from_start)
        return relay


@pytest.fixture
def desk(postgres: str, topic: Topic) -> Desk:
    return Desk(postgres, topic.kafka)


class running:  # noqa: N801  it is used as a statement
    """The relay in a thread; at the end of the block it is told to stop, and what it raised is raised."""

    def __init__(self, relay: Relay, stop: Flag, **how: bool) -> None:
        self._stop = stop
        self._raised: list[BaseException] = []
        self._thread = Thread(target=self._run, args=(relay, how))

    def _run(self, relay: Relay, how: dict[str, bool]) -> None:
        try:
            relay.run(**how)
        except BaseException as error:
            self._raised.append(error)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(30)
        assert not self._thread.is_alive()
        for error in self._raised:
            raise error


def wait_until(done: Callable[[], bool]) -> None:
    until = monotonic() + 60
    while not done():
        assert monotonic() < until, "it did not happen within 60 s"
        sleep(0.02)


def expected(store: PostgresStore, partitions: int = 8) -> list[list[str]]:
    """The ids of the store's events, where and in which order the topic must hold them."""
    ids: list[list[str]] = [[] for _ in range(partitions)]
    for event in store.stored(0, 10_000):
        ids[partition_of(event.key, partitions)].append(event.id)
    return ids


def quietest(store: PostgresStore) -> int:
    """A partition with events, and as few as possible."""
    sizes = {partition: len(ids) for partition, ids in enumerate(expected(store)) if ids}
    return min(sizes, key=lambda partition: sizes[partition])


def test_what_the_contract_says_arrives(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    relay = desk.once()
    by_id = {event.id: event for event in store.stored(0, 10_000)}
    for partition, records in enumerate(topic.records()):
        for record in records:
            headers, key, value = cloud_event(by_id.pop(dict(record.headers)["ce_id"].decode()))
            assert (list(record.headers), record.key, record.value) == (headers, key, value)
            assert partition == partition_of(key, 8)
    assert not by_id
    assert topic.ids() == expected(store)
    assert store.relayed() == relay.standing.position == store.last_position() == len(TABLES) * EACH
    assert relay.standing.sent == len(TABLES) * EACH
    assert relay.standing.behind == 0


def test_the_next_one_goes_on_where_the_topic_ends(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    desk.once()
    assert desk.once().standing.sent == 0
    store.append([bells(TABLES[3], EACH, 7, 8)])
    assert desk.once().standing.sent == 2
    assert topic.ids() == expected(store)
    assert store.relayed() == store.last_position()


def test_an_empty_house_has_nothing_to_relay(postgres: str, topic: Topic, desk: Desk) -> None:
    assert desk.once().standing.sent == 0
    assert topic.ids() == [[]] * 8


class Killed(BaseException):
    """Ends the relay as `kill -9` would, but in this process."""


@pytest.mark.parametrize("place", ["relay-before-send", "relay-after-send", "relay-after-mark"])
@pytest.mark.parametrize("hit", [1, 3])
def test_killed_anywhere_it_leaves_no_gap_and_repeats_nothing(
    store: PostgresStore, topic: Topic, desk: Desk, monkeypatch: pytest.MonkeyPatch, place: str, hit: int
) -> None:
    monkeypatch.setattr(relay_module, "PAGE", 7)
    hits = 0

    def reach(name: str) -> None:
        nonlocal hits
        hits += name == place
        if hits == hit:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(relay_module, "reach", reach)
        with pytest.raises(Killed):
            desk.once()
    there = sum(map(len, topic.records()))
    assert there < len(TABLES) * EACH
    relay = desk.once()
    assert relay.standing.skipped == there
    assert topic.ids() == expected(store)
    assert store.relayed() == store.last_position()


def test_what_others_wrote_at_the_end_is_passed_over(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    desk.once()
    partition = quietest(store)
    for _ in range(40):
        topic.write(partition, b"{}")
    topic.write(partition, None, [("ce_id", b"tables/BA-01/000001@2")])
    topic.write(partition, b"{}", [("ce_sequence", b"soon")])
    topic.write(expected(store).index([]) if [] in expected(store) else partition, b"{}")
    assert desk.once().standing.sent == 0


def test_an_event_that_others_wrote_is_not_taken_for_ours(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    desk.once()
    event = store.stored(0, 1)[0]
    headers, key, _ = cloud_event(event)
    topic.write(partition_of(key, 8), b'{"times":99,"by":null}', headers, key)
    with pytest.raises(TopicRefused, match=f"ends with {event.id} at position 1, and the store"):
        desk.once()


def test_another_houses_topic_is_refused_and_left_alone(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    other = EventStore.memory(CATALOGUE)
    other.append([bells(TABLES[0], 0, *range(3))])
    for event in other.stored(0, 10):
        headers, key, value = cloud_event(event)
        topic.create() if event.position == 1 else None
        topic.write(partition_of(key, 8), value, headers, key)
    before = topic.ids()
    with pytest.raises(
        TopicRefused, match=f"{topic.name} .*restored from an older backup, or the topic is another house's.*CASINO_KAFKA_TOPIC"
    ):
        desk.once()
    assert topic.ids() == before
    assert store.relayed() == 0


def test_a_store_that_is_older_than_the_topic_is_refused(store: PostgresStore, postgres: str, topic: Topic, desk: Desk) -> None:
    desk.once()
    ahead = store.last_position()

    class Older:
        """The store as a backup of some events ago holds it."""

        def __getattr__(self, name: str) -> Any:
            return getattr(self._store, name)

        def __init__(self) -> None:
            self._store = opened(postgres)

        def stored(self, after: int, limit: int) -> Sequence[Stored]:
            return [event for event in self._store.stored(after, limit) if event.position < ahead - 5]

        def last_position(self) -> int:
            return ahead - 6

    with pytest.raises(TopicRefused, match=f"the store, which ends at position {ahead - 6}, does not hold it"):
        desk.once(store=Older)


def test_partitions_that_were_added_are_noticed(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    topic.create(partitions=2)
    assert desk.once().standing.sent == len(TABLES) * EACH
    assert topic.ids() == expected(store, 2)
    topic.add_partitions(5)
    with pytest.raises(TopicRefused, match="partitions were added"):
        desk.once()


def test_a_topic_that_was_deleted_is_filled_again(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    desk.once()
    topic.delete()
    assert desk.once().standing.sent == len(TABLES) * EACH
    assert topic.ids() == expected(store)


def test_a_partition_that_was_emptied_is_filled_again(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    desk.once()
    partition = quietest(store)
    topic.drop_records(partition)
    assert desk.once().standing.sent == len(expected(store)[partition])
    assert topic.ids() == expected(store)


def test_before_it_sends_anything_again_it_takes_its_word_back(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    """A reader that sees `relayed` at a position takes it that everything up to there is in the topic."""
    desk.once()
    topic.delete()
    marks: list[int] = []

    class Watched(Outlet):
        def send(self, events: Any) -> Any:
            marks.append(store.relayed())
            return super().send(events)

    desk.once(outlet=lambda: Watched(topic.kafka))
    assert marks[0] == 0
    assert store.relayed() == store.last_position()


def test_everything_is_sent_again_when_that_is_asked_for(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    desk.once()
    assert desk.once(from_start=True).standing.sent == len(TABLES) * EACH
    assert topic.ids() == [2 * ids for ids in expected(store)]
    store.append([bells(TABLES[0], EACH, 9)])
    assert desk.once().standing.sent == 1


def test_sending_again_goes_on_after_an_interruption_where_it_was(
    store: PostgresStore, topic: Topic, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay_module, "PAGE", 7)
    desk.once()
    stop = Flag()
    failures = iter([4])

    class Failing(Outlet):
        def confirm(self, sent: Any) -> None:
            super().confirm(sent)
            if store.relayed() > 20 and next(failures, None):
                raise StoreUnavailable("Kafka", "it went away", "Wait")

    relay = desk.relay(stop, outlet=lambda: Failing(topic.kafka))
    with running(relay, stop, from_start=True):
        wait_until(lambda: relay.standing.sent >= len(TABLES) * EACH and relay.standing.behind == 0)
    assert relay.standing.restarts == 1
    assert relay.standing.sent == len(TABLES) * EACH  # each of them acknowledged once
    for ids, all_of_them in zip(topic.ids(), expected(store), strict=True):
        again = list(dict.fromkeys(ids[len(all_of_them) :]))
        assert again == all_of_them


def test_new_events_go_out_while_it_runs(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    stop = Flag()
    relay = desk.relay(stop)
    with running(relay, stop):
        wait_until(lambda: relay.standing.sent == len(TABLES) * EACH)
        store.append([bells(TABLES[0], EACH, 9)])
        wait_until(lambda: store.relayed() == store.last_position())
    assert topic.ids() == expected(store)
    assert desk.said == [
        f"relaying to the topic {topic.name} at {topic.kafka.servers[0]}: relayed up to position 0, {len(TABLES) * EACH} behind"
    ]


@pytest.mark.parametrize("how", ["deleted", "emptied"])
def test_a_topic_that_loses_its_events_under_a_running_relay(
    store: PostgresStore, topic: Topic, desk: Desk, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """It is filled again by itself, though no event comes that would have to be sent."""
    monkeypatch.setattr(relay_module, "_CHECK_EVERY_S", 0)
    stop = Flag()
    relay = desk.relay(stop)
    with running(relay, stop):
        wait_until(lambda: relay.standing.sent == len(TABLES) * EACH)
        if how == "emptied":
            topic.drop_records(quietest(store))
        else:
            topic.delete()
            topic.create()
        wait_until(lambda: relay.standing.restarts > 0 and topic.ids() == expected(store))
        wait_until(lambda: store.relayed() == store.last_position())
    assert any("was emptied or made anew; the relay fills it again" in text for text in desk.said)


def test_a_second_relay_is_refused_and_told_who_the_first_is(store: PostgresStore, topic: Topic, desk: Desk) -> None:
    stop = Flag()
    relay = desk.relay(stop)
    with running(relay, stop):
        wait_until(lambda: relay.standing.sent == len(TABLES) * EACH)
        with pytest.raises(Busy, match=r"relay of this house is running already: process \d+"):
            desk.once()
        with pytest.raises(Busy):
            desk.relay().run()
    assert desk.once().standing.sent == 0


def test_a_relay_whose_lock_was_taken_away_sends_nothing_more_before_it_has_it_again(
    store: PostgresStore, postgres: str, topic: Topic, desk: Desk
) -> None:
    import psycopg

    stop = Flag()
    relay = desk.relay(stop)
    with running(relay, stop):
        wait_until(lambda: relay.standing.sent == len(TABLES) * EACH)
        with psycopg.connect(postgres, autocommit=True) as administrator:
            administrator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = "
                "(SELECT oid FROM pg_database WHERE datname = current_database()) AND objid = 2"
            )
        wait_until(lambda: relay.standing.restarts == 1)
        store.append([bells(TABLES[0], EACH, 9)])
        wait_until(lambda: store.relayed() == store.last_position())
    assert topic.ids() == expected(store)


def test_without_kafka_it_says_so_or_waits(store: PostgresStore, desk: Desk) -> None:
    nowhere = Kafka(("127.0.0.1:1",), client={"sasl_plain_password": "mil-folhas"})
    with pytest.raises(StoreUnavailable, match=r"Kafka at 127\.0\.0\.1:1: .*refused"):
        desk.once(outlet=lambda: Outlet(nowhere))
    stop = Flag()
    relay = desk.relay(stop, outlet=lambda: Outlet(nowhere))
    with running(relay, stop):
        wait_until(lambda: relay.standing.restarts >= 3)
    [told] = desk.said
    assert told.endswith(f"Waiting for it; relayed up to position 0, {len(TABLES) * EACH} behind")
    assert "mil-folhas" not in told


def test_when_kafka_comes_back_it_goes_on_by_itself(store: PostgresStore, postgres: str, kafka: tuple[str, str]) -> None:
    with own_broker() as broker:
        settings = Kafka((broker.address,), kafka[1])
        desk = Desk(postgres, settings)
        broker.stop()
        stop = Flag()
        relay = desk.relay(stop)
        with running(relay, stop):
            wait_until(lambda: relay.standing.restarts > 0)
            broker.start()
            wait_until(lambda: relay.standing.sent == len(TABLES) * EACH)
            broker.kill()
            store.append([bells(TABLES[0], EACH, 9)])
            broker.start()
            wait_until(lambda: store.relayed() == store.last_position())
        with closing(Topic(broker.address, kafka[1])) as topic:
            assert topic.ids() == expected(store)


def test_without_the_store_it_says_so_or_waits(topic: Topic, desk: Desk) -> None:
    def away() -> PostgresStore:
        return opened("postgresql://casino:pudim@127.0.0.1:1/casino")

    with pytest.raises(StoreUnavailable):
        desk.once(store=away)
    stop = Flag()
    relay = desk.relay(stop, store=away)
    with running(relay, stop):
        wait_until(lambda: relay.standing.restarts >= 3)
    [told] = desk.said
    assert "Waiting for it" in told
    assert "pudim" not in told
