"""Commission, gross gaming revenue and wallets, reckoned from raw events alone: plain dicts over JSON, and nothing of pataca.

Made another way than the product on purpose. Commission is charged again from the table's own rules; what a table earned is
what its guests have lost, followed chip by chip; the gaming day is read off the clock by counting minutes.
"""

import json
from collections import defaultdict
from datetime import date, timedelta

CUT_OFF_MINUTES = 6 * 60
MACAU_MINUTES = 8 * 60


def day_at(moment):
    """The gaming day of a time with an offset, such as `2026-11-30T05:59:59.999999+08:00`: digits alone, no library's clock."""
    clock, offset = moment[11:], 0
    if clock.endswith("Z"):
        clock = clock[:-1]
    else:
        sign = -1 if clock[-6] == "-" else 1
        offset = sign * (int(clock[-5:-3]) * 60 + int(clock[-2:]))
        clock = clock[:-6]
    minutes = int(clock[0:2]) * 60 + int(clock[3:5]) - offset + MACAU_MINUTES - CUT_OFF_MINUTES
    return (date.fromisoformat(moment[:10]) + timedelta(days=minutes // (24 * 60))).isoformat()


class Plain:
    """`take` every event in the order of the log; then read off what it all came to."""

    def __init__(self):
        self.available = defaultdict(int)
        self.held = defaultdict(int)
        self.tables = {}
        self.commission = defaultdict(lambda: {"hands": set(), "base": 0, "exact_e4": 0, "charged": 0, "by_cap": 0, "by_rounding": 0})
        self.ggr = defaultdict(int)
        self.wrong = []

    def take(self, stream, topic, body, day):
        """`day` is the gaming day that the event counts for."""
        kind, name = stream.split("/")[:2]
        facts = json.loads(body)
        if kind == "wallets":
            self.at_wallet(name, topic, facts)
        elif topic == "dispute.settlement-reversed.v1":
            self.settle_anew(facts["settlement"], day)
        elif kind == "tables":
            if topic.endswith("table-opened.v1"):
                self.tables[stream] = Table(self, name, topic.split(".")[0], facts)
            else:
                self.tables[stream].take(topic.split(".")[1], facts)

    def at_wallet(self, player, topic, facts):
        what = topic.removeprefix("wallet.").removesuffix(".v1")
        amount, currency = facts["amount"], facts["currency"]
        if what in ("funds-deposited", "funds-moved-in", "withdrawal-returned"):
            self.available[player, currency] += amount
        if what in ("funds-withdrawn", "funds-moved-out", "withdrawal-held", "funds-exchanged"):
            self.available[player, currency] -= amount
        if what == "funds-exchanged":
            self.available[player, facts["into"]] += facts["amount"] * facts["num"] // facts["den"]
        if what == "withdrawal-held":
            self.held[player, currency] += amount
        if what in ("withdrawal-paid", "withdrawal-returned"):
            self.held[player, currency] -= amount

    def settle_anew(self, one, day):
        """The hand as it was, taken off; then as it should have been. Both count in the day on which that was booked."""
        for sign, copies in ((-1, one["undone"]), (1, one["corrected"])):
            opened = {"gaming_day": day, "currency": one["currency"], "rules": one["rules"]}
            table = Table(self, one["table"], one["game"], opened, sign)
            table.stakes = {bet["bet"]: bet["player"] for bet in one["bets"]}
            for copy in copies:
                table.take(copy["type"].split(".")[1], copy["body"])
            if one["game"] == "holdem":
                table.holdem_hand_ended(None)

    def wallets(self):
        keys = sorted({*self.available, *self.held})
        return {key: (self.available[key], self.held[key]) for key in keys if self.available[key] or self.held[key]}

    def revenue(self):
        return {key: amount for key, amount in sorted(self.ggr.items()) if amount}


class Table:
    """One session. `lost`: by round and bettor what his decided bets cost him, winnings taken off. `anew`: -1 where a hand is taken
    off the sums, 1 where it is put there instead; it is no hand more."""

    def __init__(self, house, code, game, facts, anew=None):
        self.sign, self.is_played = anew or 1, anew is None
        self.house, self.game, self.rules = house, game, facts["rules"]
        self.place = (facts["gaming_day"], game, code, facts["currency"])
        self.stakes = {}
        self.pot = 0
        self.won_on_banker = defaultdict(int)

    def take(self, what, facts):
        known = getattr(self, f"{self.game}_{what.replace('-', '_')}", None)
        if known:
            known(facts)

    def earned(self, amount):
        self.house.ggr[self.place] += self.sign * amount

    def holdem_hand_started(self, _facts):
        self.pot = 0

    def holdem_blind_posted(self, facts):
        self.pot += facts["amount"]

    holdem_bet_placed = holdem_blind_posted

    def holdem_bet_returned(self, facts):
        self.pot -= facts["amount"]

    def holdem_pot_split(self, facts):
        """What is not given back to the players is what the house keeps."""
        self.pot -= sum(share["amount"] for share in facts["shares"])

    def holdem_hand_voided(self, facts):
        self.pot -= sum(refund["amount"] for refund in facts["refunds"])

    def holdem_hand_ended(self, _facts):
        self.earned(self.pot)

    def holdem_commission_taken(self, facts):
        """All pots together, in whole chips, and no more than the cap; a table without a unit of commission says itself."""
        exact, charged, unit = facts["base"] * facts["rate_bp"], facts["amount"], self.rules.get("commission_unit")
        most = exact if facts["cap"] is None else facts["cap"] * 10_000
        if unit and not facts["waiver"]:
            charged = min(exact // (10_000 * unit) * unit, most // 10_000)
        self.charge(facts["hand"], facts, exact, charged, max(0, exact - most))

    def charge(self, number, facts, exact, charged, by_cap):
        if (exact, charged) != (facts["exact_e4"], facts["amount"]):
            self.house.wrong.append((self.place, number, exact, charged, facts))
        sums = self.house.commission[self.place]
        if self.is_played:
            sums["hands"].add(number)
        sums["base"] += self.sign * facts["base"]
        sums["exact_e4"] += self.sign * exact
        sums["charged"] += self.sign * charged
        sums["by_cap"] += self.sign * by_cap
        sums["by_rounding"] += self.sign * (exact - by_cap - charged * 10_000)

    def baccarat_bet_placed(self, facts):
        self.stakes[facts["bet"]] = facts["player"]

    def baccarat_bet_settled(self, facts):
        """The bettor gave his stake and got back what was returned."""
        self.earned(facts["stake"] - facts["returned"])
        if facts["on"] == "banker" and facts["result"] == "won":
            self.won_on_banker[facts["round"], self.stakes[facts["bet"]]] += facts["win"]

    def baccarat_commission_taken(self, facts):
        won = self.won_on_banker[facts["round"], facts["player"]]
        unit = self.rules.get("commission_unit") or self.rules["unit"]
        if won != facts["base"]:
            self.house.wrong.append((self.place, "base", won, facts))
        self.charge(facts["round"], facts, won * 500, won * 500 // (10_000 * unit) * unit, 0)
        self.earned(facts["amount"])
