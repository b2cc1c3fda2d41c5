"""A hand that was played at the table and written down in the notation comes out with the same events."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.cards import DECK
from services.phh.hand import read_hand
from services.phh.play import play
from tests.services.phh.memory import DAY, MemoryHouse

BIG_BLIND = 10
STREETS = (0, 3, 4, 5)


class Scribe:
    """Plays a drawn hand with `hand`'s table, stacks and blinds, and writes down what happens."""

    def __init__(self, fields: dict[str, Any], data: st.DataObject) -> None:
        self.data = data
        self.hand = read_hand({**fields, "actions": []})
        self.house = MemoryHouse()
        self.actions: list[str] = []
        self.cards = list(data.draw(st.permutations(DECK)))
        for command in self.hand.opening("HKD", DAY):
            self.house.handle(command)

    def send(self, do: str, **fields: Any) -> None:
        self.state = self.house.send({"do": do, "table": self.hand.table, **fields})

    def play(self) -> None:
        self.send("start-hand")
        holes = {player: [self.cards.pop(), self.cards.pop()] for player in self.hand.players}
        self.actions += [f"d dh p{player} {''.join(cards)}" for player, cards in holes.items()]
        self.send("deal", cards=[cards[ordinal] for ordinal in (0, 1) for cards in holes.values()])
        while (due := self.state["due"]) != "start-hand":
            getattr(self, f"_{due}")(holes)

    def _deal(self, _holes: dict[int, list[str]]) -> None:
        street = [self.cards.pop() for _ in range(1 if self.state["board"] else 3)]
        self.actions.append(f"d db {''.join(street)}")
        self.send("deal", cards=street)

    def _act(self, _holes: dict[int, list[str]]) -> None:
        seat, legal = self.state["to_act"], self.state["legal"]
        name = f"p{self.hand.player(seat)}"
        word = self.data.draw(st.sampled_from(sorted(legal) + ["call" if "call" in legal else "check"] * 2))
        if word in ("bet", "raise"):
            to = self.data.draw(st.sampled_from([legal[word]["min"], legal[word]["max"]]) | st.integers(**_bounds(legal[word])))
            self.actions.append(f"{name} cbr {to}")
            self.send("act", seat=seat, action=word, to=to)
        else:
            self.actions.append(f"{name} f" if word == "fold" else f"{name} cc")
            self.send("act", seat=seat, action=word)

    def _show(self, holes: dict[int, list[str]]) -> None:
        """In the order of the file, as the notation leaves it where nothing is written."""
        live = {seat for pot in self.state["pots"] for seat in pot["eligible"]}
        for player in [player for player in self.hand.players if self.hand.seat(player) in live]:
            if self.data.draw(st.booleans()):
                self.actions.append(f"p{player} sm {''.join(holes[player])}")
            self.send("show", seat=self.hand.seat(player), cards=holes[player])


def _bounds(allowed: dict[str, int]) -> dict[str, int]:
    return {"min_value": allowed["min"], "max_value": allowed["max"]}


@st.composite
def beginnings(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 9))
    limit = draw(st.booleans())
    return {
        "variant": "FT" if limit else "NT",
        "blinds_or_straddles": [BIG_BLIND // 2, BIG_BLIND] + [0] * (players - 2),
        "starting_stacks": draw(st.lists(st.integers(1, 40 * BIG_BLIND), min_size=players, max_size=players)),
    } | ({"small_bet": BIG_BLIND, "big_bet": 2 * BIG_BLIND} if limit else {"min_bet": BIG_BLIND})


@given(beginnings(), st.data())
def test_a_hand_written_down_is_played_again_as_it_was(fields: dict[str, Any], data: st.DataObject) -> None:
    scribe = Scribe(fields, data)
    scribe.play()

    again = MemoryHouse()
    hand = read_hand({**fields, "actions": scribe.actions})
    for command in hand.opening("HKD", DAY):
        again.handle(command)
    played = play(hand, again.send)

    assert [seat["stack"] for seat in played.state["seats"]] == [seat["stack"] for seat in scribe.state["seats"]]
    assert sorted(event.body() for event in again.events[1:]) == sorted(event.body() for event in scribe.house.events[1:])
