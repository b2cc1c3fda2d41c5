"""Postings of a Hold'em hand (docs/finance.md, Postings). `rule` is the one that the event carries."""

from domain.holdem import events as holdem
from projections.ledger.entry import Line
from projections.ledger.session_holdem import HoldemSession


def bet(session: HoldemSession, event: holdem.BetPlaced | holdem.BlindPosted) -> list[Line]:
    """`amount` is what was put in, never `to`, the street's total."""
    player = session.player(event.seat)
    leg = "BLIND" if event.contract == holdem.BlindPosted.contract else "BET"
    moves = session.movements()
    moves.leg(leg, event.rule, session.seat_account(player), session.pot_account, event.amount, player=player)
    return moves.lines


def bet_returned(session: HoldemSession, event: holdem.BetReturned) -> list[Line]:
    player = session.player(event.seat)
    moves = session.movements()
    moves.leg("UNCALLED", event.rule, session.pot_account, session.seat_account(player), event.amount, player=player)
    return moves.lines


def commission_taken(session: HoldemSession, event: holdem.CommissionTaken) -> list[Line]:
    """Once a hand, all pots together; the chips go from the table into the commission box."""
    moves = session.movements()
    revenue, box = f"4010:{session.table}", f"9230:{session.table}"
    moves.leg("COMMISSION", event.rule, session.pot_account, revenue, event.amount, exact_e4=event.exact_e4)
    moves.leg("COMMISSION", event.rule, box, "9290", event.amount)
    return moves.lines


def pot_split(session: HoldemSession, event: holdem.PotSplit) -> list[Line]:
    """A share's odd part is inside its amount and is shown as a leg of its own, under its own article."""
    moves = session.movements()
    pot = str(event.pot)
    odd = {part.seat: part.amount for part in event.odd}
    for share in event.shares:
        player = session.player(share.seat)
        seat = session.seat_account(player)
        odd_part = odd.get(share.seat, 0)
        moves.leg("POT_SHARE", event.rule, session.pot_account, seat, share.amount - odd_part, player=player, bet_or_pot=pot)
        moves.leg("ODD_CHIP", f"{session.ruleset} 10(5)", session.pot_account, seat, odd_part, player=player, bet_or_pot=pot)
    return moves.lines


def hand_voided(session: HoldemSession, event: holdem.HandVoided) -> list[Line]:
    """Contribution less what had come back, of folded players and blinds too."""
    moves = session.movements()
    for refund in event.refunds:
        player = session.player(refund.seat)
        moves.leg("VOID_REFUND", event.rule, session.pot_account, session.seat_account(player), refund.amount, player=player)
    return moves.lines
