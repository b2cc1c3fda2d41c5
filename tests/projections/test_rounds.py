"""The index of hands, for rounds of baccarat, from facts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.baccarat import events as e
from domain.event import Event, source_of
from infra.books import Books
from projections.filters import Filters
from projections.hands import Hands
from services.projector import live
from tests.projections import hand_log
from tests.projections.fake_log import FakeLog, log_of
from tests.projections.hand_log import fewer
from tests.projections.reading import asked, contents, project_in_batches
from tests.projections.round_log import Played, Table, logs
from tests.projections.round_plans import Bet, Decision, Round

HEAD = ["id", "gaming_day", "game", "table", "number", "ruleset", "currency", "status", "started_at", "ended_at"]
AMOUNTS = ("carried", "staked", "taken_off", "held", "refunded", "returned", "commission", "house_win")
A, B, C, D = (
    Bet("P-1", 1, "banker", 10_000),
    Bet("P-2", 2, "player", 4_000),
    Bet("P-3", 3, "tie", 500),
    Bet("P-4", None, "banker-pair", 200),
)
TIED = Round((A, B, C, D), "tie", pairs=frozenset({"banker"}))
DECIDING = Round(decisions=(Decision("cancel", early=True), Decision("change", keep=75, other_side=True)))


def amounts(line: dict[str, Any], *names: str) -> list[int]:
    return [line[name] for name in names]


def test_a_settled_round_tells_its_result_its_bets_and_what_they_came_to() -> None:
    plan = Round((Bet("P-1", 1, "banker", 1_000), Bet("P-4", None, "banker", 150), Bet("P-1", 1, "tie", 30, off=10)), "banker")
    with asked(Hands, log_of(Table("BA-12", [plan]))) as (hands, connection):
        line = hands.find(connection, "BA-12/2026-11-30/1")

    assert line is not None
    assert list(line)[: len(HEAD)] == HEAD
    assert (line["status"], line["game"], line["table"], line["number"], line["shoe"]) == ("decided", "baccarat", "BA-12", 1, 1)
    assert (line["result"], line["totals"], line["deciding"]) == ("banker", {"player": 5, "banker": 7}, False)
    assert amounts(line, *AMOUNTS) == [0, 1_180, 10, 0, 0, 2_300, 57, 20 - 1_150 + 57]
    first, second = line["bettors"]
    assert (first["player"], first["seat"], first["standing"], first["commission"]) == ("P-1", 1, False, 50)
    assert (second["player"], second["seat"], second["standing"], second["commission"]) == ("P-4", None, True, 7)
    assert [(bet["bet"], bet["on"], bet["outcome"], bet["returned"]) for bet in first["bets"]] == [
        ("b-1-1", "banker", "won", 2_000),
        ("b-1-3", "tie", "lost", 0),
    ]


def test_a_tie_is_held_then_decided_and_each_round_tells_its_part() -> None:
    """The worked tie: the house loses 6,200, then 2,850, of which commission came back."""
    with asked(Hands, log_of(Table("BA-12", [TIED, DECIDING]))) as (hands, connection):
        tied, deciding = hands.list(connection)

    assert amounts(tied, *AMOUNTS) == [0, 14_700, 10_000, 4_000, 0, 6_900, 0, -6_200]
    assert amounts(deciding, *AMOUNTS) == [4_000, 0, 1_000, 0, 0, 6_000, 150, -2_850]
    assert [(bettor["player"], bet["outcome"]) for bettor in tied["bettors"] for bet in bettor["bets"]] == [
        ("P-1", "cancelled"),
        ("P-2", "held"),
        ("P-3", "won"),
        ("P-4", "won"),
    ]
    [bettor] = deciding["bettors"]
    assert (bettor["player"], bettor["seat"], bettor["bets"][0]["on"], bettor["commission"]) == ("P-2", 2, "banker", 150)
    assert (tied["deciding"], deciding["deciding"]) == (False, True)


def test_a_void_round_has_no_result_and_gives_everything_back() -> None:
    with asked(Hands, log_of(Table("BA-12", [TIED, Round((C,), "void")]))) as (hands, connection):
        void = hands.find(connection, "BA-12/2026-11-30/2")

    assert void is not None
    assert (void["status"], void["result"], void["totals"]) == ("void", None, None)
    assert amounts(void, *AMOUNTS) == [14_000, 500, 0, 0, 14_500, 0, 0, 0]


def test_an_open_round_and_one_without_bets_are_in_the_list() -> None:
    with asked(Hands, log_of(Table("BA-12", [Round(), Round((A,), "open")]))) as (hands, connection):
        empty, still_open = hands.list(connection)

    assert (empty["status"], empty["bettors"], empty["staked"]) == ("decided", [], 0)
    assert (still_open["status"], still_open["last_version"], still_open["ended_at"], still_open["staked"]) == ("open", None, None, 10_000)
    assert [bet["outcome"] for bet in still_open["bettors"][0]["bets"]] == [None]


def test_a_bettor_who_stood_and_then_sat_down_is_one() -> None:
    plan = Round((Bet("P-3", None, "banker", 10), Bet("P-3", 3, "banker", 10)), "banker")
    with asked(Hands, log_of(Table("BA-12", [plan]))) as (hands, connection):
        [line] = hands.list(connection)

    [bettor] = line["bettors"]
    assert (bettor["seat"], bettor["standing"], bettor["staked"], bettor["returned"], bettor["commission"]) == (3, True, 20, 40, 1)
    assert [bet["seat"] for bet in bettor["bets"]] == [None, 3]


def test_span_holds_the_events_of_the_round_from_its_opening_to_the_last_settlement() -> None:
    log = log_of(Table("BA-12", [TIED, DECIDING, Round((A,), "void")], closes=True))
    with asked(Hands, log) as (hands, connection):
        lines = list(hands.list(connection))

    ends: list[type[Event]] = [e.BetSettled, e.CommissionTaken, e.RoundVoided]
    for line, last in zip(lines, ends, strict=True):
        span = [record for record in log.records if line["first_version"] <= record.version <= line["last_version"]]
        assert {record.meta.subject for record in span} == {line["id"]}
        assert (type(span[0].event), type(span[-1].event)) == (e.RoundOpened, last)
        assert (line["started_at"], line["ended_at"]) == (span[0].meta.time, span[-1].meta.time)
        assert {record.stream for record in span} == {line["stream"]}


EVENING = (
    Table("BA-12", [Round((A, B)), Round((D,))]),
    hand_log.Table("PK-07", [hand_log.Plan({1: 50, 2: 100})]),
    Table("BA-12", [Round()], gaming_day="2026-12-01", session=2, currency="MOP"),
)
IDS = ["BA-12/2026-11-30/1", "PK-07/2026-11-30/1", "BA-12/2026-11-30/2", "BA-12/2026-12-01/1"]


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (Filters(), IDS),
        (Filters(gaming_day="2026-11-30"), IDS[:3]),
        (Filters(table="BA-12"), [IDS[0], IDS[2], IDS[3]]),
        (Filters(currency="MOP"), IDS[3:]),
        (Filters(player="P-1"), IDS[:1]),
        (Filters(player="P-4", table="BA-12"), [IDS[2]]),
        (Filters(player=hand_log.player("PK-07", 2)), [IDS[1]]),
        (Filters(player="P-9999"), []),
    ],
)
def test_hands_and_rounds_are_one_list_in_the_order_in_which_they_began(filters: Filters, ids: list[str]) -> None:
    with asked(Hands, log_of(*EVENING, turns=[0] * 7 + [1] * 10 + [0] * 20)) as (hands, connection):
        assert [line["id"] for line in hands.list(connection, filters)] == ids


def settled(**changes: Any) -> e.BetSettled:
    facts = {
        "round": 1,
        "bet": "b-1-1",
        "on": "banker",
        "stake": 10_000,
        "result": "won",
        "win": 10_000,
        "returned": 20_000,
        "rule": "r 17",
    }
    return e.BetSettled(**facts | changes)


def opened(**changes: Any) -> e.RoundOpened:
    return e.RoundOpened(**{"round": 2, "shoe": 1, "deciding": True, "rule": "r 12"} | changes)


@pytest.mark.parametrize(
    ("rounds", "stray", "reason"),
    [
        ([Round((A,))], settled(round=2), "round BA-12/2026-11-30/2 is not in play; in play is BA-12/2026-11-30/1"),
        ([Round((A,), "open")], settled(), "round BA-12/2026-11-30/1 is open, and must be decided"),
        ([Round((A,))], settled(), "bet b-1-1 does not lie in round BA-12/2026-11-30/1: it is won there"),
        ([Round((A,))], settled(bet="b-7"), "bet b-7 does not lie in round BA-12/2026-11-30/1: it is not in it"),
        (
            [Round((A,))],
            opened(held=(e.HeldBet(bet="b-1-1", on="banker", amount=1),)),
            "bet b-1-1 does not lie held in round BA-12/2026-11-30/1: it is won there",
        ),
        ([], opened(held=(e.HeldBet(bet="b-1", on="banker", amount=1),)), "round None is not in play; in play is None"),
        (
            [Round((A,), "open")],
            e.BetPlaced(round=1, bet="b-1-1", player="P-1", seat=1, standing=False, on="tie", amount=5, rule="r 13"),
            "bet b-1-1 lies in round BA-12/2026-11-30/1 already",
        ),
        (
            [Round((A,), "player")],
            e.CommissionTaken(round=1, player="P-1", seat=1, base=1, rate_bp=500, exact_e4=500, amount=0, rule="r 18"),
            "P-1 won nothing on the banker in round BA-12/2026-11-30/1",
        ),
        (
            [Round((A,), "void")],
            e.RoundVoided(round=1, reason="again", refunds=(), rule="r 10"),
            "round BA-12/2026-11-30/1 is void, and must be open",
        ),
    ],
)
def test_what_cannot_belong_to_the_round_is_set_aside_with_what_follows(rounds: list[Round], stray: Event, reason: str) -> None:
    log = log_of(Table("BA-12", rounds), Table("BA-13", [Round((A,))]))
    log.add(Table("BA-12", []), stray, "BA-12/2026-11-30/1")
    books = Books.memory()
    project_in_batches(books, Hands, log, [])

    with books.read() as connection:
        found = live(connection, Hands)
        assert [(parked.source, parked.event_id) for parked in found.parked] == [(source_of(log.records[-1].stream), log.records[-1].id)]
        assert reason in found.parked[0].reason
        assert [line["table"] for line in found.projection.list(connection)] == ["BA-12"] * len(rounds) + ["BA-13"]


@fewer
@given(logs(), st.lists(st.integers(1, 40), max_size=3))
def test_any_batches_make_the_same_index_and_it_is_what_was_played(found: tuple[list[Table], FakeLog], sizes: list[int]) -> None:
    tables, log = found
    at_once, in_batches = Books.memory(), Books.memory()
    project_in_batches(at_once, Hands, log, [])
    project_in_batches(in_batches, Hands, log, sizes)

    assert contents(in_batches, Hands) == contents(at_once, Hands)
    with in_batches.read() as connection:
        lines = {line["id"]: line for line in live(connection, Hands).projection.list(connection) if line["game"] == "baccarat"}
    played = {table.round_id(one.number): one for table in tables for one in table.played()}
    assert lines.keys() == played.keys()
    for round_id, one in played.items():
        check(lines[round_id], one)


def check(line: dict[str, Any], played: Played) -> None:
    """The line is what the dealer booked, and every stake is somewhere: in the round and with each bettor."""
    assert (line["status"], line["deciding"]) == (played.status, played.deciding)
    assert line["result"] == (played.plan.outcome if played.decided else None)
    assert {name: line[name] for name in AMOUNTS} == {name: played.sums[name] for name in AMOUNTS}
    for name in AMOUNTS:
        assert sum(bettor[name] for bettor in line["bettors"]) == line[name]
    for part in (line, *line["bettors"]):
        settled_or_open = part["carried"] + part["staked"] - part["taken_off"] - part["held"] - part["refunded"]
        if line["status"] != "open":
            assert settled_or_open == part["returned"] + part["house_win"] - part["commission"]
    assert {bettor["player"]: bettor["commission"] for bettor in line["bettors"] if bettor["commission"]} == {
        player: amount for player, amount in played.charged.items() if amount
    }
