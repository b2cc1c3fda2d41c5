"""Options that several commands share, worded once."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Folder that holds the house's data; by default the user's own data folder.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on one line, or one a line for streams.")]
Format = Annotated[str | None, typer.Option("--format", help="`text`, `json` or `csv`.", show_default="text")]
GamingDay = Annotated[str | None, typer.Option("--gaming-day", metavar="YYYY-MM-DD", help="One gaming day.", show_default=False)]
From = Annotated[str | None, typer.Option("--from", metavar="YYYY-MM-DD", help="First gaming day.", show_default=False)]
To = Annotated[str | None, typer.Option("--to", metavar="YYYY-MM-DD", help="Last gaming day.", show_default=False)]
Currency = Annotated[str | None, typer.Option("--currency", help="`HKD` or `MOP` alone.", show_default=False)]
Table = Annotated[str | None, typer.Option("--table", metavar="CODE", help="One table alone.", show_default=False)]
AsOf = Annotated[int | None, typer.Option("--as-of", metavar="POS", help="What was known at this position of the log.", show_default=False)]
