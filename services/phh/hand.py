"""One recorded hand, checked: what the file says about stacks, blinds and bets, in one scale, and what was done.

`p1` is the first player left of the button and the last one has the button, so p(n) takes seat 1, where the first
indicator of a table lies, and p(i) takes seat i + 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from domain.rules import RuleBroken
from services.phh.actions import Action, read_actions
from services.phh.amounts import chips, scale_of, whole
from services.phh.identity import table_code

RULESET = "CARDROOM-TDA"
PLAYERS_MAX = 22
RAISES_MAX = 4
"""In limit games: the widest cap in common use."""

_BETS = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet")}
_STRUCTURES = {"NT": "no-limit", "FT": "fixed-limit"}


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """All amounts are `scale` times those of the file. `stacks` and `expected` are in the order of the file; an
    expected stack may keep a fraction; None if the file does not say how the hand ended."""

    table: str
    scale: int
    rules: dict[str, Any]
    stacks: tuple[int, ...]
    expected: tuple[Decimal, ...] | None
    actions: tuple[Action, ...]

    @property
    def players(self) -> range:
        return range(1, len(self.stacks) + 1)

    def seat(self, player: int) -> int:
        return player % len(self.stacks) + 1

    def player(self, seat: int) -> int:
        return seat - 1 or len(self.stacks)

    def opening(self, currency: str, gaming_day: str) -> list[dict[str, Any]]:
        """The commands that open the table and seat the players, in the order of the seats."""
        table = {"do": "open-table", "table": self.table, "game": "holdem", "ruleset": RULESET, "currency": currency}
        return [{**table, "gaming_day": gaming_day, "rules": self.rules}, *(self._take_seat(seat) for seat in self.players)]

    def _take_seat(self, seat: int) -> dict[str, Any]:
        player = self.player(seat)
        taken = {"do": "take-seat", "table": self.table, "seat": seat, "player": f"PHH-{player}"}
        return {**taken, "amount": self.stacks[player - 1], "source": "cash"}


def read_hand(fields: dict[str, Any]) -> RecordedHand:
    """Raises RuleBroken where the file says what no command has a word for, or nothing that can be understood."""
    variant = _variant(fields)
    stacks = _stacks(fields)
    _no_antes(fields, len(stacks))
    small, big = _blinds(fields, len(stacks))
    bets = {name: chips(fields[name], name) for name in _BETS[variant] if name in fields}
    actions = list(read_actions(_needed(fields, "actions"), len(stacks)))
    named = [("starting_stacks", stack) for stack in stacks] + [("blinds_or_straddles", small), ("blinds_or_straddles", big), *bets.items()]
    named += [(str(action), action.amount) for action in actions if action.amount is not None]
    scale = scale_of(named)
    rules: dict[str, Any] = {"seats": len(stacks), "structure": _STRUCTURES[variant]}
    rules |= {"small_blind": whole(small, scale, "blinds_or_straddles"), "big_blind": whole(big, scale, "blinds_or_straddles")}
    rules |= {name: whole(bet, scale, name) for name, bet in bets.items()}
    if variant == "FT":
        rules["max_raises"] = RAISES_MAX
    expected = _amounts(fields, "finishing_stacks", len(stacks)) if "finishing_stacks" in fields else None
    return RecordedHand(
        table=table_code(fields),
        scale=scale,
        rules=rules,
        stacks=tuple(whole(stack, scale, "starting_stacks") for stack in stacks),
        expected=None if expected is None else tuple(stack * scale for stack in expected),
        actions=tuple(_scaled(action, scale) for action in actions),
    )


def _scaled(action: Action, scale: int) -> Action:
    if action.amount is None:
        return action
    return replace(action, amount=Decimal(whole(action.amount, scale, str(action))))


def _needed(fields: dict[str, Any], name: str) -> Any:
    if name not in fields:
        raise RuleBroken("field-missing", None, f"a recorded hand needs the field `{name}`")
    return fields[name]


def _variant(fields: dict[str, Any]) -> str:
    variant = _needed(fields, "variant")
    if not isinstance(variant, str):
        raise RuleBroken("bad-field", None, "`variant` is a text: NT or FT")
    if variant not in _STRUCTURES:
        raise RuleBroken("variant-not-supported", None, f"variant {variant[:16]!r}: played are NT and FT, no-limit and fixed-limit Hold'em")
    return variant


def _amounts(fields: dict[str, Any], name: str, count: int | None = None) -> list[Decimal]:
    value = _needed(fields, name)
    if not isinstance(value, list) or (count is not None and len(value) != count):
        raise RuleBroken("bad-field", None, f"`{name}` is a list of one amount for each player")
    return [chips(item, name) for item in value]


def _stacks(fields: dict[str, Any]) -> list[Decimal]:
    stacks = _amounts(fields, "starting_stacks")
    if not 2 <= len(stacks) <= PLAYERS_MAX:
        raise RuleBroken("players-not-supported", None, f"{len(stacks)} players: a hand has 2 to {PLAYERS_MAX}")
    if not all(stacks):
        raise RuleBroken("amount-not-supported", None, "`starting_stacks`: every player of a hand begins with more than 0")
    return stacks


def _no_antes(fields: dict[str, Any], players: int) -> None:
    if "antes" in fields and any(_amounts(fields, "antes", players)):
        raise RuleBroken("antes-not-supported", None, "`antes`: no command posts an ante; a hand is played if all of them are 0")


def _blinds(fields: dict[str, Any], players: int) -> Sequence[Decimal]:
    """Small and big blind, for two players too: there `p2`, the button, posts the first entry."""
    small, big, *others = _amounts(fields, "blinds_or_straddles", players)
    if any(others):
        raise RuleBroken("straddles-not-supported", None, "`blinds_or_straddles`: no command posts a third blind or a straddle")
    if not 0 < small <= big:
        raise RuleBroken("blinds-not-supported", None, "`blinds_or_straddles`: a small blind above 0, then a big blind that is not smaller")
    return small, big
