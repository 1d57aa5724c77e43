"""What happened, in sentences: each as much as its receiver may know."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from prikup.cards import mask
from prikup.exchange import Exchange
from prikup.game import AnyGame, Redeal, Settled, Standing
from prikup.locale.speech import Speech
from prikup.log import Act, Agreed, Closed, Conceded, Dealt, Log
from prikup.shuffle import Shuffle, commitment
from prikup.state import Action, Note, Said, Seat, State

__all__ = ["ALL", "Receiver", "Step", "dealing", "opening", "refused", "sealed", "steps", "told"]

ALL: Literal["all"] = "all"
"""The receiver who may know everything: the reader of a finished deal."""
Receiver = Seat | None | Literal["all"]

SHOWN_DIGITS = 16
"""How much of a commitment is shown at the table: 64 bits are more than anybody can search through in time."""


class Step(Struct, frozen=True):
    """One entry of a deal, and the states around it."""

    before: State[Any]
    entry: Act | Agreed | Conceded
    after: State[Any]


def steps(log: Log) -> Iterator[Step]:
    """The entries of the deal being played, undone ones left out."""
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


def opening(speech: Speech, standing: Standing[Any]) -> str:
    """The number of the deal and its dealer."""
    return speech("deal-begins", deal=standing.deal, dealer=speech.name(standing.dealer))


def sealed(speech: Speech, shuffle: Shuffle | None) -> str:
    """The beginning of the hash published before a deal."""
    if shuffle is None:
        return speech("deal-given")
    return speech("deal-sealed", commitment=commitment(shuffle.seed)[:SHOWN_DIGITS])


def dealing(speech: Speech, log: Log) -> list[str]:
    """How the deal being played began: who deals, what was sealed, and which decks the rules refused."""
    recent: list[Dealt] = []
    for event in reversed(log.events):
        if isinstance(event, Closed):
            break
        if isinstance(event, Dealt):
            recent.insert(0, event)
    standing = log.match.standing
    lines = [opening(speech, standing)]
    for event in recent:
        lines.append(sealed(speech, event.shuffle))
        if event.refused:
            lines += refused(speech, log.game.deal(event.deck, standing))
    return lines


def refused(speech: Speech, dealt: State[Any] | Redeal) -> list[str]:
    """Why a deck was refused, and the cards shown to prove it."""
    if not isinstance(dealt, Redeal):
        return []
    lines = [speech.reason(dealt.reason)]
    lines += [
        speech("did-show", player=speech.name(seat), cards=speech.hand(cards))
        for seat, cards in enumerate(dealt.shown)
        if cards
    ]
    return lines


def told(speech: Speech, step: Step, receiver: Receiver) -> list[str]:
    """What `receiver` is told of a step."""
    match step.entry:
        case Agreed(won, _):
            return [speech("did-agree", tricks=speech.counted(won))]
        case Conceded(side):
            return [speech("did-concede", player=", ".join(map(speech.name, side)))]
        case Act(seat, action):
            return [
                *_deed(speech, step, seat, action, receiver),
                *_taken(speech, step),
                *_turned_up(speech, step, seat, action),
                *(_facts(speech, step) if speech.spoken or receiver == ALL else ()),
                *_shown(speech, step),
                *_noted(speech, step, receiver),
            ]


def _deed(speech: Speech, step: Step, seat: Seat, action: Action, receiver: Receiver) -> Iterator[str]:
    public, player = step.before.public, speech.name(seat)
    if action < 52 and public.phase == "play":
        follows = public.tricks.table or public.tricks.lead is not None
        verb = "play" if follows else "lead"
        if public.turn == seat:
            yield speech(f"did-{verb}", player=player, card=action)
        else:
            yield speech(f"did-{verb}-open", player=player, card=action, owner=speech.name(public.turn))
        return
    exchange: Exchange | None = getattr(public, "exchange", None)
    receiving = exchange.now.receiver if exchange and not exchange.over else None
    other = "" if receiving is None else speech.name(receiving)
    if _known(speech.game, step, receiver) is None:
        yield speech(f"did-{public.phase}", player=player, other=other)
    elif action >= 52 and _aloud(speech.game, step, action):
        yield speech("did-say", player=player, call=action)
    else:
        key = f"did-{public.phase}-card"
        yield speech(key if speech.words.has(key) else "did-lay", player=player, card=action, other=other)


def _known(game: AnyGame, step: Step, receiver: Receiver) -> Action | None:
    """The action, as far as the receiver may know it."""
    assert isinstance(step.entry, Act)
    action = step.entry.act
    return action if receiver == ALL else game.seen(step.before.public, action, receiver)


def _aloud(game: AnyGame, step: Step, action: Action) -> bool:
    """Whether everybody hears a call as it is made."""
    return game.seen(step.before.public, action, None) is not None


def _turned_up(speech: Speech, step: Step, seat: Seat, action: Action) -> Iterator[str]:
    """What came to light beside the action itself: sealed bids, the talon."""
    new = _said(step)
    if new and (new[0].seat, new[0].action) == (seat, action) and _aloud(speech.game, step, action):
        new = new[1:]
    for owner, turned in groupby(new, key=lambda said: said.seat):
        yield speech("did-turn-up", player=speech.name(owner), call=speech.actions(said.action for said in turned))


def _said(step: Step) -> tuple[Said, ...]:
    """What was said or turned up in a step."""
    said: tuple[Said, ...] = step.after.public.said[len(step.before.public.said) :]
    return said


def _facts(speech: Speech, step: Step) -> Iterator[str]:
    """The facts of the deal that are new with a new phase."""
    before, after = step.before.public, step.after.public
    if before.phase != after.phase and after.actor is not None:
        known = speech.game.headline(before)
        yield from (speech.reason(fact) for fact in speech.game.headline(after) if fact not in known)


def _shown(speech: Speech, step: Step) -> Iterator[str]:
    """Who lays his hand open; its cards only in words, where no table shows them."""
    turned = mask(said.action for said in _said(step) if said.action < 52)
    for seat, (before, after) in enumerate(zip(step.before.public.shown, step.after.public.shown, strict=True)):
        if new := after & ~before & ~turned:
            shown = speech("did-show", player=speech.name(seat), cards=speech.hand(new))
            yield shown if speech.spoken else speech("did-open", player=speech.name(seat))


def _noted(speech: Speech, step: Step, receiver: Receiver) -> Iterator[str]:
    """What only some seats come to know, beyond the action that they were told of."""
    for seat, (before, after) in enumerate(zip(step.before.notes, step.after.notes, strict=True)):
        if receiver not in (seat, ALL) or after[: len(before)] != before:
            continue
        new = [note for note in after[len(before) :] if not _told_already(speech.game, step, note, seat, receiver)]
        if receiver == ALL:  # a card given back is told once, by the one who gets it
            new = [note for note in new if note.kind != "gave"]
        for (kind, other), notes in groupby(new, key=lambda note: (note.kind, note.seat)):
            cards = speech.actions(note.action for note in notes)
            yield speech(f"note-{kind}", player=speech.name(seat), other=speech.name(other), cards=cards)


def _told_already(game: AnyGame, step: Step, note: Note, seat: Seat, receiver: Receiver) -> bool:
    """Whether a note says no more than the action did: its actor's own, or that of the one who was told of it."""
    assert isinstance(step.entry, Act)
    if note.action != step.entry.act:
        return False
    if seat == step.entry.seat:
        return note.kind in ("bid", "discarded", "gave")
    return note.kind == "got" and note.seat == step.entry.seat and _known(game, step, receiver) is not None


def _taken(speech: Speech, step: Step) -> Iterator[str]:
    before, after = step.before.public.tricks, step.after.public.tricks
    if before is None or after is None or len(after.past) == len(before.past):
        return
    winner = speech.name(after.past[-1].winner)
    if speech.spoken:
        yield speech("did-take-counted", player=winner, tricks=speech.counted(after.won))
    else:
        yield speech("did-take", player=winner)
