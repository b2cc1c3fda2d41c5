"""What every event store does, whatever database is under it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from domain.event import Event, Recorded
from infra.event_store import (
    Append,
    EventStore,
    NameTaken,
    NewEvent,
    Receipt,
    ReceiptExists,
    Taken,
    UnknownEvent,
    UnreadableEvent,
    VersionConflict,
)
from tests.infra.samples import META, PK_07, WALLET, BellRung, bells, rung

RECEIPT = Receipt("cashier-2", "k-1", b"digest of the body", ((PK_07, 1, 2), (WALLET, 1, 1)))
SLIP = Taken("slip", "S-77", PK_07)


def times(records: list[Recorded]) -> list[int]:
    return [record.event.times for record in records]


def test_an_empty_house(store):
    assert store.last_position() == 0
    assert store.read(0) == []
    assert store.load(PK_07) == []
    assert store.version(PK_07) == 0
    assert store.streams("") == []
    assert store.last_stream("") is None
    assert store.receipt("cashier-2", "k-1") is None
    assert store.taken("slip", "S-77") is None


def test_what_was_appended_comes_back_with_its_place(store):
    appended = store.append([bells(PK_07, 0, 1, 2)])
    assert [(record.stream, record.version) for record in appended] == [(PK_07, 1), (PK_07, 2)]
    assert times(appended) == [1, 2]
    assert store.load(PK_07) == appended
    assert store.read(0) == appended
    assert store.last_position() == appended[-1].position
    assert store.version(PK_07) == 2


def test_one_append_to_several_streams_in_the_order_given(store):
    appended = store.append([bells(WALLET, 0, 1), bells(PK_07, 0, 2, 3)])
    assert [record.id for record in appended] == [f"{WALLET}@1", f"{PK_07}@1", f"{PK_07}@2"]
    assert store.read(0) == appended
    assert store.load(PK_07) == appended[1:]


def test_positions_rise(store):
    for version in range(10):
        store.append([bells(PK_07, version, version), bells(WALLET, version, version)])
    positions = [record.position for record in store.read(0)]
    assert positions == sorted(set(positions))
    assert positions[0] >= 1


def test_the_log_in_pages_and_a_stream_in_parts(store):
    everything = store.append([bells(PK_07, 0, *range(7))])
    assert store.read(everything[2].position, 3) == everything[3:6]
    assert store.read(everything[-1].position) == []
    assert store.load(PK_07, after=5) == everything[5:]
    assert store.span(PK_07, 2, 4) == everything[1:4]
    assert store.span(PK_07, 7, 9) == everything[6:]


def test_a_stream_is_folded_event_by_event(store):
    appended = store.append([bells(PK_07, 0, 1, 2, 3), bells(WALLET, 0, 4)])
    taken = []
    assert store.fold(PK_07, taken.append) == appended[2]
    assert taken == [record.event for record in appended[:3]]


def test_a_stream_without_events_folds_to_nothing(store):
    assert store.fold(PK_07, lambda event: pytest.fail(f"there is no {event}")) is None


def test_a_page_holds_500_events_unless_told(store):
    store.append([bells(PK_07, 0, *range(501))])
    assert len(store.read(0)) == 500


def test_the_body_is_stored_byte_for_byte(store):
    event = BellRung(times=3, by='Zé "Sino" \n\u2028')
    [appended] = store.append([Append(PK_07, 0, [NewEvent(event, META)])])
    [read] = store.load(PK_07)
    assert appended.body == read.body == event.body()
    assert b"\n" not in read.body


def test_the_log_as_it_lies_there(store):
    appended = store.append([bells(PK_07, 0, 1, 2), bells(WALLET, 0, 3)])
    stored = store.stored(appended[0].position)
    assert [(one.position, one.id, one.topic, one.meta, one.body) for one in stored] == [
        (record.position, record.id, record.event.topic(), record.meta, record.body) for record in appended[1:]
    ]


def test_nothing_was_relayed_before_somebody_says_so(store):
    store.append([bells(PK_07, 0, 1)])
    assert store.relayed() == 0


def test_metadata_comes_back_whole(store):
    command = {"do": "deal", "cards": [None, {"approver": None}], "approver": None, "amount": 2**70}
    full = replace(META, approver="pit-boss", causation="a@1", command=command)
    bare = replace(META, actor=None)
    store.append([Append(PK_07, 0, [rung(1, full), rung(2, bare)])])
    assert [record.meta for record in store.read(0)] == [full, bare]


@pytest.mark.parametrize("expected", [0, 1, 3, 7])
def test_an_append_must_follow_the_last_version(store, expected):
    store.append([bells(PK_07, 0, 1, 2)])
    with pytest.raises(VersionConflict) as conflict:
        store.append([bells(WALLET, 0, 9), bells(PK_07, expected, 3)])
    assert conflict.value.stream == PK_07
    assert times(store.read(0)) == [1, 2]
    assert store.version(WALLET) == 0


def test_a_new_stream_begins_with_its_first_version(store):
    with pytest.raises(VersionConflict):
        store.append([bells(PK_07, 3, 1)])
    assert store.last_position() == 0


def test_an_append_without_events_guards_a_stream(store):
    store.append([bells(WALLET, 0, 1)])
    store.append([bells(PK_07, 0, 2), Append(WALLET, 1, [])])
    with pytest.raises(VersionConflict) as conflict:
        store.append([bells(PK_07, 1, 3), Append(WALLET, 0, [])])
    assert conflict.value.stream == WALLET
    assert times(store.read(0)) == [1, 2]


def test_a_stream_comes_once_in_an_append(store):
    with pytest.raises(ValueError, match="once"):
        store.append([bells(PK_07, 0, 1), bells(PK_07, 1, 2)])


def test_a_receipt_and_a_taken_name_go_in_with_the_events(store):
    store.append([bells(PK_07, 0, 1, 2), bells(WALLET, 0, 3)], RECEIPT, [SLIP, Taken("box", "7", WALLET)])
    assert store.receipt("cashier-2", "k-1") == RECEIPT
    assert store.receipt("cashier-3", "k-1") is None
    assert store.taken("slip", "S-77") == PK_07
    assert store.taken("box", "7") == WALLET
    assert store.taken("box", "S-77") is None
    answer = [record for stream, first, last in RECEIPT.spans for record in store.span(stream, first, last)]
    assert times(answer) == [1, 2, 3]


def test_a_receipt_may_stand_for_an_answer_without_events(store):
    receipt = replace(RECEIPT, spans=())
    assert store.append([], receipt) == []
    assert store.receipt("cashier-2", "k-1") == receipt


def test_a_taken_name_leaves_nothing_of_the_append(store):
    store.append([bells(WALLET, 0, 1)], taken=[replace(SLIP, stream=WALLET)])
    with pytest.raises(NameTaken) as refused:
        store.append([bells(PK_07, 0, 2)], RECEIPT, [Taken("box", "7", PK_07), SLIP])
    assert (refused.value.kind, refused.value.name) == ("slip", "S-77")
    assert times(store.read(0)) == [1]
    assert store.receipt("cashier-2", "k-1") is None
    assert store.taken("box", "7") is None
    assert store.taken("slip", "S-77") == WALLET


def test_a_name_is_taken_once_in_one_append_too(store):
    with pytest.raises(NameTaken):
        store.append([bells(PK_07, 0, 2)], taken=[SLIP, SLIP])
    assert store.taken("slip", "S-77") is None


def test_an_answered_key_leaves_nothing_of_the_append(store):
    store.append([bells(PK_07, 0, 1)], RECEIPT)
    with pytest.raises(ReceiptExists) as refused:
        store.append([bells(PK_07, 1, 2)], replace(RECEIPT, digest=b"another"), [SLIP])
    assert (refused.value.actor, refused.value.key) == ("cashier-2", "k-1")
    assert times(store.read(0)) == [1]
    assert store.receipt("cashier-2", "k-1") == RECEIPT
    assert store.taken("slip", "S-77") is None


def test_the_receipt_is_looked_for_first_then_versions_then_names(store):
    store.append([bells(PK_07, 0, 1)], RECEIPT, [SLIP])
    with pytest.raises(ReceiptExists):
        store.append([bells(PK_07, 0, 1)], RECEIPT, [SLIP])
    with pytest.raises(VersionConflict):
        store.append([bells(PK_07, 0, 1)], replace(RECEIPT, key="k-2"), [SLIP])
    with pytest.raises(NameTaken):
        store.append([bells(PK_07, 1, 1)], replace(RECEIPT, key="k-2"), [SLIP])


def test_streams_by_prefix(store):
    ids = [
        "tables/PK-07/000001",
        "tables/PK-07/000002",
        "tables/PK-07/000010",
        "tables/PK-071/000001",
        "tables/PK-08/000001",
        "wallets/P-1",
    ]
    for stream in reversed(ids):
        store.append([bells(stream, 0, 1, 2)])
    assert store.streams("tables/PK-07/") == ids[:3]
    assert store.streams("tables/") == ids[:5]
    assert store.streams("") == ids
    assert store.streams("cages/") == []
    assert store.last_stream("tables/PK-07/") == "tables/PK-07/000010"
    assert store.last_stream("tables/") == "tables/PK-08/000001"
    assert store.last_stream("wallets/P-1") == "wallets/P-1"
    assert store.last_stream("cages/") is None


class Stranger(Event):
    contract = "test.stranger"


class FalseBell(Event):
    contract = BellRung.contract
    times: int


@pytest.mark.parametrize("event", [Stranger(), FalseBell(times=1)])
def test_an_event_that_could_not_be_read_again_is_not_stored(store, event):
    with pytest.raises(UnknownEvent) as refused:
        store.append([Append(PK_07, 0, [rung(1), NewEvent(event, META)])])
    assert (refused.value.topic, refused.value.position) == (event.topic(), None)
    assert store.last_position() == 0


def test_an_event_with_a_wrong_value_is_not_stored(store):
    built_past_the_checks = BellRung.model_construct(times="three")
    with pytest.raises(UnreadableEvent, match="times: int_type"), pytest.warns(UserWarning, match="serializer"):
        store.append([Append(PK_07, 0, [NewEvent(built_past_the_checks, META)])])
    assert store.last_position() == 0


@pytest.mark.parametrize("field", ["time", "gaming_day", "subject", "correlation"])
def test_metadata_without_a_field_is_not_stored(store, field):
    with pytest.raises(UnreadableEvent, match=f"{field}: missing"):
        store.append([Append(PK_07, 0, [rung(1, replace(META, **{field: None}))])])
    assert store.last_position() == 0


appends = st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 4), st.integers(0, 3)), max_size=3, unique_by=lambda one: one[0])


@given(history=st.lists(appends, max_size=8))
def test_streams_and_log_always_agree(history):
    store = EventStore.memory({BellRung.topic(): BellRung})
    versions = dict.fromkeys("ABC", 0)
    for number, asked in enumerate(history):
        if all(versions[stream] == expected for stream, expected, _ in asked):
            store.append([bells(stream, expected, *[number] * count) for stream, expected, count in asked])
            versions.update({stream: expected + count for stream, expected, count in asked})
        else:
            with pytest.raises(VersionConflict):
                store.append([bells(stream, expected, *[number] * count) for stream, expected, count in asked])
    log = store.read(0)
    assert len(log) == sum(versions.values())
    for stream, version in versions.items():
        records = store.load(stream)
        assert [record.version for record in records] == list(range(1, version + 1))
        assert records == [record for record in log if record.stream == stream]


def test_the_body_is_json_of_the_facts_alone(store):
    [record] = store.append([bells(PK_07, 0, 5)])
    assert from_json(record.body) == {"times": 5, "by": None}
