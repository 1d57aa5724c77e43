"""The head of a scored match: distinct names, and a price."""

from fractions import Fraction

import pytest

from prikup.rules.errors import BadText
from prikup.scorer.entries import check_names, price_of


def test_S23_player_names_must_differ_by_more_than_case() -> None:
    for names, key in (
        (("Anna", "ANNA"), "names-alike"),
        (("Алёна", "алена"), "names-alike"),
        (("Anna ", "anna"), "names-alike"),
        (("Anna",), "names-one-each"),
        (("Anna", "Boris", "Vera"), "names-one-each"),
        (("Anna", " "), "name-empty"),
    ):
        with pytest.raises(BadText) as error:
            check_names(names, 2)
        assert error.value.reason.key == key, names
    check_names(("Anna", "Hanna", "Anna B", "Анна"), 4)


def test_price_must_be_a_plain_decimal_number() -> None:
    assert price_of("0.25") == Fraction(1, 4)
    assert price_of("0") == 0
    for text in ("", "-1", "1/3", "1e3", "nan", ".5", "1,5"):
        with pytest.raises(BadText, match="price-unreadable"):
            price_of(text)
