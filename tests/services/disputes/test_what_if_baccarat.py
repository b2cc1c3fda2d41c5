"""A round of baccarat with a corrected fact: another bet, another card, and what the rules then call for."""

from random import Random

import pytest

from domain.rules import RuleBroken
from services.what_if import Both, WhatIf
from tests.services.baccarat_pit import CUT, TABLE, Pit, order
from tests.services.disputes.played import bodies, change, found, moved, tried
from tests.services.house import DAY, House

ROUND = f"{TABLE}/{DAY}/1"
BANKER = "2h 3d 2s 4c Kd".split()
"""Player 4, draws a king; banker 7 stands."""


@pytest.fixture
def table(pit: House) -> Pit:
    opened = Pit(pit.send)
    opened.open("MO-BAC-2018")
    opened.sit(1, 2)
    opened.do("load-shoe", **CUT)
    opened.do("burn", first_card="7h")
    return opened


@pytest.fixture
def played(table: Pit) -> Pit:
    """Seat 1 with 1,000 on the banker, seat 2 with 400 on the player; a standing bettor with 100 on a tie."""
    _bets(table)
    table.do("close-bets")
    table.do("deal", cards=BANKER)
    return table


def _bets(table: Pit) -> None:
    table.do("open-round")
    table.bet("a", "banker", 1_000)
    table.bet("b", "player", 400, seat=2)
    table.do("place-bet", bet="c", player="P-9", standing=True, on="tie", amount=100)


def tried_on(pit: House, *changes: object) -> WhatIf:
    return tried(pit, *changes, hand=ROUND)  # type: ignore[arg-type]


def refused(pit: House, *changes: object) -> RuleBroken:
    with pytest.raises(RuleBroken) as refusal:
        tried_on(pit, *changes)
    return refusal.value


def cards(**named: str) -> list[object]:
    return [change("card", spot=spot.replace("_", "/"), card=card) for spot, card in named.items()]


@pytest.mark.usefixtures("played")
def test_no_change_is_no_difference(pit: House) -> None:
    result = tried_on(pit)
    assert bodies(result.corrected) == bodies(result.recorded) == moved(found(pit, ROUND))
    assert result.players == {"P-1": Both(950, 950), "P-2": Both(-400, -400), "P-9": Both(-100, -100)}
    assert (result.commission, result.ends) == (Both(50, 50), ("banker, 4 to 7", "banker, 4 to 7"))


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("fields", "player", "corrected"),
    [
        ({"bet": "a", "amount": 2_000}, "P-1", 1_900),
        ({"bet": "b", "on": "banker"}, "P-2", 380),
        ({"bet": "b", "on": "banker", "amount": 100}, "P-2", 95),
        ({"bet": "c", "on": "banker-pair"}, "P-9", -100),
    ],
)
def test_another_amount_or_side_of_a_bet(pit: House, fields: dict[str, object], player: str, corrected: int) -> None:
    assert tried_on(pit, change("bet", **fields)).players[player].corrected == corrected


@pytest.mark.usefixtures("played")
def test_other_cards_decide_the_round_anew(pit: House) -> None:
    result = tried_on(pit, *cards(player_3="5c"))
    assert result.ends == ("banker, 4 to 7", "player, 9 to 7")
    assert result.players == {"P-1": Both(950, -1_000), "P-2": Both(-400, 400), "P-9": Both(-100, -100)}


@pytest.mark.usefixtures("played")
def test_a_card_that_is_no_longer_called_for_stays_away(pit: House) -> None:
    result = tried_on(pit, *cards(player_1="6h"))
    assert result.ends[1] == "player, 8 to 7"


@pytest.mark.usefixtures("played")
def test_a_card_that_is_called_for_now_must_be_named(pit: House) -> None:
    refusal = refused(pit, *cards(banker_2="Kc"))
    assert refusal.code == "cards-needed"
    assert refusal.allowed == {"cards": ["banker/3"]}
    assert "MO-BAC-2018 9(3)(2) calls for a card" in refusal.message
    assert tried_on(pit, *cards(banker_2="Kc", banker_3="Ah")).ends[1] == "tie, 4 to 4"


@pytest.mark.usefixtures("played")
def test_bets_that_a_tie_would_hold_are_still_on_the_table(pit: House) -> None:
    result = tried_on(pit, *cards(banker_2="Kc", banker_3="Ah"))
    assert result.players["P-9"] == Both(-100, 800)
    assert result.settlement.left(result.settlement.corrected) == {":a": 1_000, ":b": 400}


@pytest.mark.usefixtures("played")
def test_a_table_without_commission_can_be_tried(pit: House) -> None:
    result = tried_on(pit, change("rule", name="commission", value="none-six-pays-half"))
    assert (result.commission, result.players["P-1"]) == (Both(50, 0), Both(950, 1_000))


@pytest.mark.usefixtures("played")
def test_bets_that_differ_too_much_are_told(pit: House) -> None:
    refusal = refused(pit, change("bet", bet="a", amount=90_000), change("bet", bet="b", amount=200_000))
    assert refusal.code == "hand-cannot-go-on"
    assert "at step 3" in refusal.message
    assert "more than the 100000 at seat 2" in refusal.message


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("bet", {"bet": "z", "amount": 5}, "unknown-bet"),
        ("bet", {"bet": "a"}, "bad-change"),
        ("act", {"step": 2, "action": "fold"}, "bad-change"),
        ("card", {"spot": "board/1", "card": "9s"}, "bad-change"),
        ("card", {"spot": "banker/3", "card": "9s"}, "change-without-effect"),
        ("rule", {"name": "differential", "value": 5}, "bad-change"),
    ],
)
def test_what_is_no_change_of_this_round(pit: House, kind: str, fields: dict[str, object], code: str) -> None:
    assert refused(pit, change(kind, **fields)).code == code


def test_a_card_more_often_than_the_packs_hold_it_is_refused(pit: House, played: Pit) -> None:
    for number in range(2, 6):
        played.play(number, ["9h", "9h", "Kd", "Ks"])
    with pytest.raises(RuleBroken) as refusal:
        tried(pit, *cards(player_1="9h", player_2="9h", banker_1="9h"), hand=f"{TABLE}/{DAY}/5")  # type: ignore[arg-type]
    assert refusal.value.rule == "MO-BAC-2018 1(1)"


def test_cards_of_the_houses_own_shoe_may_be_others(pit: House) -> None:
    table = Pit(pit.send)
    table.open()
    table.sit(1, 2)
    table.do("load-shoe", **CUT, cards=order(Random(3)))
    table.do("burn")
    table.play(1)
    result = tried_on(pit, *cards(player_1="9h", player_2="Kd", banker_1="2s", banker_2="Ks"))
    assert result.ends[1] == "player, 9 to 2"


def test_a_card_that_lay_in_front_of_the_shoe_may_be_another(pit: House, table: Pit) -> None:
    table.do("open-round")
    table.do("close-bets")
    table.do("report-error", kind="wrong-order")
    table.do("correct-error", how="next-round", cards=["2h"])
    table.do("deal", cards="9c 2d Kh Ks".split())
    _bets(table)
    table.do("close-bets")
    table.do("deal", cards=BANKER)
    hand = f"{TABLE}/{DAY}/2"
    assert tried(pit, hand=hand).ends[1] == "banker, 4 to 7"
    assert tried(pit, *cards(player_1="6h"), hand=hand).ends[1] == "player, 8 to 7"  # type: ignore[arg-type]


def test_a_round_dealt_card_by_card_goes_on_as_the_rules_say(pit: House, table: Pit) -> None:
    _bets(table)
    table.do("close-bets")
    for card in BANKER:
        table.do("deal", cards=[card])
    assert tried_on(pit, *cards(player_1="6h")).left_out == (10,)
    assert tried_on(pit, *cards(banker_2="Kc", banker_3="Ah")).ends[1] == "tie, 4 to 4"


def test_held_bets_that_are_decided_in_the_round_come_with_it(pit: House, table: Pit) -> None:
    _bets(table)
    table.do("close-bets")
    table.do("deal", cards="4h 3d 2s 3c".split())
    table.do("open-round")
    table.do("decide-held-bet", bet="b", choice="change", amount=100, on="banker")
    table.do("close-bets")
    table.do("deal", cards=BANKER)
    hand = f"{TABLE}/{DAY}/2"
    assert bodies(tried(pit, hand=hand).corrected) == moved(found(pit, hand))
    result = tried(pit, *cards(player_3="5c"), hand=hand)  # type: ignore[arg-type]
    assert {name: both.difference for name, both in result.players.items()} == {"P-1": -1_950, "P-2": -195}
