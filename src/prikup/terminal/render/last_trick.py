"""Texts about the last finished trick, and a recap of the events since the player's last action."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from prikup.locale.speech import Speech
from prikup.narration import classify_play
from prikup.rules.errors import Reason
from prikup.rules.tricks import Tricks
from prikup.terminal.render.deal_view import DealView, NarratedEvent

__all__ = ["last_trick", "recap"]


def last_trick(speech: Speech, public: Any) -> list[str]:
    """Return lines that describe the last finished trick card by card, or a line which says that there is none.

    `speech` formats the lines. `public` is the public part of the deal's state, which every player may see. The
    description has several lines in plain text (`speech.spoken`), and a single line otherwise.
    """
    tricks: Tricks | None = public.tricks
    if tricks is None or not tricks.past:
        return [speech("last-none")]
    lines = speech.sentences(_trick_sentences(tricks))
    return lines if speech.spoken else [" ".join(lines)]


def _trick_sentences(tricks: Tricks) -> Iterator[Reason]:
    trick = tricks.past[-1]
    lead_card = trick.lead
    if trick.lead is not None:
        yield Reason("did-turn-up", {"player": trick.leader, "actions": (trick.lead,)})
    for seat, card in trick.lying:
        if seat not in tricks.seats:  # a card of the talon (the undealt cards)
            yield Reason("did-turn-up", {"player": seat, "actions": (card,)})
        else:
            yield Reason(f"did-{classify_play(card, lead_card, tricks.order)}", {"player": seat, "card": card})
        lead_card = card if lead_card is None else lead_card
    yield Reason("did-take", {"player": trick.winner})


def _last_trick_start(events: tuple[NarratedEvent, ...]) -> int:
    """Return the index in `events`, the events of a deal, of the first event of the last finished trick.

    Return 0 if that is the first trick of the deal, or if no trick is finished.
    """
    tricks = [0, *(event.tricks for event in events)]
    ends = [i for i in range(1, len(tricks)) if tricks[i] > tricks[i - 1]][:-1]
    return ends[-1] if ends else 0


def recap(speech: Speech, sight: DealView) -> list[str]:
    """Return lines that describe the recent events of a deal.

    `speech` formats the lines, and `sight` is the deal as the player sees it. The lines begin with the player's last
    action, or with the start of the deal if the player has not acted. On a screen that draws the table, they begin no
    earlier than the last finished trick, and equal lines in a row are combined and followed by their number, as in
    `(×3)`.
    """
    events, seat = sight.events, sight.view.seat
    last = max((i for i, event in enumerate(events) if event.seat is not None and event.seat == seat), default=-1)
    items = list(sight.opening_sentences) if last < 0 else []
    for event in events[max(last, 0 if speech.spoken else _last_trick_start(events)) :]:
        items += event.sentences
    lines = speech.sentences(items)
    if speech.spoken:
        return lines
    return [line if n == 1 else f"{line} (×{n})" for line, n in ((k, len(list(g))) for k, g in groupby(lines))]
