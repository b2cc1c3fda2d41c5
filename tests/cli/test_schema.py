"""`pataca schema`: what it prints is what is stored."""

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


def test_a_file_for_each_and_none_that_breaks_a_promise(tmp_path: Path) -> None:
    folder = tmp_path / "schemas"
    assert f"{len(BY_TOPIC)} of {len(BY_TOPIC)} schemas" in pataca("schema", "events", "--out", folder).err
    assert {file.stem for file in folder.iterdir()} == BY_TOPIC.keys()
    assert "nothing has changed" in pataca("schema", "events", "--out", folder).err

    file = folder / "holdem.bet-placed.v1.json"
    released = file.read_text(encoding="utf-8").replace('"integer"', '"string"')
    file.write_text(released, encoding="utf-8")
    ended = pataca("schema", "events", "--out", folder)
    assert ended.status == 1
    assert "holdem.bet-placed.v1: /properties/" in ended.err
    assert file.read_text(encoding="utf-8") == released


def test_the_topic_as_an_asyncapi_document() -> None:
    document = pataca("schema", "asyncapi", "--json").document()
    assert document["asyncapi"] == "3.0.0"
    assert document["components"]["messages"].keys() == BY_TOPIC.keys()
    assert pataca("schema", "asyncapi").out.startswith("{\n")
