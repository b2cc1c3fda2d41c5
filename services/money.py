"""Commands of wallets, cages and slips: which streams each one needs, and what it moves in them.

A cage's day begins with its first command: `CageOpened` carries over how its last day ended. A slip is found through
its name, which is taken once in the house.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain import wallet as w
from domain.cage import commands as c
from domain.cage.cage import Cage, opening
from domain.cage.counter import (
    cage_of,
    decide_buy_chips,
    decide_fund_cage,
    decide_issue_chips,
    decide_move_cash,
    decide_redeem_chips,
    decide_retire_chips,
)
from domain.cage.events import CageOpened
from domain.cage.slips import decide_credit, decide_fill, decide_receive_credit, decide_receive_fill, decide_void_slip
from domain.command import Command
from domain.counting.counts import Counts
from domain.event import Event, cage_stream, counts_stream, key_of, source_of, wallet_stream
from domain.gaming_day import day_after
from domain.names import name_taken
from services.case import Case, Decided
from services.days import must_be_open, policy_of
from services.handlers import Handler, Outcome
from services.states import Loaded


def wallet_at(case: Case, player: str) -> Loaded[w.Wallet]:
    loaded = case.states.get(wallet_stream(player), w.Wallet)
    case.in_order(loaded)
    return loaded


class OpenCage:
    """A cage in the command's gaming day; a day that begins now is opened in the same answer."""

    def __init__(self, case: Case, name: str) -> None:
        latest = case.states.latest(f"cages/{name}/")
        before = case.states.get(latest, Cage) if latest else None
        if before is not None:
            case.in_order(before)
        self.name = name
        self.day = case.gaming_day
        must_be_open(case, self.day)
        # Looked at to be guarded: another process may begin the next day while this one still adds to its last.
        case.states.get(cage_stream(name, day_after(self.day)), Cage)
        self.loaded = case.states.get(cage_stream(name, self.day), Cage)
        cage = self.loaded.state
        self._opening: list[Event] = []
        if self.loaded.version == 0:
            self._opening = [opening(name, self.day, before.state if before else None)]
            cage = Cage()
            cage.evolve(self._opening[0])
        self.cage = replace(cage, counted_in=case.states.get(counts_stream(name), Counts).state.chips)

    def decided(self, events: list[Event]) -> Decided:
        return Decided(self.loaded, [*self._opening, *events], self.day, self._subject)

    def _subject(self, event: Event) -> str:
        return self.name if isinstance(event, CageOpened) else str(getattr(event, "slip", self.name))


def at_cage(decide: Callable[[Cage, Any], list[Event]]) -> Handler:
    """A command that concerns one cage and nothing else."""

    def handle(case: Case) -> Outcome:
        command = case.command
        name = cage_of(command) if isinstance(command, c.MoveCash) else command.cage  # type: ignore[attr-defined]
        cage = OpenCage(case, name)
        return Outcome([cage.decided(decide(cage.cage, command))])

    return handle


def send_slip(decide: Callable[..., list[Event]]) -> Handler:
    """A fill or a credit: its number must be new."""

    def handle(case: Case) -> Outcome:
        command = case.command
        assert isinstance(command, c.Send)
        used = case.supply("slip_stream", lambda facts: facts.taken("slip", command.slip))
        cage = OpenCage(case, command.cage)
        return taking(case, [cage.decided(decide(cage.cage, command, slip_used=used is not None))])

    return handle


def settle_slip(decide: Callable[..., list[Event]]) -> Handler:
    """What happens to a slip that was sent: it is looked for in the cage that sent it, as it stands today."""

    def handle(case: Case) -> Outcome:
        command = case.command
        assert isinstance(command, c.Receive | c.VoidSlip)
        stream = case.supply("slip_stream", lambda facts: facts.taken("slip", command.slip))
        cage = OpenCage(case, key_of(stream)) if stream else None
        events = decide(cage.cage if cage else None, command)
        assert cage is not None, "a slip that nobody sent is refused"
        return Outcome([cage.decided(events)])

    return handle


def deposit(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, w.Deposit)
    seen = command.reference and case.supply("reference_stream", lambda facts: facts.taken("reference", str(command.reference)))
    return _at_wallet(case, command.wallet, lambda wallet: w.decide_deposit(wallet, command, reference_seen=bool(seen)))


def withdraw(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, w.Withdraw)
    withdrawal = case.supply("withdrawal", lambda facts: facts.new_id()) if command.method == "bank" else ""
    return _at_wallet(case, command.wallet, lambda wallet: w.decide_withdraw(wallet, command, withdrawal=withdrawal))


def settle_withdrawal(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, w.SettleWithdrawal)
    stream = case.supply("withdrawal_stream", lambda facts: facts.taken("withdrawal", command.withdrawal))
    loaded = wallet_at(case, key_of(stream)) if stream else None
    must_be_open(case, case.gaming_day)
    events = w.decide_settle_withdrawal(loaded.state if loaded else None, command)
    assert loaded is not None, "a withdrawal that nobody asked for is refused"
    return _outcome(case, loaded, events)


def transfer(case: Case) -> Outcome:
    """Money leaves one wallet and is in the other in the same moment."""
    command = case.command
    assert isinstance(command, w.Transfer)
    giver, taker = wallet_at(case, command.wallet), wallet_at(case, command.to)
    must_be_open(case, case.gaming_day)
    allowed = policy_of(case, case.gaming_day).close.transfers
    left, arrived = w.decide_transfer(giver.state, taker.state, command, allowed=allowed)
    return Outcome([_of_wallet(case, giver, left), _of_wallet(case, taker, arrived)])


def exchange(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, w.Exchange)
    rate = policy_of(case, case.gaming_day).close.rate(command.currency, command.into)
    return _at_wallet(case, command.wallet, lambda wallet: w.decide_exchange(wallet, command, rate=rate))


def buy_chips(case: Case) -> Outcome:
    """Money leaves the wallet before the chips leave the cage."""
    command = case.command
    assert isinstance(command, c.BuyChips)
    cage = OpenCage(case, command.cage)
    sold = cage.decided(decide_buy_chips(cage.cage, command))
    if command.pay == "cash":
        return Outcome([sold])
    return Outcome([moved(case, str(command.player), w.move_out, command.amount, command.currency, sold), sold])


def redeem_chips(case: Case) -> Outcome:
    """Chips come back to the cage before the money is in the wallet."""
    command = case.command
    assert isinstance(command, c.RedeemChips)
    cage = OpenCage(case, command.cage)
    redeemed = cage.decided(decide_redeem_chips(cage.cage, command))
    if command.to == "cash":
        return Outcome([redeemed])
    return Outcome([redeemed, moved(case, str(command.player), w.move_in, command.amount, command.currency, redeemed)])


def moved(case: Case, player: str, move: Callable[..., list[Event]], amount: int, currency: str, other: Decided) -> Decided:
    """The wallet's half of a move whose other half is decided."""
    loaded = wallet_at(case, player)
    events = move(loaded.state, amount, currency, source_of(other.loaded.stream))
    return Decided(loaded, events, other.gaming_day, lambda _event: player)


def _at_wallet(case: Case, player: str, decide: Callable[[w.Wallet], list[Event]]) -> Outcome:
    loaded = wallet_at(case, player)
    must_be_open(case, case.gaming_day)
    return _outcome(case, loaded, decide(loaded.state))


def _outcome(case: Case, loaded: Loaded[w.Wallet], events: list[Event]) -> Outcome:
    return taking(case, [_of_wallet(case, loaded, events)])


def _of_wallet(case: Case, loaded: Loaded[w.Wallet], events: list[Event]) -> Decided:
    return Decided(loaded, events, case.gaming_day, lambda _event: key_of(loaded.stream))


def taking(case: Case, decided: list[Decided]) -> Outcome:
    """Names that the events use up are taken with them."""
    for part in decided:
        case.taken += [(*name, part.loaded.stream) for event in part.events if (name := name_taken(event))]
    return Outcome(decided)


HANDLERS: dict[type[Command], Handler] = {
    w.Deposit: deposit,
    w.Withdraw: withdraw,
    w.SettleWithdrawal: settle_withdrawal,
    w.Transfer: transfer,
    w.Exchange: exchange,
    c.IssueChips: at_cage(decide_issue_chips),
    c.RetireChips: at_cage(decide_retire_chips),
    c.FundCage: at_cage(decide_fund_cage),
    c.MoveCash: at_cage(decide_move_cash),
    c.BuyChips: buy_chips,
    c.RedeemChips: redeem_chips,
    c.Fill: send_slip(decide_fill),
    c.Credit: send_slip(decide_credit),
    c.ReceiveFill: settle_slip(decide_receive_fill),
    c.ReceiveCredit: settle_slip(decide_receive_credit),
    c.VoidSlip: settle_slip(decide_void_slip),
}
