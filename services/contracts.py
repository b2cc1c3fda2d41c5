"""The contracts as JSON Schema 2020-12, generated from the classes: what a consumer may rely on."""

from collections.abc import Iterable
from typing import Any

from domain.event import Event

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def event_schema(event: type[Event]) -> dict[str, Any]:
    """The body of one event version; `$id` is what CloudEvents carry as `ce_dataschema`."""
    schema = _open(event.model_json_schema(mode="serialization"))
    return {"$schema": DIALECT, "$id": f"urn:casino:{event.contract}:{event.version}", **schema, "title": event.topic()}


def event_schemas(events: Iterable[type[Event]]) -> dict[str, dict[str, Any]]:
    """By topic, `holdem.bet-placed.v1`, in the order of the alphabet."""
    return {event.topic(): event_schema(event) for event in sorted(events, key=lambda event: event.topic())}


def _open(schema: Any) -> Any:
    """Without `additionalProperties`: a consumer of today reads tomorrow's optional field over."""
    if isinstance(schema, dict):
        return {name: _open(value) for name, value in schema.items() if name != "additionalProperties" or value is not False}
    return schema
