"""A small house that is asked whatever comes: cages, slips, drop boxes, counts with errors, differences that are accepted. After every
entry every leg is 0, chips owed are chips in public hands, and every chip is somewhere; and what counts accepted is what is there."""

from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rules import RuleBroken
from tests.projections.ledger.plain_model import PlainModel
from tests.services.baccarat_pit import replayed
from tests.services.bookkeeper import Bookkeeper, check_identities
from tests.services.house import DAY, TWO_PEOPLE, House, house

TABLE = "PK-07"
ACCOUNTS = {
    "closer": f"9220:{TABLE}",
    "commission-box": f"9230:{TABLE}",
    "cage-chips": "9210:MAIN",
    "cage-cash": "1110:MAIN",
    "drop": "1320:",
}
amounts = st.integers(1, 50_000)
steps = st.one_of(
    st.tuples(st.sampled_from(["issue-chips", "retire-chips", "buy", "redeem", "fund-cage", "exchange"]), amounts),
    st.tuples(st.sampled_from(["fill", "credit", "fill later", "credit later", "receive-fill", "receive-credit", "void-slip"]), amounts),
    st.tuples(st.sampled_from(["sit", "add", "leave", "hand", "remove-drop"]), amounts),
    st.tuples(st.sampled_from(list(ACCOUNTS)), st.integers(-3_000, 3_000)),
)


class Floor:
    def __init__(self, pit: House) -> None:
        self.pit, self.books = pit, Bookkeeper(pit.store)
        pit.finance = self.books
        pit.__post_init__()
        self.number = 0
        self.box = ""
        pit.open({1: 20_000, 2: 20_000})
        pit.do("deposit", wallet="P-3", amount=90_000, currency="HKD")

    def take(self, word: str, amount: int) -> None:
        """What is refused leaves nothing behind."""
        self.number += 1
        if word in ACCOUNTS:
            self.count(word, amount)
            return
        with suppress(RuleBroken):
            if word in ("sit", "add", "leave", "hand", "remove-drop"):
                self.at_table(word, amount)
            else:
                self.at_cage(word, amount)

    def at_cage(self, word: str, amount: int) -> None:
        money: dict[str, Any] = {"amount": amount, "currency": "HKD"}
        slip = {"table": TABLE, "slip": f"S-{self.number}", **money}
        do = self.pit.do
        match word.split():
            case ["issue-chips" | "retire-chips"]:
                do(word, **money, **TWO_PEOPLE)
            case ["fund-cage"]:
                do(word, **money, **{"from": "owner"}, **TWO_PEOPLE)
            case ["buy"]:
                do("buy-chips", player="P-3", pay="wallet" if amount % 2 else "cash", **money)
            case ["redeem"]:
                do("redeem-chips", player="P-3", to="wallet" if amount % 2 else "cash", **money)
            case ["exchange"]:
                do(word, wallet="P-3", into="MOP", **money)
            case ["fill" | "credit" as kind, *later]:
                do(kind, **slip, in_transit=bool(later))
            case ["void-slip"]:
                do(word, slip=f"S-{self.number - 1}", reason="wrong table", **TWO_PEOPLE)
            case _:
                do(word, slip=f"S-{self.number - 1}", amount=amount)

    def at_table(self, word: str, amount: int) -> None:
        do = self.pit.do
        match word:
            case "sit":
                do("take-seat", table=TABLE, seat=3, player="P-3", amount=amount, source="wallet" if amount % 2 else "cash")
            case "add":
                do("add-chips", table=TABLE, seat=1, amount=amount, source="cash")
            case "leave":
                do("leave-seat", table=TABLE, seat=3, to="wallet" if amount % 2 else "chips")
            case "hand":
                self.pit.play(TABLE)
            case _:
                do("remove-drop", table=TABLE, box=f"D-{self.number}", **TWO_PEOPLE)
                self.box = f"D-{self.number}"

    def count(self, kind: str, error: int) -> None:
        """A count that is off by so much, and what is off is accepted."""
        if kind == "drop" and not self.box:
            return
        place = {"drop": self.box, "cage-chips": "MAIN", "cage-cash": "MAIN"}.get(kind, TABLE)
        account = ACCOUNTS[kind] + (self.box if kind == "drop" else "")
        at_pos = self.pit.store.last_position()
        counted = max(0, self.books.balance(account) + error)
        who = {"actor": "E-2002", "approver": "E-3001"}
        self.pit.do("count", place=place, kind=kind, currency="HKD", amount=counted, at_pos=at_pos, slip=f"C-{self.number}", **who)
        if kind == "drop":
            self.box = ""
        found = self.books.compare(f"BRK-{self.number}", kind, place, account, counted, at_pos, DAY)
        if found.side_a == found.side_b:
            return
        named = {"break": found.break_id}
        self.pit.do("assign-break", **named, owner="E-2001", actor="E-2001")
        self.pit.do("explain-break", **named, explanation="miscount", actor="E-2001")
        self.pit.do("propose-resolution", **named, resolution="accept it", actor="E-2001")
        seen = {"counted": counted, "booked": found.side_a, "at_pos": at_pos, "explanation": "miscount"}
        self.pit.do("accept-difference", **named, **seen, **who)
        left = 0 if kind in ("drop", "commission-box") else counted
        assert self.books.balance(account) == left, f"{kind} {account}"


@settings(max_examples=60)
@given(st.lists(steps, max_size=15))
def test_all_identities_hold_after_every_entry(asked: list[tuple[str, int]]) -> None:
    with house() as pit:
        floor = Floor(pit)
        for word, amount in asked:
            floor.take(word, amount)
        log = floor.books.log()
        check_identities(log)
        assert floor.books.balances() == PlainModel().read(log).balances()
        assert replayed(pit)[1] == []
