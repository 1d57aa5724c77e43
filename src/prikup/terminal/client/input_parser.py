"""Parse the player's input: a command, or cards and calls, by name or by number, in local or Latin letters."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import SYMBOLS, Speech
from prikup.rules.cards import FIRST_CALL, RANKS, SUITS, Card, is_call
from prikup.rules.errors import Reason
from prikup.rules.state import Action
from prikup.terminal.words import capital, normalise_text

__all__ = [
    "ParsedActions",
    "TypedCommand",
    "UnclearInput",
    "means",
    "read",
    "read_card",
    "read_command",
    "refusal_text",
    "unclear_reply",
]

MAX_TEXT_LENGTH = 30
"""The maximum number of characters that a reply repeats if the input cannot be parsed."""


class TypedCommand(Struct, frozen=True):
    """Parsed input that is a command; `name` is the internal name of the command."""

    name: str


class ParsedActions(Struct, frozen=True):
    """Parsed input of a player that names `actions` (cards or calls), which are not necessarily legal."""

    actions: tuple[Action, ...]


class UnclearInput(Struct, frozen=True):
    """Input that cannot be parsed.

    `text` is what the player typed. If it can mean several calls, `candidates` are these calls.
    """

    text: str
    candidates: tuple[Action, ...] = ()


def unclear_reply(speech: Speech, unclear_input: UnclearInput, choice_count: int) -> str:
    """Return the reply to a player's input that cannot be parsed.

    `speech` formats the reply. `choice_count` is the number of legal actions, from which the player can choose by
    number.
    """
    if unclear_input.text.isdecimal():
        return speech("answer-number", text=unclear_input.text, most=choice_count)
    if unclear_input.candidates:
        return speech("answer-ambiguous", text=unclear_input.text, calls=speech.actions(unclear_input.candidates))
    return speech("answer-unclear", text=unclear_input.text)


def refusal_text(speech: Speech, action: Action, reason: Reason) -> str:
    """Return the reply to an action that a rule forbids.

    `speech` formats the reply, and `reason` is the message that says which rule it is.
    """
    action_name, why = speech.action(action), speech.reason(reason)
    return capital(why if action_name in why else speech("answer-refused", action=action_name, why=why))


def means(words: Words, key: str, text: str) -> bool:
    """Return whether `text` is one of the words of the message `key`, in any language of the program.

    `words` has the messages in the player's language. For example, the message `yes` lists the words with which a
    player agrees.
    """
    return any(normalise_text(text) in normalise_text(_words_for(words, tongue)(key)).split() for tongue in LANGUAGES)


def _words_for(words: Words, tongue: str) -> Words:
    return words if tongue == words.language else words_in(tongue, words.folders)


@lru_cache
def words_in(tongue: str, folders: tuple[Path, ...]) -> Words:
    """Return the messages in the language `tongue` from the message files in `folders`. Loaded messages are cached."""
    return Words(tongue, *folders)


def read_command(words: Words, text: str, commands: Iterable[str]) -> str | None:
    """Return the internal name of the command that `text` stands for. Return None if it is none of `commands`.

    `words` has the messages in the player's language. The words for a command are those of the message `keys-NAME`, of
    which the first is shown to the player. Words of the player's language take precedence over words of other
    languages.
    """
    for tongue in dict.fromkeys((words.language, *LANGUAGES)):
        for name in commands:
            if normalise_text(text) in normalise_text(_words_for(words, tongue)(f"keys-{name}")).split():
                return name
    return None


def read_card(words: Words, text: str) -> Card | None:
    """Parse `text` as a card, with the suit or the rank first. Return None if the text is not a card."""
    word = re.sub(r"[\s-]", "", normalise_text(text))
    suits = {letter: i for i, latin in enumerate(SUITS) for letter in _suit_letters(words, i, latin)}
    ranks = {letter: i for i, latin in enumerate(RANKS) for letter in _rank_letters(words, latin)}
    for of_suit, of_rank in ((word[:1], word[1:]), (word[-1:], word[:-1])):
        if of_suit in suits and of_rank in ranks:
            return suits[of_suit] * 13 + ranks[of_rank]
    return None


def _suit_letters(words: Words, suit: int, latin: str) -> tuple[str, ...]:
    return SYMBOLS[suit], latin.lower(), words(f"suit-letter-{latin}").lower()


def _rank_letters(words: Words, latin: str) -> tuple[str, ...]:
    if latin in "JQKA":
        return latin.lower(), words(f"rank-letter-{latin}").lower()
    return ("10", "t") if latin == "T" else (latin,)


def read(
    speech: Speech, choices: tuple[Action, ...], text: str, commands: Collection[str] = ()
) -> TypedCommand | ParsedActions | UnclearInput:
    """Parse `text`, a line that a player has typed: a command, or one or more actions (cards and calls).

    `speech` has the texts of the player's language. `choices` are the legal actions, which the player can also choose
    by number, from 1. `commands` are the names of the available commands.
    """
    if (single_answer := _read_single(speech, choices, text, commands)) is not None:
        return single_answer
    answers = [_read_single(speech, choices, word, commands) for word in text.split()]
    if len(answers) > 1 and all(isinstance(answer, ParsedActions) for answer in answers):
        return ParsedActions(
            tuple(a for answer in answers if isinstance(answer, ParsedActions) for a in answer.actions)
        )
    return UnclearInput(text if len(text) <= MAX_TEXT_LENGTH else text[:MAX_TEXT_LENGTH] + "…")


def _read_single(
    speech: Speech, choices: tuple[Action, ...], text: str, commands: Collection[str]
) -> TypedCommand | ParsedActions | UnclearInput | None:
    word = normalise_text(text)
    every = tuple(range(FIRST_CALL, FIRST_CALL + len(speech.game.calls)))
    calls = tuple(action for action in choices if is_call(action))
    if named_call := _named_call(speech, calls, word):
        return named_call
    if name := read_command(speech.words, word, commands):
        return TypedCommand(name)
    if word.isdecimal():
        return ParsedActions((choices[int(word) - 1],)) if 1 <= int(word) <= len(choices) else None
    if calls == choices and (
        named_call := _named_call(speech, every, word)
    ):  # an illegal call, where no card is expected
        return named_call
    if (card := read_card(speech.words, word)) is not None:
        return ParsedActions((card,))
    for candidates in (calls, every):
        if meant_calls := _calls(speech, candidates, word):
            return ParsedActions(meant_calls) if len(meant_calls) == 1 else UnclearInput(text, meant_calls)
    return None


def _named_call(speech: Speech, calls: tuple[Action, ...], word: str) -> ParsedActions | None:
    """Return the call in `calls` whose name is exactly `word`; None if there is none."""
    return next((ParsedActions((call,)) for call in calls if word in _names(speech, call)), None)


def _names(speech: Speech, call: Action) -> set[str]:
    """Return the texts by which the player can type a call.

    These are the call's name in logs, its name on the screen with signs or words, and its name with letters in place of
    suit signs, with and without spaces.
    """
    call_text, word = normalise_text(speech.call(call)), normalise_text(speech.action(call))
    letter_text = call_text
    for suit, latin in enumerate(SUITS):
        letter_text = letter_text.replace(SYMBOLS[suit], speech.words(f"suit-letter-{latin}").lower())
    return {
        normalise_text(speech.game.calls[call - FIRST_CALL]),
        call_text,
        word,
        letter_text,
        "".join(letter_text.split()),
    }


def _calls(speech: Speech, calls: tuple[Action, ...], word: str) -> tuple[Action, ...]:
    """Return the calls in `calls` that `word`, a word typed by the player, may mean.

    These are the calls whose name is exactly the word. If there are none, they are the calls whose name begins with the
    word. If there are still none, they are the calls that have the word at the beginning of any word of their name.
    """
    if not word:
        return ()
    names = {call: _names(speech, call) for call in calls}

    def ways() -> Iterator[tuple[Action, ...]]:
        yield tuple(call for call in calls if word in names[call])
        yield tuple(call for call in calls if any(name.startswith(word) for name in names[call]))
        parts = {call: [p for name in names[call] for p in re.findall(r"\w+", name)] for call in calls}
        yield tuple(call for call in calls if any(part.startswith(word) for part in parts[call]))

    return next((matches for matches in ways() if matches), ())
