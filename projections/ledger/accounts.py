"""The chart of accounts, as data (docs/finance.md, Chart of accounts).

An account is written `code:dimension:...`, e.g. `2110:PK-07:P-1208`; its currency stands on the line. Codes from 1 to 7
belong to the MONEY book (what the house owes, owns and earns), codes that begin with 9 to the CHIP book (where chips
are, at face value).
"""

from dataclasses import dataclass
from typing import Literal

Book = Literal["MONEY", "CHIP"]
Side = Literal["D", "C", "-"]


@dataclass(frozen=True, slots=True)
class Account:
    """`side` is the normal side, `-` where either is normal.

    `dimensions` follow the code in the account's text and have a balance of their own; `line_dimensions` are found on
    the line and its entry alone. A `reserved` account is posted by no event.
    """

    code: str
    name: str
    side: Side
    dimensions: tuple[str, ...] = ()
    line_dimensions: tuple[str, ...] = ()
    reserved: bool = False

    @property
    def book(self) -> Book:
        return book_of(self.code)


_CHART = (
    Account("1110", "cage cash", "D", ("cage",)),
    Account("1120", "vault cash", "D"),
    Account("1310", "cash in the drop box", "D", ("table",)),
    Account("1320", "drop in the count room", "D", ("box",)),
    Account("1410", "commission receivable", "D", reserved=True),
    Account("1510", "bank clearing", "D", ("bank",)),
    Account("2010", "wallet available", "C", ("player",)),
    Account("2020", "wallet held for a withdrawal", "C", ("player",)),
    Account("2030", "on the way between places", "C", (), ("correlation",)),
    Account("2110", "chips at seat", "C", ("table", "player")),
    Account("2120", "pot in play", "C", ("table",), ("hand",)),
    Account("2121", "wagers in play", "C", ("table",), ("round",)),
    Account("2122", "held tie bets", "C", ("table",), ("round", "bet")),
    Account("2130", "chips away from a seat", "C"),
    Account("2131", "unattributed chips", "C", ("place",)),
    Account("2310", "gaming tax accrued", "C"),
    Account("2320", "fund contribution accrued", "C"),
    Account("2330", "development contribution accrued", "C"),
    Account("2410", "disputes", "C", ("case", "part")),
    Account("2510", "expired chips", "C", reserved=True),
    Account("3010", "owner's funding", "C"),
    Account("4010", "Hold'em commission", "C", ("table",)),
    Account("4020", "baccarat commission", "C", ("table",)),
    Account("4111", "wagers won", "C", ("table", "on")),
    Account("4112", "winnings paid", "D", ("table", "on")),
    Account("4210", "breakage", "C", reserved=True),
    Account("4910", "refunds and disputes borne by the house", "D", ("table",)),
    Account("6010", "gaming tax and contributions", "D"),
    Account("6910", "cash over or short", "-", ("place",)),
    Account("6920", "chips over or short", "-", ("place",)),
    Account("7900", "currency clearing", "-"),
    Account("9200", "chips issued", "C"),
    Account("9210", "chips in the cage", "D", ("cage",)),
    Account("9220", "chips in the table's tray", "D", ("table",)),
    Account("9230", "Hold'em commission box", "D", ("table",)),
    Account("9240", "fill or credit on the way", "D", ("slip",)),
    Account("9290", "chips in public hands", "D"),
)

ACCOUNTS: dict[str, Account] = {account.code: account for account in _CHART}

OUTSTANDING = frozenset({"2110", "2120", "2121", "2122", "2130", "2131"})
"""MONEY accounts whose sum is what the house owes for chips; I3 ties it to 9290."""
PUBLIC_HANDS = "9290"


def code_of(account: str) -> str:
    """`2110` of `2110:PK-07:P-1208`."""
    return account[:4]


def book_of(account: str) -> Book:
    return "CHIP" if account[0] == "9" else "MONEY"


def dimensions_of(account: str) -> dict[str, str]:
    """`{"table": "PK-07", "player": "P-1208"}` of `2110:PK-07:P-1208`."""
    code, *values = account.split(":")
    return dict(zip(ACCOUNTS[code].dimensions, values, strict=True))


def full_name(account: str) -> str:
    """`2110 chips at seat:PK-07:P-1208`: the account as people and foreign programs read it."""
    code, *values = account.split(":")
    return ":".join((f"{code} {ACCOUNTS[code].name}", *values))
