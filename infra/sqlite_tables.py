"""The event store's tables on SQLite. Nothing is ever changed or removed, and a stream has no holes: by rules of the database."""

from infra.sqlite_file import FileKind

# AUTOINCREMENT: an ordinary rowid is given again after its row is gone, and VACUUM may give them all anew.
_TABLES = """
CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    state BLOB NOT NULL,
    UNIQUE (stream, version)
) STRICT;
CREATE TABLE receipts (
    actor TEXT NOT NULL,
    key TEXT NOT NULL,
    digest BLOB NOT NULL,
    spans TEXT NOT NULL,
    PRIMARY KEY (actor, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE taken (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
"""

# INSERT OR REPLACE goes around triggers on DELETE unless the connection asks for recursive triggers. Other programs'
# connections do not, so an insert that would replace a row is refused before it can.
_INSERT_RULES = """
CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.version IS NOT 1 + coalesce((SELECT max(version) FROM events WHERE stream = NEW.stream), 0)
  OR EXISTS (SELECT 1 FROM events WHERE position = NEW.position)
BEGIN SELECT raise(ABORT, 'an event must follow the last one of its stream'); END;
CREATE TRIGGER receipts_once BEFORE INSERT ON receipts
WHEN EXISTS (SELECT 1 FROM receipts WHERE actor = NEW.actor AND key = NEW.key)
BEGIN SELECT raise(ABORT, 'a receipt is given once'); END;
CREATE TRIGGER taken_once BEFORE INSERT ON taken
WHEN EXISTS (SELECT 1 FROM taken WHERE kind = NEW.kind AND name = NEW.name)
BEGIN SELECT raise(ABORT, 'a name is taken once'); END;
"""


def _forever(table: str, action: str) -> str:
    return (
        f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
        f"BEGIN SELECT raise(ABORT, '{table} are never changed or removed'); END;\n"
    )


_FOREVER_RULES = "".join(_forever(table, action) for table in ("events", "receipts", "taken") for action in ("UPDATE", "DELETE"))

EVENTS = FileKind("event store", b"PTCe", _TABLES + _INSERT_RULES + _FOREVER_RULES)
