"""The trail of a break for a person: what is wrong, who counted, which hands fit, and what to type next."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from services.reports.report import display, many

FITS_MAX: Final = 8
OTHERS_MAX: Final = 6


def told(trail: Mapping[str, Any], option: str = "") -> Iterator[str]:
    """`option` names the house in the commands (` --data DIR`)."""
    yield f"{trail['id']}  {trail['type']} ({trail['rule']}, {trail['severity']}): {trail['text']}"
    yield f"  {_where(trail)}, gaming day {trail['gaming_day']}, {_state(trail)}"
    yield from _sides(trail)
    for count in trail["counts"]:
        yield _count(count)
    if trail["hint"]:
        yield f"  it is {trail['hint']}"
    if trail["counterpart"]:
        yield f"  the next count or the one before has the opposite ({trail['counterpart']}): one of the two may be a miscount"
    if trail["groups"]:
        yield from _groups(trail, option)
    yield from _entries(trail["entries"])
    if trail["also"]:
        yield f"  the same fault elsewhere: {trail['also']}"
    if trail["article"]:
        yield from wrap(trail["article"], 110, initial_indent="  ", subsequent_indent="  ")
    yield "next:"
    for step in trail["next"]:
        yield f"  {step}{option}"


def _where(trail: Mapping[str, Any]) -> str:
    parts = [trail["table"] or trail["place"] or trail["text"]]
    if trail["shift"]:
        parts.append(f"shift {trail['shift']}")
    if trail["hand"]:
        parts.append(f"hand {trail['hand']}")
    return " ".join(parts)


def _state(trail: Mapping[str, Any]) -> str:
    owner = f"{trail['owner']} has it" if trail["owner"] else "nobody has it"
    age = f", {many(trail['age'], 'day')} old" if trail["age"] else ""
    return f"{trail['status']}, {owner}{age}"


def _sides(trail: Mapping[str, Any]) -> Iterator[str]:
    if trail["side_a"] is None:
        yield f"  expected    {trail['expected']}"
        yield f"  found       {trail['found']}"
        return
    for name, side in (("expected", "side_a"), ("found", "side_b"), ("difference", "difference")):
        yield f"  {name:<11} {trail['currency']} {display(trail[side], trail['currency']):>16}"


def _count(count: Mapping[str, Any]) -> str:
    people = f"{count['counted_by']}, witnessed by {count['witnessed_by']}"
    sheet = f", sheet {count['slip']}" if count["slip"] else ""
    amount = f"{count['currency']} {display(count['amount'], count['currency'])}"
    return f"  {count['kind']} {amount}, counted by {people}, {count['time']}, at position {count['at_pos']}{sheet}"


def _groups(trail: Mapping[str, Any], option: str) -> Iterator[str]:
    groups: Sequence[Mapping[str, Any]] = trail["groups"]
    currency = trail["currency"]
    lines = sum(len(group["lines"]) for group in groups)
    hands = sum(group["hand"] is not None for group in groups)
    others = many(len(groups) - hands, "other event")
    yield f"since the count before it: {many(lines, 'posting')} there, of {many(hands, 'hand')} and {others}"
    fitting = [group for group in groups if group["fits"]]
    if not fitting:
        yield "no single posting comes to the difference; the hands that moved most:"
    else:
        yield "what comes to exactly this difference, the likeliest first:"
    for group in fitting[:FITS_MAX]:
        fit = group["fits"][0]
        yield f"  {fit['why']}: {currency} {display(abs(fit['amount']), currency)}"
        yield f"      {_look(group, fit['line'])}{option}"
    if len(fitting) > FITS_MAX:
        yield f"  and {len(fitting) - FITS_MAX} more: --json tells all of them"
    if not fitting:
        for group in sorted(groups, key=lambda one: -abs(one["net"]))[:OTHERS_MAX]:
            yield f"  {currency} {display(group['net'], currency):>14}  {_look(group, group['lines'][0]['line'])}{option}"


def _look(group: Mapping[str, Any], line: str) -> str:
    return f"pataca hand replay {group['hand']}" if group["hand"] else f"pataca ledger why {line}"


def _entries(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for entry in entries:
        if not entry["lines"]:
            continue
        people = ", ".join(person for person in (entry["actor"], entry["approver"]) if person)
        yield f"  event {entry['event']}: {entry['type'] or 'not in the log'}{f' by {people}' if people else ''}"
        for line in entry["lines"]:
            amount = f"{line['currency']} {display(line['amount'], line['currency'])}"
            yield f"    {line['line']:<10} {line['book']:<6}{line['account']:<34}{amount:>20}  {line['leg']}"
