"""A player's wallet: one balance for each currency, available or held for a withdrawal, never below zero.

The stream is the player's (`wallets/P-1208`); the first money that comes in opens it. Amounts are minor units.
"""

from domain.wallet.commands import (
    COMMANDS,
    Deposit,
    Exchange,
    SettleWithdrawal,
    Transfer,
    Withdraw,
)
from domain.wallet.decide import (
    decide_deposit,
    decide_exchange,
    decide_settle_withdrawal,
    decide_transfer,
    decide_withdraw,
    move_in,
    move_out,
)
from domain.wallet.events import (
    EVENTS,
    FundsDeposited,
    FundsExchanged,
    FundsMovedIn,
    FundsMovedOut,
    FundsWithdrawn,
    Method,
    WithdrawalHeld,
    WithdrawalPaid,
    WithdrawalReturned,
)
from domain.wallet.wallet import (
    Wallet,
)

__all__ = [
    "COMMANDS",
    "EVENTS",
    "Deposit",
    "Exchange",
    "FundsDeposited",
    "FundsExchanged",
    "FundsMovedIn",
    "FundsMovedOut",
    "FundsWithdrawn",
    "Method",
    "SettleWithdrawal",
    "Transfer",
    "Wallet",
    "Withdraw",
    "WithdrawalHeld",
    "WithdrawalPaid",
    "WithdrawalReturned",
    "decide_deposit",
    "decide_exchange",
    "decide_settle_withdrawal",
    "decide_transfer",
    "decide_withdraw",
    "move_in",
    "move_out",
]
