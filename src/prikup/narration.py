"""Describe what happened in a deal to one receiver, without anything that the receiver may not know.

The descriptions are message keys with their arguments; `prikup.locale.speech.Speech` turns them into sentences.

For an action that is face down in a phase, such as a discard, each game has two messages: `did-PHASE` for receivers who
may not know the card or call, and `did-PHASE-card` for those who may.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from prikup.history.events import ActionEvent, AgreementEvent, ConcessionEvent, DealEvent, RowEvent
from prikup.history.log import Log
from prikup.history.shuffle import Shuffle, commitment
from prikup.rules.cards import Card, is_call, is_card, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.exchange import Debt, Exchange
from prikup.rules.game import AgreedEnd, AnyGame, Redeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import Action, Announcement, PrivateNote, Seat, State, View
from prikup.rules.tricks import Order

__all__ = [
    "ALL",
    "Audience",
    "NarratedStep",
    "classify_play",
    "describe_deal",
    "describe_dealer",
    "describe_dealing",
    "describe_hash",
    "describe_prompt",
    "describe_step",
    "describe_undo",
    "recap",
    "steps",
]

ALL: Literal["all"] = "all"
"""The receiver who may know everything: the reader of a finished deal."""
Audience = Seat | None | Literal["all"]
"""The receiver of a description: a player's seat, None for a spectator, or `ALL` for the reader of a finished deal."""

SHOWN_DIGITS = 16
"""The number of hex digits that a table shows of a deal's published hash.

The hash (the commitment) is the SHA-256 of the secret seed from which the deck is shuffled. Sixteen digits are 64 bits:
too many for a cheat to find another seed with the same digits before the deal ends.
"""


class NarratedStep(Struct, frozen=True):
    """One entry of a deal in a match log (action, agreement or concession), with the states before and after it."""

    before: State[Any]
    entry: ActionEvent | AgreementEvent | ConcessionEvent
    after: State[Any]


def steps(log: Log) -> Iterator[NarratedStep]:
    """Yield the entries of the current deal of a match log in order, each with the states before and after it.

    An entry is an action, an agreement or a concession. Entries that were taken back are left out.
    """
    state = log.start
    for entry in log.entries:
        assert state is not None
        after = _apply_entry(log.game, state, entry)
        yield NarratedStep(state, entry, after)
        state = after


def _apply_entry(game: AnyGame, state: State[Any], entry: ActionEvent | AgreementEvent | ConcessionEvent) -> State[Any]:
    if isinstance(entry, ActionEvent):
        return game.apply_unchecked(state, entry.act)
    agreement = (
        AgreedEnd(tricks=entry.won) if isinstance(entry, AgreementEvent) else AgreedEnd(conceding_seats=entry.side)
    )
    new_state = game.settle(state, agreement)
    assert isinstance(new_state, State)
    return new_state


# The start of a deal


def describe_dealer(standing: MatchStanding[Any]) -> Reason:
    """Return the message with the number and the dealer of the next deal.

    `standing` is the state of the match before this deal.
    """
    return reason("deal-begins", deal=standing.deal, dealer=standing.dealer)


def describe_hash(shuffle: Shuffle | None) -> Reason:
    """Return the message with the first digits of the hash that was published before a deal.

    The hash is the SHA-256 of the secret seed of the shuffle; publishing it lets players check the deck afterwards.
    `shuffle` has the inputs of the shuffle. It is None if the deck was fixed in advance and not shuffled; the message
    then says so.
    """
    if shuffle is None:
        return reason("deal-given")
    return reason("deal-sealed", commitment=commitment(shuffle.seed)[:SHOWN_DIGITS])


def describe_dealing(log: Log) -> tuple[Reason, ...]:
    """Return the messages that describe how the current deal of a match log started.

    They name the dealer, the published hash of the shuffle, any decks that the rules refused, and the facts known from
    the start, such as how many tricks each seat should take.
    """
    recent: list[DealEvent] = []
    for event in reversed(log.events):
        if isinstance(event, RowEvent):
            break
        if isinstance(event, DealEvent):
            recent.insert(0, event)
    standing = log.match.standing
    items = [describe_dealer(standing)]
    for event in recent:
        items.append(describe_hash(event.shuffle))
        items += describe_deal(log.game, log.game.deal(event.deck, standing), spoken=True)
    return tuple(items)


def describe_deal(game: AnyGame, state: State[Any] | Redeal, *, spoken: bool = False) -> tuple[Reason, ...]:
    """Return the messages that tell the players what they learn when a deck is dealt.

    `state` is the state after the dealing, or the refusal of the deck by the rules. For a refused deck the messages
    give the reason and the hands shown as proof. For an accepted deck they give the facts known from the start, such as
    the tricks that each seat should take, but only if `spoken`: otherwise the table on the screen shows these facts.
    """
    if isinstance(state, Redeal):
        proof = (
            reason("did-show", player=seat, hand=cards) for seat, cards in enumerate(state.revealed_hands) if cards
        )
        return (state.reason, *proof)
    return game.explanations.headline(state.public) if spoken else ()


def recap(log: Log, seat: Seat) -> tuple[Reason, ...]:
    """Describe the current deal of a match log to the player at `seat`, from that player's last action on.

    The description goes back at most to the start of the last finished trick. If the player has not acted yet, it
    starts with the dealing of the cards. Only what the player may know is described.
    """
    deal_steps = list(steps(log))
    own_indices = [
        index
        for index, step in enumerate(deal_steps)
        if isinstance(step.entry, ActionEvent) and step.entry.seat == seat
    ]
    ends = [index + 1 for index, step in enumerate(deal_steps) if _ends_a_trick(step)]
    start = max(own_indices[-1] if own_indices else 0, ends[-2] if len(ends) > 1 else 0)
    items = () if own_indices else describe_dealing(log)
    for step in deal_steps[start:]:
        items += describe_step(log.game, step, seat, spoken=True)
    return items


def _ends_a_trick(step: NarratedStep) -> bool:
    old_tricks, new_tricks = step.before.public.tricks, step.after.public.tricks
    return old_tricks is not None and new_tricks is not None and len(new_tricks.past) > len(old_tricks.past)


# Prompts


def describe_prompt(view: View[Any]) -> tuple[Reason, ...]:
    """Return the messages that ask the viewer to act; () if it is not their turn to act."""
    public = view.public
    if public.actor != view.seat or view.seat is None:
        return ()
    debt = _current_debt(public)
    arguments = {} if debt is None else {"left": debt.count}
    question = (
        reason("ask-open", owner=public.turn) if public.turn != view.seat else Reason(f"ask-{public.phase}", arguments)
    )
    if debt is None or debt.receiver is None or debt.giver != view.seat:
        return (question,)
    return (question, reason("ask-receiver", other=debt.receiver))


def _current_debt(public: Any) -> Debt | None:
    """Return the gift or discard of cards that a player has to make now, with the number of cards due, or None.

    `public` is the public part of the deal.
    """
    exchange: Exchange | None = getattr(public, "exchange", None)
    return exchange.current_debt if exchange and not exchange.over else None


# Actions


def describe_step(game: AnyGame, step: NarratedStep, receiver: Audience, *, spoken: bool = False) -> tuple[Reason, ...]:
    """Describe a step (an action, an agreement or a concession) to `receiver`, as message keys with arguments.

    If `spoken`, the receiver has no table on a screen, so the description includes hands laid open, the trick count and
    new facts of the deal, such as its contract and declarer.
    """
    counts = _count_tricks(game, step) if spoken else ()
    match step.entry:
        case AgreementEvent(_, (seat,)):
            return (reason("did-claim", player=seat, counted=step.after.public.tricks.agreed), *counts)
        case AgreementEvent():
            return (_describe_agreement(step, step.after.public.tricks.agreed), *counts)
        case ConcessionEvent(side):
            return (reason("did-concede", players=side), *counts)
        case ActionEvent(seat, action):
            return (
                *_describe_action(game, step, seat, action, receiver),
                *_describe_trick_winner(step),
                *counts,
                *_describe_turned_cards(game, step, seat, action),
                *(_new_facts(game, step) if spoken or receiver == ALL else ()),
                *(_describe_trumps(step) if spoken else ()),
                *_describe_shown_hands(step, spoken),
                *_describe_notes(game, step, receiver),
            )


def describe_undo(game: AnyGame, step: NarratedStep, receiver: Audience) -> tuple[Reason, ...]:
    """Describe to `receiver` that an action is taken back; return () if `step` is an agreement or a concession."""
    if not isinstance(step.entry, ActionEvent):
        return ()
    visible_action = _visible_action(game, step, receiver)
    if visible_action is None:
        return (reason("did-undo-unseen", player=step.entry.seat),)
    return (reason("did-undo", player=step.entry.seat, card=visible_action),)


def _describe_agreement(step: NarratedStep, tricks_by_seat: tuple[int, ...]) -> Reason:
    """Return the message about an agreement of the players to split the remaining tricks as in `tricks_by_seat`.

    `step` is the agreement, with the states before and after it. If the player who is to lead takes all remaining
    tricks, the message shows this player's cards as the reason.
    """
    leader, tricks = step.before.public.turn, sum(tricks_by_seat)
    if tricks_by_seat[leader] < tricks or step.before.public.tricks.table:
        return reason("did-agree", counted=tricks_by_seat)
    return reason("did-take-rest", player=leader, hand=step.after.public.shown[leader], tricks=tricks)


def _describe_action(
    game: AnyGame, step: NarratedStep, seat: Seat, action: Action, receiver: Audience
) -> Iterator[Reason]:
    public = step.before.public
    if is_card(action) and public.phase == "play":
        key = f"did-{classify_play(action, public.tricks.to_follow, public.tricks.order)}"
        if public.turn == seat:
            yield reason(key, player=seat, card=action)
        else:
            yield reason(f"{key}-open", player=seat, card=action, owner=public.turn)
        return
    debt = _current_debt(public)
    receiver_argument = {} if debt is None or debt.receiver is None else {"other": debt.receiver}
    if _visible_action(game, step, receiver) is None:
        yield reason(f"did-{public.phase}", player=seat, **receiver_argument)
    elif is_call(action) and _is_open_call(game, step, action):
        yield reason("did-say", player=seat, call=action)
    else:
        yield reason(f"did-{public.phase}-card", player=seat, card=action, **receiver_argument)


def _visible_action(game: AnyGame, step: NarratedStep, receiver: Audience) -> Action | None:
    """Return the card or call of a step (an action) if `receiver` may know it, else None."""
    assert isinstance(step.entry, ActionEvent)
    action = step.entry.act
    return action if receiver == ALL else game.visible_action(step.before.public, action, receiver)


def _is_open_call(game: AnyGame, step: NarratedStep, action: Action) -> bool:
    """Return whether all players see a call or card at the moment when it is made or played (in `step`)."""
    return game.visible_action(step.before.public, action, None) is not None


def classify_play(card: Card, led_card: Card | None, order: Order) -> Literal["lead", "play", "ruff", "throw"]:
    """Return the way in which a card is played to a trick that began with `led_card`.

    `order` has the trump suit. The card is a `lead` if `led_card` is None. Otherwise it follows the suit led (`play`),
    is a trump on another suit (`ruff`), or is a discard of another suit (`throw`).
    """
    if led_card is None:
        return "lead"
    if card // 13 == led_card // 13:
        return "play"
    return "ruff" if card // 13 == order.trump else "throw"


def _describe_trick_winner(step: NarratedStep) -> Iterator[Reason]:
    if _ends_a_trick(step):
        yield reason("did-take", player=step.after.public.tricks.past[-1].winner)


def _count_tricks(game: AnyGame, step: NarratedStep) -> Iterator[Reason]:
    """Yield a message with the number of tricks of the side that wins a trick in this step.

    If the deal ends with the step, yield a message for each side instead.
    """
    old_tricks, new_tricks = step.before.public.tricks, step.after.public.tricks
    if new_tricks is None or old_tricks is None or new_tricks.won == old_tricks.won:
        return
    if step.after.public.actor is None:
        yield reason("tricks-in-all", by_side=tuple(sum(new_tricks.won[seat] for seat in side) for side in game.sides))
    elif _ends_a_trick(step):
        side = next(side for side in game.sides if new_tricks.past[-1].winner in side)
        yield reason("tricks-so-far", players=side, tricks=sum(new_tricks.won[seat] for seat in side))


def _describe_turned_cards(game: AnyGame, step: NarratedStep, seat: Seat, action: Action) -> Iterator[Reason]:
    """Yield messages about the bids and cards that a step turned up, such as sealed bids or the talon.

    `seat` made the step, and `action` is its call or card. A call that all players saw as it was made is left out,
    because another message already describes it.
    """
    new_announcements = _announcements(step)
    if (
        new_announcements
        and (new_announcements[0].seat, new_announcements[0].action) == (seat, action)
        and _is_open_call(game, step, action)
    ):
        new_announcements = new_announcements[1:]
    for owner, owner_announcements in groupby(new_announcements, key=lambda announcement: announcement.seat):
        yield reason(
            "did-turn-up", player=owner, actions=tuple(announcement.action for announcement in owner_announcements)
        )


def _announcements(step: NarratedStep) -> tuple[Announcement, ...]:
    """Return the public announcements made in a step: calls, and cards turned up."""
    announcements: tuple[Announcement, ...] = step.after.public.said[len(step.before.public.said) :]
    return announcements


def _new_facts(game: AnyGame, step: NarratedStep) -> Iterator[Reason]:
    """Yield messages about facts of the deal, such as the contract, that are new after a step that starts a phase."""
    old_public, new_public = step.before.public, step.after.public
    if old_public.phase != new_public.phase and new_public.actor is not None:
        old_facts = game.explanations.headline(old_public)
        yield from (fact for fact in game.explanations.headline(new_public) if fact not in old_facts)


def _describe_trumps(step: NarratedStep) -> Iterator[Reason]:
    """Yield the message about the trump suit if the trick play starts with this step."""
    if step.before.public.tricks is None and step.after.public.tricks is not None:
        trump = step.after.public.tricks.order.trump
        yield reason("tricks-no-trumps") if trump is None else reason("tricks-trumps", suit=trump)


def _describe_shown_hands(step: NarratedStep, spoken: bool) -> Iterator[Reason]:
    """Yield a message about each seat that lays its hand open in this step.

    The message names the cards only if `spoken`; otherwise the table on the screen shows them.
    """
    turned_cards = mask(announcement.action for announcement in _announcements(step) if is_card(announcement.action))
    for seat, (old_hand, new_hand) in enumerate(zip(step.before.public.shown, step.after.public.shown, strict=True)):
        if new := new_hand & ~old_hand & ~turned_cards:
            yield reason("did-show", player=seat, hand=new) if spoken else reason("did-open", player=seat)


def _describe_notes(game: AnyGame, step: NarratedStep, receiver: Audience) -> Iterator[Reason]:
    """Yield messages about the private facts that `receiver` learns in a step, besides the action itself.

    Such a fact is, for example, which card the receiver was given.
    """
    for seat, (old_notes, new_notes) in enumerate(zip(step.before.notes, step.after.notes, strict=True)):
        if receiver not in (seat, ALL) or new_notes[: len(old_notes)] != old_notes:
            continue
        new = [note for note in new_notes[len(old_notes) :] if not _is_described(game, step, note, seat, receiver)]
        if receiver == ALL:  # a gift has two notes: report only its receiver's
            new = [note for note in new if note.kind != "gave"]
        for (kind, other_seat), notes in groupby(new, key=lambda note: (note.kind, note.seat)):
            yield reason(f"note-{kind}", player=seat, other=other_seat, actions=tuple(note.action for note in notes))


def _is_described(game: AnyGame, step: NarratedStep, note: PrivateNote, seat: Seat, receiver: Audience) -> bool:
    """Return whether the description of a step's action for `receiver` already contains the fact in a private note.

    `note` is a private fact that only `seat` knows, such as a card received. The description contains it if it is the
    bid, the discard or the gift of the player who acts, or a received card that the description of the action names.
    """
    assert isinstance(step.entry, ActionEvent)
    if note.action != step.entry.act:
        return False
    if seat == step.entry.seat:
        return note.kind in ("bid", "discarded", "gave")
    return note.kind == "got" and note.seat == step.entry.seat and _visible_action(game, step, receiver) is not None
