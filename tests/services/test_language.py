"""Every word of the house is there in every language, and the fonts of its papers have every letter of it."""

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

from projections.ledger.accounts import ACCOUNTS
from projections.ledger.legs import LEGS
from services import reports
from services.reports.language import LANGUAGES, TEXTS, Language
from services.reports.pdf_type import BOLD, REGULAR, _glyphs
from services.reports.report import Column, Report

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


def said_by_reports() -> set[str]:
    """The titles of reports, columns and charts, as the code of the reports has them."""
    said = set()
    for path in Path(reports.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="amounts" | "counts" | "texts" | "words" | "_mop"), keywords=titles):
                    said |= {title.value.value for title in titles if isinstance(title.value, ast.Constant)}
                case ast.Call(func=ast.Name(id="Column" | "Report" | "_report"), args=[_, ast.Constant(value=str(title)), *_]):
                    said.add(title)
                case ast.Call(func=ast.Name(id="Chart"), args=[ast.Constant(value=str(title)), *_]):
                    said.add(title)
    return said


def test_every_account_leg_and_title_is_known() -> None:
    said = {account.name for account in ACCOUNTS.values()} | {leg.text for leg in LEGS.values()} | said_by_reports()
    assert {"Trial balance", "debits", "gaming day", "Gross gaming revenue by day"} < said
    for lang in TRANSLATED:
        assert sorted(word for word in said if not Language(lang).knows(word)) == []


def test_no_word_is_told_twice_and_every_place_for_a_name_is_kept() -> None:
    lines = [line for name in TEXTS for line in files("services.reports").joinpath("texts", name).read_text(encoding="utf-8").splitlines()]
    told = [line.split("|") for line in lines if line and not line.startswith("#")]
    english = [words[0] for words in told]
    assert sorted(set(english)) == sorted(english)
    for words in told:
        assert len(words) == len(LANGUAGES)
        assert len({tuple(sorted(re.findall(r"\{\w+\}", word))) for word in words}) == 1, words
        assert all(word and word == word.strip() for word in words), words


@pytest.mark.parametrize(("font", "names"), [(REGULAR, TEXTS), (BOLD, TEXTS[:1])])
def test_the_fonts_have_every_letter_of_every_word(font: str, names: tuple[str, ...]) -> None:
    """Hands are told in the regular font alone."""
    texts = [files("services.reports").joinpath("texts", name).read_text(encoding="utf-8") for name in names]
    assert sorted(letter for letter in set("".join(texts)) - {"\n"} if ord(letter) not in _glyphs(font)) == []


def test_a_word_that_has_no_entry_is_said_in_english() -> None:
    assert Language("zh").says("a new report") == "a new report"


def test_a_word_may_mean_another_thing_in_a_column() -> None:
    row = {"on": "player", "note": "player"}
    assert Language("zh").cell(Column("on", "on", worded=True), row) == "閒"
    assert Language("zh").cell(Column("kind", "kind", worded=True), {"kind": "player"}) == "博彩者"
    assert Language("en").cell(Column("on", "on", worded=True), row) == "player"
    assert Language("zh").cell(Column("note", "note"), row) == "player"


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ((None, None), "all gaming days"),
        (("2026-11-30", "2026-11-30"), "gaming day 2026-11-30"),
        (("2026-11-01", "2026-11-30"), "gaming days 2026-11-01 to 2026-11-30"),
        (("2026-11-01", None), "gaming days from 2026-11-01"),
        ((None, "2026-11-30"), "gaming days to 2026-11-30"),
    ],
)
def test_days_are_said_in_words(days: tuple[str | None, str | None], said: str) -> None:
    report = Report("x", "X", 7, [], [], (), {"days": dict(zip(("from", "to"), days, strict=True))})
    assert Language().days(report) == said
    assert Language().state(report) == ["as of position 7"]


def test_a_signed_day_says_in_which_form_it_is_told() -> None:
    report = Report("x", "X", 7, [], [], (), {"days": {"from": "2026-11-30", "to": "2026-11-30"}, "form": "restated"})
    assert Language("zh").days(report) == "博彩日 2026-11-30 · 重列"
