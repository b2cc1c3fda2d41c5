"""The books, at hand for the commands of the close and of breaks: they answer what only a run can say."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import select

from domain.breaks import events as breaks
from domain.closing import events as closing
from domain.event import Event, day_stream
from domain.policy import Policy
from domain.questions import Found, Proof, Revenue, Run
from infra.books import Books
from infra.event_store import EventStore
from infra.log import pages
from projections.ledger.ledger import Ledger
from projections.ledger.revenue import gross_revenue
from projections.ledger.scope import Scope as OfLedger
from projections.papers import Papers as PapersOfHouse
from services.facts import policy_in_force
from services.reconcile.desk import Desk, last_day
from services.reconcile.proof import proof_hash
from services.reconcile.run import Papers, Result, Scope, run, run_quickly
from services.reports.fresh import Asked

_OF_CLOSE: frozenset[type[Event]] = frozenset({*breaks.EVENTS, *closing.EVENTS})


class BooksAtHand:
    """Implements `FinanceFacts` (services/case.py). `catch_up` brings the books to the end of the log, before every answer."""

    def __init__(self, store: EventStore, books: Books, catch_up: Callable[[], None]) -> None:
        self._store, self._books, self._catch_up = store, books, catch_up

    def found_break(self, break_id: str) -> Found | None:
        """Most breaks are of what people count: for these the log need not be read."""
        with self._desk() as desk:
            for result in (run_quickly, _in_full):
                found = next((one for one in result(desk).breaks if one.id == break_id), None)
                if found is not None:
                    return found.as_found()
        return None

    def run(self, gaming_day: str) -> Run:
        with self._desk(gaming_day) as desk:
            result = run(desk, Scope(gaming_day), Papers(), iter)
            found = tuple(one.as_found() for one in result.breaks if not one.found.within)
            return Run(gaming_day=gaming_day, as_of=desk.as_of, breaks=found)

    def revenue(self, first_day: str, through: str) -> Revenue:
        with self._desk(through) as desk:
            scope = OfLedger(as_of=desk.as_of, day_from=first_day, day_to=through)
            ggr: Counter[str] = Counter()
            for (_day, _table, currency), amount in gross_revenue(desk.connection, desk.ledger.tables, scope).items():
                ggr[currency] += amount
            return Revenue(as_of=desk.as_of, ggr=dict(sorted(ggr.items())))

    def proof(self, gaming_day: str, as_of: int | None) -> Proof:
        with self._desk(gaming_day, as_of) as desk:
            proved = proof_hash(run(desk, Scope(gaming_day), Papers(), iter))
            return Proof(sha256=proved, as_of=desk.as_of, later=self._later(gaming_day, desk.as_of))

    @contextmanager
    def _desk(self, gaming_day: str | None = None, as_of: int | None = None) -> Iterator[Desk]:
        self._catch_up()
        with self._books.read() as connection:
            yield desk_of(self._store, Asked(connection, self._policy_on), gaming_day, as_of)

    def _policy_on(self, gaming_day: str) -> Policy:
        return policy_in_force(self._store, gaming_day)

    def _later(self, gaming_day: str, as_of: int) -> int:
        """What the proof does not show: the day's events behind it, the steps of closes and of breaks left out."""
        records = (record for page in pages(self._store, as_of, self._store.last_position()) for record in page)
        return sum(record.meta.gaming_day == gaming_day and type(record.event) not in _OF_CLOSE for record in records)


def desk_of(store: EventStore, asked: Asked, gaming_day: str | None = None, as_of: int | None = None) -> Desk:
    """A desk in this snapshot; without `as_of` as far as the books have come, without a day that of the last entry."""
    position = reached(asked) if as_of is None else as_of
    return Desk(store, asked, position, gaming_day or last_day(asked, position) or "0001-01-01")


def reached(asked: Asked) -> int:
    """The position that everything a run asks has come to."""
    return min(asked.live(Ledger)[1], asked.live(PapersOfHouse)[1])


def has_day(store: EventStore, asked: Asked, gaming_day: str) -> bool:
    """Whether anything was booked into the day, or a stream says something of it."""
    entries = asked.live(Ledger)[0].tables.entries.c
    booked = asked.connection.execute(select(entries.position).where(entries.gaming_day == gaming_day).limit(1)).first()
    return booked is not None or store.version(day_stream(gaming_day)) > 0


def _in_full(desk: Desk) -> Result:
    return run(desk, Scope(), Papers(), iter)
