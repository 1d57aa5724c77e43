"""A deal at a test table, for any game: words instead of numbers, every action checked.

A rule is tested by a table of cases, one deal per line, which `check` plays:

    # What the lines below show, in words
    [options] the words that are said | a fact and its value | another fact
    + more words at the same table    | what is so now

The facts are listed at `Table.fact`.
"""

import random
from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar

from prikup.games import GAMES
from prikup.rules.action_text import action_text, parse_action
from prikup.rules.cards import card_text, mask_text
from prikup.rules.errors import IllegalAction, Reason
from prikup.rules.game import AgreedEnd, AnyGame, illegal
from prikup.rules.game_scoring import NextDeal
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.score_sheet import SheetRow
from prikup.rules.state import PublicState, State, View, view, watch

__all__ = ["Table", "cells", "check", "refusal", "winners"]

P = TypeVar("P", bound=PublicState[Any])
T = TypeVar("T", bound="Table[Any]")


class Table(Generic[P]):
    """A deal in progress; `names` are the letters or digits of its seats."""

    names = "0123"

    def __init__(self, game: AnyGame, deck: tuple[int, ...], standing: MatchStanding[Any]) -> None:
        state = game.deal(deck, standing)
        assert isinstance(state, State), state
        self.game, self.standing = game, standing
        self.state: State[P] = state

    @property
    def public(self) -> P:
        return self.state.public

    @property
    def prompt(self) -> tuple[str, int | None]:
        """The phase and the actor."""
        return self.public.phase, self.public.actor

    def view(self, seat: int | None = None) -> View[P]:
        """Return a seat's View, by default the actor's."""
        actor = self.public.actor if seat is None else seat
        assert actor is not None
        return view(self.state, actor)

    def may(self) -> str:
        """Return the actor's legal actions, in words."""
        return " ".join(action_text(self.game.calls, a) for a in self.game.legal(self.view()))

    def say(self, words: str) -> Self:
        """Take these actions one after another; each must be legal."""
        for word in words.split():
            action = parse_action(self.game.calls, word)
            if action not in self.game.legal(self.view()):
                raise illegal(self.game, self.view(), action)
            self.act(action)
        return self

    def act(self, action: int) -> None:
        """Take a legal action."""
        self.state = self.game.apply(self.state, action)

    def play_randomly(self, rng: random.Random, *until: str) -> Self:
        """Take random actions until one of these phases, or the end."""
        while self.public.actor is not None and self.public.phase not in until:
            self.act(rng.choice(self.game.legal(self.view())))
        return self

    def agree(self, *tricks: int) -> Self:
        """Settle with this many further tricks for each seat."""
        after = self.game.settle(self.state, AgreedEnd(tricks=tricks))
        assert isinstance(after, State), after
        self.state = after
        return self

    def hand(self, seat: int) -> str:
        return mask_text(self.state.hands[seat])

    @property
    def written(self) -> str:
        """The scores of the deal: column, side and amount of each entry."""
        return "; ".join(f"{entry.column} {self.names[entry.side]} {entry.amount:+d}" for entry in self.row.entries)

    @property
    def headline(self) -> tuple[Reason, ...]:
        return self.game.explanations.headline(self.public)

    @property
    def outcome(self) -> Any:
        assert self.public.actor is None
        return self.game.outcome(self.state)

    @property
    def row(self) -> SheetRow:
        return self.game.scoring.row(self.outcome, self.standing)

    @property
    def next(self) -> NextDeal[Any]:
        return self.game.scoring.next_deal(self.outcome, self.standing, self.row)

    @property
    def winners(self) -> tuple[int, ...]:
        return winners(self.game, self.outcome, self.standing)

    def why(self, word: str) -> str:
        """Return why a word is not legal for the actor, or for another seat as in `word@seat`."""
        word, _, seat = word.partition("@")
        return self.reason_text(refusal(self, word, self.names.index(seat) if seat else None))

    def reason_text(self, fact: Reason) -> str:
        """Return a reason with its calls, cards and seats in words."""
        words = [fact.key]
        for name, value in fact.numbers.items():
            if name == "call" and isinstance(value, int):
                words.append(f"{name}={self.game.calls[value - 52]}")
            elif name == "card" and isinstance(value, int):
                words.append(f"{name}={card_text(value)}")
            elif name == "seat" and isinstance(value, int):
                words.append(f"{name}={self.names[value]}")
            else:
                words.append(f"{name}={value}")
        return " ".join(words)

    def fact(self, name: str, value: str) -> str:
        """Return a fact about the table in words, in the form needed to compare it with `value`."""
        public: Any = self.public
        may = self.may().split() if public.actor is not None else []
        match name:
            case "asked":  # the phase, the actor, and the seat whose cards they play if another's
                hand_note = "" if public.turn in (None, public.actor) else f" for {self.names[public.turn]}"
                return (
                    f"{public.phase}"
                    if public.actor is None
                    else f"{public.phase} {self.names[public.actor]}{hand_note}"
                )
            case "may":  # all legal actions
                return " ".join(may)
            case "first" | "last":  # the first or last legal actions
                word_count = len(value.split())
                return " ".join(may[:word_count] if name == "first" else may[-word_count:])
            case "offers":  # which of these are legal
                return " ".join(word for word in value.split() if word in may)
            case "lacks":  # which of these are not legal
                return " ".join(word for word in value.split() if word not in may)
            case "count":  # the number of legal actions
                return str(len(may))
            case "not":  # `word word: reason`: not legal, and why
                refused_words = value.partition(": ")[0]
                return f"{refused_words}: {' or '.join(sorted({self.why(word) for word in refused_words.split()}))}"
            case "declarer":
                return "nobody" if public.declarer is None else self.names[public.declarer]
            case "won":  # the tricks by seat
                return " ".join(map(str, public.tricks.won)) if public.tricks else "unplayed"
            case "seats":  # the seats that play, in their order
                return "".join(self.names[seat] for seat in public.tricks.seats) if public.tricks else "unplayed"
            case "line":  # the seats that play, in the order of the current trick
                return "".join(self.names[seat] for seat in public.tricks.line)
            case "trump":
                trump: int | None = public.tricks.order.trump
                return "none" if trump is None else "SCDH"[trump]
            case "hand":  # `seat cards`
                return f"{value[0]} {self.hand(self.names.index(value[0]))}"
            case "open":  # the seats whose cards are face up
                return "".join(name for name, is_open in zip(self.names, public.shown, strict=False) if is_open)
            case "headline":  # the whole headline
                return "; ".join(map(self.reason_text, self.headline))
            case "says":  # one line of the headline
                return next((value for fact in self.headline if self.reason_text(fact) == value), "not that")
            case "silent":  # what the headline does not contain
                return next((f"not {value}" for fact in self.headline if self.reason_text(fact) == value), value)
            case "tricks" | "whist" | "came":  # a field of the outcome
                return " ".join(map(str, getattr(self.outcome, name)))
            case "unseen":  # `seat seat:cards discard:cards`: the cells hidden from this seat (-: a spectator)
                viewer = None if value[0] == "-" else self.names.index(value[0])
                hidden_cells = self.game.analysis.hidden_cells(
                    watch(self.state) if viewer is None else self.view(viewer)
                )
                places = (
                    self.names[c.seat] if c.place == "hand" and c.seat is not None else c.place for c in hidden_cells
                )
                return " ".join(
                    [value[0], *(f"{place}:{c.size}" for place, c in zip(places, hidden_cells, strict=True))]
                )
            case "rule":  # the rule player's action
                rule = GAMES[self.game.name].rule(self.game, 1)
                return action_text(self.game.calls, rule(self.view()))
            case "next":  # the next dealer
                return self.names[self.next.dealer]
            case "winners":
                return "".join(self.names[seat] for seat in self.winners)
            case _:
                return str(getattr(self if hasattr(self, name) else public, name))


def cells(text: str) -> list[list[str]]:
    """Read a table of cases, one per line, with cells separated by `|`; a line that begins with `#` is a comment."""
    lines = (line.strip() for line in text.splitlines())
    return [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]


def check(make_table: Callable[[str], Table[Any]], text: str) -> None:
    """Play a table of cases, each at a new table under its options; fail with all differences."""
    failures: list[str] = []
    table: Table[Any] | None = None
    for action_cell, *facts in cells(text):
        options, words = action_cell[1:].split("]", 1) if action_cell.startswith("[") else ("", action_cell)
        if table is None or not words.startswith("+"):
            table = make_table(options)
        try:
            table.say(words.removeprefix("+"))
            for expected_fact in facts:
                name, _, value = expected_fact.partition(" ")
                if (actual_value := table.fact(name, value)) != value:
                    failures.append(f"{action_cell} | {name} {actual_value}, not {value}")
        except IllegalAction as error:
            failures.append(f"{action_cell} | {error}")
    assert not failures, "\n".join(failures)


def winners(game: AnyGame, outcome: Any, standing: MatchStanding[Any]) -> tuple[int, ...]:
    """Return the winners of the match after this outcome of its next deal."""
    return Match.from_standing(game, standing).close(outcome).winners


def refusal(table: Table[Any], word: str, seat: int | None = None) -> Reason:
    """Return why a word is not legal for a seat, by default the actor."""
    player_view = table.view(seat)
    action = parse_action(table.game.calls, word)
    assert action not in table.game.legal(player_view)
    error = illegal(table.game, player_view, action)
    assert isinstance(error, IllegalAction)
    return error.reason
