"""Nobody may see a card before the rules show it: not in any file of the house, not in any answer, refusal or error."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from domain.cards import DECK
from domain.rules import RuleBroken
from services import projector
from services.app import PROJECTIONS, open_house
from services.app import House as WholeHouse
from tests.services.house import BLINDS, TABLE
from tests.services.searching import read_out, readable, seeded_secrets

HOLE = "As Kd Th 7c 2c Jh".split()
"""What three seats get, in dealing order."""


@pytest.fixture
def pit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WholeHouse]:
    """The whole house as the command line opens it, its files open all the while."""
    seeded_secrets(monkeypatch)
    with open_house(tmp_path / "data") as house:
        yield house


def do(pit: WholeHouse, word: str, **fields: Any) -> Any:
    return pit.commands.handle({"do": word, "table": TABLE, **fields})


def open_table(pit: WholeHouse) -> None:
    opening = {"game": "holdem", "ruleset": "MO-THP-2008", "currency": "HKD", "gaming_day": pit.today(), "rules": BLINDS}
    do(pit, "open-table", **opening)
    for seat in (1, 2, 3):
        do(pit, "take-seat", seat=seat, player=f"P-{seat}", amount=50_000, source="cash")


def state(pit: WholeHouse) -> Any:
    return do(pit, "inspect").state


def fold_all(pit: WholeHouse) -> None:
    while (now := state(pit))["hand"]:
        do(pit, "act", seat=now["to_act"], action="fold")


def catch_up(pit: WholeHouse) -> None:
    with closing(pit.place.books()) as books:
        projector.catch_up(pit.store, books, PROJECTIONS)


def folder(pit: WholeHouse) -> Path:
    return pit.place.folder.path


def clean(pit: WholeHouse, hidden: list[str]) -> None:
    """Neither as the files are now, in their logs too, nor with the books made from them."""
    assert readable(folder(pit), hidden) == []
    catch_up(pit)
    assert readable(folder(pit), hidden) == []


def test_cards_of_a_reader_can_be_read_nowhere_while_and_after_a_hand_without_showdown(pit: WholeHouse) -> None:
    open_table(pit)
    do(pit, "start-hand")
    do(pit, "deal", cards=HOLE, key="k-1", actor="E-1")
    clean(pit, HOLE)
    for _ in range(3):
        do(pit, "act", seat=state(pit)["to_act"], action="call" if "call" in state(pit)["legal"] else "check")
    do(pit, "deal", cards=["9s", "8d", "4h"])
    clean(pit, HOLE)
    fold_all(pit)
    clean(pit, HOLE)
    do(pit, "close-table")
    clean(pit, HOLE)


def test_no_undealt_card_of_the_house_can_be_read_nor_the_order_of_its_deck(pit: WholeHouse) -> None:
    open_table(pit)
    do(pit, "start-hand")
    do(pit, "deal")
    clean(pit, list(DECK))
    for _ in range(3):
        do(pit, "act", seat=state(pit)["to_act"], action="call" if "call" in state(pit)["legal"] else "check")
    do(pit, "deal")
    hidden = [card for card in DECK if card not in state(pit)["board"]]
    clean(pit, hidden)
    fold_all(pit)
    clean(pit, hidden)


def test_a_card_that_was_replaced_stays_hidden(pit: WholeHouse) -> None:
    open_table(pit)
    do(pit, "start-hand")
    do(pit, "deal", cards=HOLE)
    do(pit, "report-error", kind="exposed-card", note="it fell off the table")
    do(pit, "correct-error", how="replace-card", seat=1, ordinal=1, cards=["Qs"])
    fold_all(pit)

    clean(pit, [*HOLE, "Qs"])


def test_refused_cards_are_kept_nowhere(pit: WholeHouse) -> None:
    open_table(pit)
    do(pit, "start-hand")
    do(pit, "deal", cards=HOLE)
    tries: list[dict[str, Any]] = [
        {"do": "deal", "cards": ["9s", "8d", "4h"]},
        {"do": "deal", "card": "9s"},
        {"do": "dael", "cards": ["9s", "8d"]},
        {"do": "show", "seat": 1, "cards": ["9s", "8d"]},
        {"do": "show", "seat": 1},
        {"do": "correct-error", "how": "replace-card", "cards": ["9s"], "seat": 1, "ordinal": 1},
    ]
    messages = []
    for raw in tries:
        with suppress(RuleBroken):
            pit.commands.handle({"table": TABLE, **raw})
            raise AssertionError(f"accepted: {raw}")
        messages.append(_refusal(pit, raw))

    assert read_out(" ".join(messages), DECK) == []
    clean(pit, list(DECK))


def _refusal(pit: WholeHouse, raw: dict[str, Any]) -> str:
    with pytest.raises(RuleBroken) as refusal:
        pit.commands.handle({"table": TABLE, **raw})
    return f"{refusal.value!r} {refusal.value.message} {refusal.value.allowed}"


@pytest.mark.parametrize("shown", [["9s", "8d"], ["As", "8d"], ["7c", "Kd"]])
def test_a_hand_that_is_shown_wrongly_does_not_say_what_it_is(pit: WholeHouse, shown: list[str]) -> None:
    open_table(pit)
    do(pit, "start-hand")
    do(pit, "deal", cards=HOLE)
    for _ in range(3):
        do(pit, "act", seat=state(pit)["to_act"], action="all-in")
    do(pit, "deal", cards=["9c", "8h", "4h", "3h", "3s"])
    told = _refusal(pit, {"do": "show", "seat": 1, "cards": shown})

    assert read_out(told, HOLE) == []
    clean(pit, HOLE)


def test_what_is_shown_is_found_so_the_search_finds_what_there_is(pit: WholeHouse) -> None:
    open_table(pit)
    do(pit, "start-hand")
    do(pit, "deal", cards=HOLE)
    for _ in range(3):
        do(pit, "act", seat=state(pit)["to_act"], action="all-in")
    do(pit, "deal", cards=["9c", "8h", "4h", "3h", "3s"])
    for seat in (1, 2, 3):
        (cards,) = [record.event.cards for record in do(pit, "show", seat=seat).events if record.event.contract == "holdem.hand-shown"]
        assert set(cards) <= set(HOLE)
        found = readable(folder(pit), cards)
        assert any(place.startswith("events.sqlite") for place in found)
        assert not any(place.startswith(("vault", "attempts")) for place in found)


def test_a_state_an_answer_and_their_reprs_show_no_hole_card(pit: WholeHouse) -> None:
    open_table(pit)
    do(pit, "start-hand")
    answer = do(pit, "deal", cards=HOLE)

    texts = [repr(answer), str(state(pit)), repr(pit), repr(pit.commands), *(record.body.decode() for record in answer.events)]
    texts += [repr(record.meta) for record in answer.events]
    assert read_out(" ".join(texts), HOLE) == []


def test_the_folder_and_the_vault_are_this_users_alone(pit: WholeHouse) -> None:
    open_table(pit)
    do(pit, "start-hand")
    do(pit, "deal")
    catch_up(pit)

    assert stat.S_IMODE(folder(pit).stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder(pit).iterdir()}
    assert {"vault.sqlite", "vault.sqlite-wal", "events.sqlite", "books.sqlite"} <= modes.keys()
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077 and name != "writer.pid"} == {}


@pytest.mark.parametrize("form", ["As", '{"card":"As"}', '["As","Kd"]', "As Kd Th", "seat/1/1 As", "AsKd"])
def test_the_search_finds_a_card_in_every_form_it_might_take(tmp_path: Path, form: str) -> None:
    connection = sqlite3.connect(tmp_path / "leak.sqlite")
    connection.execute("CREATE TABLE leak (spot TEXT, held, more TEXT)")
    connection.execute("INSERT INTO leak VALUES ('seat/1/1', ?, 'x')", (form.encode() if "{" in form else form,))
    connection.commit()
    connection.close()

    assert readable(tmp_path, HOLE)
    assert not readable(tmp_path, ["Qs", "Qd"])
