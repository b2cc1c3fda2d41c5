"""Decisions on disputes. A ruling stands until a higher level rules; a settlement is reversed once, for ever."""

from typing import Any, Final, get_args

from domain.articles import article_text
from domain.disputes.case import DisputeCase
from domain.disputes.commands import AttachNote, BearDispute, CaseCommand, CollectDispute, DecideDispute, OpenDispute, PayDispute
from domain.disputes.due import due_on
from domain.disputes.events import (
    DisputeBorne,
    DisputeCollected,
    DisputeDecided,
    DisputeOpened,
    DisputePaid,
    Level,
    NoteAttached,
    SettlementReversed,
)
from domain.disputes.settlement import COPIES_MAX, POT, Settlement
from domain.event import Event
from domain.house import named, two_people
from domain.permits import DaysOff
from domain.procedures import DISPUTES
from domain.questions import PlayedHand
from domain.rules import RuleBroken

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""From the lowest up."""


def decide_open_dispute(
    case: DisputeCase, command: OpenDispute, *, name: str, hand: PlayedHand | None, opened_on: str, working_days: int, days_off: DaysOff
) -> list[Event]:
    """`name` is the case's; `hand` None where there is none of this id. Anybody may claim: he may say that his bet was left out."""
    two_people(command, DISPUTES)
    if case.opened is not None:
        raise RuleBroken("case-exists", DISPUTES, f"a case {name} was opened before; every case has its own name")
    if hand is None:
        raise RuleBroken("no-such-hand", DISPUTES, "no hand or round has this id; `pataca hand list` names them all")
    if not hand.is_over:
        raise RuleBroken("hand-in-play", DISPUTES, f"{hand.hand} is in play: what is wrong is put right at the table, or the hand is void")
    return [
        DisputeOpened(
            case=name,
            hand=hand.hand,
            table=hand.table,
            currency=hand.currency,
            claimant=command.claimant,
            claim=command.claim,
            due=due_on(opened_on, working_days, days_off.days),
            working_days=working_days,
            calendar=days_off.calendar,
            overrides=days_off.overrides,
        )
    ]


def decide_attach_note(case: DisputeCase, command: AttachNote) -> list[Event]:
    opened_case(case, command)
    named(command, DISPUTES)
    return [NoteAttached(case=command.case, note=command.note, video=command.video)]


def check_may_decide(case: DisputeCase, command: DecideDispute, *, reversed_by: str | None) -> None:
    """`reversed_by`: the case that has reversed the hand's settlement before, whichever it was."""
    two_people(command, DISPUTES)
    opened_case(case, command)
    if case.decided is not None:
        _check_appeal(case.decided, command)
    try:
        article_text(command.article)
    except LookupError as unknown:
        raise RuleBroken("unknown-article", DISPUTES, f"{unknown}; an article is cited like MO-THP-2008 10(5)") from None
    if command.ruling == "dismissed" and command.change is not None:
        raise RuleBroken("change-not-allowed", DISPUTES, "a claim that is dismissed corrects nothing")
    if command.change is not None and reversed_by is not None:
        raise _reversed_before(f"the settlement of this hand was reversed before, by case {reversed_by}")
    if command.ruling == "dismissed" and case.reversal is not None:
        raise _reversed_before(f"case {command.case} has reversed the settlement; what a higher level gives or takes moves as money")


def decide_decide_dispute(
    case: DisputeCase, command: DecideDispute, *, settlement: Settlement | None, reversed_by: str | None, restates: str | None
) -> list[Event]:
    """`settlement` is what comes out of the command's change, None without one. `restates`: the hand's gaming day if that was signed."""
    check_may_decide(case, command, reversed_by=reversed_by)
    opened = opened_case(case, command)
    assert command.approver is not None
    decided = DisputeDecided(
        case=command.case,
        hand=opened.hand,
        level=command.level,
        ruling=command.ruling,
        reason=command.reason,
        corrects=settlement is not None,
        decided_by=named(command, DISPUTES),
        approved_by=command.approver,
        rule=command.article,
    )
    if settlement is None:
        return [decided]
    _check_settlement(settlement)
    reversal = SettlementReversed(
        case=command.case,
        reason=command.reason,
        restates=restates,
        results=settlement.results(),
        settlement=settlement,
        rule=command.article,
    )
    return [decided, reversal]


def decide_pay_dispute(case: DisputeCase, command: PayDispute, *, table_known: bool) -> list[Event]:
    """`table_known`: whether the command's table was ever opened."""
    settled = _settled(case, command, table_known=table_known)
    _check_holds(command, case.balances.get(command.player, 0), "owes")
    cage, tray = _place(command, command.to)
    return [DisputePaid(**settled, to=command.to, cage=cage, tray=tray)]


def decide_collect_dispute(case: DisputeCase, command: CollectDispute, *, table_known: bool) -> list[Event]:
    settled = _settled(case, command, table_known=table_known)
    _check_holds(command, -case.balances.get(command.player, 0), "is owed by")
    cage, tray = _place(command, command.source)
    return [DisputeCollected(**settled, source=command.source, cage=cage, tray=tray)]


def decide_bear_dispute(case: DisputeCase, command: BearDispute) -> list[Event]:
    return [DisputeBorne(**_settled(case, command), reason=command.reason)]


def opened_case(case: DisputeCase, command: CaseCommand) -> DisputeOpened:
    """How the case was opened; `no-such-case`."""
    if case.opened is None:
        raise RuleBroken("no-such-case", DISPUTES, f"no case {command.case} was opened")
    return case.opened


def _check_appeal(before: DisputeDecided, command: DecideDispute) -> None:
    """A higher level rules anew, by other people."""
    higher = LEVELS[LEVELS.index(before.level) + 1 :]
    if command.level not in higher:
        message = f"case {command.case} was decided at the level {before.level}; only a higher one decides it again"
        raise RuleBroken("decided-before", DISPUTES, message, {"level": list(higher)})
    for person in (command.actor, command.approver):
        if person in (before.decided_by, before.approved_by):
            raise RuleBroken("same-person", DISPUTES, f"{person} has decided case {command.case} at the level {before.level}")


def _check_settlement(settlement: Settlement) -> None:
    copies = len(settlement.undone) + len(settlement.corrected)
    if copies > COPIES_MAX:
        message = f"to settle {settlement.hand} anew takes {copies} events; one reversal carries up to {COPIES_MAX}"
        raise RuleBroken("hand-too-long", DISPUTES, message, {"max": COPIES_MAX})
    if any(result.player == POT for result in settlement.results()):
        raise RuleBroken("bad-id", None, f"a player of the name {POT} cannot be told from the pot in the accounts of a case")
    if [(copy.type, copy.body) for copy in settlement.undone] == [(copy.type, copy.body) for copy in settlement.corrected]:
        raise RuleBroken("nothing-changes", DISPUTES, "with these facts corrected the hand is settled as it was")
    if settlement.left(settlement.undone) != settlement.left(settlement.corrected):
        message = "with these facts corrected other bets wait for the deciding round, which has been played: dispute that round"
        raise RuleBroken("held-bets-change", DISPUTES, message)


def _settled(case: DisputeCase, command: PayDispute | CollectDispute | BearDispute, *, table_known: bool = True) -> dict[str, Any]:
    """The fields of whatever moves a balance."""
    two_people(command, DISPUTES)
    opened = opened_case(case, command)
    if case.decided is None:
        raise RuleBroken("not-decided", DISPUTES, f"case {command.case} is not decided yet: no money moves before it is")
    if not table_known:
        raise RuleBroken("no-such-table", DISPUTES, "no table of this code was ever open: it has no tray")
    return {
        "case": command.case,
        "hand": opened.hand,
        "table": opened.table,
        "player": command.player,
        "amount": command.amount,
        "currency": opened.currency,
    }


def _check_holds(command: PayDispute | CollectDispute, holds: int, what: str) -> None:
    if command.amount > holds:
        message = f"case {command.case} {what} {command.player} {max(holds, 0)} minor units, not {command.amount}"
        raise RuleBroken("case-short", DISPUTES, message, {"max": max(holds, 0)})


def _place(command: PayDispute | CollectDispute, means: str) -> tuple[str | None, str | None]:
    """The cage or the tray that pays or takes; neither where it is a wallet."""
    if command.table is not None and means != "chips":
        raise RuleBroken("bad-field", None, "a table's tray holds chips alone: `table` goes with chips")
    if means == "wallet":
        return None, None
    return (None, command.table) if command.table is not None else (command.cage, None)


def _reversed_before(message: str) -> RuleBroken:
    return RuleBroken("reversed-before", DISPUTES, message)
