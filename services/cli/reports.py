"""`pataca report`: what the house earned, for finance and for the regulator."""

from typing import Any

import typer

from services.cli.exits import Exit, Failure
from services.cli.options import AsOf, Currency, Data, Format, From, GamingDay, Json, Table, To, form_of
from services.cli.output import report

app = typer.Typer(help="What the house earned, for finance and for the regulator.", no_args_is_help=True)


@app.command()
def commission(
    gaming_day: GamingDay = None,
    day_from: From = None,
    day_to: To = None,
    table: Table = None,
    currency: Currency = None,
    as_of: AsOf = None,
    form: Format = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Commission by day and table: what it was worked out from, what was charged, what rounding and the cap let go."""
    from projections.commission import Commission
    from services.reports import revenue

    _print(Commission, revenue.commission, data, form_of(form, json), _narrowed(gaming_day, day_from, day_to, table, currency, as_of))


@app.command()
def ggr(
    gaming_day: GamingDay = None,
    day_from: From = None,
    day_to: To = None,
    table: Table = None,
    currency: Currency = None,
    as_of: AsOf = None,
    form: Format = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Gross gaming revenue by day and table, and in MOP at the policy's rate."""
    from projections.regulator import Regulator
    from services.reports import revenue

    _print(Regulator, revenue.ggr, data, form_of(form, json), _narrowed(gaming_day, day_from, day_to, table, currency, as_of))


@app.command()
def voids(
    gaming_day: GamingDay = None,
    day_from: From = None,
    day_to: To = None,
    table: Table = None,
    currency: Currency = None,
    as_of: AsOf = None,
    form: Format = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Every void hand with its error, its reason and the two people who stand behind it."""
    from projections.regulator import Regulator
    from services.reports import revenue

    _print(Regulator, revenue.voids, data, form_of(form, json), _narrowed(gaming_day, day_from, day_to, table, currency, as_of))


def _narrowed(
    gaming_day: str | None, day_from: str | None, day_to: str | None, table: str | None, currency: str | None, as_of: int | None
) -> dict[str, Any]:
    if gaming_day and (day_from or day_to):
        raise Failure(Exit.USAGE, "give a gaming day, or the days from and to, not both")
    return {"gaming_day": gaming_day, "from_day": day_from, "to_day": day_to, "table": table, "currency": currency, "as_of": as_of}


def _print(projection: Any, make: Any, data: Any, form: str, narrowed: dict[str, Any]) -> None:
    from projections.filters import Filters
    from services.cli.asking import asking, position_asked

    with asking(data, projection) as (_records, asked):
        found, position = asked.live(projection)
        as_of = position_asked(narrowed["as_of"], position)
        made = make(asked.connection, found, Filters(**narrowed), as_of, asked.policy_on)
    report(made, form)
