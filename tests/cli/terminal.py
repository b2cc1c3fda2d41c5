"""The command line as a person at a terminal has it: in this process, where that is enough, or in one of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from services.cli.exits import run_app
from services.cli.main import app

PATACA = Path(sys.executable).with_name("pataca")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str

    def document(self) -> Any:
        """The one document, on the one line."""
        assert self.out.endswith("\n"), self
        assert self.out.count("\n") == 1, self.out[:500]
        return _loads(self.out)

    def documents(self) -> list[Any]:
        """One a line."""
        return [_loads(line) for line in self.out.split("\n") if line]


def _loads(text: str) -> Any:
    assert "\x1b" not in text, "a colour code in JSON"
    return json.loads(text, parse_float=_no_float, parse_constant=_no_float)


def _no_float(number: str) -> None:
    raise AssertionError(f"{number} in JSON: amounts are whole")


def pataca(*arguments: str | Path, stdin: bytes = b"") -> Ended:
    """In this process; only what a real pipe or signal does needs another one."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n") for _ in range(2))
    words = ["pataca", *map(str, arguments)]
    with (
        patch.object(sys, "argv", words),
        patch.object(sys, "stdin", TextIOWrapper(BytesIO(stdin))),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
    ):
        status = int(run_app(app))
        out.flush()
        err.flush()
    return Ended(status, _written(out), _written(err))


def _written(stream: TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, BytesIO)
    return buffer.getvalue().decode()


def environment() -> dict[str, str]:
    """Python's own buffers, whatever is set here: what stays in them must come out, or be told of, all the same."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def process(*arguments: str | Path, stdin: bytes = b"", **streams: Any) -> Ended:
    """The installed command, run to its end."""
    words = [PATACA, *map(str, arguments)]
    done = subprocess.run(words, check=False, input=stdin, capture_output=not streams, env=environment(), timeout=120, **streams)
    return Ended(done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode())


def started(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """The installed command with a pipe at each end."""
    pipe = subprocess.PIPE
    return subprocess.Popen([PATACA, *map(str, arguments)], stdin=pipe, stdout=pipe, stderr=pipe, env=environment())


def in_lines(commands: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(command, ensure_ascii=False) + "\n" for command in commands).encode()


def run(data: Path, *commands: Mapping[str, Any]) -> list[Any]:
    """Answers to these commands; all of them are carried out."""
    return pataca("run", "-", "--keep-going", "--data", data, stdin=in_lines(commands)).documents()
