"""How a house is spoilt: behind the books' back, by facts past every rule, by postings that are wrong."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from domain.cage.events import CageFunded
from domain.closing.events import GamingDayCut
from domain.event import cage_stream, day_stream
from domain.holdem import events as holdem
from projections.ledger.entry import Line
from projections.ledger.tables import LedgerTables
from services.reconcile.run import Papers
from tests.domain.baccarat.scene import BANKER
from tests.projections.ledger.mistakes import MISTAKES, Mistake
from tests.services.baccarat_pit import CUT, Pit
from tests.services.house import DAY
from tests.services.reconcile.floor import Floor, of_event

TABLE = "PK-07"
Change = Callable[[Connection, LedgerTables], Any]
Plant = Callable[[Floor, ExitStack], Papers | None]
"""Leaves the fault there, and gives what is brought to the run."""


# Changes behind the books' back, of the entry of the funding.

FUNDED = of_event("cage.cage-funded")


def sealed(change: Change) -> Plant:
    return lambda floor, _stack: floor.plant(change)


def missing(connection: Connection, tables: LedgerTables) -> None:
    at = FUNDED(connection, tables)
    connection.execute(delete(tables.lines).where(tables.lines.c.position == at))
    connection.execute(delete(tables.entries).where(tables.entries.c.position == at))


def copy(event_id: str, body_hash: str | None) -> Change:
    """A second time, where the log has an event that posts nothing."""

    def change(connection: Connection, tables: LedgerTables) -> None:
        at = FUNDED(connection, tables)
        (entry,) = connection.execute(select(tables.entries).where(tables.entries.c.position == at)).mappings()
        lines = connection.execute(select(tables.lines).where(tables.lines.c.position == at)).mappings().all()
        end = int(connection.execute(select(func.max(tables.heads.c.seen))).scalar_one())
        other = {"position": end, "event_id": event_id, "body_hash": body_hash or entry["body_hash"]}
        connection.execute(insert(tables.entries), [{**entry, **other}])
        connection.execute(insert(tables.lines), [{**line, "position": end} for line in lines])

    return change


def lines(*numbers: int, **values: Any) -> Change:
    def change(connection: Connection, tables: LedgerTables) -> None:
        lines = tables.lines
        for n in numbers:
            found = (lines.c.position == FUNDED(connection, tables)) & (lines.c.n == n)
            wanted = {name: value(lines.c[name]) if callable(value) else value for name, value in values.items()}
            connection.execute(update(lines).where(found).values(wanted))

    return change


def entry(**values: Any) -> Change:
    def change(connection: Connection, tables: LedgerTables) -> None:
        connection.execute(update(tables.entries).where(tables.entries.c.position == FUNDED(connection, tables)).values(values))

    return change


def unsealed(change: Change) -> Plant:
    def plant(floor: Floor, _stack: ExitStack) -> None:
        with floor.meddling() as (connection, tables):
            change(connection, tables)

    return plant


def spoilt_balance(connection: Connection, tables: LedgerTables) -> None:
    balances = tables.balances
    connection.execute(update(balances).where(balances.c.account == "3010").values(credits=balances.c.credits - 7))


def chips_nobody_owes(floor: Floor, _stack: ExitStack) -> None:
    """Chips that were sold are booked as the owner's money: each leg still sums to 0."""
    floor.do("buy-chips", amount=700, currency="HKD", pay="cash")

    def change(connection: Connection, tables: LedgerTables) -> None:
        lines = tables.lines
        connection.execute(update(lines).where(lines.c.leg == "CHIPS_SOLD", lines.c.account == "2130").values(account="3010"))

    floor.plant(change)


# Facts past every rule.


def event(stream: str, *events: Any, **about: Any) -> Plant:
    return lambda floor, _stack: floor.plant_event(stream, *events, **about)


def hand(*ends: Any) -> Plant:
    """A hand of blinds of 400 alone, with the end that is planted."""
    rule = "MO-THP-2008 5"
    seats = tuple(holdem.DealtIn(seat=seat, player=f"P-{seat}", stack=20_000) for seat in (1, 2))
    about: dict[str, Any] = {"button": 1, "small_blind_seat": 1, "big_blind_seat": 2, "card_source": "shuffler", "cut": False}
    started = holdem.HandStarted(hand=1, seats=seats, rule=rule, **about)

    def plant(floor: Floor, _stack: ExitStack) -> None:
        base = ends[0].base // 2
        floor.pit.open({1: 20_000, 2: 20_000}, table="PK-08")
        blinds = [holdem.BlindPosted(hand=1, seat=seat, blind="big", amount=base, all_in=False, rule=f"{rule}(2)") for seat in (1, 2)]
        floor.plant_event("tables/PK-08/000001", started, *blinds, *ends, ENDED)

    return plant


def split(amount: int, shares: int | None = None) -> holdem.PotSplit:
    share = holdem.Share(seat=1, amount=amount if shares is None else shares)
    return holdem.PotSplit(hand=1, pot=1, amount=amount, shares=(share,), odd=(), rule="MO-THP-2008 10(2)")


def taken(amount: int, base: int = 800, rate_bp: int = 500) -> holdem.CommissionTaken:
    figures: dict[str, Any] = {"base": base, "rate_bp": rate_bp, "exact_e4": base * rate_bp, "cap": 500}
    return holdem.CommissionTaken(hand=1, **figures, amount=amount, per_pot=(amount,), rule="MO-THP-2008 16")


ENDED = holdem.HandEnded(hand=1, reason="showdown", rule="MO-THP-2008 8(5)")


def without_permit(floor: Floor, _stack: ExitStack) -> None:
    opened = floor.pit.store.load("tables/PK-07/000001")[0].event
    assert isinstance(opened, holdem.TableOpened)
    rules = {**opened.rules, "no_flop_no_drop": True}
    floor.plant_event("tables/PK-09/000001", opened.model_copy(update={"table": "PK-09", "rules": rules}))


def after_the_cut(floor: Floor, _stack: ExitStack) -> None:
    floor.do("close-table", table=TABLE)
    floor.do("cut-day", gaming_day=DAY, actor="E-1")
    floor.plant_event(cage_stream("MAIN", DAY), CageFunded(amount=1, currency="HKD", source="owner"))


def after_the_signature(floor: Floor, _stack: ExitStack) -> None:
    floor.do("close-table", table=TABLE)
    floor.do("cut-day", gaming_day=DAY, actor="E-1")
    for _ in range(2):
        floor.do("prepare-close", gaming_day=DAY, actor="E-1")
    floor.do("sign-close", gaming_day=DAY, actor="E-2")
    floor.plant_event(cage_stream("MAIN", DAY), CageFunded(amount=1, currency="HKD", source="owner"))


def sent(floor: Floor, received: int | None = None) -> None:
    floor.do("fill", table="PK-08", slip="S-2", amount=20_000, currency="HKD", in_transit=True)
    if received is not None:
        floor.do("receive-fill", slip="S-2", amount=received)


def on_the_way_at_the_cut(floor: Floor, _stack: ExitStack) -> None:
    sent(floor)
    floor.plant_event(day_stream(DAY), GamingDayCut(gaming_day=DAY))


# Postings that are wrong, so that posting again finds nothing.


def mistaken(name: str, then: Callable[[Floor], Any]) -> Plant:
    return made(MISTAKES[name], then)


def made(mistake: Mistake, then: Callable[[Floor], Any]) -> Plant:
    def plant(floor: Floor, stack: ExitStack) -> None:
        before = [record.event for record in floor.pit.store.read(0, floor.end)]
        stack.enter_context(mistake.made(lambda event: event not in before))
        then(floor)

    return plant


def credit(floor: Floor) -> None:
    floor.do("credit", table="PK-08", slip="S-2", amount=3_000, currency="HKD")


def deposit(floor: Floor) -> None:
    floor.do("deposit", wallet="P-9", amount=9, currency="HKD")


def walk(floor: Floor) -> None:
    """All fold to the big blind, who gets back what nobody called."""
    floor.do("start-hand", table=TABLE)
    floor.do("deal", table=TABLE)
    for _ in range(2):
        floor.do("act", table=TABLE, seat=floor.pit.state()["to_act"], action="fold")


def tray_of_another_shift(lines: Sequence[Line]) -> list[Line]:
    """The chips of the first bet that is lost lie in the next table's tray until the second one is lost."""
    [own] = [line for line in lines if line.account.startswith("9220")]
    first = own.bet_or_pot == "a"
    wrong = own._replace(account="9220:BA-13") if first else own._replace(amount=2 * own.amount)
    back = [] if first else [own._replace(n=len(lines) + 1, account="9220:BA-13", amount=-own.amount)]
    return [*(wrong if line is own else line for line in lines), *back]


def two_shifts(floor: Floor) -> None:
    """Counted as the books say it, and not as it is."""
    table = Pit(floor.pit.send)
    floor.do("fill", table="BA-12", slip="S-2", amount=1_000_000, currency="HKD")
    floor.count("BA-12", "opener", 1_000_000)
    table.open()
    table.do("take-seat", seat=1, player="P-1", amount=100_000, source="cash")
    table.do("load-shoe", **CUT)
    table.do("burn", first_card="Ac")
    for bet, closer in (("a", 900_000), ("b", 910_000)):
        table.do("open-round")
        table.bet(bet, "player", 5_000)
        table.do("close-bets")
        table.do("deal", cards=BANKER.split())
        floor.count("BA-12", "closer", closer)
        if bet == "a":
            floor.count("BA-12", "opener", closer)
