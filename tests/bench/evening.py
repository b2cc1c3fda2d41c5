"""An evening at the tables, played once: the records that the benchmarks of the store, the log and the books work on."""

from functools import cache
from random import Random

from domain.event import Recorded
from services.demo.evening import play_evening
from services.demo.floor import Floor
from tests.services.house import DAY, house

HANDS = 150


@cache
def evening() -> tuple[Recorded, ...]:
    """The whole log of the house: wallets, cage and day, and three tables with fifty hands each, as commands have made it."""
    with house() as opened:
        for _ in play_evening(Floor(opened.commands), DAY, HANDS, Random(7)):
            pass
        return tuple(opened.store.read(0, opened.store.last_position()))
