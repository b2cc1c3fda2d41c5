"""An evening at a table by chance: random house choices, random players, hands played, voided, left and bought into."""

from random import Random
from typing import Any

from domain.given import Permit, Previous
from domain.holdem import events as e
from domain.holdem.errors import KINDS
from tests.domain.holdem.desk import Desk
from tests.domain.holdem.scene import DAY, TWO_PEOPLE, Scene
from tests.spec import Outcome


def house_choices(chance: Random, ruleset: str) -> dict[str, Any]:
    """Any choices that the ruleset allows, as far as they touch the play."""
    unit = chance.choice([1, 1, 5, 25])
    big_blind = unit * chance.choice([1, 2, 3, 4, 20])
    chosen: dict[str, Any] = {
        "unit": unit,
        "big_blind": big_blind,
        "small_blind": unit * chance.randint(1, big_blind // unit),
        "min_bet": unit * chance.randint(1, 2 * big_blind // unit),
        "seats": 22,
        "structure": chance.choice(["no-limit", "fixed-limit"]),
        "limit_profile": chance.choice(["statutory", "literal-sb", "cardroom"]),
        "two_player_uncap": chance.choice(["before-cap", "round-start", "never"]),
        "headsup_blinds": chance.choice(["statutory", "cardroom"]),
        "quads_kicker": chance.choice(["plays", "ignored"]),
        "no_flop_no_drop": chance.choice([True, False]),
    }
    if ruleset == "MO-THP-2008":
        return chosen | {"commission_bp": chance.randint(300, 500), "commission_cap_bb": chance.randint(1, 5)}
    return chosen | {
        "commission_bp": chance.choice([0, chance.randint(1, 1_000)]),
        "commission_cap_bb": chance.choice([None, chance.randint(0, 100)]),
        "max_raises": chance.randint(1, 9),
        "showdown": chance.choice(["may-muck", "all-live-hands"]),
        "odd_chip": chance.choice(["button-left", "croupier-left"]),
    }


class Evening:
    """`hand_events` are those of the hand in progress. `read`: a reader names the cards of the hand, from a pack of its own."""

    def __init__(self, chance: Random, ruleset: str) -> None:
        self.chance = chance
        self.ruleset = ruleset
        self.scene = Scene()
        self.scene.desk = Desk(chance.randint(0, 10**6))
        self.permits = [Permit(permit="PR-1", ruleset=ruleset, articles=("5", "11", "12", "16"))]
        self.scene.open(ruleset, in_force=self.permits, **house_choices(chance, ruleset)).accepted()
        for seat in chance.sample(range(1, 23), chance.choice([2, 2, 3, 3, 4, 6, 9, 22])):
            self.buy_in(seat)
        self.pack: list[str] | None = None

    @property
    def hand_events(self) -> list[Any]:
        start = max(index for index, event in enumerate(self.scene.events) if isinstance(event, e.HandStarted))
        return self.scene.events[start:]

    def buy_in(self, seat: int) -> Outcome:
        house = self.scene.table.house
        amount = house.unit * self.chance.choice([1, 2, 5, self.chance.randint(1, 40), self.chance.randint(1, 400)])
        return self.scene.when("take-seat", seat=seat, player=f"P-{seat}", amount=amount, source="cash")

    def step(self) -> Outcome:
        """One accepted command, whatever is due."""
        return getattr(self, f"_{self.scene.state['due'].replace('-', '_')}")().accepted()

    def _start_hand(self) -> Outcome:
        scene, chance = self.scene, self.chance
        if chance.random() < 0.3:
            self._come_and_go()
        while sum(1 for stack in scene.table.stacks.values() if stack) < 2:
            free = [seat for seat in range(1, 23) if seat not in scene.table.players]
            if not free:
                broke = next(seat for seat, stack in scene.table.stacks.items() if not stack)
                scene.when("leave-seat", seat=broke, to="chips").accepted()
                continue
            self.buy_in(chance.choice(free)).accepted()
        self.pack = chance.sample(scene.desk.deck("pack"), 52) if chance.random() < 0.5 else None
        return scene.when("start-hand")

    def _come_and_go(self) -> None:
        scene = self.scene
        match self.chance.choice(["leave", "add", "close"]):
            case "leave":
                scene.when("leave-seat", seat=self.chance.choice(list(scene.table.players)), to="chips").accepted()
            case "add":
                seat = self.chance.choice(list(scene.table.players))
                scene.when("add-chips", seat=seat, amount=scene.table.house.unit * 3, source="cash").accepted()
            case "close":
                self._close_and_open()

    def _close_and_open(self) -> None:
        scene = self.scene
        closed = scene.when("close-table").one(e.TableClosed)
        before = Previous(
            session=scene.table.session, game="holdem", currency="HKD", gaming_day=DAY,
            last_number=closed.last_number, button=closed.button, carried=closed.carried,
        )  # fmt: skip
        scene.open(self.ruleset, in_force=self.permits, previous=before, **house_choices(self.chance, self.ruleset)).accepted()

    def _deal(self) -> Outcome:
        hand = self.scene.table.playing
        if self.pack is None:
            return self.scene.when("deal")
        unknown = not hand.dealt and self.chance.random() < 0.3
        count = 2 * len(hand.order) if not hand.dealt else 3 if not hand.board else 1
        if hand.betting_over and self.chance.random() < 0.5:
            count = 5 - len(hand.board)
        cards = ["??" if unknown and self.chance.random() < 0.5 else self.pack.pop() for _ in range(count)]
        if hand.dealt and count in (1, 3) and not (hand.betting_over and len(hand.board) == 3) and self.chance.random() < 0.5:
            cards.insert(0, self.chance.choice(["??", self.pack.pop()]))
        return self.scene.when("deal", cards=cards)

    def _act(self) -> Outcome:
        if self.chance.random() < 0.03:
            return self.scene.when("report-error", kind=self.chance.choice(KINDS))
        state = self.scene.state
        word = self.chance.choice([word for word in state["legal"] for _ in range(1 if word == "fold" else 3)])
        fields: dict[str, Any] = {}
        if word in ("bet", "raise"):
            low, high, unit = state["legal"][word]["min"], state["legal"][word]["max"], self.scene.table.house.unit
            inside = low + (self.chance.randint(0, high - low) if self.chance.random() < 0.3 else 0)
            fields["to"] = self.chance.choice([low, high, inside if inside == high else max(inside - inside % unit, low)])
        return self.scene.when("act", seat=state["to_act"], action=word, **fields)

    def _show(self) -> Outcome:
        """Whoever comes first: sealed cards opened, unknown ones named, or the hand thrown away."""
        scene, hand = self.scene, self.scene.table.playing
        seat = self.chance.choice([seat for seat in hand.live if seat not in hand.shown])
        if self.chance.random() < 0.3:
            away = scene.show(seat, "")
            if away.refusal is None:
                return away
        known = [scene.desk.sealed[sealed] for sealed in hand.sealed[seat]]
        if "??" not in known:
            return scene.when("show", seat=seat)
        assert self.pack is not None
        return scene.when("show", seat=seat, cards=[self.pack.pop() if card == "??" else card for card in known])

    def _correct_error(self) -> Outcome:
        scene, hand = self.scene, self.scene.table.playing
        spare = ["hole", "board"] if len(hand.order) < 10 else []
        match self.chance.choice(["void", "continue", *spare]):
            case "void":
                return scene.when("void-hand", reason="misdeal", **TWO_PEOPLE)
            case "hole":
                place: dict[str, Any] = {"seat": self.chance.choice(hand.live), "ordinal": self.chance.randint(1, 2)}
            case "board" if hand.board:
                place = {"seat": None, "ordinal": self.chance.randint(1, len(hand.board))}
            case _:
                return scene.when("correct-error", how="continue")
        named = {"cards": [self.pack.pop()]} if self.pack is not None else {}
        return scene.when("correct-error", how="replace-card", **place, **named)
