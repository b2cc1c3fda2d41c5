"""Whether the events are those that were signed: the tree is made again from all of them, and compared where something is kept of it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Protocol

from domain.checkpoints import CheckpointSigned
from domain.merkle import Growing
from infra.event_store import EventStore
from infra.store_errors import StoreUnavailable
from infra.tree import Tree, leaf_of
from services.proof.notary import base64_of, last_signed, signed
from services.proof.sequencer import log_of
from services.verify import FOUND_MAX, Check

_NAME = "every event is the leaf that it was, and every signed checkpoint the root of the events before it"


class Place(Protocol):
    def tree(self, read_only: bool) -> Tree: ...


@contextmanager
def kept_tree(place: Place) -> Iterator[Tree | None]:
    """The house's tree to read; None where it has not grown yet, or this process may not see it."""
    try:
        tree = place.tree(read_only=True)
    except StoreUnavailable:
        yield None
        return
    with closing(tree):
        yield tree


def audit(store: EventStore, tree: Tree | None) -> Check:
    """The first event that differs is named where the tree of the house is at hand, else the checkpoints that it lies between."""
    due = {record.event.size: record for record in signed(store) if isinstance(record.event, CheckpointSigned)}
    kept = tree.head().size if tree else 0
    growing, found, before = Growing(), list[str](), 0
    for row in log_of(store):
        leaf = leaf_of(row)
        if tree is not None and growing.size < kept and tree.leaf(growing.size) != leaf:
            found.append(f"{row.id} at position {row.position} is not the event that the tree was made from")
        growing.add(leaf)
        if (record := due.pop(growing.size, None)) is not None:
            if _root_in(record.event) != base64_of(growing.root()):
                found.append(f"{record.id} was signed over another history: an event behind leaf {before} was changed, put in or taken out")
            before = growing.size
    found += [f"{record.id} was signed over {size} events, and {growing.size} are there" for size, record in due.items()]
    return Check(_NAME, "events", growing.size, tuple(found[:FOUND_MAX]), len(found))


def standing(store: EventStore, tree: Tree | None) -> tuple[bool, str]:
    """Whether the last checkpoint agrees with the tree that is kept, and how things stand, in words."""
    last = last_signed(store)
    if last is None:
        return True, "no checkpoint was signed yet; `pataca close-day` and `pataca proof sequence` sign them"
    told = f"the last checkpoint is over {last.size} events, up to position {last.position} of {store.last_position()}"
    if tree is None or tree.head().size < last.size:
        return True, f"{told}; the tree grows up to there when it is asked for"
    return _root_in(last) == base64_of(tree.root(last.size)), told


def _root_in(checkpoint: object) -> str:
    assert isinstance(checkpoint, CheckpointSigned)
    return checkpoint.note.split("\n")[2]
