"""The articles of baccarat in the house's own words: whatever a fact, a line or a refusal cites can be explained."""

import re
from pathlib import Path

import pytest

from domain.articles import article_text
from domain.baccarat.choices import RULESETS

ARTICLES = [str(number) for number in range(1, 20)]
PARAGRAPHS = {"1": 5, "2": 3, "3": 2, "7": 2, "9": 4, "9(3)": 6, "9(4)": 6, "12": 3, "12(3)": 2, "13": 4, "16": 2, "17": 3}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_article_and_paragraph_has_a_text(ruleset: str) -> None:
    refs = [*ARTICLES, *(f"{article}({number + 1})" for article, count in PARAGRAPHS.items() for number in range(count))]
    texts = {ref: article_text(f"{ruleset} {ref}") for ref in (*refs, "cl. 1", "cl. 2", "cl. 3")}
    assert all(text.endswith(".") for text in texts.values())
    assert len(set(texts.values())) == len(texts), "no two say the same"


def test_everything_that_the_engine_cites_has_a_text() -> None:
    sources = Path(__file__).parents[3].glob("domain/baccarat/*.py")
    cited = {ref for source in sources for ref in re.findall(r'"(\d{1,2}(?:\(\d+\))*)"', source.read_text(encoding="utf-8"))}
    assert len(cited) > 40
    for ref in cited:
        text = article_text(f"MO-BAC-2018 {ref}")
        assert "(" not in ref or text != article_text(f"MO-BAC-2018 {ref.rpartition('(')[0]}"), ref


def test_the_later_ruleset_cites_the_same_numbers_and_differs_where_the_regulator_has_changed_them() -> None:
    same, other = "9(3)(2)", ("2(1)", "17", "18", "19")
    assert article_text(f"MO-BAC-2018 {same}") == article_text(f"MO-BAC-2004 {same}")
    assert all(article_text(f"MO-BAC-2018 {ref}") != article_text(f"MO-BAC-2004 {ref}") for ref in other)


@pytest.mark.parametrize("ref", ["MO-BAC-2004 20", "MO-BAC-2004", "MO-BAC-1999 9(3)"])
def test_what_nobody_has_written_is_no_empty_text(ref: str) -> None:
    with pytest.raises(LookupError, match="no text"):
        article_text(ref)
