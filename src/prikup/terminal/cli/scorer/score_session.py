"""`prikup score`: an interactive score sheet with questions and commands. A file stores every change.

A line of input either answers the question that is shown, or is a command. A new entry is shown with its numbers before
it is saved. Before an older entry is changed, everything that would change on the sheet is shown.
"""

import time
from bisect import bisect
from collections.abc import Callable, Sequence
from shutil import get_terminal_size

from prikup.locale.speech import Speech
from prikup.rules.errors import BadText, PrikupError, reason
from prikup.scorer.answer_parser import exact
from prikup.scorer.edit_preview import differences
from prikup.scorer.entries import Join, Leave
from prikup.scorer.operations import Append, Operation
from prikup.scorer.replay import replay_scoring
from prikup.scorer.sentences import describe_effects, entry_text
from prikup.terminal.cli.scorer.entry_in_progress import EntryPlace
from prikup.terminal.cli.scorer.open_score_file import OpenScoreFile
from prikup.terminal.cli.scorer.sheet_commands import execute_command
from prikup.terminal.cli.scorer.sheet_editor import SheetEditor
from prikup.terminal.client.input_parser import means
from prikup.terminal.render.blocks import Block, Heading, Paragraph
from prikup.terminal.render.score_page import answers_so_far, evening_page, preview, question_text
from prikup.terminal.render.screen import Screen

__all__ = ["Scorer"]


class Scorer:
    """An interactive session in which the user fills in a score sheet.

    `editor` has the score sheet and the entry that the user is making.
    """

    def __init__(
        self, score_file: OpenScoreFile, screen: Screen, language: str, wall_clock: Callable[[], float] = time.time
    ) -> None:
        self.editor, self.screen = SheetEditor(score_file, screen, language, wall_clock), screen

    def run(self) -> None:
        """Process the user's input until the user leaves, then raise EOFError."""
        editor = self.editor
        if editor.score_file.exists:
            editor.notices.append(editor.speech("score-begun", text=str(editor.score_file.path)))
        if editor.score_file.dropped:
            editor.notices.append(editor.speech("log-dropped"))
        if editor.replay.scoring.rules != editor.replay.game.rules_version:
            editor.notices.append(self._older_rules_message())
        while True:
            try:
                if editor.task is None and editor.pending is None and not editor.replay.over:
                    editor.task = editor.start_deal(EntryPlace())
            except PrikupError as error:  # the rules allow no deal, although the match goes on
                editor.notify(error.reason)
            try:
                self._process_input(self._ask())
            except PrikupError as error:
                editor.notify(error.reason)

    def _older_rules_message(self) -> str:
        editor = self.editor
        return editor.speech("score-older", rules=editor.replay.scoring.rules, now=editor.replay.game.rules_version)

    # The screen

    def _ask(self) -> str:
        """Show the score sheet and the open question, and return the line that the user types."""
        editor = self.editor
        lower_blocks = self._lower_blocks()
        prompt = self._prompt()
        if self.screen.spoken:
            if editor.is_new_state:
                self.screen.page(evening_page(editor.speech, editor.replay, editor.wall_clock()))
            self.screen.page(lower_blocks)
            answer = self.screen.ask(prompt)
        else:
            answer = self.screen.page(self._fit_page(lower_blocks, prompt), prompt)
        editor.is_new_state, editor.notices = False, []
        return answer

    def _fit_page(self, lower_blocks: Sequence[Block], prompt: str) -> list[Block]:
        """Return the page above the question, with as much of the sheet and as many recent entries as the screen holds.

        `lower_blocks` come after the sheet, and `prompt` is the question.
        """
        editor = self.editor
        now_s = editor.wall_clock()

        def page(last: int, *, boxes: bool = True) -> list[Block]:
            return [*evening_page(editor.speech, editor.replay, now_s, boxes=boxes, last=last), *lower_blocks]

        def too_long(last: int) -> bool:
            return not self.screen.fits([*page(last), Paragraph(prompt)])

        if too_long(0):
            return page(0, boxes=False)
        max_entries = min(len(editor.replay.applied_entries), get_terminal_size().lines)
        return page(bisect(range(1, max_entries + 1), False, key=too_long))

    def _lower_blocks(self) -> list[Block]:
        """Return the blocks between the sheet and the question."""
        editor = self.editor
        blocks: list[Block] = []
        is_drawn = not self.screen.spoken
        if editor.task is not None and editor.task.place.mode != "append" and editor.pending is None:
            blocks.append(Paragraph(self._place_text(editor.task.place)))
        if editor.pending is not None:
            blocks += self._describe_operation(editor.pending)
        elif (
            editor.task is not None
            and is_drawn
            and (answers_text := answers_so_far(editor.speech, editor.task.filling))
        ):
            blocks.append(Paragraph(answers_text, 2))
        blocks += [Paragraph(f"! {notice}" if is_drawn else notice) for notice in editor.notices]
        return blocks

    def _place_text(self, place: EntryPlace) -> str:
        """Return a sentence about `place`: which entry is edited, or before which entry a new one is inserted."""
        editor = self.editor
        applied_entry = editor.replay.applied_entries[editor.replay.scoring.index(place.entry)]
        text = entry_text(editor.speech, applied_entry)
        return editor.speech(f"score-{place.mode}", number=applied_entry.number, text=text)

    def _describe_operation(self, operation: Operation) -> list[Block]:
        """Return the preview of an operation on the score sheet, which the user has to confirm.

        If the operation adds an entry at the end, the preview shows the entry's numbers. Otherwise it shows all numbers
        of the sheet that change.
        """
        editor = self.editor
        after = replay_scoring(editor.score_file.history.do(operation).current_list)
        if isinstance(operation, Append):
            last = after.applied_entries[-1]
            seats_change = isinstance(operation.entry.what, Join | Leave)
            return (
                [Paragraph(entry_text(editor.speech, last))]
                if seats_change
                else list(preview(editor.speech, after.match))
            )
        speech = Speech(editor.words, after.game, after.names, spoken=self.screen.spoken)
        lines = list(describe_effects(speech, differences(editor.replay, after)))
        blocks: list[Block] = [Heading(speech("score-changes" if lines else "score-changes-nothing"))]
        return [*blocks, *(Paragraph(line, 2) for line in lines)]

    def _prompt(self) -> str:
        editor = self.editor
        if editor.pending is not None:
            return editor.speech("score-write")
        if editor.task is not None and (question := editor.task.filling.current_form.next) is not None:
            return question_text(editor.speech, question)
        return editor.speech("score-command", command=editor.key("help"))

    # Input

    def _process_input(self, text: str) -> None:
        editor = self.editor
        if editor.pending is not None:
            self._handle_confirmation(text)
        elif editor.task is not None and self._answers_question(text):
            editor.answer_questions(text)
        elif text and not execute_command(editor, text):
            if editor.task is None:
                raise BadText(reason("answer-unclear", text=text))
            editor.answer_questions(text)

    def _answers_question(self, text: str) -> bool:
        """Return whether `text`, a line of input, is exactly an answer to the open question.

        If it is, the line is not taken for a command with the same name.
        """
        editor = self.editor
        question = editor.task.filling.current_form.next if editor.task else None
        return question is not None and any(
            exact(editor.speech, question, candidate) for candidate in (text, text.split(" ")[0])
        )

    def _handle_confirmation(self, text: str) -> None:
        editor = self.editor
        assert editor.pending is not None
        if not text or means(editor.words, "yes", text):
            editor.do(editor.pending)
        elif means(editor.words, "no", text):
            editor.step_back()
        elif not execute_command(editor, text):
            raise BadText(reason("answer-unclear", text=text))
