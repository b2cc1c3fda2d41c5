"""Why a line stands in the books: back from the money to the event, the hand, the cards that may be shown, the article."""

from collections.abc import Iterator
from typing import Any

from domain.articles import article_text
from domain.event import Recorded
from infra.event_store import EventStore
from projections.hands import Hands
from projections.ledger.journal import why
from projections.ledger.ledger import Ledger
from services.hands import Hand, in_short, read_hand
from services.reports.fresh import Asked
from services.reports.report import display


def explain(store: EventStore, asked: Asked, line_id: str) -> dict[str, Any]:
    """Line, entry and all lines of the entry; the event with its facts; the hand up to it as a story; article and text."""
    found = why(asked.connection, asked.live(Ledger)[0].tables, line_id)
    record = _event(store, found["entry"]["event_id"])
    hand = _hand(store, asked, found["entry"]["hand"])
    return {
        **found,
        "event": {
            "id": record.id,
            "type": record.event.contract,
            "position": record.position,
            "body": record.event.model_dump(mode="json"),
        },
        "hand": None if hand is None else {"id": hand.id, "cards": cards_shown(hand), "story": _story_up_to(hand, record)},
        "rule": found["line"]["rule"],
        "article": article_text(found["line"]["rule"]),
    }


def sentences(found: dict[str, Any]) -> Iterator[str]:
    """The same for a person, from the money down to the law."""
    line, entry, hand = found["line"], found["entry"], found["hand"]
    yield f"line {line['line']}: {line['account']}  {_money(line)}  ({line['leg']})"
    yield f"entry {entry['position']} of {entry['gaming_day']}, recorded {entry['occurred_at']}{_people(entry)}"
    for other in found["lines"]:
        mark = "  <-- this line" if other["line"] == line["line"] else ""
        yield f"    {other['book']:<6}{other['account']:<34}{_money(other):>22}{mark}"
    yield f"event {found['event']['id']}: {found['event']['type']}"
    if hand is not None:
        yield f"hand {hand['id']}; cards that may be shown: {_cards(hand['cards'])}"
        for text in hand["story"]:
            yield f"    {text}"
    if line["exact_e4"] is not None:
        yield f"exact commission {_exact(line['exact_e4'])} minor units, charged {abs(line['amount'])}"
    yield f"rule {found['rule']}: {found['article']}"
    yield f"chain hash {entry['chain_hash']}"


def cards_shown(hand: Hand) -> dict[str, Any]:
    """The board and the hands that were shown, in baccarat both sides: what was folded or burned stays sealed."""
    if hand.row["game"] == "baccarat":
        dealt = [(body["side"], body["card"]) for body in _bodies(hand, "baccarat.card-dealt")]
        return {side: [card for at, card in dealt if at == side] for side in ("player", "banker")}
    board = [body["card"] for body in _bodies(hand, "holdem.card-dealt") if body["card"]]
    shown = {str(body["seat"]): list(body["cards"]) for body in _bodies(hand, "holdem.hand-shown")}
    return {"board": board, "shown": shown}


def _bodies(hand: Hand, contract: str) -> Iterator[dict[str, Any]]:
    return (record.event.model_dump() for record in hand.events if record.event.contract == contract)


def _event(store: EventStore, event_id: str) -> Recorded:
    stream, version = event_id.rsplit("@", 1)
    return store.span(stream, int(version), int(version))[0]


def _hand(store: EventStore, asked: Asked, hand: str | None) -> Hand | None:
    row = asked.live(Hands)[0].find(asked.connection, hand) if hand else None
    return read_hand(store, row) if row else None


def _story_up_to(hand: Hand, record: Recorded) -> list[str]:
    return [text for told, text in in_short(hand) if told.position <= record.position]


def _money(line: dict[str, Any]) -> str:
    return f"{line['currency']} {display(line['amount'], line['currency'])}"


def _people(entry: dict[str, Any]) -> str:
    by = f" by {entry['actor']}" if entry["actor"] else ""
    approved = f", approved by {entry['approver']}" if entry["approver"] else ""
    return by + approved


def _cards(cards: dict[str, Any]) -> str:
    if "board" not in cards:
        return "; ".join(f"{side} {' '.join(dealt)}" for side, dealt in cards.items())
    shown = "; ".join(f"seat {seat} {' '.join(held)}" for seat, held in cards["shown"].items())
    return f"board {' '.join(cards['board']) or 'none'}; {shown or 'no hand was shown'}"


def _exact(exact_e4: int) -> str:
    whole, rest = divmod(exact_e4, 10_000)
    return f"{whole}.{rest:04}".rstrip("0").rstrip(".")
