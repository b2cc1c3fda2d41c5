"""The state of a wallet (`wallets/P-1208`)."""

from dataclasses import dataclass, field

from domain.event import Event
from domain.wallet.events import (
    FundsDeposited,
    FundsExchanged,
    FundsMovedIn,
    FundsMovedOut,
    FundsWithdrawn,
    WithdrawalHeld,
    WithdrawalPaid,
    WithdrawalReturned,
)


@dataclass(slots=True)
class Wallet:
    """`available` by currency; `pending` holds each withdrawal that the bank has not answered, by its id."""

    available: dict[str, int] = field(default_factory=dict)
    pending: dict[str, WithdrawalHeld] = field(default_factory=dict)

    def held(self, currency: str) -> int:
        return sum(held.amount for held in self.pending.values() if held.currency == currency)

    def evolve(self, event: Event) -> None:
        match event:
            case FundsDeposited() | FundsMovedIn():
                self._add(event.currency, event.amount)
            case FundsWithdrawn() | FundsMovedOut():
                self._add(event.currency, -event.amount)
            case WithdrawalHeld():
                self._add(event.currency, -event.amount)
                self.pending[event.withdrawal] = event
            case WithdrawalPaid():
                del self.pending[event.withdrawal]
            case WithdrawalReturned():
                del self.pending[event.withdrawal]
                self._add(event.currency, event.amount)
            case FundsExchanged():
                self._add(event.currency, -event.amount)
                self._add(event.into, event.into_amount)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a wallet")

    def _add(self, currency: str, change: int) -> None:
        self.available[currency] = self.available.get(currency, 0) + change
