"""A dispute told in sentences: what each step of a case said, and where the case stands."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.disputes import events as d
from projections.cases import CaseTold
from services.reports.report import display


def step_text(event: Any, currency: str) -> str:
    """One step, without the people and the time."""
    match event:
        case d.DisputeOpened():
            return f"{event.claimant} disputes {event.hand}: {event.claim}; an answer is due on {event.due}"
        case d.NoteAttached():
            return f"note{f' on the recording of {event.video}' if event.video else ''}: {event.note}"
        case d.EvidenceOpened():
            return f"sealed cards of {event.hand} are opened at {', '.join(event.spots)}: {event.reason}"
        case d.DisputeDecided():
            return f"{event.ruling} at the level {event.level}: {event.reason}   [{event.rule}]"
        case d.SettlementReversed():
            of_day = f", which restates {event.restates}" if event.restates else ""
            changed = [_result(result, currency) for result in event.results if result.due]
            return f"the settlement of {event.hand} is reversed{of_day}: {'; '.join(changed) or 'no player is owed or owes anything'}"
        case d.DisputePaid():
            return f"{display(event.amount, currency)} {currency} paid to {event.player}, {_means(event.to, event)}"
        case d.DisputeCollected():
            return f"{display(event.amount, currency)} {currency} collected from {event.player}, {_means(event.source, event)}"
        case d.DisputeBorne():
            return f"the house bears {display(event.amount, currency)} {currency} for {event.player}: {event.reason}"
    raise TypeError(f"{type(event).__name__} is no event of a dispute")


def case_line(row: Mapping[str, Any]) -> str:
    """A case in one line of the list."""
    ruling = f"{row['ruling']} ({row['level']})" if row["ruling"] else f"due {row['due']}"
    sums = [f"{name} {display(row[name], row['currency'])} {row['currency']}" for name in ("owed", "owing") if row[name]]
    return "  ".join((row["case"], row["status"], row["hand"], row["claimant"], ruling, *sums))


def case_told(name: str, told: CaseTold) -> Iterator[str]:
    """Head, steps, and what is left to be done."""
    opened = told.case.opened
    assert opened is not None, "a case begins with its opening"
    yield f"{name}  {told.case.status}  {opened.hand}"
    for paper in told.papers:
        who = f" ({paper.people})" if paper.people else ""
        yield f"{paper.position:>7}  {paper.time[:16].replace('T', ' ')} UTC  {step_text(paper.event, opened.currency)}{who}"
    yield from left_to_do(name, told.case.balances, opened.currency)


def left_to_do(name: str, balances: Mapping[str, int], currency: str) -> Iterator[str]:
    """For each player who is owed or owes something, the command that comes next."""
    for player, balance in sorted(balances.items()):
        amount = f"{display(abs(balance), currency)} {currency}"
        if balance > 0:
            yield f"{player} is owed {amount}: pataca dispute pay {name} --player {player} --amount {balance} --to wallet"
        else:
            yield f"{player} owes {amount}: pataca dispute collect {name} --player {player} --amount {-balance} --from wallet"


def _result(result: Any, currency: str) -> str:
    recorded, corrected = (display(amount, currency) for amount in (result.recorded, result.corrected))
    return f"{result.player} {recorded} becomes {corrected}"


def _means(means: d.Means, event: d.DisputePaid | d.DisputeCollected) -> str:
    if means == "wallet":
        return "over the wallet"
    return f"{means} of cage {event.cage}" if event.tray is None else f"chips of table {event.tray}"
