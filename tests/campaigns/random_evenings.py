"""Random evenings at a scored table, told twice.

Run `python tests/campaigns/random_evenings.py --evenings 2000`, over all games.

An evening is a game under random house rules and some operations on its list: deals as played, as entered in a form, or
impossible ones; faults, manual corrections, changes of dealer and of the match details, edits, undo and redo. After
each of them the scorer and its second implementation (`games/evening_rules.py`) must agree on every box and flag, and
on the payments. At the end undoing and redoing everything must lead to the same list, and a file of it must be read as
the same history.
"""

import random
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the modules that the tests share

from games import evening_rules as again
from msgspec import ValidationError, convert
from msgspec.structs import asdict, replace
from support.command_line import parsed
from support.random_walk import KINDS, chosen, options_type, random_game

from prikup.rules.errors import PrikupError, reason
from prikup.rules.game import AnyGame, Game, MatchStanding, Void
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.options import drawn, options_text
from prikup.rules.scoring_questions import ChoiceQuestion, filled
from prikup.rules.state import view
from prikup.scorer.edit_history import History, Redo, Undo
from prikup.scorer.edit_preview import differences
from prikup.scorer.entries import (
    Adjust,
    Amount,
    DealEntry,
    Dealer,
    Fault,
    Join,
    Leave,
    NoteEntry,
    PaperStart,
    ScoreEntry,
    Scoring,
    Stop,
    What,
)
from prikup.scorer.operations import Append, Delete, Head, Insert, Move, Operation, Replace
from prikup.scorer.payments import fewest, money, pairwise, sided
from prikup.scorer.replay import Replay, plain, replayed
from prikup.scorer.score_file import read, written

__all__ = ["ASKING", "Evening", "by_form", "compared", "names_of", "new_list", "played", "spend"]

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")
ASKING = [(name, kind) for name, kind in KINDS if getattr(kind.build, "form", None) is not Game.form]
"""The games that have scoring questions."""


def names_of(seats: int) -> tuple[str, ...]:
    """Return names for this number of seats."""
    return PEOPLE[:seats]


def new_list(kind: GameDefinition, rng: random.Random) -> tuple[Scoring, Match]:
    """Return an empty list under random house rules, and its match."""
    game = random_game(kind, rng)
    match = Match.begin(game, rng.randrange(game.seats))
    options = options_text(kind.presets, game.options)
    return Scoring(game.name, game.rules, options, names_of(game.seats), match.dealer, 0), match


# Entries


def by_form(game: AnyGame, standing: MatchStanding[Any], rng: random.Random, kind: str) -> Any:
    """Return the result of answering the questions on a deal or a fault at random; None if the answers are refused."""
    ask, answers = game.fault if kind == "fault" else game.form, list[Any]()
    try:
        while (question := (now := filled(ask(standing), answers)).next) is not None:
            possible = (
                question.answers if isinstance(question, ChoiceQuestion) else range(question.low, question.high + 1)
            )
            answers.append(rng.choice(possible))
    except PrikupError:
        return None
    return now.outcome


def played(game: AnyGame, standing: MatchStanding[Any], rng: random.Random) -> Any:
    """Return the outcome of a deal among random players.

    If the match has nothing left to play for, the deal is one of a new match.
    """
    state = Match.at(game, standing).dealt(rng)
    while (actor := state.public.actor) is not None:
        legal = game.legal(view(state, actor))
        if not legal:
            return played(game, Match.begin(game, standing.dealer).standing, rng)
        state = game.apply(state, chosen(rng, legal))
    return game.outcome(state)


class Evening:
    """An evening in both forms: the scorer's history, and the second implementation's lists with the current one."""

    def __init__(self, kind: GameDefinition, rng: random.Random) -> None:
        self.kind, self.rng, self.number = kind, rng, 0
        scoring, match = new_list(kind, rng)
        scoring, standing = replace(scoring, play_on=rng.random() < 0.3), match.standing
        if rng.random() < 0.3:
            scoring, standing = self.on_paper(match, scoring)
        self.history = History.begin(scoring)
        self.lists = [again.Evening(match.game, standing, (), scoring.play_on)]
        self.at = 0

    def on_paper(self, match: Match, scoring: Scoring) -> tuple[Scoring, MatchStanding[Any]]:
        """Start the match on paper: some deals were played that are on no list."""
        game = match.game
        for _ in range(self.rng.randint(1, 4)):
            after = match.close(played(game, match.standing, self.rng))
            if not after.over:
                match = after
        told = {name: getattr(match.carry, name) for name in game.carried}
        carry = replace(game.carry, **told) if told else game.carry
        totals = match.sheet.totals
        if game.refuses(totals, carry) is not None:
            return scoring, Match.begin(game, scoring.dealer).standing
        opening = PaperStart(totals, match.deals, plain(told))
        standing = MatchStanding(match.deals + 1, match.dealer, totals, carry)
        return replace(scoring, dealer=match.dealer, opening=opening), standing

    @property
    def now(self) -> again.Evening:
        return self.lists[self.at]

    def entry(self) -> tuple[ScoreEntry, again.Entry]:
        """Return a new random entry in both forms."""
        self.number += 1
        name, roll = f"e{self.number}", self.rng.random()
        what, note = self.what(roll), "why" if self.rng.random() < 0.95 else " "
        return ScoreEntry(name, self.number, what, note), again_told(self.kind, name, what, note)

    def what(self, roll: float) -> What:
        """Return the content of an entry; a deal is from a random standing of this evening, and rarely under other
        house rules."""
        game, standing = self.now.game, again.retold(self.now).standing
        if roll < 0.75:
            if self.rng.random() < 0.1:
                game = random_game(self.kind, self.rng)
                standing = Match.begin(game, self.rng.randrange(game.seats)).standing
            outcome = by_form(game, standing, self.rng, "deal") if self.rng.random() < 0.5 else None
            told = plain(played(game, standing, self.rng) if outcome is None else outcome)
            if self.rng.random() < 0.05:
                told = self.rng.choice(({**told, "tricks": [10, 10, 1]}, plain(Void(reason("misdealt")))))
            return DealEntry(told)
        if roll < 0.82:
            outcome = by_form(game, standing, self.rng, "fault")
            return Fault(plain(outcome)) if outcome is not None else NoteEntry("tea")
        if roll < 0.9:
            return Adjust(tuple(self.amount(game) for _ in range(self.rng.randint(0, 3))))
        if roll < 0.95:
            return Dealer(self.rng.randrange(4))
        return NoteEntry("tea") if roll < 0.99 else Stop()

    def amount(self, game: AnyGame) -> Amount:
        column = self.rng.choice(game.columns) if self.rng.random() < 0.95 else "no such"
        side = self.rng.randrange(len(game.sides)) if self.rng.random() < 0.95 else 3
        return Amount(column, side, self.rng.choice((0, 3, -4, 25, self.rng.randint(-200, 200))))

    # Operations

    def go(self) -> None:
        """Apply a random operation to both."""
        roll = self.rng.random()
        if roll < 0.12 and self.at:
            self.history, self.at = self.history.do(Undo()), self.at - 1
        elif roll < 0.2 and self.at + 1 < len(self.lists):
            self.history, self.at = self.history.do(Redo()), self.at + 1
        elif roll < 0.25:
            self.change_head()
        else:
            operation, after = self.operation()
            self.done(operation, after)

    def done(self, operation: Operation, after: again.Evening) -> None:
        self.history = self.history.do(operation)
        self.lists = [*self.lists[: self.at + 1], after]
        self.at += 1

    def change_head(self) -> None:
        """Change the price, the setting for playing on after the end, or the house rules for the same number of
        players."""
        now, roll = self.now, self.rng.random()
        if roll < 0.2:
            self.done(Head(price="0.25", decimals=2), now)
            return
        if roll < 0.5:
            play_on = self.rng.random() < 0.5
            self.done(Head(play_on=play_on), now._replace(play_on=play_on))
            return
        game = self.kind.build(drawn(options_type(self.kind), self.rng))
        if game.seats != now.game.seats or self.history.now.opening is not None:
            return
        begin = Match.begin(game, now.begin.dealer).standing
        self.done(Head(options=options_text(self.kind.presets, game.options)), now._replace(game=game, begin=begin))

    def operation(self) -> tuple[Operation, again.Evening]:
        new, told = self.entry()
        names = [entry.name for entry in self.now.entries]
        if not names or self.rng.random() < 0.6:
            return Append(new), again.inserted(self.now, None, told)
        name = self.rng.choice(names)
        match self.rng.randrange(4):
            case 0:
                return Insert(name, new), again.inserted(self.now, name, told)
            case 1:
                return Replace(name, new.at, new.what, new.note), again.replaced(self.now, name, told)
            case 2:
                return Delete(name), again.deleted(self.now, name)
            case _:
                to = self.rng.choice([None, *(other for other in names if other != name)])
                return Move(name, to), again.moved(self.now, name, to)

    # Checks

    def differences(self, was: Replay, told: again.Told) -> list[str]:
        """Return the differences between both implementations in the list, and in what has changed."""
        found = list(compared(self.history.now, self.now))
        return found + list(edited(was, replayed(self.history.now), told, again.retold(self.now)))

    def end(self) -> None:
        """Assert that a file stores the history, and that everything can be undone and redone."""
        data, steps = written(self.history), self.history.at
        assert read(data) == (self.history, data)
        back = self.history.all([Undo()] * steps)
        assert back.now == self.history.first
        assert back.all([Redo()] * steps).now == self.history.now


def again_told(kind: GameDefinition, name: str, what: What, note: str) -> again.Entry:
    """Return an entry in the form of the second implementation."""
    match what:
        case DealEntry(outcome) | Fault(outcome):
            try:
                told: Any = convert(outcome, kind.outcome | Void)
            except ValidationError:
                told = None
            return again.Entry(name, "deal" if isinstance(what, DealEntry) else "fault", told, note)
        case Adjust(amounts):
            boxes: dict[tuple[str, int], int] = {}
            for box in amounts:
                boxes[box.column, box.side] = boxes.get((box.column, box.side), 0) + box.amount
            return again.Entry(name, "adjust", boxes, note)
        case Dealer(seat):
            return again.Entry(name, "dealer", seat, note)
        case NoteEntry(text):
            return again.Entry(name, "note", text, note)
        case Stop():
            return again.Entry(name, "stop", None, note)
        case Join() | Leave():
            raise AssertionError("nobody joins or leaves these evenings")


# Comparison


def compared(scoring: Scoring, evening: again.Evening) -> Iterator[str]:
    """Yield the differences between the scorer and the second implementation."""
    replay, told = replayed(scoring), again.retold(evening)
    if [entry.id for entry in scoring.entries] != [entry.name for entry in evening.entries]:
        yield f"entries {scoring.entries}, not {evening.entries}"
        return
    for one, done in zip(replay.applied, told.done, strict=True):
        ours = None if one.flag is None else one.flag.key
        where = f"{one.number} {asdict(one.entry)}"
        if (ours is None) != (done.flag is None) or "after-the-end" in {ours, done.flag} - {ours} & {done.flag}:
            yield f"flag {ours}, not {done.flag}: {where}"
        row = {} if one.line is None else again.boxes(one.line.row)
        if row != done.row:
            yield f"row {row}, not {done.row}: {where}"
        if (one.before.standing.deal, one.before.dealer) != (done.deal, done.dealer):
            yield f"deal {one.before.standing.deal} of {one.before.dealer}, not {done.deal} of {done.dealer}: {where}"
    if replay.match.standing != told.standing:
        yield f"standing {replay.match.standing}, not {told.standing}"
    if (replay.match.winners, replay.stopped) != (told.winners, told.broken):
        yield f"end {replay.match.winners} {replay.stopped}, not {told.winners} {told.broken}"
    yield from _paid(replay.game, replay.match.sheet.totals)


def _paid(game: AnyGame, totals: Any) -> Iterator[str]:
    """Yield the differences in the payments of a settlement, at some prices."""
    shares = game.settlement(totals)
    for price, decimals in (Fraction(1), 0), (Fraction(1, 4), 2), (Fraction(1, 3), 3):
        units = money(shares, price, decimals)
        if units != again.whole(shares, price, decimals):
            yield f"units {units} of {shares}"
        by_sides = len(shares) < game.seats
        paid = [(one.payer, one.payee, one.units) for one in (sided(game.sides, units) if by_sides else fewest(units))]
        expected = again.side_payments(units) if by_sides else again.payments(units)
        if paid != expected:
            yield f"payments {paid}, not {expected}, of {units}"
        exact = again.pairwise(shares)
        each = {(one.payee, one.payer): one.units for one in pairwise(shares, price, decimals)}
        for pair, amount in exact.items():
            if abs(each.get(pair, 0) - amount * price * 10**decimals) > Fraction(1, 2):
                yield f"pairwise {each}, not {exact}"


def edited(before: Replay, after: Replay, was: again.Told, now: again.Told) -> Iterator[str]:
    """Yield the differences in the effect of an operation.

    The second implementation knows only the key of a flag, and not the dealer of a deal.
    """
    flags = {one.entry.id: one.flag and one.flag.key for one in before.applied}
    columns, ours = after.game.columns, set[tuple[Any, ...]]()
    for one in differences(before, after):
        name = after.at(one.entry).entry.id if one.entry else ""
        match one.what:
            case "number":
                ours.add(("number", name, (one.column, one.side), one.before, one.after))
            case "flag" if flags[name] != (one.flag and one.flag.key):
                ours.add(("flag", name))
            case "total":
                ours.add(("total", columns.index(one.column), one.side, one.before, one.after))
            case "winners":
                ours.add(("winners", one.winners))
            case "next":
                ours.add(("next", one.before, one.after))
    theirs = again.changed(was, now)
    if ours != theirs:
        yield f"changed {ours - theirs}, not {theirs - ours}"


def spend(kind: GameDefinition, rng: random.Random, operations: int) -> tuple[list[str], int, int]:
    """Run an evening; return the first differences, and the numbers of entries and of flags at its end."""
    evening = Evening(kind, rng)
    for _ in range(operations):
        was, told = replayed(evening.history.now), again.retold(evening.now)
        evening.go()
        if found := evening.differences(was, told):
            return found, len(evening.now.entries), 0
    evening.end()
    done = again.retold(evening.now).done
    return [], len(done), sum(one.flag is not None for one in done)


def main() -> None:
    """Run the campaign from the command line."""
    arguments = parsed(__doc__, evenings=500, operations=40, seed=1)
    wrong = 0
    for name, kind in ASKING:
        start, entries, flagged, number = time.perf_counter(), 0, 0, arguments.evenings // len(ASKING)
        for n in range(number):
            found, more, flags = spend(kind, random.Random(f"{arguments.seed} {name} {n}"), arguments.operations)
            entries, flagged, wrong = entries + more, flagged + flags, wrong + bool(found)
            if found:
                print(f"{name} {arguments.seed} {n}: " + "\n  ".join(found[:3]))
        seconds = time.perf_counter() - start
        print(f"{name}: {number} evenings, {entries} entries, {flagged} of them flagged, {seconds:.0f} s", flush=True)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
