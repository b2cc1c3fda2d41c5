"""The sessions of all games: which event opens one, which closes it, and how it comes back from what was stored."""

from collections.abc import Mapping
from typing import Any

from domain.baccarat import events as baccarat
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import TableOpened
from projections.ledger.session import TableSession
from projections.ledger.session_baccarat import BaccaratSession
from projections.ledger.session_holdem import HoldemSession

OPENS: Mapping[type[Event], type[TableSession]] = {holdem.TableOpened: HoldemSession, baccarat.TableOpened: BaccaratSession}
CLOSES: frozenset[type[Event]] = frozenset({holdem.TableClosed, baccarat.TableClosed})


def opened(recorded: Recorded) -> TableSession:
    event = recorded.event
    if not isinstance(event, TableOpened):
        raise TypeError(f"{event.topic()} opens no table")
    return OPENS[type(event)].opened(recorded, event)


def from_json(state: Mapping[str, Any]) -> TableSession:
    """Baccarat has bets where Hold'em has a pot."""
    game: type[TableSession] = BaccaratSession if "bets" in state else HoldemSession
    return game.from_json(state)
