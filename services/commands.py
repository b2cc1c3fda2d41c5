"""The one way in: a command is looked up, decided and stored, or refused with nothing changed.

Everything that a command makes, in however many streams, is stored in one transaction together with its receipt. A
lost answer is asked for again with the same key; a conflict loads and decides again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Condition, RLock
from typing import Any, TypeVar
from uuid import uuid4

from domain.command import Command
from domain.fields import is_id, is_table_code, utc_text
from domain.rules import RuleBroken
from infra.attempts import Attempts
from infra.event_store import Append, EventStore, NameTaken, ReceiptExists, Taken, VersionConflict
from infra.vault import Vault
from services.case import Case, HouseFacts
from services.handlers import Handlers
from services.parsing import NOWHERE, At, field_names
from services.receipts import Answer, body_of, earlier_answer, receipt_of
from services.refused import attempt, struck_out
from services.stamped import stamped
from services.states import InFlight, Sight, States
from services.tables import Tables

TRIES_MAX = 5
WAIT_S_MAX = 30
"""For the streams of a command that is being stored: longer than a store tries to reach its database."""

AHEAD_MAX = timedelta(minutes=5)
"""How far `at` may stand after now: a mistyped year would block its table for good."""


class Contended(Exception):
    """Others wrote to the same streams each time; nothing was stored, and the same command may be sent again."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Decision:
    command: Command
    appends: list[Append]
    taken: list[Taken]


class Commands:
    """For any number of threads. Decisions are taken one after the other; what they decided is stored side by side, and a
    command that needs a stream which is still being stored waits. Other processes may write too: nothing is stored unless
    every stream that the decision has seen is still as it was, and nobody is refused for what is no longer so.

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
        self._deciding = RLock()
        self._moved = Condition(self._deciding)
        """Told whenever streams are no longer in flight."""

    def handle(self, raw: Mapping[str, Any]) -> Answer:
        """`raw` is one command as JSON. Raises RuleBroken when it is refused, Contended when it should be sent again."""
        try:
            return self._answer(raw)
        except RuleBroken as refusal:
            self._attempts.record(attempt(self._struck_out(raw), raw, refusal, utc_text(self._clock())))
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """The commands handled inside are stored in one piece, or not at all if an exception leaves it."""
        with self._deciding:
            while not self._states.still:
                self._wait()
            try:
                with self._store.together(), self._vault.batch():
                    yield
            except BaseException:
                self._states.forget()
                raise

    def known(self, table: str) -> bool:
        """Whether a table of this code was ever opened."""
        with self._deciding:
            return self._states.latest(f"tables/{table}/") is not None

    def _answer(self, raw: Mapping[str, Any]) -> Answer:
        digest = self._vault.digest(body_of(raw)) if is_id(raw.get("key")) else b""
        if earlier := earlier_answer(self._store, raw, digest):
            return earlier
        for _ in range(TRIES_MAX):
            try:
                return self._try(raw, digest)
            except RuleBroken:
                # The same command may have been stored meanwhile by whoever else was sent it: then it was its own effect that refused it.
                if earlier := earlier_answer(self._store, raw, digest):
                    return earlier
                raise
            except (VersionConflict, NameTaken, ReceiptExists):
                if earlier := earlier_answer(self._store, raw, digest):
                    return earlier
        raise Contended(f"`{raw['do']}` met another writer {TRIES_MAX} times; nothing was stored: send it again")

    def _try(self, raw: Mapping[str, Any], digest: bytes) -> Answer:
        """Decides, then stores while others decide on other streams."""
        with self._deciding:
            decision = self._on_free_streams(lambda sight: self._decide(raw, sight))
            if not isinstance(decision, _Decision):
                return decision
            # What is only guarded may be looked at by others meanwhile: the day of every command is.
            streams = [append.stream for append in decision.appends if append.events]
            self._states.begin(streams)
        try:
            records = self._store.append(decision.appends, receipt_of(decision.command, decision.appends, digest), decision.taken)
        except BaseException:
            # Stored or not: the streams are loaded again, and tell.
            self._ended(streams, self._states.forget)
            raise
        self._ended(streams, lambda: self._states.recorded(records))
        return Answer(records)

    def _decide(self, raw: Mapping[str, Any], sight: Sight) -> "_Decision | Answer":
        for _ in range(TRIES_MAX):
            try:
                command = self._parser.parse(raw, self._at(raw, sight))
                case = Case(command, sight, at=self._moment(command), facts=self._facts)
                outcome = self._handlers.decide(case)
            except RuleBroken:
                if not sight.is_outdated(self._store):
                    raise
            else:
                if outcome.decided:
                    return _Decision(
                        command, _guarded(stamped(case, outcome.decided, uuid4().hex), sight), [Taken(*name) for name in case.taken]
                    )
                if not sight.is_outdated(self._store):
                    return Answer((), outcome.state)
            self._states.forget()
            sight = Sight(self._states)
        raise Contended(f"other processes write faster than `{raw.get('do')}` can be decided; nothing was stored: send it again")

    def _on_free_streams(self, step: Callable[[Sight], T]) -> T:
        """What `step` makes of streams that nobody is appending to; it may be begun several times."""
        while True:
            try:
                return step(Sight(self._states))
            except InFlight:
                self._wait()

    def _wait(self) -> None:
        if not self._moved.wait(WAIT_S_MAX):
            raise Contended(f"another command on the same streams has not been stored within {WAIT_S_MAX} seconds: send this one again")

    def _ended(self, streams: Sequence[str], settle: Callable[[], None]) -> None:
        with self._deciding:
            self._states.end(streams)
            settle()
            self._moved.notify_all()

    def _at(self, raw: Mapping[str, Any], sight: Sight) -> At:
        """The table that the command needs open: `table-closed` comes before any look at its fields."""
        code = raw.get("table")
        if not self._parser.is_at_open_table(raw) or not is_table_code(code):
            return NOWHERE
        session = self._tables.open_table(sight, code).state
        return At(session.game, session.ruleset)

    def _moment(self, command: Command) -> str:
        now = self._clock()
        if command.at is None:
            return utc_text(now)
        latest = utc_text(now + AHEAD_MAX)
        if command.at > latest:
            raise RuleBroken("at-in-future", None, f"`at` is {command.at}, more than five minutes after now", {"at": {"max": latest}})
        return command.at

    def _struck_out(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that the command has, without its cards; a field that it does not have might hold anything."""
        try:
            with self._deciding:
                known = self._on_free_streams(lambda sight: field_names(self._parser.command_class(raw, self._at(raw, sight))))
        except (RuleBroken, Contended):
            return {}
        return struck_out(raw, known)


def _guarded(appends: list[Append], sight: Sight) -> list[Append]:
    """With a guard for every stream that was looked at and gets nothing."""
    getting = {append.stream for append in appends}
    return appends + [Append(stream, version, ()) for stream, version in sight.versions.items() if stream not in getting]
