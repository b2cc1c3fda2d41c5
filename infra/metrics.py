"""Numbers of a running process on a port, in the text form that Prometheus reads."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from infra.store_errors import StoreUnavailable

Readings = Iterable[tuple[Mapping[str, str], float]]
"""Labels and number; without labels there is one of them."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number, or one for each set of labels, read when somebody asks. A `counter` only ever rises while the process lives.

    `name` in Prometheus' style, a counter's ending in `_total`; all its readings have these `labels`.
    """

    name: str
    help: str
    kind: Literal["gauge", "counter"]
    read: Callable[[], Readings]
    labels: Sequence[str] = ()


@contextmanager
def serving(measures: Sequence[Measure], host: str, port: int) -> Iterator[int]:
    """Serves them under /metrics until the end of the block; the port (0 asks for a free one). StoreUnavailable where it is taken."""
    registry = CollectorRegistry()
    registry.register(_Measures(measures))
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise StoreUnavailable(f"port {port} of {host}", error.strerror or str(error), "Choose another one for the metrics") from error
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Measures(Collector):
    def __init__(self, measures: Sequence[Measure]) -> None:
        self._measures = measures

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        for measure in self._measures:
            family = (CounterMetricFamily if measure.kind == "counter" else GaugeMetricFamily)(
                measure.name, measure.help, labels=measure.labels
            )
            for labels, number in measure.read():
                family.add_metric([labels[label] for label in measure.labels], number)
            yield family
