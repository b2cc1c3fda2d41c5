"""Disputes sent to a small house: a hand that was read wrongly, rulings by chance on whatever was played."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.cards import DECK
from domain.disputes.events import SettlementReversed
from domain.event import Recorded
from domain.rules import RuleBroken
from tests.services.baccarat_pit import TABLE as BACCARAT
from tests.services.baccarat_pit import Pit
from tests.services.disputes.played import PLAYED
from tests.services.house import DAY, TABLE, TWO_PEOPLE, House

HOLES = "As Kd 7h Ac Qd 2c"
"""Seats 2, 3 and 1 in dealing order: 2 has aces, 3 king and queen, 1 seven and deuce."""
MISREAD = [{"change": "card", "spot": "board/4", "card": "Qc"}, {"change": "card", "spot": "board/5", "card": "Kh"}]
"""With these two pair on the board the kings and queens of seat 3 beat the aces."""
RULING: dict[str, Any] = {"level": "floor", "ruling": "upheld", "article": "MO-THP-2008 10(2)", "reason": "seen on the recording"}
NOT_TO_BE_TRIED = {
    *("cards-needed", "hand-cannot-go-on", "change-without-effect", "duplicate-card", "rule-not-allowed", "unknown-bet"),
    *("nothing-changes", "held-bets-change"),
}
"""What a change by chance may be refused for."""


def a_hand(pit: House) -> None:
    """Seats 2 and 3 put in 300 each, and 2 wins with aces: 570 of them, after 30 commission."""
    pit.open({1: 10_000, 2: 10_000, 3: 10_000})
    pit.do("start-hand", table=TABLE)
    pit.do("deal", table=TABLE, cards=HOLES.split())
    for seat, action, to in ((1, "fold", None), (2, "raise", 300), (3, "call", None)):
        pit.do("act", table=TABLE, seat=seat, action=action, **({"to": to} if to else {}))
    for street in ("2d 9s Jh", "5c", "3s"):
        pit.do("deal", table=TABLE, cards=street.split())
        for seat in (2, 3):
            pit.do("act", table=TABLE, seat=seat, action="check")
    pit.show_all(TABLE)


def a_claim(pit: House, case: str = "C-1", hand: str = PLAYED) -> Any:
    return pit.do("open-dispute", case=case, hand=hand, claimant="P-3", claim="the pot is mine", **TWO_PEOPLE).events[0].event


def a_ruling(pit: House, case: str = "C-1", change: list[dict[str, Any]] | None = None, **fields: Any) -> list[Recorded]:
    return list(pit.do("decide-dispute", case=case, change=MISREAD if change is None else change, **RULING, **TWO_PEOPLE, **fields).events)


def some_hands(pit: House, random: Random, hands: int = 3) -> list[str]:
    """Four seats that do whatever they may."""
    pit.open({seat: random.choice((300, 3_000, 10_000)) for seat in range(1, 5)}, "PK-02", commission_unit=random.choice((1, 5)))
    played: list[str] = []
    while len(played) < hands and sum(seat["stack"] > 0 for seat in pit.state("PK-02")["seats"]) > 1:
        pit.do("start-hand", table="PK-02")
        played.append(f"PK-02/{DAY}/{len(played) + 1}")
        while (state := pit.state("PK-02"))["due"] != "start-hand":
            if state["due"] == "deal":
                pit.do("deal", table="PK-02")
            elif state["due"] == "act":
                _act(pit, random, state)
            else:
                pit.show_all("PK-02")
    return played


def _act(pit: House, random: Random, state: dict[str, Any]) -> None:
    words = [word for word in state["legal"] if word not in ("fold",)] * 4 + ["fold"]
    word = random.choice([word for word in words if word in state["legal"]])
    to = {"to": random.choice((state["legal"][word]["min"], state["legal"][word]["max"]))} if word in ("bet", "raise") else {}
    pit.do("act", table="PK-02", seat=state["to_act"], action=word, **to)


def some_rounds(pit: House, random: Random, rounds: int = 4) -> list[str]:
    """A short evening of baccarat, with held bets, corrections and voids."""
    table = Pit(pit.send)
    table.open()
    table.sit(1, 2)
    table.evening(random, rounds)
    return [f"{BACCARAT}/{DAY}/{number}" for number in range(1, rounds + 1)]


def random_rulings(pit: House, hands: list[str], random: Random) -> Iterator[SettlementReversed]:
    """A case on each hand, and the reversals of those whose corrected fact, taken by chance, changes anything."""
    for number, hand in enumerate(hands):
        a_claim(pit, f"C-{number}", hand)
        for _ in range(6):
            change = [_change(random, hand)]
            try:
                yield a_ruling(pit, f"C-{number}", change)[1].event  # type: ignore[misc]
                break
            except RuleBroken as refusal:
                if refusal.code not in NOT_TO_BE_TRIED:
                    raise


def _change(random: Random, hand: str) -> dict[str, Any]:
    card = random.choice(DECK)
    if hand.startswith("BA-"):
        return {"change": "card", "spot": f"{random.choice(('player', 'banker'))}/{random.randint(1, 3)}", "card": card}
    if random.random() < 0.3:
        return {"change": "rule", "name": "commission_bp", "value": random.choice((300, 400, 500))}
    return {"change": "card", "spot": f"board/{random.randint(1, 5)}", "card": card}


def settle(pit: House, case: str, results: Any, random: Random) -> None:
    """Everything that the case owes or is owed is paid, collected or borne, in parts and by any means."""
    for result in results:
        left = result.due
        while left:
            amount = random.randint(1, abs(left)) if random.random() < 0.5 else abs(left)
            moved = {"case": case, "player": result.player, "amount": amount, **TWO_PEOPLE}
            if left > 0:
                place = random.choice(({"to": "wallet"}, {"to": "cash"}, {"to": "chips"}, {"to": "chips", "table": "PK-02"}))
                pit.do("pay-dispute", **moved, **place)
                left -= amount
                continue
            ways: tuple[dict[str, Any], ...] = ({"source": "cash"}, {"source": "chips"}, {"source": "chips", "table": "PK-02"}, {})
            way = random.choice(ways)
            pit.do(*(("collect-dispute",) if way else ("bear-dispute",)), **moved, **(way or {"reason": "by grace"}))
            left += amount
