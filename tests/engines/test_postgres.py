"""The PostgreSQL of one's own keeps what it has committed, however it is stopped."""

from collections.abc import Iterator

import pytest

from tests.engines import postgres as engine
from tests.engines import run
from tests.required import require

psycopg = pytest.importorskip("psycopg")


@pytest.fixture
def own() -> Iterator[engine.Server]:
    try:
        with engine.own_server() as server:
            yield server
    except run.Missing as missing:
        require("postgres", str(missing))


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_what_was_committed_is_there_after_a_stop(own: engine.Server, mode: str) -> None:
    url = own.new_database()
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (7)")
        connection.commit()

    own.stop(mode)  # type: ignore[arg-type]
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=2)

    own.start()
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT n FROM kept").fetchall() == [(7,)]
