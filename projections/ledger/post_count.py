"""Postings of counts: drop that leaves its table and is counted, commission boxes that go to the cage, and differences that two
people have accepted (docs/close.md, Postings). A count itself posts nothing; none of this is revenue."""

from domain.counting import events as counting
from domain.procedures import COUNTS
from projections.ledger.entry import Line, Movements

_CHIPS_AT = {"opener": "9220", "closer": "9220", "commission-box": "9230", "cage-chips": "9210"}
_CASH_AT = {"drop": "1320", "cage-cash": "1110"}


def drop_removed(event: counting.DropRemoved) -> list[Line]:
    moves = Movements("")
    for currency, booked in event.booked.items():
        moves.currency = currency
        moves.leg("DROP_REMOVED", COUNTS, f"1320:{event.box}", f"1310:{event.table}", booked)
    return moves.lines


def drop_counted(event: counting.DropCounted) -> list[Line]:
    """What was counted is in the vault; a difference stays in the count room until it is accepted."""
    moves = Movements(event.currency)
    moves.leg("DROP_COUNTED", COUNTS, "1120", f"1320:{event.box}", event.amount)
    return moves.lines


def commission_box_counted(event: counting.CommissionBoxCounted) -> list[Line]:
    """What was counted is in the cage; a difference stays in the box until it is accepted."""
    moves = Movements(event.currency)
    moves.leg("BOX_TO_CAGE", COUNTS, f"9210:{event.cage}", f"9230:{event.table}", event.amount)
    return moves.lines


def difference_accepted(event: counting.CountDifferenceAccepted) -> list[Line]:
    """Chips that are missing are in hands that nobody knows, and owed to them; of chips too many the house owes less. Cash that is
    missing is the house's loss."""
    moves = Movements(event.currency)
    short = -event.difference
    if event.book == "MONEY":
        moves.leg("CASH_DIFFERENCE", COUNTS, f"6910:{event.place}", f"{_CASH_AT[event.kind]}:{event.place}", short)
        return moves.lines
    moves.leg("COUNT_DIFFERENCE", COUNTS, f"6920:{event.place}", f"2131:{event.place}", short)
    moves.leg("COUNT_DIFFERENCE", COUNTS, "9290", f"{_CHIPS_AT[event.kind]}:{event.place}", short)
    return moves.lines
