"""Sealing: AES-256-GCM, bound to the place where the card lies, so that a sealed card cannot be moved elsewhere."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from secrets import token_bytes

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
_NONCE_BYTES = 12  # drawn anew for each seal; a key seals a handful of cards, so no two are ever the same
_TAG_BYTES = 16


@dataclass(frozen=True, slots=True)
class Place:
    """Where something sealed lies: the hand's public id (its table in front), and the spot in the hand."""

    hand: str
    spot: str

    @property
    def holder(self) -> str:
        """Whose key seals it: a seat's cards share one, the burned cards of a hand another."""
        parts = self.spot.split("/")
        return "/".join(parts[:2]) if parts[0] == "seat" else parts[0]

    @property
    def bound(self) -> bytes:
        """Table, hand, seat and position as associated data."""
        return f"{self.hand}\n{self.spot}".encode()


class SealBroken(Exception):
    """What should be a sealed card of this place is none: altered, moved, or sealed under a key that is gone."""

    def __init__(self, place: Place) -> None:
        super().__init__(
            f"the sealed card at {place.spot} of {place.hand} cannot be opened: it was altered or moved, or its key is not here"
        )
        self.place = place


def seal(key: bytes, place: Place, plain: bytes) -> str:
    """Nonce and ciphertext as URL-safe base64 without padding; equal lengths give equal lengths."""
    nonce = token_bytes(_NONCE_BYTES)
    return _as_text(nonce + AESGCM(key).encrypt(nonce, plain, place.bound))


def unseal(key: bytes, place: Place, sealed: str) -> bytes:
    """What was sealed at this very place under this key. SealBroken."""
    try:
        data = urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        if len(data) < _NONCE_BYTES + _TAG_BYTES or _as_text(data) != sealed:  # decoding passes over what does not belong
            raise SealBroken(place)
        return AESGCM(key).decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], place.bound)
    except (InvalidTag, ValueError):
        raise SealBroken(place) from None


def _as_text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
