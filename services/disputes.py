"""Commands of disputes: the hand is looked up in the streams, run again where facts are corrected, and wallets and cages move with
the case."""

from typing import Any

from domain.cage.counter import chips_in, chips_out
from domain.cards import UNKNOWN
from domain.command import Command
from domain.disputes.approval import check_approval
from domain.disputes.case import DisputeCase
from domain.disputes.changes import CardChanged, Change
from domain.disputes.commands import (
    ApprovedCommand,
    AttachNote,
    BearDispute,
    CollectDispute,
    DecideDispute,
    OpenDispute,
    OpenEvidence,
    PayDispute,
)
from domain.disputes.decide import (
    check_may_decide,
    decide_attach_note,
    decide_bear_dispute,
    decide_collect_dispute,
    decide_decide_dispute,
    decide_open_dispute,
    decide_pay_dispute,
)
from domain.disputes.due import days_asked
from domain.disputes.events import DisputeOpened
from domain.disputes.evidence import decide_open_evidence
from domain.disputes.settlement import Settlement
from domain.event import Event, case_stream, day_stream, key_of, source_of
from domain.gaming_day import GamingDay, local_day
from domain.permits import DaysOff
from domain.questions import PlayedHand
from domain.wallet import move_in, move_out
from services.case import Case, Decided
from services.days import must_be_open, policy_of
from services.handlers import Handler, Outcome
from services.money import OpenCage, moved, taking
from services.states import Loaded

_ID_DIGITS = 12


def open_dispute(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, OpenDispute)
    name = command.case or case.supply("case", lambda facts: f"CASE-{facts.new_id()[:_ID_DIGITS]}")
    loaded = _case(case, name)
    policy = policy_of(case, case.gaming_day)
    opened_on, working_days = local_day(case.at, policy), policy.close.working_days_of_a_claim
    asked = days_asked(opened_on, working_days)
    off = case.supply("days_off", lambda facts: facts.days_off(asked).model_dump(mode="json"))
    events = decide_open_dispute(
        loaded.state,
        command,
        name=name,
        hand=_played_hand(case, command.hand),
        opened_on=opened_on,
        working_days=working_days,
        days_off=DaysOff.model_validate(off),
    )
    return Outcome([_decided(case, loaded, events)])


def attach_note(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, AttachNote)
    loaded = _case(case, command.case)
    return Outcome([_decided(case, loaded, decide_attach_note(loaded.state, command))])


def open_evidence(case: Case) -> Outcome:
    """What was opened is on record before anybody sees it: the cards are not looked at here."""
    command = case.command
    assert isinstance(command, OpenEvidence)
    loaded = _case(case, command.case)
    hidden = case.supply("hidden", lambda facts: facts.hidden_spots(command.hand))
    return Outcome([_decided(case, loaded, decide_open_evidence(loaded.state, command, hidden=hidden))])


def decide_dispute(case: Case) -> Outcome:
    """Cards of a change that nobody has shown are used, and not recorded."""
    command = case.command
    assert isinstance(command, DecideDispute)
    loaded = _case(case, command.case)
    opened = loaded.state.opened
    reversed_by = _reversed_by(case, opened) if opened else None
    check_may_decide(loaded.state, command, reversed_by=reversed_by)
    assert opened is not None, "a case that was not opened is refused"
    settlement = None
    if changes := command.change:
        answer = case.supply("settlement", lambda facts: facts.settled_anew(opened.hand, changes).model_dump(mode="json"))
        settlement = Settlement.model_validate(answer, strict=False)
        case.recorded["change"] = [_without_hidden_card(change) for change in changes]
    restates = _signed_day(case, settlement) if settlement else None
    events = decide_decide_dispute(loaded.state, command, settlement=settlement, reversed_by=reversed_by, restates=restates)
    return taking(case, [_decided(case, loaded, events)])


def pay_dispute(case: Case) -> Outcome:
    """Chips leave the cage before they are paid; money is paid before it is in the wallet."""
    command = case.command
    assert isinstance(command, PayDispute)
    loaded = _case(case, command.case)
    paid = _decided(case, loaded, decide_pay_dispute(loaded.state, command, table_known=_is_known(case, command.table)))
    currency = _currency(loaded)
    if command.to == "wallet":
        return Outcome([paid, moved(case, command.player, move_in, command.amount, currency, paid)])
    if command.to == "chips" and command.table is None:
        cage = OpenCage(case, command.cage)
        return Outcome([cage.decided(chips_out(cage.cage, command.amount, currency, source_of(loaded.stream))), paid])
    return Outcome([paid])


def collect_dispute(case: Case) -> Outcome:
    """Money leaves the wallet before it is collected."""
    command = case.command
    assert isinstance(command, CollectDispute)
    loaded = _case(case, command.case)
    collected = _decided(case, loaded, decide_collect_dispute(loaded.state, command, table_known=_is_known(case, command.table)))
    currency = _currency(loaded)
    if command.source == "wallet":
        return Outcome([moved(case, command.player, move_out, command.amount, currency, collected), collected])
    if command.source == "chips" and command.table is None:
        cage = OpenCage(case, command.cage)
        return Outcome([collected, cage.decided(chips_in(cage.cage, command.amount, currency, source_of(loaded.stream)))])
    return Outcome([collected])


def bear_dispute(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, BearDispute)
    loaded = _case(case, command.case)
    return Outcome([_decided(case, loaded, decide_bear_dispute(loaded.state, command))])


def _case(case: Case, name: str) -> Loaded[DisputeCase]:
    """Whatever happens in a dispute belongs to the house's day, which must be open; what takes an approval, to the hours after it."""
    must_be_open(case, case.gaming_day)
    if isinstance(case.command, ApprovedCommand):
        check_approval(case.command, case.at)
    loaded = case.states.get(case_stream(name), DisputeCase)
    case.in_order(loaded)
    return loaded


def _decided(case: Case, loaded: Loaded[DisputeCase], events: list[Event]) -> Decided:
    return Decided(loaded, events, case.gaming_day, lambda _event: key_of(loaded.stream))


def _played_hand(case: Case, hand: str) -> PlayedHand | None:
    def ask(facts: Any) -> dict[str, Any] | None:
        found: PlayedHand | None = facts.played_hand(hand)
        return found.model_dump(mode="json") if found else None

    answer = case.supply("hand", ask)
    return PlayedHand.model_validate(answer) if answer else None


def _reversed_by(case: Case, opened: DisputeOpened) -> str | None:
    """The case that has reversed the hand's settlement; that name is taken once in the house."""
    stream: str | None = case.supply("reversed_in", lambda facts: facts.taken("settlement", opened.hand))
    return key_of(stream) if stream else None


def _signed_day(case: Case, settlement: Settlement) -> str | None:
    day = case.states.get(day_stream(settlement.gaming_day), GamingDay)
    return settlement.gaming_day if day.state.status == "signed" else None


def _without_hidden_card(change: Change) -> dict[str, Any]:
    if isinstance(change, CardChanged) and change.spot.startswith("seat/"):
        change = change.model_copy(update={"card": UNKNOWN})
    return change.model_dump(mode="json", exclude_unset=True)


def _is_known(case: Case, table: str | None) -> bool:
    return table is None or case.states.latest(f"tables/{table}/") is not None


def _currency(loaded: Loaded[DisputeCase]) -> str:
    assert loaded.state.opened is not None, "a case that was not opened is refused"
    return loaded.state.opened.currency


HANDLERS: dict[type[Command], Handler] = {
    OpenDispute: open_dispute,
    AttachNote: attach_note,
    OpenEvidence: open_evidence,
    DecideDispute: decide_dispute,
    PayDispute: pay_dispute,
    CollectDispute: collect_dispute,
    BearDispute: bear_dispute,
}
