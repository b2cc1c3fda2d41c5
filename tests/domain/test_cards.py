from domain.cards import DECK, RANKS, SUITS, UNKNOWN, is_card


def test_the_pack_has_52_distinct_cards_in_the_documented_order():
    assert len(set(DECK)) == len(DECK) == 52
    assert DECK[:2] == ("2c", "3c")
    assert DECK[12:14] == ("Ac", "2d")
    assert DECK[-1] == "As"
    assert [card[0] for card in DECK] == list(RANKS) * 4
    assert [card[1] for card in DECK] == [suit for suit in SUITS for _ in RANKS]


def test_only_the_52_texts_are_cards():
    assert all(is_card(card) for card in DECK)
    for text in ("", "A", "sA", "AS", "as", "1s", "10s", "As ", "Asd", UNKNOWN):
        assert not is_card(text), text
