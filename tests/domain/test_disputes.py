"""Disputes, HOUSE-FIN 6: given what is on record of a case, when something is asked for it, then these facts or this refusal."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.disputes import events as d
from domain.disputes.case import DisputeCase
from domain.disputes.commands import AttachNote, BearDispute, CollectDispute, DecideDispute, OpenDispute, PayDispute
from domain.disputes.decide import (
    decide_attach_note,
    decide_bear_dispute,
    decide_collect_dispute,
    decide_decide_dispute,
    decide_open_dispute,
    decide_pay_dispute,
)
from domain.disputes.due import days_asked, due_on
from domain.disputes.settlement import COPIES_MAX, Bet, Copy, Result, Seat, Settlement
from domain.event import Event
from domain.permits import DaysOff
from domain.questions import PlayedHand
from domain.rules import RuleBroken
from domain.wallet import FundsWithdrawn
from tests.spec import Outcome, fact

TWO: dict[str, Any] = {"actor": "E-2001", "approver": "E-3001"}
OTHERS: dict[str, Any] = {"actor": "E-4001", "approver": "E-5001"}
HAND, TABLE = "PK-07/2026-11-30/12", "PK-07"
PLAYED = PlayedHand(hand=HAND, table=TABLE, currency="HKD", gaming_day="2026-11-30", is_over=True)
OFF = DaysOff(days=("2026-12-05", "2026-12-06", "2026-12-08"), calendar="holidays 1", overrides=None)
ARTICLE = "MO-THP-2008 10(5)"
OPENED = d.DisputeOpened(
    case="C-1",
    hand=HAND,
    table=TABLE,
    currency="HKD",
    claimant="P-3",
    claim="the pot is mine",
    due="2026-12-14",
    working_days=10,
    calendar="holidays 1",
)


def copy(name: str, **body: Any) -> Copy:
    return Copy(type=f"{name}.v1", body={**body, "rule": ARTICLE})


def bet(seat: int, amount: int) -> Copy:
    return copy("holdem.bet-placed", hand=12, seat=seat, action="bet", amount=amount, to=amount, all_in=False, declared=None)


def split(**shares: int) -> Copy:
    parts = [{"seat": int(seat[1:]), "amount": amount} for seat, amount in shares.items()]
    return copy("holdem.pot-split", hand=12, pot=1, amount=sum(shares.values()), shares=parts, odd=[])


def settlement(corrected: tuple[Copy, ...], undone: tuple[Copy, ...] | None = None, **fields: Any) -> Settlement:
    """Two players put in 100 each; as recorded the one at seat 2 has it all."""
    known = {
        "hand": HAND,
        "table": TABLE,
        "game": "holdem",
        "ruleset": "MO-THP-2008",
        "rules": {},
        "currency": "HKD",
        "gaming_day": "2026-11-30",
        "seats": (Seat(seat=2, player="P-2"), Seat(seat=3, player="P-3")),
        "undone": (bet(2, 100), bet(3, 100), split(s2=200)) if undone is None else undone,
        "corrected": corrected,
    }
    return Settlement(**{**known, **fields})


TO_SEAT_3 = settlement((bet(2, 100), bet(3, 100), split(s3=200)))


def decided(level: d.Level = "floor", **fields: Any) -> d.DisputeDecided:
    known = {"case": "C-1", "hand": HAND, "level": level, "ruling": "upheld", "reason": "seen on the recording", "corrects": False}
    people = {"decided_by": "E-2001", "approved_by": "E-3001"}
    return d.DisputeDecided(**{**known, **people, "rule": ARTICLE, **fields})


def reversal(of: Settlement = TO_SEAT_3) -> d.SettlementReversed:
    return d.SettlementReversed(case="C-1", reason="seen on the recording", results=of.results(), settlement=of, rule=ARTICLE)


CORRECTED = (OPENED, decided(corrects=True), reversal())


class Desk:
    """`when` asks for something on a case with these facts."""

    def __init__(self, *facts: Event) -> None:
        self.case = DisputeCase()
        for one in facts:
            self.case.evolve(one)

    def when(self, decide: Callable[..., list[Event]], command: Any, **given: Any) -> Outcome:
        before = repr(self.case)
        try:
            return Outcome(decide(self.case, command, **given))
        except RuleBroken as refusal:
            return Outcome(refusal=refusal)
        finally:
            assert repr(self.case) == before, "a decision changes nothing"

    def open(self, **fields: Any) -> Outcome:
        given = {"name": "C-1", "hand": PLAYED, "opened_on": "2026-11-30", "working_days": 10, "days_off": OFF}
        given |= {name: fields.pop(name) for name in list(given) if name in fields and name != "hand"}
        if "played" in fields:
            given["hand"] = fields.pop("played")
        return self.when(
            decide_open_dispute, OpenDispute(**{"hand": HAND, "claimant": "P-3", "claim": "it is mine", **TWO, **fields}), **given
        )

    def decide(
        self, of: Settlement | None = None, *, reversed_by: str | None = None, restates: str | None = None, **fields: Any
    ) -> Outcome:
        asked = {
            "case": "C-1",
            "level": "floor",
            "ruling": "upheld",
            "article": ARTICLE,
            "reason": "seen on the recording",
            **TWO,
            **fields,
        }
        if of is not None:
            asked["change"] = [{"change": "act", "step": 3, "action": "call"}]
        return self.when(decide_decide_dispute, DecideDispute(**asked), settlement=of, reversed_by=reversed_by, restates=restates)

    def pay(self, amount: int, player: str = "P-3", to: str = "wallet", *, table_known: bool = True, **fields: Any) -> Outcome:
        command = PayDispute(**{"case": "C-1", "player": player, "amount": amount, "to": to, **TWO, **fields})
        return self.when(decide_pay_dispute, command, table_known=table_known)

    def collect(self, amount: int, player: str = "P-2", source: str = "wallet", *, table_known: bool = True, **fields: Any) -> Outcome:
        command = CollectDispute(**{"case": "C-1", "player": player, "amount": amount, "source": source, **TWO, **fields})
        return self.when(decide_collect_dispute, command, table_known=table_known)

    def bear(self, amount: int, player: str = "P-2", **fields: Any) -> Outcome:
        return self.when(
            decide_bear_dispute, BearDispute(**{"case": "C-1", "player": player, "amount": amount, "reason": "grace", **TWO, **fields})
        )


ONE_PERSON: list[dict[str, Any]] = [{"approver": None}, {"approver": "E-2001"}]


# A claim


def test_a_claim_is_answered_within_the_working_days_after_it() -> None:
    """Of the ten days after 30 November two are a weekend and one a holiday: the tenth working day is the 13th."""
    Desk().open().then(
        fact(
            d.DisputeOpened,
            case="C-1",
            hand=HAND,
            table=TABLE,
            currency="HKD",
            claimant="P-3",
            claim="it is mine",
            due="2026-12-13",
            working_days=10,
        )
    )


@pytest.mark.parametrize("people", ONE_PERSON)
def test_two_people_stand_behind_whatever_is_decided_or_moved(people: dict[str, Any]) -> None:
    Desk().open(**people).refused("two-people-needed")
    Desk(OPENED).decide(**people).refused("two-people-needed", "6")
    for asked in (Desk(*CORRECTED).pay(1, **people), Desk(*CORRECTED).collect(1, **people), Desk(*CORRECTED).bear(1, **people)):
        asked.refused("two-people-needed")


def test_a_case_is_opened_once_on_a_hand_that_is_over() -> None:
    Desk(OPENED).open().refused("case-exists", "6")
    Desk().open(played=None).refused("no-such-hand")
    Desk().open(played=PLAYED.model_copy(update={"is_over": False})).refused("hand-in-play")
    Desk().open(days_off=DaysOff(days=tuple(days_asked("2026-11-30", 10)), calendar="none")).refused("calendar-unknown")


@given(st.dates(), st.integers(1, 60), st.data())
def test_the_due_day_is_a_working_day_with_as_many_before_it(opened_on: Any, working_days: int, data: st.DataObject) -> None:
    if opened_on.year > 9990:
        return
    days = days_asked(opened_on.isoformat(), working_days)
    off = set(data.draw(st.lists(st.sampled_from(days), max_size=len(days) - working_days, unique=True)))
    due = due_on(opened_on.isoformat(), working_days, off)
    assert due not in off
    assert sum(day <= due and day not in off for day in days) == working_days


def test_a_note_has_an_author_and_a_case() -> None:
    note = AttachNote(case="C-1", note="the river was read twice", video="2026-11-30T14:03:07+08:00", actor="E-2001")
    told = fact(d.NoteAttached, case="C-1", note="the river was read twice", video="2026-11-30T06:03:07.000000Z")
    Desk(OPENED).when(decide_attach_note, note).then(told)
    Desk().when(decide_attach_note, note).refused("no-such-case")
    Desk(OPENED).when(decide_attach_note, note.model_copy(update={"actor": None})).refused("two-people-needed")


# A ruling


def test_a_ruling_rests_on_an_article_and_names_who_decided() -> None:
    told = fact(
        d.DisputeDecided, level="floor", ruling="dismissed", corrects=False, decided_by="E-2001", approved_by="E-3001", rule=ARTICLE
    )
    Desk(OPENED).decide(ruling="dismissed").then(told)
    Desk().decide().refused("no-such-case")
    Desk(OPENED).decide(article="MO-THP-2008 99").refused("unknown-article")
    Desk(OPENED).decide(article="because").refused("unknown-article")
    Desk(OPENED).decide(TO_SEAT_3, ruling="dismissed").refused("change-not-allowed")


def test_a_higher_level_decides_again_and_no_other() -> None:
    assert Desk(OPENED, decided()).decide(level="floor", **OTHERS).refused("decided-before").refusal is not None
    Desk(OPENED, decided("house")).decide(level="floor", **OTHERS).refused("decided-before", allowed={"level": ["regulator"]})
    Desk(OPENED, decided("regulator")).decide(level="regulator", **OTHERS).refused("decided-before", allowed={"level": []})
    Desk(OPENED, decided()).decide(level="house", **OTHERS).then(fact(d.DisputeDecided, level="house"))
    Desk(OPENED, decided(), decided("house")).decide(level="regulator", **OTHERS).then(fact(d.DisputeDecided, level="regulator"))


@pytest.mark.parametrize("people", [{"actor": "E-3001", "approver": "E-4001"}, {"actor": "E-4001", "approver": "E-2001"}])
def test_nobody_decides_on_what_he_has_decided(people: dict[str, Any]) -> None:
    Desk(OPENED, decided()).decide(level="house", **people).refused("same-person", "6")


def test_a_correction_reverses_the_settlement_and_settles_it_anew() -> None:
    outcome = (
        Desk(OPENED)
        .decide(TO_SEAT_3, restates="2026-11-30")
        .then(fact(d.DisputeDecided, corrects=True), fact(d.SettlementReversed, case="C-1", restates="2026-11-30", rule=ARTICLE))
    )
    results = outcome.one(d.SettlementReversed).results
    assert results == (Result(player="P-2", recorded=100, corrected=-100), Result(player="P-3", recorded=-100, corrected=100))
    case = Desk(OPENED, *outcome.events).case
    assert (case.status, case.balances) == ("decided", {"P-2": -200, "P-3": 200})


def test_a_settlement_is_reversed_once() -> None:
    Desk(OPENED).decide(TO_SEAT_3, reversed_by="C-0").refused("reversed-before", "6")
    Desk(*CORRECTED).decide(TO_SEAT_3, reversed_by="C-1", level="house", **OTHERS).refused("reversed-before")
    Desk(*CORRECTED).decide(reversed_by="C-1", level="house", ruling="dismissed", **OTHERS).refused("reversed-before")
    Desk(*CORRECTED).decide(reversed_by="C-1", level="house", **OTHERS).then(fact(d.DisputeDecided, level="house", corrects=False))
    Desk(OPENED).decide(reversed_by="C-0", ruling="dismissed").accepted()


def test_what_cannot_be_settled_anew() -> None:
    Desk(OPENED).decide(settlement(TO_SEAT_3.undone)).refused("nothing-changes")
    many = tuple(bet(2, 100) for _ in range(COPIES_MAX - 2))
    Desk(OPENED).decide(settlement(many)).refused("hand-too-long", allowed={"max": COPIES_MAX})
    named_pot = (Seat(seat=2, player="P-2"), Seat(seat=3, player="pot"))
    Desk(OPENED).decide(settlement(TO_SEAT_3.corrected, seats=named_pot)).refused("bad-id")


def placed(name: str, amount: int) -> Copy:
    body = {"round": 12, "bet": name, "player": "P-2", "seat": 2, "standing": False, "on": "banker", "amount": amount, "layout": None}
    return copy("baccarat.bet-placed", **body)


def held(name: str, amount: int) -> Copy:
    return copy("baccarat.bet-held", round=12, bet=name, on="banker", amount=amount)


def lost(name: str, stake: int) -> Copy:
    return copy("baccarat.bet-settled", round=12, bet=name, on="banker", stake=stake, result="lost", win=0, returned=0)


def test_bets_that_wait_for_a_round_that_was_played_are_not_touched() -> None:
    """A tie that was none: the held bet has been decided since, in the next round."""
    game = {"game": "baccarat", "seats": ()}
    tie = (placed("b-1", 50), held("b-1", 50))
    Desk(OPENED).decide(settlement((placed("b-1", 50), lost("b-1", 50)), tie, **game)).refused("held-bets-change", "6")
    other = (placed("b-1", 30), placed("b-2", 20), held("b-1", 30), held("b-2", 20))
    Desk(OPENED).decide(settlement(other, tie, **game)).refused("held-bets-change")
    more = (placed("b-1", 50), placed("b-2", 20), held("b-1", 50), lost("b-2", 20))
    results = Desk(OPENED).decide(settlement(more, tie, **game)).one(d.SettlementReversed).results
    assert results == (Result(player="P-2", recorded=-50, corrected=-70),)
    carried = {"bets": (Bet(bet="b-0", player="P-9", seat=None, on="banker", amount=40, held=True),)}
    won = copy("baccarat.bet-settled", round=12, bet="b-0", on="banker", stake=40, result="won", win=40, returned=80)
    of_carried = Desk(OPENED).decide(settlement((won,), (lost("b-0", 40),), **game, **carried))
    assert of_carried.one(d.SettlementReversed).results == (Result(player="P-9", recorded=0, corrected=80),)


# Money


def test_money_moves_once_the_case_is_decided() -> None:
    for asked in (Desk(OPENED).pay(1), Desk(OPENED).collect(1), Desk(OPENED).bear(1)):
        asked.refused("not-decided", "6")
    for asked in (Desk().pay(1), Desk().collect(1), Desk().bear(1)):
        asked.refused("no-such-case")


def test_no_more_is_paid_or_collected_than_the_case_holds() -> None:
    Desk(*CORRECTED).pay(201).refused("case-short", "6", allowed={"max": 200})
    Desk(*CORRECTED).pay(1, player="P-2").refused("case-short", allowed={"max": 0})
    Desk(*CORRECTED).collect(201).refused("case-short", allowed={"max": 200})
    Desk(*CORRECTED).collect(1, player="P-3").refused("case-short", allowed={"max": 0})
    paid = Desk(*CORRECTED).pay(150).then(fact(d.DisputePaid, player="P-3", amount=150, currency="HKD", to="wallet", cage=None, tray=None))
    Desk(*CORRECTED, *paid.events).pay(51).refused("case-short", allowed={"max": 50})
    collected = Desk(*CORRECTED).collect(200).then(fact(d.DisputeCollected, player="P-2", amount=200, source="wallet"))
    Desk(*CORRECTED, *collected.events).collect(1).refused("case-short", allowed={"max": 0})


def test_cash_and_chips_are_of_a_place() -> None:
    Desk(*CORRECTED).pay(1, to="cash").then(fact(d.DisputePaid, cage="MAIN", tray=None))
    Desk(*CORRECTED).pay(1, to="chips", cage="VIP").then(fact(d.DisputePaid, cage="VIP", tray=None))
    Desk(*CORRECTED).pay(1, to="chips", table="BA-12").then(fact(d.DisputePaid, cage=None, tray="BA-12", table=TABLE))
    Desk(*CORRECTED).collect(1, source="chips", table="BA-12").then(fact(d.DisputeCollected, cage=None, tray="BA-12"))
    Desk(*CORRECTED).pay(1, to="chips", table="BA-99", table_known=False).refused("no-such-table")
    for means in ("wallet", "cash"):
        Desk(*CORRECTED).pay(1, to=means, table="BA-12").refused("bad-field")
        Desk(*CORRECTED).collect(1, source=means, table="BA-12").refused("bad-field")


def test_the_house_bears_what_is_owed_or_gives_by_grace() -> None:
    borne = Desk(*CORRECTED).bear(200).then(fact(d.DisputeBorne, player="P-2", amount=200, reason="grace", table=TABLE))
    assert Desk(*CORRECTED, *borne.events).case.balances == {"P-3": 200}
    by_grace = Desk(OPENED, decided(ruling="dismissed")).bear(70, player="P-3").events
    case = Desk(OPENED, decided(ruling="dismissed"), *by_grace)
    assert case.case.balances == {"P-3": 70}
    paid = case.pay(70).events
    assert Desk(OPENED, decided(ruling="dismissed"), *by_grace, *paid).case.status == "settled"


def test_a_case_is_settled_when_nobody_is_owed_or_owes() -> None:
    steps: list[Event] = [*CORRECTED]
    assert [Desk().case.status, Desk(OPENED).case.status, Desk(OPENED, decided()).case.status] == ["open", "open", "settled"]
    for event in (*Desk(*steps).pay(200).events, *Desk(*steps).collect(120).events, *Desk(*steps).bear(80).events):
        assert Desk(*steps).case.status == "decided"
        steps.append(event)
    assert Desk(*steps).case.status == "settled"


def test_a_foreign_event_is_a_defect() -> None:
    with pytest.raises(TypeError):
        DisputeCase().evolve(FundsWithdrawn(amount=1, currency="HKD", cage="MAIN"))
