"""A corpus of edits of a bundle: whatever is changed, by a stranger or by the house itself with its own key, is refused with the reason."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from services.proof.check import Refused, dumps, verify
from services.proof.notary import Notary
from tests.services.house import DAY
from tests.services.proof.bundles import HAND, SignsAs, bundles, evening

Lines = list[dict[str, Any]]


class Edit(NamedTuple):
    kind: str
    data: bytes
    key: str
    previous: str | None = None


class Material(NamedTuple):
    """A bundle of a hand, one of another hand, one of a house that went another way, and what checks them."""

    data: bytes
    other: bytes
    fork: bytes
    fork_checkpoint: str
    notary: Notary
    strange_key: str


@pytest.fixture(scope="module")
def material() -> Iterator[Material]:
    with bundles() as of, bundles() as other, bundles() as stranger:
        evening(of.pit)
        other.pit.notary.signer = SignsAs(other.pit.vault, of.pit.vault)
        other.pit.open({1: 20_000, 3: 20_000, 4: 20_000})
        fork_checkpoint = other.pit.do("sign-checkpoint").events[0].event.note
        for _ in range(2):
            other.pit.play()
        other.pit.do("sign-checkpoint")
        other_hand = of.hand(f"PK-08/{DAY}/2")
        yield Material(of.hand(), other_hand, other.hand(), fork_checkpoint, of.pit.notary, stranger.pit.notary.key)


def flips(of: Material) -> Iterator[Edit]:
    """Bits in every part of the file, and each byte of its last line and around line feeds."""
    key, size = of.notary.key, len(of.data)
    last = of.data.rstrip(b"\n").rfind(b"\n")
    spots = {*range(0, size, size // 250), *range(last - 1, size), *(n for n in range(size) if of.data[n] == 10)}
    for n, at in enumerate(sorted(spots)):
        yield Edit("flip", of.data[:at] + bytes([of.data[at] ^ (1 << n % 8)]) + of.data[at + 1 :], key)


def by_line(of: Material) -> Iterator[Edit]:
    key, lines = of.notary.key, of.data.splitlines(keepends=True)
    other = of.other.splitlines(keepends=True)
    for n, line in enumerate(lines):
        yield Edit("drop", b"".join(lines[:n] + lines[n + 1 :]), key)
        yield Edit("double", b"".join([*lines[:n], line, *lines[n:]]), key)
        if n:
            yield Edit("swap", b"".join([*lines[: n - 1], line, lines[n - 1], *lines[n + 1 :]]), key)
        yield Edit("splice", b"".join([*lines[:n], *other[n:]]), key)
        yield Edit("splice", b"".join([*lines[:n], *other[min(n, len(other) - 1) :][:1], *lines[n + 1 :]]), key)
        yield Edit("space", b"".join([*lines[:n], line.replace(b":", b": ", 1), *lines[n + 1 :]]), key)


def truncations(of: Material) -> Iterator[Edit]:
    for upto in range(0, len(of.data), len(of.data) // 100):
        yield Edit("truncate", of.data[:upto], of.notary.key)
    for more in (b"\n", b" ", b"{}\n", of.other):
        yield Edit("append", of.data + more, of.notary.key)


def wrong_keys(of: Material) -> Iterator[Edit]:
    key = of.notary.key
    yield Edit("wrong key", of.data, of.strange_key)
    name, digits, _ = of.strange_key.split("+", 2)
    yield Edit("wrong key", of.data, f"{key.split('+')[0]}+{digits}+{of.strange_key.split('+', 2)[2]}")
    for n in range(len(key)):
        yield Edit("wrong key", of.data, key[:n] + chr(ord(key[n]) ^ 1) + key[n + 1 :])
    assert name


def checkpoints(of: Material) -> Iterator[Edit]:
    """The previous checkpoint is of another history, or was changed, or is one that the bundle has no proof for."""
    key, own = of.notary.key, json.loads(of.data.splitlines()[1])["checkpoint"]
    size = own.split("\n")[1]
    texts = [of.fork_checkpoint, own.replace(size, str(int(size) + 1)), own.replace(size, "0"), "", own[:-1], own + own]
    texts += [own[:n] + chr(ord(own[n]) ^ 1) + own[n + 1 :] for n in range(len(own))]
    origin, root = of.notary.origin, own.split("\n")[2]
    texts += [of.notary.note(origin, other, root) for other in ("0", "1", "7", str(int(size) - 1), str(int(size) + 1))]
    texts += [of.notary.note(origin, size, dumps(root)[1:][::-1][1:]), of.notary.note(f"{origin} bundle", size, root)]
    for text in texts:
        yield Edit("old checkpoint", of.data, key, text)


def sealed_anew(of: Material) -> Iterator[Edit]:
    """What the house itself could write and seal with its own key."""
    lines = [json.loads(line) for line in of.data.splitlines()[:-1]]
    for kind, changed in _forgeries(of, lines):
        data = b"".join(f"{dumps(line)}\n".encode() for line in changed)
        seal = of.notary.note(f"{of.notary.origin} bundle", sha256(data).hexdigest())
        yield Edit(kind, data + f"{dumps({'seal': seal})}\n".encode(), of.notary.key)


def _with(lines: Lines, n: int, line: dict[str, Any]) -> Lines:
    return [*lines[:n], line, *lines[n + 1 :]]


def _forgeries(of: Material, lines: Lines) -> Iterator[tuple[str, Lines]]:
    fork = [json.loads(line) for line in of.fork.splitlines()[:-1]]
    yield "fork", [lines[0], fork[1], *lines[2:]]
    yield "fork", [{**lines[0], "size": fork[0]["size"]}, fork[1], *lines[2:]]
    for n, line in enumerate(lines):
        rest = partial(_with, lines, n)
        if "leaf" in line:
            fewer = [{**lines[0], "events": lines[0]["events"] - 1}, *lines[1:n], *lines[n + 1 :]]
            yield "event left out", fewer
            yield "event changed", rest({**line, "state": line["state"].replace(":", ": ", 1)})
            yield "event changed", rest({**line, "state": line["state"] + "0"})
            for name in ("leaf", "position", "version"):
                yield "event moved", rest({**line, name: line[name] + 1})
                yield "event moved", rest({**line, name: True})
            yield "event renamed", rest({**line, "stream": line["stream"] + "0"})
            yield "event renamed", rest({**line, "topic": "holdem.checked.v2"})
        if "entry" in line:
            for name, value in (("amount", 1), ("book", "OTHER"), ("currency", "XXX"), ("leg", "OTHER"), ("amount", 0.5)):
                yield "ledger line changed", rest({**line, "lines": [{**line["lines"][0], name: value}, *line["lines"][1:]]})
            yield "ledger line of no event", rest({**line, "entry": "tables/PK-07/000001@9999"})
            yield "no ledger lines", rest({**line, "lines": []})
        if "opened" in line:
            other_card = next(one for one in lines if one.get("card", line["card"]) != line["card"])
            yield "card", rest({**line, "card": other_card["card"], "opened": other_card["opened"]})
            yield "card", rest({**line, "card": "??"})
            yield "card", rest({**line, "opened": line["deck"]})
            yield "card", rest({**line, "deck": line["opened"]})
            yield "card", rest({**line, "salt": other_card["salt"]})
            for place in (line["place"] ^ 1, 52, -1, "1"):
                yield "card", rest({**line, "place": place})
            yield "card", rest({**line, "path": line["path"][1:]})
            yield "card", rest({**line, "path": [*line["path"], line["path"][0]]})
        if "inclusion" in line:
            proof = line["inclusion"]
            for k in range(len(proof)):
                yield "proof", rest({"inclusion": proof[:k] + proof[k + 1 :]})
                yield "proof", rest({"inclusion": [*proof[:k], proof[k], *proof[k:]]})
                yield "proof", rest({"inclusion": proof[:k] + proof[k:][::-1]}) if len(proof) - k > 1 else rest({"inclusion": []})
                yield "proof", rest({"inclusion": [*proof[:k], proof[k][::-1], *proof[k + 1 :]]})
            yield "proof", rest({"inclusion": None})
            yield "proof", rest({"inclusion": [*proof, ""]})
        if "other" in line:
            proof = line["consistency"]
            for k in range(len(proof)):
                yield "consistency", rest({**line, "consistency": proof[:k] + proof[k + 1 :]})
            yield "consistency", rest({**line, "consistency": [*proof, proof[0]]})
            yield "consistency", rest({**line, "other": of.fork_checkpoint})
    for scope in (
        {"hand": f"PK-07/{DAY}/9"},
        {"gaming_day": "2026-11-29"},
        {"table": "PK-07"},
        {},
        {"hand": HAND, "gaming_day": DAY},
        HAND,
    ):
        yield "other scope", [{**lines[0], "scope": scope}, *lines[1:]]


EDITS = (flips, by_line, truncations, wrong_keys, checkpoints, sealed_anew)


def test_a_thousand_edits_are_refused_each_with_its_reason(material: Material, tmp_path: Path) -> None:
    file = tmp_path / "bundle"
    file.write_bytes(material.data)
    assert verify(file, material.notary.key)["scope"] == {"hand": HAND}
    seen: set[Edit] = set()
    accepted: list[str] = []
    reasons: Counter[str] = Counter()
    for edit in (edit for edits in EDITS for edit in edits(material)):
        if edit in seen or edit.data == material.other or edit[1:] == (material.data, material.notary.key, None):
            continue
        seen.add(edit)
        file.write_bytes(edit.data)
        try:
            verify(file, edit.key, edit.previous)
            accepted.append(f"{edit.kind}, number {len(seen)}")
        except Refused as refused:
            reasons[str(refused)[:20]] += 1
    assert not accepted
    assert all(reasons), "each has a reason"
    kinds = Counter(edit.kind for edit in seen)
    assert len(seen) >= 1_000, kinds
    assert kinds.keys() >= {"flip", "drop", "swap", "truncate", "splice", "fork", "wrong key", "old checkpoint", "event left out"}
