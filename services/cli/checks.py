"""`pataca verify` and `pataca doctor`: whether everything agrees, and whether everything is there."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from services.cli.exits import Exit
from services.cli.options import Data, Json
from services.cli.output import json_line, line, position_bar, progress

if TYPE_CHECKING:
    from services.verify import Check


def verify(json: Json = False, data: Data = None) -> int:
    """Recompute everything that can be recomputed and say what does not agree."""
    from services.app import open_projecting

    with open_projecting(data) as records:
        with position_bar("catching up") as bar:
            records.catch_up(bar)
        checks = []
        for check in records.verify(lambda read, what: progress(read, None, what)):
            checks.append(check)
            if not json:
                print_check(check)
        position = records.store.last_position()
    agrees = all(check.agrees for check in checks)
    if json:
        json_line(
            {"as_of": position, "agrees": agrees, "rows": [{**asdict(check), "agrees": check.agrees} for check in checks], "totals": []}
        )
    else:
        line("everything agrees" if agrees else f"{sum(check.differences for check in checks)} differences")
    return Exit.FINE if agrees else Exit.REFUSED


def print_check(check: "Check") -> None:
    line(f"{'ok     ' if check.agrees else 'DIFFERS'} {check.name} ({check.checked:,} {check.unit})")
    for difference in check.found:
        line(f"          {difference}")
    if check.differences > len(check.found):
        line(f"          and {check.differences - len(check.found)} more")


def doctor(json: Json = False, data: Data = None) -> int:
    """One line for each thing that is needed, with the remedy where it is missing."""
    from services.cli.failures import failure_of
    from services.doctor import examine

    found = list(examine(data, lambda error: str(failure) if (failure := failure_of(error)) else None))
    for need in found:
        if json:
            json_line(asdict(need))
        else:
            line(f"{'ok     ' if need.fine else 'MISSING'} {need.what}: {need.found}{'' if need.fine else f' -> {need.remedy}'}")
    return Exit.FINE if all(need.fine for need in found) else Exit.UNREACHABLE
