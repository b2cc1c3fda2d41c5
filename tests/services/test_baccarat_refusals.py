"""A refused command at a baccarat table changes nothing: no event, no chip, no card of the shoe, no draw of chance."""

from random import Random
from typing import Any

import pytest

from domain.rules import RuleBroken
from tests.domain.baccarat.scene import CODE, TIE, TWO_PEOPLE
from tests.services.baccarat_pit import CUT, SHOE, Pit, order
from tests.services.house import House, house

FOUR = ["9c", "2d", "Kc", "Kd"]
ASKED: list[dict[str, Any]] = [
    {"do": "open-table", "game": "baccarat", "ruleset": "MO-BAC-2004", "currency": "HKD", "gaming_day": "2026-11-30", "rules": {}},
    {"do": "take-seat", "seat": 1, "player": "P-8", "amount": 5, "source": "cash"},
    {"do": "take-seat", "seat": 8, "player": "P-8", "amount": 5, "source": "cash"},
    {"do": "take-seat", "seat": 3, "player": "P-8", "amount": 5, "source": "wallet"},
    {"do": "leave-seat", "seat": 5, "to": "chips"},
    {"do": "load-shoe", "decks": 6, "cut_by": "bettor", "cut_depth": 20},
    {"do": "load-shoe", "decks": 8, "cut_by": "bettor", "cut_depth": 11},
    {"do": "load-shoe", **CUT, "cards": FOUR},
    {"do": "burn", "first_card": "9x"},
    {"do": "demonstrate"},
    {"do": "demonstrate", "cards": FOUR},
    {"do": "place-bet", "bet": "x", "player": "P-1", "seat": 1, "on": "banker", "amount": 200_000},
    {"do": "place-bet", "bet": "x", "player": "P-1", "seat": 2, "on": "banker", "amount": 10},
    {"do": "place-bet", "bet": "x", "player": "P-9", "standing": True, "on": "lucky-six", "amount": 10},
    {"do": "place-bet", "bet": "x", "player": "P-9", "standing": True, "on": "banker", "amount": 2_000_000},
    {"do": "place-bet", "bet": "x", "player": "P-9", "standing": True, "on": "banker", "amount": 0},
    {"do": "withdraw-bet", "bet": "nothing"},
    {"do": "decide-held-bet", "bet": "nothing", "choice": "cancel"},
    {"do": "deal", "cards": [*FOUR, "5c"]},
    {"do": "deal", "exposed": [9]},
    {"do": "correct-error", "how": "reassigned", "cards": ["9c"]},
    {"do": "report-error", "kind": "nothing"},
    {"do": "void-round", "reason": "foul-shoe"},
    {"do": "void-round", "reason": "exposed-card", **TWO_PEOPLE},
    {"do": "start-hand"},
    {"do": "act", "seat": 1, "action": "fold"},
]
"""Refused whatever the table waits for."""
OUT_OF_TURN: dict[str, list[str]] = {
    "load-shoe": ["burn", "open-round", "close-bets", "deal", "cut-card", "close-shoe"],
    "burn": ["open-round", "close-bets", "deal"],
    "open-round": ["burn", "close-bets", "deal"],
    "close-bets": ["burn", "open-round", "deal", "close-shoe", "close-table"],
    "deal": ["burn", "open-round", "close-bets", "close-shoe", "close-table"],
    "correct-error": ["burn", "open-round", "close-bets", "deal", "cut-card", "close-shoe", "close-table", "report-error"],
}
NEEDED = {"close-shoe": {"reason": "no"}, "report-error": {"kind": "other"}}


def snapshot(opened: House) -> tuple[Any, ...]:
    """All that a refusal must leave as it is; of the vault, what is sealed of orders and how many keys there are."""
    rows = opened.vault._rows.connection.execute("SELECT hand, sealed FROM decks").fetchall()
    keys = opened.vault._rows.connection.execute("SELECT count(*) FROM keys").fetchone()
    return opened.store.last_position(), opened.state(CODE), opened.decks.shuffled, rows, keys


def all_refused(opened: House, due: str) -> None:
    assert opened.state(CODE)["due"] == due
    for raw in [*({"do": word, **NEEDED.get(word, {})} for word in OUT_OF_TURN[due]), *ASKED]:
        refused(opened, raw)


def refused(opened: House, raw: dict[str, Any]) -> None:
    before = snapshot(opened)
    with pytest.raises(RuleBroken) as told:
        opened.send({"table": CODE, **raw})
    assert snapshot(opened) == before, raw
    assert told.value.code
    assert told.value.message


@pytest.mark.parametrize("source", ["known", "house", "read"])
def test_nothing_is_changed_by_a_refusal_wherever_the_table_stands(source: str) -> None:
    """The same evening without a refusal ends in the same state, from the same cards."""
    with house() as quiet, house() as disturbed:
        _evening(quiet, source, refusals=False)
        _evening(disturbed, source, refusals=True)
        assert disturbed.store.last_position() == quiet.store.last_position()
        assert disturbed.state(CODE) == quiet.state(CODE)
        assert disturbed.decks.shuffled == quiet.decks.shuffled == (source == "house")
        if source == "house":
            assert disturbed.vault.deck(SHOE, list) == quiet.vault.deck(SHOE, list)


def _evening(opened: House, source: str, *, refusals: bool) -> None:
    table = Pit(opened.send)

    def stands(due: str) -> None:
        if refusals:
            all_refused(opened, due)

    table.open()
    table.sit(1, 2)
    stands("load-shoe")
    table.do("load-shoe", **CUT, **({"cards": order(Random(3))} if source == "known" else {}))
    stands("burn")
    table.do("burn", **({"first_card": "7h"} if source == "read" else {}))
    stands("open-round")
    for number in range(3):
        table.do("open-round")
        table.bet(f"{number}", "banker", 500)
        stands("close-bets")
        table.do("report-error", kind="wrong-order")
        stands("correct-error")
        table.do("correct-error", how="continue")
        table.do("close-bets")
        stands("deal")
        table.do("deal", **({"cards": TIE.split()} if source == "read" else {}))
        stands("open-round")


def test_what_is_undone_in_one_piece_leaves_the_shoe_as_it_was(kept: House) -> None:
    """The shuffle is undone too; the next one is as good, for nobody saw a card of the first."""
    table = Pit(kept.send)
    table.open()
    table.sit(1)
    table.do("load-shoe", **CUT)
    with pytest.raises(RuleBroken):
        _burned_twice(kept, table)
    assert table.state["due"] == "burn"
    assert table.state["shoe"]["dealt"] == 0
    table.do("burn")
    table.play(1)
    table.play(2)


def _burned_twice(kept: House, table: Pit) -> None:
    with kept.commands.together():
        table.do("burn")
        table.play(1)
        table.do("burn")
