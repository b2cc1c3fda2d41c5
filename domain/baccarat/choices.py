"""The house choices of a baccarat table, as data: what may be chosen, what stands if nothing is, what needs a permit.

The two rulesets differ in these tables and nowhere else.
"""

from typing import Any, Final

from domain.allowed import Allowed, Chosen, flag, in_chips, one_of, or_null, other_than, whole
from domain.fields import AMOUNT_MAX
from domain.rules import Choice, Ruleset

SEATS_MAX: Final = 1_000
PACK: Final = 52
TIE_OPTIONS: Final = ("cancel", "maintain", "change-amount", "switch-side")
NOT_IN_CSM: Final = (
    *("cutter", "cut_depth_min", "burn_method", "burn_fixed", "demo_rounds_max"),
    *("after_cut_card", "cut_before_first", "round_burn"),
)
"""Choices of articles 2(1), 2(2), 3 and 8, which a continuous shuffler does without (2(3))."""


def _permitted(name: str, article: str, allowed: Allowed, default: Any, *permit_articles: str) -> Choice:
    """A choice whose default is the house's standing one, and whose other values take a permit (19)."""
    return Choice(name, article, allowed, default, permit_articles=permit_articles, departs=other_than(default))


def _unit(chosen: Chosen) -> Any:
    return chosen["unit"]


def _from(lowest: str) -> Any:
    """An amount not below that of another choice."""

    def allowed(value: Any, chosen: Chosen) -> str | None:
        return whole(chosen[lowest], AMOUNT_MAX)(value, chosen)

    return allowed


def _behind_white_card(value: Any, chosen: Chosen) -> str | None:
    return whole(12, PACK * chosen["decks"])(value, chosen)


def _burned_each_round(value: Any, chosen: Chosen) -> str | None:
    """Two rounds must find their cards behind the white card of any shoe."""
    return whole(0, PACK * chosen["decks"] // 2 - 6)(value, chosen)


def _tie_options(value: Any, _chosen: Chosen) -> str | None:
    is_list = isinstance(value, list) and all(isinstance(option, str) and option in TIE_OPTIONS for option in value)
    if is_list and len(set(value)) == len(value) and ("cancel" in value or "maintain" in value):
        return None
    return f"a list of {', '.join(TIE_OPTIONS)}, each once, with cancel or maintain among them"


def _fewer_tie_options(value: Any) -> bool:
    return set(value) != set(TIE_OPTIONS)


def _may_hold(value: Any, chosen: Chosen) -> str | None:
    """Cards of a continuous shuffler lie face up (7(2))."""
    if chosen["deal_mode"] == "shoe":
        return flag(value, chosen)
    return None if value is False else "false alone"


def _burn_fixed(value: Any, chosen: Chosen) -> str | None:
    if chosen["burn_method"] == "fixed":
        return whole(1, 8)(value, chosen)
    return None if value is None else "nothing, unless `burn_method` is fixed"


_EQUIPMENT: Final = (
    Choice("unit", "18", whole(1, AMOUNT_MAX), 1),
    Choice("differential", "14", in_chips, required=True),
    Choice("bet_min", "13", _from("unit"), _unit),
    Choice("bet_max", "13", or_null(_from("bet_min"))),
    Choice("side_bet_min", "13", _from("unit"), _unit),
    Choice("side_bet_max", "13", or_null(_from("side_bet_min"))),
    Choice("decks", "1(1)", whole(6, 12), 8),
    _permitted("deal_mode", "1(2)", one_of("shoe", "csm"), "shoe", "2", "7"),
    Choice("layouts", "1(5)", whole(1, 2), 1),
    Choice("seats", "1(5)", whole(7, SEATS_MAX), 7),
    _permitted("cutter", "2(1)", one_of("bettor", "croupier"), "bettor", "2"),
    Choice("cut_depth_min", "2(1)", _behind_white_card, 12),
)
_PLAY: Final = (
    _permitted("demo_rounds_max", "2(2)", whole(0, 3), 0, "2"),
    _permitted("after_cut_card", "3(1)", one_of("one-more", "this-round-last"), "one-more", "3"),
    Choice("cut_before_first", "3(1)", one_of("counts-as-this-round", "this-round-last"), "counts-as-this-round"),
    Choice("round_burn", "8", _burned_each_round, 0),
    Choice("tie_options", "12", _tie_options, lambda _chosen: list(TIE_OPTIONS), permit_articles=("12",), departs=_fewer_tie_options),
    Choice("tie_carry_over_shoe", "12", flag, default=False),
    Choice("standing_zone", "15", flag, default=True),
    Choice("pair_needs_main", "13(4)", flag, default=False),
    Choice("hold_cards", "16(1)", _may_hold, lambda chosen: chosen["deal_mode"] == "shoe"),
    Choice("exposed_before_close", "4", one_of("burn", "play"), "burn"),
)
_COMMISSION_ROUND: Final = Choice("commission_round", "18", one_of("down-to-unit", "exact-only"), "down-to-unit")

MACAU_2004: Final = Ruleset(
    name="MO-BAC-2004",
    game="baccarat",
    effective_from="2004-05-18",
    choices=(
        *_EQUIPMENT,
        _permitted("burn_method", "2(1)", one_of("first-card-face", "deck-count"), "first-card-face", "2"),
        *_PLAY,
        Choice("commission", "18", one_of("five-per-cent"), "five-per-cent"),
        _COMMISSION_ROUND,
    ),
)
"""The Macau statutory regulation of 12 May 2004."""

MACAU_2018: Final = Ruleset(
    name="MO-BAC-2018",
    game="baccarat",
    effective_from="2018-04-24",
    choices=(
        *_EQUIPMENT,
        _permitted("burn_method", "2(1)", one_of("first-card-face", "deck-count", "fixed"), "first-card-face", "2"),
        Choice("burn_fixed", "2(1)", _burn_fixed, required=lambda chosen: chosen["burn_method"] == "fixed"),
        *_PLAY,
        _permitted("commission", "18", one_of("five-per-cent", "none-six-pays-half"), "five-per-cent", "18"),
        _COMMISSION_ROUND,
        Choice("lucky_six", "13", flag, default=False),
    ),
)
"""The same with its amendments: a fixed burn (2011), the table without commission (2005), Lucky 6 (2018)."""

RULESETS: Final = {ruleset.name: ruleset for ruleset in (MACAU_2004, MACAU_2018)}
