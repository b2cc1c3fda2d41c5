"""Dealing errors: reported, corrected at once, or the round is void and every bet goes back (articles 4 and 10)."""

from collections.abc import Sequence
from typing import Final, Literal, get_args

from domain.baccarat import events as e
from domain.baccarat.answer import Answer
from domain.baccarat.commands import CorrectError, VoidRound
from domain.baccarat.dealing import deal_cards, settle_if_complete
from domain.baccarat.drawing import forbids, next_draw
from domain.baccarat.reading import check_named, mismatch, require_left
from domain.baccarat.refusals import bad_field, check_cards, refusal, require_no_csm, require_no_error, require_round
from domain.baccarat.shoe import Shoe
from domain.baccarat.table import Table
from domain.command import ReportError
from domain.house import two_people

KINDS: Final = ("wrong-order", "card-to-wrong-side", "draw-against-rule", "missing-card", "exposed-before-close", "foul-shoe", "other")
_EXPOSED_EARLY: Final = "exposed-before-close"
_EXPOSED: Final = "exposed-card"

How = Literal["continue", "burned", "reassigned", "next-round"]
_HOWS: Final[tuple[How, ...]] = get_args(How)


def report_error(answer: Answer, command: ReportError) -> None:
    table = answer.table
    if command.kind not in KINDS:
        raise bad_field("kind", f"one of {', '.join(KINDS)}")
    require_no_error(table)
    playing = require_round(table)
    if command.kind == _EXPOSED_EARLY and not playing.takes_bets:
        raise refusal(table, "card-valid", "after the bets are closed a card that comes out face up is valid: play goes on")
    _report(answer, command.kind, command.note)


def _report(answer: Answer, kind: str, note: str | None = None) -> None:
    answer.record(e.DealErrorReported(number=answer.table.playing.number, kind=kind, note=note, rule=answer.house.ref("10")))


def correct_error(answer: Answer, command: CorrectError) -> None:
    """`burned`: the cards leave the shoe; `reassigned`: the card goes to the side that must draw; `next-round`: the cards stay
    in front of the shoe."""
    table = answer.table
    how = _how(command)
    check_cards(table, command.cards or ())
    if table.error is None:
        raise refusal(table, "no-error-open", "no dealing error is open", {"due": table.due})
    _check_exposed(table, how)
    if command.cards is None:
        _correct(answer, command, how)
        return
    cards, shoe = command.cards, table.in_use
    if how == "next-round":
        require_no_csm(table, "next-round")
    if how == "reassigned":
        _check_reassigned(table, cards)
    read = not shoe.follows_order
    if read:
        check_named(answer, shoe, cards)
    else:
        _check_next(answer, shoe, cards)
    _correct(answer, command, how, read=read)
    if how == "reassigned":
        deal_cards(answer, cards, (), read=read)
        settle_if_complete(answer)


def _how(command: CorrectError) -> How:
    for how in _HOWS:
        if how == command.how:
            if (how == "continue") != (command.cards is None):
                raise bad_field("cards", "the cards in question; `continue` changes nothing and takes none")
            return how
    raise bad_field("how", f"one of {', '.join(_HOWS)}")


def _check_exposed(table: Table, how: How) -> None:
    """A card that was exposed while bets were taken is burned, or played, as the house has chosen."""
    wanted = "burned" if table.house.exposed_is_burned else "continue"
    if table.error == _EXPOSED_EARLY and how != wanted:
        message = f"at this table a card that is exposed before the bets are closed is corrected by `{wanted}`"
        raise refusal(table, "rule-not-allowed", message, {"how": [wanted]})


def _check_reassigned(table: Table, cards: Sequence[str]) -> None:
    """One card, and a third one is due."""
    if len(cards) != 1:
        raise refusal(table, "wrong-card-count", "one card is laid at the other side", {"cards": 1})
    draw = next_draw(table.hands)
    if draw is None or draw.ordinal < 3:
        article = forbids(table.hands) if draw is None else "9"
        raise refusal(table, "no-draw-due", "no side must draw a third card now", article=article)


def _check_next(answer: Answer, shoe: Shoe, cards: Sequence[str]) -> None:
    """A shoe that follows an order must give these very cards next."""
    require_left(answer.table, shoe, len(cards))
    front = shoe.front[: len(cards)]
    wanted = len(cards) - len(front)
    drawn = answer.draw(lambda taken: len(taken) == wanted) if wanted else ()
    for place, (named, lies) in enumerate(zip(cards, front + drawn, strict=True), 1):
        if named != lies:
            raise mismatch(answer.table, place)


def _correct(answer: Answer, command: CorrectError, how: How, *, read: bool = False) -> None:
    """The white card may have come out with the cards that are burned or kept."""
    number, rule = answer.table.playing.number, answer.house.ref("10")
    answer.record(e.DealErrorCorrected(number=number, how=how, cards=command.cards or (), read=read, note=command.note, rule=rule))
    if not read:
        answer.pass_white_card(0)


def void_round(answer: Answer, command: VoidRound) -> None:
    """Every bet goes back, pairs, ties and held bets too; there is no void without an error, and none after the result."""
    table, house = answer.table, answer.house
    two_people(command, house.ref("10"))
    playing = require_round(table)
    if command.reason == _EXPOSED:
        raise refusal(table, "card-valid", "a card that comes out face up is valid: bets stand and play goes on")
    if table.error is None:
        _report(answer, command.reason if command.reason in KINDS else "other")
    refunds = tuple([e.Refund(bet=bet.bet, amount=bet.amount) for bet in table.bets.values()])
    answer.record(e.RoundVoided(round=playing.number, reason=command.reason, refunds=refunds, rule=house.ref("10")))
