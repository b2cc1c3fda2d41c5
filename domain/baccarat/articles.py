"""What the articles say, in the house's own words: printed beside the lines and refusals that cite them.

The regulation (Despacho of the Secretary for Economy and Finance of 12 May 2004) gives its articles without numbers; these
are theirs in order. Its Chinese and Portuguese texts are the law; these sentences explain. `MO-BAC-2018` cites the same
numbers, and differs where later decisions of the regulator do.
"""

from collections.abc import Mapping
from typing import Final

STATUTE: Final = "MO-BAC-2004"
AMENDED: Final = "MO-BAC-2018"

_STATUTE: Final[Mapping[str, str]] = {
    "cl. 1": "The annex is the regulation of baccarat.",
    "cl. 2": "It takes the place of the rules of 1975 and of all their amendments.",
    "cl. 3": "The regulation is in force from the day after its publication.",
    "1": "What a table needs.",
    "1(1)": "Six to twelve packs of 52 cards are in play.",
    "1(2)": "Cards come from a dealing box, with one or more cut cards.",
    "1(3)": "A shuffling machine that also deals may take the place of the box.",
    "1(4)": "A machine may shuffle the cards for the box.",
    "1(5)": "The table has one or two layouts, and seven seats or more.",
    "2": "How a shoe begins.",
    "2(1)": "The croupier shuffles, a bettor or the croupier cuts, and the white card goes in at least about twelve cards from the end. "
    "Then as many cards are burned as there are packs, or as many as the face of the first card says.",
    "2(2)": "The house may demonstrate at the start of each shoe, in three rounds at most.",
    "2(3)": "A machine that shuffles and deals needs neither cut nor burn.",
    "3": "How a shoe ends.",
    "3(1)": "When the white card comes, the round is the last one, or one more may follow; then the cards are shuffled. Soiled or damaged "
    "cards make way for a new set.",
    "3(2)": "The house may change the shoe when any round is over.",
    "4": "A card that comes out face up during a round is valid, its bets stand and play goes on.",
    "5": "Points: court cards, tens and totals of ten are 0, all others their face; 9 is the highest.",
    "6": "Only two sides play: the banker and the player.",
    "7": "The deal.",
    "7(1)": "From the player's side on, one card at a time goes to each in turn, two each; the player's are opened first.",
    "7(2)": "From a machine that shuffles and deals all cards lie face up, and go back into it after each round.",
    "8": "The house may burn cards from the shoe at the start of each round.",
    "9": "Each side takes one more card at most, the player first, and only by rule.",
    "9(1)": "The player draws with 0 to 5.",
    "9(2)": "The player stands with 6 to 9, and whatever he has if the banker has 8 or 9.",
    "9(3)": "When the banker draws.",
    "9(3)(1)": "The banker draws with 0, 1 or 2, whatever the player drew.",
    "9(3)(2)": "The banker draws with 3 if the player drew anything but an 8.",
    "9(3)(3)": "The banker draws with 4 if the player drew a 2 to 7.",
    "9(3)(4)": "The banker draws with 5 if the player drew a 4 to 7.",
    "9(3)(5)": "The banker draws with 6 if the player drew a 6 or 7.",
    "9(3)(6)": "The banker draws with 0 to 5 if the player took no card.",
    "9(4)": "When the banker stands.",
    "9(4)(1)": "The banker stands with 3 if the player drew an 8.",
    "9(4)(2)": "The banker stands with 4 if the player drew an ace, an 8, a 9 or a card worth 0.",
    "9(4)(3)": "The banker stands with 5 if the player drew an ace, a 2, 3, 8 or 9, or a card worth 0.",
    "9(4)(4)": "The banker stands with 6 unless the player drew a 6 or 7.",
    "9(4)(5)": "The banker stands with 7, 8 or 9.",
    "9(4)(6)": "The banker stands if the player has 8 or 9 with two cards.",
    "10": "An error in dealing or drawing is corrected at once; if it cannot be, the round is void and every bet goes back.",
    "11": "When the round is over the side with more points wins.",
    "12": "Equal points are a tie: a new round decides, and what was bet on the two sides waits for it.",
    "12(1)": "The bet may be cancelled.",
    "12(2)": "The bet may be maintained.",
    "12(3)": "The bet may be changed.",
    "12(3)(1)": "The bet may be changed with or without taking a part of it off.",
    "12(3)(2)": "The bet may go from one side to the other.",
    "13": "What can be bet on.",
    "13(1)": "A bet may be on the player.",
    "13(2)": "A bet may be on the banker.",
    "13(3)": "A bet may be on a tie.",
    "13(4)": "In addition a bet may be on a pair of either side: its first two cards of one rank, whatever their suits.",
    "14": "If the two sides are unequal, the house takes bets as far as the difference that it has fixed.",
    "15": "A standing bettor does not bet on the places that are marked for those who sit.",
    "16": "Who holds the cards.",
    "16(1)": "The house decides whether bettors may hold the cards.",
    "16(2)": "If so, the one who sits and has bet most holds them; he does not leave the table to look, nor sees the third card with the "
    "first two.",
    "17": "What a winning bet is paid.",
    "17(1)": "Player and banker are paid 1 to 1.",
    "17(2)": "A tie is paid 8 to 1.",
    "17(3)": "A pair is paid 11 to 1.",
    "18": "When the banker wins, the house takes 5 % of what was won on it in the round.",
    "19": "Options of articles 2, 3, 7 and 12 need the regulator's permit, asked for three working days before they are used.",
}

_AMENDED: Final[Mapping[str, str]] = {
    "2(1)": "The croupier shuffles, a bettor or the croupier cuts, and the white card goes in at least about twelve cards from the end. "
    "Then as many cards are burned as there are packs, as the face of the first card says, or a fixed number from 1 to 8.",
    "17": "What a winning bet is paid; Lucky 6, where it is offered, is paid 12 to 1 for a banker's six of two cards, 20 to 1 for three.",
    "18": "When the banker wins, the house takes 5 % of what was won on it in the round, or takes none where a six pays half.",
    "18(1)": "The house takes 5 % of what was won on the banker in the round.",
    "18(2)": "No commission is taken, and a banker that wins with 6 pays half the stake.",
    "19": "Options of articles 2, 3, 7, 12 and 18 need the regulator's permit, asked for three working days before they are used.",
}

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {STATUTE: _STATUTE, AMENDED: {**_STATUTE, **_AMENDED}}
"""By ruleset and item."""
