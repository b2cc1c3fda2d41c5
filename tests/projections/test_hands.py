"""The index of hands, from facts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import source_of
from domain.holdem import events as holdem
from infra.books import Books
from projections.filters import FilterRefused, Filters
from projections.hands import Hands
from services.projector import live
from tests.projections.hand_log import FakeLog, Plan, Table, fewer, log_of, logs, player
from tests.projections.reading import asked, contents, project_in_batches

SETTLED = Plan({3: 700, 5: 1700, 9: 100}, uncalled=(5, 1000), outcome="all-folded")
VOID = Plan({1: 50, 2: 100, 3: 400}, uncalled=(3, 300), outcome="void")


def test_settled_hand_tells_who_put_in_what_and_who_won() -> None:
    with asked(Hands, log_of(Table("PK-07", [SETTLED]))) as (hands, connection):
        hand = hands.find(connection, "PK-07/2026-11-30/1")

    assert hand is not None
    assert next(iter(hand)) == "id"
    assert (hand["status"], hand["table"], hand["number"], hand["game"]) == ("all-folded", "PK-07", 1, "holdem")
    assert (hand["contributed"], hand["returned"], hand["pot"], hand["commission"], hand["refunded"]) == (2500, 1000, 1500, 75, 0)
    assert (hand["currency"], hand["ruleset"], hand["gaming_day"]) == ("HKD", "MO-THP-2008", "2026-11-30")
    assert hand["winners"] == [{"seat": 3, "player": player("PK-07", 3), "amount": 1425}]
    assert [(one["seat"], one["contributed"], one["returned"], one["won"]) for one in hand["players"]] == [
        (3, 700, 0, 1425),
        (5, 1700, 1000, 0),
        (9, 100, 0, 0),
    ]


def test_void_hand_has_no_pot_and_no_winner_and_tells_what_went_back() -> None:
    with asked(Hands, log_of(Table("PK-07", [VOID]))) as (hands, connection):
        [hand] = hands.list(connection)

    assert (hand["status"], hand["pot"], hand["commission"], hand["winners"]) == ("void", 0, 0, [])
    assert (hand["contributed"], hand["returned"], hand["refunded"]) == (550, 300, 250)
    assert [one["refunded"] for one in hand["players"]] == [50, 100, 100]


def test_span_holds_the_events_of_the_hand_from_its_start_to_its_end() -> None:
    log = log_of(Table("PK-07", [SETTLED, VOID, SETTLED]))
    with asked(Hands, log) as (hands, connection):
        found = list(hands.list(connection))

    for hand in found:
        span = [record for record in log.records if hand["first_version"] <= record.version <= hand["last_version"]]
        assert {record.meta.subject for record in span} == {hand["id"]}
        assert isinstance(span[0].event, holdem.HandStarted)
        assert isinstance(span[-1].event, holdem.HandEnded | holdem.HandVoided)
        assert (hand["started_at"], hand["ended_at"]) == (span[0].meta.time, span[-1].meta.time)
        assert {record.stream for record in span} == {hand["stream"]}


def test_hand_in_play_is_open_and_has_no_end() -> None:
    with asked(Hands, log_of(Table("PK-07", [Plan({1: 50, 2: 100}, outcome="open")]))) as (hands, connection):
        [hand] = hands.list(connection)

    assert (hand["status"], hand["last_version"], hand["ended_at"], hand["pot"]) == ("open", None, None, 150)


def test_unknown_hand_is_none() -> None:
    with asked(Hands, log_of(Table("PK-07", [SETTLED]))) as (hands, connection):
        assert hands.find(connection, "PK-07/2026-11-30/2") is None


EVENING = (
    Table("PK-07", [SETTLED, VOID]),
    Table("PK-08", [SETTLED], currency="MOP"),
    Table("PK-07", [VOID], gaming_day="2026-12-01", session=2),
)


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (Filters(), ["PK-07/2026-11-30/1", "PK-08/2026-11-30/1", "PK-07/2026-11-30/2", "PK-07/2026-12-01/1"]),
        (Filters(gaming_day="2026-12-01"), ["PK-07/2026-12-01/1"]),
        (Filters(to_day="2026-11-30"), ["PK-07/2026-11-30/1", "PK-08/2026-11-30/1", "PK-07/2026-11-30/2"]),
        (Filters(from_day="2026-12-01", to_day="2026-12-02"), ["PK-07/2026-12-01/1"]),
        (Filters(from_day="2026-11-29", table="PK-07"), ["PK-07/2026-11-30/1", "PK-07/2026-11-30/2", "PK-07/2026-12-01/1"]),
        (Filters(table="PK-08"), ["PK-08/2026-11-30/1"]),
        (Filters(currency="HKD", gaming_day="2026-11-30"), ["PK-07/2026-11-30/1", "PK-07/2026-11-30/2"]),
        (Filters(player=player("PK-07", 9)), ["PK-07/2026-11-30/1"]),
        (Filters(player=player("PK-07", 1), gaming_day="2026-11-30"), ["PK-07/2026-11-30/2"]),
        (Filters(player="P-9999"), []),
    ],
)
def test_list_is_in_the_order_in_which_hands_began(filters: Filters, ids: list[str]) -> None:
    with asked(Hands, log_of(*EVENING, turns=[0] * 12 + [1] * 20)) as (hands, connection):
        assert [hand["id"] for hand in hands.list(connection, filters)] == ids


def test_filter_that_the_list_does_not_know_is_refused_by_name() -> None:
    with asked(Hands, FakeLog()) as (hands, connection), pytest.raises(FilterRefused, match=r"hand list .* as_of; it takes .*player"):
        hands.list(connection, Filters(as_of=7))


def test_days_in_the_wrong_order_are_refused() -> None:
    with asked(Hands, FakeLog()) as (hands, connection), pytest.raises(FilterRefused, match="2026-12-02 to 2026-12-01"):
        hands.list(connection, Filters(from_day="2026-12-02", to_day="2026-12-01"))


def test_events_of_no_hand_in_play_and_of_no_seat_dealt_in_are_set_aside() -> None:
    log = log_of(Table("PK-07", [SETTLED]), Table("PK-08", [Plan({1: 50, 2: 100}, outcome="open")]))
    stray = holdem.BetPlaced(hand=2, seat=3, action="bet", amount=100, to=100, all_in=False, rule="MO-THP-2008 11")
    log.add(Table("PK-07", []), stray, "PK-07/2026-11-30/2")
    log.add(Table("PK-08", []), holdem.BetReturned(hand=1, seat=8, amount=1, rule="MO-THP-2008 11(3)"), "PK-08/2026-11-30/1")
    books = Books.memory()
    project_in_batches(books, Hands, log, [])

    with books.read() as connection:
        found = live(connection, Hands)
        assert [(parked.source, parked.event_id) for parked in found.parked] == [
            (source_of(log.records[-2].stream), log.records[-2].id),
            (source_of(log.records[-1].stream), log.records[-1].id),
        ]
        assert "hand PK-07/2026-11-30/2 is not in play" in found.parked[0].reason
        assert "seat 8 was not dealt in; dealt in are [1, 2]" in found.parked[1].reason
        assert [hand["returned"] for hand in found.projection.list(connection)] == [1000, 0]


@fewer
@given(logs(), st.lists(st.integers(1, 40), max_size=3))
def test_any_batches_make_the_same_index_and_it_is_what_was_played(found: tuple[list[Table], FakeLog], sizes: list[int]) -> None:
    tables, log = found
    at_once, in_batches = Books.memory(), Books.memory()
    project_in_batches(at_once, Hands, log, [])
    project_in_batches(in_batches, Hands, log, sizes)

    assert contents(in_batches, Hands) == contents(at_once, Hands)
    with in_batches.read() as connection:
        hands = {hand["id"]: hand for hand in live(connection, Hands).projection.list(connection)}
    played = {table.hand_id(number): plan for table in tables for number, plan in enumerate(table.hands, 1)}
    assert hands.keys() == played.keys()
    for hand_id, plan in played.items():
        hand = hands[hand_id]
        void = plan.outcome == "void"
        assert (hand["status"], hand["contributed"], hand["returned"]) == (plan.outcome, plan.contributed, plan.returned)
        assert (hand["commission"], hand["refunded"], hand["pot"]) == (plan.commission, plan.base * void, plan.base * (not void))
        if plan.outcome != "open":
            assert hand["contributed"] == hand["returned"] + hand["refunded"] + hand["commission"] + sum(
                w["amount"] for w in hand["winners"]
            )
