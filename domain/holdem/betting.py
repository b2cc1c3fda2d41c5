"""What the seat to act may do, and what an action makes: articles 6, 7, 11, 12 and 13."""

from typing import Any, Final, Literal, NamedTuple

from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.closing import close_round
from domain.holdem.commands import Act
from domain.holdem.hand import Hand
from domain.holdem.refusals import not_due, refusal, require_hand, require_live, require_no_error
from domain.holdem.rules import HouseRules
from domain.holdem.table import Table
from domain.money import ceil_to
from domain.rules import RuleBroken

ACTIONS: Final = ("fold", "check", "call", "bet", "raise", "all-in")
_AGREEMENTS: Final = ("split", "chop", "run-it-twice")
_CLOSED: Final = {
    "nobody-can-call": "no other seat can call more: only call and fold are open",
    "more-than-stack": "the stack does not go above the price: only call and fold are open",
    "raise-not-open": "the seat has acted, and what it must add is no full raise: only call and fold are open",
    "raise-cap": "the raises of this round are used up: only call and fold are open",
}


class Options(NamedTuple):
    """What is open to the seat to act. `word` is what a higher amount is called now.

    `call` is what it must add, 0 if nothing. `least` and `most` are totals for the round, `all_in` is the total with
    the whole stack; `closed` says why there is no bet or raise, None where there is.
    """

    word: Literal["bet", "raise"]
    call: int
    least: int
    most: int
    all_in: int
    closed: str | None

    def legal(self) -> dict[str, Any]:
        """As the state shows it: amounts to add for `call`, totals for `bet` and `raise`."""
        open_words: dict[str, Any] = {"fold": True}
        open_words |= {"call": self.call} if self.call else {"check": True}
        return open_words | self.amounts()

    def amounts(self) -> dict[str, Any]:
        return {} if self.closed else {self.word: {"min": self.least, "max": self.most}}


def options(table: Table) -> Options:
    """For the seat whose turn it is."""
    hand, rules, seat = table.playing, table.house, table.playing.waiting[0]
    bet, stack = hand.bets[seat], table.stacks[seat]
    all_in = bet + stack
    if rules.fixed_limit:
        least = most = min(hand.level + rules.limit_sizes[hand.street], all_in)
    else:
        least, most = min(ceil_to(hand.price + hand.full, rules.unit), all_in), all_in
    closed = _closed(hand, rules, seat, stack)
    return Options("raise" if hand.price else "bet", _to_call(table, seat), least, most, all_in, closed)


def _to_call(table: Table, seat: int) -> int:
    """What the seat must add to stay: its whole stack where that is less."""
    hand = table.playing
    return min(max(hand.price - hand.bets[seat], 0), table.stacks[seat])


def _closed(hand: Hand, rules: HouseRules, seat: int, stack: int) -> str | None:
    """Why the seat may not bet or raise."""
    owed = max(hand.price - hand.bets[seat], 0)
    if len(hand.able) == 1:
        return "nobody-can-call"
    if stack <= owed:
        return "more-than-stack"
    full = (rules.limit_sizes[hand.street] + 1) // 2 if rules.fixed_limit else hand.full
    if seat in hand.acted and owed < full:
        return "raise-not-open"
    if rules.fixed_limit and hand.raises >= rules.max_raises and not hand.uncapped:
        return "raise-cap"
    return None


def act(answer: Answer, command: Act) -> None:
    table, seat = answer.table, command.seat
    _check_word(table, command)
    require_no_error(table)
    hand = require_hand(table)
    if not hand.waiting:
        raise not_due(table)
    if seat != hand.waiting[0]:
        raise _not_its_turn(table, hand, seat)
    answer.record(_event(table, hand, command))
    if not hand.waiting:
        close_round(answer)


def _not_its_turn(table: Table, hand: Hand, seat: int) -> RuleBroken:
    require_live(table, hand, seat)
    turn = {"seat": hand.to_act}
    if seat not in hand.able:
        return refusal(table, "seat-all-in", f"seat {seat} is all-in", turn)
    return refusal(table, "not-your-turn", f"it is the turn of seat {hand.to_act}", turn)


def _check_word(table: Table, command: Act) -> None:
    action = command.action
    if action not in ACTIONS:
        if action in _AGREEMENTS:
            message = "players may not agree to share the pot or to deal the board twice; each plays on to the result"
            raise refusal(table, "no-agreement", message, {"action": list(ACTIONS)})
        raise RuleBroken("unknown-command", None, "`action` names no action", {"action": list(ACTIONS)})
    if action not in ("bet", "raise") and command.to is not None:
        raise RuleBroken("bad-field", None, f"`{action}` takes no `to`; `bet` and `raise` do", {"action": ["bet", "raise"]})


def _event(table: Table, hand: Hand, command: Act) -> e.BetPlaced | e.Checked | e.Folded:
    seat = command.seat
    owed = hand.price - hand.bets[seat]
    match command.action:
        case "fold":
            return e.Folded(hand=hand.number, seat=seat, rule=table.house.ref("13(1)"))
        case "check":
            if owed > 0:
                message = f"seat {seat} must add {options(table).call} to stay: no check"
                raise refusal(table, "check-not-allowed", message, options(table).legal())
            return e.Checked(hand=hand.number, seat=seat, rule=table.house.ref("7(3)" if hand.street else "6(4)"))
        case "call":
            if owed <= 0:
                raise refusal(table, "nothing-to-call", f"seat {seat} owes nothing: check or bet", options(table).legal())
            return _call(table, hand, command)
        case "all-in":
            return _all_in(table, hand, command)
    return _bet_or_raise(table, hand, command)


def _call(table: Table, hand: Hand, command: Act) -> e.BetPlaced:
    seat = command.seat
    to = min(hand.price, hand.bets[seat] + table.stacks[seat])
    return _placed(table, hand, command, "call", to, "11(1)")


def _all_in(table: Table, hand: Hand, command: Act) -> e.BetPlaced:
    """Whichever the amount makes it: a call, a bet or a raise."""
    open_now = options(table)
    if open_now.closed in ("nobody-can-call", "more-than-stack"):
        return _call(table, hand, command)
    if open_now.closed:
        raise refusal(table, open_now.closed, _CLOSED[open_now.closed], open_now.legal())
    if open_now.most < open_now.all_in:
        message = f"the whole stack would be {open_now.all_in}; the limit of this round is {open_now.most}"
        raise refusal(table, "not-the-limit-amount", message, open_now.amounts())
    return _raised(table, hand, command, open_now.all_in)


def _bet_or_raise(table: Table, hand: Hand, command: Act) -> e.BetPlaced:
    open_now = options(table)
    if command.action == "bet" and open_now.word == "raise":
        raise refusal(table, "bet-stands", f"a bet of {hand.price} stands in this round: call, raise or fold", open_now.legal())
    if command.action == "raise" and open_now.word == "bet":
        raise refusal(table, "nothing-to-raise", "no bet stands in this round: check or bet", open_now.legal())
    if open_now.closed == "more-than-stack" and command.declared == "verbal" and (command.to is None or command.to > open_now.all_in):
        return _call(table, hand, command)  # the spoken word binds (11(1)), and the stack makes it a call
    if open_now.closed:
        raise refusal(table, open_now.closed, _CLOSED[open_now.closed], open_now.legal())
    return _raised(table, hand, command, _amount(table, command, open_now))


def _raised(table: Table, hand: Hand, command: Act, to: int) -> e.BetPlaced:
    if hand.price:
        return _placed(table, hand, command, "raise", to, "12(1)")
    return _placed(table, hand, command, "bet", to, "11(2)" if table.house.fixed_limit else "11(3)")


def _amount(table: Table, command: Act, open_now: Options) -> int:
    """The total that a bet or raise comes to."""
    rules, to, allowed = table.house, command.to, open_now.amounts()
    spoken = command.declared == "verbal"
    if to is None:
        if spoken or rules.fixed_limit:
            return open_now.least
        raise refusal(table, "amount-needed", f"a {open_now.word} names its total for the round in `to`", allowed)
    if to > open_now.all_in:
        if not spoken:
            message = f"{to} is more than the {open_now.all_in} that seat {command.seat} can reach"
            raise refusal(table, "more-than-stack", message, allowed)
        to = open_now.all_in
    if rules.fixed_limit:
        if to != open_now.least:
            raise refusal(table, "not-the-limit-amount", f"a {open_now.word} is to {open_now.least} here, not {to}", allowed)
    elif to != open_now.all_in:
        if to % rules.unit:
            message = f"{to} is not made of chips of {rules.unit}, the smallest"
            raise refusal(table, "not-in-units", message, {**allowed, "unit": rules.unit})
        if to < open_now.least:
            message = f"the smallest {open_now.word} is to {open_now.least}, not {to}"
            raise refusal(table, f"below-minimum-{open_now.word}", message, allowed)
    return to


def _placed(table: Table, hand: Hand, command: Act, action: Literal["bet", "call", "raise"], to: int, article: str) -> e.BetPlaced:
    seat = command.seat
    amount = to - hand.bets[seat]
    return e.BetPlaced(
        hand=hand.number,
        seat=seat,
        action=action,
        amount=amount,
        to=to,
        all_in=amount == table.stacks[seat],
        declared=command.declared,
        rule=table.house.ref(article),
    )
