"""Gaming days as reports count with them: what a question covers, the month and the year up to a day."""

from datetime import date, timedelta

from projections.ledger.scope import Scope


def covers(scope: Scope, day: str) -> bool:
    return (scope.first_day or day) <= day <= (scope.last_day or day)


def month_of(day: str) -> str:
    return day[:7]


def first_of_month(day: str) -> str:
    return f"{day[:7]}-01"


def first_of_year(day: str) -> str:
    return f"{day[:4]}-01-01"


def days_of_year(day: str) -> int:
    return date(int(day[:4]), 12, 31).timetuple().tm_yday


def shifted(day: str, days: int) -> str:
    """So many days later, or earlier where below 0; a calendar begins with the year 1 and ends with 9999."""
    ordinal = date.fromisoformat(day).toordinal() + days
    return date.fromordinal(min(max(ordinal, 1), date.max.toordinal())).isoformat()


def between(first: str, last: str) -> list[str]:
    """Both ends included."""
    start, count = date.fromisoformat(first), (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
    return [(start + timedelta(days=n)).isoformat() for n in range(count)]


def days_apart(first: str, last: str) -> int:
    """0 for the same day; below 0 where `last` comes first."""
    return (date.fromisoformat(last) - date.fromisoformat(first)).days
