"""Settings become objects: the one place where the parts of the house are put together."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from domain.cards import DECK
from domain.catalogue import BY_TOPIC
from domain.fields import utc_text
from domain.gaming_day import house_day
from infra.attempts import Attempts
from infra.books import Books
from infra.event_store import EventStore
from infra.folder import DataFolder, FolderBusy
from infra.randomness import Seeded, shuffled
from infra.settings import read_settings
from infra.vault import Vault
from projections.commission import Commission
from projections.hands import Hands
from projections.ledger.ledger import Ledger
from projections.projection import Projection
from projections.regulator import Regulator
from projections.scoreboards import Scoreboards
from services import days, money
from services.baccarat import Baccarat
from services.cards import CardDesk
from services.commands import Commands
from services.facts import StoredFacts, policy_in_force
from services.handlers import Handlers
from services.holdem import Holdem
from services.projector import Progress, catch_up
from services.tables import Tables
from services.verify import Check, Show, verify

if TYPE_CHECKING:
    from services.working_days import WorkingDays

PROJECTIONS: tuple[type[Projection], ...] = (Ledger, Commission, Regulator, Hands, Scoreboards)


@dataclass(frozen=True, slots=True)
class Records:
    """What questions are put to. `writer` is the process that writes here now, if it is another one."""

    folder: DataFolder
    store: EventStore
    books: Books
    writer: int | None = None


@dataclass(frozen=True, slots=True)
class House:
    """Records that commands are added to."""

    records: Records
    commands: Commands
    clock: Callable[[], datetime]

    def today(self) -> str:
        """The house's gaming day now."""
        now = utc_text(self.clock())
        return house_day(now, policy_in_force(self.records.store, now[:10]))

    def catch_up(self, progress: Progress | None = None) -> None:
        catch_up(self.records.store, self.records.books, PROJECTIONS, progress)

    def verify(self, show: Show) -> Iterator[Check]:
        """Every check, on books that have been brought up to date."""
        return verify(self.records.store, self.records.books, PROJECTIONS, replaying()[1], show)


@contextmanager
def open_house(data: Path | None, seed: int | None = None) -> Iterator[House]:
    """The house as its one writer; the folder and its files are made where there are none.

    Decks are shuffled with the operating system's randomness, unless a seed makes them come again.
    FolderBusy, StoreUnavailable, StoreDamaged, SettingRefused.
    """
    with ExitStack() as stack:
        folder = data_folder(data)
        stack.enter_context(folder.lock())
        store = stack.enter_context(closing(EventStore.sqlite(folder.events, BY_TOPIC)))
        books = stack.enter_context(closing(Books.sqlite(folder.books)))
        vault = stack.enter_context(closing(Vault.sqlite(folder.vault)))
        attempts = stack.enter_context(closing(Attempts(folder.attempts)))
        tables = _tables(vault, shuffled if seed is None else Seeded(seed).shuffled)
        commands = Commands(
            store=store,
            tables=tables,
            handlers=_handlers(tables),
            facts=StoredFacts(store, _working_days(folder)),
            clock=_now,
            vault=vault,
            attempts=attempts,
        )
        yield House(Records(folder, store, books), commands, _now)


@contextmanager
def open_records(data: Path | None) -> Iterator[Records]:
    """For questions: as the writer where nobody else is, so that the read models can be brought up to date, else to read alone."""
    folder = data_folder(data)
    with ExitStack() as stack:
        try:
            stack.enter_context(folder.lock())
            busy = None
        except FolderBusy as other:
            busy = other
        store = stack.enter_context(closing(EventStore.sqlite(folder.events, BY_TOPIC, read_only=busy is not None)))
        books = stack.enter_context(closing(Books.sqlite(folder.books, read_only=busy is not None)))
        yield Records(folder, store, books, busy.pid if busy else None)


def replaying() -> tuple[Tables, Handlers]:
    """Every command's handler, for what is on record: nothing is asked of a vault or of chance."""
    tables = Tables([Holdem(None), Baccarat(None, shuffled)])
    return tables, _handlers(tables)


def _tables(vault: Vault, shuffle: Callable[[Sequence[str]], Sequence[str]]) -> Tables:
    return Tables([Holdem(CardDesk(vault, lambda: shuffle(DECK))), Baccarat(vault, shuffle)])


def _handlers(tables: Tables) -> Handlers:
    return Handlers(tables.commands, tables.handlers | money.HANDLERS | days.HANDLERS)


def _now() -> datetime:
    return datetime.now(UTC)


def _working_days(folder: DataFolder) -> Callable[[], "WorkingDays"]:
    """Made when a permit first asks: the calendars of the world take a second to load."""

    @cache
    def made() -> "WorkingDays":
        from services.working_days import WorkingDays

        return WorkingDays(folder.working_days.read_bytes() if folder.working_days.exists() else b"")

    return made


def data_folder(data: Path | None) -> DataFolder:
    """Where the house's data lie: `--data`, else the user's own data folder."""
    return DataFolder(read_settings(data).data)
