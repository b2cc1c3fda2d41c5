"""The law that gaming revenue is taxed by, as far as entries cite it."""

from typing import Final

GAMING_TAX: Final = "MO-L16-2001 27(1)"

TEXTS: Final = {
    "MO-L16-2001": {"27(1)": "Concessionaires pay a special gaming tax, calculated on the gross revenue of the operation of games."}
}
