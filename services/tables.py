"""Commands of a Hold'em table: its session is found, the rules are asked, and their questions are answered.

A table's events bear the gaming day of its opening; whatever belongs to a hand has the hand's id as its subject.
"""

from collections.abc import Callable, Sequence
from typing import Any

from domain.cards import UNKNOWN
from domain.command import AddChips, Command, Inspect, LeaveSeat, OpenTable, TableCommand, TakeSeat
from domain.event import Event, source_of, table_stream, wallet_stream
from domain.given import CardsDue, Carried, Given, HoleCardsDue, Permit, Previous
from domain.holdem.commands import COMMANDS
from domain.holdem.decide import check_cards, decide
from domain.holdem.events import ChipsAdded, SeatLeft, SeatTaken
from domain.holdem.table import Table, hand_id, hand_of
from domain.holdem.view import inspect
from domain.permits import PermitRecord, as_given, in_force
from domain.rules import RuleBroken
from domain.wallet import Wallet, move_in, move_out
from services.cards import CardDesk
from services.case import Case, Decided, HouseFacts
from services.handlers import Handler, Outcome
from services.states import Loaded, States

QUESTIONS_MAX = 3
"""A command asks for cards once, or for a seat's hole cards once; more questions than this are a defect."""

Move = Callable[[Wallet, int, str, str], list[Event]]


def open_session(states: States, code: str) -> Loaded[Table]:
    """The table's open session; `table-closed` if there is none."""
    stream = states.latest(f"tables/{code}/")
    loaded = states.get(stream, Table) if stream else None
    if loaded is None or not loaded.state.is_open:
        raise RuleBroken("table-closed", None, f"table {code} is not open; `open-table` opens it")
    return loaded


class Tables:
    """Handlers of Hold'em tables. `desk` is None in a replay, where every answer is on record."""

    def __init__(self, desk: CardDesk | None) -> None:
        self._desk = desk

    @property
    def handlers(self) -> dict[type[Command], Handler]:
        handlers: dict[type[Command], Handler] = dict.fromkeys(COMMANDS, self.play)
        handlers |= {OpenTable: self.open, Inspect: self.inspect, TakeSeat: self.bring, AddChips: self.bring, LeaveSeat: self.leave}
        return handlers

    def open(self, case: Case) -> Outcome:
        """A new session, unless the table is open: then the rules refuse it there."""
        command = case.command
        assert isinstance(command, OpenTable)
        last = case.states.latest(f"tables/{command.table}/")
        before = case.states.get(last, Table) if last else None
        session = before.state.session + 1 if before else 1
        is_open = before is not None and before.state.is_open
        loaded = before if before and is_open else case.states.get(table_stream(command.table, session), Table)
        case.in_order(before or loaded)
        given = Given(previous=_previous(before.state) if before else None, permits=_permits(case, command))
        return Outcome([Decided(loaded, decide(loaded.state, command, given), command.gaming_day, lambda _event: command.table)])

    def inspect(self, case: Case) -> Outcome:
        return Outcome([], inspect(_session(case).state))

    def play(self, case: Case) -> Outcome:
        """Whatever concerns the table alone."""
        loaded = _session(case)
        case.in_order(loaded)
        return Outcome([_decided(loaded, self._decide(case, loaded.state))])

    def bring(self, case: Case) -> Outcome:
        """Chips come to a seat; what comes from a wallet leaves it in the same moment."""
        command = case.command
        assert isinstance(command, TakeSeat | AddChips)
        seated = self.play(case).decided
        event = seated[0].events[0]
        assert isinstance(event, SeatTaken | ChipsAdded)
        if command.source != "wallet":
            return Outcome(seated)
        return Outcome([_wallet(case, seated[0], event.player, event.amount, move_out), *seated])

    def leave(self, case: Case) -> Outcome:
        """A seat is given up; what goes to a wallet is there in the same moment."""
        command = case.command
        assert isinstance(command, LeaveSeat)
        left = self.play(case).decided
        event = left[0].events[0]
        assert isinstance(event, SeatLeft)
        if command.to != "wallet" or not event.amount:
            return Outcome(left)
        return Outcome([*left, _wallet(case, left[0], event.player, event.amount, move_in)])

    def _decide(self, case: Case, table: Table) -> list[Event]:
        cards: Sequence[str] = getattr(case.command, "cards", None) or ()
        if case.live:
            check_cards(table.house.ruleset, cards)
        given = Given()
        for _ in range(QUESTIONS_MAX):
            try:
                return decide(table, case.command, given)
            except CardsDue as due:
                given = self._dealt(case, due, table, cards)
            except HoleCardsDue as due:
                given = self._opened(case, due, table, cards)
        raise RuntimeError(f"`{case.command.do}` asked {QUESTIONS_MAX} questions")

    def _dealt(self, case: Case, due: CardsDue, table: Table, cards: Sequence[str]) -> Given:
        """A card that was named before is refused, so nothing is sealed then."""
        desk, among = self._desk, table.playing.spots()
        repeated = case.supply("repeated", lambda _facts: _asked(desk).repeated(due.hand, cards, among))
        if repeated:
            return Given(repeated=repeated)
        dealt = case.supply("dealt", lambda _facts: _asked(desk).dealt(due, cards))
        given = Given.model_validate({"dealt": dealt})
        case.cards = _recorded_cards(due, given, cards)
        return given

    def _opened(self, case: Case, due: HoleCardsDue, table: Table, cards: Sequence[str]) -> Given:
        """The seat's own cards do not count as named before: showing them names them again."""
        desk, own = self._desk, {spot for spot, _sealed in due.sealed}
        others = [spot for spot in table.playing.spots() if spot not in own]
        hole = case.supply("hole", lambda _facts: _asked(desk).hole(due))
        repeated = case.supply("repeated", lambda _facts: _asked(desk).repeated(due.hand, cards, others))
        return Given.model_validate({"hole": hole, "repeated": repeated})


def _session(case: Case) -> Loaded[Table]:
    command = case.command
    assert isinstance(command, TableCommand)
    return open_session(case.states, command.table)


def _decided(loaded: Loaded[Table], events: list[Event]) -> Decided:
    table = loaded.state

    def subject(event: Event) -> str:
        number = hand_of(event)
        return hand_id(table, number) if number else table.code

    return Decided(loaded, events, table.gaming_day, subject)


def _wallet(case: Case, at_table: Decided, player: str, amount: int, move: Move) -> Decided:
    table: Table = at_table.loaded.state
    wallet = case.states.get(wallet_stream(player), Wallet)
    case.in_order(wallet)
    events = move(wallet.state, amount, table.currency, source_of(at_table.loaded.stream))
    return Decided(wallet, events, at_table.gaming_day, lambda _event: player)


def _previous(table: Table) -> Previous:
    carried = tuple(Carried(seat=seat, player=player, stack=table.stacks[seat]) for seat, player in sorted(table.players.items()))
    return Previous(
        session=table.session,
        game=table.game,
        currency=table.currency,
        gaming_day=table.gaming_day,
        last_number=table.last_number,
        button=table.button,
        carried=carried,
    )


def _permits(case: Case, command: OpenTable) -> tuple[Permit, ...]:
    def find(_facts: HouseFacts) -> list[dict[str, Any]]:
        records = case.states.all("permits/", PermitRecord)
        return [as_given(r.state).model_dump(mode="json") for r in records if in_force(r.state, command.table, command.gaming_day)]

    return tuple(Permit.model_validate(permit) for permit in case.supply("permits", find))


def _recorded_cards(due: CardsDue, given: Given, cards: Sequence[str]) -> tuple[str, ...] | None:
    """The command's own cards as they may be kept: what is hidden in its sealed form."""
    if not cards:
        return None
    kept = [UNKNOWN] * len(cards)
    for spot, dealt in zip(due.spots, given.dealt, strict=True):
        if spot.card is not None:
            kept[spot.card] = dealt.card or dealt.sealed or UNKNOWN
    return tuple(kept)


def _asked(desk: CardDesk | None) -> CardDesk:
    assert desk is not None, "a replay asks nothing of the house"
    return desk
