"""What the house owes its customers, and where its chips are; and what people should look at."""

from sqlalchemy import Connection, func, select

from projections.ledger.accounts import code_of
from projections.ledger.legs import KEEPS_CHIPS
from projections.ledger.scope import Answer, Row, Scope
from projections.ledger.tables import LedgerTables
from projections.ledger.trial_balance import day_sums

OWED = {
    "2010": "wallets",
    "2020": "held",
    "2030": "on_the_way",
    "2110": "seats",
    "2120": "pots",
    "2121": "wagers",
    "2122": "held_bets",
    "2130": "bearer",
    "2131": "unattributed",
    "2410": "disputes",
}
CHIPS = {
    "9200": "chips_issued",
    "9210": "in_cages",
    "9220": "in_trays",
    "9230": "in_boxes",
    "9240": "on_slips",
    "9290": "in_public_hands",
}


def liability(connection: Connection, tables: LedgerTables, scope: Scope) -> Answer:
    """A row a currency. What is owed is positive, and `owed` its sum; chips are positive where they are, and so are those issued.

    A balance is of a moment: of the end of the scope's last day, or of its position.
    """
    scope.only()
    rows: dict[str, Row] = {}
    for day_sum in day_sums(connection, tables, scope):
        code, total = code_of(day_sum.account), day_sum.debits + day_sum.credits
        name = OWED.get(code) or CHIPS.get(code)
        if name is None:
            continue
        row = rows.setdefault(day_sum.currency, _empty(day_sum.currency))
        if code in OWED:
            row[name] -= total
            row["owed"] -= total
        else:
            row[name] += -total if code == "9200" else total
    return Answer(scope.as_of, [rows[currency] for currency in sorted(rows)], ())


def exceptions(connection: Connection, tables: LedgerTables, scope: Scope) -> Answer:
    """What people should look at: `kind`, what it is about, `currency`, `amount` (signed, debit +) and a sentence.

    Breaks are those of the scope's days; negative balances and places not kept are of the end of them.
    """
    scope.only()
    balances: dict[tuple[str, str], int] = {}
    for day_sum in day_sums(connection, tables, scope):
        key = (day_sum.account, day_sum.currency)
        balances[key] = balances.get(key, 0) + day_sum.debits + day_sum.credits
    kept = _kept(connection, tables, scope)
    rows = [row for key, amount in sorted(balances.items()) if (row := _odd_balance(*key, amount, kept=key in kept))]
    return Answer(scope.as_of, _breaks(connection, tables, scope) + rows, ())


def _empty(currency: str) -> Row:
    return {"currency": currency, **dict.fromkeys((*OWED.values(), "owed", *CHIPS.values()), 0)}


def _odd_balance(account: str, currency: str, amount: int, *, kept: bool) -> Row | None:
    code = code_of(account)
    if code in ("2010", "2020", "2110", "2121", "2122") and amount > 0:
        return _row("negative-balance", account, currency, amount, "a player's account is below 0")
    if code in ("9210", "9220") and not kept and amount:
        return _row(
            "not-kept", account, currency, amount, "no fill, credit or issue was recorded: this is only what was sold and taken back"
        )
    if code in ("9210", "9220") and amount < 0:
        return _row("negative-balance", account, currency, amount, "more chips went out than were there")
    if code == "1110" and amount < 0:
        return _row("negative-balance", account, currency, amount, "more cash was paid out than had come in")
    return None


def _kept(connection: Connection, tables: LedgerTables, scope: Scope) -> set[tuple[str, str]]:
    lines = tables.lines.c
    keeping = lines.leg.in_(sorted(KEEPS_CHIPS)) & func.substr(lines.account, 1, 4).in_(["9210", "9220"])
    query = select(lines.account, lines.currency).where(keeping, lines.position <= scope.as_of).distinct()
    return {(account, currency) for account, currency in connection.execute(query)}


def _breaks(connection: Connection, tables: LedgerTables, scope: Scope) -> list[Row]:
    breaks = tables.breaks.c
    wanted = [breaks.position <= scope.as_of, *scope.in_days(breaks.gaming_day)]
    if scope.currency:
        wanted.append(breaks.currency == scope.currency)
    query = select(tables.breaks).where(*wanted).order_by(breaks.position, breaks.key)
    return [
        _row(
            row["type"].lower().replace("_", "-"),
            row["key"],
            row["currency"],
            row["difference"],
            f"{row['break']}: the books expect {row['side_a']}, the event says {row['side_b']}",
        )
        for row in connection.execute(query).mappings()
    ]


def _row(kind: str, about: str, currency: str, amount: int, text: str) -> Row:
    return {"kind": kind, "about": about, "currency": currency, "amount": amount, "text": text}
