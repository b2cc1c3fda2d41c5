"""`pataca schema events`: what it prints is what is stored."""

from collections import Counter
from pathlib import Path

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from domain.catalogue import BY_TOPIC
from tests.cli.terminal import pataca


def test_every_stored_event_is_as_its_schema_says(played: Path) -> None:
    schemas = pataca("schema", "events", "--json").document()
    validators = {schema["$id"]: Draft202012Validator(schema) for schema in schemas.values()}
    events = pataca("events", "tail", "--limit", "1000", "--json", "--data", played).documents()

    kinds = Counter(event["dataschema"] for event in events)
    for event in events:
        validators[event["dataschema"]].validate(event["data"])
    assert len(kinds) >= 20


def test_the_schemas_are_printed_for_people_too() -> None:
    ended = pataca("schema", "events")
    assert ended.status == 0
    assert ended.out.startswith("{\n")
    assert pataca("schema", "events", "--json").document().keys() == BY_TOPIC.keys()
