"""Bets are placed, taken off and closed: articles 13 to 16."""

from typing import Final

from domain.baccarat import events as e
from domain.baccarat.answer import Answer
from domain.baccarat.bets import WINS_MOST, Bet, gap, holder, may_stay, most_that_may_come, room, too_much, total
from domain.baccarat.commands import CloseBets, PlaceBet, WithdrawBet
from domain.baccarat.drawing import SIDES
from domain.baccarat.held import decide_by_default
from domain.baccarat.limits import check_amount
from domain.baccarat.refusals import bad_field, refusal, require_bets_open, require_no_error
from domain.baccarat.rules import On
from domain.baccarat.table import Table
from domain.house import within_limit
from domain.rules import RuleBroken

_PAIRS: Final = ("player-pair", "banker-pair")
_ARTICLES: Final[dict[On, str]] = {
    "player": "13(1)",
    "banker": "13(2)",
    "tie": "13(3)",
    "player-pair": "13(4)",
    "banker-pair": "13(4)",
    "lucky-six": "13",
}


def place_bet(answer: Answer, command: PlaceBet) -> None:
    table = answer.table
    _check_layout(table, command)
    require_no_error(table)
    playing = require_bets_open(table)
    if table.knows_bet(command.bet):
        raise refusal(table, "bet-id-used", f"a bet {command.bet} has been placed since the table opened; every bet has its own id")
    on = _offered(table, command.on)
    _check_place(table, command, on)
    _check_stake(table, command, on)
    answer.record(
        e.BetPlaced(
            round=playing.number,
            bet=command.bet,
            player=command.player,
            seat=command.seat,
            standing=command.standing,
            on=on,
            amount=command.amount,
            layout=command.layout,
            rule=answer.house.ref(_ARTICLES[on]),
        )
    )


def _check_layout(table: Table, command: PlaceBet) -> None:
    layouts = table.house.layouts
    if layouts == 2 and command.layout is None:
        raise RuleBroken("field-missing", None, "`place-bet` needs the field 'layout': the table has two", {"layout": [1, 2]})
    if command.layout is not None and not 1 <= command.layout <= layouts:
        raise bad_field("layout", "1 or 2" if layouts == 2 else "1, or nothing")


def _offered(table: Table, on: str) -> On:
    for bet in table.house.bets:
        if bet == on:
            return bet
    offered = list(table.house.bets)
    raise refusal(table, "bet-not-offered", f"the table takes bets on {', '.join(offered)}", {"on": offered})


def _check_place(table: Table, command: PlaceBet, on: On) -> None:
    """Seated bettors bet from their own seat, standing ones off the places that are marked for seats (15)."""
    own = next((seat for seat, player in table.players.items() if player == command.player), None)
    if command.standing == (command.seat is not None):
        raise refusal(table, "seat-or-standing", "a bet is placed from a `seat` or `standing`, one of both")
    if command.standing:
        if not table.house.standing_zone:
            raise refusal(table, "no-standing-zone", "this table has no place for standing bettors")
        if own is not None:
            raise refusal(table, "seat-or-standing", f"{command.player} sits at seat {own} and bets from there", {"seat": own})
    elif command.seat != own:
        table_seats = table.house.seats
        if command.seat is not None and not 1 <= command.seat <= table_seats:
            raise refusal(table, "no-such-seat", f"the table has seats 1 to {table_seats}", {"seat": {"min": 1, "max": table_seats}})
        message = f"the place of seat {command.seat} is for the bettor who sits there"
        raise refusal(table, "seated-box", message, {"seat": own} if own is not None else {"standing": table.house.standing_zone})
    if on in _PAIRS and table.house.pair_needs_main and not _has_main_bet(table, command.player):
        raise refusal(table, "main-bet-needed", "a pair bet is placed in addition to a bet on a side", {"on": list(SIDES)})


def _has_main_bet(table: Table, player: str) -> bool:
    return any(bet.player == player and bet.on in SIDES for bet in table.bets.values())


def _check_stake(table: Table, command: PlaceBet, on: On) -> None:
    """The amount, then the stack, then the differential; whatever is too much is told with the most that would do."""
    amount, most = command.amount, _most(table, command, on)
    check_amount(table, on, amount, most)
    if command.seat is not None:
        stack = table.stacks[command.seat]
        if amount > stack:
            raise refusal(table, "more-than-stack", f"{amount} is more than the {stack} at seat {command.seat}", {"max": most})
        may_come = stack + most_that_may_come(table.bets.values(), command.seat)
        within_limit(may_come, amount * WINS_MOST[on], f"seat {command.seat}, if all its bets win,")
    for side in SIDES:
        if on == side and amount > room(table.bets.values(), side, table.house.differential):
            message = f"{side} would be ahead by more than {table.house.differential}, the most that the sides may differ"
            raise refusal(table, "differential-exceeded", message, {"max": most})


def _most(table: Table, command: PlaceBet, on: On) -> int:
    """The largest bet that would be taken here, 0 if none."""
    limits = table.house.limits(on)
    caps = [limits.most] if limits.most is not None else []
    caps += [room(table.bets.values(), side, table.house.differential) for side in SIDES if side == on]
    caps += [table.stacks[command.seat]] if command.seat is not None else []
    return may_stay(min(caps, default=command.amount), limits)


def withdraw_bet(answer: Answer, command: WithdrawBet) -> None:
    table = answer.table
    require_no_error(table)
    playing = require_bets_open(table)
    bet = table.bets.get(command.bet)
    if bet is None:
        raise refusal(table, "unknown-bet", "no bet with this id lies on the table", {"bet": list(table.bets)})
    if bet.held:
        message = f"bet {bet.bet} waits for a decision: `decide-held-bet` takes it off"
        raise refusal(table, "bet-held", message, {"do": ["decide-held-bet"]})
    amount = bet.amount if command.amount is None else command.amount
    if amount > bet.amount:
        raise refusal(table, "above-bet", f"bet {bet.bet} is {bet.amount}, less than {amount}", {"max": bet.amount})
    if bet.carried:
        _check_carried(table, bet, amount)
    if amount < bet.amount:
        check_amount(table, bet.on, bet.amount - amount, bet.amount)
    answer.record(e.BetWithdrawn(round=playing.number, bet=bet.bet, amount=amount, left=bet.amount - amount))


def _check_carried(table: Table, bet: Bet, amount: int) -> None:
    """A bet of the tie comes off as the table's tie options say, and as far as the differential asks in any case."""
    option = "cancel" if amount == bet.amount else "change-amount"
    asked = too_much(table.bets.values(), table.house).get(bet.bet, 0)
    if option not in table.house.tie_options and amount > asked:
        offered = list(table.house.tie_options)
        message = f"the table offers {', '.join(offered)} after a tie, not {option}"
        raise refusal(table, "tie-option-not-offered", message, {"max": asked})


def close_bets(answer: Answer, _command: CloseBets) -> None:
    """The gap that counts is that of the bets which then stand; nothing comes off by itself (4.1)."""
    table = answer.table
    require_no_error(table)
    playing = require_bets_open(table)
    off = too_much(table.bets.values(), table.house)
    if off:
        message = f"the sides differ by more than {table.house.differential}: bets come off the heavier one, the last placed first"
        remove = [{"bet": bet, "amount": amount} for bet, amount in off.items()]
        raise refusal(table, "differential-exceeded", message, {"remove": remove})
    decide_by_default(answer)
    bets = table.bets.values()
    assert abs(gap(bets)) <= table.house.differential
    holds = table.house.hold_cards
    answer.record(
        e.BetsClosed(
            round=playing.number,
            totals={on: total(bets, on) for on in table.house.bets},
            holders=e.Holders(player=holder(bets, "player") if holds else None, banker=holder(bets, "banker") if holds else None),
            rule=answer.house.ref("14"),
        )
    )
