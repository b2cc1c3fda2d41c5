"""Every event ever stored, read as the current version of its class."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import from_json, to_json

from domain.event import Event

Facts = dict[str, Any]
Upcaster = tuple[str, Callable[[Facts], Facts]]  # the next version's topic, and the pure step from this version's facts to its
Upcasters = Mapping[str, Upcaster]  # by the topic that the step takes


class UnknownTopic(LookupError):
    """A topic with neither class nor upcaster."""


class Catalogue:
    """The classes of the current versions by topic, and the steps that lead there from older ones.

    ValueError where a step leads nowhere, in a circle, or away from a topic that has a class.
    """

    def __init__(self, classes: Mapping[str, type[Event]], upcasters: Upcasters) -> None:
        self._classes = dict(classes)
        self._topics = {cls: topic for topic, cls in classes.items()}
        self._upcasters = dict(upcasters)
        self._readers = {topic: cls.__pydantic_validator__.validate_json for topic, cls in classes.items()}
        for topic in self._upcasters:
            self._check_steps(topic)

    def topic_of(self, event: Event) -> str:
        """The topic under which an event of exactly this class is stored; UnknownTopic where the class is not current."""
        topic = self._topics.get(type(event))
        if topic is None:
            raise UnknownTopic(event.topic())
        return topic

    def read(self, topic: str, body: bytes) -> Event:
        """The event, as its class is today.

        UnknownTopic; pydantic's ValidationError for a body that its class does not take; whatever an upcaster raises
        for facts that it cannot lift.
        """
        reader = self._readers.get(topic)
        if reader is not None:
            found: Event = reader(body)
            return found
        return self._lifted(topic, body)

    def _lifted(self, topic: str, body: bytes) -> Event:
        if topic not in self._upcasters:
            raise UnknownTopic(topic)
        facts = from_json(body)
        while topic in self._upcasters:
            topic, step = self._upcasters[topic]
            facts = step(facts)
        # By way of JSON, because a strict class takes a list for a tuple there and nowhere else.
        event: Event = self._readers[topic](to_json(facts))
        return event

    def _check_steps(self, start: str) -> None:
        seen = {start}
        topic = start
        while topic in self._upcasters:
            if topic in self._classes:
                raise ValueError(f"{topic} has both a class and an upcaster; a current version has a class alone")
            topic = self._upcasters[topic][0]
            if topic in seen:
                raise ValueError(f"the upcasters of {start} come back to {topic}")
            seen.add(topic)
        if topic not in self._classes:
            raise ValueError(f"the upcasters of {start} end at {topic}, which has no class")
