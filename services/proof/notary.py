"""The notary: lets the tree grow to the end of the log, sees that it goes on from what was signed, and has the vault sign it.

A signed note is its text, an empty line, and a line of signature (c2sp.org/signed-note); a checkpoint's text is the house's origin,
the size of the tree and its root (c2sp.org/tlog-checkpoint). The origin is made from the public key, so no two houses share one.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Protocol

from domain.checkpoints import CheckpointSigned
from domain.event import Recorded
from domain.procedures import PROOF
from domain.rules import RuleBroken
from infra.event_store import EventStore
from infra.tree import Head, Tree
from infra.vault import Opening
from services.errors import HistoryChanged
from services.proof.check import Key
from services.proof.sequencer import catch_up

CHECKPOINTS = "proof/"
"""What the streams of checkpoints begin with."""


class Signer(Protocol):
    """The vault."""

    def public_key(self) -> bytes: ...
    def sign(self, data: bytes) -> bytes: ...
    def opening(self, hand: str, card: str) -> Opening: ...


@dataclass
class Notary:
    """`opened` opens the tree, when it is first needed."""

    store: EventStore
    signer: Signer
    opened: Callable[[], Tree]

    @cached_property
    def tree(self) -> Tree:
        return self.opened()

    @cached_property
    def origin(self) -> str:
        return f"pataca/{sha256(self.signer.public_key()).hexdigest()[:16]}"

    @property
    def key(self) -> str:
        """The verifier key, for everybody."""
        public = self.signer.public_key()
        return f"{self.origin}+{Key.id_of(self.origin, public).hex()}+{base64_of(bytes([1]) + public)}"

    def note(self, *lines: str) -> str:
        """These lines, signed."""
        text = "".join(f"{line}\n" for line in lines)
        signature = Key.id_of(self.origin, self.signer.public_key()) + self.signer.sign(text.encode())
        return f"{text}\n\u2014 {self.origin} {base64_of(signature)}\n"

    def close(self) -> None:
        if "tree" in vars(self):
            self.tree.close()

    def catch_up(self) -> Head:
        """HistoryChanged."""
        return catch_up(self.store, self.tree)

    def checkpoint(self, last: CheckpointSigned | None) -> dict[str, Any] | None:
        """The fields of the next one; None where nothing has come since but the last one itself. RuleBroken: `history-changed`."""
        try:
            head = self.catch_up()
            if last is not None:
                self._check_goes_on(head, last)
        except HistoryChanged as changed:
            raise RuleBroken("history-changed", PROOF, str(changed)) from None
        if head.size <= (last.size + 1 if last else 0):
            return None
        return {"size": head.size, "position": head.position, "note": self.note(*self._text(head.size))}

    def _check_goes_on(self, head: Head, last: CheckpointSigned) -> None:
        if last.size <= head.size and self._agrees(last):
            return
        before = 0
        for record in signed(self.store):
            assert isinstance(record.event, CheckpointSigned)
            if not self._agrees(record.event):
                raise HistoryChanged(
                    f"the events do not have the root that was signed as {record.id}: the first one that differs stands behind leaf "
                    f"{before}, and up to position {record.event.position}. Restore the store; `pataca verify` says more"
                )
            before = record.event.size

    def _agrees(self, checkpoint: CheckpointSigned) -> bool:
        return checkpoint.size <= self.tree.head().size and checkpoint.note.split("\n")[:3] == self._text(checkpoint.size)

    def _text(self, size: int) -> list[str]:
        return [self.origin, str(size), base64_of(self.tree.root(size))]


def last_signed(store: EventStore) -> CheckpointSigned | None:
    """The house's last checkpoint."""
    stream = store.last_stream(CHECKPOINTS)
    last = stream and store.load(stream, after=store.version(stream) - 1)[0].event
    assert last is None or isinstance(last, CheckpointSigned)
    return last


def signed(store: EventStore) -> Iterator[Recorded]:
    """All checkpoints of the house, in their order."""
    for stream in store.streams(CHECKPOINTS):
        yield from store.load(stream)


def base64_of(data: bytes) -> str:
    return b64encode(data).decode()
