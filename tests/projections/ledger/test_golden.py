"""Posting rules version 1, as released: this stream gives these lines and hashes for ever (tests/golden/ledger-v1.json)."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.catalogue import BY_TOPIC
from domain.event import Metadata, Recorded
from projections.ledger.chain import day_root, heads_root
from projections.ledger.legs import LEGS
from tests.projections.ledger.house import Desk
from tests.projections.ledger.plain_model import PlainModel

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "ledger-v1.json").read_text(encoding="utf-8"))
LINE = ("book", "account", "currency", "amount", "leg", "rule", "player", "bet_or_pot", "exact_e4", "reverses")


def recorded(one: dict[str, Any]) -> Recorded:
    body = one["body"].encode()
    meta = Metadata(**{"actor": None, "approver": None, **one["meta"]})
    return Recorded(one["position"], one["stream"], one["version"], meta, BY_TOPIC[one["type"]].model_validate_json(body), body)


LOG = [recorded(one) for one in GOLDEN["events"]]


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk().book(LOG)


def test_the_stream_gives_the_lines_of_version_1(desk: Desk) -> None:
    lines = desk.rows("lines")
    booked = [
        {
            **{name: entry[name] for name in ("position", "hand", "table", "policy_version", "chain_hash")},
            "lines": [[line[name] for name in LINE] for line in lines if line["position"] == entry["position"]],
        }
        for entry in desk.rows("entries")
    ]
    assert booked == GOLDEN["entries"]
    assert {entry["posting_rules_version"] for entry in desk.rows("entries")} == {1}


def test_the_file_holds_every_leg_and_agrees_with_the_second_model(desk: Desk) -> None:
    assert {line["leg"] for line in desk.rows("lines")} == LEGS.keys()
    assert desk.balances() == PlainModel().read(LOG).balances()
    assert desk.rows("breaks") == []


def test_the_roots_of_its_days_and_of_its_chains(desk: Desk) -> None:
    def root(day: str) -> str:
        return day_root([entry["chain_hash"] for entry in desk.rows("entries") if entry["gaming_day"] == day])

    heads = [(row["source"], row["chain_hash"]) for row in desk.rows("heads") if row["chain_hash"]]
    assert (root("2026-11-30"), root("2026-12-01"), root("2026-12-02"), heads_root(heads)) == (
        "4812e15afc8918dd9f52a95de9026cda448bed7dc488724f877f9a0660b92d10",
        "2b2e5e30be95b9aeeb7cc1464e8819986e7c36cbf16e21a7f5523339d6f0d916",
        "ee42f4a2c03f68ae767f606addf4fd38f60ffa90a2569028e5733f1820e1bbad",
        "ae4d259037447bf6f554b5e3bc15bdbc1d818f848147f0e0abfd3e3629f42a2d",
    )
