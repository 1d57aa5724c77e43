"""Typed input is understood in local and Latin letters; everything else is rejected."""

from pathlib import Path

from support.random_walk import SIMPLE
from terminal.plain_player import each_language

from prikup.games import GAMES, game
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import SYMBOLS, Speech
from prikup.rules.cards import PACK_52, card_text, parse_card
from prikup.terminal.client.commands import BY_NAME
from prikup.terminal.client.input_parser import ParsedActions, UnclearInput, read, read_card, read_command
from prikup.terminal.words import words_of


def speech(name: str = SIMPLE, tongue: str = "en") -> Speech:
    rules = game(name)
    return Speech(words_of(tongue, name), rules, ("Anna", "Vera", "Tigran", "Pekka")[: rules.seats])


@each_language
def test_read_card_accepts_all_spellings_of_all_cards(tongue: str) -> None:
    words, game_speech = words_of(tongue), speech(tongue=tongue)
    for card in PACK_52:
        latin, local_text = card_text(card), game_speech.card_input(card)
        symbol = SYMBOLS[card // 13] + game_speech.rank(card)
        reversed_text = local_text[1:] + local_text[0]
        spaced_text = f" {latin[0]} {latin[1]} "
        for text in (
            latin,
            latin[::-1],
            latin.lower(),
            local_text,
            reversed_text,
            game_speech.card(card),
            symbol,
            spaced_text,
        ):
            assert read_card(words, text) == card, text


def test_read_command_accepts_keyboard_variants_of_letters(tmp_path: Path) -> None:
    (tmp_path / "ru.ftl").write_text("keys-hint = ґанок п’ять ёлка\n", encoding="utf-8")
    words = Words("ru", tmp_path)
    for text in ("ганок", "Ґанок", "п'ять", "п’ять", "пʼять", "елка", "ЁЛКА"):
        assert read_command(words, text, ("hint",)) == "hint"
    assert read_command(words, "пять", ("hint",)) is None


def test_read_card_accepts_russian_letters() -> None:
    words = words_of("ru")
    for text, card in {"пт": "SA", "тк": "CK", "дб": "DQ", "чв": "HJ", "10ч": "HT", "тт": "CA", "П7": "S7"}.items():
        assert read_card(words, text) == parse_card(card)


def test_read_card_rejects_invalid_text() -> None:
    for text in ("", "s", "11s", "sx", "s77", "♠", "1", "tt", "ss", "♠️"):
        assert read_card(words_of("en"), text) is None, text


def test_input_parser_reads_several_cards_at_once() -> None:
    assert read(speech(), (5, 6), "s7 8s") == ParsedActions((5, 6))
    assert read(speech(), (5, 6), "s 7") == ParsedActions((5,))
    assert read(speech(), (5, 6), "1 2") == ParsedActions((5, 6))
    assert read(speech(), (5, 6), "s7 nonsense") == UnclearInput("s7 nonsense")


@each_language
def test_read_command_accepts_words_of_all_languages(tongue: str) -> None:
    words = words_of(tongue)
    for name in BY_NAME:
        for language in LANGUAGES:
            for key in words_of(language)(f"keys-{name}").split():
                assert read_command(words, key.upper(), BY_NAME) is not None
        assert read_command(words, words(f"keys-{name}").split()[0], BY_NAME) == name


@each_language
def test_input_parser_prefers_full_call_names_to_commands(tongue: str) -> None:
    """The full name of a call always means that call; only its first letter may be a command."""
    for game_speech in (speech(name, tongue) for name in GAMES):
        for call in range(52, 52 + len(game_speech.game.calls)):
            for text in (game_speech.game.calls[call - 52], game_speech.action(call)):
                assert read(game_speech, (call,), text, BY_NAME) == ParsedActions((call,))


def test_input_parser_shortens_long_unclear_text() -> None:
    answer = read(speech(), (52,), "x" * 500)
    assert isinstance(answer, UnclearInput)
    assert len(answer.text) < 40
