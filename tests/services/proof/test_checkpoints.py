"""Checkpoints: when one is signed and when none is, and that none is signed over a history that was changed."""

from threading import Event

import pytest
from eventsourcing.persistence import StoredEvent

from domain.catalogue import BY_TOPIC
from domain.checkpoints import CheckpointSigned
from domain.closing.events import GamingDayCut
from infra.event_store import EventStore
from infra.log import Row
from infra.tree import Tree
from projections.ledger.prove_days import DaysKept
from services.app import replaying
from services.facts import StoredFacts
from services.proof.check import Checkpoint, Key
from services.proof.notary import last_signed, signed
from services.proof.watch import Schedule, Watch
from services.replay import Replay
from tests.services.house import DAY, NOON, Clock, House, house, later


@pytest.fixture
def pit():
    with house() as opened:
        yield opened


def checkpoint(pit: House, **fields: object) -> CheckpointSigned:
    [record] = pit.do("sign-checkpoint", **fields).events
    assert isinstance(record.event, CheckpointSigned)
    return record.event


def with_store(pit: House, rows: list[Row]) -> House:
    """A house that has these rows in its store, and the vault of the other one."""
    store = EventStore.memory(BY_TOPIC)
    for row in rows:
        store._recorder.insert_events([StoredEvent(row.stream, row.version, row.topic, row.state)])
    return House(store, pit.vault, pit.attempts, pit.clock, pit.decks)


def test_it_is_over_all_events_before_it(pit):
    pit.open({1: 500, 2: 500})
    first = checkpoint(pit, actor="E-1")
    assert (first.size, first.position) == (3, 3)
    assert Key(pit.notary.key).checkpoint(first.note, "it") == Checkpoint(3, pit.notary.tree.root(3))
    assert first.note.splitlines()[0] == pit.notary.origin
    [record] = pit.store.load(f"proof/{DAY}")
    assert (record.meta.actor, record.meta.gaming_day, record.meta.subject) == ("E-1", DAY, DAY)
    pit.do("deposit", wallet="P-1", amount=100, currency="HKD")
    second = checkpoint(pit)
    assert (second.size, second.position) == (5, 5)
    assert [one.event for one in signed(pit.store)] == [first, second]
    assert last_signed(pit.store) == second


def test_nothing_is_signed_where_nothing_has_come(pit):
    assert pit.do("sign-checkpoint").events == ()
    assert last_signed(pit.store) is None
    pit.open({})
    checkpoint(pit)
    assert pit.do("sign-checkpoint").events == ()
    assert pit.store.last_position() == 2


def test_each_day_has_a_stream_of_its_own(pit):
    pit.open({})
    checkpoint(pit)
    pit.do("deposit", wallet="P-1", amount=100, currency="HKD")
    pit.clock = Clock(NOON.replace(month=12, day=1))
    tomorrow = pit.beside()
    checkpoint(tomorrow)
    assert pit.store.streams("proof/") == ["proof/2026-11-30", "proof/2026-12-01"]


def test_time_does_not_run_back_between_them(pit):
    pit.open({})
    checkpoint(pit)
    pit.do("deposit", wallet="P-1", amount=100, currency="HKD")
    assert pit.refused("sign-checkpoint", at=later(-90_000)).code == "at-too-early"


def test_the_same_key_signs_once(pit):
    pit.open({})
    first = pit.do("sign-checkpoint", key="k-1", actor="E-1")
    pit.do("deposit", wallet="P-1", amount=100, currency="HKD")
    assert pit.do("sign-checkpoint", key="k-1", actor="E-1").events == first.events


def test_two_doors_sign_one_after_the_other(pit):
    other = pit.beside()
    pit.open({})
    checkpoint(pit)
    assert other.do("sign-checkpoint").events == ()
    other.do("deposit", wallet="P-1", amount=100, currency="HKD")
    assert checkpoint(pit).size == 3
    assert len(list(signed(pit.store))) == 2


def test_a_changed_event_is_told_and_nothing_is_signed(pit):
    """The tree has grown again from what is there, so the changed event is in it: the signed root is not."""
    pit.open({1: 500})
    checkpoint(pit)
    pit.do("deposit", wallet="P-1", amount=100, currency="HKD")
    checkpoint(pit)
    pit.do("deposit", wallet="P-1", amount=200, currency="HKD")
    rows = pit.store.rows(0)
    assert [row.topic for row in rows] == [
        "holdem.table-opened.v1", "holdem.seat-taken.v1", "proof.checkpoint-signed.v1",
        "wallet.funds-deposited.v1", "proof.checkpoint-signed.v1", "wallet.funds-deposited.v1",
    ]  # fmt: skip
    rows[3] = rows[3]._replace(state=rows[3].state.replace(b'"amount":100', b'"amount":900', 1))
    changed = with_store(pit, rows)
    refusal = changed.refused("sign-checkpoint")
    assert (refusal.code, refusal.rule) == ("history-changed", "HOUSE-FIN 8")
    assert "was signed as proof/2026-11-30@2: the first one that differs stands behind leaf 2, and up to position 4" in refusal.message


def test_a_store_from_a_backup_is_told(pit):
    """The tree remembers events that the store has lost."""
    pit.open({1: 500})
    checkpoint(pit)
    older = with_store(pit, pit.store.rows(0)[:1])
    older.notary.tree = pit.notary.tree
    pit.notary.catch_up()
    refusal = older.refused("sign-checkpoint")
    assert refusal.code == "history-changed"
    assert "has come to position 3, and the store ends at position 1" in refusal.message


def test_a_tree_that_was_deleted_grows_again_and_is_the_same(pit):
    pit.open({1: 500})
    first = checkpoint(pit)
    pit.notary.tree = Tree.memory()
    pit.do("deposit", wallet="P-1", amount=100, currency="HKD")
    second = checkpoint(pit)
    assert pit.notary.tree.root(first.size) == Key(pit.notary.key).checkpoint(first.note, "it").root
    assert second.size == 4


def test_without_the_tree_at_hand_it_is_refused(pit):
    facts = StoredFacts(pit.store, pit.calendar)
    with pytest.raises(Exception, match="the tree over the events"):
        facts.checkpoint(None)


def test_the_replay_audit_asks_nothing_of_the_vault(pit):
    pit.open({1: 500, 2: 500})
    checkpoint(pit)
    replay = Replay(replaying()[1])
    found = [one for record in pit.store.read(0) for one in replay.take(record)] + list(replay.end())
    assert found == [None] * len(found)
    assert len(found) == 4


def test_a_closed_day_may_be_signed_for(pit):
    """It books nothing, so nothing of R01 is broken where it comes after the cut of its day."""
    pit.open({})
    kept = DaysKept()
    for record in (*pit.store.read(0), *pit.do("sign-checkpoint").events):
        kept.take(record._replace(event=GamingDayCut(gaming_day=DAY)) if record.position == 1 else record)
    assert [verdict.differences for verdict in kept.verdicts()] == [[]]


@pytest.mark.parametrize(("schedule", "signs"), [(Schedule(3, 10**9), True), (Schedule(4, 10**9), False), (Schedule(10**9, 0), True)])
def test_on_a_schedule_one_is_signed_after_so_many_events_or_so_long(pit, schedule, signs):
    pit.open({1: 500, 2: 500})
    stop, said = Event(), []
    pit.store.wait_beyond = lambda _position, _timeout_s: stop.set()
    Watch(pit, schedule, stop, said.append).run()
    assert (last_signed(pit.store) is not None) is signs
    assert said == ([f"checkpoint proof/{DAY}@1 signed over all events up to position 3"] if signs else [])


def test_on_a_schedule_nothing_is_signed_where_nothing_has_come(pit):
    pit.open({})
    checkpoint(pit)
    stop = Event()
    pit.store.wait_beyond = lambda _position, _timeout_s: stop.set()
    Watch(pit, Schedule(1, 0), stop, print).run()
    assert pit.store.last_position() == 2
