"""One statement or function of PostgreSQL a file: the listing of this folder is the table of contents."""

from pathlib import Path


def statement(name: str) -> bytes:
    """The text of `NAME.sql`."""
    return (Path(__file__).parent / f"{name}.sql").read_bytes()
