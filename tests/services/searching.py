"""Looking for cards that nobody may read: in the bytes of every file of a house, in its tables, and in what is printed."""

import json
import re
import sqlite3
from collections.abc import Collection, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

_WORD = "A-Za-z0-9_-"
"""What a sealed card is written with: two of these letters may stand beside each other by chance."""


def seeded_secrets(monkeypatch: pytest.MonkeyPatch, seed: int = 1) -> None:
    """Keys and sealed texts come from a seed: what looks like a card by chance would look so every time."""
    draw = Random(seed).randbytes
    monkeypatch.setattr("infra.vault.token_bytes", draw)
    monkeypatch.setattr("infra.sealing.token_bytes", draw)


def read_out(text: str, cards: Collection[str]) -> list[str]:
    """Those of the cards that a person could read in the text, alone or one behind the other."""
    return re.findall(rf"(?<![{_WORD}])(?:{'|'.join(cards)})+(?![{_WORD}])", text)


def readable(folder: Path, cards: Collection[str]) -> list[str]:
    """Every place in the folder's files, and in their tables, where one of the cards can be read."""
    found, pattern = [], _pattern("|".join(cards))
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        found += [f"{path.name}: {match[0]!r} at byte {match.start()}" for match in pattern.finditer(data)]
        if data.startswith(b"SQLite format 3"):
            found += [f"{path.name}: {place}" for place, cell in _cells(path) if read_out(_as_text(cell), cards)]
    return found


def _pattern(cards: str) -> re.Pattern[bytes]:
    """A card between quotation marks, a card behind its spot, and two of them side by side, whatever stands between."""
    quoted = rf"""["'](?:{cards})\\?["']"""
    placed = rf"(?:/[1-5](?:#[0-9])?|burn|board)(?:{cards})(?![{_WORD}])"
    beside = rf"(?<![{_WORD}])(?:{cards})(?:[^A-Za-z0-9]{{0,4}}(?:{cards}))+(?![{_WORD}])"
    return re.compile(f"{quoted}|{placed}|{beside}".encode())


def _cells(path: Path) -> Iterator[tuple[str, Any]]:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for number, row in enumerate(connection.execute(f'SELECT * FROM "{table}"'), 1):
                yield from ((f"{table}, row {number}", cell) for cell in row)
    finally:
        connection.close()


def _as_text(cell: Any) -> str:
    if isinstance(cell, bytes):
        return cell.decode("ascii", "replace") if cell.isascii() or b"{" in cell else ""
    return json.dumps(cell) if not isinstance(cell, str) else cell
