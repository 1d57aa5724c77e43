"""The long rules of each game, composed from the current house rules."""

from functools import cache

from properties.test_golden import flip_file
from support.faults import check_each
from support.golden import flip_of, flips
from support.random_walk import KINDS, each_game

from prikup.games import GAMES, game
from prikup.locale import LANGUAGES, Words
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import message_values


@cache
def _rules(tongue: str, name: str, options: str) -> str:
    words = Words(tongue, GAMES[name].folder)
    text, errors = words.format_message("rules", **message_values(game(name, options).options))
    assert not errors, errors
    return text


def _read(text: str) -> None:
    """Check that a text consists of paragraphs of whole sentences, without visible seams between its pieces."""
    paragraphs = text.split("\n\n")
    assert len(paragraphs) >= 5
    for paragraph in paragraphs:
        assert paragraph.strip(), "an empty paragraph"
        assert paragraph.strip()[-1] in ".!?", paragraph
        line = " ".join(paragraph.split())
        bad_seams = [seam for seam in (" .", " ,", " ;", " :", "..", ",,", "{", "}") if seam in line]
        assert not bad_seams, line


@each_game
def test_rules_text_depends_on_each_option_value(name: str, kind: GameDefinition) -> None:
    def check(tongue: str, field: str, value: object) -> None:
        flip = flip_of(flip_file(name, field, value).read_text())
        text = _rules(tongue, name, flip.options)
        assert text != _rules(tongue, name, flip.against)
        _read(text)

    check_each(check, ((tongue, *flip) for tongue in LANGUAGES for flip in flips(kind)))


def test_rules_text_of_presets_reads_as_prose() -> None:
    cases = ((tongue, name, preset) for tongue in LANGUAGES for name, kind in KINDS for preset in kind.presets)
    check_each(lambda *case: _read(_rules(*case)), cases)
