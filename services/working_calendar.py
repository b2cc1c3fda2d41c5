"""The house's working days, made when a permit or a dispute first asks: the calendars of the world take a second to load."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from infra.folder import DataFolder

if TYPE_CHECKING:
    from services.working_days import WorkingDays


def calendar_of(folder: DataFolder) -> "Callable[[], WorkingDays]":
    """With the folder's own `working-days.txt`, where it has one."""

    @cache
    def made() -> "WorkingDays":
        from services.working_days import WorkingDays

        return WorkingDays(folder.working_days.read_bytes() if folder.working_days.exists() else b"")

    return made
