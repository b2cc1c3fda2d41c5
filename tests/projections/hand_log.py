"""Hands told as plans, and the log of facts that a table would have made of them. No rules and no store: a plan may be bad poker."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hypothesis import settings
from hypothesis import strategies as st

from domain.event import Event, table_stream
from domain.holdem import events as holdem
from tests.projections.fake_log import FakeLog, log_of

END = {"all-folded", "showdown"}

fewer = settings(max_examples=max(5, settings.default.max_examples // 4))
"""For what makes whole books for every example."""


@dataclass(frozen=True)
class Plan:
    """One hand: what each seat puts in (a blind or two, then bets), what goes back to the seat that nobody called, how it ends.

    The lowest seat wins. `errors` are the kinds of errors reported before the end.
    """

    put_in: dict[int, int]
    outcome: Literal["showdown", "all-folded", "void", "open"] = "showdown"
    uncalled: tuple[int, int] | None = None
    rate_bp: int = 500
    cap: int | None = 500
    unit: int = 1
    no_commission: bool = False
    waiver: str | None = None
    errors: tuple[str, ...] = ()

    @property
    def contributed(self) -> int:
        return sum(self.put_in.values())

    @property
    def returned(self) -> int:
        return self.uncalled[1] if self.uncalled else 0

    @property
    def base(self) -> int:
        return self.contributed - self.returned

    @property
    def commission(self) -> int:
        if self.no_commission or self.waiver or self.outcome not in END:
            return 0
        exact = self.base * self.rate_bp // 10_000
        return min(exact - exact % self.unit, exact if self.cap is None else self.cap)


@dataclass(frozen=True)
class Table:
    """One table session with its hands; a table opened again on the same day counts on from `first_number`."""

    code: str
    hands: Sequence[Plan]
    gaming_day: str = "2026-11-30"
    currency: str = "HKD"
    ruleset: str = "MO-THP-2008"
    session: int = 1
    first_number: int = 1

    @property
    def stream(self) -> str:
        return table_stream(self.code, self.session)

    def hand_id(self, number: int) -> str:
        return f"{self.code}/{self.gaming_day}/{number}"

    def events(self) -> list[tuple[str, Event]]:
        """Subject and fact, in their order."""
        opened = holdem.TableOpened(
            table=self.code,
            session=self.session,
            game="holdem",
            ruleset=self.ruleset,
            currency=self.currency,
            gaming_day=self.gaming_day,
            rules={"big_blind": 100},
        )
        told: list[tuple[str, Event]] = [(self.code, opened)]
        for seat in (1, 2, 3, 4):
            told.append((self.code, holdem.SeatTaken(seat=seat, player=player(self.code, seat), amount=100_000, source="cash")))
        for number, plan in enumerate(self.hands, self.first_number):
            told += [(self.hand_id(number), event) for event in self._hand(number, plan)]
        return told

    def _hand(self, hand: int, plan: Plan) -> list[Event]:
        def rule(article: str) -> str:
            return f"{self.ruleset} {article}"

        seats = sorted(plan.put_in)
        events: list[Event] = [
            holdem.HandStarted(
                hand=hand,
                button=seats[0],
                small_blind_seat=seats[-2],
                big_blind_seat=seats[-1],
                seats=tuple(holdem.DealtIn(seat=seat, player=player(self.code, seat), stack=100_000) for seat in reversed(seats)),
                card_source="shuffler",
                cut=False,
                rule=rule("5"),
            )
        ]
        for seat, blind in ((seats[-2], "small"), (seats[-1], "big")):
            amount = min(50 if blind == "small" else 100, plan.put_in[seat])
            if amount:
                posted = {"hand": hand, "seat": seat, "blind": blind, "amount": amount, "all_in": False, "rule": rule("5(1)")}
                events.append(holdem.BlindPosted(**posted))
                rest = plan.put_in[seat] - amount
            else:
                rest = 0
            events += self._bet(hand, seat, rest, rule("11"))
        for seat in seats[:-2]:
            events += self._bet(hand, seat, plan.put_in[seat], rule("11"))
        if plan.uncalled:
            seat, amount = plan.uncalled
            events.append(holdem.BetReturned(hand=hand, seat=seat, amount=amount, rule=rule("11(3)")))
        for kind in plan.errors:
            events.append(holdem.DealErrorReported(number=hand, kind=kind, rule=rule("9(1)")))
        return events + self._end(hand, plan)

    def _bet(self, hand: int, seat: int, amount: int, rule: str) -> list[Event]:
        if not amount:
            return []
        return [holdem.BetPlaced(hand=hand, seat=seat, action="call", amount=amount, to=amount, all_in=False, rule=rule)]

    def _end(self, hand: int, plan: Plan) -> list[Event]:
        if plan.outcome == "open":
            return []
        if plan.outcome == "void":
            back = {
                seat: amount - (plan.returned if plan.uncalled and plan.uncalled[0] == seat else 0) for seat, amount in plan.put_in.items()
            }
            refunds = tuple(holdem.Share(seat=seat, amount=amount) for seat, amount in sorted(back.items()) if amount)
            return [holdem.HandVoided(hand=hand, reason="a card too many", refunds=refunds, rule=f"{self.ruleset} 9(2)")]
        ends: list[Event] = []
        if not plan.no_commission:
            ends.append(
                holdem.CommissionTaken(
                    hand=hand,
                    base=plan.base,
                    rate_bp=plan.rate_bp,
                    exact_e4=plan.base * plan.rate_bp,
                    cap=plan.cap,
                    amount=plan.commission,
                    per_pot=(plan.commission,),
                    waiver=plan.waiver,
                    rule=f"{self.ruleset} 16",
                )
            )
        won, winner = plan.base - plan.commission, min(plan.put_in)
        share = (holdem.Share(seat=winner, amount=won),)
        ends.append(holdem.PotSplit(hand=hand, pot=1, amount=won, shares=share, rule=f"{self.ruleset} 10(2)"))
        ends.append(holdem.HandEnded(hand=hand, reason=plan.outcome, rule=f"{self.ruleset} 8(5)"))
        return ends


def player(table: str, seat: int) -> str:
    return f"P-{table}-{seat}"


@st.composite
def plans(draw: st.DrawFn, *, may_be_open: bool = False) -> Plan:
    seats = draw(st.sets(st.sampled_from((1, 2, 3, 4)), min_size=2))
    put_in = {seat: draw(st.integers(100, 30_000)) for seat in sorted(seats)}
    top = max(put_in, key=lambda seat: put_in[seat])
    over = put_in[top] - max(amount for seat, amount in put_in.items() if seat != top)
    outcomes: list[Literal["showdown", "all-folded", "void", "open"]] = ["showdown", "showdown", "all-folded", "void"]
    return Plan(
        put_in=put_in,
        outcome="open" if may_be_open else draw(st.sampled_from(outcomes)),
        uncalled=(top, over) if over else None,
        rate_bp=draw(st.integers(300, 500)),
        cap=draw(st.sampled_from((None, 100, 500))),
        unit=draw(st.sampled_from((1, 5, 25))),
        no_commission=draw(st.integers(0, 9)) == 0,
        errors=tuple(draw(st.lists(st.sampled_from(("wrong-order", "foul-deck", "other")), max_size=2))),
    )


@st.composite
def tables(draw: st.DrawFn) -> list[Table]:
    """Up to three tables; the last hand of each may still be open."""
    found = []
    for code in draw(st.sets(st.sampled_from(("PK-07", "PK-08", "PK-09")), min_size=1)):
        hands = draw(st.lists(plans(), max_size=4)) + ([draw(plans(may_be_open=True))] if draw(st.booleans()) else [])
        found.append(Table(code, hands, draw(st.sampled_from(("2026-11-30", "2026-12-01"))), draw(st.sampled_from(("HKD", "MOP")))))
    return sorted(found, key=lambda table: table.code)


@st.composite
def logs(draw: st.DrawFn) -> tuple[list[Table], FakeLog]:
    """Tables, and their facts in one of the orders in which they may have been recorded."""
    found = draw(tables())
    return found, log_of(*found, turns=draw(st.lists(st.integers(0, 2), max_size=60)))
