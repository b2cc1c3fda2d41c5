"""House choices: what may be chosen, what stands if nothing is, what needs a permit (sections 1, 6 and 7, clause 3)."""

from typing import Any

import pytest

from domain.baccarat import events as e
from domain.baccarat.choices import MACAU_2004, MACAU_2018, NOT_IN_CSM, TIE_OPTIONS
from domain.fields import AMOUNT_MAX
from domain.given import Carried, Permit, Previous
from tests.domain.baccarat.scene import Scene
from tests.spec import Outcome

DEFAULTS: dict[str, Any] = {
    "unit": 1, "differential": 50_000, "bet_min": 1, "bet_max": None, "side_bet_min": 1, "side_bet_max": None, "decks": 8,
    "deal_mode": "shoe", "layouts": 1, "seats": 7, "cutter": "bettor", "cut_depth_min": 12, "burn_method": "first-card-face",
    "demo_rounds_max": 0, "after_cut_card": "one-more", "cut_before_first": "counts-as-this-round", "round_burn": 0,
    "tie_options": list(TIE_OPTIONS), "tie_carry_over_shoe": False, "standing_zone": True, "pair_needs_main": False,
    "hold_cards": True, "exposed_before_close": "burn", "commission": "five-per-cent", "commission_round": "down-to-unit",
    "permits": [],
}  # fmt: skip
OF_2018 = {"burn_fixed": None, "lucky_six": False}
BOTH = ("MO-BAC-2004", "MO-BAC-2018")
WITH_PERMIT: dict[str, tuple[Any, list[str]]] = {
    "deal_mode": ("csm", ["2", "7"]),
    "cutter": ("croupier", ["2"]),
    "burn_method": ("deck-count", ["2"]),
    "demo_rounds_max": (3, ["2"]),
    "after_cut_card": ("this-round-last", ["3"]),
    "tie_options": (["maintain"], ["12"]),
}


def permit(*articles: str, number: str = "PR-1", ruleset: str = "MO-BAC-2004", effective_on: str | None = None) -> Permit:
    return Permit(permit=number, ruleset=ruleset, articles=articles, effective_on=effective_on)


def opened(ruleset: str = "MO-BAC-2004", *, permits: Any = (), day: str = "2026-11-30", known: Any = None, **rules: Any) -> Outcome:
    return Scene().open(ruleset, permits=permits, day=day, known=known, **({"differential": 50_000} | rules))


def chosen(ruleset: str = "MO-BAC-2004", **rules: Any) -> dict[str, Any]:
    found: dict[str, Any] = opened(ruleset, permits=[permit("2", "3", "7", "12", "18", ruleset=ruleset)], **rules).one(e.TableOpened).rules
    return found


@pytest.mark.parametrize(("ruleset", "own"), [("MO-BAC-2004", {}), ("MO-BAC-2018", OF_2018)])
def test_every_choice_is_written_out(ruleset: str, own: dict[str, Any]) -> None:
    assert opened(ruleset).one(e.TableOpened).rules == DEFAULTS | own


@pytest.mark.parametrize(
    ("key", "accepted", "refused"),
    [
        ("unit", [1, 50, 25_000], [0, -1, True, AMOUNT_MAX + 1]),
        ("differential", [1, 50_000, AMOUNT_MAX], [0, -1, True, AMOUNT_MAX + 1]),
        ("bet_min", [1, 7, 100], [0, True, AMOUNT_MAX + 1]),
        ("bet_max", [None, 1, 10_000], [0, True]),
        ("side_bet_min", [1, 100], [0, None]),
        ("side_bet_max", [None, 1, 10_000], [0]),
        ("decks", [6, 7, 8, 9, 10, 11, 12], [5, 13, True]),
        ("deal_mode", ["shoe", "csm"], ["shuffler", None]),
        ("layouts", [1, 2], [0, 3, True]),
        ("seats", [7, 8, 15], [6, True]),
        ("cutter", ["bettor", "croupier"], ["supervisor"]),
        ("cut_depth_min", [12, 13, 100], [11, 417, True]),
        ("burn_method", ["first-card-face", "deck-count"], ["fixed", "none"]),
        ("demo_rounds_max", [0, 1, 2, 3], [4, -1, True]),
        ("after_cut_card", ["one-more", "this-round-last"], ["two-more"]),
        ("cut_before_first", ["counts-as-this-round", "this-round-last"], ["last"]),
        ("round_burn", [0, 1, 3, 202], [-1, 203, True]),
        (
            "tie_options",
            [["cancel"], ["maintain"], ["switch-side", "cancel"]],
            [[], ["change-amount"], ["cancel", "cancel"], "cancel", ["x"]],
        ),
        ("tie_carry_over_shoe", [True, False], [0, None]),
        ("standing_zone", [True, False], [1]),
        ("pair_needs_main", [True, False], ["no"]),
        ("hold_cards", [True, False], [1]),
        ("exposed_before_close", ["burn", "play"], ["void"]),
        ("commission", ["five-per-cent"], ["none-six-pays-half", 500]),
        ("commission_round", ["down-to-unit", "exact-only"], ["up"]),
        ("permits", [["PR-1"], []], ["PR-1", ["PR-9"], [7], None]),
    ],
)
def test_values(key: str, accepted: list[Any], refused: list[Any]) -> None:
    name = {"permits": "permits_named"}.get(key, key)
    for value in accepted:
        assert chosen(**{name: value})[key] == value
    for value in (*refused, 1.5, {}):
        outcome = opened(permits=[permit("2", "3", "7", "12")], **{name: value}).refused("rule-not-allowed")
        assert outcome.refusal is not None
        assert outcome.refusal.allowed is not None
        assert outcome.refusal.rule is not None
        assert outcome.refusal.rule.startswith("MO-BAC-2004 ")


def test_amounts_follow_from_one_another() -> None:
    assert chosen(unit=500)["bet_min"] == 500
    opened(unit=100, differential=150).refused("rule-not-allowed", "14")
    opened(unit=100, bet_min=99).refused("rule-not-allowed", "13")
    opened(bet_min=100, bet_max=99).refused("rule-not-allowed", "13")
    opened(side_bet_min=100, side_bet_max=99).refused("rule-not-allowed", "13")
    assert chosen(bet_min=100, bet_max=100)["bet_max"] == 100


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_differential_is_the_one_choice_that_must_be_made(ruleset: str) -> None:
    Scene().open(ruleset).refused("rule-missing", "14", {"differential": "a multiple of `unit` (1) from 1 to 1000000000000"})


@pytest.mark.parametrize("key", ["dragon_bonus", "big_blind", "burn_fixed", "lucky_six"])
def test_a_key_of_another_ruleset_is_unknown(key: str) -> None:
    rules: dict[str, Any] = {key: 1}
    opened(**rules).refused("unknown-rule", "cl. 2")


@pytest.mark.parametrize(
    ("ruleset", "day", "code"),
    [
        ("MO-BAC-2004", "2004-05-17", "ruleset-not-in-force"),
        ("MO-BAC-2004", "2004-05-18", None),
        ("MO-BAC-2004", "2030-01-01", None),
        ("MO-BAC-2018", "2018-04-23", "ruleset-not-in-force"),
        ("MO-BAC-2018", "2018-04-24", None),
    ],
)
def test_a_ruleset_is_in_force_from_its_first_day_on(ruleset: str, day: str, code: str | None) -> None:
    outcome = opened(ruleset, day=day)
    if code:
        outcome.refused(code, "cl. 3")
    else:
        outcome.accepted()


def test_another_game_and_another_name() -> None:
    Scene().open(game="holdem", differential=1).refused("game-not-authorised", "cl. 1", {"game": ["baccarat"]})
    Scene().open("MO-BAC-1975", differential=1).refused("unknown-ruleset", None, {"ruleset": list(BOTH)})


# Permits.


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("key", WITH_PERMIT)
def test_a_departure_from_a_default_needs_a_permit(ruleset: str, key: str) -> None:
    value, articles = WITH_PERMIT[key]
    wanted = {"articles": articles, "effective_on": "2026-12-04"}
    departure: dict[str, Any] = {key: value}
    opened(ruleset, known={"earliest_use": "2026-12-04"}, **departure).refused("permit-required", None, wanted)
    opened(ruleset, permits=[permit("5", *articles[1:], ruleset=ruleset)], **departure).refused(
        "permit-required", None, {"articles": articles[:1]}
    )
    opened(ruleset, permits=[permit(*articles)] if ruleset == "MO-BAC-2018" else [], **departure).refused("permit-required")
    assert opened(ruleset, permits=[permit(*articles, ruleset=ruleset)], **departure).one(e.TableOpened).rules["permits"] == ["PR-1"]


def test_the_refusal_tells_the_articles_and_the_earliest_day() -> None:
    outcome = opened(known={"earliest_use": "2026-12-04"}, demo_rounds_max=3, after_cut_card="this-round-last")
    outcome.refused("permit-required", "2(2)", {"articles": ["2", "3"], "effective_on": "2026-12-04"})
    assert outcome.refusal is not None
    assert "`demo_rounds_max` 3 (article 2)" in outcome.refusal.message
    assert "from 2026-12-04 on" in outcome.refusal.message
    without = opened(demo_rounds_max=3).refusal
    assert without is not None
    assert without.allowed == {"articles": ["2"]}


def test_the_defaults_in_another_order_are_the_defaults() -> None:
    opened(tie_options=list(reversed(TIE_OPTIONS))).accepted()


def test_a_permit_that_is_not_in_force_yet() -> None:
    coming = {"coming": (permit("2", effective_on="2026-12-01"),), "earliest_use": "2026-12-04"}
    opened(known=coming, demo_rounds_max=1).refused("permit-not-yet-effective", "2(2)", {"gaming_day": {"min": "2026-12-01"}})
    opened(known=coming, after_cut_card="this-round-last").refused("permit-required", "3(1)", {"articles": ["3"]})
    opened(known=coming, permits_named=["PR-1"]).refused("permit-not-yet-effective", "cl. 2")
    opened(known=coming).accepted()
    other = {"coming": (permit("2", ruleset="MO-BAC-2018", effective_on="2026-12-01"),)}
    opened(known=other, demo_rounds_max=1).refused("permit-required")


def test_two_permits_of_which_the_later_counts() -> None:
    coming = (permit("2", effective_on="2026-12-03"), permit("2", "7", number="PR-2", effective_on="2026-12-01"))
    opened(known={"coming": coming}, deal_mode="csm").refused("permit-not-yet-effective", None, {"gaming_day": {"min": "2026-12-01"}})


def test_a_table_may_name_the_permits_that_it_relies_on() -> None:
    both = [permit("2"), permit("3", number="PR-2")]
    opened(permits=both, permits_named=["PR-2"], demo_rounds_max=3).refused("permit-required")
    assert opened(permits=both, demo_rounds_max=3).one(e.TableOpened).rules["permits"] == ["PR-1", "PR-2"]


# A continuous shuffler; what 2018 adds.


@pytest.mark.parametrize("key", [key for key in NOT_IN_CSM if key != "burn_fixed"])
def test_a_continuous_shuffler_takes_no_choice_about_shoes(key: str) -> None:
    rules: dict[str, Any] = {"deal_mode": "csm", key: DEFAULTS[key]}
    opened(permits=[permit("2", "7")], **rules).refused("not-in-csm", "2(3)")


def test_cards_of_a_continuous_shuffler_lie_face_up() -> None:
    opened(permits=[permit("2", "7")], deal_mode="csm", hold_cards=True).refused("rule-not-allowed", "16(1)")
    assert chosen(deal_mode="csm")["hold_cards"] is False


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"burn_method": "fixed", "burn_fixed": 5}, None),
        ({"burn_method": "fixed", "burn_fixed": 8}, None),
        ({"burn_method": "fixed", "burn_fixed": 9}, "rule-not-allowed"),
        ({"burn_method": "fixed", "burn_fixed": 0}, "rule-not-allowed"),
        ({"burn_method": "fixed"}, "rule-missing"),
        ({"burn_fixed": 5}, "rule-not-allowed"),
        ({"commission": "none-six-pays-half"}, None),
        ({"lucky_six": True}, None),
        ({"lucky_six": 1}, "rule-not-allowed"),
    ],
)
def test_what_2018_adds(rules: dict[str, Any], code: str | None) -> None:
    outcome = opened("MO-BAC-2018", permits=[permit("2", "18", ruleset="MO-BAC-2018")], **rules)
    if code:
        outcome.refused(code)
    else:
        assert rules.items() <= outcome.one(e.TableOpened).rules.items()


def test_what_of_it_needs_a_permit() -> None:
    opened("MO-BAC-2018", commission="none-six-pays-half").refused("permit-required", "18", {"articles": ["18"]})
    opened("MO-BAC-2018", burn_method="fixed", burn_fixed=3).refused("permit-required", "2(1)", {"articles": ["2"]})
    opened("MO-BAC-2018", lucky_six=True).accepted()


def test_both_rulesets_are_data_of_one_kind() -> None:
    names = [choice.name for choice in MACAU_2004.choices]
    assert set(names) | {"burn_fixed", "lucky_six"} == {choice.name for choice in MACAU_2018.choices}
    assert len(set(names)) == len(names)


# Who sat there before.


def test_seats_are_carried_over_and_rounds_count_on() -> None:
    sits = (Carried(seat=2, player="P-2", stack=700),)
    before = Previous(session=3, game="baccarat", currency="HKD", gaming_day="2026-11-30", last_number=61, carried=sits)
    scene = Scene()
    found = scene.open(differential=1, known={"previous": before}).one(e.TableOpened)
    assert (found.session, found.last_number, found.carried) == (4, 61, before.carried)
    assert scene.stacks == {2: 700}
    assert Scene().open(differential=1, day="2026-12-01", known={"previous": before}).one(e.TableOpened).last_number == 0
    Scene().open(differential=1, currency="MOP", known={"previous": before}).refused("table-not-empty")
    Scene().open(differential=1, day="2026-11-29", known={"previous": before}).refused("gaming-day-passed")
    far = before.model_copy(update={"carried": (Carried(seat=9, player="P-9", stack=1),)})
    Scene().open(differential=1, known={"previous": far}).refused("rule-not-allowed", "1(5)", {"seats": {"min": 9}})
    scene.open(differential=1).refused("table-open")
