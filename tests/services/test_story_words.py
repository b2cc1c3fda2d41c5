"""A hand is told in every language: each sentence and each word in it is there, and English is as it always was."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from domain.baccarat import errors as baccarat_errors
from domain.baccarat.rules import On
from domain.holdem import errors as holdem_errors
from domain.holdem.combinations import Category
from domain.holdem.events import Street
from services import story
from services.reports.language import Language

SENTENCES = re.compile(r"\{\w+\}|^the error ")


def sentences() -> set[str]:
    """Every text in the tellers that is a sentence with names in it."""
    found = set()
    for path in Path(story.__file__).parent.glob("story*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs and SENTENCES.search(node.value):
                found.add(node.value)
    return found


def test_every_sentence_is_known() -> None:
    said = sentences()
    assert len(said) > 60
    for lang in ("zh", "pt"):
        assert sorted(sentence for sentence in said if not Language(lang).knows(sentence)) == []


@pytest.mark.parametrize("lang", ["zh", "pt"])
def test_every_word_that_the_rules_put_into_a_sentence_is_known(lang: str) -> None:
    words = {*get_args(Street), *get_args(On), *holdem_errors.KINDS, *baccarat_errors.KINDS, "exposed-card"}
    words |= {category.label for category in Category} | {"showdown", "all-folded", "none", "wallet", "cash", "chips"}
    words |= {"cancel", "maintain", "change", "bettor", "default", "shoe-closed", "croupier", "tie", "player pair", "banker pair"}
    assert sorted(word for word in words if not Language(lang).knows(f"story={word}")) == []


def test_what_people_wrote_is_told_as_they_wrote_it() -> None:
    assert story.Story("HKD", {}, Language("zh")).word("a marked card {in} it") == "a marked card {in} it"
