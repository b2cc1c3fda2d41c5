"""Which handler decides which command: the table of contents of everything that can be asked of the house."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.command import Command
from services.case import Case, Decided


@dataclass(frozen=True, slots=True)
class Outcome:
    """What each stream of the command gets, in the order in which it is stored; `state` for `inspect` alone."""

    decided: list[Decided]
    state: dict[str, Any] | None = None


Handler = Callable[[Case], Outcome]


class Handlers:
    def __init__(self, by_command: Mapping[type[Command], Handler]) -> None:
        self._by_command = dict(by_command)

    @property
    def commands(self) -> tuple[type[Command], ...]:
        return tuple(self._by_command)

    def decide(self, case: Case) -> Outcome:
        return self._by_command[type(case.command)](case)
