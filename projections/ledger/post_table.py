"""Postings of every table: chips that come to a seat and leave it (docs/finance.md, Postings)."""

from domain.procedures import CAGE
from domain.seating import ChipsAdded, SeatLeft, SeatTaken
from projections.ledger.entry import Line
from projections.ledger.session import TableSession


def chips_brought(session: TableSession, event: SeatTaken | ChipsAdded) -> list[Line]:
    """From the wallet and for cash the chips come out of the tray; chips that a player brings are in public hands already."""
    moves = session.movements()
    player, seat = event.player, session.seat_account(event.player)
    if event.source == "chips":
        moves.leg("SEAT_FROM_CHIPS", CAGE, "2130", seat, event.amount, player=player)
        return moves.lines
    leg, paid_with = ("SEAT_FROM_WALLET", "2030") if event.source == "wallet" else ("SEAT_FROM_CASH", f"1310:{session.table}")
    moves.leg(leg, CAGE, paid_with, seat, event.amount, player=player)
    moves.leg(leg, CAGE, "9290", f"9220:{session.table}", event.amount, player=player)
    return moves.lines


def seat_left(session: TableSession, event: SeatLeft) -> list[Line]:
    moves = session.movements()
    player, seat = event.player, session.seat_account(event.player)
    if event.to == "chips":
        moves.leg("SEAT_TO_CHIPS", CAGE, seat, "2130", event.amount, player=player)
        return moves.lines
    moves.leg("SEAT_TO_WALLET", CAGE, seat, "2030", event.amount, player=player)
    moves.leg("SEAT_TO_WALLET", CAGE, f"9220:{session.table}", "9290", event.amount, player=player)
    return moves.lines
