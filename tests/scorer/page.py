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
        found = build_reply(msgspec.json.decode(wire, type=Request))
        assert isinstance(found, Reply), found
        assert msgspec.json.decode(msgspec.json.encode(found))["type"] == "scored"
        return found

    @property
    def now(self) -> Reply:
        """The current state of the match."""
        return self.ask()

    def draft(self, task: EntryTask) -> Draft:
        """Return the current form of a task."""
        found = self.ask(task).draft
        assert found is not None
        return found

    def told(self, *taps: Tap, **place: Any) -> Draft:
        """Return the form after these taps, none of which may be refused; taps are counted."""
        now, rest = self.draft(EntryTask(**place)), list(taps)
        self.taps = 0
        while rest:
            tap = rest.pop(0)
            if isinstance(tap, tuple):
                now = self._back(now, *tap, **place)
            elif now.pairs:
                known = [pair for pair in now.pairs if pair.answer == tap]
                if known[0].who is not None:
                    who = rest.pop(0)
                    known = [pair for pair in known if pair.who == who]
                now = self.draft(EntryTask(known[0].answers, **place))
            else:
                now = self.draft(EntryTask((*now.answers, tap), **place))
            self.taps += 1
            assert now.refused is None, now.refused
        return now

    def _back(self, now: Draft, key: str, answer: FormAnswer, **place: Any) -> Draft:
        """Change an earlier answer; a yes-or-no question toggles in place, another has to be opened first."""
        asked = [one for one in now.answered if not one.forced]
        at = next(at for at, one in enumerate(asked) if one.question.ask.key == key)
        question = asked[at].question
        if not (isinstance(question, ChoiceQuestion) and question.kind == "yes"):
            self.taps += 1
            assert self.draft(EntryTask(now.answers[:at], assume=False, **place)).question == question
        return self.draft(EntryTask((*now.answers[:at], answer), **place))

    def deal(self, *taps: Tap, fault: bool = False) -> Reply:
        """Enter and save a deal."""
        return self.write(self.told(*taps, fault=fault))

    def write(self, draft: Draft) -> Reply:
        """Append the entered deal to the list."""
        assert draft.what is not None, draft
        assert draft.effect is not None
        assert draft.effect.flag is None, draft.effect.flag
        self.taps += 1
        return self.enter(draft.what)

    def enter(self, what: EntryContent, note: str = "") -> Reply:
        """Append an entry to the list."""
        return self.do(Append(self._entry(what, note)))

    def _entry(self, what: EntryContent, note: str = "") -> ScoreEntry:
        return ScoreEntry(f"e{len(self.steps)}", 0, what, note)

    def insert(self, before: int, *taps: Tap) -> Reply:
        """Insert a deal before an entry, numbered from 1."""
        name = self.now.entries[before - 1].id
        draft = self.told(*taps, how="insert", entry=name)
        assert draft.what is not None
        return self.do(Insert(name, self._entry(draft.what)))

    def fix(self, number: int, *taps: Tap) -> Reply:
        """Replace an entry."""
        name = self.now.entries[number - 1].id
        draft = self.told(*taps, how="replace", entry=name)
        assert draft.what is not None
        return self.do(Replace(name, 0, draft.what))

    def do(self, step: HistoryLine) -> Reply:
        """Apply a step, and return the new state."""
        self.steps.append(step)
        return self.now


def boxes(reply: Reply) -> dict[str, tuple[int, ...]]:
    """Return the numbers on the sheet, by column."""
    return dict(zip(reply.game.columns, reply.sheet.totals, strict=True))
