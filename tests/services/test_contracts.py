"""The events as others rely on them: what was once stored decodes for ever, and the schemas say what is stored."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator, ValidationError  # type: ignore[import-untyped]
from pydantic import Field, create_model

from domain.catalogue import BY_TOPIC, EVENTS
from domain.event import Event, Value
from infra.upcasting import Catalogue
from services.contracts import ContractBroken, broken_promises, event_schema, event_schemas, release, text_of
from tests.pages import ROOT

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "golden" / "events-v1.json").read_text(encoding="utf-8"))
SCHEMAS = event_schemas(EVENTS)
RELEASED = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in (ROOT / "docs" / "schemas").glob("*.json")
    if file.stem != "asyncapi"
}


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


@pytest.mark.parametrize("topic", sorted(RELEASED.keys() & SCHEMAS.keys()))
def test_what_was_released_is_promised_still(topic: str) -> None:
    """A version that was released only gains optional fields; what else changes makes a new version."""
    assert broken_promises(RELEASED[topic], SCHEMAS[topic]) == []


def test_the_files_say_what_the_classes_say() -> None:
    stale = [topic for topic, schema in SCHEMAS.items() if RELEASED.get(topic) != schema]
    assert not stale, f"`make schemas` writes them: {stale}"


def test_a_released_schema_stays_when_a_newer_version_takes_over() -> None:
    contracts = {topic.rpartition(".v")[0] for topic in SCHEMAS}
    assert {topic.rpartition(".v")[0] for topic in RELEASED} <= contracts


class Share(Value):
    seat: int


class Portion(Value):
    seat: int
    chips: int = 0


class Suited(Share):
    suit: str


FIELDS: dict[str, Any] = {
    "kind": (Literal["cash", "chips"], ...),
    "amount": (int, ...),
    "shares": (list[Share], ...),
    "note": (str | None, None),
}


def schema_with(**changes: Any) -> dict[str, Any]:
    """Of an event with these fields instead of those: type and default, or None for one that is taken out."""
    event = create_model("Paid", __base__=Event, **{name: field for name, field in (FIELDS | changes).items() if field})
    event.contract = "test.paid"
    return event_schema(event)


ADDED: dict[str, dict[str, Any]] = {
    "nothing": {},
    "an optional field": {"table": (str | None, None)},
    "an optional field of a type of its own": {"best": (Suited | None, None)},
    "an optional field of a part, which has another name too": {"shares": (list[Portion], ...)},
    "a description": {"amount": (Annotated[int, Field(description="In cents.")], ...)},
}
BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "a field that must be there": ({"table": (str, ...)}, "/required was"),
    "a field taken out": ({"note": None}, "/properties/note is gone"),
    "another type": ({"amount": (str, ...)}, '/properties/amount/type was "integer" and is "string"'),
    "a field that may be left out now": ({"amount": (int, 0)}, "/properties/amount/default is new"),
    "another default": ({"note": (str | None, "none")}, '/properties/note/default was null and is "none"'),
    "one more word": ({"kind": (Literal["cash", "chips", "card"], ...)}, "/properties/kind/enum was"),
    "a limit": ({"amount": (Annotated[int, Field(le=10)], ...)}, "/properties/amount/maximum is new"),
    "one part instead of a list": ({"shares": (Share, ...)}, "/properties/shares/items is gone"),
    "a part that must say more": ({"shares": (list[Suited], ...)}, "/properties/shares/items/required was"),
}


@pytest.mark.parametrize("name", ADDED)
def test_what_may_be_added_to_a_released_version(name: str, tmp_path: Path) -> None:
    now = schema_with(**ADDED[name])
    assert broken_promises(schema_with(), now) == []

    release({"test.paid.v1": schema_with()}, tmp_path)
    assert release({"test.paid.v1": now}, tmp_path) == ([] if name == "nothing" else ["test.paid.v1"])
    assert json.loads((tmp_path / "test.paid.v1.json").read_text(encoding="utf-8")) == now


@pytest.mark.parametrize("name", BROKEN)
def test_what_makes_a_new_version(name: str, tmp_path: Path) -> None:
    changes, told = BROKEN[name]
    now = schema_with(**changes)
    assert any(promise.startswith(told) for promise in broken_promises(schema_with(), now))

    release({"test.paid.v1": schema_with()}, tmp_path)
    with pytest.raises(ContractBroken, match=r"make a new version of it: test\.paid\.v1: /"):
        release({"test.other.v1": schema_with(), "test.paid.v1": now}, tmp_path)
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == {"test.paid.v1.json": text_of(schema_with())}
