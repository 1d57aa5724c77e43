"""Convert open hands, a State (a whole deal) or a View (one player's part) to one line of text and back.

    hand | hand | - | hand                            hands; `-` or nothing marks a seat without a player
    hand | hand | hand ; stock ; notes | notes | notes ; {public as JSON}
    seat ; hand ; notes ; {public as JSON}            a View; the seat is a number, or `watch`

Bug reports and tests use these lines. Hands are written S.C.D.H, such as `AKJ.Q8.A.`. The stock has the cards dealt to
no hand. A note (a private fact of a seat, such as its discard) is `kind:seat:action`.
"""

from typing import Any, get_args

import msgspec

from prikup.rules.action_text import action_text, parse_action
from prikup.rules.cards import Mask, card_text, mask_text, parse_card, parse_mask
from prikup.rules.errors import BadText, reason
from prikup.rules.game import AnyGame
from prikup.rules.state import PrivateNote, Seat, State, View

__all__ = [
    "parse_hands",
    "parse_seat",
    "parse_state",
    "parse_view",
    "state_text",
    "view_text",
]

_KINDS = get_args(PrivateNote.__annotations__["kind"])


def parse_hands(text: str) -> tuple[Mask | None, ...]:
    """Parse a text of hands, separated by `|`, into masks by seat, with None for a seat without a player.

    Raise BadText if a hand cannot be parsed.
    """
    return tuple(None if hand.strip() in ("", "-") else parse_mask(hand) for hand in text.split("|"))


def parse_seat(text: str) -> Seat:
    """Parse a seat number (0 or higher). Raise BadText for any other text."""
    digits = text.strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 3:
        return int(digits)
    raise BadText(reason("not-a-seat", text=text))


def _notes_text(calls: tuple[str, ...], notes: tuple[PrivateNote, ...]) -> str:
    return " ".join(f"{n.kind}:{n.seat}:{action_text(calls, n.action)}" for n in notes)


def _parse_notes(calls: tuple[str, ...], text: str) -> tuple[PrivateNote, ...]:
    return tuple(_parse_note(calls, word) for word in text.split())


def _parse_note(calls: tuple[str, ...], word: str) -> PrivateNote:
    match word.split(":"):
        case [kind, seat, action] if kind in _KINDS and seat.isascii() and seat.isdigit() and len(seat) < 3:
            return PrivateNote(kind, int(seat), parse_action(calls, action))  # type: ignore[arg-type]  # kind in _KINDS
    raise BadText(reason("not-a-note", text=word))


def state_text(game: AnyGame, state: State[Any]) -> str:
    """Return a State as one line of text: hands, stock, private notes, and the public part as JSON."""
    hands = " | ".join(map(mask_text, state.hands))
    stock = " ".join(map(card_text, state.stock))
    notes = " | ".join(_notes_text(game.calls, n) for n in state.notes)
    return f"{hands} ; {stock} ; {notes} ; {msgspec.json.encode(state.public).decode()}"


def view_text(game: AnyGame, view: View[Any]) -> str:
    """Return a View as one line of text: seat, hand, private notes, and the public part as JSON."""
    seat = "watch" if view.seat is None else str(view.seat)
    notes = _notes_text(game.calls, view.notes)
    return f"{seat} ; {mask_text(view.hand)} ; {notes} ; {msgspec.json.encode(view.public).decode()}"


def _public(public: type, text: str) -> Any:
    try:
        return msgspec.json.decode(text, type=public)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadText(reason("not-a-state", text=str(error))) from None


def _four(text: str) -> tuple[str, str, str, str]:
    match text.split(";", 3):
        case [a, b, c, d]:
            return a, b, c, d
    raise BadText(reason("not-a-state", text=text))


def parse_state(game: AnyGame, public: type, text: str) -> State[Any]:
    """Parse a State from a line that `state_text` returned; `public` is the type of the State's public part.

    Raise BadText if it cannot be parsed.
    """
    hands, stock, notes, rest = _four(text)
    by_seat = hands.split("|"), notes.split("|")
    if any(len(parts) != game.seats for parts in by_seat):
        raise BadText(reason("not-a-state", text=text))
    return State(
        _public(public, rest),
        tuple(map(parse_mask, by_seat[0])),
        tuple(_parse_notes(game.calls, n) for n in by_seat[1]),
        tuple(parse_card(card) for card in stock.split()),
    )


def parse_view(game: AnyGame, public: type, text: str) -> View[Any]:
    """Parse a View from a line that `view_text` returned; `public` is the type of the View's public part.

    Raise BadText if it cannot be parsed.
    """
    seat, hand, notes, rest = _four(text)
    match seat.strip():
        case "watch":
            number = None
        case seated if seated in map(str, range(game.seats)):
            number = int(seated)
        case other:
            raise BadText(reason("not-a-seat", text=other))
    return View(number, _public(public, rest), parse_mask(hand), _parse_notes(game.calls, notes))
