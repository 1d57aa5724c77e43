"""The first deal with the coach in the terminal: the browser's remarks, as sentences and on the full screen."""

import io
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from terminal.plain_player import NoKeys, Sitting, each_language, legal, play_new_match, run_match
from terminal.pseudo_terminal import STYLE

from prikup.games import GAMES
from prikup.history.events import BeginEvent, DealEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.locale.speech import Speech
from prikup.rules.errors import Reason
from prikup.rules.state import Action
from prikup.table.coach.script import SEAT, Coach, coach_of
from prikup.table.protocol.message_parts import Person
from prikup.terminal.cli.app import run
from prikup.terminal.cli.tables.menu import menu
from prikup.terminal.cli.tables.new_match import Wish, player_name, settings_of
from prikup.terminal.cli.tables.play import play_match
from prikup.terminal.cli.tables.table_options import PlayWish
from prikup.terminal.render.rich_screen import RichScreen
from prikup.terminal.words import person_name, words_of

COACHED_GAMES = [name for name in GAMES if coach_of(name)]
each_coach = pytest.mark.parametrize("name", COACHED_GAMES)
FIRST = COACHED_GAMES[0]


def coach_for(name: str) -> Coach:
    """Return the coach of a game that has one."""
    coach = coach_of(name)
    assert coach
    return coach


def input_text(actions: tuple[Action, ...], choices: tuple[Action, ...]) -> str:
    """Return how these actions are typed: calls by number, cards by name."""
    return " ".join(
        str(choices.index(act) + 1) if act >= 52 else "SCDH"[act // 13] + "23456789TJQKA"[act % 13] for act in actions
    )


def speech_of(log: Log, tongue: str, *, spoken: bool = True) -> Speech:
    """Return the speech to the learning player."""
    words = words_of(tongue, log.begin.game)
    names = [person_name(words, Person(name, "", True, seat == SEAT)) for seat, name in enumerate(log.begin.names)]
    return Speech(words, log.game, names, you=SEAT, spoken=spoken)


@each_coach
@each_language
def test_plain_coach_shows_remarks_before_their_prompts(name: str, tongue: str, tmp_path: Path) -> None:
    """The coach's own answers lead through the whole deal to its five lessons."""
    coach = coach_for(name)
    remaining_answers = list(coach.answers.items())
    reasons: list[Reason] = []

    def answer(sitting: Sitting) -> str:
        assert sitting.log
        number, actions = remaining_answers.pop(0)
        speech = speech_of(sitting.log, tongue)
        for remark in coach.remarks.get(number, ()):
            assert " ".join(speech.sentences(remark.say)) in sitting.output_since_answer
            reasons.extend(remark.say)
        assert speech("coach-answer", actions=actions) in sitting.output_since_answer
        return input_text(actions, legal(sitting))

    sitting = Sitting(tongue, answer)
    log = play_new_match(tmp_path / "log", Wish(name, name="Anna", coach=True), sitting)
    assert log.over
    assert not remaining_answers
    assert coach.result_event in log.events
    assert len(reasons) == sum(len(remarks) for prompt_number, remarks in coach.remarks.items() if prompt_number)
    speech = speech_of(log, tongue)
    for lesson in (*(remark.say[0] for remark in coach.remarks[0]), *(say for say, _ in coach.things)):
        assert speech.reason(lesson) in sitting.output_since_answer


@each_coach
def test_coach_remarks_on_deviation_and_resumes_after_undo(name: str, tmp_path: Path) -> None:
    coach = coach_for(name)
    (_, coach_answer), *_ = coach.answers.items()
    outputs: list[str] = []
    other_actions: list[Action] = []

    def answer(sitting: Sitting) -> str | None:
        outputs.append(sitting.output_since_answer)
        if len(outputs) == 1:
            other_actions.append(next(act for act in legal(sitting) if act not in coach_answer))
            return input_text(tuple(other_actions), legal(sitting))
        return "u" if len(outputs) == 2 else None

    log = play_new_match(tmp_path / "log", Wish(name, name="Anna", coach=True), Sitting("en", answer))
    speech = speech_of(log, "en")
    first_output, second_output, last_output = outputs
    assert speech("coached-differs", actions=tuple(other_actions), best=coach_answer[:1]) in second_output
    assert speech("coach-take-back", undo="u") in second_output
    assert speech("coach-take-back", undo="u") not in first_output + last_output
    assert speech("coach-answer", actions=coach_answer) in last_output


def test_coach_command_switches_coach_off_and_on(tmp_path: Path) -> None:
    outputs: list[str] = []
    commands = ["coach", "n", "coach", "y", "t", "coach"]

    def answer(sitting: Sitting) -> str | None:
        outputs.append(sitting.output_since_answer)
        return commands.pop(0) if commands else None

    log = play_new_match(tmp_path / "log", Wish(FIRST, name="Anna", coach=True), Sitting("en", answer))
    speech = speech_of(log, "en")
    remark = speech.reason(coach_for(FIRST).remarks[1][0].say[0])
    assert speech("confirm-coach", coach="coach") in outputs[1]
    assert speech("confirm-coach", coach="coach") in outputs[3]
    assert remark not in outputs[5], "the coach has left"
    assert remark in outputs[0]
    assert remark in outputs[6]


def test_coach_returns_when_match_file_is_resumed(tmp_path: Path) -> None:
    """Resuming the file brings the coach back, although the log does not mention one."""
    path, outputs = tmp_path / "log", list[str]()
    play_new_match(path, Wish(FIRST, name="Anna", coach=True), Sitting("en", lambda _: None))
    run_match(path, Sitting("en", lambda sitting: outputs.append(sitting.output_since_answer)))
    log = Log.replay(read_events(path.read_bytes())[0])
    assert speech_of(log, "en").reason(coach_for(FIRST).remarks[1][0].say[0]) in outputs[0]


def test_rematch_after_coached_deal_is_an_ordinary_match(tmp_path: Path) -> None:
    coach = coach_for(FIRST)
    remaining_answers = [input_text(actions, tuple(range(52, 90))) for actions in coach.answers.values()]
    screen = Reader(
        "en", lambda _: remaining_answers.pop(0) if remaining_answers else "again" if tables() == 1 else None
    )

    def tables() -> int:
        return len(list(tmp_path.glob("*.jsonl")))

    screen.play_first_deal(tmp_path / "first.jsonl", FIRST)
    (path,) = (path for path in tmp_path.glob("*.jsonl") if path.name != "first.jsonl")
    begin, *events = read_events(path.read_bytes())[0]
    assert isinstance(begin, BeginEvent)
    assert (begin.deals, begin.names[SEAT]) == (0, "Anna")
    assert all(event.shuffle for event in events if isinstance(event, DealEvent))


class Reader(RichScreen):
    """A full screen of 80 columns and 24 lines, whose player answers by a function of its content."""

    def __init__(self, tongue: str, answer: Callable[[str], str | None], *, auto: bool = False) -> None:
        self._out = io.StringIO()
        console = Console(file=self._out, force_terminal=True, color_system="standard", highlight=False, _environ={})
        super().__init__(words_of(tongue), console=console)
        self._answer, self._auto = answer, auto
        self.path = Path()

    def play_first_deal(self, path: Path, game: str) -> Log:
        """Play the first deal with the coach of a game."""
        self.path, words = path, words_of(self.words.language, game)
        match_wish = Wish(game, name="Anna", coach=True)
        wish = PlayWish(settings_of(match_wish, words), player_name(match_wish, words), game, auto=self._auto)
        with open(os.devnull, encoding="utf-8") as empty_input, NoKeys(empty_input, io.StringIO()) as editor:  # noqa: PTH123
            editor.terminal, self._editor = True, editor
            play_match(words, self, path, wish, editor)
        return self.log

    @property
    def log(self) -> Log:
        """Return the match as currently stored in its file."""
        return Log.replay(read_events(self.path.read_bytes())[0])

    @property
    def screen_text(self) -> str:
        """Return the current screen content."""
        return STYLE.sub("", self._out.getvalue().split("\x1b[2J")[-1])

    @property
    def screen_line(self) -> str:
        """Return the screen content as one line."""
        return " ".join(self.screen_text.split())

    def ask(self, prompt: str = "") -> str:
        """Answer the player's prompt; wait while there is none."""
        if not prompt and "●" not in self.screen_text:
            return self._editor.idle()
        if prompt.startswith(self.words("prompt-more", back="").split(":")[0]):
            return ""
        answer = self._answer(self.screen_line)
        if answer is None:
            raise EOFError
        return answer


@pytest.fixture(autouse=True)
def _small_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


@each_coach
@each_language
def test_full_screen_coach_shows_single_remarks_in_a_small_window(name: str, tongue: str, tmp_path: Path) -> None:
    """Enter shows the next remark; then the coach's answer is prefilled."""
    coach = coach_for(name)
    remaining_answers = list(coach.answers.items())
    unread = [remark for prompt_number, _ in remaining_answers for remark in coach.remarks.get(prompt_number, ())]

    def answer(screen_line: str) -> str | None:
        if not remaining_answers:
            return None
        speech = speech_of(screen.log, tongue, spoken=False)
        assert screen.screen_text.count("\n") <= 23
        if unread and speech("coach-says", number=unread[0].number, of=coach.count, text="").strip() in screen_line:
            assert " ".join(" ".join(speech.sentences(unread.pop(0).say)).split()) in screen_line
        if speech("coach-go-on") in screen_line:
            return ""
        _, actions = remaining_answers.pop(0)
        assert speech("coach-answer", actions=actions) in screen_line
        return input_text(actions, tuple(range(52, 90)) if actions[0] < 52 else choices_now())

    def choices_now() -> tuple[Action, ...]:
        sitting = Sitting(tongue, lambda _: None)
        sitting.path = screen.path
        return legal(sitting)

    screen = Reader(tongue, answer)
    assert screen.play_first_deal(tmp_path / "log", name).over
    assert not unread, "a remark was not shown"


def test_full_screen_remark_on_deviation_waits_for_enter(tmp_path: Path) -> None:
    """It names the way back; then the remark for the next prompt follows."""
    coach = coach_for(FIRST)
    (_, coach_answer), *_ = coach.answers.items()
    outputs: list[str] = []

    def answer(screen_line: str) -> str | None:
        outputs.append(screen_line)
        speech = speech_of(screen.log, "en", spoken=False)
        if speech("coach-go-on") in screen_line:
            return ""
        return str(2 - (coach_answer[0] == 53)) if len(outputs) < 4 else None

    screen = Reader("en", answer)
    log = screen.play_first_deal(tmp_path / "log", FIRST)
    speech = speech_of(log, "en", spoken=False)
    differs = [text for text in outputs if "I had" in text]
    assert len(differs) == 1
    assert speech("coach-take-back", undo="u") in differs[0]
    assert "I had" not in outputs[-1]
    assert speech("coach-answer", actions=()).rstrip(" .") in outputs[-1]


def test_coach_prevents_automatic_play_of_single_card(tmp_path: Path) -> None:
    """Otherwise the remark could not be read."""
    coach = coach_for(FIRST)
    prompt_count = 0

    def answer(_: Sitting) -> str:
        nonlocal prompt_count
        prompt_count += 1
        return input_text(list(coach.answers.values())[prompt_count - 1], legal(_))

    play_new_match(tmp_path / "log", Wish(FIRST, name="Anna", coach=True), Sitting("en", answer), auto=True)
    assert prompt_count == len(coach.answers)


def test_menu_offers_first_deal_with_the_coach() -> None:
    for tongue, word in (("en", "coach"), ("ru", "наставник")):
        answers = [str(list(GAMES).index(FIRST) + 1), word]
        screen = Sitting(tongue, lambda _: answers.pop(0))  # noqa: B023  (called in this turn of the loop)
        wish = menu(screen, tongue, None).wish
        assert wish == Wish(FIRST, coach=True)
        assert not answers


def test_coach_option_rejects_options_that_change_the_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """The deal is fixed: options that would change it are refused by name, not ignored."""
    for option in (("--seed", "x"), ("--deals", "3"), ("--level", "master"), ("--preset", "sochi"), ("--set", "a=b")):
        assert run(["play", FIRST, "--coach", *option]) == 2
        assert re.search(rf"{option[0]}\b", capsys.readouterr().err)
