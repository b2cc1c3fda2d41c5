"""What the relay asks of the event store in PostgreSQL: how far it came, and to be the only one."""

from threading import Thread

import pytest

from infra.event_store import Busy, EventStore
from infra.postgres import connect
from tests.engines.postgres import cut_connections
from tests.infra.conftest import of_database
from tests.infra.samples import CATALOGUE, PK_07, bells


@pytest.fixture
def opened(postgres):
    stores = []

    def open_(application: str = "pataca relay"):
        stores.append(EventStore.postgres(postgres, CATALOGUE, application=application))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


def test_the_mark_only_rises_and_is_there_for_everybody(opened):
    store, other = opened(), opened()
    for position in (5, 3, 7, 7):
        store.mark_relayed(position)
    assert (store.relayed(), other.relayed()) == (7, 7)


def test_the_rights_of_a_relay_are_enough(opened, postgres, role):
    opened().append([bells(PK_07, 0, 1)])
    url = role("USAGE ON SCHEMA casino", "SELECT ON casino.events", "SELECT, UPDATE ON casino.relayed")
    relay = EventStore.postgres(url, CATALOGUE)
    with relay.relay_lock() as lock:
        assert lock.held()
        relay.mark_relayed(relay.stored(0)[-1].position)
    assert relay.relayed() == 1
    relay.close()


def test_one_relay_at_a_time(opened):
    with opened("pataca relay, first").relay_lock() as lock:
        assert lock.held()
        with pytest.raises(Busy, match=r"process \d+ of the server \(pataca relay, first, as \w+\)"), opened().relay_lock():
            pytest.fail("two relays")
        assert lock.held()
    with opened().relay_lock() as lock:
        assert lock.held()


def test_a_relay_that_lost_its_session_learns_that_it_may_not_go_on(opened, postgres):
    with opened().relay_lock() as lock:
        cut_connections(postgres)
        with opened().relay_lock() as other:
            assert other.held()
            assert not lock.held()


def test_the_lock_is_of_this_house_alone(opened, postgres):
    """A lock of the same number in another database of the server is none of ours."""
    elsewhere = of_database(postgres, "postgres")
    with opened().relay_lock() as lock, connect(elsewhere, application="pataca test") as other:
        other.execute("SELECT pg_try_advisory_lock(1347699557, 2)")
        assert lock.held()
        with pytest.raises(Busy, match="pataca relay"), opened().relay_lock():
            pytest.fail("two relays")


def test_closing_ends_a_wait(opened):
    store = opened()
    thread = Thread(target=store.wait_beyond, args=(0, 600))
    thread.start()
    store.close()
    thread.join(20)
    assert not thread.is_alive()
