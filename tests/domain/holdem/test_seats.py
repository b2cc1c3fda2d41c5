"""Table, seats and chips, and what lies between two hands: articles 1, 2 and 4, and docs/holdem.md, Between hands."""

from typing import Any

import pytest

from domain.fields import AMOUNT_MAX, BALANCE_MAX
from domain.given import Carried, Previous
from domain.holdem import events as e
from domain.holdem.table import Table, hand_of, open_hand_id
from tests.domain.holdem.hands import THREE
from tests.domain.holdem.scene import DAY, Scene
from tests.spec import fact


def take(scene: Scene, seat: int, player: str = "P-X", amount: int = 1_000) -> Any:
    return scene.when("take-seat", seat=seat, player=player, amount=amount, source="cash")


def buttons(scene: Scene) -> list[int]:
    return [event.button for event in scene.events if isinstance(event, e.HandStarted)]


def walk(scene: Scene) -> None:
    """A hand in which everybody folds to the big blind."""
    scene.hand()
    while scene.table.hand is not None:
        scene.play(f"{scene.state['to_act']} fold")


# 1(2): the indicator


def test_the_indicator_begins_at_the_croupiers_left_and_passes_clockwise() -> None:
    scene = Scene(THREE)
    for _ in range(4):
        walk(scene)
    assert buttons(scene) == [3, 5, 9, 3]
    assert scene.state["button"] == 3


def test_it_goes_to_the_next_player_not_to_the_next_chair() -> None:
    scene = Scene(THREE)
    walk(scene)
    scene.when("leave-seat", seat=5, to="chips").accepted()
    walk(scene)
    assert buttons(scene) == [3, 9]


def test_a_seat_without_chips_gets_no_indicator_no_cards_and_posts_nothing() -> None:
    scene = Scene({3: 1_000, 5: 100, 9: 1_000})
    scene.hand("2c Ah Kh 7d Ad Kd")
    scene.play("3 call, 5 all-in, 9 check")
    for cards in ("Qs 8s 6h", "9c", "4d"):
        scene.deal(cards)
        scene.play("9 check, 3 check")
    for seat in (3, 5, 9):
        scene.show(seat).accepted()
    assert scene.stacks[5] == 0
    assert {seat["seat"]: seat["status"] for seat in scene.state["seats"]} == {3: "in", 5: "out", 9: "in"}
    started = scene.when("start-hand").one(e.HandStarted)
    assert (started.button, [seat.seat for seat in started.seats]) == (9, [3, 9])


def test_the_indicator_stays_after_a_void_hand_if_that_seat_still_plays() -> None:
    scene = Scene(THREE)
    walk(scene)
    scene.hand()
    scene.void().accepted()
    assert scene.state["button"] == 5
    scene.hand()
    scene.void().accepted()
    scene.when("leave-seat", seat=5, to="chips").accepted()
    walk(scene)
    walk(scene)
    assert buttons(scene) == [3, 5, 5, 9, 3]


def test_hand_numbers_count_every_start_void_hands_too() -> None:
    scene = Scene(THREE)
    scene.hand()
    scene.void().accepted()
    walk(scene)
    started = scene.when("start-hand").one(e.HandStarted)
    assert started.hand == 3
    assert open_hand_id(scene.table) == f"PK-07/{DAY}/3"
    assert [hand_of(event) for event in scene.events[:5]] == [None, None, None, None, 1]


# 2: seats


def test_seats_of_the_table() -> None:
    scene = Scene({}, seats=11)
    take(scene, 11).accepted()
    take(scene, 12).refused("no-such-seat", "2(1)", {"seat": {"min": 1, "max": 11}})
    take(scene, 0).refused("no-such-seat")
    take(scene, -1).refused("no-such-seat")


def test_a_seat_is_taken_once_and_a_player_has_one_seat() -> None:
    scene = Scene({4: 1_000})
    take(scene, 4).refused("seat-taken", "2(1)", {"seats": [1, 2, 3, 5, 6, 7, 8, 9, 10]})
    take(scene, 6, "P-4").refused("already-seated", "2(1)")
    take(scene, 6).then(fact(e.SeatTaken, seat=6, player="P-X", amount=1_000, source="cash"))


def test_two_players_begin_a_hand_and_folding_never_stops_it() -> None:
    scene = Scene({3: 1_000})
    scene.when("start-hand").refused("need-two-players", "2(3)", {"players": {"min": 2}})
    take(scene, 9)
    scene.hand()
    scene.act("9 fold").accepted()


@pytest.mark.parametrize("players", [2, 10, 22])
def test_as_many_as_have_seats_may_play(players: int) -> None:
    scene = Scene(dict.fromkeys(range(1, players + 1), 1_000), seats=22)
    scene.when("start-hand").accepted()
    scene.when("deal").accepted()
    assert scene.table.playing.drawn == 2 * players


def test_a_seat_taken_during_a_hand_plays_from_the_next_one_and_owes_no_blind() -> None:
    scene = Scene(THREE)
    scene.hand()
    take(scene, 4).accepted()
    assert {seat["seat"]: seat["status"] for seat in scene.state["seats"]} == {3: "in", 4: "out", 5: "in", 9: "in"}
    scene.act("4 fold").refused("seat-not-in-hand", "6(3)", {"seats": [3, 5, 9]})
    scene.play("3 fold, 5 fold")
    started = scene.when("start-hand").one(e.HandStarted)
    assert (started.button, started.small_blind_seat, started.big_blind_seat) == (4, 5, 9)


# 4: chips


def test_amounts_that_enter_are_made_of_whole_chips() -> None:
    scene = Scene({3: 1_000}, unit=25)
    take(scene, 4, amount=1_010).refused("not-in-units", "10(4)", {"unit": 25})
    scene.when("add-chips", seat=3, amount=30, source="cash").refused("not-in-units")
    scene.when("add-chips", seat=3, amount=50, source="wallet").then(fact(e.ChipsAdded, seat=3, player="P-3", amount=50))


def test_chips_are_added_at_once_unless_the_seat_is_live_in_the_hand() -> None:
    scene = Scene(THREE)
    scene.hand()
    scene.when("add-chips", seat=3, amount=500, source="cash").refused("chips-during-hand", "4(1)")
    scene.play("3 fold")
    scene.when("add-chips", seat=3, amount=500, source="cash").accepted()
    take(scene, 4).accepted()
    scene.when("add-chips", seat=4, amount=500, source="chips").accepted()
    assert scene.stacks == {3: 10_500, 4: 1_500, 5: 9_950, 9: 9_900}
    scene.play("5 fold")
    scene.when("add-chips", seat=5, amount=500, source="cash").accepted()


def test_nobody_sits_there() -> None:
    scene = Scene({3: 1_000})
    scene.when("add-chips", seat=4, amount=500, source="cash").refused("seat-not-taken", "2(1)", {"seats": [3]})
    scene.when("leave-seat", seat=4, to="chips").refused("seat-not-taken")


def test_leaving_pays_out_the_whole_stack_and_waits_for_the_hands_end() -> None:
    scene = Scene(THREE)
    take(scene, 4).accepted()
    scene.hand()
    scene.play("9 fold")
    scene.when("leave-seat", seat=9, to="wallet").refused("hand-in-progress", allowed={"due": "act"})
    take(scene, 10, "P-10").accepted()
    scene.when("leave-seat", seat=10, to="chips").then(fact(e.SeatLeft, seat=10, player="P-10", amount=1_000, to="chips"))
    scene.void().accepted()
    scene.when("leave-seat", seat=9, to="wallet").then(fact(e.SeatLeft, seat=9, amount=10_000, to="wallet"))


def test_the_chips_at_the_table_are_never_more_than_one_seat_may_hold() -> None:
    """Those in the pot included: one seat may win them all."""
    carried = (Carried(seat=1, player="P-1", stack=BALANCE_MAX - AMOUNT_MAX),)
    scene = Scene()
    scene.open(big_blind=100, previous=previous(carried=carried)).accepted()
    take(scene, 2, amount=AMOUNT_MAX).accepted()
    scene.hand()
    take(scene, 3, "P-3", amount=1).refused("balance-too-large", allowed={"max": 0})
    scene.play(f"{scene.state['to_act']} fold")
    scene.when("add-chips", seat=1, amount=100, source="cash").refused("balance-too-large", allowed={"max": scene.taken})


# Opening and closing


def test_a_table_that_is_not_open_takes_no_command() -> None:
    scene = Scene()
    scene.when("inspect").refused("table-closed")
    scene.when("start-hand").refused("table-closed")
    assert open_hand_id(Table()) is None
    scene = Scene(THREE)
    scene.when("close-table").accepted()
    take(scene, 4).refused("table-closed")
    scene.when("close-table").refused("table-closed")


def test_who_sits_at_the_closing_sits_there_at_the_next_opening() -> None:
    scene = Scene(THREE)
    walk(scene)
    scene.hand()
    scene.when("close-table").refused("hand-in-progress")
    scene.void().accepted()
    closed = scene.when("close-table").one(e.TableClosed)
    assert (closed.button, closed.last_number, [seat.stack for seat in closed.carried]) == (5, 2, [10_000, 9_950, 10_045])
    again = Scene()
    opened = again.open(big_blind=200, previous=previous(closed)).one(e.TableOpened)
    assert (opened.session, opened.button, opened.last_number, opened.carried) == (2, 5, 2, closed.carried)
    started = again.when("start-hand").one(e.HandStarted)
    assert (started.hand, started.button, started.big_blind_seat) == (3, 9, 5)


def previous(closed: e.TableClosed | None = None, **fields: Any) -> Previous:
    carried = closed.carried if closed else (Carried(seat=3, player="P-3", stack=1_000),)
    button, number = (closed.button, closed.last_number) if closed else (3, 7)
    rest = {"session": 1, "game": "holdem", "currency": "HKD", "gaming_day": DAY, "last_number": number, "button": button}
    return Previous(**({"carried": carried} | rest | fields))


def test_numbers_begin_again_on_another_gaming_day() -> None:
    opened = Scene().open(day="2026-12-01", big_blind=100, previous=previous()).one(e.TableOpened)
    assert (opened.last_number, opened.button) == (0, 3)
    Scene().open(day="2026-11-29", big_blind=100, previous=previous()).refused("gaming-day-passed", allowed={"gaming_day": {"min": DAY}})


def test_another_game_or_currency_takes_an_empty_table() -> None:
    Scene().open(currency="MOP", big_blind=100, previous=previous()).refused("table-not-empty")
    Scene().open(big_blind=100, previous=previous(game="baccarat")).refused("table-not-empty")
    opened = Scene().open(big_blind=100, previous=previous(game="baccarat", currency="MOP", carried=())).one(e.TableOpened)
    assert (opened.button, opened.last_number, opened.session) == (None, 7, 2)


def test_a_seat_that_is_carried_over_must_be_there() -> None:
    carried = (Carried(seat=12, player="P-12", stack=1_000),)
    Scene().open(big_blind=100, previous=previous(carried=carried)).refused("rule-not-allowed", "2(1)", {"seats": {"min": 12}})
    Scene().open(big_blind=100, seats=12, previous=previous(carried=carried)).accepted()


def test_blinds_change_by_closing_and_opening_and_odd_stacks_come_along() -> None:
    carried = (Carried(seat=1, player="P-1", stack=1_010), Carried(seat=2, player="P-2", stack=1_000))
    scene = Scene()
    scene.open(big_blind=100, unit=25, previous=previous(carried=carried, button=None)).accepted()
    scene.hand()
    assert scene.legal["raise"] == {"min": 200, "max": 1_000}
    scene.play("2 all-in")
    assert scene.legal == {"call": 900}
