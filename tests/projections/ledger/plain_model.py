"""A second model of the books, made another way: piles that things move between, and accounts read off them at the end.

It knows no legs, no debit and no credit; what nobody counts (chips in public hands, chips issued) follows from the rest.
"""

from collections import Counter
from collections.abc import Iterable

from domain import seating
from domain import wallet as w
from domain.cage import events as c
from domain.closing.events import TaxAccrued
from domain.counting import events as n
from domain.disputes import events as d
from domain.disputes.settlement import Copy, Settlement
from domain.event import Recorded
from domain.holdem import events as h
from tests.projections.ledger.plain_rounds import LyingBet, PlainRounds

Pile = tuple[str, ...]


class PlainModel:
    def __init__(self) -> None:
        self.rounds: dict[str, PlainRounds] = {}
        self.piles: Counter[Pile] = Counter()
        self.seats: dict[tuple[str, int], str] = {}
        self.currency: dict[str, str] = {}

    def read(self, log: Iterable[Recorded]) -> "PlainModel":
        for recorded in log:
            kind, name = recorded.stream.split("/")[:2]
            if kind == "tables":
                self.at_table(name, recorded.event)
            elif kind == "wallets":
                self.at_wallet(name, recorded.event)
            elif kind == "cages":
                self.at_cage(name, recorded.event)
            elif kind == "counts":
                self.at_count(recorded.event)
            elif kind == "cases":
                self.at_case(recorded.event)
            elif isinstance(recorded.event, TaxAccrued):
                self.tax(recorded.event)
        return self

    def put(self, amount: int, currency: str, *pile: str) -> None:
        self.piles[(*pile, currency)] += amount

    def at_table(self, table: str, event: object) -> None:
        if isinstance(event, seating.TableOpened):
            self.rounds[table] = PlainRounds(self, table, event.currency)
            self.currency[table] = event.currency
            self.seats = {key: player for key, player in self.seats.items() if key[0] != table}
            self.seats |= {(table, one.seat): one.player for one in event.carried}
        cur = self.currency[table]
        if isinstance(event, seating.SeatTaken):
            self.seats[table, event.seat] = event.player
        if isinstance(event, seating.SeatTaken | seating.ChipsAdded):
            self.put(event.amount, cur, "stack", table, event.player)
            if event.source == "chips":
                self.put(-event.amount, cur, "bearer")
                return
            self.put(-event.amount, cur, "tray", table)
            if event.source == "cash":
                self.put(event.amount, cur, "drop", table)
            else:
                self.put(-event.amount, cur, "way")
        if isinstance(event, seating.SeatLeft):
            self.put(-event.amount, cur, "stack", table, event.player)
            if event.to == "chips":
                self.put(event.amount, cur, "bearer")
            else:
                self.put(event.amount, cur, "way")
                self.put(event.amount, cur, "tray", table)
        self.in_hand(table, cur, event)
        self.rounds[table].take(event)

    def in_hand(self, table: str, cur: str, event: object) -> None:
        if isinstance(event, h.BlindPosted | h.BetPlaced):
            self.to_pot(table, cur, event.seat, event.amount)
        elif isinstance(event, h.BetReturned):
            self.to_pot(table, cur, event.seat, -event.amount)
        elif isinstance(event, h.PotSplit):
            for share in event.shares:
                self.to_pot(table, cur, share.seat, -share.amount)
        elif isinstance(event, h.HandVoided):
            for share in event.refunds:
                self.to_pot(table, cur, share.seat, -share.amount)
        elif isinstance(event, h.CommissionTaken):
            self.put(-event.amount, cur, "pot", table)
            self.put(event.amount, cur, "box", table)
            self.put(event.amount, cur, "kept of pots", table)

    def to_pot(self, table: str, cur: str, seat: int, amount: int) -> None:
        self.put(-amount, cur, "stack", table, self.seats[table, seat])
        self.put(amount, cur, "pot", table)

    def at_wallet(self, player: str, event: object) -> None:
        if isinstance(event, w.FundsDeposited):
            self.put(event.amount, event.currency, "wallet", player)
            self.put(event.amount, event.currency, *(("cash", event.cage) if event.cage else ("bank", event.bank or "")))
        elif isinstance(event, w.FundsWithdrawn):
            self.put(-event.amount, event.currency, "wallet", player)
            self.put(-event.amount, event.currency, "cash", event.cage)
        elif isinstance(event, w.WithdrawalHeld):
            self.put(-event.amount, event.currency, "wallet", player)
            self.put(event.amount, event.currency, "held", player)
        elif isinstance(event, w.WithdrawalPaid):
            self.put(-event.amount, event.currency, "held", player)
            self.put(-event.amount, event.currency, "bank", event.bank)
        elif isinstance(event, w.WithdrawalReturned):
            self.put(-event.amount, event.currency, "held", player)
            self.put(event.amount, event.currency, "wallet", player)
        elif isinstance(event, w.FundsMovedOut | w.FundsMovedIn):
            out = event.amount if isinstance(event, w.FundsMovedOut) else -event.amount
            self.put(-out, event.currency, "wallet", player)
            self.put(out, event.currency, "way")
        elif isinstance(event, w.FundsExchanged):
            self.put(-event.amount, event.currency, "wallet", player)
            self.put(event.into_amount, event.into, "wallet", player)
            self.put(event.amount, event.currency, "exchanged")
            self.put(-event.into_amount, event.into, "exchanged")

    def at_cage(self, name: str, event: object) -> None:
        if isinstance(event, c.CashMoved):
            self.put(-event.amount, event.currency, *self.place(event.source))
            self.put(event.amount, event.currency, *self.place(event.to))
        elif isinstance(event, c.CageFunded):
            self.put(event.amount, event.currency, "cash", name)
            if event.bank is None:
                self.put(event.amount, event.currency, "owner")
            else:
                self.put(-event.amount, event.currency, "bank", event.bank)
        elif isinstance(event, c.ChipsIssued | c.ChipsRetired):
            self.put(event.amount * (1 if isinstance(event, c.ChipsIssued) else -1), event.currency, "chips", name)
        elif isinstance(event, c.ChipsSold):
            self.counter(name, event.currency, event.amount, event.pay)
        elif isinstance(event, c.ChipsRedeemed):
            self.counter(name, event.currency, -event.amount, event.to)
        else:
            self.with_slip(name, event)

    def counter(self, cage: str, currency: str, sold: int, paid: str) -> None:
        self.put(-sold, currency, "chips", cage)
        self.put(sold, currency, "bearer")
        if paid == "cash":
            self.put(sold, currency, "cash", cage)
        else:
            self.put(-sold, currency, "way")

    @staticmethod
    def place(name: str) -> Pile:
        if name == "vault":
            return ("vault",)
        return ("bank" if name.startswith("bank") else "cash", name)

    def with_slip(self, cage: str, event: object) -> None:
        if isinstance(event, c.FillSent | c.CreditReceived):
            sign = -1 if isinstance(event, c.FillSent) else 1
            self.put(sign * event.amount, event.currency, "chips", cage)
            self.put(-sign * event.amount, event.currency, "slip", event.slip)
        elif isinstance(event, c.CreditSent | c.FillReceived):
            sign = -1 if isinstance(event, c.CreditSent) else 1
            self.put(sign * event.amount, event.currency, "tray", event.table)
            self.put(-sign * event.amount, event.currency, "slip", event.slip)
        elif isinstance(event, c.SlipVoided):
            self.put(-event.amount, event.currency, "slip", event.slip)
            self.put(event.amount, event.currency, *(("chips", cage) if event.kind == "fill" else ("tray", event.table)))

    def at_count(self, event: object) -> None:
        if isinstance(event, n.DropRemoved):
            for currency, amount in event.booked.items():
                self.put(-amount, currency, "drop", event.table)
                self.put(amount, currency, "count room", event.box)
        elif isinstance(event, n.DropCounted):
            self.put(-event.amount, event.currency, "count room", event.box)
            self.put(event.amount, event.currency, "vault")
        elif isinstance(event, n.CommissionBoxCounted):
            self.put(-event.amount, event.currency, "box", event.table)
            self.put(event.amount, event.currency, "chips", event.cage)
        elif isinstance(event, n.CountDifferenceAccepted):
            self.put(event.difference, event.currency, _COUNTED[event.kind], event.place)
            if event.book == "MONEY":
                self.put(-event.difference, event.currency, "cash short", event.place)
            else:
                self.put(-event.difference, event.currency, "chips short", event.place)
                self.put(-event.difference, event.currency, "nobody's", event.place)

    def at_case(self, event: object) -> None:
        if isinstance(event, d.SettlementReversed):
            for result in event.results:
                self.put(result.corrected - result.recorded, event.settlement.currency, "case", event.case, result.player)
            for sign, copies in ((-1, event.settlement.undone), (1, event.settlement.corrected)):
                for (kind, *names), amount in played_apart(event.settlement, copies).piles.items():
                    if kind in _REVENUE:
                        self.piles[(kind, *names)] += sign * amount
        elif isinstance(event, d.DisputePaid):
            self.to_case(-1, event, event.to)
        elif isinstance(event, d.DisputeCollected):
            self.to_case(1, event, event.source)
        elif isinstance(event, d.DisputeBorne):
            self.put(event.amount, event.currency, "case", event.case, event.player)
            self.put(event.amount, event.currency, "borne", event.table)

    def to_case(self, sign: int, event: d.DisputePaid | d.DisputeCollected, means: str) -> None:
        amount, cur = sign * event.amount, event.currency
        self.put(amount, cur, "case", event.case, event.player)
        if means == "wallet":
            self.put(-amount, cur, "way")
        elif means == "cash":
            self.put(amount, cur, "cash", event.cage or "")
        else:
            self.put(-amount, cur, "bearer")
            self.put(amount, cur, *(("tray", event.tray) if event.tray else ("chips", event.cage or "")))

    def tax(self, event: TaxAccrued) -> None:
        for owed, amount in (("tax", event.tax), ("fund", event.fund), ("development", event.development)):
            self.put(amount, "MOP", owed)
            self.put(amount, "MOP", "expense")

    def balances(self) -> dict[tuple[str, str], int]:
        """Account and currency to balance, debit +, without zeros."""
        found: Counter[tuple[str, str]] = Counter()
        for (kind, *names, currency), amount in self.piles.items():
            code, sign = _ACCOUNTS[kind]
            found[":".join((code, *names)), currency] += sign * amount
            if kind in _PUBLIC:
                found["9290", currency] += amount
            if kind in (*_PUBLIC, "box", "tray", "chips", "slip"):
                found["9200", currency] -= amount
        return {key: amount for key, amount in found.items() if amount}


def played_apart(one: Settlement, copies: Iterable[Copy]) -> PlainModel:
    """What these events would do at a table where nothing else has happened."""
    model = PlainModel()
    model.currency[one.table] = one.currency
    model.seats = {(one.table, seat): player for seat, player in one.seated().items()}
    rounds = model.rounds[one.table] = PlainRounds(model, one.table, one.currency)
    rounds.bets = {bet.bet: LyingBet(("bearer",), bet.amount, "waiting" if bet.held else "wagers") for bet in one.bets}
    for copy in copies:
        model.at_table(one.table, copy.read())
    return model


_REVENUE = ("kept of pots", "kept of wins", "won", "paid")
_PUBLIC = ("stack", "pot", "bearer", "wagers", "waiting", "nobody's")
_COUNTED = {"opener": "tray", "closer": "tray", "commission-box": "box", "cage-chips": "chips", "drop": "count room", "cage-cash": "cash"}
_ACCOUNTS = {
    "cash": ("1110", 1),
    "vault": ("1120", 1),
    "drop": ("1310", 1),
    "bank": ("1510", 1),
    "wallet": ("2010", -1),
    "held": ("2020", -1),
    "way": ("2030", -1),
    "stack": ("2110", -1),
    "pot": ("2120", -1),
    "wagers": ("2121", -1),
    "waiting": ("2122", -1),
    "bearer": ("2130", -1),
    "nobody's": ("2131", -1),
    "tax": ("2310", -1),
    "fund": ("2320", -1),
    "development": ("2330", -1),
    "case": ("2410", -1),
    "owner": ("3010", -1),
    "kept of pots": ("4010", -1),
    "kept of wins": ("4020", -1),
    "won": ("4111", -1),
    "paid": ("4112", 1),
    "borne": ("4910", 1),
    "expense": ("6010", 1),
    "cash short": ("6910", 1),
    "chips short": ("6920", 1),
    "exchanged": ("7900", -1),
    "count room": ("1320", 1),
    "chips": ("9210", 1),
    "tray": ("9220", 1),
    "box": ("9230", 1),
    "slip": ("9240", 1),
}
