"""A hand or round step by step, one step an event: what happened, the table as it stood then, the article, the people, the money.

One pure function of what is on record. A terminal, a page and a program all show what it gives; no sealed card is in it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.baccarat import events as baccarat
from domain.cards import UNKNOWN
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import TableOpened
from infra.attempts import Attempt
from services.refusals import Refusal, refusals
from services.reports.language import Language
from services.senses import sense
from services.story import ENGLISH, Story
from services.tables import Tables

Postings = Mapping[str, Sequence[Mapping[str, Any]]]
"""By the event's id the ledger's lines: `book`, `account`, `currency`, `amount`. Those of one event sum to zero in each book."""


@dataclass(frozen=True, slots=True)
class Step:
    """`step` counts from 1. `event` is its id, `facts` what it says without what is sealed. `stage` is a street or `showdown`, in a
    round `bets`, `cards` or `result`.

    `article`: by language what `rule` says. `command` stands with the first event of an answer alone: the word that was given;
    `actor` and `approver` are with all of them. `state` is what a terminal showed after it, amounts in minor units; `cards` what lay
    on the table: `board` and, by seat, `hands`, in a round `player` and `banker`; a sealed card is `??`. `refused`: commands that the
    table met as it stood here and that were refused.
    """

    step: int
    event: str
    position: int
    type: str
    time: str
    stage: str
    text: str
    rule: str | None
    article: Mapping[str, str] | None
    command: str | None
    actor: str | None
    approver: str | None
    facts: Mapping[str, Any]
    state: Mapping[str, Any] | None
    cards: Mapping[str, Any]
    postings: Sequence[Mapping[str, Any]]
    refused: Sequence[Refusal]


def steps(
    before: Sequence[Recorded],
    events: Sequence[Recorded],
    postings: Postings,
    attempts: Iterable[Attempt],
    tables: Tables,
    language: Language = ENGLISH,
) -> list[Step]:
    """`before`: the table session up to the hand; `events`: from its first event to its last, or as far as it has come.

    `attempts` are refused commands of the whole house, in any order; `tables` are the rules that the state is worked out by.
    """
    states = list(_states(before, events, tables))
    met = refusals(attempts, events, over=_is_over(states[-1]))
    story, cards, stage = _story(before, language), _Cards(), ""
    found = []
    for number, (record, state) in enumerate(zip(events, states, strict=True), 1):
        event = record.event
        cards.take(event)
        stage = _stage(event, stage)
        found.append(
            Step(
                **_who(record),
                **_article(getattr(event, "rule", None)),
                step=number,
                stage=stage,
                text=story.tell(event),
                facts=event.model_dump(mode="json", exclude={"sealed", "old_sealed"}),
                state=state,
                cards=cards.lying(),
                postings=postings.get(record.id, ()),
                refused=met.get(record.id, ()),
            )
        )
    return found


def _states(before: Sequence[Recorded], events: Sequence[Recorded], tables: Tables) -> Iterator[dict[str, Any] | None]:
    """What a terminal shows after each event."""
    session = tables.session()
    for record in before:
        session.evolve(record.event)
    for record in events:
        session.evolve(record.event)
        yield tables.state(session)


def _is_over(state: Mapping[str, Any] | None) -> bool:
    """Whether neither a hand nor a round is open."""
    return state is None or (state.get("hand") is None and state.get("round") is None)


def _story(before: Sequence[Recorded], language: Language) -> Story:
    """One that knows who sits where."""
    opened = before[0].event
    assert isinstance(opened, TableOpened)
    story = Story(opened.currency, {}, language)
    for record in before:
        story.meet(record.event)
    return story


def _who(record: Recorded) -> dict[str, Any]:
    meta = record.meta
    return {
        "event": record.id,
        "position": record.position,
        "type": record.event.contract,
        "time": meta.time,
        "command": meta.command["do"] if meta.command else None,
        "actor": meta.actor,
        "approver": meta.approver,
    }


def _article(rule: str | None) -> dict[str, Any]:
    return {"rule": rule, "article": sense(rule) if rule else None}


_STREETS = {0: "preflop", 1: "flop", 2: "flop", 3: "flop", 4: "turn", 5: "river"}
_AT_SHOWDOWN = (holdem.HandShown, holdem.CommissionTaken, holdem.PotSplit, holdem.HandEnded, holdem.HandVoided)
_RESULT = (baccarat.RoundDecided, baccarat.BetSettled, baccarat.BetHeld, baccarat.CommissionTaken, baccarat.RoundVoided)


def _stage(event: Event, stage: str) -> str:
    """Burning a card belongs to the street that it is burned for."""
    match event:
        case holdem.HandStarted():
            return "preflop"
        case holdem.CardsBurned(burn=burn):
            return ("flop", "turn", "river")[burn - 1]
        case holdem.CardDealt(seat=None, ordinal=ordinal):
            return _STREETS[ordinal]
        case holdem.Folded(at_showdown=True):
            return "showdown"
        case baccarat.RoundOpened():
            return "bets"
        case baccarat.BetsClosed():
            return "cards"
    if isinstance(event, _AT_SHOWDOWN):
        return "showdown"
    return "result" if isinstance(event, _RESULT) else stage


class _Cards:
    """What lies on the table, also after the hand is over; a card that nobody has opened is `??`."""

    def __init__(self) -> None:
        self._board: dict[int, str] = {}
        self._hands: dict[str, list[str]] = {}

    def take(self, event: Event) -> None:
        match event:
            case holdem.CardDealt(seat=None) | holdem.DealErrorCorrected(how="replace-card", seat=None):
                self._board[event.ordinal or 0] = event.card or UNKNOWN
            case holdem.CardDealt(seat=seat):
                self._hands.setdefault(str(seat), []).append(UNKNOWN)
            case holdem.HandShown(seat=seat, cards=cards):
                self._hands[str(seat)] = list(cards)
            case baccarat.RoundOpened():
                self._hands = {"player": [], "banker": []}
            case baccarat.CardDealt(side=side, card=card):
                self._hands[side].append(card)

    def lying(self) -> dict[str, Any]:
        if "player" in self._hands:
            return {side: list(cards) for side, cards in self._hands.items()}
        return {
            "board": [self._board[ordinal] for ordinal in sorted(self._board)],
            "hands": {seat: list(cards) for seat, cards in self._hands.items()},
        }


def stages(told: Sequence[Step]) -> Iterator[tuple[str, int]]:
    """Each stage of the hand with the index of its first step."""
    last = None
    for index, step in enumerate(told):
        if step.stage != last:
            last = step.stage
            yield last, index
