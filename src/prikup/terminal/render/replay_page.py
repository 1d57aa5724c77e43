"""Replay of a match: open hands, every action in words, every number explained."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from prikup.history.log import Act, Adjust, Closed, Dealt, Log, Stop, Undo
from prikup.locale.speech import Speech
from prikup.narration import ALL, NarratedStep, dealt, opening, sealed, steps, told
from prikup.rules.state import State
from prikup.rules.tricks import Tricks
from prikup.terminal.render.blocks import Block, Heading, Text
from prikup.terminal.render.sheet_page import explained, result, sheet_page

__all__ = ["Beside", "replayed"]

Beside = Mapping[tuple[int, int], str]
"""Texts by deal number and entry index in the deal (from 0), shown next to the action."""
NOTHING: Beside = MappingProxyType({})


def replayed(
    speech: Speech, log: Log, only: int | None = None, beside: Beside = NOTHING, *, broken_off: bool = False
) -> Iterator[Block]:
    """Yield the deals of a log, or only one; an unfinished deal is not revealed.

    `broken_off`: the log stops before the end of a deal that was finished; that deal is shown as far as the log goes.
    """
    again = log.restarted()
    unfinished = log.match.deals + 1 if log.state is not None and not broken_off else None
    for event in log.events[1:]:
        deal = again.match.deals + 1
        shown = only in (None, deal)
        if isinstance(event, Closed):
            last = list(_played(speech, again, beside))
            again.enter(event, checked=False)
            if shown:
                yield from last
                yield from explained(speech, again.match.sheet.lines[-1])
            continue
        if isinstance(event, Dealt) and shown and deal != unfinished:
            yield from _dealt(speech, again, event)
        if isinstance(event, Undo) and shown and deal != unfinished:
            undone = again.entries[event.to :]
            actions = tuple(entry.act for entry in undone if isinstance(entry, Act))
            yield Text(speech("replay-undone", actions=actions), 2)
        again.enter(event, checked=False)
        if isinstance(event, Adjust) and only is None:
            yield from explained(speech, again.match.sheet.lines[-1])
        if isinstance(event, Stop) and only is None:
            yield Text(speech("replay-stopped"))
    if broken_off and again.state is not None and only in (None, again.match.deals + 1):
        yield from _played(speech, again, beside)
    if unfinished is not None and only in (None, unfinished):
        yield Text(speech("replay-unfinished", deal=unfinished))
    if only is None:
        yield Heading(speech("replay-sheet"))
        yield from sheet_page(speech, log.match.sheet)
        if log.over:
            yield Heading(result(speech, log.match.winners))


def _dealt(speech: Speech, again: Log, event: Dealt) -> Iterator[Block]:
    standing = again.match.standing
    if not isinstance(again.events[-1], Dealt):
        yield from map(Heading, speech.told([opening(standing)]))
    yield from map(Text, speech.told([sealed(event.shuffle)]))
    begun = again.game.deal(event.deck, standing)
    yield from map(Text, speech.told(dealt(again.game, begun, spoken=True)))
    if isinstance(begun, State):
        yield from _hands(speech, begun)


def _hands(speech: Speech, state: State[Any]) -> Iterator[Block]:
    wide = 0 if speech.spoken else max(map(len, (*speech.names, speech("stock"))))
    for seat, hand in enumerate(state.hands):
        yield Text(speech.hand(hand) or speech("sits-out"), 2, f"{speech.name(seat)}:".ljust(wide + 1))
    if state.stock:
        yield Text(speech.actions(state.stock), 2, f"{speech('stock')}:".ljust(wide + 1))


def _told(speech: Speech, step: NarratedStep) -> list[str]:
    return speech.told(told(speech.game, step, ALL, spoken=speech.spoken))


def _short(speech: Speech, step: NarratedStep, beside: str) -> list[str]:
    """Return a card played to a trick as `Anna ♠A,`, followed by further sentences."""
    played, *more = _told(speech, step)
    if not isinstance(step.entry, Act):
        return [played]
    before, after = step.before.public, step.after.public
    ends = after.tricks is None or after.tricks.done > before.tricks.done
    card = " ".join(filter(None, (speech.action(step.entry.act), beside)))
    return [f"{speech.name(before.turn)} {card}{'.' if ends else ','}", *more]


def _led(speech: Speech, tricks: Tricks) -> list[str]:
    """Return the cards already on the table of a trick, the talon's lead first; in sentences they were told before."""
    if speech.spoken:
        return []
    nobodys = [] if tricks.lead is None else [f"({speech.card(tricks.lead)})"]
    return [*nobodys, *(f"{speech.name(seat)} {speech.card(card)}," for seat, card in tricks.lying)]


def _played(speech: Speech, again: Log, beside: Beside) -> Iterator[Block]:
    """Yield the actions of a deal, one trick per line."""
    line: list[str] = []
    begun = -1
    for at, step in enumerate(steps(again)):
        tricks = step.before.public.tricks
        if tricks is not None and tricks.done > begun:
            if line:
                yield Text(" ".join(line), 2)
            begun = tricks.done
            line = [f"{begun + 1}.", *_led(speech, tricks)]
        more = beside.get((again.match.deals + 1, at), "")
        if tricks is not None and not speech.spoken:
            line += _short(speech, step, more)
        else:
            done, *rest = _told(speech, step)
            line += filter(None, (done, more, *rest))
        if tricks is None:
            yield Text(" ".join(line), 2)
            line = []
    if line:
        yield Text(" ".join(line), 2)
