"""What the workers of `pataca project` tell of themselves on their port for metrics."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Literal

from infra.metrics import Measure
from services.projecting import Standing


def measures(standings: Sequence[Standing]) -> list[Measure]:
    """One number a projection; `standings` are the running workers' own, and are read whenever somebody asks."""

    def measure(name: str, text: str, read: Callable[[Standing], float], kind: Literal["gauge", "counter"] = "gauge") -> Measure:
        return Measure(
            f"pataca_projection_{name}",
            text,
            kind,
            lambda: [({"projection": one.projection}, read(one)) for one in standings],
            ["projection"],
        )

    return [
        measure("position", "Position up to which every event is in the rows.", lambda one: one.position),
        measure("events_behind", "Positions from there to the end of the log.", lambda one: one.behind),
        measure("seconds_behind", "Age of the oldest event that is not in the rows, 0 at the end.", _seconds_behind),
        measure("parked_sources", "Tables and wallets that are set aside.", lambda one: one.parked),
        measure("lanes_held", "Lanes that this process works.", lambda one: one.lanes),
        measure("lanes_halted", "Lanes of this process that cannot go on.", lambda one: one.halted),
        measure("batches_total", "Batches that had anything to hand over.", lambda one: one.counts.batches, "counter"),
        measure("duplicates_dropped_total", "Records that had come before.", lambda one: one.counts.duplicates, "counter"),
        measure("foreign_records_total", "Records that are no events of the house.", lambda one: one.counts.foreign, "counter"),
    ]


def _seconds_behind(standing: Standing) -> float:
    oldest = standing.oldest
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(oldest)).total_seconds()) if oldest else 0.0
