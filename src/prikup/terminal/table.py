"""The table: one person and computer players, one match. Whatever happens is in the log before it is shown."""

from collections.abc import Iterable, Iterator
from typing import Any

from prikup.bots import player
from prikup.bots.advice import hint
from prikup.claims import best, claim, claims, concession, undo
from prikup.errors import Number, Reason
from prikup.game import Settled
from prikup.history.log import HUMAN, Dealt, Log
from prikup.history.shuffle import shuffled
from prikup.locale.speech import Speech
from prikup.narration import dealt, opening, sealed, steps, told, undone
from prikup.state import Action, Seat, State, View, view
from prikup.terminal.cli.new_match import shuffle
from prikup.terminal.render.advice_page import advised
from prikup.terminal.render.blocks import Block, Heading
from prikup.terminal.render.deal_view import sight
from prikup.terminal.render.help_page import help_page
from prikup.terminal.render.input_parser import Actions, Command, Unclear, means, read, read_command, refusal, unclear
from prikup.terminal.render.last_trick import last_trick
from prikup.terminal.render.replay_page import replayed
from prikup.terminal.render.rules_page import rules_at_table
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.sheet_page import result, row_page, sheet_with_reasons
from prikup.terminal.render.table_view import Picture, choices, picture

__all__ = ["Table"]


class Table:
    """A match under way at a screen. `auto`: a card that is the only legal one is played at once."""

    def __init__(self, log: Log, speech: Speech, screen: Screen, *, auto: bool = False) -> None:
        self.log, self.speech, self.screen, self.auto = log, speech, screen, auto
        begin = log.begin
        self.you = begin.players.index(HUMAN)
        self.bots = {
            seat: player(level, log.game, begin.bots + seat)
            for seat, level in enumerate(begin.players)
            if level != HUMAN
        }

    def run(self) -> None:
        """Play to the end. Raises EOFError when the person leaves before."""
        if self.log.state is not None:
            shown = self._picture()
            scores = (f"{column}: {boxes}." for column, boxes in shown.scores)
            self.screen.events([shown.title, *scores, *shown.since])
        while not self.log.over:
            if self.log.state is None:
                self._begin()
            elif (actor := self.log.state.public.actor) is None:
                self._close()
            elif actor == self.you:
                self._turn(self.log.state)
            else:
                self.screen.waiting(self.speech, self._picture())
                self._decided(actor, view(self.log.state, actor))

    def _picture(self) -> Picture:
        return picture(self.speech, sight(self.log, self.you, spoken=self.speech.spoken))

    # The course of a deal

    def _begin(self) -> None:
        """The commitment is shown first, then the deck is dealt."""
        prepared = shuffle(self.log)
        if not isinstance(self.log.events[-1], Dealt):
            self._say(opening(self.log.match.standing))
        self._say(sealed(prepared))
        begun = self.log.deal(shuffled(self.log.game.pack, prepared), prepared)
        self._say(*dealt(self.log.game, begun, spoken=self.speech.spoken))

    def _enter(self, action: Action) -> None:
        """One action, into the log and then told."""
        self.log.add(action)
        self._tell()

    def _decided(self, seat: Seat, seen: View[Any]) -> None:
        """What a computer player does: he claims what is certain."""
        if claimed := claims(self.log.game, seen):
            self._claim(claimed, self._everybody)
        else:
            self._enter(self.bots[seat](seen))

    def _tell(self) -> None:
        *_, last = steps(self.log)
        self._say(*told(self.log.game, last, self.you, spoken=self.speech.spoken))

    def _say(self, *items: Reason) -> None:
        self.screen.events(self.speech.told(items))

    def _close(self) -> None:
        """The row of a finished deal, explained, on a page of its own."""
        shown = self._picture()
        ending = [" ".join(lines) for lines in (shown.facts, shown.since) if lines]
        self.log.close()
        sheet = self.log.match.sheet
        page = row_page(self.speech, sheet, ending)
        if self.log.over:
            self.screen.page([*page, Heading(result(self.speech, self.log.match.winners))])
            return
        deal, leave = (self.speech(f"keys-{name}").split()[0] for name in ("deal", "quit"))
        prompt = self.speech("prompt-next-deal", deal=deal, quit=leave)
        while typed := self.screen.page(page, prompt):
            command = read_command(self.speech.words, typed)
            if command == Command("quit"):
                raise EOFError
            page = self._open_hands() if command == Command("deal") else row_page(self.speech, sheet, ending)

    def _open_hands(self) -> Iterator[Block]:
        """The last finished deal."""
        return replayed(self.speech, self.log, self.log.match.sheet.lines[-1].deal)

    # The person's turn

    def _turn(self, state: State[Any]) -> None:
        legal = self.log.game.legal(view(state, self.you))
        if self.auto and len(legal) == 1 and legal[0] < 52:
            self._enter(legal[0])
            return
        self.screen.turn(self.speech, self._picture())
        while self.log.state is state:
            typed = self.screen.ask()
            if not typed:
                self._table(state)
                continue
            match read(self.speech, self._choices(state), typed):
                case Command(name):
                    getattr(self, f"_{name}")(state)
                case Actions(actions):
                    self._try(state, actions)
                case Unclear() as found:
                    self.screen.notice([unclear(self.speech, found, len(self._choices(state)))])

    def _choices(self, state: State[Any]) -> tuple[Action, ...]:
        return choices(self.log.game, view(state, self.you), self._picture().suits)

    def _try(self, state: State[Any], actions: tuple[Action, ...]) -> None:
        """Several actions are all right together or none is done."""
        game, after = self.log.game, state
        for n, action in enumerate(actions):
            if n and (after.public.actor != self.you or after.public.phase != state.public.phase):
                self.screen.notice([self.speech("answer-too-many", number=n)])
                return
            seen = view(after, self.you)
            if action not in game.legal(seen):
                self.screen.notice([refusal(self.speech, action, game.why(seen, action))])
                return
            after = game.apply(after, action)
        for action in actions:
            self._enter(action)

    # Commands

    def _help(self, state: State[Any]) -> None:
        blocks = help_page(self.speech, view(state, self.you), self._choices(state), self._picture().question)
        self._read(blocks)

    def _hint(self, state: State[Any]) -> None:
        seen = view(state, self.you)
        advice = hint(self.log.game, seen)
        self._read(advised(self.speech, self.log.game, seen, advice))
        if not self.speech.spoken:  # the page is gone
            self.screen.notice([self.speech("hint-plan", actions=advice.plan)])

    def _read(self, blocks: Iterable[Block]) -> str:
        """A page, and then the table again."""
        typed = self.screen.page(blocks, self.speech("prompt-back"))
        self.screen.turn(self.speech, self._picture())
        return typed

    def _table(self, state: State[Any]) -> None:
        self.screen.table(self.speech, self._picture())

    def _deal(self, state: State[Any]) -> None:
        if self.log.match.sheet.lines:
            self._read(self._open_hands())
        else:
            self.screen.notice([self.speech("deal-none")])

    def _last(self, state: State[Any]) -> None:
        self.screen.notice(last_trick(self.speech, state.public))

    def _sheet(self, state: State[Any]) -> None:
        sheet = self.log.match.sheet
        prompt = self.speech("prompt-sheet" if len(sheet.lines) > 1 else "prompt-back")
        page = sheet_with_reasons(self.speech, sheet)
        while (typed := self.screen.page(page, prompt)).isdecimal() and 0 < int(typed) <= len(sheet.lines):
            page = sheet_with_reasons(self.speech, sheet, int(typed))
        self.screen.turn(self.speech, self._picture())

    def _rules(self, state: State[Any]) -> None:
        self._read(rules_at_table(self.speech.words, self.log.begin.game, self.log.game.options))

    def _undo(self, state: State[Any]) -> None:
        to = undo(self.log, self.you)
        if isinstance(to, Reason):
            self.screen.notice([self.speech.reason(to)])
            return
        *_, last = steps(self.log)
        self.log.undo(to)
        self._say(*undone(self.log.game, last, self.you))

    def _concede(self, state: State[Any]) -> None:
        """Give the deal up where the rules know that; else claim the tricks that are certain, or what best play gives
        where every card lies open."""
        given_up = concession(self.log.game, view(state, self.you))
        if isinstance(given_up, Settled):
            if self._confirmed("confirm-concede"):
                self.log.conceded(given_up.conceded)
                self._tell()
            return
        claimed = claim(self.log.game, view(state, self.you))
        if isinstance(claimed, Settled):
            if self._confirmed("confirm-claim"):
                self._claim(claimed, self._everybody)
        elif split := best(self.log.game, view(state, self.you)):
            if self._confirmed("confirm-best", counted=split.tricks):
                self._claim(split, (self.you,))
        else:
            self.screen.notice([self.speech.reason(given_up), self.speech.reason(claimed)])

    def _claim(self, settled: Settled, by: tuple[Seat, ...]) -> None:
        self.log.agreed(settled.tricks, by)
        self._tell()

    @property
    def _everybody(self) -> tuple[Seat, ...]:
        return tuple(range(self.log.game.seats))

    def _confirmed(self, question: str, **values: Number) -> bool:
        agreed = means(self.speech.words, "yes", self.screen.ask(self.speech(question, **values)))
        if not agreed:
            self.screen.turn(self.speech, self._picture())
        return agreed

    def _quit(self, state: State[Any]) -> None:
        raise EOFError
