"""A recorded hand becomes commands: what the notation leaves open, the table's state decides.

Nothing is sent that a terminal could not send. Whatever the table refuses is refused with the action's number.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from domain.cards import UNKNOWN
from domain.rules import RuleBroken
from services.phh.actions import Action, Word
from services.phh.hand import RecordedHand

State = dict[str, Any]
"""What `inspect` shows of a Hold'em table."""

Send = Callable[[dict[str, Any]], State]
"""Carries out a command and returns the state after it; raises RuleBroken if it is refused."""

_FLOP = 3
_BOARD = 5


@dataclass(frozen=True, slots=True)
class Played:
    """`state` after the hand; `pots` as the showdown began, empty where all but one had folded."""

    state: State
    pots: list[dict[str, Any]]


def play(hand: RecordedHand, send: Send) -> Played:
    """The hand from `start-hand` to its end, at the table that `hand.opening` opens."""
    return _Play(hand, send).play()


@dataclass(slots=True)
class _Play:
    """`holes`: what each player was dealt. `board`: cards on their way to the board. `lying`: how many are there.

    `answered`: seats that have shown or thrown away; `shown`: those whose cards lie open.
    """

    hand: RecordedHand
    send_command: Send
    state: State = field(default_factory=dict)
    holes: dict[int, tuple[str, ...]] = field(default_factory=dict, repr=False)
    board: tuple[str, ...] = field(default=(), repr=False)
    lying: int = 0
    answered: set[int] = field(default_factory=set)
    shown: set[int] = field(default_factory=set)
    pots: list[dict[str, Any]] = field(default_factory=list)

    def play(self) -> Played:
        self.send("start-hand")
        for action in self.hand.actions:
            try:
                self.carry_out(action)
            except RuleBroken as refusal:
                raise action.refused(refusal) from None
        self.show_down()
        if not self.over:
            raise RuleBroken("hand-incomplete", None, f"the actions end before the hand does: the table waits for `{self.state['due']}`")
        return Played(self.state, self.pots)

    @property
    def over(self) -> bool:
        return bool(self.state["due"] == "start-hand")

    def send(self, do: str, **fields: Any) -> None:
        self.state = self.send_command({"do": do, "table": self.hand.table, **fields})

    def carry_out(self, action: Action) -> None:
        if action.word is Word.HOLE:
            self.deal_hole(action)
        elif not self.all_dealt:
            raise RuleBroken("wrong-card-count", None, "before it every player has two hole cards, ???? if they are not known")
        elif self.changes_nothing(action):
            return
        elif action.word is Word.BOARD:
            self.deal_board(action)
        elif action.word is Word.SHOW_OR_MUCK:
            self.show_or_muck(action)
        else:
            self.act(action)

    def changes_nothing(self, action: Action) -> bool:
        """What some records hold and no table waits for.

        After the end: a hand that nobody paid to see, the rest of a board. Once the betting is over: the check of the one
        player who still has chips.
        """
        if self.over:
            return action.word is Word.SHOW_OR_MUCK or (action.word is Word.BOARD and self.lying < _BOARD)
        if action.word is not Word.CHECK_OR_CALL or self.state["due"] == "act":
            return False
        return self.able == {self.hand.seat(action.player)}

    def deal_hole(self, action: Action) -> None:
        """Once every player has two cards they are dealt in the order of the deal: first cards of all, then second cards."""
        cards = self.holes.get(action.player, ()) + action.cards
        if len(cards) > 2:
            raise RuleBroken("wrong-card-count", None, f"p{action.player} has more than two hole cards")
        self.holes[action.player] = cards
        if self.all_dealt:
            holes = [self.holes[player] for player in self.hand.players]
            self.send("deal", cards=list(chain.from_iterable(zip(*holes, strict=True))))

    @property
    def all_dealt(self) -> bool:
        return all(len(self.holes.get(player, ())) == 2 for player in self.hand.players)

    def deal_board(self, action: Action) -> None:
        """Street by street, also where a run-out comes in one piece or a flop in three."""
        if UNKNOWN in action.cards:
            raise RuleBroken("cards-unknown", None, "a hand is played with the whole board known")
        if self.lying == _BOARD:
            raise RuleBroken("action-not-supported", None, "the board is complete, and no command deals a second one")
        self.board += action.cards
        while len(self.board) >= (count := 1 if self.lying else _FLOP):
            self.send("deal", cards=list(self.board[:count]))
            self.board = self.board[count:]
            self.lying += count

    def act(self, action: Action) -> None:
        if self.board:
            raise RuleBroken("wrong-card-count", None, "the flop has three cards, the turn and the river one each")
        seat = self.hand.seat(action.player)
        if action.word is Word.FOLD:
            self.send("act", seat=seat, action="fold")
        elif action.word is Word.CHECK_OR_CALL:
            self.send("act", seat=seat, action="check" if self.state["legal"].get("check") else "call")
        elif self.able == {seat}:
            self.send("act", seat=seat, action="call")
        else:
            assert action.amount is not None
            self.send("act", seat=seat, action="raise" if self.bet_stands else "bet", to=int(action.amount))

    @property
    def able(self) -> set[int]:
        """The seats that are in the hand and have chips left."""
        return {seat["seat"] for seat in self.state["seats"] if seat["status"] == "in"}

    @property
    def bet_stands(self) -> bool:
        """Before the flop the blinds do."""
        return any(seat["bet"] for seat in self.state["seats"])

    def show_or_muck(self, action: Action) -> None:
        dealt = self.holes.get(action.player, ())
        cards = action.cards if UNKNOWN not in action.cards else dealt
        self.show(action.player, dealt if action.same else cards)

    def show(self, player: int, cards: tuple[str, ...]) -> None:
        """A hand that is not known is thrown away; the last one that claims a pot stays in and wins what no shown hand contests."""
        seat = self.hand.seat(player)
        if not self.pots:
            self.pots = self.state["pots"]
        if UNKNOWN in cards:
            cards = ()
        if not cards and {seat} in self.claimants():
            dealt = self.holes.get(player, ())
            cards = dealt if UNKNOWN not in dealt else (UNKNOWN, UNKNOWN)
        self.send("show", seat=seat, cards=list(cards))
        self.answered.add(seat)
        if cards and UNKNOWN not in cards:
            self.shown.add(seat)

    def claimants(self) -> list[set[int]]:
        """For each pot the live seats that may still win it."""
        return [set(pot["eligible"]) for pot in self.state["pots"]]

    def show_down(self) -> None:
        """Who the file does not mention: known hands are shown, then unknown ones are thrown away, in the order of the file."""
        if self.over or self.state["due"] != "show":
            return
        live = [player for player in self.hand.players if any(self.hand.seat(player) in pot for pot in self.claimants())]
        silent = [player for player in live if self.hand.seat(player) not in self.answered]
        known = [player for player in silent if UNKNOWN not in self.holes[player]]
        self.check_known({self.hand.seat(player) for player in known} | self.shown)
        for player in [*known, *(player for player in silent if player not in known)]:
            self.show(player, self.holes[player])

    def check_known(self, seats: set[int]) -> None:
        """Where nobody's cards are known who may win a pot of several, its winner is a guess."""
        if any(len(pot) > 1 and not pot & seats for pot in self.claimants()):
            raise RuleBroken("cards-unknown", None, "no hand that contests a pot is known: the winner cannot be told")
