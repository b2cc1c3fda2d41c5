"""Commands of a table: its session is found, the rules of its game are asked, and wallets are moved with it.

A table's events bear the gaming day of its opening; whatever belongs to a hand or round has its id as subject.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.command import AddChips, Command, Inspect, LeaveSeat, OpenTable, TableCommand, TakeSeat
from domain.event import Event, source_of, table_stream, wallet_stream
from domain.given import Carried, Given, Permit, Previous
from domain.permits import PermitRecord, as_given, in_force
from domain.rules import RuleBroken
from domain.seating import ChipsAdded, SeatLeft, SeatTaken
from domain.wallet import Wallet, move_in, move_out
from services.case import Case, Decided, HouseFacts
from services.days import must_be_open
from services.game import Game, Session, TableState, decide
from services.handlers import Handler, Outcome
from services.states import Loaded, Lookup

Move = Callable[[Wallet, int, str, str], list[Event]]


class Tables:
    """Handlers of all tables, whatever is played there."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games: Mapping[str, Game] = {game.name: game for game in games}

    @property
    def handlers(self) -> dict[type[Command], Handler]:
        handlers: dict[type[Command], Handler] = {}
        for game in self._games.values():
            handlers |= dict.fromkeys(game.commands, self.play)
        return handlers | {OpenTable: self.open, Inspect: self.inspect, TakeSeat: self.bring, AddChips: self.bring, LeaveSeat: self.leave}

    @property
    def commands(self) -> dict[str, tuple[type[Command], ...]]:
        """By game: the same word may ask for different things at different tables."""
        return {game.name: game.commands for game in self._games.values()}

    def open_table(self, states: Lookup, code: str) -> Loaded[Session]:
        """The table's open session; `table-closed` if there is none."""
        loaded = self._last(states, code)
        if loaded is None or not _table(loaded).is_open:
            raise RuleBroken("table-closed", None, f"table {code} is not open; `open-table` opens it")
        return loaded

    def open(self, case: Case) -> Outcome:
        """A new session, unless the table is open: then the rules refuse it there."""
        command = case.command
        assert isinstance(command, OpenTable)
        game = self._game_for(command)
        before = self._last(case.states, command.table)
        table = _table(before) if before else None
        if before is None or not _table(before).is_open:
            stream = table_stream(command.table, table.session + 1 if table else 1)
            loaded = case.states.get(stream, self.session)
            asked: Any = game.new()
        else:
            loaded, asked = before, table
            game = self._games[_table(before).game]
        case.in_order(before or loaded)
        must_be_open(case, command.gaming_day)
        given = Given(previous=_previous(table) if table else None, **_permits(case, command))
        events = _opened(game, case, asked, given)
        return Outcome([Decided(loaded, events, command.gaming_day, lambda _event: command.table)])

    def inspect(self, case: Case) -> Outcome:
        table = _table(self._open(case))
        return Outcome([], self._games[table.game].inspect(table))

    def play(self, case: Case) -> Outcome:
        """Whatever concerns the table alone."""
        loaded = self._open(case)
        case.in_order(loaded)
        table = _table(loaded)
        game = self._games[table.game]
        events = decide(game, case, table, game.on_record(case))
        return Outcome([Decided(loaded, events, table.gaming_day, lambda event: game.subject(table, event))])

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

    def state(self, session: Session) -> dict[str, Any] | None:
        """What a terminal shows of it; None where no table is open."""
        table = session.table
        return self._games[table.game].inspect(table) if table and table.is_open else None

    def _open(self, case: Case) -> Loaded[Session]:
        command = case.command
        assert isinstance(command, TableCommand)
        return self.open_table(case.states, command.table)

    def _last(self, states: Lookup, code: str) -> Loaded[Session] | None:
        stream = states.latest(f"tables/{code}/")
        return states.get(stream, self.session) if stream else None

    def session(self) -> Session:
        """A session that has no event yet."""
        return Session(lambda game: self._games[game].new())

    def _game_for(self, command: OpenTable) -> Game:
        """The ruleset says which game's rules are asked; they refuse a game that it does not authorise."""
        for game in self._games.values():
            if command.ruleset in game.rulesets:
                return game
        rulesets = sorted(name for game in self._games.values() for name in game.rulesets)
        raise RuleBroken("unknown-ruleset", None, "no ruleset has this name", {"ruleset": rulesets})


def _table(loaded: Loaded[Session]) -> TableState:
    table = loaded.state.table
    assert table is not None, f"{loaded.stream} has no first event"
    return table


def _wallet(case: Case, at_table: Decided, player: str, amount: int, move: Move) -> Decided:
    wallet = case.states.get(wallet_stream(player), Wallet)
    case.in_order(wallet)
    events = move(wallet.state, amount, _table(at_table.loaded).currency, source_of(at_table.loaded.stream))
    return Decided(wallet, events, at_table.gaming_day, lambda _event: player)


def _previous(table: TableState) -> Previous:
    carried = tuple(Carried(seat=seat, player=player, stack=table.stacks[seat]) for seat, player in sorted(table.players.items()))
    return Previous(
        session=table.session,
        game=table.game,
        currency=table.currency,
        gaming_day=table.gaming_day,
        last_number=table.last_number,
        button=getattr(table, "button", None),
        carried=carried,
    )


def _opened(game: Game, case: Case, table: Any, given: Given) -> list[Event]:
    """A refusal for want of a permit says from when on one could be used: the calendar is asked for that alone."""
    try:
        return decide(game, case, table, given)
    except RuleBroken as refusal:
        if refusal.code != "permit-required" or case.facts is None:
            raise
    return decide(game, case, table, given.model_copy(update={"earliest_use": case.facts.earliest_use(case.at)}))


def _permits(case: Case, command: OpenTable) -> dict[str, Any]:
    """Permits for the table: those in force on its gaming day, and those whose day of use is still to come."""

    def find(_facts: HouseFacts) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {"permits": [], "coming": []}
        for record in (loaded.state for loaded in case.states.all("permits/", PermitRecord)):
            if record.holds_for(command.table):
                when = "permits" if in_force(record, command.table, command.gaming_day) else "coming"
                found[when].append(as_given(record).model_dump(mode="json"))
        return found

    known = case.supply("permits", find)
    return {when: tuple([Permit.model_validate(permit) for permit in permits]) for when, permits in known.items()}
