"""`pataca report`: what the house earned and owes, for finance and for the regulator."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import AsOf, Currency, Data, Format, From, GamingDay, Json, Table, To, Wait, form_of
from services.cli.output import report

if TYPE_CHECKING:
    from projections.projection import Projection
    from services.reports.fresh import Asked
    from services.reports.report import Report

app = typer.Typer(help="What the house earned and owes, for finance and for the regulator.", no_args_is_help=True)


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What `report` may be narrowed to; days are gaming days."""

    gaming_day: str | None
    from_day: str | None
    to_day: str | None
    table: str | None
    currency: str | None
    as_of: int | None

    @property
    def days(self) -> dict[str, str | None]:
        return {"gaming_day": self.gaming_day, "from_day": self.from_day, "to_day": self.to_day}


Make = Callable[["Asked", Any, Narrowed, int], "Report"]
Load = Callable[[], "tuple[type[Projection], Make]"]
"""Which projection a report asks and how it is made; imported when it is asked for."""


def _commission() -> "tuple[type[Projection], Make]":
    from projections.commission import Commission
    from services.reports import revenue

    return Commission, _of_revenue(revenue.commission)


def _ggr() -> "tuple[type[Projection], Make]":
    from projections.regulator import Regulator
    from services.reports import revenue

    return Regulator, _of_revenue(revenue.ggr)


def _voids() -> "tuple[type[Projection], Make]":
    from projections.regulator import Regulator
    from services.reports import revenue

    return Regulator, _of_revenue(revenue.voids)


def _handle() -> "tuple[type[Projection], Make]":
    from projections.regulator import Regulator
    from services.reports import revenue

    return Regulator, _of_revenue(revenue.handle)


def _liability() -> "tuple[type[Projection], Make]":
    from projections.ledger.ledger import Ledger
    from services.reports import ledger

    return Ledger, _of_ledger(ledger.liability)


def _exceptions() -> "tuple[type[Projection], Make]":
    from projections.ledger.ledger import Ledger
    from services.reports import ledger

    return Ledger, _of_ledger(ledger.exceptions)


def _of_revenue(make: Callable[..., "Report"]) -> Make:
    def made(asked: "Asked", projection: Any, narrowed: Narrowed, as_of: int) -> "Report":
        from projections.filters import Filters

        filters = Filters(**narrowed.days, table=narrowed.table, currency=narrowed.currency, as_of=narrowed.as_of)
        return make(asked.connection, projection, filters, as_of, asked.policy_on)

    return made


def _of_ledger(make: Callable[..., "Report"]) -> Make:
    def made(asked: "Asked", projection: Any, narrowed: Narrowed, as_of: int) -> "Report":
        from projections.ledger.scope import Scope

        days = {"gaming_day": narrowed.gaming_day, "day_from": narrowed.from_day, "day_to": narrowed.to_day}
        return make(asked.connection, projection, Scope(as_of=as_of, **days, currency=narrowed.currency, table=narrowed.table))

    return made


REPORTS: dict[str, tuple[str, Load]] = {
    "commission": ("Commission by day and table: its base, what was charged, what rounding and the cap let go.", _commission),
    "ggr": ("Gross gaming revenue by day and table, and in MOP at the policy's rate.", _ggr),
    "handle": ("Baccarat by kind of bet: what was staked and paid, and what the odds would have left the house.", _handle),
    "voids": ("Every void with its error, its reason and the two people who stand behind it.", _voids),
    "liability": ("What is owed to customers, and where the chips are.", _liability),
    "exceptions": ("What people should look at: breaks, balances below zero, trays that are not kept.", _exceptions),
}


def _add(name: str, text: str, load: Load) -> None:
    @app.command(name, help=text)
    def command(
        gaming_day: GamingDay = None,
        day_from: From = None,
        day_to: To = None,
        table: Table = None,
        currency: Currency = None,
        as_of: AsOf = None,
        form: Format = None,
        json: Json = False,
        wait: Wait = False,
        data: Data = None,
    ) -> None:
        if gaming_day and (day_from or day_to):
            raise Failure(Exit.USAGE, "give a gaming day, or the days from and to, not both")
        chosen = form_of(form, json)
        report(_made(load, data, Narrowed(gaming_day, day_from, day_to, table, currency, as_of), wait), chosen)


for _name, (_text, _load) in REPORTS.items():
    _add(_name, _text, _load)


def _made(load: Load, data: Path | None, narrowed: Narrowed, wait: bool) -> "Report":
    from projections.ledger.ledger import Ledger
    from services.cli.asking import asking, known_table, position_asked

    projection, make = load()
    with asking(data, projection, Ledger, wait=wait) as (records, asked):
        known_table(records, narrowed.table)
        found, position = asked.live(projection)
        as_of = position_asked(narrowed.as_of, position)
        return asked.headed(make(asked, found, narrowed, as_of), narrowed.days)
