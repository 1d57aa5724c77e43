"""Hands as users write them, in the letters of each language; and the errors for unreadable text."""

import pytest

from prikup.locale import LANGUAGES
from prikup.locale.speech import Speech
from prikup.positions.pasted_hands import read_hands
from prikup.rules.cards import mask_text
from prikup.rules.errors import BadText, Reason
from prikup.terminal.words import words_of

# ruff: noqa: E501  (a way to write a deal is seen best in one line)

DEAL = ("AQ.KT8..AKJT9", "T987.A9.Q8.Q8", "KJ.QJ7.AKJ7.7")
WAYS = {
    "ours": "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7",
    "ours, loosely": " aq.k108..akj109|10987.A9.Q8.Q8|\n\n KJ . QJ7 . AKJ7 . 7 \n",
    "ours, by lines": "AQ.KT8..AKJT9\nT987.A9.Q8.Q8\nKJ.QJ7.AKJ7.7",
    "ours, in a table of Markdown": r"AQ.KT8..AKJT9 \| T987.A9.Q8.Q8 \| KJ.QJ7.AKJ7.7",
    "PBN": "N:AQ.AKJT9..KT8 T987.Q8.Q8.A9 KJ.7.AKJ7.QJ7",
    "the tag of PBN": '[Deal "w:AQ.AKJT9..KT8 T987.Q8.Q8.A9 KJ.7.AKJ7.QJ7"]',
    "signs": "♠AQ ♣KT8 ♥AKJT9\n♠T987 ♣A9 ♦Q8 ♥Q8\n♠KJ ♣QJ7 ♦AKJ7 ♥7",
    "signs in any order, with emoji": "♥️AKJT9 ♠️A Q ♣️K 10 8 | ♦️Q8 ♥️8Q ♠️10 9 8 7 ♣️A9 | ♥️7 ♣️Q J 7 ♦️AKJ7 ♠️KJ",
    "signs behind": "AQ♠ KT8♣ AKJT9♥ | T987♠ A9♣ Q8♦ Q8♥ | KJ♠ QJ7♣ AKJ7♦ 7♥",
    "voids": "♠AQ ♣KT8 ♦- ♥AKJT9 | ♠T987 ♣A9 ♦Q8 ♥Q8 | ♠KJ ♣QJ7 ♦AKJ7 ♥7",
    "card by card": "SA SQ CK C10 C8 HA HK HJ HT H9 | S10 S9 S8 S7 CA C9 DQ D8 HQ H8 | SK SJ CQ CJ C7 DA DK DJ D7 H7",
    "card by card, rank first": "As, Qs, Kc, 10c, 8c, Ah, Kh, Jh, Th, 9h\nTs 9s 8s 7s Ac 9c Qd 8d Qh 8h\n"
    "Ks Js Qc Jc 7c Ad Kd Jd 7d 7h",
    "letters": "S AQ C KT8 H AKJT9 | S: T987 C: A9 D: Q8 H: Q8 | S KJ C QJ7 D AKJ7 H 7",
    "English words": "spades A Q, clubs K 10 8, hearts A K J 10 9 | spades 10 9 8 7 clubs A 9 diamonds Q 8 hearts Q 8 | "
    "spades K J clubs Q J 7 diamonds A K J 7 hearts 7",
    "English, as it is said": "spades ace, queen; hearts ace, king, jack, ten, nine; clubs king, ten, eight | "
    "spades ten, nine, eight, seven; hearts queen, eight; clubs ace, nine; diamonds queen, eight | "
    "spades king, jack; hearts seven; clubs queen, jack, seven; diamonds ace, king, jack, seven",
    "Russian, as it is said": "пики туз, дама; черви туз, король, валет, десятка, девятка; трефы король, десятка, восьмёрка | "
    "пики десятка, девятка, восьмёрка, семёрка; черви дама, восьмёрка; трефы туз, девятка; бубны дама, восьмёрка | "
    "пики король, валет; черви семёрка; трефы дама, валет, семёрка; бубны туз, король, валет, семёрка",
    "suits by lines, hands by empty lines": "♠ AQ\n♣ KT8\n♥ AKJT9\n\n♠ T987\n♣ A9\n♦ Q8\n♥ Q8\n \n♠ KJ\n♣ QJ7\n♦ AKJ7\n♥ 7",
    "suits by lines alone": "♠ AQ\n♣ KT8\n♥ AKJT9\n♠ T987\n♣ A9\n♦ Q8\n♥ Q8\n♠ KJ\n♣ QJ7\n♦ AKJ7\n♥ 7",
    "names before hands": "Anna: ♠AQ ♣KT8 ♥AKJT9\nS: ♠T987 ♣A9 ♦Q8 ♥Q8\nPlayer 3: ♠KJ ♣QJ7 ♦AKJ7 ♥7",
    "Russian, signs": "♠ТД ♣К108 ♥ТКВ109\n♠10987 ♣Т9 ♦Д8 ♥Д8\n♠КВ ♣ДВ7 ♦ТКВ7 ♥7",
    "Russian, Latin letters among them": "♠TД ♣K108 ♥TKB109\n♠10987 ♣T9 ♦Д8 ♥Д8\n♠KB ♣ДB7 ♦TKB7 ♥7",
    "Russian, words": "Анна: пики Т Д; трефы К 10 8; черви Т К В 10 9\nВера: пики 10 9 8 7; трефы Т 9; бубны Д 8; червы Д 8\n"
    "Юг: пики К В; трефы Д В 7; бубны Т К В 7; черва 7",
    "Russian, letters": "П ТД Т: К108 Ч ТКВ109 | П 10987 Т: Т9 Б Д8 Ч Д8 | П КВ Т: ДВ7 Б ТКВ7 Ч 7",
    "Russian, dots": "ТД.К108..ТКВ109 | 10987.Т9.Д8.Д8 | КВ.ДВ7.ТКВ7.7",
    "Serbian, Latin": "pik AD, tref K 10 8, herc AKJ109 | pik 10987 tref A9 karo D8 herc D8 | pik KJ tref DJ7 karo AKJ7 herc 7",
    "Serbian, Cyrillic": "Пик АД, треф К108, херц АКЏ109 | пик 10987 треф А9 каро Д8 херц Д8 | пик КЏ треф ДЏ7 каро АКЏ7 херц 7",
    "Serbian, signs": "♠AD ♣K108 ♥AKJ109 | ♠10987 ♣A9 ♦D8 ♥D8 | ♠KJ ♣DJ7 ♦AKJ7 ♥7",
    "Serbian, dots": "AD.K108..AKJ109 | 10987.A9.D8.D8 | KJ.DJ7.AKJ7.7",
    "Serbian, jacks by their other name": "♠AD ♣K108 ♥AKŽ109 | ♠10987 ♣A9 ♦Q8 ♥D8 | ♠KŽ ♣DŽ7 ♦AKž7 ♥7",
    "Serbian, Cyrillic jacks by their other name": "♠АД ♣К108 ♥АКЖ109 | ♠10987 ♣А9 ♦Д8 ♥Д8 | ♠КЖ ♣ДЖ7 ♦АКж7 ♥7",
    "Croatian words": "pik AD, žir K 10 8, srce AKJ109 | pik 10987 žir A9 bundeva D8 srce D8 | pik KJ žir DJ7 kocka AKJ7 srce 7",
}


def hand_texts(text: str) -> tuple[str, ...]:
    return tuple("-" if hand is None else mask_text(hand) for hand in read_hands(text).hands)


def test_hands_are_read_in_any_notation() -> None:
    assert {way: hand_texts(text) for way, text in WAYS.items()} == dict.fromkeys(WAYS, DEAL)


def test_dash_marks_seat_without_player() -> None:
    for text in (
        "A... | - | K... | Q...",
        "N:A... - K... Q...",
        "♠A | - | ♠K | ♠Q",
        "♠A\n–\n♠K\n♠Q",
        "A... | | K... | Q...",
    ):
        assert hand_texts(text) == ("A...", "-", "K...", "Q..."), text


def test_discards_belong_to_no_hand() -> None:
    for text in ("♠A\n♠K\nталон: ♦9 10", "♠A | ♠K | Discard: 9♦ 10♦", "пики Т\nпики К\nснос: бубны 9 10"):
        pasted_hands = read_hands(text)
        assert (len(pasted_hands.hands), mask_text(pasted_hands.out)) == (2, "..T9."), text


UNREADABLE = (
    ("hello", "paste-word", 1, 1),
    ("♠AK\n♠QZ", "paste-word", 2, 2),
    ("A... | K.x.. | Q...", "paste-word", 1, 10),
    ("AK.Q.J | ... | ...", "paste-suits", 1, 7),
    ("A.K.Q.J.T | ... | ...", "paste-suits", 1, 8),
    ("A... | K... | QA...", "paste-twice", 1, 16),
    ("♠AK ♣A\n♠QJ ♣A", "paste-twice", 2, 6),
    ("7 8 9 | ♠A", "paste-no-suit", 1, 1),
    ("A... | K... | Q... | J... | T...", "paste-hands", 1, 1),
    ("A...", "paste-hands", 1, 1),
    ("♠A |  ,  | ♠K", "paste-no-cards", 1, 5),
    ("♠A\n♠K\n$", "paste-word", 3, 1),
)


def refusal(text: str) -> Reason:
    with pytest.raises(BadText) as error:
        read_hands(text)
    return error.value.reason


def test_paste_error_names_line_and_column() -> None:
    reasons = [(text, refusal(text)) for text, *_ in UNREADABLE]
    assert [(text, why.key, why.numbers["line"], why.numbers["column"]) for text, why in reasons] == [*UNREADABLE]


def test_paste_error_is_a_sentence_in_each_language() -> None:
    for tongue in LANGUAGES:
        sentence = Speech(words_of(tongue)).reason(refusal("♠AK\n♠QZ"))
        assert "QZ" in sentence
        assert "2" in sentence
        assert "{" not in sentence
