"""Macau's working days: Monday to Friday without the holidays of the government, half days included as working days.

The library's other categories and its default language give wrong deadlines, so both are named here. The house may
correct it with a file of one line a day: `2026-12-23 off typhoon`, `2026-12-24 work`; `#` begins a comment.
"""

import re
from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from importlib.metadata import version

from holidays import country_holidays
from holidays.constants import GOVERNMENT

from domain.permits import DaysOff
from domain.rules import RuleBroken
from services.errors import BadOverride

_HALF_DAY = "（下午）"  # noqa: RUF001
_LINE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\s+(off|work)(\s.*)?")


class WorkingDays:
    """`overrides` is the content of the house's own file, UTF-8; BadOverride where a line cannot be read."""

    def __init__(self, overrides: bytes = b"") -> None:
        self._holidays = country_holidays("MO", categories=(GOVERNMENT,), language="zh_MO")
        self._overrides = _read(overrides)
        self._source = f"holidays {version('holidays')}"
        self._overrides_sha256 = sha256(overrides).hexdigest() if overrides else None

    def days_off(self, days: Iterable[str]) -> DaysOff:
        """Which of these days, `YYYY-MM-DD`, are no working days; `calendar-unknown` for one that the library does not cover."""
        off = tuple(day for day in days if not self._is_working(day))
        return DaysOff(days=off, calendar=self._source, overrides=self._overrides_sha256)

    def _is_working(self, day: str) -> bool:
        if day in self._overrides:
            return self._overrides[day]
        when = date.fromisoformat(day)
        first, last = self._holidays.start_year, self._holidays.end_year
        if not first <= when.year <= last:
            raise RuleBroken("calendar-unknown", None, f"the holidays of {when.year} are not known", {"year": {"min": first, "max": last}})
        name = self._holidays.get(when)
        return when.weekday() < 5 and (name is None or name.endswith(_HALF_DAY))


def _read(overrides: bytes) -> dict[str, bool]:
    """Day to whether it is a working day; the last line about a day wins."""
    found = {}
    for number, line in enumerate(overrides.decode("utf-8-sig", "replace").split("\n"), start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        match = _LINE.fullmatch(text)
        try:
            day = date.fromisoformat(match[1]).isoformat() if match else None
        except ValueError:
            day = None
        if match is None or day is None:
            raise BadOverride(f"line {number} of the working days: a line is a day, then `off` or `work`, such as `2026-12-23 off typhoon`")
        found[day] = match[2] == "work"
    return found
