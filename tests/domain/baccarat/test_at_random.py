"""Whatever a table is asked, in whatever order: what must always hold, and an independent model beside it."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.baccarat.drawing import NO_CARDS, lay, next_draw
from domain.cards import DECK
from domain.given import Permit
from tests.domain.baccarat import model
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, TWO_PEOPLE, Scene

PERMITS = [Permit(permit="PR-1", ruleset=ruleset, articles=("2", "3", "7", "12", "18")) for ruleset in ("MO-BAC-2004", "MO-BAC-2018")]
ON = ["player", "banker", "tie", "player-pair", "banker-pair", "lucky-six"]

tables = st.fixed_dictionaries(
    {"differential": st.sampled_from([200, 1_000, 10_000]), "unit": st.sampled_from([1, 5, 20]), "decks": st.sampled_from([6, 8])},
    optional={
        "after_cut_card": st.just("this-round-last"),
        "cut_before_first": st.just("this-round-last"),
        "tie_options": st.sampled_from([["cancel"], ["maintain"], ["maintain", "switch-side"], ["cancel", "change-amount"]]),
        "tie_carry_over_shoe": st.just(True),
        "round_burn": st.just(2),
        "commission_round": st.just("exact-only"),
        "commission": st.just("none-six-pays-half"),
        "lucky_six": st.just(True),
        "burn_method": st.just("deck-count"),
        "exposed_before_close": st.just("play"),
        "bet_max": st.just(800),
    },
)
cards = st.sampled_from(DECK)
amounts = st.sampled_from([1, 5, 20, 40, 100, 160, 200, 400, 1_000])
which = st.integers(0, 9)
"""Of the bets that lie there, or are held."""
place = st.tuples(st.just("place"), st.sampled_from(["P-1", "P-2", "P-3"]), st.sampled_from([1, 2, None]), st.sampled_from(ON), amounts)
fitting = st.tuples(st.just("place"), st.just("P-1"), st.just(1), st.sampled_from(ON[:3]), st.sampled_from([20, 100, 200]))
decision = st.tuples(
    st.just("decide"), which, st.sampled_from(["cancel", "maintain", "change"]), st.none() | amounts, st.none() | st.sampled_from(ON[:3])
)
steps = st.one_of(
    place,
    decision,
    st.tuples(st.just("withdraw"), which, st.none() | amounts),
    st.tuples(st.just("deal"), st.lists(cards, min_size=1, max_size=7)),
    st.tuples(
        st.just("error"), st.sampled_from(["continue", "burned", "reassigned", "next-round"]), st.lists(cards, min_size=1, max_size=2)
    ),
    st.tuples(st.just("bare"), st.sampled_from(["cut-card", "close-bets", "open-round", "demonstrate", "burn", "deal"])),
    st.tuples(st.sampled_from(["void", "close-shoe"])),
    st.tuples(st.sampled_from(["take", "leave", "add"]), st.integers(1, 3)),
)
deals = st.sampled_from([TIE, "7c Kd Th 7s", PLAYER, BANKER, "2c 6d 3h Ts 5c"]) | st.lists(cards, min_size=6, max_size=6).map(" ".join)
rounds = st.lists(
    st.tuples(st.lists(st.one_of(fitting, place, decision), max_size=6), st.lists(steps, max_size=2), deals, st.lists(steps, max_size=2)),
    min_size=1,
    max_size=8,
)


def play_round(scene: Scene, asked: tuple[Any, Any, str, Any]) -> None:
    """Bets, then anything, then the deal, then anything; a step that is refused is passed over."""
    bets, before, dealt, after = asked
    for _ in range(4):
        prepare(scene)
    for step in (*bets, *before):
        carry_out(scene, step)
        check_table(scene)
    finish(scene, dealt)
    for step in after:
        carry_out(scene, step)
        check_table(scene)


def prepare(scene: Scene) -> None:
    """One step towards a round that takes bets."""
    match scene.state["due"]:
        case "load-shoe":
            cut_depth = scene.table.house.cards - 15 if len(scene.events) % 3 else 60
            scene.shoe(None, cut_depth=cut_depth).accepted()
        case "burn":
            scene.when("burn", first_card="2h" if len(scene.events) % 2 else None).accepted()
        case "open-round":
            scene.when("open-round").accepted()
        case "close-shoe":
            scene.when("close-shoe", reason="cut card").accepted()


def finish(scene: Scene, dealt: str) -> None:
    """What is due until the round is over; what is too much on a side comes off as the refused closing says."""
    for _ in range(40):
        match scene.state["due"]:
            case "correct-error":
                scene.when("correct-error", how="continue").accepted()
            case "close-bets":
                close(scene)
            case "deal":
                scene.when("deal", **({"cards": named_cards(scene, dealt)} if reads(scene) else {})).accepted()
            case _:
                return


def close(scene: Scene) -> None:
    refused = scene.close().refusal
    for off in refused.allowed["remove"] if refused and refused.allowed else ():
        if off["bet"] in scene.lies("held"):
            scene.when("decide-held-bet", bet=off["bet"], choice="maintain")
            scene.when("decide-held-bet", bet=off["bet"], choice="cancel")
        scene.withdraw(off["bet"], off["amount"] if off["bet"] in scene.lies("bets") else None)


def reads(scene: Scene) -> bool:
    source = scene.table.in_use.source
    return source == "read" or (source == "open" and len(scene.events) % 2 == 0)


def named_cards(scene: Scene, dealt: str) -> list[str]:
    """Those that lie in front of the shoe, then as many of these as the round takes, none more often than the packs hold it."""
    lie, shoe = scene.table.hands, scene.table.in_use
    wanted, seen = list(shoe.front), Counter(shoe.named)
    for card in (*dealt.split(), *DECK):
        if seen[card] < scene.table.house.decks - 1:  # one more may have been burned face down
            seen[card] += 1
            wanted.append(card)
    return wanted[: len(lay(lie, wanted)) - len(lie)]


def carry_out(scene: Scene, step: tuple[Any, ...]) -> None:
    lies, held = list(scene.lies("bets")), list(scene.lies("held"))
    match step:
        case ("place", player, seat, on, amount):
            where = {"standing": True} if seat is None else {"seat": seat}
            scene.when("place-bet", bet=f"b-{len(scene.staked)}", player=player, on=on, amount=amount, **where)
        case ("withdraw", number, amount) if lies:
            scene.withdraw(lies[number % len(lies)], amount)
        case ("decide", number, choice, amount, on) if held:
            fields = {"amount": amount, "on": on} if choice == "change" else {}
            scene.when("decide-held-bet", bet=held[number % len(held)], choice=choice, **fields)
        case ("deal", named):
            scene.when("deal", cards=named)
        case ("error", how, named):
            scene.when("report-error", kind="other")
            scene.when("correct-error", how=how, **({} if how == "continue" else {"cards": named}))
        case ("bare", do):
            scene.when(do)
        case ("void",):
            scene.when("void-round", reason="foul-shoe", **TWO_PEOPLE)
        case ("close-shoe",):
            scene.when("close-shoe", reason="house")
        case ("take", seat):
            scene.when("take-seat", seat=seat, player=f"P-{seat}", amount=1_000, source="cash")
        case ("add", seat):
            scene.when("add-chips", seat=seat, amount=100, source="cash")
        case ("leave", seat):
            scene.when("leave-seat", seat=seat, to="wallet")


@given(tables, rounds)
def test_what_always_holds(rules: dict[str, Any], asked: list[Any]) -> None:
    """The scene checks after every event that chips and stakes are somewhere, and that a refusal changes nothing."""
    scene = Scene(seats={1: 2_000, 2: 400}, ruleset="MO-BAC-2018", permits=PERMITS, **rules)
    for one in asked:
        play_round(scene, one)
    while scene.table.round is not None:
        scene.when("void-round", reason="end", **TWO_PEOPLE).accepted()
    scene.when("close-table").accepted()
    check_facts(scene)


def check_table(scene: Scene) -> None:
    table, shoe = scene.table, scene.table.shoe
    assert all(bet.on in ("player", "banker") for bet in table.bets.values() if bet.held or bet.carried)
    if table.round is None:
        assert all(bet.held for bet in table.bets.values())
    if shoe is not None:
        assert 0 <= shoe.dealt <= shoe.drawn <= shoe.cards
        assert max(shoe.named.values(), default=0) <= table.house.decks
        if shoe.last_round is not None:
            assert table.last_number <= shoe.last_round


def check_facts(scene: Scene) -> None:
    """Stakes come back or are lost, for each bet, and so for all bets of the table; the model says how much."""
    assert scene.table.bets == {}
    for bet, staked in scene.staked.items():
        assert staked + scene.won[bet] == scene.returned[bet] + scene.lost[bet]
    settled = Counter(event.bet for event in scene.events if isinstance(event, e.BetSettled))
    assert max(settled.values(), default=0) <= 1
    demonstrations = Counter(event.shoe for event in scene.events if isinstance(event, s.DemonstrationDealt))
    assert max(demonstrations.values(), default=0) <= 3
    house = scene.table.house
    for closed in (event for event in scene.events if isinstance(event, e.BetsClosed)):
        assert abs(closed.totals["banker"] - closed.totals["player"]) <= house.differential
    for taken in (event for event in scene.events if isinstance(event, e.CommissionTaken)):
        assert taken.amount % house.unit == 0
        assert 0 <= taken.base * 500 - taken.amount * 10_000 < house.unit * 10_000


# The model.


@given(st.lists(cards, min_size=6, max_size=6))
def test_drawing_agrees_with_the_model(six: list[str]) -> None:
    coup, found = model.play(six), lay(NO_CARDS, six)
    assert (list(found.player), list(found.banker)) == (coup.player, coup.banker)
    assert (found.points("player"), found.points("banker")) == coup.totals
    assert found.result == coup.winner
    assert next_draw(found) is None


bets = st.lists(
    st.tuples(st.sampled_from(["P-1", "P-2", "P-3"]), st.sampled_from(ON), st.integers(1, 400)), min_size=1, max_size=12
)  # fmt: skip


@given(st.lists(cards, min_size=6, max_size=6), bets, st.sampled_from([1, 5, 25]), st.booleans())
def test_settlement_agrees_with_the_model(six: list[str], staked: list[tuple[str, str, int]], unit: int, half: bool) -> None:
    rules = {"unit": unit, "differential": 10**6 * unit, "lucky_six": True, "commission": "none-six-pays-half" if half else "five-per-cent"}
    scene = Scene(seats={1: 10**7, 2: 10**7}, ruleset="MO-BAC-2018", permits=PERMITS, **rules)
    scene.shoe().accepted()
    stakes = {f"b-{number}": model.Stake(bettor, on, amount * unit) for number, (bettor, on, amount) in enumerate(staked)}
    coup = model.play(six)
    text = ", ".join(
        f"{bet} {stake.bettor[2:] if stake.bettor != 'P-3' else '-3'} {stake.on} {stake.amount}" for bet, stake in stakes.items()
    )
    outcome = scene.play(text, " ".join(coup.used))
    expected = {bet: model.returned(stake, coup, unit, half_on_six=half) for bet, stake in stakes.items()}
    assert {bet: amount for bet, amount in expected.items() if amount is not None} == scene.returned
    assert {bet for bet, amount in expected.items() if amount is None} == set(scene.lies("held"))
    taken = {event.player: event.amount for event in outcome.events if isinstance(event, e.CommissionTaken)}
    assert taken == ({} if half else model.commission(stakes, coup, unit))


@given(st.integers(0, 10**6))
def test_whole_shoes_of_the_house_agree_with_the_model(seed: int) -> None:
    """Round after round from one known order, to the end of the shoe."""
    random = Random(seed)
    order = random.sample(DECK * 6, 312)
    scene = Scene(seats={1: 10**9}, decks=6)
    scene.shoe(None, cards=order, cut_depth=312 - random.randrange(20, 60)).accepted()
    at = scene.when("burn").one(s.CardsBurned).removed_total
    white, number, last = scene.table.in_use.white_card or 0, 0, None
    while scene.when("open-round").refusal is None:
        number += 1
        scene.bets(f"x-{number} 1 {random.choice(ON[:5])} 100")
        scene.close().accepted()
        coup = model.play(order[at : at + 6])
        decided = scene.deal().one(e.RoundDecided)
        assert (decided.player, decided.banker) == coup.totals
        if last is None and at + len(coup.used) > white:
            last = number + 1
        at += len(coup.used)
    assert number == last
    assert scene.state["shoe"]["dealt"] == at
