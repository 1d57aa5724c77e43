"""The replay of a match, with all hands face up, all actions in words, and the reason for every number."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from prikup.history.events import ActionEvent, AdjustEvent, DealEvent, RowEvent, StopEvent, UndoEvent
from prikup.history.log import Log
from prikup.locale.speech import Speech
from prikup.narration import ALL, NarratedStep, describe_deal, describe_dealer, describe_hash, describe_step, steps
from prikup.rules.state import State
from prikup.rules.tricks import Tricks
from prikup.terminal.render.blocks import Block, Heading, Paragraph
from prikup.terminal.render.sheet_page import result, row_explanation, sheet_page

__all__ = ["NotesByEntry", "replay_page"]

NotesByEntry = Mapping[tuple[int, int], str]
"""Texts that a replay shows next to actions.

The key is the number of the deal (from 1) and the index of the action among the entries of the deal (from 0).
"""
NO_NOTES: NotesByEntry = MappingProxyType({})


def replay_page(
    speech: Speech, log: Log, only_deal: int | None = None, notes: NotesByEntry = NO_NOTES, *, broken_off: bool = False
) -> Iterator[Block]:
    """Yield all deals of a match, or only the deal with the number `only_deal` if it is not None.

    - `speech`: the formatter of the texts.
    - `log`: the log of the match.
    - `notes`: texts to show next to actions.
    - `broken_off`: True if the log stops within a deal that was finished, because the current rules cannot replay the
      rest of that deal. The deal is then shown as far as the log goes. The cards of any other unfinished deal are not
      revealed.
    """
    log_so_far = log.copy_of_start()
    unfinished_deal = log.match.deals + 1 if log.state is not None and not broken_off else None
    for event in log.events[1:]:
        deal = log_so_far.match.deals + 1
        is_shown = only_deal in (None, deal)
        if isinstance(event, RowEvent):
            last = list(_action_blocks(speech, log_so_far, notes))
            log_so_far.enter(event, checked=False)
            if is_shown:
                yield from last
                yield from row_explanation(speech, log_so_far.match.sheet.lines[-1])
            continue
        if isinstance(event, DealEvent) and is_shown and deal != unfinished_deal:
            yield from _deal_blocks(speech, log_so_far, event)
        if isinstance(event, UndoEvent) and is_shown and deal != unfinished_deal:
            undone_entries = log_so_far.entries[event.to :]
            actions = tuple(entry.act for entry in undone_entries if isinstance(entry, ActionEvent))
            yield Paragraph(speech("replay-undone", actions=actions), 2)
        log_so_far.enter(event, checked=False)
        if isinstance(event, AdjustEvent) and only_deal is None:
            yield from row_explanation(speech, log_so_far.match.sheet.lines[-1])
        if isinstance(event, StopEvent) and only_deal is None:
            yield Paragraph(speech(f"replay-stopped-{event.why}" if event.why else "replay-stopped"))
    if broken_off and log_so_far.state is not None and only_deal in (None, log_so_far.match.deals + 1):
        yield from _action_blocks(speech, log_so_far, notes)
    if unfinished_deal is not None and only_deal in (None, unfinished_deal):
        yield Paragraph(speech("replay-unfinished", deal=unfinished_deal))
    if only_deal is None:
        yield Heading(speech("replay-sheet"))
        yield from sheet_page(speech, log.match.sheet)
        if log.over:
            yield Heading(result(speech, log.match.winners))


def _deal_blocks(speech: Speech, log_so_far: Log, event: DealEvent) -> Iterator[Block]:
    standing = log_so_far.match.standing
    if not isinstance(log_so_far.events[-1], DealEvent):
        yield from map(Heading, speech.sentences([describe_dealer(standing)]))
    if log_so_far.standing is None:  # a log of a single deal does not say whether its deck was shuffled
        yield from map(Paragraph, speech.sentences([describe_hash(event.shuffle)]))
    deal_result = log_so_far.game.deal(event.deck, standing)
    yield from map(Paragraph, speech.sentences(describe_deal(log_so_far.game, deal_result, spoken=True)))
    if isinstance(deal_result, State):
        yield from _hands(speech, deal_result)


def _hands(speech: Speech, state: State[Any]) -> Iterator[Block]:
    wide = 0 if speech.spoken else max(map(len, (*speech.names, speech("stock"))))
    for seat, hand in enumerate(state.hands):
        yield Paragraph(speech.hand(hand) or speech("sits-out"), 2, f"{speech.name(seat)}:".ljust(wide + 1))
    if state.stock:
        yield Paragraph(speech.actions(state.stock), 2, f"{speech('stock')}:".ljust(wide + 1))


def _step_sentences(speech: Speech, step: NarratedStep) -> list[str]:
    return speech.sentences(describe_step(speech.game, step, ALL, spoken=speech.spoken))


def _short_sentences(speech: Speech, step: NarratedStep, note: str) -> list[str]:
    """Return the sentences about a step, in which a card played to a trick is shortened to `Anna ♠A,`.

    `speech` formats the sentences. A step is an action or another entry of a deal's log. The last card of a trick ends
    with a full stop instead of the comma. `note` is a text to show after the card.
    """
    first_sentence, *other_sentences = _step_sentences(speech, step)
    if not isinstance(step.entry, ActionEvent):
        return [first_sentence]
    old_public, new_public = step.before.public, step.after.public
    ends = new_public.tricks is None or new_public.tricks.decided_count > old_public.tricks.decided_count
    card = " ".join(filter(None, (speech.action(step.entry.act), note)))
    return [f"{speech.name(old_public.turn)} {card}{'.' if ends else ','}", *other_sentences]


def _cards_on_table(speech: Speech, tricks: Tricks) -> list[str]:
    """Return the cards that are on the table before the first action of a trick, as texts such as `Anna ♠A,`.

    If a card of the talon (the undealt cards) leads the trick, it comes first, as `(♠A)`. In plain text
    (`speech.spoken`) the result is [], since an earlier sentence has named the cards.
    """
    if speech.spoken:
        return []
    nobodys = [] if tricks.lead is None else [f"({speech.card(tricks.lead)})"]
    return [*nobodys, *(f"{speech.name(seat)} {speech.card(card)}," for seat, card in tricks.lying)]


def _action_blocks(speech: Speech, log_so_far: Log, notes: NotesByEntry) -> Iterator[Block]:
    """Yield the actions of a log's current deal: one per line before the play of cards, then one trick per line.

    `speech` formats the texts, `log_so_far` is the match up to the last of these actions, and `notes` are texts to show
    next to actions.
    """
    line: list[str] = []
    trick_number = -1
    for index, step in enumerate(steps(log_so_far)):
        tricks = step.before.public.tricks
        if tricks is not None and tricks.decided_count > trick_number:
            if line:
                yield Paragraph(" ".join(line), 2)
            trick_number = tricks.decided_count
            line = [f"{trick_number + 1}.", *_cards_on_table(speech, tricks)]
        note = notes.get((log_so_far.match.deals + 1, index), "")
        if tricks is not None and not speech.spoken:
            line += _short_sentences(speech, step, note)
        else:
            first_sentence, *other_sentences = _step_sentences(speech, step)
            line += filter(None, (first_sentence, note, *other_sentences))
        if tricks is None:
            yield Paragraph(" ".join(line), 2)
            line = []
    if line:
        yield Paragraph(" ".join(line), 2)
