"""The house's roles in PostgreSQL, and what each of them may do: nothing but what stands here.

They are groups, as which nobody logs in: whoever runs the server gives login users of their own to them, and to those of
projectors the setting `role` (ALTER ROLE ledger_1 SET role = 'casino_projector_ledger'), so that the tables of a new generation
belong to the group and not to one user of it.
All else belongs to casino_owner, of which no process is a member; and not even casino_owner may change an event.
"""

from collections.abc import Sequence
from dataclasses import dataclass

OWNER = "casino_owner"
WRITER = "casino_writer"
RELAY = "casino_relay"
REPORT = "casino_report"
VAULT = "casino_vault"
PROJECTORS = "casino_projector"
"""All projections in one process; whoever runs one of them alone is `projector(NAME)`."""

FOR_EVER = ("casino.events", "casino.receipts", "casino.taken")
"""Only added to, by whomever."""


@dataclass(frozen=True, slots=True)
class Grant:
    """`rights` on `thing` for `role`, in the words of SQL."""

    role: str
    rights: str
    thing: str


def projector(projection: str) -> str:
    return f"{PROJECTORS}_{projection}"


def projectors(projections: Sequence[str]) -> list[str]:
    return [PROJECTORS, *map(projector, projections)]


def all_roles(projections: Sequence[str]) -> list[str]:
    return [OWNER, WRITER, RELAY, REPORT, VAULT, *projectors(projections)]


def event_grants(projections: Sequence[str]) -> list[Grant]:
    """In the database of the events."""
    return [
        Grant(WRITER, "USAGE", "SCHEMA casino"),
        *(Grant(WRITER, "SELECT, INSERT", f"TABLE {table}") for table in FOR_EVER),
        Grant(WRITER, "EXECUTE", "FUNCTION casino.append"),
        Grant(WRITER, "SELECT, INSERT, DELETE", "TABLE casino.attempts"),  # the oldest go; no decision reads them
        Grant(RELAY, "USAGE", "SCHEMA casino"),
        Grant(RELAY, "SELECT", "TABLE casino.events"),
        Grant(RELAY, "SELECT, UPDATE", "TABLE casino.relayed"),
        *(grant for role in [*projectors(projections), REPORT] for grant in _reading_the_log(role)),
        Grant(REPORT, "SELECT", "TABLE casino.attempts"),  # a replay tells what was refused; cards are struck out there
    ]


def book_grants(projections: Sequence[str], shared: Sequence[str]) -> list[Grant]:
    """In the database of the books. `shared`: the tables there that are one for all projections, each with its own rows."""
    return [
        *(Grant(role, "USAGE, CREATE", "SCHEMA casino_books") for role in projectors(projections)),
        *(Grant(role, "SELECT, INSERT, UPDATE, DELETE", f"TABLE {table}") for role in projectors(projections) for table in shared),
        Grant(REPORT, "USAGE", "SCHEMA casino_books"),
        Grant(REPORT, "SELECT", "ALL TABLES IN SCHEMA casino_books"),
    ]


def tree_grants() -> list[Grant]:
    """Beside the events: whoever signs a checkpoint lets the tree over them grow."""
    tables = ("casino_tree.head", "casino_tree.tiles")
    return [
        *(Grant(role, "USAGE", "SCHEMA casino_tree") for role in (WRITER, REPORT)),
        *(Grant(WRITER, "SELECT, INSERT, UPDATE", f"TABLE {table}") for table in tables),
        *(Grant(REPORT, "SELECT", f"TABLE {table}") for table in tables),
    ]


def vault_grants() -> list[Grant]:
    """In the database of the vault. A key or a deck that is there stays as it is."""
    return [
        Grant(VAULT, "USAGE", "SCHEMA casino_vault"),
        Grant(VAULT, "SELECT, INSERT", "TABLE casino_vault.keys"),
        Grant(VAULT, "SELECT, INSERT", "TABLE casino_vault.decks"),
        Grant(VAULT, "SELECT, INSERT, UPDATE (digest)", "TABLE casino_vault.named"),  # a deal that was refused is sent again
    ]


def _reading_the_log(role: str) -> list[Grant]:
    return [
        Grant(role, "USAGE", "SCHEMA casino"),
        Grant(role, "SELECT", "TABLE casino.events"),
        Grant(role, "SELECT", "TABLE casino.relayed"),
    ]
