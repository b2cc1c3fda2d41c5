"""Cards that nobody has shown are opened for a dispute alone: two people, on record first, and nothing of them is kept."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.disputes.events import EvidenceOpened
from domain.rules import RuleBroken
from infra.books import Books
from infra.sealing import Place, SealBroken
from services.app import PROJECTIONS
from services.evidence import Disclosure, Evidence
from services.projector import catch_up
from tests.services.baccarat_pit import CUT, Pit, replayed
from tests.services.baccarat_pit import TABLE as BACCARAT
from tests.services.disputes.played import PLAYED, found, step_of
from tests.services.house import DAY, TABLE, TWO_PEOPLE, House
from tests.services.searching import read_out, readable, seeded_secrets

HOLES = "As Kd 7h Ac Qd 2c"
"""Seats 2, 3 and 1 in dealing order."""
CLAIM = {"case": "C-1", "claimant": "P-1", "claim": "I was dealt aces", **TWO_PEOPLE}
ASKED: dict[str, Any] = {"case": "C-1", "hand": PLAYED, "reason": "the claimant says that he was dealt aces", **TWO_PEOPLE}


@pytest.fixture
def table(kept: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """Seat 1 folds before the flop, seat 2 on the turn; nobody shows."""
    seeded_secrets(monkeypatch)
    kept.open({1: 10_000, 2: 10_000, 3: 10_000})
    kept.do("start-hand", table=TABLE)
    kept.do("deal", table=TABLE, cards=HOLES.split())
    for act in ("1 fold", "2 raise 300", "3 call", "deal 9d 9s Jh 4h", "2 check", "3 check", "deal 5d 5c", "2 fold"):
        who, *rest = act.split()
        if who == "deal":
            kept.do("deal", table=TABLE, cards=rest)
        else:
            to = {"to": int(rest[1])} if rest[1:] else {}
            kept.do("act", table=TABLE, seat=int(who), action=rest[0], **to)
    kept.do("open-dispute", hand=PLAYED, **CLAIM)
    return kept


@pytest.fixture
def evidence(table: House) -> Evidence:
    return Evidence(table.send, table.store, table.vault)


def opened(pit: House) -> list[EvidenceOpened]:
    return [record.event for record in pit.store.span("cases/C-1", 1, 99) if isinstance(record.event, EvidenceOpened)]


@pytest.mark.parametrize(
    ("asked", "cards"),
    [
        ({"seat": 1}, {"seat/1/1": "7h", "seat/1/2": "2c"}),
        ({"seat": 2, "burned": True}, {"burn/1": "9d", "burn/2": "5d", "seat/2/1": "As", "seat/2/2": "Ac"}),
        ({"burned": True}, {"burn/1": "9d", "burn/2": "5d"}),
    ],
)
def test_two_people_open_the_cards_of_a_seat_or_the_burned_ones(
    table: House, evidence: Evidence, asked: dict[str, Any], cards: dict[str, str]
) -> None:
    shown = evidence.open({**ASKED, **asked})

    assert shown.cards == cards
    (event,) = opened(table)
    assert event.spots == tuple(cards)
    assert (event.opened_by, event.approved_by, event.rule) == ("E-2001", "E-3001", "HOUSE-FIN 6")


def test_all_seats_at_once(table: House, evidence: Evidence) -> None:
    assert " ".join(evidence.open({**ASKED, "all": True}).cards.values()) == "7h 2c As Ac Kd Qd"
    assert len(opened(table)) == 1


class Watched:
    """A vault that looks whether the event is stored when a key of it is asked for."""

    def __init__(self, pit: House) -> None:
        self._pit = pit
        self.asked: list[tuple[str, bool]] = []

    def open(self, hand: str, spot: str, sealed: str) -> str:
        self.asked.append((spot, len(opened(self._pit.beside())) == 1))
        return self._pit.vault.open(hand, spot, sealed)


def test_no_key_is_used_before_the_event_is_stored(table: House) -> None:
    vault = Watched(table)
    Evidence(table.send, table.store, vault).open({**ASKED, "seat": 1})
    assert vault.asked == [("seat/1/1", True), ("seat/1/2", True)]


class Broken:
    def open(self, hand: str, spot: str, _sealed: str) -> str:
        raise SealBroken(Place(hand, spot))


def test_a_disclosure_may_be_lost_and_its_event_never(table: House) -> None:
    with pytest.raises(SealBroken) as broken:
        Evidence(table.send, table.store, Broken()).open({**ASKED, "seat": 1})

    assert len(opened(table)) == 1
    assert read_out(str(broken.value), HOLES.split()) == []


def test_what_was_opened_is_kept_nowhere(table: House, evidence: Evidence, tmp_path: Path) -> None:
    shown = evidence.open({**ASKED, "all": True, "burned": True})
    with closing(Books.sqlite(tmp_path / "books.sqlite")) as books:
        catch_up(table.store, books, PROJECTIONS)
    hidden = [*HOLES.split(), "9d", "5d"]

    assert set(shown.cards.values()) == set(hidden)
    assert readable(tmp_path, hidden) == []
    assert read_out(f"{shown!r} {evidence!r}", hidden) == []
    assert replayed(table)[1] == []


def test_a_ruling_on_what_was_opened_keeps_no_card_either(table: House, evidence: Evidence, tmp_path: Path) -> None:
    """Seat 2 has not folded: the ruling names its cards, and a river that was never dealt; its record names the river alone."""
    hand = found(table)
    cards = evidence.open({**ASKED, "all": True}).cards
    fold = step_of(hand, "holdem.folded", seat=2)
    named = [{"change": "card", "spot": spot, "card": card} for spot, card in cards.items() if not spot.startswith("seat/1")]
    facts = [
        {"change": "act", "step": fold, "action": "check"},
        {"change": "add", "step": None, "action": "check"},
        {"change": "add", "step": None, "action": "check"},
        {"change": "add", "step": None, "action": "check"},
        {"change": "card", "spot": "board/5", "card": "3h"},
    ]
    ruling = {"level": "house", "ruling": "upheld", "article": "MO-THP-2008 13(1)", "reason": "he has not folded"}
    table.refused("decide-dispute", case="C-1", **ruling, change=[*facts, *named, named[0]], actor="E-2001")
    table.do("decide-dispute", case="C-1", **ruling, change=[*facts, *named], **TWO_PEOPLE)

    assert readable(tmp_path, HOLES.split()) == []
    assert replayed(table)[1] == []


def test_what_was_shown_is_no_evidence_and_what_was_replaced_is(kept: House) -> None:
    kept.open({1: 10_000, 2: 10_000})
    kept.do("start-hand", table=TABLE)
    kept.do("deal", table=TABLE, cards="As Kd ?? Qd".split())
    kept.do("report-error", table=TABLE, kind="exposed-card")
    kept.do("correct-error", table=TABLE, how="replace-card", seat=1, ordinal=1, cards=["7c"])
    kept.do("act", table=TABLE, seat=2, action="all-in")
    kept.do("act", table=TABLE, seat=1, action="all-in")
    kept.do("deal", table=TABLE, cards="9s Jh 4h 5c 3s".split())
    kept.do("show", table=TABLE, seat=1)
    kept.do("show", table=TABLE, seat=2, cards=["As", "2h"])
    kept.do("open-dispute", hand=PLAYED, **CLAIM)
    evidence = Evidence(kept.send, kept.store, kept.vault)

    assert evidence.open({**ASKED, "all": True}).cards == {"seat/1/1": "Kd"}
    refusal = kept.refused("open-evidence", **ASKED, seat=2)
    assert refusal.code == "nothing-sealed"
    assert refusal.allowed == {"spots": ["burn/1", "burn/2", "burn/3", "seat/1/1"]}
    assert set(evidence.open({**ASKED, "burned": True}).cards.values()) == {"??"}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"seat": 1, "approver": "E-2001"}, "two-people-needed"),
        ({"seat": 1, "approver": None}, "two-people-needed"),
        ({"seat": 1, "case": "C-2"}, "no-such-case"),
        ({"seat": 1, "hand": f"{TABLE}/{DAY}/2"}, "other-hand"),
        ({"seat": 1, "reason": "  "}, "field-missing"),
        ({}, "field-missing"),
        ({"seat": 1, "all": True}, "bad-field"),
        ({"seat": 9}, "nothing-sealed"),
        ({"seat": "1"}, "bad-field"),
        ({"seat": 1, "cards": ["As"]}, "unknown-field"),
    ],
)
def test_nothing_is_opened_on_a_refusal(table: House, asked: dict[str, Any], code: str) -> None:
    class Untouched:
        def open(self, hand: str, spot: str, sealed: str) -> str:
            raise AssertionError(f"{spot} of {hand} was opened: {sealed}")

    with pytest.raises(RuleBroken) as refusal:
        Evidence(table.send, table.store, Untouched()).open({**ASKED, **asked})
    assert refusal.value.code == code
    assert opened(table) == []


def test_a_decided_case_opens_nothing(table: House) -> None:
    ruling = {"level": "floor", "ruling": "dismissed", "article": "MO-THP-2008 13(2)", "reason": "he folded"}
    table.do("decide-dispute", case="C-1", **ruling, **TWO_PEOPLE)
    assert table.refused("open-evidence", **ASKED, seat=1).code == "decided-before"


def test_opening_again_is_on_record_again(table: House, evidence: Evidence) -> None:
    assert evidence.open({**ASKED, "seat": 1}).cards == evidence.open({**ASKED, "seat": 1}).cards
    assert len(opened(table)) == 2


@pytest.fixture
def shoe(kept: House) -> House:
    """Its first card was named and burned face down."""
    articles = {"ruleset": "MO-BAC-2004", "articles": ["2"], "tables": [BACCARAT]}
    days = {"applied_on": "2026-11-02", "granted_on": "2026-11-16", "effective_on": DAY}
    kept.do("register-permit", permit="PR-1", **articles, **days, **TWO_PEOPLE)
    pit = Pit(kept.send)
    pit.open(burn_method="deck-count")
    pit.sit(1)
    pit.do("load-shoe", **CUT)
    pit.do("burn", first_card="9c")
    pit.play(1, ["7h", "8s", "Kh", "Ks"])
    return kept


def test_a_card_of_the_shoe_that_was_burned_face_down(shoe: House) -> None:
    hand = f"{BACCARAT}/{DAY}/1"
    shoe.do("open-dispute", hand=hand, **CLAIM)
    shown: Disclosure = Evidence(shoe.send, shoe.store, shoe.vault).open({**ASKED, "hand": hand, "burned": True})
    assert shown.cards == {"burn/1": "9c"}
    assert shoe.refused("open-evidence", **{**ASKED, "hand": hand}, all=True).code == "nothing-sealed"
