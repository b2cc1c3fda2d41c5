"""The state of a cage in one gaming day (`cages/MAIN/2026-11-30`), and how the next day begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from domain.cage.events import (
    CageFunded,
    CageOpened,
    Carried,
    CashMoved,
    ChipsIssued,
    ChipsMovedIn,
    ChipsMovedOut,
    ChipsRedeemed,
    ChipsRetired,
    ChipsSold,
    CreditReceived,
    CreditSent,
    FillReceived,
    FillSent,
    SlipKind,
    SlipOnTheWay,
    SlipVoided,
    UnderSlip,
)
from domain.event import Event


@dataclass(slots=True)
class Stock:
    """One currency. Chips that are not kept may be below zero: they show what was sold."""

    chips: int = 0
    cash: int = 0
    kept: bool = False


@dataclass(slots=True)
class Cage:
    """`slips` are those on the way, from this day or an earlier one; a cage not opened yet has no name.

    `counted_in`: chips that counts have brought to the cage, by currency. They are on record with the counts (`counts/MAIN`), so no
    event of the cage says them.
    """

    name: str = ""
    gaming_day: str = ""
    stocks: dict[str, Stock] = field(default_factory=dict)
    slips: dict[str, SlipOnTheWay] = field(default_factory=dict)

    counted_in: Mapping[str, int] = field(default_factory=dict)

    def stock(self, currency: str) -> Stock:
        stock = self.stocks.get(currency, Stock())
        return replace(stock, chips=stock.chips + self.counted_in.get(currency, 0))

    def evolve(self, event: Event) -> None:
        match event:
            case CageOpened():
                self.name, self.gaming_day = event.cage, event.gaming_day
                self.stocks = {part.currency: Stock(part.chips, part.cash, part.kept) for part in event.carried}
                self.slips = {slip.slip: slip for slip in event.slips}
            case ChipsIssued():
                self._move(event.currency, chips=event.amount, kept=True)
            case ChipsRetired():
                self._move(event.currency, chips=-event.amount)
            case CageFunded():
                self._move(event.currency, cash=event.amount)
            case CashMoved():
                self._move(event.currency, cash=event.amount * ((event.to == self.name) - (event.source == self.name)))
            case ChipsSold():
                self._move(event.currency, chips=-event.amount, cash=event.amount if event.pay == "cash" else 0)
            case ChipsRedeemed():
                self._move(event.currency, chips=event.amount, cash=-event.amount if event.to == "cash" else 0)
            case ChipsMovedOut():
                self._move(event.currency, chips=-event.amount)
            case ChipsMovedIn():
                self._move(event.currency, chips=event.amount)
            case _:
                self._evolve_slip(event)

    def _evolve_slip(self, event: Event) -> None:
        match event:
            case FillSent():
                self._send("fill", event)
                self._move(event.currency, chips=-event.amount, kept=True)
            case FillReceived():
                del self.slips[event.slip]
            case CreditSent():
                self._send("credit", event)
            case CreditReceived():
                del self.slips[event.slip]
                self._move(event.currency, chips=event.amount, kept=True)
            case SlipVoided():
                del self.slips[event.slip]
                self._move(event.currency, chips=event.amount if event.kind == "fill" else 0)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a cage")

    def _send(self, kind: SlipKind, event: UnderSlip) -> None:
        self.slips[event.slip] = SlipOnTheWay(slip=event.slip, kind=kind, table=event.table, amount=event.amount, currency=event.currency)

    def _move(self, currency: str, *, chips: int = 0, cash: int = 0, kept: bool = False) -> None:
        stock = self.stocks.setdefault(currency, Stock())
        stock.chips += chips
        stock.cash += cash
        stock.kept = stock.kept or kept


def opening(name: str, gaming_day: str, previous: Cage | None) -> CageOpened:
    """The first event of the cage's day; `previous` is how its last day ended, None for a cage that is new.

    Slips on the way come along: what is received or voided later changes the stock of the day on which it arrives.
    """
    if previous is None:
        return CageOpened(cage=name, gaming_day=gaming_day)
    carried = tuple(
        Carried(currency=currency, chips=stock.chips, cash=stock.cash, kept=stock.kept)
        for currency, stock in sorted(previous.stocks.items())
    )
    return CageOpened(cage=name, gaming_day=gaming_day, carried=carried, slips=tuple(previous.slips.values()))
