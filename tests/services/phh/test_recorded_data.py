"""Every recorded hand at hand, played at a real table: its stacks must end as the file says."""

from pathlib import Path

import pytest

from services.phh.importing import import_files
from services.phh.outcome import Summary
from tests.services.phh.memory import DAY, MemoryHouse

DATA = Path(__file__).parents[4] / "shared" / "data" / "phh"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the recorded hands lie beside the repository, not in it")


def summary_of(path: Path) -> Summary:
    summary = Summary()
    for line in import_files([path], MemoryHouse(), "HKD", DAY):
        summary.add(line)
    return summary


@pytest.mark.parametrize(
    ("name", "agreed", "half"),
    [("pluribus-1.phhs", 499, [365]), ("pluribus-2.phhs", 499, [381]), ("wsop-2023.phhs", 7, []), ("synthetic.phhs", 57, [])],
)
def test_every_hand_agrees_with_its_finishing_stacks(name: str, agreed: int, half: list[int]) -> None:
    path = DATA / name

    assert summary_of(path) == Summary(agreed=agreed, half=[(str(path), number) for number in half])


@pytest.mark.parametrize(("name", "refused"), [("wsop-2023-antes.phhs", 11), ("synthetic-antes.phhs", 33)])
def test_every_hand_with_an_ante_or_a_third_blind_is_refused(name: str, refused: int) -> None:
    summary = summary_of(DATA / name)

    assert summary.played == 0
    assert sum(summary.refused.values()) == refused
    assert summary.refused.keys() <= {"antes-not-supported", "straddles-not-supported"}
