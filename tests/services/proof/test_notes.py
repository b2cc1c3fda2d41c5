"""Signed notes, verifier keys and checkpoints, beside the published ones of other implementations."""

from base64 import b64decode, b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.merkle import EMPTY
from services.proof.check import Checkpoint, Key, Refused
from tests.services.house import house

# The key pair and the note in the tests of Go's sumdb/note, and the example of C2SP's signed-note.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_SECRET = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
PETER_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETER_LINE = "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
PETER_NOTE = f"{PETER_TEXT}\n{PETER_LINE}"
FOO = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
FOO_NOTE = (
    "This is an example message.\n\n"
    "\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)


@pytest.mark.parametrize(("key", "note"), [(PETER, PETER_NOTE), (FOO, FOO_NOTE)])
def test_a_published_note_is_opened(key, note):
    assert Key(key).open(note, "it") == note.partition("\n\n")[0].split("\n")


def test_signatures_of_others_beside_ours_are_passed_over():
    other = FOO_NOTE.rpartition("\n\n")[2]
    assert Key(PETER).open(f"{PETER_TEXT}\n{other}{PETER_LINE}{other}", "it") == PETER_TEXT.splitlines()


@pytest.mark.parametrize(
    ("note", "why"),
    [
        (PETER_NOTE.replace("answer", "Answer"), "its signature does not fit"),
        (PETER_NOTE.replace("x08go/ZJ", "x08go/ZK"), "its signature does not fit"),
        (PETER_NOTE.replace("x08go", "y08go"), "is of another house"),
        (PETER_NOTE.replace("\u2014", "-"), "no signature"),
        (PETER_NOTE.replace(" x08", "  x08"), "no signature"),
        (PETER_NOTE.replace("nAM=", "nAM"), "no signature|base64|Incorrect"),
        (PETER_NOTE.replace("nAM=", "nAN="), "not 68 bytes in base64"),
        (PETER_NOTE[:-1], "not a signed note"),
        (PETER_TEXT, "not a signed note"),
        (f"{PETER_NOTE}\n", "not a signed note|no signature"),
        (FOO_NOTE, "is of another house"),
        ("x" * 70_000 + PETER_NOTE, "not a signed note"),
    ],
)
def test_a_note_that_was_changed_is_refused(note, why):
    with pytest.raises((Refused, ValueError), match=why):
        Key(PETER).open(note, "it")


def test_every_mangled_key_is_refused():
    """As Go's own test does: every part of it, and every changed character."""
    bad = [PETER[first:beyond] for first in range(len(PETER) + 1) for beyond in range(first + 1, len(PETER) + 1)][:-1]
    bad = [part for part in bad if part != PETER] + [PETER[:n] + chr(ord(PETER[n]) + 1) + PETER[n + 1 :] for n in range(len(PETER))]
    for text in [*bad, "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=="]:
        with pytest.raises((Refused, ValueError)):
            Key(text)


class Peter:
    """Signs as the published key does."""

    def public_key(self) -> bytes:
        return Ed25519PrivateKey.from_private_bytes(PETER_SECRET).public_key().public_bytes_raw()

    def sign(self, data: bytes) -> bytes:
        return Ed25519PrivateKey.from_private_bytes(PETER_SECRET).sign(data)


def test_a_note_of_ours_is_the_published_one_byte_for_byte():
    with house() as pit:
        pit.notary.signer = Peter()
        pit.notary.origin = "PeterNeumann"
        assert pit.notary.key == PETER
        assert pit.notary.note(*PETER_TEXT.splitlines()) == PETER_NOTE


def test_the_key_comes_out_of_the_vault_and_its_secret_does_not():
    with house() as pit:
        key = Key(pit.notary.key)
        assert key.public == pit.vault.public_key() == pit.beside().vault.public_key()
        assert key.name == pit.notary.origin
        assert pit.notary.key.startswith("pataca/")
        note = pit.notary.note(key.name, "0", b64encode(EMPTY).decode())
        assert key.checkpoint(note, "it") == Checkpoint(0, EMPTY)


@pytest.mark.parametrize("size", ["", "-1", "01", "1.0", "\u0661", "1_0"])
def test_a_checkpoint_has_a_size_in_one_form(size):
    with house() as pit:
        note = pit.notary.note(pit.notary.origin, size, b64encode(EMPTY).decode())
        with pytest.raises(Refused, match="no checkpoint of pataca/"):
            Key(pit.notary.key).checkpoint(note, "it")


def test_a_checkpoint_is_of_the_house_that_signed_it():
    with house() as pit:
        note = pit.notary.note("pataca/other", "1", b64encode(EMPTY).decode())
        with pytest.raises(Refused, match="no checkpoint of pataca/"):
            Key(pit.notary.key).checkpoint(note, "it")
