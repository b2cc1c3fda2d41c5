"""A hand in the notation of Poker Hand History (.phh): one TOML document, amounts in the table's currency.

Fields that begin with `_` are the house's own, as the notation allows. A game of fixed limits whose sizes the notation does not know is
written as one without limits, with `_structure` beside it: every bet in it is good there too.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any

from domain.cards import UNKNOWN
from domain.event import Event
from domain.holdem import events as e
from domain.holdem.rules import HouseRules
from services.exports.recap import Recap, recap
from services.hands import Hand

_RAISES_MAX = 3
"""A street of the notation's limit games has one bet, before the flop the big blind, and so many raises."""
_ACTS = (e.BetPlaced, e.Checked, e.Folded)


def to_phh(hand: Hand) -> bytes:
    """NotThisForm. A hole card that was not shown is `??`; a void hand says so in `_void` and ends where it was given up."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in _fields(recap(hand, "phh"))).encode()


def _fields(hand: Recap) -> Iterator[tuple[str, Any]]:
    rules = hand.opened.rules
    posts = {hand.started.small_blind_seat: rules["small_blind"], hand.started.big_blind_seat: rules["big_blind"]}
    blinds = [hand.units(posts.get(player.seat, 0)) for player in hand.players]
    if len(blinds) == 2:  # the first entry is then what the second player posts, who has the button
        blinds.reverse()
    limits = _limits(hand)
    yield "variant", "FT" if limits else "NT"
    yield "antes", [0] * len(hand.players)
    yield "blinds_or_straddles", blinds
    if limits:
        yield "small_bet", hand.units(limits[0])
        yield "big_bet", hand.units(limits[1])
    else:
        yield "min_bet", hand.units(_least_bet(hand))
    yield "starting_stacks", [hand.units(player.stack) for player in hand.players]
    yield "actions", list(_actions(hand))
    yield from _around(hand)


def _around(hand: Recap) -> Iterator[tuple[str, Any]]:
    """Where and when, who, and how it ended."""
    day, _, time = hand.time.partition("T")
    year, month, day_of_month = map(int, day.split("-"))
    yield "time", _Bare(time[:8])
    yield "time_zone", "UTC"
    yield from {"day": day_of_month, "month": month, "year": year}.items()
    yield "hand", hand.started.hand
    yield "seats", [player.seat for player in hand.players]
    yield "seat_count", hand.opened.rules["seats"]
    yield "table", hand.opened.table
    yield "players", [player.player for player in hand.players]
    yield "finishing_stacks", [hand.units(hand.left[player.seat]) for player in hand.players]
    yield "currency", hand.opened.currency
    yield "_id", hand.id
    yield "_ruleset", hand.opened.ruleset
    yield "_structure", hand.opened.rules["structure"]
    yield "_commission", [hand.units(commission) for _, commission in hand.splits]
    yield "_void", hand.void


def _limits(hand: Recap) -> tuple[int, int] | None:
    """Small and big bet, where the game and what was done in it are what the notation means by a limit."""
    house = HouseRules.of(hand.opened.ruleset, hand.opened.rules)
    first, second, third, fourth = house.limit_sizes
    if not house.fixed_limit or first != second or third != fourth:
        return None
    streets = groupby((event for event in hand.events if isinstance(event, e.BetPlaced | e.BettingRoundClosed)), key=_closes)
    raises = [sum(event.action == "raise" for event in run if isinstance(event, e.BetPlaced)) for closes, run in streets if not closes]
    return (first, third) if max(raises, default=0) <= _RAISES_MAX else None


def _least_bet(hand: Recap) -> int:
    """The smallest bet of any street, the big blind too, which is the first one."""
    house = HouseRules.of(hand.opened.ruleset, hand.opened.rules)
    return min(house.limit_sizes if house.fixed_limit else (house.min_bet, house.big_blind))


def _closes(event: Event) -> bool:
    return isinstance(event, e.BettingRoundClosed)


def _actions(hand: Recap) -> Iterator[str]:
    """Once the betting is over the notation has the hands shown first and what is left of the board dealt after."""
    if any(isinstance(event, e.CardDealt) for event in hand.events):
        for number, player in enumerate(hand.players, 1):
            yield f"d dh p{number} {''.join(hand.shown.get(player.seat, (UNKNOWN, UNKNOWN)))}"
    names = {player.seat: f"p{number}" for number, player in enumerate(hand.players, 1)}
    acts = [index for index, event in enumerate(hand.events) if isinstance(event, _ACTS) and not getattr(event, "at_showdown", False)]
    over = acts[-1] + 1 if acts else 0
    placed = list(enumerate(hand.events))
    rest = placed[over:]
    yield from _in_order(hand, placed[:over], names)
    yield from _in_order(hand, [(place, event) for place, event in rest if not isinstance(event, e.CardDealt)], names)
    yield from _in_order(hand, [(place, event) for place, event in rest if isinstance(event, e.CardDealt)], names)


def _in_order(hand: Recap, placed: Sequence[tuple[int, Event]], names: dict[int, str]) -> Iterator[str]:
    """The notation knows no raise that nobody could call: it is a call there, and what it added came back."""
    street: list[str] = []
    for place, event in placed:
        match event:
            case e.CardDealt(seat=None, ordinal=ordinal):
                street.append(hand.board[ordinal])
                if ordinal >= 3:
                    yield f"d db {''.join(street)}"
                    street = []
            case e.BetPlaced(action="call") | e.Checked():
                yield f"{names[event.seat]} cc"
            case e.BetPlaced() if place in hand.hollow:
                yield f"{names[event.seat]} cc"
            case e.BetPlaced(to=to):
                yield f"{names[event.seat]} cbr {_number(hand.units(to))}"
            case e.Folded(at_showdown=at_showdown):
                yield f"{names[event.seat]} {'sm' if at_showdown else 'f'}"
            case e.HandShown(cards=cards):
                yield f"{names[event.seat]} sm {''.join(cards)}"


class _Bare(str):
    """A TOML value that stands without quotes, such as a time."""

    __slots__ = ()


def _toml(value: Any) -> str:
    match value:
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case bool():
            return str(value).lower()
        case _Bare():
            return value
        case str():
            return f'"{value}"'  # table codes, ids and notation: nothing that TOML would have escaped
    return _number(Decimal(value))


def _number(amount: Decimal) -> str:
    """`100`, `12.5`: whole where it is whole, and never with an exponent."""
    return f"{amount.normalize():f}"
