"""Rounds, shoes and whole evenings told in short lines (`scenarios`): what each must lead to, to the last chip."""

from pathlib import Path

import pytest

from tests.domain.baccarat.notation import Story, Telling, stories

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))
STORIES = [story for file in FILES for story in stories(file.read_text(encoding="utf-8"))]


def test_no_story_got_lost() -> None:
    assert len({story.name for story in STORIES}) == len(STORIES) >= 60


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_story(story: Story) -> None:
    telling = Telling(story.ruleset)
    for line in story.lines:
        telling.tell(line)
