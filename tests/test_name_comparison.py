"""Names that look alike, and names that mix alphabets."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from prikup.name_comparison import distinct_names, look_alike, mixed_letters, skeleton

PAIRS = [
    ("Ann", "ANN"),
    ("Ann", "\u0410nn"),
    ("COCA", "СОСА"),  # the second is Cyrillic
    ("ВОВА", "BOBA"),
    ("Alice", "AIice"),
    ("Ann", "Ann\ufe0f"),
    ("Ann", "A\u034fnn"),
    ("Boris", "B0ris"),
    ("Amo", "Arno"),
    ("Αννα", "Avva"),
    ("оппо", "опп\u03bf"),
    ("Алёна", "Алена"),
]
DIFFERENT_NAMES = [
    ("Ann", "Anna"),
    ("Вова", "Boba"),
    ("Ali", "All"),
    ("Vera", "Вера"),
    ("Пекка", "Pekka"),
    ("Aino", "Äino"),
    ("Նարե", "Նանե"),
]
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
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Cn", "Co")), min_size=1, max_size=12)


def test_look_alike_recognises_similar_names_only() -> None:
    assert [pair for pair in PAIRS if not (look_alike(*pair) and look_alike(*pair[::-1]))] == []
    assert [pair for pair in DIFFERENT_NAMES if look_alike(*pair)] == []


@given(NAMES)
def test_look_alike_ignores_unicode_composition_and_case(name: str) -> None:
    for form in ("NFC", "NFD"):
        assert look_alike(name, unicodedata.normalize(form, name))
    assert look_alike(name, name.upper()) or look_alike(name, name.lower())


@given(st.text("АВЕКМНОРСТУХ", min_size=1, max_size=12))
def test_skeleton_of_cyrillic_and_latin_capitals_is_equal(name: str) -> None:
    assert skeleton(name) == skeleton(name.translate(str.maketrans("АВЕКМНОРСТУХ", "ABEKMHOPCTYX")))


@given(st.lists(st.one_of(NAMES, st.sampled_from(["Ann", "\u0410nn", "ANN", "Ann 2", ""])), max_size=6).map(tuple))
def test_distinct_names_differ_and_extend_the_original_names(names: tuple[str, ...]) -> None:
    spare_names = ("Vera", "Tigran", "Pekka", "Nina", "Anush", "Oleg", "Aino", "Milan")
    shown_names = distinct_names(names, spare_names)
    assert len(shown_names) == len(names)
    for index, name in enumerate(shown_names):
        assert name
        assert not any(look_alike(name, other_name) for other_name in shown_names[:index])
    for index, name in enumerate(names):
        if name and not any(look_alike(name, other_name) for other_name in names[:index] if other_name):
            assert shown_names[index] == name  # the first holder keeps the name
        assert shown_names[index].startswith(name)


def test_distinct_names_adds_numbers() -> None:
    assert distinct_names(("Ann", "\u0410nn", "ANN")) == ("Ann", "\u0410nn 2", "ANN 3")
    assert distinct_names(("Ann", "Ann", "Ann 2")) == ("Ann", "Ann 3", "Ann 2")
    assert distinct_names(("", "Vera"), ("VERA", "Nina")) == ("Nina", "Vera")


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
