"""The dispute that the README tells, command by command: what is printed is what stands there."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.cli.terminal import PATACA

ROOT = Path(__file__).parents[2]
HEADING = "## A dispute, from claim to corrected ledger"
PROMPT = "    $ "


def told() -> Iterator[tuple[str, str]]:
    """Each command with the text that follows it, without the margin."""
    section = (ROOT / "README.md").read_text(encoding="utf-8").split(HEADING)[1].split("\n## ")[0]
    shown = [line for line in section.splitlines() if line.startswith("    ")]
    for part in "\n".join(shown).split(PROMPT)[1:]:
        command, _, output = part.partition("\n")
        yield command, "".join(f"{line[4:]}\n" for line in output.splitlines())


def pattern(output: str) -> str:
    """`...` in a line stands for a part of it, `...` alone for any lines."""
    lines = ["(?:.*\n)*?" if line == "..." else f"{re.escape(line).replace(re.escape('...'), '.*')} *\n" for line in output.splitlines()]
    return "".join(lines)


def test_the_dispute_comes_out_as_the_readme_tells_it(tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    path = {"PATH": f"{Path(PATACA).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "200"}
    commands = list(told())
    assert len(commands) > 8
    for command, output in commands:
        done = subprocess.run(["bash", "-c", command], check=False, cwd=tmp_path, env=os.environ | path, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert re.fullmatch(pattern(output), done.stdout), f"{command} printed\n{done.stdout}"
