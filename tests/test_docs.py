"""The pages in docs/ name everything that is public, and their links lead somewhere."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer.main

from domain import checkpoints, gaming_day, permits, rules, wallet
from domain.baccarat import choices as baccarat_choices
from domain.baccarat import refusals as baccarat_refusals
from domain.baccarat.commands import COMMANDS as BACCARAT_COMMANDS
from domain.breaks.commands import COMMANDS as BREAK_COMMANDS
from domain.cage.commands import COMMANDS as CAGE_COMMANDS
from domain.catalogue import EVENTS
from domain.closing.commands import COMMANDS as CLOSE_COMMANDS
from domain.command import Command
from domain.counting.commands import COMMANDS as COUNT_COMMANDS
from domain.disputes.commands import COMMANDS as DISPUTE_COMMANDS
from domain.event import Metadata
from domain.holdem import choices as holdem_choices
from domain.holdem.combinations import Category
from domain.holdem.commands import COMMANDS as HOLDEM_COMMANDS
from domain.holdem.refusals import ARTICLES as HOLDEM_ARTICLES
from domain.rules import PERMITS, Choice, Ruleset
from infra.cloud_events import cloud_event
from infra.log import Stored
from projections.ledger.accounts import ACCOUNTS
from projections.ledger.legs import LEGS
from projections.ledger.post import POSTING_RULES
from services.app import PROJECTIONS
from services.cli.exits import Exit
from services.cli.main import app
from tests.pages import PAGES, ROOT, anchor, headings, named, page, row_of, rows, section

LINES_PER_PAGE_MAX = 350

GAMES: dict[str, tuple[Mapping[str, Ruleset], Mapping[str, str], tuple[type[Command], ...]]] = {
    "holdem": (holdem_choices.RULESETS, HOLDEM_ARTICLES, HOLDEM_COMMANDS),
    "baccarat": (baccarat_choices.RULESETS, baccarat_refusals._ARTICLES, BACCARAT_COMMANDS),
}
"""By page: rulesets, the article of each refusal, commands."""
OTHERS = (*wallet.COMMANDS, *CAGE_COMMANDS, *gaming_day.COMMANDS, *permits.COMMANDS)
OF_THE_CLOSE = (*COUNT_COMMANDS, *BREAK_COMMANDS, *CLOSE_COMMANDS)
AT_ANY_TABLE = tuple(command for command in HOLDEM_COMMANDS if command in BACCARAT_COMMANDS)
COMMANDS: tuple[tuple[str, str, type[Command]], ...] = (
    *(("contracts", "Tables", command) for command in AT_ANY_TABLE),
    *(("contracts", "Hold'em", command) for command in HOLDEM_COMMANDS if command not in AT_ANY_TABLE),
    *(("contracts", "Baccarat", command) for command in BACCARAT_COMMANDS if command not in AT_ANY_TABLE),
    *(("contracts", "Commands", command) for command in OTHERS),
    *(("close", "Commands", command) for command in OF_THE_CLOSE),
    *(("disputes", "Commands", command) for command in DISPUTE_COMMANDS),
    *(("proof", "Commands", command) for command in checkpoints.COMMANDS),
)
"""With the page and heading that tell it: the same word may be another command in the other game."""
SHARED_FIELDS = {"table", "key", "at", "actor", "approver"}
"""Fields that many commands have; the page tells them once."""


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.contract)
def test_every_event_has_a_row_with_its_fields_in_their_order(event: Any) -> None:
    told = re.findall(
        r"`(\w+)`(\??)", row_of("".join(section(page, "Events") for page in ("contracts", "close", "disputes", "proof")), event.contract)[1]
    )
    assert told == [(name, "" if field.is_required() else "?") for name, field in event.model_fields.items()]


@pytest.mark.parametrize(("name", "heading", "command"), COMMANDS, ids=lambda value: value if isinstance(value, str) else value.do)
def test_every_command_has_a_row_with_its_fields(name: str, heading: str, command: type[Command]) -> None:
    told = dict(re.findall(r"`([a-z_]+)`(\??)", row_of(section(name, heading), command.do)[1]))
    fields = {field.alias or name: "" if field.is_required() else "?" for name, field in command.model_fields.items()}
    own = fields.keys() - SHARED_FIELDS
    assert {name: told.get(name) for name in own} == {name: fields[name] for name in own}


def test_every_example_of_a_command_can_be_read() -> None:
    examples = [(name, line.strip()) for name in PAGES for line in page(name).splitlines() if line.strip().startswith('{"do"')]
    assert {name for name, _ in examples} >= {"baccarat", "finance", "holdem"}
    for name, example in examples:
        by_word = {command.do: command for command in (*GAMES.get(name, GAMES["holdem"])[2], *OTHERS, *OF_THE_CLOSE)}
        fields = json.loads(example)
        by_word[fields.pop("do")].model_validate(fields)


@pytest.mark.parametrize("name", GAMES)
def test_every_house_choice_of_every_ruleset_is_told_with_its_article(name: str) -> None:
    text = section(name, "House choices")
    for ruleset in GAMES[name][0].values():
        assert f"`{ruleset.name}`" in text
        for choice in ruleset.choices:
            assert row_of(text, choice.name)[1] == choice.article
    assert row_of(text, PERMITS)


CHOICES_OF_BACCARAT = [(ruleset, choice) for ruleset in baccarat_choices.RULESETS.values() for choice in ruleset.choices]


@pytest.mark.parametrize(("ruleset", "choice"), CHOICES_OF_BACCARAT, ids=lambda value: value.name)
def test_what_a_baccarat_table_may_choose_is_told(ruleset: Ruleset, choice: Choice) -> None:
    """The words that it accepts, no others; what stands if nothing is chosen; the articles that a permit must name."""
    _, _, accepted, default, permit, later = row_of(section("baccarat", "House choices"), choice.name)
    more = later if ruleset is baccarat_choices.MACAU_2018 and later.startswith("also") else ""
    words = named(accepted + more) - {one.name for one in ruleset.choices}
    if words:
        assert words == words_of(choice.allowed(None, rules.resolve(ruleset, {"differential": 100}, ())))
    if isinstance(choice.default, str | int) and choice.name != "lucky_six":
        assert default.strip("`") == json.dumps(choice.default).strip('"')
    assert tuple(re.findall(r"\d+", permit + more.partition("permit")[2])) == choice.permit_articles


def words_of(phrase: str | None) -> set[str]:
    """`one of shoe, csm`: what a choice says that it accepts."""
    return set(re.sub(r"^(one of|a list of) | alone$|, each once.*", "", phrase or "").split(", "))


def test_every_account_is_told_with_its_dimensions() -> None:
    chart = {code: row for row in rows(section("finance", "Chart of accounts")) for code in re.findall(r"\b\d{4}\b", row[0])}
    assert chart.keys() == ACCOUNTS.keys()
    for code, account in ACCOUNTS.items():
        assert ", ".join(account.dimensions) == chart[code][2]
        assert account.reserved == (chart[code][4] == "reserved")
    assert {code for code, row in chart.items() if row[4] == "yes"} == {code for leg in LEGS.values() for code in leg.accounts}


def test_every_leg_is_told_with_its_accounts() -> None:
    """A leg of both games has a row in each of their tables."""
    told: dict[str, set[str]] = defaultdict(set)
    for row in rows("".join(section(name, "Postings") for name in ("finance", "close", "disputes"))):
        cells = re.sub(r"\bP\b", "2110", re.sub(r"\bW\b", "2110, 2130", " ".join(row[2:4])))
        for leg in named(row[1]):
            told[leg] |= set(re.findall(r"\b\d{4}\b", cells))
    assert told == {name: set(leg.accounts) for name, leg in LEGS.items()}


def test_every_event_stands_in_the_postings() -> None:
    told = named("".join(section(name, "Postings") for name in ("finance", "close", "disputes")))
    for posting in POSTING_RULES:
        for events in (posting.at_table, posting.at_cage, posting.in_wallet, posting.by_itself, posting.nothing):
            assert {event.__name__ for event in events} <= told


def test_every_proof_is_told() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "projections" / "ledger").glob("prove_*.py"))
    proofs = set(re.findall(r'Verdict\(\s*"(R\d\d)"', source))
    assert proofs == {word for row in rows(section("finance", "Proofs")) for word in re.findall(r"^R\d\d", row[0])}


def test_every_projection_is_told() -> None:
    assert {projection.name for projection in PROJECTIONS} - {"ledger"} <= named(section("finance", "Halt"))


def test_every_category_of_a_hand_is_told() -> None:
    assert {category.label for category in Category} <= named(section("holdem", "Ranking"))


def cli_commands() -> list[tuple[str, Any]]:
    """`ledger why` with its click command."""
    groups: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return [
        (f"{name} {word}".strip(), one) for name, group in groups.items() for word, one in getattr(group, "commands", {"": group}).items()
    ]


@pytest.mark.parametrize(("name", "command"), cli_commands(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_command_of_the_command_line_is_told_with_its_options(name: str, command: Any) -> None:
    text = section("contracts", "Command line")
    assert re.search(rf"`(pataca )?{name}[` ]", text)
    options = {option for parameter in command.params for option in parameter.opts if option.startswith("--")}
    assert {option for option in options if not re.search(rf"{option}\b", text)} == set()


def test_every_exit_status_is_told() -> None:
    told = {int(number) for row in rows(section("contracts", "Command line")) for number in re.findall(r"\d+", row[0])}
    assert told == {int(status) for status in Exit}


def test_every_header_is_told() -> None:
    meta = Metadata("2026-11-30T04:00:00.000000Z", "E-1", "E-2", "2026-11-30", "P-1", "c", "wallets/P-1@1")
    event = wallet.FundsWithdrawn(amount=1, currency="HKD", cage="MAIN")
    headers, _, _ = cloud_event(Stored(2, "wallets/P-1", 2, event.topic(), meta, event.body()))
    assert {name for name, _ in headers} == named("".join(row[0] for row in rows(section("contracts", "CloudEvents"))))


def refusal_codes() -> set[str]:
    """Those of the articles, and every code that is written out in the code."""
    codes = {code for _, articles, _ in GAMES.values() for code in articles}
    for path in (path for room in ("domain", "services") for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="RuleBroken" | "PydanticCustomError"), args=[ast.Constant(value=str(code)), *_]):
                    codes.add(code)
    return codes


def test_every_refusal_is_told() -> None:
    assert {"not-your-turn", "slip-used", "bad-line", "bad-amount", "not-toml", "differential-exceeded"} <= refusal_codes()
    assert refusal_codes() - named("".join(map(page, ("contracts", "close", "disputes", "holdem", "baccarat", "proof")))) == set()


@pytest.mark.parametrize("name", GAMES)
def test_the_article_of_every_refusal_is_told(name: str) -> None:
    told: dict[str, str] = {}
    for articles, codes in rows(section(name, "Refusals")):
        for article, of_article in zip(articles.split(", "), codes.split(";"), strict=False):
            told.update(dict.fromkeys(named(of_article), article))
    _, articles_of_codes, _ = GAMES[name]
    assert {code: told.get(code) for code in articles_of_codes} == articles_of_codes


@pytest.mark.parametrize("path", [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in PAGES)], ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    for link in links:
        target, _, place = link.partition("#")
        there = path.parent / target if target else path
        assert there.exists(), f"{path.name}: {link}"
        assert not place or place in map(anchor, headings(there)), f"{path.name}: {link}"


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_a_page_names_is_there(name: str) -> None:
    paths = {word for word in named(page(name)) if re.match(r"(domain|infra|projections|services|tests)/[\w/.]*$", word)}
    assert {path for path in paths if not (ROOT / path).exists()} == set()


def references() -> Iterator[tuple[Path, str, str]]:
    """Where a docstring says `docs/finance.md, Hash chain`."""
    for path in (path for room in ("domain", "infra", "projections", "services", "tests") for path in (ROOT / room).rglob("*.py")):
        if path != Path(__file__):
            yield from ((path, *found) for found in re.findall(r"docs/(\w+)\.md, ([^\n]+)", path.read_text(encoding="utf-8")))


def test_what_the_code_refers_to_is_there() -> None:
    found = list(references())
    assert found
    for path, name, rest in found:
        assert any(rest.startswith(heading) for heading in headings(ROOT / "docs" / f"{name}.md")), f"{path}: docs/{name}.md, {rest}"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_read_in_one_sitting(name: str) -> None:
    assert len(page(name).splitlines()) <= LINES_PER_PAGE_MAX
