"""The legs: every movement that the books know, with its words on a statement and the accounts that it may touch.

`accounts` are codes; a leg with a code that begins with 9 also moves chips. The tests hold this list against the
postings, and the legs that touch a tray (9220) against the few that may.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leg:
    text: str
    accounts: frozenset[str]


def _leg(text: str, *accounts: str) -> Leg:
    return Leg(text, frozenset(accounts))


LEGS: dict[str, Leg] = {
    "SEAT_FROM_WALLET": _leg("Chips for a seat, from the wallet", "2030", "2110", "9290", "9220"),
    "SEAT_FROM_CASH": _leg("Chips for a seat, for cash", "1310", "2110", "9290", "9220"),
    "SEAT_FROM_CHIPS": _leg("Chips brought to a seat", "2130", "2110"),
    "SEAT_TO_WALLET": _leg("Stack of a seat, to the wallet", "2110", "2030", "9220", "9290"),
    "SEAT_TO_CHIPS": _leg("Stack of a seat, taken away as chips", "2110", "2130"),
    "BLIND": _leg("Blind", "2110", "2120"),
    "BET": _leg("Bet", "2110", "2130", "2120", "2121"),
    "UNCALLED": _leg("Uncalled bet returned", "2120", "2110"),
    "COMMISSION": _leg("Commission", "2120", "4010", "9230", "2110", "2130", "4020", "9220", "9290"),
    "POT_SHARE": _leg("Share of a pot", "2120", "2110"),
    "ODD_CHIP": _leg("Odd chips of a pot", "2120", "2110"),
    "VOID_REFUND": _leg("Refund of a void hand or round", "2120", "2121", "2122", "2110", "2130"),
    "BET_WITHDRAWN": _leg("Bet taken off", "2121", "2122", "2110", "2130"),
    "LOST": _leg("Bet lost", "2121", "4111", "9220", "9290"),
    "STAKE_BACK": _leg("Stake of a bet that won", "2121", "2110", "2130"),
    "WINNINGS": _leg("Winnings, before commission", "4112", "2110", "2130", "9290", "9220"),
    "HELD": _leg("Bet held after a tie", "2121", "2122"),
    "HELD_CANCELLED": _leg("Held bet cancelled", "2122", "2110", "2130"),
    "HELD_REDUCED": _leg("Part of a held bet taken off", "2122", "2110", "2130"),
    "HELD_BACK_IN_PLAY": _leg("Held bet back in play", "2122", "2121"),
    "DEPOSIT": _leg("Deposit", "1110", "1510", "2010"),
    "WITHDRAWAL": _leg("Withdrawal", "2010", "1110"),
    "WITHDRAWAL_HELD": _leg("Held for a withdrawal", "2010", "2020"),
    "WITHDRAWAL_PAID": _leg("Withdrawal paid by the bank", "2020", "1510"),
    "WITHDRAWAL_RETURNED": _leg("Withdrawal returned", "2020", "2010"),
    "TO_PLACE": _leg("From the wallet to a place", "2010", "2030"),
    "FROM_PLACE": _leg("From a place to the wallet", "2030", "2010"),
    "CHIPS_ISSUED": _leg("Chips issued", "9210", "9200"),
    "CHIPS_RETIRED": _leg("Chips retired", "9200", "9210"),
    "CAGE_FUNDED": _leg("Cash for the cage", "1110", "3010", "1510"),
    "CASH_MOVED": _leg("Cash moved", "1110", "1120", "1510"),
    "CHIPS_SOLD": _leg("Chips sold at the cage", "1110", "2030", "2130", "9290", "9210"),
    "CHIPS_REDEEMED": _leg("Chips redeemed at the cage", "2130", "1110", "2030", "9210", "9290"),
    "FILL_SENT": _leg("Fill sent", "9240", "9210"),
    "FILL_RECEIVED": _leg("Fill received", "9220", "9240"),
    "CREDIT_SENT": _leg("Credit sent", "9240", "9220"),
    "CREDIT_RECEIVED": _leg("Credit received", "9210", "9240"),
    "SLIP_VOIDED": _leg("Slip voided", "9210", "9220", "9240"),
    "FX_OUT": _leg("Exchanged for another currency", "2010", "7900"),
    "FX_IN": _leg("Exchanged from another currency", "7900", "2010"),
    "DROP_REMOVED": _leg("Drop box removed", "1320", "1310"),
    "DROP_COUNTED": _leg("Drop counted", "1120", "1320"),
    "BOX_TO_CAGE": _leg("Commission box, to the cage", "9210", "9230"),
    "COUNT_DIFFERENCE": _leg("Chips over or short, accepted", "6920", "2131", "9290", "9220", "9230", "9210"),
    "CASH_DIFFERENCE": _leg("Cash over or short, accepted", "6910", "1320", "1110"),
    "REVERSAL": _leg("Settlement of a hand, undone", "2410", "4010", "4020", "4111", "4112"),
    "RESETTLED": _leg("Settlement of a hand, corrected", "2410", "4010", "4020", "4111", "4112"),
    "DISPUTE_PAID": _leg("Paid in a dispute", "2410", "2030", "1110", "2130", "9290", "9220", "9210"),
    "DISPUTE_COLLECTED": _leg("Collected in a dispute", "2410", "2030", "1110", "2130", "9290", "9220", "9210"),
    "HOUSE_BORNE": _leg("Borne by the house in a dispute", "4910", "2410"),
    "TAX": _leg("Gaming tax accrued", "6010", "2310"),
    "FUND": _leg("Contribution to the fund accrued", "6010", "2320"),
    "DEVELOPMENT": _leg("Contribution to development accrued", "6010", "2330"),
}

RESETTLES = frozenset({"REVERSAL", "RESETTLED"})
"""They move revenue and no chips."""

OF_DISPUTES = RESETTLES | {"DISPUTE_PAID", "DISPUTE_COLLECTED"}
"""They bear the hand that they are about, and were no part of it."""

NOT_WON_AT_TRAY = frozenset({"FILL_RECEIVED", "CREDIT_SENT", "SLIP_VOIDED", "COUNT_DIFFERENCE", "DISPUTE_PAID", "DISPUTE_COLLECTED"})
"""They move what lies in a tray, and are not revenue."""

TAKEN_OFF_BOX = frozenset({"BOX_TO_CAGE", "COUNT_DIFFERENCE"})
"""They move what lies in a commission box, and are no commission."""

KEEPS_CHIPS = frozenset({"CHIPS_ISSUED", "CHIPS_RETIRED", "FILL_SENT", "FILL_RECEIVED", "CREDIT_SENT", "CREDIT_RECEIVED"})
"""Once one of these has touched a tray or a cage it is kept: from then on it may not be below 0."""
