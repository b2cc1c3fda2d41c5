"""What a run leaves behind: the same bytes every time, a screen for a person, the trail to a hand, and the proof that is signed."""

import json
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook

from projections.ledger.counted import Posting
from services.reconcile.outputs import files, summary
from services.reconcile.proof import proof_hash
from services.reconcile.run import Papers, Scope, run
from services.reconcile.summary import sentences
from services.reconcile.suspects import suspects
from services.reconcile.trail import trail
from services.reconcile.trail_text import told
from tests.csv_reader import read_csv
from tests.domain.baccarat.scene import BANKER, PLAYER
from tests.services.baccarat_pit import CUT, Pit
from tests.services.house import DAY, TWO_PEOPLE
from tests.services.reconcile.floor import Floor

NAMES = "summary.json summary.txt breaks.csv matched.csv unmatched_events.csv unmatched_counts.csv win.csv proof.json reconciliation.xlsx"


@pytest.fixture
def short(floor: Floor) -> Floor:
    """BA-12 lost a bet of 50.00 in its second round that the croupier has not taken in: the closer is 50.00 short."""
    floor.do("issue-chips", amount=500_000_000, currency="HKD", **TWO_PEOPLE)
    floor.do("fill", table="BA-12", slip="S-1", amount=50_000_000, currency="HKD")
    floor.count("BA-12", "opener", 50_000_000)
    table = Pit(floor.pit.send)
    table.open()
    table.sit(1, amount=1_000_000)
    table.do("load-shoe", **CUT)
    table.do("burn", first_card="Ac")
    for bet, on, amount, cards in (("a", "banker", 20_000, PLAYER), ("b", "player", 5_000, BANKER), ("c", "banker", 30_000, BANKER)):
        table.do("open-round")
        table.bet(bet, on, amount)
        table.do("close-bets")
        table.do("deal", cards=cards.split())
    table.do("close-table")
    booked = 50_000_000 - 1_000_000 + 20_000 + 5_000 - 30_000 + 1_500
    floor.count("BA-12", "closer", booked - 5_000)
    return floor


def test_the_same_run_gives_the_same_bytes(short: Floor) -> None:
    written = []
    for _ in range(2):
        with short.desk(DAY) as desk:
            written.append(dict(files(run(desk, Scope(DAY), Papers(), iter), " --data house")))
    assert written[0] == written[1]
    assert list(written[0]) == NAMES.split()
    assert all(value is None for value in read_csv(written[0]["unmatched_counts.csv"].decode()))
    (row,) = read_csv(written[0]["breaks.csv"].decode())
    assert (row["type"], row["difference"], row["difference_display"]) == ("COUNT_SHORT", "-5000", "-50.00"), "the sign stays"


def cells(sheet: Any) -> list[dict[str, Any]]:
    """The rows of a sheet up to its control total, by the titles of its columns."""
    header = int(sheet.freeze_panes[1:]) - 1
    titles = [cell.value for cell in sheet[header]]
    below = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=header + 1)]
    return [dict(zip(titles, row, strict=True)) for row in below[: below.index([None] * len(titles))]]


def control(sheet: Any, column: str) -> Any:
    """What the sheet adds up itself, as it was worked out when it was written."""
    titles = [cell.value for cell in sheet[int(sheet.freeze_panes[1:]) - 1]]
    [line] = [row for row in sheet.iter_rows(values_only=True) if str(row[0]).startswith("control total HKD")]
    return line[titles.index(column)]


def test_the_workbook_has_every_table_and_the_proof_in_typed_cells(short: Floor) -> None:
    with short.desk(DAY) as desk:
        written: Mapping[str, bytes] = dict(files(run(desk, Scope(DAY), Papers(), iter)))
    book = load_workbook(BytesIO(written["reconciliation.xlsx"]), data_only=True)
    assert book.sheetnames == ["summary", "breaks", "matched", "unmatched events", "unmatched counts", "win", "proof"]
    proof = json.loads(written["proof.json"])
    for sheet in book:
        assert f"root {proof['heads_root']}" in [sheet.cell(line, 1).value for line in range(1, 8)], sheet.title

    rules = {row["rule"]: row for row in cells(book["summary"])}
    assert [len(rules), rules["R08"]["state"], rules["R08"]["breaks"], rules["R01"]["state"]] == [16, "breaks", 1, "matched"]
    assert book["summary"]["A1"].value == "Reconciliation breaks"
    [one] = cells(book["breaks"])
    assert (one["type"], one["difference"], one["difference (minor units)"]) == ("COUNT_SHORT", -50, -5_000)
    assert control(book["breaks"], "difference (minor units)") == -5_000
    [win] = cells(book["win"])
    assert (win["win by events (minor units)"], win["explained by counts (minor units)"]) == (-3_500, -5_000)
    assert control(book["win"], "closer (minor units)") == win["closer (minor units)"]
    for name in ("matched", "unmatched events", "unmatched counts"):
        assert len(cells(book[name])) == len(
            [row for row in read_csv(written[f"{name.replace(' ', '_')}.csv"].decode()) if any(row.values())]
        )

    proved = {(row["what"], row["currency"] or None): row for row in cells(book["proof"])}
    assert proved["SHA-256 of proof.json", None]["text"] == sha256(written["proof.json"]).hexdigest()
    assert proved["lines", None]["count"] == proof["lines"] > 0
    assert proved["gross gaming revenue", "HKD"]["amount (minor units)"] == proof["ggr"]["HKD"] == -3_500
    assert {proved[f"book {book_of}, closing", "HKD"]["amount"] for book_of in ("MONEY", "CHIP")} == {0}


def test_the_screen_says_what_where_how_much_and_what_next(short: Floor) -> None:
    with short.desk(DAY) as desk:
        result = run(desk, Scope(DAY), Papers(), iter)
        lines = list(sentences(result, " --data house"))
        (one,) = result.breaks
    assert len(lines) < 24
    assert lines[0].startswith(f"It does not agree: {DAY} as of position ")
    assert "HKD -50.00" in lines[2]
    assert "BA-12 shift 1: closer against the books" in lines[2]
    assert lines[3].strip() == f"pataca breaks show {one.id} --data house"


def test_the_trail_leads_to_the_hand(short: Floor) -> None:
    with short.desk() as desk:
        result = run(desk, Scope(), Papers(), iter)
        found = trail(result, result.breaks[0])
    assert [(group["hand"], [fit["why"] for fit in group["fits"]]) for group in found["groups"] if group["fits"]] == [
        (f"BA-12/{DAY}/2", ["the lost bet was not taken in"])
    ]
    assert found["next"][0] == f"pataca hand replay BA-12/{DAY}/2"
    assert [count["kind"] for count in found["counts"]] == ["opener", "closer"]
    assert any(f"pataca hand replay BA-12/{DAY}/2 --data house" in line for line in told(found, " --data house"))


@pytest.mark.parametrize(
    ("leg", "amount", "difference", "why"),
    [
        ("LOST", 5_000, -5_000, "the lost bet was not taken in"),
        ("LOST", 2_500, -5_000, "the lost bet was paid as if it had won"),
        ("LOST", 5_000, 5_000, "as much again was taken in with the lost bet"),
        ("WINNINGS", -5_000, -5_000, "the winnings were paid twice"),
        ("WINNINGS", -5_000, 5_000, "the winnings were not paid"),
        ("WINNINGS", -5_000, 2_500, "only half of the winnings was paid"),
        ("COMMISSION", 5_000, -5_000, "the commission was not taken"),
        ("FILL_RECEIVED", 5_000, -5_000, "the fill was signed for and did not arrive"),
        ("SLIP_VOIDED", 5_000, -5_000, "Slip voided: booked, and not done with chips"),
        ("LOST", 5_001, -5_000, None),
    ],
)
def test_what_a_posting_could_have_done(leg: str, amount: int, difference: int, why: str | None) -> None:
    posting = Posting("7.1", "BA-12/2026-11-30/1", leg, amount, None, None, "e", "t")
    (group,) = suspects([posting], [], difference)
    assert [fit.why for fit in group.fits] == ([why] if why else [])


def test_the_likeliest_come_first_and_of_these_the_latest() -> None:
    def at(line: str, hand: str, amount: int) -> Posting:
        return Posting(line, hand, "LOST", amount, None, None, "e", "t")

    groups = suspects([at("1.1", "A", 5_000), at("2.1", "B", 2_500), at("3.1", "C", 1), at("4.1", "D", 5_000)], [], -5_000)
    assert [group.hand for group in groups] == ["D", "A", "B", "C"]


def test_the_proof_is_the_same_worked_out_again_later(short: Floor) -> None:
    with short.desk(DAY) as desk:
        result = run(desk, Scope(DAY), Papers(), iter)
        as_of, proved, written = desk.as_of, proof_hash(result), dict(files(result))["proof.json"]
    assert sha256(written).hexdigest() == proved
    document = json.loads(written)
    assert (document["gaming_day"], document["as_of"], document["breaks"]) == (DAY, as_of, {"minor": 1})
    assert all(total["closing"] == 0 for total in document["totals"])
    short.tomorrow()
    short.do("deposit", wallet="P-1", amount=1, currency="HKD")
    finance = short.pit.finance
    assert finance is not None
    assert (finance.proof(DAY, as_of).sha256, finance.proof(DAY, as_of).later) == (proved, 0)
    short.count("BA-12", "opener", 1, gaming_day=DAY)
    assert finance.proof(DAY, as_of).later == 1


def test_a_day_closes_with_two_signatures(short: Floor) -> None:
    short.do("cut-day", gaming_day=DAY, actor="E-1")
    for word in ("prepare-close", "prepare-close"):
        short.do(word, gaming_day=DAY, actor="E-1")
    signed = short.do("sign-close", gaming_day=DAY, actor="E-2")
    with short.desk(DAY, as_of=signed.as_of) as desk:
        assert proof_hash(run(desk, Scope(DAY), Papers(), iter)) == signed.proof
    assert short.run(DAY).outcome == "breaks", "a minor difference stays to be settled"


def test_the_summary_is_one_document(short: Floor) -> None:
    with short.desk(DAY) as desk:
        found = summary(run(desk, Scope(DAY), Papers(), iter))
    assert [rule["rule"] for rule in found["rules"]] == [f"R{number:02}" for number in range(1, 17)]
    assert {rule["rule"]: rule["state"] for rule in found["rules"]}["R08"] == "breaks"
    assert json.loads(json.dumps(found)) == found
