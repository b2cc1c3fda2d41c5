"""A house with bundles of it: two tables of Hold'em and one of baccarat, wallets between, a checkpoint in the middle and one behind."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from infra.books import Books
from infra.vault import Vault
from projections.hands import Hands
from projections.ledger.ledger import Ledger
from services.projector import catch_up, live
from services.proof.bundle import choose_day, choose_hand, written
from tests.services.baccarat_pit import Pit
from tests.services.house import DAY, House, house

HAND = f"PK-07/{DAY}/2"


@dataclass
class Bundles:
    pit: House
    books: Books

    def hand(self, hand: str = HAND, previous: str | None = None) -> bytes:
        return self._written(hand, previous)

    def day(self, previous: str | None = None) -> bytes:
        return self._written(None, previous)

    def _written(self, hand: str | None, previous: str | None) -> bytes:
        catch_up(self.pit.store, self.books, (Ledger, Hands))
        self.pit.notary.catch_up()
        with self.books.read() as connection:
            if hand is None:
                chosen = choose_day(self.pit.store, DAY)
            else:
                row = live(connection, Hands).projection.find(connection, hand)
                assert row is not None
                chosen = choose_hand(self.pit.store, hand, row["stream"], row["first_version"], row["last_version"])
            tables = live(connection, Ledger).projection.tables
            return b"".join(written(chosen, self.pit.notary, (connection, tables), previous))


@contextmanager
def bundles(folder: Path | None = None) -> Iterator[Bundles]:
    with house(folder) as pit, closing(Books.memory()) as books:
        yield Bundles(pit, books)


class SignsAs:
    """The vault of one house signs with the key of another: the same house that tells two stories."""

    def __init__(self, own: Vault, signer: Vault) -> None:
        self.public_key, self.sign, self.opening = signer.public_key, signer.sign, own.opening


def evening(pit: House) -> str:
    """Plays it; the note of the checkpoint in the middle."""
    for table in ("PK-07", "PK-08"):
        pit.open({1: 20_000, 3: 20_000, 4: 20_000}, table=table)
    pit.play("PK-07")
    pit.play("PK-08")
    [middle] = pit.do("sign-checkpoint").events
    pit.play("PK-07")
    pit.do("deposit", wallet="P-1", amount=5_000, currency="HKD")
    pit.play("PK-08")
    pit.play("PK-07")
    baccarat = Pit(pit.send)
    baccarat.open()
    baccarat.sit(1, 2)
    baccarat.evening(Random(3), 2)
    pit.do("sign-checkpoint")
    return middle.event.note
