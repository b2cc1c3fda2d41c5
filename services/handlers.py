"""Which handler decides which command: the table of contents of everything that can be asked of the house."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.command import Command
from services.case import Case, Decided
from services.parsing import Parser


@dataclass(frozen=True, slots=True)
class Outcome:
    """What each stream of the command gets, in the order in which it is stored; `state` for `inspect` alone."""

    decided: list[Decided]
    state: dict[str, Any] | None = None


Handler = Callable[[Case], Outcome]


class Handlers:
    """`of_games` are the commands of each game's tables; `by_command` has a handler for them and for all others."""

    def __init__(self, of_games: Mapping[str, tuple[type[Command], ...]], by_command: Mapping[type[Command], Handler]) -> None:
        self._of_games = dict(of_games)
        self._by_command = dict(by_command)

    def parser(self) -> Parser:
        at_tables = {command for commands in self._of_games.values() for command in commands}
        return Parser(self._of_games, [command for command in self._by_command if command not in at_tables])

    def decide(self, case: Case) -> Outcome:
        return self._by_command[type(case.command)](case)
