"""The proofs of the books, for `verify`: R01 to R07 and R14 (docs/finance.md, Proofs). Nothing is changed."""

from collections.abc import Iterable

from sqlalchemy import Connection

from domain.event import Recorded
from projections.ledger import prove_books
from projections.ledger.proof import Verdict
from projections.ledger.prove_events import PostedAgain
from projections.ledger.prove_games import PlayedAgain
from projections.ledger.prove_signs import WalletsAgain
from projections.ledger.tables import LedgerTables


def prove(connection: Connection, tables: LedgerTables, records: Iterable[Recorded]) -> list[Verdict]:
    """Every verdict, by rule. `records`: the log up to the position of the books and no further; it is read once."""
    readers = (PostedAgain(connection, tables), PlayedAgain(connection, tables), WalletsAgain(connection, tables))
    for recorded in records:
        for reader in readers:
            reader.take(recorded)
    verdicts = [verdict for reader in readers for verdict in reader.verdicts()] + prove_stored(connection, tables)
    return sorted(verdicts, key=lambda verdict: verdict.rule)


def prove_stored(connection: Connection, tables: LedgerTables) -> list[Verdict]:
    """R03 to R06, which need the books alone."""
    proofs = (prove_books.unbroken, prove_books.zero_sum, prove_books.both_books, prove_books.balances)
    return [proof(connection, tables) for proof in proofs]
