"""How a replayed hand ended, beside how the file says it did; one JSON object a hand, and all hands summed up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from domain.event import Recorded
from domain.holdem.events import PotSplit
from domain.rules import RuleBroken
from services.phh.amounts import number_or_text
from services.phh.files import Source
from services.phh.hand import RecordedHand
from services.phh.play import Played

_HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Comparison:
    """`ok` is None if there is nothing to compare with. `half`: they agree as far as whole chips can. `missing`: what
    the file's stacks lost altogether, taken by a commission elsewhere; None if nothing."""

    ok: bool | None
    half: bool = False
    missing: Decimal | None = None


def compare(hand: RecordedHand, stacks: Sequence[int]) -> Comparison:
    """A table has whole chips: a stack that the file gives with half a chip differs by that half, others by nothing."""
    if hand.expected is None:
        return Comparison(None)
    missing = sum(hand.stacks) - sum(hand.expected)
    if missing > 0:
        return Comparison(False, missing=Decimal(missing))
    pairs = list(zip(stacks, hand.expected, strict=True))
    ok = all(abs(stack - wanted) <= _HALF for stack, wanted in pairs)
    return Comparison(ok, half=ok and any(stack != wanted for stack, wanted in pairs))


def hand_line(source: Source, hand: RecordedHand, played: Played, records: Sequence[Recorded], gaming_day: str) -> dict[str, Any]:
    """Amounts in the scale of the hand, stacks in the order of the file, players by their numbers in it."""
    by_seat = {seat["seat"]: seat["stack"] for seat in played.state["seats"]}
    stacks = [by_seat[hand.seat(player)] for player in hand.players]
    comparison = compare(hand, stacks)
    return {
        "file": source.file,
        "hand": source.hand,
        "id": f"{hand.table}/{gaming_day}/1",
        "ok": comparison.ok,
        "stacks": stacks,
        "expected": None if hand.expected is None else [number_or_text(stack) for stack in hand.expected],
        "scale": hand.scale,
        "half": comparison.half,
        "missing": None if comparison.missing is None else number_or_text(comparison.missing),
        "pots": _pots(hand, played, records),
        "events": [event_json(record) for record in records],
    }


def event_json(record: Recorded) -> dict[str, Any]:
    event = record.event
    return {"type": event.contract, "version": event.version, "position": record.position, "body": event.model_dump(mode="json")}


def _pots(hand: RecordedHand, played: Played, records: Sequence[Recorded]) -> list[dict[str, Any]]:
    """As the showdown began; where all others had folded, what the last one won."""
    pots = [(pot["amount"], pot["eligible"]) for pot in played.pots]
    if not pots:
        splits = [record.event for record in records if isinstance(record.event, PotSplit)]
        pots = [(split.amount, [share.seat for share in split.shares]) for split in splits]
    return [{"amount": amount, "eligible": sorted(hand.player(seat) for seat in seats)} for amount, seats in pots]


def refused_line(source: Source, refusal: RuleBroken) -> dict[str, Any]:
    """`rule` and `allowed` stand in the error where there is one, as in an answer."""
    error: dict[str, Any] = {"code": refusal.code}
    if refusal.rule is not None:
        error["rule"] = refusal.rule
    error["message"] = refusal.message
    if refusal.allowed is not None:
        error["allowed"] = refusal.allowed
    return {"file": source.file, "hand": source.hand, "ok": False, "stacks": None, "error": error}


@dataclass(slots=True)
class Summary:
    """`half` and `differ` name the hands: (file, number in it)."""

    agreed: int = 0
    half: list[tuple[str, int]] = field(default_factory=list)
    differ: list[tuple[str, int]] = field(default_factory=list)
    not_compared: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, line: dict[str, Any]) -> None:
        """`line` is what `import_files` gives for a hand."""
        place = (line["file"], line["hand"])
        if "error" in line:
            self.refused[line["error"]["code"]] += 1
        elif line["ok"] is None:
            self.not_compared += 1
        elif not line["ok"]:
            self.differ.append(place)
        elif line["half"]:
            self.half.append(place)
        else:
            self.agreed += 1

    @property
    def played(self) -> int:
        return self.agreed + len(self.half) + len(self.differ) + self.not_compared

    @property
    def all_fine(self) -> bool:
        return not self.differ and not self.refused
