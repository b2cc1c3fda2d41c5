"""Permits for what a baccarat table does otherwise than by default (article 19): asked for in time, registered, in force."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from domain.rules import RuleBroken
from infra.folder import DataFolder
from services.working_days import WorkingDays
from tests.services.baccarat_pit import TABLE, Pit, replayed
from tests.services.house import TWO_PEOPLE, House

NIGHT = "2026-12-03"
"""Three working days after noon of Monday 2026-11-30: that day, Tuesday and Wednesday are counted."""


def permit(pit: House, *articles: str, **fields: Any) -> Any:
    usual = {"permit": "PR-1", "ruleset": "MO-BAC-2004", "articles": list(articles), "tables": [TABLE]}
    days = {"applied_on": "2026-11-30", "granted_on": "2026-12-02", "effective_on": NIGHT}
    return pit.do("register-permit", **TWO_PEOPLE, **usual | days | fields)


def refusal(pit: House, code: str = "permit-required", **opening: Any) -> Any:
    with pytest.raises(RuleBroken) as told:
        Pit(pit.send).open(**opening)
    assert told.value.code == code
    assert str(told.value.rule).startswith("MO-BAC-2004 ")
    return told.value.allowed


@pytest.mark.parametrize(
    ("choices", "articles"),
    [
        ({"demo_rounds_max": 3}, ["2"]),
        ({"burn_method": "deck-count"}, ["2"]),
        ({"cutter": "croupier"}, ["2"]),
        ({"after_cut_card": "this-round-last"}, ["3"]),
        ({"tie_options": ["cancel"]}, ["12"]),
        ({"deal_mode": "csm"}, ["2", "7"]),
        ({"demo_rounds_max": 1, "after_cut_card": "this-round-last", "tie_options": ["maintain"]}, ["2", "3", "12"]),
    ],
)
def test_an_option_without_a_permit_is_refused_with_its_articles_and_the_first_lawful_day(pit: House, choices: Any, articles: Any) -> None:
    assert refusal(pit, **choices) == {"articles": articles, "effective_on": NIGHT}

    permit(pit, *articles)
    assert refusal(pit, "permit-not-yet-effective", **choices)
    pit.clock.now = datetime(2026, 12, 3, 4, tzinfo=UTC)
    opened = Pit(pit.send).open(day=NIGHT, **choices)
    assert opened.events[0].event.contract == "baccarat.table-opened"
    assert replayed(pit)[1] == []


def test_one_of_two_articles_is_not_enough_and_the_other_is_named(pit: House) -> None:
    permit(pit, "2")
    assert refusal(pit, day=NIGHT, deal_mode="csm")["articles"] == ["7"]


@pytest.mark.parametrize("other", [{"tables": ["BA-13"]}, {"ruleset": "MO-BAC-2018"}, {"articles": ["3"]}])
def test_a_permit_for_something_else_does_not_help(pit: House, other: dict[str, Any]) -> None:
    permit(pit, "2", **other)
    assert refusal(pit, day=NIGHT, demo_rounds_max=3)["articles"] == ["2"]


def test_a_revoked_permit_is_none(pit: House) -> None:
    permit(pit, "2")
    pit.do("revoke-permit", permit="PR-1", **TWO_PEOPLE)
    assert refusal(pit, day=NIGHT, demo_rounds_max=3)["articles"] == ["2"]


def test_the_first_lawful_day_is_counted_from_the_day_of_at(pit: House) -> None:
    """Requested on Monday 2026-12-07: that day, Wednesday and Thursday count, Tuesday is a holiday."""
    pit.clock.now = datetime(2026, 12, 10, 4, tzinfo=UTC)
    with pytest.raises(RuleBroken) as told:
        Pit(lambda raw: pit.send({"at": "2026-12-07T12:00:00+08:00", **raw})).open(demo_rounds_max=1)
    assert told.value.allowed == {"articles": ["2"], "effective_on": "2026-12-11"}


@pytest.fixture
def override(tmp_path: Path) -> Path:
    """The house's own file: a typhoon on Tuesday."""
    file = DataFolder(tmp_path).working_days
    file.write_text("# our days\n2026-12-01 off typhoon\n", encoding="utf-8")
    return file


def test_the_house_may_correct_the_calendar(kept: House, override: Path) -> None:
    content = override.read_bytes()
    corrected = House(kept.store, kept.vault, kept.attempts, kept.clock, kept.decks, lambda: WorkingDays(content))
    assert refusal(kept, demo_rounds_max=1)["effective_on"] == NIGHT
    assert refusal(corrected, demo_rounds_max=1)["effective_on"] == "2026-12-04"

    with pytest.raises(RuleBroken) as told:
        permit(corrected, "2")
    assert (told.value.code, told.value.allowed) == ("permit-too-late", {"applied_on": "2026-11-27", "effective_on": "2026-12-04"})
    (registered,) = permit(corrected, "2", effective_on="2026-12-04").events
    assert registered.event.working_days == ("2026-11-30", "2026-12-02", "2026-12-03")
    assert registered.event.overrides == sha256(content).hexdigest()
    assert replayed(corrected)[1] == []
