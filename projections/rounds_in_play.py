"""A round as the index keeps it while events add to it: its row, and a row for each bet."""

from typing import Any

from domain.baccarat.events import RoundOpened
from domain.event import Recorded
from projections.hands_in_play import HandInPlay, begun
from projections.sessions import Remembered, hand_id

DECIDED = "decided"
VOID = "void"
HELD = "held"
AMOUNTS = ("carried", "staked", "taken_off", "returned", "refunded", "commission")
"""Of a bet: what a tie before held of it, what was placed, what was taken off again, what came back with the result and by
a void; commission of all that its bettor won on the banker stands at the first of these bets."""


class Round(HandInPlay):
    """Its parts are the bets. A bet's `outcome` is None while it lies, then `won`, `lost`, `held`, `void`, `withdrawn` or
    `cancelled`; `seat` None: a standing bettor's."""

    @classmethod
    def opened(cls, session: Remembered, record: Recorded, event: RoundOpened) -> "Round":
        return cls(
            {
                **begun(hand_id(session, event.round), event.round, session, record),
                "shoe": event.shoe,
                "deciding": int(event.deciding),
                "result": None,
                "player_total": None,
                "banker_total": None,
            },
            {},
        )

    def take(self, bet: str, player: str, seat: int | None, on: str, *, carried: int = 0, staked: int = 0) -> None:
        """A bet that now lies in this round."""
        self.parts[bet] = {
            "id": self.id,
            "bet": bet,
            "place": len(self.parts) + 1,
            "player": player,
            "seat": seat,
            "on": on,
            "outcome": None,
            **dict.fromkeys(AMOUNTS, 0),
            "carried": carried,
            "staked": staked,
        }

    def first_banker_win(self, player: str) -> dict[str, Any] | None:
        """In the order in which the bets were placed."""
        wins = [bet for bet in self.parts.values() if (bet["player"], bet["on"], bet["outcome"]) == (player, "banker", "won")]
        return min(wins, key=lambda bet: bet["place"], default=None)
