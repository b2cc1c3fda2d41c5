"""What a rule reference says, whatever it cites: an article of a game's regulation, the tax law, or a procedure of the house."""

from collections.abc import Mapping
from typing import Final

from domain import law
from domain.baccarat import articles as baccarat
from domain.holdem import articles as holdem
from domain.procedures import PROCEDURES

_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {**holdem.TEXTS, **baccarat.TEXTS, **law.TEXTS}


def article_text(ref: str) -> str:
    """The text of a rule reference such as `MO-THP-2008 12(1)` or `HOUSE-FIN 2`.

    An item without a text of its own gets that of its paragraph or article. LookupError for what nobody has written.
    """
    if procedure := PROCEDURES.get(ref):
        return f"{procedure.title}: {procedure.text}"
    ruleset, _, item = ref.partition(" ")
    texts = _TEXTS.get(ruleset, {})
    while item not in texts:
        item, paragraph, _ = item.rpartition("(")
        if not paragraph:
            raise LookupError(f"no text is known for the rule {ref}")
    return texts[item]
