"""A hand of Hold'em played again: actions of the record or of a change, cards by their places, then what is still due."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.cards import UNKNOWN
from domain.command import Command
from domain.disputes.changes import Action, ActionAdded, ActionChanged, BetChanged, CardChanged, Change
from domain.event import Event
from domain.given import CardsDue, Dealt, Given, HoleCardsDue, Question
from domain.holdem.betting import options
from domain.holdem.board import next_street
from domain.holdem.choices import RULESETS
from domain.holdem.commands import COMMANDS, Act, Deal, Show, StartHand
from domain.holdem.decide import decide
from domain.holdem.events import HandShown
from domain.holdem.hand import BOARD_AT, Hand
from domain.holdem.table import Table
from domain.rules import RuleBroken
from services import hands
from services.rerun import Rerun, Step

_MONEY: Final = ("commission_bp", "commission_cap_bb", "commission_unit", "no_flop_no_drop", "odd_chip", "quads_kicker")
Pair = tuple[str, str]


class HoldemRerun(Rerun):
    commands = COMMANDS
    rulesets = RULESETS
    money_rules = frozenset(_MONEY)
    table: Table

    def __init__(self, hand: hands.Hand, changes: Sequence[Change]) -> None:
        super().__init__(hand, changes, Table())
        dealt = [Dealt.model_validate(one) for step in self._steps for one in step.supplied.get("dealt", ())]
        self._dealt = {one.spot: one for one in dealt}
        self._shown = {step.command.seat: pair for step in self._steps if isinstance(step.command, Show) and (pair := _pair(step))}
        self._open: dict[str, str] = {}
        self._acts: dict[int, ActionChanged] = {}
        self._adds: dict[int | None, list[ActionAdded]] = {}
        for change in changes:
            self._note(change)

    def _note(self, change: Change) -> None:
        """Where in the hand the change belongs; `bad-change` for what a hand of Hold'em has not got."""
        match change:
            case ActionChanged(step=step):
                self._acts[self._step_at(step).number] = change
            case ActionAdded(step=before):
                self._adds.setdefault(before and self._step_at(before).number, []).append(change)
            case BetChanged():
                raise RuleBroken("bad-change", None, "a bet of Hold'em is named by its step, such as bet:14=300")
            case CardChanged(spot=spot) if spot.startswith(("player/", "banker/")):
                raise RuleBroken("bad-change", None, f"no card of Hold'em lies at {spot}: board/1 to board/5, seat/3/1")

    def _step_at(self, number: int) -> Step:
        for step in self._steps:
            if step.number <= number <= step.last:
                return step
        last = self._steps[-1].last
        message = f"{self._hand.id} has steps 1 to {last}, no step {number}"
        raise RuleBroken("no-such-step", None, message, {"step": {"min": 1, "max": last}})

    def take(self, step: Step) -> None:
        for added in self._adds.get(step.number, ()):
            self._add(added, step)
        command = self._changed(step)
        if self._falls_away(command):
            self.left_out.append(step.number)
            return
        hand = self.table.hand
        if isinstance(command, Act | Show) and hand is not None and not hand.betting_over:
            self._deal_due(step)
        if isinstance(command, Deal) and self.table.playing.dealt:
            self._deal(step)
        else:
            self.do(command, step)
        change = self._acts.get(step.number)
        if change is not None:
            self.used(change)

    def _falls_away(self, command: Command) -> bool:
        """The hand is over, the board lies already, or the player is out of it: in this hand nobody would have said so."""
        hand = self.table.hand
        if hand is None:
            return not isinstance(command, StartHand)
        match command:
            case Deal():
                return hand.dealt and self.table.due == "show"
            case Act(seat=seat):
                return seat not in hand.able or hand.betting_over
            case Show(seat=seat):
                return seat not in hand.live
        return False

    def _changed(self, step: Step) -> Command:
        """The command of the record, or what was done instead."""
        command, change = step.command, self._acts.get(step.number)
        if change is not None:
            if not isinstance(command, Act | Show):
                raise RuleBroken("bad-change", None, f"step {step.number} of {self._hand.id} is no player's action")
            return self._action(command.table, command.seat, change)
        if isinstance(command, Show) and any(f"seat/{command.seat}/{ordinal}" in self._cards for ordinal in (1, 2)):
            return Show(table=command.table, seat=command.seat)
        return command

    def _action(self, table: str, seat: int, change: ActionChanged | ActionAdded) -> Command:
        if change.action == "show":
            return Show(table=table, seat=seat)
        hand = self.table.hand
        if change.action == "fold" and hand is not None and hand.betting_over:
            return Show(table=table, seat=seat, cards=())
        action = change.action or self._word(seat, change.to)
        return Act(table=table, seat=seat, action=action, to=change.to if action in ("bet", "raise") else None)

    def _word(self, seat: int, to: int | None) -> Action:
        """What a player says who puts in so much in this round."""
        if to is None:
            raise RuleBroken("bad-change", None, "a changed action names what was done, how much was put in, or both")
        hand = self.table.hand
        if hand is None or hand.to_act != seat:
            return "bet"
        if to == hand.bets[seat] + self.table.stacks[seat]:
            return "all-in"
        open_to = options(self.table)
        return "call" if open_to.call and to == hand.bets[seat] + open_to.call else open_to.word

    def _add(self, added: ActionAdded, step: Step | None) -> None:
        self._deal_due(step)
        hand = self.table.hand
        if hand is None or hand.to_act is None:
            raise self.stuck(step, "it is nobody's turn there, so no action can be added")
        self.do(self._action(self.table.code, hand.to_act, added), step)
        self.used(added)

    def _deal_due(self, step: Step | None) -> None:
        while self.table.due == "deal" and self.table.playing.dealt:
            self._deal(step)

    def _deal(self, step: Step | None) -> None:
        """The next street, whoever dealt it then."""
        hand = self.table.playing
        cards = None
        if hand.read and len(hand.board) < BOARD_AT[-1]:
            street = next_street(hand)
            spots = [f"board/{ordinal}" for ordinal in range(BOARD_AT[street - 1] + 1, BOARD_AT[street] + 1)]
            cards = tuple([str(one.card) for one in self._lying(hand, spots)])
        self.do(Deal(table=self.table.code, cards=cards), step)

    def finish(self) -> None:
        for added in self._adds.get(None, ()):
            self._add(added, None)
        while (hand := self.table.hand) is not None:
            if self.table.due == "deal":
                self._deal(None)
            elif self.table.due == "show":
                seat = next(seat for seat in hand.live if seat not in hand.shown)
                self.do(Show(table=self.table.code, seat=seat), None)
            else:
                raise self.stuck(None, f"the table waits for `{self.table.due}`")

    def _lay(self, place: str, card: str) -> None:
        """Open on the table; the pack holds each card once."""
        other = next((lies for lies, there in self._open.items() if there == card != UNKNOWN and lies != place), None)
        if other is not None:
            message = f"the changes would lay one card at {other} and at {place}: the pack holds each once"
            raise RuleBroken("duplicate-card", self.table.house.ref("1(1)(3)"), message)
        self._open[place] = card

    def rules(self, command: Command, given: Given) -> list[Event]:
        return decide(self.table, command, given)

    def given(self, question: Question, _command: Command, _supplied: Mapping[str, Any]) -> dict[str, Any]:
        if isinstance(question, CardsDue):
            return {"dealt": tuple(self._lying(self.table.playing, [due.spot for due in question.spots]))}
        assert isinstance(question, HoleCardsDue)
        return {"hole": self._hole(question.seat)}

    def _lying(self, hand: Hand, spots: Sequence[str]) -> list[Dealt]:
        """What lies there. A burned card is nobody's, so one that was never burned may be any."""
        missing = [spot for spot in spots if spot.startswith("board/") and spot not in self._dealt and spot not in self._cards]
        if missing:
            raise self.cards_needed(missing, f"hand {hand.number} goes on to a board that was not dealt")
        return [self._at(spot) for spot in spots]

    def _at(self, spot: str) -> Dealt:
        place = spot.partition("#")[0]
        change = self._cards.get(place)
        if change is not None and place.startswith("board/"):
            self.used(change)
            found = Dealt(spot=spot, card=change.card)
        else:
            found = self._dealt.get(spot) or Dealt(spot=spot, sealed=UNKNOWN)
        if found.card is not None:
            self._lay(place, found.card)
        return found

    def _hole(self, seat: int) -> Pair:
        places = f"seat/{seat}/1", f"seat/{seat}/2"
        named = [self._cards.get(place) for place in places]
        shown = self._shown.get(seat)
        missing = [place for place, change in zip(places, named, strict=True) if change is None and shown is None]
        if missing:
            why = f"seat {seat} must show, and its cards were not shown; in a dispute two people may have them opened"
            raise self.cards_needed(missing, why)
        pair = [change.card if change else shown[at] if shown else UNKNOWN for at, change in enumerate(named)]
        for place, card in zip(places, pair, strict=True):
            self._lay(place, card)
        for change in named:
            if change is not None:
                self.used(change)
        return pair[0], pair[1]

    def needed(self, step: Step | None) -> str:
        hand = self.table.hand
        if hand is None or hand.to_act is None:
            return ""
        legal = ", ".join(_option(word, amount) for word, amount in options(self.table).legal().items())
        place = "end" if step is None else step.number
        change = "" if step is None else f", or change that step with act:{step.number}=ACTION"
        return f"; seat {hand.to_act} is to act ({legal}): say what it did with add:{place}=ACTION{change}"


def _option(word: str, amount: Any) -> str:
    """`fold`, `call 200`, `raise 500 to 9800`."""
    if amount is True:
        return word
    return f"{word} {amount['min']} to {amount['max']}" if isinstance(amount, dict) else f"{word} {amount}"


def _pair(step: Step) -> Pair | None:
    """The cards that this command showed, in the order in which they were dealt; None for a hand thrown away."""
    shown = next((record.event.cards for record in step.answer if isinstance(record.event, HandShown)), None)
    if shown is None:
        return None
    named, hole = list(shown), step.supplied["hole"]
    for card in hole:
        if card != UNKNOWN:
            named.remove(card)
    first, second = [named.pop(0) if card == UNKNOWN else card for card in hole]
    return first, second
