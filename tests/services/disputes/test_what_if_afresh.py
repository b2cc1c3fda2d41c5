"""What a hand would have paid is what it pays when it is played afresh, as it should have been, in another house."""

from random import Random
from typing import Any

from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from domain.cards import DECK
from domain.rules import RuleBroken
from services.what_if import what_if
from tests.services.baccarat_pit import CUT, ON, Pit
from tests.services.baccarat_pit import TABLE as BACCARAT
from tests.services.disputes.afresh import Afresh, Setting, play
from tests.services.disputes.played import bodies, change, found, moved
from tests.services.house import DAY, Decks, House, house

by_chance = given(seed=st.integers(0, 2**32))
hands = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""A smaller seed is no simpler hand, so none is looked for."""


def stacks(pit: House) -> dict[str, int]:
    return {seat["player"]: seat["stack"] for seat in pit.state()["seats"]}


@hands
@by_chance
def test_hold_em(seed: int) -> None:
    chance = Random(seed)
    setting = Setting.by_chance(chance)
    with house() as pit, house() as other:
        pit.decks = other.decks = Decks(seed)
        pit.__post_init__()
        play(pit, setting, chance)
        first = found(pit)
        assert bodies(what_if(first, []).corrected) == moved(first)

        changed, more = another(setting, chance)
        other.decks = Decks(seed)
        other.__post_init__()
        afresh = Afresh(other, changed, chance, first, other_times=chance.choice([0, 0.1, 0.5]))
        afresh.play()
        result = what_if(first, [*more, *afresh.changes, *afresh.cards()])

        assert bodies(result.corrected) == moved(found(other))
        assert bodies(result.recorded) == moved(first)
        for after, side in ((stacks(pit), "recorded"), (stacks(other), "corrected")):
            won = {f"P-{seat}": after[f"P-{seat}"] - stack for seat, stack in setting.stacks.items()}
            assert {player: getattr(both, side) for player, both in result.players.items()} == won


def another(setting: Setting, chance: Random) -> tuple[Setting, list[Any]]:
    """Perhaps with another rate, and two cards of a reader's pack the other way round."""
    rules, pack, changes = dict(setting.rules), setting.pack, []
    if chance.random() < 0.3:
        rules["commission_bp"] = chance.randint(300, 500)
        changes.append(change("rule", name="commission_bp", value=rules["commission_bp"]))
    if pack is not None and chance.random() < 0.5:
        one, two = chance.sample(range(2 * len(setting.stacks) + 8), 2)
        pack = pack.copy()
        pack[one], pack[two] = pack[two], pack[one]
    return Setting(setting.ruleset, rules, setting.stacks, pack), changes


@hands
@by_chance
def test_baccarat(seed: int) -> None:
    """Two rounds, so that the second may decide what the first has held."""
    chance = Random(seed)
    with house() as pit, house() as other:
        rounds = [Round(chance), Round(chance)]
        assume(_refusal(pit, rounds) is None)
        hand = f"{BACCARAT}/{DAY}/2"
        first = found(pit, hand)
        assert bodies(what_if(first, []).corrected) == moved(first)
        changes = rounds[1].change(chance)
        refusal = _refusal(other, rounds)
        if refusal is not None:
            assert refused_alike(first, changes, refusal)
            return
        result = what_if(first, changes)
        again = found(other, hand)
        assert bodies(result.corrected) == moved(again)
        assert result.ends[1] == what_if(again, []).ends[0]


def _refusal(pit: House, rounds: list["Round"]) -> RuleBroken | None:
    """Where the sides differ by too much."""
    try:
        _play(pit, rounds)
    except RuleBroken as refusal:
        return refusal
    return None


def refused_alike(first: Any, changes: list[Any], refusal: RuleBroken) -> bool:
    try:
        what_if(first, changes)
    except RuleBroken as stuck:
        return stuck.code == "hand-cannot-go-on" and stuck.rule == refusal.rule
    return False


class Round:
    """Bets, and a card for each of the six places."""

    def __init__(self, chance: Random) -> None:
        number = chance.randrange(10**6)
        self.bets = {
            f"b-{number}-{bet}": {"on": chance.choice(ON), "amount": chance.randrange(20, 400), **where(chance)}
            for bet in range(chance.randrange(5))
        }
        self.cards = {f"{side}/{ordinal}": chance.choice(DECK) for ordinal in (1, 2, 3) for side in ("player", "banker")}
        self.at_once = chance.random() < 0.5
        self.off = chance.random() < 0.3

    def change(self, chance: Random) -> list[Any]:
        """Another bet or two, another card or two: what must be said for it, whether it then lies on the table or not."""
        changes = []
        for bet in chance.sample(sorted(self.bets), min(len(self.bets), chance.randrange(3))):
            fields = {"amount": chance.randrange(20, 400)} if chance.random() < 0.5 else {"on": chance.choice(ON)}
            self.bets[bet] |= fields
            changes.append(change("bet", bet=bet, **fields))
        for spot in chance.sample(sorted(self.cards), chance.randrange(3)):
            self.cards[spot] = chance.choice(DECK)
        return changes + [change("card", spot=spot, card=self.cards[spot]) for spot in self.dealt()]

    def dealt(self) -> list[str]:
        """The places that the rules fill: a third card for the player on 0 to 5, and what the banker's table says."""
        points = {side: sum(map(_points, (self.cards[f"{side}/1"], self.cards[f"{side}/2"]))) % 10 for side in ("player", "banker")}
        spots = ["player/1", "banker/1", "player/2", "banker/2"]
        if max(points.values()) >= 8:
            return spots
        if points["player"] >= 6:
            return spots + (["banker/3"] if points["banker"] <= 5 else [])
        third = _points(self.cards["player/3"])
        low = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: range(2, 8), 5: range(4, 8), 6: (6, 7), 7: ()}.get(points["banker"], range(10))
        return [*spots, "player/3"] + (["banker/3"] if third in low else [])


def _points(card: str) -> int:
    return {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(card[0]) if card[0] in "ATJQK" else int(card[0])  # type: ignore[return-value]


def where(chance: Random) -> dict[str, Any]:
    seat = chance.choice((1, 2, None))
    return {"player": "P-9", "standing": True} if seat is None else {"player": f"P-{seat}", "seat": seat}


def _play(pit: House, rounds: list[Round]) -> None:
    table = Pit(pit.send)
    table.open("MO-BAC-2018", differential=900)
    table.sit(1, 2)
    table.do("load-shoe", **CUT)
    table.do("burn", first_card="7h")
    for one in rounds:
        table.do("open-round")
        for bet, fields in one.bets.items():
            table.do("place-bet", bet=bet, **fields)
        if one.bets and one.off:
            table.do("withdraw-bet", bet=next(iter(one.bets)), amount=5)
        table.do("close-bets")
        cards = [one.cards[spot] for spot in one.dealt()]
        for part in [cards] if one.at_once else [[card] for card in cards]:
            table.do("deal", cards=part)
