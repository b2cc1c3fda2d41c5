"""Random evenings of baccarat for the books, played by the real rules: what is refused has simply not happened."""

from collections.abc import Sequence
from random import Random
from typing import Any

from domain import wallet
from domain.baccarat.drawing import NO_CARDS, lay
from domain.cage import events as cage
from domain.cards import DECK
from domain.event import Event
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, TWO_PEOPLE
from tests.projections.ledger.house import House
from tests.projections.ledger.house import cage as cage_of
from tests.projections.ledger.house import wallet as wallet_of
from tests.projections.ledger.pit import Pit

PLAYERS = ("P-1", "P-2", "P-3", "P-4")
BANKER_SIX, BANKER_SIX_IN_THREE = "2c 6d 3h Ts 5c", "2c 2d 2h Ks Ac 4h"
DEALS = (TIE, TIE, TIE, BANKER, PLAYER, BANKER_SIX, BANKER_SIX_IN_THREE, "Kc Td Kh Ks 7c 7h")
ON = ("player", "banker", "banker", "tie", "player-pair", "banker-pair", "lucky-six")


def baccarat_evening(seed: int, rounds: int = 14) -> House:
    """Two tables in two currencies under two rulesets, each closed and opened again."""
    random, house = Random(seed), House()
    morning(house)
    since_2018 = {"lucky_six": True, "commission": random.choice(("five-per-cent", "none-six-pays-half"))}
    tables = [
        Pit(house, "BA-12", unit=random.choice((1, 5)), **choices(random)),
        Pit(house, "BA-13", currency="MOP", ruleset="MO-BAC-2018", **since_2018, **choices(random)),
    ]
    for pit in tables:
        for seat in (1, 2):
            pit.sit(seat, f"P-{seat}", 5_000).accepted()
    for turn in range(rounds):
        number = random.randrange(len(tables))
        if random.random() < 0.1 and tables[number].when("close-table").refusal is None:
            again = {"ruleset": "MO-BAC-2018", **since_2018} if number else {}
            tables[number] = tables[number].again(**again)
        play_round(tables[number], random, turn)
    for pit in tables[: random.randint(0, 2)]:
        pit.when("close-table")
    return house


def choices(random: Random) -> dict[str, Any]:
    return {
        "differential": random.choice((500, 1_000_000)),
        "tie_carry_over_shoe": random.random() < 0.5,
        "after_cut_card": random.choice(("one-more", "this-round-last")),
    }


def play_round(pit: Pit, random: Random, turn: int) -> None:
    """Seats, bets, decisions and corrections in any order; then the deal, or a void round, or one that is left open."""
    _shoe(pit, random)
    if random.random() < 0.3:
        for bet in pit.lies("held"):
            pit.decide(f"{bet} cancel")
    _seats(pit, random)
    if pit.when("open-round").refusal is not None:
        return
    for step in range(random.randint(4, 10)):
        _before_the_deal(pit, random, f"b-{turn}-{step}")
    if random.random() < 0.1:
        _void(pit)
        return
    _close(pit)
    if random.random() < 0.1:
        _void(pit)
        return
    _seats(pit, random)
    pit.when("deal", cards=_cards(random)).accepted()


def _shoe(pit: Pit, random: Random) -> None:
    due = pit.state["due"]
    if due == "open-round" and random.random() < 0.1:
        pit.when("cut-card")
    if due == "close-shoe" or (due == "open-round" and random.random() < 0.1):
        pit.when("close-shoe", reason="house")
    if pit.state["due"] == "load-shoe":
        pit.shoe().accepted()


def _cards(random: Random) -> list[str]:
    """Random ones too, none twice in the round."""
    if random.random() < 0.3:
        drawn = random.sample(DECK, 6)
        return drawn[: len(lay(NO_CARDS, drawn))]
    return random.choice(DEALS).split()


def _before_the_deal(pit: Pit, random: Random, name: str) -> None:
    amount = random.choice((20, 40, 150, 155, 400, 1_000))
    lies, held = list(pit.lies("bets")), list(pit.lies("held"))
    match random.choice(("seated", "seated", "seated", "seated", "standing", "standing", "off", "part", "decide", "decide", "sit")):
        case "seated" if pit.table.players:
            seat = random.choice(sorted(pit.table.players))
            pit.bet(f"{name} {seat} {random.choice(ON)} {amount}")
        case "standing":
            pit.bet(f"{name} -{random.choice(PLAYERS)[2:]} {random.choice(ON)} {amount}")
        case "off" if lies:
            pit.withdraw(random.choice(lies))
        case "part" if lies:
            pit.withdraw(random.choice(lies), 20)
        case "decide" if held:
            choice = random.choice(("cancel", "maintain", "change 20", "change banker", "change 20 player"))
            pit.decide(f"{random.choice(held)} {choice}")
        case "sit":
            _seats(pit, random)


def _seats(pit: Pit, random: Random) -> None:
    """Somebody comes, adds chips, or leaves: bettors who stood may sit down while their bets lie there."""
    player, seat = random.choice(PLAYERS), random.randint(1, 4)
    if random.random() < 0.5:
        pit.sit(seat, player, random.choice((500, 5_000)), random.choice(("cash", "wallet", "chips")))
    elif random.random() < 0.3:
        pit.when("add-chips", seat=seat, amount=1_000, source=random.choice(("cash", "wallet", "chips")))
    elif random.random() < 0.2:
        pit.when("leave-seat", seat=seat, to=random.choice(("wallet", "chips")))


def _close(pit: Pit) -> None:
    """What is too much on a side comes off as the refused closing says."""
    while (refused := pit.close().refusal) is not None:
        assert refused.allowed is not None
        for off in refused.allowed["remove"]:
            if off["bet"] in pit.lies("held"):
                pit.decide(f"{off['bet']} cancel").accepted()
            else:
                pit.withdraw(off["bet"], off["amount"]).accepted()


def _void(pit: Pit) -> None:
    pit.when("void-round", reason="foul-shoe", **TWO_PEOPLE).accepted()


def morning(house: House) -> None:
    """Chips in the cage, in the trays and in pockets, and money in wallets."""
    for currency, table in (("HKD", "BA-12"), ("MOP", "BA-13")):
        slip = {"slip": f"OPEN-{table}", "table": table, "amount": 2_000_000, "currency": currency}
        for fact in _opening(currency, slip):
            house.record((cage_of(), fact), approver="S-1")
        for player in PLAYERS:
            house.record((wallet_of(player), wallet.FundsDeposited(amount=900_000, currency=currency, method="cash", cage="MAIN")))


def _opening(currency: str, slip: dict[str, Any]) -> Sequence[Event]:
    return (
        cage.ChipsIssued(amount=9_000_000, currency=currency),
        cage.ChipsSold(amount=900_000, currency=currency, pay="cash"),
        cage.FillSent(**slip),
        cage.FillReceived(**slip),
    )
