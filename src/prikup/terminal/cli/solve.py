"""`prikup solve`: parse a position with open hands, and show the result of best play."""

import sys
from collections.abc import Iterator, Sequence
from typing import TypeVar
from unicodedata import normalize

from msgspec import Struct

from prikup.locale import Words
from prikup.locale.speech import Speech
from prikup.positions.open_deal import OpenDeal
from prikup.positions.paste_reader import MAX_CHARACTERS, named_game, read_deals
from prikup.positions.pasted_cards import read_cards, read_trump
from prikup.positions.pasted_hands import read_hands
from prikup.rules.cards import SUITS, Card, card_text, mask
from prikup.rules.errors import BadLog, BadOptions, BadText, PrikupError, reason
from prikup.rules.state import Seat
from prikup.rules.text_format import parse_seat
from prikup.rules.tricks import Follow, Goal, Order, ring
from prikup.solver import BestCard, Limits, NotSolved, Position, Search
from prikup.terminal.cli.match_files import read_text
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.render.blocks import Block, Heading, Paragraph, TextTable
from prikup.terminal.words import words_of

__all__ = [
    "FOLLOW",
    "GOALS",
    "SolvedPosition",
    "input_text",
    "position_from_options",
    "position_from_text",
    "record",
    "search",
    "solved_page",
]

T = TypeVar("T")

GOALS: dict[str, Goal] = {"most": "most", "fewest": "fewest"}
FOLLOW: dict[str, Follow] = {"free": "free", "must-trump": "must_trump"}


class SolvedPosition(Struct, frozen=True):
    """The solution of a position.

    - `value`: the number of tricks that the position's side (the seats whose tricks count) takes under best play.
    - `cards`: for each legal card, the number of tricks that the side takes if that card is played first.
    - `line`: a sequence of best cards from the position to its end.
    - `whole`: False if the time limit was reached, so that `line` is incomplete.
    """

    value: int
    cards: dict[Card, int]
    line: tuple[BestCard, ...]
    whole: bool


# Input


def position_from_options(
    hands: str, *, trump: str, leader: str, side: str, goal: str, follow: str, ace_low: bool, last: str, table: str
) -> Position:
    """Build a position from the command-line options, which are the parameters.

    - `hands`, `table`: the hands, and the cards of the unfinished trick, as in a pasted position.
    - `trump`: the trump suit, or `N` for no trumps.
    - `leader`: the seat that leads, or that led the unfinished trick.
    - `side`: the seats whose tricks are counted, separated by commas. All others play against them.
    - `goal`: whether the side wants `most` or `fewest` tricks.
    - `follow`: the cards allowed to a player who cannot follow suit: any card (`free`) or a trump (`must-trump`).
    - `ace_low`: True if the ace is the lowest card.
    - `last`: the seat that plays last to every trick, "" if there is none.

    Raise PrikupError if an option cannot be parsed or the position is impossible.
    """
    hand_masks = read_hands(normalize("NFC", hands)).hands
    suit = read_trump(trump)
    if suit == "unread":
        raise BadOptions(reason("option-bad-value", option="--trump", value=trump, allowed=" ".join((*SUITS, "N"))))
    order = Order(suit, ace_low)
    lying = read_cards(normalize("NFC", table))
    first, at_last = parse_seat(leader), parse_seat(last) if last else None
    position = Position(
        hands=tuple(hand or 0 for hand in hand_masks),
        seats=_playing(hand_masks, first, at_last, len(lying)),
        leader=first,
        side=frozenset(map(parse_seat, side.split(","))),
        goal=_look_up("--goal", GOALS, goal),
        order=order,
        follow=_look_up("--follow", FOLLOW, follow),
        table=lying,
        last=at_last,
    )
    _ = position.tricks  # raises BadPosition if the position is impossible
    return position


def position_from_text(words: Words, text: str, number: int) -> Position:
    """Parse `text`, which describes a whole position or match, and return the position to solve.

    `words` are the messages in the user's language. `number` is the number of the deal in a match, from 1; 0 selects
    the last deal. Raise Complaint if the text cannot be parsed or the position is impossible.
    """
    speech = Speech(words_of(words.language, named_game(text)))
    try:
        deals = read_deals(text)
        if not 0 <= number <= len(deals):
            raise BadText(reason("paste-no-deal", deal=number, deals=len(deals)))
        deal = deals[number - 1]
        speech = _speech(words, deal)
        return deal.played_position.position
    except BadLog as error:
        why = speech.reason(error.reason)
        raise Complaint(words("solve-line-unread", line=error.line, why=why) if error.line else why) from None
    except PrikupError as error:
        raise Complaint(speech.reason(error.reason)) from None


def input_text(words: Words, text: str) -> str:
    """Return `text` or, if that is `-`, the text from standard input."""
    return read_text(words, sys.stdin.buffer.read(4 * MAX_CHARACTERS + 1)) if text == "-" else text


def _speech(words: Words, deal: OpenDeal) -> Speech:
    """Return a formatter of messages for a deal. `words` are the messages in the user's language.

    Its sentences call the players by their seats, because the players have no names.
    """
    seats = tuple(words("solve-seat", place=seat) for seat in range(max(deal.rules.seats, len(deal.hands))))
    return Speech(words_of(words.language, deal.game), deal.rules, seats)


def _look_up(option: str, value_by_name: dict[str, T], value: str) -> T:
    if value not in value_by_name:
        raise BadOptions(reason("option-bad-value", option=option, value=value, allowed=" ".join(value_by_name)))
    return value_by_name[value]


def _playing(hands: Sequence[int | None], leader: Seat, last: Seat | None, lying: int) -> tuple[Seat, ...]:
    """Return the seats that take part in the play.

    They are the seats with cards and, in the last trick, the seats whose last card is on the table. `hands` are the
    hands as bit masks (None for a seat without a hand), `leader` is the leader of the trick, `last` is a seat that
    always plays last, if there is one, and `lying` is the number of cards on the table.
    """
    dealt_seats = tuple(seat for seat, hand in enumerate(hands) if hand is not None)
    is_last = all((hand or 0).bit_count() < 2 for hand in hands)
    played_seats = ring(dealt_seats, leader, last)[:lying] if is_last else ()
    return tuple(seat for seat in dealt_seats if hands[seat] or seat in played_seats)


def search(position: Position, seconds: float | None) -> SolvedPosition:
    """Solve a position, within a time limit of `seconds` if it is not None.

    Raise NoSolver if the solver is missing. Raise NotSolved if the time limit was reached before the number of tricks
    was known.
    """
    searching = Search(limits=Limits(seconds=seconds))
    answer = searching.answers([position], "cards")[0]
    value, cards = answer.value, answer.cards
    steps: list[BestCard] = []
    try:
        for step in searching.best_line(position):
            steps.append(step)  # noqa: PERF402  (the cards found before the time limit are kept)
    except NotSolved:
        return SolvedPosition(value, cards, tuple(steps), whole=False)
    return SolvedPosition(value, cards, tuple(steps), whole=True)


# Output


def record(position: Position, solution: SolvedPosition) -> dict[str, object]:
    """Return the solution of a position as values for JSON.

    `position` is the position that `solution` solves. Under `cards`, the best cards come first. Under `line`, each card
    has its seat and the number of tricks that the position's side (the seats whose tricks count) takes from then on.
    """
    return {
        "value": solution.value,
        "cards": {card_text(card): tricks for tricks, cards in _cards_by_value(position, solution) for card in cards},
        "line": [
            {"seat": seat, "card": card_text(step.card), "value": step.value}
            for seat, step in _cards_with_seats(position, solution.line)
        ],
    }


def solved_page(speech: Speech, position: Position, solution: SolvedPosition) -> Iterator[Block]:
    """Yield a page with a position and its solution; `speech` formats the texts."""
    tricks = position.tricks
    yield Paragraph(" ".join(_question(speech, position)))
    for seat in position.seats:
        yield Paragraph(speech.hand(position.hands[seat]) or "–", 2, f"{seat}:")
    yield Heading(
        speech("solve-value", side=_names(position.side), value=solution.value, left=position.remaining_tricks)
    )
    if not solution.cards:
        return
    yield Paragraph(speech("solve-cards", place=tricks.turn))
    rows = tuple((str(value), speech.hand(mask(cards))) for value, cards in _cards_by_value(position, solution))
    yield TextTable((speech("head-tricks"), speech("head-cards")), rows, right=(0,))
    yield Heading(speech("solve-line"))
    yield from _line(speech, position, solution.line)
    if not solution.whole:
        yield Paragraph(speech("solve-cut"))


def _question(speech: Speech, position: Position) -> Iterator[str]:
    order = position.order
    yield speech("solve-no-trump") if order.trump is None else speech("solve-trump", suit=order.trump)
    if order.trump is not None and position.follow == "must_trump":
        yield speech("solve-must-trump")
    if order.ace_low:
        yield speech("solve-ace-low")
    if position.last is not None:
        yield speech("solve-last", place=position.last)
    if position.table:
        yield speech("solve-lying", place=position.leader, actions=position.table)
    else:
        yield speech("solve-leads", place=position.leader)
    yield speech(f"solve-{position.goal}", side=_names(position.side))


def _names(seats: frozenset[Seat]) -> str:
    return ", ".join(map(str, sorted(seats)))


def _cards_by_value(position: Position, solution: SolvedPosition) -> list[tuple[int, list[Card]]]:
    """Return the legal cards of a solved position, grouped by the number of tricks that the position's side then takes.

    The group that is best for the player to act comes first. The side is the seats whose tricks count.
    """
    values = sorted(set(solution.cards.values()), reverse=position.wants_many(position.tricks.turn))
    return [(value, [card for card, tricks in solution.cards.items() if tricks == value]) for value in values]


def _cards_with_seats(position: Position, line: tuple[BestCard, ...]) -> Iterator[tuple[Seat, BestCard]]:
    """Yield the cards of a line of play, each with the seat that plays it. `position` is where the line begins."""
    for step in line:
        yield position.tricks.turn, step
        _, position = position.after(step.card)


def _line(speech: Speech, position: Position, line: tuple[BestCard, ...]) -> Iterator[Block]:
    """Yield the line of best play from a position, with one trick per line of text.

    `speech` formats the texts. The number after each card is the number of tricks that the position's side (the seats
    whose tricks count) takes from then on.
    """
    card_texts = [f"{seat} {speech.card(card)}" for seat, card in position.tricks.lying]
    card_texts += [
        f"{seat} {speech.card(step.card)} ({step.value})" for seat, step in _cards_with_seats(position, line)
    ]
    full = len(position.seats)
    for start in range(0, len(card_texts), full):
        yield Paragraph(", ".join(card_texts[start : start + full]), 2, f"{start // full + 1}.")
