"""Hands in short lines, and playing them. `tests/golden/holdem_hands.txt` is written so:

    == NAME RULESET          a new table
    open unit=1 big_blind=100   house choices; after `|` also `game=` and `day=`
    sit 1:3000 2:3000        seats with cash; a third part names the player
    start                    a hand begins
    deal Ah Kh Ad Kd         hole cards in dealing order, or the next board cards
    act 1 raise 300, 2 fold
    show 1, 2 Kh Kd          sealed cards opened, or named; `away` throws the hand away
    see to_act=1 call=200    what the state says: fields, legal actions (`no` where absent), seats with their stacks
    = stacks 1:3200 2:2800   at the end; `commission` of all hands, `pots` and `uncalled` of the last one
    !CODE act 1 check        refused with this code

Also `add 1:500`, `leave 1`, `error KIND`, `void`, `permit ARTICLES`.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.given import Permit
from domain.holdem import events as e
from tests.domain.holdem.scene import TWO_PEOPLE, Scene
from tests.spec import Outcome


class Story(NamedTuple):
    name: str
    ruleset: str
    lines: list[str]


def stories(text: str) -> Iterator[Story]:
    for block in text.split("== ")[1:]:
        head, *lines = [line for line in block.splitlines() if line]
        name, ruleset = head.split()
        yield Story(name, ruleset, lines)


class Telling:
    """Plays one story and checks what it says."""

    def __init__(self, ruleset: str) -> None:
        self.scene = Scene()
        self._ruleset = ruleset
        self._permits: list[Permit] = []

    def tell(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.startswith("!"):
            code, (word, _, rest) = word[1:], rest.partition(" ")
            (outcome,) = getattr(self, f"_{word}")(rest)
            outcome.refused(code)
        elif word == "=":
            name, _, value = rest.partition(" ")
            assert getattr(self, f"final_{name}")() == value, line
        else:
            for outcome in getattr(self, f"_{word}")(rest):
                outcome.accepted()

    def _open(self, rest: str) -> Iterator[Outcome]:
        rules, _, other = rest.partition(" | ")
        chosen = {name: _value(text) for name, text in _pairs(rules)}
        yield self.scene.open(self._ruleset, in_force=self._permits, **dict(_pairs(other)), **chosen)

    def _permit(self, rest: str) -> Iterator[Outcome]:
        self._permits = [Permit(permit="PR-1", ruleset=self._ruleset, articles=tuple(rest.split()))]
        return iter(())

    def _sit(self, rest: str) -> Iterator[Outcome]:
        for taken in rest.split():
            seat, amount, *player = taken.split(":")
            who = player[0] if player else f"P-{seat}"
            yield self.scene.when("take-seat", seat=int(seat), player=who, amount=int(amount), source="cash")

    def _add(self, rest: str) -> Iterator[Outcome]:
        seat, amount = rest.split(":")
        yield self.scene.when("add-chips", seat=int(seat), amount=int(amount), source="cash")

    def _leave(self, rest: str) -> Iterator[Outcome]:
        yield self.scene.when("leave-seat", seat=int(rest), to="chips")

    def _start(self, _rest: str) -> Iterator[Outcome]:
        yield self.scene.when("start-hand")

    def _deal(self, rest: str) -> Iterator[Outcome]:
        yield self.scene.deal(rest)

    def _act(self, rest: str) -> Iterator[Outcome]:
        yield from (self.scene.act(action) for action in rest.split(","))

    def _show(self, rest: str) -> Iterator[Outcome]:
        for shown in rest.split(","):
            seat, _, cards = shown.strip().partition(" ")
            yield self.scene.show(int(seat), None if not cards else "" if cards == "away" else cards)

    def _error(self, rest: str) -> Iterator[Outcome]:
        yield self.scene.when("report-error", kind=rest)

    def _void(self, _rest: str) -> Iterator[Outcome]:
        yield self.scene.when("void-hand", reason="misdeal", **TWO_PEOPLE)

    def _see(self, rest: str) -> Iterator[Outcome]:
        state = self.scene.state
        stacks = {str(seat["seat"]): str(seat["stack"]) for seat in state["seats"]}
        for part in rest.split():
            if ":" in part:
                seat, stack = part.split(":")
                assert stacks[seat] == stack, (part, state)
            else:
                name, expected = part.split("=")
                found = _pots(state["pots"], "+") if name == "pots" else _seen(state.get(name, state["legal"].get(name)))
                assert found == expected, (part, state)
        return iter(())

    def final_stacks(self) -> str:
        return " ".join(f"{seat}:{stack}" for seat, stack in self.scene.stacks.items())

    def final_commission(self) -> str:
        return str(self.scene.taken)

    def final_pots(self) -> str:
        """As the last round left them, without those who threw their hands away since."""
        hand = self.scene.table.last_number
        events = [event for event in self.scene.events if getattr(event, "hand", None) == hand]
        if any(isinstance(event, e.HandVoided) for event in events):
            return "none"
        away = {event.seat for event in events if isinstance(event, e.Folded) and event.at_showdown}
        closed = [event for event in events if isinstance(event, e.BettingRoundClosed)][-1]
        pots = [{"amount": pot.amount, "eligible": [seat for seat in pot.eligible if seat not in away]} for pot in closed.pots]
        return _pots(pots, " ")

    def final_uncalled(self) -> str:
        hand = self.scene.table.last_number
        returned = [event for event in self.scene.events if isinstance(event, e.BetReturned) and event.hand == hand]
        return " ".join(f"{event.seat}:{event.amount}" for event in returned)


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (part.partition("=") for part in text.split())]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _pots(pots: list[dict[str, Any]], between: str) -> str:
    return between.join(f"{pot['amount']}({','.join(map(str, pot['eligible']))})" for pot in pots) or "none"


def _seen(value: Any) -> str:
    match value:
        case None:
            return "none"
        case True:
            return "yes"
        case {"min": low, "max": high}:
            return f"{low}..{high}"
    return str(value)
