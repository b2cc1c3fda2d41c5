"""Rounds told as plans, the log of facts that a table would have made of them, and what they came to, kept beside it.

No rules and no store: a plan may be bad baccarat. `Dealer` keeps its own books while it tells the facts, the plain way.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from hypothesis import strategies as st

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.event import Event, table_stream
from tests.projections import hand_log
from tests.projections.fake_log import FakeLog, log_of
from tests.projections.round_plans import SIDES, Bet, Decision, Round, rounds


@dataclass(frozen=True)
class Table:
    """One table session with its rounds. `half`: the banker's 6 pays half, and no commission is taken."""

    code: str
    rounds: Sequence[Round]
    gaming_day: str = "2026-11-30"
    currency: str = "HKD"
    ruleset: str = "MO-BAC-2004"
    session: int = 1
    first_number: int = 1
    decks: int = 8
    unit: int = 1
    half: bool = False
    closes: bool = False

    @property
    def stream(self) -> str:
        return table_stream(self.code, self.session)

    def round_id(self, number: int) -> str:
        return f"{self.code}/{self.gaming_day}/{number}"

    def events(self) -> list[tuple[str, Event]]:
        return Dealer(self).told

    def played(self) -> "list[Played]":
        return Dealer(self).played


@dataclass
class Played:
    """What a round came to. `sums` are named as in the index; `handle` goes by what was bet on and the report's column,
    the commission by bettor."""

    number: int
    plan: Round
    deciding: bool
    status: str = "open"
    sums: Counter[str] = field(default_factory=Counter)
    handle: Counter[tuple[str, str]] = field(default_factory=Counter)
    exact_e4: Counter[str] = field(default_factory=Counter)
    charged: Counter[str] = field(default_factory=Counter)
    refunds: int = 0

    @property
    def decided(self) -> bool:
        return self.status == "decided"


@dataclass
class _Lying:
    bet: str
    player: str
    seat: int | None
    on: str
    amount: int


class Dealer:
    def __init__(self, table: Table) -> None:
        self.told: list[tuple[str, Event]] = []
        self.played: list[Played] = []
        self._table = table
        self._lie: list[_Lying] = []
        self._open()
        for number, plan in enumerate(table.rounds, table.first_number):
            self._round(number, plan)
        if table.closes:
            self._close()

    def _tell(self, event: Event, number: int | None = None) -> None:
        self.told.append((self._table.round_id(number) if number else self._table.code, event))

    def _rule(self, article: str) -> str:
        return f"{self._table.ruleset} {article}"

    def _open(self) -> None:
        table = self._table
        rules = {"decks": table.decks, "unit": table.unit, "commission": "none-six-pays-half" if table.half else "five-per-cent"}
        opened = {"table": table.code, "session": table.session, "game": "baccarat", "ruleset": table.ruleset, "rules": rules}
        self._tell(e.TableOpened(**opened, currency=table.currency, gaming_day=table.gaming_day))
        for seat in (1, 2, 3):
            self._tell(e.SeatTaken(seat=seat, player=f"P-{seat}", amount=10**9, source="cash"))
        self._tell(s.ShoeLoaded(shoe=1, decks=table.decks, cut_by="bettor", cut_depth=14, rule=self._rule("2(1)")))
        cards, totals = s.CardsBySide(player=("4h", "2s"), banker=("3d", "3c")), s.Totals(player=6, banker=6)
        self._tell(s.DemonstrationDealt(shoe=1, number=1, cards=cards, totals=totals, result="tie", rule=self._rule("2(2)")))

    def _close(self) -> None:
        for lying in self._lie:
            self._give_back(lying, "shoe-closed")
        self._tell(s.ShoeClosed(shoe=1, reason="house", rounds=len(self.played), dealt=300, rule=self._rule("3(2)")))
        self._tell(e.TableClosed(carried=(), last_number=self._table.first_number + len(self.played) - 1))

    def _round(self, number: int, plan: Round) -> None:
        decisions = dict(zip((lying.bet for lying in self._lie), plan.decisions, strict=False))
        for lying in list(self._lie):
            if lying.bet in decisions and decisions[lying.bet].early:
                self._give_back(lying, "bettor")
        played = Played(number, plan, deciding=bool(self._lie))
        self.played.append(played)
        held = tuple(e.HeldBet(bet=lying.bet, on=lying.on, amount=lying.amount) for lying in self._lie)
        played.sums["carried"] = sum(lying.amount for lying in self._lie)
        self._tell(e.RoundOpened(round=number, shoe=1, deciding=bool(held), held=held, rule=self._rule("7(1)")), number)
        for lying in list(self._lie):
            self._decide(played, lying, decisions.get(lying.bet, Decision("maintain")))
        for place, bet in enumerate(plan.bets, 1):
            self._take(played, f"b-{number}-{place}", bet)
        for kind in plan.errors:
            self._tell(e.DealErrorReported(number=number, kind=kind, rule=self._rule("10")), number)
        if plan.outcome == "void":
            self._void(played)
        elif plan.outcome != "open":
            self._settle(played)

    def _give_back(self, lying: _Lying, by: Literal["bettor", "shoe-closed"]) -> None:
        tied = self.played[-1]
        tied.sums["taken_off"] += lying.amount
        tied.sums["held"] -= lying.amount
        self._lie = [other for other in self._lie if other is not lying]
        self._tell_decision(tied.number, lying, "cancel", 0, by)

    def _decide(self, played: Played, lying: _Lying, decision: Decision) -> None:
        stays = {"cancel": 0, "maintain": lying.amount, "change": max(1, lying.amount * decision.keep // 100)}[decision.choice]
        if decision.choice == "change" and decision.other_side:
            lying.on = SIDES[1 - SIDES.index(lying.on)]
        played.sums["taken_off"] += lying.amount - stays
        self._tell_decision(played.number, lying, decision.choice, stays, "bettor")
        lying.amount = stays
        self._lie = [other for other in self._lie if other.amount]

    def _tell_decision(self, number: int, lying: _Lying, choice: str, stays: int, by: str) -> None:
        fields = {"round": number, "bet": lying.bet, "choice": choice, "on": lying.on, "amount": stays, "by": by}
        self._tell(e.HeldBetDecided(**fields, refund=lying.amount - stays, rule=self._rule("12(1)")), number)

    def _take(self, played: Played, bet_id: str, bet: Bet) -> None:
        number = played.number
        placed = {"round": number, "bet": bet_id, "player": bet.player, "seat": bet.seat, "standing": bet.seat is None}
        self._tell(e.BetPlaced(**placed, on=bet.on, amount=bet.amount, rule=self._rule("13")), number)
        played.sums["staked"] += bet.amount
        if bet.off:
            self._tell(e.BetWithdrawn(round=number, bet=bet_id, amount=bet.off, left=bet.amount - bet.off), number)
            played.sums["taken_off"] += bet.off
        if bet.amount > bet.off:
            self._lie.append(_Lying(bet_id, bet.player, bet.seat, bet.on, bet.amount - bet.off))

    def _void(self, played: Played) -> None:
        refunds = tuple(e.Refund(bet=lying.bet, amount=lying.amount) for lying in self._lie)
        self._tell(e.RoundVoided(round=played.number, reason="a card too many", refunds=refunds, rule=self._rule("10")), played.number)
        played.status, played.refunds = "void", len(refunds)
        played.sums["refunded"] = sum(refund.amount for refund in refunds)
        self._lie = []

    def _settle(self, played: Played) -> None:
        self._result(played)
        wins: Counter[str] = Counter()
        seats: dict[str, int] = {}
        held: list[_Lying] = []
        for lying in self._lie:
            if lying.on in SIDES and played.plan.outcome == "tie":
                held.append(lying)
                played.sums["held"] += lying.amount
                fields = {"round": played.number, "bet": lying.bet, "on": lying.on, "amount": lying.amount}
                self._tell(e.BetHeld(**fields, rule=self._rule("12")), played.number)
                continue
            win = self._settle_bet(played, lying)
            if lying.on == "banker" and win:
                wins[lying.player] += win
                seats |= {lying.player: lying.seat} if lying.seat else {}
        self._lie = held
        for player, base in wins.items() if not self._table.half else ():
            self._take_commission(played, player, seats.get(player), base)

    def _result(self, played: Played) -> None:
        plan = played.plan
        player, banker = {"player": (8, 7), "banker": (5, 6 if plan.six else 7), "tie": (6, 6)}[plan.outcome]
        decided = {"round": played.number, "player": player, "banker": banker, "result": plan.outcome, "natural": player == 8}
        pairs = {"player_pair": "player" in plan.pairs, "banker_pair": "banker" in plan.pairs}
        self._tell(e.RoundDecided(**decided, **pairs, cards=s.CardsBySide(player=(), banker=()), rule=self._rule("11")), played.number)
        played.status = "decided"

    def _settle_bet(self, played: Played, lying: _Lying) -> int:
        won, stake = played.plan.wins(lying.on), lying.amount
        win = played.plan.pays(lying.on, stake, half=self._table.half) if won else 0
        returned = stake + win if won else 0
        fields = {"round": played.number, "bet": lying.bet, "on": lying.on, "stake": stake, "win": win, "returned": returned}
        self._tell(e.BetSettled(**fields, result="won" if won else "lost", rule=self._rule("17")), played.number)
        played.sums["returned"] += returned
        played.sums["house_win"] += stake - returned
        for name, amount in (("bets", 1), ("handle", stake), ("won", 0 if won else stake), ("paid", win)):
            played.handle[lying.on, name] += amount
        return win

    def _take_commission(self, played: Played, player: str, seat: int | None, base: int) -> None:
        exact_e4 = base * 500
        amount = exact_e4 // 10_000 // self._table.unit * self._table.unit
        taken = {"round": played.number, "player": player, "seat": seat, "base": base, "rate_bp": 500}
        self._tell(e.CommissionTaken(**taken, exact_e4=exact_e4, amount=amount, rule=self._rule("18")), played.number)
        played.sums["commission"] += amount
        played.sums["house_win"] += amount
        played.handle["banker", "commission"] += amount
        played.exact_e4[player], played.charged[player] = exact_e4, amount


@st.composite
def tables(draw: st.DrawFn) -> list[Table]:
    """Up to three tables; the last round of each may still be open, or its bets held."""
    found = []
    for code in draw(st.sets(st.sampled_from(("BA-11", "BA-12", "BA-13")), min_size=1)):
        played, is_open = draw(st.lists(rounds(), max_size=5)), draw(st.booleans())
        table = Table(
            code,
            played + ([draw(rounds(may_be_open=True))] if is_open else []),
            draw(st.sampled_from(("2026-11-30", "2026-12-01"))),
            draw(st.sampled_from(("HKD", "MOP"))),
            decks=draw(st.sampled_from((6, 8))),
            unit=draw(st.sampled_from((1, 5))),
            half=draw(st.booleans()),
            closes=not is_open and draw(st.booleans()),
        )
        found.append(table)
    return sorted(found, key=lambda table: table.code)


@st.composite
def logs(draw: st.DrawFn) -> tuple[list[Table], FakeLog]:
    """Baccarat tables, and their facts in one of the orders in which they may have been recorded, among those of Hold'em."""
    found = draw(tables())
    others = draw(hand_log.tables()) if draw(st.booleans()) else []
    return found, log_of(*found, *others, turns=draw(st.lists(st.integers(0, 5), max_size=60)))
