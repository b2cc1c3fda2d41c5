"""A round is opened and dealt: articles 4, 7, 8, 9 and 12."""

from collections.abc import Collection, Sequence

from domain.baccarat import events as e
from domain.baccarat import shoe_events
from domain.baccarat.answer import Answer
from domain.baccarat.commands import Deal, OpenRound
from domain.baccarat.drawing import Hands, forbids, lay, next_draw
from domain.baccarat.reading import check_named, is_read, require_left
from domain.baccarat.refusals import (
    bad_field,
    check_cards,
    refusal,
    require_burned,
    require_no_error,
    require_no_round,
    require_round,
    require_shoe,
)
from domain.baccarat.settlement import settle
from domain.baccarat.table import Table


def open_round(answer: Answer, _command: OpenRound) -> None:
    table, house = answer.table, answer.house
    require_no_error(table)
    require_no_round(table)
    shoe = require_shoe(table)
    require_burned(table, shoe)
    if table.shoe_is_over:
        message = f"round {shoe.last_round} was the last one of this shoe; `close-shoe` takes it away"
        raise refusal(table, "shoe-ended", message, {"due": "close-shoe"})
    if shoe.remaining < house.cards_for_round:
        message = f"{shoe.remaining} cards are left in the shoe; a round may take {house.cards_for_round}"
        raise refusal(table, "shoe-too-short", message, {"due": "close-shoe"})
    held = tuple([e.HeldBet(bet=bet.bet, on=bet.side, amount=bet.amount) for bet in table.held])
    rule = house.ref("12" if held else "7(1)")
    answer.record(e.RoundOpened(round=table.last_number + 1, shoe=shoe.number, deciding=bool(held), held=held, rule=rule))


def deal(answer: Answer, command: Deal) -> None:
    """All that is due, or of a reader's cards those that are named; the last card brings the result and every settlement."""
    table = answer.table
    check_cards(table, command.cards or ())
    exposed = _exposed(table, command)
    require_no_error(table)
    playing = require_round(table)
    if playing.takes_bets:
        message = f"the bets of round {playing.number} are open; the table waits for `close-bets`"
        raise refusal(table, "not-due", message, {"due": table.due})
    shoe = table.in_use
    read = is_read(table, shoe, command.cards, "deal")
    _burn(answer, read=read)
    if read:
        assert command.cards is not None
        require_due(table, table.hands, command.cards)
        check_named(answer, shoe, command.cards)
        deal_cards(answer, command.cards, exposed, read=True)
    else:
        deal_cards(answer, _next_cards(answer), exposed, read=False)
        if next_draw(table.hands) is not None:
            raise refusal(table, "shoe-too-short", "the shoe has no card for the next draw: the round cannot go on")
    settle_if_complete(answer)


def _exposed(table: Table, command: Deal) -> Collection[int]:
    """Places in the round, from 1. Of a reader's cards they must be among those that this command names; of a shoe that deals
    by itself nobody may learn from a refusal how many cards there will be."""
    exposed = command.exposed or ()
    lie = len(table.hands) if table.round is not None else 0
    first, last = lie + 1, lie + len(command.cards) if command.cards is not None else 6
    if not all(first <= place <= last for place in exposed):
        raise bad_field("exposed", f"places of this command's cards in the round, {first} to {last}")
    return frozenset(exposed)


def _burn(answer: Answer, *, read: bool) -> None:
    """Once in a round, before its first card (8)."""
    table, count = answer.table, answer.house.round_burn
    if not count or table.playing.burned:
        return
    require_left(table, table.in_use, count)
    if not read:
        answer.pass_white_card(count)
    answer.record(
        shoe_events.CardsBurned(
            shoe=table.in_use.number,
            round=table.playing.number,
            reason="round-start",
            burned=count,
            removed_total=count,
            read=read,
            rule=answer.house.ref("8"),
        )
    )


def _next_cards(answer: Answer) -> tuple[str, ...]:
    """What the round still takes: cards that lie in front of the shoe, then those that come out of it."""
    hands, front = answer.table.hands, answer.table.in_use.front

    def enough(drawn: Sequence[str]) -> bool:
        return next_draw(lay(hands, (*front, *drawn))) is None

    if enough(()):
        return front[: len(lay(hands, front)) - len(hands)]
    return front + answer.draw(enough)


def deal_cards(answer: Answer, cards: Sequence[str], exposed: Collection[int], *, read: bool) -> None:
    """One by one in their places; each of them is due."""
    table, house = answer.table, answer.house
    for place, card in enumerate(cards, len(table.hands) + 1):
        draw = next_draw(table.hands)
        assert draw is not None
        if not read and not table.in_use.front:
            answer.pass_white_card(1)
        answer.record(
            e.CardDealt(
                round=table.playing.number,
                side=draw.side,
                ordinal=draw.ordinal,
                card=card,
                face_up=house.csm or place in exposed,
                read=read,
                rule=house.ref(draw.article),
            )
        )


def require_due(table: Table, hands: Hands, cards: Sequence[str]) -> Hands:
    """The hands with these cards; `no-draw-due` for a card too many."""
    complete = lay(hands, cards)
    if len(complete) < len(hands) + len(cards):
        message = f"with {len(complete)} cards the rules call for no further one"
        raise refusal(table, "no-draw-due", message, {"cards": {"max": len(complete)}}, article=forbids(complete))
    return complete


def settle_if_complete(answer: Answer) -> None:
    if next_draw(answer.table.hands) is None:
        settle(answer, answer.table.playing.number)
