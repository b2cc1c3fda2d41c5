"""What every use of PostgreSQL shares: how a session is opened and set, and how its errors are told."""

import logging
from types import TracebackType
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict

from infra.store_errors import StoreDamaged, StoreUnavailable

LOCK_TIMEOUT_S = 3

logging.getLogger("psycopg").addHandler(logging.NullHandler())  # else what it logs of a lost session is printed for our users

_NETWORK = {
    "connect_timeout": 5,  # s, for each address that the host's name has
    "keepalives": 1,
    "keepalives_idle": 10,  # s
    "keepalives_interval": 5,  # s
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # ms until data that nobody acknowledges end the connection
}
"""No wait for a machine that is gone lasts for ever. What the URL says of these wins."""

# Set by the session itself: it wins over server, database, role, URL and environment. Without ISO dates psycopg cannot
# read a time; with another isolation an append would not see what was stored while it waited for its turn; and with
# synchronous_commit off the server forgets, in a crash, what it has acknowledged.
_SESSION = """
SELECT set_config('datestyle', 'ISO, YMD', false),
       set_config('timezone', 'UTC', false),
       set_config('client_encoding', 'UTF8', false),
       set_config('bytea_output', 'hex', false),
       set_config('default_transaction_isolation', 'read committed', false),
       set_config('lock_timeout', %s, false),
       set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false)
"""


def connect(url: str, *, application: str, **options: Any) -> psycopg.Connection:
    """A connection in autocommit mode, set as the house needs it whatever the server's settings are.

    `application` is what the server's administrator sees of us; `options` are handed on to psycopg. StoreUnavailable.
    """
    place = place_of(url)
    with Explaining(place):
        given = {**_NETWORK, "fallback_application_name": application, **_parts(url)}
        connection = psycopg.connect(**given, autocommit=True, **options)
        try:
            connection.execute(_SESSION, (f"{LOCK_TIMEOUT_S}s",))
        except BaseException:
            connection.close()
            raise
        return connection


def is_lost(connection: psycopg.Connection, error: psycopg.Error) -> bool:
    """Whether the session is over, by its network or its server; then the connection is closed."""
    if error.sqlstate in _FAREWELLS:
        connection.close()
    return connection.closed


def place_of(url: str) -> str:
    """The URL for people, with what libpq fills in: where and as whom, never with a password."""
    defaults = {option.keyword.decode(): option.val.decode() for option in psycopg.pq.Conninfo.get_defaults() if option.val}
    parts = {name: str(value) for name, value in {**defaults, **_parts(url)}.items()}
    host, port, user = parts.get("host", ""), parts.get("port", ""), parts.get("user", "")
    as_whom = f"{quote(user)}@" if user else ""
    database = quote(parts.get("dbname") or user)
    if host.startswith(("/", "@")):  # a socket
        return f"postgresql://{as_whom}/{database}?host={host}"
    hosts = [f"[{one}]" if ":" in one else one for one in host.split(",")]
    ports = port.split(",") if "," in port else [port] * len(hosts)
    where = ",".join(f"{one}:{at}" if at else one for one, at in zip(hosts, ports, strict=False))
    return f"postgresql://{as_whom}{where}/{database}"


def _parts(url: str) -> dict[str, Any]:
    """What the URL says. libpq's own words for a URL that it cannot read may repeat the password in it."""
    try:
        return {name: value for name, value in conninfo_to_dict(url).items() if value is not None}
    except psycopg.Error:
        remedy = "One reads postgresql://user@host:5432/database; other characters than letters and digits are written %XX."
        raise StoreUnavailable("PostgreSQL", "its URL cannot be read", remedy) from None


_FAREWELLS = ("25P03", "57P01", "57P02", "57P03", "57P05")
"""SQLSTATEs after which a server closes the connection. The client notices that a moment later than the error."""

_AGAIN = "It is starting, stopping or overloaded: try again when it takes connections."
_SPACE = "Free space on its disk and try again; nothing of this was stored."
_REACH = "See that PostgreSQL runs there, that the database exists, and that the URL is right: address, user, password."
_RESTORE = "Restore the database from a backup."

_REMEDIES = {
    "08": _REACH,
    "25006": "It takes no changes: name the primary server, and a role that may write.",
    "25P03": "Nothing of this was stored: try again.",
    "40": "Other programs were in its way, and nothing of this was stored: try again.",
    "53100": _SPACE,
    "53": _AGAIN,
    "55P03": f"Another program has held it for {LOCK_TIMEOUT_S} s: wait for it or end it, and try again; nothing of this was stored.",
    "57014": "It took longer than the server's statement_timeout, and nothing of this was stored: raise that for this role.",
    "57": _AGAIN,
    "58": "Its disk is full or fails: look at the server's log and its disk.",
}
"""By SQLSTATE, the whole of it or its first two characters, which tell the class."""


class Explaining:
    """`with Explaining(place):` turns errors of connection, server and rights into StoreUnavailable and StoreDamaged.

    Broken constraints pass: they are answers, not troubles. So do mistakes in a statement: they are ours.
    """

    __slots__ = ("place",)

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not isinstance(error, psycopg.Error):
            return
        state = error.sqlstate or ""
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            remedy = "Have the owner of the database run `pataca admin roles`, and connect as a role that it made for this."
            raise StoreUnavailable(self.place, reason_of(error), remedy) from error
        if state.startswith("XX") and state != "XX000":
            raise StoreDamaged(self.place, reason_of(error), _RESTORE) from error
        remedy = _REMEDIES.get(state) or _REMEDIES.get(state[:2]) or ""
        if remedy or isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            raise StoreUnavailable(self.place, reason_of(error), remedy or _REACH) from error


def reason_of(error: psycopg.Error) -> str:
    """The server's sentence without its details, which repeat values; or libpq's lines as one, without its questions."""
    lines = (line.strip() for line in str(error).splitlines())
    return error.diag.message_primary or " ".join(line for line in lines if not line.endswith("?"))
