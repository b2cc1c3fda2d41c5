"""Importing recorded hands: each one is played at its own table, stored whole or not at all, and compared."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from domain.event import Recorded
from domain.rules import RuleBroken
from services.phh.files import Source, find_files, read_hands
from services.phh.hand import RecordedHand, read_hand
from services.phh.outcome import hand_line, refused_line
from services.phh.play import Played, play
from services.receipts import Answer


class House(Protocol):
    """Where the hands are played."""

    def handle(self, raw: dict[str, Any], /) -> Answer:
        """Carries out one command; raises RuleBroken if it is refused."""

    def together(self) -> AbstractContextManager[None]:
        """What is carried out inside is stored in one piece; if an exception leaves it, nothing of it is stored."""

    def known(self, table: str, /) -> bool:
        """Whether a table of this code was ever opened."""


def import_files(paths: Iterable[Path], house: House, currency: str, gaming_day: str) -> Iterator[dict[str, Any]]:
    """One JSON object a hand, in the order of the files and of the hands in them; the next hand is played when it is asked for.

    Raises NotFound before anything is played if a path leads to no file (services/phh/files.py).
    """
    files = find_files(paths)
    return (import_hand(source, house, currency, gaming_day) for file in files for source in read_hands(file))


def import_hand(source: Source, house: House, currency: str, gaming_day: str) -> dict[str, Any]:
    """Plays one hand at its own table, or not at all: what it comes to, or why it was refused."""
    if source.refusal is not None:
        return refused_line(source, source.refusal)
    try:
        hand = _new_hand(source, house)
        with house.together():
            played, records = _play(hand, house, currency, gaming_day)
    except RuleBroken as refusal:
        return refused_line(source, refusal)
    return hand_line(source, hand, played, records, gaming_day)


def _new_hand(source: Source, house: House) -> RecordedHand:
    assert source.fields is not None
    hand = read_hand(source.fields)
    if house.known(hand.table):
        raise RuleBroken("already-imported", None, f"this hand is there already, at table {hand.table}")
    return hand


def _play(hand: RecordedHand, house: House, currency: str, gaming_day: str) -> tuple[Played, list[Recorded]]:
    """The table is closed behind the hand: nobody plays on there, and an open one would hold up the gaming day."""
    records: list[Recorded] = []

    def carry_out(command: dict[str, Any]) -> None:
        records.extend(house.handle(command).events)

    def send(command: dict[str, Any]) -> dict[str, Any]:
        carry_out(command)
        state = house.handle({"do": "inspect", "table": hand.table}).state
        assert state is not None
        return state

    for command in hand.opening(currency, gaming_day):
        carry_out(command)
    played = play(hand, send)
    carry_out({"do": "close-table", "table": hand.table})
    return played, records
