"""Tests that every message exists in every language, and that no sentence lacks a message or a value."""

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from support.circles import depth
from support.faults import check_each
from support.random_walk import KINDS, each_game, random_steps

import prikup
from prikup.games import game as game_named
from prikup.history.events import ActionEvent, AgreementEvent, ConcessionEvent
from prikup.history.shuffle import Shuffle
from prikup.locale import LANGUAGES, Words, language
from prikup.locale.speech import Speech
from prikup.narration import (
    ALL,
    NarratedStep,
    describe_deal,
    describe_dealer,
    describe_hash,
    describe_step,
    describe_undo,
)
from prikup.rules.errors import MessageArgument, Reason, reason
from prikup.rules.game import AgreedEnd, AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.state import Seat, State, view, watch
from prikup.terminal.client.commands import BY_NAME
from prikup.terminal.render.help_page import help_page
from prikup.terminal.render.table_view import choices, question
from prikup.terminal.words import words_of

SOURCE = Path(prikup.__file__).parent
LOCALE, TERMINAL, SCORER = SOURCE / "locale", SOURCE / "terminal", SOURCE / "scorer"
FOLDERS = {"common": LOCALE, "terminal": TERMINAL, "scorer": SCORER} | {name: kind.folder for name, kind in KINDS}
ALL_FOLDERS = FOLDERS | {name: SOURCE / name for name in ("table", "server", "review")}
"""All folders with messages. The reasons of the table, the server and reviews are tested with their own code."""
BROWSER = Path(__file__).parents[2] / "web" / "src" / "words"
NAMES = ("Anna", "Vera", "Tigran", "Pekka")
ONLY_TRANSLATED = {"column-on": {"you", "column"}}
"""The variables, by key, that only translations use: Russian names the column of one's own whists differently."""


class Places(Visitor):
    """A visitor that collects the variables of a message."""

    def __init__(self) -> None:
        self.variables: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.variables.add(node.id.name)


@cache
def messages(folder: Path, tongue: str) -> dict[str, set[str]]:
    """Return the variables of each message in a file, by key.

    A variable such as `$seat-is`, which `Speech` adds when a message has `$seat`, is left out.
    """
    path = folder / f"{tongue}.ftl"
    assert path.exists(), f"write {path} with the messages of en.ftl in this language"
    resource = FluentParser().parse(path.read_text(encoding="utf-8"))
    variables_by_key: dict[str, set[str]] = {}
    for entry in resource.body:
        assert not isinstance(entry, ftl.Junk), f"{folder.name}/{tongue}.ftl: {entry.content}"
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in variables_by_key, f"{entry.id.name} occurs twice in {folder.name}/{tongue}.ftl"
            places = Places()
            places.visit(entry)
            variables_by_key[entry.id.name] = {
                p for p in places.variables if p.removesuffix("-is") not in places.variables - {p}
            }
    return variables_by_key


def calls(folder: Path, *names: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the literal keys that a folder's sources pass to functions of these names, each with its keyword names."""
    for path in _sources(folder):
        yield from ((key, set(keywords)) for name, key, keywords in _calls(path) if name in names)


def _nodes(path: Path) -> Iterator[ast.AST]:
    yield from ast.walk(ast.parse(path.read_text()))


@cache
def _calls(path: Path) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Return all calls in a source file with a literal key: the function's name, the key, and the keyword names."""
    return tuple(
        (node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, key, keywords)
        for node in _nodes(path)
        if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute | ast.Name)
        for keywords in [frozenset(k.arg for k in node.keywords if k.arg)]
        for key in _constants(node.args[0])
    )


def _sources(folder: Path) -> list[Path]:
    """Return the source files that use the messages of a folder.

    The common messages are also used by the packages history, solver and bots.
    """
    rooms = (SOURCE / "history", SOURCE / "solver", SOURCE / "bots") if folder == SOURCE else ()
    sources = folder.glob("*.py") if folder == SOURCE else folder.rglob("*.py")
    return sorted((*sources, *(path for room in rooms for path in room.glob("*.py"))))


def _constants(node: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression may evaluate to."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_constants(one), *_constants(other))


def strict(words: Words) -> Words:
    """Return the same messages, but with an error for a missing message or variable; results are cached."""
    results: dict[tuple[Any, ...], tuple[str, list[Exception]]] = {}

    class Strict(Words):
        def format_message(self, key: str, /, **values: MessageArgument) -> tuple[str, list[Exception]]:
            call_key = (key, *values.items())
            if call_key not in results:
                _, errors = results[call_key] = super().format_message(key, **values)
                assert not errors, f"{self.language}: {key} {values}: {errors}"
            return results[call_key]

    return Strict(words.language, *words.folders)


def check_words(folder: Path, tongue: str) -> None:
    """Fail if a language lacks messages of the English file, or has messages that the English file lacks."""
    english, path = messages(folder, "en").keys(), folder / f"{tongue}.ftl"
    keys = messages(folder, tongue).keys()
    assert not english - keys, f"write into {path}: {', '.join(sorted(english - keys))}"
    assert not keys - english, f"en.ftl lacks these messages of {path}: {', '.join(sorted(keys - english))}"


def test_languages_have_the_same_messages() -> None:
    check_each(check_words, ((folder, tongue) for folder in ALL_FOLDERS.values() for tongue in LANGUAGES))


def test_presets_are_described_in_sentences() -> None:
    texts = (
        (f"{name}, {tongue}: {preset}", words_of(tongue, name)(f"preset-{preset}"))
        for name, kind in KINDS
        for preset in kind.presets
        for tongue in LANGUAGES
    )
    assert [preset for preset, text in texts if not text.endswith(".") or text[0].islower()] == []


def test_missing_or_extra_message_is_named(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("close = Close\nleave = Leave\n")
    (tmp_path / "yy.ftl").write_text("close = Yy\n")
    (tmp_path / "zz.ftl").write_text("close = Zz\nleave = Zz\nstay = Zz\n")
    for tongue, expected_message in (
        ("xx", r"write .*xx\.ftl"),
        ("yy", r"write into .*yy\.ftl: leave"),
        ("zz", r"zz\.ftl: stay"),
    ):
        with pytest.raises(AssertionError, match=expected_message):
            check_words(tmp_path, tongue)


def check_variables(folder: Path, tongue: str) -> None:
    """Fail if a message uses a variable that the English one does not: the code may not give it."""
    english = messages(folder, "en")
    for key, variables in messages(folder, tongue).items():
        extra = variables - english[key] - ONLY_TRANSLATED.get(key, set())
        assert not extra, f"{folder / tongue}.ftl: {key} uses {', '.join(sorted(extra))}"


def test_translations_use_the_variables_of_the_english_messages() -> None:
    folders = (*ALL_FOLDERS.values(), SOURCE / "problems", BROWSER)
    check_each(check_variables, ((folder, tongue) for folder in folders for tongue in LANGUAGES))


def test_extra_variable_is_named(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("wait = Waiting for { $players }.\n")
    (tmp_path / "xx.ftl").write_text("wait = Xx { $player }.\n")
    with pytest.raises(AssertionError, match=r"xx\.ftl: wait uses player"):
        check_variables(tmp_path, "xx")


def check_reasons(folder: Path, tongue: str) -> None:
    """Fail if a reason in a folder's sources has no message, or if the message needs values that it does not get."""
    message_variables = messages(LOCALE, tongue) | messages(folder, tongue)
    reasons = list(calls(SOURCE if folder == LOCALE else folder, "reason"))
    missing_keys = sorted({key for key, _ in reasons} - message_variables.keys())
    assert not missing_keys, f"write into {folder / tongue}.ftl: {', '.join(missing_keys)}"
    unfilled_keys = sorted({key for key, keywords in reasons if not message_variables[key] <= keywords})
    assert not unfilled_keys, f"these messages need values that the code does not give: {', '.join(unfilled_keys)}"


def test_reasons_have_messages_in_each_language() -> None:
    check_each(check_reasons, ((folder, tongue) for folder in FOLDERS.values() for tongue in LANGUAGES))
    narrated_keys = [key for key, _ in calls(SOURCE, "reason") if key.startswith(("did-", "note-", "deal-", "ask-"))]
    assert len(narrated_keys) > 10, "the keys of the narration must be among them"


def test_terminal_messages_are_complete_and_used() -> None:
    nodes = [n for path in (*TERMINAL.rglob("*.py"), *LOCALE.glob("*.py"), *SOURCE.glob("*.py")) for n in _nodes(path)]
    literals = {node.value for node in nodes if isinstance(node, ast.Constant)}
    key_prefixes = tuple({_constant_prefix(node) for node in nodes if isinstance(node, ast.JoinedStr)} - {""})
    message_calls = [
        call for folder in (TERMINAL, LOCALE) for call in calls(folder, "words", "speech", "spoken", "_words")
    ]

    def check(tongue: str) -> None:
        message_variables = messages(LOCALE, tongue) | messages(TERMINAL, tongue)
        for key, keywords in message_calls:
            if key in message_variables and not key.startswith("help-of"):
                assert message_variables[key] <= keywords, f"{key} needs values that the code does not give"
        for key in messages(TERMINAL, tongue):
            assert key in literals or key.startswith(key_prefixes), f"no code uses {key}"
        lacking = {f"{kind}-{name}" for kind in ("keys", "help") for name in BY_NAME} - message_variables.keys()
        assert not lacking, f"write into {TERMINAL / tongue}.ftl: {', '.join(sorted(lacking))}"
        words = words_of(tongue)
        keys = [key for name in BY_NAME for key in words(f"keys-{name}").split()]
        assert len(keys) == len(set(keys)), "no two keys are the same"

    check_each(check, LANGUAGES)


def _constant_prefix(node: ast.JoinedStr) -> str:
    """Return the constant beginning of an f-string if it can be the beginning of a key, and "" otherwise."""
    first = node.values[0]
    text = first.value if isinstance(first, ast.Constant) else ""
    return text if isinstance(text, str) and re.fullmatch(r"[a-z-]+-", text) else ""


@each_game
def test_sentences_of_random_deals_are_complete(name: str, kind: GameDefinition) -> None:
    """Check the sentences of random deals under random house rules, in every language."""
    languages = [strict(words_of(tongue, name)) for tongue in LANGUAGES]
    rng = random.Random(5)
    for step in random_steps(kind, 11, depth(60)):
        game, state = step.game, step.state
        reasons, steps = list(game.explanations.headline(state.public)), list[NarratedStep]()
        actor = state.public.actor
        player_view = watch(state) if actor is None else view(state, actor)
        if actor is None or step.action is None:
            reasons += _row_reasons(game, state)
        else:
            steps.append(NarratedStep(state, ActionEvent(actor, step.action), game.apply(state, step.action)))
            tried_actions = rng.sample(range(52 + len(game.calls)), 6)
            legal = game.legal(player_view)
            reasons += [
                game.explanations.why_illegal(player_view, action, legal)
                for action in tried_actions
                if action not in legal
            ]
            for entry, settled_state in _settlements(game, state, actor):
                if isinstance(settled_state, Reason):
                    reasons.append(settled_state)
                else:
                    steps.append(NarratedStep(state, entry, settled_state))
        narrations = [narration for narrated_step in steps for narration in _narrations(game, narrated_step)]
        for words in languages:
            signs, spoken = (Speech(words, game, NAMES[: game.seats], spoken=spoken) for spoken in (False, True))
            speech = rng.choice((signs, spoken))
            for fact in reasons:
                speech.reason(fact)
            if steps:
                question(speech, player_view)
                list(help_page(speech, player_view, choices(game, player_view), ""))
            for is_spoken, items in narrations:
                assert not any("{" in sentence for sentence in (spoken if is_spoken else signs).sentences(items))


def _narrations(game: AnyGame, step: NarratedStep) -> list[tuple[bool, tuple[Reason, ...]]]:
    """Return the different narrations of a step for all receivers, each with `is_spoken`."""
    narrations: list[tuple[bool, tuple[Reason, ...]]] = []
    for receiver in (*range(game.seats), None, ALL):
        for is_spoken in (False, True):
            items = (
                is_spoken,
                (*describe_step(game, step, receiver, spoken=is_spoken), *describe_undo(game, step, receiver)),
            )
            narrations += [] if items in narrations else [items]
    return narrations


def _settlements(
    game: AnyGame, state: State[Any], actor: Seat
) -> Iterator[tuple[ConcessionEvent | AgreementEvent, State[Any] | Reason]]:
    """Yield a concession and several agreements, each with the resulting state or the reason why it is refused."""
    remaining_tricks = tuple(state.hands[actor].bit_count() if seat == actor else 0 for seat in range(game.seats))
    all_seats = tuple(range(game.seats))
    for entry in (
        ConcessionEvent((actor,)),
        AgreementEvent(remaining_tricks, (actor,)),
        AgreementEvent(remaining_tricks, all_seats),
        AgreementEvent((99,), (actor,)),
    ):
        settlement = (
            AgreedEnd(conceding_seats=entry.side) if isinstance(entry, ConcessionEvent) else AgreedEnd(tricks=entry.won)
        )
        yield entry, game.settle(state, settlement)


def _row_reasons(game: AnyGame, state: Any) -> Iterator[Reason]:
    """Yield the reasons for the numbers in a finished deal's sheet row."""
    outcome = game.outcome(state)
    if isinstance(outcome, VoidDeal):
        yield outcome.reason
    yield from (entry.reason for entry in game.scoring.row(outcome, state.public.match).entries)


@each_game
def test_sentences_of_refused_decks_are_complete(name: str, kind: GameDefinition) -> None:
    rules, rng = kind.build(next(iter(kind.presets.values()))), random.Random(1)
    standing = Match.begin(rules).standing
    decks = (tuple(rng.sample(rules.pack, len(rules.pack))) for _ in range(depth(2000)))
    narrated_decks = [describe_deal(rules, rules.deal(deck, standing), spoken=True) for deck in decks]
    openings = (
        describe_dealer(standing),
        describe_hash(None),
        describe_hash(Shuffle("0" * 64, ("",) * rules.seats, 1)),
    )
    for tongue in LANGUAGES:
        speech = Speech(strict(words_of(tongue, name)), rules, NAMES[: rules.seats])
        for items in (*narrated_decks, openings):
            speech.sentences(items)


class Echo(Words):
    """Messages in which the message `x` returns its values instead of a sentence."""

    def format_message(self, key: str, /, **values: MessageArgument) -> tuple[str, list[Exception]]:
        shown = (str(value) for name, value in values.items() if not name.endswith("-is"))
        return (" ".join(shown), []) if key == "x" else super().format_message(key, **values)


SENTENCES_BY_REASON = (
    (reason("x", seat=0, other=1, player=2, owner=1, dealer=0), "Anna Vera Tigran Vera Anna"),
    (reason("x", players=(0, 2)), "Anna, Tigran"),
    (reason("x", card=0, call=52), "♠2 pass"),
    (reason("x", actions=(13, 52)), "♣2, pass"),
    (reason("x", hand=1 << 12 | 1 << 39), "♠ A  ♥ 2"),
    (reason("x", counted=(3, 0, 7)), "Anna 3, Vera 0, Tigran 7"),
    (reason("x", suit=2, led=3), "diamonds hearts"),
    (reason("x", tricks=2, card="SA", seat="1"), "2 SA 1"),
)


def test_number_name_determines_its_format() -> None:
    kind = next(kind for name, kind in KINDS if game_named(name).calls[:1] == ("pass",))
    speech = Speech(Echo("en", kind.folder), kind.build(next(iter(kind.presets.values()))), NAMES[:3])
    assert [speech.sentences([fact]) for fact, _ in SENTENCES_BY_REASON] == [
        [sentence] for _, sentence in SENTENCES_BY_REASON
    ]


def test_language_follows_the_environment() -> None:
    assert language({}) == "en"
    assert language({"LANG": "ru_RU.UTF-8"}) == "ru"
    assert language({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}) == "en"
    assert language({"LANG": "xx_XX.UTF-8", "PRIKUP_LANGUAGE": "ru"}) == "ru"
    assert language({"LANG": "xx_XX.UTF-8"}) == "en"


def test_missing_message_never_stops_the_game() -> None:
    assert Words("ru")("nobody-wrote-this") == "nobody-wrote-this"
    assert "text" in Words("ru")("not-a-card")
