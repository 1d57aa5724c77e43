"""The verifiable shuffle: no one can choose the cards, and anyone can check them afterwards.

Before the deal the host (the server or device that runs the table) publishes the SHA-256 of a secret seed. Each human
player adds entropy, a random text (all players commit to their texts before any text is revealed), and finally the
player on the dealer's right cuts the deck. After the deal the seed is revealed, and anyone can recompute the deck;
docs/notation.md explains exactly what that proves.

1. The key is HMAC-SHA256(seed, "prikup shuffle 1" and the entropy of all seats, joined by "|").
2. The stream is HMAC-SHA256(key, counter as 8 bytes, big endian) for counter 0, 1, …, read as 4-byte big endian words.
3. Fisher-Yates from the end: for i = n-1 … 1, j is drawn in 0..i from the next word w with
   w < floor(2^32 / (i+1)) * (i+1), other words being skipped, j = w mod (i+1); cards i and j change places.
   The pack starts in ascending order.
4. The cut moves the given number of cards from the top to the bottom.

Every input that no human player gave is derived from the seed (HMAC-SHA256 of "entropy SEAT" or "cut"). These are the
inputs of computer players, of absent players, and of players who committed to entropy and did not reveal it. So these
inputs were fixed before the players gave theirs.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from prikup.rules.cards import Card
from prikup.rules.errors import BadText, reason
from prikup.rules.state import Seat

__all__ = ["CutFrom", "Shuffle", "commitment", "deal_seed", "prepare_shuffle", "shuffle_deck"]


CutFrom = Literal["", "player", "seed"]
"""The origin of the cut: `player` if a player cut, `seed` if the cut follows from the seed, "" in older logs."""


class Shuffle(Struct, frozen=True, omit_defaults=True):
    """The inputs of one shuffle, from which anyone can recompute the deck.

    - `seed` is the secret of the host, the server or device that runs the table (64 hex digits).
    - `entropy` has a random text for each seat (letters and digits). The players add these texts so that the host alone
      cannot choose the cards.
    - `cut` is the number of cards cut from the top.
    - `cut_from` tells whether a player cut or the cut was derived from the seed. It is "" in older logs, which lack
      this field; there the host itself drew the cut for a player who did not cut.
    - `withheld` are the seats that committed to entropy (published its hash) and did not reveal it, so that their
      entropy was derived from the seed.
    """

    seed: str
    entropy: tuple[str, ...]
    cut: int
    cut_from: CutFrom = ""
    withheld: tuple[Seat, ...] = ()


def _bytes(seed: str) -> bytes:
    """Return the 32 bytes of a seed written as 64 hex digits. Raise BadText for any other text."""
    try:
        seed_bytes = bytes.fromhex(seed)
    except ValueError:
        seed_bytes = b""
    if len(seed_bytes) != 32:
        raise BadText(reason("not-a-seed", text=seed))
    return seed_bytes


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def commitment(seed: str) -> str:
    """Return the hash that is published before the deal: the SHA-256 of the seed's bytes, in hex.

    It commits the host to the secret seed, which is revealed after the deal.
    """
    return hashlib.sha256(_bytes(seed)).hexdigest()


def deal_seed(match_seed: str, deal: int, attempt: int) -> str:
    """Return the secret seed of one deal, derived from the seed of the match, which may be any text.

    `attempt` counts the decks of the deal from 1, because the rules may refuse a deck.
    """
    return _hmac(match_seed.encode(), f"deal {deal} attempt {attempt}").hex()


def prepare_shuffle(
    seed: str,
    seats: int,
    pack: int,
    entropy: dict[Seat, str] | None = None,
    cut: int | None = None,
    withholding_seats: tuple[Seat, ...] = (),
) -> Shuffle:
    """Return the inputs of a shuffle: those that players gave, and all others derived from the seed.

    `seed` is the secret seed of the deal; `seats` and `pack` are the numbers of seats and of cards. `entropy` maps
    seats to the random texts that their players gave, and `cut` is the number of cards that a player cut from the top
    (None: no player cut). `withholding_seats` are the seats that committed to entropy (published its hash) and did not
    reveal it; they are only recorded.
    """
    key = _bytes(seed)
    entropies = {seat: _hmac(key, f"entropy {seat}").hex() for seat in range(seats)} | (entropy or {})
    if cut is not None:
        return Shuffle(seed, tuple(entropies.values()), cut, "player", withholding_seats)
    derived_cut = 1 + int.from_bytes(_hmac(key, "cut")[:8]) % (pack - 1)
    return Shuffle(seed, tuple(entropies.values()), derived_cut, "seed", withholding_seats)


def _random_words(shuffle: Shuffle) -> Iterator[int]:
    """Yield the endless stream of random 32-bit words that follows from the seed and the entropy in `shuffle`.

    The entropy is a random text for each seat. Raise BadText if a text has other characters than letters and digits.
    """
    for text in shuffle.entropy:
        if not (text.isascii() and text.isalnum()):
            raise BadText(reason("not-entropy", text=text))
    key = _hmac(_bytes(shuffle.seed), "|".join(("prikup shuffle 1", *shuffle.entropy)))
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8), "sha256")
        yield from (int.from_bytes(block[i : i + 4]) for i in range(0, 32, 4))
        counter += 1


def shuffle_deck(pack: tuple[Card, ...], shuffle: Shuffle) -> tuple[Card, ...]:
    """Return the deck that the inputs `shuffle` give, top card first; `pack` has the cards in ascending order.

    Raise BadText if the seed is not 64 hex digits, if an entropy (a seat's random text) is invalid, or if the cut is 0
    or all cards.
    """
    if not 0 < shuffle.cut < len(pack):
        raise BadText(reason("not-a-cut", cut=shuffle.cut, most=len(pack) - 1))
    deck = sorted(pack)
    words = _random_words(shuffle)
    for i in range(len(deck) - 1, 0, -1):
        limit = (1 << 32) // (i + 1) * (i + 1)
        j = next(w for w in words if w < limit) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck[shuffle.cut :] + deck[: shuffle.cut])
