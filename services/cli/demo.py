"""`pataca demo`: an evening at the tables, then the books and their proof."""

from collections import Counter
from pathlib import Path
from random import Random, SystemRandom
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.output import line, progress, report
from services.demo.set_pieces import PIECES, SIDE_POTS, SPLIT, TABLE

if TYPE_CHECKING:
    from services.app import House, Records


def demo(
    hands: Annotated[int, typer.Option(min=0, max=10_000, help="Hands of the evening, besides four whose cards are known.")] = 30,
    seed: Annotated[
        int | None,
        typer.Option(help="Play the same evening again; without it cards come from the operating system's randomness.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="A missing or empty folder; a fresh one if left out.", show_default=False)
    ] = None,
) -> int:
    """Play an evening of Hold'em and baccarat, keep the books, and prove them."""
    from services.app import open_house, open_projecting

    folder = _fresh_folder(data)
    with open_house(folder, seed) as house:
        where = house.place.name
        if house.store.last_position():
            raise Failure(Exit.CONFLICT, f"{where} holds a house already; the demo takes an empty one")
        line(f"An evening of Texas Hold'em and baccarat under the statutory rules of Macau; all of it is kept in {where}\n")
        _play(house, hands, Random(seed) if seed is not None else SystemRandom())  # noqa: S311 - habits, not cards
        day = house.today()
    with open_projecting(folder) as records:
        try_next = _show_books(records, day)
        agrees = _prove(records)
    line("\nTry next:")
    for command in try_next:
        line(f"  {command}")
    line("\nEverything agrees." if agrees else "\nNOT everything agrees: see the checks above.")
    return Exit.FINE if agrees else Exit.REFUSED


def _fresh_folder(data: Path | None) -> Path:
    if data is None:
        return Path(mkdtemp(prefix="pataca-demo-"))
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise Failure(Exit.CONFLICT, f"{data} is not empty; the demo takes a missing or an empty folder")
    return data


def _play(house: "House", hands: int, chance: Random) -> None:
    from services.demo.evening import play_evening
    from services.demo.floor import Floor

    floor = Floor(house.commands)
    played = Counter(progress(play_evening(floor, house.today(), hands, chance), hands + len(PIECES), "hands"))
    for table, number in sorted(played.items()):
        line(f"  {table}: {number} hands")
    line(f"  {floor.accepted:,} commands made {floor.events:,} events; refused, and nothing stored of it:")
    for refusal in floor.refused:
        line(f"    {refusal.code} ({refusal.rule}): {refusal.message}")


def _show_books(records: "Records", day: str) -> list[str]:
    """Prints balances and revenue; what to look at next."""
    from projections.commission import Commission
    from projections.filters import ALL
    from projections.ledger.journal import journal
    from projections.ledger.ledger import Ledger
    from projections.ledger.scope import Scope
    from services.reports import ledger, revenue
    from services.reports.fresh import ask

    records.catch_up()
    with ask(records.store, records.books, (), writing=False) as asked:
        books, position = asked.live(Ledger)
        commission, _ = asked.live(Commission)
        line()
        report(ledger.trial_balance(asked.connection, books, Scope(as_of=position), detail=False), "text")
        report(revenue.commission(asked.connection, commission, ALL, position, asked.policy_on), "text")
        of_split = journal(asked.connection, books.tables, Scope(as_of=position, hand=f"{TABLE}/{day}/{SPLIT}"))
        odd_chip = [row["line"] for row in of_split if row["leg"] == "ODD_CHIP"][:1]  # none in books that are wrong
    commands = [f"hand show {TABLE}/{day}/{SIDE_POTS}", *(f"ledger why {found}" for found in odd_chip), "ledger statement --wallet P-1006"]
    commands += [f"reconcile --gaming-day {day}", f"close-day --gaming-day {day}"]
    return [f"pataca {command}{records.place.option}" for command in commands]


def _prove(records: "Records") -> bool:
    from services.cli.checks import print_check

    agrees = True
    for check in records.verify(lambda read, what: progress(read, None, what)):
        print_check(check)
        agrees = agrees and check.agrees
    return agrees
