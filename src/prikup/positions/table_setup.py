"""Set up an open deal (all hands visible) at a table: find a deck and an auction that lead to its contract.

A position contains the contract but not the auction. So an auction is constructed, with as few and as low bids as
possible, like most real auctions: the declarer bids for the contract, and the other players decline wherever this leads
to the contract. The cards that are in no hand were in the talon (the undealt cards), and are discarded again. Before an
endgame, earlier tricks are constructed too.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from prikup.games import GAMES
from prikup.history.events import BeginEvent
from prikup.history.log import Log
from prikup.positions.earlier_tricks import from_first_card
from prikup.positions.from_log import deal_of
from prikup.positions.open_deal import OpenDeal
from prikup.rules.cards import BIT, FIRST_CALL, SUIT_MASK, Card, Seat, cards, is_card, mask
from prikup.rules.errors import PrikupError, reason
from prikup.rules.game import AnyGame, Redeal, card_receivers
from prikup.rules.match import Match
from prikup.rules.options import logged_text
from prikup.rules.state import Action, State, view

__all__ = ["NotAtTable", "log_of", "log_to"]

MOST_STATES = 40_000
"""The maximum number of auction states that are searched: far more than any game needs, and done within seconds."""
MOST_DETOURS = 12
"""The maximum number of detours (unnecessary calls) in an auction; a bid of another player counts as two detours."""


class NotAtTable(PrikupError):
    """The error for a position that no table can reach from the start of a deal."""


def log_of(deal: OpenDeal) -> Log:
    """Return a log in which a complete deal has reached its position: its deck, an auction, and the cards played.

    A log is the record of a match. Raise BadPosition if the deal is impossible, and NotAtTable if its hands are
    incomplete (as in an endgame) or if no auction leads to the position.
    """
    _ = deal.played_position
    if deal.longest_hand < deal.rules.trick_count:
        raise NotAtTable(reason("open-not-whole"))
    decks = [(dealer, list(_decks(deal, dealer))) for dealer in _dealers(deal)]
    for way in range(max(len(dealer_decks) for _, dealer_decks in decks)):
        starts = [(dealer, dealer_decks[way]) for dealer, dealer_decks in decks if way < len(dealer_decks)]
        if (log := _shortest(deal, starts)) is not None:
            return log
    raise NotAtTable(reason("open-no-auction"))


def log_to(deal: OpenDeal) -> Log:
    """Return a log in which a deal has reached its position; for an endgame, earlier tricks are constructed.

    A log is the record of a match. Raise BadPosition if the deal is impossible, and NotAtTable if no cards are left or
    if no tricks or no auction lead to the position.
    """
    if not deal.played_position.position.remaining_tricks:
        raise NotAtTable(reason("open-nothing-left"))
    if deal.longest_hand == deal.rules.trick_count:
        return log_of(deal)
    for whole in from_first_card(deal):
        with suppress(PrikupError):
            log = log_of(whole)
            if log.state is not None and log.state.public.actor is not None:
                return log
    raise NotAtTable(reason("open-no-beginning"))


def _shortest(deal: OpenDeal, starts: Sequence[tuple[Seat, tuple[Card, ...]]]) -> Log | None:
    """Return the log with the shortest auction that leads to the contract of `deal`; None if none is found.

    Each of `starts` is a dealer and a deck with which the deal may begin.
    """
    rules, states_left = deal.rules, [MOST_STATES]
    for detours in range(MOST_DETOURS + 1):
        for dealer, deck in starts:
            first_state = rules.deal(deck, Match.begin(rules, dealer).standing)
            if isinstance(first_state, Redeal):
                continue
            actions = next(_auctions(deal, first_state, detours, states_left), None)
            if actions is not None:
                return _log(deal, dealer, deck, actions)
    return None


def _log(deal: OpenDeal, dealer: Seat, deck: tuple[Card, ...], actions: tuple[Action, ...]) -> Log:
    """Return the log of a deal with this dealer, deck and auction (`actions`), and with the cards played."""
    rules = deal.rules
    empty_names, options = ("",) * rules.seats, logged_text(GAMES[rules.name].presets, rules.options)
    log = Log(BeginEvent(rules.name, rules.rules_version, options, empty_names, empty_names, dealer))
    log.deal(deck)
    for action in (*actions, *deal.played):
        log.add(action)
    return log


def _dealers(deal: OpenDeal) -> list[Seat]:
    """Return all seats as possible dealers, beginning with the usual one: the seat whose left-hand neighbour leads."""
    seats = deal.rules.seats
    assert deal.leader is not None
    return [(deal.leader - 1 - n) % seats for n in range(seats)]


def _decks(deal: OpenDeal, dealer: Seat) -> Iterator[tuple[Card, ...]]:
    """Yield decks from which `dealer` would deal the hands of `deal`, for each way in which the hands may have arisen.

    - The cards that are in no hand were dealt to the seats that do not play; the highest of these cards are in the
      talon.
    - If a hand has more cards than are dealt to it, the additional cards were in the talon (the undealt cards).
    - If a player discards before taking the talon, the discarded cards were dealt to this player, and as many cards of
      the player's hand were in the talon.
    - A player who plays last to every trick has received a card from a partner who does not play, and has discarded
      one.
    - If the deal turns up a card of a hand, it may be any card of that hand.
    """
    rules = deal.rules
    owners = card_receivers(rules, Match.begin(rules, dealer).standing)
    remaining_cards = list(cards(mask(rules.pack) & ~sum(hand or 0 for hand in deal.hands)))
    piles: dict[Seat | None, list[Card]] = {}
    rest: list[Card] = []
    seat: Seat | None
    for seat, hand in enumerate(deal.hands):
        dealt_count = owners.count(seat)
        pile = list(cards(hand)) if hand else remaining_cards
        piles[seat] = pile[:dealt_count]
        if hand:
            rest += pile[dealt_count:]
        else:
            remaining_cards = remaining_cards[dealt_count:]
    piles[None] = remaining_cards + rest
    if any(len(pile) != owners.count(place) for place, pile in piles.items()):
        return
    deck = _order_deck(owners, piles)
    yield deck
    yield from _turned_up_decks(rules, dealer, deck, owners)
    for seat in {deal.player, dealer} if remaining_cards else ():
        pile = piles[seat]
        if deal.hands[seat or 0]:
            yield _order_deck(
                owners,
                {
                    **piles,
                    seat: pile[len(remaining_cards) :] + remaining_cards,
                    None: pile[: len(remaining_cards)] + rest,
                },
            )
    contract = deal.open_contract
    for partner, hand in enumerate(deal.hands):
        if contract is not None and contract.last and not hand:
            received_card, *own_cards = piles[deal.player]
            for passed_card in {card // 13: card for card in piles[partner]}.values():  # of any suit that could be bid
                other_cards = [card for card in piles[partner] if card != passed_card]
                yield _order_deck(
                    owners, {**piles, deal.player: [passed_card, *own_cards], partner: [received_card, *other_cards]}
                )


def _turned_up_decks(
    rules: AnyGame, dealer: Seat, deck: tuple[Card, ...], owners: tuple[Seat | None, ...]
) -> Iterator[tuple[Card, ...]]:
    """Yield decks with the same hands as `deck`, in which `dealer` turns up another card of the same hand.

    `owners` has, for each position in the deck, the seat that gets the card (None: no hand).
    """
    state = rules.deal(deck, Match.begin(rules, dealer).standing)
    if isinstance(state, Redeal):
        return
    for announcement in state.public.said:
        if is_card(announcement.action):
            turned = deck.index(announcement.action)
            for place in (place for place, owner in enumerate(owners) if owner == owners[turned] and place != turned):
                other_deck = list(deck)
                other_deck[turned], other_deck[place] = deck[place], deck[turned]
                yield tuple(other_deck)


def _order_deck(owners: tuple[Seat | None, ...], piles: dict[Seat | None, list[Card]]) -> tuple[Card, ...]:
    """Return the deck that gives each owner (a seat, or None for the talon) its cards in `piles`.

    `owners` has the owner of each position in the deck.
    """
    cards_by_owner = {place: iter(pile) for place, pile in piles.items()}
    return tuple(next(cards_by_owner[owner]) for owner in owners)


def _auctions(deal: OpenDeal, state: State[Any], detours: int, states_left: list[int]) -> Iterator[tuple[Action, ...]]:
    """Yield the sequences of actions with `detours` detours that lead from a state to the deal's contract.

    A detour is an unnecessary call. Each sequence ends before the first lead. The only item of `states_left` counts
    down the states that may still be searched.
    """
    states_left[0] -= 1
    actor, rules = state.public.actor, deal.rules
    if states_left[0] < 0 or actor is None:
        return
    if state.public.phase == "play" and state.public.tricks is not None:
        if not detours and _matches_deal(deal, rules, state):
            yield ()
        return
    legal = rules.legal(view(state, actor))
    legal_cards = mask(filter(is_card, legal))
    for action in legal:
        cost = _cost(deal, rules, state.public, action, legal_cards)
        if cost is not None and cost <= detours:
            for next_actions in _auctions(deal, rules.apply_unchecked(state, action), detours - cost, states_left):
                yield (action, *next_actions)


def _cost(deal: OpenDeal, rules: AnyGame, public: Any, action: Action, legal_cards: int) -> int | None:
    """Return how many detours (unnecessary calls) an action of an auction counts as.

    The number is 0 if the action leads straight to the contract of `deal`, and higher for other calls. None means that
    the action cannot lead to the contract. `public` is the public part of the state, and `legal_cards` are those legal
    actions that are cards, as a bit mask.
    """
    actor: Seat = public.actor
    if is_card(action):
        hand = deal.hands[actor] or 0
        if not hand:  # a partner who does not play gives the declarer a card
            wanted_cards = legal_cards & (deal.hands[deal.player or 0] or 0)
            return 0 if BIT[action] & (wanted_cards or legal_cards & -legal_cards) else 1
        given_up = legal_cards & ~hand
        if given_up:
            return 0 if given_up & -given_up == BIT[action] else None  # a discard: only the lowest card is tried
        of_suit = legal_cards & SUIT_MASK[action // 13]
        return 1 if of_suit & -of_suit == BIT[action] else None  # a card as a bid: all cards of a suit mean the same
    call = rules.calls[action - FIRST_CALL]
    is_bid = rules.phases[public.phase].kind == "auction"  # low bids come first
    is_declaration = call == deal.contract and actor == deal.player and not is_bid
    if is_declaration or call in GAMES[rules.name].presentation.quiet:
        return 0
    return 2 if actor != deal.player and action in rules.analysis.contracts else 1


def _matches_deal(deal: OpenDeal, rules: AnyGame, state: State[Any]) -> bool:
    """Return whether the first trick, about to start in `state`, has the hands, contract and leader of `deal`.

    The declarer must be the same too, except where partners play or each seat plays for itself: there the declarer only
    determines whose tricks are counted.
    """
    reached_deal = deal_of(rules, state)
    contract = deal.open_contract
    assert contract is not None
    if (reached_deal.hands, reached_deal.contract, reached_deal.leader) != (
        tuple(hand or None for hand in deal.hands),
        deal.contract,
        deal.leader,
    ):
        return False
    return bool(contract.individual or contract.partners) or reached_deal.player == deal.player
