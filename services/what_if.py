"""A hand run again by the rules with a corrected fact: what it would have paid, beside what it paid.

Nothing is stored and no vault is asked: cards that were not shown are known here only if a change names them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.baccarat import events as baccarat
from domain.cards import UNKNOWN
from domain.disputes.changes import CHANGES_MAX, CardChanged, Change
from domain.disputes.settlement import MOVING, Bet, Copy, Seat, Settlement
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.rules import RuleBroken
from domain.seating import TableOpened
from services.hands import Hand
from services.rerun import Rerun
from services.rerun_baccarat import BaccaratRerun
from services.rerun_holdem import HoldemRerun

__all__ = ["Both", "Change", "WhatIf", "what_if"]

_GAMES: Final[dict[str, type[HoldemRerun] | type[BaccaratRerun]]] = {"holdem": HoldemRerun, "baccarat": BaccaratRerun}
_MOVING: Final = frozenset(MOVING.values())


@dataclass(frozen=True, slots=True)
class Both:
    """An amount in minor units, as recorded and as corrected."""

    recorded: int
    corrected: int

    @property
    def difference(self) -> int:
        return self.corrected - self.recorded


@dataclass(frozen=True, slots=True)
class WhatIf:
    """`recorded` and `corrected` are the hand's events that move chips; `settlement` holds copies of both, with the seats and bets
    that they are about. `players`: what each gained, or lost below 0; a bet that is held after a tie is still on the table.

    `pots`: what was divided of each, by its number, after commission. `ends`: how the hand ended, in words. `left_out`: steps of
    the record that nobody would have come to in the corrected hand.
    """

    hand: str
    currency: str
    recorded: tuple[Event, ...]
    corrected: tuple[Event, ...]
    settlement: Settlement
    players: Mapping[str, Both]
    pots: Mapping[int, Both]
    commission: Both
    ends: tuple[str, str]
    left_out: tuple[int, ...]


def what_if(hand: Hand, changes: Sequence[Change]) -> WhatIf:
    """RuleBroken: `hand-not-over`, `too-many-changes`, `bad-change`, `no-such-step`, `unknown-bet`, `rule-not-allowed`, `cards-needed`,
    `duplicate-card`, `hand-cannot-go-on`, `change-without-effect`. No message names a card."""
    if hand.row["status"] == "open":
        raise RuleBroken("hand-not-over", None, f"{hand.id} is being played: what it comes to is not known yet")
    if len(changes) > CHANGES_MAX:
        message = f"{len(changes)} changes; accepted: up to {CHANGES_MAX}"
        raise RuleBroken("too-many-changes", None, message, {"changes": {"max": CHANGES_MAX}})
    if any(isinstance(change, CardChanged) and change.card == UNKNOWN for change in changes):
        raise RuleBroken("bad-card", None, "a changed card is named: its rank and its suit, such as As or Td")
    rerun: Rerun = _GAMES[hand.row["game"]](hand, changes)
    lying = [Bet(bet=bet.bet, player=bet.player, seat=bet.seat, on=bet.on, amount=bet.amount, held=bet.held) for bet in rerun.lying]
    rerun.run()
    records = [record for record in hand.events if record.meta.subject == hand.id]
    events = [record.event for record in records]
    settlement = _settlement(hand, lying, records, rerun.events)
    recorded, corrected = settlement.net(settlement.undone), settlement.net(settlement.corrected)
    return WhatIf(
        hand=hand.id,
        currency=hand.row["currency"],
        recorded=_moving(events),
        corrected=_moving(rerun.events),
        settlement=settlement,
        players={name: Both(recorded.get(name, 0), corrected.get(name, 0)) for name in _names(settlement)},
        pots=_pots(events, rerun.events),
        commission=Both(_commission(events), _commission(rerun.events)),
        ends=(_end(events), _end(rerun.events)),
        left_out=tuple(rerun.left_out),
    )


def _moving(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple([event for event in events if type(event) in _MOVING])


def _settlement(hand: Hand, lying: Sequence[Bet], records: Iterable[Recorded], corrected: Iterable[Event]) -> Settlement:
    """As the hand was settled, and as it would be."""
    row, opened = hand.row, next(record.event for record in hand.before if isinstance(record.event, TableOpened))
    seats = {seat.seat: seat.player for record in records if isinstance(record.event, holdem.HandStarted) for seat in record.event.seats}
    return Settlement(
        hand=hand.id,
        table=row["table"],
        game=row["game"],
        ruleset=opened.ruleset,
        rules=opened.rules,
        currency=opened.currency,
        gaming_day=opened.gaming_day,
        seats=tuple([Seat(seat=seat, player=player) for seat, player in sorted(seats.items())]),
        bets=tuple(lying),
        undone=tuple([_copy(record.event, record) for record in records if type(record.event) in _MOVING]),
        corrected=tuple([_copy(event) for event in _moving(corrected)]),
    )


def _copy(event: Event, record: Recorded | None = None) -> Copy:
    stored_as = (record.id, record.position) if record else (None, None)
    return Copy(type=event.topic(), body=json.loads(event.body()), event=stored_as[0], position=stored_as[1])


def _names(settlement: Settlement) -> list[str]:
    """Who was in the hand: by seat, then whoever had a bet."""
    placed = [copy.body["player"] for copy in (*settlement.undone, *settlement.corrected) if copy.type == baccarat.BetPlaced.topic()]
    return list(dict.fromkeys([*(seat.player for seat in settlement.seats), *(bet.player for bet in settlement.bets), *placed]))


def _pots(recorded: Iterable[Event], corrected: Iterable[Event]) -> dict[int, Both]:
    before, after = (
        {event.pot: event.amount for event in events if isinstance(event, holdem.PotSplit)} for events in (recorded, corrected)
    )
    return {pot: Both(before.get(pot, 0), after.get(pot, 0)) for pot in sorted(before.keys() | after.keys())}


def _commission(events: Iterable[Event]) -> int:
    return sum(event.amount for event in events if isinstance(event, holdem.CommissionTaken | baccarat.CommissionTaken))


def _end(events: Iterable[Event]) -> str:
    """`showdown`, `all-folded`, `void`; in baccarat `banker, 5 to 7`."""
    for event in events:
        match event:
            case holdem.HandEnded():
                return event.reason
            case holdem.HandVoided() | baccarat.RoundVoided():
                return "void"
            case baccarat.RoundDecided():
                return f"{event.result}, {event.player} to {event.banker}"
    raise AssertionError("a hand that is over has an end")
