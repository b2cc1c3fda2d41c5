"""An event on the wire: CloudEvents 1.0 in binary mode, as Kafka carries it and as the embedded log prints it."""

from collections.abc import Iterable

from domain.event import Metadata
from infra.log import Stored

Headers = list[tuple[str, bytes]]

_TYPE = "casino."
_SCHEMA = "urn:casino:"


class NoCloudEvent(Exception):
    """A record of the topic is not one of the house's events: a header is missing or is not what it should be."""


def cloud_event(stored: Stored) -> tuple[Headers, bytes, bytes]:
    """Headers (values in UTF-8; what is not known is absent), the record's key, and its value: the body, byte for byte."""
    contract, _, version = stored.topic.rpartition(".v")
    meta = stored.meta
    attributes = {
        "ce_specversion": "1.0",
        "ce_id": stored.id,
        "ce_type": _TYPE + contract,
        "ce_dataschema": f"{_SCHEMA}{contract}:{version}",
        "ce_source": stored.source,
        "ce_subject": meta.subject,
        "ce_time": meta.time,
        "ce_gamingday": meta.gaming_day,
        "ce_actor": meta.actor,
        "ce_approver": meta.approver,
        "ce_sequence": f"{stored.position:020d}",
        "ce_correlationid": meta.correlation,
        "ce_causationid": meta.causation,
        "content-type": "application/json",
    }
    headers = [(name, value.encode()) for name, value in attributes.items() if value is not None]
    return headers, stored.key.encode(), stored.body


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
