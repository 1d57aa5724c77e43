"""The table as its one player sees it: everything a screen draws, taken from the log and his View."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby, takewhile
from typing import Any

from msgspec import Struct

from prikup.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_MASK, Suit, mask, suit
from prikup.game import AnyGame
from prikup.locale.speech import SHOWN_SUITS, Speech
from prikup.log import Act, Log
from prikup.narrate import Step, asked, dealing, steps, told
from prikup.sheet import Totals
from prikup.state import Action, Seat, State, View, view
from prikup.tricks import Tricks

__all__ = [
    "LED",
    "TOOK",
    "Picture",
    "Seated",
    "choices",
    "levels",
    "minus",
    "picture",
    "question",
    "scores",
    "settled",
    "signed",
    "taken",
    "title",
]

LED, TOOK = "→", "✓"


class Seated(Struct, frozen=True):
    """One player at the table: what he said, the card he has in this trick and in the last, and his tricks; `out`: he
    was dealt no cards."""

    name: str
    you: bool
    asked: bool
    said: str
    card: str
    last: str
    tricks: str
    out: bool


class Picture(Struct, frozen=True):
    """Everything on the table. `open` are the names and masks of hands lying open; `choosing` is the mask of the
    cards that are being chosen from, `legal` of those that may be chosen (both 0 when no card is asked for);
    `choices` are the legal calls in words, with their numbers."""

    title: str
    scores: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]
    seats: tuple[Seated, ...]
    own: tuple[str, ...]
    since: tuple[str, ...]
    open: tuple[tuple[str, int], ...]
    hand: int
    suits: tuple[Suit, ...]
    choosing: int
    legal: int
    question: str
    choices: tuple[tuple[int, str], ...]


def minus(number: int) -> str:
    """`10`, `−9`, `0`."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """`+10`, `−9`, `0`."""
    return f"+{number}" if number > 0 else minus(number)


def settled(share: Fraction) -> str:
    """`+6 2/3`, `−1/3`, `0`."""
    whole, rest = divmod(abs(share), 1)
    text = " ".join(str(part) for part in (whole, rest) if part) or "0"
    return text if not share else ("+" if share > 0 else "−") + text


def choices(game: AnyGame, seen: View[Any], suits: tuple[Suit, ...] = SHOWN_SUITS) -> tuple[Action, ...]:
    """What is legal, numbered as it is shown: cards as they lie in the hand, then calls."""
    legal = game.legal(seen)
    cards = sorted((a for a in legal if a < 52), key=lambda card: (suits.index(suit(card)), -card))
    return (*cards, *(a for a in legal if a >= 52))


def levels(calls: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """Numbered calls, bids of one level together: `17`, `misère`; `2–6`, `6♠ ♣ ♦ ♥ NT`."""
    for level, of_level in groupby(calls, key=lambda call: _level(call[1])):
        (first, call), *more = of_level
        number = f"{first}–{more[-1][0]}" if more else str(first)
        yield number, " ".join((call, *(higher.removeprefix(level).strip() for _, higher in more)))


def _level(call: str) -> str:
    """The number that a bid begins with; a call without one is a level of its own."""
    return "".join(takewhile(str.isdecimal, call)) or call


def suit_order(hand: int) -> tuple[Suit, ...]:
    """The order in which a hand is held: the colours alternate, even if a suit is lacking."""
    if not hand & SUIT_MASK[HEARTS]:
        return (SPADES, DIAMONDS, CLUBS, HEARTS)
    if not hand & SUIT_MASK[CLUBS]:
        return (HEARTS, SPADES, DIAMONDS, CLUBS)
    return SHOWN_SUITS


def picture(speech: Speech, log: Log, seat: Seat) -> Picture:
    """The table of a deal being played, as `seat` sees it."""
    assert log.state is not None
    assert log.start is not None
    seen = view(log.state, seat)
    public = seen.public
    suits = suit_order(log.start.hands[seat] | seen.hand)
    actions = choices(log.game, seen, suits)
    legal = mask(action for action in actions if action < 52)
    source = seen.hand if public.turn == seat else public.shown[public.turn or 0]
    return Picture(
        title=title(speech, log),
        scores=(*scores(speech, log.match.sheet.totals), *_tricks(speech, public.tricks)),
        facts=tuple(map(speech.reason, log.game.headline(public))),
        seats=tuple(_seated(speech, seen, other, out=not log.start.hands[other]) for other in _around(log.game, seat)),
        own=tuple(_own(speech, seen)),
        since=tuple(since(speech, log, seat)),
        open=tuple((speech.name(s), cards) for s, cards in enumerate(public.shown) if cards and s != seat),
        hand=seen.hand,
        suits=suits,
        choosing=source if legal else 0,
        legal=legal,
        question=question(speech, seen) or waiting(speech, seen),
        choices=tuple((n, speech.action(action)) for n, action in enumerate(actions, 1) if action >= 52),
    )


def title(speech: Speech, log: Log) -> str:
    """`Paston, deal 3. Dealer: Vera. Rules: standard target=61.`"""
    standing = log.match.standing
    return speech(
        "table-title",
        game=speech.words("game"),
        deal=standing.deal,
        dealer=standing.dealer,
        options=log.begin.options,
    )


def scores(speech: Speech, numbers: Totals) -> tuple[tuple[str, str], ...]:
    """What is always in sight of the sheet, by side: its column, or the first of several and what they come to."""
    first = speech.words(f"column-{speech.game.columns[0]}"), _by_side(speech, map(minus, numbers[0]))
    if len(numbers) == 1:
        return (first,)
    return first, (speech("settlement"), _by_side(speech, map(settled, speech.game.settlement(numbers))))


def _tricks(speech: Speech, tricks: Tricks | None) -> tuple[tuple[str, str], ...]:
    """The tricks of partners together."""
    sides = speech.game.sides
    if tricks is None or all(len(side) == 1 for side in sides):
        return ()
    return ((speech("tricks-together"), _by_side(speech, (str(sum(tricks.won[s] for s in side)) for side in sides))),)


def _by_side(speech: Speech, numbers: Iterable[str]) -> str:
    return (", " if speech.spoken else " · ").join(f"{speech.side(side)} {n}" for side, n in enumerate(numbers))


def question(speech: Speech, seen: View[Any]) -> str:
    """What the player is asked; nothing while somebody else is."""
    return " ".join(speech.told(asked(seen)))


def waiting(speech: Speech, seen: View[Any]) -> str:
    """Who is thinking."""
    actor = seen.public.actor
    return "" if actor is None else speech("waiting", player=actor)


def _around(game: AnyGame, seat: Seat) -> tuple[Seat, ...]:
    """The seats from the player's left, his own last."""
    return tuple((seat + i) % game.seats for i in range(1, game.seats + 1))


def _seated(speech: Speech, seen: View[Any], seat: Seat, *, out: bool) -> Seated:
    public = seen.public
    tricks: Tricks | None = public.tricks
    return Seated(
        name=speech.name(seat),
        you=seat == seen.seat,
        asked=seat == public.actor,
        said=", ".join(_said(speech, [said.action for said in public.said if said.seat == seat])),
        card=_lying(speech, tricks, seat),
        last=_last(speech, tricks, seat),
        tricks=_won(tricks, seat),
        out=out,
    )


def _said(speech: Speech, said: list[Action]) -> Iterator[str]:
    """Calls, and cards that were turned up."""
    for are_cards, actions in groupby(said, key=lambda action: action < 52):
        if are_cards:
            yield speech("said-cards", cards=(", " if speech.spoken else " ").join(map(speech.card, actions)))
        else:
            yield speech.actions(actions)


def _won(tricks: Tricks | None, seat: Seat) -> str:
    if tricks is None or (seat not in tricks.seats and not tricks.won[seat]):
        return ""
    return str(tricks.won[seat])


def _lying(speech: Speech, tricks: Tricks | None, seat: Seat) -> str:
    cards = dict(tricks.lying) if tricks else {}
    if tricks is None or seat not in cards:
        return ""
    led = seat == tricks.leader and tricks.lead is None
    return speech.card(cards[seat]) + (f" {LED}" if led else "")


def _last(speech: Speech, tricks: Tricks | None, seat: Seat) -> str:
    trick = tricks.past[-1] if tricks and tricks.past else None
    cards = dict(trick.lying) if trick else {}
    if trick is None or seat not in cards:
        return ""
    led = seat == trick.leader and trick.lead is None
    marks = (LED if led else "") + (TOOK if seat == trick.winner else "")
    return f"{speech.card(cards[seat])} {marks}".rstrip()


def _own(speech: Speech, seen: View[Any]) -> Iterator[str]:
    """What the player alone knows, for as long as he may want to look it up."""
    noted: dict[tuple[str, Seat], list[Action]] = {}
    for note in seen.notes:
        noted.setdefault((note.kind, note.seat), []).append(note.action)
    for (kind, other), actions in noted.items():
        yield speech(f"own-{kind}", other=other, actions=tuple(actions))


def _last_trick(done: list[Step]) -> int:
    """The step with which the last finished trick began; 0 while it is the first."""
    before = [i for i, step in enumerate(done, 1) if taken(step.after) > taken(step.before)][:-1]
    return before[-1] if before else 0


def taken(state: State[Any]) -> int:
    """How many tricks have been played out."""
    return len(state.public.tricks.past) if state.public.tricks else 0


def since(speech: Speech, log: Log, seat: Seat) -> list[str]:
    """What has happened from the player's last action on; from the dealing on if he has not acted yet. A table shows
    no more of the tricks than the last one."""
    done = list(steps(log))
    last = max(
        (i for i, step in enumerate(done) if isinstance(step.entry, Act) and step.entry.seat == seat), default=-1
    )
    items = list(dealing(log)) if last < 0 else []
    for step in done[max(last, 0 if speech.spoken else _last_trick(done)) :]:
        items += told(log.game, step, seat, spoken=speech.spoken)
    lines = speech.told(items)
    if speech.spoken:
        return lines
    return [line if n == 1 else f"{line} (×{n})" for line, n in ((k, len(list(g))) for k, g in groupby(lines))]
