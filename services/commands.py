"""The one way in: a command is looked up, decided and stored, or refused with nothing changed.

Everything that a command makes, in however many streams, is stored in one transaction together with its receipt. A
lost answer is asked for again with the same key; a conflict loads and decides again.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import RLock
from typing import Any
from uuid import uuid4

from domain.command import Command
from domain.event import Metadata, Recorded
from domain.fields import is_id, is_table_code, utc_text
from domain.rules import RuleBroken
from infra.attempts import Attempt, Attempts
from infra.event_store import Append, EventStore, NameTaken, NewEvent, Receipt, ReceiptExists, Taken, VersionConflict
from infra.vault import Vault
from services.case import Case, Decided, HouseFacts
from services.handlers import Handlers
from services.parsing import NOWHERE, At, field_names
from services.states import States
from services.tables import Tables

TRIES_MAX = 5
AHEAD_MAX = timedelta(minutes=5)
"""How far `at` may stand after now: a mistyped year would block its table for good."""

_AROUND = frozenset({"key", "at", "actor"})
"""What a repeated command may change: its body is the rest."""


_CARDS = frozenset({"cards", "first_card"})
"""Fields that a refused command is recorded without."""


class Contended(Exception):
    """Others wrote to the same streams each time; nothing was stored, and the same command may be sent again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The events that a command made, as stored; `state` for `inspect` alone."""

    events: Sequence[Recorded]
    state: dict[str, Any] | None = None


class Commands:
    """For any number of threads, one command after the other: a state must not move between a decision and its append.

    Receipts hold a digest under a key of the vault: a plain hash of a `deal` would give its hole cards away.
    """

    def __init__(
        self,
        *,
        store: EventStore,
        tables: Tables,
        handlers: Handlers,
        facts: HouseFacts,
        clock: Callable[[], datetime],
        vault: Vault,
        attempts: Attempts,
    ) -> None:
        self._store = store
        self._states = States(store)
        self._tables = tables
        self._handlers = handlers
        self._facts = facts
        self._parser = handlers.parser()
        self._clock = clock
        self._vault = vault
        self._attempts = attempts
        self._one_at_a_time = RLock()

    def handle(self, raw: Mapping[str, Any]) -> Answer:
        """`raw` is one command as JSON. Raises RuleBroken when it is refused, Contended when it should be sent again."""
        with self._one_at_a_time:
            try:
                return self._answer(raw)
            except RuleBroken as refusal:
                self._note(raw, refusal)
                raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """The commands handled inside are stored in one piece, or not at all if an exception leaves it."""
        with self._one_at_a_time:
            try:
                with self._store.together(), self._vault.batch():
                    yield
            except BaseException:
                self._states.forget()
                raise

    def known(self, table: str) -> bool:
        """Whether a table of this code was ever opened."""
        return self._states.latest(f"tables/{table}/") is not None

    def _answer(self, raw: Mapping[str, Any]) -> Answer:
        digest = self._vault.digest(_body(raw)) if is_id(raw.get("key")) else b""
        if earlier := self._earlier(raw, digest):
            return earlier
        command = self._parser.parse(raw, self._at(raw))
        for _ in range(TRIES_MAX):
            try:
                return self._decide(command, digest)
            except (VersionConflict, NameTaken, ReceiptExists):
                self._states.forget()
                if earlier := self._earlier(raw, digest):
                    return earlier
        raise Contended(f"`{command.do}` met another writer {TRIES_MAX} times; nothing was stored: send it again")

    def _at(self, raw: Mapping[str, Any]) -> At:
        """The table that the command needs open: `table-closed` comes before any look at its fields."""
        code = raw.get("table")
        if not self._parser.is_at_open_table(raw) or not is_table_code(code):
            return NOWHERE
        session = self._tables.open_table(self._states, code).state
        return At(session.game, session.ruleset)

    def _earlier(self, raw: Mapping[str, Any], digest: bytes) -> Answer | None:
        """The first answer to this key of this actor, if there was one."""
        key, actor = raw.get("key"), raw.get("actor")
        if not is_id(key) or not (actor is None or is_id(actor)):
            return None
        receipt = self._store.receipt(actor or "", key)
        if receipt is None:
            return None
        if receipt.digest != digest:
            raise RuleBroken("key-reused", None, f"key {key!r} of this actor was given to another command; a new command takes a new key")
        events = [record for span in receipt.spans for record in self._store.span(*span)]
        return Answer(sorted(events, key=lambda record: record.position))

    def _decide(self, command: Command, digest: bytes) -> Answer:
        case = Case(command, self._states, at=self._moment(command), facts=self._facts)
        outcome = self._handlers.decide(case)
        if not outcome.decided:
            return Answer((), outcome.state)
        appends = _stamped(case, outcome.decided)
        receipt = None
        if command.key is not None:
            spans = tuple((a.stream, a.expected + 1, a.expected + len(a.events)) for a in appends)
            receipt = Receipt(command.actor or "", command.key, digest, spans)
        records = self._store.append(appends, receipt, [Taken(*name) for name in case.taken])
        self._states.recorded(records)
        return Answer(records)

    def _moment(self, command: Command) -> str:
        now = self._clock()
        if command.at is None:
            return utc_text(now)
        latest = utc_text(now + AHEAD_MAX)
        if command.at > latest:
            raise RuleBroken("at-in-future", None, f"`at` is {command.at}, more than five minutes after now", {"at": {"max": latest}})
        return command.at

    def _note(self, raw: Mapping[str, Any], refusal: RuleBroken) -> None:
        text = json.dumps(self._struck_out(raw), ensure_ascii=False, default=str)
        actor, key = raw.get("actor"), raw.get("key")
        self._attempts.record(
            Attempt(
                time=utc_text(self._clock()),
                actor=actor if isinstance(actor, str) else None,
                key=key if isinstance(key, str) else None,
                command=text,
                code=refusal.code,
                rule=refusal.rule,
                message=refusal.message,
            )
        )

    def _struck_out(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that the command has, without its cards; a field that it does not have might hold anything."""
        try:
            known = field_names(self._parser.command_class(raw, self._at(raw)))
        except RuleBroken:
            return {}
        return {name: "??" if name in _CARDS else value for name, value in raw.items() if name in known}


def _body(raw: Mapping[str, Any]) -> bytes:
    body = {name: value for name, value in raw.items() if name not in _AROUND}
    return json.dumps(body, sort_keys=True, separators=(",", ":"), default=str).encode()


def _stamped(case: Case, decided: Sequence[Decided]) -> list[Append]:
    """Metadata around every event; the first one of the answer bears the command, and all others point to it."""
    first = f"{decided[0].loaded.stream}@{decided[0].loaded.version + 1}"
    correlation = uuid4().hex
    command: dict[str, Any] | None = recorded_command(case)
    appends = []
    for part in decided:
        events = []
        for event in part.events:
            cause = None if command else first
            meta = Metadata(
                time=case.at,
                actor=case.command.actor,
                approver=case.command.approver,
                gaming_day=part.gaming_day,
                subject=part.subject(event),
                correlation=correlation,
                causation=cause,
                command=command,
            )
            events.append(NewEvent(event, meta))
            command = None
        appends.append(Append(part.loaded.stream, part.loaded.version, events))
    return appends


def recorded_command(case: Case) -> dict[str, Any]:
    """The command as it was given, hidden cards sealed, and under `given` what the house supplied."""
    asked = case.command.model_dump(mode="json", exclude_unset=True, by_alias=True)
    supplied = {"given": case.supplied} if case.supplied else {}
    return {"do": case.command.do, **asked, **case.recorded, **supplied}
