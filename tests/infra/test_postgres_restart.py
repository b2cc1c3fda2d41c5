"""A PostgreSQL that is stopped and started again, as by its administrator or as by a loss of power."""

from threading import Thread
from time import monotonic, sleep

import pytest

from infra import postgres_writer
from infra.event_store import EventStore, StoreUnavailable
from tests.engines import run
from tests.engines.postgres import own_server
from tests.infra.samples import CATALOGUE, PK_07, bells
from tests.required import require

PATIENCE_S = 20


@pytest.fixture
def server():
    try:
        with own_server() as made:
            yield made
    except run.Missing as missing:
        require("postgres", str(missing))


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_under_load_loses_nothing_that_was_acknowledged(server, mode):
    store = EventStore.postgres(server.new_database(), CATALOGUE)
    acknowledged: dict[str, int] = {}

    def write(stream: str) -> None:
        for version in range(60):
            store.append([bells(stream, version, version)])
            acknowledged[stream] = version + 1

    streams = [f"tables/W-{number}/000001" for number in range(4)]
    writers = [Thread(target=write, args=(stream,)) for stream in streams]
    for writer in writers:
        writer.start()
    until = monotonic() + PATIENCE_S
    while sum(acknowledged.values()) < 40 and monotonic() < until:
        sleep(0.01)
    server.stop(mode)
    server.start()
    for writer in writers:
        writer.join()
    assert acknowledged == dict.fromkeys(streams, 60)
    for stream in streams:
        assert [record.event.times for record in store.load(stream)] == list(range(60))
    store.close()


def test_a_server_that_is_stopped_is_told_and_used_again_when_it_is_back(server, monkeypatch):
    monkeypatch.setattr(postgres_writer, "RETRY_S_MAX", 0.1)
    store = EventStore.postgres(server.new_database(), CATALOGUE)
    store.append([bells(PK_07, 0, 1)])
    server.stop("immediate")
    for use in (lambda: store.read(0), lambda: store.append([bells(PK_07, 1, 2)]), lambda: store.wait_beyond(1, 0.1)):
        with pytest.raises(StoreUnavailable):
            use()
    server.start()
    assert [record.event.times for record in store.append([bells(PK_07, 1, 2)])] == [2]
    assert [record.event.times for record in store.read(0)] == [1, 2]
    store.close()
