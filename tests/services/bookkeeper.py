"""Books beside a small house: they answer what the close of a day asks them, and hold every identity after every entry."""

from collections import defaultdict
from datetime import timedelta
from hashlib import sha256
from typing import Any

from domain.event import Recorded
from domain.questions import Found, Proof, Revenue, Run
from infra.event_store import EventStore
from projections.ledger.accounts import OUTSTANDING, PUBLIC_HANDS, code_of
from tests.projections.ledger.house import Desk
from tests.services.house import NOON, TWO_PEOPLE, House

REVENUE = ("4010", "4020", "4111", "4112")
BRK = "BRK-0123456789ab"
MAKER = {"actor": "E-2001"}
CLOSE = ("day.", "finance.")
"""Facts of the close itself, which its own proof need not show."""


class Bookkeeper:
    """`found` is what a run would find, by id: a test puts it there, or `count` does."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.found: dict[str, Found] = {}

    def log(self, as_of: int | None = None) -> list[Recorded]:
        return [record for record in self.store.read(0, limit=10_000) if as_of is None or record.position <= as_of]

    def desk(self, as_of: int | None = None) -> Desk:
        return Desk().book(self.log(as_of))

    def balances(self, as_of: int | None = None) -> dict[tuple[str, str], int]:
        return self.desk(as_of).balances()

    def balance(self, account: str, currency: str = "HKD", as_of: int | None = None) -> int:
        return self.balances(as_of).get((account, currency), 0)

    def compare(self, name: str, kind: str, place: str, account: str, counted: int, at_pos: int, day: str) -> Found:
        """A difference of a count, as R08, R09 and R10 find it."""
        self.found[name] = Found(
            break_id=name,
            rule="R08",
            type="COUNT_SHORT",
            severity="report",
            gaming_day=day,
            currency="HKD",
            side_a=self.balance(account, as_of=at_pos),
            side_b=counted,
            kind=kind,  # type: ignore[arg-type]
            place=place,
            at_pos=at_pos,
        )
        return self.found[name]

    # What the house asks.

    def found_break(self, break_id: str) -> Found | None:
        return self.found.get(break_id)

    def run(self, gaming_day: str) -> Run:
        return Run(gaming_day=gaming_day, as_of=self.store.last_position(), breaks=tuple(self.found.values()))

    def revenue(self, first_day: str, through: str) -> Revenue:
        desk = self.desk()
        days = {entry["position"]: entry["gaming_day"] for entry in desk.rows("entries")}
        ggr: dict[str, int] = defaultdict(int)
        for line in desk.rows("lines"):
            if code_of(line["account"]) in REVENUE and first_day <= days[line["position"]] <= through:
                ggr[line["currency"]] -= line["amount"]
        return Revenue(as_of=self.store.last_position(), ggr=dict(ggr))

    def proof(self, gaming_day: str, as_of: int | None) -> Proof:
        at = self.store.last_position() if as_of is None else as_of
        of_day = [record for record in self.log() if record.meta.gaming_day == gaming_day]
        digest = sha256(repr([(record.id, record.body) for record in of_day if record.position <= at]).encode()).hexdigest()
        later = [record for record in of_day if record.position > at and not record.event.contract.startswith(CLOSE)]
        return Proof(sha256=digest, as_of=at, later=len(later))


class Floor:
    """A house with its books beside it."""

    def __init__(self, pit: House) -> None:
        self.pit = pit
        self.books = Bookkeeper(pit.store)
        self.pit.finance = self.books
        self.pit.__post_init__()

    def do(self, word: str, **fields: Any) -> Any:
        return self.pit.do(word, **fields).events[-1].event

    def refused(self, word: str, **fields: Any) -> str:
        return self.pit.refused(word, **fields).code

    def count(self, place: str, kind: str, amount: int, **fields: Any) -> Any:
        return self.do("count", place=place, kind=kind, currency="HKD", amount=amount, **TWO_PEOPLE, **fields)

    def proposed(self, name: str = BRK) -> None:
        self.do("assign-break", **{"break": name}, owner="E-2001", **MAKER)
        self.do("explain-break", **{"break": name}, explanation="miscount", **MAKER)
        self.do("propose-resolution", **{"break": name}, resolution="accept it", **MAKER)

    def tomorrow(self) -> None:
        self.pit.clock.now = NOON + timedelta(days=1)


def check_identities(log: list[Recorded]) -> None:
    """I1 to I4 after every entry: sums of legs, chips owed, chips issued. I2 of the way between places after every command."""
    desk = Desk().book(log)
    correlations = {entry["position"]: entry["correlation"] for entry in desk.rows("entries")}
    legs: dict[tuple[int, str, str, str], int] = defaultdict(int)
    owed: dict[tuple[int, str], int] = defaultdict(int)
    chips: dict[tuple[int, str], int] = defaultdict(int)
    way: dict[tuple[str, str], int] = defaultdict(int)
    for line in desk.rows("lines"):
        position, currency, amount = line["position"], line["currency"], line["amount"]
        code = code_of(line["account"])
        legs[position, line["leg"], line["book"], currency] += amount
        owed[position, currency] += amount if code in OUTSTANDING or code == PUBLIC_HANDS else 0
        chips[position, currency] += amount if line["book"] == "CHIP" else 0
        way[correlations[position], currency] += amount if code == "2030" else 0
    for sums in (legs, owed, chips, way):
        assert {key: total for key, total in sums.items() if total} == {}  # type: ignore[attr-defined]
    assert desk.rows("breaks") == []
