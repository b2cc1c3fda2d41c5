"""The floor of the demo: commands in, the table's state out, refusals where they are meant to be."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol

from domain.rules import RuleBroken
from services.receipts import Answer

CROUPIER = "E-2001"
PIT_BOSS = "E-3001"


class House(Protocol):
    def handle(self, raw: dict[str, Any]) -> Answer: ...
    def together(self) -> AbstractContextManager[None]: ...


class Floor:
    """Sends commands in the croupier's name and counts what is done and refused."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.accepted = 0
        self.events = 0
        self.refused: list[RuleBroken] = []

    def together(self) -> AbstractContextManager[None]:
        """What is done inside reaches the disk at once: an evening is played in seconds on a slow disk too."""
        return self._house.together()

    def do(self, word: str, **fields: Any) -> Answer:
        answer = self._house.handle({"do": word, "actor": CROUPIER, **fields})
        self.accepted += 1
        self.events += len(answer.events)
        return answer

    def witnessed(self, word: str, **fields: Any) -> Answer:
        """A command that two people stand behind."""
        return self.do(word, approver=PIT_BOSS, **fields)

    def refuse(self, word: str, **fields: Any) -> RuleBroken:
        """A command that the rules must refuse: the demo shows that they do."""
        try:
            self._house.handle({"do": word, "actor": CROUPIER, **fields})
        except RuleBroken as refusal:
            self.refused.append(refusal)
            return refusal
        raise RuntimeError(f"`{word}` was meant to be refused")

    def state(self, table: str) -> dict[str, Any]:
        state = self._house.handle({"do": "inspect", "table": table}).state
        assert state is not None
        return state


def show_down(floor: Floor, table: str) -> None:
    """Every hand that is still in is shown, as article 8(5) asks."""
    for seat in in_hand(floor.state(table)):
        floor.do("show", table=table, seat=seat)


def in_hand(state: dict[str, Any]) -> Iterator[int]:
    return (seat["seat"] for seat in state["seats"] if seat["status"] in ("in", "all-in"))
