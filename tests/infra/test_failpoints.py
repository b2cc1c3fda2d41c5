"""A process dies where and when it is told to, and nowhere else."""

import os
import signal
import subprocess
import sys

import pytest

from infra.failpoints import SETTING

PROGRAM = "from infra.failpoints import reach\nfor place in ('a', 'b', 'a', 'b'):\n    reach(place)\n    print(place, flush=True)"


@pytest.mark.parametrize(
    ("setting", "reached", "status"),
    [
        ("a:1", "", -signal.SIGKILL),
        ("a:2", "ab", -signal.SIGKILL),
        ("b:2", "aba", -signal.SIGKILL),
        ("a:3", "abab", 0),
        ("c:1", "abab", 0),
        ("", "abab", 0),
    ],
)
def test_it_dies_at_the_place_and_at_the_hit(setting, reached, status):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ, SETTING: setting}, check=False, capture_output=True, text=True
    )
    assert (done.stdout.replace("\n", ""), done.returncode) == (reached, status)
