"""`post`: one event gives one journal entry or none. Pure, and the only way into the books.

Posting rules are dated data: chosen by the event's gaming day, and never changed once a day has been signed under them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from domain import checkpoints, gaming_day, permits, wallet
from domain.baccarat import events as baccarat
from domain.baccarat import shoe_events as shoe
from domain.breaks import events as breaks
from domain.cage import events as cage
from domain.closing import events as closing
from domain.counting import events as counting
from domain.disputes import events as disputes
from domain.event import Event, Recorded, key_of
from domain.holdem import events as holdem
from projections.ledger import post_baccarat, post_cage, post_close, post_count, post_dispute, post_holdem, post_table, post_wallet
from projections.ledger.context import Context
from projections.ledger.entry import Entry, Head, Line, NotBookable
from projections.ledger.halt import BooksHalted
from projections.ledger.session import UnknownBet, UnknownSeat
from projections.ledger.slips import CageSlips


@dataclass(frozen=True, slots=True)
class PostingRules:
    """Which event is posted how: at a table with its session at hand, at a cage with its slips, in a wallet with its player,
    a count, what closes a day and what moves in a dispute by what they say themselves.

    `nothing` lists what posts none; a class that stands nowhere is unknown.
    """

    version: int
    first_day: str | None
    at_table: Mapping[type[Event], Callable[[Any, Any], list[Line]]]
    at_cage: Mapping[type[Event], Callable[[CageSlips, Any], list[Line]]]
    in_wallet: Mapping[type[Event], Callable[[str, Any], list[Line]]]
    by_itself: Mapping[type[Event], Callable[[Any], list[Line]]]
    nothing: frozenset[type[Event]]


def _settled_anew(event: disputes.SettlementReversed) -> list[Line]:
    """Undone as it was posted then."""
    return post_dispute.settlement_reversed(event, rules_of(event.settlement.gaming_day).at_table)


POSTING_RULES: tuple[PostingRules, ...] = (
    PostingRules(
        version=1,
        first_day=None,
        at_table={
            holdem.SeatTaken: post_table.chips_brought,
            holdem.ChipsAdded: post_table.chips_brought,
            holdem.SeatLeft: post_table.seat_left,
            holdem.BlindPosted: post_holdem.bet,
            holdem.BetPlaced: post_holdem.bet,
            holdem.BetReturned: post_holdem.bet_returned,
            holdem.CommissionTaken: post_holdem.commission_taken,
            holdem.PotSplit: post_holdem.pot_split,
            holdem.HandVoided: post_holdem.hand_voided,
            baccarat.SeatTaken: post_table.chips_brought,
            baccarat.ChipsAdded: post_table.chips_brought,
            baccarat.SeatLeft: post_table.seat_left,
            baccarat.BetPlaced: post_baccarat.bet_placed,
            baccarat.BetWithdrawn: post_baccarat.bet_withdrawn,
            baccarat.HeldBetDecided: post_baccarat.held_bet_decided,
            baccarat.BetsClosed: post_baccarat.bets_closed,
            baccarat.BetSettled: post_baccarat.bet_settled,
            baccarat.BetHeld: post_baccarat.bet_held,
            baccarat.CommissionTaken: post_baccarat.commission_taken,
            baccarat.RoundVoided: post_baccarat.round_voided,
        },
        at_cage={
            cage.ChipsIssued: post_cage.chips_issued,
            cage.ChipsRetired: post_cage.chips_retired,
            cage.CageFunded: post_cage.cage_funded,
            cage.CashMoved: post_cage.cash_moved,
            cage.ChipsSold: post_cage.chips_sold,
            cage.ChipsRedeemed: post_cage.chips_redeemed,
            cage.FillSent: post_cage.fill_sent,
            cage.FillReceived: post_cage.fill_received,
            cage.CreditSent: post_cage.credit_sent,
            cage.CreditReceived: post_cage.credit_received,
            cage.SlipVoided: post_cage.slip_voided,
        },
        in_wallet={
            wallet.FundsDeposited: post_wallet.deposited,
            wallet.FundsWithdrawn: post_wallet.withdrawn,
            wallet.WithdrawalHeld: post_wallet.withdrawal_held,
            wallet.WithdrawalPaid: post_wallet.withdrawal_paid,
            wallet.WithdrawalReturned: post_wallet.withdrawal_returned,
            wallet.FundsMovedOut: post_wallet.moved_out,
            wallet.FundsMovedIn: post_wallet.moved_in,
            wallet.FundsExchanged: post_wallet.exchanged,
        },
        by_itself={
            counting.DropRemoved: post_count.drop_removed,
            counting.DropCounted: post_count.drop_counted,
            counting.CommissionBoxCounted: post_count.commission_box_counted,
            counting.CountDifferenceAccepted: post_count.difference_accepted,
            closing.TaxAccrued: post_close.tax_accrued,
            disputes.SettlementReversed: _settled_anew,
            disputes.DisputePaid: post_dispute.dispute_paid,
            disputes.DisputeCollected: post_dispute.dispute_collected,
            disputes.DisputeBorne: post_dispute.dispute_borne,
        },
        nothing=frozenset(
            {
                holdem.TableOpened,
                holdem.TableClosed,
                holdem.HandStarted,
                holdem.CardDealt,
                holdem.CardsBurned,
                holdem.Checked,
                holdem.Folded,
                holdem.BettingRoundClosed,
                holdem.HandShown,
                holdem.HandEnded,
                holdem.DealErrorReported,
                holdem.DealErrorCorrected,
                baccarat.TableOpened,
                baccarat.TableClosed,
                baccarat.RoundOpened,
                baccarat.CardDealt,
                baccarat.RoundDecided,
                baccarat.DealErrorReported,
                baccarat.DealErrorCorrected,
                *shoe.EVENTS,
                cage.CageOpened,
                cage.ChipsMovedOut,
                cage.ChipsMovedIn,
                gaming_day.GamingDayOpened,
                gaming_day.PolicyActivated,
                permits.PermitRegistered,
                permits.PermitRevoked,
                counting.TrayCounted,
                counting.CageCounted,
                *breaks.EVENTS,
                closing.GamingDayCut,
                closing.ClosePrepared,
                closing.CloseSigned,
                closing.MonthLocked,
                checkpoints.CheckpointSigned,
                disputes.DisputeOpened,
                disputes.NoteAttached,
                disputes.EvidenceOpened,
                disputes.DisputeDecided,
            }
        ),
    ),
)
"""The newest first."""


def rules_of(day: str) -> PostingRules:
    """The posting rules of a gaming day."""
    for rules in POSTING_RULES:
        if rules.first_day is None or rules.first_day <= day:
            return rules
    raise LookupError(f"no posting rules are made for {day}")


def post(context: Context, recorded: Recorded) -> Entry | None:
    """The entry of one event, given everything that came before it. Raises BooksHalted where the books must stop."""
    rules = rules_of(recorded.meta.gaming_day)
    if type(recorded.event) in rules.nothing:
        return None
    try:
        table, hand, lines = _lines(rules, context, recorded)
        if not lines:
            return None
        return Entry(_head(rules, context, recorded, table, hand), tuple(lines))
    except UnknownSeat as error:
        raise BooksHalted("unknown-seat", recorded, str(error)) from error
    except UnknownBet as error:
        raise BooksHalted("unknown-bet", recorded, str(error)) from error
    except NotBookable as error:
        raise BooksHalted("unbalanced", recorded, str(error)) from error


def _lines(rules: PostingRules, context: Context, recorded: Recorded) -> tuple[str | None, str | None, list[Line]]:
    """Table and hand that the event is about, and its lines."""
    event = recorded.event
    kind = type(event)
    if (at_table := rules.at_table.get(kind)) is not None:
        session = context.session(recorded)
        return session.table, session.hand_of(event), at_table(session, event)
    if (in_wallet := rules.in_wallet.get(kind)) is not None:
        return None, None, in_wallet(key_of(recorded.stream), event)
    if (at_cage := rules.at_cage.get(kind)) is not None:
        return getattr(event, "table", None), None, at_cage(context.cage(recorded), event)
    if (by_itself := rules.by_itself.get(kind)) is not None:
        return getattr(event, "table", None), getattr(event, "hand", None), by_itself(event)
    raise BooksHalted("unknown-event", recorded, "the posting rules do not know this type and version")


def _head(rules: PostingRules, context: Context, recorded: Recorded, table: str | None, hand: str | None) -> Head:
    meta, event = recorded.meta, recorded.event
    return Head(
        event_id=recorded.id,
        position=recorded.position,
        event_type=event.contract,
        event_version=event.version,
        body_hash=sha256(recorded.body).hexdigest(),
        key=key_of(recorded.stream),
        table=table,
        hand=hand,
        gaming_day=meta.gaming_day,
        restates=getattr(event, "restates", None),
        occurred_at=meta.time,
        actor=meta.actor,
        approver=meta.approver,
        correlation=meta.correlation,
        policy_version=context.policy(meta.gaming_day),
        posting_rules_version=rules.version,
    )
