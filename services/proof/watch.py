"""The work of `pataca proof sequence`: the tree grows as events come, and a checkpoint is signed every so often."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event as Flag
from time import monotonic

from infra.store_errors import StoreTrouble
from services.app import House
from services.patience import Patience
from services.proof.notary import last_signed

IDLE_S = 0.25
"""How long it waits for events before it looks whether it is to stop, or time has come to sign."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A checkpoint is due after so many events, or so many seconds, where anything has come at all."""

    events: int
    seconds: float


class Watch:
    """`say` tells the operator. RuleBroken where the events are not those that were signed: nothing more is signed then."""

    def __init__(self, house: House, schedule: Schedule, stop: Flag, say: Callable[[str], None]) -> None:
        self._house = house
        self._schedule = schedule
        self._stop = stop
        self._patience = Patience(stop, say)
        self._say = say
        self._signed = last_signed(house.store)
        self._signed_at = monotonic()

    def run(self) -> None:
        """Until it is stopped; a database that is away is waited for."""
        while not self._stop.is_set():
            try:
                head = self._house.notary.catch_up()
                if self._is_due(head.size):
                    self.sign()
                self._house.store.wait_beyond(head.position, IDLE_S)
            except StoreTrouble as trouble:
                self._patience.wait(trouble, "the tree goes on from where it is")
            else:
                self._patience.over()

    def sign(self) -> None:
        """Where anything has come since the last one."""
        for record in self._house.commands.handle({"do": "sign-checkpoint"}).events:
            self._say(f"checkpoint {record.id} signed over all events up to position {record.position - 1}")
        self._signed, self._signed_at = last_signed(self._house.store), monotonic()

    def _is_due(self, size: int) -> bool:
        new = size - (self._signed.size + 1 if self._signed else 0)
        return new >= self._schedule.events or (new > 0 and monotonic() - self._signed_at >= self._schedule.seconds)
