"""How a day ends: money is exchanged, drop boxes are removed and counted, commission boxes and cages too, each with errors that are
accepted, and tax is accrued."""

from random import Random
from typing import Any, Literal

from domain import wallet
from domain.closing.events import TaxAccrued
from domain.counting import events as counting
from domain.event import counts_stream, day_stream, wallet_stream
from tests.projections.ledger.house import House
from tests.projections.ledger.plain_model import PlainModel

PEOPLE = {"actor": "E-1", "approver": "E-2"}
Kind = Literal["opener", "closer", "drop", "commission-box", "cage-chips", "cage-cash"]


class Night:
    """`piles` are what a second model makes of the day, so that what is booked is right."""

    def __init__(self, house: House, random: Random) -> None:
        self.house, self.random = house, random
        self.piles = PlainModel().read(house.log).piles

    def end(self, wallets: dict[tuple[str, str], int]) -> None:
        for (player, currency), amount in sorted(wallets.items()):
            if amount >= 100 and self.random.random() < 0.5:
                self.exchange(wallets, player, currency, self.random.randint(100, amount))
        for pile, amount in sorted(self.piles.items()):
            kind, *names, currency = pile
            if kind == "drop" and amount:
                self.drop(names[0], currency, amount)
            elif kind == "box":
                self.commission_box(names[0], currency, amount)
            elif kind == "tray":
                self.tray(names[0], currency, amount)
        self.cage("cage-chips", "HKD", self.piles["chips", "MAIN", "HKD"])
        self.cage("cage-cash", "MOP", self.piles["cash", "MAIN", "MOP"])
        self.tax()

    def exchange(self, wallets: dict[tuple[str, str], int], player: str, currency: str, amount: int) -> None:
        into, num, den = ("MOP", 103, 100) if currency == "HKD" else ("HKD", 100, 103)
        got = amount * num // den
        wallets[player, currency] -= amount
        wallets[player, into] = wallets.get((player, into), 0) + got
        exchanged = wallet.FundsExchanged(amount=amount, currency=currency, into_amount=got, into=into, num=num, den=den)
        self.house.record((wallet_stream(player), exchanged))

    def drop(self, table: str, currency: str, amount: int) -> None:
        box = f"D-{table}-{currency}-{len(self.house.log)}"
        stream = counts_stream(table)
        removed = counting.DropRemoved(table=table, box=box, booked={currency: amount}, session=1, session_cash=amount)
        self.house.record((stream, removed), **PEOPLE)
        counted = self.counted(amount)
        self.house.record((stream, counting.DropCounted(table=table, box=box, **self.said(currency, counted))), **PEOPLE)
        self.accept("drop", box, currency, amount, counted, stream)

    def commission_box(self, table: str, currency: str, amount: int) -> None:
        counted = self.counted(amount)
        count = counting.CommissionBoxCounted(table=table, cage="MAIN", **self.said(currency, counted))
        self.house.record((counts_stream("MAIN"), count), **PEOPLE)
        self.accept("commission-box", table, currency, amount, counted, counts_stream(table))

    def tray(self, table: str, currency: str, amount: int) -> None:
        counted = self.counted(amount)
        count = counting.TrayCounted(table=table, kind="closer", **self.said(currency, counted))
        self.house.record((counts_stream(table), count), **PEOPLE)
        self.accept("closer", table, currency, amount, counted, counts_stream(table))

    def cage(self, kind: Literal["cage-chips", "cage-cash"], currency: str, amount: int) -> None:
        counted = self.counted(amount)
        count = counting.CageCounted(cage="MAIN", kind=kind, **self.said(currency, counted))
        self.house.record((counts_stream("MAIN"), count), **PEOPLE)
        self.accept(kind, "MAIN", currency, amount, counted, counts_stream("MAIN"))

    def counted(self, amount: int) -> int:
        """Right, or a little off; never below 0."""
        return max(0, amount + self.random.choice((0, 0, -7, 5, 120)))

    def said(self, currency: str, amount: int) -> dict[str, Any]:
        return {"currency": currency, "amount": amount, "at_pos": self.house.log[-1].position}

    def accept(self, kind: Kind, place: str, currency: str, booked: int, counted: int, stream: str) -> None:
        if counted == booked:
            return
        accepted = counting.CountDifferenceAccepted(
            break_id=f"BRK-{len(self.house.log):012x}",
            kind=kind,
            place=place,
            book="MONEY" if kind in ("drop", "cage-cash") else "CHIP",
            currency=currency,
            counted=counted,
            booked=booked,
            difference=counted - booked,
            at_pos=self.house.log[-1].position,
            explanation="miscount",
        )
        self.house.record((stream, accepted), **PEOPLE)

    def tax(self) -> None:
        """Whatever the figures; a second accrual gives a part of the first one back."""
        due: dict[str, Any] = {"due_tax": 35, "due_fund": 2, "due_development": 3}
        day = self.house.gaming_day
        for tax, fund, development in ((350, 20, 30), (-315, -18, -27)):
            accrued = {"tax": tax, "fund": fund, "development": development, **due}
            event = TaxAccrued(gaming_day=day, through=day, as_of=1, policy="FINANCE-2026", ggr={"MOP": 100}, **accrued)
            self.house.record((day_stream(day), event), actor="E-1")
