"""A real Apache Kafka for the tests: the one at CASINO_TEST_KAFKA, else one node that is started from the jars of infra/kafka/pom.xml.

One broker serves the whole run, its workers too; every test has a topic of its own. A test that kills a broker starts its own.
"""

import base64
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from string import Template
from uuid import uuid4

from filelock import FileLock

from tests.engines import run
from tests.engines.jars import ROOT, jars

SETTING = "CASINO_TEST_KAFKA"
_PROPERTIES = ROOT / "infra" / "kafka" / "server.properties"
_START_S = 120
_BELOW_EPHEMERAL = range(15_000, 30_000)  # no outgoing connection takes such a port while a broker is down for a moment


class Broker:
    """One node over a folder that is its own: settings, log and process id, and the data in `data`. Every step ends in time or fails.

    run.Missing where there is no Java or there are no jars. The folder stands below run.folder_of_this_run(), or else nobody but
    the caller stops the broker.
    """

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self._jars = jars()
        self._folder = folder
        self._port = port or free_port()
        self._pid: int | None = None
        settings = {"port": self._port, "controller_port": free_port(), "folder": folder / "data"}
        (folder / "server.properties").write_text(Template(_PROPERTIES.read_text(encoding="utf-8")).substitute(settings))

    @property
    def address(self) -> str:
        """host:port; the same after every start."""
        return f"127.0.0.1:{self._port}"

    def start(self) -> None:
        """Returns when it answers; over an empty folder it is formatted first. RuntimeError with the end of its log."""
        if _listens(self.address):
            raise RuntimeError(f"somebody listens at {self.address} already")
        if not (self._folder / "data").exists():
            self._format()
        with (self._folder / "log").open("ab") as log:
            subprocess.run(
                ["sh", "-c", f'"$@" & echo $! > {self._pid_file.name}', "sh", *self._java("-Xmx512m"), "kafka.Kafka", "server.properties"],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # an interrupt at the terminal is not for it
                check=True,
                timeout=_START_S,
            )
        self._pid = int(self._pid_file.read_text())
        wait_for(self.address, self._check_alive)

    def stop(self) -> None:
        """In order, as an operator stops it."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """With SIGKILL: what it had only in memory is gone."""
        self._end(signal.SIGKILL)

    def wipe(self) -> None:
        """Deletes all topics and whatever else it holds, by its folder; it must be stopped. At the next start it is a new cluster."""
        if self._pid is not None:
            raise RuntimeError("stop or kill the broker before its data are deleted")
        shutil.rmtree(self._folder / "data")

    @property
    def _pid_file(self) -> Path:
        return self._folder / "broker.pid"

    def _end(self, how: signal.Signals) -> None:
        if self._pid is not None:
            run.stop(self._pid, how)
            self._pid_file.unlink()
            self._pid = None

    def _format(self) -> None:
        cluster = "A" + base64.urlsafe_b64encode(uuid4().bytes).decode()[1:22]  # any UUID, but no option of the command line
        done = subprocess.run(
            [*self._java(), "kafka.tools.StorageTool", "format", "-t", cluster, "-c", "server.properties"],
            check=False,
            cwd=self._folder,
            capture_output=True,
            text=True,
            timeout=_START_S,
        )
        if done.returncode != 0:
            raise RuntimeError(f"the folder of a broker could not be formatted: {done.stdout}{done.stderr}")

    def _java(self, *options: str) -> list[str]:
        quick = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]  # half the work until it answers
        return ["java", *options, *quick, "-Dorg.apache.logging.log4j.level=WARN", "-cp", f"{self._jars}/*"]

    def _check_alive(self) -> None:
        if self._pid is not None and not run.alive(self._pid):
            said = (self._folder / "log").read_text(encoding="utf-8", errors="replace").splitlines()
            raise RuntimeError("the broker has ended: " + "\n".join(said[-20:]))


@contextmanager
def own_broker() -> Iterator[Broker]:
    """A started broker that no other test uses, to be stopped, killed and emptied; at the end it is gone."""
    folder = run.new_folder()
    try:
        broker = Broker(folder)
        broker.start()
        yield broker
    finally:
        run.remove(folder)


def server() -> str:
    """host:port of the broker that this run shares. run.Missing, with the reason; that is found out once."""
    found = _server()
    if isinstance(found, run.Missing):
        raise found
    return found


@cache
def _server() -> str | run.Missing:
    if given := os.environ.get(SETTING):
        wait_for(given)
        return given
    folder = run.folder_of_this_run() / "kafka"
    folder.mkdir(exist_ok=True)
    address = folder / "address"
    with FileLock(folder / "lock", timeout=400):
        if not address.exists():
            try:
                broker = Broker(folder)
            except run.Missing as missing:
                return missing
            broker.start()
            address.write_text(broker.address)
    return address.read_text()


@contextmanager
def topic() -> Iterator[str]:
    """A name that no topic bears; if one was created under it, it is deleted at the end."""
    from kafka.admin import KafkaAdminClient

    name = f"pataca.{uuid4().hex}"
    yield name
    with closing(KafkaAdminClient(bootstrap_servers=server(), bootstrap_timeout_ms=10_000)) as admin:
        if name in admin.list_topics():
            admin.delete_topics([name], timeout_ms=10_000)


def wait_for(address: str, check: Callable[[], None] = lambda: None) -> None:
    """Until a broker answers; `check` raises when waiting has become vain. RuntimeError after two minutes.

    The client is asked once somebody listens, and not before: it leaves every socket open that was refused.
    """
    from kafka.admin import KafkaAdminClient

    deadline = time.monotonic() + _START_S
    while not _listens(address):
        check()
        if time.monotonic() > deadline:
            raise RuntimeError(f"no broker listens at {address} after {_START_S} s")
        time.sleep(0.05)
    with closing(KafkaAdminClient(bootstrap_servers=address, bootstrap_timeout_ms=_START_S * 1_000)) as admin:
        while not admin.describe_cluster()["brokers"]:
            check()
            if time.monotonic() > deadline:
                raise RuntimeError(f"no broker of the cluster at {address} serves after {_START_S} s")
            time.sleep(0.05)


def _listens(address: str) -> bool:
    host, _, port = address.rpartition(":")
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, int(port))) == 0


def free_port() -> int:
    """One that nobody listens at, and that is not given to an outgoing connection either while a broker is down for a moment."""
    while True:
        port = random.choice(_BELOW_EPHEMERAL)
        if not _listens(f"127.0.0.1:{port}"):
            return port
