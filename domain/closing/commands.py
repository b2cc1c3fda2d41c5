"""What the close of a gaming day and of a month is asked with."""

from domain.command import Command
from domain.fields import Day, Month


class CutDay(Command):
    do = "cut-day"
    gaming_day: Day


class PrepareClose(Command):
    """The actor is the maker. As long as tax is to be accrued that is the answer; sent again, the close is prepared."""

    do = "prepare-close"
    gaming_day: Day


class SignClose(Command):
    """The actor is the checker."""

    do = "sign-close"
    gaming_day: Day


class LockMonth(Command):
    do = "lock-month"
    month: Month


COMMANDS: tuple[type[Command], ...] = (CutDay, PrepareClose, SignClose, LockMonth)
