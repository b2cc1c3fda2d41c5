"""The reports over what a real table makes of commands, beside what the table itself paid and took."""

from collections import Counter
from fractions import Fraction

from domain.baccarat import events as e
from domain.policy import SHIPPED
from projections.commission import Commission
from projections.hands import Hands
from projections.regulator import Regulator
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, TWO_PEOPLE, Scene
from tests.projections.fake_log import FakeLog
from tests.projections.reading import asked
from tests.projections.round_log import Table


def an_evening() -> Scene:
    """A tie that is held and switched, a pair, a void with carried bets, a tie at the end of the shoe."""
    scene = Scene(seats={3: 100_000, 5: 100_000})
    scene.shoe().accepted()
    scene.play("a 3 banker 10000, b 5 player 4000, c - tie 500, d - banker-pair 200", TIE)
    scene.when("decide-held-bet", bet="a", choice="cancel").accepted()
    scene.when("open-round").accepted()
    scene.when("decide-held-bet", bet="b", choice="change", amount=3_000, on="banker").accepted()
    scene.close().accepted()
    scene.deal(BANKER).accepted()
    scene.play("e 3 banker 150, f - banker 150, g 3 banker 20, h 5 player-pair 100", BANKER)
    scene.play("i 3 player 700, j 5 tie 60", TIE)
    scene.when("open-round").accepted()
    scene.bets("k 5 banker 90")
    scene.when("void-round", reason="foul-shoe", **TWO_PEOPLE).accepted()
    scene.play("l 3 player 40, m 5 banker 80", PLAYER)
    scene.play("n 3 player 700", TIE)
    scene.when("close-table").accepted()
    return scene


def log_of_scene(scene: Scene) -> FakeLog:
    log, table = FakeLog(), Table("BA-12", [])
    for event in scene.events:
        number = getattr(event, "round", None) or getattr(event, "number", None)
        log.add(table, event, table.round_id(number) if number else table.code)
    return log


def test_the_house_won_what_the_bettors_lost() -> None:
    scene = an_evening()
    with asked(Regulator, log_of_scene(scene)) as (regulator, connection):
        [ggr] = regulator.ggr(connection, lambda _day: SHIPPED)
        handle = regulator.handle(connection)
        [void] = regulator.voids(connection)
        [figures] = regulator.figures(connection)

    lost, won = scene.staked.total() - scene.returned.total(), scene.commission
    assert (ggr["ggr"], ggr["commission"]) == (lost + won, scene.commission)
    assert (ggr["won"], ggr["paid"]) == (scene.lost.total(), scene.won.total())
    assert sum(row["house_win"] for row in handle) == ggr["ggr"]
    assert all(Fraction(row["edge"]) > 0 for row in handle)
    assert (void["bets"], void["stakes"], void["refunds"], void["kind"]) == (2, 790, 790, "foul-shoe")
    assert (figures["hands"], figures["voids"]) == (6, 1)


def test_every_bet_is_in_the_index_until_it_came_back_or_was_lost() -> None:
    scene = an_evening()
    with asked(Hands, log_of_scene(scene)) as (hands, connection):
        lines = list(hands.list(connection))

    staked, back, lost = Counter[str](), Counter[str](), Counter[str]()
    for bet in (bet for line in lines for bettor in line["bettors"] for bet in bettor["bets"]):
        staked[bet["bet"]] += bet["staked"]
        back[bet["bet"]] += bet["taken_off"] + bet["returned"] + bet["refunded"]
        lost[bet["bet"]] += bet["staked"] + bet["carried"] - bet["taken_off"] if bet["outcome"] == "lost" else 0
    assert (staked, +back, +lost) == (scene.staked, +scene.returned, +scene.lost)
    assert [line["status"] for line in lines] == ["decided"] * 4 + ["void"] + ["decided"] * 2
    assert [line["result"] for line in lines] == ["tie", "banker", "banker", "tie", None, "player", "tie"]
    assert [line["held"] for line in lines] == [4_000, 0, 0, 700, 0, 0, 0]
    assert sum(line["house_win"] for line in lines) == scene.staked.total() - scene.returned.total() + scene.commission


def test_the_spans_hold_whole_answers() -> None:
    """Replay decides the commands of a span again: no answer may be cut."""
    scene = an_evening()
    log = log_of_scene(scene)
    with asked(Hands, log) as (hands, connection):
        lines = list(hands.list(connection))

    for line in lines:
        last = log.records[line["last_version"] - 1].event
        after = log.records[line["last_version"]].event
        assert isinstance(last, e.BetSettled | e.BetHeld | e.CommissionTaken | e.RoundVoided)
        assert not isinstance(after, e.BetSettled | e.BetHeld | e.CommissionTaken)


def test_commission_is_what_the_table_took() -> None:
    scene = an_evening()
    with asked(Commission, log_of_scene(scene)) as (commission, connection):
        [row] = commission.report(connection)

    assert (row["charged"], row["hands"]) == (scene.commission, 2)
    assert row["base"] == 3_000 + 150 + 150 + 20
