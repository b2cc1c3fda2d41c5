"""The stories of tests/domain/baccarat/scenarios through the service: with its permits, its vault and its own bookkeeping of names."""

import pytest

from domain.command import Command
from domain.rules import RuleBroken
from tests.domain.baccarat.notation import Story, Telling
from tests.domain.baccarat.scene import DAY, Scene
from tests.domain.baccarat.test_scenarios import STORIES
from tests.services.baccarat_pit import replayed
from tests.services.house import TWO_PEOPLE, House
from tests.spec import Outcome


class HousedScene(Scene):
    """Every command goes to the house; the table is folded from what it answers, and every chip is counted there too."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house

    def send(self, command: Command, **_known: object) -> Outcome:
        """The house finds its permits itself."""
        raw = command.model_dump(mode="json", exclude_unset=True, by_alias=True)
        try:
            answer = self._house.send({"do": command.do, **raw})
        except RuleBroken as refusal:
            return Outcome(refusal=refusal)
        for record in answer.events:
            self._take_in(record.event)
        assert self._house.state(self.table.code) == self.state
        return Outcome([record.event for record in answer.events])


class HousedTelling(Telling):
    def __init__(self, ruleset: str, house: House) -> None:
        super().__init__(ruleset)
        self.scene = HousedScene(house)
        self._house = house
        self._registered = 0

    def _permit(self, rest: str) -> None:
        articles, _, day = rest.partition(" from ")
        self._registered += 1
        self._house.do(
            "register-permit",
            permit=f"PR-{self._registered}",
            ruleset=self._ruleset,
            articles=articles.split(),
            tables=["BA-12"],
            applied_on="2026-11-02",
            granted_on="2026-11-16",
            effective_on=day or DAY,
            **TWO_PEOPLE,
        )


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_story(pit: House, story: Story) -> None:
    telling = HousedTelling(story.ruleset, pit)
    for line in story.lines:
        telling.tell(line)
    assert replayed(pit)[1] == []
