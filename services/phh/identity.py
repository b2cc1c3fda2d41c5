"""Which hand a record is: the same one in another file, at another place in it or written differently is the same hand.

A hand's own text is one line of JSON with the fields below, those that the file has, sorted by name. Numbers are
written plainly (`"100"` for `100.0` and `1e2`), actions with single spaces and without commentary. Players' names,
places, authors, comments and fields whose names start with `_` are no part of it.
"""

import hashlib
import json
from decimal import Decimal
from typing import Any

from domain.fields import AMOUNT_MAX
from services.phh.actions import words_of
from services.phh.amounts import is_plain

PLAYED = ("variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "actions", "finishing_stacks")
WHICH = ("event", "table", "level", "hand", "day", "month", "year", "time")
"""Two hands may be played alike to the last chip, with no card known; these fields tell them apart."""


def table_code(fields: dict[str, Any]) -> str:
    """`PHH-` and the first 12 hexadecimal digits of the SHA-256 of the hand's own text in UTF-8."""
    return f"PHH-{hashlib.sha256(own_text(fields).encode()).hexdigest()[:12]}"


def own_text(fields: dict[str, Any]) -> str:
    """The amounts and actions of `fields` must have been read without a refusal before."""
    own = {name: _plain(fields[name]) for name in (*PLAYED, *WHICH) if name in fields}
    own["actions"] = [" ".join(words) for number, text in enumerate(fields["actions"], 1) if (words := words_of(text, number))]
    return json.dumps(own, sort_keys=True, separators=(",", ":"))


def _plain(value: Any) -> Any:
    """One text for one number, however it is written; what is no amount stays short and is only told apart."""
    match value:
        case list():
            return [_plain(item) for item in value]
        case bool():
            return value
        case int() if abs(value) > AMOUNT_MAX:
            return hex(value)
        case int():
            return str(value)
        case Decimal() if is_plain(value):
            return f"{value.normalize():f}"
    return str(value)
