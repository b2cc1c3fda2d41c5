"""The papers of the house: what people sign beside the cards, one row each, as it was recorded.

Slips and counts, drop boxes, the house's own cash and chips, voids, disputes, breaks and what is done about them, how days are
closed, policies, permits, and when tables open and close. A row comes from its own event alone, so the sources may arrive in any
order; the reports over them fold what they need when they are asked, in the order of the log.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from sqlalchemy import BigInteger, Column, Connection, Index, MetaData, Table, Text, select

from domain import gaming_day, permits
from domain.baccarat import events as baccarat
from domain.breaks import events as breaks
from domain.cage import events as cage
from domain.catalogue import BY_TOPIC
from domain.closing import events as closing
from domain.counting import events as counting
from domain.disputes import events as disputes
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from projections.projection import Row, Writer

SLIPS: tuple[type[Event], ...] = (
    cage.FillSent,
    cage.FillReceived,
    cage.CreditSent,
    cage.CreditReceived,
    cage.SlipVoided,
)
TABLES: tuple[type[Event], ...] = (holdem.TableOpened, holdem.TableClosed, baccarat.TableOpened, baccarat.TableClosed)
ALL: frozenset[type[Event]] = frozenset(
    {
        *SLIPS,
        *TABLES,
        cage.ChipsIssued,
        cage.ChipsRetired,
        cage.CageFunded,
        cage.CashMoved,
        holdem.HandVoided,
        baccarat.RoundVoided,
        *counting.EVENTS,
        *breaks.EVENTS,
        *closing.EVENTS,
        *disputes.EVENTS,
        *gaming_day.EVENTS,
        *permits.EVENTS,
    }
)


class Paper(NamedTuple):
    """`key` is the table, cage, day, permit, break or case whose paper it is; `table` the one that it is about, if any."""

    position: int
    event_id: str
    gaming_day: str
    time: str
    key: str
    table: str | None
    actor: str | None
    approver: str | None
    event: Any

    @property
    def people(self) -> str:
        """`E-2001, E-3001`, as they stand on it."""
        return ", ".join(person for person in (self.actor, self.approver) if person)


class Papers:
    """Bodies are kept as the events say them now; the version rises with that of any event in them."""

    name: ClassVar[str] = "papers"
    version: ClassVar[int] = 1
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        self._papers = Table(
            f"{self.name}_papers_{generation}",
            self.metadata,
            Column("position", BigInteger, primary_key=True, autoincrement=False),
            *(Column(name, Text, nullable=False) for name in ("event_id", "topic", "gaming_day", "time", "key")),
            *(Column(name, Text) for name in ("table", "actor", "approver")),
            Column("body", Text, nullable=False),
            Index(f"{self.name}_topics_{generation}", "topic", "position"),
        )

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        writer.insert(self._papers, [_row(record) for record in batch if type(record.event) in ALL])

    def forget(self) -> None:
        """Nothing is kept between batches."""

    def read(self, connection: Connection, *kinds: type[Event], as_of: int, table: str | None = None) -> list[Paper]:
        """All of these kinds that were known at the position, in the order of the log."""
        papers = self._papers.c
        wanted = [papers.topic.in_(sorted(kind.topic() for kind in kinds)), papers.position <= as_of]
        if table is not None:
            wanted.append(papers.table == table)
        return [_paper(row) for row in connection.execute(select(self._papers).where(*wanted).order_by(papers.position)).mappings()]


def _row(record: Recorded) -> Row:
    return {
        "position": record.position,
        "event_id": record.id,
        "topic": record.event.topic(),
        "gaming_day": record.meta.gaming_day,
        "time": record.meta.time,
        "key": record.key,
        "table": record.key if record.stream.startswith("tables/") else getattr(record.event, "table", None),
        "actor": record.meta.actor,
        "approver": record.meta.approver,
        "body": record.event.body().decode(),
    }


def _paper(row: Any) -> Paper:
    event = BY_TOPIC[row["topic"]].model_validate_json(row["body"])
    return Paper(**{name: row[name] for name in Paper._fields if name != "event"}, event=event)
