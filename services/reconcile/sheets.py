"""One count as a rule takes it: what was counted, where, and which account of the books it is held against."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from domain.counting import events as counting
from projections.ledger.counted import PLACES
from projections.papers import Paper
from services.reconcile.desk import Desk
from services.reconcile.found import Break, Matched, State

RULES: Final = {"opener": "R08", "closer": "R08", "commission-box": "R09", "drop": "R09", "cage-chips": "R10", "cage-cash": "R10"}
TEXTS: Final = {
    "opener": "opener against the books",
    "closer": "closer against the books",
    "commission-box": "commission box against the books",
    "cage-chips": "chips of the cage against the books",
    "cage-cash": "cash of the cage against the books",
    "drop": "drop box against the cash that its table has taken",
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """`place` is a table, drop box or cage, as `kind` says."""

    paper: Paper
    kind: str
    place: str
    table: str | None

    @classmethod
    def of(cls, paper: Paper) -> "Sheet":
        event = paper.event
        match event:
            case counting.TrayCounted():
                return cls(paper, event.kind, event.table, event.table)
            case counting.CommissionBoxCounted():
                return cls(paper, "commission-box", event.table, event.table)
            case counting.DropCounted():
                return cls(paper, "drop", event.box, event.table)
        return cls(paper, event.kind, event.cage, None)

    @property
    def account(self) -> str:
        return f"{PLACES[self.kind]}:{self.place}"

    @property
    def currency(self) -> str:
        return str(self.paper.event.currency)

    @property
    def amount(self) -> int:
        return int(self.paper.event.amount)

    @property
    def at_pos(self) -> int:
        return int(self.paper.event.at_pos)

    @property
    def key(self) -> str:
        """What makes it this count and no other: a sheet in a file has the one that it will have on record."""
        return "/".join((self.kind, self.place, self.currency, self.paper.time, self.paper.event.slip or ""))

    def matched(self, rule: str, expected: int, state: State | None) -> Matched:
        return Matched(
            rule=rule,
            what=self.kind,
            place=self.place,
            gaming_day=self.paper.gaming_day,
            currency=self.currency,
            side_a=expected,
            side_b=self.amount,
            state=state,
            source=self.paper.event_id,
            table=self.table,
        )

    def broken(self, desk: Desk, **fields: Any) -> Break:
        """With `rule`, `type`, sides, severity and text of the rule that finds it."""
        about: dict[str, Any] = {
            "key": self.key,
            "gaming_day": self.paper.gaming_day,
            "position": self.paper.position,
            "side_b": self.amount,
            "currency": self.currency,
            "table": self.table,
            "shift": self._shift(desk),
            "kind": self.kind,
            "place": self.place,
            "at_pos": self.at_pos,
            "account": self.account,
            "event_ids": (self.paper.event_id,),
        }
        return Break(**about | fields)

    def _shift(self, desk: Desk) -> str | None:
        of_table = desk.shifts.get((self.place, self.currency)) if self.kind in ("opener", "closer") else None
        return of_table.counted_at(self.at_pos, self.kind) if of_table else None


def by_account(papers: Iterable[Paper]) -> Iterator[list[Sheet]]:
    """The counts of each tray, commission box and cage in each currency, in the order of the moments that they were held at."""
    kinds = (counting.TrayCounted, counting.CommissionBoxCounted, counting.CageCounted)
    sheets = [Sheet.of(paper) for paper in papers if isinstance(paper.event, kinds)]
    sheets.sort(key=lambda sheet: (sheet.account, sheet.currency, sheet.at_pos, sheet.kind != "closer", sheet.paper.position))
    for _, of_account in groupby(sheets, key=lambda sheet: (sheet.account, sheet.currency)):
        yield list(of_account)
