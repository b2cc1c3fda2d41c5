"""Nobody may see a card of a shoe before it is dealt: not in any file of the house, not in any answer, refusal or error.

Eight packs hold every card eight times, so that one which was dealt looks like one which was not. These shoes are stacked:
what is dealt comes from hearts and spades alone, and every club and diamond is burned face down or still in the shoe.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.baccarat.events import CardDealt
from domain.cards import DECK
from infra.books import Books
from services.app import PROJECTIONS
from services.projector import catch_up
from tests.services.baccarat_pit import CUT, SHOE, Pit, order
from tests.services.house import DAY, TWO_PEOPLE, House, house
from tests.services.searching import read_out, readable, seeded_secrets

HIDDEN = [card for card in DECK if card[1] in "cd"]
ROUNDS = 8


def stacked() -> list[str]:
    """Its first card has seven diamonds burned; then all that is red-hearted or a spade; then every other card."""
    chance = Random(4)
    low, high = ([card for card in DECK if card[1] in suits] * 8 for suits in ("hs", "cd"))
    low.remove("7h")
    burned = [f"{rank}d" for rank in "2468TQA"]
    for card in burned:
        high.remove(card)
    chance.shuffle(low)
    chance.shuffle(high)
    return ["7h", *burned, *low, *high]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """With its files open all the while."""
    seeded_secrets(monkeypatch)
    with house(tmp_path) as opened:
        yield opened


@pytest.fixture
def table(kept: House) -> Pit:
    pit = Pit(kept.send)
    pit.open()
    pit.sit(1, 2)
    return pit


def clean(kept: House, folder: Path, hidden: Sequence[str] = HIDDEN) -> None:
    """Neither as the files are now, in their logs too, nor with the books made from them."""
    assert readable(folder, hidden) == []
    with closing(Books.sqlite(folder / "books.sqlite")) as books:
        catch_up(kept.store, books, PROJECTIONS)
        assert readable(folder, hidden) == []


@pytest.mark.parametrize("source", ["known", "house"])
def test_a_card_that_was_not_dealt_can_be_read_nowhere(kept: House, tmp_path: Path, table: Pit, source: str) -> None:
    if source == "house":
        kept.vault.deck(SHOE, stacked)
    table.do("load-shoe", **CUT, key="k-1", actor="E-1", **({"cards": stacked()} if source == "known" else {}))
    clean(kept, tmp_path)
    table.do("burn")
    clean(kept, tmp_path)
    for number in range(ROUNDS):
        table.play(number)
    clean(kept, tmp_path)
    table.do("open-round")
    table.do("report-error", kind="exposed-before-close")
    named = stacked()[table.state["shoe"]["dealt"] :][:1]
    table.do("correct-error", how="burned", cards=named)
    table.do("void-round", reason="foul-shoe", **TWO_PEOPLE)
    table.do("close-shoe", reason="damaged")
    table.do("close-table")
    clean(kept, tmp_path)


def test_what_was_dealt_is_found_so_the_search_finds_what_there_is(kept: House, tmp_path: Path, table: Pit) -> None:
    table.do("load-shoe", **CUT, cards=stacked())
    table.do("burn")
    dealt = [record.event.card for record in table.play(1).events if isinstance(record.event, CardDealt)]
    for card in dealt:
        found = readable(tmp_path, [card])
        assert any(place.startswith("events.sqlite") for place in found)
        assert not any(place.startswith(("vault", "attempts")) for place in found)


def test_a_named_card_that_was_burned_face_down_stays_hidden(kept: House, tmp_path: Path) -> None:
    articles = {"ruleset": "MO-BAC-2004", "articles": ["2"], "tables": ["BA-12"]}
    days = {"applied_on": "2026-11-02", "granted_on": "2026-11-16", "effective_on": DAY}
    kept.do("register-permit", permit="PR-1", **articles, **days, **TWO_PEOPLE)
    pit = Pit(kept.send)
    pit.open(burn_method="deck-count")
    pit.sit(1)
    pit.do("load-shoe", **CUT)
    pit.do("burn", first_card="9c", key="k-1", actor="E-1")
    pit.play(1, ["7h", "8s", "Kh", "Ks"])
    clean(kept, tmp_path)


def test_refused_cards_are_kept_nowhere(kept: House, tmp_path: Path, table: Pit) -> None:
    """Words, fields and lists that are wrong; a shoe on the table, a round, a table that is not open."""
    before: list[dict[str, Any]] = [
        {"do": "load-shoe", **CUT, "cards": stacked()[:-1]},
        {"do": "load-shoe", **CUT, "cards": [*stacked()[:-1], "7h"]},
        {"do": "load-shoe", **CUT, "cards": [*stacked()[:-1], "9x"]},
        {"do": "load-shoe", **CUT, "cut_by": "croupier", "cards": stacked()},
        {"do": "load-shoe", **CUT, "card": stacked()},
        {"do": "load-sheo", **CUT, "cards": stacked()},
        {"do": "load-shoe", **CUT, "cards": " ".join(stacked())},
        {"do": "load-shoe", **CUT, "cards": stacked(), "table": "BA-99"},
        {"do": "burn", "first_card": "9c"},
    ]
    after: list[dict[str, Any]] = [
        {"do": "load-shoe", **CUT, "cards": stacked()},
        {"do": "burn", "first_card": "9c"},
        {"do": "demonstrate", "cards": ["9c", "2d", "Kc", "Kd"]},
        {"do": "deal", "cards": ["9c", "2d", "Kc", "Kd"]},
        {"do": "correct-error", "how": "burned", "cards": ["9c"]},
        {"do": "deal", "cards": "9c"},
    ]
    told = [_told(table, raw) for raw in before]
    table.do("load-shoe", **CUT, cards=stacked())
    told += [_told(table, raw) for raw in after]
    table.do("burn")
    table.do("open-round")
    table.do("close-bets")
    told += [_told(table, raw) for raw in after]
    table.do("report-error", kind="wrong-order")
    told += [_told(table, raw) for raw in after]

    assert read_out(" ".join(told), DECK) == []
    assert len(kept.attempts.recent(100)) == len(told)
    clean(kept, tmp_path)


def _told(table: Pit, raw: dict[str, Any]) -> str:
    refusal = table.refused(raw["do"], **{name: value for name, value in raw.items() if name != "do"})
    return f"{refusal!r} {refusal.message} {refusal.allowed}"


def test_states_answers_and_reprs_show_no_card_of_the_shoe(kept: House, table: Pit) -> None:
    answers = [table.do("load-shoe", **CUT, cards=stacked()), table.do("burn"), table.play(1)]
    (stream,) = kept.store.streams("tables/")
    texts = [repr(answers), str(table.state), repr(kept.vault), repr(kept.commands), stream]
    for answer in answers:
        texts += [f"{record.body.decode()} {record.meta!r} {record.event!r}" for record in answer.events]

    assert read_out(" ".join(texts), HIDDEN) == []


# A shoe as it really comes: here only runs of cards in their order can tell.


def test_no_run_of_the_houses_own_shoe_can_be_read(kept: House, tmp_path: Path, table: Pit) -> None:
    table.do("load-shoe", **CUT)
    table.do("burn")
    for number in range(ROUNDS):
        table.play(number)
    whole = kept.vault.deck(SHOE, list)
    undealt = whole[table.state["shoe"]["dealt"] :]

    assert len(undealt) > 350
    assert runs(tmp_path, undealt) == []


@pytest.mark.parametrize("form", ["{}", '["{}", "{}", "{}", "{}", "{}"]', "{} {} {} {} {}", "{}{}{}{}{}", "'{}', '{}', '{}', '{}', '{}'"])
def test_a_run_is_found_in_every_form_it_might_take(tmp_path: Path, form: str) -> None:
    cards = order(Random(1))
    (tmp_path / "leak").write_text(form.format(*cards[20:25]) if form != "{}" else "\n".join(cards))
    (tmp_path / "none").write_text(" ".join(order(Random(2))))

    assert runs(tmp_path, cards)
    assert not runs(tmp_path, order(Random(3)))


def runs(folder: Path, cards: Sequence[str]) -> list[str]:
    """Every place in the folder's files where five of these cards stand in their order, forwards or backwards."""
    fives = {"".join(five[::step]) for at in range(len(cards) - 4) for five in [cards[at : at + 5]] for step in (1, -1)}
    found = []
    for path in (path for path in folder.rglob("*") if path.is_file()):
        for run in re.finditer(rb"(?:[2-9TJQKA][cdhs][^A-Za-z0-9]{0,6}){5,}", path.read_bytes()):
            named = re.sub(r"[^A-Za-z0-9]", "", run[0].decode("ascii", "replace"))
            found += [f"{path.name}: {five} at byte {run.start()}" for five in fives if five in named]
    return found
