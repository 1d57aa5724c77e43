"""The pages and sentences for card problems: positions in which the user looks for the best play.

All hands of a problem are visible to the user (open hands), or only some of them (hidden hands).
"""

from collections.abc import Iterator
from datetime import date

from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.open_problem import OpenProblem
from prikup.problems.play_out import PlayedOut, refutation
from prikup.problems.problem import Problem, parse_discard
from prikup.rules.cards import parse_card
from prikup.rules.state import Seat
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.render.deal_view import DealView
from prikup.terminal.render.table_view import picture
from prikup.terminal.words import capital, words_of

__all__ = [
    "best_play_lines",
    "problem_page",
    "problem_speech",
    "result_sentence",
    "solution_lines",
    "task",
    "trick_lines",
]


def problem_speech(words: Words, problem: Problem, *, spoken: bool) -> Speech:
    """Return a formatter of messages for a card problem (a position with a question about best play).

    `words` has the messages in the user's language. The formatter's sentences address the user as the player whose
    decision the problem is about. `spoken` is True for plain text, in which cards are named in words.
    """
    game_words = words_of(words.language, problem.game)
    names = game_words("player-names").split()
    names.insert(problem.you, game_words("player"))
    return Speech(game_words, problem.rules, names, you=problem.you, spoken=spoken)


def problem_page(speech: Speech, problem: Problem, day: date | None) -> Iterator[Block]:
    """Yield the page that presents a card problem: its title, its difficulty, the visible cards, and the task.

    `speech` formats the texts. `day` is the date if the problem is shown as the problem of that day, otherwise None.
    """
    title = f"{speech('game')}: {speech(f'problem-{problem.theme}')}"
    yield Heading(f"{speech('problem-day', day=day.isoformat())} {title}" if day else title)
    yield Paragraph(f"{speech(f'problem-level-{problem.level}')} · {problem.id}")
    if isinstance(problem, HiddenProblem):
        yield from _view_blocks(speech, problem)
        yield Paragraph(speech("problem-task-hidden"))
    elif isinstance(problem, OpenProblem):
        yield from _position_blocks(speech, problem)
        yield Paragraph(task(speech, problem))
        yield Paragraph(speech("problem-proved"))
        if problem.source:
            yield Paragraph(speech("problem-source", source=problem.source))


def solution_lines(speech: Speech, problem: Problem) -> list[str]:
    """Return the lines that explain the solution of a card problem.

    `speech` formats the lines. For open hands they show best play after the right answer. For hidden hands they show
    the average points of each card, and how the best card was proved to be best.
    """
    if isinstance(problem, OpenProblem):
        return best_play_lines(speech, problem, problem.answer[0])
    assert isinstance(problem, HiddenProblem)
    ranking = sorted(problem.worth.items(), key=lambda card_points: -card_points[1])
    values = (f"{speech.card(parse_card(card))} {points:+.2f}".replace("-", "−") for card, points in ranking)
    return [
        speech("problem-points", values=", ".join(values)),
        speech("problem-worlds", worlds=problem.worlds),
        *(speech(f"problem-{proof}") for proof in problem.proofs),
    ]


# Open hands


def _name(speech: Speech, seat: Seat) -> str:
    return speech("reader") if seat == speech.you else speech.name(seat)


def _position_blocks(speech: Speech, problem: OpenProblem) -> Iterator[Block]:
    """Yield the facts of a position with open hands, and the hand of each player. `speech` formats the texts."""
    yield Paragraph(" ".join(_facts(speech, problem)))
    for seat in problem.seats:
        yield Paragraph(speech.hand(problem.hand_masks[seat]), 2, f"{capital(_name(speech, seat))}:")


def _facts(speech: Speech, problem: OpenProblem) -> Iterator[str]:
    position = problem.position(parse_discard(problem.answer[0]) if problem.asks == "discard" else 0)
    trump = position.order.trump
    yield speech("solve-no-trump") if trump is None else speech("solve-trump", suit=trump)
    if trump is not None and position.follow == "must_trump":
        yield speech("solve-must-trump")
    if position.order.ace_low:
        yield speech("solve-ace-low")
    if position.last is not None:
        yield speech("problem-plays-last", player=position.last)
    for seat, card in position.tricks.lying:
        yield speech("problem-lies", player=seat, card=card)
    yield speech("problem-leads" if not position.table else "problem-turn", player=position.tricks.turn)


def task(speech: Speech, problem: OpenProblem) -> str:
    """Return the task that a problem sets the user, as a sentence; `speech` formats it."""
    key = f"problem-task-{problem.theme}"
    if problem.asks != "card":
        key += f"-{problem.goal}"
    numbers = {"left": problem.remaining_tricks, "need": problem.need, "cards": problem.over, "many": len(problem.side)}
    return speech(key, player=problem.side[0], **numbers)


def best_play_lines(speech: Speech, problem: OpenProblem, answer: str) -> list[str]:
    """Return lines that show best play after `answer`, an answer to a problem, trick by trick, and the result."""
    end = refutation(problem, answer)
    return [speech("problem-best-play"), *trick_lines(speech, end, 0), result_sentence(speech, end)]


def result_sentence(speech: Speech, end: PlayedOut) -> str:
    """Return a sentence with the number of tricks that the user's side has taken in a position played to its end.

    `end` is that position, and `speech` formats the sentence. The sentence names the players of this side, the user
    first.
    """
    side = tuple(sorted(end.problem.side, key=lambda seat: seat != end.problem.you))
    return speech("problem-came-to", players=side, tricks=end.taken)


def trick_lines(speech: Speech, playout: PlayedOut, shown_count: int) -> Iterator[str]:
    """Yield the cards of a position that was played out, one trick per line.

    `playout` is the position with these cards. The first `shown_count` cards are left out, since the user has seen them
    before.
    """
    lying = len(playout.problem.position(0).table) if playout.problem.asks != "discard" else 0
    seats = len(playout.position.seats)
    line: list[str] = []
    for index, (seat, card) in enumerate(playout.line):
        if index >= shown_count:
            line.append(f"{_name(speech, seat)} {speech.card(card)}")
        if (index + 1 + lying) % seats == 0 and line:
            yield "  " + ", ".join(line)
            line = []
    if line:
        yield "  " + ", ".join(line) + " …"


# Hidden hands


def _view_blocks(speech: Speech, problem: HiddenProblem) -> Iterator[Block]:
    """Yield a problem with hidden hands as the user sees it: scores, finished tricks, visible hands, and the question.

    `speech` formats the texts. If a card of the talon (the undealt cards) led to a trick, it comes first in that trick.
    """
    view = problem.parsed_view
    table = picture(speech, DealView(problem.options, view, (view.public.actor,)))
    yield Paragraph(table.title)
    yield from (Paragraph(f"{column}: {boxes}") for column, boxes in table.scores)
    yield Paragraph(" ".join(table.facts))
    columns = ("said", "card", "tricks")
    yield TextTable(
        ("", *(speech(f"head-{column}") for column in columns)),
        tuple((seat.name, *(getattr(seat, column) for column in columns)) for seat in table.seats if not seat.out),
    )
    yield Paragraph(speech("problem-past"))
    for number, trick in enumerate(view.public.tricks.past, 1):
        lead_cards = [] if trick.lead is None else [speech.card(trick.lead)]
        lying = [f"{speech.name(seat)} {speech.card(card)}" for seat, card in trick.lying]
        yield Paragraph(", ".join(lead_cards + lying), 2, f"{number}.")
    yield from map(Paragraph, table.private_notes)
    yield from (Paragraph(speech("hand-open", player=name, cards=speech.hand(cards))) for name, cards in table.open)
    yield Paragraph(speech("hand-spoken", cards=speech.hand(table.hand, table.suits)))
    yield Paragraph(table.question)
