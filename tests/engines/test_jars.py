"""The jars are fetched whole or not at all, once, and anew after a change of the pom; where that fails it is said why."""

from pathlib import Path

import pytest

from tests.engines import jars
from tests.engines.run import Missing

JAVA = """echo 'openjdk version "17.0.15" 2025-04-15' >&2"""
MAVEN = """for option; do case "$option" in -DoutputDirectory=*) touch "${option#*=}/kafka.jar";; esac; done; echo >> "$0.runs\""""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the programs that are all there is, besides the usual ones."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/nowhere")
    monkeypatch.setattr(jars, "STORE", tmp_path / "store")
    monkeypatch.setattr(jars, "POM", tmp_path / "pom.xml")
    (tmp_path / "pom.xml").write_text("4.0")
    return tmp_path


def program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
    (folder / name).chmod(0o700)


def test_they_are_fetched_once_for_every_pom(programs: Path) -> None:
    program(programs, "java", JAVA)
    program(programs, "mvn", MAVEN)
    first = jars.jars()
    assert [file.name for file in first.iterdir()] == ["kafka.jar"]
    assert jars.jars() == first
    assert (programs / "mvn.runs").read_text() == "\n"

    (programs / "pom.xml").write_text("4.1")
    assert jars.jars() != first
    assert (programs / "mvn.runs").read_text() == "\n\n"


def test_what_maven_could_not_fetch_is_not_there_by_half(programs: Path) -> None:
    program(programs, "java", JAVA)
    program(programs, "mvn", MAVEN + "\necho '[ERROR] Could not transfer artifact'\nexit 1")
    for _ in range(2):
        with pytest.raises(Missing, match="Could not transfer artifact"):
            jars.jars()
        assert [file.name for file in (programs / "store").iterdir()] == ["lock"]


def test_the_reason_names_what_is_missing(programs: Path) -> None:
    with pytest.raises(Missing, match="no `java` here"):
        jars.jars()

    program(programs, "java", """echo 'openjdk version "11.0.2" 2019-01-15' >&2""")
    with pytest.raises(Missing, match=r'version "11.0.2".*takes Java 17'):
        jars.jars()

    program(programs, "java", JAVA)
    with pytest.raises(Missing, match="no `mvn` here"):
        jars.jars()
