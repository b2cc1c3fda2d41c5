"""The AsyncAPI document: as AsyncAPI says, as the classes say, and as the records on the topic are."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, ValidationError  # type: ignore[import-untyped]

from domain.catalogue import BY_TOPIC, EVENTS
from domain.event import Metadata
from infra.cloud_events import cloud_event
from infra.log import Stored
from services.asyncapi import asyncapi
from services.contracts import text_of
from tests.pages import ROOT
from tests.services.test_contracts import GOLDEN, SCHEMAS, spoiled

DOCUMENT = asyncapi(EVENTS)
GIVEN = Path(__file__).parents[1] / "golden" / "asyncapi" / "3.0.0.json"
PARTS = {"components": DOCUMENT["components"]}


def headers_of(**meta: str | None) -> dict[str, str]:
    known = {"time": "2026-11-30T04:00:00.000000Z", "actor": None, "approver": None, "gaming_day": "2026-11-30"}
    whole = Metadata(**{**known, "subject": "PK-07/2026-11-30/1", "correlation": "c1", **meta})  # type: ignore[arg-type]
    return {name: value.decode() for name, value in cloud_event(Stored(7, "tables/PK-07/000001", 3, "holdem.checked.v1", whole, b"{}"))[0]}


def headers_schema(topic: str) -> Draft7Validator:
    return Draft7Validator({**DOCUMENT["components"]["messages"][topic]["headers"], **PARTS})


def test_the_file_says_what_the_classes_say() -> None:
    file = ROOT / "docs" / "schemas" / "asyncapi.json"
    assert file.read_text(encoding="utf-8") == text_of(DOCUMENT), "`make schemas` writes it"


def test_it_is_as_asyncapi_3_says() -> None:
    Draft7Validator(json.loads(GIVEN.read_text(encoding="utf-8"))).validate(DOCUMENT)


def test_every_reference_leads_somewhere() -> None:
    def references(part: Any) -> list[str]:
        if isinstance(part, list):
            return [found for one in part for found in references(one)]
        if isinstance(part, dict):
            return [part["$ref"]] if "$ref" in part else [found for one in part.values() for found in references(one)]
        return []

    found = references(DOCUMENT)
    assert found
    for reference in found:
        here: Any = DOCUMENT
        for name in reference.removeprefix("#/").split("/"):
            here = here[name]


def test_the_channel_carries_every_event() -> None:
    (channel,) = DOCUMENT["channels"].values()
    assert channel["address"] == "casino.events.v1"
    assert channel["messages"].keys() == DOCUMENT["components"]["messages"].keys() == BY_TOPIC.keys()
    assert channel["bindings"]["kafka"]["topicConfiguration"] == {"cleanup.policy": ["delete"], "retention.ms": -1, "retention.bytes": -1}
    assert DOCUMENT["operations"]["sendEvents"]["action"] == "send"


@pytest.mark.parametrize("topic", GOLDEN)
def test_a_payload_is_what_is_stored(topic: str) -> None:
    schema = DOCUMENT["components"]["messages"][topic]["payload"]["schema"]
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    validator.validate(GOLDEN[topic])
    for broken in spoiled(SCHEMAS[topic], GOLDEN[topic]):
        with pytest.raises(ValidationError):
            validator.validate(broken)


def test_the_headers_are_those_that_are_sent() -> None:
    """All of them are told, and those alone must be there that always are."""
    schema = DOCUMENT["components"]["schemas"]["cloud-event-headers"]
    least, most = headers_of(), headers_of(actor="A-1", approver="A-2", causation="tables/PK-07/000001@2")
    assert set(schema["required"]) == least.keys()
    assert set(schema["properties"]) == most.keys()
    headers_schema("holdem.checked.v1").validate(least)
    headers_schema("holdem.checked.v1").validate(most)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ce_sequence", "7"),
        ("ce_id", "tables/PK-07/000001"),
        ("ce_time", "2026-11-30T04:00:00+08:00"),
        ("ce_type", "casino.holdem.folded"),
        ("ce_dataschema", "urn:casino:holdem.checked:2"),
        ("ce_specversion", "0.3"),
        ("ce_subject", None),
    ],
)
def test_other_headers_are_refused(name: str, value: str | None) -> None:
    headers = {key: text for key, text in {**headers_of(), name: value}.items() if text is not None}
    with pytest.raises(ValidationError):
        headers_schema("holdem.checked.v1").validate(headers)
