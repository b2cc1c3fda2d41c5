"""What a rule reference means, in every language of the house: printed beside each step of a replay and on a hand's paper.

The senses explain; the law is the regulation's own text.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from domain.articles import article_text
from domain.baccarat import articles as baccarat
from domain.holdem import articles as holdem
from services.reports.language import LANGUAGES

_FOLLOWS = {holdem.CARD_ROOM: holdem.STATUTE, baccarat.AMENDED: baccarat.STATUTE}
"""A ruleset that changes some items of another one says the rest as that one does."""


def sense(ref: str) -> dict[str, str]:
    """By language, what a reference such as `MO-THP-2008 12(1)` says. An item without a text of its own gets that of its paragraph
    or article, as in English; what is written in English alone is English everywhere. LookupError for what nobody has written.
    """
    english = article_text(ref)
    ruleset, _, item = ref.partition(" ")
    texts = {**_senses().get(_FOLLOWS.get(ruleset, ruleset), {}), **_senses().get(ruleset, {})}
    while item not in texts and item:
        item = item.rpartition("(")[0]
    return {**dict.fromkeys(LANGUAGES, english), **texts.get(item, {})}


@cache
def _senses() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """By ruleset, item and language; English is not among them."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for line in files("services.reports").joinpath("texts", "articles.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            ruleset = found[line.strip("[]")] = {}
        elif not line.startswith("#"):
            item, *texts = line.split("|")
            ruleset[item] = dict(zip(LANGUAGES[1:], texts, strict=True))
    return found
