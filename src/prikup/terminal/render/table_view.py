"""The table as one player or spectator (the viewer) sees it, as data that a screen can draw."""

from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from typing import Any

from msgspec import Struct

from prikup.locale.numbers import format_number, format_share
from prikup.locale.speech import SHOWN_SUITS, Speech
from prikup.narration import describe_prompt
from prikup.rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_MASK, Suit, is_call, is_card, mask, suit
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame
from prikup.rules.score_sheet import Totals
from prikup.rules.state import Action, Seat, View
from prikup.rules.tricks import Tricks
from prikup.terminal.render.deal_view import DealView
from prikup.terminal.render.last_trick import recap
from prikup.worlds.located_cards import locate_cards

__all__ = [
    "LEAD_MARK",
    "WINNER_MARK",
    "Picture",
    "SeatView",
    "choices",
    "levels",
    "picture",
    "question",
    "scores",
    "suit_order",
]

LEAD_MARK, WINNER_MARK = "→", "✓"


class SeatView(Struct, frozen=True):
    """A player at the table, as texts to show. A text is "" if there is nothing to show.

    - `name`: the name of the player.
    - `chair`: an unusual state of the seat, such as an absent player.
    - `you`: whether this is the seat of the viewer (the player to whom the table is shown).
    - `to_act`: whether the player has to act now.
    - `said`: the calls that the player has made, and the cards that the player has turned up.
    - `card`: the player's card in the current trick.
    - `last`: the player's card in the previous trick.
    - `tricks`: the number of tricks that the player has won.
    - `out`: True if the player was dealt no cards.
    """

    name: str
    chair: str
    you: bool
    to_act: bool
    said: str
    card: str
    last: str
    tricks: str
    out: bool


class Picture(Struct, frozen=True):
    """Everything that a screen shows while a deal is in progress, for one player or spectator (the viewer).

    - `title`: the line with the game, the deal, the dealer and the house rules.
    - `scores`: headings such as the name of a column of the score sheet, each with a line of numbers.
    - `facts`: public facts, such as the contract.
    - `seats`: the players in the order in which they are shown.
    - `private_notes`: facts that only the viewer knows.
    - `recap`: sentences about recent events of the deal.
    - `open`: for each face-up hand the player's name and the cards as a bit mask.
    - `hand`: the viewer's hand as a bit mask.
    - `suits`: the order in which the suits of a hand are shown.
    - `choosing`: the hand (a bit mask) from which the viewer has to play a card, 0 if no card is to be played.
    - `legal`: the legal cards as a bit mask, 0 if no card is to be played.
    - `question`: the sentence that asks the viewer to act or names the players who are to act.
    - `choices`: the legal calls, each with the number that selects it.
    - `news`: messages that are not about actions of the deal.
    - `answers`: replies to the viewer's last input.
    - `coach`: lines with remarks of the coach (who teaches the game).
    """

    title: str
    scores: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]
    seats: tuple[SeatView, ...]
    private_notes: tuple[str, ...]
    recap: tuple[str, ...]
    open: tuple[tuple[str, int], ...]
    hand: int
    suits: tuple[Suit, ...]
    choosing: int
    legal: int
    question: str
    choices: tuple[tuple[int, str], ...]
    news: tuple[str, ...]
    answers: tuple[str, ...] = ()
    coach: tuple[str, ...] = ()


def choices(game: AnyGame, view: View[Any], suits: tuple[Suit, ...] = SHOWN_SUITS) -> tuple[Action, ...]:
    """Return the legal actions in the order in which the screen numbers them: cards as sorted in the hand, then calls.

    `game` is the rules of the game, `view` is what the player may see, and `suits` is the order in which the suits of
    the hand are shown.
    """
    legal = game.legal(view)
    cards = sorted((a for a in legal if is_card(a)), key=lambda card: (suits.index(suit(card)), -card))
    return (*cards, *(a for a in legal if is_call(a)))


def levels(calls: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """Combine the bids of each level into one item of a list, and yield the number and the text of each item.

    The level is the number at the start of a bid. `calls` are pairs of the number that selects a call and the call's
    text. Five bids at the level 6 become `2–6` and `6♠ ♣ ♦ ♥ NT`; any other call stays alone, as `17` and `pass`.
    """
    for level, of_level in groupby(calls, key=lambda call: _level(call[1])):
        (first, call), *higher_bids = of_level
        number = f"{first}–{higher_bids[-1][0]}" if higher_bids else str(first)
        yield number, " ".join((call, *filter(None, (higher.removeprefix(level).strip() for _, higher in higher_bids))))


def _level(call: str) -> str:
    """Return the number at the start of a bid. For a call without a number, return the whole text."""
    return "".join(takewhile(str.isdecimal, call)) or call


def suit_order(hand: int) -> tuple[Suit, ...]:
    """Return the order in which to show the suits of a hand, which is a bit mask of cards.

    Red and black suits alternate, even if the hand has no card of a suit.
    """
    if not hand & SUIT_MASK[HEARTS]:
        return (SPADES, DIAMONDS, CLUBS, HEARTS)
    if not hand & SUIT_MASK[CLUBS]:
        return (HEARTS, SPADES, DIAMONDS, CLUBS)
    return SHOWN_SUITS


def picture(speech: Speech, sight: DealView) -> Picture:
    """Build the data with which a screen draws a deal in progress.

    `sight` is the deal as one player or spectator sees it, and `speech` formats the texts.
    """
    view = sight.view
    public, seat, game = view.public, view.seat, speech.game
    suits = suit_order(_original_hand(view))
    is_to_act = seat is not None and seat in sight.seats_to_act
    actions = choices(game, view, suits) if is_to_act else ()
    legal = mask(action for action in actions if is_card(action))
    playing = _playing(game, view)
    source = view.hand if public.turn == seat else public.shown[public.turn or 0]
    return Picture(
        title=_title(speech, sight),
        scores=(
            *scores(speech, public.match.totals),
            *_tricks(speech, public.tricks),
            *_clock(speech, sight.clock),
            *_reserves(speech, sight.reserves),
        ),
        facts=tuple(map(speech.reason, game.explanations.headline(public))),
        seats=tuple(
            _build_seat(speech, sight, table_seat, out=table_seat not in playing)
            for table_seat in _seats_clockwise(game, seat)
        ),
        private_notes=(*_private_notes(speech, view), *_located_cards(speech, view)),
        recap=tuple(recap(speech, sight)),
        open=tuple((speech.name(s), cards) for s, cards in enumerate(public.shown) if cards and s != seat),
        hand=view.hand,
        suits=suits,
        choosing=source if legal else 0,
        legal=legal,
        question=question(speech, view) if is_to_act else _waiting(speech, sight.seats_to_act),
        choices=tuple((n, speech.action(action)) for n, action in enumerate(actions, 1) if is_call(action)),
        news=sight.news,
    )


def _original_hand(view: View[Any]) -> int:
    """Return all cards that the player has or has had in this deal, as a bit mask.

    The order of suits is based on these cards, so that it stays the same during the deal.
    """
    tricks = view.public.tricks
    played_mask = tricks.played_cards(view.seat) if tricks and view.seat is not None else 0
    return view.hand | played_mask | mask(note.action for note in view.notes if note.kind in ("discarded", "gave"))


def _playing(game: AnyGame, view: View[Any]) -> set[Seat | None]:
    """Return the seats that were dealt cards in this deal.

    `view` is what the player may see. A dealer who sits out is not one of the seats, even if the talon (the undealt
    cards) is face up at the dealer's seat.
    """
    public = view.public
    seats = {cell.seat for cell in game.analysis.hidden_cells(view) if cell.place == "hand" and cell.size}
    if public.tricks is not None:
        seats |= set(public.tricks.seats)
    if view.seat is not None and view.hand != public.shown[view.seat]:
        seats.add(view.seat)
    return seats


def _title(speech: Speech, sight: DealView) -> str:
    """Return the title line, such as `Whist · deal 3 · dealer Vera · short target=10 · rated`.

    `sight` is the deal as the player sees it.
    """
    match, game = sight.view.public.match, speech.words("game")
    title = speech("table-title", game=game, deal=match.deal, dealer=match.dealer, options=sight.options)
    return " · ".join((title, *speech.sentences(sight.limits)))


def scores(speech: Speech, numbers: Totals) -> tuple[tuple[str, str], ...]:
    """Return the scores that the table always shows, each as a heading and a line with a number for each side.

    `speech` formats the texts, and `numbers` are the totals of the score sheet. The scores are the totals of its first
    column and, if it has several columns, the settlement (the points that each side has won or lost).
    """
    first = speech.words(f"column-{speech.game.columns[0]}"), _text_by_side(speech, map(format_number, numbers[0]))
    if len(numbers) == 1:
        return (first,)
    return first, (
        speech("settlement"),
        _text_by_side(speech, map(format_share, speech.game.scoring.settlement(numbers))),
    )


def _tricks(speech: Speech, tricks: Tricks | None) -> tuple[tuple[str, str], ...]:
    """Return a heading and a line with the number of tricks that each side has won.

    `tricks` has the tricks of the deal, None before the play of cards. Return () before it, and in a game without
    partners.
    """
    sides = speech.game.sides
    if tricks is None or all(len(side) == 1 for side in sides):
        return ()
    return (
        (speech("tricks-together"), _text_by_side(speech, (str(sum(tricks.won[s] for s in side)) for side in sides))),
    )


def _clock(speech: Speech, remaining_ms: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """Return a heading and a line with the remaining time on each player's clock. Return () if the table has no clocks.

    `remaining_ms` is the time by seat in milliseconds, or () if the table has no clocks.
    """
    if not remaining_ms:
        return ()
    times = (
        f"{speech.name(seat)} {millis // 60_000}:{millis // 1000 % 60:02}" for seat, millis in enumerate(remaining_ms)
    )
    return ((speech("clock"), (", " if speech.spoken else " · ").join(times)),)


def _reserves(speech: Speech, reserves: tuple[Reason, ...]) -> tuple[tuple[str, str], ...]:
    """Return a heading and a line with `reserves`, the phrases about the reserves of the players.

    A reserve is a player's extra time for the match at a turn-based table (players answer within hours or days). Return
    () if there are no phrases, as at all other tables.
    """
    if not reserves:
        return ()
    return ((speech("reserves"), ("; " if speech.spoken else " · ").join(speech.sentences(reserves))),)


def _text_by_side(speech: Speech, numbers: Iterable[str]) -> str:
    return (", " if speech.spoken else " · ").join(f"{speech.side(side)} {n}" for side, n in enumerate(numbers))


def question(speech: Speech, view: View[Any]) -> str:
    """Return the sentence that asks the player to act, "" if another player is to act.

    `speech` formats the sentence, and `view` is what the player may see.
    """
    return " ".join(speech.sentences(describe_prompt(view)))


def _waiting(speech: Speech, seats: tuple[Seat, ...]) -> str:
    """Return a sentence that names the players at `seats`, who are to act; "" if there are no such players."""
    match seats:
        case ():
            return ""
        case (seat,):
            return speech("waiting", player=seat)
    return speech("waiting-several", players=seats)


def _seats_clockwise(game: AnyGame, seat: Seat | None) -> tuple[Seat, ...]:
    """Return the seats of a table in the order in which they are shown.

    `seat` is the player's seat. The order is clockwise and begins at the left of the player, whose own seat comes last.
    For a spectator (`seat` is None) it begins with seat 0.
    """
    first = 0 if seat is None else seat + 1
    return tuple((first + i) % game.seats for i in range(game.seats))


def _build_seat(speech: Speech, sight: DealView, seat: Seat, *, out: bool) -> SeatView:
    view = sight.view
    tricks: Tricks | None = view.public.tricks
    chair = sight.chairs[seat] if sight.chairs else ""
    return SeatView(
        name=speech.name(seat),
        chair=speech(f"chair-{chair}") if chair else "",
        you=seat == view.seat,
        to_act=seat in sight.seats_to_act,
        said=", ".join(
            _call_texts(speech, [announcement.action for announcement in view.public.said if announcement.seat == seat])
        ),
        card=_card_on_table(speech, tricks, seat),
        last=_last(speech, tricks, seat),
        tricks=_tricks_won(tricks, seat),
        out=out,
    )


def _call_texts(speech: Speech, announced_actions: list[Action]) -> Iterator[str]:
    """Yield texts for the actions that a player has announced.

    `announced_actions` are these actions: calls, and cards that the player turned up. Consecutive calls share a text,
    and so do consecutive cards.
    """
    for are_cards, actions in groupby(announced_actions, key=is_card):
        if are_cards:
            yield speech("said-cards", cards=(", " if speech.spoken else " ").join(map(speech.card, actions)))
        else:
            yield speech.actions(actions)


def _tricks_won(tricks: Tricks | None, seat: Seat) -> str:
    if tricks is None or (seat not in tricks.seats and not tricks.won[seat]):
        return ""
    return str(tricks.won[seat])


def _card_on_table(speech: Speech, tricks: Tricks | None, seat: Seat) -> str:
    cards = dict(tricks.lying) if tricks else {}
    if tricks is None or seat not in cards:
        return ""
    is_lead = seat == tricks.leader and tricks.lead is None
    return speech.card(cards[seat]) + (f" {LEAD_MARK}" if is_lead else "")


def _last(speech: Speech, tricks: Tricks | None, seat: Seat) -> str:
    trick = tricks.past[-1] if tricks and tricks.past else None
    cards = dict(trick.lying) if trick else {}
    if trick is None or seat not in cards:
        return ""
    is_lead = seat == trick.leader and trick.lead is None
    marks = (LEAD_MARK if is_lead else "") + (WINNER_MARK if seat == trick.winner else "")
    return f"{speech.card(cards[seat])} {marks}".rstrip()


def _private_notes(speech: Speech, view: View[Any]) -> Iterator[str]:
    """Yield sentences about what only the player who has `view` knows, such as their own discard."""
    actions_by_note: dict[tuple[str, Seat], list[Action]] = {}
    for note in view.notes:
        actions_by_note.setdefault((note.kind, note.seat), []).append(note.action)
    for (kind, note_seat), actions in actions_by_note.items():
        yield speech(f"own-{kind}", other=note_seat, actions=tuple(actions))


def _located_cards(speech: Speech, view: View[Any]) -> Iterator[str]:
    """Yield sentences about cards that the player who has `view` knows to be in a particular hidden hand."""
    for located_cards in locate_cards(speech.game, view):
        away_count = located_cards.cards.bit_count() - located_cards.gone.bit_count() - located_cards.size
        if located_cards.cards.bit_count() < located_cards.size:
            yield speech("own-traced-some", player=located_cards.seat, hand=located_cards.cards)
        else:
            yield speech(
                "own-traced", player=located_cards.seat, hand=located_cards.cards & ~located_cards.gone, away=away_count
            )
