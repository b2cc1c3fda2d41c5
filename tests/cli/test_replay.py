"""`pataca hand replay`, `hand audit` and `hand export`: what they print, what they refuse, and the screen that keys leaf through."""

import os
import pty
import re
import select
import time
import tomllib
from codecs import getincrementaldecoder
from decimal import Decimal
from pathlib import Path

import pytest

from services.cli.replay_keys import _STAGES, moved
from services.cli.side_by_side import lined_up
from services.reports.language import LANGUAGES
from tests.cli.evening import DAY, HIDDEN, NIGHT, refused
from tests.cli.terminal import PATACA, in_lines, pataca
from tests.cli.test_verify import event_at, put, tamper

SHOWDOWN, WALK, VOID = (f"PK-07/{DAY}/{number}" for number in (1, 2, 3))
IN_PLAY = f"{NIGHT}/{DAY}/1"


def test_a_step_has_what_the_contract_says_and_more(played: Path) -> None:
    steps = pataca("hand", "replay", SHOWDOWN, "--json", "--data", played).document()["steps"]

    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    for step in steps:
        assert {"event", "rule", "text", "state", "postings", "article", "actor", "approver", "refused", "cards", "stage"} <= step.keys()
        assert step["article"] is None or list(step["article"]) == list(LANGUAGES)
        assert step["actor"] == "E-2001"


def test_one_step_alone(played: Path) -> None:
    document = pataca("hand", "replay", SHOWDOWN, "--step", "2", "--json", "--data", played).document()
    screen = pataca("hand", "replay", SHOWDOWN, "--step", "2", "--data", played)

    assert [step["step"] for step in document["steps"]] == [2]
    assert document["steps"][0]["text"] in screen.out
    assert "step 2 of" in screen.out
    assert "\x1b" not in screen.out


@pytest.mark.parametrize(
    ("options", "status", "says"),
    [
        (["--step", "999"], 3, "there is no step 999"),
        (["--step", "0"], 2, ""),
        (["--step", "two"], 2, ""),
        (["--language", "fr"], 2, ""),
    ],
)
def test_a_step_or_a_language_that_is_not_there(played: Path, options: list[str], status: int, says: str) -> None:
    ended = pataca("hand", "replay", SHOWDOWN, *options, "--data", played)
    assert (ended.status, ended.out) == (status, "")
    assert says in " ".join(ended.err.split())


@pytest.mark.parametrize(("language", "says"), [("en", "posts the small blind"), ("zh", "下小盲注"), ("pt", "coloca a cega pequena")])
def test_the_steps_in_a_language(played: Path, language: str, says: str) -> None:
    assert says in pataca("hand", "replay", SHOWDOWN, "--language", language, "--data", played).out


def test_a_refused_command_is_told_where_it_was_refused(data: Path) -> None:
    assert pataca("run", "-", "--data", data, stdin=in_lines([refused()])).status == 1
    ended = pataca("hand", "replay", IN_PLAY, "--data", data)
    last = pataca("hand", "replay", IN_PLAY, "--json", "--data", data).document()["steps"][-1]

    assert "refused: act by E-2001: below-minimum-raise" in ended.out
    assert [one["command"]["to"] for one in last["refused"]] == [105_00]


def test_no_hidden_card_is_in_any_form(played: Path) -> None:
    told = [
        pataca("hand", "replay", IN_PLAY, *options, "--data", played).out
        for options in ([], ["--json"], ["--step", "9"], ["--language", "zh"])
    ]
    told.append(pataca("hand", "audit", IN_PLAY, "--json", "--data", played).out)
    for text in told:
        assert not re.search(rf"\b({'|'.join(HIDDEN)})\b", text)


# The audit.


def test_an_audit_of_one_hand_of_a_table_and_of_a_day(played: Path) -> None:
    one = pataca("hand", "audit", SHOWDOWN, "--json", "--data", played).document()
    table = pataca("hand", "audit", "--table", "PK-07", "--json", "--data", played).document()
    day = pataca("hand", "audit", "--gaming-day", DAY, "--json", "--data", played).document()
    none = pataca("hand", "audit", "--gaming-day", "2026-11-29", "--json", "--data", played).document()

    assert (one["hands"], table["hands"], day["hands"], none["hands"]) == (1, 3, 4, 0)
    assert one["commands"] < table["commands"] < day["commands"]
    assert all(found["agrees"] and found["differences"] == [] for found in (one, table, day, none))
    assert "byte for byte" in pataca("hand", "audit", "--table", "PK-07", "--data", played).out


@pytest.mark.parametrize("asked", [[], [SHOWDOWN, "--table", "PK-07"], [SHOWDOWN, "--gaming-day", DAY]])
def test_an_audit_is_of_one_thing(played: Path, asked: list[str]) -> None:
    ended = pataca("hand", "audit", *asked, "--data", played)
    assert (ended.status, ended.out) == (2, "")
    assert "`pataca verify` does all" in ended.err


@pytest.mark.parametrize("asked", [["PK-07/2026-11-30/99"], ["--table", "PK-99"]])
def test_an_audit_of_what_is_not_there(played: Path, asked: list[str]) -> None:
    assert pataca("hand", "audit", *asked, "--data", played).status == 3


def test_the_first_difference_is_shown_side_by_side(data: Path) -> None:
    position, event_id = event_at(data, "holdem.folded")
    tamper(data, position, facts=put(seat=9))
    ended = pataca("hand", "audit", "--gaming-day", DAY, "--data", data)
    document = pataca("hand", "audit", "--gaming-day", DAY, "--json", "--data", data)

    assert (ended.status, document.status) == (1, 1)
    assert f"DIFFERS at {event_id}, position {position}" in ended.out
    [line] = [line for line in ended.out.splitlines() if "≠" in line]
    assert '"seat": 9,' in line.partition("≠")[0]
    assert '"seat": 9,' not in line.partition("≠")[2]
    found = document.document()["differences"][0]
    assert (found["id"], found["position"]) == (event_id, position)
    assert pataca("hand", "audit", "--table", NIGHT, "--data", data).status == 0, "the other table is as it was"


def test_lines_that_only_one_side_has_stand_beside_nothing() -> None:
    assert lined_up('{"a": 1, "b": 2}', '{"a": 1}') == [
        ("{", "", "{"),
        ('  "a": 1,', "≠", '  "a": 1'),
        ('  "b": 2', "≠", ""),
        ("}", "", "}"),
    ]


# Exports.


def test_exports_of_a_hand(played: Path, tmp_path: Path) -> None:
    phh = pataca("hand", "export", SHOWDOWN, "--format", "phh", "--data", played)
    ohh = pataca("hand", "export", SHOWDOWN, "--format", "ohh", "--data", played)
    pdf = pataca("hand", "export", SHOWDOWN, "--format", "pdf", "--language", "pt", "--out", tmp_path / "hand.pdf", "--data", played)

    assert tomllib.loads(phh.out, parse_float=Decimal)["_id"] == SHOWDOWN
    assert '"game_number": "PK-07/2026-11-30/1"' in ohh.out
    assert (pdf.status, pdf.out) == (0, "")
    assert (tmp_path / "hand.pdf").read_bytes().startswith(b"%PDF-")
    assert pataca("hand", "export", SHOWDOWN, "--format", "phh", "--data", played) == phh


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ([SHOWDOWN, "--format", "xlsx"], 2, "there is no format xlsx here; there are phh, ohh, pdf"),
        ([SHOWDOWN, "--format", "phh", "--language", "zh"], 2, "--language zh is for pdf"),
        ([IN_PLAY, "--format", "ohh"], 2, "is still being played"),
        (["PK-07/2026-11-30/99", "--format", "phh"], 3, "there is no hand"),
    ],
)
def test_what_cannot_be_exported(played: Path, asked: list[str], status: int, says: str) -> None:
    ended = pataca("hand", "export", *asked, "--data", played)
    assert (ended.status, ended.out) == (status, "")
    assert says in ended.err


# The screen.


class Terminal:
    """The installed command in a terminal of its own, as a person has it."""

    def __init__(self, *words: str | Path) -> None:
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LINES="40", COLUMNS="120")
            os.execv(PATACA, [str(PATACA), *map(str, words)])  # noqa: S606
        self.seen = ""
        self._decoder = getincrementaldecoder("utf-8")()  # a character may come in two parts

    def until(self, text: str) -> None:
        """What it shows after that is seen as new."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < deadline, f"{text!r} is not in {self.seen!r}"
            if select.select([self._terminal], [], [], 1)[0]:
                self.seen += self._decoder.decode(os.read(self._terminal, 65_536))
        self.seen = self.seen.partition(text)[2]

    def press(self, key: str) -> None:
        os.write(self._terminal, key.encode())

    def status(self) -> int:
        while True:
            try:
                if not os.read(self._terminal, 65_536):
                    break
            except OSError:  # the other end is closed
                break
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_keys_leaf_through_a_hand_in_a_terminal(played: Path) -> None:
    terminal = Terminal("hand", "replay", WALK, "--data", played)
    terminal.until("step 1 of 16")
    for key, step in [("\x1b[C", 2), ("\x1b[C", 3), ("\x1b[D", 2), ("\x1b[F", 16), ("\x1b[H", 1), ("s", 14)]:
        time.sleep(0.1)  # a terminal that is not listening yet drops what was typed
        terminal.press(key)
        terminal.until(f"step {step} of 16")
    time.sleep(0.1)
    terminal.press("L")
    terminal.until("第 14 步，共 16 步")
    time.sleep(0.1)
    terminal.press("q")
    assert terminal.status() == 0


def test_a_key_that_means_nothing_leads_nowhere() -> None:
    class Told:
        def __init__(self, stage: str) -> None:
            self.stage = stage

    told = [Told(stage) for stage in ("preflop", "preflop", "flop", "flop", "showdown")]
    places = {"\x1b[D": 0, "\x1b[C": 2, "f": 2, "t": 1, "s": 4, "\t": 2, "\x1b[Z": 0, "x": 1, "b": 1, "\x1b[F": 4, "\x1b[H": 0}
    assert {key: moved(1, key, told) for key in places} == places  # type: ignore[arg-type]
    assert moved(4, "\x1b[C", told) == 4  # type: ignore[arg-type]
    assert moved(0, "\x1b[D", told) == 0  # type: ignore[arg-type]
    assert len(set(_STAGES)) == len(set(_STAGES.values()))
