"""A Hold'em table as the `eventsourcing` library's documentation shows an aggregate: events by decorated methods, kept by
its default mapper and transcoder.

Every event bears the facts of ours and, as `meta`, who gave which command when and why: a house must have that on record.
What is folded is less than ours: who acts next and what he may do is left out.
"""

from typing import Any

from eventsourcing.domain import Aggregate, event

# ruff: noqa: ARG002 - the arguments of a method are the facts of its event

Facts = dict[str, Any]


class LibraryTable(Aggregate):
    """`total` is what each seat has put into the hand, `bets` into the betting round."""

    @event("TableOpened")
    def __init__(
        self,
        meta: Facts,
        table: str,
        session: int,
        game: str,
        ruleset: str,
        currency: str,
        gaming_day: str,
        rules: Facts,
        carried: list[Facts],
        button: int | None,
        last_number: int,
    ) -> None:
        self.table, self.session, self.game, self.ruleset = table, session, game, ruleset
        self.currency, self.gaming_day, self.rules = currency, gaming_day, rules
        self.players = {seat["seat"]: seat["player"] for seat in carried}
        self.stacks = {seat["seat"]: seat["stack"] for seat in carried}
        self.button, self.last_number = button, last_number
        self.is_open, self.error_open = True, False

    @event("TableClosed")
    def table_closed(self, meta: Facts, carried: list[Facts], button: int | None, last_number: int) -> None:
        self.is_open = False

    @event("SeatTaken")
    def seat_taken(self, meta: Facts, seat: int, player: str, amount: int, source: str) -> None:
        self.players[seat] = player
        self.stacks[seat] = amount

    @event("ChipsAdded")
    def chips_added(self, meta: Facts, seat: int, player: str, amount: int, source: str) -> None:
        self.stacks[seat] += amount

    @event("SeatLeft")
    def seat_left(self, meta: Facts, seat: int, player: str, amount: int, to: str) -> None:
        del self.players[seat], self.stacks[seat]

    @event("HandStarted")
    def hand_started(
        self,
        meta: Facts,
        hand: int,
        button: int,
        small_blind_seat: int,
        big_blind_seat: int,
        seats: list[Facts],
        card_source: str,
        cut: bool,
        rule: str,
    ) -> None:
        self.last_number, self.button = hand, button
        self.live = {seat["seat"] for seat in seats}
        self.total = dict.fromkeys(self.live, 0)
        self.bets = dict.fromkeys(self.live, 0)
        self.sealed: dict[int, list[str | None]] = {}
        self.board: list[str | None] = []
        self.shown: dict[int, list[str]] = {}

    @event("BlindPosted")
    def blind_posted(self, meta: Facts, hand: int, seat: int, blind: str, amount: int, all_in: bool, rule: str) -> None:
        self._put_in(seat, amount)

    def _put_in(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        self.total[seat] += amount
        self.bets[seat] += amount

    @event("CardDealt")
    def card_dealt(
        self, meta: Facts, hand: int, seat: int | None, ordinal: int, card: str | None, sealed: str | None, read: bool, rule: str
    ) -> None:
        if seat is None:
            self.board.append(card)
        else:
            self.sealed.setdefault(seat, []).append(sealed)

    @event("CardsBurned")
    def cards_burned(self, meta: Facts, hand: int, burn: int, sealed: str, rule: str) -> None:
        self.burns = burn

    @event("BetPlaced")
    def bet_placed(
        self,
        meta: Facts,
        hand: int,
        seat: int,
        action: str,
        amount: int,
        to: int,
        all_in: bool,
        declared: str | None,
        rule: str,
    ) -> None:
        self._put_in(seat, amount)

    @event("Checked")
    def checked(self, meta: Facts, hand: int, seat: int, rule: str) -> None:
        pass

    @event("Folded")
    def folded(self, meta: Facts, hand: int, seat: int, at_showdown: bool, rule: str) -> None:
        self.live.discard(seat)

    @event("BettingRoundClosed")
    def betting_round_closed(self, meta: Facts, hand: int, street: str, pots: list[Facts], rule: str) -> None:
        self.bets = dict.fromkeys(self.bets, 0)

    @event("BetReturned")
    def bet_returned(self, meta: Facts, hand: int, seat: int, amount: int, rule: str) -> None:
        self.stacks[seat] += amount
        self.total[seat] -= amount

    @event("HandShown")
    def hand_shown(
        self, meta: Facts, hand: int, seat: int, cards: list[str], best: list[str] | None, category: str | None, rule: str
    ) -> None:
        self.shown[seat] = cards

    @event("CommissionTaken")
    def commission_taken(
        self,
        meta: Facts,
        hand: int,
        base: int,
        rate_bp: int,
        exact_e4: int,
        cap: int | None,
        amount: int,
        per_pot: list[int],
        waiver: str | None,
        rule: str,
    ) -> None:
        pass

    @event("PotSplit")
    def pot_split(self, meta: Facts, hand: int, pot: int, amount: int, shares: list[Facts], odd: list[Facts], rule: str) -> None:
        self._pay(shares)

    def _pay(self, shares: list[Facts]) -> None:
        for share in shares:
            self.stacks[share["seat"]] += share["amount"]

    @event("HandEnded")
    def hand_ended(self, meta: Facts, hand: int, reason: str, rule: str) -> None:
        pass

    @event("HandVoided")
    def hand_voided(self, meta: Facts, hand: int, reason: str, refunds: list[Facts], rule: str) -> None:
        self._pay(refunds)
        self.error_open = False

    @event("DealErrorReported")
    def deal_error_reported(self, meta: Facts, number: int | None, kind: str, note: str | None, rule: str) -> None:
        self.error_open = True
