"""Random evenings at a scored table: `python tests/campaigns/evenings.py --evenings 2000`, over all games.

An evening is a game under random house rules and some hundred operations: deals as they were played by random players,
corrections by hand, changes of dealer and of the head, edits, steps back and forth. After each the list must be the
one that a plain list gives; at its end a fresh match must come to the same, taking all back and doing it again must
lead nowhere else, and a file of it must read as the same history.
"""

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))  # the modules that the tests share

from support.walk import KINDS, options_type, random_game, walk

from prikup.errors import PrikupError
from prikup.games import GAMES
from prikup.kind import Kind
from prikup.match import Match
from prikup.options import drawn, options_text
from prikup.scorer.entries import Adjust, Amount, Deal, Dealer, Entry, Fault, Note, Scoring, Stop, What
from prikup.scorer.history import History, Redo, Undo
from prikup.scorer.operations import Append, Delete, Head, Insert, Move, Operation, Replace
from prikup.scorer.replay import Replay, adjusted, outcome_of, plain, replayed
from prikup.scorer.score_file import read, written

__all__ = ["Evening", "fresh", "names_of", "outcomes", "told"]

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")


def names_of(seats: int) -> tuple[str, ...]:
    """Names for so many seats."""
    return PEOPLE[:seats]


def outcomes(kind: Kind, rng: random.Random, number: int) -> tuple[Scoring, list[Any]]:
    """A new list under random house rules, and what deals between random players come to under them."""
    game = random_game(kind, rng)
    match, found = Match.begin(game, rng.randrange(game.seats)), list[Any]()
    while len(found) < number:
        *_, end = walk(game, match.dealt(rng), rng)
        found.append(game.outcome(end.state))
        match = match.close(found[-1])
    options = options_text(kind.presets, game.options)
    return Scoring(game.name, game.rules, options, names_of(game.seats), 0, 0, play_on=rng.random() < 0.5), found


class Evening:
    """An evening: its history, and the same list as a plain one, with those that a person can go back to."""

    def __init__(self, kind: Kind, rng: random.Random) -> None:
        self.kind, self.rng = kind, rng
        self.scoring, self.found = outcomes(kind, rng, 6)
        self.game = replayed(self.scoring).game
        self.history = History.begin(self.scoring)
        self.lists: list[tuple[Entry, ...]] = [()]
        self.at = 0
        self.clock = 0

    def go(self) -> None:
        """Do something at random, and look whether both lists are the same then."""
        now = self.lists[self.at]
        roll = self.rng.random()
        if roll < 0.15 and self.at:
            self.history = self.history.do(Undo())
            self.at -= 1
        elif roll < 0.25 and self.at + 1 < len(self.lists):
            self.history = self.history.do(Redo())
            self.at += 1
        elif roll < 0.3:
            self._change_head(now)
        else:
            operation, then = self._operation(now)
            self.history = self.history.do(operation)
            self._keep(then)
        assert self.history.now.entries == self.lists[self.at]

    def _keep(self, entries: tuple[Entry, ...]) -> None:
        del self.lists[self.at + 1 :]
        self.lists.append(entries)
        self.at += 1

    def _change_head(self, now: tuple[Entry, ...]) -> None:
        options = options_text(self.kind.presets, drawn(options_type(self.kind), self.rng))
        seats = self.kind.build(drawn(options_type(self.kind), self.rng)).seats
        change = self.rng.choice(
            (Head(options=options), Head(names=names_of(seats)), Head(play_on=True), Head(price="0.25", decimals=2))
        )
        try:
            self.history = self.history.do(change)
        except PrikupError:
            return  # so many do not play under these rules
        self._keep(now)

    def _operation(self, now: tuple[Entry, ...]) -> tuple[Operation, tuple[Entry, ...]]:
        """An operation, and what it must make of a plain list."""
        self.clock += 1
        new = Entry(f"e{self.clock}", self.clock, self._what(), "why" if self.rng.random() < 0.9 else "")
        if not now or self.rng.random() < 0.4:
            return Append(new), (*now, new)
        n = self.rng.randrange(len(now))
        one, rest = now[n], [*now[:n], *now[n + 1 :]]
        match self.rng.randrange(5):
            case 0 | 1:
                return Insert(one.id, new), (*now[:n], new, *now[n:])
            case 2:
                fixed = one.corrected(self.clock, new.what, new.note)
                return Replace(one.id, self.clock, new.what, new.note), (*now[:n], fixed, *now[n + 1 :])
            case 3:
                return Delete(one.id), tuple(rest)
            case _:
                to = self.rng.randrange(len(rest) + 1)
                before = rest[to].id if to < len(rest) else None
                return Move(one.id, before), (*rest[:to], one, *rest[to:])

    def _what(self) -> What:
        outcome, roll = plain(self.rng.choice(self.found)), self.rng.random()
        if roll < 0.7:
            return Deal(outcome)
        box = Amount(self.rng.choice((*self.game.columns, "no such")), self.rng.randrange(4), self.rng.randrange(-9, 9))
        others = (Fault(outcome), Adjust((box,)), Dealer(self.rng.randrange(4)), Note("tea"))
        return Stop() if roll > 0.99 else self.rng.choice(others)

    def end(self) -> None:
        """Hold the laws of a whole evening."""
        fresh(self.history.now)
        assert read(written(self.history)) == (self.history, len(written(self.history)))
        back = self.history
        for _ in range(self.history.at):
            back = back.do(Undo())
        assert back.now == self.scoring
        for _ in range(self.history.at):
            back = back.do(Redo())
        assert back.now == self.history.now
        assert told(replayed(back.now)) == told(replayed(self.history.now))


def told(replay: Replay) -> list[Any]:
    """All that a replay says, but for the game, which is another one each time."""
    facts = [(one.number, one.entry, one.flag, one.dealers, one.line, one.before.dealer) for one in replay.applied]
    match = replay.match
    return [*facts, match.dealer, match.sheet, match.carry, match.deals, match.winners, replay.stopped, replay.over]


def fresh(scoring: Scoring) -> None:
    """Hold that a list comes to what a match comes to into which only the entries are written that are not flagged."""
    replay = replayed(scoring)
    match, kind = Match.begin(replay.game, scoring.dealer), GAMES[scoring.game]
    assert [one.entry for one in replay.applied] == list(scoring.entries)
    for one in replay.applied:
        assert (one.before.dealer, one.before.sheet.totals) == (match.dealer, match.sheet.totals)
        match = match if one.flag is not None else _by_hand(kind, match, one.entry)
        assert one.after == match
    assert replay.match == match


def _by_hand(kind: Kind, match: Match, entry: Entry) -> Match:
    match entry.what:
        case Deal(outcome) | Fault(outcome):
            return match.close(outcome_of(kind, outcome))
        case Adjust():
            return match.adjust(adjusted(match.game, entry.what, entry.note))
        case Dealer(seat):
            return replace(match, dealer=seat)
    return match


def main() -> None:
    """Read the number of evenings and spend them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=2000)
    parser.add_argument("--operations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for n, (name, kind) in enumerate(KINDS):
        number = arguments.evenings // len(KINDS) + (n < arguments.evenings % len(KINDS))
        rng, start, flagged, entries = random.Random(arguments.seed), time.perf_counter(), 0, 0
        for _ in range(number):
            evening = Evening(kind, rng)
            for _ in range(arguments.operations):
                evening.go()
            evening.end()
            done = replayed(evening.history.now).applied
            entries += len(done)
            flagged += sum(one.flag is not None for one in done)
        seconds = time.perf_counter() - start
        print(f"{name}: {number} evenings, {entries} entries, {flagged} of them flagged, {seconds:.0f} s")


if __name__ == "__main__":
    main()
