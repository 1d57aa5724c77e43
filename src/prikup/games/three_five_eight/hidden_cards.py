"""The possible places of hidden cards, given the exchanges, the kitty and the play.

A placement is possible if some deal, some gifts and some discards, all legal, lead to it. This is decided exactly:
every implication of the rules is used, but not how likely a player would have been to act in that way.

Certain facts, which are also in the cells:
- A card that the viewer gave away (or had to return) is with that player, or with a player with whom they exchanged
  afterwards; if one of them is the announcer, it may be in the announcer's discard; it is never in the kitty.
- Once a player returned r, they hold nothing of that suit from r upwards: what they were given later is lower, or was
  returned. Only the kitty can bring them such a card.
- If any trump may be returned for a trump, nothing follows from which one it was, nor from the places of trumps.
- A player who did not follow suit has none of it; where one must trump, one who did neither has no trumps.

The rest is checked by `is_possible`:
- An exchange that the viewer did not see leaves the giver with a card that tops the other's suit (one by one; given
  together, with as many such cards as were given). Conversely, any such card explains the exchange: it may have been
  given and returned itself.
- A known card that changed hands in it was exchanged: a known card of the giver can now be with the other only if the
  giver got an unknown card for it, higher than all that the other has left of the suit; a known card of the other
  can have moved only if they got one of the suit for it. There were no more of these than exchanges.
- Before an exchange of the viewer's own, both hands are known as far as they moved, so an earlier exchange that
  they did not see is checked against the hands of that time.
- Four of the announcer's cards came from the kitty after the exchange; if all players saw them, these four. They were
  not known cards, and some choice of them must explain the rest. The best choice takes, suit by suit, the highest cards
  of an announcer who was down and the lowest of one who was up, so only the number of each suit has to be tried.
"""

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.public import KITTY, Public, trump_of
from prikup.rules.cards import ALL, BIT, SUIT_MASK, Card, Seat, cards, highest, is_card, mask
from prikup.rules.exchange import Debt
from prikup.rules.game_analysis import Cell, Cells
from prikup.rules.state import PrivateNote, State, View

__all__ = ["chosen_gifts", "free_suit", "hidden_cells", "is_possible"]

HandsBySeat = tuple[int, ...]


def chosen_gifts(notes: tuple[PrivateNote, ...]) -> tuple[Card, ...]:
    """Return the cards that a giver has chosen since the last card was returned to them."""
    last = len(notes)
    while last and notes[last - 1].kind == "gave":
        last -= 1
    return tuple(note.action for note in notes[last:])


class ExchangeKnowledge(Struct, frozen=True):
    """The viewer's knowledge of each seat from exchanges with it.

    `cards_before` are cards of that seat before the exchange, `cards_after` cards after it, `holders` the seats that
    may hold the latter now, and `beyond` cards that the seat could not hold afterwards.
    """

    cards_before: HandsBySeat
    cards_after: HandsBySeat
    holders: tuple[set[Seat], ...]
    beyond: HandsBySeat


def _learnt(options: Options, view: View[Public]) -> ExchangeKnowledge:
    cards_before, cards_after, beyond = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    free = free_suit(options, view.public)
    first: dict[Card, PrivateNote] = {}
    last: dict[Card, PrivateNote] = {}
    gave_to = {past.receiver for past in view.public.exchanged if past.giver == view.seat}
    for note in view.notes:
        if note.kind in ("gave", "got"):
            first.setdefault(note.action, note)
            last[note.action] = note
            if note.kind == "got" and note.seat in gave_to and not free >> note.action & 1:
                beyond[note.seat] |= SUIT_MASK[note.action // 13] & -BIT[note.action]
    for card, note in first.items():
        if note.kind == "got":
            cards_before[note.seat] |= BIT[card]
    for card, note in last.items():
        if note.kind == "gave" and not view.hand & BIT[card]:
            cards_after[note.seat] |= BIT[card]
    holders = tuple(_holders(view, seat) for seat in range(3))
    return ExchangeKnowledge(tuple(cards_before), tuple(cards_after), holders, tuple(beyond))


def _holders(view: View[Public], holder: Seat) -> set[Seat]:
    """Return the seats that may now hold the cards that this seat was known to hold after its exchange."""
    past = view.public.exchanged
    exchange_index = max(
        (i for i, e in enumerate(past) if {e.giver, e.receiver} == {view.seat, holder}), default=len(past)
    )
    holders = {holder}
    for later in past[exchange_index + 1 :]:
        if holder in (later.giver, later.receiver) and later.receiver is not None:
            holders |= {later.giver, later.receiver}
    return holders


# The cells


def hidden_cells(options: Options, view: View[Public]) -> Cells:
    """Return the cells of the other hands, of the kitty, and of the announcer's discard."""
    public, learnt = view.public, _learnt(options, view)
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    unseen = ALL & ~(view.hand | own_discard | (public.tricks.all_played_cards if public.tricks else 0))
    cards_elsewhere = tuple(_cards_elsewhere(learnt, seat) for seat in range(3))
    announcer, visible_kitty = public.announcer, _visible_kitty(public)
    cells = []
    for seat in range(3):
        if seat != view.seat:
            excluded_cards = cards_elsewhere[seat] | (public.tricks.lacking(seat) if public.tricks else 0)
            if seat != announcer or public.kitty == KITTY:
                excluded_cards |= learnt.beyond[seat]
            if seat != announcer:
                excluded_cards |= visible_kitty
            cells.append(Cell("hand", seat, _hand_size(public, seat), unseen & ~excluded_cards))
    if public.laid and view.seat != announcer:
        excluded_cards = cards_elsewhere[announcer]
        if options.kitty_mode != "take_then_discard":
            excluded_cards |= learnt.beyond[announcer] | visible_kitty
        cells.append(Cell("discard", announcer, public.laid, unseen & ~excluded_cards))
    in_kitty = unseen & ~(learnt.cards_after[0] | learnt.cards_after[1] | learnt.cards_after[2])
    cells += [Cell("stock", None, size, in_kitty) for size in (public.face_down, public.kitty) if size]
    return tuple(cells)


def _cards_elsewhere(learnt: ExchangeKnowledge, seat: Seat) -> int:
    """Return the cards known to be with other players than this seat."""
    result = 0
    for cards_after, holders in zip(learnt.cards_after, learnt.holders, strict=True):
        result |= 0 if seat in holders else cards_after
    return result


def _hand_size(public: Public, seat: Seat) -> int:
    """Return the number of cards that a seat holds."""
    size = 16 - (public.tricks.played_cards(seat).bit_count() if public.tricks else 0)
    if seat == public.announcer:
        size += KITTY - public.kitty - public.laid - public.face_down
    if (owed := public.returning) is not None:
        size += owed.count * ((seat == owed.giver) - (seat == owed.receiver))
    return size


def _visible_kitty(public: Public) -> int:
    """Return the kitty as a mask if all players saw it, else 0."""
    return mask(announcement.action for announcement in public.said if is_card(announcement.action))


def free_suit(options: Options, public: Public) -> int:
    """Return the trumps, as a mask, if any trump may be returned for a trump; a return then proves nothing."""
    trump = trump_of(public.contract)
    return SUIT_MASK[trump] if trump is not None and options.trump_return == "any_trump" else 0


# Conditions that cells cannot express


def is_possible(options: Options, view: View[Public], state: State[Public]) -> bool:
    """Return whether some deal, exchanges and discards lead to this state."""
    if not view.public.exchanged:
        return True
    learnt = _learnt(options, view)
    is_batch, free = options.exchange_mode == "batch", free_suit(options, view.public)
    return any(_explains(view, learnt, hands, is_batch, free) for hands in _before_kitty(options, view, state, learnt))


def _before_kitty(
    options: Options, view: View[Public], state: State[Public], learnt: ExchangeKnowledge
) -> Iterator[HandsBySeat]:
    """Yield the possible hands after the exchange and before the kitty."""
    public, announcer = view.public, view.public.announcer
    hands = [hand | (public.tricks.played_cards(s) if public.tricks else 0) for s, hand in enumerate(state.hands)]
    if view.seat == announcer:
        took = mask(note.action for note in view.notes if note.kind == "took")
        own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
        hands[announcer] = (hands[announcer] | own_discard) & ~took
        yield tuple(hands)
        return
    if (took := _visible_kitty(public)) and not public.kitty:
        discard = ALL & ~(hands[0] | hands[1] | hands[2])
        hands[announcer] = (hands[announcer] | discard) & ~took
        yield tuple(hands)
        return
    announcer_hand = hands[announcer]
    discard = ALL & ~(hands[0] | hands[1] | hands[2] | mask(state.stock))
    free = announcer_hand | discard if options.kitty_mode == "take_then_discard" else announcer_hand
    free &= ~(learnt.cards_after[0] | learnt.cards_after[1] | learnt.cards_after[2])
    was_up = any(past.giver == announcer for past in public.exchanged)
    for took in _choices(free, KITTY - public.kitty, lowest=was_up):
        hands[announcer] = (announcer_hand | discard) & ~took
        yield tuple(hands)


def _choices(free: int, count: int, *, lowest: bool) -> Iterator[int]:
    """Yield masks of `count` of these cards, one for each split of the number over the suits.

    The cards of each suit are the lowest or the highest.
    """
    suits = [cards(free & SUIT_MASK[suit])[:: 1 if lowest else -1] for suit in range(4)]
    for parts in product(*(range(min(count, len(suit)) + 1) for suit in suits)):
        if sum(parts) == count:
            yield mask(card for suit, n in zip(suits, parts, strict=True) for card in suit[:n])


def _explains(view: View[Public], learnt: ExchangeKnowledge, hands: HandsBySeat, is_batch: bool, free: int) -> bool:
    """Return whether these hands are possible at the end of the exchanges."""
    if any(hand & beyond for hand, beyond in zip(hands, learnt.beyond, strict=True)):
        return False
    for cards_after, holders in zip(learnt.cards_after, learnt.holders, strict=True):
        if cards_after & ~sum(hands[seat] for seat in holders):
            return False
    past = view.public.exchanged
    for i, exchange in enumerate(past):
        if view.public.returning is not None and i == len(past) - 1:
            continue  # unfinished: its cards have not been returned yet
        if view.seat not in (exchange.giver, exchange.receiver):
            if any(view.seat in (later.giver, later.receiver) for later in past[i + 1 :]):
                after = tuple(
                    hand & ~cards_after | cards_before
                    for hand, cards_after, cards_before in zip(
                        hands, learnt.cards_after, learnt.cards_before, strict=True
                    )
                )
                known_cards: HandsBySeat = (0, 0, 0)
            else:
                after, known_cards = hands, learnt.cards_after
            if not _leads_to(exchange, after, known_cards, is_batch, free):
                return False
    return True


def _leads_to(exchange: Debt, hands: HandsBySeat, known_cards: HandsBySeat, is_batch: bool, free: int) -> bool:
    """Return whether an unseen exchange can end with these hands if `known_cards` are the cards known before it."""
    giver, receiver = exchange.giver, exchange.receiver
    assert receiver is not None
    giver_hand, receiver_hand = hands[giver], hands[receiver]
    known_gifts, known_returns = known_cards[giver] & receiver_hand, known_cards[receiver] & giver_hand
    tops = 0
    for suit in SUIT_MASK:
        lower = receiver_hand & suit
        top = giver_hand & suit & -(2 << highest(lower)) if lower and not suit & free else giver_hand & suit
        if (top & ~known_cards[giver]).bit_count() < (known_gifts & suit).bit_count():
            return False
        if (
            known_returns & suit & ~top
            or (lower & ~known_cards[receiver]).bit_count() < (known_returns & suit).bit_count()
        ):
            return False
        tops += top.bit_count()
    required_tops = exchange.count if is_batch else 1
    return tops >= required_tops and (known_gifts | known_returns).bit_count() <= exchange.count
