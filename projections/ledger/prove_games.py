"""R07: hands and rounds played again from their events alone; what each player won or lost is what the ledger says."""

from collections import defaultdict

from sqlalchemy import Connection, func, or_, select

from domain.event import Recorded, key_of
from domain.seating import TableOpened
from projections.ledger import again_baccarat, again_holdem
from projections.ledger.again import HOUSE, TableAgain, standing
from projections.ledger.as_of import Books
from projections.ledger.legs import OF_DISPUTES
from projections.ledger.proof import Verdict

Net = dict[tuple[str, str], int]
"""By hand or round and who; minor units, + is won."""

_MOVES = {**again_holdem.MOVES, **again_baccarat.MOVES}
_HOUSE_WINS = ("4010:", "4020:", "4111:", "4112:")
"""Commission of both games, wagers won, winnings paid."""


class PlayedAgain:
    """Takes the events one by one. Who plays is what the events of the table say, not what the books know."""

    def __init__(self, connection: Connection, tables: Books) -> None:
        self._connection, self._tables = connection, tables
        self._net: Net = defaultdict(int)
        self._again: dict[str, TableAgain] = defaultdict(TableAgain)
        self._opened: dict[str, str] = {}
        self._currency: dict[str, str] = {}
        """Of each session as it was opened, and of each hand."""

    def take(self, recorded: Recorded) -> None:
        event = recorded.event
        if isinstance(event, TableOpened):
            self._opened[recorded.stream] = event.currency
        moves = _MOVES.get(type(event))
        if moves is None:
            return
        number = getattr(event, "hand", None) or getattr(event, "round", None)
        hand = f"{key_of(recorded.stream)}/{recorded.meta.gaming_day}/{number}"
        if recorded.stream in self._opened:
            self._currency[hand] = self._opened[recorded.stream]
        for who, amount in moves(self._again[recorded.stream], event):
            self._net[hand, who] += amount

    def verdicts(self) -> list[Verdict]:
        verdict = Verdict("R07", "hands and rounds played again give every player what the ledger gives him", "players' hands")
        booked = self._booked()
        for hand, who in sorted(self._net.keys() | booked.keys()):
            verdict.compare("REPLAY", f"{hand} {who}", self._net.get((hand, who), 0), booked.get((hand, who), 0))
        return [verdict]

    def _booked(self) -> Net:
        lines, entries = self._tables.lines.c, self._tables.entries.c
        won = or_(lines.account == "2130", *(lines.account.startswith(code) for code in ("2110:", *_HOUSE_WINS)))
        query = (
            select(entries.hand, lines.account, lines.player, lines.currency, func.sum(lines.amount))
            .join(self._tables.lines, entries.position == lines.position)
            .where(entries.hand.is_not(None), won, lines.leg.not_in(sorted(OF_DISPUTES)))
            .group_by(entries.hand, lines.account, lines.player, lines.currency)
        )
        net: Net = defaultdict(int)
        for hand, account, player, currency, amount in self._connection.execute(query):
            foreign = "" if currency == self._currency.get(hand, currency) else f" {currency}"
            net[hand, _who(account, player) + foreign] -= amount
        return net


def _who(account: str, player: str | None) -> str:
    """Whose account it is; the bearer's has no name but that of its lines."""
    if account.startswith(_HOUSE_WINS):
        return HOUSE
    return standing(player or "nobody") if account == "2130" else account.rpartition(":")[2]
