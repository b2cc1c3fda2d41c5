"""Decisions at the cage's counter: chips issued, retired, sold and taken back, and the house's cash.

Each takes the cage as it stands in the command's gaming day, opened. Money of a wallet moves in the wallet's own
stream (`wallet.move_out`, `wallet.move_in`, with the cage as the place).
"""

from domain.cage.cage import Cage
from domain.cage.commands import BuyChips, FundCage, IssueChips, MoveCash, RedeemChips, RetireChips
from domain.cage.events import CageFunded, CashMoved, ChipsIssued, ChipsMovedIn, ChipsMovedOut, ChipsRedeemed, ChipsRetired, ChipsSold
from domain.denominations import chips_total
from domain.event import Event
from domain.house import BANK, MAIN_CAGE, is_cage, two_people, within_limit
from domain.procedures import CAGE
from domain.rules import RuleBroken


def decide_issue_chips(cage: Cage, command: IssueChips) -> list[Event]:
    two_people(command, CAGE)
    amount = chips_total(command.amount, command.denominations, CAGE)
    room_for_chips(cage, command.currency, amount)
    return [ChipsIssued(amount=amount, currency=command.currency, denominations=command.denominations)]


def decide_retire_chips(cage: Cage, command: RetireChips) -> list[Event]:
    """Chips can only be destroyed where they are, so this holds for a cage that is not kept too."""
    two_people(command, CAGE)
    amount = chips_total(command.amount, command.denominations, CAGE)
    chips = cage.stock(command.currency).chips
    if amount > chips:
        raise _cage_short(cage, command.currency, amount)
    return [ChipsRetired(amount=amount, currency=command.currency, denominations=command.denominations)]


def decide_fund_cage(cage: Cage, command: FundCage) -> list[Event]:
    two_people(command, CAGE)
    _room_for_cash(cage, command.currency, command.amount)
    bank = BANK if command.source == "bank" else None
    return [CageFunded(amount=command.amount, currency=command.currency, source=command.source, bank=bank)]


def cage_of(command: MoveCash) -> str:
    """The cage that records the move: the one that gives, else the one that takes, else the main cage for vault and banks."""
    return next((place for place in (command.source, command.to) if is_cage(place)), MAIN_CAGE)


def decide_move_cash(cage: Cage, command: MoveCash) -> list[Event]:
    """`cage` is `cage_of(command)`."""
    two_people(command, CAGE)
    if command.source == command.to:
        raise RuleBroken("same-place", CAGE, f"cash moves between two places, not from {command.to} to itself")
    if cage.name in (command.source, command.to):
        _room_for_cash(cage, command.currency, command.amount if cage.name == command.to else -command.amount)
    return [CashMoved(amount=command.amount, currency=command.currency, source=command.source, to=command.to)]


def decide_buy_chips(cage: Cage, command: BuyChips) -> list[Event]:
    if command.pay == "wallet":
        _player_needed(command)
    chips_at_hand(cage, command.currency, command.amount)
    if command.pay == "cash":
        _room_for_cash(cage, command.currency, command.amount)
    return [ChipsSold(player=command.player, amount=command.amount, currency=command.currency, pay=command.pay)]


def decide_redeem_chips(cage: Cage, command: RedeemChips) -> list[Event]:
    if command.to == "wallet":
        _player_needed(command)
    else:
        _room_for_cash(cage, command.currency, -command.amount)
    room_for_chips(cage, command.currency, command.amount)
    return [ChipsRedeemed(player=command.player, amount=command.amount, currency=command.currency, to=command.to)]


def chips_out(cage: Cage, amount: int, currency: str, place: str) -> list[Event]:
    """Chips leave for a case, whose own event says to whom; `cage-short`."""
    chips_at_hand(cage, currency, amount)
    return [ChipsMovedOut(amount=amount, currency=currency, place=place)]


def chips_in(cage: Cage, amount: int, currency: str, place: str) -> list[Event]:
    """Chips come from a case, whose own event says from whom."""
    room_for_chips(cage, currency, amount)
    return [ChipsMovedIn(amount=amount, currency=currency, place=place)]


def chips_at_hand(cage: Cage, currency: str, amount: int) -> None:
    """`cage-short` where a kept cage holds less. One that is not kept goes below zero, down to the limit of a balance."""
    stock = cage.stock(currency)
    if stock.kept and amount > stock.chips:
        raise _cage_short(cage, currency, amount)
    within_limit(stock.chips, -amount, f"cage {cage.name}")


def room_for_chips(cage: Cage, currency: str, amount: int) -> None:
    """Chips that are on their way back to the cage count too, so that a fill can always be voided."""
    on_the_way = sum(slip.amount for slip in cage.slips.values() if slip.kind == "fill" and slip.currency == currency)
    within_limit(cage.stock(currency).chips + on_the_way, amount, f"cage {cage.name}")


def _room_for_cash(cage: Cage, currency: str, change: int) -> None:
    within_limit(cage.stock(currency).cash, change, f"cage {cage.name}")


def _cage_short(cage: Cage, currency: str, amount: int) -> RuleBroken:
    chips = cage.stock(currency).chips
    message = f"cage {cage.name} holds chips for {chips} minor units of {currency}, not for {amount}; `issue-chips` brings more"
    return RuleBroken("cage-short", CAGE, message, {"max": max(chips, 0)})


def _player_needed(command: BuyChips | RedeemChips) -> None:
    if command.player is None:
        raise RuleBroken("player-needed", CAGE, f"`{command.do}` over a wallet needs the `player` whose wallet it is")
