"""The sequencer: lets the tree grow along the store's own log, page by page.

The head is position, lock and fence: of two sequencers at once each page is taken by one, and the other goes on behind it. What
an interrupted one has not stored it takes again.
"""

from collections.abc import Iterator

from infra.cursors import Fenced
from infra.event_store import EventStore
from infra.failpoints import reach
from infra.log import Row
from infra.tree import WIDTH, Head, Tree, leaf_of
from services.errors import HistoryChanged

PAGE = 8 * WIDTH
"""Events in one transaction."""


def catch_up(store: EventStore, tree: Tree) -> Head:
    """To the end of the log; where the tree has come to then. HistoryChanged."""
    head = tree.head()
    if head.size:
        check_same_log(store, tree, head)
    while page := store.rows(head.position, PAGE):
        try:
            reach("tree-before-write")
            head = tree.grow(head, page)
            reach("tree-after-write")
        except Fenced:
            head = tree.head()
    return head


def log_of(store: EventStore) -> Iterator[Row]:
    """All of the log, byte for byte."""
    position = 0
    while page := store.rows(position, PAGE):
        yield from page
        position = page[-1].position


def check_same_log(store: EventStore, tree: Tree, head: Head) -> None:
    """The last event of the tree must be in the store, byte for byte; else it was changed, or restored from a backup. HistoryChanged."""
    last: list[Row] = store.rows(head.position - 1, 1)
    if not last or last[0].position != head.position or leaf_of(last[0]) != tree.leaf(head.size - 1):
        end = store.last_position()
        what = f"ends at position {end}" if end < head.position else "holds another event there"
        raise HistoryChanged(
            f"the tree in {tree.where} has come to position {head.position}, and the store {what}: it was changed, or restored from a "
            "backup. Restore the whole of it; only if it must be given up, delete the tree, which then grows from what is there: what was "
            "signed before will not agree with it"
        )
