"""A table's Hold'em facts in sentences."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from domain.event import Event
from domain.holdem import events as e
from services.reports.report import percent

if TYPE_CHECKING:
    from services.story import Story

_STREETS = {1: "flop", 2: "flop", 3: "flop", 4: "turn", 5: "river"}


def _hand_started(story: "Story", event: e.HandStarted) -> str:
    begun = "hand {hand}: shuffled and cut" if event.cut else "hand {hand}: shuffled by machine, no cut"
    indicator = story.says("the indicator is at {who}; {count} play", who=story.seat(event.button), count=len(event.seats))
    return f"{story.says(begun, hand=event.hand)}; {indicator}"


def _blind(story: "Story", event: e.BlindPosted) -> str:
    posts = "{who} posts the small blind of {amount}" if event.blind == "small" else "{who} posts the big blind of {amount}"
    return _all_in(story, story.says(posts, who=story.seat(event.seat), amount=story.money(event.amount)), event.all_in)


def _card(story: "Story", event: e.CardDealt) -> str:
    if event.seat is None:
        return story.says("{card} to the board ({street})", card=event.card, street=story.word(_STREETS[event.ordinal]))
    return story.says("card {ordinal} to {who}, face down", ordinal=event.ordinal, who=story.seat(event.seat))


def _burned(story: "Story", event: e.CardsBurned) -> str:
    return story.says("one card is burned ({burn})", burn=event.burn)


_BETS = {"call": "{who} calls {named}", "bet": "{who} bets {named}, adding {added}", "raise": "{who} raises to {named}, adding {added}"}
"""`named` is what the player says or lays: a call what it adds, the others the total on this street."""


def _bet(story: "Story", event: e.BetPlaced) -> str:
    named = story.money(event.amount if event.action == "call" else event.to)
    if event.declared == "verbal":
        named = story.says("{amount} by word", amount=named)
    bet = story.says(_BETS[event.action], who=story.seat(event.seat), named=named, added=story.money(event.amount))
    return _all_in(story, bet, event.all_in)


def _checked(story: "Story", event: e.Checked) -> str:
    return story.says("{who} checks", who=story.seat(event.seat))


def _folded(story: "Story", event: e.Folded) -> str:
    return story.says("{who} throws the hand away" if event.at_showdown else "{who} folds", who=story.seat(event.seat))


def _round(story: "Story", event: e.BettingRoundClosed) -> str:
    pots = story.several(story.says("pot {pot} {amount}", pot=pot.pot, amount=story.money(pot.amount)) for pot in event.pots)
    over = "the betting before the flop is over: {pots}" if event.street == "preflop" else "the betting on the {street} is over: {pots}"
    return story.says(over, street=story.word(event.street), pots=pots)


def _returned(story: "Story", event: e.BetReturned) -> str:
    return story.says("{amount} that nobody called go back to {who}", amount=story.money(event.amount), who=story.seat(event.seat))


def _shown(story: "Story", event: e.HandShown) -> str:
    shows = story.says("{who} shows {cards}", who=story.seat(event.seat), cards=" ".join(event.cards))
    if not (event.category and event.best):
        return shows
    return story.says("{shows}: {category}, {best} play", shows=shows, category=story.word(event.category), best=" ".join(event.best))


def _commission(story: "Story", event: e.CommissionTaken) -> str:
    if event.waiver:
        return story.says("no commission ({waiver})", waiver=event.waiver)
    names = {"amount": story.money(event.amount), "base": story.money(event.base), "rate": percent(event.rate_bp)}
    return story.says("the house takes {amount} commission of {base} ({rate})", **names)


def _split(story: "Story", event: e.PotSplit) -> str:
    shares = _shares(story, event.shares)
    split = story.says("pot {pot} of {amount}: {shares}", pot=event.pot, amount=story.money(event.amount), shares=shares)
    for one in event.odd:
        odd = "{split}; the odd {amount} in it to {who}"
        split = story.says(odd, split=split, amount=story.money(one.amount), who=story.seat(one.seat))
    return split


def _shares(story: "Story", shares: Iterable[e.Share]) -> str:
    return story.several(f"{story.seat(share.seat)} {story.money(share.amount)}" for share in shares)


def _ended(story: "Story", event: e.HandEnded) -> str:
    return story.says("hand {hand} is over ({reason})", hand=event.hand, reason=story.word(event.reason))


def _voided(story: "Story", event: e.HandVoided) -> str:
    void = "hand {hand} is void: {reason}; bets go back: {refunds}"
    return story.says(void, hand=event.hand, reason=event.reason, refunds=_shares(story, event.refunds))


def _corrected(story: "Story", event: e.DealErrorCorrected) -> str:
    if event.how == "continue":
        return story.says("the error is corrected; nothing on record changes")
    if event.seat is None:
        replaced = story.says("card {ordinal} of the board is replaced", ordinal=event.ordinal)
    else:
        replaced = story.says("card {ordinal} of {who} is replaced", ordinal=event.ordinal, who=story.seat(event.seat))
    if not event.card:
        return replaced
    return story.says("{replaced}: {old} by {new}", replaced=replaced, old=event.old_card, new=event.card)


def _all_in(story: "Story", act: str, all_in: bool) -> str:
    return story.says("{act} and is all-in", act=act) if all_in else act


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
