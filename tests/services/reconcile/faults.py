"""Every fault that the rules R01 to R16 are there for, planted alone in a house where everything agrees."""

from contextlib import ExitStack
from dataclasses import dataclass, replace

from domain import wallet as w
from domain.baccarat import events as b
from domain.event import wallet_stream
from services.reconcile.bank_file import StatementLine
from services.reconcile.run import Papers
from services.reconcile.slips_file import PaperSlip
from tests.projections.ledger.mistakes import Mistake
from tests.services.house import DAY, TWO_PEOPLE
from tests.services.reconcile import plants
from tests.services.reconcile.floor import Floor
from tests.services.reconcile.plants import TABLE, Plant

NEXT_DAY = "2026-12-01"


@dataclass(frozen=True)
class Fault:
    """`differences`: signed, one a break that it makes; None where no money can be told."""

    rule: str
    type: str
    plant: Plant
    differences: tuple[int | None, ...]
    what: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.rule, self.type, self.what)))


def evening(floor: Floor) -> None:
    """The cage is funded and has chips, a hand is played, a tray is kept, money lies at the bank; everything agrees."""
    floor.do("fund-cage", amount=100_000, currency="HKD", **{"from": "owner"}, **TWO_PEOPLE)
    floor.do("deposit", wallet="P-9", amount=5_000, currency="HKD")
    for reference, amount in (("FT-1", 10_000), ("FT-2", 10_000), ("FT-3", 700)):
        floor.do("deposit", wallet="P-8", amount=amount, currency="HKD", method="bank", reference=reference)
    floor.do("issue-chips", amount=5_000_000, currency="HKD", **TWO_PEOPLE)
    floor.do("fill", table="PK-08", slip="S-1", amount=500_000, currency="HKD")
    floor.count("PK-08", "opener", 500_000)
    floor.pit.open({1: 10_000, 2: 10_000, 3: 10_000})
    floor.pit.play()


# Counts, slips and statements.


def _counted(place: str, kind: str, amount: int) -> Plant:
    def plant(floor: Floor, _stack: ExitStack) -> None:
        floor.count(place, kind, amount)

    return plant


def _drop(error: int) -> Plant:
    def plant(floor: Floor, _stack: ExitStack) -> None:
        floor.do("remove-drop", table=TABLE, box="D-1", **TWO_PEOPLE)
        floor.count("D-1", "drop", 30_000 + error)

    return plant


def _drop_that_nobody_counts(floor: Floor, _stack: ExitStack) -> None:
    floor.do("remove-drop", table=TABLE, box="D-1", **TWO_PEOPLE)
    floor.tomorrow()
    floor.do("deposit", wallet="P-9", amount=1, currency="HKD")


def _opener(floor: Floor, _stack: ExitStack) -> None:
    floor.count("PK-08", "closer", 500_000)
    floor.count("PK-08", "opener", 500_300)


def _slips(floor: Floor, _stack: ExitStack) -> None:
    floor.do("fill", table="PK-08", slip="S-3", amount=1, currency="HKD")


SLIP = PaperSlip("slips.csv:2", DAY, "S-1", "fill", "PK-08", "MAIN", "HKD", 500_000, False, 0)


def _paper(*slips: PaperSlip) -> Plant:
    return lambda _floor, _stack: Papers(slips=slips)


def _line(number: int, amount: int, reference: str | None = None, booked_on: str = DAY) -> StatementLine:
    return StatementLine(f"bank.csv:{number + 1}", "bank", "2026-11", number, booked_on, "HKD", amount, reference)


BANK = (_line(1, 10_000, "FT-1"), _line(2, 10_000, "FT-2"), _line(3, 700, "FT-3"))

LATE = _line(1, 10_000, "FT-1", "2026-12-10")


def _bank(*lines: StatementLine) -> Plant:
    return lambda _floor, _stack: Papers(bank=lines)


EXCHANGED = w.FundsExchanged(amount=1_000, currency="HKD", into_amount=1_033, into="MOP", num=1033, den=1000)
SHIFTED = Mistake((b.BetSettled,), plants.tray_of_another_shift, None)
FAULTS = (
    Fault("R01", "MISSING_ENTRY", plants.sealed(plants.missing), (-100_000,)),
    Fault("R01", "ORPHAN_ENTRY", plants.sealed(plants.copy("cages/MAIN/2026-11-30@90", "0" * 64)), (100_000,)),
    Fault("R01", "DUPLICATE_ENTRY", plants.sealed(plants.copy("cages/MAIN/2026-11-30@91", None)), (100_000,)),
    Fault("R01", "LATE_EVENT", plants.after_the_cut, (None,)),
    Fault("R01", "PERIOD", plants.after_the_signature, (None,)),
    Fault("R02", "AMOUNT", plants.sealed(plants.lines(1, 2, amount=lambda amount: amount * 3 // 2)), (50_000,)),
    Fault("R02", "SIGN", plants.sealed(plants.lines(1, 2, amount=lambda amount: -amount)), (-200_000,)),
    Fault("R02", "CURRENCY", plants.sealed(plants.lines(1, 2, currency="MOP")), (None,)),
    Fault("R02", "ACCOUNT", plants.sealed(plants.lines(1, account="1110:BR-2")), (None,)),
    Fault("R02", "PERIOD", plants.sealed(plants.entry(gaming_day=NEXT_DAY)), (None,)),
    Fault("R02", "RULE_REF_MISSING", plants.sealed(plants.lines(1, 2, rule="")), (None,)),
    Fault("R02", "CHAIN", plants.sealed(plants.entry(actor="E-9")), (None,)),
    Fault("R03", "CHAIN", plants.unsealed(plants.lines(1, 2, player="P-1")), (None,)),
    Fault("R04", "UNBALANCED", plants.sealed(plants.lines(1, amount=100_001)), (1,)),
    Fault("R04", "UNCLEARED_HAND", plants.hand(plants.taken(40), plants.split(700)), (60,)),
    Fault(
        "R04",
        "TRANSFER_UNPAIRED",
        plants.event(wallet_stream("P-9"), w.FundsMovedOut(amount=300, currency="HKD", place="/tables/PK-07")),
        (-300,),
    ),
    Fault("R05", "UNBALANCED", plants.chips_nobody_owes, (700,)),
    Fault("R05", "BALANCE", plants.mistaken("commission into another box", lambda floor: floor.pit.play()), (-15, 15), "I6"),
    Fault("R06", "BALANCE", plants.unsealed(plants.spoilt_balance), (-7,)),
    Fault("R07", "REPLAY", plants.mistaken("uncalled bet to another player", plants.walk), (-50, 50)),
    Fault("R07", "AMOUNT", plants.hand(plants.taken(40), plants.split(770, 760)), (-10,)),
    Fault("R07", "POLICY", plants.hand(plants.taken(48, rate_bp=600), plants.split(752)), (8,), "rate"),
    Fault("R07", "POLICY", plants.hand(plants.taken(600, base=12_000), plants.split(11_400)), (100,), "cap"),
    Fault("R07", "POLICY", plants.hand(plants.taken(41, base=810), plants.split(769)), (1,), "rounding"),
    Fault("R07", "POLICY", plants.without_permit, (None,), "permit"),
    Fault("R08", "COUNT_SHORT", _counted("PK-08", "closer", 499_000), (-1_000,)),
    Fault("R08", "COUNT_OVER", _counted("PK-08", "closer", 500_040), (40,)),
    Fault("R08", "INPUT", _counted("PK-70", "opener", 700_000), (700_000,)),
    Fault("R09", "COUNT_SHORT", _counted(TABLE, "commission-box", 12), (-3,), "box"),
    Fault("R09", "COUNT_OVER", _counted(TABLE, "commission-box", 16), (1,), "box"),
    Fault("R09", "COUNT_SHORT", _drop(-20), (-20,), "drop"),
    Fault("R09", "COUNT_OVER", _drop(20), (20,), "drop"),
    Fault("R10", "COUNT_SHORT", _counted("MAIN", "cage-chips", 4_499_900), (-100,), "chips"),
    Fault("R10", "COUNT_OVER", _counted("MAIN", "cage-chips", 4_500_100), (100,), "chips"),
    Fault("R10", "COUNT_SHORT", _counted("MAIN", "cage-cash", 104_000), (-1_000,), "cash"),
    Fault("R10", "COUNT_OVER", _counted("MAIN", "cage-cash", 105_001), (1,), "cash"),
    Fault("R11", "SLIP_UNPAIRED", lambda floor, _stack: plants.sent(floor, 2_000), (-18_000,), "received"),
    Fault("R11", "SLIP_UNPAIRED", plants.on_the_way_at_the_cut, (-20_000,), "at the cut"),
    Fault("R11", "SLIP_UNPAIRED", _paper(SLIP, replace(SLIP, slip="S-2", amount=7)), (7,), "on paper alone"),
    Fault("R11", "SLIP_UNPAIRED", _paper(replace(SLIP, voided=True)), (-500_000,), "voided on paper"),
    Fault("R11", "SLIP_GAP", _slips, (-1,)),
    Fault("R11", "TIMING", lambda floor, _stack: plants.sent(floor), (-20_000,)),
    Fault("R11", "AMOUNT", _paper(replace(SLIP, amount=500_100)), (100,)),
    Fault("R11", "ACCOUNT", _paper(replace(SLIP, table="PK-07")), (0,)),
    Fault("R11", "CURRENCY", _paper(replace(SLIP, currency="MOP")), (0,)),
    Fault("R11", "BALANCE", plants.mistaken("credit not counted", plants.credit), (-3_000,), "credit"),
    Fault("R11", "BALANCE", plants.mistaken("fill not counted", lambda floor: plants.sent(floor, 20_000)), (20_000,), "fill"),
    Fault("R12", "OPENER_CLOSER", _opener, (300,)),
    Fault("R13", "BALANCE", plants.made(SHIFTED, plants.two_shifts), (-5_000, 5_000)),
    Fault(
        "R14", "NEGATIVE_BALANCE", plants.event(wallet_stream("P-9"), w.FundsWithdrawn(amount=5_300, currency="HKD", cage="MAIN")), (-300,)
    ),
    Fault("R14", "BALANCE", plants.mistaken("deposit of another player", plants.deposit), (-9, 9)),
    Fault("R15", "TIMING", _drop_that_nobody_counts, (30_000,)),
    Fault("R15", "FX", plants.event(wallet_stream("P-9"), EXCHANGED), (3,)),
    Fault("R16", "AMOUNT", _bank(*BANK[:2], _line(3, 650, "FT-3")), (-50,)),
    Fault("R16", "AMBIGUOUS", _bank(_line(1, 10_000), _line(2, 10_000), BANK[2]), (10_000, 10_000)),
    Fault("R16", "TIMING", _bank(*BANK[:2]), (-700,), "not at the bank yet"),
    Fault("R16", "TIMING", _bank(*BANK, _line(4, 55)), (55,), "at the bank alone yet"),
    Fault("R16", "MISSING_ENTRY", _bank(LATE, *BANK[1:], _line(4, 55)), (55,)),
    Fault("R16", "ORPHAN_ENTRY", _bank(LATE, BANK[1]), (-700,)),
)
