"""The articles in the house's own words: whatever a fact, a line or a refusal cites can be explained."""

import re
from pathlib import Path

import pytest

from domain.articles import article_text
from domain.procedures import PROCEDURES

ARTICLES = [str(number) for number in range(1, 17)]
PARAGRAPHS = {"1": 2, "2": 3, "3": 2, "4": 3, "5": 2, "6": 5, "7": 3, "8": 5, "9": 2, "10": 5, "11": 3, "12": 4, "13": 3, "14": 3, "15": 10}


@pytest.mark.parametrize("ruleset", ["MO-THP-2008", "CARDROOM-TDA"])
def test_every_article_and_paragraph_has_a_text(ruleset: str) -> None:
    refs = [*ARTICLES, *(f"{article}({number + 1})" for article, count in PARAGRAPHS.items() for number in range(count))]
    texts = {ref: article_text(f"{ruleset} {ref}") for ref in (*refs, "cl. 1", "cl. 2", "cl. 3", "1(1)(1)", "1(1)(5)")}
    assert all(text.endswith(".") for text in texts.values())
    assert len(set(texts.values())) == len(texts), "no two say the same"


def test_everything_that_the_engine_cites_has_a_text() -> None:
    sources = Path(__file__).parents[3].glob("domain/holdem/*.py")
    cited = {ref for source in sources for ref in re.findall(r'"(\d{1,2}(?:\(\d+\))+)"', source.read_text(encoding="utf-8"))}
    assert len(cited) > 20
    for ref in cited:
        assert article_text(f"MO-THP-2008 {ref}") != article_text(f"MO-THP-2008 {ref.partition('(')[0]}"), ref


def test_card_rooms_elsewhere_cite_the_same_numbers_and_differ_where_they_play_differently() -> None:
    assert article_text("CARDROOM-TDA 12(1)") == article_text("MO-THP-2008 12(1)")
    assert article_text("CARDROOM-TDA 10(5)") != article_text("MO-THP-2008 10(5)")
    assert article_text("CARDROOM-TDA").startswith("Hold'em")


def test_an_item_without_a_text_of_its_own_gets_that_of_its_paragraph() -> None:
    assert article_text("MO-THP-2008 16(1)") == article_text("MO-THP-2008 16")


def test_the_house_s_own_procedures() -> None:
    for ref, procedure in PROCEDURES.items():
        assert article_text(ref) == f"{procedure.title}: {procedure.text}"


@pytest.mark.parametrize("ref", ["MO-THP-2008 17", "CARDROOM-TDA 17", "HOUSE-FIN 99", "MO-THP-2008", ""])
def test_what_nobody_has_written_is_no_empty_text(ref: str) -> None:
    with pytest.raises(LookupError, match="no text"):
        article_text(ref)
