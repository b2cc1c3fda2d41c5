"""Reports over many sources are the same whatever order the sources arrived in, and a rebuild makes the same rows."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Recorded
from domain.policy import FIGURES_2026, SHIPPED
from infra.books import Books
from infra.cursors import Mark, Move
from infra.partitioning import partition_of
from projections.large import Large
from projections.papers import Papers
from projections.projection import Projection
from services.cli.reports import REPORTS
from services.projector import follow
from tests.projections.hand_log import fewer
from tests.projections.ledger.play import evening
from tests.projections.ledger.play_baccarat import baccarat_evening
from tests.projections.ledger.play_close import Night
from tests.projections.ledger.play_disputes import disputed
from tests.projections.reading import contents
from tests.services.reports.reading import ASKED, Desk

SMALL = SHIPPED.model_copy(update={"figures": FIGURES_2026.model_copy(update={"large_mop": 20_000, "structuring_mop": 5_000})})
"""Limits that a random evening reaches."""
SEEDS = st.integers(0, 2**32)


def shuffled(log: Sequence[Recorded], random: Random) -> Iterator[Recorded]:
    """All events, each source in its own order, the sources in any."""
    waiting: dict[str, list[Recorded]] = {}
    for record in log:
        waiting.setdefault(record.source, []).append(record)
    while waiting:
        source = random.choice(sorted(waiting))
        yield waiting[source].pop(0)
        if not waiting[source]:
            del waiting[source]


@pytest.mark.parametrize("projection", [Papers, Large], ids=lambda projection: projection.name)
@fewer
@given(seed=SEEDS)
def test_any_order_of_sources_makes_the_same_rows(projection: type[Projection], seed: int) -> None:
    random = Random(seed)
    log = ending(seed) if seed % 2 else in_dispute(seed)
    with closing(Books.memory()) as in_order, closing(Books.memory()) as mixed:
        for books, records in ((in_order, log), (mixed, list(shuffled(log, random)))):
            project(books, projection, records, random)
        assert contents(mixed, projection) == contents(in_order, projection)


def in_dispute(seed: int) -> list[Recorded]:
    """An evening of either game, and cases on its hands."""
    house = baccarat_evening(seed) if seed % 4 else evening(seed, hands=4)
    disputed(house, Random(seed))
    return house.log


def project(books: Books, projection: type[Projection], records: Sequence[Recorded], random: Random) -> None:
    """Straight into the projection, in batches of any size; it may forget between two."""
    [follower] = follow(books, projection)
    waiting, at = list(records), 0
    while waiting:
        size = random.randint(1, 80)
        batch, waiting = waiting[:size], waiting[size:]
        with books.write(Move(follower.key, at, Mark(at + 1))) as writer:
            follower.projection.project(batch, writer)
        at += 1
        if random.random() < 0.3:
            follower.projection.forget()


def ending(seed: int) -> list[Recorded]:
    """Two evenings of Hold'em, the last one with its counts, their differences and its tax."""
    house = evening(seed)
    Night(house, Random(seed)).end({})
    return house.log


@fewer
@given(seed=SEEDS)
def test_the_reports_over_lanes_are_those_over_one(seed: int) -> None:
    log = ending(seed) if seed % 2 else in_dispute(seed)
    with closing(Books.memory()) as one, closing(Books.memory()) as many:
        for projection in ASKED:
            follow(many, projection, 3)
        desks = (Desk(one, SMALL), Desk(many, SMALL))
        for name in REPORTS:
            of_one, of_many = (desk.report(log, name) for desk in desks)
            assert of_many.document() == of_one.document(), name


def test_these_evenings_have_what_the_reports_look_for() -> None:
    assert len({partition_of(key, 3) for key in ("PK-07", "PK-08", "BA-12", "MAIN", "P-1")}) > 1
    with closing(Books.memory()) as books:
        desk = Desk(books, SMALL)
        for name in ("large", "structuring", "slips", "over-short", "win", "manual", "tax", "minimum", "regulator"):
            assert desk.report(ending(5), name).rows, name
