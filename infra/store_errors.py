"""What can go wrong with what the house keeps, each told so that somebody at the table can act on it.

No message repeats facts, cards, keys or commands: only places, names and what to do.
"""

from pathlib import Path


class StoreError(Exception):
    """Any of the errors below."""


class StoreTrouble(StoreError):
    """A file or folder does not do its work: `where` it is, the `reason`, and the `remedy`."""

    def __init__(self, where: Path | str, reason: str, remedy: str) -> None:
        super().__init__(f"{where}: {reason.rstrip('.')}. {remedy}")
        self.where = str(where)
        self.reason = reason
        self.remedy = remedy


class StoreUnavailable(StoreTrouble):
    """It cannot be reached, read or written now; what was stored before is not in doubt."""


class StoreDamaged(StoreTrouble):
    """It is not what it should be: cut off, overwritten, or another program's file."""


class TopicRefused(StoreError):
    """The relay cannot go on with the topic as it is, or the topic not take an event: what was found, and what to do."""


class Busy(StoreError):
    """Somebody else does what only one may do at a time. `holder` says who, None if he has just ended."""

    def __init__(self, where: str, what: str, holder: str | None) -> None:
        super().__init__(f"{where}: {what} is running already: {holder or 'it has just ended'}. Wait for it or end it, and try again.")
        self.where = where
        self.what = what
        self.holder = holder


class VersionConflict(StoreError):
    """The stream is not at the version that the decision saw: load and decide again."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"{stream} has moved on since it was loaded; load it and decide again")
        self.stream = stream


class NameTaken(StoreError):
    """A name that may be given once in the house (a slip, a bank reference, a box) was given before."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"the {kind} {name} was taken before; choose another")
        self.kind = kind
        self.name = name


class ReceiptExists(StoreError):
    """This actor's key has been answered: give that answer again."""

    def __init__(self, actor: str, key: str) -> None:
        super().__init__(f"the key {key} of {actor or 'nobody'} has been answered already")
        self.actor = actor
        self.key = key


class UnknownEvent(StoreError):
    """No class and no upcaster for a topic. `position` is None for an event that is still to be stored."""

    def __init__(self, topic: str, position: int | None) -> None:
        at = "an event to be stored" if position is None else f"the event at position {position}"
        super().__init__(f"{at} is a {topic}, which this release does not know; use the release that wrote it, or a later one")
        self.topic = topic
        self.position = position


class UnreadableEvent(StoreError):
    """The bytes of an event do not pass its class. `position` is None for an event that is still to be stored."""

    def __init__(self, topic: str, position: int | None, reason: str) -> None:
        at = "an event to be stored" if position is None else f"the event at position {position}"
        super().__init__(f"{at}, a {topic}, cannot be read: {reason}")
        self.topic = topic
        self.position = position
        self.reason = reason
