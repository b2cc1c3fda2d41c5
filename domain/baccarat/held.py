"""Bets that wait after a tie: cancelled, maintained or changed for the deciding round (article 12)."""

from typing import Final, Literal

from domain.baccarat import events as e
from domain.baccarat.answer import Answer
from domain.baccarat.bets import Bet, default_choice
from domain.baccarat.commands import DecideHeldBet
from domain.baccarat.drawing import SIDES, Side
from domain.baccarat.limits import check_amount
from domain.baccarat.refusals import bad_field, refusal, require_bets_open, require_no_error
from domain.baccarat.table import Table

Choice = Literal["cancel", "maintain", "change"]

_ARTICLES: Final = {"cancel": "12(1)", "maintain": "12(2)", "change": "12(3)(1)"}
_SWITCH: Final = "12(3)(2)"


def decide_held_bet(answer: Answer, command: DecideHeldBet) -> None:
    """`cancel` is open from the tie on, the other choices while the deciding round takes bets."""
    table = answer.table
    _check_fields(command)
    require_no_error(table)
    if command.choice != "cancel" or table.round is not None:
        require_bets_open(table)
    bet = _held(table, command.bet)
    _require_offered(table, command)
    if command.choice == "change":
        side, amount = _changed(table, bet, command)
    else:
        side, amount = bet.side, bet.amount if command.choice == "maintain" else 0
    record_decision(answer, bet, command.choice, side, amount, "bettor")


def _check_fields(command: DecideHeldBet) -> None:
    named = command.amount is not None or command.on is not None
    if named != (command.choice == "change"):
        raise bad_field("choice", "`change` names `amount`, `on` or both, the other choices neither")


def _held(table: Table, bet_id: str) -> Bet:
    if not table.knows_bet(bet_id):
        raise refusal(table, "unknown-bet", "no bet of this table has this id", {"bet": [bet.bet for bet in table.held]})
    bet = table.bets.get(bet_id)
    if bet is None or not bet.held:
        raise refusal(table, "bet-not-held", f"bet {bet_id} waits for no decision", {"bet": [bet.bet for bet in table.held]})
    return bet


def _require_offered(table: Table, command: DecideHeldBet) -> None:
    wanted: list[str] = [command.choice] if command.choice != "change" else []
    wanted += ["change-amount"] if command.amount is not None else []
    wanted += ["switch-side"] if command.on is not None else []
    offered = table.house.tie_options
    lacking = [option for option in wanted if option not in offered]
    if lacking:
        message = f"the table offers {', '.join(offered)} after a tie, not {' and '.join(lacking)}"
        raise refusal(table, "tie-option-not-offered", message, {"options": list(offered)})


def _changed(table: Table, bet: Bet, command: DecideHeldBet) -> tuple[Side, int]:
    """Side and amount that stay: what the table would take as a bet, never more than is held."""
    sides = [side for side in SIDES if command.on in (side, None)]
    if not sides:
        raise refusal(table, "not-a-side", "a held bet stays on player or banker", {"on": list(SIDES)})
    side = bet.side if command.on is None else sides[0]
    amount = bet.amount if command.amount is None else command.amount
    if amount > bet.amount:
        message = f"{bet.amount} is held: more money is a new bet"
        raise refusal(table, "no-increase-of-held-bet", message, {"max": bet.amount})
    check_amount(table, side, amount, bet.amount)
    return side, amount


def record_decision(
    answer: Answer, bet: Bet, choice: Choice, side: Side, amount: int, by: Literal["bettor", "default", "shoe-closed"]
) -> None:
    table = answer.table
    answer.record(
        e.HeldBetDecided(
            round=table.round.number if table.round else table.last_number,
            bet=bet.bet,
            choice=choice,
            on=side,
            amount=amount,
            refund=bet.amount - amount,
            by=by,
            rule=answer.house.ref(_SWITCH if side != bet.side else _ARTICLES[choice]),
        )
    )


def decide_by_default(answer: Answer) -> None:
    """The bets are closed: what nobody decided is maintained if the table offers that, else cancelled."""
    choice = default_choice(answer.house)
    for bet in answer.table.held:
        record_decision(answer, bet, choice, bet.side, bet.amount if choice == "maintain" else 0, "default")


def give_back_held(answer: Answer) -> None:
    """There will be no deciding round from this shoe, or at this table."""
    for bet in answer.table.held:
        record_decision(answer, bet, "cancel", bet.side, 0, "shoe-closed")
