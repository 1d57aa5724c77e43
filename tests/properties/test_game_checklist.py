"""Requirements of a game: each missing part fails by its own name and says what to add (docs/adding-a-game.md)."""

import ast
import io
import random
import re
import tokenize
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
from msgspec import inspect
from repository.test_locale import LOCALE, messages
from repository.test_prose import docstrings
from support.circles import depth
from support.faults import check_each
from support.golden import phases
from support.random_walk import KINDS, each_game, options_type, random_deal, random_steps, walk

from prikup.locale import LANGUAGES
from prikup.rules.errors import BadOutcome
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.options import fields, random_options, value_text
from prikup.rules.presentation import BoxesSheet, PlainSheet, PulyaSheet, RaceSheet
from prikup.rules.scoring_questions import ChoiceQuestion, Form, NumberQuestion
from prikup.rules.state import view

THE_TABLES_KEYS = "CILST"
"""Keys with the same meaning at every table in the browser: chat, hint, last trick, sheet, read."""


def variants(kind: GameDefinition) -> Iterator[AnyGame]:
    """Yield the game under each preset and under random options."""
    yield from map(kind.build, kind.presets.values())
    rng = random.Random(1)
    for _ in range(20):
        yield kind.build(random_options(options_type(kind), rng))


def check_words(kind: GameDefinition, tongue: str, needed_keys: set[str]) -> None:
    """Fail with the messages that neither the game nor the common messages define."""
    missing_keys = sorted(needed_keys - messages(LOCALE, tongue).keys() - messages(kind.folder, tongue).keys())
    assert not missing_keys, f"write into {kind.folder / tongue}.ftl: {', '.join(missing_keys)}"


# The folder and the registration


@each_game
def test_game_has_its_registered_name_and_options(name: str, kind: GameDefinition) -> None:
    game = kind.build(next(iter(kind.presets.values())))
    assert game.name == name, (
        f"`name` of the game is {game.name}: call it {name}, as the line in games/__init__.py says"
    )
    assert isinstance(game.options, options_type(kind)), "`options` are those that the game was built with"


@each_game
def test_rule_player_of_game_acts_legally(name: str, kind: GameDefinition) -> None:
    for step in random_steps(kind, 3, depth(8)):
        if (actor := step.state.public.actor) is not None:
            player_view = view(step.state, actor)
            action = kind.rule(step.game, 1)(player_view)
            assert action in step.game.legal(player_view), (
                f"the rule of thumb does what is not legal: {action} in {player_view}"
            )


@each_game
def test_house_rules_of_game_are_explained(name: str, kind: GameDefinition) -> None:
    files = [file for file in kind.folder.glob("*.py") if file.name != "options.py"]
    explanation_text = "\n".join(text for file in files for text in explanations(file.read_text(encoding="utf-8")))
    missing_options = [
        field.name for field in fields(options_type(kind)) if not re.search(rf"\b{field.name}\b", explanation_text)
    ]
    assert not missing_options, (
        f"say in the docstring of rules.py or scoring.py in {kind.folder} what it changes: {', '.join(missing_options)}"
    )


def explanations(source: str) -> Iterator[str]:
    """Yield the docstrings and comments of a source."""
    yield from (text for _, text, _ in docstrings(ast.parse(source)))
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    yield from (token.string for token in tokens if token.type == tokenize.COMMENT)


# Messages


def words_of_game(kind: GameDefinition) -> set[str]:
    """Return the keys of the game's name, its short and long rules, and its presets."""
    return {"game", "about", "rules", *(f"preset-{preset}" for preset in kind.presets)}


def words_of_calls_columns_and_questions(kind: GameDefinition) -> set[str]:
    game = kind.build(next(iter(kind.presets.values())))
    calls = {*game.calls, *(contract.name for contract in game.analysis.open_contracts)}
    needed_keys = {f"call-{call}" for call in calls} | {f"ask-{phase}" for phase in phases(kind) - {"over"}}
    return needed_keys | {f"column-{column}" for variant in variants(kind) for column in variant.columns}


def words_of_house_rules(kind: GameDefinition) -> set[str]:
    option_fields = fields(options_type(kind))
    values = {
        f"option-{field.name}-{value}" for field in option_fields for value in field.values if isinstance(value, str)
    }
    return values | {f"option-{field.name}" for field in option_fields}


def words_of_outcomes(kind: GameDefinition) -> set[str]:
    info = inspect.type_info(kind.outcome)
    assert isinstance(info, inspect.StructType)
    needed_keys = {f"field-{field.name}" for field in info.fields}
    return needed_keys | {f"outcome-{value}" for field in info.fields for value in literals(field.type)}


def literals(kind: Any) -> Iterator[str]:
    """Yield the strings that a field of an outcome may contain."""
    match kind:
        case inspect.LiteralType(values=values):
            yield from (value for value in values if isinstance(value, str))
        case inspect.TupleType(item_types=types) | inspect.UnionType(types=types):
            for member_type in types:
                yield from literals(member_type)
        case inspect.VarTupleType(item_type=member_type) | inspect.Metadata(type=member_type):
            yield from literals(member_type)


def words_of_scoring_questions(kind: GameDefinition) -> set[str]:
    """Return the keys of the questions about a deal and about an irregularity, answered at random."""
    rng, needed_keys = random.Random(29), set[str]()
    for game in variants(kind):
        standing = Match.begin(game).standing
        for questions in (game.scoring.scoring_questions, game.scoring.irregularity_questions) * depth(20):
            needed_keys.update(_asked_keys(questions(standing), rng))
    return needed_keys


def _asked_keys(form: Form, rng: random.Random) -> Iterator[str]:
    """Yield the key of each question, until the form ends or refuses an answer."""
    with suppress(BadOutcome, StopIteration):
        question = next(form)
        while True:
            yield question.ask.key
            match question:
                case ChoiceQuestion(answers=answers):
                    question = form.send(rng.choice(answers))
                case NumberQuestion(low=low, high=high):
                    question = form.send(rng.randint(low, high))


def words_of_hidden_actions(kind: GameDefinition) -> set[str]:
    """Return `did-PHASE` for receivers who may not know the action, and `did-PHASE-card` for those who may."""
    hidden_phases = {
        state.public.phase
        for game, state, action in random_steps(kind, 19, depth(40))
        if action is not None and game.visible_action(state.public, action, None) is None
    }
    return {f"did-{phase}{ending}" for phase in hidden_phases for ending in ("", "-card")}


def words_of_statistics(kind: GameDefinition) -> set[str]:
    decisions = {f"decision-{phase}" for phase in phases(kind) - {"over"}}
    return decisions | {role.key for variant in variants(kind) for role in variant.explanations.roles}


def words_of_talon(kind: GameDefinition) -> set[str]:
    """Return the key for the name of the undealt cards, which a replay shows next to them."""
    states = (step[1] for step in random_steps(kind, 19, 1))
    return {"stock"} if any(state.stock for state in states) else set()


def words_of_presentation(kind: GameDefinition) -> set[str]:
    presentation = kind.presentation
    needed_keys = {f"plate-{fact}" for fact in presentation.plated}
    needed_keys |= {"stock-waits"} if presentation.stock_waits else set()
    needed_keys |= {"column-on"} if presentation.neighbours else set()
    needed_keys |= {"bid-turned"} if presentation.aloud else set()
    needed_keys |= set(presentation.sure.values())
    needed_keys |= {"sheet-goal", "sheet-hub"} if isinstance(presentation.sheet, PulyaSheet) else set()
    needed_keys |= (
        {"ladder-none", "ladder-start", "ladder-fall"} if isinstance(presentation.sheet, RaceSheet) else set()
    )
    return needed_keys


WORDS: tuple[Callable[[GameDefinition], set[str]], ...] = (
    words_of_game,
    words_of_calls_columns_and_questions,
    words_of_house_rules,
    words_of_outcomes,
    words_of_scoring_questions,
    words_of_hidden_actions,
    words_of_statistics,
    words_of_talon,
    words_of_presentation,
)


@each_game
def test_game_has_all_its_messages(name: str, kind: GameDefinition) -> None:
    needed_keys = {word for needs in WORDS for word in needs(kind)}
    check_each(lambda tongue: check_words(kind, tongue, needed_keys), LANGUAGES)


NAMES = re.compile("(?:game|about|stock)$|(?:call|decision|field|front|option|preset)-")
"""Messages that are shown without arguments."""


@each_game
def test_name_messages_of_game_have_no_placeables(name: str, kind: GameDefinition) -> None:
    def check(tongue: str) -> None:
        variables_by_key = messages(kind.folder, tongue).items()
        wrong_keys = [key for key, variables in variables_by_key if NAMES.match(key) and variables]
        assert not wrong_keys, f"no arguments are given to these in {kind.folder / tongue}.ftl: {', '.join(wrong_keys)}"

    check_each(check, LANGUAGES)


def test_game_checklist_names_missing_message() -> None:
    """The checklist itself can fail."""
    _, kind = KINDS[0]
    with pytest.raises(AssertionError, match=r"en\.ftl: nobody-wrote-this"):
        check_words(kind, "en", {"game", "nobody-wrote-this"})


# Rendering


@each_game
def test_presentation_names_existing_options(name: str, kind: GameDefinition) -> None:
    presentation = kind.presentation
    field_by_name = {field.name: field for field in fields(options_type(kind))}
    race = (presentation.sheet.target, presentation.sheet.step) if isinstance(presentation.sheet, RaceSheet) else ()
    for option in (*presentation.front, *race):
        assert option in field_by_name, f"{option} is no option"
    for option, values in presentation.front.items():
        for value in values:
            assert _is_possible_value(field_by_name[option], value), f"{option} is never {value}"
    for column, rules in presentation.unused.items():
        for option, value in rules.items():
            assert _is_possible_value(field_by_name[option], value), f"{column}: {option} is never {value}"


def _is_possible_value(field: Any, value: str) -> bool:
    """Return whether a field of the options may have this value."""
    low, high = field.bounds or (0, -1)
    return value in map(value_text, field.values) or (value.isdecimal() and low <= int(value) <= high)


@each_game
def test_presentation_names_existing_columns(name: str, kind: GameDefinition) -> None:
    presentation, columns = kind.presentation, {column for game in variants(kind) for column in game.columns}
    named_columns = {*presentation.neighbours, *presentation.unused}
    match presentation.sheet:
        case PulyaSheet(pool, dump):
            named_columns |= {pool, dump}
        case BoxesSheet(middle, triangles):
            named_columns |= {middle, triangles}
        case PlainSheet() | RaceSheet():
            pass
    assert named_columns <= columns, f"no columns: {named_columns - columns}"


@each_game
def test_presentation_names_existing_calls(name: str, kind: GameDefinition) -> None:
    presentation, calls = kind.presentation, {call for game in variants(kind) for call in game.calls}
    named_calls = {
        *presentation.keys,
        *presentation.quiet,
        *presentation.sure,
        *presentation.suits,
        *presentation.aloud,
    }
    assert named_calls <= calls, f"no calls: {named_calls - calls}"
    assert set(presentation.suits.values()) <= set("SCDH"), "suits are S C D H"
    sealed_phases = {phase for game in variants(kind) for phase in game.sealed_phases}
    assert bool(presentation.aloud) <= bool(sealed_phases), (
        "`aloud` are the calls of a sealed bid, and no bid is sealed"
    )


@each_game
def test_presentation_names_existing_phases(name: str, kind: GameDefinition) -> None:
    assert set(kind.presentation.stock_waits) <= phases(kind)


@each_game
def test_its_phases_are_those_of_its_public_part(name: str, kind: GameDefinition) -> None:
    for game in variants(kind):
        assert {*game.phases, "play", "over"} == phases(kind), "`Public.phase` lists `Game.phases`, `play` and `over`"


@each_game
def test_call_keys_are_unambiguous(name: str, kind: GameDefinition) -> None:
    keys = kind.presentation.keys
    for key in keys.values():
        assert re.fullmatch("[A-Z]", key), f"{key} is not a letter"
        assert key not in THE_TABLES_KEYS, f"{key} is a key of the table"
    call_pairs = [pair for pair in combinations(keys, 2) if keys[pair[0]] == keys[pair[1]]]
    for game, state, action in random_steps(kind, 41, depth(60) if call_pairs else 0):
        if action is not None:
            legal = {game.calls[a - 52] for a in game.legal(view(state, state.public.actor)) if a >= 52}
            assert not [pair for pair in call_pairs if legal.issuperset(pair)], "two calls share a key"


@each_game
def test_presentation_hand_size_matches_the_deal(name: str, kind: GameDefinition) -> None:
    rng = random.Random(43)
    for game in variants(kind) if kind.presentation.hand else ():
        state = random_deal(Match.begin(game), rng)
        largest_hand = max(hand.bit_count() for hand in state.hands)
        assert largest_hand == kind.presentation.hand, "some are dealt fewer cards at first, nobody more"


# The sheet


@each_game
def test_roles_of_deals_are_listed_by_the_game(name: str, kind: GameDefinition) -> None:
    rng = random.Random(47)
    for game in variants(kind):
        match = Match.begin(game)
        for _ in range(3):
            outcome = game.outcome(list(walk(game, random_deal(match, rng), rng))[-1].state)
            match = Match.begin(game) if match.over else match.close(outcome)
        for line in match.sheet.lines:
            roles = () if isinstance(line.outcome, VoidDeal) else game.explanations.roles_of(line)
            assert len(roles) in (0, game.seats), "a role for each seat, or none at all"
            assert {str(role.name) for role in roles} <= set(map(str, game.explanations.roles)), (
                "`roles` names all of them"
            )


@each_game
def test_outcome_has_contract_field_for_the_browser(name: str, kind: GameDefinition) -> None:
    """The field is `contract` or `game` if there are several: web/src/sheet/sheet_numbers.ts reads no other."""
    ends = [
        step
        for step in random_steps(kind, 31, depth(30))
        if step.action is None and step.state.public.tricks is not None
    ]
    outcomes = [step.game.outcome(step.state) for step in ends]
    played_outcomes = [outcome for outcome in outcomes if not isinstance(outcome, VoidDeal)]
    assert played_outcomes
    has_several_contracts = len(ends[0].game.analysis.open_contracts) > 1
    for outcome in played_outcomes:
        assert any(getattr(outcome, field, None) for field in ("contract", "game")) or not has_several_contracts, (
            outcome
        )
