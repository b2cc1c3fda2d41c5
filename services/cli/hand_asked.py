"""One hand that a question is about: found by its id, and named in a line."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.errors import NotFound
from services.reports.report import display, many

if TYPE_CHECKING:
    from services.app import Records
    from services.hands import Hand
    from services.reports.fresh import Asked

HandId = Annotated[str, typer.Argument(metavar="ID", help="A hand's id, such as `PK-07/2026-11-30/12`.")]


@contextmanager
def asking_hand(data: Path | None, hand: str, wait: bool) -> "Iterator[tuple[Records, Asked, Hand]]":
    """The records, a snapshot of the books, and the hand. NotFound."""
    from projections.hands import Hands
    from projections.ledger.ledger import Ledger
    from services.cli.asking import asking
    from services.hands import read_hand

    with asking(data, Hands, Ledger, wait=wait) as (records, asked):
        row = asked.live(Hands)[0].find(asked.connection, hand)
        if row is None:
            raise NotFound(f"there is no hand {hand}; `pataca hand list` names them all")
        yield records, asked, read_hand(records.store, row)


def summary(row: Mapping[str, Any]) -> str:
    return _of_round(row) if row["game"] == "baccarat" else _of_hand(row)


def _of_round(row: Mapping[str, Any]) -> str:
    currency, totals = row["currency"], row["totals"]
    result = f"player {totals['player']}, banker {totals['banker']}: {row['result']}; " if totals else ""
    staked = f"staked {currency} {display(row['staked'], currency)}, commission {display(row['commission'], currency)}"
    return f"{row['id']:<28} {row['status']:<11} {many(len(row['bettors']), 'bettor')}, {result}{staked}"


def _of_hand(row: Mapping[str, Any]) -> str:
    currency = row["currency"]
    winners = ", ".join(f"{one['player']} {display(one['amount'], currency)}" for one in row["winners"])
    pot = f"pot {currency} {display(row['pot'], currency)}, commission {display(row['commission'], currency)}"
    return f"{row['id']:<28} {row['status']:<11} {many(len(row['players']), 'player')}, {pot}{f', to {winners}' if winners else ''}"
