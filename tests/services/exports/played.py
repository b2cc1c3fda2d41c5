"""Random hands of a small house, as the exports and the replay see them."""

from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

from infra.books import Books
from projections.hands import Hands
from services.hands import Hand, read_hand
from services.projector import catch_up, live
from tests.services.house import House

TABLE = "PK-07"


def play_hand(pit: House, chance: Random, table: str = TABLE) -> None:
    """Whatever the state allows, until the hand is over; now and then it is voided."""
    pit.do("start-hand", table=table)
    while (state := pit.state(table))["due"] != "start-hand":
        if chance.random() < 0.01:
            pit.do("void-hand", table=table, reason="a marked card", actor="E-2001", approver="E-3001")
        elif state["due"] == "deal":
            pit.do("deal", table=table)
        elif state["due"] == "act":
            pit.do("act", table=table, seat=state["to_act"], **_action(state["legal"], chance))
        else:
            seat = chance.choice(_unshown(pit, table, state))
            pit.do("show", table=table, seat=seat)


def _unshown(pit: House, table: str, state: dict[str, Any]) -> list[int]:
    records = pit.store.load(pit.store.last_stream(f"tables/{table}/") or "")
    shown: set[int] = set()
    for record in records:
        if record.event.contract == "holdem.hand-started":
            shown = set()
        elif record.event.contract == "holdem.hand-shown":
            shown.add(record.event.model_dump()["seat"])
    return [seat["seat"] for seat in state["seats"] if seat["status"] in ("in", "all-in") and seat["seat"] not in shown]


def _action(legal: dict[str, Any], chance: Random) -> dict[str, Any]:
    word = chance.choice([*legal, *(["call"] if "call" in legal else ["check"] if "check" in legal else []) * 3])
    if word not in ("bet", "raise"):
        return {"action": word}
    least, most = legal[word]["min"], legal[word]["max"]
    return {"action": word, "to": chance.choice([least, most, chance.randint(least, most)] if chance.random() < 0.5 else [least])}


def evening(pit: House, chance: Random, hands: int, ruleset: str = "MO-THP-2008", **rules: Any) -> None:
    """Hands between two and six players with stacks of all sizes; who has lost everything buys in again."""
    players = chance.randint(2, 6)
    pit.open({seat: chance.randint(20, 4_000) for seat in chance.sample(range(1, 10), players)}, ruleset=ruleset, **rules)
    for _ in range(hands):
        for seat in pit.state()["seats"]:
            if seat["stack"] == 0:
                pit.do("add-chips", table=TABLE, seat=seat["seat"], amount=chance.randint(20, 4_000), source="cash")
        play_hand(pit, chance)


def told(pit: House) -> Iterator[Hand]:
    """Every hand and round of the house."""
    with closing(Books.memory()) as books:
        catch_up(pit.store, books, [Hands])
        with books.read() as connection:
            for row in live(connection, Hands).projection.list(connection):
                yield read_hand(pit.store, row)
