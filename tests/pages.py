"""The pages in docs/, read as their readers see them: sections, rows of tables, names between backticks."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = (
    "architecture",
    "baccarat",
    "close",
    "contracts",
    "disputes",
    "finance",
    "holdem",
    "operation",
    "proof",
    "reconcile",
    "replay",
    "reports",
)

Row = list[str]
"""The cells of one row of a table."""


@cache
def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    """A section of a page up to the next heading of its level."""
    found = re.search(rf"^(#+) {re.escape(heading)}$", page(name), re.MULTILINE)
    assert found, f"{name}.md has no section {heading}"
    rest = page(name)[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(text: str) -> list[Row]:
    """Every row of every table, heads included."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


def worked(text: str) -> list[Row]:
    """The rows that begin with a number."""
    return [row for row in rows(text) if row[0][:1].isdigit()]


def row_of(text: str, name: str) -> Row:
    """The one row whose first cell names this."""
    found = [row for row in rows(text) if name in named(row[0])]
    assert len(found) == 1, f"{name} has {len(found)} rows"
    return found[0]


def named(text: str) -> set[str]:
    """Whatever stands between backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


def headings(path: Path) -> list[str]:
    return re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)


def anchor(heading: str) -> str:
    """Under which a link finds it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
