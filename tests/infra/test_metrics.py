"""Numbers on a port."""

import socket
from urllib.request import urlopen

import pytest

from infra.metrics import Measure, serving
from infra.store_errors import StoreUnavailable


def read(port: int) -> dict[str, str]:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))


def test_numbers_are_those_of_the_moment_and_no_others_are_served() -> None:
    number = 3
    measures = [
        Measure("pataca_test_behind", "How far.", "gauge", lambda: [({}, number)]),
        Measure("pataca_test_sent_total", "How many.", "counter", lambda: [({"lane": "0"}, 1), ({"lane": "1"}, 2)], ["lane"]),
    ]
    with serving(measures, "127.0.0.1", 0) as port:
        assert read(port)["pataca_test_behind"] == "3.0"
        number = 4
        assert read(port) == {
            "pataca_test_behind": "4.0",
            'pataca_test_sent_total{lane="0"}': "1.0",
            'pataca_test_sent_total{lane="1"}': "2.0",
        }
    with pytest.raises(OSError, match="refused"):
        read(port)


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with (
            pytest.raises(StoreUnavailable, match=f"port {port} of 127.0.0.1: Address already in use. Choose another one"),
            serving([], "127.0.0.1", port),
        ):
            pass
