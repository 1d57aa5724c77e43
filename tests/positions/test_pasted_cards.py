"""Cards and trumps as users write them: by signs, letters and words of each language."""

import pytest
from support.faults import check_each

from prikup.positions.paste_reader import read_deals
from prikup.positions.pasted_cards import read_cards, read_trump
from prikup.rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit, card_text, mask_text
from prikup.rules.errors import BadText


def test_cards_are_read_in_any_notation() -> None:
    def check(text: str, cards: str) -> None:
        assert " ".join(map(card_text, read_cards(text))) == cards

    check_each(
        check,
        (
            ("", ""),
            ("SK 10S, sa;7h", "SK ST SA H7"),
            ("\ufeff♠K ♠10 A♠", "SK ST SA"),
            ("♠️K ♥️10", "SK HT"),
            ("♤K ♡T", "SK HT"),
            ("PK P10 PA TŽ KD", "SK ST SA CJ DQ"),
            ("♠Ž ♦D žP", "SJ DQ SJ"),
            ("pik K 10 A herc ž", "SK ST SA HJ"),
            ("ПК П10 ПТ ТВ КД", "SK ST SA CJ DQ"),
            ("♠К ♠Ж ♦Д", "SK SJ DQ"),
            ("пики король, туз черви 7", "SK SA H7"),
            ("spades king ten", "SK ST"),
        ),
    )


def test_unreadable_card_word_is_named() -> None:
    def check(text: str, word: str) -> None:
        with pytest.raises(BadText) as error:
            read_cards(text)
        assert error.value.reason.numbers["text"] == word

    check_each(
        check, (("♠", "♠"), ("♠♠", "♠♠"), ("SA K", "K"), ("♠1", "♠1"), ("♠K?", "♠K?"), ("QA", "QA"), ("PK ПД", "PK"))
    )


def test_trumps_are_read_by_sign_letter_and_word() -> None:
    def check(texts: str, suit: Suit | None) -> None:
        assert {text: read_trump(text) for text in texts.split()} == dict.fromkeys(texts.split(), suit)

    check_each(
        check,
        (
            ("S s ♠ ♤ ♠️ \ufeffS spades P п пики Пик", SPADES),
            ("C ♣ clubs T Т трефы tref žir", CLUBS),
            ("D ♦ diamonds K К Б бубны karo", DIAMONDS),
            ("H ♥ hearts Ч Х черви herc Срце", HEARTS),
            ("N n NT БК sans", None),
        ),
    )
    assert {text: read_trump(text) for text in ("", "X", "SH", "10", "♠A")} == dict.fromkeys(
        ("", "X", "SH", "10", "♠A"), "unread"
    )


POSITION = "♠A7 ♣9 | ♠K{jack} ♦A | ♠108 ♦{queen} ; preferans ; 6NT 0 ; leads 1 ; played {played} ; out {out}"


def test_position_cards_are_read_in_letters_of_its_hands() -> None:
    def check(jack: str, queen: str, played_text: str, out: str) -> None:
        (deal,) = read_deals(POSITION.format(jack=jack, queen=queen, played=played_text, out=out))
        assert [card_text(card) for card in deal.played] == ["SK", "ST", "SA"]
        assert [mask_text(hand or 0) for hand in deal.hands] == ["A7.9..", "KJ..A.", "T8..Q."]
        assert mask_text(deal.out) == "...87"

    check_each(
        check,
        (
            ("J", "Q", "SK 10S sa", "H7 H8"),
            ("J", "Q", "♠K ♠10 ♠️A", "7♥ ♥8"),
            ("Ž", "D", "PK P10 PA", "H7 8H"),
            ("Z\u030c", "D", "♠K ♠10 ♠A", "♥7 ♥8"),
            ("В", "Д", "ПК П10 ПТ", "Ч7 8Х"),
            ("Ж", "Д", "♠К ♠10 ♠А", "♥7 ♥8"),
        ),
    )
