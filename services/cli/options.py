"""Options that several commands share, worded once."""

import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import typer

from domain.money import EXPONENT
from services.cli.exits import Exit, Failure
from services.reports.forms import FORMS, PAPER
from services.reports.language import LANGUAGES


def _day(value: str | None) -> str | None:
    try:
        if value is None or date.fromisoformat(value).isoformat() == value:
            return value
    except ValueError:
        pass
    raise typer.BadParameter(f"{value!r} is no day; a day is written YYYY-MM-DD, such as 2026-11-30")


def _currency(value: str | None) -> str | None:
    if value is None or value in EXPONENT:
        return value
    raise typer.BadParameter(f"{value!r} is no currency of the house; there are {', '.join(EXPONENT)}")


def _lang(value: str) -> str:
    if value in LANGUAGES:
        return value
    raise typer.BadParameter(f"{value!r} is no language of the house's papers; there are {', '.join(LANGUAGES)}")


Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Folder that holds the house's data; by default the user's own data folder.", show_default=False
    ),
]
Wait = Annotated[
    bool, typer.Option("--wait", help="Wait until the read models show all that was stored when the question began (on PostgreSQL).")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on one line, or one a line for streams.")]
Format = Annotated[str | None, typer.Option("--format", help="`text`, `json`, `csv`, `xlsx` or `pdf`.", show_default="text")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write to this file instead; it is there whole or not at all.", show_default=False),
]
Lang = Annotated[str, typer.Option("--lang", help="Language of `xlsx` and `pdf`: `en`, `zh` or `pt`.", callback=_lang)]
InLanguage = Annotated[str, typer.Option("--language", "--lang", help="Language of what is told: `en`, `zh` or `pt`.", callback=_lang)]
GamingDay = Annotated[
    str | None, typer.Option("--gaming-day", metavar="YYYY-MM-DD", help="One gaming day.", show_default=False, callback=_day)
]
From = Annotated[str | None, typer.Option("--from", metavar="YYYY-MM-DD", help="First gaming day.", show_default=False, callback=_day)]
To = Annotated[str | None, typer.Option("--to", metavar="YYYY-MM-DD", help="Last gaming day.", show_default=False, callback=_day)]
Currency = Annotated[str | None, typer.Option("--currency", help="`HKD` or `MOP` alone.", show_default=False, callback=_currency)]
Table = Annotated[str | None, typer.Option("--table", metavar="CODE", help="One table alone.", show_default=False)]
AsOf = Annotated[int | None, typer.Option("--as-of", metavar="POS", help="What was known at this position of the log.", show_default=False)]
AsReported = Annotated[bool, typer.Option("--as-reported", help="Of a signed day: what was known at the position of its certificate.")]
Restated = Annotated[bool, typer.Option("--restated", help="Of a signed day: with everything that became known after its certificate.")]
Hand = Annotated[
    str | None, typer.Option("--hand", metavar="ID", help="One hand alone, such as `PK-07/2026-11-30/12`.", show_default=False)
]
Player = Annotated[str | None, typer.Option("--player", metavar="ID", help="One player alone.", show_default=False)]

MetricsPort = Annotated[
    int | None,
    typer.Option(
        "--metrics-port", metavar="PORT", min=1, max=65_535, help="Serve metrics for Prometheus on this port.", show_default=False
    ),
]
MetricsHost = Annotated[str, typer.Option("--metrics-host", metavar="HOST", help="Address that the metrics are served on.")]


def form_of(form: str | None, json: bool, *more: str, out: Path | None = None, lang: str = "en") -> str:
    """The form that `--format` and `--json` ask for together, one of a report's forms or of `more`; `out` and `lang` must go with it."""
    known = (*FORMS, *more)
    chosen = form or ("json" if json else "text")
    if chosen not in known:
        raise Failure(Exit.USAGE, f"there is no format {chosen} here; there are {', '.join(known)}")
    if json and chosen != "json":
        raise Failure(Exit.USAGE, f"--json and --format {chosen} ask for different things")
    if lang != "en" and chosen not in PAPER:
        raise Failure(Exit.USAGE, f"--lang {lang} is for {' and '.join(PAPER)}; {chosen} has the same words everywhere")
    if chosen in PAPER and out is None and sys.stdout.isatty():
        raise Failure(Exit.USAGE, f"a terminal cannot show {chosen}: name a file with --out FILE, or send it on through a pipe")
    return chosen


SignedForm = Literal["as-reported", "restated"]


def signed_form_of(as_reported: bool, restated: bool, gaming_day: str | None, as_of: int | None) -> SignedForm | None:
    """Which of the two forms of a signed day is asked for; None for neither."""
    if as_reported and restated:
        raise Failure(Exit.USAGE, "--as-reported and --restated ask for different things")
    if (as_reported or restated) and gaming_day is None:
        raise Failure(Exit.USAGE, "--as-reported and --restated are of one signed day: name it with --gaming-day")
    if as_reported and as_of is not None:
        raise Failure(Exit.USAGE, "--as-reported is of the certificate's own position: leave --as-of out")
    return "as-reported" if as_reported else "restated" if restated else None
