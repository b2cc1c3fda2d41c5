"""The wire format, written out."""

from dataclasses import replace

from domain.event import Recorded
from infra.cloud_events import cloud_event
from tests.infra.samples import META, PK_07, BellRung

EVENT = BellRung(times=3)
RECORDED = Recorded(118, PK_07, 12, replace(META, approver="chefe-de-sala-é", causation=f"{PK_07}@11"), EVENT, b'{"times":3,"by":null}')


def test_an_event_with_everything():
    headers, key, value = cloud_event(RECORDED)
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
    assert value == RECORDED.body


def test_what_is_not_known_is_absent():
    headers, _, _ = cloud_event(RECORDED._replace(meta=replace(META, actor=None)))
    names = {name for name, _ in headers}
    assert names.isdisjoint({"ce_actor", "ce_approver", "ce_causationid"})
    assert len(headers) == 11


def test_the_command_is_not_sent():
    _, _, value = cloud_event(RECORDED._replace(meta=replace(META, command={"do": "deal"})))
    headers, _, _ = cloud_event(RECORDED._replace(meta=replace(META, command={"do": "deal"})))
    assert b'deal"' not in value
    assert all(b'"do"' not in content for _, content in headers)
