"""A baccarat table that is played by the real rules, and says its facts into a house: one command, one record."""

from collections.abc import Sequence
from typing import Any

from domain import wallet
from domain.baccarat import events as baccarat
from domain.command import Command
from domain.event import Event, table_stream
from domain.given import Carried, Permit, Previous
from tests.domain.baccarat.scene import Scene
from tests.projections.ledger.house import House
from tests.projections.ledger.house import wallet as wallet_of
from tests.spec import Outcome

PERMITS = [Permit(permit="PR-1", ruleset=ruleset, articles=("2", "3", "7", "12", "18")) for ruleset in ("MO-BAC-2004", "MO-BAC-2018")]
"""For every choice that needs one."""


class Pit(Scene):
    """One table session. `carried` by who sat there when the one before closed."""

    def __init__(
        self,
        house: House,
        code: str = "BA-12",
        *,
        session: int = 1,
        carried: Sequence[Carried] = (),
        last_number: int = 0,
        currency: str = "HKD",
        ruleset: str = "MO-BAC-2004",
        **rules: Any,
    ) -> None:
        super().__init__()
        self.house, self.code, self.session, self.currency = house, code, session, currency
        self.stream = table_stream(code, session)
        known: dict[str, Any] = {}
        if session > 1:
            known["previous"] = Previous(
                session=session - 1,
                game="baccarat",
                currency=currency,
                gaming_day=house.gaming_day,
                last_number=last_number,
                carried=tuple(carried),
            )
        chosen = {"differential": 1_000_000} | rules
        self.open(ruleset, currency=currency, day=house.gaming_day, permits=PERMITS, known=known, **chosen).accepted()

    def again(self, **rules: Any) -> "Pit":
        """The same table's next session; this one must have closed."""
        closed = self.events[-1]
        assert isinstance(closed, baccarat.TableClosed)
        next_one = {"session": self.session + 1, "carried": closed.carried, "last_number": closed.last_number}
        return Pit(self.house, self.code, currency=self.currency, **next_one, **rules)

    def sit(self, seat: int, player: str, amount: int, source: str = "cash") -> Outcome:
        return self.when("take-seat", seat=seat, player=player, amount=amount, source=source)

    def send(self, command: Command, **known: Any) -> Outcome:
        outcome = super().send(command, **known)
        if outcome.events:
            facts = [fact for event in outcome.events for fact in self._facts(event)]
            self.house.record(*facts, actor=command.actor, approver=command.approver)
        return outcome

    def _facts(self, event: Event) -> list[tuple[str, Event]]:
        """With the half of the move that stands in the player's wallet."""
        fact, place = (self.stream, event), {"currency": self.currency, "place": f"/tables/{self.code}"}
        match event:
            case baccarat.TableOpened():
                return [(self.stream, event.model_copy(update={"table": self.code}))]
            case baccarat.SeatTaken(source="wallet") | baccarat.ChipsAdded(source="wallet"):
                return [(wallet_of(event.player), wallet.FundsMovedOut(amount=event.amount, **place)), fact]
            case baccarat.SeatLeft(to="wallet") if event.amount:
                return [fact, (wallet_of(event.player), wallet.FundsMovedIn(amount=event.amount, **place))]
        return [fact]
