"""Articles 14 and 15: the values of the rules page, the published counts of all five-card hands, and what always holds."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards import DECK, RANKS, SUITS
from domain.holdem import ranking
from domain.holdem.ranking import Category, best_five, category, describe, strength, without_quads_kicker

FIVE_CARD_COUNTS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}

WINNER_AND_LOSER = [
    ("15(1)", "As Ks Qs Js Ts", "Kd Qd Jd Td 9d"),
    ("15(2)", "Kd Qd Jd Td 9d", "5c 4c 3c 2c Ac"),
    ("15(2)", "6h 5h 4h 3h 2h", "5c 4c 3c 2c Ac"),
    ("15(3)", "Qs Qh Qd Qc 2s", "Js Jh Jd Jc As"),
    ("15(3)", "Qs Qh Qd Qc 3s", "Qs Qh Qd Qc 2s"),
    ("15(4)", "Ks Kh Kd 2s 2h", "Qs Qh Qd As Ah"),
    ("15(4)", "Qs Qh Qd 9s 9h", "Qs Qh Qd 8s 8h"),
    ("15(5)", "As 9s 5s 3s 2s", "Ad 8d 7d 6d 4d"),
    ("15(6)", "Ts 9h 8d 7c 6s", "9h 8d 7c 6s 5h"),
    ("15(6)", "6s 5h 4d 3c 2s", "5h 4d 3c 2s Ah"),
    ("15(6)", "As Kh Qd Jc Ts", "Ks Qh Jd Tc 9s"),
    ("15(7)", "Ks Kh Kd 6s 5h", "Ks Kh Kd 6s 4h"),
    ("15(7)", "Ks Kh Kd As 2h", "Ks Kh Kd Qs Jh"),
    ("15(8)", "Ts Th 6s 6h 5d", "Ts Th 5s 5h Ad"),
    ("15(8)", "As Ah Ks Kh Qd", "As Ah Ks Kh Jd"),
    ("15(9)", "Ts Th 9d 7c 6s", "Ts Th 9d 7c 5s"),
    ("15(10)", "As Kh 8d 7c 2s", "Ad Qh Js Tc 9s"),
]


@pytest.mark.parametrize(("item", "winner", "loser"), WINNER_AND_LOSER)
def test_the_rules_page_names_winner_and_loser(item, winner, loser):
    assert category(strength(winner.split())).item == item
    assert strength(winner.split()) > strength(loser.split())


def test_categories_stand_in_the_order_of_article_15():
    assert [kind.label for kind in sorted(Category, reverse=True)] == [
        "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush",
        "straight", "three-of-a-kind", "two-pair", "one-pair", "high-card",
    ]  # fmt: skip
    assert [kind.item for kind in sorted(Category, reverse=True)] == [f"15({item})" for item in range(1, 11)]


def test_14_3_the_ace_is_low_in_one_straight_and_never_in_the_middle():
    assert describe(strength("5s 4h 3d 2c As".split())) == "straight, five high"
    assert category(strength("Ks Ah 2d 3c 4s".split())) is Category.HIGH_CARD
    assert category(strength("Ks As 2s 3s 4s".split())) is Category.FLUSH


def test_10_1_a_hand_on_the_board_ties_all():
    board = "As Kh Qd Jc Ts".split()
    assert {strength([*board, *own.split()]) for own in ("2s 3h", "Ah Ad", "9c 8c")} == {strength(board)}


def test_15_3_the_fifth_card_plays_unless_the_house_ignores_it():
    board = "Ks Kh Kd Kc 2s".split()
    better, worse = strength([*board, "As", "3s"]), strength([*board, "Qd", "Jd"])
    assert better > worse
    assert without_quads_kicker(better) == without_quads_kicker(worse)
    assert category(without_quads_kicker(better)) is Category.FOUR_OF_A_KIND
    assert strength("Qs Qh Qd Qc As".split()) < without_quads_kicker(worse)


def test_15_3_ignoring_the_fifth_card_touches_nothing_else():
    for _, *hands in WINNER_AND_LOSER:
        for hand in hands:
            value = strength(hand.split())
            assert (without_quads_kicker(value) == value) == (category(value) is not Category.FOUR_OF_A_KIND)


@pytest.mark.parametrize(
    ("cards", "five", "words"),
    [
        ("2d As Ks Qs Js Ts 9s", "As Ks Qs Js Ts", "royal flush"),
        ("Ah 2h 3h 4h 5h Kh Kd", "5h 4h 3h 2h Ah", "straight flush, five high"),
        ("Ks Kh Kd Kc 2s As 2d", "Kc Kd Kh Ks As", "four of a kind, kings, ace kicker"),
        ("Ks Kh Kd Kc 2s 2h 2d", "Kc Kd Kh Ks 2d", "four of a kind, kings, two kicker"),
        ("2s 2h Kd Ks Kh 2c 3c", "Kd Kh Ks 2c 2h", "full house, kings over twos"),
        ("2s 2h Kd Ks Kh 3s 3c", "Kd Kh Ks 3c 3s", "full house, kings over threes"),
        ("As Js 9s 6s 4s 3s 2s", "As Js 9s 6s 4s", "flush, ace, jack, nine, six and four"),
        ("As Ad Ac 9s 6s 4s 2s", "As 9s 6s 4s 2s", "flush, ace, nine, six, four and two"),
        ("As 2d 3d 4h 5h 5s 5d", "5d 4h 3d 2d As", "straight, five high"),
        ("2d 3d 4d 5h 6s 7c 8c", "8c 7c 6s 5h 4d", "straight, eight high"),
        ("Ks Kh Kd 6s 5h 2h 3c", "Kd Kh Ks 6s 5h", "three of a kind, kings, six and five kickers"),
        ("Ts Th 6s 6h 5d 2d 3c", "Th Ts 6h 6s 5d", "two pair, tens and sixes, five kicker"),
        ("Ts Th 6s 6h 5d 5h 3c", "Th Ts 6h 6s 5d", "two pair, tens and sixes, five kicker"),
        ("Ts Th 6s 6h 5d 5h Kc", "Th Ts 6h 6s Kc", "two pair, tens and sixes, king kicker"),
        ("Ts Th 9d 7c 6s 2d 3c", "Th Ts 9d 7c 6s", "one pair, tens, nine, seven and six kickers"),
        ("As Kh 8d 7c 2s", "As Kh 8d 7c 2s", "high card, ace, king, eight, seven and two"),
    ],
)
def test_the_five_cards_that_play_and_how_one_says_it(cards, five, words):
    assert best_five(cards.split()) == tuple(five.split())
    assert describe(strength(cards.split())) == words


def test_four_of_a_kind_without_its_fifth_card_is_said_without_it():
    assert describe(without_quads_kicker(strength("Qs Qh Qd Qc 2s".split()))) == "four of a kind, queens"


@pytest.mark.parametrize("count", [0, 1, 4, 8, 13, 52])
def test_other_numbers_of_cards_are_refused(count):
    with pytest.raises(ValueError, match=f"5, 6 or 7 cards, not from {count}"):
        strength(DECK[:count])


def test_all_2598960_five_card_hands_have_the_published_counts():
    """Sums of keys go through the tables that `strength` uses; every 997th hand goes through `strength` itself."""
    keys, of_five = ranking.CARD_KEYS, ranking.SUMS[5].strength
    found, number = Counter(), 0
    for hand in combinations(DECK, 5):
        a, b, c, d, e = hand
        value = of_five(keys[a] + keys[b] + keys[c] + keys[d] + keys[e], hand)
        found[value] += 1
        number += 1
        assert number % 997 or strength(hand) == value
    counts = Counter()
    for value, times in found.items():
        counts[category(value)] += times
    assert number == 2_598_960
    assert counts == FIVE_CARD_COUNTS
    assert len(found) == 7_462


@pytest.mark.parametrize(("count", "choices"), [(5, 6_175), (6, 18_395), (7, 49_205)])
def test_no_two_choices_of_ranks_share_a_sum_of_keys(count, choices):
    weight = {rank: ranking.CARD_KEYS[f"{rank}{SUITS[0]}"] for rank in RANKS}
    sums = [
        sum(weight[rank] for rank in ranks) for ranks in combinations_with_replacement(RANKS, count) if max(Counter(ranks).values()) <= 4
    ]
    assert len(set(sums)) == len(sums) == choices


TWO_SUITS = [card for card in DECK if card[1] in "hs"]
LOW_CARDS = [card for card in DECK if card[0] in "A23456"]
sizes_and_packs = st.tuples(st.integers(5, 7), st.sampled_from([list(DECK), TWO_SUITS, LOW_CARDS]))
hands = sizes_and_packs.flatmap(lambda drawn: st.lists(st.sampled_from(drawn[1]), min_size=drawn[0], max_size=drawn[0], unique=True))
suit_exchanges = st.permutations(SUITS).map(lambda suits: str.maketrans(SUITS, "".join(suits)))


@given(hands, suit_exchanges, st.randoms(use_true_random=False))
def test_suits_and_order_change_nothing(cards, exchange, random):
    exchanged = [card.translate(exchange) for card in cards]
    random.shuffle(exchanged)
    assert strength(exchanged) == strength(cards)
    assert best_five(sorted(cards)) == best_five(cards)


@given(hands)
def test_10_1_the_best_five_are_worth_what_the_best_choice_of_five_is(cards):
    assert strength(cards) == max(strength(five) for five in combinations(cards, 5))
    five = best_five(cards)
    assert strength(five) == strength(cards)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
