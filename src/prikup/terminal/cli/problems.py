"""`prikup problems`: solve card problems in the terminal, or test how many of them computer players solve."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.progress import track

from prikup.bots import PLAYERS, is_player
from prikup.games import GAMES
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.problems.difficulty import PlayerScore, score_player
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.open_problem import OpenProblem
from prikup.problems.play_out import PlayedOut
from prikup.problems.problem import Problem, every_problem, parse_answer, parse_discard
from prikup.problems.progress import BadProgress, SolvedProblems, filter_problems, problem_by_id, problem_of_the_day
from prikup.problems.themes import HIDDEN, THEMES
from prikup.rules.cards import Card, card_text, cards
from prikup.rules.errors import BadText, PrikupError, reason
from prikup.terminal.cli.problem_pages import (
    best_play_lines,
    problem_page,
    problem_speech,
    result_sentence,
    solution_lines,
    trick_lines,
)
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.client.input_parser import means, read_card
from prikup.terminal.render.blocks import Block, Heading, TextTable
from prikup.terminal.render.screen import Screen
from prikup.terminal.words import words_of

__all__ = [
    "ProblemList",
    "all_problems",
    "list_page",
    "player_scores",
    "problem_set",
    "progress_file",
    "score_page",
    "solve_problems",
]

FILE = "problems.json"
"""The name of the file in the data folder that records which problems the user has solved."""


class ProblemList(Struct, frozen=True):
    """The problems that the program shows to the user, in this order.

    `day` is the date if the only problem is the problem of that day, otherwise None.
    """

    problems: tuple[Problem, ...]
    day: date | None = None


def all_problems() -> tuple[Problem, ...]:
    """Return all card problems, first those with open hands (the user sees all cards), then those with hidden hands."""
    return (*every_problem(OpenProblem), *every_problem(HiddenProblem))


def today() -> date:
    """Return the current date in the time zone of the user's machine."""
    return datetime.now().astimezone().date()


def problem_set(
    words: Words, games: Sequence[str], *, theme: str, level: int | None, day: str, name: str, solved_ids: Iterable[str]
) -> ProblemList:
    """Return the card problems that the user has selected by options. There are three ways to select them.

    - `name` is the id of one problem.
    - `games` (names of games), `theme` (the type of question) and `level` (of difficulty, 0 to 4) are filters. The
      unsolved problems that fit are returned, or all that fit if none of them is unsolved. `solved_ids` are the ids of
      the solved problems.
    - Without any of these, the problem of the date `day` is returned (`day` is a text; "" is today).

    `words` are the messages in the user's language. Problems with hidden hands are returned only if `theme` or `name`
    selects them. Raise Complaint or BadText if a value is invalid or no problem fits.
    """
    _check_games(games)
    themes = (*THEMES, HIDDEN)
    if theme not in ("", *themes):
        raise Complaint(words("error-problem-kind", kind=theme, allowed=" ".join(themes)))
    if name:
        problem = problem_by_id(OpenProblem, name) or problem_by_id(HiddenProblem, name)
        if problem is None:
            raise Complaint(words("error-problem-id", id=name))
        return ProblemList((problem,))
    if games or theme or level is not None:
        fitting = filter_problems(HiddenProblem if theme == HIDDEN else OpenProblem, games, theme, level)
        if not fitting:
            raise Complaint(words("error-problem-none"))
        solved_id_set = set(solved_ids)
        return ProblemList(
            tuple(candidate for candidate in fitting if candidate.id not in solved_id_set) or tuple(fitting)
        )
    problem_day = _day(words, day)
    return ProblemList((problem_of_the_day(problem_day),), problem_day)


def _check_games(games: Sequence[str]) -> None:
    """Raise BadText if `games` contains a text that is not the name of a game."""
    for name in games:
        if name not in GAMES:
            raise BadText(reason("game-unknown", game=name, allowed=" ".join(GAMES)))


def _day(words: Words, text: str) -> date:
    """Parse `text` as a date; "" is today.

    Raise Complaint if the text is not a date, or is a date in the future, because the problem of that day is still
    secret.
    """
    try:
        day = date.fromisoformat(text) if text else today()
    except ValueError:
        raise Complaint(words("usage-bad-value", name="--day")) from None
    if day > today():
        raise Complaint(words("error-problem-day"))
    return day


# Storage


def progress_file(folder: Path, words: Words) -> tuple[Path, SolvedProblems]:
    """Return the path of the file that records which problems the user has solved, and its content.

    `folder` is the program's data folder, and `words` are the messages in the user's language. Raise Complaint if the
    content is damaged.
    """
    path = folder / FILE
    if not path.exists():
        return path, SolvedProblems()
    try:
        return path, SolvedProblems.read(path.read_bytes())
    except BadProgress as error:
        raise Complaint(words("error-file-error", file=str(path), error=words.reason(error.reason))) from None


def _save_progress(path: Path, progress: SolvedProblems) -> None:
    """Write the user's solved problems to the file at `path`. If this is interrupted, the old file remains."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary_path = path.with_suffix(".new")
    temporary_path.write_bytes(progress.encode())
    temporary_path.replace(path)


# Numbers


def list_page(words: Words, problems: Sequence[Problem], progress: SolvedProblems) -> Iterator[Block]:
    """Yield a table for each game with the number of its problems by theme and level, and how many of them are solved.

    `words` are the messages in the user's language. `progress` records which problems the user has solved. A theme is a
    type of question, and a level a degree of difficulty.
    """
    levels = range(5)
    yield Heading(words("problems-there-are", number=len(problems), solved=len(progress.solved)))
    for name in dict.fromkeys(problem.game for problem in problems):
        game_words = words_of(words.language, name)
        of_game = [problem for problem in problems if problem.game == name]
        rows = []
        for theme in dict.fromkeys(problem.theme for problem in of_game):
            of_theme = [problem for problem in of_game if problem.theme == theme]
            solved_count = sum(problem.id in progress.solved for problem in of_theme)
            counts = (sum(problem.level == level for problem in of_theme) for level in levels)
            rows.append((theme, game_words(f"problem-{theme}"), *map(str, counts), f"{solved_count}/{len(of_theme)}"))
        heads = (
            "--kind",
            game_words("game"),
            *(words(f"problem-level-{level}") for level in levels),
            words("problems-solved"),
        )
        yield TextTable(heads, tuple(rows), tuple(range(2, 8)))


def player_scores(words: Words, games: Sequence[str], players: str) -> list[PlayerScore]:
    """Let computer players solve the problems with hidden hands, and return their scores by player and game.

    `words` are the messages in the user's language. `players` is a list of names separated by commas. `games` are names
    of games; if it is empty, all games are used. Progress is shown on stderr. Raise Complaint if a player is unknown,
    and BadText if a game is unknown.
    """
    _check_games(games)
    names = tuple(dict.fromkeys(name.strip() for name in players.split(",")))
    for name in names:
        if not is_player(name):
            raise Complaint(words("error-level", level=name, allowed=" ".join(PLAYERS)))
    game_problems = list(filter(None, (filter_problems(HiddenProblem, [game]) for game in games or GAMES)))
    rounds = [(name, of_game) for name in names for of_game in game_problems]
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    return [score_player(*entry) for entry in track(rounds, words("problems-under-way"), console=quiet)]


def score_page(words: Words, scores: Sequence[PlayerScore]) -> Iterator[Block]:
    """Yield a table that shows how well computer players solve the problems with hidden hands.

    `words` are the messages in the user's language, and `scores` are the results of the players. The table has a row
    for each player and game, with the number of solved problems and the average loss of points.
    """
    heads = (words("arena-player"), words("problems-game"), words("problems-solved"), words("problems-lost"))
    rows = (
        (score.player, score.game, f"{score.solved_count}/{score.problems}", f"{score.average_loss:.2f}")
        for score in scores
    )
    yield TextTable(heads, tuple(rows), (2, 3))


# Solving


class _UserLeft(Exception):
    """Raised if the user leaves while solving a problem."""


def solve_problems(words: Words, screen: Screen, selection: ProblemList, path: Path, progress: SolvedProblems) -> None:
    """Let the user solve the problems of `selection` one after another until the user leaves.

    `progress` records which problems the user has solved. `words` are the messages in the user's language. The file at
    `path` is updated after each solved problem.
    """
    try:
        for number, problem in enumerate(selection.problems):
            if number and not _confirm_next(words, screen):
                break
            speech = problem_speech(words, problem, spoken=screen.spoken)
            solving = _Solving(speech, screen, problem)
            solution = solving.solve(selection.day)
            if solution is None:
                continue
            progress = progress.after(problem, first=solution.first, today=today(), day=selection.day)
            _save_progress(path, progress)
            solving.play_out(solution.answer)
            screen.notice([words("problem-streak", days=progress.streak(today()), best=progress.best)])
            screen.notice([words("problem-solved-so-far", number=len(progress.solved), all=len(all_problems()))])
    except (EOFError, KeyboardInterrupt, _UserLeft):
        screen.events([""])


def _confirm_next(words: Words, screen: Screen) -> bool:
    """Ask the user whether to show the next problem, and return True for yes.

    The question is asked on `screen`, with `words` as the messages. An empty line means yes; any other line except the
    word for quitting is rejected.
    """
    while line := screen.ask(words("problem-next")):
        if means(words, "keys-quit", line):
            return False
        screen.notice([words("answer-unclear", text=line)])
    return True


class _SolvedProblem(Struct, frozen=True):
    """The right answer that the user gave to a problem, as text.

    `first` is True if it was the first attempt and the user had no hint.
    """

    answer: str
    first: bool


class _Solving:
    """The dialogue with the user about one problem."""

    def __init__(self, speech: Speech, screen: Screen, problem: Problem) -> None:
        self.speech, self.screen, self.problem = speech, screen, problem

    def solve(self, day: date | None) -> _SolvedProblem | None:
        """Ask the user for the answer until it is right. Return None if the user asks for the solution instead.

        `day` is the date if the problem is the problem of that day, otherwise None. Raise _UserLeft if the user leaves.
        """
        speech, screen, problem = self.speech, self.screen, self.problem
        screen.page(problem_page(speech, problem, day))
        first = True
        while True:
            line = screen.ask(speech(f"problem-ask-{problem.asks}"))
            if means(speech.words, "keys-quit", line):
                raise _UserLeft
            if not line or means(speech.words, "keys-help", line):
                screen.notice([speech("problem-help")])
            elif means(speech.words, "keys-hint", line):
                screen.notice([self._hint()])
                first = False
            elif means(speech.words, "keys-problem-answer", line):
                screen.notice([*solution_lines(speech, problem), speech("problem-answer", answer=self._texts())])
                return None
            elif (answer := self._answer(line)) is None:
                continue
            elif answer in problem.answer:
                self._report_right(answer)
                return _SolvedProblem(answer, first)
            else:
                refutation = best_play_lines(speech, problem, answer) if isinstance(problem, OpenProblem) else ()
                screen.notice([speech("problem-wrong", answer=self._text(answer)), *refutation])
                first = False

    def _answer(self, line: str) -> str | None:
        """Parse `line` as the user's answer to the problem.

        If it is not a possible answer, show the reason and return None.
        """
        words = line.replace(",", " ").split()
        parsed_cards = [None if self.problem.asks == "number" else read_card(self.speech.words, word) for word in words]
        text = " ".join(
            word if card is None else card_text(card) for word, card in zip(words, parsed_cards, strict=True)
        )
        try:
            return parse_answer(self.problem, text)
        except PrikupError as error:
            self.screen.notice([self.speech.reason(error.reason)])
            return None

    def _hint(self) -> str:
        """Return a hint: the suits of the right answer or, if the answer is a number, bounds for it."""
        answer = self.problem.answer[0]
        if self.problem.asks == "number":
            return self.speech("problem-hint-number", least=max(0, int(answer) - 1), most=int(answer) + 1)
        suits = dict.fromkeys(card // 13 for card in _cards(answer))
        return self.speech("problem-hint", suits=", ".join(map(self.speech.suit, suits)))

    def _report_right(self, answer: str) -> None:
        """Tell the user that the answer is right, and how often computer players failed to find it."""
        speech, problem = self.speech, self.problem
        sentences = [speech("problem-right", answer=self._text(answer))]
        if problem.failed:
            sentences.append(speech("problem-failed", tries=problem.tries, number=sum(problem.failed)))
        self.screen.notice(sentences)

    def play_out(self, answer: str) -> None:
        """Let the user play the position to its end after the right answer.

        `answer` is that answer. If the hands are hidden or the answer is a number, show the solution instead.
        """
        problem = self.problem
        if not isinstance(problem, OpenProblem) or problem.asks == "number":
            self.screen.notice(solution_lines(self.speech, problem))
            return
        playout = PlayedOut.begin(problem, parse_discard(answer) if problem.asks == "discard" else 0)
        self._play(playout.after(_cards(answer)[0]) if problem.asks == "card" else playout)

    def _play(self, playout: PlayedOut) -> None:
        """Let the user play a position to its end.

        `playout` is the position with the cards played so far. The user chooses the cards of their own hand, and all
        other players play their best cards.
        """
        self.screen.notice([self.speech("problem-play-on")])
        shown_count = 0
        while True:
            playout = playout.play_replies()
            self.screen.notice(list(trick_lines(self.speech, playout, shown_count)))
            shown_count = len(playout.line)
            if playout.over:
                break
            next_playout = playout.after(playout.legal[0]) if len(playout.legal) == 1 else self._ask_card(playout)
            if next_playout is None:
                return
            playout = next_playout
        verdict = self.speech("problem-kept" if playout.solved else "problem-slipped")
        self.screen.notice([result_sentence(self.speech, playout), verdict])

    def _ask_card(self, playout: PlayedOut) -> PlayedOut | None:
        """Ask the user for a card, and return the position after it. Return None if the user stops.

        `playout` is the position with the cards played so far.
        """
        speech = self.speech
        while True:
            hand = speech.hand(playout.position.hands[self.problem.you])
            line = self.screen.ask(speech("problem-ask-play", cards=hand))
            if not line or means(speech.words, "keys-quit", line):
                return None
            card = read_card(speech.words, line)
            if card is None:
                self.screen.notice([speech("answer-unclear", text=line)])
                continue
            try:
                return playout.after(card)
            except PrikupError as error:
                self.screen.notice([speech.reason(error.reason)])

    # Sentences

    def _text(self, answer: str) -> str:
        return answer if self.problem.asks == "number" else self.speech.actions(_cards(answer))

    def _texts(self) -> str:
        return self.speech("problem-or").join(map(self._text, self.problem.answer))


def _cards(answer: str) -> tuple[Card, ...]:
    return cards(parse_discard(answer))
