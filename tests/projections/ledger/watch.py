"""The identities I1 to I8, watched entry by entry: what an entry says against sums of its own, and against the raw facts.

Only lists, sums and the events themselves: nothing is asked of the product but the lines that are watched.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain import seating
from domain import wallet as w
from domain.baccarat import events as b
from domain.baccarat.shoe_events import ShoeClosed
from domain.cage import events as c
from domain.counting import events as n
from domain.event import Event, Recorded
from domain.holdem import events as h
from projections.ledger.entry import Line

CHIPS_OWED = ("2110", "2120", "2121", "2122", "2130", "2131")
CUSTOMERS = (*CHIPS_OWED, "2010", "2020", "2030", "2410")
WON = ("4111", "4112", "4020")
Place = tuple[str, str]
"""A name and a currency."""
Amount = tuple[str, str, int]
"""Where, currency, minor units."""


class Broken(AssertionError):
    def __init__(self, identity: str, about: str, expected: int, found: int) -> None:
        super().__init__(f"{identity} {about}: expected {expected}, found {found}")
        self.identity = identity


class Watch:
    """`take` every event of the log with the lines that were posted for it; then `end`."""

    def __init__(self) -> None:
        self.booked: Counter[Place] = Counter()
        """By account and currency, as everything below is by the name that an account bears."""
        self.codes: Counter[Place] = Counter()
        self.pots: Counter[tuple[str | None, str]] = Counter()
        self.won: Counter[Place] = Counter()
        self.earned: Counter[Place] = Counter()
        """What the facts say that the house earned."""
        self.put_in_tray: Counter[Place] = Counter()
        """Into the tray otherwise than by winning: fills, what was sold over the table, what counts accepted."""
        self.taken_off_box: Counter[Place] = Counter()
        self.wallets: Counter[Place] = Counter()
        self.brought: Counter[Place] = Counter()
        self.customers: Counter[str] = Counter()
        """Money of customers in the house, by currency: what they brought, less what they took and lost."""
        self.currency: dict[str, str] = {}
        self.command = ""

    def take(self, recorded: Recorded, hand: str | None, lines: Iterable[Line]) -> None:
        if recorded.meta.correlation != self.command:
            self.end()
            self.command = recorded.meta.correlation
        event, key = recorded.event, recorded.key
        if isinstance(event, seating.TableOpened):
            self.currency[key] = event.currency
        touched = self._book(hand, lines) | self._tell(key, event)
        currencies = sorted({currency for _, currency in touched})
        for currency in currencies:
            self._of_chips(currency)
        for place, currency in sorted(touched):
            self._of_place(place, currency)
        for currency in currencies:
            _must("I8", currency, self.customers[currency], -sum(self.codes[code, currency] for code in CUSTOMERS))
        if (check := _OVER.get(type(event))) is not None:
            check(self, key, event)

    def end(self) -> None:
        """I2: what left one place in a command has come to another."""
        for currency in ("HKD", "MOP"):
            _must("I2", f"on the way, {currency}", 0, self.codes["2030", currency])

    def _book(self, hand: str | None, lines: Iterable[Line]) -> set[Place]:
        legs: Counter[tuple[str, str, str]] = Counter()
        touched: set[Place] = set()
        for line in lines:
            code, *names = line.account.split(":")
            place = (names[0] if names else "", line.currency)
            touched.add(place)
            legs[line.leg, line.book, line.currency] += line.amount
            self.booked[line.account, line.currency] += line.amount
            self.codes[code, line.currency] += line.amount
            if code == "2120":
                self.pots[hand, line.currency] += line.amount
            elif code in WON:
                self.won[place] -= line.amount
        for leg, total in legs.items():
            _must("I1", " ".join(leg), 0, total)
        return touched

    def _tell(self, key: str, event: Event) -> set[Place]:
        """What the raw fact says, where it says anything."""
        touched: set[Place] = set()
        for sums, told in _FACTS.get(type(event), ()):
            place, currency, amount = told(self, key, event)
            getattr(self, sums)[place, currency] += amount
            touched.add((place, currency))
            if sums in ("brought", "earned"):
                self.customers[currency] += amount if sums == "brought" else -amount
        return touched

    def _of_chips(self, currency: str) -> None:
        owed = -sum(self.codes[code, currency] for code in CHIPS_OWED)
        _must("I3", currency, owed, self.codes["9290", currency])
        chips = sum(self.codes[code, currency] for code in ("9210", "9220", "9230", "9240", "9290"))
        _must("I4", currency, -self.codes["9200", currency], chips)

    def _of_place(self, place: str, currency: str) -> None:
        key = (place, currency)
        if place in self.currency:
            won, commission = self.won[key], -self.booked[f"4010:{place}", currency]
            _must("I5", f"{place} {currency}", won, self.booked[f"9220:{place}", currency] - self.put_in_tray[key])
            _must("I6", f"{place} {currency}", commission, self.booked[f"9230:{place}", currency] + self.taken_off_box[key])
            _must("I7", f"{place} {currency}", self.earned[key], won + commission)
        held = self.booked[f"2010:{place}", currency] + self.booked[f"2020:{place}", currency]
        _must("I8", f"wallet {place} {currency}", self.wallets[key], -held)

    # I2, once something is over.

    def hand_over(self, table: str, _event: Any) -> None:
        for (hand, currency), amount in self.pots.items():
            if hand is not None and hand.startswith(f"{table}/"):
                _must("I2", f"pot of {hand} {currency}", 0, amount)

    def no_wagers(self, table: str, event: Any) -> None:
        """None of an earlier round; those that wait are the ones that the round begins with, to the unit."""
        for currency in ("HKD", "MOP"):
            _must("I2", f"wagers of {table} {currency}", 0, self.booked[f"2121:{table}", currency])
        if isinstance(event, b.RoundOpened):
            waiting = sum(held.amount for held in event.held)
            _must("I2", f"held bets of {table}", waiting, -self.booked[f"2122:{table}", self.currency[table]])

    def none_held(self, table: str, _event: Any) -> None:
        for currency in ("HKD", "MOP"):
            _must("I2", f"held bets of {table} {currency}", 0, self.booked[f"2122:{table}", currency])

    def table_closed(self, table: str, event: seating.TableClosed) -> None:
        """Everybody's chips are his stack; nothing lies on the table."""
        self.no_wagers(table, event)
        self.none_held(table, event)
        for carried in event.carried:
            found = -self.booked[f"2110:{table}:{carried.player}", self.currency[table]]
            _must("I2", f"stack of {carried.player}", carried.stack, found)


def _must(identity: str, about: str, expected: int, found: int) -> None:
    if expected != found:
        raise Broken(identity, about, expected, found)


_OVER: Mapping[type[Event], Callable[[Watch, str, Any], None]] = {
    h.HandEnded: Watch.hand_over,
    h.HandVoided: Watch.hand_over,
    h.TableClosed: Watch.table_closed,
    b.RoundOpened: Watch.no_wagers,
    ShoeClosed: Watch.no_wagers,
    b.BetsClosed: Watch.none_held,
    b.RoundVoided: Watch.none_held,
    b.TableClosed: Watch.table_closed,
}

Told = Callable[[Watch, str, Any], Amount]


def _at_table(sign: int) -> Told:
    return lambda watch, table, event: (table, watch.currency[table], sign * event.amount)


def _with_cash(watch: Watch, table: str, event: Any) -> Amount:
    return table, watch.currency[table], event.amount if event.source == "cash" else 0


def _sold(watch: Watch, table: str, event: Any) -> Amount:
    return table, watch.currency[table], 0 if event.source == "chips" else -event.amount


def _taken_back(watch: Watch, table: str, event: Any) -> Amount:
    return table, watch.currency[table], event.amount if event.to == "wallet" else 0


def _house_won(watch: Watch, table: str, event: b.BetSettled) -> Amount:
    return table, watch.currency[table], event.stake - event.returned


def _of_slip(sign: int) -> Told:
    return lambda _watch, _cage, event: (event.table, event.currency, sign * event.amount)


def _voided(_watch: Watch, _cage: str, event: c.SlipVoided) -> Amount:
    return event.table, event.currency, event.amount if event.kind == "credit" else 0


def _of_wallet(sign: int) -> Told:
    return lambda _watch, player, event: (player, event.currency, sign * event.amount)


def _into(_watch: Watch, player: str, event: w.FundsExchanged) -> Amount:
    return player, event.into, event.into_amount


def _for_cash(sign: int, field: str) -> Told:
    return lambda _watch, cage, event: (cage, event.currency, sign * event.amount if getattr(event, field) == "cash" else 0)


def _accepted(*kinds: str, sign: int = 1) -> Told:
    def told(_watch: Watch, _key: str, event: n.CountDifferenceAccepted) -> Amount:
        return event.place, event.currency, sign * event.difference if event.kind in kinds else 0

    return told


_MOVED_IN, _MOVED_OUT = ("wallets", _of_wallet(1)), ("wallets", _of_wallet(-1))
_IN, _OUT = ("brought", _of_wallet(1)), ("brought", _of_wallet(-1))
_FACTS: Mapping[type[Event], tuple[tuple[str, Told], ...]] = {
    **dict.fromkeys((h.SeatTaken, h.ChipsAdded, b.SeatTaken, b.ChipsAdded), (("put_in_tray", _sold), ("brought", _with_cash))),
    **dict.fromkeys((h.SeatLeft, b.SeatLeft), (("put_in_tray", _taken_back),)),
    **dict.fromkeys((h.CommissionTaken, b.CommissionTaken), (("earned", _at_table(1)),)),
    b.BetSettled: (("earned", _house_won),),
    c.FillReceived: (("put_in_tray", _of_slip(1)),),
    c.CreditSent: (("put_in_tray", _of_slip(-1)),),
    c.SlipVoided: (("put_in_tray", _voided),),
    c.ChipsSold: (("brought", _for_cash(1, "pay")),),
    c.ChipsRedeemed: (("brought", _for_cash(-1, "to")),),
    w.FundsDeposited: (_MOVED_IN, _IN),
    w.FundsWithdrawn: (_MOVED_OUT, _OUT),
    w.WithdrawalPaid: (_MOVED_OUT, _OUT),
    w.FundsMovedOut: (_MOVED_OUT,),
    w.FundsMovedIn: (_MOVED_IN,),
    w.FundsExchanged: (_MOVED_OUT, _OUT, ("wallets", _into), ("brought", _into)),
    n.CommissionBoxCounted: (("taken_off_box", _of_slip(1)),),
    n.CountDifferenceAccepted: (
        ("put_in_tray", _accepted("opener", "closer")),
        ("taken_off_box", _accepted("commission-box", sign=-1)),
        ("brought", _accepted("opener", "closer", "commission-box", "cage-chips", sign=-1)),
    ),
}
