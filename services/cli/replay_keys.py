"""The keys that leaf through a hand on the terminal's whole screen."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import typer

from services.cli.output import console
from services.cli.replay_screen import Screen
from services.reports.language import LANGUAGES, Language
from services.steps import Step, stages

_BACK = ("\x1b[D", "\x1bOD", "\xe0K", "\x00K", "\x1b[A", "\x1bOA", "\xe0H", "\x00H", "h", "k", "\x7f", "\x08")
_FORWARD = ("\x1b[C", "\x1bOC", "\xe0M", "\x00M", "\x1b[B", "\x1bOB", "\xe0P", "\x00P", "l", "j", " ", "\r")
_HOME = ("\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "\x00G", "g", "0")
_END = ("\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "\x00O", "G", "$")
_NEXT_STAGE, _STAGE_BEFORE = ("\t", "\x1b[6~"), ("\x1b[Z", "\x1b[5~")
_LANGUAGE = "L"
_QUIT = ("q", "Q", "\x1b", "\x04")
_STAGES = {"p": "preflop", "f": "flop", "t": "turn", "r": "river", "s": "showdown", "b": "bets", "c": "cards", "e": "result"}
"""Each stage by its key; the arrow keys as Unix and Windows terminals send them."""


def show(row: Mapping[str, Any], told: Sequence[Step], index: int, code: str) -> None:
    """One step, as it stands on the screen."""
    console().print(Screen(row, told, Language(code)).draw(index))


def leaf_through(row: Mapping[str, Any], told_in: Callable[[str], Sequence[Step]], code: str) -> None:
    """Until a person has seen enough. `told_in` gives the steps in a language."""
    told_in = cache(told_in)
    index = 0
    terminal = console()
    with terminal.screen(hide_cursor=True) as screen:
        while True:
            told = told_in(code)
            screen.update(Screen(row, told, Language(code)).draw(index, _help(told), terminal.height))
            try:
                key = typer.getchar()
            except EOFError:
                return
            if key in _QUIT:
                return
            if key == _LANGUAGE:
                code = LANGUAGES[(LANGUAGES.index(code) + 1) % len(LANGUAGES)]
            index = moved(index, key, told)


def moved(index: int, key: str, told: Sequence[Step]) -> int:
    """Where a key leads from the step with this index; one that means nothing here leads nowhere."""
    last = len(told) - 1
    if key in _FORWARD:
        return min(index + 1, last)
    if key in _BACK:
        return max(index - 1, 0)
    if key in _HOME:
        return 0
    if key in _END:
        return last
    starts = list(stages(told))
    if key in _NEXT_STAGE:
        return next((start for _, start in starts if start > index), index)
    if key in _STAGE_BEFORE:
        return next((start for _, start in reversed(starts) if start < index), index)
    return next((start for stage, start in starts if stage == _STAGES.get(key)), index)


def _help(told: Sequence[Step]) -> str:
    keys = {stage: key for key, stage in _STAGES.items()}
    jumps = "  ".join(f"{keys[stage]} {stage}" for stage in dict.fromkeys(stage for stage, _ in stages(told)))
    return f"← → step   {jumps}   Home End   L language   q quit"
