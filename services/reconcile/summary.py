"""One screen for whoever comes to it at six in the morning: what, where, how much, and the command to type next."""

from collections.abc import Iterator
from typing import Final

from services.reconcile.life import Standing
from services.reconcile.run import RULES, Result
from services.reports.report import display, many

SHOWN_MAX: Final = 8
"""Breaks on the screen, so that all of it is seen at once; the others are in the list."""

_MARK: Final = {"critical": "!!", "regulator": "! ", "report": "  ", "minor": "  "}


def sentences(result: Result, option: str = "") -> Iterator[str]:
    """`option` names the house in the commands (` --data DIR`)."""
    standing = [one for one in result.breaks if one.counts]
    day = result.scope.gaming_day or "all gaming days"
    yield f"{_OUTCOMES[result.outcome]}: {day} as of position {result.desk.as_of}, {_many(standing)}"
    yield ""
    for one in standing[:SHOWN_MAX]:
        yield from lines_of(one, option)
    if len(standing) > SHOWN_MAX:
        yield f"   and {many(len(standing) - SHOWN_MAX, 'break')} more: pataca breaks list{option}"
    quiet = [one for one in result.breaks if not one.counts]
    if quiet:
        settled = sum(not one.found.within for one in quiet)
        yield f"   settled: {settled}; within tolerance: {len(quiet) - settled}"
    if result.breaks:
        yield ""
    yield from _rules(result)


def lines_of(one: Standing, option: str) -> Iterator[str]:
    """Two lines: what is wrong, and how to look into it."""
    found = one.found
    age = f", {many(one.age, 'day')} old" if one.age else ""
    owner = f", {one.record.owner} has it" if one.record.owner else ", nobody has it"
    yield f"{_MARK[one.severity]} {money_of(one):<20} {found.where}: {found.text} ({found.rule} {found.type}, {one.severity}{age}{owner})"
    yield f"      pataca breaks show {one.id}{option}"


def money_of(one: Standing) -> str:
    """`HKD -500.00`; what is no money as it is told."""
    found = one.found
    if found.difference is None:
        return found.type
    if found.currency is None:
        return f"{found.difference:+}"
    return f"{found.currency} {display(found.difference, found.currency)}"


def _rules(result: Result) -> Iterator[str]:
    """Which rules had something to say; the places and files that others wait for."""
    broken = {one.found.rule for one in result.breaks if one.counts}
    looked = {verdict.rule for verdict in result.verdicts if verdict.checked} | {one.rule for one in result.compared}
    looked |= {"R13"} if any(row["left"] is not None for row in result.win) else set()
    fine = [rule for rule in RULES if rule in looked and rule not in broken]
    idle = [rule for rule in RULES if rule not in looked and rule not in broken and rule not in {one.rule for one in result.missing}]
    if fine:
        yield f"agree: {' '.join(fine)}"
    if idle:
        yield f"nothing to compare: {' '.join(idle)}"
    for state in ("not-counted", "not-given"):
        places: dict[str, list[str]] = {}
        for one in result.missing:
            if one.state == state and one.place not in places.setdefault(one.rule, []):
                places[one.rule].append(one.place)
        told = [
            f"{rule} {', '.join(names[:SHOWN_MAX])}{' ...' if len(names) > SHOWN_MAX else ''}" for rule, names in sorted(places.items())
        ]
        if told:
            yield f"{state}: {'; '.join(told)}"


def _many(standing: list[Standing]) -> str:
    if not standing:
        return "no breaks"
    severe = sum(one.severity in ("critical", "regulator") for one in standing)
    return many(len(standing), "break") + (f", {severe} of them critical or the regulator's" if severe else "")


_OUTCOMES: Final = {"matched": "Everything agrees", "breaks": "It does not agree", "integrity": "THE BOOKS CANNOT BE TRUSTED"}
