"""A recorded hand played at a table in memory: the commands it became, and how it ended."""

from typing import Any

import pytest

from domain.rules import RuleBroken
from services.phh.hand import RecordedHand
from services.phh.play import Played, play
from tests.services.phh.fields import recorded
from tests.services.phh.memory import DAY, MemoryHouse

CHECKED_DOWN = [
    "p3 cc",
    "p1 cc",
    "p2 cc",
    "d db 2h3h4d",
    "p1 cc",
    "p2 cc",
    "p3 cc",
    "d db 9c",
    "p1 cc",
    "p2 cc",
    "p3 cc",
    "d db Jd",
    "p1 cc",
    "p2 cc",
    "p3 cc",
]
"""Three players see the showdown of a pot of 300: a pair of queens is best, ace high next, nine high last."""


class Hand:
    """The hand played: its commands after the seats were taken, and how it ended."""

    def __init__(self, hand: RecordedHand) -> None:
        house = MemoryHouse()
        for command in hand.opening("HKD", DAY):
            house.handle(command)
        opening = len(house.commands)
        self.played: Played = play(hand, house.send)
        self.commands = [{name: value for name, value in command.items() if name != "table"} for command in house.commands[opening:]]
        by_seat = {seat["seat"]: seat["stack"] for seat in self.played.state["seats"]}
        self.stacks = [by_seat[hand.seat(player)] for player in hand.players]

    def of(self, do: str) -> list[dict[str, Any]]:
        return [{name: value for name, value in command.items() if name != "do"} for command in self.commands if command["do"] == do]


def played(*actions: str, **changes: Any) -> Hand:
    return Hand(recorded(*actions, **changes))


def refused(*actions: str, **changes: Any) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        played(*actions, **changes)
    return caught.value


def acts(hand: Hand) -> list[tuple[Any, ...]]:
    return [(act["seat"], act["action"], *([act["to"]] if "to" in act else [])) for act in hand.of("act")]


def shows(hand: Hand) -> list[tuple[int, str]]:
    return [(show["seat"], "".join(show["cards"])) for show in hand.of("show")]
