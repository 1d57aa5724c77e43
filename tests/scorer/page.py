"""A simulated page that scores a match: it taps what is offered, and fails on a refusal."""

from typing import Any

import msgspec

from prikup.games import GAMES
from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import parse_options
from prikup.rules.scoring_questions import ChoiceQuestion, FormAnswer
from prikup.scorer.edit_history import HistoryLine
from prikup.scorer.entries import EntryContent, PaperStart, ScoreEntry, Scoring
from prikup.scorer.entry_draft import Draft, EntryTask
from prikup.scorer.operations import Append, Insert, Replace
from prikup.scorer.page_state import Reply, Request, build_reply

__all__ = ["Page", "boxes", "head_of"]

NAMES = ("A", "B", "C", "D")
Tap = FormAnswer | tuple[str, FormAnswer]
"""An answer to the current question, or to a skipped or answered one by its key."""


def head_of(
    kind: GameDefinition, name: str, options: str = "", dealer: int = 0, opening: PaperStart | None = None
) -> Scoring:
    """Return a new match under a preset or changed options."""
    options = options or next(iter(kind.presets))
    seats = kind.build(parse_options(kind.presets, options)).seats
    return Scoring(name, 1, options, NAMES[:seats], dealer, 0, opening=opening)


class Page:
    """A match on the page. All data goes through JSON, as on the wire."""

    def __init__(self, name: str, options: str = "", dealer: int = 0, opening: PaperStart | None = None) -> None:
        self.head = head_of(GAMES[name], name, options, dealer, opening)
        self.steps: list[HistoryLine] = []
        self.taps = 0

    def ask(self, task: EntryTask | None = None, step: HistoryLine | None = None) -> Reply:
        """Return the reply to the page."""
        wire = msgspec.json.encode(Request(self.head, tuple(self.steps), task, step))
        reply = build_reply(msgspec.json.decode(wire, type=Request))
        assert isinstance(reply, Reply), reply
        assert msgspec.json.decode(msgspec.json.encode(reply))["type"] == "scored"
        return reply

    @property
    def state(self) -> Reply:
        """The current state of the match."""
        return self.ask()

    def draft(self, task: EntryTask) -> Draft:
        """Return the current form of a task."""
        current_draft = self.ask(task).draft
        assert current_draft is not None
        return current_draft

    def fill_form(self, *taps: Tap, **place: Any) -> Draft:
        """Return the form after these taps, none of which may be refused; taps are counted."""
        draft, remaining_taps = self.draft(EntryTask(**place)), list(taps)
        self.taps = 0
        while remaining_taps:
            tap = remaining_taps.pop(0)
            if isinstance(tap, tuple):
                draft = self._change_answer(draft, *tap, **place)
            elif draft.pairs:
                matches = [pair for pair in draft.pairs if pair.answer == tap]
                if matches[0].who is not None:
                    player = remaining_taps.pop(0)
                    matches = [pair for pair in matches if pair.who == player]
                draft = self.draft(EntryTask(matches[0].answers, **place))
            else:
                draft = self.draft(EntryTask((*draft.answers, tap), **place))
            self.taps += 1
            assert draft.refused is None, draft.refused
        return draft

    def _change_answer(self, draft: Draft, key: str, answer: FormAnswer, **place: Any) -> Draft:
        """Change an earlier answer; a yes-or-no question toggles in place, another has to be opened first."""
        answered_questions = [answered_question for answered_question in draft.answered if not answered_question.forced]
        index = next(
            index
            for index, answered_question in enumerate(answered_questions)
            if answered_question.question.ask.key == key
        )
        question = answered_questions[index].question
        if not (isinstance(question, ChoiceQuestion) and question.kind == "yes"):
            self.taps += 1
            assert self.draft(EntryTask(draft.answers[:index], assume=False, **place)).question == question
        return self.draft(EntryTask((*draft.answers[:index], answer), **place))

    def deal(self, *taps: Tap, fault: bool = False) -> Reply:
        """Enter and save a deal."""
        return self.write(self.fill_form(*taps, fault=fault))

    def write(self, draft: Draft) -> Reply:
        """Append the entered deal to the list."""
        assert draft.what is not None, draft
        assert draft.effect is not None
        assert draft.effect.flag is None, draft.effect.flag
        self.taps += 1
        return self.enter(draft.what)

    def enter(self, content: EntryContent, note: str = "") -> Reply:
        """Append an entry to the list."""
        return self.do(Append(self._entry(content, note)))

    def _entry(self, content: EntryContent, note: str = "") -> ScoreEntry:
        return ScoreEntry(f"e{len(self.steps)}", 0, content, note)

    def insert(self, number: int, *taps: Tap) -> Reply:
        """Insert a deal before an entry, numbered from 1."""
        name = self.state.entries[number - 1].id
        draft = self.fill_form(*taps, how="insert", entry=name)
        assert draft.what is not None
        return self.do(Insert(name, self._entry(draft.what)))

    def fix(self, number: int, *taps: Tap) -> Reply:
        """Replace an entry."""
        name = self.state.entries[number - 1].id
        draft = self.fill_form(*taps, how="replace", entry=name)
        assert draft.what is not None
        return self.do(Replace(name, 0, draft.what))

    def do(self, step: HistoryLine) -> Reply:
        """Apply a step, and return the new state."""
        self.steps.append(step)
        return self.state


def boxes(reply: Reply) -> dict[str, tuple[int, ...]]:
    """Return the numbers on the sheet, by column."""
    return dict(zip(reply.game.columns, reply.sheet.totals, strict=True))
