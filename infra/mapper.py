"""Between the house's events and the rows of the `eventsourcing` library.

Topic column = contract name and version, never a module path. State = one line of metadata, a line feed, one line of
facts. The facts are the bytes that consumers get, so nobody has to decode them on the way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import NamedTuple

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, Notification, StoredEvent
from pydantic import TypeAdapter, ValidationError
from pydantic_core import CoreSchema, SchemaValidator, core_schema

from domain.event import Event, Metadata, Recorded
from infra.log import Row, Stored
from infra.store_errors import UnknownEvent, UnreadableEvent
from infra.upcasting import Catalogue, UnknownTopic


class Fact(NamedTuple):
    """An event with its place in its stream, under the names that the library asks for."""

    originator_id: str
    originator_version: int
    meta: Metadata
    event: Event
    body: bytes


def _metadata_schema() -> CoreSchema:
    """Metadata as it is stored: what is not known is absent, never null, and nothing else may stand there."""
    text = core_schema.str_schema()
    absent_or_text = core_schema.with_default_schema(text, default=None)
    command = core_schema.with_default_schema(core_schema.dict_schema(text, core_schema.any_schema()), default=None)
    forms = {"actor": absent_or_text, "approver": absent_or_text, "causation": absent_or_text, "command": command}
    names = [field.name for field in fields(Metadata)]
    arguments = core_schema.dataclass_args_schema("Metadata", [core_schema.dataclass_field(name, forms.get(name, text)) for name in names])
    return core_schema.dataclass_schema(Metadata, arguments, names, slots=True, frozen=True)


_write_metadata = TypeAdapter(Metadata).serializer.to_json
# Most texts of metadata come once: looking each up among those seen before takes longer than making it anew.
_read_metadata = SchemaValidator(_metadata_schema(), core_schema.CoreConfig(cache_strings="none")).validate_json


def metadata_line(meta: Metadata) -> bytes:
    """One line of JSON without what is None (a None inside `command` stays)."""
    return _write_metadata(meta, exclude_none=True, warnings=False)


def metadata_of(line: bytes) -> Metadata:
    """The inverse of `metadata_line`; pydantic's ValidationError for anything else."""
    meta: Metadata = _read_metadata(line)
    return meta


class ContractMapper(Mapper[str]):
    """Reads and writes the rows by the catalogue of contracts, strictly both ways."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(JSONTranscoder())
        self._catalogue = catalogue

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """UnknownEvent, UnreadableEvent for what could not be read again.

        It is tried before it is stored: nothing can be removed, and one event that cannot be read stops every reader.
        """
        assert isinstance(domain_event, Fact)
        stream, version, meta, event, body = domain_event
        try:
            topic = self._catalogue.topic_of(event)
            self._catalogue.read(topic, body)
            line = metadata_line(meta)
            metadata_of(line)
        except UnknownTopic as unknown:
            raise UnknownEvent(str(unknown), None) from None
        except ValidationError as error:
            raise UnreadableEvent(event.topic(), None, _reasons(error)) from None
        return StoredEvent(stream, version, topic, line + b"\n" + body)

    def to_domain_event(self, stored_event: StoredEvent) -> Fact:
        return Fact(str(stored_event.originator_id), stored_event.originator_version, *self.contents(stored_event))

    def contents(self, row: StoredEvent) -> tuple[Metadata, Event, bytes]:
        """Metadata, event and body. UnknownEvent, UnreadableEvent with the position in the log, where the row came with one."""
        line, _, body = row.state.partition(b"\n")
        try:
            return metadata_of(line), self._catalogue.read(row.topic, body), body
        except _FAULTS as fault:
            told = _told(row.topic, _position(row), fault)
            raise told from told.__cause__

    def stored(self, row: Notification) -> Stored:
        """The row with its metadata read and its facts as they are. UnreadableEvent for metadata that nobody wrote."""
        line, _, body = row.state.partition(b"\n")
        try:
            meta = metadata_of(line)
        except ValidationError as error:
            raise UnreadableEvent(row.topic, row.id, _reasons(error)) from None
        return Stored(row.id, str(row.originator_id), row.originator_version, row.topic, meta, body)

    def events(self, rows: Iterable[StoredEvent]) -> Iterator[Event]:
        """The events alone, in half the time: their metadata is not looked at. UnknownEvent, UnreadableEvent."""
        read = self._catalogue.read
        for row in rows:
            try:
                event = read(row.topic, row.state.partition(b"\n")[2])
            except _FAULTS as fault:
                told = _told(row.topic, _position(row), fault)
                raise told from told.__cause__
            yield event


_FAULTS = (LookupError, TypeError, ValueError)
"""UnknownTopic, pydantic's ValidationError, and what an upcaster raises for facts that it cannot lift."""


def as_it_lies(row: Notification) -> Row:
    return Row(row.id, str(row.originator_id), row.originator_version, row.topic, row.state)


def recorded(stored: Stored, catalogue: Catalogue) -> Recorded:
    """An event that came undecoded, with its facts read. UnknownEvent, UnreadableEvent."""
    try:
        event = catalogue.read(stored.topic, stored.body)
    except _FAULTS as fault:
        told = _told(stored.topic, stored.position, fault)
        raise told from told.__cause__
    return Recorded(stored.position, stored.stream, stored.version, stored.meta, event, stored.body)


def _position(row: StoredEvent) -> int | None:
    return row.id if isinstance(row, Notification) else None


def _told(topic: str, position: int | None, fault: Exception) -> UnknownEvent | UnreadableEvent:
    """In the house's words; only what an upcaster raised may be shown as the cause, since the others repeat values."""
    if isinstance(fault, UnknownTopic):
        return UnknownEvent(topic, position)
    if isinstance(fault, ValidationError):
        return UnreadableEvent(topic, position, _reasons(fault))
    told = UnreadableEvent(topic, position, f"its upcaster failed with {type(fault).__name__}")
    told.__cause__ = fault
    return told


def _reasons(error: ValidationError) -> str:
    """What is wrong and where, without the values: they may not be anybody's to read."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, one['loc'])) or 'the whole'}: {one['type']}" for one in found[:5])
