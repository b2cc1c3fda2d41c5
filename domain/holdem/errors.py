"""Dealing errors: reported, corrected at once, or the hand is void and every bet goes back (article 9)."""

from typing import Final

from domain.cards import DECK
from domain.command import CorrectError, ReportError
from domain.given import SpotDue
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.commands import VoidHand
from domain.holdem.hand import BOARD_AT, Hand
from domain.holdem.refusals import refusal, require_hand, require_live, require_new_cards, require_no_error, require_readable
from domain.house import two_people
from domain.rules import RuleBroken

KINDS: Final = ("wrong-order", "missing-card", "extra-card", "exposed-card", "early-board", "missing-burn", "foul-deck", "other")


def report_error(answer: Answer, command: ReportError) -> None:
    if command.kind not in KINDS:
        raise RuleBroken("bad-field", None, f"field 'kind': one of {', '.join(KINDS)}", {"kind": list(KINDS)})
    require_no_error(answer.table)
    hand = require_hand(answer.table)
    answer.record(e.DealErrorReported(number=hand.number, kind=command.kind, note=command.note, rule=answer.house.ref("9(1)")))


def correct_error(answer: Answer, command: CorrectError) -> None:
    table = answer.table
    if command.how not in ("continue", "replace-card"):
        raise RuleBroken("bad-field", None, "field 'how': one of continue, replace-card", {"how": ["continue", "replace-card"]})
    if command.how == "continue" and (command.seat, command.ordinal, command.cards) != (None, None, None):
        raise RuleBroken("bad-field", None, "`continue` changes nothing: `seat`, `ordinal` and `cards` go with `replace-card`")
    if not table.error_open:
        raise refusal(table, "no-error-open", "no dealing error is open", {"due": table.due})
    if command.how == "replace-card":
        answer.record(_replacement(answer, command))
    else:
        rule = answer.house.ref("9(1)")
        answer.record(e.DealErrorCorrected(number=answer.hand.number, how="continue", note=command.note, rule=rule))


def _replacement(answer: Answer, command: CorrectError) -> e.DealErrorCorrected:
    """Old and new card in one fact, a hole card's both sealed; the old one stays out of play."""
    hand, seat, ordinal = answer.hand, command.seat, command.ordinal
    old = _dealt_card(answer, hand, seat, ordinal)
    place = f"board/{ordinal}" if seat is None else f"seat/{seat}/{ordinal}"
    named = _named_card(answer, hand, command)
    face_up = {1: command.cards[0]} if command.cards and seat is None else {}
    require_readable(answer.table, face_up)
    require_new_cards(answer.table, answer.given.repeated, face_up)
    spot = f"{place}#{hand.replaced.get(place, 0) + 2}"
    answer.ask_for([SpotDue(spot, named)], read=bool(hand.read))
    new = answer.card_at(spot)
    return e.DealErrorCorrected(
        number=hand.number,
        how="replace-card",
        seat=seat,
        ordinal=ordinal,
        old_card=old if seat is None else None,
        old_sealed=old if seat is not None else None,
        card=new.card,
        sealed=new.sealed,
        note=command.note,
        rule=answer.house.ref("9(1)"),
    )


def _dealt_card(answer: Answer, hand: Hand, seat: int | None, ordinal: int | None) -> str:
    """The card that lies in the place, as it is stored."""
    if seat is not None:
        require_live(answer.table, hand, seat)
    lie = hand.board if seat is None else hand.sealed.get(seat, ())
    if ordinal is None or not 1 <= ordinal <= len(lie):
        where = "on the board" if seat is None else f"before seat {seat}"
        message = f"{len(lie)} cards lie {where}: `ordinal` counts them from 1"
        raise refusal(answer.table, "no-such-card", message, {"ordinal": {"max": len(lie)}})
    return lie[ordinal - 1]


def _named_card(answer: Answer, hand: Hand, command: CorrectError) -> int | None:
    """Where the new card stands in the command; None: the house's deck deals it."""
    table = answer.table
    if not hand.read:
        if command.cards is not None:
            raise refusal(table, "cards-known", "the house's deck deals this hand: `replace-card` takes no `cards`")
        if hand.drawn + _still_to_come(hand) >= len(DECK):
            raise refusal(table, "no-card-left", "the pack has no card to spare: the error cannot be corrected, `void-hand` ends the hand")
        return None
    if command.cards is None:
        message = "a reader names the cards of this hand: `replace-card` needs the new one in `cards`"
        raise refusal(table, "cards-needed", message, {"cards": 1})
    if len(command.cards) != 1:
        raise refusal(table, "wrong-card-count", "one card is replaced by one card", {"cards": 1})
    return 0


def _still_to_come(hand: Hand) -> int:
    """Board and burned cards that the hand may yet take."""
    return BOARD_AT[-1] - len(hand.board) + 3 - hand.burns


def void_hand(answer: Answer, command: VoidHand) -> None:
    """Every contribution goes back, blinds and folded seats included; there is no void without an error."""
    two_people(command, answer.house.ref("9(2)"))
    hand = require_hand(answer.table)
    if not answer.table.error_open:
        kind = command.reason if command.reason in KINDS else "other"
        answer.record(e.DealErrorReported(number=hand.number, kind=kind, rule=answer.house.ref("9(1)")))
    refunds = tuple([e.Share(seat=seat, amount=amount) for seat, amount in sorted(hand.total.items()) if amount])
    answer.record(e.HandVoided(hand=hand.number, reason=command.reason, refunds=refunds, rule=answer.house.ref("9(2)")))
