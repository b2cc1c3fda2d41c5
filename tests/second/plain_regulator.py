"""What the regulator gets of each table, added up from raw events alone: plain sums over JSON, and nothing of pataca."""

import json
from collections import Counter, defaultdict

SIDES = ("player", "banker", "tie", "player-pair", "banker-pair", "lucky-six")


def of_months(log):
    """By month, table and currency its figures. `log`: day, stream, topic and body of every event, in the order of the log."""
    found = defaultdict(Counter)
    currency, games = {}, {}
    pots, slips = Counter(), {}
    for day, stream, topic, body in log:
        kind, table = stream.split("/")[:2]
        game, what = topic.removesuffix(".v1").split(".")
        facts = json.loads(body)
        if kind == "tables" and what == "table-opened":
            currency[table], games[table] = facts["currency"], game
        if kind == "tables":
            sums = found[day[:7], table, currency[table]]
            at_table(sums, game, what, facts, pots, table)
        elif what in ("fill-received", "credit-sent"):
            found[day[:7], facts["table"], facts["currency"]]["fills" if what[0] == "f" else "credits"] += facts["amount"]
            slips[facts["slip"]] = what
        elif what == "slip-voided" and facts["kind"] == "credit":
            found[day[:7], facts["table"], facts["currency"]]["credits"] -= facts["amount"]
        elif what == "tray-counted":
            found[day[:7], facts["table"], facts["currency"]][facts["kind"] + "s"] += facts["amount"]
    return {key: (games[key[1]], sums) for key, sums in found.items() if key[1] in games}


def at_table(sums, game, what, facts, pots, table):
    if what in ("seat-taken", "chips-added") and facts["source"] != "chips":
        sums["drop"] += facts["amount"]
    if what == "seat-left" and facts["to"] == "wallet":
        sums["drop"] -= facts["amount"]
    if what in ("hand-voided", "round-voided"):
        sums["voids"] += 1
    if what == "commission-taken":
        sums["commission"] += facts["amount"]
        sums["ggr"] += facts["amount"]
    if game == "holdem":
        if what == "hand-started":
            pots[table] = 0
        if what in ("blind-posted", "bet-placed"):
            pots[table] += facts["amount"]
        if what == "bet-returned":
            pots[table] -= facts["amount"]
        if what == "hand-ended":
            sums["hands"] += 1
            sums["wagered"] += pots[table]
    elif what == "round-decided":
        sums["hands"] += 1
    elif what == "bet-settled":
        stake = facts["stake"]
        sums["wagered"] += stake
        sums["wagered_" + facts["on"].replace("-", "_")] += stake
        sums["ggr"] += stake - facts["returned"]
        sums["won" if facts["returned"] == 0 else "paid"] += stake if facts["returned"] == 0 else facts["returned"] - stake


def minimum(ggr, tables, day_of_year, days_in_year, each):
    """By table: what it earned in avos, what it must have brought by that day, and what a year at this pace brings. `ggr`: by table
    and currency, of which HKD 100 are MOP 103."""
    found = {}
    for table in tables:
        hundredths = ggr.get((table, "MOP"), 0) * 100 + ggr.get((table, "HKD"), 0) * 103
        earned = (2 * hundredths + 100) // 200
        a_year = (2 * hundredths * days_in_year + 100 * day_of_year) // (200 * day_of_year)
        found[table] = (earned, each * day_of_year // days_in_year, a_year)
    return found
