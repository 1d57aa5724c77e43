"""`prikup positions`: problems with hidden cards and a proved best card, and how many of them players solve."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import track

from prikup.bots import PLAYERS, is_player
from prikup.games import GAMES
from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.problems.difficulty import PlayerScore, score_player
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.problem import problems
from prikup.rules.cards import parse_card
from prikup.rules.errors import BadText, reason
from prikup.rules.tricks import Trick
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.deal_view import DealView
from prikup.terminal.render.table_view import Picture, picture
from prikup.terminal.words import words_of

__all__ = ["ProblemsByGame", "problem_pages", "records", "score_page", "scores", "select_problems"]

ProblemsByGame = dict[str, dict[int, HiddenProblem]]
"""Problems by game and number, from 1."""


def select_problems(words: Words, games: Sequence[str], number: int | None) -> ProblemsByGame:
    """Return the problems of some games, or of all; only those with the given number, if any."""
    problems_by_game: ProblemsByGame = {}
    for name in games or (game for game in GAMES if problems(HiddenProblem, game)):
        if name not in GAMES:
            raise BadText(reason("game-unknown", game=name, allowed=" ".join(GAMES)))
        problem_by_number = dict(enumerate(problems(HiddenProblem, name), 1))
        if number is not None and number not in problem_by_number:
            raise Complaint(words("error-position", game=name, number=number, last=len(problem_by_number)))
        problems_by_game[name] = problem_by_number if number is None else {number: problem_by_number[number]}
    return problems_by_game


# Scores


def scores(words: Words, problems_by_game: ProblemsByGame, players: str) -> list[PlayerScore]:
    """Return the scores of the named players for the problems of each game."""
    names = tuple(dict.fromkeys(name.strip() for name in players.split(",")))
    for name in names:
        if not is_player(name):
            raise Complaint(words("error-level", level=name, allowed=" ".join(PLAYERS)))
    rounds = [(name, tuple(game_problems.values())) for name in names for game_problems in problems_by_game.values()]
    quiet = Console(file=sys.stderr, quiet=not sys.stderr.isatty())
    under_way = track(rounds, words("positions-under-way"), console=quiet)
    return [score_player(name, game_problems) for name, game_problems in under_way]


def score_page(words: Words, problems_by_game: ProblemsByGame, all_scores: Sequence[PlayerScore]) -> Iterator[Block]:
    """Yield the solved problems by player and game, then the points lost."""
    names = tuple(dict.fromkeys(entry.player for entry in all_scores))
    cells = {(entry.player, entry.game): entry for entry in all_scores}
    right = tuple(range(1, len(problems_by_game) + 2))
    yield Heading(words("positions-solved"))
    problem_counts = [len(entry) for entry in problems_by_game.values()]
    solved_counts = ((name, [cells[name, game].solved_count for game in problems_by_game]) for name in names)
    yield TextTable(
        (words("arena-player"), *problems_by_game, words("positions-all")),
        tuple(
            (name, *map(str, numbers), str(sum(numbers)))
            for name, numbers in (*solved_counts, (words("positions-given"), problem_counts))
        ),
        right,
    )
    yield Heading(words("positions-lost"))
    yield TextTable(
        (words("arena-player"), *problems_by_game),
        tuple((name, *(f"{cells[name, game].average_loss:.2f}" for game in problems_by_game)) for name in names),
        right[:-1],
    )


# Output


def records(problems_by_game: ProblemsByGame) -> list[dict[str, Any]]:
    """Return the problems as JSON values."""
    return [
        {"number": number, **msgspec.to_builtins(problem)}
        for game_problems in problems_by_game.values()
        for number, problem in game_problems.items()
    ]


def problem_pages(words: Words, problems_by_game: ProblemsByGame, *, spoken: bool) -> Iterator[Block]:
    """Yield the page of each problem: heading, table from the player's view, and the value of each answer."""
    for name, game_problems in problems_by_game.items():
        game_words = words_of(words.language, name)
        for number, problem in game_problems.items():
            view, rules = problem.parsed_view, problem.rules
            other_names = iter(game_words("player-names").split())
            names = [game_words("player") if seat == view.seat else next(other_names) for seat in range(rules.seats)]
            speech = Speech(game_words, rules, names, spoken=spoken)
            yield Heading(speech("position-heading", game=game_words("game"), number=number))
            table = picture(speech, DealView(problem.options, view, (view.public.actor,)))
            yield from _position_page(speech, table, view.public.tricks.past)
            yield from _answer_page(speech, problem)


def _position_page(speech: Speech, table: Picture, past: Sequence[Trick]) -> Iterator[Block]:
    """Yield the table, the tricks taken, the hands, and the question; a leading talon card comes first in its trick."""
    yield Paragraph(table.title)
    yield from (Paragraph(f"{column}: {boxes}") for column, boxes in table.scores)
    yield Paragraph(" ".join(table.facts))
    columns = ("said", "card", "tricks")
    yield TextTable(
        ("", *(speech(f"head-{column}") for column in columns)),
        tuple((seat.name, *(getattr(seat, column) for column in columns)) for seat in table.seats if not seat.out),
    )
    yield Paragraph(speech("position-past"))
    for number, trick in enumerate(past, 1):
        lead_cards = [] if trick.lead is None else [speech.card(trick.lead)]
        lying = [f"{speech.name(seat)} {speech.card(card)}" for seat, card in trick.lying]
        yield Paragraph(", ".join(lead_cards + lying), 2, f"{number}.")
    yield from map(Paragraph, table.private_notes)
    yield from (Paragraph(speech("hand-open", player=name, cards=speech.hand(cards))) for name, cards in table.open)
    yield Paragraph(speech("hand-spoken", cards=speech.hand(table.hand, table.suits)))
    yield Paragraph(table.question)


def _answer_page(speech: Speech, problem: HiddenProblem) -> Iterator[Block]:
    """Yield the answer: the value of each card, and the proofs."""
    ranking = sorted(problem.worth.items(), key=lambda card_points: -card_points[1])
    yield Paragraph(speech("position-best", actions=tuple(map(parse_card, problem.answer))))
    yield TextTable(
        (speech("head-cards"), speech("position-points")),
        tuple((speech.card(parse_card(card)), f"{points:+.2f}".replace("-", "−")) for card, points in ranking),
        (1,),
    )
    yield Paragraph(speech("position-worlds", worlds=problem.worlds))
    yield from (Paragraph(speech(f"position-{proof}")) for proof in problem.proofs)
