"""Proofs over what is stored, with nothing else beside it: R03 chain, R04 zero-sum, R05 both books, R06 balances."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, case, func, or_, select

from domain.disputes.settlement import POT
from domain.event import source_of
from projections.ledger.accounts import OUTSTANDING, PUBLIC_HANDS, code_of
from projections.ledger.as_of import Books
from projections.ledger.chain import entry_hash
from projections.ledger.legs import NOT_WON_AT_TRAY, RESETTLES, TAKEN_OFF_BOX
from projections.ledger.proof import Sides, Verdict
from projections.ledger.session import TableSession
from projections.ledger.session_baccarat import BaccaratSession
from projections.ledger.sessions import from_json
from projections.ledger.stored import stored_entries
from projections.ledger.tables import LedgerTables

_NO_ENTRY = (0, None)
_BANKED = ("4020", "4111", "4112")
"""What the house has won at a table where it plays: commission, wagers won and winnings paid."""


def unbroken(connection: Connection, tables: Books, known: Mapping[str, tuple[int, str]] | None = None) -> Verdict:
    """R03: every entry's hash is that of its fields, its lines and the hash before it; every head is its last entry's.

    `known`: last entries of chains that R02 has worked out already and found equal to what is stored.
    """
    verdict = Verdict("R03", "the hash chain of every source is unbroken", "entries")
    heads: dict[str, tuple[int, str | None]] = dict(known or {})
    if known is not None:
        verdict.checked = connection.execute(select(func.count()).select_from(tables.entries)).scalar_one()
    for stored in () if known is not None else stored_entries(connection, tables):
        if stored.head is None or stored.chain_hash is None:
            verdict.compare("CHAIN", f"position {stored.position}", "an entry", f"{len(stored.lines)} lines without one")
            continue
        event_id = str(stored.head[0])
        source = source_of(event_id.rpartition("@")[0])
        worked_out = entry_hash(heads.get(source, _NO_ENTRY)[1], stored.head, stored.lines)
        verdict.compare("CHAIN", event_id, worked_out, stored.chain_hash)
        heads[source] = (stored.position, stored.chain_hash)
    kept = {row.source: (row.position, row.chain_hash) for row in connection.execute(select(tables.heads))}
    if tables.as_of is not None:  # a head that has gone on since then vouches for itself
        later = {source for source, (position, _hash) in kept.items() if position > tables.as_of}
        heads, kept = _without(heads, later), _without(kept, later)
    for source in sorted(heads.keys() | kept.keys()):
        expected, found = heads.get(source, _NO_ENTRY), kept.get(source, _NO_ENTRY)
        if expected != found:
            verdict.differ("CHAIN", source, expected, found)
    return verdict


def zero_sum(connection: Connection, tables: Books, sessions: Sequence[TableSession] | None = None) -> Verdict:
    """R04: I1 of every leg; I2 of every hand and round that is over, of held bets, of hands settled anew, and of the money on its way
    in every command.

    `sessions` are those open as of the books' position, None: as the books have them now."""
    verdict = Verdict("R04", "every entry sums to 0; every hand, round, held bet and command is cleared", "legs, hands, bets and commands")
    lines, entries = tables.lines.c, tables.entries.c
    total = func.sum(lines.amount)
    leg = (lines.position, lines.leg, lines.book, lines.currency)
    for *of, found in _not_zero(connection, verdict, select(*leg, total).group_by(*leg), total):
        verdict.differ("UNBALANCED", " ".join(map(str, of)), 0, found)
    joined = tables.lines.join(tables.entries, entries.position == lines.position)
    if sessions is None:
        sessions = _open_sessions(connection, tables)
    in_play = {hand for session in sessions if (hand := session.in_play())}
    hands_cleared(connection, tables, verdict, in_play)
    _held_bets(connection, tables, verdict, sessions)
    pots = select(lines.account, lines.currency, total).where(lines.account.startswith("2410:"), lines.account.endswith(f":{POT}"))
    for account, currency, found in _not_zero(connection, verdict, pots.group_by(lines.account, lines.currency), total):
        verdict.differ("UNCLEARED_HAND", f"{account} {currency}", 0, found)
    moves = select(entries.correlation, lines.currency, total).select_from(joined).where(lines.account == "2030")
    for correlation, currency, found in _not_zero(connection, verdict, moves.group_by(entries.correlation, lines.currency), total):
        verdict.differ("TRANSFER_UNPAIRED", f"{correlation} {currency}", 0, found)
    return verdict


def hands_cleared(connection: Connection, tables: Books, verdict: Verdict, in_play: Set[str]) -> None:
    """I2 of the pot or the wagers of every hand and round but those in play."""
    lines, entries = tables.lines.c, tables.entries.c
    joined = tables.lines.join(tables.entries, entries.position == lines.position)
    on_table, is_pot = (lines.account >= "2120") & (lines.account < "2122"), lines.account < "2121"
    pot, wagers = (func.sum(case((side, lines.amount), else_=0)) for side in (is_pot, ~is_pot))
    hands = select(entries.hand, lines.currency, pot, wagers).select_from(joined).where(on_table)
    if in_play:
        hands = hands.where(entries.hand.is_(None) | entries.hand.not_in(in_play))
    hands = hands.group_by(entries.hand, lines.currency)
    for hand, currency, *found in _not_zero(connection, verdict, hands, pot, wagers):
        for amount in filter(None, map(int, found)):
            verdict.differ("UNCLEARED_HAND", f"{hand} {currency}", 0, amount)


def both_books(connection: Connection, tables: Books) -> Verdict:
    """R05: after every entry chips owed are chips in public hands (I3) and every chip is somewhere (I4); trays have moved by what was
    won (I5), and boxes have taken in the commission (I6)."""
    verdict = Verdict("R05", "the two books say the same of the chips", "entries, trays and boxes")
    lines = tables.lines.c
    code = func.substr(lines.account, 1, 4)
    owed = func.sum(case((code.in_([*sorted(OUTSTANDING), PUBLIC_HANDS]), lines.amount), else_=0))
    chips = func.sum(case((lines.book == "CHIP", lines.amount), else_=0))
    entries = select(lines.position, lines.currency, owed, chips).group_by(lines.position, lines.currency)
    for position, currency, i3, i4 in _not_zero(connection, verdict, entries, owed, chips):
        verdict.differ("UNBALANCED", f"{position} {currency}", "I3 0, I4 0", f"I3 {i3}, I4 {i4}", Sides(currency, 0, i3 or i4))
    table = func.substr(lines.account, 6)
    revenue = func.sum(case(((code == "4010") & lines.leg.not_in(sorted(RESETTLES)), -lines.amount), else_=0))
    box = func.sum(case(((code == "9230") & lines.leg.not_in(sorted(TAKEN_OFF_BOX)), lines.amount), else_=0))
    of_tables = select(table, lines.currency, revenue, box).where(code.in_(["4010", "9230"])).group_by(table, lines.currency)
    for name, currency, earned, held in connection.execute(of_tables):
        verdict.compare("BALANCE", f"I6 {name} {currency}", earned, held)
    _trays(connection, tables, verdict)
    return verdict


def _trays(connection: Connection, tables: Books, verdict: Verdict) -> None:
    """I5, all sessions of a table together: wagers won less winnings paid, and commission, are what its tray holds more, without
    fills, credits, accepted differences and disputes, and what was paid for the chips that it gave out."""
    lines, entries = tables.lines.c, tables.entries.c
    key = (lines.account, lines.leg, entries.table, lines.currency)
    joined = tables.lines.join(tables.entries, entries.position == lines.position)
    code = func.substr(lines.account, 1, 4)
    paid = lines.leg.in_(["SEAT_FROM_CASH", "SEAT_FROM_WALLET", "SEAT_TO_WALLET"]) & code.in_(["1310", "2030"])
    query = select(*key, func.sum(lines.amount)).select_from(joined).where(lines.leg.not_in(sorted(RESETTLES)))
    won: dict[tuple[str, str], int] = defaultdict(int)
    gained: dict[tuple[str, str], int] = defaultdict(int)
    for account, leg, table, currency, total in connection.execute(query.where(paid | code.in_(["9220", *_BANKED])).group_by(*key)):
        name = account.split(":")[1] if ":" in account else str(table)
        if code_of(account) in _BANKED:
            won[name, currency] -= total
        elif leg not in NOT_WON_AT_TRAY:
            gained[name, currency] += total
    for name, currency in sorted(won.keys() | gained.keys()):
        verdict.compare("BALANCE", f"I5 {name} {currency}", won[name, currency], gained[name, currency])


def balances(connection: Connection, tables: LedgerTables) -> Verdict:
    """R06: the balances are the sums of the lines, by account, currency and gaming day."""
    verdict = Verdict("R06", "the balances are the sums of the lines", "balances")
    lines, entries = tables.lines.c, tables.entries.c
    key = (lines.account, lines.currency, entries.gaming_day)
    debits = func.coalesce(func.sum(case((lines.amount > 0, lines.amount))), 0)
    credited = func.coalesce(func.sum(case((lines.amount < 0, lines.amount))), 0)
    joined = tables.lines.join(tables.entries, entries.position == lines.position)
    query = select(*key, debits, credited).select_from(joined).group_by(*key)
    summed = {tuple(row[:3]): (row[3], row[4]) for row in connection.execute(query)}
    kept = {(row.account, row.currency, row.gaming_day): (row.debits, row.credits) for row in connection.execute(select(tables.balances))}
    for place in sorted(summed.keys() | kept.keys()):
        verdict.compare("BALANCE", " ".join(place), summed.get(place, (0, 0)), kept.get(place, (0, 0)))
    return verdict


def _without(heads: Mapping[str, tuple[int, str | None]], sources: set[str]) -> dict[str, tuple[int, str | None]]:
    return {source: head for source, head in heads.items() if source not in sources}


def _not_zero(connection: Connection, verdict: Verdict, groups: Select[Any], *sums: ColumnElement[int]) -> Iterator[tuple[Any, ...]]:
    """The groups of which one sum is not 0; all of them count as looked at. They are added up once, and again to name those."""
    wrong = or_(*(total != 0 for total in sums))
    counted = groups.add_columns(case((wrong, 1), else_=0).label("wrong")).subquery()
    looked_at, differ = connection.execute(select(func.count(), func.coalesce(func.sum(counted.c.wrong), 0)).select_from(counted)).one()
    verdict.checked += looked_at
    return map(tuple, connection.execute(groups.having(wrong)) if differ else ())


def _open_sessions(connection: Connection, tables: Books) -> list[TableSession]:
    """Of their hands and rounds in play the money is rightly on the table."""
    contexts = tables.contexts.c
    states = connection.execute(select(contexts.state).where(contexts.source.startswith("/tables/"))).scalars()
    return [from_json(state) for state in map(json.loads, states) if state]


def _held_bets(connection: Connection, tables: Books, verdict: Verdict, sessions: Iterable[TableSession]) -> None:
    """Each bet in 2122 is one that waits for its deciding round, to the unit; nothing else lies there."""
    lines = tables.lines.c
    key = (lines.account, func.coalesce(lines.bet_or_pot, "-"), lines.currency)
    query = select(*key, func.sum(lines.amount)).where(lines.account.startswith("2122:")).group_by(*key)
    booked = {(account, bet, currency): total for account, bet, currency, total in connection.execute(query)}
    waiting = {
        (session.held_account, name, session.currency): -bet.amount
        for session in sessions
        if isinstance(session, BaccaratSession)
        for name, bet in session.bets.items()
        if bet.held
    }
    for bet in sorted(booked.keys() | waiting.keys()):
        verdict.compare("UNCLEARED_HAND", " ".join(bet), waiting.get(bet, 0), booked.get(bet, 0))
