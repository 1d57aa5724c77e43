"""The catalogue of games: each with its presets, house rules, numbers of seats and computer players."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from prikup.bots import LEVELS
from prikup.games import GAMES
from prikup.rules.errors import BadOptions, BadText, reason
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import ALWAYS, Field, Use, fields, idle, parse_options, single_changes, value_text
from prikup.rules.presentation import Presentation
from prikup.table.coach import coach_of

__all__ = ["AgreedRules", "CatalogueGame", "CatalogueOption", "agreed_rules", "catalogue"]


class CatalogueOption(Struct, frozen=True):
    """One house rule.

    `values` are all possible values as text; those of a bounded number are within its `bounds` and are multiples of
    `step`. `touches` says whether the option changes the play of the cards, the score sheet or the course of the match.
    It has no effect if all other options named in one of the cases in `silenced` have one of the values listed there.
    """

    name: str
    values: tuple[str, ...]
    default: str
    bounds: tuple[int, int] | None
    step: int
    touches: Literal["play", "sheet", "course"]
    silenced: tuple[dict[str, tuple[str, ...]], ...]


class CatalogueGame(Struct, frozen=True):
    """A game.

    `presets` are all house rules as text, by the preset's name (the first is the default); `seats` is the minimum and
    maximum number over the house rules; `presentation` describes how a client draws the game; `coach`: the game has a
    first deal with a coach.
    """

    name: str
    presets: dict[str, dict[str, str]]
    options: tuple[CatalogueOption, ...]
    seats: tuple[int, int]
    levels: tuple[str, ...]
    presentation: Presentation
    coach: bool


class AgreedRules(Struct, frozen=True):
    """All house rules of a table, as text by name.

    `idle` are those without an effect there, each with the values of the other options that cause it.
    """

    rules: dict[str, str]
    idle: dict[str, dict[str, str]]


def catalogue() -> tuple[CatalogueGame, ...]:
    """Return all games, in the order in which they are offered."""
    return tuple(_game(name, definition) for name, definition in GAMES.items())


def agreed_rules(name: str, options: str) -> AgreedRules:
    """Return all house rules for an options text.

    Raise BadText for an unknown game, BadOptions for options that cannot be played.
    """
    if name not in GAMES:
        raise BadText(reason("game-unknown", game=name, allowed=" ".join(GAMES)))
    definition = GAMES[name]
    house_rules = definition.build(parse_options(definition.presets, options)).options
    values_by_idle_option = {
        idle_option.option: {cause: value_text(value) for cause, value in idle_option.because}
        for idle_option in idle(house_rules)
    }
    return AgreedRules(_texts(house_rules), values_by_idle_option)


def _texts(options: Struct) -> dict[str, str]:
    return {name: value_text(value) for name, value in asdict(options).items()}


def _game(name: str, definition: GameDefinition) -> CatalogueGame:
    default_options = next(iter(definition.presets.values()))
    seats = {game.seats for game in _variants(definition)}
    return CatalogueGame(
        name,
        {preset: _texts(options) for preset, options in definition.presets.items()},
        tuple(_option(field, default_options.uses.get(field.name, ALWAYS)) for field in fields(type(default_options))),
        (min(seats), max(seats)),
        LEVELS,
        definition.presentation,
        coach_of(name) is not None,
    )


def _option(field: Field, use: Use) -> CatalogueOption:
    return CatalogueOption(
        field.name,
        _all_texts(field.values),
        value_text(field.default),
        field.bounds,
        field.step,
        use.touches,
        tuple({name: _all_texts(values) for name, values in case.items()} for case in use.idle_conditions),
    )


def _all_texts(values: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(map(value_text, values))


def _variants(definition: GameDefinition) -> Iterator[AnyGame]:
    """Yield the game under each preset, and with each single house rule changed."""
    for options in definition.presets.values():
        yield definition.build(options)
        for changed_options in _change_single_rules(options):
            yield definition.build(changed_options)


def _change_single_rules(options: Any) -> Iterator[Any]:
    for name, value in single_changes(options):
        try:
            yield replace(options, **{name: value})
        except BadOptions:
            continue
