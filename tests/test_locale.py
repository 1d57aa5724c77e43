"""Every word exists in every language, and every sentence that can occur reads without a gap."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from support.walk import KINDS, everywhere

import prikup
from prikup.errors import Number, Reason, reason
from prikup.game import Settled, Void
from prikup.games import GAMES
from prikup.games import game as game_named
from prikup.history.log import Act, Agreed, Conceded
from prikup.history.shuffle import Shuffle
from prikup.kind import Kind
from prikup.locale import LANGUAGES, Words, language
from prikup.locale.speech import Speech
from prikup.narration import ALL, Step, dealt, opening, sealed, told, undone
from prikup.state import Seat, State, view
from prikup.terminal.client.commands import BY_NAME
from prikup.terminal.render.help_page import help_page
from prikup.terminal.render.table_view import choices, question
from prikup.terminal.words import words_of

SOURCE = Path(prikup.__file__).parent
LOCALE, TERMINAL, SCORER = SOURCE / "locale", SOURCE / "terminal", SOURCE / "scorer"
FOLDERS = {"common": LOCALE, "terminal": TERMINAL, "scorer": SCORER} | {name: kind.folder for name, kind in KINDS}
ALL_FOLDERS = FOLDERS | {name: SOURCE / name for name in ("table", "server", "review")}
"""Those of the table, of a server and of reviews too, whose reasons are tried beside their own tests."""
NAMES = ("Anna", "Vera", "Tigran", "Pekka")

each_game = pytest.mark.parametrize(("name", "kind"), KINDS)
each_language = pytest.mark.parametrize("tongue", LANGUAGES)


class Places(Visitor):
    """The variables of a message."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.found.add(node.id.name)


def messages(folder: Path, tongue: str) -> dict[str, set[str]]:
    """Return the keys of a file, with the variables of each message; `Speech` itself gives `$seat-is` with `$seat`."""
    path = folder / f"{tongue}.ftl"
    assert path.exists(), f"write {path}: the messages of en.ftl beside it in this language"
    resource = FluentParser().parse(path.read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    for entry in resource.body:
        assert not isinstance(entry, ftl.Junk), f"{folder.name}/{tongue}.ftl: {entry.content}"
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} stands twice in {folder.name}/{tongue}.ftl"
            places = Places()
            places.visit(entry)
            found[entry.id.name] = {p for p in places.found if p.removesuffix("-is") not in places.found - {p}}
    return found


def calls(folder: Path, *names: str) -> Iterator[tuple[str, set[str]]]:
    """What the sources of a folder call by these names with a literal key: the key, and the names given with it."""
    for path in _sources(folder):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).rpartition(".")[2] in names:
                keys = list(_constants(node.args[0]))
                given = {k.arg for k in node.keywords if k.arg}
                yield from ((key, given) for key in keys)


def _sources(folder: Path) -> list[Path]:
    """The sources whose words lie in a folder; the common ones are those of the rules' vocabulary too."""
    rooms = (SOURCE / "history", SOURCE / "solver", SOURCE / "bots") if folder == SOURCE else ()
    below = folder.glob("*.py") if folder == SOURCE else folder.rglob("*.py")
    return sorted((*below, *(path for room in rooms for path in room.glob("*.py"))))


def _constants(node: ast.expr) -> Iterator[str]:
    """Return the strings that an expression may be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_constants(one), *_constants(other))


def strict(words: Words) -> Words:
    """Return the same words, but a missing message or place is an error; what has been read once is kept."""
    kept: dict[tuple[Any, ...], tuple[str, list[Exception]]] = {}

    class Strict(Words):
        def tried(self, key: str, /, **values: Number) -> tuple[str, list[Exception]]:
            asked = (key, *values.items())
            if asked not in kept:
                _, errors = kept[asked] = super().tried(key, **values)
                assert not errors, f"{self.language}: {key} {values}: {errors}"
            return kept[asked]

    return Strict(words.language, *words.folders)


def check_words(folder: Path, tongue: str) -> None:
    """Fail with the messages that a language has not, and with those that only it has."""
    english, path = messages(folder, "en").keys(), folder / f"{tongue}.ftl"
    there = messages(folder, tongue).keys()
    assert not english - there, f"write into {path}: {', '.join(sorted(english - there))}"
    assert not there - english, f"en.ftl has not what is in {path}: {', '.join(sorted(there - english))}"


@pytest.mark.parametrize("folder", ALL_FOLDERS.values(), ids=ALL_FOLDERS)
@each_language
def test_every_language_has_the_same_messages(folder: Path, tongue: str) -> None:
    check_words(folder, tongue)


def test_what_a_language_lacks_is_named(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("close = Close\nleave = Leave\n")
    with pytest.raises(AssertionError, match=r"write .*xx\.ftl"):
        check_words(tmp_path, "xx")
    (tmp_path / "xx.ftl").write_text("close = Xx\n")
    with pytest.raises(AssertionError, match=r"write into .*xx\.ftl: leave"):
        check_words(tmp_path, "xx")
    (tmp_path / "xx.ftl").write_text("close = Xx\nleave = Yy\nstay = Zz\n")
    with pytest.raises(AssertionError, match=r"xx\.ftl: stay"):
        check_words(tmp_path, "xx")


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
@each_language
def test_every_reason_has_a_message(folder: Path, tongue: str) -> None:
    sources = SOURCE if folder == LOCALE else folder
    known = messages(LOCALE, tongue) | messages(folder, tongue)
    for key, given in calls(sources, "reason"):
        assert key in known, f"write into {folder / tongue}.ftl: {key}"
        assert known[key] <= given, f"{key} asks for what the code does not give"


@each_language
def test_whatever_is_narrated_has_a_message(tongue: str) -> None:
    known = messages(LOCALE, tongue)
    told = ("did-", "note-", "deal-", "ask-")
    narrated = [(key, given) for key, given in calls(SOURCE, "reason") if key.startswith(told)]
    assert len(narrated) > 10
    for key, given in narrated:
        assert key in known, f"write into {LOCALE / tongue}.ftl: {key}"
        assert known[key] <= given, f"{key} asks for what the code does not give"


@each_language
def test_the_terminal_has_all_its_words_and_no_more(tongue: str) -> None:
    known = messages(LOCALE, tongue) | messages(TERMINAL, tongue)
    paths = (*TERMINAL.rglob("*.py"), *LOCALE.glob("*.py"), *SOURCE.glob("*.py"))
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text()))]
    for folder in (TERMINAL, LOCALE):
        for key, given in calls(folder, "words", "speech", "spoken", "_words"):
            if key in known and not key.startswith("help-of"):
                assert known[key] <= given, f"{key} asks for what the code does not give"
    literals = {node.value for node in nodes if isinstance(node, ast.Constant)}
    begun = {_beginning(node) for node in nodes if isinstance(node, ast.JoinedStr)} - {""}
    for key in messages(TERMINAL, tongue):
        assert key in literals or key.startswith(tuple(begun)), f"nobody uses {key}"
    lacking = {f"{kind}-{name}" for kind in ("keys", "help") for name in BY_NAME} - known.keys()
    assert not lacking, f"write into {TERMINAL / tongue}.ftl: {', '.join(sorted(lacking))}"


def _beginning(node: ast.JoinedStr) -> str:
    """What an f-string begins with, if that can be the beginning of a key."""
    first = node.values[0]
    text = first.value if isinstance(first, ast.Constant) else ""
    return text if isinstance(text, str) and re.fullmatch(r"[a-z-]+-", text) else ""


@each_language
def test_no_two_keys_are_the_same(tongue: str) -> None:
    words = words_of(tongue)
    keys = [key for name in BY_NAME for key in words(f"keys-{name}").split()]
    assert len(keys) == len(set(keys))


@each_game
@each_language
def test_everything_that_can_be_told_reads(name: str, kind: Kind, tongue: str) -> None:
    """Random deals under random house rules: no sentence lacks a word or a number."""
    words = strict(words_of(tongue, name))
    rng = random.Random(5)
    for step in everywhere(kind, 11, 60):
        game, state = step.game, step.state
        speech = Speech(words, game, NAMES[: game.seats], spoken=rng.random() < 0.5)
        actor = state.public.actor
        for fact in game.headline(state.public):
            speech.reason(fact)
        if actor is None or step.action is None:
            _row(speech, state)
            continue
        seen = view(state, actor)
        question(speech, seen)
        list(help_page(speech, seen, choices(game, seen), ""))
        _narrated(speech, Step(state, Act(actor, step.action), game.apply(state, step.action)))
        for attempt in rng.sample(range(52 + len(game.calls)), 6):
            if attempt not in game.legal(seen):
                speech.reason(game.why(seen, attempt))
        _settled(speech, state, actor)


def _narrated(speech: Speech, done: Step) -> None:
    """To everybody, with a table in sight and without, in words and in signs."""
    game = speech.game
    for receiver in (*range(game.seats), None, ALL):
        for spoken in (False, True):
            items = (*told(game, done, receiver, spoken=spoken), *undone(game, done, receiver))
            for sentence in Speech(speech.words, game, speech.names, spoken=spoken).told(items):
                assert "{" not in sentence


def _settled(speech: Speech, state: State[Any], actor: Seat) -> None:
    rest = tuple(state.hands[actor].bit_count() if seat == actor else 0 for seat in range(speech.game.seats))
    everybody = tuple(range(speech.game.seats))
    for entry in (Conceded((actor,)), Agreed(rest, (actor,)), Agreed(rest, everybody), Agreed((99,), (actor,))):
        settled = Settled(conceded=entry.side) if isinstance(entry, Conceded) else Settled(tricks=entry.won)
        after = speech.game.settle(state, settled)
        if isinstance(after, Reason):
            speech.reason(after)
        else:
            _narrated(speech, Step(state, entry, after))


def _row(speech: Speech, state: Any) -> None:
    outcome, standing = speech.game.outcome(state), state.public.match
    if isinstance(outcome, Void):
        speech.reason(outcome.reason)
    for entry in speech.game.row(outcome, standing).entries:
        speech.reason(entry.reason)


@each_game
@each_language
def test_refused_decks_read(name: str, kind: Kind, tongue: str) -> None:
    game = kind.build(next(iter(kind.presets.values())))
    speech = Speech(strict(words_of(tongue, name)), game, NAMES[: game.seats])
    standing = None
    for step in everywhere(kind, 3, 1):
        standing = step.state.public.match
    rng = random.Random(1)
    for _ in range(2000):
        assert standing is not None
        begun = game.deal(tuple(rng.sample(game.pack, len(game.pack))), standing)
        speech.told(dealt(game, begun, spoken=True))
    assert standing is not None
    speech.told((opening(standing), sealed(None), sealed(Shuffle("0" * 64, ("",) * game.seats, 1))))


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        (reason("x", seat=0, other=1, player=2, owner=1, dealer=0), "Anna Vera Tigran Vera Anna"),
        (reason("x", players=(0, 2)), "Anna, Tigran"),
        (reason("x", card=0, call=52), "♠2 pass"),
        (reason("x", actions=(13, 52)), "♣2, pass"),
        (reason("x", hand=1 << 12 | 1 << 39), "♠ A  ♥ 2"),
        (reason("x", counted=(3, 0, 7)), "Anna 3, Vera 0, Tigran 7"),
        (reason("x", suit=2, led=3), "diamonds hearts"),
        (reason("x", tricks=2, card="SA", seat="1"), "2 SA 1"),
    ],
)
def test_the_name_of_a_number_says_how_it_is_shown(shown: Reason, sentence: str) -> None:
    class Echo(Words):
        """The values of `x` instead of a message."""

        def tried(self, key: str, /, **values: Number) -> tuple[str, list[Exception]]:
            shown = (str(value) for name, value in values.items() if not name.endswith("-is"))
            return (" ".join(shown), []) if key == "x" else super().tried(key, **values)

    kind = next(kind for name, kind in KINDS if game_named(name).calls[:1] == ("pass",))
    words = Echo("en", kind.folder)
    speech = Speech(words, kind.build(next(iter(kind.presets.values()))), NAMES[:3])
    assert speech.told([shown]) == [sentence]


def test_the_language_follows_the_environment() -> None:
    assert language({}) == "en"
    assert language({"LANG": "ru_RU.UTF-8"}) == "ru"
    assert language({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}) == "en"
    assert language({"LANG": "xx_XX.UTF-8", "PRIKUP_LANGUAGE": "ru"}) == "ru"
    assert language({"LANG": "xx_XX.UTF-8"}) == "en"


def test_a_missing_word_never_stops_the_game() -> None:
    assert Words("ru")("nobody-wrote-this") == "nobody-wrote-this"
    assert "text" in Words("ru")("not-a-card")


def test_every_game_is_named_in_its_language() -> None:
    for name in GAMES:
        for tongue in LANGUAGES:
            assert words_of(tongue, name)("game")
