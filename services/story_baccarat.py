"""A table's baccarat facts in sentences."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.event import Event
from services.reports.report import many

if TYPE_CHECKING:
    from services.story import Story


def _shoe_loaded(_story: "Story", event: s.ShoeLoaded) -> str:
    cut = f", cut by the {event.cut_by} with {event.cut_depth} cards behind the white one" if event.cut_by else ""
    return f"shoe {event.shoe} of {event.decks} packs is loaded{cut}"


def _burned(_story: "Story", event: s.CardsBurned) -> str:
    shown = f"{event.indicator_card} is shown and " if event.indicator_card else ""
    return f"{shown}{many(event.burned, 'card')} burned"


def _demonstration(_story: "Story", event: s.DemonstrationDealt) -> str:
    return f"demonstration {event.number}: player {event.totals.player}, banker {event.totals.banker}: {event.result}, without bets"


def _cut_card(_story: "Story", event: s.CutCardReached) -> str:
    return f"the white card comes out after {event.dealt} cards: round {event.last_round} is the last of this shoe"


def _shoe_closed(_story: "Story", event: s.ShoeClosed) -> str:
    return f"shoe {event.shoe} is taken away after {many(event.rounds, 'round')} and {many(event.dealt, 'card')} ({event.reason})"


def _round_opened(_story: "Story", event: e.RoundOpened) -> str:
    deciding = f"; it decides {many(len(event.held), 'bet')} held from a tie" if event.deciding else ""
    return f"round {event.round} opens{deciding}"


def _bet_placed(story: "Story", event: e.BetPlaced) -> str:
    who = f"{event.player} standing" if event.seat is None else story.seat(event.seat)
    return f"{who} bets {story.money(event.amount)} on {event.on} (bet {event.bet})"


def _withdrawn(story: "Story", event: e.BetWithdrawn) -> str:
    return f"bet {event.bet}: {story.money(event.amount)} is taken off, {story.money(event.left)} stays"


def _decided_held(story: "Story", event: e.HeldBetDecided) -> str:
    refund = f", {story.money(event.refund)} goes back" if event.refund else ""
    return f"held bet {event.bet}: {event.choice} by {event.by}, {story.money(event.amount)} on {event.on} stays{refund}"


def _bets_closed(story: "Story", event: e.BetsClosed) -> str:
    totals = ", ".join(f"{on} {story.money(total)}" for on, total in event.totals.items() if total)
    return f"no more bets: {totals or 'none'}"


def _card(_story: "Story", event: e.CardDealt) -> str:
    return f"{event.card} to the {event.side}{', face up' if event.face_up else ''}"


def _round_decided(_story: "Story", event: e.RoundDecided) -> str:
    pairs = [name for name, shown in (("player pair", event.player_pair), ("banker pair", event.banker_pair)) if shown]
    natural = " with a natural" if event.natural else ""
    return f"player {event.player}, banker {event.banker}: {event.result}{natural}{''.join(f', {pair}' for pair in pairs)}"


def _settled(story: "Story", event: e.BetSettled) -> str:
    if event.result == "lost":
        return f"bet {event.bet} on {event.on} loses {story.money(event.stake)}"
    return f"bet {event.bet} on {event.on} wins {story.money(event.win)} on {story.money(event.stake)}"


def _held(story: "Story", event: e.BetHeld) -> str:
    return f"bet {event.bet}: {story.money(event.amount)} on {event.on} is held for the deciding round"


def _commission(story: "Story", event: e.CommissionTaken) -> str:
    return f"{event.player} pays {story.money(event.amount)} commission on {story.money(event.base)} won on the banker"


def _voided(story: "Story", event: e.RoundVoided) -> str:
    refunds = ", ".join(f"bet {one.bet} {story.money(one.amount)}" for one in event.refunds)
    return f"round {event.round} is void: {event.reason}; bets go back: {refunds or 'none'}"


def _corrected(_story: "Story", event: e.DealErrorCorrected) -> str:
    if event.how == "continue":
        return "the error is corrected; nothing on record changes"
    where = {"burned": "burned", "reassigned": "dealt to the other side", "next-round": "kept for the next round"}[event.how]
    return f"the error is corrected: {' '.join(event.cards)} {where}"


TELLERS: dict[type[Event], Callable[["Story", Any], str]] = {
    s.ShoeLoaded: _shoe_loaded,
    s.CardsBurned: _burned,
    s.DemonstrationDealt: _demonstration,
    s.CutCardReached: _cut_card,
    s.ShoeClosed: _shoe_closed,
    e.RoundOpened: _round_opened,
    e.BetPlaced: _bet_placed,
    e.BetWithdrawn: _withdrawn,
    e.HeldBetDecided: _decided_held,
    e.BetsClosed: _bets_closed,
    e.CardDealt: _card,
    e.RoundDecided: _round_decided,
    e.BetSettled: _settled,
    e.BetHeld: _held,
    e.CommissionTaken: _commission,
    e.RoundVoided: _voided,
    e.DealErrorCorrected: _corrected,
}
