"""Disputes about hands that were played: settled anew with other winners, then paid, collected and borne until nothing is left."""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from domain import wallet as w
from domain.baccarat import events as b
from domain.cage import events as c
from domain.disputes import events as d
from domain.disputes.settlement import MOVING, Bet, Copy, Seat, Settlement
from domain.event import Event, Recorded, case_stream
from domain.holdem import events as h
from domain.seating import TableOpened
from tests.projections.ledger.house import House
from tests.projections.ledger.house import cage as cage_of
from tests.projections.ledger.house import wallet as wallet_of

RULE = "MO-THP-2008 10(2)"
_MOVES = tuple(MOVING.values())


def disputed(house: House, random: Random, cases: int = 3) -> list[d.SettlementReversed]:
    """Cases on hands of the house's log, opened and settled in its gaming day."""
    hands = list(settled(house.log))
    reversals = []
    for number, one in enumerate(random.sample(hands, min(cases, len(hands))), 1):
        other = settled_otherwise(one, random)
        if other is not None:
            reversals.append(_case(house, f"C-{number}", one.model_copy(update={"corrected": other}), random))
    return reversals


def settled(log: Iterable[Recorded]) -> Iterator[Settlement]:
    """Every hand that was settled, and every round that held no bet, as it was: undone and corrected are the same."""
    opened: dict[str, TableOpened] = {}
    lying: dict[str, dict[str, Bet]] = {}
    current: dict[str, dict[str, Any]] = {}
    for record in log:
        event, stream = record.event, record.stream
        if isinstance(event, TableOpened):
            opened[stream], lying[stream] = event, {}
        if isinstance(event, h.HandStarted | b.RoundOpened):
            seats = [Seat(seat=one.seat, player=one.player) for one in event.seats] if isinstance(event, h.HandStarted) else []
            current[stream] = {"seats": tuple(seats), "bets": tuple(lying[stream].values()), "undone": [], "over": False, "left": 0}
        if isinstance(event, _MOVES) and stream in current:
            body = event.model_dump(mode="json")
            current[stream]["undone"].append(Copy(type=event.topic(), body=body, event=record.id, position=record.position))
        _follow(lying.get(stream, {}), event)
        hand = current.get(stream)
        if hand is None:
            continue
        if isinstance(event, b.RoundDecided):
            hand["over"], hand["left"] = True, len(lying[stream])
        hand["left"] -= isinstance(event, b.BetSettled)
        if isinstance(event, h.HandEnded) or (hand["over"] and hand["left"] == 0 and isinstance(event, b.BetSettled)):
            yield _as_settled(opened[stream], getattr(event, "hand", None) or event.round, current.pop(stream))  # type: ignore[attr-defined]


def _follow(bets: dict[str, Bet], event: Event) -> None:
    match event:
        case b.BetPlaced():
            bets[event.bet] = Bet(bet=event.bet, player=event.player, seat=event.seat, on=event.on, amount=event.amount, held=False)
        case b.BetWithdrawn() if event.left:
            bets[event.bet] = bets[event.bet].model_copy(update={"amount": event.left})
        case b.HeldBetDecided() if event.amount:
            bets[event.bet] = bets[event.bet].model_copy(update={"amount": event.amount, "on": event.on})
        case b.BetWithdrawn() | b.HeldBetDecided() | b.BetSettled():
            del bets[event.bet]
        case b.BetHeld():
            bets[event.bet] = bets[event.bet].model_copy(update={"held": True})
        case b.BetsClosed():
            bets.update({name: bet.model_copy(update={"held": False}) for name, bet in bets.items()})
        case b.RoundVoided():
            bets.clear()


def _as_settled(opened: TableOpened, number: int, hand: dict[str, Any]) -> Settlement:
    undone = tuple(hand["undone"])
    return Settlement(
        hand=f"{opened.table}/{opened.gaming_day}/{number}",
        table=opened.table,
        game="holdem" if opened.contract.startswith("holdem") else "baccarat",
        ruleset=opened.ruleset,
        rules=opened.rules,
        currency=opened.currency,
        gaming_day=opened.gaming_day,
        seats=hand["seats"],
        bets=hand["bets"],
        undone=undone,
        corrected=tuple(Copy(type=copy.type, body=copy.body) for copy in undone),
    )


def settled_otherwise(one: Settlement, random: Random) -> tuple[Copy, ...] | None:
    """Another seat takes each pot; one bet of a round comes out the other way. None where there is neither."""
    bodies = [(copy.type, deepcopy(copy.body)) for copy in one.undone]
    splits = [body for kind, body in bodies if kind == h.PotSplit.topic()]
    bets = [body for kind, body in bodies if kind == b.BetSettled.topic()]
    for body in splits:
        winner = random.choice([seat.seat for seat in one.seats])
        body["shares"], body["odd"] = [{"seat": winner, "amount": body["amount"]}], []
    for body in random.sample(bets, min(1, len(bets))):
        won = body["result"] == "lost"
        body["result"], body["win"] = ("won", body["stake"]) if won else ("lost", 0)
        body["returned"] = body["win"] + body["stake"] if won else 0
    return tuple(Copy(type=kind, body=body) for kind, body in bodies) if splits or bets else None


def _case(house: House, name: str, one: Settlement, random: Random) -> d.SettlementReversed:
    stream, people = case_stream(name), {"actor": "S-1", "approver": "S-2"}
    opened = d.DisputeOpened(
        case=name,
        hand=one.hand,
        table=one.table,
        currency=one.currency,
        claimant="P-1201",
        claim="the pot was mine",
        due="2027-01-15",
        working_days=10,
        calendar="none",
    )
    decided = d.DisputeDecided(
        case=name,
        hand=one.hand,
        level="floor",
        ruling="upheld",
        reason="seen",
        corrects=True,
        decided_by="S-1",
        approved_by="S-2",
        rule=RULE,
    )
    reversal = d.SettlementReversed(case=name, reason="seen", results=one.results(), settlement=one, rule=RULE)
    house.record((stream, opened), **people)
    house.record((stream, decided), (stream, reversal), **people)
    for result in reversal.results:
        for fact in _settle(name, one, result.player, result.due, random):
            house.record(*fact, **people)
    return reversal


def _settle(name: str, one: Settlement, player: str, due: int, random: Random) -> Iterator[Sequence[tuple[str, Event]]]:
    """In two parts, where there is enough."""
    stream, place = case_stream(name), f"/cases/{name}"
    for amount in {abs(due) // 2: None, abs(due) - abs(due) // 2: None} if abs(due) % 2 else {abs(due): None}:
        if not amount:
            continue
        told = {"case": name, "hand": one.hand, "table": one.table, "player": player, "amount": amount, "currency": one.currency}
        money, means = {"amount": amount, "currency": one.currency}, random.choice(("wallet", "cash", "chips", "tray"))
        by = {"to" if due > 0 else "source": "chips" if means == "tray" else means}
        by |= {"cage": "MAIN"} if means in ("cash", "chips") else {"tray": one.table} if means == "tray" else {}
        if due < 0 and means in ("wallet", "chips"):
            yield [(stream, d.DisputeBorne(**told, reason="by grace"))]
            continue
        moved = (stream, d.DisputePaid(**told, **by) if due > 0 else d.DisputeCollected(**told, **by))
        beside = {
            "wallet": [(wallet_of(player), w.FundsMovedIn(**money, place=place))],
            "chips": [(cage_of(), c.ChipsMovedOut(**money, place=place))],
        }
        yield [moved, *beside.get(means, [])]
