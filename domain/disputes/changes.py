"""Corrected facts of a hand, as data: what people say happened, in place of what was recorded.

`step` counts the events of the hand from 1, as the replay numbers them; any event of an answer stands for its command.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, PlainValidator, TypeAdapter
from pydantic_core import PydanticCustomError

from domain.cards import UNKNOWN, is_card
from domain.event import Value
from domain.fields import Amount, Id

CHANGES_MAX: Final = 32
STEP_MAX: Final = 10_000_000

Step = Annotated[int, Field(ge=1, le=STEP_MAX)]
Action = Literal["fold", "check", "call", "bet", "raise", "all-in", "show"]


def _card(value: Any) -> str:
    if not isinstance(value, str) or (value != UNKNOWN and not is_card(value)):
        raise PydanticCustomError("bad-card", "a card is its rank and its suit, such as As or Td")
    return value


Card = Annotated[str, PlainValidator(_card, json_schema_input_type=str)]


class ActionChanged(Value):
    """At this step the player did something else. `to` is a bet's or raise's total for the betting round; without `action`
    it says by itself whether that is a call, a bet, a raise or all-in."""

    change: Literal["act"] = "act"
    step: Step
    action: Action | None = None
    to: Amount | None = None


class ActionAdded(Value):
    """Before this step (None: after the last one) the player whose turn it is acts, as he was never asked to."""

    change: Literal["add"] = "add"
    step: Step | None
    action: Action | None = None
    to: Amount | None = None


class CardChanged(Value):
    """The card in a place: `board/4`, `seat/3/1` of a hand that is shown; in baccarat `player/3`, `banker/1`. On record the
    cards of a seat are `??`, and no hand can be run again with that."""

    change: Literal["card"] = "card"
    spot: Annotated[str, Field(pattern=r"^(board/[1-5]|seat/[1-9][0-9]?/[12]|(player|banker)/[123])$")]
    card: Card


class BetChanged(Value):
    """A baccarat bet of this round, by its id: another amount, another side, or both."""

    change: Literal["bet"] = "bet"
    bet: Id
    amount: Amount | None = None
    on: str | None = Field(default=None, max_length=32)


class RuleChanged(Value):
    """A house rule that says how the money is divided, such as `commission_bp`."""

    change: Literal["rule"] = "rule"
    name: Annotated[str, Field(max_length=64)]
    value: bool | int | Annotated[str, Field(max_length=64)] | None


Change = Annotated[ActionChanged | ActionAdded | CardChanged | BetChanged | RuleChanged, Field(discriminator="change")]
Changes = Annotated[tuple[Change, ...], Field(strict=False, max_length=CHANGES_MAX)]

CHANGE: Final[TypeAdapter[Change]] = TypeAdapter(Change)
"""Reads one change from JSON; pydantic's ValidationError where it is none."""
