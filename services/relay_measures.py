"""What the relay tells of itself on its port for metrics."""

from collections.abc import Callable
from datetime import UTC, datetime

from infra.metrics import Measure
from services.relay import Standing


def measures(standing: Standing) -> list[Measure]:
    """`standing` is the running relay's own, and is read whenever somebody asks."""

    def seconds_behind() -> float:
        oldest = standing.oldest
        return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(oldest)).total_seconds()) if oldest else 0.0

    return [
        _one("pataca_relay_position", "Position up to which Kafka has acknowledged every event.", "gauge", lambda: standing.position),
        _one("pataca_relay_events_behind", "Positions from there to the end of the log.", "gauge", lambda: standing.behind),
        _one("pataca_relay_seconds_behind", "Age of the oldest event that is not acknowledged, 0 at the end.", "gauge", seconds_behind),
        _one("pataca_relay_events_sent_total", "Events that Kafka has acknowledged to this process.", "counter", lambda: standing.sent),
        _one("pataca_relay_events_skipped_total", "Events that the topic held already.", "counter", lambda: standing.skipped),
        _one("pataca_relay_restarts_total", "New starts after Kafka or the store had failed.", "counter", lambda: standing.restarts),
    ]


def _one(name: str, text: str, kind: str, read: Callable[[], float]) -> Measure:
    return Measure(name, text, "counter" if kind == "counter" else "gauge", lambda: [({}, read())])
