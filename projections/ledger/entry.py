"""A journal entry and its lines. What is unbalanced, or cannot say why it is there, cannot be built.

Amounts are whole minor units, signed: debit +, credit -.
"""

from dataclasses import dataclass
from typing import NamedTuple

from projections.ledger.accounts import OUTSTANDING, PUBLIC_HANDS, Book, book_of, code_of


class NotBookable(ValueError):
    """A line without leg, rule or amount, or an entry without lines."""


class Unbalanced(NotBookable):
    """I1: the sum of an entry's lines is 0 for every leg, book and currency. Nothing is ever balanced by force."""


class _LineFields(NamedTuple):
    n: int
    book: Book
    account: str
    currency: str
    amount: int
    leg: str
    rule: str
    player: str | None
    bet_or_pot: str | None
    exact_e4: int | None
    reverses: str | None


class Line(_LineFields):
    """One line; its id is `POSITION.N`, e.g. `4711.3`, N from 1.

    `leg` names the movement that it is one side of, `rule` the article or house procedure that made it due.
    `bet_or_pot` is a bet's id or a pot's number; `exact_e4` (commission) the exact amount in ten-thousandths of a minor
    unit; `reverses` the id of the line that this one negates.

    A tuple and not a frozen dataclass: several are built for every event, in a quarter of the time.
    """

    __slots__ = ()

    def __new__(
        cls,
        n: int,
        account: str,
        currency: str,
        amount: int,
        leg: str,
        rule: str,
        player: str | None = None,
        bet_or_pot: str | None = None,
        exact_e4: int | None = None,
        reverses: str | None = None,
    ) -> "Line":
        if not leg or not rule:
            raise NotBookable(f"a line on {account} needs a leg and a rule, not {leg!r} and {rule!r}")
        if type(amount) is not int or amount == 0:
            raise NotBookable(f"a line on {account} needs a whole amount that is not 0, not {amount!r}")
        return tuple.__new__(cls, (n, book_of(account), account, currency, amount, leg, rule, player, bet_or_pot, exact_e4, reverses))


class Movements:
    """Gathers the lines of one entry, leg by leg."""

    __slots__ = ("currency", "lines")

    def __init__(self, currency: str) -> None:
        self.currency = currency
        self.lines: list[Line] = []

    def leg(
        self,
        name: str,
        rule: str,
        debit: str,
        credit: str,
        amount: int,
        *,
        player: str | None = None,
        bet_or_pot: str | None = None,
        exact_e4: int | None = None,
        reverses: int | None = None,
    ) -> None:
        """+amount on `debit`, -amount on `credit`; an amount of 0 makes no line. `exact_e4` stands on the credit side.

        `reverses` is the position of an entry with the same leg, debit and credit, whose lines these negate.
        """
        if amount == 0:
            return
        lines, currency = self.lines, self.currency
        n = len(lines) + 1
        of_debit, of_credit = (None, None) if reverses is None else (f"{reverses}.{n}", f"{reverses}.{n + 1}")
        lines.append(Line(n, debit, currency, amount, name, rule, player, bet_or_pot, None, of_debit))
        lines.append(Line(n + 1, credit, currency, -amount, name, rule, player, bet_or_pot, exact_e4, of_credit))


class Head(NamedTuple):
    """What stands once for all lines of an entry; the chain hash is added where the entry is stored.

    `event_id` is stream id and version, `key` the table's code, wallet, cage, day or case. `occurred_at` is UTC text.
    `restates` is the closed day that an entry of an open one corrects. `policy_version` and `posting_rules_version` are
    those of the event's gaming day.
    """

    event_id: str
    position: int
    event_type: str
    event_version: int
    body_hash: str
    key: str
    table: str | None
    hand: str | None
    gaming_day: str
    restates: str | None
    occurred_at: str
    actor: str | None
    approver: str | None
    correlation: str
    policy_version: str
    posting_rules_version: int


@dataclass(frozen=True, slots=True)
class Entry:
    """What one event did to the books (docs/finance.md, Lines)."""

    head: Head
    lines: tuple[Line, ...]

    def __post_init__(self) -> None:
        event_id = self.head.event_id
        if not event_id or not self.lines:
            raise NotBookable(f"an entry needs an event and lines: what posts nothing makes no entry ({event_id!r})")
        sums: dict[tuple[str, Book, str], int] = {}
        for line in self.lines:
            leg = (line.leg, line.book, line.currency)
            sums[leg] = sums.get(leg, 0) + line.amount
        for (name, book, currency), total in sums.items():
            if total:
                raise Unbalanced(f"I1: leg {name} of {event_id} is out by {total} {currency} in book {book}; it must be 0")


def chips_gap(lines: tuple[Line, ...]) -> dict[str, int]:
    """What the entry adds to I3, by currency: chips owed (MONEY) against chips in public hands (CHIP). Empty if it holds.

    I3 holds before the first entry, so it holds after every one as long as no entry changes it.
    """
    gaps: dict[str, int] = {}
    for line in lines:
        code = code_of(line.account)
        if code in OUTSTANDING or code == PUBLIC_HANDS:
            gaps[line.currency] = gaps.get(line.currency, 0) + line.amount
    return {currency: gap for currency, gap in gaps.items() if gap}
