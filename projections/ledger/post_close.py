"""Postings of the close: tax and contributions on the month's revenue (docs/close.md, Postings)."""

from domain.closing.events import TaxAccrued
from domain.law import GAMING_TAX
from domain.procedures import CLOSE
from projections.ledger.entry import Line, Movements


def tax_accrued(event: TaxAccrued) -> list[Line]:
    """In MOP; a month that has lost since it was last accrued gives back."""
    moves = Movements("MOP")
    moves.leg("TAX", GAMING_TAX, "6010", "2310", event.tax)
    moves.leg("FUND", CLOSE, "6010", "2320", event.fund)
    moves.leg("DEVELOPMENT", CLOSE, "6010", "2330", event.development)
    return moves.lines
