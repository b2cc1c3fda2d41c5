"""Workers on a real PostgreSQL and a real Kafka: whatever happens to the topic and whoever shares with them, the books are the same."""

from collections.abc import Iterator
from threading import Event as Flag

import pytest

from domain.event import Recorded
from infra.leases import Leases
from infra.log import Stored
from services.feeds import StoreFeed
from services.lanes import LogReplaced
from services.rebuild import rebuild
from tests.engines.kafka import own_broker
from tests.engines.records import topic
from tests.projections.hand_log import Table, log_of
from tests.services.fed import PARTITIONS, Fed, fed, from_store, running, wait_for
from tests.services.tally import HAND, tally

TABLES = [Table(f"PK-{number:02}", [HAND] * 2) for number in range(1, 8)]
"""Enough for every partition to have one."""


def hands(*, of: list[Table] = TABLES) -> list[Recorded]:
    """The same every time, the tables by turns."""
    return log_of(*of, turns=list(range(len(of))) * 20).records


@pytest.fixture
def pit(postgres: str, kafka: tuple[str, str]) -> Iterator[Fed]:
    with fed(postgres, kafka) as opened:
        yield opened


def test_lanes_without_an_event_pass_with_the_others(pit: Fed) -> None:
    own = tally()
    pit.add(hands(of=TABLES[:1]))
    pit.relay()
    pit.once(own)
    assert pit.stands(own).position == pit.store.last_position()

    reached = pit.store.last_position()
    pit.add(hands(of=[Table("PK-09", [HAND])]))
    pit.once(own)  # the topic has not got them yet
    assert pit.stands(own).position == reached


def test_a_house_may_change_what_feeds_it_and_change_back(pit: Fed) -> None:
    own, records = tally(), hands()
    pit.add(records[:60])
    pit.once(own, StoreFeed(pit.store))
    assert pit.stands(own).lanes == 1

    pit.add(records[60:120])
    pit.relay()
    pit.once(own)
    assert pit.stands(own).position == 120

    pit.add(records[120:])
    pit.once(own, StoreFeed(pit.store))
    pit.relay(after=120)
    pit.once(own)  # with nothing new: what was projected is found in the topic
    stands = pit.stands(own)
    assert (stands.generation, stands.lanes, stands.position) == (1, 3, pit.store.last_position())
    assert pit.contents(own) == from_store(pit, own)


def test_a_topic_that_is_emptied_and_filled_again_while_they_work(pit: Fed) -> None:
    own, stop = tally(), Flag()
    records = hands()
    pit.add(records[:60])
    pit.relay(change=lambda events: [*events[:30], *events])  # offsets are other ones than they will be
    with running(pit.worker(own, pit.kafka(), stop), stop=stop):
        pit.wait_until_shown(own)
        pit.topic.make_anew()
        pit.add(records[60:])
        pit.relay()
        pit.wait_until_shown(own)

    assert pit.contents(own) == from_store(pit, own)


def test_what_was_relayed_once_is_not_passed_while_the_topic_is_empty(pit: Fed) -> None:
    own = tally()
    pit.add(hands())
    pit.relay()
    pit.topic.make_anew()
    pit.once(own)
    assert pit.stands(own).position == 0


def test_another_log_is_refused(pit: Fed) -> None:
    own = tally()
    pit.add(hands())
    pit.relay(change=lambda events: events[:50])
    pit.once(own)
    pit.topic.make_anew()
    pit.relay(change=lambda events: [event._replace(position=event.position + 1) for event in events])

    with pytest.raises(LogReplaced, match="tally has seen"):
        pit.once(own)


def test_two_share_the_lanes_and_one_takes_over_what_the_other_leaves(pit: Fed) -> None:
    own, records = tally(), hands()
    first, second = Flag(), Flag()
    workers = [pit.worker(own, pit.kafka(), stop, Leases(pit.url, own.name)) for stop in (first, second)]
    with running(workers[0], stop=first):
        with running(workers[1], stop=second):
            wait_for(lambda: sorted(worker.standing.lanes for worker in workers) == [1, 2])
            pit.add(records[:60])
            pit.relay()
            pit.wait_until_shown(own)
        wait_for(lambda: workers[0].standing.lanes == 3)
        pit.add(records[60:])
        pit.relay(after=60)
        pit.wait_until_shown(own)

    assert pit.contents(own) == from_store(pit, own)
    assert not pit.said


def test_whoever_was_overtaken_writes_nothing_and_goes_on_from_there(pit: Fed) -> None:
    """Two without leases: each believes that all lanes are its own."""
    own, records, stop = tally(), hands(), Flag()
    with running(*(pit.worker(own, pit.kafka(), stop) for _ in range(2)), stop=stop):
        for begin in range(0, len(records), 20):
            pit.add(records[begin : begin + 20])
            pit.relay(after=begin)
        pit.wait_until_shown(own)

    assert pit.contents(own) == from_store(pit, own)


def test_a_rebuild_while_a_worker_runs_takes_its_place_and_the_worker_follows(pit: Fed) -> None:
    own, records, stop = tally(), hands(), Flag()
    pit.add(records[:60])
    pit.relay()
    with running(pit.worker(own, pit.kafka(), stop), stop=stop):
        pit.wait_until_shown(own)
        assert rebuild(pit.store, pit.books, own).swapped
        pit.add(records[60:])
        pit.relay(after=60)
        pit.wait_until_shown(own)

    assert pit.stands(own).generation == 2
    assert pit.contents(own) == from_store(pit, own)


def test_a_halted_lane_is_tried_again_by_itself(pit: Fed) -> None:
    own, stop = tally(), Flag()
    pit.add(hands())
    lost: Stored = pit.store.stored(0, 1_000)[40]
    pit.relay(change=lambda events: [event for event in events if event.position != lost.position])
    with running(pit.worker(own, pit.kafka(), stop), stop=stop):
        wait_for(lambda: bool(pit.said))
        pit.topic.make_anew()
        pit.relay()
        pit.wait_until_shown(own)

    halted, goes_on = pit.said
    assert "is halted: " in halted
    assert goes_on.startswith("tally goes on from position ")
    assert pit.contents(own) == from_store(pit, own)


def test_a_broker_that_is_away_is_told_and_one_that_comes_back_empty_is_read_on(postgres: str, kafka: tuple[str, str]) -> None:
    own, records, stop = tally(), hands(), Flag()
    with own_broker() as broker, fed(postgres, (broker.address, "events")) as pit:
        pit.add(records[:40])
        pit.relay(change=lambda events: [*events[:20], *events])
        with running(pit.worker(own, pit.kafka(), stop), stop=stop):
            pit.wait_until_shown(own)
            broker.kill()
            wait_for(lambda: any(f"Kafka at {broker.address}" in told for told in pit.said))

            broker.wipe()
            broker.start()
            pit.add(records[40:])
            with topic((broker.address, "events"), PARTITIONS) as pit.topic:
                pit.relay()
                pit.wait_until_shown(own)
        assert pit.contents(own) == from_store(pit, own)
