"""R07, the figures: every commission is what the rules of its table make of its base, and every table plays under rules that
were permitted to it.
"""

from typing import Any

from domain import permits, rules
from domain.baccarat import choices as baccarat_choices
from domain.baccarat import events as baccarat
from domain.baccarat.rules import HouseRules as BaccaratRules
from domain.event import Recorded
from domain.holdem import choices as holdem_choices
from domain.holdem import events as holdem
from domain.holdem.rules import HouseRules as HoldemRules
from domain.money import floor_to
from domain.seating import TableOpened
from projections.ledger.proof import Verdict

_E4 = 10_000
_RULESETS = {**holdem_choices.RULESETS, **baccarat_choices.RULESETS}


_LOOKED_AT = frozenset(
    {
        permits.PermitRegistered,
        permits.PermitRevoked,
        holdem.TableOpened,
        holdem.TableClosed,
        holdem.CommissionTaken,
        baccarat.TableOpened,
        baccarat.TableClosed,
        baccarat.CommissionTaken,
    }
)
_PERMITTED = "rules that are permitted"


class PolicyAgain:
    """Takes the events one by one, in the order of the log. `POLICY` for another rate, cap or rounding than the table was opened
    under, and for a table that departs from the text without a permit in force.
    """

    def __init__(self) -> None:
        self._verdict = Verdict("R07", "tables play and charge as they may", "openings and commissions")
        self._rules: dict[str, Any] = {}
        self._permits: dict[str, permits.PermitRecord] = {}

    def take(self, recorded: Recorded) -> None:
        event = recorded.event
        if type(event) not in _LOOKED_AT:
            return
        if isinstance(event, permits.PermitRegistered | permits.PermitRevoked):
            self._permits.setdefault(recorded.key, permits.PermitRecord()).evolve(event)
        elif isinstance(event, TableOpened):
            self._opened(recorded, event)
        match event:
            case holdem.TableOpened():
                self._rules[recorded.stream] = HoldemRules.of(event.ruleset, event.rules)
            case baccarat.TableOpened():
                self._rules[recorded.stream] = BaccaratRules.of(event.ruleset, event.rules)
            case holdem.TableClosed() | baccarat.TableClosed():
                self._rules.pop(recorded.stream, None)
            case holdem.CommissionTaken():
                self._compare(recorded, event, self._of_hand(recorded, event))
            case baccarat.CommissionTaken():
                house: BaccaratRules = self._rules[recorded.stream]
                self._compare(recorded, event, floor_to(event.base * house.commission_bp // _E4, house.unit))

    def verdicts(self) -> list[Verdict]:
        return [self._verdict]

    def _opened(self, recorded: Recorded, event: TableOpened) -> None:
        mine = [record for record in self._permits.values() if permits.in_force(record, event.table, event.gaming_day)]
        try:
            rules.resolve(_RULESETS[event.ruleset], event.rules, [permits.as_given(record) for record in mine])
            found = _PERMITTED
        except rules.RuleBroken as refusal:
            wants_permit = refusal.code in ("permit-required", "permit-not-yet-effective") or rules.PERMITS in (refusal.allowed or ())
            found = refusal.message if wants_permit else _PERMITTED
        self._verdict.compare("POLICY", recorded.id, _PERMITTED, found)

    def _of_hand(self, recorded: Recorded, event: holdem.CommissionTaken) -> int:
        """Whether a flop was dealt is not asked here: a hand that says why it took nothing is taken at its word."""
        house: HoldemRules = self._rules[recorded.stream]
        if event.waiver is not None and house.no_flop_no_drop:
            return 0
        amount = floor_to(event.base * house.commission_bp // _E4, house.commission_unit)
        return amount if house.commission_cap is None else min(amount, house.commission_cap)

    def _compare(self, recorded: Recorded, event: holdem.CommissionTaken | baccarat.CommissionTaken, due: int) -> None:
        self._verdict.compare("POLICY", recorded.id, due, event.amount)
