"""A table's baccarat facts in sentences."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.event import Event

if TYPE_CHECKING:
    from services.story import Story


def _shoe_loaded(story: "Story", event: s.ShoeLoaded) -> str:
    loaded = story.says("shoe {shoe} of {decks} packs is loaded", shoe=event.shoe, decks=event.decks)
    if not event.cut_by:
        return loaded
    cut = "{loaded}, cut by the {who} with {depth} cards behind the white one"
    return story.says(cut, loaded=loaded, who=story.word(event.cut_by), depth=event.cut_depth)


def _burned(story: "Story", event: s.CardsBurned) -> str:
    burned = story.says("{cards} burned", cards=_cards(story, event.burned))
    if not event.indicator_card:
        return burned
    return story.says("{card} is shown and {burned}", card=event.indicator_card, burned=burned)


def _demonstration(story: "Story", event: s.DemonstrationDealt) -> str:
    totals = {"player": event.totals.player, "banker": event.totals.banker}
    dealt = "demonstration {number}: player {player}, banker {banker}: {result}, without bets"
    return story.says(dealt, number=event.number, result=story.word(event.result), **totals)


def _cut_card(story: "Story", event: s.CutCardReached) -> str:
    reached = "the white card comes out after {dealt} cards: round {round} is the last of this shoe"
    return story.says(reached, dealt=event.dealt, round=event.last_round)


def _shoe_closed(story: "Story", event: s.ShoeClosed) -> str:
    rounds = _many(story, event.rounds, "{count} round", "{count} rounds")
    closed = "shoe {shoe} is taken away after {rounds} and {cards} ({reason})"
    return story.says(closed, shoe=event.shoe, rounds=rounds, cards=_cards(story, event.dealt), reason=event.reason)


def _round_opened(story: "Story", event: e.RoundOpened) -> str:
    opens = story.says("round {round} opens", round=event.round)
    if not event.deciding:
        return opens
    bets = _many(story, len(event.held), "{count} bet", "{count} bets")
    return story.says("{opens}; it decides {bets} held from a tie", opens=opens, bets=bets)


def _bet_placed(story: "Story", event: e.BetPlaced) -> str:
    who = story.says("{player} standing", player=event.player) if event.seat is None else story.seat(event.seat)
    names = {"who": who, "amount": story.money(event.amount), "on": story.word(event.on), "bet": event.bet}
    return story.says("{who} bets {amount} on {on} (bet {bet})", **names)


def _withdrawn(story: "Story", event: e.BetWithdrawn) -> str:
    taken_off = "bet {bet}: {amount} is taken off, {left} stays"
    return story.says(taken_off, bet=event.bet, amount=story.money(event.amount), left=story.money(event.left))


def _decided_held(story: "Story", event: e.HeldBetDecided) -> str:
    names = {
        "choice": story.word(event.choice),
        "by": story.word(event.by),
        "amount": story.money(event.amount),
        "on": story.word(event.on),
    }
    decided = story.says("held bet {bet}: {choice} by {by}, {amount} on {on} stays", bet=event.bet, **names)
    if not event.refund:
        return decided
    return story.says("{decided}, {amount} goes back", decided=decided, amount=story.money(event.refund))


def _bets_closed(story: "Story", event: e.BetsClosed) -> str:
    totals = story.several(f"{story.word(on)} {story.money(total)}" for on, total in event.totals.items() if total)
    return story.says("no more bets: {totals}", totals=totals)


def _card(story: "Story", event: e.CardDealt) -> str:
    dealt = story.says("{card} to the {side}", card=event.card, side=story.word(event.side))
    return story.says("{dealt}, face up", dealt=dealt) if event.face_up else dealt


def _round_decided(story: "Story", event: e.RoundDecided) -> str:
    decided = "player {player}, banker {banker}: {result} with a natural" if event.natural else "player {player}, banker {banker}: {result}"
    pairs = [name for name, shown in (("player pair", event.player_pair), ("banker pair", event.banker_pair)) if shown]
    said = story.says(decided, player=event.player, banker=event.banker, result=story.word(event.result))
    return ", ".join([said, *map(story.word, pairs)])


def _settled(story: "Story", event: e.BetSettled) -> str:
    names = {"bet": event.bet, "on": story.word(event.on), "stake": story.money(event.stake)}
    if event.result == "lost":
        return story.says("bet {bet} on {on} loses {stake}", **names)
    return story.says("bet {bet} on {on} wins {win} on {stake}", win=story.money(event.win), **names)


def _held(story: "Story", event: e.BetHeld) -> str:
    held = "bet {bet}: {amount} on {on} is held for the deciding round"
    return story.says(held, bet=event.bet, amount=story.money(event.amount), on=story.word(event.on))


def _commission(story: "Story", event: e.CommissionTaken) -> str:
    pays = "{who} pays {amount} commission on {base} won on the banker"
    return story.says(pays, who=event.player, amount=story.money(event.amount), base=story.money(event.base))


def _voided(story: "Story", event: e.RoundVoided) -> str:
    refunds = story.several(story.says("bet {bet} {amount}", bet=one.bet, amount=story.money(one.amount)) for one in event.refunds)
    void = "round {round} is void: {reason}; bets go back: {refunds}"
    return story.says(void, round=event.round, reason=event.reason, refunds=refunds)


_WHERE = {
    "burned": "the error is corrected: {cards} burned",
    "reassigned": "the error is corrected: {cards} dealt to the other side",
    "next-round": "the error is corrected: {cards} kept for the next round",
}


def _corrected(story: "Story", event: e.DealErrorCorrected) -> str:
    if event.how == "continue":
        return story.says("the error is corrected; nothing on record changes")
    return story.says(_WHERE[event.how], cards=" ".join(event.cards))


def _cards(story: "Story", count: int) -> str:
    return _many(story, count, "{count} card", "{count} cards")


def _many(story: "Story", count: int, one: str, more: str) -> str:
    return story.says(one if count == 1 else more, count=f"{count:,}")


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
