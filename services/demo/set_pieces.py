"""Hands whose cards are known: what every evening has once, here at a table with a card reader.

Seats 2, 4, 6 and 8 play; the blinds are 50 and 100 dollars, the smallest chip is 5 dollars.
"""

from services.demo.floor import Floor, show_down

TABLE = "PK-01"
BIG_BLIND = 100_00
CHIP = 5_00
SEATS = {2: ("P-1002", 2_000_00), 4: ("P-1004", 4_000_00), 6: ("P-1006", 9_000_00), 8: ("P-1008", 9_000_00)}


def open_reader_table(floor: Floor, gaming_day: str) -> None:
    rules = {"unit": CHIP, "small_blind": BIG_BLIND // 2, "big_blind": BIG_BLIND, "structure": "no-limit", "commission_unit": CHIP}
    floor.do("open-table", table=TABLE, game="holdem", ruleset="MO-THP-2008", currency="HKD", gaming_day=gaming_day, rules=rules)
    floor.do("fill", table=TABLE, amount=100_000_00, currency="HKD", slip=f"F-{TABLE}")
    for seat, (player, amount) in SEATS.items():
        floor.do("deposit", wallet=player, amount=2 * amount, currency="HKD", method="cash")
        floor.do("take-seat", table=TABLE, seat=seat, player=player, amount=amount, source="wallet")


def walk(floor: Floor) -> None:
    """Everybody folds to the big blind."""
    _start(floor, "4h 7c 9d 2s 8s Jd 3c 5h")
    for seat in (8, 2, 4):
        _act(floor, seat, "fold")


def split_with_odd_chip(floor: Floor) -> None:
    """The board plays for three: what cannot be divided goes to the first player at the croupier's left (10(5))."""
    _start(floor, "2c 3c 4c 2d 5h 6d 7h 8s")
    _act(floor, 2, "raise", to=330_00)
    _act(floor, 4, "call")
    _act(floor, 6, "call")
    _act(floor, 8, "fold")
    _streets(floor, "As Ks Qh", "Jd", "Tc", seats=(6, 2, 4))
    show_down(floor, TABLE)


def side_pots(floor: Floor) -> None:
    """Three all-ins: the shortest stack wins the main pot, another the side pot, a bet comes back; one refusal on the way."""
    _start(floor, "Qd Kh 7s Ah Qc Kd 2d Ad")
    _act(floor, 4, "raise", to=300_00)
    floor.refuse("act", table=TABLE, seat=6, action="raise", to=400_00)
    _act(floor, 6, "fold")
    for seat in (8, 2, 4):
        _act(floor, seat, "all-in" if seat != 4 else "call")
    floor.do("deal", table=TABLE, cards="Kc 9h 5d 3s Jc".split())
    show_down(floor, TABLE)


def void(floor: Floor) -> None:
    """A card is found face up in the pack: the hand is void and every chip goes back (9(2))."""
    _start(floor, "Th 6c 3d Jh 9s 4s 8d 5c")
    state = floor.state(TABLE)
    _act(floor, state["to_act"], "call")
    floor.do("report-error", table=TABLE, kind="foul-deck", note="a card lies face up in the pack")
    floor.witnessed("void-hand", table=TABLE, reason="foul deck: a card lies face up in the pack")


def _start(floor: Floor, cards: str) -> None:
    floor.do("start-hand", table=TABLE)
    dealt = sum(seat["status"] != "out" for seat in floor.state(TABLE)["seats"])
    floor.do("deal", table=TABLE, cards=cards.split()[: 2 * dealt])


def _act(floor: Floor, seat: int, action: str, **fields: int) -> None:
    floor.do("act", table=TABLE, seat=seat, action=action, **fields)


def _streets(floor: Floor, *streets: str, seats: tuple[int, ...]) -> None:
    """Cards of each street, and everybody checks."""
    for cards in streets:
        floor.do("deal", table=TABLE, cards=cards.split())
        for seat in seats:
            _act(floor, seat, "check")


PIECES = (walk, split_with_odd_chip, side_pots, void)
SPLIT, SIDE_POTS = 2, 3
"""Their hand numbers at the reader's table."""
