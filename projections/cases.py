"""The disputes of the house, told from their papers: where each one stands, and what happened in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.disputes.case import DisputeCase
from projections.papers import Paper


@dataclass(slots=True)
class CaseTold:
    """`papers` are those of its events, in their order."""

    case: DisputeCase = field(default_factory=DisputeCase)
    papers: list[Paper] = field(default_factory=list)


def cases_of(papers: Iterable[Paper]) -> dict[str, CaseTold]:
    """By case, in the order in which they were opened; `papers` are those of disputes in the order of the log."""
    found: dict[str, CaseTold] = {}
    for paper in papers:
        told = found.setdefault(paper.key, CaseTold())
        told.case.evolve(paper.event)
        told.papers.append(paper)
    return found


def case_row(name: str, told: CaseTold) -> dict[str, Any]:
    """A line of the list. `owed` is what the case owes players, `owing` what players owe it."""
    opened, decided = told.case.opened, told.case.decided
    assert opened is not None, "a case begins with its opening"
    balances = told.case.balances
    return {
        "case": name,
        "status": told.case.status,
        "hand": opened.hand,
        "table": opened.table,
        "claimant": opened.claimant,
        "claim": opened.claim,
        "opened_on": told.papers[0].gaming_day,
        "due": opened.due,
        "level": decided.level if decided else None,
        "ruling": decided.ruling if decided else None,
        "corrects": told.case.reversal is not None,
        "currency": opened.currency,
        "owed": sum(amount for amount in balances.values() if amount > 0),
        "owing": -sum(amount for amount in balances.values() if amount < 0),
    }


def case_detail(name: str, told: CaseTold) -> dict[str, Any]:
    """The line, with each player's part and every step of the case."""
    results = {result.player: result for result in told.case.reversal.results} if told.case.reversal else {}
    players = [
        {
            "player": player,
            "recorded": results[player].recorded if player in results else None,
            "corrected": results[player].corrected if player in results else None,
            "balance": told.case.balances.get(player, 0),
        }
        for player in sorted(results.keys() | told.case.balances.keys())
    ]
    return {**case_row(name, told), "players": players, "steps": [_step(paper) for paper in told.papers]}


def _step(paper: Paper) -> Mapping[str, Any]:
    event: Any = paper.event
    facts = event.model_dump(mode="json", exclude={"case", "settlement"}, exclude_none=True)
    people = {"actor": paper.actor, "approver": paper.approver}
    return {"event": paper.event_id, "type": event.contract, "time": paper.time, "gaming_day": paper.gaming_day, **people, "facts": facts}
