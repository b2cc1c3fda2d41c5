"""One run: every rule over one snapshot of the books, and what people have done about what it finds.

Same facts, same options, same result: nothing here asks a clock.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from domain.event import Recorded
from infra.log import pages
from projections.ledger.proof import Verdict
from projections.ledger.scope import Row
from services.reconcile.bank import compare_bank
from services.reconcile.bank_file import StatementLine
from services.reconcile.clearing import compare_clearing
from services.reconcile.counts import compare_counts, compare_drop
from services.reconcile.desk import Desk
from services.reconcile.found import Break, Findings, Matched, Missing, Unmatched
from services.reconcile.life import Standing, standings
from services.reconcile.proofs import booked_breaks, prove_all
from services.reconcile.severity import INTEGRITY, with_runs
from services.reconcile.slips import compare_slips
from services.reconcile.slips_file import PaperSlip
from services.reconcile.win import compare_win, win_of

Outcome = Literal["matched", "breaks", "integrity"]
Show = Callable[[Iterable[Recorded]], Iterable[Recorded]]
"""Hands records on, and may show a person how far along they are."""

RULES: Mapping[str, str] = {
    "R01": "every event that posts has its entry, and every entry its event",
    "R02": "posted again, every entry has the same lines",
    "R03": "the chains are unbroken",
    "R04": "every entry, hand, round and command sums to 0",
    "R05": "the two books say the same of the chips",
    "R06": "balances are the sums of their lines",
    "R07": "hands played again give the same money",
    "R08": "trays against the books",
    "R09": "drop and commission boxes against the books",
    "R10": "cages against the books",
    "R11": "slips: what was sent arrived, no number is missing",
    "R12": "openers against closers",
    "R13": "win by count against win by events",
    "R14": "nobody has less than nothing",
    "R15": "clearing accounts",
    "R16": "bank accounts against statements",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """`gaming_day`: breaks of that day and of all days before it. `currency`, `table`: theirs alone."""

    gaming_day: str | None = None
    currency: str | None = None
    table: str | None = None

    def covers(self, one: "Break | Matched | Unmatched") -> bool:
        in_days = self.gaming_day is None or one.gaming_day <= self.gaming_day
        return in_days and self.currency in (None, one.currency) and self.table in (None, one.table)


@dataclass(frozen=True, slots=True)
class Papers:
    """What was brought to the run besides the books; None: not given."""

    slips: Sequence[PaperSlip] | None = None
    bank: Sequence[StatementLine] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """`breaks` in the order in which to look at them; `verdicts` of the proofs, none where the run left them out."""

    desk: Desk
    scope: Scope
    breaks: Sequence[Standing]
    compared: Sequence[Matched]
    events: Sequence[Unmatched]
    counts: Sequence[Unmatched]
    missing: Sequence[Missing]
    win: Sequence[Row]
    verdicts: Sequence[Verdict] = ()
    read: int = 0
    inputs: Mapping[str, str] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        standing = [one for one in self.breaks if one.counts]
        if any(one.found.type in INTEGRITY for one in standing):
            return "integrity"
        return "breaks" if standing else "matched"


def run(desk: Desk, scope: Scope, papers: Papers, show: Show, inputs: Mapping[str, str] | None = None) -> Result:
    """Every rule. The log is read once, up to the desk's position."""
    proved = prove_all(desk, show(record for page in pages(desk.store, 0, desk.as_of) for record in page))
    win = win_of(desk)
    findings = Findings(breaks=list(proved.breaks))
    findings.take([*_of_people(desk, papers), compare_win(desk, win)])
    if any(one.rule == "R05" and one.type == "BALANCE" for one in findings.breaks):
        findings.breaks = [one for one in findings.breaks if one.rule != "R13"]  # the same fault, told by I5 for the whole table
    wrong = {event_id for one in proved.breaks for event_id in one.event_ids}
    findings.breaks = [one for one in findings.breaks if not _is_of_entry(one, wrong)]
    return _result(desk, scope, findings, win, proved.verdicts, proved.events, inputs or {})


def _is_of_entry(one: Break, wrong: Set[str]) -> bool:
    """What a slip has on the way follows from its entries: a wrong one is told already."""
    return (one.rule, one.type) == ("R11", "BALANCE") and not wrong.isdisjoint(one.event_ids)


def run_quickly(desk: Desk) -> Result:
    """The rules that need no reading of the log: what people count, and what the books found while booking."""
    findings = Findings(breaks=booked_breaks(desk)).take(_of_people(desk, Papers()))
    return _result(desk, Scope(), findings, (), (), 0, {})


def _of_people(desk: Desk, papers: Papers) -> list[Findings]:
    return [
        compare_counts(desk),
        compare_drop(desk),
        compare_slips(desk, papers.slips),
        compare_clearing(desk),
        compare_bank(desk, papers.bank),
    ]


def _result(
    desk: Desk,
    scope: Scope,
    findings: Findings,
    win: Sequence[Row],
    verdicts: Sequence[Verdict],
    read: int,
    inputs: Mapping[str, str],
) -> Result:
    breaks = [one for one in with_runs(findings.breaks, desk.figures(desk.day)) if scope.covers(one)]
    in_day = [row for row in win if scope.gaming_day in (None, row["gaming_day"])]
    return Result(
        desk=desk,
        scope=scope,
        breaks=standings(desk, breaks),
        compared=sorted((one for one in findings.compared if scope.covers(one)), key=lambda one: (one.rule, one.place, one.source)),
        events=sorted((one for one in findings.events if scope.covers(one)), key=lambda one: (one.rule, one.place, one.source)),
        counts=sorted((one for one in findings.counts if scope.covers(one)), key=lambda one: (one.rule, one.place, one.source)),
        missing=sorted(set(findings.missing), key=lambda one: (one.rule, one.place, one.text)),
        win=[row for row in in_day if scope.currency in (None, row["currency"]) and scope.table in (None, row["table"])],
        verdicts=verdicts,
        read=read,
        inputs=inputs,
    )
