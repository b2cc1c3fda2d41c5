"""What a command's fields take, and the refusal where they hold something else. No refusal repeats what might be a card."""

from decimal import Decimal
from typing import Any

import pytest

from services.lines import parse_object
from tests.services.house import TABLE, House

SEAT = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "cash"}


@pytest.mark.parametrize(
    "amount",
    [
        "1.0",
        "1.5",
        "1e2",
        '"100"',
        "true",
        "false",
        "null",
        "-1",
        "0",
        "-0",
        str(10**12 + 1),
        str(2**63),
        "9" * 5_000,
        "[]",
        "{}",
        '""',
        "1E+400",
    ],
)
def test_an_amount_is_a_whole_number_and_nothing_else(pit: House, amount: str) -> None:
    pit.open({})
    raw = parse_object(
        f'{{"do": "take-seat", "table": "{TABLE}", "seat": 4, "player": "P-4", "source": "cash", "amount": {amount}}}'.encode()
    )
    refusal = pit.refused(raw.pop("do"), **raw)

    assert refusal.code == "bad-amount"
    assert "from 1 to 1000000000000" in refusal.message
    assert len(refusal.message) < 200


def test_the_smallest_and_the_largest_amount_are_taken(pit: House) -> None:
    for amount in (1, 10**12):
        assert pit.do("deposit", wallet="P-4", amount=amount, currency="HKD").events


def test_no_balance_passes_what_every_reader_holds_exactly(pit: House) -> None:
    full, rest = divmod(2**53 - 1, 10**12)
    for _ in range(full):
        pit.do("deposit", wallet="P-4", amount=10**12, currency="HKD")

    assert pit.refused("deposit", wallet="P-4", amount=rest + 1, currency="HKD").code == "balance-too-large"
    assert pit.do("deposit", wallet="P-4", amount=rest, currency="HKD").events


@pytest.mark.parametrize("amount", [1.0, Decimal(1), "1", True])
def test_no_way_in_takes_a_float(pit: House, amount: Any) -> None:
    assert pit.refused("deposit", wallet="P-4", amount=amount, currency="HKD").code == "bad-amount"


@pytest.mark.parametrize("wallet", ["", "P 4", "P/4", "P-4\n", "é", "x" * 65, 4, None, True, ["P-4"], "P-4\u0000"])
def test_an_id_is_short_and_plain(pit: House, wallet: Any) -> None:
    assert pit.refused("deposit", wallet=wallet, amount=1, currency="HKD").code == "bad-id"


@pytest.mark.parametrize("wallet", ["P-4", "p-4", "P.4", "P_4", "4", "-", "..", "x" * 64])
def test_ids_are_compared_exactly(pit: House, wallet: str) -> None:
    assert pit.do("deposit", wallet=wallet, amount=1, currency="HKD").events[0].stream == f"wallets/{wallet}"
    assert pit.do("deposit", wallet=wallet, amount=1, currency="HKD").events[0].version == 2


@pytest.mark.parametrize("table", ["", "PK_07", "PK.07", "PK/07", "PK 07", "x" * 33, 7, None, True, {}])
def test_a_table_code_is_shorter_and_plainer(pit: House, table: Any) -> None:
    assert pit.refused("start-hand", table=table).code == "bad-id"
    assert pit.refused("open-table", table=table, game="holdem", ruleset="MO-THP-2008").code == "bad-id"


@pytest.mark.parametrize("field", ["key", "actor", "approver"])
@pytest.mark.parametrize("value", ["", "a b", "x" * 65, 7, ["a"], "é"])
def test_who_and_which_key_are_ids_too(pit: House, field: str, value: Any) -> None:
    assert pit.refused("deposit", wallet="P-4", amount=1, currency="HKD", **{field: value}).code == "bad-id"


def test_one_name_may_be_a_table_a_wallet_and_a_cage(pit: House) -> None:
    pit.open({}, table="PK-01")
    pit.do("deposit", wallet="PK-01", amount=1, currency="HKD")
    funded = pit.do("fund-cage", cage="PK-01", amount=1, currency="HKD", actor="E-1", approver="E-2", **{"from": "owner"})

    assert funded.events[0].stream.startswith("cages/PK-01/")


@pytest.mark.parametrize("text", ["a\x00b", "a\rb", "\x1b[31m", "a\x7fb", "a\x85b", "\ud800", "x\udfffy", "x" * 2_001, 7, ["a"], None])
def test_free_text_has_no_control_characters_and_an_end(pit: House, text: Any) -> None:
    pit.open({1: 5_000, 2: 5_000})
    pit.do("start-hand", table=TABLE)
    assert pit.refused("void-hand", table=TABLE, reason=text, actor="E-1", approver="E-2").code == "bad-text"


@pytest.mark.parametrize("text", ["x" * 2_000, "🂡" * 2_000, "作廢\n\té<b>=1+1</b>|", "a\u2028b", " "])
def test_other_text_is_kept_as_it_came(kept: House, text: str) -> None:
    kept.open({1: 5_000, 2: 5_000})
    kept.do("start-hand", table=TABLE)
    kept.do("report-error", table=TABLE, kind="foul-deck", note=text)
    voided = kept.do("void-hand", table=TABLE, reason=text, actor="E-1", approver="E-2").events[0]

    assert kept.store.span(voided.stream, voided.version, voided.version)[0].event.model_dump()["reason"] == text


@pytest.mark.parametrize("word", ["", "Inspect", "inspect ", "place-bett", "x" * 5_000, None, 7, True, [], ["inspect"], {}])
def test_an_unknown_word_is_refused_with_the_words_there_are(pit: House, word: Any) -> None:
    refusal = pit.refused(word, table=TABLE)

    assert refusal.code == "unknown-command"
    assert {"open-table", "take-seat", "act", "deposit"} <= set((refusal.allowed or {})["do"])
    assert len(refusal.message) < 200


def test_a_command_without_a_word_is_unknown(pit: House) -> None:
    pit.open({})
    with pytest.raises(Exception, match="names no command"):
        pit.send({"table": TABLE})


@pytest.mark.parametrize("word", ["split", "chop", "run-it-twice"])
def test_players_may_not_agree_on_the_outcome(pit: House, word: str) -> None:
    pit.open({})
    refusal = pit.refused(word, table=TABLE)
    assert (refusal.code, refusal.rule) == ("no-agreement", "MO-THP-2008 10(3)")


@pytest.mark.parametrize("field", ["amounts", "Table", "", "x" * 500, "card"])
def test_an_unknown_field_is_refused_with_the_fields_there_are(pit: House, field: str) -> None:
    pit.open({})
    refusal = pit.refused("take-seat", **SEAT, **{field: "As"})

    assert refusal.code == "unknown-field"
    assert (refusal.allowed or {})["fields"] == sorted(["do", "key", "at", "actor", "approver", *SEAT])
    assert "As" not in refusal.message
    assert len(refusal.message) < 200


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seat": "4"}, "bad-field"),
        ({"seat": 4.0}, "bad-field"),
        ({"seat": True}, "bad-field"),
        ({"seat": None}, "bad-field"),
        ({"seat": 10**40}, "no-such-seat"),
        ({"source": "As"}, "bad-field"),
        ({"source": ["wallet"]}, "bad-field"),
    ],
)
def test_a_wrong_type_is_refused_without_its_value(pit: House, change: dict[str, Any], code: str) -> None:
    pit.open({})
    refusal = pit.refused("take-seat", **{**SEAT, **change})

    assert refusal.code == code
    assert "As" not in refusal.message


@pytest.mark.parametrize("field", sorted(SEAT))
def test_a_missing_field_is_named(pit: House, field: str) -> None:
    pit.open({})
    refusal = pit.refused("take-seat", **{name: value for name, value in SEAT.items() if name != field})

    assert refusal.code == "field-missing"
    assert f"'{field}'" in refusal.message


@pytest.mark.parametrize(
    "cards", ["As", "AsKd", {"0": "As"}, ["As", 7], ["As", None], [["As"]], 7, ["as", "Kd"], ["1s", "Kd"], ["As\n", "Kd"]]
)
def test_cards_that_are_none_are_refused_without_repeating_them(pit: House, cards: Any) -> None:
    pit.open({1: 5_000, 2: 5_000})
    pit.do("start-hand", table=TABLE)
    refusal = pit.refused("deal", table=TABLE, cards=cards)

    assert "As" not in f"{refusal.message} {refusal.allowed}"
    assert "As" not in pit.attempts.recent(1)[0].command


def test_the_first_fault_in_the_order_of_the_fields_is_told(pit: House) -> None:
    pit.open({})
    assert pit.refused("take-seat", **{**SEAT, "player": "a b", "amount": 0}).code == "bad-id"


@pytest.mark.parametrize("word", ["take-seat", "start-hand", "act", "deal", "inspect", "close-table", "show", "void-hand"])
@pytest.mark.parametrize("fields", [{}, {"seat": "x"}, {"nonsense": 1}])
def test_whether_the_table_is_open_is_asked_before_its_fields(pit: House, word: str, fields: dict[str, Any]) -> None:
    assert pit.refused(word, table="PK-99", **fields).code == "table-closed"

    pit.open({})
    pit.do("close-table", table=TABLE)
    assert pit.refused(word, table=TABLE, **fields).code == "table-closed"


def test_a_currency_and_a_day_are_known_ones(pit: House) -> None:
    opening = {"table": TABLE, "game": "holdem", "ruleset": "MO-THP-2008", "currency": "HKD", "gaming_day": "2026-11-30"}
    for currency in ("EUR", "hkd", "", None, 7, ["HKD"]):
        assert pit.refused("open-table", **{**opening, "currency": currency}).code == "unknown-currency"
    for day in ("2026-02-30", "30.11.2026", "2026-11-30T12:00:00Z", 20261130, None):
        assert pit.refused("open-table", **{**opening, "gaming_day": day}).code == "bad-day"
