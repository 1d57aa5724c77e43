"""An open deal as a table comes to it: a deck, and calls that lead to its contract.

A position says what is played and not how it was bid. So an auction is made up for it, one with as few and low bids as
there can be, as most are: who plays the contract bids for it, and the others decline where that leads there. The
cards in no hand lay in the talon, and are discarded again. Before an ending, tricks are made up as well.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from prikup.cards import BIT, SUIT_MASK, Card, Seat, cards, mask
from prikup.errors import PrikupError, reason
from prikup.game import AnyGame, Redeal, dealt_to
from prikup.games import GAMES
from prikup.history.log import Begin, Log
from prikup.match import Match
from prikup.options import logged_text
from prikup.positions.earlier_tricks import from_first_card
from prikup.positions.from_log import deal_of
from prikup.positions.open_deal import OpenDeal
from prikup.state import Action, State, view

__all__ = ["NotAtTable", "log_of", "log_to"]

MOST_STATES = 40_000
"""The moments of auctions that are looked at: far more than any of our games needs, and done in seconds."""
MOST_DETOURS = 12
"""The detours of an auction at most: calls that were not needed, of which a bid of another player counts as two."""


class NotAtTable(PrikupError):
    """A position to which no table comes from its first card on."""


def log_of(deal: OpenDeal) -> Log:
    """Return a match in which a deal has come to its moment: the deck, an auction, the cards played.

    Raise BadPosition where the deal cannot be, and NotAtTable where its hands are not whole, or no auction leads there.
    """
    _ = deal.moment
    if deal.most < deal.rules.tricks:
        raise NotAtTable(reason("open-not-whole"))
    decks = [(dealer, list(_decks(deal, dealer))) for dealer in _dealers(deal)]
    for way in range(max(len(each) for _, each in decks)):
        starts = [(dealer, each[way]) for dealer, each in decks if way < len(each)]
        if (found := _shortest(deal, starts)) is not None:
            return found
    raise NotAtTable(reason("open-no-auction"))


def log_to(deal: OpenDeal) -> Log:
    """Return a match in which a deal has come to its moment, where the tricks before an ending are made up too.

    Raise BadPosition where the deal cannot be, and NotAtTable where nothing is left to play, where no tricks lead to
    the ending before which the deal is not over, or no auction does.
    """
    if not deal.moment.position.left:
        raise NotAtTable(reason("open-nothing-left"))
    if deal.most == deal.rules.tricks:
        return log_of(deal)
    for whole in from_first_card(deal):
        with suppress(PrikupError):
            log = log_of(whole)
            if log.state is not None and log.state.public.actor is not None:
                return log
    raise NotAtTable(reason("open-no-beginning"))


def _shortest(deal: OpenDeal, starts: Sequence[tuple[Seat, tuple[Card, ...]]]) -> Log | None:
    """Return the match with the straightest auction, of those that begin with a dealer and a deck; None without one."""
    rules, left = deal.rules, [MOST_STATES]
    for detours in range(MOST_DETOURS + 1):
        for dealer, deck in starts:
            begun = rules.deal(deck, Match.begin(rules, dealer).standing)
            if isinstance(begun, Redeal):
                continue
            actions = next(_auctions(deal, begun, detours, left), None)
            if actions is not None:
                return _log(deal, dealer, deck, actions)
    return None


def _log(deal: OpenDeal, dealer: Seat, deck: tuple[Card, ...], actions: tuple[Action, ...]) -> Log:
    rules = deal.rules
    nobody, options = ("",) * rules.seats, logged_text(GAMES[rules.name].presets, rules.options)
    log = Log(Begin(rules.name, rules.rules, options, nobody, nobody, dealer))
    log.deal(deck)
    for action in (*actions, *deal.played):
        log.add(action)
    return log


def _dealers(deal: OpenDeal) -> list[Seat]:
    """Return the seats that may have dealt, first the one behind the first leader."""
    seats = deal.rules.seats
    assert deal.leader is not None
    return [(deal.leader - 1 - n) % seats for n in range(seats)]


def _decks(deal: OpenDeal, dealer: Seat) -> Iterator[tuple[Card, ...]]:
    """Yield decks that deal these hands, as a table with this dealer may come to them.

    Hands of seats that do not play are made of the cards that are left, the highest of which lie in the talon. Where
    cards are discarded before the talon is taken, they were dealt, and as many of the hand lay in the talon. What a
    hand has more than it is dealt lay behind the talon. Who plays last to every trick has got a card of a partner who
    does not play, and laid one away.
    """
    rules = deal.rules
    owners = dealt_to(rules, Match.begin(rules, dealer).standing)
    left = list(cards(mask(rules.pack) & ~sum(hand or 0 for hand in deal.hands)))
    piles: dict[Seat | None, list[Card]] = {}
    rest: list[Card] = []
    seat: Seat | None
    for seat, hand in enumerate(deal.hands):
        dealt = owners.count(seat)
        pile = list(cards(hand)) if hand else left
        piles[seat] = pile[:dealt]
        if hand:
            rest += pile[dealt:]
        else:
            left = left[dealt:]
    piles[None] = left + rest
    if any(len(pile) != owners.count(place) for place, pile in piles.items()):
        return
    yield _ordered(owners, piles)
    for seat in {deal.player, dealer} if left else ():
        pile = piles[seat]
        if deal.hands[seat or 0]:
            yield _ordered(owners, {**piles, seat: pile[len(left) :] + left, None: pile[: len(left)] + rest})
    contract = deal.open_contract
    for partner, hand in enumerate(deal.hands):
        if contract is not None and contract.last and not hand:
            got, *own = piles[deal.player]
            for away in {card // 13: card for card in piles[partner]}.values():  # of any suit that is bid with
                others = [card for card in piles[partner] if card != away]
                yield _ordered(owners, {**piles, deal.player: [away, *own], partner: [got, *others]})


def _ordered(owners: tuple[Seat | None, ...], piles: dict[Seat | None, list[Card]]) -> tuple[Card, ...]:
    drawn = {place: iter(pile) for place, pile in piles.items()}
    return tuple(next(drawn[owner]) for owner in owners)


def _auctions(deal: OpenDeal, state: State[Any], detours: int, left: list[int]) -> Iterator[tuple[Action, ...]]:
    """Yield the ways from a state to the first lead of a deal with this number of detours. `left` is counted down."""
    left[0] -= 1
    actor, rules = state.public.actor, deal.rules
    if left[0] < 0 or actor is None:
        return
    if state.public.phase == "play" and state.public.tricks is not None:
        if not detours and _is_there(deal, rules, state):
            yield ()
        return
    legal = rules.legal(view(state, actor))
    for action in legal:
        cost = _cost(deal, rules, state.public, action, legal)
        if cost is not None and cost <= detours:
            for then in _auctions(deal, rules.apply(state, action), detours - cost, left):
                yield (action, *then)


def _cost(deal: OpenDeal, rules: AnyGame, public: Any, action: Action, legal: Sequence[Action]) -> int | None:
    """Return how far about an action goes: 0 for what leads straight on, None for what cannot lead there."""
    actor: Seat = public.actor
    if action < 52:
        held, may = deal.hands[actor] or 0, mask(card for card in legal if card < 52)
        if not held:  # a partner who does not play gives what the player has
            wanted = may & (deal.hands[deal.player or 0] or 0)
            return 0 if BIT[action] & (wanted or may & -may) else 1
        given_up = may & ~held
        if given_up:
            return 0 if given_up & -given_up == BIT[action] else None  # it is discarded, the lowest first
        of_suit = may & SUIT_MASK[action // 13]
        return 1 if of_suit & -of_suit == BIT[action] else None  # it is bid with: any of its suit says the same
    call = rules.calls[action - 52]
    declared = call == deal.contract and actor == deal.player and public.phase != "auction"  # low bids come first
    if declared or call in GAMES[rules.name].presentation.quiet:
        return 0
    return 2 if actor != deal.player and action in rules.contracts else 1


def _is_there(deal: OpenDeal, rules: AnyGame, state: State[Any]) -> bool:
    """Return whether these are the tricks that a deal begins with.

    Where partners play, and where each plays alone, its player only says whose tricks are counted.
    """
    found = deal_of(rules, state)
    contract = deal.open_contract
    assert contract is not None
    if (found.hands, found.contract, found.leader) != (
        tuple(hand or None for hand in deal.hands),
        deal.contract,
        deal.leader,
    ):
        return False
    return bool(contract.alone or contract.partners) or found.player == deal.player
