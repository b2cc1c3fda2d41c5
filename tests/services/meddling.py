"""What comes between a decision and its append: somebody else, or a crash."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.services.house import House


class Crash(Exception):
    pass


def meddle(pit: House, monkeypatch: pytest.MonkeyPatch, act: Callable[[House], Any], times: int = 1) -> None:
    """Before each of the next appends of this house somebody else does something in the same records."""
    append, left = pit.store.append, [times]

    def meddled(*arguments: Any) -> Any:
        if left[0] > 0:
            left[0], others = 0, left[0] - 1  # what the other one appends goes through untouched
            act(pit.beside())
            left[0] = others
        return append(*arguments)

    monkeypatch.setattr(pit.store, "append", meddled)


def crash(_pit: House) -> None:
    raise Crash
