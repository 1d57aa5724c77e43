"""`prikup score`: an interactive score sheet with questions and commands. A file stores every change.

A line of input answers the question above it, or it is a command. A new entry is shown with its numbers before it is
saved. A change of an older entry is shown with everything on the sheet that it changes.
"""

import secrets
import time
from bisect import bisect
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from prikup.games import GAMES
from prikup.locale.speech import Speech
from prikup.rules.errors import BadLog, BadText, PrikupError, Reason, reason
from prikup.rules.match import Match
from prikup.rules.options import logged_text, options_text, parse_options, set_values
from prikup.scorer.answer_parser import FormInProgress, exact, parse_answers, seat_of
from prikup.scorer.edit_history import Conflict, HistoryLine, Redo, UndoStep, merge_histories
from prikup.scorer.edit_preview import differences
from prikup.scorer.entries import (
    AdjustEntry,
    DealEntry,
    Dealer,
    EntryContent,
    Fault,
    Join,
    Leave,
    NoteEntry,
    ScoreEntry,
    Scoring,
    StopEntry,
    price_of,
)
from prikup.scorer.operations import Append, Delete, Head, Insert, Move, Operation, Replace
from prikup.scorer.replay import AppliedEntry, Replay, plain, replay_scoring
from prikup.scorer.score_file import read
from prikup.scorer.sentences import describe_effects, entry_text
from prikup.terminal.cli.scorer.open_score_file import OpenScoreFile
from prikup.terminal.cli.scorer.score_options import (
    ask_opening,
)
from prikup.terminal.cli.scorer.score_pages import FORMS, evening_blocks, match_blocks, printed_sheet
from prikup.terminal.cli.scorer.typed_amounts import boxes, parse_amounts
from prikup.terminal.client.input_parser import means
from prikup.terminal.render.blocks import Block, Heading, Paragraph, Verbatim
from prikup.terminal.render.score_page import (
    answers_so_far,
    entry_page,
    evening_page,
    payments_page,
    preview,
    question_text,
)
from prikup.terminal.render.screen import Screen
from prikup.terminal.words import words_of

__all__ = ["COMMANDS", "Scorer"]


class EntryPlace(Struct, frozen=True):
    """A place in the list of entries (deals, corrections and other changes) of a scored match.

    - `mode`: `append` for the end of the list, `insert` for the place before another entry, and `replace` for the place
      of another entry.
    - `entry`: the id of that other entry, or "" at the end of the list.
    """

    mode: Literal["append", "insert", "replace"] = "append"
    entry: str = ""

    def operation(self, content: EntryContent, note: str = "") -> Append | Insert | Replace:
        """Return the operation that puts a new entry at this place, with the current time.

        `content` is what the entry says, such as a deal's outcome, and `note` is a remark of the user.
        """
        timestamp_s = int(time.time())
        if self.mode == "replace":
            return Replace(self.entry, timestamp_s, content, note)
        new = ScoreEntry(secrets.token_hex(4), timestamp_s, content, note)
        return Append(new) if self.mode == "append" else Insert(self.entry, new)


class EntryInProgress(Struct, frozen=True):
    """A deal that the user is entering, and its place in the list of entries.

    - `filling`: the questions about the deal with the answers given so far.
    - `fault`: True if the deal had an irregularity, such as a misdeal.
    - `place`: where the entry goes in the list.
    """

    filling: FormInProgress
    fault: bool = False
    place: EntryPlace = EntryPlace()

    def completed_entry(self) -> EntryContent | None:
        """Return the entry once all questions are answered. Return None while there are questions to answer."""
        filled_form = self.filling.current_form
        if filled_form.next is not None:
            return None
        return Fault(plain(filled_form.outcome)) if self.fault else DealEntry(plain(filled_form.outcome))


class Scorer:
    """An interactive session in which the user fills in a score sheet.

    - `score_file`: the scored match with its file.
    - `task`: the deal that the user is entering, None if there is none.
    - `pending`: the operation (such as a new entry) that the user has to confirm, None if there is none.
    - `notices`: lines to show above the next question.
    - `replay`: the scored match with all its entries applied.
    - `speech`: a formatter of messages with the names of the players.
    """

    def __init__(self, score_file: OpenScoreFile, screen: Screen, language: str) -> None:
        self.score_file, self.screen = score_file, screen
        self.words = words_of(language, score_file.history.current_list.game)
        self.task: EntryInProgress | None = None
        self.pending: Operation | None = None
        self.notices: list[str] = []
        self._fresh = True
        self._turn_to(score_file.history.current_list)

    def _turn_to(self, scoring: Scoring) -> None:
        """Apply all entries of `scoring`, a new state of the scored match, and use the result from now on."""
        self.replay: Replay = replay_scoring(scoring)
        self.speech = Speech(self.words, self.replay.game, self.replay.names, spoken=self.screen.spoken)

    def run(self) -> None:
        """Process the user's input until the user leaves, then raise EOFError."""
        if self.score_file.exists:
            self.notices.append(self.speech("score-begun", text=str(self.score_file.path)))
        if self.score_file.dropped:
            self.notices.append(self.speech("log-dropped"))
        if self.replay.scoring.rules != self.replay.game.rules:
            self.notices.append(self._older())
        while True:
            try:
                if self.task is None and self.pending is None and not self.replay.over:
                    self.task = self._deal(EntryPlace())
            except PrikupError as error:  # the rules allow no deal, although the match goes on
                self._notify(error.reason)
            try:
                self._take(self._ask())
            except PrikupError as error:
                self._notify(error.reason)

    def _older(self) -> str:
        return self.speech("score-older", rules=self.replay.scoring.rules, now=self.replay.game.rules)

    def _notify(self, why: Reason) -> None:
        self.notices.append(self.speech.reason(why))

    # The screen

    def _ask(self) -> str:
        """Show the score sheet and the open question, and return the line that the user types."""
        lower_blocks = self._lower_blocks()
        prompt = self._prompt()
        if self.screen.spoken:
            if self._fresh:
                self.screen.page(evening_page(self.speech, self.replay))
            self.screen.page(lower_blocks)
            answer = self.screen.ask(prompt)
        else:
            answer = self.screen.page(self._fit_page(lower_blocks, prompt), prompt)
        self._fresh, self.notices = False, []
        return answer

    def _fit_page(self, lower_blocks: Sequence[Block], prompt: str) -> list[Block]:
        """Return the page above the question, with as much of the sheet and as many recent entries as the screen holds.

        `lower_blocks` come after the sheet, and `prompt` is the question.
        """

        def page(last: int, *, boxes: bool = True) -> list[Block]:
            return [*evening_page(self.speech, self.replay, boxes=boxes, last=last), *lower_blocks]

        def too_long(last: int) -> bool:
            return not self.screen.fits([*page(last), Paragraph(prompt)])

        if too_long(0):
            return page(0, boxes=False)
        max_entries = min(len(self.replay.applied_entries), get_terminal_size().lines)
        return page(bisect(range(1, max_entries + 1), False, key=too_long))

    def _lower_blocks(self) -> list[Block]:
        """Return the blocks between the sheet and the question."""
        blocks: list[Block] = []
        is_drawn = not self.screen.spoken
        if self.task is not None and self.task.place.mode != "append" and self.pending is None:
            blocks.append(Paragraph(self._place_text(self.task.place)))
        if self.pending is not None:
            blocks += self._describe_operation(self.pending)
        elif self.task is not None and is_drawn and (answers_text := answers_so_far(self.speech, self.task.filling)):
            blocks.append(Paragraph(answers_text, 2))
        blocks += [Paragraph(f"! {notice}" if is_drawn else notice) for notice in self.notices]
        return blocks

    def _place_text(self, place: EntryPlace) -> str:
        """Return a sentence that says which entry is edited, or before which entry a new one is inserted."""
        applied_entry = self.replay.applied_entries[self.replay.scoring.index(place.entry)]
        text = entry_text(self.speech, applied_entry)
        return self.speech(f"score-{place.mode}", number=applied_entry.number, text=text)

    def _describe_operation(self, operation: Operation) -> list[Block]:
        """Return the preview of an operation, which the user has to confirm.

        If the operation adds an entry at the end, the preview shows the entry's numbers. Otherwise it shows all numbers
        of the sheet that change.
        """
        after = replay_scoring(self.score_file.history.do(operation).current_list)
        if isinstance(operation, Append):
            last = after.applied_entries[-1]
            seats_change = isinstance(operation.entry.what, Join | Leave)
            return (
                [Paragraph(entry_text(self.speech, last))] if seats_change else list(preview(self.speech, after.match))
            )
        speech = Speech(self.words, after.game, after.names, spoken=self.screen.spoken)
        lines = list(describe_effects(speech, differences(self.replay, after)))
        blocks: list[Block] = [Heading(speech("score-changes" if lines else "score-changes-nothing"))]
        return [*blocks, *(Paragraph(line, 2) for line in lines)]

    def _prompt(self) -> str:
        if self.pending is not None:
            return self.speech("score-write")
        if self.task is not None and (question := self.task.filling.current_form.next) is not None:
            return question_text(self.speech, question)
        return self.speech("score-command", command=self._key("help"))

    # Input

    def _take(self, text: str) -> None:
        if self.pending is not None:
            self._handle_confirmation(text)
        elif self.task is not None and self._answers_question(text):
            self._answer_questions(text)
        elif text and not self._command(text):
            if self.task is None:
                raise BadText(reason("answer-unclear", text=text))
            self._answer_questions(text)

    def _answers_question(self, text: str) -> bool:
        """Return whether a line is exactly an answer to the open question.

        If it is, the line is not taken for a command with the same name.
        """
        question = self.task.filling.current_form.next if self.task else None
        return question is not None and any(
            exact(self.speech, question, candidate) for candidate in (text, text.split(" ")[0])
        )

    def _handle_confirmation(self, text: str) -> None:
        assert self.pending is not None
        if not text or means(self.words, "yes", text):
            self._do(self.pending)
        elif means(self.words, "no", text):
            self._back("")
        elif not self._command(text):
            raise BadText(reason("answer-unclear", text=text))

    def _do(self, step: HistoryLine) -> None:
        """Apply a step (an operation, an undo or a redo), save it, and switch to the new state.

        Entries that the rules now reject are reported.
        """
        self.score_file.do(step)
        self.task, self.pending, self._fresh = None, None, True
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
            f"{self._key('insert')} {applied_entry.number} {self._key('dealer')} "
            f"{self.speech.name(applied_entry.dealers[0])}"
        )
        return f"{text} {self.speech('score-dealt-by', text=names, example=example)}"

    def _answer_questions(self, text: str) -> None:
        """Use a line to answer one or more questions about the deal that is being entered.

        Once all questions are answered, ask for confirmation.
        """
        assert self.task is not None
        parsed_form = parse_answers(self.speech, self.task.filling, text)
        self.task = replace(self.task, filling=parsed_form.filling)
        if parsed_form.rejection is not None:
            self._notify(parsed_form.rejection)
        elif (content := self.task.completed_entry()) is not None:
            self._offer(self.task.place, content)

    def _offer(self, place: EntryPlace, content: EntryContent, note: str = "") -> None:
        """Prepare a new entry, so that the user sees a preview and has to confirm it.

        `place` is its place in the list, `content` is what it says, and `note` is a remark of the user. Raise BadText
        if the rules reject the entry.
        """
        operation = place.operation(content, note)
        try:
            self._check(operation)
        except BadText:
            if self.task is not None:
                self.task = replace(self.task, filling=self.task.filling.back())
            raise
        self.pending = operation

    def _check(self, operation: Append | Insert | Replace) -> None:
        """Raise BadText if the rules reject the entry that an operation adds or changes."""
        after = replay_scoring(self.score_file.history.do(operation).current_list)
        name = operation.id if isinstance(operation, Replace) else operation.entry.id
        if (flag := after.applied_entries[after.scoring.index(name)].flag) is not None:
            raise BadText(flag)

    def _names_at(self, place: EntryPlace) -> tuple[str, ...]:
        """Return the names of the players who are at the table at a place in the list of entries."""
        if place.mode == "append":
            return self.replay.names
        return self.replay.applied_entries[self.replay.scoring.index(place.entry)].names

    def _match_before(self, place: EntryPlace) -> Match:
        """Return the state of the match before a place in the list of entries."""
        if place.mode == "append":
            return self.replay.match
        return self.replay.applied_entries[self.replay.scoring.index(place.entry)].match_before

    # Commands

    def _key(self, name: str) -> str:
        return self.words(f"keys-scorer-{name}").split()[0]

    def _command(self, text: str) -> bool:
        """Execute the command in a line. Return False if the line is not a command."""
        word, _, rest = text.partition(" ")
        for name, act in COMMANDS.items():
            if means(self.words, f"keys-scorer-{name}", word):
                act(self, rest.strip())
                return True
        return False

    def _undo(self, rest: str) -> None:
        if self.pending is not None or (self.task is not None and self.task.filling.answers):
            self._back(rest)
        else:
            self._do(UndoStep())
            self.notices.append(self.speech("score-undone"))

    def _redo(self, rest: str) -> None:
        self._do(Redo())
        self.notices.append(self.speech("score-redone"))

    def _back(self, rest: str) -> None:
        """Take back the last answer about the deal that is being entered. If there is none, cancel the entry.

        `rest`, the text after the command's name, is not used.
        """
        self.pending = None
        if self.task is not None and self.task.filling.answers:
            self.task = replace(self.task, filling=self.task.filling.back())
        else:
            self.task = None

    def _show(self, rest: str) -> None:
        applied_entry = self._parse_entry_number(rest)[0]
        self._page(list(entry_page(self.speech, applied_entry)))

    def _fix(self, rest: str) -> None:
        applied_entry, rest = self._parse_entry_number(rest)
        place = EntryPlace("replace", applied_entry.entry.id)
        if rest:
            self._enter(place, rest)
            return
        match applied_entry.entry.what:
            case DealEntry():
                self.task = self._deal(place)
            case Fault():
                self.task = self._deal(place, fault=True)
            case _:
                was = entry_text(self.speech, applied_entry)
                raise BadText(reason("score-fix-how", number=applied_entry.number, text=was, command=self._key("fix")))

    def _insert(self, rest: str) -> None:
        applied_entry, rest = self._parse_entry_number(rest)
        place = EntryPlace("insert", applied_entry.entry.id)
        if rest:
            self._enter(place, rest)
        else:
            self.task = self._deal(place)

    def _enter(self, place: EntryPlace, text: str) -> None:
        """Make an entry of any kind (a deal, a correction, a note or the like) at a place in the list.

        `text` starts with the name of the kind's command, or it consists of answers about a deal.
        """
        word, _, rest = text.partition(" ")
        for name, act in ENTRIES.items():
            if means(self.words, f"keys-scorer-{name}", word):
                act(self, place, rest.strip())
                return
        self.task = self._deal(place)
        self._answer_questions(text)

    def _deal(self, place: EntryPlace, *, fault: bool = False) -> EntryInProgress:
        game, standing = self.replay.game, self._match_before(place).standing
        filling = FormInProgress(
            lambda: game.scoring.irregularity_questions(standing) if fault else game.scoring.scoring_questions(standing)
        )
        _ = filling.current_form  # raises if the rules allow no such deal at this place
        self.pending = None
        return EntryInProgress(filling, fault, place)

    def _enter_deal(self, place: EntryPlace, rest: str) -> None:
        self.task = self._deal(place)
        if rest:
            self._answer_questions(rest)

    def _enter_fault(self, place: EntryPlace, rest: str) -> None:
        self.task = self._deal(place, fault=True)
        if rest:
            self._answer_questions(rest)

    def _enter_dealer(self, place: EntryPlace, rest: str) -> None:
        self._enter_directly(place, Dealer(seat_of(self.speech.names, rest)))

    def _enter_note(self, place: EntryPlace, rest: str) -> None:
        if not rest:
            raise BadText(reason("score-note-how", command=self._key("note")))
        self._enter_directly(place, NoteEntry(rest))

    def _enter_stop(self, place: EntryPlace, rest: str) -> None:
        self._enter_directly(place, StopEntry())

    def _enter_adjust(self, place: EntryPlace, rest: str) -> None:
        amounts, note = parse_amounts(self.speech, rest)
        if not amounts:
            example = f"{self._key('adjust')} {boxes(self.speech)[0]} +5"
            box_names = ", ".join(boxes(self.speech))
            raise BadText(reason("score-adjust-how", example=example, allowed=box_names))
        self._enter_directly(place, AdjustEntry(amounts), note)

    def _enter_join(self, place: EntryPlace, rest: str) -> None:
        """Make an entry which says that a player joins the match.

        `rest`, the text after the command's name, is the name of the player, who then sits in the last seat. To sit
        elsewhere, a comma follows with the name of the player after whom they sit, as in `Gleb, Anna`.
        """
        name, _, neighbour_name = (part.strip() for part in rest.partition(","))
        names = self._names_at(place)
        if not name:
            example = f"{self._key('join')} {self.speech.words('score-names').split()[-1]}, {names[0]}"
            raise BadText(reason("score-join-how", example=example))
        self._enter_directly(place, Join(seat_of(names, neighbour_name) + 1 if neighbour_name else len(names), name))

    def _enter_leave(self, place: EntryPlace, rest: str) -> None:
        self._enter_directly(place, Leave(seat_of(self._names_at(place), rest)))

    def _enter_directly(self, place: EntryPlace, content: EntryContent, note: str = "") -> None:
        """Make an entry for which no questions are needed, such as a note or a new dealer.

        `place` is its place in the list, `content` is what it says, and `note` is a remark of the user. At the end of
        the list the entry is saved at once, unless it changes numbers or seats. In all other cases the user has to
        confirm it.
        """
        if place.mode == "append" and not isinstance(content, AdjustEntry | Join | Leave):
            operation = place.operation(content, note)
            self._check(operation)
            self._do_and_resume(operation)
            return
        self.task = None
        self._offer(place, content, note)

    def _do_and_resume(self, step: HistoryLine) -> None:
        """Apply a step that adds no numbers to the sheet, such as a note.

        Then resume the deal that is being entered, with the answers given so far.
        """
        old_task = self.task
        self._do(step)
        if old_task is None or not old_task.filling.answers or self.replay.over:
            return
        task = self._deal(old_task.place, fault=old_task.fault)
        task = replace(task, filling=replace(task.filling, answers=old_task.filling.answers))
        content = task.completed_entry()  # raises if the new dealer makes the answers impossible
        self.task = task
        if content is not None:
            self._offer(old_task.place, content)

    def _delete(self, rest: str) -> None:
        self._propose(Delete(self._parse_entry_number(rest)[0].entry.id))

    def _move(self, rest: str) -> None:
        applied_entry, to = self._parse_entry_number(rest)
        if not to.isdecimal():
            raise BadText(reason("score-move-how", command=self._key("move")))
        remaining_entries = [entry for entry in self.replay.applied_entries if entry is not applied_entry]
        index = int(to) - 1
        next_entry_id = remaining_entries[index].entry.id if 0 <= index < len(remaining_entries) else None
        self._propose(Move(applied_entry.entry.id, next_entry_id))

    def _propose(self, operation: Operation) -> None:
        """Prepare an operation (such as a deletion), so that the user sees a preview and has to confirm it.

        Raise PrikupError if the operation is impossible.
        """
        self.score_file.history.do(operation)
        self.task, self.pending = None, operation

    def _parse_entry_number(self, rest: str) -> tuple[AppliedEntry, str]:
        """Parse the number of an entry at the start of `rest`, the text after a command's name.

        Return the entry and the remaining text. If `rest` is "", return the last entry.
        """
        word, _, remainder = rest.partition(" ")
        if not word and self.replay.applied_entries:
            return self.replay.applied_entries[-1], ""
        if not word.isdecimal():
            raise BadText(reason("not-a-number", text=word or rest))
        return self.replay.entry_at(int(word[:9])), remainder.strip()

    def _options(self, rest: str) -> None:
        kind, game = GAMES[self.replay.scoring.game], self.replay.game
        if not rest:
            text = options_text(kind.presets, game.options)
            raise BadText(reason("score-options-how", options=text, command=self._key("options")))
        first = rest.split()[0]
        if "=" in first:
            pairs = (word.partition("=") for word in rest.split())
            new = set_values(game.options, {name: value for name, _, value in pairs})
        else:
            new = parse_options(kind.presets, rest)
        self._propose(Head(options=logged_text(kind.presets, kind.build(new).options)))

    def _names(self, rest: str) -> None:
        self._propose(Head(names=tuple(name.strip() for name in rest.split(","))))

    def _price(self, rest: str) -> None:
        text, _, decimals = rest.replace(",", ".").partition(" ")
        places = decimals if decimals.isdecimal() else str(len(text.partition(".")[2]))
        self._do_and_resume(Head(price=text, decimals=min(int(places), 3)))

    def _payments(self, rest: str) -> None:
        if not price_of(self.replay.scoring.price):
            raise BadText(reason("score-no-price", command=self._key("price")))
        self._page(list(payments_page(self.speech, self.replay)))

    def _place(self, rest: str) -> None:
        self._do_and_resume(Head(place=rest))

    def _play_on(self, rest: str) -> None:
        self._propose(Head(play_on=not self.replay.scoring.play_on))

    def _paper(self, rest: str) -> None:
        opening, dealer = ask_opening(self.speech, self.screen)
        self._propose(Head(opening=opening, dealer=dealer))

    def _sheet(self, rest: str) -> None:
        self._page(match_blocks(self.speech, self.replay))

    def _evenings(self, rest: str) -> None:
        self._page(evening_blocks(self.speech, self.replay, self.score_file.path.parent))

    def _merge(self, rest: str) -> None:
        """Add the changes from another file of the same match.

        `rest`, the text after the command's name, is the path of that file.
        """
        path = Path(rest)
        try:
            theirs, _ = read(path.read_bytes())
            merged_history = merge_histories(self.score_file.history, theirs)
        except BadLog as error:
            why = self.speech.reason(error.reason)
            key, line = ("error-line", error.line) if error.line else ("error-file-error", 0)
            self.notices.append(self.speech(key, file=rest, line=line, why=why, error=why))
            return
        except OSError as error:
            self._report_file_error(rest, error)
            return
        except Conflict as error:
            self._notify(error.reason)
            self.notices += [
                self.speech(f"score-{side}", text=entry_text(self.speech, applied_entry))
                for side, entry, history in (
                    ("ours", error.ours, self.score_file.history),
                    ("theirs", error.theirs, theirs),
                )
                for applied_entry in replay_scoring(history.current_list).applied_entries
                if applied_entry.entry == entry
            ]
            return
        steps = merged_history.steps[len(self.score_file.history.steps) :]
        for step in steps:
            self._do(step)
        self.notices.append(self.speech("score-merged", number=len(steps)))

    def _print(self, rest: str) -> None:
        """Print the sheet on the screen or to a file.

        `rest`, the text after the command's name, is a format, a file, or a format and a file. Without a format, the
        suffix of the file decides.
        """
        word, _, name = rest.partition(" ")
        form, file = (word, name.strip()) if word in FORMS else (Path(rest).suffix.removeprefix(".") or rest, rest)
        form = "text" if form in ("", "txt") else form
        if form not in FORMS:
            raise BadText(reason("score-no-format", text=form, allowed=" ".join(FORMS)))
        text = printed_sheet(self.score_file, self.replay, form)
        if not file:
            self._page([Verbatim(line) for line in text.splitlines()])
            return
        try:
            Path(file).write_text(text, encoding="utf-8")
        except OSError as error:
            self._report_file_error(file, error)
        else:
            self.notices.append(self.speech("score-printed", text=file))

    def _report_file_error(self, file: str, error: OSError) -> None:
        self.notices.append(self.speech("error-file-error", file=file, error=error.strerror or str(error)))

    def _help(self, rest: str) -> None:
        blocks: list[Block] = [Heading(self.speech("score-help")), Paragraph(self.speech("score-help-how"), 2)]
        wide = max(len(self._key(name)) for name in COMMANDS)
        for name in COMMANDS:
            key, meaning = self._key(name), self.speech(f"help-scorer-{name}")
            blocks.append(
                Paragraph(f"{key}: {meaning}") if self.speech.spoken else Paragraph(meaning, 2, key.ljust(wide))
            )
        self._page(blocks)

    def _page(self, blocks: Sequence[Block]) -> None:
        self.screen.pause(blocks, self.speech("prompt-back-menu"))

    def _quit(self, rest: str) -> None:
        raise EOFError


CommandHandler = Callable[[Scorer, str], None]
ENTRIES: dict[str, Callable[[Scorer, EntryPlace, str], None]] = {
    "deal": Scorer._enter_deal,
    "fault": Scorer._enter_fault,
    "adjust": Scorer._enter_adjust,
    "dealer": Scorer._enter_dealer,
    "note": Scorer._enter_note,
    "join": Scorer._enter_join,
    "leave": Scorer._enter_leave,
    "stop": Scorer._enter_stop,
}
"""The methods that make an entry, by the name of the command for the kind of entry."""


def _append_handler(name: str) -> CommandHandler:
    return lambda scorer, rest: ENTRIES[name](scorer, EntryPlace(), rest)


COMMANDS: dict[str, CommandHandler] = {
    "undo": Scorer._undo,
    "redo": Scorer._redo,
    "back": Scorer._back,
    "deal": Scorer._show,
    "fix": Scorer._fix,
    "insert": Scorer._insert,
    "delete": Scorer._delete,
    "move": Scorer._move,
    "fault": _append_handler("fault"),
    "adjust": _append_handler("adjust"),
    "dealer": _append_handler("dealer"),
    "note": _append_handler("note"),
    "join": _append_handler("join"),
    "leave": _append_handler("leave"),
    "stop": _append_handler("stop"),
    "options": Scorer._options,
    "names": Scorer._names,
    "price": Scorer._price,
    "payments": Scorer._payments,
    "place": Scorer._place,
    "play-on": Scorer._play_on,
    "paper": Scorer._paper,
    "sheet": Scorer._sheet,
    "evenings": Scorer._evenings,
    "print": Scorer._print,
    "merge": Scorer._merge,
    "help": Scorer._help,
    "quit": Scorer._quit,
}
