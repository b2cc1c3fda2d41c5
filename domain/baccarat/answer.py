"""The answer to one command while it is being made: the events so far, and the table as it stands after them."""

from collections.abc import Callable, Collection, Sequence

from domain.baccarat import events as e
from domain.baccarat.evolve import EVOLVE
from domain.baccarat.rules import HouseRules
from domain.baccarat.shoe import Shoe
from domain.baccarat.table import Table, shoe_id
from domain.event import Event
from domain.given import BurnedCardDue, Given, SealDue, ShoeCardsDue

BURNED: "Final" = "burn/1"
ORDER: "Final" = "order"
