"""The possible places of hidden cards in 3-5-8, given the exchanges, the kitty and the play.

A player who was above the target in the last deal gives cards to a player who was below it; for each card the receiver
returns their highest card of the same suit. The announcer, who names the contract, discards four cards and takes the
four cards of the kitty.

A placement of the hidden cards is possible if some deal, some gifts and some discards, all of them legal, lead to it.
The module decides this exactly. It uses everything that follows from the rules, but not how likely it is that a player
would have acted in this way.

The following facts are certain and are part of the cells:
- A card that the viewer gave away or returned is with its receiver, or with a player who exchanged cards with that
  receiver afterwards. If one of these players is the announcer, the card may be in the announcer's discard. It is never
  in the kitty.
- A player who returned a card has neither this card nor a higher one of its suit: any card of the suit that they are
  given later is lower, or is returned too. Only the kitty can bring such a card.
- If the house rules let a player return any trump for a trump, nothing follows from the trump that was returned, nor
  from the places of trumps.
- A player who did not follow suit has no card of that suit. If players must trump, a player who neither followed suit
  nor trumped has no trumps.

`is_possible` checks the remaining conditions:
- After an exchange that the viewer did not see, the giver has a card that is higher than all cards of its suit in the
  receiver's hand. (If all cards are given before any is returned, the giver has as many such cards as were given.)
  Conversely, any such card explains the exchange, because it may itself have been given and returned.
- A card whose place the viewer knew may have moved in such an exchange. A card of the giver can now be with the
  receiver only if the giver got an unknown card for it that is higher than all cards of the suit that the receiver
  still has. A card of the receiver can have moved only if the receiver got a card of its suit for it. In all, no more
  cards can have moved in these two ways than were exchanged.
- When the viewer takes part in an exchange, the cards that moved in it are known. An earlier exchange that the viewer
  did not see is therefore checked against the hands as they were before the viewer's exchange.
- Four of the announcer's cards came from the kitty, after the exchange. If all players saw the kitty, these four cards
  are known. Otherwise they cannot be cards whose place the viewer knew, and at least one choice of four cards must
  agree with everything else. In each suit, the best choice takes the highest cards of an announcer who was below the
  target, and the lowest cards of one who was above it. So only the number of cards from each suit has to be tried.
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
    """Return the cards that a player has given in the current exchange and for which no card has come back yet.

    In an exchange the receiver returns a card of the same suit for each card. `notes` are the private notes of the
    player who gives: cards that only this player knows to have been given or received.
    """
    last = len(notes)
    while last and notes[last - 1].kind == "gave":
        last -= 1
    return tuple(note.action for note in notes[last:])


class ExchangeKnowledge(Struct, frozen=True):
    """The facts that the viewer learnt about each seat by exchanging cards with it; a field has an item for each seat.

    - `cards_before` are cards that the seat had before the exchange (a bit mask).
    - `cards_after` are cards that the seat had after the exchange (a mask).
    - `holders` are the seats that may hold the cards of `cards_after` now.
    - `beyond` are cards that the seat cannot have had after the exchange (a mask): the rules would have made it return
      one of them.
    """

    cards_before: HandsBySeat
    cards_after: HandsBySeat
    holders: tuple[set[Seat], ...]
    beyond: HandsBySeat


def _exchange_knowledge(options: Options, view: View[Public]) -> ExchangeKnowledge:
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
    """Return the seats that may now have the cards that the seat `holder` had after its exchange with the viewer."""
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
    """Return a cell for each place of cards that the viewer has not seen: how many cards are there, and which may be.

    The places are the other hands, the kitty (the four cards left over) and the discard of the announcer (who names the
    contract and takes the kitty).
    """
    public, learnt = view.public, _exchange_knowledge(options, view)
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
    """Return the cards, as a bit mask, that are certainly with players other than `seat`.

    `learnt` has the facts that the viewer learnt by exchanging cards.
    """
    result = 0
    for cards_after, holders in zip(learnt.cards_after, learnt.holders, strict=True):
        result |= 0 if seat in holders else cards_after
    return result


def _hand_size(public: Public, seat: Seat) -> int:
    """Return the number of cards in the hand of a seat now."""
    size = 16 - (public.tricks.played_cards(seat).bit_count() if public.tricks else 0)
    if seat == public.announcer:
        size += KITTY - public.kitty - public.laid - public.face_down
    if (owed := public.returning) is not None:
        size += owed.count * ((seat == owed.giver) - (seat == owed.receiver))
    return size


def _visible_kitty(public: Public) -> int:
    """Return the cards of the kitty (left over after the deal) as a bit mask if all players saw them, else 0."""
    return mask(announcement.action for announcement in public.said if is_card(announcement.action))


def free_suit(options: Options, public: Public) -> int:
    """Return the trump suit as a bit mask if a player may return any trump for a trump in an exchange, else 0.

    The house rules decide this; otherwise the highest trump must be returned. If the player may choose, the returned
    trump proves nothing about the player's hand.
    """
    trump = trump_of(public.contract)
    return SUIT_MASK[trump] if trump is not None and options.trump_return == "any_trump" else 0


# Conditions that cells cannot express


def is_possible(options: Options, view: View[Public], state: State[Public]) -> bool:
    """Return whether a legal deal with legal exchanges and discards can lead to the deal `state`.

    `state` is a deal in which the cells (places of hidden cards) of `hidden_cells` have been filled with cards. The
    conditions that these cells already guarantee are not checked again.
    """
    if not view.public.exchanged:
        return True
    learnt = _exchange_knowledge(options, view)
    is_batch, free = options.exchange_mode == "batch", free_suit(options, view.public)
    return any(_explains(view, learnt, hands, is_batch, free) for hands in _before_kitty(options, view, state, learnt))


def _before_kitty(
    options: Options, view: View[Public], state: State[Public], learnt: ExchangeKnowledge
) -> Iterator[HandsBySeat]:
    """Yield the hands (bit masks by seat) that are possible after the exchange, before the announcer took the kitty.

    The announcer names the contract and takes the kitty, the four cards left over. `state` is a possible deal, with the
    hands as they are now, and `learnt` has the facts that the viewer learnt by exchanging cards.
    """
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
    """Yield ways to choose `count` of the cards `free`, one for each way to split this number among the suits.

    In each suit the lowest cards are chosen if `lowest` is True, else the highest. The choices and `free` are masks.
    """
    suits = [cards(free & SUIT_MASK[suit])[:: 1 if lowest else -1] for suit in range(4)]
    for parts in product(*(range(min(count, len(suit)) + 1) for suit in suits)):
        if sum(parts) == count:
            yield mask(card for suit, n in zip(suits, parts, strict=True) for card in suit[:n])


def _explains(view: View[Public], learnt: ExchangeKnowledge, hands: HandsBySeat, is_batch: bool, free: int) -> bool:
    """Return whether the exchanges of this deal can have ended with the hands `hands` (bit masks by seat).

    `learnt` has the facts that the viewer learnt by exchanging cards. `is_batch` tells whether all cards are given
    before any is returned. `free` is the suit in which a player may return any card (a mask), 0 if there is none.
    """
    if any(hand & beyond for hand, beyond in zip(hands, learnt.beyond, strict=True)):
        return False
    for cards_after, holders in zip(learnt.cards_after, learnt.holders, strict=True):
        if cards_after & ~sum(hands[seat] for seat in holders):
            return False
    past = view.public.exchanged
    for i, exchange in enumerate(past):
        if view.public.returning is not None and i == len(past) - 1:
            continue  # unfinished: the receiver has not returned the cards yet
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
    """Return whether an exchange that the viewer did not see can end with these hands (bit masks by seat).

    `exchange` tells who gave how many cards to whom. `known_cards` are the cards of each seat that the viewer knew
    before the exchange (masks by seat). `is_batch` tells whether all cards are given before any is returned. `free` is
    the suit in which a player may return any card (a mask), 0 if there is none.
    """
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
