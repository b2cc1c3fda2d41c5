"""Postings of a wallet (docs/finance.md, Postings): it is its player's, and bears his id."""

from domain import wallet
from domain.procedures import WALLETS
from projections.ledger.entry import Line, Movements


def deposited(player: str, event: wallet.FundsDeposited) -> list[Line]:
    taken_by = f"1110:{event.cage}" if event.method == "cash" else f"1510:{event.bank}"
    return _leg(player, event.currency, "DEPOSIT", taken_by, _available(player), event.amount)


def withdrawn(player: str, event: wallet.FundsWithdrawn) -> list[Line]:
    return _leg(player, event.currency, "WITHDRAWAL", _available(player), f"1110:{event.cage}", event.amount)


def withdrawal_held(player: str, event: wallet.WithdrawalHeld) -> list[Line]:
    return _leg(player, event.currency, "WITHDRAWAL_HELD", _available(player), _held(player), event.amount)


def withdrawal_paid(player: str, event: wallet.WithdrawalPaid) -> list[Line]:
    return _leg(player, event.currency, "WITHDRAWAL_PAID", _held(player), f"1510:{event.bank}", event.amount)


def withdrawal_returned(player: str, event: wallet.WithdrawalReturned) -> list[Line]:
    return _leg(player, event.currency, "WITHDRAWAL_RETURNED", _held(player), _available(player), event.amount)


def moved_out(player: str, event: wallet.FundsMovedOut) -> list[Line]:
    return _leg(player, event.currency, "TO_PLACE", _available(player), "2030", event.amount)


def moved_in(player: str, event: wallet.FundsMovedIn) -> list[Line]:
    return _leg(player, event.currency, "FROM_PLACE", "2030", _available(player), event.amount)


def exchanged(player: str, event: wallet.FundsExchanged) -> list[Line]:
    """Two legs in two currencies; 7900 holds both sides, and its balances differ by what the rate was off."""
    moves = Movements(event.currency)
    moves.leg("FX_OUT", WALLETS, _available(player), "7900", event.amount, player=player)
    moves.currency = event.into
    moves.leg("FX_IN", WALLETS, "7900", _available(player), event.into_amount, player=player)
    return moves.lines


def _leg(player: str, currency: str, name: str, debit: str, credit: str, amount: int) -> list[Line]:
    moves = Movements(currency)
    moves.leg(name, WALLETS, debit, credit, amount, player=player)
    return moves.lines


def _available(player: str) -> str:
    return f"2010:{player}"


def _held(player: str) -> str:
    return f"2020:{player}"
