"""`--format`, `--out` and `--lang`: every report in every form, to a file or through a pipe, and nothing of it on a terminal."""

import json
import os
import pty
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow.parquet
import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from infra.settings import STORE
from services.cli.reports import REPORTS
from services.reports.forms import FORMS
from tests.cli.evening import DAY
from tests.cli.terminal import PATACA, environment, pataca, run
from tests.engines.run import Missing
from tests.engines.tools import beancount

ALL = ["ledger trial-balance", "ledger statement --wallet P-1", "ledger journal", *(f"report {name}" for name in REPORTS)]
MAGIC = {"pdf": b"%PDF-", "xlsx": b"PK\x03\x04"}


def to_file(data: Path, file: Path, command: str) -> bytes:
    ended = pataca(*command.split(), "--out", file, "--data", data)
    assert (ended.status, ended.out, ended.err) == (0, "", ""), command
    return file.read_bytes()


@pytest.mark.parametrize(("form", "lang"), [("pdf", "en"), ("pdf", "zh"), ("xlsx", "pt")])
@pytest.mark.parametrize("command", ALL)
def test_every_report_comes_as_paper_and_as_a_sheet_in_every_language(
    played: Path, tmp_path: Path, command: str, form: str, lang: str
) -> None:
    assert to_file(played, tmp_path / "report", f"{command} --format {form} --lang {lang}").startswith(MAGIC[form])


@pytest.mark.parametrize("form", FORMS)
def test_the_same_question_gives_the_same_bytes_to_a_file_and_through_a_pipe(played: Path, tmp_path: Path, form: str) -> None:
    command = f"ledger trial-balance --format {form}"
    first = to_file(played, tmp_path / "first", command)
    assert to_file(played, tmp_path / "second", command) == first
    done = subprocess.run([PATACA, *command.split(), "--data", played], check=True, capture_output=True, env=environment(), timeout=120)
    assert done.stdout == first


@pytest.mark.parametrize("form", ["json", "csv", "hledger", "beancount"])
def test_a_journal_goes_to_a_file_as_it_goes_to_the_terminal(played: Path, tmp_path: Path, form: str) -> None:
    shown = pataca("ledger", "journal", "--format", form, "--data", played).out
    assert shown.count("\n") > 100
    assert to_file(played, tmp_path / "journal", f"ledger journal --format {form}").decode() == shown


def test_what_is_asked_again_at_its_position_is_the_same_paper_for_ever(data: Path, tmp_path: Path) -> None:
    command = f"report ggr --gaming-day {DAY} --as-of 66 --format pdf --lang pt"
    before = to_file(data, tmp_path / "before", command)
    run(data, {"do": "deposit", "wallet": "P-1", "amount": 7_00, "currency": "HKD"})
    assert to_file(data, tmp_path / "after", command) == before


def test_the_sheet_has_the_rows_of_the_report(played: Path, tmp_path: Path) -> None:
    rows = pataca("ledger", "trial-balance", "--json", "--data", played).document()["rows"]
    sheet = load_workbook(BytesIO(to_file(played, tmp_path / "report", "ledger trial-balance --format xlsx"))).worksheets[0]
    header = next(cell.row for cell in sheet["A"] if cell.value == "book")
    names = [cell.value for cell in sheet[header]]
    read = [dict(zip(names, (cell.value for cell in line), strict=True)) for line in sheet.iter_rows(header + 1, header + len(rows))]
    for line, row in zip(read, rows, strict=True):
        assert [line[name] for name in ("book", "account", "name", "currency")] == [
            row[name] for name in ("book", "account", "name", "currency")
        ]
        for name in ("opening", "debits", "credits", "closing"):
            assert (line[f"{name} (minor units)"], round(line[name] * 100)) == (row[name], row[name])


def test_the_journal_in_a_sheet_has_every_field_and_on_paper_those_that_fit(played: Path, tmp_path: Path) -> None:
    sheet = load_workbook(BytesIO(to_file(played, tmp_path / "sheet", "ledger journal --format xlsx"))).worksheets[0]
    assert {"body hash", "chain hash", "approver"} <= {cell.value for cell in sheet[9]}
    pages = PdfReader(BytesIO(to_file(played, tmp_path / "paper", "ledger journal --format pdf"))).pages
    text = "\n".join(page.extract_text() for page in pages)
    assert "chain hash" not in text
    assert "123,456,789.01" in text


def test_a_house_that_has_moved_to_postgresql_gives_the_same_bytes(
    data: Path, tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = [f"ledger journal --format {form}" for form in ("csv", "xlsx", "pdf", "hledger", "beancount")]
    commands = [*journal, "ledger trial-balance --format pdf", "report ggr --format xlsx"]
    before = [to_file(data, tmp_path / "report", command) for command in commands]
    exported(data, tmp_path / "before")
    assert pataca("admin", "move", "--to", postgres, "--data", data).status == 0
    monkeypatch.setenv(STORE, postgres)
    assert pataca("project", "--once", "--data", data).status == 0

    for command, was in zip(commands, before, strict=True):
        ended = pataca(*command.split(), "--out", tmp_path / "report", "--data", data)
        assert (ended.status, (tmp_path / "report").read_bytes() == was) == (0, True), command
    assert pataca("ledger", "export", "--out", tmp_path / "after", "--data", data).status == 0
    for name in ("entries", "lines"):
        assert (tmp_path / "after" / f"{name}.parquet").read_bytes() == (tmp_path / "before" / f"{name}.parquet").read_bytes()


def test_a_terminal_is_told_to_name_a_file(played: Path) -> None:
    master, slave = pty.openpty()
    command = [PATACA, "report", "ggr", "--format", "pdf", "--data", played]
    try:
        done = subprocess.run(command, check=False, stdout=slave, stderr=subprocess.PIPE, env=environment(), timeout=120)
    finally:
        for end in (master, slave):
            os.close(end)
    assert done.returncode == 2
    assert done.stderr.decode() == "pataca: a terminal cannot show pdf: name a file with --out FILE, or send it on through a pipe\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("report ggr --format docx", "there is no format docx here; there are text, json, csv, xlsx, pdf"),
        ("report ggr --format csv --lang zh", "--lang zh is for xlsx and pdf"),
        ("report ggr --lang de --format pdf", "'de' is no language of the house's papers; there are en, zh, pt"),
        ("ledger journal --format ledger", "there are text, json, csv, xlsx, pdf, hledger, beancount"),
        ("report ggr --json --format pdf", "--json and --format pdf ask for different things"),
        ("ledger export --format csv --out x", "there is no format csv here; there is parquet"),
    ],
)
def test_what_does_not_go_together_is_a_question_of_usage(played: Path, words: str, told: str) -> None:
    ended = pataca(*words.split(), "--data", played)
    assert (ended.status, ended.out) == (2, "")
    assert told in " ".join(ended.err.replace("│", " ").split())


def test_a_file_that_cannot_be_written_is_named_and_nothing_is_left_behind(played: Path, tmp_path: Path) -> None:
    ended = pataca("report", "ggr", "--format", "pdf", "--out", tmp_path / "no" / "file", "--data", played)
    assert (ended.status, ended.err) == (4, f"pataca: {tmp_path}/no/file cannot be written: No such file or directory\n")
    (tmp_path / "folder").mkdir()
    ended = pataca("report", "ggr", "--format", "pdf", "--out", tmp_path / "folder", "--data", played)
    assert (ended.status, "cannot be written" in ended.err) == (4, True)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize(
    ("library", "command", "extra"),
    [
        ("xlsxwriter", "report ggr --format xlsx --out x", "reports"),
        ("reportlab", "report ggr --format pdf --out x", "reports"),
        ("pyarrow", "ledger export --out x", "parquet"),
    ],
)
def test_a_library_that_is_not_installed_is_named_with_the_extra_that_brings_it(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str, command: str, extra: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ours = [name for name in sys.modules if name.startswith(("services.reports.pdf", "services.reports.xlsx", "services.reports.parquet"))]
    theirs = [name for name in sys.modules if name.split(".")[0] == library]
    with patch.dict(sys.modules, dict.fromkeys([*theirs, library])):
        for name in ours:
            del sys.modules[name]
        ended = pataca(*command.split(), "--data", played)
    assert ended.status == 2
    assert f"takes the library {library}" in ended.err
    assert f"pip install 'pataca[{extra}]'" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_another_foreign_program_proves_both_books(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.beancount"
    to_file(played, file, "ledger journal --format beancount")
    try:
        ended = beancount("bean-check", file)
    except Missing as missing:
        pytest.skip(str(missing))
    assert (ended.returncode, ended.stderr) == (0, "")


# Parquet


def exported(data: Path, folder: Path, *words: str) -> tuple[Any, Any]:
    ended = pataca("ledger", "export", "--format", "parquet", "--out", folder, *words, "--data", data)
    assert (ended.status, ended.err) == (0, "")
    return tuple(pyarrow.parquet.read_table(folder / f"{name}.parquet") for name in ("entries", "lines"))


@pytest.mark.parametrize("words", ["", "--gaming-day 2026-11-30 --currency MOP", "--table PK-07", "--as-of 66"])
def test_parquet_reads_back_as_the_journal(played: Path, tmp_path: Path, words: str) -> None:
    entries, lines = (table.to_pylist() for table in exported(played, tmp_path / "books", *words.split()))
    journal = [json.loads(line) for line in pataca("ledger", "journal", "--json", *words.split(), "--data", played).out.splitlines()]
    by_position = {entry["position"]: entry for entry in entries}
    joined = [{"line": f"{line['position']}.{line['n']}", **by_position[line["position"]], **line} for line in lines]
    assert joined == journal
    assert set(by_position) == {line["position"] for line in lines}
    assert len(journal) > 2


def test_parquet_has_amounts_as_64_bit_integers_and_the_same_bytes_each_time(played: Path, tmp_path: Path) -> None:
    _entries, lines = exported(played, tmp_path / "books")
    types = {field.name: str(field.type) for field in lines.schema}
    assert (types["amount"], types["exact_e4"], types["position"], types["account"]) == ("int64", "int64", "int64", "string")
    assert 12_345_678_901 in lines["amount"].to_pylist()
    exported(played, tmp_path / "again")
    for name in ("entries", "lines"):
        assert (tmp_path / "again" / f"{name}.parquet").read_bytes() == (tmp_path / "books" / f"{name}.parquet").read_bytes()
    assert sorted(path.name for path in (tmp_path / "books").iterdir()) == ["entries.parquet", "lines.parquet"]


def test_an_export_says_what_it_wrote(played: Path, tmp_path: Path) -> None:
    ended = pataca("ledger", "export", "--out", tmp_path / "books", "--json", "--data", played).document()
    lines = pataca("ledger", "journal", "--json", "--data", played).out.count("\n")
    assert (ended["as_of"], ended["lines"]) == (89, lines)
    assert 0 < ended["entries"] < lines


def test_an_empty_house_exports_empty_tables(tmp_path: Path) -> None:
    entries, lines = exported(tmp_path / "house", tmp_path / "books")
    assert (entries.num_rows, lines.num_rows) == (0, 0)
    assert "amount" in lines.schema.names
