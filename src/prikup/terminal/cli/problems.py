"""`prikup problems`: the problem of the day and others, solved and played out in the terminal."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path

from msgspec import Struct

from prikup.games import GAMES, game
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.problems.open_problem import OpenProblem
from prikup.problems.play_out import PlayedOut, refutation
from prikup.problems.problem import every_problem, parse_answer, parse_discard
from prikup.problems.progress import BadProgress, SolvedProblems, filter_problems, problem_by_id, problem_of_the_day
from prikup.problems.themes import THEMES
from prikup.rules.cards import Card, card_text, cards
from prikup.rules.errors import BadText, PrikupError, reason
from prikup.rules.state import Seat
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.client.input_parser import means, read_card
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.screen import Screen
from prikup.terminal.words import capital, words_of

__all__ = ["ProblemList", "list_page", "problem_set", "problem_speech", "progress_file", "solve_problems", "task"]

FILE = "problems.json"
"""File name of the solved problems, in the data folder."""


class ProblemList(Struct, frozen=True):
    """The problems to solve, in order; `day` is set for the problem of that day."""

    problems: tuple[OpenProblem, ...]
    day: date | None = None


def today() -> date:
    """Return the date by the user's clock."""
    return datetime.now().astimezone().date()


def problem_set(
    words: Words, games: Sequence[str], *, theme: str, level: int | None, day: str, name: str, solved_ids: Iterable[str]
) -> ProblemList:
    """Return the requested problems: the unsolved ones of a selection, else the problem of a day."""
    for candidate in games:
        if candidate not in GAMES:
            raise BadText(reason("game-unknown", game=candidate, allowed=" ".join(GAMES)))
    if theme not in ("", *THEMES):
        raise Complaint(words("error-problem-kind", kind=theme, allowed=" ".join(THEMES)))
    if name:
        problem = problem_by_id(OpenProblem, name)
        if problem is None:
            raise Complaint(words("error-problem-id", id=name))
        return ProblemList((problem,))
    if games or theme or level is not None:
        fitting = filter_problems(OpenProblem, games, theme, level)
        if not fitting:
            raise Complaint(words("error-problem-none"))
        solved_id_set = set(solved_ids)
        return ProblemList(
            tuple(candidate for candidate in fitting if candidate.id not in solved_id_set) or tuple(fitting)
        )
    problem_day = _day(words, day)
    return ProblemList((problem_of_the_day(problem_day),), problem_day)


def _day(words: Words, text: str) -> date:
    """Parse a date, by default today. Raise Complaint for a future day, whose problem is not shown yet."""
    try:
        day = date.fromisoformat(text) if text else today()
    except ValueError:
        raise Complaint(words("usage-bad-value", name="--day")) from None
    if day > today():
        raise Complaint(words("error-problem-day"))
    return day


# Storage


def progress_file(folder: Path, words: Words) -> tuple[Path, SolvedProblems]:
    """Return the path of the solved problems and its content. Raise Complaint if it cannot be read."""
    path = folder / FILE
    if not path.exists():
        return path, SolvedProblems()
    try:
        return path, SolvedProblems.read(path.read_bytes())
    except BadProgress as error:
        raise Complaint(words("error-file-error", file=str(path), error=words.reason(error.reason))) from None


def _save_progress(path: Path, progress: SolvedProblems) -> None:
    """Write the solved problems atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary_path = path.with_suffix(".new")
    temporary_path.write_bytes(progress.encode())
    temporary_path.replace(path)


# Pages


def problem_speech(words: Words, problem: OpenProblem, *, spoken: bool) -> Speech:
    """Return the messages for a problem, in which the reader is the solver."""
    game_words = words_of(words.language, problem.game)
    other_names = iter(game_words("player-names").split())
    names = [
        game_words("player") if seat == problem.you else next(other_names) for seat in range(len(problem.hand_masks))
    ]
    return Speech(game_words, game(problem.game), names, you=problem.you, spoken=spoken)


def list_page(words: Words, problems: Sequence[OpenProblem], progress: SolvedProblems) -> Iterator[Block]:
    """Yield the numbers of problems by game, theme and level, and how many are solved."""
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


def _page(speech: Speech, problem: OpenProblem, day: date | None) -> Iterator[Block]:
    """Yield a problem: title, hands, cards on the table, and the task."""
    title = f"{speech('game')}: {speech(f'problem-{problem.theme}')}"
    about = speech(f"problem-level-{problem.level}")
    yield Heading(f"{speech('problem-day', day=day.isoformat())} {title}" if day else title)
    yield Paragraph(f"{about} · {problem.id}")
    yield Paragraph(" ".join(_facts(speech, problem)))
    for seat in problem.seats:
        yield Paragraph(speech.hand(problem.hand_masks[seat]), 2, f"{capital(_name(speech, seat))}:")
    yield Paragraph(task(speech, problem))
    yield Paragraph(speech("problem-proved"))
    if problem.source:
        yield Paragraph(speech("problem-source", source=problem.source))


def _name(speech: Speech, seat: Seat) -> str:
    return speech("reader") if seat == speech.you else speech.name(seat)


def _facts(speech: Speech, problem: OpenProblem) -> Iterator[str]:
    position = problem.position(parse_discard(problem.answer[0]) if problem.asks == "discard" else 0)
    trump = position.order.trump
    yield speech("solve-no-trump") if trump is None else speech("solve-trump", suit=trump)
    if trump is not None and position.follow == "must_trump":
        yield speech("solve-must-trump")
    if position.order.ace_low:
        yield speech("solve-ace-low")
    if position.last is not None:
        yield speech("problem-plays-last", player=position.last)
    for seat, card in position.tricks.lying:
        yield speech("problem-lies", player=seat, card=card)
    yield speech("problem-leads" if not position.table else "problem-turn", player=position.tricks.turn)


def task(speech: Speech, problem: OpenProblem) -> str:
    """Return the task as a sentence."""
    key = f"problem-task-{problem.theme}"
    if problem.asks != "card":
        key += f"-{problem.goal}"
    numbers = {"left": problem.remaining_tricks, "need": problem.need, "cards": problem.over, "many": len(problem.side)}
    return speech(key, player=problem.side[0], **numbers)


def _side(problem: OpenProblem) -> tuple[Seat, ...]:
    """Return the seats of the side, the reader's first."""
    return tuple(sorted(problem.side, key=lambda seat: seat != problem.you))


# Solving


class _Left(Exception):
    """The user leaves."""


def solve_problems(words: Words, screen: Screen, selection: ProblemList, path: Path, progress: SolvedProblems) -> None:
    """Run problems one after another until the user leaves, and store what is solved."""
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
            screen.notice(
                [words("problem-solved-so-far", number=len(progress.solved), all=len(every_problem(OpenProblem)))]
            )
    except (EOFError, KeyboardInterrupt, _Left):
        screen.events([""])


def _confirm_next(words: Words, screen: Screen) -> bool:
    """Ask whether to show the next problem; only an empty line or quitting is accepted."""
    while line := screen.ask(words("problem-next")):
        if means(words, "keys-quit", line):
            return False
        screen.notice([words("answer-unclear", text=line)])
    return True


class _Solved(Struct, frozen=True):
    """The right answer that was given, and whether it was the first attempt, without a hint."""

    answer: str
    first: bool


class _Solving:
    """One user solving one problem."""

    def __init__(self, speech: Speech, screen: Screen, problem: OpenProblem) -> None:
        self.speech, self.screen, self.problem = speech, screen, problem

    def solve(self, day: date | None) -> _Solved | None:
        """Ask until the problem is solved; return None if the user requests the answer.

        Raise _Left when the user leaves.
        """
        speech, screen, problem = self.speech, self.screen, self.problem
        screen.page(_page(speech, problem, day))
        first = True
        while True:
            line = screen.ask(speech(f"problem-ask-{problem.asks}"))
            if means(speech.words, "keys-quit", line):
                raise _Left
            if not line or means(speech.words, "keys-help", line):
                screen.notice([speech("problem-help")])
            elif means(speech.words, "keys-hint", line):
                screen.notice([self._hint()])
                first = False
            elif means(speech.words, "keys-problem-answer", line):
                screen.notice(
                    [*self._best_play_lines(problem.answer[0]), speech("problem-answer", answer=self._texts())]
                )
                return None
            elif (answer := self._answer(line)) is None:
                continue
            elif answer in problem.answer:
                self._report_right(answer)
                return _Solved(answer, first)
            else:
                screen.notice([speech("problem-wrong", answer=self._text(answer)), *self._best_play_lines(answer)])
                first = False

    def _answer(self, line: str) -> str | None:
        """Parse an answer; show the reason and return None if it is none."""
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
        """Return the suits of the right answer, or bounds of the number."""
        answer = self.problem.answer[0]
        if self.problem.asks == "number":
            return self.speech("problem-hint-number", least=max(0, int(answer) - 1), most=int(answer) + 1)
        suits = dict.fromkeys(card // 13 for card in _cards(answer))
        return self.speech("problem-hint", suits=", ".join(map(self.speech.suit, suits)))

    def _report_right(self, answer: str) -> None:
        """Report that the answer is right, and how computer players fared."""
        speech, problem = self.speech, self.problem
        sentences = [speech("problem-right", answer=self._text(answer))]
        if problem.failed:
            failed_tries = sum(problem.failed)
            sentences.append(speech("problem-failed", tries=problem.tries, number=failed_tries))
        self.screen.notice(sentences)

    def play_out(self, answer: str) -> None:
        """Play on after the right answer; after a number, show best play."""
        problem = self.problem
        if problem.asks == "number":
            self.screen.notice(self._best_play_lines(answer))
            return
        playout = PlayedOut.begin(problem, parse_discard(answer) if problem.asks == "discard" else 0)
        self._play(playout.after(_cards(answer)[0]) if problem.asks == "card" else playout)

    def _play(self, playout: PlayedOut) -> None:
        """Play to the end: best play for the others, the user's own cards for the user."""
        self.screen.notice([self.speech("problem-play-on")])
        shown_count = 0
        while True:
            playout = playout.play_replies()
            self.screen.notice(list(self._tricks(playout, shown_count)))
            shown_count = len(playout.line)
            if playout.over:
                break
            next_playout = playout.after(playout.legal[0]) if len(playout.legal) == 1 else self._ask_card(playout)
            if next_playout is None:
                return
            playout = next_playout
        self.screen.notice(
            [self._result_sentence(playout), self.speech("problem-kept" if playout.solved else "problem-slipped")]
        )

    def _ask_card(self, playout: PlayedOut) -> PlayedOut | None:
        """Return the position after the user's card; None if the user stops."""
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

    def _best_play_lines(self, answer: str) -> list[str]:
        """Return best play after an answer, trick by trick."""
        end = refutation(self.problem, answer)
        return [self.speech("problem-best-play"), *self._tricks(end, 0), self._result_sentence(end)]

    def _result_sentence(self, end: PlayedOut) -> str:
        return self.speech("problem-came-to", players=_side(self.problem), tricks=end.taken)

    def _tricks(self, playout: PlayedOut, shown_count: int) -> Iterator[str]:
        """Yield the cards played after the first `shown_count`, one trick per line."""
        lying = len(playout.problem.position(0).table) if playout.problem.asks != "discard" else 0
        seats = len(playout.position.seats)
        line: list[str] = []
        for index, (seat, card) in enumerate(playout.line):
            if index >= shown_count:
                line.append(f"{_name(self.speech, seat)} {self.speech.card(card)}")
            if (index + 1 + lying) % seats == 0 and line:
                yield "  " + ", ".join(line)
                line = []
        if line:
            yield "  " + ", ".join(line) + " …"

    def _text(self, answer: str) -> str:
        return answer if self.problem.asks == "number" else self.speech.actions(_cards(answer))

    def _texts(self) -> str:
        return self.speech("problem-or").join(map(self._text, self.problem.answer))


def _cards(answer: str) -> tuple[Card, ...]:
    return cards(parse_discard(answer))
