"""A refusal changes nothing: no event, no card drawn, no random number, no state. It is only remembered as an attempt."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.services.house import DAY, TABLE, TWO_PEOPLE, House, house

Refused = Callable[[House], None]


def _early_deal(pit: House) -> None:
    pit.refused("deal", table=TABLE)


def _too_many_cards(pit: House) -> None:
    pit.refused("deal", table=TABLE, cards=["As", "Kd", "Th", "7c", "2c"])


def _same_card_twice(pit: House) -> None:
    pit.refused("deal", table=TABLE, cards=["As", "Kd", "As", "7c"])


def _late(pit: House) -> None:
    pit.refused("deal", table=TABLE, at="2026-11-30T00:00:00Z")


def _out_of_turn(pit: House) -> None:
    pit.refused("act", table=TABLE, seat=2, action="check")


def _unknown(pit: House) -> None:
    pit.refused("deal", table=TABLE, card="As")


def open_for_two(pit: House) -> None:
    pit.open({2: 5_000, 4: 5_000})


@pytest.mark.parametrize("refused", [_too_many_cards, _same_card_twice, _late, _out_of_turn, _unknown])
def test_a_hand_goes_on_as_if_it_had_not_been_asked(refused: Refused) -> None:
    stories = []
    for asked in (False, True):
        with house() as pit:
            open_for_two(pit)
            pit.do("start-hand", table=TABLE)
            if asked:
                before = pit.state()
                refused(pit)
                assert pit.state() == before
                assert pit.decks.shuffled == 0
            pit.do("deal", table=TABLE)
            while pit.state()["due"] == "act":
                if asked:
                    refused(pit)
                pit.do("act", table=TABLE, seat=pit.state()["to_act"], action="all-in")
            pit.show_all()
            assert pit.state()["hand"] is None
            stories.append([json.loads(record.body) | {"sealed": None} for record in pit.store.read(0)])
            assert pit.decks.shuffled == 1

    assert stories[0] == stories[1]


def test_a_deal_that_is_not_due_draws_no_deck(pit: House) -> None:
    open_for_two(pit)
    _early_deal(pit)
    assert pit.decks.shuffled == 0


def test_the_order_of_the_deck_survives_a_refusal_between_two_streets(pit: House) -> None:
    open_for_two(pit)
    pit.do("start-hand", table=TABLE)
    pit.do("deal", table=TABLE)
    order = pit.vault.deck(f"{TABLE}/{DAY}/1", pit.decks)
    for seat in (4, 2):
        pit.do("act", table=TABLE, seat=seat, action="call" if seat == 4 else "check")
    pit.refused("deal", table=TABLE, cards=["As", "Kd", "Th"])
    flop = [
        record.event.model_dump()["card"] for record in pit.do("deal", table=TABLE).events if record.event.contract == "holdem.card-dealt"
    ]

    assert flop == list(order[5:8])
    assert pit.vault.deck(f"{TABLE}/{DAY}/1", pit.decks) == order


def test_a_refused_money_command_leaves_wallet_and_table_as_they_were(pit: House) -> None:
    open_for_two(pit)
    pit.do("deposit", wallet="P-9", amount=4_999, currency="HKD")
    refusal = pit.refused("take-seat", table=TABLE, seat=9, player="P-9", amount=5_000, source="wallet")

    assert refusal.code == "insufficient-funds"
    assert pit.do("take-seat", table=TABLE, seat=9, player="P-9", amount=4_999, source="wallet").events


# What stands in `attempts`.


def attempt(pit: House) -> Any:
    (found,) = pit.attempts.recent(1)
    return found


def test_an_attempt_is_kept_with_what_was_answered(pit: House) -> None:
    refusal = pit.refused("deposit", wallet="P-9", amount=0, currency="HKD", actor="E-1", key="k-1")
    found = attempt(pit)

    assert (found.code, found.rule, found.message) == (refusal.code, refusal.rule, refusal.message)
    assert (found.actor, found.key, found.time) == ("E-1", "k-1", "2026-11-30T04:00:00.000000Z")
    assert json.loads(found.command)["amount"] == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "deal", "cards": ["As", "As", "Kd", "Kh"]},
        {"do": "deal", "cards": "As Kd"},
        {"do": "deal", "card": "As"},
        {"do": "dael", "cards": ["As"]},
        {"do": ["As"], "cards": ["As"]},
        {"do": "show", "seat": 2, "cards": ["As", "Kd"]},
        {"do": "correct-error", "how": "replace-card", "seat": 2, "ordinal": 1, "cards": ["As"]},
        {"do": "start-hand", "cards": ["As"]},
        {"do": "act", "seat": 2, "action": "fold", "hole": {"a": ["As"]}},
    ],
)
def test_cards_are_struck_out_of_an_attempt(pit: House, fields: dict[str, Any]) -> None:
    open_for_two(pit)
    pit.do("start-hand", table=TABLE)
    refusal = pit.refused(fields.pop("do"), table=TABLE, **fields)
    found = attempt(pit)

    assert "As" not in f"{found.command} {found.message} {refusal.allowed}"
    assert "Kd" not in found.command
    assert (found.command == "{}") or json.loads(found.command)["table"] == TABLE


@pytest.mark.parametrize("word", ["\ud800", "x" * 100_000, "\x00", "作廢"])
def test_whatever_it_holds_an_attempt_is_kept_and_short(kept: House, word: str) -> None:
    kept.open({1: 5_000, 2: 5_000})
    kept.do("start-hand", table=TABLE)
    kept.refused("void-hand", table=TABLE, reason=(word * 2_001)[:200_000], actor="E-1", approver="E-2", key=word)

    assert len(attempt(kept).command.encode()) <= 4_096


def test_a_refusal_stands_although_its_record_cannot_be_written(kept: House, tmp_path: Path) -> None:
    kept.attempts.close()
    (tmp_path / "attempts.sqlite").write_bytes(b"no database " * 1_000)

    assert kept.refused("deposit", wallet="P-9", amount=0, currency="HKD").code == "bad-amount"
    assert kept.do("deposit", wallet="P-9", amount=1, currency="HKD").events


def test_a_void_needs_two_people_and_leaves_the_hand_in_play(pit: House) -> None:
    open_for_two(pit)
    pit.do("start-hand", table=TABLE)
    for who in ({}, {"actor": "E-1"}, {"actor": "E-1", "approver": "E-1"}):
        pit.refused("void-hand", table=TABLE, reason="misdeal", **who)
    assert pit.state()["hand"] == 1
    pit.do("report-error", table=TABLE, kind="foul-deck")
    assert pit.do("void-hand", table=TABLE, reason="misdeal", **TWO_PEOPLE).events
