"""Every article that a fact or a refusal can cite says what it means in every language."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from domain.articles import article_text
from domain.baccarat import articles as baccarat
from domain.holdem import articles as holdem
from services.reports.language import LANGUAGES
from services.reports.pdf_type import REGULAR, _glyphs
from services.senses import _senses, sense

ITEMS = {**holdem.TEXTS, **baccarat.TEXTS}
REFS = [f"{ruleset} {item}".strip() for ruleset, texts in ITEMS.items() for item in texts]


@pytest.mark.parametrize("ref", REFS)
def test_every_item_of_every_ruleset_is_said_in_three_languages(ref: str) -> None:
    said = sense(ref)
    assert list(said) == list(LANGUAGES)
    assert said["en"] == article_text(ref)
    assert re.search(r"[\u4e00-\u9fff]", said["zh"])
    assert said["zh"].endswith("。")
    assert said["pt"].endswith(".")
    assert len(set(said.values())) == len(LANGUAGES)


def test_a_ruleset_says_otherwise_exactly_what_it_says_otherwise_in_english() -> None:
    """An item changed in one language and not in another would explain two different rules."""
    for ruleset, origin in ((holdem.CARD_ROOM, holdem.STATUTE), (baccarat.AMENDED, baccarat.STATUTE)):
        assert _senses()[origin].keys() == ITEMS[origin].keys()
        changed = {item for item, text in ITEMS[ruleset].items() if ITEMS[origin].get(item) != text}
        assert _senses()[ruleset].keys() == changed


def test_what_the_engines_cite_is_among_them() -> None:
    """Whatever reference stands in the code of the rules, for every ruleset of its game."""
    for game, of_game in (("holdem", holdem), ("baccarat", baccarat)):
        for source in (Path(__file__).parents[2] / "domain" / game).glob("*.py"):
            for item in re.findall(r'"(\d{1,2}(?:\(\d+\))*)"', source.read_text(encoding="utf-8")):
                for ruleset in of_game.TEXTS:
                    if item.partition("(")[0] in of_game.TEXTS[ruleset]:
                        assert len(set(sense(f"{ruleset} {item}").values())) == len(LANGUAGES), (source, item)


def test_an_item_without_a_sense_of_its_own_gets_that_of_its_article() -> None:
    assert sense("MO-THP-2008 16(1)") == sense("MO-THP-2008 16")
    assert sense("CARDROOM-TDA 12(1)") == sense("MO-THP-2008 12(1)")


def test_what_has_no_translation_is_said_in_english() -> None:
    assert set(sense("HOUSE-FIN 3").values()) == {article_text("HOUSE-FIN 3")}
    with pytest.raises(LookupError):
        sense("MO-THP-2008 99")


def test_the_fonts_have_every_letter() -> None:
    letters = set(files("services.reports").joinpath("texts", "articles.txt").read_text(encoding="utf-8")) - {"\n"}
    assert sorted(letter for letter in letters if ord(letter) not in _glyphs(REGULAR)) == []
