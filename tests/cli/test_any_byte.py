"""Any one byte of any stored event is changed: somebody says where."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.app import Place
from services.proof.sequencer import catch_up
from tests.cli.terminal import pataca


def states(data: Path) -> list[tuple[int, str, int, bytes]]:
    """Position, stream, version and bytes of every event."""
    with sqlite3.connect(data / "events.sqlite") as connection:
        rows = connection.execute("SELECT position, stream, version, state FROM events ORDER BY position").fetchall()
    connection.close()
    return rows


@pytest.fixture(scope="module")
def grown(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The evening with its tree, as it is kept from the first checkpoint on."""
    data = Path(shutil.copytree(played, tmp_path_factory.mktemp("grown") / "data"))
    house = Place.at(data)
    with closing(house.store()) as store, closing(house.tree()) as tree:
        catch_up(store, tree)
    return data


@pytest.fixture(scope="module")
def stored(grown: Path) -> list[tuple[int, str, int, bytes]]:
    return states(grown)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bytes") / "data"


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_changed_byte_is_named_with_its_position(
    grown: Path, stored: list[tuple[int, str, int, bytes]], place: Path, data: st.DataObject
) -> None:
    position, stream, version, state = data.draw(st.sampled_from(stored))
    at = data.draw(st.integers(0, len(state) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda one: one != state[at]))
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(grown, place)
    put(place, position, state[:at] + bytes([byte]) + state[at + 1 :])

    ended = pataca("verify", "--data", place)
    assert ended.status == 1, (state, at, byte)
    told = ended.out + ended.err
    assert f"position {position}" in told or f"{stream}@{version} " in told, (state, at, byte, told)


def put(data: Path, position: int, state: bytes) -> None:
    """Past the rules of the database."""
    connection = sqlite3.connect(data / "events.sqlite", isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("UPDATE events SET state = ? WHERE position = ?", (state, position))
    connection.close()


def test_what_no_rule_can_work_out_again_is_under_the_tree(grown: Path, stored: list[tuple[int, str, int, bytes]], place: Path) -> None:
    """Which events are one answer is chance: of an answer of one event only what was kept of the history tells."""
    position, _stream, _version, state = next(row for row in stored if b"funds-deposited" in row[3] or b'"do":"deposit"' in row[3])
    at = state.index(b'"correlation":"') + 20
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(grown, place)
    put(place, position, state[:at] + (b"0" if state[at : at + 1] != b"0" else b"1") + state[at + 1 :])

    ended = pataca("verify", "--data", place)
    assert ended.status == 1
    assert f"position {position} is not the event that the tree was made from" in ended.out
