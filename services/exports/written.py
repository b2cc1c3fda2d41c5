"""A hand in any of the forms that it is exported in, as bytes; what takes a library of its own is imported when asked for."""

from services.exports.open_hand_history import to_ohh
from services.exports.poker_hand_history import to_phh
from services.hands import Hand
from services.reports.forms import extra
from services.reports.language import Language


def written(hand: Hand, form: str, language: Language) -> bytes:
    """`form` is `phh`, `ohh` or `pdf`, which alone is in a language. NotThisForm, ExtraMissing."""
    if form == "phh":
        return to_phh(hand)
    if form == "ohh":
        return to_ohh(hand)
    with extra("pdf", "reports"):
        from services.exports.paper import to_paper
    return to_paper(hand, language)
