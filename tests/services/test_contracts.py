"""The events as others rely on them: what was once stored decodes for ever, and the schemas say what is stored."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError  # type: ignore[import-untyped]

from domain.catalogue import BY_TOPIC, EVENTS
from infra.upcasting import Catalogue
from services.contracts import event_schemas

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "golden" / "events-v1.json").read_text(encoding="utf-8"))
SCHEMAS = event_schemas(EVENTS)


def test_every_event_version_stands_in_the_golden_file() -> None:
    """A body that was ever released stays there as it is; a new event, or a new version of one, is added."""
    missing = BY_TOPIC.keys() - GOLDEN.keys()
    assert not missing, f"add one body of each to tests/golden/events-v1.json, with its optional fields: {sorted(missing)}"


@pytest.mark.parametrize("topic", GOLDEN)
def test_a_body_that_was_stored_once_decodes_for_ever(topic: str) -> None:
    """With its own class it keeps every fact that it had; fields that were added since have their defaults."""
    stored = GOLDEN[topic]
    event = Catalogue(BY_TOPIC, {}).read(topic, json.dumps(stored, ensure_ascii=False).encode())

    read = json.loads(event.body())
    assert {name: read[name] for name in stored} == stored
    assert type(event).model_validate_json(event.body()) == event


@pytest.mark.parametrize("topic", GOLDEN)
def test_its_schema_takes_it_and_nothing_less(topic: str) -> None:
    schema, body = SCHEMAS[topic], GOLDEN[topic]
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    validator.validate(body)

    for broken in spoiled(schema, body):
        with pytest.raises(ValidationError):
            validator.validate(broken)


def spoiled(schema: dict[str, Any], body: dict[str, Any]) -> Iterator[Any]:
    """The body without a field that must be there, with a fraction for a whole number, and as no object."""
    yield [body]
    for name in schema.get("required", []):
        lacking = copy.copy(body)
        del lacking[name]
        yield lacking
    for name, value in body.items():
        if type(value) is int:
            yield {**body, name: value + 0.5}
            yield {**body, name: str(value)}


@pytest.mark.parametrize("topic", GOLDEN)
def test_a_consumer_of_today_reads_tomorrows_optional_field_over(topic: str) -> None:
    Draft202012Validator(SCHEMAS[topic]).validate({**GOLDEN[topic], "added_later": 1})


def test_a_schema_names_itself_as_cloud_events_do() -> None:
    assert SCHEMAS["holdem.bet-placed.v1"]["$id"] == "urn:casino:holdem.bet-placed:1"
    assert all(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema" for schema in SCHEMAS.values())
    assert list(SCHEMAS) == sorted(BY_TOPIC)


def test_no_amount_of_any_event_may_be_a_fraction() -> None:
    """Money is whole everywhere: no schema knows any number but an integer."""
    assert '"type": "number"' not in json.dumps(SCHEMAS)
