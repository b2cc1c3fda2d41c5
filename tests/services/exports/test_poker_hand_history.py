"""A hand written as Poker Hand History: another engine plays it again and comes to the same chips; nothing hidden is in it."""

import re
import tomllib
import warnings
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory, State

from domain.holdem import events as e
from services.exports.poker_hand_history import to_phh
from services.exports.recap import NotThisForm, recap
from services.hands import Hand
from services.phh.hand import read_hand
from tests.services.baccarat_pit import Pit
from tests.services.exports.played import evening, play_hand, told
from tests.services.house import House, house

STRUCTURES = st.sampled_from(["no-limit", "fixed-limit"])


def read_back(text: str) -> State:
    """The last state of the hand in the other engine, whose chips are exact too; folding where a check is free is only odd to it."""
    history = HandHistory.loads(text, parse_value=Decimal)
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        steps = list(history.state_actions)
    assert [action for _, action in steps if action is not None] == history.actions, "an action was not understood"
    return steps[-1][0]


@settings(max_examples=12)
@given(st.integers(0, 2**32), STRUCTURES)
def test_another_engine_comes_to_the_same_pots(seed: int, structure: str) -> None:
    """Stacks before commission: of the pots that one seat wins alone they are the same to the chip."""
    chance = Random(seed)
    with house() as pit:
        evening(pit, chance, 4, structure=structure)
        for hand in told(pit):
            text = to_phh(hand).decode()
            fields = tomllib.loads(text, parse_float=Decimal)
            if short_big_blind(hand):
                continue
            state = read_back(text)
            if fields["_void"]:
                continue
            assert not state.status, "the hand is over there too"
            ours = [Decimal(str(stack)) for stack in fields["finishing_stacks"]]
            taken = sum(Decimal(str(one)) for one in fields["_commission"])
            assert sum(state.stacks) == sum(ours) + taken
            if all(len(split.shares) == 1 for split, _ in recap(hand, "phh").splits):
                back = _won(hand)
                assert [Decimal(stack) for stack in state.stacks] == [one + back.get(n, 0) for n, one in enumerate(ours)]


def _won(hand: Hand) -> dict[int, Decimal]:
    """By place in the file, the commission taken from the pots that the player won."""
    found = recap(hand, "phh")
    places = {player.seat: n for n, player in enumerate(found.players)}
    won: dict[int, Decimal] = {}
    for split, commission in found.splits:
        place = places[split.shares[0].seat]
        won[place] = won.get(place, Decimal(0)) + found.units(commission)
    return won


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from(["may-muck", "all-live-hands"]))
def test_without_commission_our_own_importer_takes_it(seed: int, showdown: str) -> None:
    with house() as pit:
        evening(pit, Random(seed), 3, ruleset="CARDROOM-TDA", showdown=showdown)
        for hand in told(pit):
            fields = tomllib.loads(to_phh(hand).decode(), parse_float=Decimal)
            assert read_hand(fields).stacks == tuple(player.stack for player in recap(hand, "phh").players)
            if not short_big_blind(hand):
                read_back(to_phh(hand).decode())


def short_big_blind(hand: Hand) -> bool:
    """A player who is all-in with less than the big blind: here the others still call the whole blind, there what he had."""
    posted = [event for event in recap(hand, "phh").events if isinstance(event, e.BlindPosted)]
    return posted[1].amount < recap(hand, "phh").opened.rules["big_blind"]


def test_what_was_not_shown_is_unknown_and_no_name_of_a_person_is_in_it(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000, 3: 1_000})
    pit.play()
    pit.do("start-hand", table="PK-07")
    pit.do("deal", table="PK-07")
    while pit.state()["due"] == "act":
        pit.do("act", table="PK-07", seat=pit.state()["to_act"], action="fold")
    shown, folded = told(pit)

    assert "????" not in to_phh(shown).decode()
    fields = tomllib.loads(to_phh(folded).decode())
    assert fields["actions"][:3] == ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    assert sorted(fields["players"]) == ["P-1", "P-2", "P-3"]
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", " ".join(fields["actions"]))


@pytest.mark.parametrize(
    ("stacks", "blinds"), [({2: 500, 5: 500}, [Decimal(1), Decimal("0.5")]), ({2: 500, 5: 500, 7: 500}, [Decimal("0.5"), 1, 0])]
)
def test_the_blinds_stand_as_the_notation_has_them(pit: House, stacks: dict[int, int], blinds: list[Any]) -> None:
    """Under the statutory rules the first of two players left of the indicator posts the small blind: there the second entry is his."""
    pit.open(stacks)
    pit.play()
    [hand] = told(pit)
    fields = tomllib.loads(to_phh(hand).decode(), parse_float=Decimal)

    assert fields["blinds_or_straddles"] == blinds
    assert fields["starting_stacks"] == [5] * len(stacks)
    assert read_back(to_phh(hand).decode()).status is False


def test_a_void_hand_says_so_and_everybody_has_what_he_came_with(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table="PK-07")
    pit.do("void-hand", table="PK-07", reason="a marked card", actor="E-2001", approver="E-3001")
    [hand] = told(pit)
    fields = tomllib.loads(to_phh(hand).decode())

    assert (fields["_void"], fields["finishing_stacks"], fields["actions"]) == (True, fields["starting_stacks"], [])


def test_a_replaced_board_card_is_the_one_that_counted(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table="PK-07")
    pit.do("deal", table="PK-07", cards="2c 3c 4c 5c".split())
    _call_round(pit)
    pit.do("deal", table="PK-07", cards="As Ks Qs".split())
    pit.do("report-error", table="PK-07", kind="exposed-card")
    pit.do("correct-error", table="PK-07", how="replace-card", ordinal=1, cards=["Ah"])
    while pit.state()["due"] != "show":
        if pit.state()["due"] == "act":
            _call_round(pit)
        else:
            pit.do("deal", table="PK-07", cards=["Js"] if len(pit.state()["board"]) == 3 else ["9d"])
    pit.show_all()
    [hand] = told(pit)

    assert "d db AhKsQs" in to_phh(hand).decode()
    read_back(to_phh(hand).decode())


def _call_round(pit: House) -> None:
    while pit.state()["due"] == "act":
        legal = pit.state()["legal"]
        pit.do("act", table="PK-07", seat=pit.state()["to_act"], action="call" if "call" in legal else "check")


def test_a_round_of_baccarat_and_a_hand_in_play_are_refused(pit: House) -> None:
    table = Pit(pit.send)
    table.open()
    table.sit(1)
    table.do("load-shoe", decks=8, cut_by="bettor", cut_depth=20)
    table.do("burn")
    table.play(1)
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table="PK-07")
    ended, open_hand = told(pit)

    with pytest.raises(NotThisForm, match="round of baccarat"):
        to_phh(ended)
    with pytest.raises(NotThisForm, match="still being played"):
        to_phh(open_hand)


def test_the_same_facts_give_the_same_bytes(tmp_path: Path) -> None:
    with house(tmp_path) as pit:
        pit.open({1: 1_000, 2: 1_000, 3: 1_000})
        play_hand(pit, Random(4))
        before = [to_phh(hand) for hand in told(pit)]
    with house(tmp_path) as again:
        assert [to_phh(hand) for hand in told(again)] == before


def test_every_event_of_a_hand_is_an_action_or_known_not_to_be_one() -> None:
    """A new fact of the game must not be left out unseen."""
    acts = {e.BetPlaced, e.Checked, e.Folded, e.CardDealt, e.HandShown}
    follows = {e.HandStarted, e.BlindPosted, e.CardsBurned, e.BettingRoundClosed, e.BetReturned, e.CommissionTaken, e.PotSplit, e.HandEnded}
    beside = {e.TableOpened, e.SeatTaken, e.ChipsAdded, e.SeatLeft, e.TableClosed, e.DealErrorReported, e.DealErrorCorrected, e.HandVoided}
    assert acts | follows | beside == set(e.EVENTS)
