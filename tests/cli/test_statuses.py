"""What a command ends with, and the one sentence that it says then."""

from pathlib import Path

import pytest

from tests.cli.terminal import pataca

NOT_FOUND = [
    ("hand show PK-07/2026-11-30/99", "there is no hand PK-07/2026-11-30/99"),
    ("hand show nonsense", "there is no hand nonsense"),
    ("hand replay PK-99/2026-11-30/1", "there is no hand PK-99/2026-11-30/1"),
    ("ledger statement --wallet P-99", "wallet P-99"),
    ("ledger statement --account 2110:PK-99", "account 2110:PK-99"),
    ("ledger statement --account nonsense", "account nonsense"),
    ("ledger why 99999.1", "no line 99999.1"),
    ("ledger why 2.9", "no line 2.9"),
    ("ledger why 1.1", "no line 1.1"),
    ("ledger why nonsense", "POSITION.N"),
    ("ledger why -- -1.1", "POSITION.N"),
    *((f"{question} --table PK-99", "no table PK-99") for question in ("ledger journal", "hand list", "report ggr", "report voids")),
    ("ledger journal --hand PK-07/2026-11-30/99", "PK-07/2026-11-30/99"),
    ("projections rebuild nonsense", "there are ledger, commission, regulator, papers, large, hands"),
    ("run no-such-file.jsonl", "no file no-such-file.jsonl"),
]
USAGE = [
    "",
    "nonsense",
    "run",
    "hand",
    "hand show",
    "hand show a b",
    "ledger",
    "ledger nonsense",
    "report",
    "import",
    "import phh",
    "ledger trial-balance --nonsense",
    "ledger trial-balance --gaming-day 2026-13-01",
    "ledger trial-balance --gaming-day today",
    "ledger trial-balance --currency EUR",
    "ledger trial-balance --format docx",
    "ledger trial-balance --format hledger",
    "ledger trial-balance --as-of first",
    "ledger trial-balance --json --format csv",
    "ledger statement",
    "ledger statement --wallet P-1 --account 1110",
    "events tail --limit 0",
    "events tail --limit many",
    "report ggr --from 2026-11-30 --to 2026-11-29",
    "report commission --gaming-day 2026-11-30 --to 2026-11-30",
    "ledger trial-balance --from 2026-11-30 --to 2026-11-29",
    "ledger journal --gaming-day 2026-11-30 --from 2026-11-30",
    "demo --hands -1",
    "demo --seed x",
]


@pytest.mark.parametrize(("command", "says"), NOT_FOUND, ids=[command for command, _ in NOT_FOUND])
def test_what_does_not_exist_is_3(played: Path, command: str, says: str) -> None:
    words = command.split(" -- ")
    ended = pataca(*words[0].split(), "--data", played, *(["--", *words[1:]] if len(words) > 1 else []))

    assert (ended.status, ended.out) == (3, "")
    assert says in ended.err
    assert ended.err.startswith("pataca: ")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("command", USAGE, ids=USAGE)
def test_a_wrong_way_to_ask_is_2_and_says_how(played: Path, command: str) -> None:
    words = command.split()
    takes_data = len(words) > 1 and words[0] != "demo" and words[1] != "nonsense"
    ended = pataca(*words, *(("--data", str(played)) if takes_data else ()))

    assert ended.status == 2
    assert "Usage: pataca" in ended.err + ended.out or ended.err.startswith("pataca: ")
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    "command", ["--help", "run --help", "ledger --help", "ledger why --help", "report ggr --help", "import phh --help", "demo --help"]
)
def test_help_is_data_and_fine(command: str) -> None:
    ended = pataca(*command.split())
    assert (ended.status, ended.err) == (0, "")
    assert "Usage: pataca" in ended.out


@pytest.mark.parametrize("command", ["", "hand", "ledger", "report", "import", "events", "projections", "schema"])
def test_without_a_word_the_words_are_told(command: str) -> None:
    ended = pataca(*command.split())
    assert ended.status == 2
    assert "Commands" in ended.out


def test_a_position_that_the_books_have_not_come_to_is_4(played: Path) -> None:
    ended = pataca("ledger", "trial-balance", "--as-of", "100000", "--data", played)
    assert ended.status == 4
    assert "have come to position 89, not to 100000" in ended.err


@pytest.mark.parametrize("command", ["ledger trial-balance", "report ggr", "report commission", "report voids"])
@pytest.mark.parametrize("as_of", ["-1", "90"])
def test_no_report_shows_a_position_that_it_has_not_come_to(played: Path, command: str, as_of: str) -> None:
    ended = pataca(*command.split(), "--as-of", as_of, "--json", "--data", played)
    assert (ended.status, ended.out) == (4, "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CASINO_STORE_URL", "mysql://pit:s3cret@db/house"),
        ("CASINO_BOOKS_URL", "postgresql://pit:s3cret@db/house"),
        ("CASINO_VAULT_URL", "postgresql://pit:s3cret@db/house"),
        ("CASINO_KAFKA", "pit:s3cret@kafka"),
    ],
)
def test_a_setting_that_cannot_be_used_is_4_and_no_password_is_told(
    monkeypatch: pytest.MonkeyPatch, played: Path, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    ended = pataca("hand", "list", "--data", played)
    assert ended.status == 4
    assert name in ended.err
    assert "s3cret" not in ended.err


@pytest.mark.parametrize("command", ["hand list", "run -", "events tail", "verify", "projections status", "project --once", "relay --once"])
def test_a_database_that_is_away_is_4_and_no_password_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str) -> None:
    monkeypatch.setenv("CASINO_STORE_URL", "postgresql://pit:s3cret@127.0.0.1:1/house")
    monkeypatch.setenv("CASINO_KAFKA", "127.0.0.1:1")
    ended = pataca(*command.split(), "--data", tmp_path)
    assert ended.status == 4, ended
    assert "postgresql://pit@127.0.0.1:1/house" in ended.err
    assert "s3cret" not in ended.err


def test_a_defect_is_70_and_shows_where(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr("services.hands.read_hand", broken)
    ended = pataca("hand", "show", "PK-07/2026-11-30/1", "--data", played)
    assert ended.status == 70
    assert "ZeroDivisionError: a defect" in ended.err
    assert "this is a defect in the program" in ended.err


def test_what_meets_others_each_time_is_5(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from infra.event_store import EventStore, VersionConflict

    def overtaken(*_: object) -> None:
        raise VersionConflict("wallets/P-1")

    monkeypatch.setattr(EventStore, "append", overtaken)
    ended = pataca("run", "-", "--data", data, stdin=b'{"do": "deposit", "wallet": "P-1", "amount": 1, "currency": "HKD"}')
    assert (ended.status, ended.out) == (5, "")
    assert "send it again" in ended.err
