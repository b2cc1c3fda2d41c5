"""Field types of commands: what a terminal may send, and the code of the refusal when it is something else.

An error never repeats a value that might be a card; it says what would be accepted.
"""

import re
from datetime import UTC, date, datetime
from typing import Annotated, Any, TypeGuard

from pydantic import PlainValidator
from pydantic_core import PydanticCustomError

from domain.money import EXPONENT

AMOUNT_MAX = 10**12
"""Largest amount of one command, in minor units."""
BALANCE_MAX = 2**53 - 1
"""Largest balance of a wallet, seat or cage: exact in every JSON reader."""
TEXT_MAX = 2_000

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_TABLE = re.compile(r"[A-Za-z0-9-]{1,32}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,6})?([Zz]|[+-]\d{2}:\d{2})")


def _amount(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= AMOUNT_MAX:
        raise PydanticCustomError("bad-amount", f"an amount is a whole number of minor units from 1 to {AMOUNT_MAX}")
    return value


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= AMOUNT_MAX:
        raise PydanticCustomError("bad-amount", f"a counted amount is a whole number of minor units from 0 to {AMOUNT_MAX}")
    return value


def is_id(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and bool(_ID.fullmatch(value))


def _id(value: Any) -> str:
    if not is_id(value):
        raise PydanticCustomError("bad-id", "an id is 1 to 64 of A-Z a-z 0-9 . _ -")
    return str(value)


def is_table_code(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and bool(_TABLE.fullmatch(value))


def _table(value: Any) -> str:
    if not is_table_code(value):
        raise PydanticCustomError("bad-id", "a table's code is 1 to 32 of A-Z a-z 0-9 -")
    return str(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > TEXT_MAX or any(not _printable(char) for char in value):
        raise PydanticCustomError("bad-text", f"a text has up to {TEXT_MAX} characters, without control characters but line feed and tab")
    return value


def _printable(char: str) -> bool:
    code = ord(char)
    return char in "\n\t" or (code >= 0x20 and not 0x7F <= code < 0xA0 and not 0xD800 <= code <= 0xDFFF)


def _day(value: Any) -> str:
    try:
        if isinstance(value, str) and _DAY.fullmatch(value):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        pass
    raise PydanticCustomError("bad-day", "a day is written YYYY-MM-DD")


def _month(value: Any) -> str:
    if isinstance(value, str) and _MONTH.fullmatch(value) and value >= "0001":
        return value
    raise PydanticCustomError("bad-month", "a month is written YYYY-MM")


def _position(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= BALANCE_MAX:
        raise PydanticCustomError("bad-position", "a position of the log is a whole number from 0")
    return value


def _currency(value: Any) -> str:
    if not isinstance(value, str) or value not in EXPONENT:
        raise PydanticCustomError("unknown-currency", f"the currency is one of {', '.join(EXPONENT)}")
    return value


def _moment(value: Any) -> str:
    try:
        if isinstance(value, str) and _TIME.fullmatch(value):
            return utc_text(datetime.fromisoformat(value))
    except (ValueError, OverflowError):
        pass
    raise PydanticCustomError("bad-time", "a time is RFC 3339 with an offset, such as 2026-11-30T12:00:00+08:00")


def utc_text(moment: datetime) -> str:
    """`2026-11-30T04:00:00.000000Z`: how every event stores its time; texts of this form sort like the times."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


Amount = Annotated[int, PlainValidator(_amount, json_schema_input_type=int)]
Count = Annotated[int, PlainValidator(_count, json_schema_input_type=int)]
Id = Annotated[str, PlainValidator(_id, json_schema_input_type=str)]
TableCode = Annotated[str, PlainValidator(_table, json_schema_input_type=str)]
Text = Annotated[str, PlainValidator(_text, json_schema_input_type=str)]
Day = Annotated[str, PlainValidator(_day, json_schema_input_type=str)]
Month = Annotated[str, PlainValidator(_month, json_schema_input_type=str)]
Position = Annotated[int, PlainValidator(_position, json_schema_input_type=int)]
Currency = Annotated[str, PlainValidator(_currency, json_schema_input_type=str)]
Moment = Annotated[str, PlainValidator(_moment, json_schema_input_type=str)]
