"""The facts of a close. Whoever answers for a step stands in it: the same person may not take the next one."""

from domain.event import Event


class GamingDayCut(Event):
    """From this event's own position on the day gets nothing but its counts, what is accepted of them, and its close."""

    contract = "day.gaming-day-cut"
    gaming_day: str


class TaxAccrued(Event):
    """MOP in minor units. `ggr` is the month's revenue up to the day `through`, by currency, as the books had it at `as_of`.

    `due_...` is what the month comes to on it, `tax`, `fund` and `development` what had not been accrued before; below 0
    where the month has lost since.
    """

    contract = "day.tax-accrued"
    gaming_day: str
    through: str
    as_of: int
    policy: str
    ggr: dict[str, int]
    due_tax: int
    due_fund: int
    due_development: int
    tax: int
    fund: int
    development: int


class ClosePrepared(Event):
    """`proof` is the SHA-256 of the day's proof, worked out as of this position."""

    contract = "day.close-prepared"
    gaming_day: str
    proof: str
    as_of: int
    prepared_by: str


class CloseSigned(Event):
    """The certificate: nothing is booked into the day any more."""

    contract = "day.close-signed"
    gaming_day: str
    proof: str
    as_of: int
    signed_by: str


class MonthLocked(Event):
    """Its return is made: corrections go into the next one."""

    contract = "day.month-locked"
    month: str


EVENTS: tuple[type[Event], ...] = (GamingDayCut, TaxAccrued, ClosePrepared, CloseSigned, MonthLocked)
