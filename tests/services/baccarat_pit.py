"""A baccarat table of a small house: whole orders of a shoe, evenings at random, and what a replay makes of them."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from domain.cards import DECK
from domain.rules import RuleBroken
from infra.log import pages
from services.app import replaying
from services.receipts import Answer
from services.replay import Replay
from tests.services.house import DAY, TWO_PEOPLE, House

TABLE = "BA-12"
CUT = {"decks": 8, "cut_by": "bettor", "cut_depth": 20}
SHOE = f"{TABLE}/000001/shoe-1"
"""The first shoe of the first session, as the vault knows it."""
ON = ("banker", "banker", "player", "player", "tie", "banker-pair", "player-pair")


class Pit:
    """Sends commands to one table. `handle` takes a command as JSON."""

    def __init__(self, handle: Callable[[dict[str, Any]], Answer]) -> None:
        self._handle = handle
        self._bets = 0

    def do(self, word: str, **fields: Any) -> Answer:
        return self._handle({"do": word, "table": TABLE, **fields})

    def refused(self, word: str, **fields: Any) -> RuleBroken:
        try:
            answer = self.do(word, **fields)
        except RuleBroken as refusal:
            return refusal
        raise AssertionError(f"`{word}` was accepted: {answer.events}")

    @property
    def state(self) -> Any:
        return self.do("inspect").state

    def open(self, ruleset: str = "MO-BAC-2004", day: str = DAY, **rules: Any) -> Answer:
        opening = {"game": "baccarat", "ruleset": ruleset, "currency": "HKD", "gaming_day": day}
        return self.do("open-table", **opening, rules={"differential": 1_000_000, **rules})

    def sit(self, *seats: int, amount: int = 100_000) -> None:
        for seat in seats:
            self.do("take-seat", seat=seat, player=f"P-{seat}", amount=amount, source="cash")

    def bet(self, bet: str, on: str, amount: int, seat: int = 1, **fields: Any) -> Answer:
        return self.do("place-bet", bet=bet, player=f"P-{seat}", seat=seat, on=on, amount=amount, **fields)

    def play(self, number: int, cards: Sequence[str] | None = None) -> Answer:
        """A round with a bet on the banker from seat 1 and one on a tie from a standing bettor."""
        self.do("open-round")
        self.bet(f"{number}-b", "banker", 500)
        self.do("place-bet", bet=f"{number}-t", player="P-9", standing=True, on="tie", amount=100)
        self.do("close-bets")
        return self.do("deal", **({} if cards is None else {"cards": list(cards)}))

    def evening(self, chance: Random, rounds: int, **shoe: Any) -> None:
        """A shoe on a table where seats 1 and 2 sit: rounds with bets, held bets, corrections and voids by chance, then it is closed."""
        self.do("load-shoe", **CUT, **shoe)
        self.do("burn")
        for _ in range(rounds):
            self.do("open-round")
            for step in self._steps(chance):
                self.do(**step)
            self.do("close-bets")
            if chance.random() < 0.1:
                self.do("void-round", reason="a card is marked", **TWO_PEOPLE)
            else:
                self.do("deal", **({"exposed": [2]} if chance.random() < 0.1 else {}))
        self.do("close-shoe", reason="the evening is over")

    def _steps(self, chance: Random) -> Iterator[dict[str, Any]]:
        for held in self.state["held"]:
            choices: list[dict[str, Any]] = [
                {"choice": "cancel"},
                {"choice": "maintain"},
                {"choice": "change", "amount": 10, "on": "player"},
            ]
            yield {"word": "decide-held-bet", "bet": held["bet"], **chance.choice(choices)}
        for _ in range(chance.randrange(1, 5)):
            self._bets += 1
            where: dict[str, Any] = {"player": "P-9", "standing": True}
            if chance.random() < 0.7:
                seat = chance.choice((1, 2))
                where = {"player": f"P-{seat}", "seat": seat}
            yield {"word": "place-bet", "bet": f"b-{self._bets}", "on": chance.choice(ON), "amount": chance.randrange(20, 400), **where}
        if chance.random() < 0.3:
            yield {"word": "withdraw-bet", "bet": f"b-{self._bets}", "amount": 10}
        if chance.random() < 0.1:
            yield {"word": "report-error", "kind": "wrong-order", "note": "the shoe was moved"}
            yield {"word": "correct-error", "how": "continue"}


def order(chance: Random, decks: int = 8) -> list[str]:
    """A shoe's cards, next card first."""
    packs = list(DECK) * decks
    chance.shuffle(packs)
    return packs


def replayed(house: House) -> tuple[int, list[str]]:
    """How many commands of its log were decided again, and what did not come out as recorded."""
    replay = Replay(replaying()[1])
    last = house.store.last_position()
    found = [item for page in pages(house.store, 0, last) for record in page for item in replay.take(record)]
    found += replay.end()
    return len(found), [str(item) for item in found if item is not None]
