"""`pataca report`: what the house earned and owes, for finance and for the regulator."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import (
    AsOf,
    AsReported,
    Currency,
    Data,
    Format,
    From,
    GamingDay,
    Json,
    Lang,
    Out,
    Restated,
    SignedForm,
    Table,
    To,
    Wait,
    form_of,
    signed_form_of,
)
from services.cli.output import report

if TYPE_CHECKING:
    from projections.filters import Filters
    from projections.ledger.scope import Scope
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
    signed_form: SignedForm | None = None

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


def _by_shift() -> "tuple[type[Projection], Make]":
    from projections.commission import Commission
    from services.reports.floor import commission_by_shift

    return Commission, lambda asked, projection, narrowed, as_of: commission_by_shift(asked, projection, _filters(narrowed), as_of)


def _of_house(module: str, name: str, projection: tuple[str, str] = ("papers", "Papers")) -> Load:
    """A report that asks one snapshot of the books for what it needs: this function of `services.reports`, and the projection
    of `projections` that it needs besides the ledger and the papers."""

    def load() -> "tuple[type[Projection], Make]":
        make = getattr(import_module(f"services.reports.{module}"), name)
        besides = getattr(import_module(f"projections.{projection[0]}"), projection[1])
        return besides, lambda asked, _projection, narrowed, as_of: make(asked, _scope(narrowed, as_of))

    return load


def _of_revenue(make: Callable[..., "Report"]) -> Make:
    def made(asked: "Asked", projection: Any, narrowed: Narrowed, as_of: int) -> "Report":
        return make(asked.connection, projection, _filters(narrowed), as_of, asked.policy_on)

    return made


def _of_ledger(make: Callable[..., "Report"]) -> Make:
    def made(asked: "Asked", projection: Any, narrowed: Narrowed, as_of: int) -> "Report":
        return make(asked.connection, projection, _scope(narrowed, as_of))

    return made


def _filters(narrowed: Narrowed) -> "Filters":
    from projections.filters import Filters

    return Filters(**narrowed.days, table=narrowed.table, currency=narrowed.currency, as_of=narrowed.as_of)


def _scope(narrowed: Narrowed, as_of: int) -> "Scope":
    from projections.ledger.scope import Scope

    days = {"gaming_day": narrowed.gaming_day, "day_from": narrowed.from_day, "day_to": narrowed.to_day}
    restated = narrowed.gaming_day if narrowed.signed_form == "restated" else None
    return Scope(as_of=as_of, **days, currency=narrowed.currency, table=narrowed.table, restated=restated)


_LARGE = ("large", "Large")
_REGULATOR = ("regulator", "Regulator")

REPORTS: dict[str, tuple[str, Load]] = {
    "commission": ("Commission by day and table: its base, what was charged, what rounding and the cap let go.", _commission),
    "ggr": ("Gross gaming revenue by day and table, and in MOP at the policy's rate.", _ggr),
    "handle": ("Baccarat by kind of bet: what was staked and paid, and what the odds would have left the house.", _handle),
    "voids": ("Every void with its error, its reason and the two people who stand behind it.", _voids),
    "liability": ("What is owed to customers, and where the chips are.", _liability),
    "exceptions": ("What people should look at: breaks, balances below zero, trays that are not kept.", _exceptions),
    "commission-by-shift": ("Commission by table and shift.", _by_shift),
    "ggr-to-date": ("Gross gaming revenue of a day, its month and its year to date, by table.", _of_house("house", "ggr_to_date")),
    "tax": ("Gaming tax and contributions: of each day, month and year to date.", _of_house("house", "tax")),
    "minimum": ("What each table must bring in a year on average, and what it has brought.", _of_house("house", "minimum")),
    "win": ("The win of each table and shift, by count and by events.", _of_house("floor", "win")),
    "slips": ("Fills and credits: sent, received, voided, by whom; and missing numbers.", _of_house("floor", "slips")),
    "over-short": ("What counts found over and short, runs of one sign, month to date.", _of_house("floor", "over_short")),
    "large": ("Large transactions, single and added up by player, day and direction.", _of_house("watched", "large", _LARGE)),
    "structuring": ("Sums of a player's day just below the threshold of large transactions.", _of_house("watched", "structuring", _LARGE)),
    "manual": ("Entries that two people stand behind, with their reasons.", _of_house("watched", "manual")),
    "breaks": ("Breaks on record by age, and what people have done about them.", _of_house("closes", "breaks")),
    "certificate": ("Signed days: proof, maker, checker, breaks carried.", _of_house("closes", "certificate")),
    "restatements": ("What was booked about a signed day after its certificate.", _of_house("closes", "restatements")),
    "regulator": ("Everything about a table in a month, for the regulator.", _of_house("regulator", "regulator", _REGULATOR)),
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
        out: Out = None,
        lang: Lang = "en",
        as_reported: AsReported = False,
        restated: Restated = False,
        wait: Wait = False,
        data: Data = None,
    ) -> None:
        if gaming_day and (day_from or day_to):
            raise Failure(Exit.USAGE, "give a gaming day, or the days from and to, not both")
        signed_form = signed_form_of(as_reported, restated, gaming_day, as_of)
        chosen = form_of(form, json, out=out, lang=lang)
        narrowed = Narrowed(gaming_day, day_from, day_to, table, currency, as_of, signed_form)
        report(_made(load, data, narrowed, wait), chosen, out, lang)


for _name, (_text, _load) in REPORTS.items():
    _add(_name, _text, _load)


def _made(load: Load, data: Path | None, narrowed: Narrowed, wait: bool) -> "Report":
    from projections.ledger.ledger import Ledger
    from projections.papers import Papers
    from projections.projection import Projection
    from services.cli.asking import asking, known_table, of_signed_day, position_asked

    projection, make = load()
    kinds: list[type[Projection]] = list(dict.fromkeys([projection, Ledger, Papers]))
    with asking(data, *kinds, wait=wait) as (records, now):
        known_table(records, narrowed.table)
        asked, wanted = of_signed_day(now, narrowed.gaming_day, narrowed.signed_form, narrowed.as_of)
        as_of = position_asked(wanted, min(asked.live(kind)[1] for kind in kinds))
        made = make(asked, asked.live(projection)[0], replace(narrowed, as_of=wanted), as_of)
        return asked.headed(made, narrowed.days)
