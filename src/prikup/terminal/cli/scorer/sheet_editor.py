"""A score sheet while the user edits it: the deal being entered, the change to be confirmed, and the saved entries."""

import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from prikup.locale.speech import Speech
from prikup.rules.errors import BadText, Reason, reason
from prikup.rules.match import Match
from prikup.scorer.answer_parser import FormInProgress, parse_answers
from prikup.scorer.edit_history import HistoryLine
from prikup.scorer.entries import AdjustEntry, EntryContent, Join, Leave, Scoring
from prikup.scorer.operations import Append, Insert, Operation, Replace
from prikup.scorer.replay import AppliedEntry, Replay, replay_scoring
from prikup.terminal.cli.scorer.entry_in_progress import EntryInProgress, EntryPlace
from prikup.terminal.cli.scorer.open_score_file import OpenScoreFile
from prikup.terminal.render.blocks import Block
from prikup.terminal.render.screen import Screen
from prikup.terminal.words import words_of

__all__ = ["SheetEditor"]


class SheetEditor:
    """A score sheet while the user edits it.

    - `score_file`: the scored match with its file.
    - `screen`: the screen on which pages are shown.
    - `task`: the deal that the user is entering, None if there is none.
    - `pending`: the operation (such as a new entry) that the user has to confirm, None if there is none.
    - `notices`: lines to show above the next question.
    - `is_new_state`: True if the sheet has changed since it was last shown.
    - `replay`: the scored match with all its entries applied.
    - `speech`: a formatter of messages with the names of the players.
    - `wall_clock`: a function that returns the seconds since 1970.
    """

    def __init__(
        self, score_file: OpenScoreFile, screen: Screen, language: str, wall_clock: Callable[[], float] = time.time
    ) -> None:
        self.score_file, self.screen, self.wall_clock = score_file, screen, wall_clock
        self.words = words_of(language, score_file.history.current_list.game)
        self.task: EntryInProgress | None = None
        self.pending: Operation | None = None
        self.notices: list[str] = []
        self.is_new_state = True
        self._turn_to(score_file.history.current_list)

    def _turn_to(self, scoring: Scoring) -> None:
        """Make `scoring` the current state of the scored match, and apply all its entries."""
        self.replay: Replay = replay_scoring(scoring)
        self.speech = Speech(self.words, self.replay.game, self.replay.names, spoken=self.screen.spoken)

    def key(self, name: str) -> str:
        """Return the first word that the user can type for the command `name`."""
        return self.words(f"keys-scorer-{name}").split()[0]

    def notify(self, why: Reason) -> None:
        """Show the message `why`, such as the reason for an error, above the next question."""
        self.notices.append(self.speech.reason(why))

    def do(self, step: HistoryLine) -> None:
        """Apply `step` (an operation, an undo or a redo) to the scored match, save it, and switch to the new state.

        Show a notice about each entry that the rules now reject.
        """
        self.score_file.do(step)
        self.task, self.pending, self.is_new_state = None, None, True
        self._turn_to(self.score_file.history.current_list)
        rejected_entries = [
            applied_entry for applied_entry in self.replay.applied_entries if applied_entry.flag is not None
        ]
        if rejected_entries:
            self.notices += [self._rejection_text(applied_entry) for applied_entry in rejected_entries]

    def _rejection_text(self, applied_entry: AppliedEntry) -> str:
        """Return the message about an entry that the rules reject.

        If the entry would be valid with another dealer, the message names the possible dealers.
        """
        assert applied_entry.flag is not None
        text = self.speech("score-refused", number=applied_entry.number, why=self.speech.reason(applied_entry.flag))
        if not applied_entry.dealers or self.replay.over:
            return text
        names = ", ".join(map(self.speech.name, applied_entry.dealers))
        example = (
            f"{self.key('insert')} {applied_entry.number} {self.key('dealer')} "
            f"{self.speech.name(applied_entry.dealers[0])}"
        )
        return f"{text} {self.speech('score-dealt-by', text=names, example=example)}"

    def start_deal(self, place: EntryPlace, *, fault: bool = False) -> EntryInProgress:
        """Return a new deal to enter at `place` in the list of entries, with the questions about the deal.

        If `fault` is True, the questions are about an irregularity in the deal, such as a misdeal. An operation that
        the user has not confirmed is dropped. Raise PrikupError if the rules allow no such deal at this place.
        """
        game, standing = self.replay.game, self._match_before(place).standing
        filling = FormInProgress(
            lambda: game.scoring.irregularity_questions(standing) if fault else game.scoring.scoring_questions(standing)
        )
        _ = filling.current_form  # raises if the rules allow no such deal at this place
        self.pending = None
        return EntryInProgress(filling, fault, place)

    def answer_questions(self, text: str) -> None:
        """Use `text`, a line of input, to answer one or more questions about the deal that is being entered.

        Once all questions are answered, ask the user for confirmation.
        """
        assert self.task is not None
        parsed_form = parse_answers(self.speech, self.task.filling, text)
        self.task = replace(self.task, filling=parsed_form.filling)
        if parsed_form.rejection is not None:
            self.notify(parsed_form.rejection)
        elif (content := self.task.completed_entry()) is not None:
            self.offer(self.task.place, content)

    def offer(self, place: EntryPlace, content: EntryContent, note: str = "") -> None:
        """Prepare a new entry, so that the user sees a preview and has to confirm it.

        `place` is its place in the list, `content` is what it says, and `note` is a remark of the user. Raise BadText
        if the rules reject the entry.
        """
        operation = place.operation(int(self.wall_clock()), content, note)
        try:
            self._check(operation)
        except BadText:
            if self.task is not None:
                self.task = replace(self.task, filling=self.task.filling.back())
            raise
        self.pending = operation

    def _check(self, operation: Append | Insert | Replace) -> None:
        """Raise BadText if the rules reject the entry that `operation` adds or changes."""
        after = replay_scoring(self.score_file.history.do(operation).current_list)
        name = operation.id if isinstance(operation, Replace) else operation.entry.id
        if (flag := after.applied_entries[after.scoring.index(name)].flag) is not None:
            raise BadText(flag)

    def names_at(self, place: EntryPlace) -> tuple[str, ...]:
        """Return the names of the players who are at the table at `place`, a place in the list of entries."""
        if place.mode == "append":
            return self.replay.names
        return self.replay.applied_entries[self.replay.scoring.index(place.entry)].names

    def _match_before(self, place: EntryPlace) -> Match:
        """Return the state of the match before `place`, a place in the list of entries."""
        if place.mode == "append":
            return self.replay.match
        return self.replay.applied_entries[self.replay.scoring.index(place.entry)].match_before

    def enter_directly(self, place: EntryPlace, content: EntryContent, note: str = "") -> None:
        """Make an entry for which no questions are needed, such as a note or a new dealer.

        `place` is its place in the list, `content` is what it says, and `note` is a remark of the user. At the end of
        the list the entry is saved at once, unless it changes numbers or seats. In all other cases the user has to
        confirm it.
        """
        if place.mode == "append" and not isinstance(content, AdjustEntry | Join | Leave):
            operation = place.operation(int(self.wall_clock()), content, note)
            self._check(operation)
            self.do_and_resume(operation)
            return
        self.task = None
        self.offer(place, content, note)

    def do_and_resume(self, step: HistoryLine) -> None:
        """Apply `step`, which adds no numbers to the score sheet (for example, a note).

        After that, the user continues with the deal that they were entering, with the answers given so far.
        """
        old_task = self.task
        self.do(step)
        if old_task is None or not old_task.filling.answers or self.replay.over:
            return
        task = self.start_deal(old_task.place, fault=old_task.fault)
        task = replace(task, filling=replace(task.filling, answers=old_task.filling.answers))
        content = task.completed_entry()  # raises if the new dealer makes the answers impossible
        self.task = task
        if content is not None:
            self.offer(old_task.place, content)

    def propose(self, operation: Operation) -> None:
        """Prepare an operation (such as a deletion), so that the user sees a preview and has to confirm it.

        Raise PrikupError if the operation is impossible.
        """
        self.score_file.history.do(operation)
        self.task, self.pending = None, operation

    def step_back(self) -> None:
        """Take back the last answer about the deal that is being entered. If there is no answer, cancel the entry."""
        self.pending = None
        if self.task is not None and self.task.filling.answers:
            self.task = replace(self.task, filling=self.task.filling.back())
        else:
            self.task = None

    def parse_entry_number(self, rest: str) -> tuple[AppliedEntry, str]:
        """Parse the number of an entry at the start of `rest`, the text after a command's name.

        Return the entry and the remaining text. If `rest` is "", return the last entry.
        """
        word, _, remainder = rest.partition(" ")
        if not word and self.replay.applied_entries:
            return self.replay.applied_entries[-1], ""
        if not word.isdecimal():
            raise BadText(reason("not-a-number", text=word or rest))
        return self.replay.entry_at(int(word[:9])), remainder.strip()

    def show_page(self, blocks: Sequence[Block]) -> None:
        """Show a page until the user goes back to the sheet."""
        self.screen.pause(blocks, self.speech("prompt-back-menu"))

    def report_file_error(self, file: str, error: OSError) -> None:
        """Show a notice that the file with the path `file` could not be read or written."""
        self.notices.append(self.speech("error-file-error", file=file, error=error.strerror or str(error)))
