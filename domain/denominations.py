"""Chips by denomination: face value in minor units, written as a text, to the number of chips: `{"10000": 5}`."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import PlainValidator
from pydantic_core import PydanticCustomError

from domain.fields import AMOUNT_MAX
from domain.rules import RuleBroken

DENOMINATIONS_MAX: Final = 40
"""How many different faces one command may name."""

_FACE = re.compile(r"[1-9][0-9]{0,12}")


def _denominations(value: Any) -> dict[str, int]:
    if not isinstance(value, dict) or not 1 <= len(value) <= DENOMINATIONS_MAX or not all(_is_pile(*pile) for pile in value.items()):
        raise PydanticCustomError("bad-amount", 'a face value in minor units and a number of chips for each, such as {"10000": 5}')
    return dict(sorted(value.items(), key=lambda pile: -int(pile[0])))


def _is_pile(face: Any, number: Any) -> bool:
    return isinstance(face, str) and bool(_FACE.fullmatch(face)) and type(number) is int and 1 <= number <= AMOUNT_MAX


Denominations = Annotated[dict[str, int], PlainValidator(_denominations, json_schema_input_type=dict[str, int])]
"""Largest face first, so that the same chips are always the same bytes."""


def chips_total(amount: int | None, denominations: Mapping[str, int] | None, rule: str) -> int:
    """The amount of a command that gives it, or its chips, or both: `denominations-differ` if they do not agree.

    `field-missing` without either; `bad-amount` for chips worth more than a command may move.
    """
    if denominations is None:
        if amount is None:
            raise RuleBroken("field-missing", None, "`amount` or `denominations` is needed")
        return amount
    total = sum(int(face) * number for face, number in denominations.items())
    if total > AMOUNT_MAX:
        raise RuleBroken("bad-amount", None, f"the denominations come to {total}; one command moves up to {AMOUNT_MAX} minor units")
    if amount is not None and amount != total:
        raise RuleBroken("denominations-differ", rule, f"the denominations come to {total}, not to {amount}", {"amount": total})
    return total
