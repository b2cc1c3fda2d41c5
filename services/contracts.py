"""The contracts as JSON Schema 2020-12, generated from the classes: what a consumer may rely on, and whether it still may."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from domain.event import Event

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_FIELDS = "properties"
"""The keyword whose value has names of its own, which may be added to."""
_TOLD = frozenset({"title", "description"})
"""Keywords that promise nothing."""


class ContractBroken(Exception):
    """A version that was released would no longer be what its consumers were promised."""

    def __init__(self, broken: Mapping[str, list[str]]) -> None:
        told = "; ".join(f"{topic}: {', '.join(promises)}" for topic, promises in broken.items())
        super().__init__(f"a released version takes optional fields and nothing else, so make a new version of it: {told}")


def event_schema(event: type[Event]) -> Schema:
    """The body of one event version; `$id` is what CloudEvents carry as `ce_dataschema`."""
    schema = _open(event.model_json_schema(mode="serialization"))
    return {"$schema": DIALECT, "$id": f"urn:casino:{event.contract}:{event.version}", **schema, "title": event.topic()}


def event_schemas(events: Iterable[type[Event]]) -> dict[str, Schema]:
    """By topic, `holdem.bet-placed.v1`, in the order of the alphabet."""
    return {event.topic(): event_schema(event) for event in sorted(events, key=lambda event: event.topic())}


def text_of(document: Any) -> str:
    """As it stands in a file: the same document is the same bytes."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def release(schemas: Mapping[str, Schema], folder: Path) -> list[str]:
    """Writes each into `TOPIC.json`; the topics whose file is new or another one now. ContractBroken, and then nothing is written.

    What is released stays: a file that no class stands behind any more is left alone.
    """
    released = {topic: folder / f"{topic}.json" for topic in schemas}
    before = {topic: file.read_text(encoding="utf-8") for topic, file in released.items() if file.exists()}
    broken = {topic: promises for topic, text in before.items() if (promises := broken_promises(json.loads(text), schemas[topic]))}
    if broken:
        raise ContractBroken(broken)
    changed = [topic for topic, schema in schemas.items() if before.get(topic) != text_of(schema)]
    folder.mkdir(parents=True, exist_ok=True)
    for topic in changed:
        released[topic].write_text(text_of(schemas[topic]), encoding="utf-8")
    return changed


def broken_promises(released: Schema, now: Schema) -> list[str]:
    """What a consumer of `released` could no longer rely on: whatever differs, but for optional fields that were added."""
    return list(_broken(inlined(released), inlined(now), "", named=False))


def inlined(schema: Schema) -> Schema:
    """The same with every type written where it is used: what its types are called is no promise."""
    types = schema.get("$defs", {})

    def written(part: Any) -> Any:
        if isinstance(part, list):
            return [written(one) for one in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return written(types[part["$ref"].removeprefix("#/$defs/")])
        return {key: written(value) for key, value in part.items() if key != "$defs"}

    whole: Schema = written(schema)
    return whole


def _broken(released: Any, now: Any, path: str, *, named: bool) -> Iterator[str]:
    """`named`: the keys here are names of fields, not keywords."""
    if isinstance(released, dict) and isinstance(now, dict):
        told = frozenset() if named else _TOLD
        for key in sorted((released.keys() | now.keys()) - told):
            here = f"{path}/{key}"
            if key not in now:
                yield f"{here} is gone"
            elif key in released:
                yield from _broken(released[key], now[key], here, named=not named and key == _FIELDS)
            elif not named and key != _FIELDS:
                yield f"{here} is new"
    elif isinstance(released, list) and isinstance(now, list) and len(released) == len(now):
        for index, (before, after) in enumerate(zip(released, now, strict=True)):
            yield from _broken(before, after, f"{path}/{index}", named=False)
    elif released != now:
        yield f"{path} was {json.dumps(released, ensure_ascii=False)} and is {json.dumps(now, ensure_ascii=False)}"


def _open(schema: Any) -> Any:
    """Without `additionalProperties`: a consumer of today reads tomorrow's optional field over."""
    if isinstance(schema, dict):
        return {name: _open(value) for name, value in schema.items() if name != "additionalProperties" or value is not False}
    return schema
