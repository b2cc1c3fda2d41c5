"""`pataca hand export`: one hand for other programs, or on paper for the file."""

import sys
from typing import Annotated

import typer

from services.cli.exits import Exit, Failure
from services.cli.hand_asked import HandId, asking_hand
from services.cli.options import Data, InLanguage, Out, Wait
from services.cli.output import sink
from services.reports.language import Language

FORMS = ("phh", "ohh", "pdf")
Form = Annotated[str, typer.Option("--format", help="`phh` (Poker Hand History), `ohh` (Open Hand History) or `pdf`.")]


def export(hand: HandId, form: Form, language: InLanguage = "en", out: Out = None, wait: Wait = False, data: Data = None) -> None:
    """Write one hand down: in the notations of poker, or as a page for the file, which takes a baccarat round too."""
    if form not in FORMS:
        raise Failure(Exit.USAGE, f"there is no format {form} here; there are {', '.join(FORMS)}")
    if form != "pdf" and language != "en":
        raise Failure(Exit.USAGE, f"--language {language} is for pdf; {form} has the same words everywhere")
    if form == "pdf" and out is None and sys.stdout.isatty():
        raise Failure(Exit.USAGE, "a terminal cannot show pdf: name a file with --out FILE, or send it on through a pipe")
    from services.exports.recap import NotThisForm
    from services.exports.written import written

    with asking_hand(data, hand, wait) as (_records, _asked, found):
        try:
            content = written(found, form, Language(language))
        except NotThisForm as refused:
            raise Failure(Exit.USAGE, str(refused)) from None
    with sink(out) as write:
        write(content)
