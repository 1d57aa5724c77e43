"""The help page (`?`): the legal actions, why others are not allowed, and the commands."""

from collections.abc import Iterator, Sequence
from typing import Any

from prikup.locale.speech import Speech, cards_by_suit
from prikup.rules.call_explanations import meanings
from prikup.rules.cards import FIRST_CALL, is_call, is_card
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame
from prikup.rules.state import Action, View
from prikup.terminal.render.blocks import Block, Heading, Paragraph, Pieces
from prikup.terminal.render.table_view import levels
from prikup.terminal.words import capital

__all__ = ["help_page", "keys_page"]

SILENT = {"not-now", "say-a-call", "play-a-card"}
"""The message keys of reasons which only say that it is not the time for an action.

The help page does not list such reasons, since they would not help the player.
"""


def help_page(
    speech: Speech, view: View[Any], choices: tuple[Action, ...], question: str, names: Sequence[str] = ()
) -> Iterator[Block]:
    """Yield the whole help page for a player who is to act.

    - `speech`: the formatter of the texts.
    - `view`: what the player may see of the deal.
    - `choices`: the legal actions in the order in which the screen numbers them.
    - `question`: the heading of the page.
    - `names`: the names of the available commands.
    """
    yield Heading(question)
    yield Pieces(tuple(_numbered_actions(speech, choices)))
    yield from _call_explanations(speech, view, choices)
    illegal_actions = list(_illegal_actions(speech.game, view, choices))
    if illegal_actions:
        yield Heading(speech("help-why-not"))
    for why, actions in illegal_actions:
        actions_text, sentence = speech.actions(actions), speech.reason(why)
        yield Paragraph(capital(sentence if actions_text in sentence else f"{actions_text}: {sentence}"), 2)
    yield Heading(speech("help-typing"))
    card = next((action for action in choices if is_card(action)), 50)
    yield Paragraph(speech("help-how", example=speech.card_input(card), turned=_rank_first(speech.card_input(card))), 2)
    yield Paragraph("")
    yield from keys_page(speech, names)
    if not speech.spoken and view.public.tricks is not None:
        yield Paragraph(speech("help-marks"), 2)


def keys_page(speech: Speech, names: Sequence[str]) -> Iterator[Block]:
    """Yield a line for each of the commands in `names`: the word to type, and a description.

    `speech` formats the texts.
    """
    keys = [speech(f"keys-{name}").split()[0] for name in names]
    wide = max(map(len, keys), default=0)
    for key, name in zip(keys, names, strict=True):
        meaning = speech(f"help-{name}")
        yield Paragraph(f"{key}: {meaning}") if speech.spoken else Paragraph(meaning, 2, key.ljust(wide))


def _numbered_actions(speech: Speech, choices: tuple[Action, ...]) -> Iterator[str]:
    """Yield each legal action with the number that selects it.

    `choices` are the legal actions in the order of their numbers, and `speech` formats the texts. In plain text
    (`speech.spoken`), each card is followed by the text that the player can type for it.
    """
    numbered_texts = tuple((number, speech.action(action)) for number, action in enumerate(choices, 1))
    if not speech.spoken:
        yield from (f"{number}) {name}" for number, name in levels(numbered_texts))
        return
    for action, (number, name) in zip(choices, numbered_texts, strict=True):
        yield f"{number}: {name} ({speech.card_input(action)})" if is_card(action) else f"{number}: {name}"


def _call_explanations(speech: Speech, view: View[Any], choices: tuple[Action, ...]) -> Iterator[Block]:
    """Yield the explanations of the legal calls: what each call gains and costs in this deal.

    `speech` formats the texts, `choices` are the legal actions, and `view` is what the player may see. Yield nothing if
    no call has an explanation.
    """
    explanations = meanings(speech.game, view, choices)
    if explanations:
        yield Heading(speech("help-meanings"))
    for meaning in explanations:
        brief, *sentences = map(speech.reason, meaning.says)
        calls = ", ".join(name for _, name in levels((n, speech.action(call)) for n, call in enumerate(meaning.calls)))
        yield Paragraph(" ".join((f"{calls}: {brief}.", *sentences)), 2)


def _rank_first(card: str) -> str:
    return card[1:] + card[:1]


def _illegal_actions(game: AnyGame, view: View[Any], choices: tuple[Action, ...]) -> list[tuple[Reason, list[Action]]]:
    """Return the illegal actions that a player might try, grouped by the rule that forbids them.

    Each group is a message about the rule, with the actions that it forbids. `view` is what the player may see, and
    `choices` are the legal actions. Rules with a key in `SILENT` are left out.
    """
    public = view.public
    hand = view.hand if public.turn == view.seat else public.shown[public.turn]
    asked_for_card = any(is_card(action) for action in choices)
    hand_cards = [card for _, of_suit in cards_by_suit(hand) for card in of_suit]
    illegal_choices = [card for card in hand_cards if card not in choices] if asked_for_card else []
    if any(is_call(action) for action in choices):
        illegal_choices += [call for call in range(FIRST_CALL, FIRST_CALL + len(game.calls)) if call not in choices]
    groups: list[tuple[Reason, list[Action]]] = []
    legal = game.legal(view)
    for action in illegal_choices:
        why = game.explanations.why_illegal(view, action, legal)
        if why.key in SILENT:
            continue
        group_actions = next((actions for reason, actions in groups if reason == why), None)
        if group_actions is None:
            groups.append((why, [action]))
        else:
            group_actions.append(action)
    return groups
