"""Anything at all in the fields of a hand: one line comes of it, and a refused hand leaves nothing behind."""

import json

from hypothesis import given
from hypothesis import strategies as st

from services.phh.files import Source
from services.phh.importing import import_hand
from tests.services.phh.fields import DEALT, fields
from tests.services.phh.memory import DAY, MemoryHouse

PLAYED = fields(
    actions=[*DEALT, "p3 cbr 250", "p1 cc", "p2 cc", "d db 2h3h4d", "p1 cc", "p2 cbr 300", "p3 cc", "p1 f", "d db 9cJd"], hand=1
)
WORDS = st.sampled_from(
    ["d", "dh", "db", "p1", "p2", "p3", "p4", "f", "cc", "cbr", "sm", "As", "9cJd", "????", "-1", "1e9", "300", "#", "\U0001f0a1"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.decimals() | st.text() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=8,
)


@given(st.data())
def test_whatever_stands_in_a_hand_is_one_line_and_a_refused_one_stores_nothing(data: st.DataObject) -> None:
    hand = {**PLAYED, "actions": list(PLAYED["actions"])}
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(hand)))
        if isinstance(hand[name], list) and hand[name] and data.draw(st.booleans()):
            place = data.draw(st.integers(0, len(hand[name]) - 1))
            hand[name][place] = data.draw(st.lists(WORDS).map(" ".join) if name == "actions" else VALUES)
        else:
            hand[name] = data.draw(VALUES)
    house = MemoryHouse()

    line = import_hand(Source("a.phhs", 1, hand), house, "HKD", DAY)

    json.dumps(line)
    if line["stacks"] is None:
        assert not house.tables
        assert len(line["error"]["message"]) < 300
    else:
        assert sum(line["stacks"]) == sum(hand["starting_stacks"]) * line["scale"]
