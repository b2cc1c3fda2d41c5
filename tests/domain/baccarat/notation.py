"""Rounds in short lines, and playing them. The files of `scenarios` are written so:

== NAME RULESET               a new table
permit 2 7                    the articles that its permit names; `permit 2 from 2026-12-01`
open unit=1 decks=12          house choices
sit 1:5000 3:5000             seats with cash
shoe 7h                       a shoe, its cards burned by this first one; `shoe -` burns none; also `cut=14 by=croupier`
demo 2c 7d Kh Ts 3c           a demonstration
round a 1 banker 1000, t - tie 100      a round opens with bets: id, seat (`-`: standing), what it is on, amount
close
deal 2c 7d Kh Ts 3c           `deal 2c 7d Kh Ts 3c exposed 4`
play a 1 banker 1000 | CARDS  round, close and deal in one
bet b 2 player 500            `off b`, `off b 200`
held a change 600 player      a decision about a held bet
cut, away REASON              the white card; the shoe is closed
error KIND, fix HOW CARDS, void REASON
see 2c Kh 3c / 7d Ts 5-7      cards and totals, player first; `see held a b`, `see room 10 90`, `see due deal`
burned 7 8                    the last burn: cards burned, and removed in all
!CODE close                   refused with this code
= returned a:2000             at the end: what came back of the bets; also `commission 50`, `results banker tie`
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from domain.baccarat import shoe_events as s
from domain.given import Permit
from tests.domain.baccarat.scene import Scene
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
        code = word[1:] if word.startswith("!") else None
        if code is not None:
            word, _, rest = rest.partition(" ")
        outcome = getattr(self, f"_{_WORDS.get(word, word)}")(rest.strip())
        if code is not None:
            outcome.refused(code)
        elif outcome is not None:
            outcome.accepted()

    def _permit(self, rest: str) -> None:
        articles, _, day = rest.partition(" from ")
        self._permits.append(Permit(permit="PR-1", ruleset=self._ruleset, articles=tuple(articles.split()), effective_on=day or None))

    def _open(self, rest: str) -> Outcome:
        chosen = {name: _value(text) for name, _, text in (part.partition("=") for part in rest.split())}
        coming = tuple(permit for permit in self._permits if permit.effective_on)
        in_force = [permit for permit in self._permits if not permit.effective_on]
        return self.scene.open(self._ruleset, permits=in_force, known={"coming": coming}, **({"differential": 10**9} | chosen))

    def _sit(self, rest: str) -> None:
        for taken in rest.split():
            seat, amount = taken.split(":")
            self.scene.when("take-seat", seat=int(seat), player=f"P-{seat}", amount=int(amount), source="cash").accepted()

    def _shoe(self, rest: str) -> Outcome:
        first, *options = rest.split()
        fields = {name: _value(text) for name, _, text in (part.partition("=") for part in options)}
        names = {"cut": "cut_depth", "by": "cut_by", "decks": "decks"}
        return self.scene.shoe(None if first == "-" else first, **{names[name]: value for name, value in fields.items()})

    def _demo(self, rest: str) -> Outcome:
        return self.scene.when("demonstrate", cards=rest.split())

    def _round(self, rest: str) -> Outcome:
        outcome = self.scene.when("open-round")
        return self.scene.bets(rest) if rest and outcome.refusal is None else outcome

    def _close(self, _rest: str) -> Outcome:
        return self.scene.close()

    def _deal(self, rest: str) -> Outcome:
        cards, _, exposed = rest.partition(" exposed ")
        return self.scene.deal(cards or None, **({"exposed": [int(place) for place in exposed.split()]} if exposed else {}))

    def _play(self, rest: str) -> Outcome:
        bets, _, cards = rest.partition("|")
        return self.scene.play(bets.strip(), cards.strip())

    def _bet(self, rest: str) -> Outcome:
        return self.scene.bet(rest)

    def _off(self, rest: str) -> Outcome:
        bet, *amount = rest.split()
        return self.scene.withdraw(bet, int(amount[0]) if amount else None)

    def _held(self, rest: str) -> Outcome:
        return self.scene.decide(rest)

    def _cut(self, _rest: str) -> Outcome:
        return self.scene.when("cut-card")

    def _away(self, rest: str) -> Outcome:
        return self.scene.when("close-shoe", reason=rest)

    def _error(self, rest: str) -> Outcome:
        return self.scene.when("report-error", kind=rest)

    def _fix(self, rest: str) -> Outcome:
        how, _, cards = rest.partition(" ")
        return self.scene.correct(how, cards or None)

    def _void(self, rest: str) -> Outcome:
        return self.scene.void(rest)

    def _see(self, rest: str) -> None:
        word, _, value = rest.partition(" ")
        state = self.scene.state
        look: dict[str, Callable[[], Any]] = {
            "held": lambda: sorted(self.scene.lies("held")) == sorted(value.split()),
            "room": lambda: self.scene.room() == tuple(int(part) for part in value.split()),
            "due": lambda: state["due"] == value,
        }
        found = look[word]() if word in look else _hands(state) == rest
        assert found, (rest, state)

    def _burned(self, rest: str) -> None:
        event = next(event for event in reversed(self.scene.events) if isinstance(event, s.CardsBurned))
        assert [event.burned, event.removed_total] == [int(part) for part in rest.split()]

    def _final(self, rest: str) -> None:
        name, *expected = rest.split()
        match name:
            case "returned":
                assert self.scene.returned == {bet: int(amount) for bet, amount in (part.split(":") for part in expected)}
            case "commission":
                assert self.scene.commission == int(expected[0])
            case _:
                assert self.scene.results == expected


_WORDS: Final = {"=": "final"}


def _hands(state: dict[str, Any]) -> str:
    """`2c Kh 3c / 7d Ts 5-7`."""
    cards, totals = state["cards"], state["totals"]
    return f"{' '.join(cards['player'])} / {' '.join(cards['banker'])} {totals['player']}-{totals['banker']}"


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text.split(",") if "," in text else text
