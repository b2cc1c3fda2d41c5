"""A dispute as commands, from the claim to books that agree again (docs/disputes.md)."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.disputes import events as d
from domain.fields import utc_text
from projections.ledger.identities import prove
from tests.projections.hand_log import fewer
from tests.second.test_second_computation import agree
from tests.services.baccarat_pit import replayed
from tests.services.bookkeeper import MAKER, Bookkeeper, Floor, check_identities
from tests.services.disputes.cases import MISREAD, RULING, a_claim, a_hand, a_ruling, random_rulings, settle, some_hands, some_rounds
from tests.services.disputes.played import PLAYED, change, tried
from tests.services.house import DAY, TABLE, TWO_PEOPLE, House, house

CHECKER = {"actor": "E-3001"}
PAY, COLLECT, BEAR = "pay-dispute", "collect-dispute", "bear-dispute"


def lines_at(pit: House, position: int) -> list[tuple[str, int, str]]:
    rows = Bookkeeper(pit.store).desk().rows("lines")
    return [(row["account"], row["amount"], row["leg"]) for row in rows if row["position"] == position]


def proofs(pit: House) -> dict[str, list[str]]:
    """What no identity may say."""
    log = Bookkeeper(pit.store).log()
    desk = Bookkeeper(pit.store).desk()
    check_identities(log)
    with desk.read() as connection:
        verdicts = prove(connection, desk.ledger.tables, log)
    return {verdict.rule: [str(one) for one in verdict.differences] for verdict in verdicts if not verdict.holds}


def in_dispute(pit: House) -> dict[str, int]:
    balances = Bookkeeper(pit.store).balances()
    return {account.partition(":")[2]: -amount for (account, _currency), amount in balances.items() if account.startswith("2410:")}


def test_a_wrong_pot_from_claim_to_corrected_ledger(pit: House) -> None:
    a_hand(pit)
    assert a_claim(pit).due == "2026-12-15", "the 8th of December is a holiday in Macau"
    pit.do("attach-note", case="C-1", note="the river is a king", video="2026-11-30T14:03:07+08:00", actor="E-2001")
    decided, reversal = a_ruling(pit)

    assert decided.event.corrects  # type: ignore[attr-defined]
    assert [(one.player, one.recorded, one.corrected) for one in reversal.event.results] == [("P-2", 270, -300), ("P-3", -300, 270)]  # type: ignore[attr-defined]
    assert {name: both.difference for name, both in tried(pit, *(change(**asked) for asked in _kinds(MISREAD))).players.items()} == {
        "P-1": 0,
        "P-2": -570,
        "P-3": 570,
    }
    assert in_dispute(pit) == {"C-1:P-2": -570, "C-1:P-3": 570}
    pit.do(PAY, case="C-1", player="P-3", amount=570, to="wallet", **TWO_PEOPLE)
    pit.do(COLLECT, case="C-1", player="P-2", amount=300, source="cash", **TWO_PEOPLE)
    pit.do(BEAR, case="C-1", player="P-2", amount=270, reason="he has left the house", **TWO_PEOPLE)

    balances = Bookkeeper(pit.store).balances()
    assert in_dispute(pit) == {}
    assert (balances["2010:P-3", "HKD"], balances["1110:MAIN", "HKD"], balances["4910:PK-07", "HKD"]) == (-570, 300, 270)
    assert proofs(pit) == {}
    assert replayed(pit)[1] == []


def _kinds(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"kind": one["change"], **{name: value for name, value in one.items() if name != "change"}} for one in changes]


def test_the_postings_of_a_reversal_to_the_unit(pit: House) -> None:
    """Each line names the one that it negates; the pot of the case comes to 0, and the commission is put back and taken again."""
    a_hand(pit)
    a_claim(pit)
    reversal = a_ruling(pit)[1]

    recorded = [("P-2", "pot", 50), ("P-3", "pot", 100), ("P-2", "pot", 250), ("P-3", "pot", 200)]
    moves = [("REVERSAL", -1, [*recorded, ("pot", "4010:PK-07", 30), ("pot", "P-2", 570)])]
    moves += [("RESETTLED", 1, [*recorded, ("pot", "4010:PK-07", 30), ("pot", "P-3", 570)])]
    assert lines_at(pit, reversal.position) == [
        (account if ":" in account else f"2410:C-1:{account}", side * sign * amount, leg)
        for leg, sign, legs in moves
        for debit, credit, amount in legs
        for account, side in ((debit, 1), (credit, -1))
    ]
    rows = {f"{row['position']}.{row['n']}": row for row in Bookkeeper(pit.store).desk().rows("lines")}
    undone = [row for row in rows.values() if row["leg"] == "REVERSAL"]
    for row in undone:
        negated = rows[row["reverses"]]
        assert (negated["amount"], negated["rule"], negated["player"]) == (-row["amount"], row["rule"], row["player"])
    assert [row["exact_e4"] for row in rows.values() if row["account"] == "4010:PK-07"] == [300_000, -300_000, 300_000]


@pytest.mark.parametrize(
    ("fields", "credit", "stock"),
    [
        ({"to": "wallet"}, "2030", None),
        ({"to": "cash", "cage": "VIP"}, "1110:VIP", None),
        ({"to": "chips"}, "2130", "9210:MAIN"),
        ({"to": "chips", "table": TABLE}, "2130", "9220:PK-07"),
    ],
)
def test_what_is_paid_and_collected_leaves_its_place(pit: House, fields: dict[str, Any], credit: str, stock: str | None) -> None:
    a_hand(pit)
    a_claim(pit)
    a_ruling(pit)
    pit.do("deposit", wallet="P-2", amount=500, currency="HKD")
    chips = [("9290", 70), (stock, -70)] if stock else []
    paid = position_of(pit.do(PAY, case="C-1", player="P-3", amount=70, **fields, **TWO_PEOPLE).events, d.DisputePaid)
    assert lines_at(pit, paid) == [(*line, "DISPUTE_PAID") for line in (("2410:C-1:P-3", 70), (credit, -70), *chips)]
    other_way = {("source" if name == "to" else name): value for name, value in fields.items()}
    collected = position_of(pit.do(COLLECT, case="C-1", player="P-2", amount=70, **other_way, **TWO_PEOPLE).events, d.DisputeCollected)
    back = [(account, -amount) for account, amount in chips]
    assert lines_at(pit, collected) == [(*line, "DISPUTE_COLLECTED") for line in (("2410:C-1:P-2", -70), (credit, 70), *back)]
    assert proofs(pit) == {}
    assert replayed(pit)[1] == []


def position_of(records: Any, kind: type) -> int:
    return next(record.position for record in records if isinstance(record.event, kind))


def test_a_kept_cage_pays_no_chips_that_it_has_not(pit: House) -> None:
    a_hand(pit)
    a_claim(pit)
    a_ruling(pit)
    pit.do("issue-chips", amount=100, currency="HKD", **TWO_PEOPLE)
    assert pit.refused(PAY, case="C-1", player="P-3", amount=101, to="chips", **TWO_PEOPLE).code == "cage-short"
    pit.do(PAY, case="C-1", player="P-3", amount=100, to="chips", **TWO_PEOPLE)
    assert pit.refused("buy-chips", player="P-9", amount=1, currency="HKD", pay="cash").allowed == {"max": 0}
    pit.do(COLLECT, case="C-1", player="P-2", amount=40, source="chips", **TWO_PEOPLE)
    pit.do("buy-chips", player="P-9", amount=40, currency="HKD", pay="cash")
    assert pit.refused(COLLECT, case="C-1", player="P-2", amount=40, source="wallet", **TWO_PEOPLE).code == "insufficient-funds"
    assert proofs(pit) == {}


def test_a_hand_is_reversed_by_one_case(pit: House) -> None:
    a_hand(pit)
    for case in ("C-1", "C-2"):
        a_claim(pit, case)
    a_ruling(pit)
    again = pit.refused("decide-dispute", case="C-2", change=MISREAD, **RULING, **TWO_PEOPLE)
    assert (again.code, "C-1" in again.message) == ("reversed-before", True)
    pit.do("decide-dispute", case="C-2", **{**RULING, "ruling": "dismissed"}, **TWO_PEOPLE)


def test_a_case_is_given_a_name_where_it_has_none(pit: House) -> None:
    a_hand(pit)
    opened = pit.do("open-dispute", hand=PLAYED, claimant="P-3", claim="mine", **TWO_PEOPLE).events[0]
    assert opened.key.startswith("CASE-")
    assert opened.event.case == opened.meta.subject == opened.key  # type: ignore[attr-defined]
    assert opened.source == f"/cases/{opened.key}"


@pytest.mark.parametrize(
    "hand", ["PK-07/2026-11-30/2", "PK-07/2026-11-29/1", "PK-08/2026-11-30/1", "PK-07", "PK-07/2026-11-30/0", "x" * 2_000]
)
def test_there_is_no_case_without_a_hand(pit: House, hand: str) -> None:
    a_hand(pit)
    assert pit.refused("open-dispute", hand=hand, claimant="P-3", claim="mine", **TWO_PEOPLE).code == "no-such-hand"


def test_a_hand_in_play_is_put_right_at_its_table(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table=TABLE)
    assert pit.refused("open-dispute", hand=PLAYED, claimant="P-1", claim="mine", **TWO_PEOPLE).code == "hand-in-play"


def test_a_hand_is_found_in_whichever_session_of_its_day(pit: House) -> None:
    a_hand(pit)
    pit.do("close-table", table=TABLE)
    pit.open({})
    pit.play(TABLE)
    pit.do("close-table", table=TABLE)
    pit.open({})
    for case, hand in (("C-1", PLAYED), ("C-2", f"{TABLE}/{DAY}/2")):
        assert a_claim(pit, case, hand).hand == hand
    assert [one.player for one in a_ruling(pit)[1].event.results] == ["P-2", "P-3"]  # type: ignore[attr-defined]


def test_no_card_of_a_seat_is_on_record(kept: House) -> None:
    """It is used for the ruling, and neither the facts nor the command nor what was refused say it."""
    a_hand(kept)
    a_claim(kept)
    hidden = [{"change": "card", "spot": "seat/2/1", "card": "6h"}, {"change": "card", "spot": "seat/2/2", "card": "8h"}]
    decided, reversal = a_ruling(kept, change=hidden)
    assert decided.meta.command is not None
    assert [one["card"] for one in decided.meta.command["change"]] == ["??", "??"]
    assert b"6h" not in reversal.body
    assert [one.due for one in reversal.event.results] == [-570, 570]  # type: ignore[attr-defined]
    assert kept.refused("decide-dispute", case="C-1", change=hidden, **RULING, **TWO_PEOPLE).code == "decided-before"
    assert kept.refused("decide-dispute", case="C-1", change=[{"change": "6h"}], **RULING, **TWO_PEOPLE).code == "bad-field"
    attempts = [attempt.command for attempt in kept.attempts.recent(10)]
    assert attempts
    assert not any("6h" in attempt or "8h" in attempt for attempt in attempts)
    assert replayed(kept)[1] == []


def test_an_unknown_card_settles_nothing(pit: House) -> None:
    a_hand(pit)
    a_claim(pit)
    unknown = [{"change": "card", "spot": "seat/2/1", "card": "??"}]
    assert pit.refused("decide-dispute", case="C-1", change=unknown, **RULING, **TWO_PEOPLE).code == "bad-card"


# Days


@pytest.fixture
def signed(pit: House) -> Floor:
    """The day of the hand is signed; it is the day after."""
    a_hand(pit)
    floor = Floor(pit)
    pit.do("close-table", table=TABLE)
    floor.do("cut-day", gaming_day=DAY, **MAKER)
    return floor


def sign(floor: Floor) -> None:
    floor.do("prepare-close", gaming_day=DAY, **MAKER)
    floor.do("prepare-close", gaming_day=DAY, **MAKER)
    floor.do("sign-close", gaming_day=DAY, **CHECKER)


def test_nothing_is_claimed_or_decided_in_a_day_that_is_cut(signed: Floor) -> None:
    assert signed.refused("open-dispute", hand=PLAYED, claimant="P-3", claim="mine", **TWO_PEOPLE) == "day-closed"
    signed.tomorrow()
    a_claim(signed.pit)
    signed.do("cut-day", gaming_day="2026-12-01", **MAKER)
    for word, fields in (("decide-dispute", RULING), ("attach-note", {"note": "late"})):
        assert signed.refused(word, case="C-1", **fields, **TWO_PEOPLE) == "day-closed"


def test_a_case_on_a_signed_day_says_which_day_it_restates(signed: Floor) -> None:
    before = dict(signed.books.revenue(DAY, DAY).ggr)
    sign(signed)
    signed.tomorrow()
    a_claim(signed.pit)
    changed = [{"change": "rule", "name": "commission_bp", "value": 300}]
    decided, reversal = a_ruling(signed.pit, change=changed)
    assert (reversal.meta.gaming_day, reversal.event.restates) == ("2026-12-01", DAY)  # type: ignore[attr-defined]
    entries = signed.books.desk().rows("entries")
    entry = next(entry for entry in entries if entry["position"] == reversal.position)
    assert (entry["restates"], entry["key"], entry["hand"], entry["table"]) == (DAY, "C-1", PLAYED, TABLE)
    assert signed.books.revenue(DAY, DAY).ggr == before == {"HKD": 30}
    assert signed.books.revenue("2026-12-01", "2026-12-01").ggr == {"HKD": -12}
    assert decided.position < reversal.position
    assert proofs(signed.pit) == {}


def test_a_case_on_a_day_that_is_not_signed_restates_none(signed: Floor) -> None:
    signed.tomorrow()
    a_claim(signed.pit)
    assert a_ruling(signed.pit)[1].event.restates is None  # type: ignore[attr-defined]


# Whatever was played


def rulings_on_what_was_played(random: Random) -> int:
    """How many settlements were reversed; every identity holds after the rulings, and once all is paid, collected or borne."""
    with house() as pit:
        hands = [*some_hands(pit, random), *some_rounds(pit, random)]
        reversals = list(random_rulings(pit, hands, random))
        due = {f"{one.case}:{result.player}": result.due for one in reversals for result in one.results if result.due}
        assert in_dispute(pit) == due
        for one in reversals:
            settle(pit, one.case, one.results, random)
        assert in_dispute(pit) == {}
        assert proofs(pit) == {}
        assert replayed(pit)[1] == []
        agree(Bookkeeper(pit.store).log())
        return len(reversals)


@pytest.mark.parametrize("seed", [1, 7])
def test_rulings_on_some_hands_of_both_games(seed: int) -> None:
    assert rulings_on_what_was_played(Random(seed)) >= 2


@fewer
@given(st.integers(0, 2**32))
def test_rulings_on_any_hands(seed: int) -> None:
    rulings_on_what_was_played(Random(seed))


@pytest.mark.parametrize(
    ("hours", "stands"), [(-24, True), (-24 - 1 / 3_600, False), (0, True), (1 / 3_600, False)], ids=["a day", "older", "now", "to come"]
)
def test_an_approval_is_good_for_a_day(pit: House, hours: float, stands: bool) -> None:
    a_hand(pit)
    a_claim(pit)
    approved_at = (pit.clock.now + timedelta(hours=hours)).isoformat()
    asked = {"case": "C-1", **RULING, **TWO_PEOPLE, "approved_at": approved_at}
    if stands:
        assert pit.do("decide-dispute", **asked).events
    else:
        refusal = pit.refused("decide-dispute", **asked)
        assert (refusal.code, refusal.allowed["approved_at"]["max"]) == ("approval-expired", utc_text(pit.clock.now))
