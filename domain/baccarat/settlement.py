"""What a decided round makes of each bet, and the commission on the banker's win: articles 11, 12, 17 and 18."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from domain.baccarat import events as e
from domain.baccarat.answer import Answer
from domain.baccarat.bets import WINS_MOST, Bet
from domain.baccarat.drawing import SIDES, Hands
from domain.baccarat.rules import HouseRules
from domain.baccarat.shoe_events import CardsBySide
from domain.money import ceil_to, floor_to

_TEN_THOUSAND: Final = 10_000
SIX: Final = 6
LUCKY_SIX: Final = {2: 12, 3: 20}
"""What it wins in stakes, by the number of the banker's cards."""


class Settled(NamedTuple):
    """`win` is 0 for a lost bet; `article` is what pays it or takes it."""

    result: Literal["won", "lost"]
    win: int
    article: str


_LOST: Final = Settled("lost", 0, "11")


def settled(bet: Bet, hands: Hands, house: HouseRules) -> Settled | None:
    """None: a tie, and the bet waits for the deciding round. The win is before commission."""
    result, on = hands.result, bet.on
    if on in SIDES and result == "tie":
        return None
    won = {
        "player": result == "player",
        "banker": result == "banker",
        "tie": result == "tie",
        "player-pair": hands.pair("player"),
        "banker-pair": hands.pair("banker"),
        "lucky-six": result == "banker" and hands.points("banker") == SIX,
    }[on]
    if not won:
        return _LOST
    match on:
        case "player" | "banker":
            if on == "banker" and house.six_pays_half and hands.points("banker") == SIX:
                return Settled("won", ceil_to((bet.amount + 1) // 2, house.unit), "18(2)")
            return Settled("won", bet.amount, "17(1)")
        case "tie":
            return Settled("won", WINS_MOST[on] * bet.amount, "17(2)")
        case "lucky-six":
            return Settled("won", LUCKY_SIX[len(hands.banker)] * bet.amount, "17")
    return Settled("won", WINS_MOST[on] * bet.amount, "17(3)")


@dataclass(slots=True)
class BankerWins:
    """What one bettor won on the banker in one round; `seat`: where any of it came from, else None."""

    seat: int | None = None
    base: int = 0


def settle(answer: Answer, number: int) -> None:
    """The result, then every bet in the order in which they were placed, then the commission of each bettor."""
    hands, house = answer.table.hands, answer.house
    _decide(answer, number, hands)
    wins: dict[str, BankerWins] = {}
    for bet in list(answer.table.bets.values()):
        found = settled(bet, hands, house)
        if found is None:
            answer.record(e.BetHeld(round=number, bet=bet.bet, on=bet.side, amount=bet.amount, rule=house.ref("12")))
            continue
        if bet.on == "banker" and found.win:
            of_bettor = wins.setdefault(bet.player, BankerWins())
            of_bettor.base += found.win
            of_bettor.seat = of_bettor.seat if bet.seat is None else bet.seat
        answer.record(_bet_settled(number, bet, found, house))
    if house.commission_bp:
        for player, of_bettor in wins.items():
            _take_commission(answer, number, player, of_bettor)


def _decide(answer: Answer, number: int, hands: Hands) -> None:
    answer.record(
        e.RoundDecided(
            round=number,
            player=hands.points("player"),
            banker=hands.points("banker"),
            result=hands.result,
            natural=hands.natural,
            player_pair=hands.pair("player"),
            banker_pair=hands.pair("banker"),
            cards=CardsBySide(player=hands.player, banker=hands.banker),
            rule=answer.house.ref("12" if hands.result == "tie" else "11"),
        )
    )


def _bet_settled(number: int, bet: Bet, found: Settled, house: HouseRules) -> e.BetSettled:
    return e.BetSettled(
        round=number,
        bet=bet.bet,
        on=bet.on,
        stake=bet.amount,
        result=found.result,
        win=found.win,
        returned=bet.amount + found.win if found.result == "won" else 0,
        rule=house.ref(found.article),
    )


def _take_commission(answer: Answer, number: int, player: str, won: BankerWins) -> None:
    """Five per cent are a ceiling, so it is rounded down. The seat pays, or the hand where the seat has not got so much."""
    house = answer.house
    exact_e4 = won.base * house.commission_bp
    amount = floor_to(exact_e4 // _TEN_THOUSAND, house.unit)
    seat = won.seat if won.seat is not None and answer.table.stacks[won.seat] >= amount else None
    answer.record(
        e.CommissionTaken(
            round=number,
            player=player,
            seat=seat,
            base=won.base,
            rate_bp=house.commission_bp,
            exact_e4=exact_e4,
            amount=amount,
            rule=house.ref("18"),
        )
    )
