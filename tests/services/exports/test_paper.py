"""A hand on paper: one page that can be read in three languages, the same bytes for the same facts, and nothing hidden on it."""

from io import BytesIO
from random import Random

import pytest
from pypdf import PdfReader

from services.exports.paper import to_paper
from services.hands import Hand
from services.reports.language import LANGUAGES, Language
from tests.services.baccarat_pit import Pit
from tests.services.exports.played import evening, told
from tests.services.house import House


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def one_hand(pit: House) -> Hand:
    pit.open({1: 1_000, 2: 1_000, 3: 1_000})
    pit.play(cards="2c 3c 6d 4c 5c 7d As Ks Qs Js 9d")
    return next(told(pit))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_page_with_the_story_the_articles_and_the_hash(pit: House, lang: str) -> None:
    hand = one_hand(pit)
    paper = to_paper(hand, Language(lang))
    text = text_of(paper)

    assert len(PdfReader(BytesIO(paper)).pages) == 1
    assert paper == to_paper(hand, Language(lang))
    assert hand.digest in text
    assert hand.id in text
    assert "As Ks Qs Js 9d" in text
    assert {"en": "posts the small blind", "zh": "下小盲注", "pt": "coloca a cega pequena"}[lang] in text
    assert {"en": "The pack is", "zh": "標記由荷官", "pt": "O indicador"}[lang] in text.replace("\n", " ") or lang == "en"


def test_the_hash_is_of_the_facts_alone(pit: House) -> None:
    """Anyone can work it out from `events tail --json`: id, line feed, facts, line feed, of each event."""
    import hashlib

    hand = one_hand(pit)
    told_out = b"".join(record.id.encode() + b"\n" + record.body + b"\n" for record in hand.events)
    assert hand.digest == hashlib.sha256(told_out).hexdigest()


def test_a_folded_hand_stays_hidden_and_a_hand_in_play_is_told_so_far(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table="PK-07")
    pit.do("deal", table="PK-07", cards="2c 3c 4c 5c".split())
    text = text_of(to_paper(next(told(pit)), Language()))

    assert "?? ??" in text
    text = text.replace(next(told(pit)).digest, "")
    assert not any(card in text for card in ("2c", "3c", "4c", "5c"))


def test_a_round_of_baccarat(pit: House) -> None:
    table = Pit(pit.send)
    table.open()
    table.sit(1)
    table.do("load-shoe", decks=8, cut_by="bettor", cut_depth=20)
    table.do("burn")
    table.play(1)
    [hand] = told(pit)
    text = text_of(to_paper(hand, Language("pt")))

    assert "Ronda BA-12" in text
    assert "de pé" in text
    assert "não há mais apostas" in text


def test_a_long_hand_goes_on_over_the_page(pit: House) -> None:
    evening(pit, Random(1), 1)
    hand = next(told(pit))
    long = Hand(hand.row, hand.before, [*hand.events[:-1]] * 20)
    assert len(PdfReader(BytesIO(to_paper(long, Language()))).pages) > 1
