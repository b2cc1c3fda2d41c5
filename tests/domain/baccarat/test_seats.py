"""Seats, chips, the table's closing, and what a terminal shows."""

import pytest

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.baccarat.table import order_id, round_id, round_of, shoe_id
from domain.event import Event
from tests.domain.baccarat.scene import BANKER, CODE, DAY, PLAYER, TIE, Scene
from tests.spec import fact


def test_seats_are_taken_at_any_time() -> None:
    scene = Scene(seats={1: 1_000}, unit=50, differential=50_000)
    scene.when("take-seat", seat=8, player="P-8", amount=100, source="cash").refused("no-such-seat", "1(5)", {"seat": {"min": 1, "max": 7}})
    scene.when("take-seat", seat=0, player="P-8", amount=100, source="cash").refused("no-such-seat")
    scene.when("take-seat", seat=1, player="P-8", amount=100, source="cash").refused("seat-taken", "1(5)", {"seats": [2, 3, 4, 5, 6, 7]})
    scene.when("take-seat", seat=2, player="P-1", amount=100, source="cash").refused("already-seated", "1(5)")
    scene.when("take-seat", seat=2, player="P-2", amount=120, source="cash").refused("not-in-units", "18", {"unit": 50})
    scene.shoe()
    scene.round()
    scene.when("take-seat", seat=2, player="P-2", amount=100, source="wallet").then(
        fact(e.SeatTaken, seat=2, player="P-2", amount=100, source="wallet")
    )
    scene.bet("a 2 banker 100").accepted()
    scene.close()
    scene.when("take-seat", seat=3, player="P-3", amount=100, source="chips").accepted()


def test_chips_come_at_any_time() -> None:
    scene = Scene(seats={1: 1_000}, unit=50, differential=50_000)
    scene.when("add-chips", seat=2, amount=100, source="cash").refused("seat-not-taken", "1(5)", {"seats": [1]})
    scene.when("add-chips", seat=1, amount=120, source="cash").refused("not-in-units")
    scene.shoe()
    scene.round("a 1 banker 1000")
    scene.when("add-chips", seat=1, amount=100, source="cash").then(fact(e.ChipsAdded, seat=1, player="P-1", amount=100))
    scene.bet("b 1 tie 100").accepted()


def test_a_seat_is_not_left_with_a_bet_on_the_table() -> None:
    scene = Scene(seats={1: 1_000, 2: 500})
    scene.shoe()
    scene.round("a 1 banker 400")
    scene.when("leave-seat", seat=3, to="chips").refused("seat-not-taken")
    scene.when("leave-seat", seat=1, to="chips").refused("bets-open", "13", {"bets": ["a"]})
    scene.when("leave-seat", seat=2, to="wallet").then(fact(e.SeatLeft, seat=2, player="P-2", amount=500, to="wallet"))
    scene.close()
    scene.deal(TIE)
    scene.when("leave-seat", seat=1, to="chips").refused("bets-open", "13", {"bets": ["a"]})
    scene.decide("a cancel")
    scene.when("leave-seat", seat=1, to="chips").then(fact(e.SeatLeft, amount=1_000))
    assert scene.state["seats"] == []


def test_closing_the_table_closes_its_shoe() -> None:
    scene = Scene(seats={1: 1_000})
    scene.shoe()
    scene.play("a 1 player 100", PLAYER)
    scene.when("close-table").then(
        fact(s.ShoeClosed, shoe=1, reason="table closed", rounds=1, dealt=12),
        fact(e.TableClosed, carried=[{"seat": 1, "player": "P-1", "stack": 1_100}], last_number=1),
    )
    scene.when("inspect").refused("table-closed")


def test_a_table_without_a_shoe_closes_too() -> None:
    Scene(seats={}).when("close-table").then(fact(e.TableClosed, carried=[], last_number=0))


# What a terminal shows.


def test_the_state_through_a_round() -> None:
    scene = Scene(seats={2: 10_000})
    assert scene.state == {
        "shoe": None, "round": None, "due": "load-shoe", "seats": [{"seat": 2, "player": "P-2", "stack": 10_000}], "bets": [], "held": [],
        "cards": None, "totals": None, "exposure": {"player": {"total": 0, "room": 1_000_000}, "banker": {"total": 0, "room": 1_000_000}},
    }  # fmt: skip
    scene.shoe()
    scene.round("a 2 banker 1000")
    assert (scene.state["round"], scene.state["due"], scene.state["cards"]) == (1, "close-bets", None)
    scene.close()
    assert scene.state["due"] == "deal"
    scene.deal(BANKER)
    assert (scene.state["round"], scene.state["due"], scene.state["bets"]) == (None, "open-round", [])
    assert scene.state["cards"] == {"player": ["2h", "2s", "Kd"], "banker": ["3d", "4c"]}
    assert scene.state["totals"] == {"player": 4, "banker": 7}
    scene.when("close-shoe", reason="house")
    assert scene.state["cards"] is not None
    scene.shoe()
    scene.round()
    assert scene.state["cards"] is None


def test_cards_that_were_shown_stay_after_a_void_round() -> None:
    scene = Scene(seats={2: 10_000})
    scene.shoe()
    scene.round()
    scene.close()
    scene.deal("2h 3d")
    scene.void().accepted()
    assert scene.state["cards"] == {"player": ["2h"], "banker": ["3d"]}
    assert scene.state["totals"] == {"player": 2, "banker": 3}


def test_names_of_rounds_and_shoes() -> None:
    scene = Scene(seats={})
    scene.shoe()
    assert round_id(scene.table, 12) == f"{CODE}/{DAY}/12"
    assert shoe_id(scene.table, 1) == order_id(scene.table) == f"{CODE}/000001/shoe-1"


@pytest.mark.parametrize("kind", e.EVENTS)
def test_every_event_says_which_round_it_belongs_to(kind: type[Event]) -> None:
    """By `round`, or `number` where both games have it; a demonstration's `number` is none of a round."""
    of_round = "round" in kind.model_fields or kind in (e.DealErrorReported, e.DealErrorCorrected)
    outside = {e.TableOpened, e.SeatTaken, e.ChipsAdded, e.SeatLeft, e.TableClosed, s.ShoeLoaded, s.DemonstrationDealt, s.ShoeClosed}
    assert of_round == (kind not in outside)
    assert kind.contract.startswith("baccarat.")


def test_the_round_of_an_event() -> None:
    assert round_of(e.DealErrorReported(number=3, kind="other", rule="x")) == 3
    assert round_of(e.BetHeld(round=4, bet="a", on="banker", amount=1, rule="x")) == 4
    totals, cards = s.Totals(player=0, banker=0), s.CardsBySide(player=(), banker=())
    assert round_of(s.DemonstrationDealt(shoe=1, number=2, cards=cards, totals=totals, result="tie", rule="x")) is None
    assert round_of(e.TableClosed(carried=(), last_number=7)) is None
