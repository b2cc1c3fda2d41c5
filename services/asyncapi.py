"""The topic of the house's events as an AsyncAPI 3.0 document: where it is, what its records carry, and every message by name."""

from collections.abc import Iterable
from typing import Any

from domain.event import Event
from infra.settings import TOPIC_NAME
from services.contracts import Schema, event_schemas, inlined

ASYNCAPI = "3.0.0"
VERSION = "1.0.0"
BINDING = "0.5.0"
"""Of Kafka, as AsyncAPI counts them."""

PAYLOAD_FORMAT = "application/schema+json;version=draft-07"
"""The one dialect that every tool for AsyncAPI must read; the schemas are translated into it."""

_HEADERS = "cloud-event-headers"


def asyncapi(events: Iterable[type[Event]]) -> dict[str, Any]:
    """The document; it needs no other file."""
    schemas = event_schemas(events)
    channel = {"$ref": f"#/channels/{TOPIC_NAME}"}
    return {
        "asyncapi": ASYNCAPI,
        "info": {
            "title": "pataca: the events of a casino's tables",
            "version": VERSION,
            "description": (
                "Every fact of the house, in the order in which it was recorded within a table, wallet, cage, day or permit. "
                "Records are delivered at least once: drop those whose ce_sequence is not greater than the last one of their partition. "
                "Within a version of an event only optional fields are added, so read unknown fields over."
            ),
        },
        "defaultContentType": "application/json",
        "servers": {"kafka": _server()},
        "channels": {TOPIC_NAME: _channel(schemas)},
        "operations": {
            "sendEvents": {
                "action": "send",
                "channel": channel,
                "summary": "The house's relay sends what its tables have recorded.",
                "messages": [{"$ref": f"{channel['$ref']}/messages/{topic}"} for topic in schemas],
            }
        },
        "components": {
            "messages": {topic: _message(topic, schema) for topic, schema in schemas.items()},
            "schemas": {_HEADERS: _headers()},
        },
    }


def _server() -> dict[str, Any]:
    return {
        "host": "{server}",
        "protocol": "kafka",
        "description": "The cluster that CASINO_KAFKA names; TLS and SASL as it asks for them.",
        "variables": {"server": {"default": "localhost:9092", "description": "Host and port of one of its brokers."}},
    }


def _channel(schemas: Iterable[str]) -> dict[str, Any]:
    settings = {"cleanup.policy": ["delete"], "retention.ms": -1, "retention.bytes": -1}
    return {
        "address": TOPIC_NAME,
        "description": "All events, none of which is ever deleted. What has one key lies in one partition.",
        "messages": {topic: {"$ref": f"#/components/messages/{topic}"} for topic in schemas},
        "bindings": {"kafka": {"topic": TOPIC_NAME, "topicConfiguration": settings, "bindingVersion": BINDING}},
    }


def _message(topic: str, schema: Schema) -> dict[str, Any]:
    contract = topic.rpartition(".v")[0]
    own = {"ce_type": {"const": f"casino.{contract}"}, "ce_dataschema": {"const": schema["$id"]}}
    return {
        "name": topic,
        "title": topic,
        **({"summary": schema["description"]} if "description" in schema else {}),
        "contentType": "application/json",
        "headers": {"allOf": [{"$ref": f"#/components/schemas/{_HEADERS}"}, {"type": "object", "properties": own}]},
        "payload": {"schemaFormat": PAYLOAD_FORMAT, "schema": _payload(schema)},
        "correlationId": {
            "location": "$message.header#/ce_correlationid",
            "description": "The same for all events of one command.",
        },
        "bindings": {
            "kafka": {
                "key": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9._-]{1,64}$",
                    "description": "Table code, wallet, cage, gaming day or permit, in UTF-8.",
                },
                "bindingVersion": BINDING,
            }
        },
    }


def _headers() -> Schema:
    """Of every record; their values are UTF-8."""

    def text(told: str, pattern: str | None = None) -> Schema:
        return {"type": "string", "description": told} | ({"pattern": pattern} if pattern else {})

    always = {
        "ce_specversion": {"const": "1.0", "description": "CloudEvents 1.0, binary mode."},
        "ce_id": text("Stream and version in it, counted from 1 without holes.", "^[a-z]+/.+@[1-9][0-9]*$"),
        "ce_type": text("Contract name of the event, without its version.", r"^casino\.[a-z]+\.[a-z-]+$"),
        "ce_dataschema": text("`$id` of the JSON Schema of the value.", r"^urn:casino:[a-z]+\.[a-z-]+:[1-9][0-9]*$"),
        "ce_source": text("Whose event it is, such as `/tables/PK-07`.", "^/[a-z]+/[^/]+$"),
        "ce_subject": text("Hand or round; else wallet, day, slip, permit or case."),
        "ce_time": text("When it happened, in UTC.", "^[0-9-]{10}T[0-9:]{8}[.][0-9]{6}Z$"),
        "ce_gamingday": text("The gaming day as decided when it happened.", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        "ce_sequence": text("Position in the log of the house; rises within a partition, with holes.", "^[0-9]{20}$"),
        "ce_correlationid": text("The same for all events of one command."),
        "content-type": {"const": "application/json"},
    }
    perhaps = {
        "ce_actor": text("Who gave the command."),
        "ce_approver": text("The second person, where one was needed."),
        "ce_causationid": text("`ce_id` of the event that made this one due."),
    }
    return {"type": "object", "required": list(always), "properties": always | perhaps}


def _payload(schema: Schema) -> Schema:
    """As draft 7 of JSON Schema says the same: a list of fixed length has `items` for what is `prefixItems` now."""

    def translated(part: Any) -> Any:
        if isinstance(part, list):
            return [translated(one) for one in part]
        if not isinstance(part, dict):
            return part
        renamed = {"items": "additionalItems", "prefixItems": "items"} if "prefixItems" in part else {}
        return {renamed.get(key, key): translated(value) for key, value in part.items()}

    return {key: translated(value) for key, value in inlined(schema).items() if key not in {"$schema", "$id"}}
