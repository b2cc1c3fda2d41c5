"""The tree over the log, on every kind of storage: the same hashes whatever it is fed by, however often it was interrupted."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path
from threading import Barrier, Thread

import pytest

from domain.merkle import EMPTY, Growing, apart_from, consistency, leaf_hash, root
from infra.cursors import Fenced
from infra.event_store import EventStore
from infra.log import Row
from infra.store_errors import StoreUnavailable
from infra.tree import WIDTH, Head, Tree, leaf_of
from services.errors import HistoryChanged
from services.proof import sequencer
from services.proof.sequencer import catch_up
from tests.infra.samples import CATALOGUE, PK_07, WALLET, bells

MANY = 3 * WIDTH + 5


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Tree]]:
    """Opens the tree of one kind of storage; in memory there is one of it."""
    with ExitStack() as stack:
        if request.param == "memory":
            tree = stack.enter_context(closing(Tree.memory()))
            yield lambda **_: tree
        elif request.param == "sqlite":
            yield lambda **how: stack.enter_context(closing(Tree.sqlite(tmp_path / "tree.sqlite", **how)))
        else:
            url = request.getfixturevalue("postgres")
            yield lambda **how: stack.enter_context(closing(Tree.postgres(url, **how)))


@pytest.fixture
def tree(opening: Callable[..., Tree]) -> Tree:
    return opening()


@pytest.fixture
def memory() -> EventStore:
    return EventStore.memory(CATALOGUE)


def ring(store: EventStore, many: int, stream: str = PK_07) -> None:
    store.append([bells(stream, store.version(stream), *range(many))])


def hashes_of(store: EventStore) -> list[bytes]:
    return [leaf_of(row) for row in store.rows(0, 100_000)]


def assert_is_tree_of(tree: Tree, store: EventStore) -> None:
    leaves = hashes_of(store)
    assert tree.head() == Head(len(leaves), store.last_position())
    assert [tree.leaf(number) for number in range(len(leaves))] == leaves
    for size in {0, 1, len(leaves) // 2, len(leaves)}:
        assert tree.root(size) == root(leaves[:size])


def test_the_leaf_of_an_event_is_what_the_page_says():
    row = Row(118, "tables/PK-07/000001", 12, "holdem.folded.v1", b'{"time":"t"}\n{"hand":1}')
    lengths = bytes.fromhex("00000013 00000002 00000003 00000010 00000017".replace(" ", ""))
    assert leaf_of(row) == leaf_hash(lengths + b"tables/PK-07/000001" + b"12" + b"118" + b"holdem.folded.v1" + row.state)


def test_every_store_gives_the_bytes_that_lie_in_it(store):
    ring(store, 3)
    ring(store, 2, WALLET)
    rows = store.rows(0, 10)
    assert [(row.position, row.id) for row in rows] == [(record.position, record.id) for record in store.read(0, 10)]
    assert [row.state.partition(b"\n")[2] for row in rows] == [record.body for record in store.read(0, 10)]
    assert store.rows_of(PK_07, 2, 3) == rows[1:3]
    assert store.rows(rows[0].position, 2) == rows[1:3]


def test_it_grows_along_the_log_of_every_store(store):
    with closing(Tree.memory()) as tree:
        assert catch_up(store, tree) == Head(0, 0)
        assert tree.root(0) == EMPTY
        for many in (1, 2, WIDTH, 7):
            ring(store, many)
            catch_up(store, tree)
            assert_is_tree_of(tree, store)


def test_it_grows_the_same_however_it_is_fed(opening, memory):
    """One leaf at a time, in pages over the edges of tiles, and all at once after a new start."""
    ring(memory, MANY)
    tree, head = opening(), Head(0, 0)
    for after, upto in pairwise((0, 1, 2, WIDTH - 1, WIDTH, WIDTH + 1, 3 * WIDTH, MANY)):
        head = tree.grow(head, memory.rows(after, upto - after))
    assert_is_tree_of(opening(), memory)


def test_every_hash_that_a_proof_names(tree, memory):
    ring(memory, MANY)
    catch_up(memory, tree)
    leaves = hashes_of(memory)
    for size in (1, 255, 256, 257, 600, MANY):
        for old in (1, 2, 128, 255, 256, 300, size):
            if old <= size:
                assert tree.consistency(old, size) == [root(leaves[low:high]) for low, high in consistency(old, size)]
        some = sorted({0, size // 3, size - 1})
        assert tree.inclusion(some, size) == [root(leaves[low:high]) for low, high in apart_from(some, size)]


def test_which_leaf_an_event_is(tree, memory):
    ring(memory, MANY)
    catch_up(memory, tree)
    rows = memory.rows(0, MANY)
    assert list(tree.numbers_of(rows)) == list(range(MANY))
    assert list(tree.numbers_of([rows[300], rows[7]])) == [300, 7]
    assert list(tree.numbers_of([rows[7]._replace(state=b"changed"), rows[7]._replace(position=MANY + 1)])) == [None, None]


def test_of_two_sequencers_one_takes_a_page(opening, memory):
    ring(memory, MANY)
    one, other = opening(), opening()
    head = one.grow(Head(0, 0), memory.rows(0, 10))
    with pytest.raises(Fenced, match="another process lets it grow"):
        other.grow(Head(0, 0), memory.rows(0, 20))
    other.grow(head, memory.rows(10, 10))
    assert catch_up(memory, one) == catch_up(memory, other) == Head(MANY, MANY)
    assert_is_tree_of(one, memory)


def test_two_sequencers_at_once(postgres, memory, monkeypatch):
    monkeypatch.setattr(sequencer, "PAGE", 7)
    ring(memory, 400)
    start = Barrier(2)

    def work() -> None:
        with closing(Tree.postgres(postgres)) as own:
            start.wait()
            catch_up(memory, own)

    workers = [Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    with closing(Tree.postgres(postgres)) as tree:
        assert_is_tree_of(tree, memory)


def test_it_goes_on_after_a_death_between_two_pages(opening, memory, monkeypatch):
    """Before a page is written, and after it: neither is missing, neither is there twice."""
    monkeypatch.setattr(sequencer, "PAGE", 50)
    ring(memory, MANY)
    for where in ("tree-before-write", "tree-after-write"):

        def die(name: str, where: str = where) -> None:
            if name == where:
                raise KeyboardInterrupt

        monkeypatch.setattr(sequencer, "reach", die)
        with pytest.raises(KeyboardInterrupt):
            catch_up(memory, opening())
    monkeypatch.undo()
    again = opening()
    assert again.head() == Head(50, 50)
    catch_up(memory, again)
    assert_is_tree_of(again, memory)


def test_a_store_that_has_lost_events_is_found_out(tree, memory):
    ring(memory, 10)
    catch_up(memory, tree)
    shorter = EventStore.memory(CATALOGUE)
    ring(shorter, 9)
    with pytest.raises(HistoryChanged, match="position 10, and the store ends at position 9"):
        catch_up(shorter, tree)
    ring(shorter, 1)
    with pytest.raises(HistoryChanged, match="the store holds another event there"):
        catch_up(shorter, tree)


def test_to_read_alone_it_must_be_there(tmp_path, postgres):
    with pytest.raises(StoreUnavailable):
        Tree.sqlite(tmp_path / "tree.sqlite", read_only=True)
    with pytest.raises(StoreUnavailable):
        Tree.postgres(postgres, read_only=True)


def test_a_root_needs_no_storage(memory):
    growing, leaves = Growing(), []
    for number in range(70):
        assert growing.root() == root(leaves)
        leaves.append(leaf_hash(bytes([number])))
        growing.add(leaves[-1])
    assert growing.size == 70
