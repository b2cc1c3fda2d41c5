"""The `eventsourcing` library on PostgreSQL as its documentation sets it up: everything by its defaults but the pool, and texts as ids."""

from psycopg.conninfo import conninfo_to_dict


def environment(url: str, pool_size: int) -> dict[str, str]:
    """What its factory reads. Connections are opened beforehand, and no more of them later."""
    given = conninfo_to_dict(url)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(given["dbname"]),
        "POSTGRES_HOST": str(given.get("host", "")),
        "POSTGRES_PORT": str(given.get("port", 5432)),
        "POSTGRES_USER": str(given.get("user", "")),
        "POSTGRES_PASSWORD": str(given.get("password", "none")),
        "POSTGRES_POOL_SIZE": str(pool_size),
        "POSTGRES_MAX_OVERFLOW": "0",
        "ORIGINATOR_ID_TYPE": "text",
    }
