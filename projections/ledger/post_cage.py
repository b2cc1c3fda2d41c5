"""Postings of a cage: chips, the house's cash, fills and credits (docs/finance.md, Postings). No fill or credit is revenue."""

from domain.cage import events as cage
from domain.house import VAULT, is_cage
from domain.procedures import CAGE, SLIPS
from projections.ledger.entry import Line, Movements
from projections.ledger.slips import CageSlips


def chips_issued(at: CageSlips, event: cage.ChipsIssued) -> list[Line]:
    return _leg(event.currency, "CHIPS_ISSUED", CAGE, _chips(at), "9200", event.amount)


def chips_retired(at: CageSlips, event: cage.ChipsRetired) -> list[Line]:
    return _leg(event.currency, "CHIPS_RETIRED", CAGE, "9200", _chips(at), event.amount)


def cage_funded(at: CageSlips, event: cage.CageFunded) -> list[Line]:
    paid_by = "3010" if event.source == "owner" else f"1510:{event.bank}"
    return _leg(event.currency, "CAGE_FUNDED", CAGE, _cash(at.cage), paid_by, event.amount)


def cash_moved(_at: CageSlips, event: cage.CashMoved) -> list[Line]:
    return _leg(event.currency, "CASH_MOVED", CAGE, _cash(event.to), _cash(event.source), event.amount)


def chips_sold(at: CageSlips, event: cage.ChipsSold) -> list[Line]:
    moves = Movements(event.currency)
    paid_with = "2030" if event.pay == "wallet" else _cash(at.cage)
    moves.leg("CHIPS_SOLD", CAGE, paid_with, "2130", event.amount, player=event.player)
    moves.leg("CHIPS_SOLD", CAGE, "9290", _chips(at), event.amount, player=event.player)
    return moves.lines


def chips_redeemed(at: CageSlips, event: cage.ChipsRedeemed) -> list[Line]:
    moves = Movements(event.currency)
    paid_to = "2030" if event.to == "wallet" else _cash(at.cage)
    moves.leg("CHIPS_REDEEMED", CAGE, "2130", paid_to, event.amount, player=event.player)
    moves.leg("CHIPS_REDEEMED", CAGE, _chips(at), "9290", event.amount, player=event.player)
    return moves.lines


def fill_sent(at: CageSlips, event: cage.FillSent) -> list[Line]:
    return _leg(event.currency, "FILL_SENT", SLIPS, _way(event.slip), _chips(at), event.amount)


def fill_received(_at: CageSlips, event: cage.FillReceived) -> list[Line]:
    """What was sent and did not arrive stays on the way."""
    return _leg(event.currency, "FILL_RECEIVED", SLIPS, _tray(event.table), _way(event.slip), event.amount)


def credit_sent(_at: CageSlips, event: cage.CreditSent) -> list[Line]:
    return _leg(event.currency, "CREDIT_SENT", SLIPS, _way(event.slip), _tray(event.table), event.amount)


def credit_received(at: CageSlips, event: cage.CreditReceived) -> list[Line]:
    return _leg(event.currency, "CREDIT_RECEIVED", SLIPS, _chips(at), _way(event.slip), event.amount)


def slip_voided(at: CageSlips, event: cage.SlipVoided) -> list[Line]:
    """The sending leg, line by line, with the other sign."""
    moves = Movements(event.currency)
    came_from = _chips(at) if event.kind == "fill" else _tray(event.table)
    sent = at.slips.get(event.slip)
    reverses = sent.position if sent else None
    moves.leg("SLIP_VOIDED", SLIPS, _way(event.slip), came_from, -event.amount, reverses=reverses)
    return moves.lines


def _leg(currency: str, name: str, rule: str, debit: str, credit: str, amount: int) -> list[Line]:
    moves = Movements(currency)
    moves.leg(name, rule, debit, credit, amount)
    return moves.lines


def _cash(place: str) -> str:
    if place == VAULT:
        return "1120"
    return f"1110:{place}" if is_cage(place) else f"1510:{place}"


def _chips(at: CageSlips) -> str:
    return f"9210:{at.cage}"


def _tray(table: str) -> str:
    return f"9220:{table}"


def _way(slip: str) -> str:
    return f"9240:{slip}"
