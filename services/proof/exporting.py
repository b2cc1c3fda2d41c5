"""A bundle of a house: its books are brought up to date, and what no checkpoint covers yet is signed first."""

from collections.abc import Iterator

from sqlalchemy import Connection

from projections.hands import Hands
from projections.ledger.ledger import Ledger
from services.app import House
from services.errors import HandOpen, NotFound
from services.projector import catch_up_beside_others, live
from services.proof.bundle import Chosen, NotSigned, choose_day, choose_hand, written


def export(house: House, scope: dict[str, str], previous: str | None = None) -> Iterator[bytes]:
    """The bundle of `{"hand": ID}` or `{"gaming_day": DAY}`, piece by piece; the house has its books at hand.

    NotFound, HandOpen, HistoryChanged, RuleBroken.
    """
    assert house.books is not None
    catch_up_beside_others(house.store, house.books, (Ledger, Hands))
    with house.books.read() as connection:
        try:
            chosen = _choose(house, connection, scope)
        except NotSigned:
            house.commands.handle({"do": "sign-checkpoint"})
            chosen = _choose(house, connection, scope)
        house.notary.catch_up()
        yield from written(chosen, house.notary, (connection, live(connection, Ledger).projection.tables), previous)


def _choose(house: House, connection: Connection, scope: dict[str, str]) -> Chosen:
    if "gaming_day" in scope:
        return choose_day(house.store, scope["gaming_day"])
    hand = scope["hand"]
    row = live(connection, Hands).projection.find(connection, hand)
    if row is None:
        raise NotFound(f"there is no hand {hand}; `pataca hand list` names them all")
    if row["last_version"] is None:
        raise HandOpen(f"hand {hand} is not over: a bundle holds a whole hand")
    return choose_hand(house.store, hand, row["stream"], row["first_version"], row["last_version"])
