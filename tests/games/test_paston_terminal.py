"""Input of Paston's calls in the terminal."""

from prikup.games import game
from prikup.locale.speech import Speech
from prikup.terminal.client.input_parser import ParsedActions, UnclearInput, read
from prikup.terminal.words import words_of


def test_paston_call_input_accepts_name_prefix_and_number() -> None:
    speech = Speech(words_of("en", "paston"), game("paston"), ("Anna", "Vera", "Tigran"))
    legal = (52, 53)
    for text, action in {"pass": 52, "pasto": 53, "1": 52, "2": 53, "spades": 53, "PASTON (spades)": 53}.items():
        assert read(speech, legal, text) == ParsedActions((action,))
    assert read(speech, legal, "pas") == UnclearInput("pas", (52, 53))
    assert read(speech, legal, "3") == UnclearInput("3")
    assert read(speech, legal, "gup") == ParsedActions((56,)), "a call that is not legal now is understood, and refused"
