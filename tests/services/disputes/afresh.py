"""A hand of Hold'em played by chance, and played once more in another house with something changed.

The second house is asked the commands of the first one in their order. Where one of them no longer fits, or is to be
another, chance decides, and what it decided is noted as a change of the first hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domain.cards import DECK
from domain.disputes.changes import Change
from domain.holdem.events import CardDealt, HandShown
from domain.rules import RuleBroken
from services.hands import Hand
from tests.services.disputes.played import change, found
from tests.services.house import TABLE, TWO_PEOPLE, House


@dataclass(slots=True)
class Setting:
    """A table, who sits there with what, and a reader's pack, or None where the house deals."""

    ruleset: str
    rules: dict[str, Any]
    stacks: dict[int, int]
    pack: list[str] | None

    @classmethod
    def by_chance(cls, chance: Random) -> "Setting":
        ruleset = chance.choice(["MO-THP-2008", "CARDROOM-TDA"])
        rules = {"commission_bp": chance.randint(300, 500), "structure": chance.choice(["no-limit", "no-limit", "fixed-limit"])}
        stacks = {seat: chance.choice([150, 400, 1_000, 5_000, 10_000]) for seat in chance.sample(range(1, 9), chance.randint(2, 5))}
        return cls(ruleset, rules, stacks, chance.sample(DECK, 52) if chance.random() < 0.5 else None)

    def open(self, pit: House) -> None:
        pit.open(self.stacks, ruleset=self.ruleset, **self.rules)
        pit.do("start-hand", table=TABLE)

    def deal(self, pit: House) -> None:
        """The pack gives each place its card, whenever it comes to it."""
        if self.pack is None:
            pit.do("deal", table=TABLE)
            return
        holes, lie = 2 * len(self.stacks), len(pit.state()["board"])
        if pit.state()["street"] == "preflop" and not lie and not _dealt(pit):
            cards = self.pack[:holes]
        else:
            cards = self.pack[holes:][lie : lie + (1 if lie else 3)]
        pit.do("deal", table=TABLE, cards=cards)


def _dealt(pit: House) -> bool:
    events = [record.event for record in pit.store.span(f"tables/{TABLE}/000001", 1, pit.store.version(f"tables/{TABLE}/000001"))]
    return any(isinstance(event, CardDealt) for event in events)


def play(pit: House, setting: Setting, chance: Random) -> None:
    """A hand to its end, whatever that is."""
    setting.open(pit)
    while (state := pit.state())["hand"]:
        if chance.random() < 0.03 and state["due"] != "correct-error":
            pit.do("report-error", table=TABLE, kind="other")
        elif state["due"] == "correct-error":
            if chance.random() < 0.2:
                pit.do("void-hand", table=TABLE, reason="misdeal", **TWO_PEOPLE)
            else:
                pit.do("correct-error", table=TABLE, how="continue")
        elif state["due"] == "deal":
            setting.deal(pit)
        elif state["due"] == "act":
            pit.do("act", table=TABLE, seat=state["to_act"], **choice(state, chance))
        else:
            show(pit, chance, chance.choice(_to_show(pit)))


def choice(state: dict[str, Any], chance: Random) -> dict[str, Any]:
    word = chance.choice([word for word in state["legal"] for _ in range(1 if word == "fold" else 3)])
    bounds = state["legal"][word]
    return {"action": word, "to": chance.choice([bounds["min"], bounds["max"]])} if isinstance(bounds, dict) else {"action": word}


def show(pit: House, chance: Random, seat: int) -> None:
    """Or thrown away, where the table lets it."""
    if chance.random() < 0.3:
        try:
            pit.do("show", table=TABLE, seat=seat, cards=[])
        except RuleBroken:
            pass
        else:
            return
    pit.do("show", table=TABLE, seat=seat)


def _to_show(pit: House) -> list[int]:
    stream = f"tables/{TABLE}/000001"
    shown = {record.event.seat for record in pit.store.span(stream, 1, pit.store.version(stream)) if isinstance(record.event, HandShown)}
    return [seat["seat"] for seat in pit.state()["seats"] if seat["status"] in ("in", "all-in") and seat["seat"] not in shown]


@dataclass(slots=True)
class Afresh:
    """`changes` is what must be said of the first hand for it to be this one. `other_times` often an action is another one."""

    pit: House
    setting: Setting
    chance: Random
    first: Hand
    other_times: float
    changes: list[Change] = field(default_factory=list)

    def play(self) -> None:
        self.setting.open(self.pit)
        left = list(self._recorded())
        while (state := self.pit.state())["hand"]:
            while left and self._falls_away(left[0][1], state):
                left.pop(0)
            step, command = left[0] if left else (None, {})
            if command.get("do") not in (None, "deal", "act", "show"):
                self.pit.send(command)
                left.pop(0)
            elif state["due"] == "deal" and not (command.get("do") == "show" and self._nobody_bets(state)):
                self.setting.deal(self.pit)
                left = left[1:] if command.get("do") == "deal" else left
            elif state["due"] == "act" and (command.get("do") != "act" or command["seat"] != state["to_act"]):
                self._note("add", step, state["to_act"], choice(state, self.chance))
            elif command.get("do") in ("act", "show"):
                self._again(step, command, state)
                left.pop(0)
            else:
                self.pit.do("show", table=TABLE, seat=_to_show(self.pit)[0])

    def _recorded(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The commands of the first hand after it was started, each with the number of its first event."""
        for number, record in enumerate(self.first.events[1:], 2):
            if record.meta.command is not None:
                yield number, {name: value for name, value in record.meta.command.items() if name != "given"}

    def _falls_away(self, command: dict[str, Any], state: dict[str, Any]) -> bool:
        status = {seat["seat"]: seat["status"] for seat in state["seats"]}
        match command:
            case {"do": "deal"}:
                return bool(state["due"] == "show")
            case {"do": "act", "seat": seat}:
                return bool(status[seat] != "in" or state["due"] == "show" or self._nobody_bets(state))
            case {"do": "show", "seat": seat}:
                return bool(status[seat] == "folded")
        return False

    def _nobody_bets(self, state: dict[str, Any]) -> bool:
        """A run-out: at most one seat has chips, and it owes nothing."""
        return bool(state["due"] == "deal") and sum(seat["status"] == "in" for seat in state["seats"]) <= 1

    def _again(self, step: int | None, command: dict[str, Any], state: dict[str, Any]) -> None:
        """As it was, or by chance something else."""
        if command["do"] == "act" and self.chance.random() < self.other_times:
            self._note("act", step, command["seat"], choice(state, self.chance))
            return
        try:
            self.pit.send(command)
        except RuleBroken:
            if command["do"] == "show":
                self.pit.do("show", table=TABLE, seat=command["seat"])
                self.changes.append(change("act", step=step, action="show"))
            else:
                self._note("act", step, command["seat"], choice(state, self.chance))

    def _note(self, kind: str, step: int | None, seat: int, made: dict[str, Any]) -> None:
        self.pit.do("act", table=TABLE, seat=seat, **made)
        self.changes.append(change(kind, step=step, **made))

    def cards(self) -> list[Change]:
        """What lies open in this hand and did not in the first one."""
        before = _open_cards(self.first)
        return [change("card", spot=spot, card=card) for spot, card in _open_cards(found(self.pit)).items() if before.get(spot) != card]


def _open_cards(hand: Hand) -> dict[str, str]:
    lies: dict[str, str] = {}
    for record in hand.events:
        match record.event:
            case CardDealt(seat=None, ordinal=ordinal, card=str(card)):
                lies[f"board/{ordinal}"] = card
            case HandShown(seat=seat, cards=cards):
                lies |= {f"seat/{seat}/{ordinal}": card for ordinal, card in enumerate(cards, 1)}
    return lies
