"""A small house that records facts: what a store would, without one."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection

from domain.event import Event, Metadata, Recorded, cage_stream, day_stream, table_stream, wallet_stream
from domain.given import Carried
from domain.holdem import events as holdem
from domain.wallet import FundsMovedIn, FundsMovedOut
from infra.books import Books
from infra.cursors import CursorKey, Mark, Move, cursor
from infra.generations import begin_generation
from projections.ledger.ledger import Ledger

DAY = "2026-11-30"


class House:
    """Every `record` is one command: its events share a correlation. Positions leave holes, versions none."""

    def __init__(self, gaming_day: str = DAY) -> None:
        self.gaming_day = gaming_day
        self.log: list[Recorded] = []
        self._end = 0
        self._versions: dict[str, int] = {}
        self._commands = 0

    def record(self, *facts: tuple[str, Event], actor: str | None = "C-7", approver: str | None = None) -> list[Recorded]:
        self._commands += 1
        added = [self._recorded(stream, event, actor, approver) for stream, event in facts]
        self.log += added
        return added

    def _recorded(self, stream: str, event: Event, actor: str | None, approver: str | None) -> Recorded:
        version = self._versions[stream] = self._versions.get(stream, 0) + 1
        position = self._end = self._end + 1 + (self._commands % 7 == 0)
        hour, rest = divmod(position // 1000, 3600)
        meta = Metadata(
            time=f"{self.gaming_day}T{hour % 24:02}:{rest // 60 % 60:02}:{rest % 60:02}.{position % 1000:06}Z",
            actor=actor,
            approver=approver,
            gaming_day=self.gaming_day,
            subject=stream,
            correlation=f"cmd-{self._commands}",
        )
        return Recorded(position=position, stream=stream, version=version, meta=meta, event=event, body=event.body())


class Table:
    """One Hold'em table: says its facts into the house, and keeps who sits where."""

    def __init__(self, house: House, code: str, currency: str = "HKD", ruleset: str = "MO-THP-2008") -> None:
        self.house, self.code, self.currency, self.ruleset = house, code, currency, ruleset
        self.session = 0
        self.hand = 0
        self.seats: dict[int, str] = {}
        self.stacks: dict[int, int] = {}
        self.stream = ""

    def rule(self, article: str) -> str:
        return f"{self.ruleset} {article}"

    def say(self, *events: Event, **who: Any) -> list[Recorded]:
        return self.house.record(*((self.stream, event) for event in events), **who)

    def carried(self) -> tuple[Carried, ...]:
        return tuple(Carried(seat=seat, player=player, stack=self.stacks[seat]) for seat, player in sorted(self.seats.items()))

    def open(self, **rules: Any) -> None:
        self.session += 1
        self.stream = table_stream(self.code, self.session)
        self.say(
            holdem.TableOpened(
                table=self.code,
                session=self.session,
                game="holdem",
                ruleset=self.ruleset,
                currency=self.currency,
                gaming_day=self.house.gaming_day,
                rules={"unit": 1, "big_blind": 100, **rules},
                carried=self.carried(),
                last_number=self.hand,
            )
        )

    def close(self) -> None:
        self.say(holdem.TableClosed(carried=self.carried(), last_number=self.hand))

    def sit(self, seat: int, player: str, amount: int, source: Any = "cash") -> None:
        taken = (self.stream, holdem.SeatTaken(seat=seat, player=player, amount=amount, source=source))
        self._with_wallet(taken, player, out=amount if source == "wallet" else 0)
        self.seats[seat], self.stacks[seat] = player, amount

    def add(self, seat: int, amount: int, source: Any = "cash") -> None:
        player = self.seats[seat]
        added = (self.stream, holdem.ChipsAdded(seat=seat, player=player, amount=amount, source=source))
        self._with_wallet(added, player, out=amount if source == "wallet" else 0)
        self.stacks[seat] += amount

    def leave(self, seat: int, to: Any = "wallet") -> None:
        player, amount = self.seats.pop(seat), self.stacks.pop(seat)
        left = (self.stream, holdem.SeatLeft(seat=seat, player=player, amount=amount, to=to))
        self._with_wallet(left, player, back=amount if to == "wallet" else 0)

    def _with_wallet(self, fact: tuple[str, Event], player: str, out: int = 0, back: int = 0) -> None:
        facts, place = [fact], f"/tables/{self.code}"
        if out:
            facts.insert(0, (wallet_stream(player), FundsMovedOut(amount=out, currency=self.currency, place=place)))
        if back:
            facts.append((wallet_stream(player), FundsMovedIn(amount=back, currency=self.currency, place=place)))
        self.house.record(*facts)

    def start(self) -> None:
        self.hand += 1
        seats = [seat for seat, stack in sorted(self.stacks.items()) if stack]
        self.say(
            holdem.HandStarted(
                hand=self.hand,
                button=seats[0],
                small_blind_seat=seats[-2],
                big_blind_seat=seats[-1],
                seats=tuple(holdem.DealtIn(seat=seat, player=self.seats[seat], stack=self.stacks[seat]) for seat in seats),
                card_source="shuffler",
                cut=False,
                rule=self.rule("5"),
            )
        )

    def blind(self, seat: int, amount: int, blind: Any = "big") -> None:
        self._pay(seat, amount)
        rule = self.rule("5(2)" if blind == "big" else "5(1)")
        self.say(holdem.BlindPosted(hand=self.hand, seat=seat, blind=blind, amount=amount, all_in=not self.stacks[seat], rule=rule))

    def bet(self, seat: int, amount: int, action: Any = "bet", to: int | None = None) -> None:
        self._pay(seat, amount)
        bet = holdem.BetPlaced(
            hand=self.hand,
            seat=seat,
            action=action,
            amount=amount,
            to=amount if to is None else to,
            all_in=not self.stacks[seat],
            rule=self.rule("11(3)"),
        )
        self.say(bet)

    def fold(self, seat: int) -> None:
        self.say(holdem.Folded(hand=self.hand, seat=seat, rule=self.rule("13(1)")))

    def returned(self, seat: int, amount: int) -> None:
        self._pay(seat, -amount)
        self.say(holdem.BetReturned(hand=self.hand, seat=seat, amount=amount, rule=self.rule("11(3)")))

    def settle(self, base: int, commission: int, pots: Iterable[tuple[dict[int, int], dict[int, int]]], bp: int = 500) -> None:
        """`pots`: shares and their odd parts, seat to amount."""
        events: list[Event] = [
            holdem.CommissionTaken(
                hand=self.hand,
                base=base,
                rate_bp=bp,
                exact_e4=base * bp,
                cap=500,
                amount=commission,
                per_pot=(commission,),
                rule=self.rule("16"),
            )
        ]
        for number, (shares, odd) in enumerate(pots, 1):
            for seat, amount in shares.items():
                self._pay(seat, -amount)
            events.append(
                holdem.PotSplit(
                    hand=self.hand,
                    pot=number,
                    amount=sum(shares.values()),
                    shares=_shares(shares),
                    odd=_shares(odd),
                    rule=self.rule("10(4)" if len(shares) > 1 else "10(2)"),
                )
            )
        self.say(*events, holdem.HandEnded(hand=self.hand, reason="showdown", rule=self.rule("8(5)")))

    def void(self, refunds: dict[int, int]) -> None:
        for seat, amount in refunds.items():
            self._pay(seat, -amount)
        rule = self.rule("9(2)")
        events = (
            holdem.DealErrorReported(number=self.hand, kind="foul-deck", rule=self.rule("9(1)")),
            holdem.HandVoided(hand=self.hand, reason="foul deck", refunds=_shares(refunds), rule=rule),
        )
        self.say(*events, approver="S-1")

    def _pay(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount


def _shares(parts: dict[int, int]) -> tuple[holdem.Share, ...]:
    return tuple(holdem.Share(seat=seat, amount=amount) for seat, amount in parts.items())


class Desk:
    """Books in memory with one ledger that has taken in what it was given."""

    def __init__(self, books: Books | None = None) -> None:
        self.books = books or Books.memory()
        self.ledger = Ledger(1)
        self.key = CursorKey("ledger", 1)
        with self.books.change() as connection:
            begin_generation(connection, self.key, 1, self.ledger.metadata, live=True)

    def book(self, records: Iterable[Recorded], batch: int = 500) -> "Desk":
        waiting = list(records)
        for start in range(0, len(waiting), batch):
            page = waiting[start : start + batch]
            with self.books.read() as connection:
                at = cursor(connection, self.key).position
            with self.books.write(Move(self.key, at, Mark(page[-1].position))) as writer:
                self.ledger.project(page, writer)
        return self

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self.books.read() as connection:
            yield connection

    def rows(self, name: str) -> list[dict[str, Any]]:
        table = getattr(self.ledger.tables, name)
        with self.read() as connection:
            return [dict(row) for row in connection.execute(table.select().order_by(*table.primary_key)).mappings()]

    def balances(self) -> dict[tuple[str, str], int]:
        """Account and currency to balance, summed from the lines."""
        found: dict[tuple[str, str], int] = {}
        for line in self.rows("lines"):
            key = (line["account"], line["currency"])
            found[key] = found.get(key, 0) + line["amount"]
        return {key: amount for key, amount in found.items() if amount}


def wallet(player: str) -> str:
    return wallet_stream(player)


def cage(name: str = "MAIN", day: str = DAY) -> str:
    return cage_stream(name, day)


def day(name: str = DAY) -> str:
    return day_stream(name)
