"""A data folder with a short evening in it, played once and copied for whoever changes it."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.evening import commands
from tests.cli.terminal import in_lines, pataca

NOON = datetime(2026, 11, 30, 4, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs in this process has noon of that day in Macau; a process of its own has the time that it is."""
    monkeypatch.setattr("services.app._now", lambda: NOON)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """To be read alone: the evening with its books up to date."""
    folder = tmp_path_factory.mktemp("evening") / "data"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.app._now", lambda: NOON)
        ended = pataca("run", "-", "--data", folder, stdin=in_lines(commands()))
        assert ended.status == 0, ended.out.splitlines()[-1]
        assert pataca("verify", "--data", folder).status == 0
    return folder


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of the evening."""
    return Path(shutil.copytree(played, tmp_path / "data"))
