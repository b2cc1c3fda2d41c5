"""Where the cards of a hand lie that nobody has shown, and under which seal; opening them is the business of a dispute."""

from typing import Final, NamedTuple

from domain.baccarat.table import Table as BaccaratTable
from domain.baccarat.table import shoe_id
from domain.cards import UNKNOWN
from domain.holdem import events as holdem
from services.hands import Hand

_BURNED: Final = "burn/1"


class Sealed(NamedTuple):
    """`hand` as the vault names it: a hand's id, or a shoe."""

    hand: str
    spot: str
    text: str


def hidden_cards(hand: Hand) -> dict[str, Sealed]:
    """By spot: folded and burned cards, and those that were replaced. Cards that never left a deck or a shoe are not of the hand."""
    return _of_round(hand) if hand.row["game"] == "baccarat" else _of_hand(hand)


def _of_hand(hand: Hand) -> dict[str, Sealed]:
    lie: dict[str, str] = {}
    newest: dict[str, str] = {}
    for record in hand.events:
        match record.event:
            case holdem.CardDealt(seat=int(seat), ordinal=ordinal, sealed=str(sealed)):
                place = f"seat/{seat}/{ordinal}"
                lie[place], newest[place] = sealed, place
            case holdem.CardsBurned(burn=burn, sealed=sealed):
                lie[f"burn/{burn}"] = sealed
            case holdem.DealErrorCorrected(seat=int(seat), ordinal=int(ordinal), sealed=str(sealed)):
                place = f"seat/{seat}/{ordinal}"
                _, _, number = newest[place].partition("#")
                newest[place] = f"{place}#{int(number or 1) + 1}"
                lie[newest[place]] = sealed
            case holdem.HandShown(seat=seat, cards=cards) if UNKNOWN not in cards:
                for ordinal in (1, 2):
                    lie.pop(newest[f"seat/{seat}/{ordinal}"], None)
    return {spot: Sealed(hand.id, spot, lie[spot]) for spot in sorted(lie)}


def _of_round(hand: Hand) -> dict[str, Sealed]:
    """A card that was named and burned face down when the round's shoe began; nothing else of a round is hidden."""
    table = BaccaratTable()
    for record in hand.before:
        table.evolve(record.event)
    shoe = table.shoe
    if shoe is None or shoe.burned_card is None:
        return {}
    return {_BURNED: Sealed(shoe_id(table, shoe.number), _BURNED, shoe.burned_card)}
