"""The languages of the house's papers. A word is looked up by its English form, as it stands in the code: titles, columns, accounts,
legs, and what is printed around them. What the files in texts/ do not have is printed in English, so a new report can be read at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from services.reports.report import Column, Report, cell

LANGUAGES = ("en", "zh", "pt")
"""English, Traditional Chinese, Portuguese."""
TEXTS = ("words.txt", "story.txt")
"""The words of the reports, and those that hands are told in."""


@dataclass(frozen=True, slots=True)
class Language:
    """`code` is one of LANGUAGES. Figures are written the same way in every language."""

    code: str = "en"

    def says(self, english: str, **names: object) -> str:
        """The word in this language; `{name}` in it becomes the value of that name."""
        word = _words()[self.code].get(english, english)
        return word.format(**names) if names else word

    def knows(self, english: str) -> bool:
        return english in _words()[self.code]

    def cell(self, column: Column, row: Mapping[str, object]) -> str:
        """What a person reads there; the house's own words are in this language, what people wrote is as they wrote it."""
        text = cell(column, row)
        return self.value(column.key, text) if column.worded and text else text

    def value(self, column: str, text: str) -> str:
        """A word may mean one thing in a column and another elsewhere: there it is looked up as `column=word`."""
        here = f"{column}={text}"
        return self.says(here) if self.knows(here) else self.says(text)

    def title(self, report: Report) -> str:
        return f"{self.says(report.title)} {report.subject}".strip()

    def days(self, report: Report) -> str:
        """With the form of a signed day: as it was reported first, or restated."""
        days = report.head.get("days") or {}
        first, last = days.get("from"), days.get("to")
        if first and last:
            one = "gaming day {day}" if first == last else "gaming days {first} to {last}"
        else:
            one = "gaming days from {first}" if first else "gaming days to {last}" if last else "all gaming days"
        told = self.says(one, first=first, last=last, day=first)
        return f"{told} · {self.says(report.head['form'])}" if report.head.get("form") else told

    def rows(self, report: Report) -> str:
        count = len(report.rows)
        return self.says("{count} row" if count == 1 else "{count} rows", count=f"{count:,}")

    def state(self, report: Report) -> list[str]:
        """What the report stands on: position, root, policy, posting rules, its own version; the hash of a proof where it has one."""
        head = report.head
        parts = [("as of position {as_of}", {"as_of": report.as_of})]
        for english, name in _STATE:
            if head.get(name) is not None:
                parts.append((english, {name: head[name]}))
        return [self.says(english, **names) for english, names in parts]


_STATE = (
    ("root {root}", "root"),
    ("proof {proof}", "proof"),
    ("policy {policy}", "policy"),
    ("posting rules {posting_rules}", "posting_rules"),
    ("report version {version}", "version"),
)
"""English form, and the part of the head that stands in it."""


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    """By language, what each English form is in it."""
    found: dict[str, dict[str, str]] = {code: {} for code in LANGUAGES}
    for name in TEXTS:
        for line in files("services.reports").joinpath("texts", name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                english, *others = line.split("|")
                for code, word in zip(LANGUAGES, ("" if "=" in english else english, *others), strict=True):
                    found[code][english] = word or english.partition("=")[2]
    return found
