"""Bundles: what they hold, that they prove it with one key and nothing else, and that they say no more than they should."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.cards import DECK
from domain.event import Recorded
from services.errors import HistoryChanged, NotFound
from services.proof import check
from services.proof.bundle import EARLIER_MAX, NotSigned
from services.proof.check import Refused, verify
from tests.services.house import DAY, house
from tests.services.proof.bundles import HAND, Bundles, SignsAs, bundles, evening


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[Bundles, str]]:
    """To be read alone, with the checkpoint of the middle."""
    with bundles() as opened:
        yield opened, evening(opened.pit)


@pytest.fixture
def proved(tmp_path: Path):
    """What a bundle proves."""

    def proved_(data: bytes, key: str, previous: str | None = None) -> dict[str, Any]:
        file = tmp_path / "bundle"
        file.write_bytes(data)
        return verify(file, key, previous)

    return proved_


def lines_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def test_a_hand_is_whole_with_its_neighbours(played, proved):
    of, _ = played
    data = of.hand()
    told = proved(data, of.pit.notary.key)
    assert told["scope"] == {"hand": HAND}
    events = [line for line in lines_of(data) if "leaf" in line]
    stored = [record for record in of.pit.store.load("tables/PK-07/000001") if record.meta.subject == HAND]
    assert [f"{one['stream']}@{one['version']}" for one in events[1:-1]] == [record.id for record in stored]
    assert [json.loads(one["state"].partition("\n")[0])["subject"] for one in (events[0], events[-1])] == [
        f"PK-07/{DAY}/1",
        f"PK-07/{DAY}/3",
    ]
    assert [one["state"].partition("\n")[2].encode() for one in events[1:-1]] == [record.body for record in stored]
    assert told["entries"] == len([line for line in lines_of(data) if "entry" in line]) > 0


def test_a_day_is_whole(played, proved):
    of, _ = played
    data = of.day()
    told = proved(data, of.pit.notary.key)
    ids = [f"{one['stream']}@{one['version']}" for one in lines_of(data) if "leaf" in one]
    assert ids == [record.id for record in of.pit.store.read(0, 10_000) if not record.stream.startswith("proof/")]
    assert told["events"] == len(ids)


def test_a_baccarat_round(played, proved):
    of, _ = played
    assert proved(of.hand(f"BA-12/{DAY}/1"), of.pit.notary.key)["events"] > 5


def test_the_same_facts_give_the_same_bytes_whatever_comes_later(proved):
    with bundles() as of:
        evening(of.pit)
        before = of.hand()
        of.pit.play("PK-08")
        of.pit.do("sign-checkpoint")
        assert of.hand() == before


def test_it_goes_on_from_a_checkpoint_that_was_seen_before(played, proved):
    """From one in the bundle, from its own, from a later one that was asked for; not from one that it knows nothing of."""
    of, middle = played
    key, own = of.pit.notary.key, lines_of(of.hand())[1]["checkpoint"]
    for previous in (middle, own):
        assert proved(of.hand(), key, previous)["size"] > 0
    first_hand = of.hand(f"PK-07/{DAY}/1")
    with pytest.raises(Refused, match="to have a proof for that size"):
        proved(first_hand, key, own)
    assert proved(of.hand(f"PK-07/{DAY}/1", previous=own), key, own)


def test_a_bundle_of_another_house_is_refused(played, proved):
    of, middle = played
    with bundles() as other:
        evening(other.pit)
        with pytest.raises(Refused, match="another house's"):
            proved(of.hand(), other.pit.notary.key)
        with pytest.raises(Refused, match="the previous checkpoint is of another house"):
            proved(other.hand(), other.pit.notary.key, middle)
        with pytest.raises(Refused, match="is of another house"):
            other.hand(previous=middle)


def test_a_checkpoint_of_another_history_of_the_house_is_refused(proved):
    """One key and two histories: the house has gone on from a backup, and signed what did not happen in the first one."""
    with bundles() as one, bundles() as two:
        two.pit.notary.signer = SignsAs(two.pit.vault, one.pit.vault)
        one.pit.open({})
        [signed] = one.pit.do("sign-checkpoint").events
        seen = signed.event.note
        two.pit.open({1: 20_000, 3: 20_000})
        two.pit.play()
        two.pit.play()
        two.pit.do("sign-checkpoint")
        with pytest.raises(HistoryChanged, match="do not go on from the previous checkpoint of 1 leaves"):
            two.hand(f"PK-07/{DAY}/1", previous=seen)
        with pytest.raises(Refused, match="does not go on from the previous checkpoint of 1 leaves"):
            proved(two.hand(f"PK-07/{DAY}/1"), two.pit.notary.key, seen)


def test_what_is_not_signed_is_not_written():
    with bundles() as of:
        of.pit.open({1: 20_000, 3: 20_000})
        of.pit.play()
        with pytest.raises(NotSigned):
            of.hand(f"PK-07/{DAY}/1")
        of.pit.do("sign-checkpoint")
        assert of.hand(f"PK-07/{DAY}/1")
        of.pit.play()
        with pytest.raises(NotSigned):
            of.hand(f"PK-07/{DAY}/2")


def test_a_day_that_nobody_knows_is_not_found():
    with bundles() as of, pytest.raises(NotFound, match="nothing of gaming day 2026-11-30"):
        of.day()


def test_it_holds_some_checkpoints_before_its_own(proved):
    with bundles() as of:
        for amount in range(1, EARLIER_MAX + 5):
            of.pit.do("deposit", wallet="P-1", amount=amount, currency="HKD")
            of.pit.do("sign-checkpoint")
        data = of.day()
        assert proved(data, of.pit.notary.key)
        assert len([line for line in lines_of(data) if "other" in line]) == EARLIER_MAX


def test_no_sealed_card_can_be_read(played):
    """Every card that stands readable in a bundle stands so in the events of the hand: on the board, or shown."""
    of, _ = played
    stored = [record for record in of.pit.store.load("tables/PK-07/000001") if record.meta.subject == HAND]
    open_ = {card for card in DECK for record in stored if f'"{card}"' in record.body.decode()}
    assert {card for card in DECK if f'"{card}"' in of.hand().decode().replace("\\", "")} <= open_


def test_a_changed_event_cannot_be_exported(played):
    with bundles() as of:
        evening(of.pit)
        of.pit.notary.catch_up()
        row = of.pit.store._recorder._streams["tables/PK-07/000001"][30]
        changed = type(row)(row.originator_id, row.originator_version, row.topic, row.state + b" ", row.id)
        of.pit.store._recorder._streams["tables/PK-07/000001"][30] = changed
        with pytest.raises(HistoryChanged, match=r"tables/PK-07/000001@31 at position \d+ is not the event that the tree holds"):
            of._written(next(f"PK-07/{DAY}/{n}" for n in (1, 2) if _has(of, n, 31)), None)


def _has(of: Bundles, number: int, version: int) -> bool:
    versions = [one.version for one in of.pit.store.load("tables/PK-07/000001") if one.meta.subject == f"PK-07/{DAY}/{number}"]
    return versions[0] <= version <= versions[-1]


# The check by itself.


def test_the_check_stands_alone(played, tmp_path):
    """Copied to an empty folder and run there, without the house's own folders."""
    of, middle = played
    script, file, seen = tmp_path / "verify_bundle.py", tmp_path / "bundle", tmp_path / "seen"
    script.write_bytes(Path(check.__file__).read_bytes())
    file.write_bytes(of.hand())
    seen.write_text(middle, encoding="utf-8")
    command = [sys.executable, "-I", script, file, "--key", of.pit.notary.key, "--previous", seen]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(ended.stdout)["scope"] == {"hand": HAND}
    file.write_bytes(of.hand()[:-2])
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("REFUSED: line ")


def test_the_check_imports_nothing_of_the_house():
    source = Path(check.__file__).read_text(encoding="utf-8")
    assert not [line for line in source.splitlines() if line.startswith(("from domain", "from infra", "from services", "from projections"))]


def test_what_is_too_large_or_no_file_is_not_read(tmp_path):
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(check.BYTES_MAX + 1)
    with house() as pit:
        for bad in (large, tmp_path):
            with pytest.raises(Refused, match="no file of at most 1,000,000,000 bytes"):
                verify(bad, pit.notary.key)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"null\n",
        b"[]\n",
        b"[" * 100_000,
        b'{"bundle":' * 50_000,
        b'{"bundle":"pataca.proof.v1"}\n',
        b'{"bundle":1,"origin":2,"scope":3,"size":4,"events":5,"others":6,"entries":7,"cards":8}\n',
        b'{"bundle":"pataca.proof.v1","origin":"X","scope":{},"size":1,"events":1,"others":0,"entries":0,"cards":0}\n',
        b"\xff\xfe",
        b"x" * 20_000_000,
        b"1" * 10_000,
    ],
    ids=lambda data: repr(data[:20]),
)
def test_what_is_no_bundle_is_refused(tmp_path, data):
    file = tmp_path / "bundle"
    file.write_bytes(data)
    with house() as pit, pytest.raises(Refused):
        verify(file, pit.notary.key)


def test_a_bundle_that_says_that_it_holds_too_much_is_refused(played, proved):
    of, _ = played
    head, _, rest = of.hand().partition(b"\n")
    for name in check.HEAD[3:]:
        for many in (10**15, -1, True, 1.0, "1", None):
            changed = {**json.loads(head), name: many}
            with pytest.raises(Refused, match="holds more than a bundle may"):
                proved(check.dumps(changed).encode() + b"\n" + rest, of.pit.notary.key)


# The order of the cards.


def test_every_open_card_of_a_hand_proves_its_place(played, proved):
    of, _ = played
    data = of.hand()
    opened = [line for line in lines_of(data) if "opened" in line]
    shown = [card for record in of.pit.store.load("tables/PK-07/000001") if record.meta.subject == HAND for card in _shown(record.body)]
    assert sorted(line["card"] for line in opened) == sorted(shown)
    assert proved(data, of.pit.notary.key)["cards"] == len(shown) > 5
    order = of.pit.vault.deck(HAND, list)
    assert [order[line["place"]] for line in opened] == [line["card"] for line in opened]


def _shown(body: bytes) -> list[str]:
    facts = json.loads(body)
    return facts.get("cards") or [facts["card"]] if facts.get("card") or ("cards" in facts and "best" in facts) else []


def test_the_order_is_fixed_before_the_first_bet_and_only_where_the_house_deals(played):
    of, _ = played
    records = [record for record in of.pit.store.load("tables/PK-07/000001") if record.meta.subject == HAND]
    committed = [_committed(record) for record in records]
    [first] = [n for n, deck in enumerate(committed) if deck]
    assert records[first].event.contract == "holdem.card-dealt"
    assert not any(record.event.contract in ("holdem.bet-placed", "holdem.checked") for record in records[:first])
    assert committed[first].startswith("52:")
    with house() as read:
        read.open({1: 20_000, 3: 20_000})
        read.play(cards="As Kd 2c 3c 4h 5h 6d 7d 8s")
        assert not any(map(_committed, read.store.read(0, 500)))


def _committed(record: Recorded) -> str | None:
    dealt = (record.meta.command or {}).get("given", {}).get("dealt", [{}])
    return dealt[0].get("deck")


def test_what_is_not_shown_is_not_opened(proved):
    """A hand that ends before anything is shown: no card, no salt."""
    with bundles() as of:
        of.pit.open({1: 20_000, 3: 20_000})
        of.pit.do("start-hand", table="PK-07")
        of.pit.do("deal", table="PK-07")
        of.pit.do("act", table="PK-07", seat=of.pit.state()["to_act"], action="fold")
        of.pit.do("sign-checkpoint")
        told = proved(of.hand(f"PK-07/{DAY}/1"), of.pit.notary.key)
        assert (told["cards"], told["events"]) == (0, told["events"])
