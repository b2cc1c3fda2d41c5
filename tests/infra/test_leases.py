"""Who works which lane: even shares, and what becomes free when somebody goes."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import psycopg
import pytest

from infra.leases import Leases
from infra.store_errors import StoreUnavailable

LANES = 8


@pytest.fixture
def join(postgres: str) -> Iterator[object]:
    with ExitStack() as stack:
        yield lambda projection="ledger": stack.enter_context(closing(Leases(postgres, projection)))


def settle(*members: Leases, lanes: int = LANES) -> list[set[int]]:
    """What each holds when nobody changes anything any more: a lane that one gives back is taken in the next round."""
    for _ in range(2):
        for member in members:
            member.balance(lanes)
    return [member.balance(lanes) for member in members]


def test_whoever_is_alone_has_all_lanes_and_gives_others_their_share(join) -> None:
    first = join()
    assert first.balance(LANES) == set(range(LANES))

    shares = settle(first, join(), join())
    assert sorted(map(len, shares)) == [2, 3, 3]
    assert set().union(*shares) == set(range(LANES))


def test_no_lane_is_anybodys_before_it_was_given_back(join) -> None:
    first, second = join(), join()
    first.balance(LANES)
    assert second.balance(LANES) == set()
    assert first.balance(LANES) == {0, 1, 2, 3}
    assert second.balance(LANES) == {4, 5, 6, 7}


def test_the_lanes_of_one_that_has_gone_are_taken_over(join) -> None:
    first, second = join(), join()
    settle(first, second)
    first.close()

    assert second.balance(LANES) == set(range(LANES))


def test_where_there_are_fewer_lanes_than_members_some_stand_by(join) -> None:
    shares = settle(join(), join(), join(), lanes=2)
    assert sorted(map(len, shares)) == [0, 1, 1]


def test_each_projection_is_shared_by_itself(join) -> None:
    assert [len(member.balance(LANES)) for member in (join("ledger"), join("hands"))] == [LANES, LANES]


def test_whoever_is_not_heard_of_loses_its_lanes(postgres: str, join) -> None:
    with closing(Leases(postgres, "ledger", silence_s_max=1)) as silent:
        silent.balance(LANES)
        other = join()
        while other.balance(LANES) != set(range(LANES)):
            pass
        with pytest.raises(StoreUnavailable, match="idle-session timeout"):
            silent.balance(LANES)
        settle(silent, other)
        assert len(silent.balance(LANES)) == LANES // 2


def test_a_lost_session_is_told_and_the_next_call_joins_anew(postgres: str, join) -> None:
    member = join()
    member.balance(LANES)
    with psycopg.connect(postgres, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pataca project ledger'")
    with pytest.raises(StoreUnavailable, match="terminating connection"):
        member.balance(LANES)

    assert member.balance(LANES) == set(range(LANES))
