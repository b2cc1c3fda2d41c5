"""What the articles say, in the house's own words: printed beside the lines and refusals that cite them.

They follow the numbering of the regulation (Despacho of the Secretary for Economy and Finance of 18 January 2008). Its
Chinese and Portuguese texts are the law; these sentences explain. `CARDROOM-TDA` cites the same numbers, and differs
where card rooms elsewhere play differently.
"""

from collections.abc import Mapping
from typing import Final

STATUTE: Final = "MO-THP-2008"
CARD_ROOM: Final = "CARDROOM-TDA"

_STATUTE: Final[dict[str, str]] = {
    "cl. 1": "Texas Hold'em may be offered as a game of fortune by the concessionaires.",
    "cl. 2": "The annex is the regulation of the game.",
    "cl. 3": "The regulation is in force from the day after its publication.",
    "1": "What a table needs.",
    "1(1)": "A table needs its layout, an indicator, a pack of cards, and a dealing box with a cut card or a shuffler.",
    "1(1)(1)": "A table has one layout.",
    "1(1)(2)": "One indicator marks the dealer's place.",
    "1(1)(3)": "One pack of 52 cards is in play, so no card can be in two places.",
    "1(1)(4)": "Cards come from a dealing box, with a white card to cut them.",
    "1(1)(5)": "Instead of the box a shuffling machine may be used.",
    "1(2)": "The indicator begins with the first player on the croupier's left and goes to the next player clockwise after each hand.",
    "2": "How many may sit, and how many are needed.",
    "2(1)": "The layout has ten places for players and one for the croupier.",
    "2(2)": "The house may use a layout with more than ten places for players.",
    "2(3)": "A hand needs at least two players to start.",
    "3": "How a hand begins.",
    "3(1)": "The pack is shuffled by hand and cut with the white card, or shuffled by machine without a cut.",
    "3(2)": "Dealing begins with the first player on the left of the indicator, who has the small blind.",
    "4": "What is wagered, and within which notice.",
    "4(1)": "All wagers are made with chips.",
    "4(2)": "In tournament games, chips in play and chips won stay on the table as long as the player plays.",
    "4(3)": "A notice on the table tells the lowest and the highest blind.",
    "5": "Before the deal, the two players on the left of the indicator post the blinds.",
    "5(1)": "The first player on the left of the indicator posts the small blind, which is as a rule half of the big one.",
    "5(2)": "The second player on the left of the indicator posts the big blind.",
    "6": "The deal of the hole cards, and the first betting round.",
    "6(1)": "Each player gets two cards face down, one at a time, clockwise from the left of the indicator.",
    "6(2)": "A player looks at his own cards only, and they do not leave the table.",
    "6(3)": "Beginning on the left of the two blinds, each player bets, raises or folds.",
    "6(4)": "In the first round the big blind speaks last, and may fold, raise or check.",
    "6(5)": "In the later rounds the holder of the indicator speaks last.",
    "7": "The first three board cards, and the second betting round.",
    "7(1)": "One card is burned, then three are dealt face up in the middle.",
    "7(2)": "The second round begins with the first player on the left of the indicator.",
    "7(3)": "From the second round on each player bets, checks or folds.",
    "8": "The fourth and the fifth board card, and showing the hands.",
    "8(1)": "After the round one card is burned and a fourth is dealt face up.",
    "8(2)": "The next round begins on the left of the indicator.",
    "8(3)": "After that round one card is burned and a fifth is dealt face up.",
    "8(4)": "The last betting round follows.",
    "8(5)": "When the last round is over, all who are still in show their cards, and the best hand is decided.",
    "9": "Errors in dealing.",
    "9(1)": "An error in dealing is corrected as soon as it is found.",
    "9(2)": "If an error cannot be corrected the hand is void, and all that was wagered goes back to the players.",
    "10": "The best five cards, and who takes the pot.",
    "10(1)": "A player's hand is the best five of his two cards and the five in the middle.",
    "10(2)": "The best hand of five cards takes all that was wagered, the pot.",
    "10(3)": "Players may not agree to share a pot; each plays on until the result is final.",
    "10(4)": "Equal hands share the pot equally, as far as it can be divided.",
    "10(5)": "What cannot be divided goes to the first player on the croupier's left who is still in the hand.",
    "11": "How a bet is made.",
    "11(1)": "A bet is spoken, or laid with chips in front of the player; a spoken bet binds who speaks it.",
    "11(2)": "With a limit each bet has a fixed size: the small blind in the first two rounds, the big blind in the last two.",
    "11(3)": "Without a limit a bet may be anything from the minimum up to all the chips that the player has on the table.",
    "12": "How a raise is made.",
    "12(1)": "A raise is at least as large as the last bet or raise.",
    "12(2)": "With a limit there are at most three raises in a betting round.",
    "12(3)": "Without a limit the size of a bet or raise is free.",
    "12(4)": "When only two players are in the hand raises are not limited.",
    "13": "Folding.",
    "13(1)": "A player may fold in every betting round.",
    "13(2)": "Who folds pushes his cards face down to the croupier.",
    "13(3)": "What a player wagered before he folded stays in the pot.",
    "14": "The rank of the cards.",
    "14(1)": "Suits have no rank.",
    "14(2)": "From the top the cards rank A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2.",
    "14(3)": "In the straight 5, 4, 3, 2, A the ace is the lowest card.",
    "15": "The rank of the combinations, from the royal flush down to five loose cards.",
    "15(1)": "Royal flush: A, K, Q, J and 10 of one suit.",
    "15(2)": "Straight flush: five cards of one suit in sequence; the highest card decides.",
    "15(3)": "Four of a kind: four cards of one rank; the higher rank wins.",
    "15(4)": "Full house: three of one rank and two of another; first the three decide, then the two.",
    "15(5)": "Flush: five cards of one suit; they decide one after the other from the highest.",
    "15(6)": "Straight: five cards in sequence, not of one suit; the highest card decides.",
    "15(7)": "Three of a kind: first the three decide, then the two other cards.",
    "15(8)": "Two pair: first the higher pair decides, then the lower one, then the fifth card.",
    "15(9)": "One pair: first the pair decides, then the three other cards from the highest.",
    "15(10)": "Five loose cards: they decide one after the other from the highest.",
    "16": "From the pot of each hand the house takes a commission of 3 % to 5 %, and never more than five big blinds.",
}

_CARD_ROOM: Final[dict[str, str]] = {
    "5": "Before the deal two players post the blinds; when two play, the holder of the indicator posts the small one.",
    "8(5)": "When the last round is over the players show their hands, or throw them away; the best hand shown wins.",
    "10(5)": "Odd chips go one each to the winners, clockwise from the left of the indicator.",
    "11(2)": "With a limit each bet has a fixed size: the small bet in the first two rounds, the big bet in the last two.",
    "12(2)": "With a limit the number of raises in a betting round is the one that the table has set.",
    "16": "The house takes from the pot what the table has set, and nothing where it has set nothing.",
}

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    STATUTE: _STATUTE,
    CARD_ROOM: {**_STATUTE, **_CARD_ROOM, "": "Hold'em as card rooms elsewhere play it."},
}
"""By ruleset and item; the ruleset alone is item ""."""
