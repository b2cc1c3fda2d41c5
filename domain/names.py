"""Names that are used once in the whole house, whichever stream uses them first."""

from domain.cage.events import CreditSent, FillSent
from domain.counting.events import DropRemoved
from domain.disputes.events import SettlementReversed
from domain.event import Event
from domain.permits import PermitRegistered
from domain.wallet import FundsDeposited, WithdrawalHeld


def name_taken(event: Event) -> tuple[str, str] | None:
    """Kind and name that this event uses up, None for most events.

    Kinds: `reference`, `withdrawal`, `slip`, `permit`, `box`, `settlement` (a hand or round whose settlement was reversed).
    """
    match event:
        case FundsDeposited(reference=str(reference)):
            return "reference", reference
        case WithdrawalHeld(withdrawal=withdrawal):
            return "withdrawal", withdrawal
        case FillSent(slip=slip) | CreditSent(slip=slip):
            return "slip", slip
        case DropRemoved(box=box):
            return "box", box
        case SettlementReversed():
            return "settlement", event.hand
        case PermitRegistered(permit=permit):
            return "permit", permit
    return None
