"""The facts of counts. Amounts are minor units; `at_pos` is the position of the log at which a count is compared with the books.

Who counted is the actor of the event, who witnessed it the approver. `slip` is the number of the count's sheet.
"""

from typing import Literal

from domain.event import Event

Kind = Literal["opener", "closer", "drop", "commission-box", "cage-chips", "cage-cash"]


class Counted(Event):
    """What every count says."""

    currency: str
    amount: int
    at_pos: int
    denominations: dict[str, int] | None = None
    slip: str | None = None


class TrayCounted(Counted):
    """The chips of a table's tray at the beginning (`opener`) or end (`closer`) of a shift."""

    contract = "cage.tray-counted"
    table: str
    kind: Literal["opener", "closer"]


class CommissionBoxCounted(Counted):
    """The chips that lay in a Hold'em table's commission box; the `cage` has them now."""

    contract = "cage.commission-box-counted"
    table: str
    cage: str


class DropRemoved(Event):
    """A drop box has left its table. `booked` is the cash that the table has taken since the last removal, by currency.

    `session` and `session_cash` mark how far that is: this table session, and all the cash that it had taken by then.
    """

    contract = "cage.drop-removed"
    table: str
    box: str
    booked: dict[str, int]
    session: int
    session_cash: int


class DropCounted(Counted):
    """The cash of a drop box that was removed from `table`; it goes to the vault."""

    contract = "cage.drop-counted"
    table: str
    box: str


class CageCounted(Counted):
    contract = "cage.cage-counted"
    cage: str
    kind: Literal["cage-chips", "cage-cash"]


class CountDifferenceAccepted(Event):
    """Two people have taken a difference for what it is: `counted` - `booked`, both as of `at_pos`.

    `kind` and `place` are those of the count: a table, drop box or cage. `number` is that of a system's defect. `restates` is
    the break's gaming day where that was signed before.
    """

    contract = "finance.count-difference-accepted"
    break_id: str
    kind: Kind
    place: str
    book: Literal["MONEY", "CHIP"]
    currency: str
    counted: int
    booked: int
    difference: int
    at_pos: int
    explanation: str
    number: str | None = None
    text: str | None = None
    restates: str | None = None

    @property
    def table(self) -> str | None:
        """Where it was found, if at a table."""
        return self.place if self.kind in ("opener", "closer", "commission-box") else None


EVENTS: tuple[type[Event], ...] = (
    TrayCounted,
    CommissionBoxCounted,
    DropRemoved,
    DropCounted,
    CageCounted,
    CountDifferenceAccepted,
)
