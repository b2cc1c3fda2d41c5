"""The rules of one table: its house choices in the form in which the engine reads them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain import rules
from domain.baccarat.choices import NOT_IN_CSM, PACK, RULESETS
from domain.command import OpenTable
from domain.given import Given
from domain.rules import RuleBroken

COMMISSION_BP: Final = 500
"""Article 18: five per cent, in hundredths of a per cent."""
EXACT_CHIPS: Final = 20
"""Five per cent of as many chips is a whole chip."""

On = Literal["player", "banker", "tie", "player-pair", "banker-pair", "lucky-six"]
BETS: Final[tuple[On, ...]] = ("player", "banker", "tie", "player-pair", "banker-pair")
"""Article 13; a table with Lucky 6 has one more."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one bet may be: from `least` to `most` (None: no limit), in steps, which are one chip or as many as the commission
    needs to be exact."""

    least: int
    most: int | None
    step: int


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table was opened under. Amounts are minor units.

    `main` and `banker` are the limits of bets on a side, `side` those of the others. `commission_bp` is 0 where no
    commission is taken; `six_pays_half`: the banker's win with 6 pays half there. `last_after` rounds may be played after
    the one in which the white card came, `last_before` after one before whose first card it came.
    """

    ruleset: str
    unit: int
    differential: int
    main: Limits
    banker: Limits
    side: Limits
    decks: int
    csm: bool
    layouts: int
    seats: int
    cutter: str
    cut_depth_min: int
    burn_method: Literal["first-card-face", "deck-count", "fixed"]
    burn_fixed: int | None
    demo_rounds_max: int
    last_after: int
    last_before: int
    round_burn: int
    tie_options: tuple[str, ...]
    tie_carry_over_shoe: bool
    standing_zone: bool
    pair_needs_main: bool
    hold_cards: bool
    exposed_is_burned: bool
    commission_bp: int
    six_pays_half: bool
    bets: tuple[On, ...]

    @classmethod
    def of(cls, ruleset: str, chosen: Mapping[str, Any]) -> "HouseRules":
        """From the choices of `TableOpened.rules`, where every default is written out."""
        unit, half = chosen["unit"], chosen["commission"] == "none-six-pays-half"
        exact = chosen["commission_round"] == "exact-only" and not half
        more = int(chosen["after_cut_card"] == "one-more")
        return cls(
            ruleset=ruleset,
            unit=unit,
            differential=chosen["differential"],
            main=_limits(chosen, "bet", unit),
            banker=_limits(chosen, "bet", EXACT_CHIPS * unit if exact else unit),
            side=_limits(chosen, "side_bet", unit),
            decks=chosen["decks"],
            csm=chosen["deal_mode"] == "csm",
            layouts=chosen["layouts"],
            seats=chosen["seats"],
            cutter=chosen["cutter"],
            cut_depth_min=chosen["cut_depth_min"],
            burn_method=chosen["burn_method"],
            burn_fixed=chosen.get("burn_fixed"),
            demo_rounds_max=chosen["demo_rounds_max"],
            last_after=more,
            last_before=more if chosen["cut_before_first"] == "counts-as-this-round" else 0,
            round_burn=chosen["round_burn"],
            tie_options=tuple(chosen["tie_options"]),
            tie_carry_over_shoe=chosen["tie_carry_over_shoe"],
            standing_zone=chosen["standing_zone"],
            pair_needs_main=chosen["pair_needs_main"],
            hold_cards=chosen["hold_cards"],
            exposed_is_burned=chosen["exposed_before_close"] == "burn",
            commission_bp=0 if half else COMMISSION_BP,
            six_pays_half=half,
            bets=(*BETS, "lucky-six") if chosen.get("lucky_six") else BETS,
        )

    def ref(self, article: str) -> str:
        """`MO-BAC-2004 9(3)(2)`."""
        return f"{self.ruleset} {article}"

    @property
    def cards(self) -> int:
        """How many a whole shoe holds."""
        return PACK * self.decks

    @property
    def cards_for_round(self) -> int:
        """No round takes more."""
        return 6 + self.round_burn

    def limits(self, on: On) -> Limits:
        match on:
            case "player":
                return self.main
            case "banker":
                return self.banker
        return self.side


def _limits(chosen: Mapping[str, Any], bet: str, step: int) -> Limits:
    return Limits(chosen[f"{bet}_min"], chosen[f"{bet}_max"], step)


def resolve(command: OpenTable, given: Given) -> dict[str, Any]:
    """The house's choices for a table, defaults written out, as they stand in `TableOpened.rules`.

    Raises RuleBroken: `not-in-csm`, and those of domain/rules.
    """
    law = rules.law_of(RULESETS, command.game, command.ruleset, command.gaming_day)
    if command.rules.get("deal_mode") == "csm":
        barred = [name for name in command.rules if name in NOT_IN_CSM]
        if barred:
            message = f"a continuous shuffler has no cut, burn, demonstration or last round: `{'`, `'.join(barred)}` may not be set"
            raise RuleBroken("not-in-csm", law.ref("2(3)"), message, {"not": list(NOT_IN_CSM)})
    return rules.resolve(law, command.rules, given.permits, coming=given.coming, earliest_use=given.earliest_use)
