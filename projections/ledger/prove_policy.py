"""R07, the figures: every commission is what the rules of its table make of its base, and every table plays under rules that
were permitted to it.
"""

from typing import Any

from domain.baccarat import events as baccarat
from domain.baccarat.rules import HouseRules as BaccaratRules
from domain.event import Recorded
from domain.holdem import events as holdem
from domain.holdem.rules import HouseRules as HoldemRules
from domain.money import floor_to
from projections.ledger.proof import Verdict

_E4 = 10_000


class PolicyAgain:
    """Takes the events one by one. `POLICY` for another rate, cap or rounding than the table was opened under."""

    def __init__(self) -> None:
        self._verdict = Verdict("R07", "commission is what the rules of the table make of it", "commissions")
        self._rules: dict[str, Any] = {}

    def take(self, recorded: Recorded) -> None:
        event = recorded.event
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
                rules: BaccaratRules = self._rules[recorded.stream]
                self._compare(recorded, event, floor_to(event.base * rules.commission_bp // _E4, rules.unit))

    def verdicts(self) -> list[Verdict]:
        return [self._verdict]

    def _of_hand(self, recorded: Recorded, event: holdem.CommissionTaken) -> int:
        """Whether a flop was dealt is not asked here: a hand that says why it took nothing is taken at its word."""
        rules: HoldemRules = self._rules[recorded.stream]
        if event.waiver is not None and rules.no_flop_no_drop:
            return 0
        amount = floor_to(event.base * rules.commission_bp // _E4, rules.commission_unit)
        return amount if rules.commission_cap is None else min(amount, rules.commission_cap)

    def _compare(self, recorded: Recorded, event: holdem.CommissionTaken | baccarat.CommissionTaken, due: int) -> None:
        self._verdict.compare("POLICY", recorded.id, due, event.amount)
