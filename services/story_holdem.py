"""A table's Hold'em facts in sentences."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from domain.event import Event
from domain.holdem import events as e
from services.reports.report import percent

if TYPE_CHECKING:
    from services.story import Story

_STREETS = {1: "flop", 2: "flop", 3: "flop", 4: "turn", 5: "river"}


def _hand_started(story: "Story", event: e.HandStarted) -> str:
    cut = "and cut" if event.cut else "by machine, no cut"
    return f"hand {event.hand}: shuffled {cut}; the indicator is at {story.seat(event.button)}; {len(event.seats)} play"


def _blind(story: "Story", event: e.BlindPosted) -> str:
    return f"{story.seat(event.seat)} posts the {event.blind} blind of {story.money(event.amount)}{_all_in(event.all_in)}"


def _card(story: "Story", event: e.CardDealt) -> str:
    if event.seat is None:
        return f"{event.card} to the board ({_STREETS[event.ordinal]})"
    return f"card {event.ordinal} to {story.seat(event.seat)}, face down"


def _burned(story: "Story", event: e.CardsBurned) -> str:
    return f"one card is burned ({event.burn})"


def _bet(story: "Story", event: e.BetPlaced) -> str:
    who, added, spoken = story.seat(event.seat), story.money(event.amount), " by word" if event.declared == "verbal" else ""
    if event.action == "call":
        return f"{who} calls {added}{spoken}{_all_in(event.all_in)}"
    verb = "bets" if event.action == "bet" else "raises to"
    return f"{who} {verb} {story.money(event.to)}{spoken}, adding {added}{_all_in(event.all_in)}"


def _checked(story: "Story", event: e.Checked) -> str:
    return f"{story.seat(event.seat)} checks"


def _folded(story: "Story", event: e.Folded) -> str:
    return f"{story.seat(event.seat)} {'throws the hand away' if event.at_showdown else 'folds'}"


def _round(story: "Story", event: e.BettingRoundClosed) -> str:
    pots = ", ".join(f"pot {pot.pot} {story.money(pot.amount)}" for pot in event.pots)
    when = "before the flop" if event.street == "preflop" else f"on the {event.street}"
    return f"the betting {when} is over: {pots}"


def _returned(story: "Story", event: e.BetReturned) -> str:
    return f"{story.money(event.amount)} that nobody called go back to {story.seat(event.seat)}"


def _shown(story: "Story", event: e.HandShown) -> str:
    made = f": {event.category}, {' '.join(event.best)} play" if event.category and event.best else ""
    return f"{story.seat(event.seat)} shows {' '.join(event.cards)}{made}"


def _commission(story: "Story", event: e.CommissionTaken) -> str:
    if event.waiver:
        return f"no commission ({event.waiver})"
    return f"the house takes {story.money(event.amount)} commission of {story.money(event.base)} ({percent(event.rate_bp)})"


def _split(story: "Story", event: e.PotSplit) -> str:
    shares = ", ".join(f"{story.seat(share.seat)} {story.money(share.amount)}" for share in event.shares)
    odd = "".join(f"; the odd {story.money(share.amount)} in it to {story.seat(share.seat)}" for share in event.odd)
    return f"pot {event.pot} of {story.money(event.amount)}: {shares}{odd}"


def _ended(story: "Story", event: e.HandEnded) -> str:
    return f"hand {event.hand} is over ({event.reason})"


def _voided(story: "Story", event: e.HandVoided) -> str:
    refunds = ", ".join(f"{story.seat(share.seat)} {story.money(share.amount)}" for share in event.refunds)
    return f"hand {event.hand} is void: {event.reason}; bets go back: {refunds or 'none'}"


def _corrected(story: "Story", event: e.DealErrorCorrected) -> str:
    if event.how == "continue":
        return "the error is corrected; nothing on record changes"
    place = f"card {event.ordinal} of the board" if event.seat is None else f"card {event.ordinal} of {story.seat(event.seat)}"
    return f"{place} is replaced{f': {event.old_card} by {event.card}' if event.card else ''}"


def _all_in(all_in: bool) -> str:
    return " and is all-in" if all_in else ""


TELLERS: dict[type[Event], Callable[["Story", Any], str]] = {
    e.HandStarted: _hand_started,
    e.BlindPosted: _blind,
    e.CardDealt: _card,
    e.CardsBurned: _burned,
    e.BetPlaced: _bet,
    e.Checked: _checked,
    e.Folded: _folded,
    e.BettingRoundClosed: _round,
    e.BetReturned: _returned,
    e.HandShown: _shown,
    e.CommissionTaken: _commission,
    e.PotSplit: _split,
    e.HandEnded: _ended,
    e.HandVoided: _voided,
    e.DealErrorCorrected: _corrected,
}
