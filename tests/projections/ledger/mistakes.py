"""Mistakes in postings, each with what must catch it: an identity, the rules of the proofs, or the halt of the books."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from domain import wallet as w
from domain.baccarat import events as b
from domain.cage import events as c
from domain.counting import events as n
from domain.event import Event, Recorded
from domain.holdem import events as h
from projections.ledger import post as posting
from projections.ledger.entry import Entry, Line

Change = Callable[[Sequence[Line]], list[Line]]
UNCLEARED, REPLAY, BALANCE = "R04 UNCLEARED_HAND", "R07 REPLAY", "R05 BALANCE"
UNPAIRED, SIGNS, WALLET = "R04 TRANSFER_UNPAIRED", "R14 NEGATIVE_BALANCE", "R14 BALANCE"


@dataclass(frozen=True)
class Mistake:
    """`identity` breaks first; None where sums alone do not tell. `rules` find it, and no other but an account below 0. Where there
    are none, slips and counts tell it (tests/services/reconcile). `halts`: the books stop instead."""

    event: tuple[type[Event], ...]
    change: Change
    identity: str | None
    rules: AbstractSet[str] = frozenset()
    halts: str | None = None

    def places(self, posted: Iterable[tuple[Recorded, Entry | None]]) -> list[int]:
        """Where in the log it can be made."""
        return [
            number
            for number, (recorded, entry) in enumerate(posted)
            if entry is not None and type(recorded.event) in self.event and self.change(entry.lines) != list(entry.lines)
        ]

    @contextmanager
    def made(self, of: Callable[[Event], bool]) -> Iterator[None]:
        """The posting rules make it for these events."""
        [rules] = posting.POSTING_RULES
        maps = {name: dict(getattr(rules, name)) for name in ("at_table", "at_cage", "in_wallet", "by_itself")}
        for kind in self.event:
            for of_kind in maps.values():
                if kind in of_kind:
                    of_kind[kind] = self._posting(of_kind[kind], of)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(posting, "POSTING_RULES", (replace(rules, **maps),))
            yield

    def _posting(self, right: Callable[..., list[Line]], of: Callable[[Event], bool]) -> Callable[..., list[Line]]:
        def posted(*arguments: Any) -> list[Line]:
            lines = right(*arguments)
            return self.change(lines) if of(arguments[-1]) else lines

        return posted


def _kept(wanted: Callable[[Line], bool]) -> Change:
    return lambda lines: [line for line in lines if wanted(line)]


def _legs(*legs: str, **fields: Any) -> Change:
    """The lines of these legs with other fields; a callable makes the field from the line."""

    def changed(line: Line) -> Line:
        return line._replace(**{name: value(line) if callable(value) else value for name, value in fields.items()})

    return lambda lines: [changed(line) if line.leg in legs else line for line in lines]


def _account(start: str, wrong: str, *legs: str) -> Change:
    """Lines of the account that begins so are on another one; `+` in front: with this behind its name."""

    def moved(line: Line) -> Line:
        hit = line.account.startswith(start) and (not legs or line.leg in legs)
        account = line.account + wrong[1:] if wrong.startswith("+") else wrong
        return line._replace(account=account) if hit else line

    return lambda lines: [moved(line) for line in lines]


def _twice(lines: Sequence[Line]) -> list[Line]:
    return [*lines, *(line._replace(n=line.n + len(lines)) for line in lines)]


def _and_back(lines: Sequence[Line]) -> list[Line]:
    """A held bet is given back at the tie as well, to somebody who stands."""
    [wagers, held] = lines
    more = {"leg": "STAKE_BACK", "player": wagers.player or "P-1"}
    return [*lines, held._replace(n=3, amount=wagers.amount, **more), wagers._replace(n=4, account="2130", amount=held.amount, **more)]


def _first_refund_only(lines: Sequence[Line]) -> list[Line]:
    return list(lines[:2])


def _one_more(lines: Sequence[Line]) -> list[Line]:
    return [lines[0]._replace(amount=lines[0].amount + 1), *lines[1:]]


def _nothing(_lines: Sequence[Line]) -> list[Line]:
    return []


def _no_credit(lines: Sequence[Line]) -> list[Line]:
    return [] if any(line.account.startswith("9220") for line in lines) else list(lines)


def _winnings_twice(lines: Sequence[Line]) -> list[Line]:
    return [*lines, *(line._replace(n=line.n + 4) for line in lines if line.leg == "WINNINGS")]


def _commission_as_win(lines: Sequence[Line]) -> list[Line]:
    return [line._replace(account="4111" + line.account[4:]) if line.account.startswith("4010") else line for line in lines]


def _into_the_drop(lines: Sequence[Line]) -> list[Line]:
    """Into the table's drop box, where there is no wallet."""
    [table] = {line.account[5:] for line in lines if line.account.startswith("9220")} or {""}
    return [line._replace(account=f"1310:{table}") if line.account == "2030" else line for line in lines]


def _tray_the_wrong_way(lines: Sequence[Line]) -> list[Line]:
    sign = -1 if any(line.account.startswith("9220") for line in lines) else 1
    return [line._replace(amount=sign * line.amount) for line in lines]


def _negated(line: Line) -> int:
    return -line.amount


def _other_currency(line: Line) -> str:
    return "MOP" if line.currency == "HKD" else "HKD"


def _is_money(line: Line) -> bool:
    return line.book == "MONEY"


SEATS = (h.SeatTaken, h.ChipsAdded, b.SeatTaken, b.ChipsAdded)
HANDS = frozenset({UNCLEARED, REPLAY})
MISTAKES: dict[str, Mistake] = {
    "odd chip lost": Mistake((h.PotSplit,), _kept(lambda line: line.leg != "ODD_CHIP"), "I2", HANDS),
    "pot share to another player": Mistake((h.PotSplit,), _account("2110", "+9", "POT_SHARE"), None, {REPLAY}),
    "uncalled bet to another player": Mistake((h.BetReturned,), _account("2110", "+9"), None, {REPLAY}),
    "bet with its sign flipped": Mistake((h.BetPlaced, h.BlindPosted), _legs("BET", "BLIND", amount=_negated), "I2", HANDS),
    "bet booked twice": Mistake((h.BetPlaced,), _twice, "I2", HANDS),
    "void hand that forgets a player": Mistake((h.HandVoided,), _first_refund_only, "I2", HANDS),
    "commission without its chips": Mistake((h.CommissionTaken, b.CommissionTaken), _kept(_is_money), "I3", halts="chips-gap"),
    "commission of another table": Mistake((h.CommissionTaken,), _account("4010", "4010:PK-99"), "I6", {BALANCE}),
    "commission into another box": Mistake((h.CommissionTaken,), _account("9230", "9230:PK-99"), "I6", {BALANCE}),
    "commission as a wager won": Mistake((h.CommissionTaken,), _commission_as_win, "I5", {BALANCE}),
    "commission in another currency": Mistake((h.CommissionTaken,), _legs("COMMISSION", currency=_other_currency), "I7", HANDS),
    "commission not taken from the winner": Mistake((b.CommissionTaken,), _nothing, "I7", {REPLAY}),
    "lost bet with its sign flipped": Mistake((b.BetSettled,), _legs("LOST", amount=_negated), "I7", HANDS),
    "lost bet into another tray": Mistake((b.BetSettled,), _account("9220", "9220:BA-99", "LOST"), "I5", {BALANCE}),
    "winnings in another currency": Mistake((b.BetSettled,), _legs("WINNINGS", currency=_other_currency), "I7", {REPLAY}),
    "winnings paid twice": Mistake((b.BetSettled,), _winnings_twice, "I7", {REPLAY}),
    "winnings to another hand": Mistake((b.BetSettled,), _account("2110", "2130", "WINNINGS"), None, {REPLAY}),
    "stake of a winner kept": Mistake((b.BetSettled,), _kept(lambda line: line.leg != "STAKE_BACK"), "I2", HANDS),
    "bet not taken from its bettor": Mistake((b.BetPlaced,), _nothing, "I2", HANDS),
    "held bet settled twice": Mistake((b.BetHeld,), _and_back, "I2", HANDS),
    "held bet not back in play": Mistake((b.BetsClosed,), _nothing, "I2", {UNCLEARED}),
    "void round that forgets a bet": Mistake((b.RoundVoided,), _first_refund_only, "I2", HANDS),
    "seat for cash that nobody paid": Mistake(SEATS, _account("1310", "2030"), "I8", {UNPAIRED}),
    "stack that comes to no wallet": Mistake((h.SeatLeft, b.SeatLeft), _into_the_drop, "I8", {UNPAIRED}),
    "seat without its chips": Mistake(SEATS, _kept(_is_money), "I3", halts="chips-gap"),
    "one minor unit too much": Mistake(
        (h.PotSplit, h.CommissionTaken, b.BetSettled, c.FillSent, w.FundsDeposited, n.DropCounted), _one_more, "I1", halts="unbalanced"
    ),
    "deposit with its sign flipped": Mistake((w.FundsDeposited,), _legs("DEPOSIT", amount=_negated), "I8", {WALLET}),
    "deposit of another player": Mistake((w.FundsDeposited,), _account("2010", "+9"), "I8", {WALLET}),
    "withdrawal held as if paid": Mistake((w.WithdrawalHeld,), _account("2020", "1510:bank"), "I8", {WALLET}),
    "chips sold for no money": Mistake((c.ChipsSold,), _kept(lambda line: line.book == "CHIP"), "I3", halts="chips-gap"),
    "credit not counted": Mistake((c.CreditSent,), _nothing, "I5"),
    "fill not counted": Mistake((c.FillReceived,), _nothing, "I5"),
    "voided credit not counted": Mistake((c.SlipVoided,), _no_credit, "I5"),
    "box to the cage not counted": Mistake((n.CommissionBoxCounted,), _nothing, "I6"),
    "difference of a tray accepted the wrong way": Mistake((n.CountDifferenceAccepted,), _tray_the_wrong_way, "I5"),
}


def plant(mistake: Mistake, posted: Sequence[tuple[Recorded, Entry | None]], chance: Random) -> int | None:
    """Its place in the log, one of those where it can be made."""
    places = mistake.places(posted)
    return chance.choice(places) if places else None
