"""Settings become objects: the one place where the parts of the house are put together."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
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
from infra.settings import Settings, read_settings
from infra.tree import Tree
from infra.vault import Vault
from projections.commission import Commission
from projections.hands import Hands
from projections.large import Large
from projections.ledger.ledger import Ledger
from projections.papers import Papers
from projections.projection import Projection
from projections.regulator import Regulator
from projections.scoreboards import Scoreboards
from services import breaks, checkpoints, close, counts, days, disputes, money
from services.baccarat import Baccarat
from services.cards import CardDesk
from services.commands import Commands
from services.evidence import Evidence
from services.facts import StoredFacts, policy_in_force
from services.handlers import Handlers
from services.holdem import Holdem
from services.lanes import Progress
from services.projector import catch_up_beside_others
from services.proof.audit import audit, kept_tree
from services.proof.notary import Notary
from services.tables import Tables
from services.verify import Check, Show, verify
from services.working_calendar import calendar_of

if TYPE_CHECKING:
    from services.reconcile.finance import BooksAtHand

PROJECTIONS: tuple[type[Projection], ...] = (Ledger, Commission, Regulator, Papers, Large, Hands, Scoreboards)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the house's records lie: in a data folder, or on PostgreSQL, where `shared` says that others may write too."""

    settings: Settings
    folder: DataFolder

    @classmethod
    def at(cls, data: Path | None) -> "Place":
        settings = read_settings(data)
        return cls(settings, DataFolder(settings.data))

    @property
    def shared(self) -> bool:
        return self.settings.store is not None

    @property
    def name(self) -> str:
        """For people: the folder, or the database without a password."""
        if self.settings.store is None:
            return str(self.folder.path)
        from infra.postgres import place_of

        return place_of(self.settings.store)

    @property
    def option(self) -> str:
        """What names this place to the next command; on PostgreSQL the environment does."""
        return "" if self.shared else f" --data {self.folder.path}"

    def become_writer(self, stack: ExitStack) -> None:
        """A data folder's one writer, until the stack ends. FolderBusy."""
        if not self.shared:
            stack.enter_context(self.folder.lock())

    def store(self, read_only: bool = False) -> EventStore:
        url = self.settings.store
        if url is not None:
            return EventStore.postgres(url, BY_TOPIC, read_only=read_only)
        return EventStore.sqlite(self.folder.events, BY_TOPIC, read_only=read_only)

    def books(self, read_only: bool = False) -> Books:
        url = self.settings.books
        return Books.sqlite(self.folder.books, read_only) if url is None else Books.postgres(url, read_only)

    def vault(self) -> Vault:
        url = self.settings.vault
        return Vault.sqlite(self.folder.vault) if url is None else Vault.postgres(url)

    def tree(self, read_only: bool = False) -> Tree:
        url = self.settings.store
        return Tree.sqlite(self.folder.tree, read_only=read_only) if url is None else Tree.postgres(url, read_only=read_only)

    def attempts(self) -> Attempts:
        url = self.settings.store
        return Attempts.sqlite(self.folder.attempts) if url is None else Attempts.postgres(url)


@dataclass(frozen=True, slots=True)
class Records:
    """What questions are put to. `may_catch_up`: this process may bring the read models up to date before it asks them.

    `writer` is the process that writes in this folder now, if it is another one.
    """

    place: Place
    store: EventStore
    books: Books
    may_catch_up: bool = True
    writer: int | None = None

    def catch_up(self, progress: Progress | None = None) -> None:
        """All read models, to the end of the log; where other processes bring them forward too, together with them."""
        catch_up_beside_others(self.store, self.books, PROJECTIONS, progress)

    def verify(self, show: Show) -> Iterator[Check]:
        """Every check, on books that have been brought up to date."""
        yield from verify(self.store, self.books, PROJECTIONS, replaying()[1], show)
        with kept_tree(self.place) as tree:
            yield audit(self.store, tree)


@dataclass(frozen=True, slots=True)
class House:
    """Where commands are carried out. `books` are there for who has asked for them: who deals need not be able to see them."""

    place: Place
    store: EventStore
    commands: Commands
    clock: Callable[[], datetime]
    notary: Notary
    evidence: Evidence
    books: Books | None = None

    def today(self) -> str:
        """The house's gaming day now."""
        now = utc_text(self.clock())
        return house_day(now, policy_in_force(self.store, now[:10]))


@contextmanager
def open_house(data: Path | None, seed: int | None = None, *, with_books: bool = False) -> Iterator[House]:
    """The house as its one writer; the folder and its files are made where there are none.

    Decks are shuffled with the operating system's randomness, unless a seed makes them come again. `with_books`: the commands
    of breaks and of the close find the books at hand, brought up to date whenever they ask.
    FolderBusy, StoreUnavailable, StoreDamaged, SettingRefused.
    """
    place = Place.at(data)
    with ExitStack() as stack:
        place.become_writer(stack)
        store = stack.enter_context(closing(place.store()))
        vault = stack.enter_context(closing(place.vault()))
        attempts = stack.enter_context(closing(place.attempts()))
        books = stack.enter_context(closing(place.books())) if with_books else None
        notary = stack.enter_context(closing(Notary(store, vault, place.tree)))
        tables = _tables(vault, shuffled if seed is None else Seeded(seed).shuffled)
        commands = Commands(
            store=store,
            tables=tables,
            handlers=_handlers(tables),
            facts=StoredFacts(store, calendar_of(place.folder), _finance(store, books) if books else None, notary),
            clock=_now,
            vault=vault,
            attempts=attempts,
        )
        yield House(place, store, commands, _now, notary, Evidence(commands.handle, store, vault), books)


@contextmanager
def open_records(data: Path | None) -> Iterator[Records]:
    """For questions. In a data folder as its writer where nobody else is, so that the read models can be brought up to date,
    else to read alone; on PostgreSQL always to read alone.
    """
    place = Place.at(data)
    with ExitStack() as stack:
        busy: FolderBusy | None = None
        try:
            place.become_writer(stack)
        except FolderBusy as other:
            busy = other
        read_only = place.shared or busy is not None
        store = stack.enter_context(closing(place.store(read_only)))
        books = stack.enter_context(closing(place.books(read_only)))
        yield Records(place, store, books, not read_only, busy.pid if busy else None)


@contextmanager
def open_projecting(data: Path | None) -> Iterator[Records]:
    """For who writes read models and nothing else. In a data folder as its one writer; on PostgreSQL beside any number of others.

    FolderBusy, StoreUnavailable, StoreDamaged, SettingRefused.
    """
    place = Place.at(data)
    with ExitStack() as stack:
        place.become_writer(stack)
        store = stack.enter_context(closing(place.store(read_only=place.shared)))
        books = stack.enter_context(closing(place.books()))
        yield Records(place, store, books)


def replaying() -> tuple[Tables, Handlers]:
    """Every command's handler, for what is on record: nothing is asked of a vault or of chance."""
    tables = Tables([Holdem(None), Baccarat(None, shuffled)])
    return tables, _handlers(tables)


def _tables(vault: Vault, shuffle: Callable[[Sequence[str]], Sequence[str]]) -> Tables:
    return Tables([Holdem(CardDesk(vault, lambda: shuffle(DECK))), Baccarat(vault, shuffle)])


def _finance(store: EventStore, books: Books) -> "BooksAtHand":
    """Loaded for these commands alone: everybody else starts without it."""
    from services.reconcile.finance import BooksAtHand

    return BooksAtHand(store, books, lambda: catch_up_beside_others(store, books, PROJECTIONS))


def _handlers(tables: Tables) -> Handlers:
    of_house = (
        money.HANDLERS
        | days.HANDLERS
        | counts.handlers(tables)
        | breaks.HANDLERS
        | close.HANDLERS
        | disputes.HANDLERS
        | checkpoints.HANDLERS
    )
    return Handlers(tables.commands, tables.handlers | of_house)


def _now() -> datetime:
    return datetime.now(UTC)


def data_folder(data: Path | None) -> DataFolder:
    """Where the house's data lie: `--data`, else the user's own data folder."""
    return DataFolder(read_settings(data).data)
