"""What PostgreSQL itself refuses the books, whoever asks: a leg that does not sum to 0, and a change to what was written.

SQLite's books have one writer, which proves the same by a question (projections/ledger/ledger.py).
"""

import re

from sqlalchemy import DDL, Table, event
from sqlalchemy.exc import IntegrityError

_ZERO_SUM = """
CREATE OR REPLACE FUNCTION ledger_zero_sum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    wrong record;
BEGIN
    SELECT position, leg, book, currency, sum(amount) AS total INTO wrong
    FROM added GROUP BY position, leg, book, currency HAVING sum(amount) <> 0 ORDER BY position LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = format(
            'the lines of position %s do not sum to 0: leg %s in book %s is out by %s %s',
            wrong.position, wrong.leg, wrong.book, wrong.total, wrong.currency);
    END IF;
    RETURN NULL;
END
$$
"""
_ONLY_ADDED_TO = """
CREATE OR REPLACE FUNCTION ledger_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = format('%s is only added to: %s is refused', TG_TABLE_NAME, TG_OP);
END
$$
"""
_REFUSED = re.compile(r"the lines of position (\d+) do not sum to 0")


def guard(entries: Table, lines: Table) -> None:
    """Their tables are made with these guards, on PostgreSQL. One look at all new lines of a statement, for one at each would
    cost five times as much."""
    _on_creation(
        lines,
        _ZERO_SUM,
        f"CREATE TRIGGER {lines.name}_zero_sum AFTER INSERT ON {lines.name} REFERENCING NEW TABLE AS added "
        "FOR EACH STATEMENT EXECUTE FUNCTION ledger_zero_sum()",
    )
    for table in (entries, lines):
        _on_creation(
            table,
            _ONLY_ADDED_TO,
            f"CREATE TRIGGER {table.name}_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON {table.name} "
            "FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_added_to()",
        )


def unbalanced(refused: IntegrityError) -> int | None:
    """The position whose lines the database has refused; None if it has refused something else."""
    found = _REFUSED.search(str(refused.orig))
    return int(found[1]) if found else None


def _on_creation(table: Table, *statements: str) -> None:
    for statement in statements:
        ddl = DDL(statement.replace("%", "%%"))  # type: ignore[no-untyped-call]
        event.listen(table, "after_create", ddl.execute_if(dialect="postgresql"))
