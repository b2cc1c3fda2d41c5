"""Scenarios of commands and what they must lead to, judged by nothing but the answers."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[3] / "shared" / "cases"

Answer = Mapping[str, Any]


def scenarios(game: str) -> list[dict[str, Any]]:
    """No one where the cases do not lie beside the repository."""
    file = CASES / f"{game}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def timed(scenario: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Its commands from noon in Macau of its gaming day on, a second later for every line."""
    day = next(command["gaming_day"] for command in scenario["commands"] if command["do"] == "open-table")
    noon = datetime.fromisoformat(f"{day}T12:00:00+08:00")
    for second, command in enumerate(scenario["commands"]):
        yield {**command, "at": (noon + timedelta(seconds=second)).isoformat()}


def differences(scenario: Mapping[str, Any], answers: Sequence[Answer]) -> list[str]:
    """What is not as expected; nothing, if all is."""
    expect = scenario["expect"]
    found = [*_refusals(expect, answers), *_events(expect, answers), *_states(expect, answers)]
    told = {name: tell(answers) for name, tell in _TOLD.items() if name in expect}
    found += [f"{name}: {value}, not {expect[name]}" for name, value in told.items() if value != expect[name]]
    return [f"{scenario['id']}: {one}" for one in found]


def _refusals(expect: Mapping[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    refused = {line["line"]: line for line in expect.get("refused", [])}
    for number, answer in enumerate(answers, 1):
        if number in refused:
            fixed = {name: value for name, value in refused[number].items() if name != "line"}
            if answer["ok"] or not holds(fixed, answer["error"]):
                yield f"line {number} is {answer}, not refused with {fixed}"
        elif not answer["ok"] and number not in expect.get("either", []):
            yield f"line {number} is refused: {answer['error']}"


def _events(expect: Mapping[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    for wanted in expect.get("events", []):
        told = answers[wanted["line"] - 1].get("events", [])
        if not any(event["type"] == wanted["type"] and holds(wanted["body"], event["body"]) for event in told):
            yield f"line {wanted['line']} has no {wanted}"


def _states(expect: Mapping[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    for check in expect.get("checks", []):
        state = answers[check["after"] - 1].get("state")
        if not holds(check["state"], state):
            yield f"after line {check['after']} the state is {state}, not {check['state']}"


def holds(expected: Any, found: Any) -> bool:
    """Fields not named do not matter; null means absent, null or empty; seats and bets are looked up by their number or id."""
    if expected is None:
        return found in (None, {}, [])
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(holds(value, found.get(name)) for name, value in expected.items())
    if isinstance(expected, list) and expected and isinstance(expected[0], dict) and expected[0].keys() & {"seat", "bet"}:
        key = "bet" if "bet" in expected[0] else "seat"
        by_key = {entry[key]: entry for entry in found or []}
        return all(holds(entry, by_key.get(entry[key])) for entry in expected)
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(holds, expected, found))
    return type(expected) is type(found) and bool(expected == found)


def _stacks(answers: Sequence[Answer]) -> dict[str, int]:
    (*_, last) = [answer["state"] for answer in answers if "state" in answer]
    return {str(seat["seat"]): seat["stack"] for seat in last["seats"]}


def _all(answers: Sequence[Answer]) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((event["type"].partition(".")[2], event["body"]) for answer in answers for event in answer.get("events", []))


def _commission(answers: Sequence[Answer]) -> int:
    return sum(body["amount"] for kind, body in _all(answers) if kind == "commission-taken")


def _last_hand(answers: Sequence[Answer]) -> list[tuple[str, dict[str, Any]]]:
    hands = [body["hand"] for kind, body in _all(answers) if kind == "hand-started"]
    return [(kind, body) for kind, body in _all(answers) if body.get("hand") == hands[-1]]


def _pots(answers: Sequence[Answer]) -> list[dict[str, Any]]:
    """As the last round left them, without the hands that were thrown away since; none, if the hand was void."""
    hand = _last_hand(answers)
    if any(kind == "hand-voided" for kind, _ in hand):
        return []
    (*_, closed) = [body["pots"] for kind, body in hand if kind == "betting-round-closed"]
    away = {body["seat"] for kind, body in hand if kind == "folded" and body["at_showdown"]}
    return [{"amount": pot["amount"], "eligible": [seat for seat in pot["eligible"] if seat not in away]} for pot in closed]


def _uncalled(answers: Sequence[Answer]) -> dict[str, int] | None:
    returned = [body for kind, body in _last_hand(answers) if kind == "bet-returned"]
    return {"seat": returned[-1]["seat"], "amount": returned[-1]["amount"]} if returned else None


def _returned(answers: Sequence[Answer]) -> dict[str, int]:
    """Of every bet that was settled, decided after a tie or void, all that came back before commission."""
    returned: dict[str, int] = {}
    for kind, body in _all(answers):
        if kind in _CAME_BACK:
            returned[body["bet"]] = returned.get(body["bet"], 0) + body[_CAME_BACK[kind]]
        for refund in body["refunds"] if kind == "round-voided" else ():
            returned[refund["bet"]] = returned.get(refund["bet"], 0) + refund["amount"]
    return returned


_CAME_BACK = {"bet-settled": "returned", "held-bet-decided": "refund"}


def _results(answers: Sequence[Answer]) -> list[str]:
    return [body["result"] for kind, body in _all(answers) if kind == "round-decided"]


_TOLD: Mapping[str, Callable[[Sequence[Answer]], Any]] = {
    "stacks": _stacks,
    "commission": _commission,
    "pots": _pots,
    "uncalled": _uncalled,
    "returned": _returned,
    "results": _results,
}
