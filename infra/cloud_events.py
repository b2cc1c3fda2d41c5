"""An event on the wire: CloudEvents 1.0 in binary mode, as Kafka carries it and as the embedded log prints it."""

from collections.abc import Iterable
from functools import lru_cache

from domain.event import Metadata, key_of, source_of
from infra.log import Stored

Headers = list[tuple[str, bytes]]

_TYPE = "casino."
_SCHEMA = "urn:casino:"
_REMEMBERED = 4_096  # topics, and streams in use: the relay makes the same texts of them again and again


class NoCloudEvent(Exception):
    """A record of the topic is not one of the house's events: a header is missing or is not what it should be."""


def cloud_event(stored: Stored) -> tuple[Headers, bytes, bytes]:
    """Headers (values in UTF-8; what is not known is absent), the record's key, and its value: the body, byte for byte."""
    kind, schema = _of_topic(stored.topic)
    source, key = _of_stream(stored.stream)
    meta = stored.meta
    headers = [
        ("ce_specversion", b"1.0"),
        ("ce_id", stored.id.encode()),
        ("ce_type", kind),
        ("ce_dataschema", schema),
        ("ce_source", source),
        ("ce_subject", meta.subject.encode()),
        ("ce_time", meta.time.encode()),
        ("ce_gamingday", meta.gaming_day.encode()),
    ]
    if meta.actor is not None:
        headers.append(("ce_actor", meta.actor.encode()))
    if meta.approver is not None:
        headers.append(("ce_approver", meta.approver.encode()))
    headers += [("ce_sequence", b"%020d" % stored.position), ("ce_correlationid", meta.correlation.encode())]
    if meta.causation is not None:
        headers.append(("ce_causationid", meta.causation.encode()))
    headers.append(("content-type", b"application/json"))
    return headers, key, stored.body


@lru_cache(_REMEMBERED)
def _of_topic(topic: str) -> tuple[bytes, bytes]:
    """Type and schema."""
    contract, _, version = topic.rpartition(".v")
    return f"{_TYPE}{contract}".encode(), f"{_SCHEMA}{contract}:{version}".encode()


@lru_cache(_REMEMBERED)
def _of_stream(stream: str) -> tuple[bytes, bytes]:
    """Source and key."""
    return source_of(stream).encode(), key_of(stream).encode()


def stored_event(headers: Iterable[tuple[str, bytes]], value: bytes) -> Stored:
    """The inverse of `cloud_event`, without the recorded command, which is not sent. NoCloudEvent."""
    attributes = dict(headers)
    try:
        contract, version = attributes["ce_dataschema"].decode().removeprefix(_SCHEMA).rsplit(":", 1)
        stream, _, place = attributes["ce_id"].decode().rpartition("@")
        meta = Metadata(
            time=attributes["ce_time"].decode(),
            actor=_absent_or_text(attributes.get("ce_actor")),
            approver=_absent_or_text(attributes.get("ce_approver")),
            gaming_day=attributes["ce_gamingday"].decode(),
            subject=attributes["ce_subject"].decode(),
            correlation=attributes["ce_correlationid"].decode(),
            causation=_absent_or_text(attributes.get("ce_causationid")),
        )
        return Stored(int(attributes["ce_sequence"]), stream, int(place), f"{contract}.v{version}", meta, value)
    except KeyError as missing:
        raise NoCloudEvent(f"it has no header {missing}") from None
    except ValueError as error:
        raise NoCloudEvent(f"a header is not what it should be: {error}") from None


def _absent_or_text(value: bytes | None) -> str | None:
    return None if value is None else value.decode()
