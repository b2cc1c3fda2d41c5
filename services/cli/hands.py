"""`pataca hand`: the hands that were played, as a list, as a story, and step by step."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from services.cli.exits import Exit
from services.cli.options import Currency, Data, GamingDay, Json, Player, Table, Wait
from services.cli.output import json_line, line
from services.errors import NotFound
from services.reports.report import display, many

if TYPE_CHECKING:
    from services.hands import Hand
    from services.reports.fresh import Asked

app = typer.Typer(help="The hands that were played: a list, a story, a replay step by step.", no_args_is_help=True)

HandId = Annotated[str, typer.Argument(metavar="ID", help="A hand's id, such as `PK-07/2026-11-30/12`.")]


@app.command("list")
def list_hands(
    gaming_day: GamingDay = None,
    table: Table = None,
    player: Player = None,
    currency: Currency = None,
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """The hands in the order in which they began."""
    from projections.filters import Filters
    from projections.hands import Hands
    from services.cli.asking import asking, known_table

    filters = Filters(gaming_day=gaming_day, table=table, player=player, currency=currency)
    with asking(data, Hands, wait=wait) as (records, asked):
        known_table(records, table)
        hands, _position = asked.live(Hands)
        for row in hands.list(asked.connection, filters):
            json_line(row) if json else line(_summary(row))


@app.command()
def show(hand: HandId, json: Json = False, wait: Wait = False, data: Data = None) -> None:
    """One hand as a story."""
    from services.hands import in_short

    with _hand(data, hand, wait) as (_asked, found):
        told = [{"position": record.position, "text": text} for record, text in in_short(found)]
    if json:
        json_line({**found.row, "story": [sentence["text"] for sentence in told]})
        return
    line(_summary(found.row))
    for sentence in told:
        line(f"{sentence['position']:>7}  {sentence['text']}")


@app.command()
def replay(hand: HandId, json: Json = False, wait: Wait = False, data: Data = None) -> int:
    """One hand step by step: rule, state and postings of every event; then the rules are run again over it."""
    from services.app import replaying
    from services.hands import run_again, steps

    tables, handlers = replaying()
    with _hand(data, hand, wait) as (asked, found):
        told = list(steps(found, tables, asked.postings))
    checked, differences = run_again(found, tables, handlers.parser())
    if json:
        json_line({"id": found.id, "steps": told, "replay": {"commands": checked, "differences": [asdict(one) for one in differences]}})
        return Exit.REFUSED if differences else Exit.FINE
    line(_summary(found.row))
    for step in told:
        for text in _step(step, found.row["currency"]):
            line(text)
    line(_verdict(checked, differences))
    return Exit.REFUSED if differences else Exit.FINE


@contextmanager
def _hand(data: Path | None, hand: str, wait: bool) -> "Iterator[tuple[Asked, Hand]]":
    from projections.hands import Hands
    from projections.ledger.ledger import Ledger
    from services.cli.asking import asking
    from services.hands import read_hand

    with asking(data, Hands, Ledger, wait=wait) as (records, asked):
        row = asked.live(Hands)[0].find(asked.connection, hand)
        if row is None:
            raise NotFound(f"there is no hand {hand}; `pataca hand list` names them all")
        yield asked, read_hand(records.store, row)


def _summary(row: Mapping[str, Any]) -> str:
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


def _step(step: dict[str, Any], currency: str) -> Iterator[str]:
    rule = f"   [{step['rule']}]" if step["rule"] else ""
    yield f"{step['event'].rsplit('@', 1)[1]:>5}  {step['text']}{rule}"
    for posting in step["postings"]:
        amount = display(posting["amount"], currency)
        yield f"{'':>9}{posting['book']:<6} {posting['account']:<34} {amount:>14} {posting['currency']}"


def _verdict(checked: int, differences: list[Any]) -> str:
    if not differences:
        return f"replayed: the rules, run again over {checked} commands, give the same events byte for byte"
    return "\n".join(f"DIFFERS at {one.id}: {one.message}" for one in differences)
