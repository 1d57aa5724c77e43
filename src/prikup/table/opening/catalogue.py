"""The catalogue of games that a host offers, with the presets, house rules, seats and bot levels of each game."""

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
from prikup.table.coach.script import coach_of

__all__ = ["AgreedRules", "CatalogueGame", "CatalogueOption", "agreed_rules", "catalogue"]


class CatalogueOption(Struct, frozen=True):
    """A house rule (option) of a game, as a client offers it for a new table.

    - `name`: the name of the option.
    - `values`: all possible values as text. For a number within `bounds` they are the multiples of `step`.
    - `default`: the default value as text.
    - `bounds`: the minimum and the maximum of a number, null for an option that is not a number.
    - `step`: the step between two values of a number.
    - `touches`: what the option changes: the play of the cards (`play`), the score sheet (`sheet`) or the course of the
      match (`course`).
    - `silenced`: the conditions under which the option has no effect. Each condition maps the names of other options to
      values, and is met if all these options have one of their values.
    """

    name: str
    values: tuple[str, ...]
    default: str
    bounds: tuple[int, int] | None
    step: int
    touches: Literal["play", "sheet", "course"]
    silenced: tuple[dict[str, tuple[str, ...]], ...]


class CatalogueGame(Struct, frozen=True):
    """A game as a client offers it for a new table.

    - `name`: the name of the game.
    - `presets`: the presets (named sets of house rules). Each name is mapped to the values of all house rules as text.
      The first preset is the default.
    - `options`: a description of each house rule.
    - `seats`: the minimum and the maximum number of seats that the house rules allow.
    - `levels`: the levels (strengths) of the computer players.
    - `presentation`: how a client draws the game.
    - `coach`: true if the game has a coach, who teaches the game in a prepared deal.
    """

    name: str
    presets: dict[str, dict[str, str]]
    options: tuple[CatalogueOption, ...]
    seats: tuple[int, int]
    levels: tuple[str, ...]
    presentation: Presentation
    coach: bool


class AgreedRules(Struct, frozen=True):
    """The complete house rules that an options text such as `sochi whist_style=gentleman` stands for.

    `rules` maps each house rule to its value as text. `idle` contains the house rules that have no effect in this
    combination. It maps each of them to the other house rules that cause this, with their values.
    """

    rules: dict[str, str]
    idle: dict[str, dict[str, str]]


def catalogue() -> tuple[CatalogueGame, ...]:
    """Return all games in the order in which clients offer them."""
    return tuple(_game(name, definition) for name, definition in GAMES.items())


def agreed_rules(name: str, options: str) -> AgreedRules:
    """Return all house rules of the game `name` that an options text such as `sochi whist_style=gentleman` stands for.

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
    """Yield the variants of a game, from which the possible numbers of seats follow.

    They are the game under each preset (named set of house rules), and under each preset with a single house rule
    changed.
    """
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
