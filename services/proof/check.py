#!/usr/bin/env python3
"""Checks a bundle of proof with one public key: python check.py FILE --key KEY [--previous CHECKPOINT].

It stands alone: Python 3.11, its standard library and `cryptography`; copy it anywhere. docs/proof.md says byte for byte what a
bundle is. Every hash is computed anew from the bytes of the events.
"""

import argparse
import json
import stat
import sys
from base64 import b64decode, b64encode
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from struct import pack
from typing import Any, BinaryIO, NamedTuple, NoReturn

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORM = "pataca.proof.v1"
HEAD = ("bundle", "origin", "scope", "size", "events", "others", "entries", "cards")
MANY_MAX = (2**40, 1_000_000, 1_000, 1_000_000, 100_000)  # of the head's numbers, from `size` on
BYTES_MAX, LINE_BYTES_MAX, NOTE_CHARS_MAX = 1_000_000_000, 16 * 1024 * 1024, 64 * 1024

dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Refused(Exception):
    """Why the bundle proves nothing."""


class Checkpoint(NamedTuple):
    size: int
    root: bytes


def refuse(reason: str) -> NoReturn:
    raise Refused(reason)


def unbase64(text: str, what: str, length: int = 32) -> bytes:
    """Of the one text that stands for so many bytes."""
    data = b64decode(text)
    return data if len(data) == length and b64encode(data).decode() == text else refuse(f"{what} is not {length} bytes in base64")


class Key:
    """A verifier key and what it has signed: c2sp.org/signed-note, c2sp.org/tlog-checkpoint."""

    def __init__(self, text: str) -> None:
        self.name, _, rest = text.strip().partition("+")
        digits, _, encoded = rest.partition("+")
        data = unbase64(encoded, "the last part of the key", 33)
        self.public, self.id = data[1:], self.id_of(self.name, data[1:])
        if not self.name or data[:1] != b"\x01" or digits != self.id.hex():
            refuse("the key is none: NAME+8 HEX DIGITS+BASE64 is accepted, as `pataca proof key` prints it")

    @staticmethod
    def id_of(name: str, public: bytes) -> bytes:
        return sha256(name.encode() + b"\n\x01" + public).digest()[:4]

    def open(self, note: str, what: str) -> list[str]:
        """The lines of a signed text."""
        text, found, signatures = note.removesuffix("\n").rpartition("\n\n")
        if not found or not note.endswith("\n") or len(note) > NOTE_CHARS_MAX:
            refuse(f"{what} is not a signed note")
        lines = [line.split(" ") for line in signatures.split("\n")]
        if any(len(line) != 3 or line[0] != "\u2014" for line in lines):
            refuse(f"{what} bears a line that is no signature")
        for _, name, encoded in lines:
            if name == self.name and (data := unbase64(encoded, f"the signature on {what}", 68))[:4] == self.id:
                try:
                    Ed25519PublicKey.from_public_bytes(self.public).verify(data[4:], f"{text}\n".encode())
                except InvalidSignature:
                    refuse(f"{what}: its signature does not fit its text")
                return text.split("\n")
        return refuse(f"{what} is of another house: {self.name} has not signed it with the key {self.id.hex()}")

    def checkpoint(self, note: str, what: str) -> Checkpoint:
        origin, size, root = [*self.open(note, what), "", ""][:3]
        if origin != self.name or not size.isdecimal() or str(int(size)) != size:
            refuse(f"{what} is no checkpoint of {self.name}")
        return Checkpoint(int(size), unbase64(root, f"the root of {what}"))


# The Merkle tree: RFC 6962, 2.1. A proof that lacks a hash, or has one too many, gives a root that is none.


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root_of(size: int, leaves: Sequence[int], known: Sequence[bytes], proof: list[str]) -> bytes:
    """`leaves` ascend and `known` are their hashes; those of the largest parts without any come from `proof`, left to right."""
    others = (unbase64(text, "a hash of the proof") for text in proof)

    def walk(low: int, high: int, first: int, beyond: int) -> bytes:
        if first == beyond:
            return next(others, b"")
        if high - low == 1:
            return known[first]
        at = low + (1 << (high - low - 1).bit_length() - 1)
        cut = bisect_left(leaves, at, first, beyond)
        return node(walk(low, at, first, cut), walk(at, high, cut, beyond))

    return walk(0, size, 0, len(leaves)) + next(others, b"")


def goes_on(old: Checkpoint, new: Checkpoint, proof: list[str]) -> bool:
    """Whether the tree of `new` is that of `old` with leaves added behind."""
    others = (unbase64(text, "a hash of consistency") for text in proof)

    def walk(many: int, size: int, whole: bool) -> tuple[bytes, bytes]:
        if many == size:
            same = old.root if whole else next(others, b"")
            return same, same
        left = 1 << (size - 1).bit_length() - 1
        before, after = walk(many, left, whole) if many <= left else walk(many - left, size - left, False)
        beside = next(others, b"")
        return (before, node(after, beside)) if many <= left else (node(beside, before), node(beside, after))

    return 0 < old.size <= new.size and walk(old.size, new.size, True) == (old.root, new.root + next(others, b""))


class Lines:
    """Of a bundle, one after the other; each has one form alone. `digest` covers all before the last one taken."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self._last, self._number, self.digest = file, b"", 0, sha256()

    def take(self, *names: str) -> list[Any]:
        """The values of the next line, which has these fields in this order."""
        self.digest.update(self._last)
        self._number, self._last = self._number + 1, self.file.readline(LINE_BYTES_MAX)
        try:
            value = json.loads(self._last)
            if tuple(value) == names and f"{dumps(value)}\n".encode() == self._last:
                return list(value.values())
        except (AttributeError, RecursionError, TypeError, ValueError):
            pass
        return refuse(f"line {self._number} is not what stands there in a bundle, a line of {', '.join(names)}: changed or cut off")


class Bundle:
    def __init__(self, lines: Lines, key: Key) -> None:
        self._lines, self._key = lines, key
        self._states: dict[str, tuple[str, str, str]] = {}
        form, self._origin, self._scope, *self._many = lines.take(*HEAD)
        if form != FORM or self._origin != key.name:
            refuse(f"it is a {str(form)[:40]} of {str(self._origin)[:80]}, not a {FORM} of {key.name}: another house's")
        if any(type(many) is not int or not 0 <= many <= most for many, most in zip(self._many, MANY_MAX, strict=True)):
            refuse("it says that it holds more than a bundle may")

    def verify(self, previous: str | None) -> dict[str, Any]:
        size, events, others, entries, cards = self._many
        main = self._key.checkpoint(self._lines.take("checkpoint")[0], "the checkpoint")
        seen = {main.size: main} | {other.size: other for other in [self._other(main) for _ in range(others)]}
        leaves, known = self._events(events)
        if main.size != size or leaves[-1] >= size or root_of(size, leaves, known, self._lines.take("inclusion")[0]) != main.root:
            refuse("the events are not in the signed tree: one was changed, dropped or put in, or the proof was")
        self._entries(entries)
        self._cards(cards)
        if self._key.open(self._lines.take("seal")[0], "the seal") != [f"{self._origin} bundle", self._lines.digest.hexdigest()]:
            refuse("the seal is not of these bytes: the bundle was changed after it was sealed")
        if self._lines.file.read(1):
            refuse("something stands behind the seal")
        if previous is not None:
            before = self._key.checkpoint(previous, "the previous checkpoint")
            if seen.get(before.size) != before:
                why = "it has another root there" if before.size in seen else "export it with --previous, to have a proof for that size"
                refuse(f"the bundle does not go on from the previous checkpoint of {before.size} leaves: {why}")
        counted = {"events": events, "entries": entries, "cards": cards}
        return {"origin": self._origin, "scope": self._scope, "size": size, "root": main.root.hex(), **counted}

    def _other(self, main: Checkpoint) -> Checkpoint:
        note, proof = self._lines.take("other", "consistency")
        other = self._key.checkpoint(note, "another checkpoint")
        old, new = sorted((other, main))
        if not goes_on(old, new, proof):
            refuse(f"the checkpoints of {old.size} and {new.size} leaves are of two histories: one does not go on from the other")
        return other

    def _events(self, many: int) -> tuple[list[int], list[bytes]]:
        """The number of each leaf and its hash. Streams go on without a gap, and what the bundle is about has its beginning."""
        leaves, known, versions, about = [-1], [], dict[str, int](), []
        [(what, wanted)] = self._scope.items()
        name = {"hand": "subject", "gaming_day": "gaming_day"}[what]
        for _ in range(many):
            number, position, stream, version, topic, state = self._lines.take("leaf", "position", "stream", "version", "topic", "state")
            follows = number > leaves[-1] and versions.get(stream, version - 1) == version - 1
            if {type(number), type(position), type(version)} != {int} or not follows:
                refuse(f"{stream}@{version} does not follow what stands before it: an event is missing there, or was moved")
            fields = [stream.encode(), b"%d" % version, b"%d" % position, topic.encode(), state.encode()]
            known.append(sha256(b"\x00" + pack(">5I", *map(len, fields)) + b"".join(fields)).digest())
            leaves.append(number)
            versions[stream] = version
            self._states[f"{stream}@{version}"] = state.partition("\n")
            about.append(version if json.loads(state.partition("\n")[0])[name] == wanted else 0)
        if not any(about) or (what == "hand" and about[0] > 1):
            refuse(f"it does not hold the events of {wanted} from the first one on")
        return leaves[1:], known

    def _entries(self, many: int) -> None:
        """Each entry is of an event of the bundle, in their order, and its lines come to zero."""
        ids = iter(self._states)
        for _ in range(many):
            event, lines = self._lines.take("entry", "lines")
            sums = Counter[tuple[str, ...]]()
            for book, _account, currency, amount, leg, _rule in map(dict.values, lines):
                sums[book, currency, leg] += amount if type(amount) is int else refuse("an amount is no whole number")
            if event not in ids or not lines or any(sums.values()):
                refuse(f"the ledger lines of {event} do not come to zero, or are of no event in the bundle")

    def _cards(self, many: int) -> None:
        """Each card that lies open had its place in the order that was committed to before it was dealt."""
        for _ in range(many):
            event, card, deck, place, salt, path = self._lines.take("opened", "card", "deck", "place", "salt", "path")
            size, committed = json.loads(self._states[deck][0])["command"]["given"]["dealt"][0]["deck"].split(":")
            known = sha256(b"\x00" + unbase64(salt, "a salt") + card.encode()).digest()
            has_place = 0 <= place < int(size) and root_of(int(size), [place], [known], path).hex() == committed
            if not has_place or f'"{card}"' not in self._states[event][2]:
                refuse(f"{card} of {event} is not what lay in place {place} of the order of cards committed to in {deck}")


def verify(path: str | Path, key: str, previous: str | None = None) -> dict[str, Any]:
    """What the bundle proves. Refused, with the reason. `previous` is the text of a checkpoint that was seen before."""
    found = Path(path).stat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > BYTES_MAX:
        refuse(f"it is no file of at most {BYTES_MAX:,} bytes")
    try:
        with Path(path).open("rb") as file:
            return Bundle(Lines(file), Key(key)).verify(previous)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return refuse(f"what stands there is not what a bundle, a key or a checkpoint holds ({type(error).__name__})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks a bundle of proof with one public key.")
    for option, needed in (("file", {}), ("--key", {"required": True}), ("--previous", {"metavar": "CHECKPOINT"})):
        parser.add_argument(option, **needed)
    given = parser.parse_args()
    try:
        before = None if given.previous is None else Path(given.previous).read_text("utf-8")
        sys.stdout.write(dumps(verify(given.file, given.key, before)) + "\n")
    except (Refused, OSError, UnicodeError) as reason:
        sys.exit(f"REFUSED: {reason}")
