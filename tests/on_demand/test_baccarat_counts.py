"""Every ordered draw of six cards from a fresh shoe, rank by rank, through the product's drawing and settlement of all six bets."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import perm
from multiprocessing import Pool

import pytest
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

from domain.baccarat.bets import Bet
from domain.baccarat.choices import MACAU_2018
from domain.baccarat.drawing import Hands, next_draw
from domain.baccarat.rules import HouseRules
from domain.baccarat.settlement import settled
from domain.cards import RANKS
from domain.rules import resolve

HOUSE = HouseRules.of("MO-BAC-2018", resolve(MACAU_2018, {"differential": 1, "lucky_six": True}, []))
BETS = [Bet(on, "P-1", None, on, 1) for on in HOUSE.bets]
DECKS = (6, 8)

Ways = Counter[tuple[str, int, int]]
"""In how many orders a bet wins so much, -1 for what it loses, 0 for a tie: by bet, packs and win."""

RESULTS = {
    6: {"banker": 403_095_751_234_560, "player": 392_220_492_728_832, "tie": 83_552_962_932_288},
    8: {"banker": 2_292_252_566_437_888, "player": 2_230_518_282_592_256, "tie": 475_627_426_473_216},
}
LUCKY_SIX_OF_8 = {12: 186_173_936_904_192, 20: 83_058_367_551_488}


def endings(hands: Hands, dealt: tuple[str, ...]) -> Iterator[tuple[Hands, tuple[str, ...]]]:
    draw = next_draw(hands)
    if draw is None:
        yield hands, dealt
        return
    for rank in RANKS:
        yield from endings(hands.with_card(draw.side, rank + "h"), (*dealt, rank))


def orders(ranks: tuple[str, ...], decks: int) -> int:
    """In how many orders six cards begin with cards of these ranks."""
    ways = perm(52 * decks - len(ranks), 6 - len(ranks))
    for times in Counter(ranks).values():
        ways *= perm(4 * decks, times)
    return ways


def wins_beginning_with(two: tuple[str, str]) -> Ways:
    """Of all draws whose first two cards have these ranks."""
    found: Ways = Counter()
    for third, fourth in product(RANKS, RANKS):
        first = Hands((two[0] + "h", third + "h"), (two[1] + "h", fourth + "h"))
        for hands, dealt in endings(first, (*two, third, fourth)):
            ways = {decks: orders(dealt, decks) for decks in DECKS}
            for bet in BETS:
                made = settled(bet, hands, HOUSE)
                win = 0 if made is None else made.win or -1
                for decks in DECKS:
                    found[bet.on, decks, win] += ways[decks]
    return found


@pytest.mark.on_demand
def test_all_ordered_draws_of_six_and_eight_packs(capfd):
    starts = list(product(RANKS, RANKS))
    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    found: Ways = Counter()
    with capfd.disabled(), Progress(*columns, console=Console(stderr=True)) as progress, Pool(2) as pool:
        draws = progress.add_task("draws by their first two ranks", total=len(starts))
        for part in pool.imap_unordered(wins_beginning_with, starts):
            found.update(part)
            progress.advance(draws)
    for decks in DECKS:
        everything, results = perm(52 * decks, 6), RESULTS[decks]
        assert {on: found[on, decks, 8 if on == "tie" else 1] for on in results} == results
        assert found["player", decks, 0] == found["banker", decks, 0] == results["tie"]
        for on in ("player-pair", "banker-pair"):
            assert found[on, decks, 11] * (52 * decks - 1) == everything * (4 * decks - 1)
        for on in HOUSE.bets:
            assert sum(ways for (bet, packs, _), ways in found.items() if (bet, packs) == (on, decks)) == everything
    assert {win: found["lucky-six", 8, win] for win in (12, 20)} == LUCKY_SIX_OF_8
