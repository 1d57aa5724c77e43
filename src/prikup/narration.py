"""Tells each receiver of what happened as much as they may know.

It speaks in message keys and their numbers, which `Speech` makes sentences of.

Each game words what is done face down in one of its phases: `did-PHASE` for those who may not know the card or call,
`did-PHASE-card` for those who may.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from prikup.cards import Card, mask
from prikup.errors import Reason, reason
from prikup.exchange import Debt, Exchange
from prikup.game import AnyGame, Redeal, Settled, Standing
from prikup.history.log import Act, Agreed, Closed, Conceded, Dealt, Log
from prikup.history.shuffle import Shuffle, commitment
from prikup.state import Action, Note, Said, Seat, State, View
from prikup.tricks import Order

__all__ = [
    "ALL",
    "Receiver",
    "Step",
    "asked",
    "dealing",
    "dealt",
    "manner",
    "opening",
    "recap",
    "sealed",
    "steps",
    "told",
    "undone",
]

ALL: Literal["all"] = "all"
"""The receiver who may know everything: the reader of a finished deal."""
Receiver = Seat | None | Literal["all"]

SHOWN_DIGITS = 16
"""The digits of a commitment that are shown at the table: 64 bits are more than anybody can search through in time."""


class Step(Struct, frozen=True):
    """One entry of a deal, and the states around it."""

    before: State[Any]
    entry: Act | Agreed | Conceded
    after: State[Any]


def steps(log: Log) -> Iterator[Step]:
    """Yield the entries of the deal being played, undone ones left out."""
    state = log.start
    for entry in log.entries:
        assert state is not None
        after = _after(log.game, state, entry)
        yield Step(state, entry, after)
        state = after


def _after(game: AnyGame, state: State[Any], entry: Act | Agreed | Conceded) -> State[Any]:
    if isinstance(entry, Act):
        return game.apply(state, entry.act)
    settled = Settled(tricks=entry.won) if isinstance(entry, Agreed) else Settled(conceded=entry.side)
    after = game.settle(state, settled)
    assert isinstance(after, State)
    return after


# How a deal begins


def opening(standing: Standing[Any]) -> Reason:
    """Return the number of the deal and its dealer."""
    return reason("deal-begins", deal=standing.deal, dealer=standing.dealer)


def sealed(shuffle: Shuffle | None) -> Reason:
    """Return the beginning of the hash published before a deal."""
    if shuffle is None:
        return reason("deal-given")
    return reason("deal-sealed", commitment=commitment(shuffle.seed)[:SHOWN_DIGITS])


def dealing(log: Log) -> tuple[Reason, ...]:
    """Return how the deal being played began.

    It is told who deals, what was sealed, which decks the rules refused, and what holds from the start.
    """
    recent: list[Dealt] = []
    for event in reversed(log.events):
        if isinstance(event, Closed):
            break
        if isinstance(event, Dealt):
            recent.insert(0, event)
    standing = log.match.standing
    items = [opening(standing)]
    for event in recent:
        items.append(sealed(event.shuffle))
        items += dealt(log.game, log.game.deal(event.deck, standing), spoken=True)
    return tuple(items)


def dealt(game: AnyGame, state: State[Any] | Redeal, *, spoken: bool = False) -> tuple[Reason, ...]:
    """Return what is told as a deck has been dealt.

    Of a deck that was refused this is why, and the cards shown to prove it; of any other the facts that hold as the
    deal begins, which are told only where they are `spoken`: a table in sight shows them.
    """
    if isinstance(state, Redeal):
        proof = (reason("did-show", player=seat, hand=cards) for seat, cards in enumerate(state.shown) if cards)
        return (state.reason, *proof)
    return game.headline(state.public) if spoken else ()


def recap(log: Log, seat: Seat) -> tuple[Reason, ...]:
    """Return what a seat may know of the deal being played since its own last action, that included.

    Where the seat has not acted it begins with the dealing; of the tricks it holds the last that was finished, and the
    one that is being played.
    """
    done = list(steps(log))
    own = [at for at, step in enumerate(done) if isinstance(step.entry, Act) and step.entry.seat == seat]
    ends = [at + 1 for at, step in enumerate(done) if _ends_a_trick(step)]
    start = max(own[-1] if own else 0, ends[-2] if len(ends) > 1 else 0)
    items = () if own else dealing(log)
    for step in done[start:]:
        items += told(log.game, step, seat, spoken=True)
    return items


def _ends_a_trick(step: Step) -> bool:
    before, after = step.before.public.tricks, step.after.public.tricks
    return before is not None and after is not None and len(after.past) > len(before.past)


# What is asked


def asked(seen: View[Any]) -> tuple[Reason, ...]:
    """Return what the viewer is asked; nothing if it is not their turn to decide."""
    public = seen.public
    if public.actor != seen.seat or seen.seat is None:
        return ()
    owed = _owed(public)
    left = {} if owed is None else {"left": owed.count}
    question = (
        reason("ask-open", owner=public.turn) if public.turn != seen.seat else Reason(f"ask-{public.phase}", left)
    )
    if owed is None or owed.receiver is None or owed.giver != seen.seat:
        return (question,)
    return (question, reason("ask-receiver", other=owed.receiver))


def _owed(public: Any) -> Debt | None:
    """Return the cards that are changing hands now."""
    exchange: Exchange | None = getattr(public, "exchange", None)
    return exchange.now if exchange and not exchange.over else None


# What was done


def told(game: AnyGame, step: Step, receiver: Receiver, *, spoken: bool = False) -> tuple[Reason, ...]:
    """Return what `receiver` is told of a step.

    `spoken`: they have no table in sight, so that open hands, the count of the tricks and new facts of the deal are
    told too.
    """
    counts = _counted(game, step) if spoken else ()
    match step.entry:
        case Agreed(_, (seat,)):
            return (reason("did-claim", player=seat, counted=step.after.public.tricks.agreed), *counts)
        case Agreed():
            return (_agreed(step, step.after.public.tricks.agreed), *counts)
        case Conceded(side):
            return (reason("did-concede", players=side), *counts)
        case Act(seat, action):
            return (
                *_deed(game, step, seat, action, receiver),
                *_taken(step),
                *counts,
                *_turned_up(game, step, seat, action),
                *(_facts(game, step) if spoken or receiver == ALL else ()),
                *(_trumps(step) if spoken else ()),
                *_shown(step, spoken),
                *_noted(game, step, receiver),
            )


def undone(game: AnyGame, step: Step, receiver: Receiver) -> tuple[Reason, ...]:
    """Return what `receiver` is told of a step that is taken back."""
    if not isinstance(step.entry, Act):
        return ()
    known = _known(game, step, receiver)
    if known is None:
        return (reason("did-undo-unseen", player=step.entry.seat),)
    return (reason("did-undo", player=step.entry.seat, card=known),)


def _agreed(step: Step, won: tuple[int, ...]) -> Reason:
    """Return who gets how many tricks. If all are for the one who was to lead, their cards say why."""
    leader, tricks = step.before.public.turn, sum(won)
    if won[leader] < tricks or step.before.public.tricks.table:
        return reason("did-agree", counted=won)
    return reason("did-take-rest", player=leader, hand=step.after.public.shown[leader], tricks=tricks)


def _deed(game: AnyGame, step: Step, seat: Seat, action: Action, receiver: Receiver) -> Iterator[Reason]:
    public = step.before.public
    if action < 52 and public.phase == "play":
        key = f"did-{manner(action, public.tricks.to_follow, public.tricks.order)}"
        if public.turn == seat:
            yield reason(key, player=seat, card=action)
        else:
            yield reason(f"{key}-open", player=seat, card=action, owner=public.turn)
        return
    owed = _owed(public)
    other = {} if owed is None or owed.receiver is None else {"other": owed.receiver}
    if _known(game, step, receiver) is None:
        yield reason(f"did-{public.phase}", player=seat, **other)
    elif action >= 52 and _aloud(game, step, action):
        yield reason("did-say", player=seat, call=action)
    else:
        yield reason(f"did-{public.phase}-card", player=seat, card=action, **other)


def _known(game: AnyGame, step: Step, receiver: Receiver) -> Action | None:
    """Return the action, as far as the receiver may know it."""
    assert isinstance(step.entry, Act)
    action = step.entry.act
    return action if receiver == ALL else game.seen(step.before.public, action, receiver)


def _aloud(game: AnyGame, step: Step, action: Action) -> bool:
    """Return whether everybody hears a call as it is made."""
    return game.seen(step.before.public, action, None) is not None


def manner(card: Card, led: Card | None, order: Order) -> Literal["lead", "play", "ruff", "throw"]:
    """Return how a card comes to a trick: it leads, is of the suit that was `led`, a trump, or thrown away."""
    if led is None:
        return "lead"
    if card // 13 == led // 13:
        return "play"
    return "ruff" if card // 13 == order.trump else "throw"


def _taken(step: Step) -> Iterator[Reason]:
    if _ends_a_trick(step):
        yield reason("did-take", player=step.after.public.tricks.past[-1].winner)


def _counted(game: AnyGame, step: Step) -> Iterator[Reason]:
    """Yield how many tricks the side has that took one; as the deal ends, how many each side has."""
    before, after = step.before.public.tricks, step.after.public.tricks
    if after is None or before is None or after.won == before.won:
        return
    if step.after.public.actor is None:
        yield reason("tricks-in-all", by_side=tuple(sum(after.won[seat] for seat in side) for side in game.sides))
    elif _ends_a_trick(step):
        side = next(side for side in game.sides if after.past[-1].winner in side)
        yield reason("tricks-so-far", players=side, tricks=sum(after.won[seat] for seat in side))


def _turned_up(game: AnyGame, step: Step, seat: Seat, action: Action) -> Iterator[Reason]:
    """Yield what came to light beside the action itself: sealed bids, the talon."""
    new = _said(step)
    if new and (new[0].seat, new[0].action) == (seat, action) and _aloud(game, step, action):
        new = new[1:]
    for owner, turned in groupby(new, key=lambda said: said.seat):
        yield reason("did-turn-up", player=owner, actions=tuple(said.action for said in turned))


def _said(step: Step) -> tuple[Said, ...]:
    """Return what was said or turned up in a step."""
    said: tuple[Said, ...] = step.after.public.said[len(step.before.public.said) :]
    return said


def _facts(game: AnyGame, step: Step) -> Iterator[Reason]:
    """Yield the facts of the deal that are new with a new phase."""
    before, after = step.before.public, step.after.public
    if before.phase != after.phase and after.actor is not None:
        known = game.headline(before)
        yield from (fact for fact in game.headline(after) if fact not in known)


def _trumps(step: Step) -> Iterator[Reason]:
    """Yield what is trump, as the first trick is to be led."""
    if step.before.public.tricks is None and step.after.public.tricks is not None:
        trump = step.after.public.tricks.order.trump
        yield reason("tricks-no-trumps") if trump is None else reason("tricks-trumps", suit=trump)


def _shown(step: Step, spoken: bool) -> Iterator[Reason]:
    """Yield who lays a hand open; its cards only where no table shows them."""
    turned = mask(said.action for said in _said(step) if said.action < 52)
    for seat, (before, after) in enumerate(zip(step.before.public.shown, step.after.public.shown, strict=True)):
        if new := after & ~before & ~turned:
            yield reason("did-show", player=seat, hand=new) if spoken else reason("did-open", player=seat)


def _noted(game: AnyGame, step: Step, receiver: Receiver) -> Iterator[Reason]:
    """Yield what only some seats come to know, beyond the action that they were told of."""
    for seat, (before, after) in enumerate(zip(step.before.notes, step.after.notes, strict=True)):
        if receiver not in (seat, ALL) or after[: len(before)] != before:
            continue
        new = [note for note in after[len(before) :] if not _told_already(game, step, note, seat, receiver)]
        if receiver == ALL:  # a card given back is told once, by the one who gets it
            new = [note for note in new if note.kind != "gave"]
        for (kind, other), notes in groupby(new, key=lambda note: (note.kind, note.seat)):
            yield reason(f"note-{kind}", player=seat, other=other, actions=tuple(note.action for note in notes))


def _told_already(game: AnyGame, step: Step, note: Note, seat: Seat, receiver: Receiver) -> bool:
    """Return whether a note says no more than the action did.

    It does not where it is the actor's own, or that of the one who was told of it.
    """
    assert isinstance(step.entry, Act)
    if note.action != step.entry.act:
        return False
    if seat == step.entry.seat:
        return note.kind in ("bid", "discarded", "gave")
    return note.kind == "got" and note.seat == step.entry.seat and _known(game, step, receiver) is not None
