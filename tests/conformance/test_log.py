"""Whatever feeds the read models, the store's own log or the topic: every event once and in order, and the same books."""

from collections import defaultdict
from functools import cache
from threading import Event as Flag
from typing import Any

import pytest

from domain.event import Recorded
from domain.holdem.events import BetPlaced
from infra.partitioning import partition_of
from projections.hands import Hands
from projections.ledger.ledger import Ledger
from projections.projection import Projection
from services.app import PROJECTIONS
from services.follower import Halted
from services.lanes import PAGE
from services.rebuild import rebuild, unpark
from tests.conformance.feeding import LANES, FedHouse
from tests.crash.conftest import played
from tests.crash.town import Rows, clean_books, rows_of
from tests.projections.hand_log import FakeLog, Table, log_of
from tests.projections.reading import stand
from tests.services.fed import running, wait_for
from tests.services.tally import HAND, clean, tally

TABLES = [Table(f"PK-{number:02}", [HAND]) for number in range(1, 8)]


def evening() -> list[Recorded]:
    """Both games, wallets and the cage; more events than one page of them."""
    return played(6, 4)[1]


@cache
def of_a_clean_run() -> Rows:
    return clean_books(evening())


def hands(*tables: Table) -> list[Recorded]:
    """The tables by turns."""
    return log_of(*tables, turns=list(range(len(tables))) * 20).records


def lanes_at_the_end(fed: FedHouse, projection: type[Projection]) -> set[int]:
    """Those that are complete to the end of the store."""
    end = fed.store.last_position()
    return {lane for lane, cursor in enumerate(stand(fed.books, projection)) if cursor.passed == end}


def undisturbed(fed: FedHouse) -> dict[str, list[tuple[Any, ...]]]:
    """What a tally must hold in the end."""
    return clean(tally(), FakeLog(fed.log()))


def by_stream(ids: list[str]) -> dict[str, list[int]]:
    found = defaultdict(list)
    for event_id in ids:
        stream, _, version = event_id.rpartition("@")
        found[stream].append(int(version))
    return found


def test_every_event_comes_once_and_those_of_a_source_in_their_order(fed: FedHouse) -> None:
    records, own = fed.add(hands(*TABLES)), tally()
    fed.divide(own)
    fed.project(own)
    versions = by_stream(own.seen)
    assert versions == {stream: list(range(1, len(of_stream) + 1)) for stream, of_stream in versions.items()}
    assert set(own.seen) == {record.id for record in records}


def test_all_books_are_those_of_a_clean_run_row_by_row(fed: FedHouse) -> None:
    """Though events come more than once."""
    records = fed.add(evening())
    assert records == evening()
    assert len(records) > PAGE
    fed.line.bring()
    fed.line.repeat()
    fed.project(*PROJECTIONS)
    assert rows_of(fed.books, PROJECTIONS) == of_a_clean_run()
    for projection in PROJECTIONS:
        stands = fed.stands(projection)
        assert (stands.position, stands.behind, stands.halted_event, stands.parked) == (records[-1].position, 0, None, ())
    assert fed.dropped + fed.way.came_again >= len(records) * len(PROJECTIONS), "nothing came twice to be dropped"


def test_what_is_shown_is_complete_to_the_last_position_with_quiet_lanes_too(fed: FedHouse) -> None:
    own = tally()
    fed.divide(own)
    for table in TABLES[:2]:
        fed.add(hands(table))
        fed.project(own)
        assert lanes_at_the_end(fed, own) == set(range(LANES))
        assert fed.stands(own).position == fed.store.last_position()


def test_an_empty_log_is_shown_as_that(fed: FedHouse) -> None:
    own = tally()
    fed.project(own)
    assert (fed.stands(own).position, fed.stands(own).behind) == (0, 0)
    assert fed.contents(own) == {"tally_events": [], "tally_streams": []}


def test_what_comes_again_changes_nothing(fed: FedHouse) -> None:
    """All of it again before the first event was projected, and once more after the last one."""
    records, own = fed.add(hands(*TABLES)), tally()
    fed.line.bring()
    fed.line.repeat()
    fed.project(own)
    more = fed.add(hands(Table("BA-01", [HAND])))
    fed.line.repeat()
    fed.project(own)

    assert sorted(own.seen) == sorted(record.id for record in (*records, *more))
    assert fed.contents(own) == undisturbed(fed)
    assert fed.dropped + fed.way.came_again >= len(records), "nothing came twice to be dropped"


def test_stopped_and_started_again_it_goes_on_where_it_was(fed: FedHouse) -> None:
    records, own = hands(*TABLES), tally()
    for begin in range(0, len(records), 40):
        fed.add(records[begin : begin + 40])
        fed.project(own)
    assert sorted(own.seen) == sorted(record.id for record in records)
    assert fed.contents(own) == undisturbed(fed)


def test_a_process_that_dies_before_its_commit_leaves_nothing_and_it_comes_again(fed: FedHouse) -> None:
    class PowerWent(Exception):
        pass

    def die(_batch: object) -> None:
        raise PowerWent

    records, own = fed.add(hands(*TABLES)), tally()
    dying = tally(before_commit=die)
    with pytest.raises(PowerWent):
        fed.project(dying)
    assert fed.stands(own).position == 0
    fed.project(own)
    assert dying.seen, "nothing came before it died"
    assert sorted(own.seen) == sorted(record.id for record in records)
    assert fed.contents(own) == undisturbed(fed)


def test_a_worker_that_runs_on_shows_what_comes_while_it_runs(fed: FedHouse) -> None:
    own, records, stop = tally(), hands(*TABLES), Flag()
    fed.add(records[:40])
    fed.line.bring()
    with running(fed.worker(own, fed.line.feed(), stop), stop=stop):
        wait_for(lambda: fed.stands(own).position == fed.store.last_position())
        fed.add(records[40:])
        fed.line.bring()
        wait_for(lambda: fed.stands(own).position == fed.store.last_position())
    assert sorted(own.seen) == sorted(record.id for record in records)
    assert not fed.said


def test_a_gap_is_never_passed_and_stops_its_own_lane_alone(fed: FedHouse) -> None:
    """Of a report, too: what is missing cannot be set aside."""
    records, both = fed.add(hands(*TABLES)), (tally(), tally(name="report", poison="park"))
    lost = records[40]
    fed.way.instead[lost.position] = None
    for own in both:
        fed.divide(own)
        with pytest.raises(Halted, match=rf"{lost.stream}@{lost.version + 1} .* came where version {lost.version} was due"):
            fed.project(own)

        assert lanes_at_the_end(fed, own) == set(range(LANES)) - {partition_of(lost.key, LANES)}
        stands = fed.stands(own)
        assert (stands.halted_event, stands.parked) == (f"{lost.stream}@{lost.version + 1}", ())
        assert stands.position < lost.position
    fed.mend()
    fed.project(*both)
    assert [[*fed.contents(own).values()] for own in both] == [[*undisturbed(fed).values()]] * 2
    assert [fed.stands(own).halted_event for own in both] == [None] * 2


def test_an_event_of_a_later_release_stops_its_own_lane_alone(fed: FedHouse) -> None:
    records, both = fed.add(hands(*TABLES)), (tally(), tally(name="report", poison="park"))
    unknown = records[40]
    [stored] = fed.store.stored(unknown.position - 1, 1)
    fed.way.instead[unknown.position] = stored._replace(topic="holdem.bet-doubled.v1")
    for own in both:
        fed.divide(own)
        with pytest.raises(Halted, match=r"holdem\.bet-doubled\.v1, which this release does not know"):
            fed.project(own)

        assert lanes_at_the_end(fed, own) == set(range(LANES)) - {partition_of(unknown.key, LANES)}
        assert fed.stands(own).halted_event == unknown.id
        before = [record.id for record in records if record.key == unknown.key and record.position < unknown.position]
        assert [event_id for event_id in own.seen if event_id.startswith(unknown.stream)] == before
    fed.mend()
    fed.project(*both)
    assert [[*fed.contents(own).values()] for own in both] == [[*undisturbed(fed).values()]] * 2


def test_money_stops_at_what_cannot_be_right_and_reports_set_that_table_aside(fed: FedHouse) -> None:
    records = fed.add(hands(*TABLES))
    bad = next(record for record in records if isinstance(record.event, BetPlaced))
    [stored] = fed.store.stored(bad.position - 1, 1)
    of_nobody = bad.event.model_copy(update={"hand": 999, "seat": 9})
    fed.way.instead[bad.position] = stored._replace(body=of_nobody.body())
    fed.divide(Ledger, Hands)
    with pytest.raises(Halted, match=bad.id):
        fed.project(Ledger)
    fed.project(Hands)

    assert fed.stands(Ledger).halted_event == bad.id
    assert lanes_at_the_end(fed, Ledger) == set(range(LANES)) - {partition_of(bad.key, LANES)}
    hands_stand = fed.stands(Hands)
    assert [parked.event_id for parked in hands_stand.parked] == [bad.id]
    assert (hands_stand.behind, hands_stand.halted_event) == (0, None)

    fed.mend()
    fed.project(Ledger)
    assert unpark(fed.store, fed.books, Hands, bad.source).parked == ()
    for projection in (Ledger, Hands):
        assert fed.contents(projection) == clean(projection, FakeLog(records))
    assert fed.stands(Ledger).halted_event is None


def test_built_again_while_it_is_fed_it_is_equal_and_the_feed_goes_on_with_it(fed: FedHouse) -> None:
    records, own = hands(*TABLES), tally()
    fed.add(records[:60])
    fed.project(own)
    assert rebuild(fed.store, fed.books, own).swapped
    fed.add(records[60:])
    fed.project(own)
    assert fed.stands(own).generation == 2
    assert fed.contents(own) == undisturbed(fed)
