"""The jars of Apache Kafka that infra/kafka/pom.xml names, copied once into .kafka/ by Maven."""

import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from filelock import FileLock

from tests.engines.run import Missing

ROOT = Path(__file__).parents[2]
POM = ROOT / "infra" / "kafka" / "pom.xml"
STORE = ROOT / ".kafka"
_JAVA_AT_LEAST = 17
_FETCH_S = 300


def jars() -> Path:
    """The folder that holds them, fetched anew after a change of the pom. Missing, with the reason."""
    check_java()
    kept = STORE / hashlib.sha256(POM.read_bytes()).hexdigest()[:16]
    if not kept.is_dir():
        STORE.mkdir(exist_ok=True)
        with FileLock(STORE / "lock", timeout=_FETCH_S + 10):
            if not kept.is_dir():
                _fetch(kept)
    return kept


def check_java() -> None:
    if shutil.which("java") is None:
        raise Missing(f"there is no `java` here; Apache Kafka takes Java {_JAVA_AT_LEAST} or newer, or CASINO_TEST_KAFKA names a broker")
    said = subprocess.run(["java", "-version"], check=False, capture_output=True, text=True, timeout=60).stderr
    version = re.search(r'version "(\d+)', said)
    if version is None or int(version[1]) < _JAVA_AT_LEAST:
        first = (said.splitlines() or ["nothing"])[0]
        raise Missing(f"`java -version` says {first}; Apache Kafka takes Java {_JAVA_AT_LEAST} or newer")


def _fetch(kept: Path) -> None:
    """All of them or none: they are copied beside and renamed at the end."""
    if shutil.which("mvn") is None:
        raise Missing("there is no `mvn` here to fetch Apache Kafka with; install Maven, or let CASINO_TEST_KAFKA name a broker")
    beside = Path(tempfile.mkdtemp(dir=STORE))
    copy = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={beside}"]
    try:
        ended = subprocess.run(
            ["mvn", "--quiet", "--batch-mode", "--strict-checksums", "--file", POM, *copy],
            check=False,
            capture_output=True,
            text=True,
            timeout=_FETCH_S,
        )
        if ended.returncode != 0:
            first = next((text for text in ended.stdout.splitlines() if text.startswith("[ERROR]")), f"status {ended.returncode}")
            raise Missing(f"Maven could not fetch the jars of Apache Kafka: {first}")
        beside.rename(kept)
    except subprocess.TimeoutExpired:
        raise Missing(f"Maven could not fetch the jars of Apache Kafka within {_FETCH_S} s") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
