import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.rules.cards import (
    ALL,
    PACK_32,
    PACK_52,
    SUIT_MASK,
    card_text,
    cards,
    highest,
    mask,
    mask_text,
    parse_card,
    parse_mask,
    rank,
    suit,
)
from prikup.rules.errors import BadText

masks = st.integers(0, ALL)


def test_packs_have_expected_cards() -> None:
    assert len(PACK_52) == 52
    assert [card_text(c) for c in PACK_32[:8]] == ["S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA"]
    assert [card_text(c) for c in (0, 12, 13, 51)] == ["S2", "SA", "C2", "HA"]
    assert (suit(51), rank(51)) == (3, 12)
    assert sum(SUIT_MASK) == ALL


@given(masks)
def test_mask_converts_to_its_cards_and_back(m: int) -> None:
    card_list = cards(m)
    assert list(card_list) == sorted(set(card_list))
    assert mask(card_list) == m
    assert len(card_list) == m.bit_count()
    assert not m or highest(m) == card_list[-1]


@given(masks)
def test_mask_reads_back_from_its_text(m: int) -> None:
    assert parse_mask(mask_text(m)) == m


def test_hand_text_lists_cards_by_suit_high_to_low() -> None:
    assert mask_text(mask(map(parse_card, ("H7", "SA", "ST", "C9", "SK")))) == "AKT.9..7"


def test_card_parser_accepts_either_order_and_both_forms_of_ten() -> None:
    assert {card_text(parse_card(text)) for text in ("S7", "7S", "s7", " 7s ")} == {"S7"}
    assert {card_text(parse_card(text)) for text in ("HT", "10h", "h10", "TH")} == {"HT"}


def test_card_parser_refuses_invalid_cards_and_hands() -> None:
    for text in ("", "S", "S1", "SS", "77", "S77", "♠7", "101", "S7 H8"):
        with pytest.raises(BadText, match="not-a-card"):
            parse_card(text)
    for text in ("", "A.K.Q", "AA...", "A.K.Q.J.T", "x...", "11..."):
        with pytest.raises(BadText, match="not-a-hand"):
            parse_mask(text)
