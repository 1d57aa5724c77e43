"""The pages with the rules of a game: their text under given house rules, each option explained, and the presets.

A preset is a named set of house rules.
"""

from collections.abc import Iterator
from typing import Any

from prikup.games import GAMES
from prikup.locale import Words
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import Field, HouseRules, Idle, fields, idle, message_values, options_text, value_text
from prikup.terminal.render.blocks import Block, Heading, Paragraph

__all__ = ["idle_sentence", "preset_lines", "rules_at_table", "rules_page"]


def rules_page(words: Words, name: str, options: HouseRules) -> Iterator[Block]:
    """Yield the complete rules page of the game with the name `name`.

    It has the text of the rules under the house rules `options`, an explanation of each option, and the presets (named
    sets of house rules). `words` are the messages of the game in the reader's language.
    """
    kind = GAMES[name]
    yield from _prose(words, options)
    yield Heading(words("rules-options", game=name))
    idle_by_option = {idle_option.option: idle_option for idle_option in idle(options)}
    for field in fields(type(options)):
        yield from _option(words, field, getattr(options, field.name))
        if field.name in idle_by_option:
            yield Paragraph(idle_sentence(words, idle_by_option[field.name]), 6, "·")
    yield Heading(words("rules-presets", game=name))
    yield from preset_lines(words, kind)


def rules_at_table(words: Words, name: str, options: HouseRules) -> Iterator[Block]:
    """Yield the rules of a game under the house rules `options` of a table, with a list of unusual house rules.

    The list has the house rules that differ from the game's defaults. `name` is the name of the game, and `words` are
    its messages in the reader's language.
    """
    yield from _prose(words, options)
    yield from _agreements(words, name, options)


def _prose(words: Words, options: HouseRules) -> Iterator[Block]:
    """Yield the text of a game's rules, adapted to the house rules `options`. `words` are the messages of the game."""
    yield Heading(words("game"))
    for paragraph in words("rules", **message_values(options)).split("\n\n"):
        yield Paragraph(" ".join(paragraph.split()))
        yield Paragraph("")


def idle_sentence(words: Words, idle_option: Idle) -> str:
    """Return a sentence which says that a house rule has no effect, and which other options cause that.

    `words` are the messages in the user's language, and `idle_option` names the house rule and these options.
    """
    because = ", ".join(f"{name}={value_text(value)}" for name, value in idle_option.because)
    return words("rules-idle", because=because)


def _option(words: Words, field: Field, value: object) -> Iterator[Block]:
    yield Paragraph(words(f"option-{field.name}"), 2, f"{field.name}:")
    if field.bounds is not None:
        low, high = field.bounds
        bounds = words("rules-bounds", low=low, high=high, step=field.step, value=value_text(field.default))
        yield Paragraph(
            bounds if value == field.default else words("rules-number", bounds=bounds, value=value_text(value)), 6, "·"
        )
        return
    names = [value_text(v) + _value_mark(words, field, v, value) for v in field.values]
    meanings = ["" if isinstance(v, bool) else value_words(words, field.name, v) for v in field.values]
    if not any(meanings):
        yield Paragraph(", ".join(names), 6, "·")
        return
    for name, meaning in zip(names, meanings, strict=True):
        yield Paragraph(f"{name}: {meaning}" if meaning else name, 6, "·")


def _value_mark(words: Words, field: Field, listed_value: object, value: object) -> str:
    """Return the mark that follows `listed_value` in the list of an option's values.

    The default value has a mark. The value in force, `value`, has another mark if it differs from the default. For all
    other values, return "". `words` are the messages in the reader's language, and `field` describes the option.
    """
    if listed_value == field.default:
        return words("rules-default")
    return words("rules-here") if listed_value == value else ""


def value_words(words: Words, option: str, value: object) -> str:
    """Return a short text that explains `value`, a value of an option; "" if it needs no explanation.

    `words` are the messages of the game, and `option` is the name of the option.
    """
    if isinstance(value, bool):
        return words("value-on" if value else "value-off")
    key = f"option-{option}-{value}"
    return words(key) if isinstance(value, str) and words.has(key) else ""


def preset_lines(words: Words, kind: GameDefinition) -> Iterator[Paragraph]:
    """Yield the presets (named sets of house rules) of a game.

    Each comes with its description and the options in which it differs from the first preset. `words` are the messages
    of the game, and `kind` is the definition of the game.
    """
    first = next(iter(kind.presets))
    for name, preset in kind.presets.items():
        yield Paragraph(words(f"preset-{name}"), 2, f"{name}:")
        differences = options_text({first: kind.presets[first]}, preset).split()[1:]
        if differences:
            yield Paragraph(" ".join(differences), 6)


def _agreements(words: Words, name: str, options: HouseRules) -> Iterator[Block]:
    """Yield the house rules in `options` that differ from the game's defaults, or a line which says that none does.

    `name` is the name of the game, and `words` are its messages in the reader's language.
    """
    default_by_option: dict[str, Any] = {field.name: field.default for field in fields(type(options))}
    changed_options = [
        (option, getattr(options, option))
        for option, default in default_by_option.items()
        if getattr(options, option) != default
    ]
    yield Heading(words("rules-agreed") if changed_options else words("rules-agreed-none"))
    for option, value in changed_options:
        meaning = value_words(words, option, value)
        yield Paragraph(f"{words(f'option-{option}')}: {meaning or value_text(value)}.", 2, "·")
    yield Paragraph(words("rules-more", game=name))
