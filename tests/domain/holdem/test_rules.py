"""House choices: what may be chosen, what stands if nothing is, what needs a permit (clauses 1 to 3, docs/holdem.md, House choices)."""

from typing import Any

import pytest

from domain.fields import AMOUNT_MAX
from domain.given import Permit
from domain.holdem import events as e
from domain.holdem.choices import CARDROOM, MACAU
from domain.holdem.rules import HouseRules
from tests.domain.holdem.scene import Scene
from tests.spec import Outcome

BOTH = ("MO-THP-2008", "CARDROOM-TDA")
DEFAULTS = {
    "unit": 1, "big_blind": 100, "small_blind": 50, "posted_blind_min": 100, "posted_blind_max": 100, "min_bet": 100, "layouts": 1,
    "min_players": 2, "card_source": "shuffler", "structure": "no-limit", "seats": 10, "max_raises": 3, "commission_unit": 1,
    "quads_kicker": "plays", "permits": [],
}  # fmt: skip
OF_MACAU = {
    "limit_profile": "statutory", "two_player_uncap": "before-cap", "headsup_blinds": "statutory", "commission_bp": 500,
    "commission_cap_bb": 5, "no_flop_no_drop": False, "odd_chip": "croupier-left", "showdown": "all-live-hands",
}  # fmt: skip
OF_CARDROOM = {
    "limit_profile": "cardroom", "small_bet": 100, "big_bet": 200, "two_player_uncap": "round-start", "headsup_blinds": "cardroom",
    "commission_bp": 0, "commission_cap_bb": None, "no_flop_no_drop": True, "odd_chip": "button-left", "showdown": "may-muck",
}  # fmt: skip


def opened(ruleset: str = "MO-THP-2008", **rules: Any) -> Outcome:
    return Scene().open(ruleset, **({"big_blind": 100} | rules))


def chosen(ruleset: str = "MO-THP-2008", **rules: Any) -> dict[str, Any]:
    found: dict[str, Any] = opened(ruleset, **rules).one(e.TableOpened).rules
    return found


def permit(*articles: str, ruleset: str = "MO-THP-2008", number: str = "PR-1") -> Permit:
    return Permit(permit=number, ruleset=ruleset, articles=articles)


@pytest.mark.parametrize(("ruleset", "own"), [("MO-THP-2008", OF_MACAU), ("CARDROOM-TDA", OF_CARDROOM)])
def test_every_choice_is_written_out(ruleset: str, own: dict[str, Any]) -> None:
    assert chosen(ruleset) == DEFAULTS | own


@pytest.mark.parametrize(
    ("key", "accepted", "refused"),
    [
        ("unit", [1, 50, 100], [0, -1, True, AMOUNT_MAX + 1]),
        ("big_blind", [1, 7, AMOUNT_MAX], [0, -100, True, AMOUNT_MAX + 1]),
        ("small_blind", [1, 25, 50, 100], [0, 101, 120]),
        ("min_bet", [1, 50, 100, 1_000], [0, AMOUNT_MAX + 1]),
        ("seats", [10, 11, 22], [9, 23, "10"]),
        ("layouts", [1], [0, 2, True]),
        ("min_players", [2], [1, 3]),
        ("card_source", ["shuffler", "shoe", "hand"], ["machine", None]),
        ("structure", ["no-limit", "fixed-limit"], ["pot-limit"]),
        ("limit_profile", ["statutory"], ["spread"]),
        ("max_raises", [3], [2, 4]),
        ("two_player_uncap", ["before-cap", "round-start"], ["always"]),
        ("headsup_blinds", ["statutory"], ["button"]),
        ("commission_bp", [300, 400, 500], [299, 501, 0]),
        ("commission_cap_bb", [1, 5], [0, 6, None]),
        ("commission_unit", [1, 5, 100], [0, 3, 200]),
        ("no_flop_no_drop", [False], [0, 1, "false", None]),
        ("odd_chip", ["croupier-left"], ["button-left"]),
        ("quads_kicker", ["plays", "ignored"], ["sometimes"]),
        ("showdown", ["all-live-hands"], ["may-muck"]),
        ("permits", [[]], ["PR-1", ["PR-1"], [7], None]),
    ],
)
def test_values_of_macau(key: str, accepted: list[Any], refused: list[Any]) -> None:
    notice = {"posted_blind_min": 1, "posted_blind_max": AMOUNT_MAX}
    for value in accepted:
        rules = {"small_blind": 1, "min_bet": 1} if key == "big_blind" else {}
        rules = {"small_blind": value} if key == "unit" else rules
        assert chosen(**(rules | notice | {key: value}))[key] == value
    for value in (*refused, 1.5, {}, *([] if key == "permits" else [[]])):
        outcome = opened(**(notice | {key: value}))
        assert outcome.refusal is not None, value
        assert outcome.refusal.code == "rule-not-allowed"
        assert outcome.refusal.rule is not None
        assert outcome.refusal.rule.startswith("MO-THP-2008 ")
        assert outcome.refusal.allowed is not None


@pytest.mark.parametrize(
    ("key", "accepted", "refused"),
    [
        ("seats", [2, 10, 22], [1, 23]),
        ("limit_profile", ["cardroom", "statutory", "literal-sb"], ["spread"]),
        ("small_bet", [1, 40], [0, None]),
        ("big_bet", [1, 400], [0, None]),
        ("max_raises", [1, 4, 9], [0, 10]),
        ("two_player_uncap", ["before-cap", "round-start", "never"], ["always"]),
        ("headsup_blinds", ["cardroom", "statutory"], ["button"]),
        ("commission_bp", [0, 500, 1_000], [-1, 1_001]),
        ("commission_cap_bb", [0, 5, 100, None], [101, -1]),
        ("no_flop_no_drop", [True, False], [1, None]),
        ("odd_chip", ["button-left", "croupier-left"], ["random"]),
        ("showdown", ["may-muck", "all-live-hands"], ["never"]),
    ],
)
def test_values_of_card_rooms(key: str, accepted: list[Any], refused: list[Any]) -> None:
    for value in accepted:
        assert chosen("CARDROOM-TDA", **{key: value})[key] == value
    for value in refused:
        opened("CARDROOM-TDA", **{key: value}).refused("rule-not-allowed")


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_big_blind_is_the_one_choice_that_must_be_made(ruleset: str) -> None:
    Scene().open(ruleset).refused("rule-missing", "5(2)", {"big_blind": "a multiple of `unit` (1) from 1 to 1000000000000"})


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("key", ["bomb_pot", "ante", "straddle", "dead_button", "run_it_twice"])
def test_there_is_no_other_choice(ruleset: str, key: str) -> None:
    refusal = opened(ruleset, **{key: 1}).refused("unknown-rule", "cl. 2").refusal
    assert refusal is not None
    assert "big_blind" in (refusal.allowed or {})["rules"]


def test_the_statutory_game_has_no_bet_sizes_of_its_own() -> None:
    opened(small_bet=50).refused("unknown-rule")


def test_bet_sizes_go_with_the_card_room_profile_alone() -> None:
    assert chosen("CARDROOM-TDA", limit_profile="statutory")["big_bet"] is None
    opened("CARDROOM-TDA", limit_profile="statutory", small_bet=50).refused("rule-not-allowed", "11(2)")


@pytest.mark.parametrize(
    ("rules", "small_blind"),
    [({"big_blind": 100}, 50), ({"big_blind": 25}, 12), ({"big_blind": 75, "unit": 25}, 25), ({"big_blind": 100, "unit": 100}, 100)],
)
def test_the_small_blind_is_half_of_the_big_one_down_to_whole_chips_and_never_nothing(rules: dict[str, int], small_blind: int) -> None:
    assert chosen(**rules)["small_blind"] == small_blind


@pytest.mark.parametrize("key", ["big_blind", "small_blind", "min_bet", "commission_unit"])
def test_amounts_are_made_of_whole_chips(key: str) -> None:
    rules = {"unit": 25, "posted_blind_min": 1, "posted_blind_max": 500, key: 60}
    opened(**rules).refused("rule-not-allowed", allowed=None)
    assert chosen(**(rules | {key: 50}))[key] == 50


def test_the_steps_of_the_commission_divide_its_cap() -> None:
    assert chosen(commission_unit=20)["commission_unit"] == 20
    opened(commission_unit=30).refused("rule-not-allowed", "16")
    opened(commission_unit=60, commission_cap_bb=1).refused("rule-not-allowed", "16")
    assert chosen("CARDROOM-TDA", commission_unit=30, commission_cap_bb=None)["commission_unit"] == 30


def test_the_big_blind_stands_within_the_notice() -> None:
    notice = {"posted_blind_min": 25, "posted_blind_max": 200}
    assert chosen(**notice)["big_blind"] == 100
    opened(**notice, big_blind=500).refused("blind-outside-notice", "4(3)", {"big_blind": {"min": 25, "max": 200}})
    opened(**notice, big_blind=20).refused("blind-outside-notice", "4(3)")
    opened(posted_blind_max=50).refused("blind-outside-notice")


@pytest.mark.parametrize(
    ("key", "value", "article"),
    [
        ("limit_profile", "literal-sb", "11"),
        ("limit_profile", "cardroom", "11"),
        ("two_player_uncap", "never", "12"),
        ("headsup_blinds", "cardroom", "5"),
        ("no_flop_no_drop", True, "16"),
    ],
)
def test_what_departs_from_the_text_takes_a_permit_that_names_the_article(key: str, value: Any, article: str) -> None:
    rules = {"big_blind": 100, key: value}
    opened(**rules).refused("permit-required", allowed={"articles": [article]})
    others = [other for other in ("5", "11", "12", "16") if other != article]
    Scene().open(**rules, in_force=[permit(*others)]).refused("permit-required")
    Scene().open(**rules, in_force=[permit(article, ruleset="MO-BAC-2004")]).refused("permit-required")
    accepted = Scene().open(**rules, in_force=[permit(*others), permit(article, number="PR-2")]).one(e.TableOpened)
    assert accepted.rules[key] == value
    assert accepted.rules["permits"] == ["PR-1", "PR-2"]
    assert chosen("CARDROOM-TDA", **{key: value})[key] == value


def test_every_article_that_lacks_a_permit_is_named() -> None:
    outcome = opened(no_flop_no_drop=True, headsup_blinds="cardroom", limit_profile="cardroom")
    outcome.refused("permit-required", "11(2)", {"articles": ["5", "11", "16"]})


def test_a_table_may_rely_on_fewer_permits_than_are_in_force() -> None:
    in_force = [permit("16"), permit("5", number="PR-2")]
    rules = {"big_blind": 100, "no_flop_no_drop": True}
    assert Scene().open(**rules, in_force=in_force, permits=["PR-1"]).one(e.TableOpened).rules["permits"] == ["PR-1"]
    Scene().open(**rules, in_force=in_force, permits=["PR-2"]).refused("permit-required", "16", {"articles": ["16"]})
    Scene().open(**rules, in_force=in_force, permits=["PR-3"]).refused("rule-not-allowed", "cl. 2", {"permits": ["PR-1", "PR-2"]})


def test_the_game_must_be_the_one_that_is_authorised() -> None:
    Scene().open(game="omaha", big_blind=100).refused("game-not-authorised", "cl. 1", {"game": ["holdem"]})
    Scene().open("OMAHA-2020", big_blind=100).refused("unknown-ruleset", allowed={"ruleset": ["CARDROOM-TDA", "MO-THP-2008"]})


def test_the_rules_are_in_force_from_the_day_after_publication() -> None:
    Scene().open(day="2008-01-18", big_blind=100).refused("ruleset-not-in-force", "cl. 3", {"gaming_day": {"min": "2008-01-22"}})
    Scene().open(day="2008-01-21", big_blind=100).refused("ruleset-not-in-force")
    Scene().open(day="2008-01-22", big_blind=100).accepted()
    Scene().open("CARDROOM-TDA", day="1999-12-20", big_blind=100).accepted()


def test_a_table_is_opened_once() -> None:
    scene = Scene({1: 1_000})
    scene.open(big_blind=200).refused("table-open")


def test_the_choices_that_the_engine_reads() -> None:
    rules = HouseRules.of("MO-THP-2008", chosen(commission_cap_bb=4, quads_kicker="ignored", card_source="shoe"))
    assert (rules.commission_cap, rules.quads_kicker_plays, rules.may_muck, rules.fixed_limit) == (400, False, False, False)
    assert rules.ref("12(1)") == "MO-THP-2008 12(1)"
    free = HouseRules.of("CARDROOM-TDA", chosen("CARDROOM-TDA", structure="fixed-limit"))
    assert (free.commission_cap, free.may_muck, free.fixed_limit) == (None, True, True)


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        ({"limit_profile": "statutory"}, (100, 50, 100, 100)),
        ({"limit_profile": "literal-sb"}, (50, 50, 100, 100)),
        ({"limit_profile": "cardroom"}, (100, 100, 200, 200)),
        ({"small_bet": 150}, (150, 150, 300, 300)),
        ({"small_bet": 40, "big_bet": 60}, (40, 40, 60, 60)),
    ],
)
def test_the_sizes_of_a_fixed_limit_game(rules: dict[str, Any], sizes: tuple[int, ...]) -> None:
    assert HouseRules.of("CARDROOM-TDA", chosen("CARDROOM-TDA", **rules)).limit_sizes == sizes


def test_only_data_differ_between_the_rulesets() -> None:
    macau, cardroom = ({choice.name: choice for choice in ruleset.choices} for ruleset in (MACAU, CARDROOM))
    assert set(cardroom) - set(macau) == {"small_bet", "big_bet"}
    assert set(macau) <= set(cardroom)
    assert all(choice.article == cardroom[name].article for name, choice in macau.items())
    assert not any(choice.permit_articles for choice in cardroom.values())
