"""The wire format, written out."""

from dataclasses import replace

import pytest

from infra.cloud_events import NoCloudEvent, cloud_event, stored_event
from infra.log import Stored
from tests.infra.samples import META, PK_07

FULL = replace(META, approver="chefe-de-sala-é", causation=f"{PK_07}@11")
STORED = Stored(118, PK_07, 12, "test.bell-rung.v1", FULL, b'{"times":3,"by":null}')


def test_an_event_with_everything():
    headers, key, value = cloud_event(STORED)
    assert headers == [
        ("ce_specversion", b"1.0"),
        ("ce_id", b"tables/PK-07/000001@12"),
        ("ce_type", b"casino.test.bell-rung"),
        ("ce_dataschema", b"urn:casino:test.bell-rung:1"),
        ("ce_source", b"/tables/PK-07"),
        ("ce_subject", b"PK-07/2026-11-30/12"),
        ("ce_time", b"2026-11-30T04:00:00.000000Z"),
        ("ce_gamingday", b"2026-11-30"),
        ("ce_actor", b"dealer-1"),
        ("ce_approver", "chefe-de-sala-é".encode()),
        ("ce_sequence", b"00000000000000000118"),
        ("ce_correlationid", b"c-1"),
        ("ce_causationid", b"tables/PK-07/000001@11"),
        ("content-type", b"application/json"),
    ]
    assert key == b"PK-07"
    assert value == STORED.body


def test_what_is_not_known_is_absent():
    headers, _, _ = cloud_event(STORED._replace(meta=replace(META, actor=None)))
    names = {name for name, _ in headers}
    assert names.isdisjoint({"ce_actor", "ce_approver", "ce_causationid"})
    assert len(headers) == 11


def test_the_command_is_not_sent():
    _, _, value = cloud_event(STORED._replace(meta=replace(META, command={"do": "deal"})))
    headers, _, _ = cloud_event(STORED._replace(meta=replace(META, command={"do": "deal"})))
    assert b'deal"' not in value
    assert all(b'"do"' not in content for _, content in headers)


@pytest.mark.parametrize("meta", [FULL, replace(META, actor=None)])
def test_what_was_sent_is_read_back(meta):
    sent = STORED._replace(meta=meta)
    headers, _, value = cloud_event(sent)
    assert stored_event(headers, value) == sent


@pytest.mark.parametrize("missing", ["ce_id", "ce_dataschema", "ce_time", "ce_sequence", "ce_subject", "ce_gamingday", "ce_correlationid"])
def test_a_record_without_a_header_is_no_event(missing):
    headers, _, value = cloud_event(STORED)
    with pytest.raises(NoCloudEvent, match=missing):
        stored_event([(name, text) for name, text in headers if name != missing], value)


@pytest.mark.parametrize(
    ("header", "value"), [("ce_sequence", b"12x"), ("ce_id", b"no place"), ("ce_time", b"\xff"), ("ce_dataschema", b"urn")]
)
def test_a_header_that_is_not_what_it_should_be(header, value):
    headers, _, body = cloud_event(STORED)
    with pytest.raises(NoCloudEvent):
        stored_event([(name, value if name == header else text) for name, text in headers], body)
