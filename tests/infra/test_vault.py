"""Sealed cards stay sealed: on disk, in errors, and wherever else somebody might look."""

import os
import sqlite3
import stat
from base64 import b64encode, urlsafe_b64decode
from itertools import count, pairwise

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from domain.merkle import leaf_hash
from infra.randomness import shuffled
from infra.sealing import seal, unseal
from infra.store_errors import StoreDamaged, StoreUnavailable
from infra.vault import Place, SealBroken, Vault
from services.proof.check import root_of

HAND = "PK-07/2026-11-30/12"
DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
SPOTS = [f"seat/{seat}/{ordinal}" for ordinal in (1, 2) for seat in range(1, 11)]

cards = st.sampled_from(DECK)
spots = st.sampled_from([*SPOTS, "burn/1", "burn/2", "seat/3/1#2"])


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def vault(request, tmp_path):
    if request.param == "postgres":
        opened = Vault.postgres(request.getfixturevalue("postgres"))
    else:
        opened = Vault.memory() if request.param == "memory" else Vault.sqlite(tmp_path / "vault.sqlite")
    yield opened
    opened.close()


@pytest.mark.parametrize("card", ["As", "2c", "??"])
@pytest.mark.parametrize("spot", ["seat/3/1", "seat/3/2", "burn/1", "seat/3/1#2"])
def test_what_was_sealed_opens_at_its_place(vault, card, spot):
    assert vault.open(HAND, spot, vault.seal(HAND, spot, card)) == card


def test_every_sealed_card_is_as_long_as_any_other_and_never_the_same(vault):
    sealed = [vault.seal(HAND, spot, card) for spot in SPOTS[:4] for card in ("As", "??", "As")]
    assert {len(one) for one in sealed} == {40}
    assert len(set(sealed)) == len(sealed)
    assert all("=" not in one for one in sealed)
    assert len(urlsafe_b64decode(sealed[0])) == 12 + 2 + 16


@given(card=cards, at=spots, elsewhere=spots, other_hand=st.booleans())
def test_a_sealed_card_opens_nowhere_else(card, at, elsewhere, other_hand):
    vault = Vault.memory()
    vault.seal(HAND, elsewhere, "??")
    vault.seal("PK-07/2026-11-30/13", elsewhere, "??")
    sealed = vault.seal(HAND, at, card)
    hand = "PK-07/2026-11-30/13" if other_hand else HAND
    if (hand, elsewhere) != (HAND, at):
        with pytest.raises(SealBroken) as broken:
            vault.open(hand, elsewhere, sealed)
        assert broken.value.place == Place(hand, elsewhere)
    assert vault.open(HAND, at, sealed) == card


@given(position=st.integers(0, 39), letter=st.sampled_from("ABCDwxyz0189-_!= \n"))
def test_an_altered_seal_does_not_open(position, letter):
    vault = Vault.memory()
    sealed = vault.seal(HAND, "seat/3/1", "As")
    altered = sealed[:position] + letter + sealed[position + 1 :]
    if altered != sealed:
        with pytest.raises(SealBroken):
            vault.open(HAND, "seat/3/1", altered)


@pytest.mark.parametrize("sealed", ["", "As", "A" * 39, "A" * 40, "é" * 40, "A" * 41])
def test_what_is_no_seal_does_not_open(vault, sealed):
    vault.seal(HAND, "seat/3/1", "As")
    with pytest.raises(SealBroken):
        vault.open(HAND, "seat/3/1", sealed)


@pytest.mark.parametrize("more", ["A", "==", "\n", "!"])
def test_nothing_may_be_added_to_a_seal(vault, more):
    sealed = vault.seal(HAND, "seat/3/1", "As")
    with pytest.raises(SealBroken):
        vault.open(HAND, "seat/3/1", sealed + more)


@pytest.mark.parametrize("elsewhere", [Place(HAND, "seat/3/2"), Place(HAND, "seat/3/1#2"), Place("BA-07/2026-11-30/12", "seat/3/1")])
def test_not_even_its_own_key_opens_it_elsewhere(elsewhere):
    key, place = bytes(32), Place(HAND, "seat/3/1")
    sealed = seal(key, place, b"As")
    assert unseal(key, place, sealed) == b"As"
    with pytest.raises(SealBroken):
        unseal(key, elsewhere, sealed)


def test_a_card_of_another_house_does_not_open(vault):
    sealed = Vault.memory().seal(HAND, "seat/3/1", "As")
    with pytest.raises(SealBroken, match="key is not here"):
        vault.open(HAND, "seat/3/1", sealed)


@pytest.mark.parametrize("text", ["", "Q", "Qh ", "10s", "Qé"])
def test_what_is_no_card_is_not_sealed_and_not_repeated(vault, text):
    with pytest.raises(ValueError, match="not a card") as refused:
        vault.seal(HAND, "seat/3/1", text)
    assert not text or text not in str(refused.value)


def test_a_named_card_is_known_by_its_spots(vault):
    vault.seal(HAND, "seat/3/1", "As")
    vault.name(HAND, "board/1", "Kd")
    assert vault.named(HAND, "As", ["seat/3/1", "seat/3/2"])
    assert vault.named(HAND, "Kd", {"board/1"})
    assert not vault.named(HAND, "As", ["seat/3/2", "board/1"])
    assert not vault.named(HAND, "As", [])
    assert not vault.named(HAND, "Qd", ["seat/3/1", "board/1"])
    assert not vault.named("PK-07/2026-11-30/13", "As", ["seat/3/1"])


def test_an_unknown_card_is_never_named(vault):
    vault.seal(HAND, "seat/3/1", "??")
    vault.name(HAND, "board/1", "??")
    assert not vault.named(HAND, "??", ["seat/3/1", "board/1"])


def test_nobody_can_tell_an_unknown_card_by_what_is_remembered_of_it(tmp_path):
    """The cards of a hand are all different, so two digests alike would be two unknown cards."""
    vault = Vault.sqlite(tmp_path / "vault.sqlite")
    for spot, card in zip(SPOTS, ["??", "As", "??", "Kd", "??"], strict=False):
        vault.seal(HAND, spot, card)
    vault.close()
    connection = sqlite3.connect(tmp_path / "vault.sqlite")
    digests = [row[0] for row in connection.execute("SELECT digest FROM named")]
    connection.close()
    assert {len(digest) for digest in digests} == {32}
    assert len(set(digests)) == len(digests) == 5


@pytest.mark.parametrize("second", ["Kd", "??"])
def test_a_spot_named_again_forgets_what_was_named_before(vault, second):
    """A deal that was refused and sent again with other cards."""
    vault.seal(HAND, "seat/3/1", "As")
    vault.seal(HAND, "seat/3/1", second)
    assert not vault.named(HAND, "As", SPOTS)
    assert vault.named(HAND, second, SPOTS) == (second != "??")


@given(first=st.lists(cards, min_size=20, max_size=20, unique=True), asked=cards)
def test_a_card_is_named_exactly_if_it_was_dealt(first, asked):
    vault = Vault.memory()
    with vault.batch():
        for spot, card in zip(SPOTS, first, strict=True):
            vault.seal(HAND, spot, card)
    assert vault.named(HAND, asked, SPOTS) == (asked in first)


def test_the_deck_of_a_hand_is_shuffled_once(vault):
    deck = vault.deck(HAND, lambda: shuffled(DECK))
    assert sorted(deck) == sorted(DECK)
    assert vault.deck(HAND, lambda: pytest.fail("shuffled again")) == deck
    assert vault.deck("PK-07/2026-11-30/13", lambda: DECK) == DECK


def test_the_digest_tells_bodies_apart_under_this_vaults_key(vault):
    assert vault.digest(b"deal") == vault.digest(b"deal")
    assert vault.digest(b"deal") != vault.digest(b"deal ")
    assert vault.digest(b"deal") != Vault.memory().digest(b"deal")
    assert len(vault.digest(b"")) == 32


def test_reopened_it_opens_and_knows_the_same(tmp_path):
    vault = Vault.sqlite(tmp_path / "vault.sqlite")
    sealed = vault.seal(HAND, "seat/3/1", "As")
    deck, digest = vault.deck(HAND, lambda: shuffled(DECK)), vault.digest(b"deal")
    vault.close()
    vault = Vault.sqlite(tmp_path / "vault.sqlite")
    assert vault.open(HAND, "seat/3/1", sealed) == "As"
    assert vault.named(HAND, "As", ["seat/3/1"])
    assert vault.deck(HAND, list) == deck
    assert vault.digest(b"deal") == digest
    vault.close()


def test_a_batch_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "vault.sqlite"
    vault = Vault.sqlite(path)
    beside = sqlite3.connect(path)

    def rows() -> int:
        return beside.execute("SELECT count(*) FROM named").fetchone()[0]

    def deal(cards: list[str]) -> None:
        with vault.batch():
            for number, card in enumerate(cards, 1):
                vault.seal(HAND, f"burn/{number}", card)
            assert rows() == before

    before = 0
    deal(DECK[:20])
    before = 20
    with pytest.raises(ValueError, match="not a card"):
        deal(["As", ""])
    assert rows() == before
    assert vault.named(HAND, DECK[0], ["burn/1"])
    deal(DECK[1:22])
    assert rows() == 21
    beside.close()
    vault.close()


def test_seats_burns_deck_and_names_have_a_key_each(tmp_path):
    vault = Vault.sqlite(tmp_path / "vault.sqlite")
    for spot in ("seat/3/1", "seat/3/2", "seat/3/1#2", "seat/30/1", "burn/1", "burn/2"):
        vault.seal(HAND, spot, "As")
    vault.deck(HAND, lambda: DECK)
    vault.close()
    connection = sqlite3.connect(tmp_path / "vault.sqlite")
    keys = dict(connection.execute("SELECT holder, key FROM keys WHERE hand = ?", (HAND,)).fetchall())
    connection.close()
    assert set(keys) == {"seat/3", "seat/30", "burn", "deck", "names"}
    assert {len(key) for key in keys.values()} == {32}
    assert len(set(keys.values())) == len(keys)


def files(folder) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


def test_no_file_holds_a_card_that_can_be_read(tmp_path):
    vault = Vault.sqlite(tmp_path / "vault.sqlite")
    deck = vault.deck(HAND, lambda: shuffled(DECK))
    with vault.batch():
        for spot, card in zip(SPOTS, deck, strict=False):
            vault.seal(HAND, spot, card)
    # Two letters occur by chance in any ciphertext; two cards in their order, as any list or text of them has them, do not.
    readable = [form for one, two in pairwise(deck) for form in (one + two, f"{one} {two}", f'"{one}"', f"{one}\0{two}", f"{one}|{two}")]

    def check():
        found = [(name, form) for name, content in files(tmp_path).items() for form in readable if form.encode() in content]
        assert not found
        assert sum(map(len, files(tmp_path).values())) > 10_000

    assert {"vault.sqlite-wal"} <= set(os.listdir(tmp_path))
    check()
    vault.close()
    check()


def test_every_file_is_for_this_user_alone(tmp_path):
    mask = os.umask(0)
    try:
        vault = Vault.sqlite(tmp_path / "vault.sqlite")
        vault.seal(HAND, "seat/3/1", "As")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        vault.close()
    finally:
        os.umask(mask)
    assert modes == dict.fromkeys(["vault.sqlite", "vault.sqlite-wal", "vault.sqlite-shm"], 0o600)


def test_a_vault_that_others_could_read_is_closed_to_them(tmp_path):
    path = tmp_path / "vault.sqlite"
    Vault.sqlite(path).close()
    path.chmod(0o664)
    Vault.sqlite(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_card_and_no_key_in_repr_and_errors(tmp_path):
    vault = Vault.sqlite(tmp_path / "vault.sqlite")
    sealed = vault.seal(HAND, "seat/3/1", "As")
    assert repr(vault) == f"Vault('{tmp_path / 'vault.sqlite'}')"
    with pytest.raises(SealBroken) as broken:
        vault.open(HAND, "seat/3/2", sealed)
    assert "As" not in f"{broken.value!r} {broken.value}"
    assert sealed not in str(broken.value)
    assert broken.value.__cause__ is None
    vault.close()


def test_another_programs_file_is_refused(tmp_path):
    (tmp_path / "vault.sqlite").write_bytes(b"keys" * 1000)
    with pytest.raises(StoreDamaged, match=r"vault\.sqlite"):
        Vault.sqlite(tmp_path / "vault.sqlite")


def test_a_full_disk_seals_nothing_by_halves(small_disk):
    vault = Vault.sqlite(small_disk / "vault.sqlite")

    def deal(hand: int) -> bool:
        try:
            with vault.batch():
                for spot, card in zip(SPOTS, DECK, strict=False):
                    vault.seal(f"PK-07/2026-11-30/{hand}", spot, card)
        except StoreUnavailable:
            return False
        return True

    hands = next(hand for hand in count() if not deal(hand))
    assert hands > 0
    assert vault.named(f"PK-07/2026-11-30/{hands - 1}", DECK[0], SPOTS)
    assert not vault.named(f"PK-07/2026-11-30/{hands}", DECK[0], SPOTS)
    vault.close()


# What it signs, and what it commits to.


def test_it_signs_with_a_key_that_it_keeps(vault):
    public = Ed25519PublicKey.from_public_bytes(vault.public_key())
    assert vault.sign(b"text") == vault.sign(b"text")
    public.verify(vault.sign(b"text"), b"text")
    with pytest.raises(InvalidSignature):
        public.verify(vault.sign(b"text"), b"another")


def test_each_card_of_a_deck_proves_its_place(vault):
    order = shuffled(DECK)
    vault.deck(HAND, lambda: order)
    committed = vault.commitment(HAND)
    assert committed == vault.commitment(HAND)
    for place, card in enumerate(order):
        opening = vault.opening(HAND, card)
        known = leaf_hash(opening.salt + card.encode())
        path = [b64encode(one).decode() for one in opening.path]
        assert opening.place == place
        assert f"52:{root_of(52, [place], [known], path).hex()}" == committed
    vault.deck(f"{HAND}0", lambda: order)
    assert vault.commitment(f"{HAND}0") != committed, "the same order in another hand looks otherwise"


def test_without_a_deck_nothing_is_committed_to(vault):
    for ask in (lambda: vault.commitment(HAND), lambda: vault.opening(HAND, "As")):
        with pytest.raises(SealBroken):
            ask()
