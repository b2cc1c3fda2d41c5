"""What is to happen in a round of baccarat: its bets, its result, and what becomes of the bets that the round before held."""

from dataclasses import dataclass
from typing import Literal

from hypothesis import strategies as st

ON = ("player", "banker", "tie", "player-pair", "banker-pair", "lucky-six")
SIDES = ("player", "banker")


@dataclass(frozen=True)
class Bet:
    """`seat` None: standing. `off` is taken off again before the bets are closed."""

    player: str
    seat: int | None
    on: str
    amount: int
    off: int = 0


@dataclass(frozen=True)
class Decision:
    """Of a held bet: `keep` of it in hundredths; `early`: cancelled before the deciding round opens."""

    choice: Literal["cancel", "maintain", "change"]
    keep: int = 100
    other_side: bool = False
    early: bool = False


@dataclass(frozen=True)
class Round:
    """`decisions` are those of the bets that the round before held, in their order; the others are maintained.

    `six`: with how many cards the banker has 6. `errors` are the kinds of errors reported before the result.
    """

    bets: tuple[Bet, ...] = ()
    outcome: Literal["player", "banker", "tie", "void", "open"] = "banker"
    pairs: frozenset[str] = frozenset()
    six: int = 0
    decisions: tuple[Decision, ...] = ()
    errors: tuple[str, ...] = ()

    def wins(self, on: str) -> bool:
        if on.endswith("-pair"):
            return on.removesuffix("-pair") in self.pairs
        return self.outcome == "banker" and self.six > 0 if on == "lucky-six" else on == self.outcome

    def pays(self, on: str, stake: int, *, half: bool) -> int:
        """What the bet wins if it does."""
        if on == "banker" and half and self.six:
            return (stake + 1) // 2
        return stake * {"player": 1, "banker": 1, "tie": 8, "lucky-six": {2: 12, 3: 20}.get(self.six, 0)}.get(on, 11)


@st.composite
def bets(draw: st.DrawFn) -> Bet:
    player, seat = draw(st.sampled_from((("P-1", 1), ("P-2", 2), ("P-3", None), ("P-3", 3), ("P-4", None))))
    amount = draw(st.integers(1, 3_000))
    return Bet(player, seat, draw(st.sampled_from((*SIDES, *SIDES, *ON))), amount, draw(st.sampled_from((0, 0, 0, amount // 2, amount))))


decisions = st.builds(
    Decision, st.sampled_from(("cancel", "maintain", "change")), st.integers(1, 100), st.booleans()
) | st.just(Decision("cancel", early=True))  # fmt: skip


@st.composite
def rounds(draw: st.DrawFn, *, may_be_open: bool = False) -> Round:
    outcome = "open" if may_be_open else draw(st.sampled_from(("player", "banker", "banker", "tie", "tie", "void")))
    return Round(
        bets=tuple(draw(st.lists(bets(), max_size=6))),
        outcome=outcome,
        pairs=frozenset(draw(st.sets(st.sampled_from(SIDES)))),
        six=draw(st.sampled_from((0, 2, 3))) if outcome == "banker" else 0,
        decisions=tuple(draw(st.lists(decisions, max_size=4))),
        errors=tuple(draw(st.lists(st.sampled_from(("wrong-order", "foul-shoe")), max_size=2))),
    )
