"""An event on the wire: CloudEvents 1.0 in binary mode, as Kafka carries it and as the embedded log prints it."""

from domain.event import Recorded

Headers = list[tuple[str, bytes]]


def cloud_event(recorded: Recorded) -> tuple[Headers, bytes, bytes]:
    """Headers (values in UTF-8; what is not known is absent), the record's key, and its value: the body, byte for byte."""
    event, meta = recorded.event, recorded.meta
    attributes = {
        "ce_specversion": "1.0",
        "ce_id": recorded.id,
        "ce_type": f"casino.{event.contract}",
        "ce_dataschema": f"urn:casino:{event.contract}:{event.version}",
        "ce_source": recorded.source,
        "ce_subject": meta.subject,
        "ce_time": meta.time,
        "ce_gamingday": meta.gaming_day,
        "ce_actor": meta.actor,
        "ce_approver": meta.approver,
        "ce_sequence": f"{recorded.position:020d}",
        "ce_correlationid": meta.correlation,
        "ce_causationid": meta.causation,
        "content-type": "application/json",
    }
    headers = [(name, value.encode()) for name, value in attributes.items() if value is not None]
    return headers, recorded.key.encode(), recorded.body
