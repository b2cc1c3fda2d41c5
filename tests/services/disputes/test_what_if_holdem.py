"""A hand of Hold'em with a corrected fact: what it would have paid, and what must be said for it to go on."""

import pytest

from domain.rules import RuleBroken
from services.what_if import Both
from tests.services.disputes.played import bodies, change, found, moved, step_of, tried
from tests.services.house import TABLE, House

BET, FOLDED, SHOWN, BOARD = "holdem.bet-placed", "holdem.folded", "holdem.hand-shown", "holdem.card-dealt"
HOLES = "As Kd 7h Ac Qd 2c"
"""Seats 2, 3 and 1 in dealing order: 2 has aces, 3 king and queen, 1 seven and deuce."""


@pytest.fixture
def table(pit: House) -> House:
    """Seat 1 has the indicator, 2 and 3 the blinds, 1 acts first before the flop."""
    pit.open({1: 10_000, 2: 10_000, 3: 10_000})
    pit.do("start-hand", table=TABLE)
    pit.do("deal", table=TABLE, cards=HOLES.split())
    return pit


def act(pit: House, text: str) -> None:
    for one in text.split(","):
        seat, word, *to = one.split()
        pit.do("act", table=TABLE, seat=int(seat), action=word, **({"to": int(to[0])} if to else {}))


def board(pit: House, cards: str) -> None:
    pit.do("deal", table=TABLE, cards=cards.split())


def to_the_river(pit: House) -> None:
    """Seats 2 and 3 for 300 each before the flop; nobody bets again."""
    act(pit, "1 fold, 2 raise 300, 3 call")
    for street in ("2d 9s Jh", "5c", "3s"):
        board(pit, street)
        act(pit, "2 check, 3 check")
    pit.show_all(TABLE)


def refused(pit: House, *changes: object) -> RuleBroken:
    with pytest.raises(RuleBroken) as refusal:
        tried(pit, *changes)  # type: ignore[arg-type]
    return refusal.value


def test_no_change_is_no_difference(table: House) -> None:
    to_the_river(table)
    result = tried(table)

    assert bodies(result.corrected) == bodies(result.recorded) == moved(found(table))
    assert result.players == {"P-1": Both(0, 0), "P-2": Both(270, 270), "P-3": Both(-300, -300)}
    assert result.pots == {1: Both(570, 570)}
    assert result.ends == ("showdown", "showdown")
    assert result.left_out == ()


def test_another_bet_is_called_as_the_first_one_was(table: House) -> None:
    to_the_river(table)
    step = step_of(found(table), BET, seat=2)
    result = tried(table, change("act", step=step, to=500))

    assert result.players["P-2"] == Both(270, 450)
    assert result.players["P-3"] == Both(-300, -500)
    assert result.commission == Both(30, 50)
    assert result.pots == {1: Both(570, 950)}


@pytest.mark.parametrize(("to", "seat_3"), [(100, -100), (10_000, -10_000)])
def test_an_amount_says_whether_it_is_a_call_or_all_in(table: House, to: int, seat_3: int) -> None:
    to_the_river(table)
    hand = found(table)
    changes = [change("act", step=step_of(hand, BET, seat=2), to=to)]
    if to == 100:
        changes.append(change("act", step=step_of(hand, BET, seat=3), action="check"))
    assert tried(table, *changes).players["P-3"].corrected == seat_3


def test_a_run_out_takes_the_board_of_the_record_and_what_was_said_after_it_falls_away(table: House) -> None:
    to_the_river(table)
    hand = found(table)
    result = tried(table, change("act", step=step_of(hand, BET, seat=2), action="all-in"))

    assert result.players["P-2"].corrected == 10_000 - 500
    assert [hand.events[step - 1].event.contract for step in result.left_out] == ["holdem.checked"] * 6


def test_another_card_of_the_board_gives_the_pot_to_another(table: House) -> None:
    to_the_river(table)
    result = tried(table, change("card", spot="board/4", card="8s"), change("card", spot="board/5", card="8c"))
    assert result.players["P-2"].corrected == 270
    result = tried(table, change("card", spot="board/4", card="Kh"), change("card", spot="board/5", card="Ks"))
    assert result.players == {"P-1": Both(0, 0), "P-2": Both(270, -300), "P-3": Both(-300, 270)}


def test_another_card_of_a_shown_hand(table: House) -> None:
    to_the_river(table)
    result = tried(table, change("card", spot="seat/2/1", card="Th"))
    assert result.players["P-2"] == Both(270, 270)
    result = tried(table, change("card", spot="seat/2/1", card="Th"), change("card", spot="seat/3/2", card="Kc"))
    assert result.players["P-3"] == Both(-300, 270)


def test_a_card_that_lies_elsewhere_is_refused(table: House) -> None:
    to_the_river(table)
    refusal = refused(table, change("card", spot="board/4", card="9s"))
    assert (refusal.code, refusal.rule) == ("duplicate-card", "MO-THP-2008 1(1)(3)")
    assert "board/2 and at board/4" in refusal.message
    assert "9s" not in refusal.message


def test_another_rate_and_cap_of_the_commission(table: House) -> None:
    to_the_river(table)
    result = tried(table, change("rule", name="commission_bp", value=300))
    assert (result.commission, result.players["P-2"]) == (Both(30, 18), Both(270, 282))
    refusal = refused(table, change("rule", name="commission_bp", value=200))
    assert refusal.code == "rule-not-allowed"
    refusal = refused(table, change("rule", name="seats", value=9))
    assert refusal.code == "bad-change"
    assert "commission_bp" in refusal.message


def test_a_choice_that_would_take_a_permit_can_be_tried(table: House) -> None:
    act(table, "1 fold, 2 fold")
    assert tried(table, change("rule", name="no_flop_no_drop", value=True)).commission == Both(5, 0)


def test_a_fold_that_is_undone_asks_for_the_cards_and_names_them_nowhere(table: House) -> None:
    to_the_river(table)
    step = step_of(found(table), FOLDED, seat=1)
    call = change("act", step=step, action="call")
    refusal = refused(table, call)
    assert refusal.code == "hand-cannot-go-on"
    assert "seat 1 is to act (fold, call 200, raise 500 to 10000)" in refusal.message

    first = step_of(found(table), "holdem.betting-round-closed") + 1
    checks = [change("add", step=step, action="check") for step in _first_of_rounds(table)]
    more = change("add", step=first, action="call")
    refusal = refused(table, call, more, *checks)
    assert refusal.code == "cards-needed"
    assert refusal.allowed == {"cards": ["seat/1/1", "seat/1/2"]}

    cards = [change("card", spot="seat/1/1", card="Jc"), change("card", spot="seat/1/2", card="Jd")]
    result = tried(table, call, more, *checks, *cards)
    assert result.players == {"P-1": Both(0, 555 + 45 - 45), "P-2": Both(270, -300), "P-3": Both(-300, -300)}


def _first_of_rounds(table: House) -> list[int]:
    """The steps before which seat 1 must act in the three rounds after the flop: those that deal, and the first show."""
    hand = found(table)
    closed = [number for number, record in enumerate(hand.events, 1) if record.event.contract == "holdem.betting-round-closed"]
    return [number + 1 for number in closed[1:]]


def test_a_player_who_had_folded_says_nothing_more(table: House) -> None:
    to_the_river(table)
    result = tried(table, change("act", step=step_of(found(table), BET, seat=3), action="fold"))
    assert result.ends == ("showdown", "all-folded")
    assert result.players == {"P-1": Both(0, 0), "P-2": Both(270, 90), "P-3": Both(-300, -100)}


def test_a_hand_that_ended_early_goes_on_with_a_board_that_people_name(table: House) -> None:
    act(table, "1 fold, 2 raise 300, 3 fold")
    step = step_of(found(table), FOLDED, seat=3)
    call = change("act", step=step, action="call")
    refusal = refused(table, call)
    assert (refusal.code, refusal.allowed) == ("cards-needed", {"cards": ["board/1", "board/2", "board/3"]})
    named = [change("card", spot=f"board/{place}", card=card) for place, card in enumerate("2d 9s Jh 5c 3s".split(), 1)]
    refusal = refused(table, call, *named)
    assert "cannot go on after its last command: the table waits for `act`; seat 2 is to act" in refusal.message
    checks = [change("add", step=None, action="check")] * 6
    holes = [change("card", spot=f"seat/{seat}/{place}", card=card) for seat, place, card in [(2, 1, "As"), (2, 2, "Ac")]]
    holes += [change("card", spot=f"seat/3/{place}", card=card) for place, card in [(1, "Kd"), (2, "Qd")]]
    assert tried(table, call, *named, *checks, *holes).players["P-2"] == Both(90, 270)


def test_a_raise_that_is_too_small_says_so(table: House) -> None:
    to_the_river(table)
    refusal = refused(table, change("act", step=step_of(found(table), BET, seat=2), to=150))
    assert (refusal.code, refusal.rule) == ("hand-cannot-go-on", "MO-THP-2008 12(1)")
    assert "at step " in refusal.message
    assert "raise 200 to 10000" in refusal.message


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("act", {"step": 999, "action": "fold"}, "no-such-step"),
        ("act", {"step": 1, "action": "fold"}, "bad-change"),
        ("act", {"step": 10}, "bad-change"),
        ("bet", {"bet": "b-1", "amount": 5}, "bad-change"),
        ("card", {"spot": "banker/1", "card": "9s"}, "bad-change"),
        ("card", {"spot": "seat/1/1", "card": "9c"}, "change-without-effect"),
        ("add", {"step": None, "action": "check"}, "hand-cannot-go-on"),
    ],
)
def test_what_is_no_change_of_this_hand(table: House, kind: str, fields: dict[str, object], code: str) -> None:
    to_the_river(table)
    assert refused(table, change(kind, **fields)).code == code


def test_a_hand_in_play_has_no_result_to_change(table: House) -> None:
    assert refused(table).code == "hand-not-over"


def test_no_more_changes_than_a_ruling_may_hold(table: House) -> None:
    to_the_river(table)
    assert refused(table, *[change("rule", name="commission_bp", value=300)] * 33).code == "too-many-changes"


def test_a_void_hand_stays_void(table: House) -> None:
    act(table, "1 fold, 2 raise 300")
    table.do("void-hand", table=TABLE, reason="foul-deck", actor="E-1", approver="E-2")
    result = tried(table, change("act", step=step_of(found(table), BET, seat=2), to=400))
    assert result.ends == ("void", "void")
    assert result.players == dict.fromkeys(("P-1", "P-2", "P-3"), Both(0, 0))
