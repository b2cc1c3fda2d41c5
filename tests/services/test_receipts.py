"""A command with a key is carried out once, whatever happens on the way to its sender."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from domain.event import Recorded
from services.answers import answer_text
from tests.services.house import TABLE, House, later

HOLE = "Ah Kh Ad Kd".split()


def told(records: list[Recorded] | Any) -> list[tuple[int, str, bytes]]:
    return [(record.position, record.id, record.body) for record in records]


def test_the_same_key_and_body_give_the_first_answer_and_store_nothing(pit: House) -> None:
    pit.open({2: 5_000})
    seat = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "cash"}
    first = pit.do("take-seat", key="k-1", actor="E-1", at=later(1), **seat)
    end = pit.store.last_position()

    again = pit.send({"key": "k-1", **dict(reversed(seat.items())), "actor": "E-1", "at": later(2), "do": "take-seat"})

    assert told(again.events) == told(first.events)
    assert pit.store.last_position() == end
    assert pit.attempts.recent(1) == []


def test_the_first_answer_comes_under_the_line_number_of_the_repetition(pit: House) -> None:
    pit.open({})
    seat = {"do": "take-seat", "table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "cash", "key": "k-1"}
    first, again = answer_text(3, pit.send(seat)), answer_text(9, pit.send(seat))

    assert again == first.replace('"line": 3', '"line": 9', 1) != first


def test_the_answer_holds_every_stream_of_the_command_in_its_order(pit: House) -> None:
    pit.open({})
    pit.do("deposit", wallet="P-4", amount=9_000, currency="HKD")
    seat = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "wallet"}
    first = pit.do("take-seat", key="k-1", **seat)
    pit.do("deposit", wallet="P-4", amount=9_000, currency="HKD")

    assert [record.stream for record in first.events] == ["wallets/P-4", f"tables/{TABLE}/000001"]
    assert told(pit.do("take-seat", key="k-1", **seat).events) == told(first.events)


@pytest.mark.parametrize("other", [{"amount": 5_001}, {"seat": 5}, {"approver": "E-9"}, {"nothing": None}])
def test_the_same_key_with_another_body_is_refused(pit: House, other: dict[str, Any]) -> None:
    pit.open({})
    seat = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "cash", "key": "k-1", "actor": "E-1"}
    pit.do("take-seat", **seat)

    assert pit.refused("take-seat", **{**seat, **other}).code == "key-reused"
    assert pit.refused("leave-seat", table=TABLE, seat=4, to="chips", key="k-1", actor="E-1").code == "key-reused"


def test_the_key_of_another_actor_is_another_key(pit: House) -> None:
    pit.open({})
    deposit = {"wallet": "P-4", "amount": 100, "currency": "HKD", "key": "k-1"}
    answers = [pit.do("deposit", **deposit, **who) for who in ({}, {"actor": "E-1"}, {"actor": "E-2"})]

    assert len({answer.events[0].id for answer in answers}) == 3
    assert told(pit.do("deposit", **deposit, actor="E-2").events) == told(answers[2].events)


def test_a_refused_command_leaves_its_key_free(pit: House) -> None:
    pit.open({})
    seat = {"table": TABLE, "seat": 4, "player": "P-4", "source": "cash", "key": "k-1"}
    pit.refused("take-seat", amount=0, **seat)

    assert pit.do("take-seat", amount=5_000, **seat).events


def test_a_key_is_answered_after_the_table_has_closed_and_opened_again(pit: House) -> None:
    pit.open({2: 5_000})
    left = pit.do("leave-seat", table=TABLE, seat=2, to="chips", key="k-1")
    pit.do("close-table", table=TABLE)
    assert told(pit.do("leave-seat", table=TABLE, seat=2, to="chips", key="k-1").events) == told(left.events)

    pit.open({2: 5_000})
    assert told(pit.do("leave-seat", table=TABLE, seat=2, to="chips", key="k-1").events) == told(left.events)
    assert pit.state()["seats"][0]["stack"] == 5_000


def test_inspect_takes_a_key_and_tells_the_state_as_it_is_now(pit: House) -> None:
    pit.open({2: 5_000})
    before = pit.do("inspect", table=TABLE, key="k-1").state
    pit.do("add-chips", table=TABLE, seat=2, amount=1_000, source="cash")
    after = pit.do("inspect", table=TABLE, key="k-1").state

    assert before is not None
    assert after is not None
    assert (before["seats"][0]["stack"], after["seats"][0]["stack"]) == (5_000, 6_000)


def test_the_receipt_of_a_deal_is_no_plain_hash_of_its_cards(kept: House, tmp_path: Path) -> None:
    kept.open({2: 5_000, 4: 5_000})
    kept.do("start-hand", table=TABLE)
    kept.do("deal", table=TABLE, cards=HOLE, key="k-1")
    receipt = kept.store.receipt("", "k-1")

    assert receipt is not None
    guesses = [
        f'{{"cards":{cards},"do":"deal","table":"{TABLE}"}}'.encode() for cards in ('["Ah","Kh","Ad","Kd"]', '["Ah", "Kh", "Ad", "Kd"]')
    ]
    assert receipt.digest not in [sha256(guess).digest() for guess in guesses]
    assert receipt.digest == kept.vault.digest(guesses[0])
    assert kept.beside().refused("deal", table=TABLE, cards=["Ah", "Kh", "Ad", "Kc"], key="k-1").code == "key-reused"


def test_a_key_outlives_the_process(kept: House) -> None:
    kept.open({})
    first = kept.do("deposit", wallet="P-4", amount=100, currency="HKD", key="k-1")

    assert told(kept.beside().do("deposit", wallet="P-4", amount=100, currency="HKD", key="k-1").events) == told(first.events)
