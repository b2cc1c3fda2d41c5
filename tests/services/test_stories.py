"""The hands that the rules are tried with, once more through the service: vault, store and what inspect says of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from domain.command import Command
from domain.given import Permit, Previous
from domain.holdem.view import inspect
from domain.rules import RuleBroken
from tests.cli.terminal import pataca
from tests.domain.holdem.notation import Telling, stories
from tests.domain.holdem.scene import Scene
from tests.services.house import DAY, House, house
from tests.spec import Outcome

GOLDEN = Path(__file__).parents[1] / "golden" / "holdem_hands.txt"


class ServedScene(Scene):
    """The same scene with the house's desk: commands go in as JSON, events come from the store."""

    def __init__(self, pit: House, code: str) -> None:
        super().__init__()
        self._pit = pit
        self._code = code

    def send(self, command: Command, permits: Sequence[Permit] = (), _previous: Previous | None = None) -> Outcome:
        for permit in permits:
            self._register(permit)
        raw = {**command.model_dump(mode="json", exclude_unset=True), "do": command.do, "table": self._code}
        try:
            answer = self._pit.send(raw)
        except RuleBroken as refusal:
            return Outcome(refusal=refusal)
        events = [record.event for record in answer.events]
        for event in events:
            self._take_in(event)
        if self.table.is_open:
            assert self._pit.state(self._code) == inspect(self.table)
        return Outcome(events)

    def _register(self, permit: Permit) -> None:
        days = {"applied_on": "2007-12-03", "granted_on": "2007-12-10", "effective_on": "2007-12-20"}
        names = {
            "permit": f"{permit.permit}-{self._code}",
            "ruleset": permit.ruleset,
            "articles": list(permit.articles),
            "tables": [self._code],
        }
        self._pit.do("register-permit", actor="E-2001", approver="E-3001", **names, **days)


def test_every_story_is_told_the_same_through_the_service(tmp_path: Path) -> None:
    with house(tmp_path) as pit:
        told = 0
        for story in stories(GOLDEN.read_text(encoding="utf-8")):
            telling = Telling(story.ruleset)
            telling.scene = ServedScene(pit, story.name)
            for line in story.lines:
                telling.tell(line)
            told += 1
            stream = f"tables/{story.name}/000001"
            assert [record.event for record in pit.store.load(stream)] == telling.scene.events

    assert told == 124
    assert pataca("verify", "--data", tmp_path).status == 0


# A hand that the house deals, and the same one with a reader.


def cards_in_order(pit: House, hand: str, seats: int) -> str:
    """The house's deck as a reader would name it: hole cards and board, without what was burned."""
    order = pit.vault.deck(hand, pit.decks)
    flop = 2 * seats + 1
    return " ".join([*order[: 2 * seats], *order[flop : flop + 3], order[flop + 4], order[flop + 6]])


def shown_and_left(pit: House, table: str) -> tuple[list[Any], list[int]]:
    records = pit.store.load(f"tables/{table}/000001")
    shown = [record.event.model_dump() for record in records if record.event.contract in ("holdem.hand-shown", "holdem.pot-split")]
    return shown, [seat["stack"] for seat in pit.state(table)["seats"]]


@pytest.mark.parametrize("ruleset", ["MO-THP-2008", "CARDROOM-TDA"])
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_a_dealt_hand_and_a_read_one_of_the_same_cards_end_alike(pit: House, ruleset: str, seats: int) -> None:
    stacks = {seat: 1_000 * seat for seat in range(1, seats + 1)}
    pit.open(stacks, table="PK-01", ruleset=ruleset)
    pit.open(stacks, table="PK-02", ruleset=ruleset)
    pit.play("PK-01")
    pit.play("PK-02", cards_in_order(pit, f"PK-01/{DAY}/1", seats))

    assert shown_and_left(pit, "PK-01") == shown_and_left(pit, "PK-02")
    assert pit.decks.shuffled == 1


def test_each_hand_has_a_deck_of_its_own(pit: House) -> None:
    pit.open({1: 10_000, 2: 10_000})
    for _ in range(3):
        pit.play()
    decks = {tuple(pit.vault.deck(f"PK-07/{DAY}/{number}", pit.decks)) for number in (1, 2, 3)}

    assert (len(decks), pit.decks.shuffled) == (3, 3)
