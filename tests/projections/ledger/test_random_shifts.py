"""Two thousand random shifts: every identity holds after every event, and whatever mistake is made in a posting is caught."""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.event import Recorded
from projections.ledger.context import Context
from projections.ledger.entry import Entry
from projections.ledger.halt import BooksHalted
from projections.ledger.identities import prove
from projections.ledger.post import post
from tests.projections.ledger.house import Desk
from tests.projections.ledger.mistakes import MISTAKES, SIGNS, Mistake, plant
from tests.projections.ledger.shift import shift
from tests.projections.ledger.watch import Broken, Watch

SHIFTS = 2_000
SEEDS = st.integers(0, 2**32)
WATCHED = sorted(name for name, mistake in MISTAKES.items() if mistake.identity)
Posted = Sequence[tuple[Recorded, Entry | None]]


def posted(log: Sequence[Recorded]) -> Posted:
    """Every event with its entry; no event says anything else than the books."""
    context, found = Context(), []
    for recorded in log:
        entry = post(context, recorded)
        assert context.follow(recorded, entry) == []
        found.append((recorded, entry))
    return found


def watched(entries: Posted, mistake: Mistake | None = None, place: int | None = None) -> str | None:
    """The identity that breaks."""
    watch = Watch()
    try:
        for number, (recorded, entry) in enumerate(entries):
            lines = entry.lines if entry else ()
            if mistake is not None and number == place:
                lines = tuple(mistake.change(lines))
            watch.take(recorded, entry.head.hand if entry else None, lines)
        watch.end()
    except Broken as broken:
        return broken.identity
    return None


def test_every_identity_holds_after_every_event_and_catches_what_is_planted() -> None:
    planted: Counter[str] = Counter()

    @settings(max_examples=SHIFTS)
    @given(SEEDS)
    def shifts(seed: int) -> None:
        entries, chance = posted(shift(seed).log), Random(seed)
        assert watched(entries) is None
        names = chance.sample(WATCHED, len(WATCHED))
        name, place = next((name, place) for name in names if (place := plant(MISTAKES[name], entries, chance)) is not None)
        assert watched(entries, MISTAKES[name], place) == MISTAKES[name].identity, name
        planted[name] += 1

    shifts()
    assert sorted(planted) == WATCHED


@pytest.mark.parametrize("name", MISTAKES)
@settings(max_examples=max(5, settings.default.max_examples // 10))
@given(seed=SEEDS)
def test_the_proofs_of_the_books_find_a_mistake_by_its_rule_or_the_books_stop(name: str, seed: int) -> None:
    mistake, chance = MISTAKES[name], Random(seed)
    entries, place = next(
        (entries, place) for other in count(seed) if (place := plant(mistake, entries := posted(shift(other).log), chance)) is not None
    )
    log = [recorded for recorded, _ in entries]
    target = log[place].event
    with mistake.made(lambda event: event is target):
        if mistake.halts is not None:
            with pytest.raises(BooksHalted) as stop:
                Desk().book(log)
            assert (stop.value.code, stop.value.record.position) == (mistake.halts, log[place].position)
            return
        found = proved(Desk().book(log), log)
    assert found - {SIGNS} == mistake.rules


def proved(desk: Desk, log: Sequence[Recorded]) -> set[str]:
    with desk.read() as connection:
        verdicts = prove(connection, desk.ledger.tables, log)
    return {f"{one.rule} {one.type}" for verdict in verdicts for one in verdict.differences}
