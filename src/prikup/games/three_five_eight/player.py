"""The rule-based player of 3-5-8.

It announces its longest strong suit as trumps, exchanges low cards for honours that it does not have, and keeps the
cards that win tricks.
"""

from functools import lru_cache
from math import fsum

from prikup.games.three_five_eight.options import Options
from prikup.games.three_five_eight.public import (
    FIRST_CARDS,
    MIN_TRICKS,
    NO_TRUMP,
    PASS,
    SPADES_CALL,
    STOP,
    Public,
    trump_of,
)
from prikup.games.three_five_eight.rules import ThreeFiveEight
from prikup.rules.cards import ALL, BIT, CARD_COUNT, SUIT_MASK, Action, Card, Suit, cards, highest, mask
from prikup.rules.game import Player
from prikup.rules.state import View
from prikup.rules.tricks import Tricks

__all__ = ["rule"]

HONOURS = {12: 0.95, 11: 0.75, 10: 0.45, 9: 0.2}
"""The expected tricks of an ace (rank 12), king, queen and jack of a suit that is not trumps, by the card's rank."""
EXPECTED_POINTS = dict.fromkeys(range(SPADES_CALL, NO_TRUMP), (1.0, -5.6, -1.3)) | {
    NO_TRUMP: (1.2, -5.4, -1.4),
    MIN_TRICKS: (-1.55, 3.1, -0.1),
}
"""Three parameters for the points that the announcer (the player who names the contract) can expect, by contract.

The estimated tricks of the hand are multiplied by the first parameter, and the second is added. The third is the result
for an average hand.
"""
PASS_BELOW = -1.5
"""The minimum of expected points: if the best contract promises fewer, the announcer (who names the contract) passes.

This applies only if the rules allow a pass.
"""


def rule(game: ThreeFiveEight, seed: int) -> Player:
    """Return a computer player that plays 3-5-8 by fixed heuristics: a function from a player's view to an action.

    It uses no random numbers, so `seed` has no effect.
    """

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        return legal[0] if len(legal) == 1 else _decide(game.options, view, legal)

    return player


def _decide(options: Options, view: View[Public], legal: tuple[Action, ...]) -> Action:
    match view.public.phase:
        case "announce":
            return _announce(view.hand, legal, options.each_contract_once)
        case "exchange":
            return _give(options, view, legal)
        case "give_back":
            return legal[0]
        case "kitty":
            return _lay_away(view, legal)
        case _:
            return _avoid(view, legal) if view.public.contract == MIN_TRICKS else _play(view, legal)


# Before the play


def strength(hand: int, trump: Suit | None) -> float:
    """Return an estimate of how many of the sixteen tricks a hand (a bit mask) takes with `trump` as the trump suit.

    A `trump` of None means no trumps. The estimate adds values for honours, for long suits, and for short suits in
    which the hand can trump.
    """
    ruffs = trump is not None
    spades = _suit_strength(hand & 0x1FFF, trump == 0, ruffs)
    clubs = _suit_strength(hand >> 13 & 0x1FFF, trump == 1, ruffs)
    diamonds = _suit_strength(hand >> 26 & 0x1FFF, trump == 2, ruffs)
    hearts = _suit_strength(hand >> 39 & 0x1FFF, trump == 3, ruffs)
    return fsum((spades, clubs, diamonds, hearts))


@lru_cache(maxsize=1 << 14)
def _suit_strength(suit_cards: int, is_trump: bool, ruffs: bool) -> float:
    ranks, length = cards(suit_cards), suit_cards.bit_count()
    long = max(0, length - 4)
    if is_trump:
        return fsum(0.25 + 0.05 * rank for rank in ranks) + 0.45 * long
    honours = fsum(HONOURS.get(rank, 0) for rank in ranks if length > 12 - rank)
    return honours + 0.25 * long + (0.3 * max(0, 3 - length) if ruffs else 0.0)


def danger(hand: int) -> float:
    """Return an estimate of how many tricks a hand (a bit mask) must take although it avoids tricks.

    High cards are dangerous in a suit in which the hand has few low cards.
    """
    tricks = 0.0
    for suit in SUIT_MASK:
        for index, card in enumerate(cards(hand & suit)):
            tricks += max(0.0, (card % 13 - 3 * index) / 12) if index < 4 else 0.0
    return tricks


def _contract_value(hand: int, call: Action) -> float:
    """Return the points that the player who names the contract `call` can expect with this hand (a bit mask)."""
    estimate = danger(hand) if call == MIN_TRICKS else strength(hand, trump_of(call))
    if hand.bit_count() == FIRST_CARDS:
        estimate *= 16 / FIRST_CARDS
    factor, constant, _ = EXPECTED_POINTS[call]
    return factor * estimate + constant


def _announce(hand: int, legal: tuple[Action, ...], each_once: bool) -> Action:
    """Return the call in `legal` for the best contract for a hand (a bit mask), or PASS.

    With `each_once`, each contract must be announced once in a match. The best contract is then the one in which this
    hand is best compared with an average hand.
    """
    points_by_call = {call: _contract_value(hand, call) for call in legal if call != PASS}
    if each_once:
        return max(points_by_call, key=lambda call: points_by_call[call] - EXPECTED_POINTS[call][2])
    best = max(points_by_call, key=lambda call: points_by_call[call])
    return PASS if PASS in legal and points_by_call[best] < PASS_BELOW else best


def _give(options: Options, view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Return the card in `legal` to give in the exchange, or STOP (to give no more) if the best gift gains too little.

    The receiver returns their highest card of the same suit. So the player gives the lowest card of a suit: of the suit
    in which the card returned is expected to be higher than the gift by the most ranks. In the contract "fewest tricks"
    the player stops, or gives the highest card if stopping is not allowed. A trump is not given if its receiver may
    return any trump.
    """
    candidates, trump = mask(card for card in legal if card != STOP), trump_of(view.public.contract)
    if trump is not None and options.trump_return == "any_trump" and candidates & ~SUIT_MASK[trump]:
        candidates &= ~SUIT_MASK[trump]
    lowest = [cards(candidates & suit)[0] for suit in SUIT_MASK if candidates & suit]
    if view.public.contract == MIN_TRICKS:
        return STOP if STOP in legal else highest(candidates)
    best = max(lowest, key=lambda card: _gain(view, card))
    return STOP if STOP in legal and _gain(view, best) < 1 else best


def _gain(view: View[Public], card: Card) -> float:
    """Return the expected gain from giving a card: the number of ranks by which the returned card is higher.

    Each higher card of the suit that this hand does not have is assumed to be with the receiver with probability 1/2. A
    card that is as high as one that the receiver has returned before cannot be returned. A returned honour has a bonus.
    """
    assert view.public.exchange is not None
    receiver = view.public.exchange.current_debt.receiver
    suit = SUIT_MASK[card // 13]
    returned_cards = (note.action for note in view.notes if note.kind == "got" and note.seat == receiver)
    bound = min((action for action in returned_cards if suit >> action & 1), default=CARD_COUNT)
    gain, chance = 0.0, 1.0
    for missing in reversed(cards(suit & ~view.hand)):
        if card < missing < bound:
            gain += chance * 0.5 * (missing - card + (4 if missing % 13 >= 10 else 0))
            chance *= 0.5
    return gain


def _lay_away(view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Return the card in `legal` to discard: the one whose loss costs the hand the fewest expected points."""
    contract = view.public.contract
    assert contract is not None
    hand, whole, rank = view.hand, _contract_value(view.hand, contract), -0.01 if contract == MIN_TRICKS else 0.01
    return min(legal, key=lambda card: whole - _contract_value(hand & ~BIT[card], contract) + rank * (card % 13))


# The play


def _play(view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Return the card in `legal` to play to a trick when the player with the view `view` wants tricks.

    The player wins the trick as cheaply as possible if the winning card is likely to stay the best, and otherwise plays
    the least valuable card.
    """
    tricks = view.public.tricks
    assert tricks is not None
    if not tricks.table:
        return _lead(view, tricks, legal)
    power = tricks.order.power
    lead_suit = tricks.table[0] // 13
    best = max(power(lead_suit, card) for card in tricks.table)
    winning = [card for card in legal if power(lead_suit, card) > best]
    if not winning:
        return min(legal, key=lambda card: _cost(tricks, card))
    if len(tricks.table) == 2:
        return min(winning, key=lambda card: power(lead_suit, card))
    out = _hidden_cards(view, tricks)
    holding = [card for card in winning if _sure(out, card) or card // 13 != lead_suit]
    if holding:
        return min(holding, key=lambda card: power(lead_suit, card))
    top = max(winning, key=lambda card: power(lead_suit, card))
    return top if top % 13 >= 10 else min(legal, key=lambda card: _cost(tricks, card))


def _hidden_cards(view: View[Public], tricks: Tricks) -> int:
    """Return the cards that other players may still hold, as a bit mask; `tricks` are the tricks so far."""
    own_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    return ALL & ~(view.hand | own_discard | tricks.all_played_cards)


def _sure(out: int, card: Card) -> bool:
    """Return whether `out`, a bit mask of the cards that others may hold, has no higher card of the suit of `card`."""
    rest = out & SUIT_MASK[card // 13]
    return not rest or highest(rest) < card


def _cost(tricks: Tricks, card: Card) -> int:
    return card % 13 + (20 if card // 13 == tricks.order.trump else 0)


def _lead(view: View[Public], tricks: Tricks, legal: tuple[Action, ...]) -> Action:
    """Return the card in `legal` to lead to a trick when the player with the view `view` wants tricks.

    The player leads the highest trump if no other player has a higher one and the player has many trumps. Otherwise the
    player leads the highest remaining card of a side suit or, without such a card, a low card of a long side suit.
    """
    out, trump = _hidden_cards(view, tricks), tricks.order.trump
    trumps = [card for card in legal if card // 13 == trump]
    against = (out & SUIT_MASK[trump]).bit_count() if trump is not None else 0
    if trumps and against and _sure(out, trumps[-1]) and 2 * len(trumps) >= against:
        return trumps[-1]
    sure = [card for card in legal if card // 13 != trump and _sure(out, card)]
    if sure:
        return max(sure, key=lambda card: (out & SUIT_MASK[card // 13]).bit_count())
    side = [card for card in legal if card // 13 != trump] or list(legal)
    return min(side, key=lambda card: (card % 13 - 2 * (view.hand & SUIT_MASK[card // 13]).bit_count(), card))


def _avoid(view: View[Public], legal: tuple[Action, ...]) -> Action:
    """Return the card in `legal` to play when the player wants no tricks (in the contract "fewest tricks").

    The player leads the card for which the others have the fewest lower cards of its suit, and follows with the highest
    card that does not win. The last player to a trick that cannot be lost takes it with the highest card.
    """
    tricks = view.public.tricks
    assert tricks is not None
    if not tricks.table:
        out = _hidden_cards(view, tricks)
        return min(legal, key=lambda card: (out & SUIT_MASK[card // 13] & ((1 << card) - 1)).bit_count())
    lead_suit = tricks.table[0] // 13
    best = max(tricks.order.power(lead_suit, card) for card in tricks.table)
    ducking = [card for card in legal if tricks.order.power(lead_suit, card) < best]
    if ducking:
        return max(ducking, key=lambda card: card % 13)
    return legal[-1] if len(tricks.table) == 2 else legal[0]
