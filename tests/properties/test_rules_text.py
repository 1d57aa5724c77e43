"""The long rules of each game, composed from the house rules in force."""

import pytest
from properties.test_golden import FLIPS, GOLDEN
from support.golden import flip_of
from support.walk import KINDS

from prikup.games import game
from prikup.kind import Kind
from prikup.locale import LANGUAGES, Words
from prikup.options import message_values, value_text


def _rules(tongue: str, kind: Kind, name: str, options: str) -> str:
    text, errors = Words(tongue, kind.folder).tried("rules", **message_values(game(name, options).options))
    assert not errors, errors
    return text


def _read(text: str) -> None:
    """Hold that a text is made of paragraphs of whole sentences, with no seam to be seen between its pieces."""
    paragraphs = text.split("\n\n")
    assert len(paragraphs) >= 5
    for paragraph in paragraphs:
        assert paragraph.strip(), "an empty paragraph"
        assert paragraph.strip()[-1] in ".!?", paragraph
        joined = " ".join(paragraph.split())
        seams = [wrong for wrong in (" .", " ,", " ;", " :", "..", ",,", "{", "}") if wrong in joined]
        assert not seams, joined


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize(("name", "kind", "field", "value"), FLIPS)
def test_every_value_of_every_option_has_its_sentence(
    name: str, kind: Kind, field: str, value: object, tongue: str
) -> None:
    flip = flip_of((GOLDEN / name / f"{field}={value_text(value)}.txt").read_text())
    text = _rules(tongue, kind, name, flip.options)
    assert text != _rules(tongue, kind, name, flip.against)
    _read(text)


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_the_rules_of_every_preset_read_as_prose(name: str, kind: Kind, tongue: str) -> None:
    for preset in kind.presets:
        _read(_rules(tongue, kind, name, preset))
