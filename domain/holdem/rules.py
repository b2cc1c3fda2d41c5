"""The rules of one table: its house choices in the form in which the engine reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from domain import rules
from domain.given import Permit
from domain.holdem.choices import RULESETS
from domain.rules import RuleBroken


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table was opened under. Amounts are minor units.

    `limit_sizes` are the sizes of a bet or raise in rounds 1 to 4 of a fixed-limit game. `commission_cap` is an amount,
    None without a cap.
    """

    ruleset: str
    unit: int
    seats: int
    min_players: int
    card_source: str
    small_blind: int
    big_blind: int
    min_bet: int
    fixed_limit: bool
    limit_sizes: tuple[int, int, int, int]
    max_raises: int
    two_player_uncap: Literal["before-cap", "round-start", "never"]
    headsup_blinds: Literal["statutory", "cardroom"]
    commission_bp: int
    commission_cap: int | None
    commission_unit: int
    no_flop_no_drop: bool
    odd_chip: Literal["croupier-left", "button-left"]
    quads_kicker_plays: bool
    may_muck: bool

    @classmethod
    def of(cls, ruleset: str, chosen: Mapping[str, Any]) -> "HouseRules":
        """From the choices of `TableOpened.rules`, where every default is written out."""
        cap_bb: int | None = chosen["commission_cap_bb"]
        return cls(
            ruleset=ruleset,
            unit=chosen["unit"],
            seats=chosen["seats"],
            min_players=chosen["min_players"],
            card_source=chosen["card_source"],
            small_blind=chosen["small_blind"],
            big_blind=chosen["big_blind"],
            min_bet=chosen["min_bet"],
            fixed_limit=chosen["structure"] == "fixed-limit",
            limit_sizes=_limit_sizes(chosen),
            max_raises=chosen["max_raises"],
            two_player_uncap=chosen["two_player_uncap"],
            headsup_blinds=chosen["headsup_blinds"],
            commission_bp=chosen["commission_bp"],
            commission_cap=None if cap_bb is None else cap_bb * chosen["big_blind"],
            commission_unit=chosen["commission_unit"],
            no_flop_no_drop=chosen["no_flop_no_drop"],
            odd_chip=chosen["odd_chip"],
            quads_kicker_plays=chosen["quads_kicker"] == "plays",
            may_muck=chosen["showdown"] == "may-muck",
        )

    def ref(self, article: str) -> str:
        """`MO-THP-2008 12(1)`."""
        return f"{self.ruleset} {article}"


def _limit_sizes(chosen: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """Round 1 of the statutory profile takes the big blind: it is the last bet there, and 12(1) asks a raise for as much."""
    small, big = chosen["small_blind"], chosen["big_blind"]
    match chosen["limit_profile"]:
        case "statutory":
            return big, small, big, big
        case "literal-sb":
            return small, small, big, big
    small_bet, big_bet = chosen.get("small_bet", big), chosen.get("big_bet", 2 * big)
    return small_bet, small_bet, big_bet, big_bet


def resolve(game: str, ruleset: str, gaming_day: str, chosen: Mapping[str, Any], permits: Sequence[Permit]) -> dict[str, Any]:
    """The house's choices for a table, defaults written out, as they stand in `TableOpened.rules`.

    `permits` are those in force for the table. Raises RuleBroken: `blind-outside-notice`, and those of domain/rules.
    """
    law = rules.law_of(RULESETS, game, ruleset, gaming_day)
    resolved = rules.resolve(law, chosen, permits)
    low, blind, high = resolved["posted_blind_min"], resolved["big_blind"], resolved["posted_blind_max"]
    if not low <= blind <= high:
        message = f"the big blind {blind} is not within the notice at the table, {low} to {high}"
        raise RuleBroken("blind-outside-notice", law.ref("4(3)"), message, {"big_blind": {"min": low, "max": high}})
    return resolved
