"""Signed checkpoints of the tree over all stored events (docs/proof.md): each goes on from the one before it."""

from dataclasses import dataclass

from domain.command import Command
from domain.event import Event
from domain.procedures import PROOF
from domain.rules import RuleBroken


class SignCheckpoint(Command):
    """Nothing is stored where nothing but the last checkpoint itself has come since."""

    do = "sign-checkpoint"


COMMANDS: tuple[type[Command], ...] = (SignCheckpoint,)


class CheckpointSigned(Event):
    """`note` is the signed note of the tree over the first `size` events; `position` is that of the last of them."""

    contract = "proof.checkpoint-signed"
    size: int
    position: int
    note: str


EVENTS: tuple[type[Event], ...] = (CheckpointSigned,)


@dataclass(slots=True)
class Checkpoints:
    """The state of a day's checkpoints (`proof/2026-11-30`)."""

    last: CheckpointSigned | None = None

    def evolve(self, event: Event) -> None:
        if not isinstance(event, CheckpointSigned):
            raise TypeError(f"{type(event).__name__} is no event of the proof")
        self.last = event


def decide_sign_checkpoint(last: CheckpointSigned | None, *, signed: CheckpointSigned | None) -> list[Event]:
    """`last` is the house's last checkpoint; `signed` goes on from it, None where there is nothing new."""
    if signed is None:
        return []
    if last is not None and signed.size <= last.size:
        message = f"the tree has {signed.size} leaves, and a checkpoint of {last.size} was signed before"
        raise RuleBroken("history-changed", PROOF, message)
    return [signed]
