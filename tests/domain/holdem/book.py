"""What a floor manager would say about a betting round: everything counted again from the list of what was done.

An independent reading of articles 6 and 11 to 13 and of what binds, to hold the rules' own answer against.
"""

from typing import Any, NamedTuple

from domain.holdem import events as e
from domain.holdem.rules import HouseRules
from domain.holdem.table import Table


class Deed(NamedTuple):
    """A seat now has `to` in the round; `to` None: it folded."""

    seat: int
    to: int | None


class Round(NamedTuple):
    """The open betting round of a hand: who began it with what, and what was done in it."""

    street: int
    order: list[int]
    stacks: dict[int, int]
    put_in: dict[int, int]
    deeds: list[Deed]


def of(hand_events: list[Any]) -> Round:
    """From the events of a hand whose betting round is open."""
    started = hand_events[0]
    order = [seat.seat for seat in started.seats]
    stacks = {seat.seat: seat.stack for seat in started.seats}
    street, put_in, deeds, live = 0, dict.fromkeys(order, 0), [], list(order)
    for event in hand_events:
        match event:
            case e.BlindPosted():
                put_in[event.seat] += event.amount
                stacks[event.seat] -= event.amount
            case e.BetPlaced():
                deeds.append(Deed(event.seat, event.to))
            case e.Checked():
                deeds.append(Deed(event.seat, dict(deed for deed in deeds if deed.to is not None).get(event.seat, put_in[event.seat])))
            case e.Folded():
                deeds.append(Deed(event.seat, None))
                live.remove(event.seat)
            case e.BettingRoundClosed():
                for seat, to in {deed.seat: deed.to for deed in deeds if deed.to is not None}.items():
                    stacks[seat] -= to - put_in[seat]
                street, put_in, deeds, order = street + 1, dict.fromkeys(order, 0), [], list(live)
    return Round(street, order, stacks, put_in, deeds)


def legal(table: Table, hand_events: list[Any]) -> tuple[int | None, dict[str, Any]]:
    """Whose turn it is and what he may do; (None, {}) when the round is over."""
    return _Count(of(hand_events), table.house, table.playing.button, hand_events[0].big_blind_seat).answer()


class _Count:
    def __init__(self, now: Round, rules: HouseRules, button: int, big_blind_seat: int) -> None:
        self.rules, self.street = rules, now.street
        self.size = rules.limit_sizes[now.street]
        self.stack = {seat: now.stacks[seat] + now.put_in[seat] for seat in now.put_in}
        self.has = dict(now.put_in)
        self.price = 0 if now.street else rules.big_blind
        self.full = rules.min_bet if now.street else rules.big_blind
        self.level, self.raises = self.price, 0
        self.live = list(now.order)
        self.spoken: set[int] = set()
        self.last = button if now.street else big_blind_seat
        self.free = rules.two_player_uncap == "round-start" and len(self.able()) <= 2
        self._watch()
        for deed in now.deeds:
            self._count(deed)

    def able(self) -> list[int]:
        return [seat for seat in self.live if self.has[seat] < self.stack[seat]]

    def _watch(self) -> None:
        if self.rules.two_player_uncap == "before-cap" and len(self.able()) <= 2 and self.raises < self.rules.max_raises:
            self.free = True

    def _count(self, deed: Deed) -> None:
        self.last = deed.seat
        self.spoken.add(deed.seat)
        if deed.to is None:
            self.live.remove(deed.seat)
        else:
            self.has[deed.seat] = deed.to
            if deed.to > self.price:
                self._higher(deed.to)
        self._watch()

    def _higher(self, to: int) -> None:
        if (to - self.level) * 2 >= self.size:
            self.raises += self.price > 0
            self.level = to
        self.full = max(self.full, to - self.price)
        self.price = to

    def answer(self) -> tuple[int | None, dict[str, Any]]:
        seat = self._next()
        if seat is None:
            return None, {}
        owed, left = self.price - self.has[seat], self.stack[seat] - self.has[seat]
        words: dict[str, Any] = {"fold": True}
        if owed > 0:
            words["call"] = min(owed, left)
        else:
            words["check"] = True
        if len(self.able()) > 1 and left > owed and self._may_raise(seat, owed):
            words["raise" if self.price else "bet"] = self._amounts(seat)
        return seat, words

    def _next(self) -> int | None:
        able = self.able()
        higher = [seat for seat in self.live if able and self.has[seat] > self.has[able[0]]]
        if len(self.live) == 1 or not able or (len(able) == 1 and not higher):
            return None
        for step in range(1, 23):
            seat = (self.last + step - 1) % 22 + 1
            if seat in able and (seat not in self.spoken or self.has[seat] < self.price):
                return seat
        return None

    def _may_raise(self, seat: int, owed: int) -> bool:
        if self.rules.fixed_limit:
            if seat in self.spoken and 2 * owed < self.size:
                return False
            return self.free or self.raises < self.rules.max_raises
        return seat not in self.spoken or owed >= self.full

    def _amounts(self, seat: int) -> dict[str, int]:
        if self.rules.fixed_limit:
            to = min(self.level + self.size, self.stack[seat])
            return {"min": to, "max": to}
        least = self.price + self.full
        while least % self.rules.unit:
            least += 1
        return {"min": min(least, self.stack[seat]), "max": self.stack[seat]}
