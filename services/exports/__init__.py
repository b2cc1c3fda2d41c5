"""One hand written down for others: as Poker Hand History, as Open Hand History, and on a page of paper for the file.

recap -> poker_hand_history | open_hand_history; paper. The same facts give the same bytes; a card that was never shown is in none of them.
"""
