"""An evening as a file of commands: both games, wallets, the cage; every card named and every command with a key.

So it may be begun again from its first line as often as a process dies: what was answered is answered again, and the rest
goes on where it stood.
"""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from domain.cards import DECK
from services.receipts import Answer
from tests.services.baccarat_pit import Pit, order
from tests.services.house import TWO_PEOPLE, House, house

Command = dict[str, Any]


def evening(hands: int = 4, rounds: int = 4, seed: int = 1) -> list[Command]:
    """The commands in their order, as they were accepted by a house in memory."""
    chance = Random(seed)
    with house() as pit:
        told: list[Command] = []
        recording = _Recording(pit, told)
        _open(recording)
        for _ in range(hands):
            for table in ("PK-01", "PK-02"):
                _hand(recording, table, chance)
        baccarat = Pit(recording.send)
        baccarat.open()
        baccarat.sit(1, 2)
        baccarat.evening(chance, rounds, cards=order(chance))
        _close(recording)
    return [{**command, "key": f"k-{number}"} for number, command in enumerate(told, 1)]


def lines(commands: list[Command]) -> bytes:
    """As `pataca run` takes them."""
    return b"".join(json.dumps(command).encode() + b"\n" for command in commands)


class _Recording(House):
    """Keeps every command that changed something."""

    def __init__(self, pit: House, told: list[Command]) -> None:
        super().__init__(pit.store, pit.vault, pit.attempts, pit.clock, pit.decks, pit.calendar)
        self._told = told

    def send(self, raw: Mapping[str, Any]) -> Answer:
        answer = super().send(raw)
        if answer.events:
            self._told.append(dict(raw))
        return answer


def _open(pit: House) -> None:
    pit.do("fund-cage", cage="MAIN", amount=10_000_000, currency="HKD", **{"from": "owner"}, **TWO_PEOPLE)
    pit.do("issue-chips", cage="MAIN", amount=100_000_000, currency="HKD", **TWO_PEOPLE)
    for table in ("PK-01", "PK-02"):
        pit.open({}, table=table)
        for seat in (2, 5, 8):
            player = f"P-{table[-1]}{seat}"
            pit.do("deposit", wallet=player, amount=50_000, currency="HKD")
            pit.do("take-seat", table=table, seat=seat, player=player, amount=20_000, source="wallet")


def _hand(pit: House, table: str, chance: Random) -> None:
    pit.play(table, " ".join(chance.sample(list(DECK), 11)))


def _close(pit: House) -> None:
    for table in ("PK-01", "PK-02"):
        for seat in _sitting(pit, table):
            pit.do("leave-seat", table=table, seat=seat, to="wallet")
        pit.do("close-table", table=table)


def _sitting(pit: House, table: str) -> Iterator[int]:
    return (seat["seat"] for seat in pit.state(table)["seats"])
