"""Names that look alike, and distinct names."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from prikup.name_comparison import distinct_names, look_alike, skeleton

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
