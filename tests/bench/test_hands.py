"""The benchmark's hands are worth comparing: they have what a table has."""

from domain.holdem import events as e
from domain.holdem.decide import answer
from tests.bench.hands import Hand, hands

HANDS = hands(60, seed=11)


def events(hand: Hand) -> list[e.Event]:
    table, made = hand.seated, []
    for asked in hand.commands:
        step = answer(table, asked.command, asked.given)
        table = step.table
        made += step.events
    return made


PLAYED = [events(hand) for hand in HANDS]


def count(kind: type[e.Event]) -> list[int]:
    """How many of this kind each hand has."""
    return [sum(isinstance(event, kind) for event in made) for made in PLAYED]


def test_two_to_nine_play():
    assert {len(hand.stacks) for hand in HANDS} == set(range(2, 10))


def test_every_hand_ends_and_keeps_its_chips():
    assert all(isinstance(made[-1], e.HandEnded) for made in PLAYED)
    assert all(sum(hand.stacks) == sum(hand.starting_stacks) for hand in HANDS)


def test_there_is_every_action_and_every_ending():
    words = {action.word for hand in HANDS for action in hand.actions}
    assert words == {"fold", "check", "call", "bet", "raise"}
    assert sum(shown == 0 for shown in count(e.HandShown)) >= 5
    assert sum(shown >= 2 for shown in count(e.HandShown)) >= 40
    assert sum(pots >= 2 for pots in count(e.PotSplit)) >= 20
    assert sum(count(e.BetReturned)) >= 5
    assert any(len(event.shares) > 1 for made in PLAYED for event in made if isinstance(event, e.PotSplit))
    assert any(event.all_in for made in PLAYED for event in made if isinstance(event, e.BetPlaced))


def test_the_same_seed_gives_the_same_hands():
    assert [hand.stacks for hand in hands(60, seed=11)] == [hand.stacks for hand in HANDS]
