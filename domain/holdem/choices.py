"""The house choices of a Hold'em table, as data: what may be chosen, what stands if nothing is, what needs a permit.

The two rulesets differ in these tables and nowhere else; the reasons are in docs/holdem.md, Readings.
"""

from typing import Any, Final

from domain.allowed import Chosen, equal_to, flag, in_chips, one_of, or_null, other_than, whole
from domain.fields import AMOUNT_MAX
from domain.money import floor_to
from domain.rules import Choice, Ruleset


def _up_to_big_blind(value: Any, chosen: Chosen) -> str | None:
    return in_chips(value, chosen, chosen["big_blind"])


def _commission_unit(value: Any, chosen: Chosen) -> str | None:
    """The cap is a whole number of steps, so that the commission is one too."""
    cap = (chosen["commission_cap_bb"] or 0) * chosen["big_blind"]
    phrase = _up_to_big_blind(value, chosen)
    if phrase is None and cap % value == 0:
        return None
    return f"a multiple of `unit` ({chosen['unit']}), at most `big_blind`, that divides the commission's cap ({cap})"


def _limit_bet(value: Any, chosen: Chosen) -> str | None:
    """The sizes of a fixed-limit game may be named where the profile does not follow from the blinds."""
    if chosen["limit_profile"] != "cardroom":
        return None if value is None else "nothing, unless `limit_profile` is cardroom"
    return in_chips(value, chosen)


def _half_the_big_blind(chosen: Chosen) -> int:
    unit: int = chosen["unit"]
    return max(floor_to(chosen["big_blind"] // 2, unit), unit)


def _as_big_blind(chosen: Chosen) -> Any:
    return chosen["big_blind"]


_PROFILES: Final = ("statutory", "literal-sb", "cardroom")
_STAKES: Final = (
    Choice("unit", "10(4)", whole(1, AMOUNT_MAX), 1),
    Choice("big_blind", "5(2)", in_chips, required=True),
    Choice("small_blind", "5(1)", _up_to_big_blind, _half_the_big_blind),
    Choice("posted_blind_min", "4(3)", whole(1, AMOUNT_MAX), _as_big_blind),
    Choice("posted_blind_max", "4(3)", whole(1, AMOUNT_MAX), _as_big_blind),
    Choice("min_bet", "11(3)", in_chips, _as_big_blind),
)
_EQUIPMENT: Final = (
    Choice("layouts", "1(1)(1)", whole(1, 1), 1),
    Choice("min_players", "2(3)", whole(2, 2), 2),
    Choice("card_source", "3(1)", one_of("shuffler", "shoe", "hand"), "shuffler"),
    Choice("structure", "11", one_of("no-limit", "fixed-limit"), "no-limit"),
)
_COMMISSION_UNIT: Final = Choice("commission_unit", "16", _commission_unit, lambda chosen: chosen["unit"])
_UNCAP: Final = one_of("before-cap", "round-start", "never")
_HEADSUP: Final = one_of("statutory", "cardroom")
_QUADS: Final = Choice("quads_kicker", "15(3)", one_of("plays", "ignored"), "plays")

MACAU: Final = Ruleset(
    name="MO-THP-2008",
    game="holdem",
    effective_from="2008-01-22",
    choices=(
        *_STAKES,
        *_EQUIPMENT,
        Choice("seats", "2(1)", whole(10, 22), 10),
        Choice("limit_profile", "11(2)", one_of(*_PROFILES), "statutory", permit_articles=("11",), departs=other_than("statutory")),
        Choice("max_raises", "12(2)", whole(3, 3), 3),
        Choice("two_player_uncap", "12(4)", _UNCAP, "before-cap", permit_articles=("12",), departs=equal_to("never")),
        Choice("headsup_blinds", "5", _HEADSUP, "statutory", permit_articles=("5",), departs=equal_to("cardroom")),
        Choice("commission_bp", "16", whole(300, 500), 500),
        Choice("commission_cap_bb", "16", whole(1, 5), 5),
        _COMMISSION_UNIT,
        Choice("no_flop_no_drop", "16", flag, default=False, permit_articles=("16",), departs=equal_to(value=True)),
        Choice("odd_chip", "10(5)", one_of("croupier-left"), "croupier-left"),
        _QUADS,
        Choice("showdown", "8(5)", one_of("all-live-hands"), "all-live-hands"),
    ),
)
"""The Macau statutory regulation. Signed on 18 January 2008, in force from the day after its publication."""

CARDROOM: Final = Ruleset(
    name="CARDROOM-TDA",
    game="holdem",
    effective_from=None,
    choices=(
        *_STAKES,
        *_EQUIPMENT,
        Choice("seats", "2(1)", whole(2, 22), 10),
        Choice("limit_profile", "11(2)", one_of(*_PROFILES), "cardroom"),
        Choice("small_bet", "11(2)", _limit_bet, lambda chosen: chosen["big_blind"] if chosen["limit_profile"] == "cardroom" else None),
        Choice("big_bet", "11(2)", _limit_bet, lambda chosen: chosen["small_bet"] and 2 * chosen["small_bet"]),
        Choice("max_raises", "12(2)", whole(1, 9), 3),
        Choice("two_player_uncap", "12(4)", _UNCAP, "round-start"),
        Choice("headsup_blinds", "5", _HEADSUP, "cardroom"),
        Choice("commission_bp", "16", whole(0, 1_000), 0),
        Choice("commission_cap_bb", "16", or_null(whole(0, 100)), None),
        _COMMISSION_UNIT,
        Choice("no_flop_no_drop", "16", flag, default=True),
        Choice("odd_chip", "10(5)", one_of("button-left", "croupier-left"), "button-left"),
        _QUADS,
        Choice("showdown", "8(5)", one_of("may-muck", "all-live-hands"), "may-muck"),
    ),
)
"""Hold'em as card rooms elsewhere play it, to replay hands recorded there; no law dates it and none asks for a permit."""

RULESETS: Final = {ruleset.name: ruleset for ruleset in (MACAU, CARDROOM)}
