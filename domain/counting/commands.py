"""What is asked for when something is counted, or a drop box leaves its table."""

from domain.command import Command
from domain.counting.events import Kind
from domain.denominations import Denominations
from domain.fields import Count as Counted
from domain.fields import Currency, Day, Id, Position, TableCode
from domain.house import MAIN_CAGE


class Count(Command):
    """`place` is a table, a drop box or a cage, as the `kind` says; the approver is the witness.

    Without `at_pos` the count is compared with the books as they stand now, without `gaming_day` it belongs to the house's
    day at its time. `cage` is where the chips of a commission box go. `slip` is the number of the count's sheet.
    """

    do = "count"
    place: Id
    kind: Kind
    currency: Currency
    amount: Counted | None = None
    denominations: Denominations | None = None
    at_pos: Position | None = None
    gaming_day: Day | None = None
    cage: Id = MAIN_CAGE
    slip: Id | None = None


class RemoveDrop(Command):
    """The drop box of the table is taken to the count room, under a number that no other box has borne."""

    do = "remove-drop"
    table: TableCode
    box: Id
    gaming_day: Day | None = None


COMMANDS: tuple[type[Command], ...] = (Count, RemoveDrop)
