"""A continuous shuffler (articles 2(3) and 7(2)): no cut, no burn, no last round; the cards go back each time."""

from typing import Any

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.given import Permit
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, Scene
from tests.spec import fact

PERMITS = [Permit(permit="PR-1", ruleset="MO-BAC-2004", articles=("2", "7"))]


def table(**rules: Any) -> Scene:
    scene = Scene(seats={1: 100_000}, permits=PERMITS, deal_mode="csm", **rules)
    scene.when("load-shoe", decks=8).then(fact(s.ShoeLoaded, decks=8, cut_by=None, cut_depth=None, rule="MO-BAC-2004 2(3)"))
    return scene


def test_what_it_does_without() -> None:
    scene = Scene(seats={1: 100_000}, permits=PERMITS, deal_mode="csm")
    for fields in ({"cut_by": "bettor"}, {"cut_depth": 14}, {"cards": ["2h"] * 416}):
        scene.when("load-shoe", decks=8, **fields).refused("not-in-csm", "2(3)")
    scene.when("load-shoe", decks=6).refused("wrong-deck-count")
    scene.when("load-shoe", decks=8).accepted()
    for do, fields in (("burn", {}), ("demonstrate", {}), ("cut-card", {})):
        scene.when(do, **fields).refused("not-in-csm", "2(3)")
    assert scene.state["due"] == "open-round"


def test_rounds_open_at_once_and_never_end() -> None:
    scene = table()
    for number in range(1, 101):
        scene.play("", PLAYER)
        assert scene.table.last_number == number
    assert scene.state["shoe"] == {"decks": 8, "dealt": 0, "cut_card_out": False, "last_round": False}


def test_every_card_lies_face_up_and_nobody_holds_it() -> None:
    scene = table()
    scene.round("a 1 banker 1000")
    assert scene.close().one(e.BetsClosed).holders == e.Holders(player=None, banker=None)
    assert all(event.face_up for event in scene.deal(BANKER).events if isinstance(event, e.CardDealt))


def test_the_cards_are_back_after_the_round() -> None:
    """Five cards of one kind in each of ten rounds: of eight packs there are only eight."""
    scene = table()
    for _ in range(10):
        scene.play("", "9c 9c 9c 9c")
    scene.round()
    scene.close()
    scene.deal("9c 2d").accepted()
    assert scene.state["shoe"]["dealt"] == 2
    scene.when("report-error", kind="other")
    scene.correct("burned", "9c 9c 9c 9c 9c 9c 9c").accepted()
    scene.deal("9c Ks").refused("card-count-impossible", "1(1)")
    scene.void().accepted()
    assert scene.state["shoe"]["dealt"] == 0
    scene.play("", "9c 2d Kh Ks")


def test_the_houses_machine_has_a_new_order_each_round() -> None:
    scene = table()
    dealt = []
    for _ in range(12):
        scene.play("", None)
        dealt.append(tuple(scene.desk.given.drawn or ()))
    assert len(set(dealt)) == 12
    scene.round()
    scene.close()
    scene.deal(PLAYER).refused("cards-known")


def test_no_card_stays_in_front_of_it() -> None:
    scene = table()
    scene.round()
    scene.when("report-error", kind="other")
    scene.correct("next-round", "9c").refused("not-in-csm", "2(3)")
    scene.correct("burned", "9c").accepted()


def test_held_bets_wait_for_the_next_round_and_go_back_with_the_machine() -> None:
    scene = table()
    scene.play("a 1 banker 1000", TIE)
    scene.play("", TIE)
    assert scene.lies("held") == {"a": 1_000}
    scene.when("close-shoe", reason="service").then(
        fact(e.HeldBetDecided, bet="a", refund=1_000, by="shoe-closed"), fact(s.ShoeClosed, rounds=2, dealt=0, rule="MO-BAC-2004 3(2)")
    )
    scene.when("load-shoe", decks=8).accepted()
    scene.play("", PLAYER)
