"""A hand step by step: each event once, with what a person at the table could see and no more, and money that sums to zero."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from domain.cards import DECK, UNKNOWN
from infra.attempts import Attempt
from infra.books import Books
from projections.hands import Hands
from projections.ledger.journal import lines_of
from projections.ledger.ledger import Ledger
from services.app import replaying
from services.hands import Hand, read_hand
from services.projector import catch_up, live
from services.reports.language import LANGUAGES, Language
from services.steps import Step, stages, steps
from tests.services.baccarat_pit import Pit
from tests.services.exports.played import TABLE, evening, told
from tests.services.house import House, later


def stepped(pit: House, language: str = "en") -> Iterator[tuple[Hand, list[Step]]]:
    """Every hand of the house with its steps, postings and refusals."""
    with closing(Books.memory()) as books:
        catch_up(pit.store, books, [Hands, Ledger])
        with books.read() as connection:
            ledger = live(connection, Ledger).projection.tables
            for row in list(live(connection, Hands).projection.list(connection)):
                hand = read_hand(pit.store, row)
                postings = {record.id: lines_of(connection, ledger, record.id) for record in hand.events}
                refused = pit.attempts.at_table(hand.row["table"])
                yield hand, steps(hand.before, hand.events, postings, refused, replaying()[0], Language(language))


def check(hand: Hand, found: list[Step]) -> None:
    assert [step.event for step in found] == [record.id for record in hand.events]
    assert [step.step for step in found] == list(range(1, len(found) + 1))
    for step, record in zip(found, hand.events, strict=True):
        sums = Counter[tuple[str, str]]()
        for line in step.postings:
            sums[line["book"], line["currency"]] += line["amount"]
        assert not any(sums.values()), step
        assert step.rule == getattr(record.event, "rule", None)
        assert (step.article is None) == (step.rule is None)
        assert step.article is None or list(step.article) == list(LANGUAGES)
        assert (step.actor, step.approver) == (record.meta.actor, record.meta.approver)
        assert (step.command is not None) == (record.meta.causation is None)


def test_random_hands_of_holdem(pit: House) -> None:
    evening(pit, Random(5), 25)
    seen = set()
    for hand, found in stepped(pit):
        check(hand, found)
        order = [stage for stage, _ in stages(found)]
        assert order == [stage for stage in ("preflop", "flop", "turn", "river", "showdown") if stage in order], order
        seen |= set(order)
        shown = {card for step in found if step.type == "holdem.hand-shown" for card in step.facts["cards"]}
        for step in found:
            lying = {card for cards in step.cards["hands"].values() for card in cards}
            assert lying <= shown | {UNKNOWN}
            assert "sealed" not in step.facts
        seats = (found[-1].state or {})["seats"]
        assert all(seat["bet"] == 0 for seat in seats)
    assert seen == {"preflop", "flop", "turn", "river", "showdown"}


def test_random_rounds_of_baccarat(pit: House) -> None:
    table = Pit(pit.send)
    table.open()
    table.sit(1, 2)
    table.evening(Random(3), 15)
    for hand, found in stepped(pit):
        check(hand, found)
        order = [stage for stage, _ in stages(found)]
        assert order[0] == "bets"
        dealt = [step.facts["card"] for step in found if step.type == "baccarat.card-dealt"]
        assert sorted(found[-1].cards["player"] + found[-1].cards["banker"]) == sorted(dealt)


def test_a_card_that_is_sealed_is_never_in_a_step_of_a_hand_that_a_reader_named(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table=TABLE)
    pit.do("deal", table=TABLE, cards="2c 3c 4c 5c".split())
    pit.do("act", table=TABLE, seat=pit.state()["to_act"], action="fold")
    [(_, found)] = stepped(pit)

    assert found[-1].cards["hands"] == {"1": [UNKNOWN] * 2, "2": [UNKNOWN] * 2}
    assert not any(f"'{card}'" in str(found) for card in DECK)


def test_pots_say_who_may_win_them_and_the_seat_to_act_what_it_may_do(pit: House) -> None:
    pit.open({1: 500, 2: 1_000, 3: 1_000})
    pit.do("start-hand", table=TABLE)
    pit.do("deal", table=TABLE)
    for action in ("all-in", "call", "call"):
        pit.do("act", table=TABLE, seat=pit.state()["to_act"], action=action)
    [(_, found)] = stepped(pit)
    first = next(step for step in found if step.state and step.state["to_act"])
    closed = next(step for step in found if step.type == "holdem.betting-round-closed")

    assert first.state is not None
    assert first.state["legal"] == {"fold": True, "call": 100, "raise": {"min": 200, "max": 500}}
    assert closed.state is not None
    assert closed.state["pots"] == [{"amount": 1_500, "eligible": [1, 2, 3]}]


class Refusing:
    """A hand between two players with a clock that goes on, so that it can be seen where a command was refused."""

    def __init__(self, pit: House) -> None:
        self.pit = pit
        pit.open({1: 1_000, 2: 1_000})
        self.do("start-hand")
        self.do("deal")

    def do(self, word: str, **fields: Any) -> None:
        self.pit.clock.now += timedelta(seconds=1)
        self.pit.do(word, table=TABLE, **fields)

    def refused(self, word: str, **fields: Any) -> None:
        self.pit.clock.now += timedelta(seconds=1)
        self.pit.refused(word, table=TABLE, **fields)

    @property
    def found(self) -> list[Step]:
        [(_, found)] = stepped(self.pit)
        return found


def test_a_refused_command_stands_where_the_table_met_it(pit: House) -> None:
    hand = Refusing(pit)
    seat = pit.state()["to_act"]
    hand.refused("act", seat=seat, action="raise", to=110, actor="D-7")
    hand.do("act", seat=seat, action="call")
    dealt = [step for step in hand.found if step.type == "holdem.card-dealt"][-1]

    [refusal] = dealt.refused
    assert (refusal.actor, refusal.code, refusal.rule) == ("D-7", "below-minimum-raise", "MO-THP-2008 12(1)")
    assert refusal.article is not None
    assert refusal.article["zh"] == "加注額不得少於最後一次下注或加注。"
    assert refusal.command["to"] == 110
    assert dealt.state is not None
    assert dealt.state["legal"]["raise"]["min"] == 200, "what the table would have taken then"
    assert sum(len(step.refused) for step in hand.found) == 1


def test_the_cards_of_a_refused_command_are_struck_out(pit: House) -> None:
    hand = Refusing(pit)
    hand.refused("deal", cards=["As", "Kd", "Qh"])

    [refusal] = hand.found[-1].refused
    assert refusal.command["cards"] == "??"
    assert not any(card in str(refusal) for card in ("As", "Kd", "Qh"))


def test_what_was_refused_before_and_after_the_hand_or_at_another_table_is_no_part_of_it(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000}, table="PK-08")
    pit.clock.now += timedelta(seconds=1)
    pit.refused("deal", table=TABLE)
    hand = Refusing(pit)
    pit.clock.now += timedelta(seconds=1)
    pit.refused("deal", table="PK-08")
    hand.do("act", seat=pit.state()["to_act"], action="fold")
    hand.refused("show", seat=1)

    assert [step.refused for step in hand.found if step.refused] == []


def test_a_refused_command_that_says_when_it_was_given_stands_there(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table=TABLE, at=later(10))
    pit.refused("act", table=TABLE, seat=1, action="fold", at=later(20))
    pit.do("deal", table=TABLE, at=later(30))
    [(_, found)] = stepped(pit)

    assert [step.type for step in found if step.refused] == ["holdem.blind-posted"]


@pytest.mark.parametrize("command", ["", "[1]", '{"table": "PK-07", "do": "act"', '{"at": 3, "table": "PK-07"}'])
def test_a_record_of_a_refusal_that_was_cut_short_harms_nothing(pit: House, command: str) -> None:
    hand = Refusing(pit)
    at = Attempt("2026-11-30T04:00:09.000000Z", None, None, command, "bad-line", None, "no object")
    pit.attempts.record(replace(at))
    assert len([step for step in hand.found if step.refused]) == (1 if '"at"' in command else 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_language_tells_the_same_steps(pit: House, lang: str) -> None:
    evening(pit, Random(8), 3)
    for (_, english), (_, found) in zip(stepped(pit), stepped(pit, lang), strict=True):
        assert [replace(step, text="") for step in english] == [replace(step, text="") for step in found]
        assert lang == "en" or all(step.text != other.text for step, other in zip(english, found, strict=True))


def test_a_hand_is_told_alike_by_whoever_asks(pit: House) -> None:
    evening(pit, Random(9), 2)
    assert list(stepped(pit)) == list(stepped(pit))
    assert len(list(told(pit))) == 2
