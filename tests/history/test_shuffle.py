import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.history.shuffle import Shuffle, commitment, deal_seed, prepare_shuffle, shuffle_deck
from prikup.rules.cards import PACK_32, card_text
from prikup.rules.errors import BadText

SEED = "00" * 31 + "01"
VECTOR = "H8 C7 HA SJ HJ SA CA DQ CT HQ HK CK D9 SK C8 S7 S9 DA DT H9 ST DK DJ CJ SQ D7 D8 HT CQ S8 C9 H7"


def reference_shuffle(pack: list[int], seed: str, entropy: list[str], cut: int) -> list[int]:
    """Return the deck by a second implementation of the documented shuffle."""
    key = hmac.new(bytes.fromhex(seed), "|".join(["prikup shuffle 1", *entropy]).encode(), hashlib.sha256).digest()
    words: list[int] = []
    for counter in range(64):
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        words += [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
    deck = sorted(pack)
    for i in reversed(range(1, len(deck))):
        while words[0] >= 2**32 // (i + 1) * (i + 1):
            words.pop(0)
        j = words.pop(0) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[cut:] + deck[:cut]


seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(seeds, st.lists(st.text("0123456789abcdef", max_size=8), min_size=3, max_size=3), st.integers(1, 31))
def test_shuffle_matches_documented_algorithm(seed: str, entropy: list[str], cut: int) -> None:
    deck = shuffle_deck(PACK_32, Shuffle(seed, ("a" + entropy[0], entropy[1] + "b", "c"), cut))
    assert list(deck) == reference_shuffle(list(PACK_32), seed, ["a" + entropy[0], entropy[1] + "b", "c"], cut)


def test_shuffle_matches_test_vector() -> None:
    deck = shuffle_deck(PACK_32, Shuffle(SEED, ("aa", "bb", "cc"), 7))
    assert " ".join(map(card_text, deck)) == VECTOR
    assert commitment(SEED) == hashlib.sha256(bytes(31) + b"\x01").hexdigest()


def test_shuffle_derives_missing_inputs_from_seed() -> None:
    first_shuffle, second_shuffle = prepare_shuffle(SEED, 3, 32), prepare_shuffle(SEED, 3, 32)
    assert first_shuffle == second_shuffle
    player_shuffle = prepare_shuffle(SEED, 3, 32, entropy={1: "ab"}, cut=5)
    assert (player_shuffle.entropy[0], player_shuffle.entropy[1], player_shuffle.cut) == (
        first_shuffle.entropy[0],
        "ab",
        5,
    )


def test_deal_seed_differs_by_match_deal_and_attempt() -> None:
    assert len({deal_seed("x", d, a) for d in (1, 2) for a in (1, 2)} | {deal_seed("y", 1, 1)}) == 5


BAD = (
    (Shuffle("zz", ("a",), 5), "not-a-seed"),
    (Shuffle("00", ("a",), 5), "not-a-seed"),
    (Shuffle(SEED, ("a|b",), 5), "not-entropy"),
    (Shuffle(SEED, ("",), 5), "not-entropy"),
    (Shuffle(SEED, ("a",), 0), "not-a-cut"),
    (Shuffle(SEED, ("a",), 32), "not-a-cut"),
    (prepare_shuffle(SEED, 3, 32, cut=0), "not-a-cut"),
    (prepare_shuffle(SEED, 3, 32, entropy={0: ""}), "not-entropy"),
)


def test_shuffle_refuses_invalid_inputs() -> None:
    for shuffle, key in BAD:
        with pytest.raises(BadText, match=key):
            shuffle_deck(PACK_32, shuffle)


def test_shuffle_puts_each_card_in_each_position_equally_often() -> None:
    """Chi-square over the positions of 32 cards in 3,200 decks: 31 * 31 degrees of freedom, 0.1 % bound."""
    counts = [[0] * 32 for _ in range(32)]
    for n in range(3200):
        deck = shuffle_deck(PACK_32, prepare_shuffle(deal_seed("uniform", n, 1), 3, 32))
        for place, card in enumerate(deck):
            counts[PACK_32.index(card)][place] += 1
    chi = sum((c - 100) ** 2 / 100 for row in counts for c in row)
    assert 961 - 3.3 * (2 * 961) ** 0.5 < chi < 961 + 3.3 * (2 * 961) ** 0.5
