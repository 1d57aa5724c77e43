"""Names that mix alphabets in one word are refused."""

from hypothesis import given
from hypothesis import strategies as st

from prikup.table.name_rules import mixed_letters

WELCOME = [
    *("Ђорђе Ковачевић", "Đorđe Kovačević", "Љиљана", "Ljiljana", "Թիգրան", "Väinö", "Åke", "Вася 2000", "Вася2000"),
    *("Ann Вера", "Pekka-Пекка", "O'Hara", "Ёжик", "Ἀχιλλεύς", "山田たろう", "김철수", "عمر", "דוד", "გიორგი", "R2D2"),
    *("Anna ♥", "Zoë", "x", "Мария-Луиза", "Ⅷ"),
]
MIXED_ALPHABETS = {
    "\u0410nn": ("А", "nn"),
    "\u0410\ufe0fnn": ("А", "nn"),
    "\u0410\u0301nn": ("А", "nn"),
    "Bасилий": ("B", "асилий"),
    "Пеkка": ("k", "Пека"),
    "Օleg": ("Օ", "leg"),
}


def test_mixed_letters_reports_words_of_two_alphabets_only() -> None:
    assert [name for name in WELCOME if mixed_letters(name)] == []
    assert {name: mixed_letters(name) for name in MIXED_ALPHABETS} == MIXED_ALPHABETS
    assert {name: mixed_letters(f"Vera {name} 2") for name in MIXED_ALPHABETS} == MIXED_ALPHABETS


@given(st.lists(st.sampled_from(["Vera", "Вера", "Նարե", "Aino", "Ђорђе", "7", "-"])))
def test_mixed_letters_accepts_words_of_different_alphabets(words: list[str]) -> None:
    assert mixed_letters(" ".join(words)) is None


@given(st.text("abcde", min_size=1), st.text("бгдёж", min_size=1))
def test_mixed_letters_finds_two_alphabets_in_either_order(latin: str, cyrillic: str) -> None:
    assert mixed_letters(latin + cyrillic) is not None
    assert mixed_letters(cyrillic + latin) is not None
