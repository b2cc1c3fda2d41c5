"""124 hands from the felt, told in short lines: what each must lead to, to the last chip."""

from pathlib import Path

import pytest

from tests.domain.holdem.notation import Story, Telling, stories

GOLDEN = Path(__file__).parents[2] / "golden" / "holdem_hands.txt"
STORIES = list(stories(GOLDEN.read_text(encoding="utf-8")))


def test_no_hand_got_lost() -> None:
    assert len({story.name for story in STORIES}) == 124


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_hand(story: Story) -> None:
    telling = Telling(story.ruleset)
    for line in story.lines:
        telling.tell(line)
