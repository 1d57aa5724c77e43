"""Matches with computer players at a table in this process, played by a function: no terminal, no waiting."""

import io
import os
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from support.example_games import example
from support.walk import KINDS
from terminal.sitting import Sitting, legal, played, seen, sit

from prikup.bots import LEVELS
from prikup.claims import claims
from prikup.errors import BadLog, Reason
from prikup.history.log import Act, Agreed, Conceded, Dealt, Event, Log, Undo, verify
from prikup.kind import Kind
from prikup.locale.speech import Speech
from prikup.state import view
from prikup.terminal.cli.menu import menu
from prikup.terminal.cli.new_match import USUAL, Wish, settings_of
from prikup.terminal.cli.play import play_match
from prikup.terminal.cli.wishes import PlayWish
from prikup.terminal.client.commands import COMMANDS
from prikup.terminal.host.match_file import MatchFile
from prikup.terminal.render.blocks import Block, Text, Verbatim
from prikup.terminal.render.screen import Plain
from prikup.terminal.words import words_of

THREE = example(seats=3, first="call")
each_game = pytest.mark.parametrize(("name", "kind"), KINDS)
each_language = pytest.mark.parametrize("tongue", ["en", "ru"])


CHANGING = ("quit", "undo", "concede", "claim", "stop", "stand")
"""Commands that do something, or ask whether they should."""


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """No disk is waited for."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def at_random(seed: int) -> Callable[[Sitting], str | None]:
    """A person who does anything legal, by number."""
    rng = random.Random(seed)
    return lambda sitting: str(rng.randint(1, len(legal(sitting))))


def wish(name: str, deals: int = 2) -> Wish:
    return Wish(name, name="Anna", deals=deals, seed="tests")


@each_game
@each_language
def test_a_match_is_told_without_a_gap(name: str, kind: Kind, tongue: str, tmp_path: Path) -> None:
    sitting = Sitting(tongue, at_random(1))
    log = played(tmp_path / "log", wish(name), sitting)
    assert log.over
    assert all(check.right for check in verify(log))
    assert log.match.sheet.lines
    text = sitting.text
    assert not re.search(r"[\x00-\x08\x1b─│┌●▸{}]|reason-|did-|note-|call-", text)
    assert len(re.findall(r"[0-9a-f]{16}", text)) >= len(log.match.sheet.lines), "every deck was sealed"


@each_game
def test_everything_random_follows_from_the_seed(name: str, kind: Kind, tmp_path: Path) -> None:
    logs = [played(tmp_path / str(n), wish(name), Sitting("en", at_random(2))) for n in range(2)]
    assert logs[0].events == logs[1].events
    other = played(tmp_path / "other", Wish(name, name="Anna", deals=2), Sitting("en", at_random(2)))
    assert other.events != logs[0].events


@each_game
@each_language
def test_every_command_answers_and_changes_nothing(name: str, kind: Kind, tongue: str, tmp_path: Path) -> None:
    rng = random.Random(3)
    todo: list[str] = []
    before: list[int] = []

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        if before:
            assert len(sitting.log.events) == before.pop()
            assert sitting.since, "a command says something"
        if not todo and rng.random() < 0.3:
            todo.extend(each.name for each in COMMANDS if each.name not in CHANGING)
        if todo:
            before.append(len(sitting.log.events))
            return sitting.words(f"keys-{todo.pop()}").split()[0]
        return str(rng.randint(1, len(legal(sitting))))

    assert played(tmp_path / "log", wish(name), Sitting(tongue, answer)).over


@each_game
def test_an_empty_line_shows_the_table_again(name: str, kind: Kind, tmp_path: Path) -> None:
    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        if sitting.asked == 2:
            assert next(iter(kind.presets)) in sitting.since, "the title of the table"
        return None if sitting.asked > 1 else ""

    sitting = Sitting("en", answer)
    played(tmp_path / "log", wish(name), sitting)
    assert sitting.asked == 2


@each_game
def test_nonsense_changes_nothing(name: str, kind: Kind, tmp_path: Path) -> None:
    nonsense = ["xyz", "0", "99", "-1", "♠♠", "s7 h8 nonsense", "\x1b[A", "{ $x }", "[red]", "ъ" * 300, ""]
    asked: list[str] = []

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        if len(asked) < 3 * len(nonsense):
            asked.append(nonsense[len(asked) % len(nonsense)])
            assert not any(isinstance(e, Act) and e.seat == 0 for e in sitting.log.events)
            return asked[-1]
        return None

    sitting = Sitting("en", answer)
    assert not played(tmp_path / "log", wish(name), sitting).over
    assert sitting.text.count("Not understood") >= 15


@each_game
@each_language
def test_a_refused_action_says_the_rule(name: str, kind: Kind, tongue: str, tmp_path: Path) -> None:
    rng = random.Random(5)
    tried: list[tuple[str, int]] = []

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        assert log.state is not None
        if tried and tried[-1][1] == len(log.events):
            assert tried[-1][0] in sitting.since
            assert sitting.since[0].isupper(), "a sentence"
        view_of_it = seen(log)
        illegal = [c for c in range(52) if c not in log.game.legal(view_of_it)]
        if rng.random() < 0.5:
            card = rng.choice(illegal)
            why = speech(log.game.why(view_of_it, card))
            tried.append((why[1:], len(log.events)))
            return "SCDH"[card // 13] + "23456789TJQKA"[card % 13]
        return str(rng.randint(1, len(legal(sitting))))

    def speech(why: Reason) -> str:
        assert sitting.log is not None
        return Speech(words_of(tongue, name), sitting.log.game, sitting.log.begin.names, spoken=True).reason(why)

    sitting = Sitting(tongue, answer)
    log = played(tmp_path / "log", wish(name), sitting)
    assert log.over
    assert len(tried) > 5


@each_game
def test_taking_back(name: str, kind: Kind, tmp_path: Path) -> None:
    """Alone with computer players a person takes back to their own last action, however far back, and all after it."""
    rng = random.Random(6)
    texts, undone = "", 0

    def answer(sitting: Sitting) -> str | None:
        return "u" if rng.random() < 0.4 else str(rng.randint(1, len(legal(sitting))))

    for n in range(6):
        sitting = Sitting("en", answer)
        log = played(tmp_path / str(n), Wish(name, name="Anna", deals=2, seed=str(n)), sitting)
        assert log.over
        texts += sitting.text
        for at, event in enumerate(log.events):
            if isinstance(event, Undo):
                undone += 1
                back = _standing(log.events[:at])[event.to :]
                assert isinstance(back[0], Act)
                assert back[0].seat == 0, "to one's own action"
                assert all(isinstance(one, Act) and one.seat != 0 for one in back[1:]), "the last one"
    assert undone
    assert undone == len(re.findall("You take back", texts))
    assert "You have done nothing in this deal that could be taken back" in texts


def _standing(events: Sequence[Event]) -> list[Event]:
    """Return the entries of the last deal that stand after these events."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Dealt):
            found = []
        elif isinstance(event, Undo):
            del found[event.to :]
        elif isinstance(event, Act | Agreed | Conceded):
            found.append(event)
    return found


@each_game
def test_conceding_and_claiming(name: str, kind: Kind, tmp_path: Path) -> None:
    rng = random.Random(8)
    ended: list[Event] = []
    confirmed: list[int] = []

    def answer(sitting: Sitting) -> str | None:
        assert sitting.log is not None
        if "(y/n)" in sitting.since:
            yes = rng.choice(["y", "n", ""])
            confirmed.extend([len(sitting.log.events)] * (yes == "y"))
            return yes
        return "c" if rng.random() < 0.6 else str(rng.randint(1, len(legal(sitting))))

    for n in range(50):
        if len(ended) > 2:
            break
        log = played(tmp_path / str(n), Wish(name, name="Anna", deals=2, seed=str(n)), Sitting("en", answer))
        assert log.over
        ended += [log.events[at] for at in confirmed]
        confirmed.clear()
    assert ended
    for event in ended:
        assert isinstance(event, Agreed | Conceded)
        assert 0 in (event.by if isinstance(event, Agreed) else event.side)


@each_game
def test_computer_players_claim_what_is_certain(name: str, kind: Kind, tmp_path: Path) -> None:
    """At once, and one is told who it was and with which cards."""
    claimed = 0
    for n in range(20):
        tongue = ("en", "ru")[n % 2]
        sitting = Sitting(tongue, at_random(n))
        log = played(tmp_path / str(n), Wish(name, name="Anna", deals=2, seed=str(n)), sitting)
        again = Log(log.begin)
        for event in log.events[1:]:
            state = again.state
            if state is not None and (actor := state.public.actor):
                before = view(state, actor)
                won = claims(log.game, before)
                assert event == Agreed(won.tricks, tuple(range(log.game.seats))) if won else isinstance(event, Act)
                if won:
                    claimed += 1
                    speech = Speech(words_of(tongue, name), log.game, log.begin.names, spoken=True)
                    told = {"player": actor, "hand": before.hand, "tricks": before.hand.bit_count()}
                    assert speech("did-take-rest", **told) in sitting.pages
            again.enter(event)
        if claimed:
            break
    assert claimed


@each_game
def test_leaving_and_coming_back_at_every_question(name: str, kind: Kind, tmp_path: Path) -> None:
    """One answer a sitting: the match ends as if nobody had ever left."""
    whole = played(tmp_path / "whole", wish(name, 1), Sitting("en", at_random(9)))
    rng = random.Random(9)
    path = tmp_path / "parts"
    log = played(path, wish(name, 1), Sitting("en", lambda _: None))
    while not log.over:
        written = path.read_bytes()

        def answer(sitting: Sitting) -> str | None:
            return str(rng.randint(1, len(legal(sitting)))) if sitting.asked == 1 else None

        log = sit(path, Sitting("ru", answer))
        assert path.read_bytes().startswith(written)
    assert log.events == whole.events
    sit(path, Sitting("en", lambda _: None))
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_torn_last_line_is_cut_off_and_a_changed_one_is_named(tmp_path: Path) -> None:
    name = KINDS[0][0]
    path = tmp_path / "log"
    rng = random.Random(1)

    def answer(sitting: Sitting) -> str | None:
        return str(rng.randint(1, len(legal(sitting)))) if sitting.asked < 5 else None

    played(path, wish(name), Sitting("en", answer))
    data = path.read_bytes()
    path.write_bytes(data[:-7])
    sit(path, Sitting("en", lambda _: None))
    assert path.read_bytes() == data, "what the computer players did follows again"
    lines = data.split(b"\n")
    lines[2] = lines[2].replace(b"1", b"2", 1)
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(BadLog, match="line 3"):
        MatchFile(path)


@each_game
def test_the_only_card_is_played_with_auto(name: str, kind: Kind, tmp_path: Path) -> None:
    def never_one(sitting: Sitting) -> str | None:
        assert len(legal(sitting)) > 1 or legal(sitting)[0] >= 52
        return "1"

    assert played(tmp_path / "log", wish(name), Sitting("en", never_one), auto=True).over


def test_only_enter_goes_on_to_the_next_deal(tmp_path: Path) -> None:
    """Anything else shows the sheet, or all cards, or leaves."""
    rng = random.Random(1)
    typed = ["what", "sheet", "d", "q"]

    def answer(sitting: Sitting) -> str | None:
        log = sitting.log
        assert log is not None
        return typed.pop(0) if log.state is None else str(rng.randint(1, len(legal(sitting))))

    sitting = Sitting("en", answer, typing=True)
    log = played(tmp_path / "log", wish(THREE), sitting)
    assert not typed
    assert log.match.deals == 1
    assert log.state is None
    assert sitting.text.count("Deal 1, dealer") == 3, "the row twice, and below all cards"


@each_language
def test_leaving_says_how_to_go_on_in_the_same_language(
    tongue: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")
    sitting = Sitting(tongue, lambda _: None)
    words = words_of(tongue, THREE)
    settings = settings_of(wish(THREE), words)
    play_match(words, sitting, tmp_path / "log", PlayWish(settings, "Anna"))
    said = sitting.pages[-1]
    assert said.startswith(f"  prikup play {THREE} --log ")
    assert said.endswith("--language ru") == (tongue == "ru")


def test_the_menu_promises_no_help(tmp_path: Path) -> None:
    answers = ["?", "q"]
    screen = Sitting("en", lambda _: answers.pop(0))
    with pytest.raises(EOFError):
        menu(screen, "en", None, "Anna")
    assert "Not understood: ?." in screen.pages


@pytest.mark.parametrize(
    ("tongue", "typed", "level"),
    [
        ("en", [""], USUAL),
        ("en", ["1"], LEVELS[0]),
        ("en", [str(len(LEVELS))], LEVELS[-1]),
        ("en", ["grandmaster", "ste"], "rule"),
        ("en", ["RULE"], "rule"),
        ("ru", ["нов"], "beginner"),
        ("ru", ["н", "2", "", "2"], LEVELS[1]),
    ],
)
def test_the_menu_asks_how_strong_the_others_are(tongue: str, typed: list[str], level: str) -> None:
    """By number or by name; one may go back to the games."""
    answers = ["1", "", *typed]
    screen = Sitting(tongue, lambda _: answers.pop(0))
    wish = menu(screen, tongue, lambda _: "").wish
    assert not answers
    assert wish is not None
    assert settings_of(wish, screen.words).level == level
    assert all(f"{n} {screen.words(f'level-{one}')}\n" in screen.text for n, one in enumerate(LEVELS, 1))


def test_a_plain_terminal_breaks_no_word_and_a_pipe_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "30")
    sentence, command = "word " * 20 + "end.", "prikup play " + "x" * 40 + " --language ru"
    blocks: list[Block] = [Text(sentence, 2), Verbatim(command)]
    for out in (Terminal(), io.StringIO()):
        Plain(words_of("en"), out, io.StringIO()).page(blocks)
        *lines, last = out.getvalue().splitlines()
        assert last == f"  {command}"
        assert "".join(lines).split() == sentence.split()
        if out.isatty():
            assert len(lines) > 3
            assert all(len(line) < 30 and line.startswith("  ") for line in lines)
        else:
            assert lines == [f"  {sentence}"]
