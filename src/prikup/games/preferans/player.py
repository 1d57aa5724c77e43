"""The rule-based player of Preferans, written to be read as advice.

Estimate the tricks of a hand (`tricks`), and how many a hand that wants none must take (`risk`). Bid the lowest
possible bid while the best contract that it leaves open is worth it, counting the talon's expected help; bid sooner,
the more raspasy would cost. Bid misère with a hand in which at most two cards are dangerous. Whist when the estimate
covers the tricks owed; as a lone whister play in the light; call half, if allowed, rather than pass. Catch rather than
trust: the player who is asked sees as much as the other defender, and need not rely on the other's skill.

As declarer, draw trumps first; take sure tricks, then lead low from the longest suit. As a defender, take sure tricks,
lead low through declarer and high up to declarer, and leave the trick to the other defender if they are winning it.
Follow as cheaply as possible. To take no trick, lead what the others must beat, duck with the highest card that ducks
and throw away the most dangerous card; against a misère, lead low where declarer is weakest.
"""

from functools import cache, lru_cache
from itertools import combinations, product
from math import fsum, inf
from operator import sub

from msgspec import Struct

from prikup.games.heuristics import Count, lead, length, strongest_without, tricks, tricks_by_trump
from prikup.games.preferans.bidding import contracts
from prikup.games.preferans.calls import (
    CATCH,
    CONCEDE,
    HALF,
    LEVEL,
    LIGHT,
    MISERE,
    MISERE_HAND,
    MISERES,
    PASS,
    TAKE,
    THROW,
    TRUMP,
    WHIST,
    WITHOUT_TALON,
)
from prikup.games.preferans.declared_deal import VALUE
from prikup.games.preferans.match_progress import stake
from prikup.games.preferans.public import Public
from prikup.games.preferans.rules import Preferans
from prikup.rules.cards import (
    BIT,
    CLUBS,
    DIAMONDS,
    HEARTS,
    PACK_32,
    SPADES,
    SUIT_MASK,
    Action,
    Card,
    Seat,
    Suit,
    cards,
    mask,
)
from prikup.rules.game import Player
from prikup.rules.state import View
from prikup.rules.tricks import Tricks, powers

__all__ = ["call_distance", "discard_estimate", "least_risk", "risk", "rule"]

PACK = mask(PACK_32)
TRUMPS = (SPADES, CLUBS, DIAMONDS, HEARTS, None)


# Fitted by least squares to the tricks that this player took in 4,000 deals of each kind, and rounded.
DECLARER = Count(
    -5.0, 1.55, -0.75, (1.3, 0.75, 0.35, 0.1), 1.1, 0.75, 0.3, ace_king=0.1, void=1.0, singleton=0.5, fourth=0.3
)
DEFENDER = Count(-0.5, 0.5, 0.9, (0.9, 0.65, 0.3, 0.1), 0.75, 0.4, 0.15, ace_king=-0.2, void=0.15, fourth=-0.15)
NO_TRUMPS = Count(-1.2, 0, 0, (), ace=1.4, king=0.85, queen=0.35, ace_king=0.5, void=-0.4, fourth=0.5)
AGAINST_NO_TRUMPS = Count(0.2, 0, 0, (), ace=1.3, king=0.8, queen=0.3)

HANDS = 1 << 14
"""The number of hands whose worth is remembered: a hand is asked about at each call, and in many worlds."""
EVEN, LOSS, GAIN, MAX_GAIN = -0.6, 11.0, 5.0, 7.0
"""The parameters of a contract's value, in whists for each point of its value, relative to the other players.

A contract breaks even at its level plus `EVEN` tricks. Each trick less costs `LOSS`, each trick more yields `GAIN`, and
the total yield is at most `MAX_GAIN`.
"""
TALON = 1.1
"""The expected number of tricks from the talon."""
BID_FROM = 6.0
"""The minimum value of a contract to bid for it: at 6, five tricks in the hand for a game of six, as is the custom."""
GAVE_UP = -20
"""The cost of giving up, in whists for each point of the value of the bid."""
AVERAGE, RASPASY, ALL_PASS = 4.1, 9.0, (0.4, 0.6, 1.0)
"""The parameters of the risk of raspasy.

`AVERAGE` is the risk of an average hand, `RASPASY` the cost in whists of each trick above it at a stake of one, and
`ALL_PASS` the probability that all pass after a pass of the first, second and third player to call.
"""
# Fitted like the counts above, to the tricks taken in raspasy and misères.
CAUGHT_COSTS = (0.0, 0.15, 0.5, 0.7, 1.0, 1.2, 1.5, 1.8)
"""The tricks that a card costs a hand that wants none, by how many lower cards threaten it.

The index is the number of lower cards of its suit in the other hands minus the number of lower cards in this hand.
"""
# Fitted to the solver's values of pairs of discards: 3,200 hands on which misère may be bid, 24 pairs of each.
BARE = 0.01
"""The tricks that a singleton costs with a single lower card against it: any other holder must play over it."""
BELOW_OWN_CARD_SHARE = 2.0
"""The additional share that a card costs in a misère if it is caught below another own card of its suit."""
SHARE_BY_CARDS_LEFT = (0.1, 0.15, 0.25, 0.25, 0.25, 0.25, 1.0, 1.0, 1.0)
"""The share of `CAUGHT_COSTS` that a card costs in a misère, by the cards of its suit left to the others plus one.

The others play two cards to each own lower card. Of AQ97 against KJT8, the queen comes third and costs
`SHARE_BY_CARDS_LEFT[1]`: no card is left if their cards are evenly split. The ace comes fourth and costs
`SHARE_BY_CARDS_LEFT[0]`: only all four cards in one hand catch it.
"""
MISERE_FROM, MISERE_WITH, MISERE_HAND_FROM = 0.05, 1.8, 0.3
"""The maximum risk for bidding misère: without the two worst cards, with them, and without the talon."""
# The counts at which whisting and passing (or half) scored about the same when a hand was played both ways.
FIRST = {6: 1.75, 7: 0.75, 8: 0.5, 9: 1.0, 10: 1.0}
"""The minimum trick count for whisting first, by the level of the contract."""
SECOND = {6: 2.0, 7: 1.25, 8: 2.0, 9: 2.5, 10: 2.5}
"""The minimum trick count for a whist after a whist, by the level of the contract.

From 8 on, the second whister alone is responsible for the one trick owed.
"""
LONE = {6: 2.25, 7: 0.5, 8: 0.5, 9: 2.0, 10: 2.0}
"""The minimum trick count for a whist after a pass."""


def rule(game: Preferans, seed: int) -> Player:
    """Return the rule-based player of a game; it uses no random numbers, so `seed` has no effect."""

    def player(view: View[Public]) -> Action:
        legal = game.legal(view)
        if len(legal) == 1:
            return legal[0]
        match view.public.phase:
            case "auction":
                return _bid(game, view, legal)
            case "talon":
                return _take(view, _high(view))
            case "discard":
                return _discard(view, _high(view))
            case "declare":
                return _declare(view, legal, _high(view))
            case "whist":
                return _whist(view, legal)
            case "light":
                return LIGHT
            case "entrust":
                return CATCH
            case _:
                return _play(game, view, legal)

    return player


# The value of a hand


@lru_cache(maxsize=HANDS)
def risk(hand: int, out: int, misere: bool = False) -> float:
    """Return the expected number of tricks that a hand which wants none must take against the cards `out`.

    `hand` and `out` are masks. The other players want no tricks either, or, in a `misere`, want this hand to take one.
    """
    spades = _suit_risk(hand & 0x1FFF, out & 0x1FFF, misere)
    clubs = _suit_risk(hand >> 13 & 0x1FFF, out >> 13 & 0x1FFF, misere)
    diamonds = _suit_risk(hand >> 26 & 0x1FFF, out >> 26 & 0x1FFF, misere)
    hearts = _suit_risk(hand >> 39 & 0x1FFF, out >> 39 & 0x1FFF, misere)
    return fsum((spades, clubs, diamonds, hearts))


@lru_cache(maxsize=8192)
def _suit_risk(suit_cards: int, out: int, misere: bool = False) -> float:
    """Return the risk of a suit; its nth lowest card (from 0) is safe with up to n lower cards in the other hands.

    Those lower cards fall to the n own cards below it.
    """
    lower = [(out & BIT[card] - 1).bit_count() for card in cards(suit_cards)]
    if lower == [1]:
        return BARE
    costs = [CAUGHT_COSTS[max(0, count - n)] for n, count in enumerate(lower)]
    if not misere:
        return fsum(costs)
    out_count = out.bit_count()
    costs = [cost * SHARE_BY_CARDS_LEFT[max(0, out_count - 2 * n + 1)] for n, cost in enumerate(costs)]
    return fsum(costs) + BELOW_OWN_CARD_SHARE * fsum(costs[:-1])


def _best(hand: int, bid: Action) -> tuple[Action, float]:
    """Return the most valuable contract possible after a bid (the lowest of several equals), and its value."""
    candidates = [_best_with(bid, trump, count) for trump, count in zip(TRUMPS, _trick_counts(hand), strict=True)]
    worth, negated_call = max(candidates)
    return -negated_call, worth


@lru_cache(maxsize=1 << 14)
def _best_with(bid: Action, trump: Suit | None, count: float) -> tuple[float, int]:
    """Return the value of the best contract with a trump after a bid, and its call, negated to prefer the lowest."""
    return max(((_worth(call, count), -call) for call in contracts(bid) if TRUMP[call] == trump), default=(-inf, 0))


@lru_cache(maxsize=HANDS)
def _trick_counts(hand: int) -> tuple[float, ...]:
    """Return the trick estimate of a declarer's hand for each of the trumps."""
    return tricks_by_trump(hand, DECLARER, NO_TRUMPS)


def _worth(call: Action, count: float) -> float:
    """Return the value of a contract in whists, relative to the others, for a hand with this trick estimate."""
    level = LEVEL[call]
    return VALUE[level] * min(LOSS * (count - level - EVEN), GAIN * (count - level - EVEN), MAX_GAIN)


# The calls


def _bid(game: Preferans, view: View[Public], legal: tuple[Action, ...]) -> Action:
    for misere in MISERES:
        if misere in legal and _danger(view.hand, misere) <= 0.0:
            return misere
    bid = _lowest(legal)
    return PASS if bid is None or _margin(game, view, bid) < 0.0 else bid


def call_distance(game: Preferans, view: View[Public], call: Action) -> float:
    """Return about how many tricks a hand differs from one with which this player makes the call."""
    if call in MISERES:
        return max(0.0, _danger(view.hand, call))
    bid = _lowest(game.legal(view))
    if bid is None:
        return 0.0
    margin = _margin(game, view, bid)
    return max(0.0, margin if call == PASS else -margin)


def _lowest(legal: tuple[Action, ...]) -> Action | None:
    """Return the lowest legal bid of tricks."""
    return next((call for call in legal if call in LEVEL), None)


def _danger(hand: int, misere: Action) -> float:
    """Return the risk of a hand above the maximum for bidding this misère, with the talon or without."""
    danger = risk(hand, PACK & ~hand)
    if misere == MISERE_HAND:
        return danger - MISERE_HAND_FROM
    return danger - MISERE_WITH if danger > MISERE_WITH else least_risk(hand, 2, PACK & ~hand) - MISERE_FROM


def _margin(game: Preferans, view: View[Public], bid: Action) -> float:
    """Return the trick estimate of a hand, talon included, above the minimum for bidding."""
    talon_tricks = 0.0 if bid in WITHOUT_TALON else TALON
    required_counts = _tricks_for(BID_FROM - _dread(game, view), bid)
    return max(
        count + talon_tricks - least for count, least in zip(_trick_counts(view.hand), required_counts, strict=True)
    )


@lru_cache(maxsize=4096)
def _tricks_for(worth: float, bid: Action) -> tuple[float, ...]:
    """Return the trick estimate that makes the lowest contract after a bid worth a number of whists.

    It is by trump; infinity where there is no such contract.
    """
    return tuple(
        level if level == inf else level + EVEN + worth / VALUE[int(level)] / (GAIN if worth > 0.0 else LOSS)
        for level in _levels(bid)
    )


def _dread(game: Preferans, view: View[Public]) -> float:
    """Return the whists that raspasy cost this hand more than an average one, weighted by their probability.

    A hand that would gain by raspasy counts 0: if it passes with a game in hand, another player mostly bids.
    """
    public, hand = view.public, view.hand
    if public.auction.high is not None or (danger := risk(hand, PACK & ~hand)) <= AVERAGE:
        return 0.0
    likely = ALL_PASS[len(public.said)] * stake(game.options, public.match.carry)
    return likely * RASPASY * (danger - AVERAGE)


def _high(view: View[Public]) -> Action:
    """Return the bid that won the auction."""
    high = view.public.auction.high
    assert high is not None
    return high


def least_risk(hand: int, n: int, out: int) -> float:
    """Return the lowest risk of a hand in a misère after discarding `n` cards.

    The risk of a suit does not depend on the others, so only the numbers of discards by suit are tried.
    """
    spades, clubs, diamonds, hearts = (
        _suit_risks(hand >> 13 * suit & 0x1FFF, n, out >> 13 * suit & 0x1FFF) for suit in range(4)
    )
    return min(fsum((spades[s], clubs[c], diamonds[d], hearts[h])) for s, c, d, h in _shares(n))


@lru_cache(maxsize=4096)
def _suit_risks(suit_cards: int, n: int, out: int) -> tuple[float, ...]:
    """Return the lowest risk of a suit without 0, 1 … `n` of its cards; infinity if it has fewer cards."""
    ways = [
        [suit_cards & ~mask(discards) for discards in combinations(cards(suit_cards), number)]
        for number in range(n + 1)
    ]
    return tuple(
        min((_suit_risk(remainder, out, misere=True) for remainder in remainders), default=inf) for remainders in ways
    )


@cache
def _shares(n: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to choose how many of `n` cards come from each of the four suits."""
    return tuple(numbers for numbers in product(range(n + 1), repeat=4) if sum(numbers) == n)


def _safest(hand: int, n: int, out: int) -> tuple[Card, ...]:
    """Return the `n` discards that leave the lowest risk in a misère."""
    return min(combinations(cards(hand), n), key=lambda discards: risk(hand & ~mask(discards), out, misere=True))


@lru_cache(maxsize=4096)
def _strongest(hand: int, n: int, bid: Action) -> tuple[tuple[Card, ...], float]:
    """Return the best `n` discards, and the trick estimate after them above the required level.

    The required level is the lowest contract that the bid leaves open in the trump; the best trump counts.
    """
    levels = _levels(bid)
    candidates = strongest_without(hand, n, DECLARER, NO_TRUMPS, levels)
    margins = {discards: max(map(sub, _trick_counts(hand & ~mask(discards)), levels)) for discards in candidates}
    best = max(margins, key=margins.__getitem__)
    return best, margins[best]


@lru_cache(maxsize=256)
def _levels(bid: Action) -> tuple[float, ...]:
    """Return the lowest level for each trump that a bid leaves open; infinity if there is none."""
    lowest = {TRUMP[call]: LEVEL[call] for call in reversed(contracts(bid))}
    return tuple(lowest.get(trump, inf) for trump in TRUMPS)


def _take(view: View[Public], bid: Action) -> Action:
    """Return TAKE if the talon improves the hand, else THROW."""
    talon = view.public.shown[view.public.dealer]
    return TAKE if _strongest(view.hand | talon, 2, bid)[1] > _strongest(view.hand, 0, bid)[1] else THROW


def _discard(view: View[Public], bid: Action) -> Card:
    hand = view.hand
    owed = hand.bit_count() - 10
    if bid == MISERE:
        discarded_cards = mask(note.action for note in view.notes)
        return _safest(hand, owed, PACK & ~hand & ~discarded_cards)[0]
    first_discard = mask(note.action for note in view.notes if note.kind == "discarded")
    if owed == 1 and first_discard:  # the second of a pair that was worked out with the first
        first, second = _strongest(hand | first_discard, 2, bid)[0]
        if first_discard == BIT[first]:
            return second
    return _strongest(hand, owed, bid)[0][0]


def discard_estimate(game: Preferans, view: View[Public], discards: int) -> float:
    """Return the trick estimate after discarding some cards (a mask), above the level of the bid.

    After a bid of misère, it is minus the risk of the remaining hand.
    """
    bid, remaining_hand = _high(view), view.hand & ~discards
    if bid == MISERE:
        return -risk(remaining_hand, PACK & ~view.hand, misere=True)
    return max(count - level for count, level in zip(_trick_counts(remaining_hand), _levels(bid), strict=True))


def _declare(view: View[Public], legal: tuple[Action, ...], bid: Action) -> Action:
    best, worth = _best(view.hand, bid)
    return CONCEDE if CONCEDE in legal and worth < GAVE_UP * VALUE[LEVEL[bid]] else best


def _whist(view: View[Public], legal: tuple[Action, ...]) -> Action:
    public = view.public
    assert public.contract is not None
    level, trump = LEVEL[public.contract], TRUMP[public.contract]
    count = tricks(view.hand, trump, AGAINST_NO_TRUMPS if trump is None else DEFENDER)
    if not public.whist:
        return WHIST if count >= FIRST[level] else PASS
    if legal == (WHIST, PASS) and public.whist == (WHIST,):
        return WHIST if count >= SECOND[level] else PASS
    if count >= LONE[level]:
        return WHIST
    return HALF if HALF in legal else PASS  # a half-whist can lose nothing


# The play


class PlayContext(Struct, frozen=True, gc=False):
    """The cards and seats relevant to the choice of a card.

    These are the hand that plays, the tricks, and the cards that each other seat may hold (an open hand: does hold).
    """

    turn: Seat
    hand: int
    tricks: Tricks
    other_hands: dict[Seat, int]

    @property
    def after(self) -> tuple[Seat, ...]:
        """The seats that play to the trick later."""
        return self.tricks.line[len(self.tricks.table) + 1 :]

    @property
    def out(self) -> int:
        """The cards that the others may hold."""
        result = 0
        for hand in self.other_hands.values():
            result |= hand
        return result

    @property
    def trumps(self) -> int:
        """All trumps."""
        trump = self.tricks.order.trump
        return 0 if trump is None else SUIT_MASK[trump]

    def lead_suit(self, card: Card) -> Suit:
        """Return the suit led to the trick; the suit of `card` if it would be the lead."""
        tricks = self.tricks
        return (tricks.lead if tricks.lead is not None else tricks.table[0] if tricks.table else card) // 13

    def power(self, card: Card) -> int:
        """Return the strength of a card in the trick."""
        return self.tricks.order.power(self.lead_suit(card), card)

    def answers(self, seat: Seat, card: Card) -> list[bool]:
        """Return for each card that a later seat may have to play whether it beats this card.

        These are its cards of the suit led, if it may hold any, else its trumps.
        """
        lead_suit, hand = self.lead_suit(card), self.other_hands[seat]
        strength = powers(self.tricks.order.trump, False, lead_suit)
        return [
            strength[answer] > strength[card] for answer in cards(hand & SUIT_MASK[lead_suit] or hand & self.trumps)
        ]

    def may_beat(self, seat: Seat, card: Card) -> bool:
        """Return whether a later seat may be able to beat a card."""
        return any(self.answers(seat, card))

    def must_beat(self, seat: Seat, card: Card) -> bool:
        """Return whether every card that a later seat may have to play beats a card."""
        answers = self.answers(seat, card)
        return bool(answers) and all(answers)


def _table(game: Preferans, view: View[Public]) -> PlayContext:
    public = view.public
    assert public.turn is not None and public.tricks is not None
    hand = view.hand if public.turn == view.seat else public.shown[public.turn]
    other_hands = {seat: public.shown[seat] for seat in public.tricks.seats}
    other_hands |= {
        cell.seat: cell.allowed_cards
        for cell in game.analysis.hidden_cells(view)
        if cell.place == "hand" and cell.seat is not None
    }
    if view.seat is not None:
        other_hands[view.seat] = view.hand
    del other_hands[public.turn]
    return PlayContext(public.turn, hand, public.tricks, other_hands)


def _play(game: Preferans, view: View[Public], legal: tuple[Action, ...]) -> Card:
    public, table = view.public, _table(game, view)
    if public.declarer is None or (public.contract in MISERES and table.turn == public.declarer):
        return _avoid(table, legal)
    if public.contract in MISERES:
        return _catch(table, legal, public.declarer)
    if not table.tricks.table:
        if table.turn == public.declarer:
            return lead(table.hand, table.out, table.trumps, declarer=True)
        return _defender_leads(table, public.declarer)
    return _follow(table, legal, public.declarer)


def _defender_leads(table: PlayContext, declarer: Seat) -> Card:
    """Return the lead of a defender: a sure trick; otherwise low through declarer, or high up to declarer."""
    hand = table.hand
    side = hand & ~table.trumps or hand
    sure = [card for card in cards(side) if not table.may_beat(declarer, card)]
    if sure:
        return max(sure, key=lambda card: (-length(hand, card), card % 13))
    if table.after[0] == declarer:
        return max(cards(side), key=lambda card: (length(hand, card), -(card % 13)))
    return max(cards(side), key=lambda card: (card % 13, -length(hand, card)))


def _follow(table: PlayContext, legal: tuple[Action, ...], declarer: Seat) -> Card:
    owner, best = max(table.tricks.lying, key=lambda lying: table.power(lying[1]))
    least = min(legal, key=lambda card: (table.trumps >> card & 1, card % 13))
    later = [seat for seat in table.after if declarer in (seat, table.turn)]
    ours = declarer not in (owner, table.turn)
    if ours and not any(table.may_beat(seat, best) for seat in later):
        return least
    winning = [card for card in legal if table.power(card) > table.power(best)]
    if not winning:
        return least
    sure = [card for card in winning if not any(table.may_beat(seat, card) for seat in later)]
    return min(sure or winning, key=table.power)


def _avoid(table: PlayContext, legal: tuple[Action, ...]) -> Card:
    """Return a card that avoids tricks.

    Lead a card that the others must beat; duck as high as possible; throw away the most dangerous card.
    """
    tricks, out = table.tricks, table.out
    if not tricks.table and tricks.lead is None:
        return min(legal, key=lambda card: _lead_danger(table, card))
    best = max((table.power(card) for card in tricks.table), default=0)
    if not any(table.power(card) for card in legal):
        return max(legal, key=lambda card: (risk(table.hand, out) - risk(table.hand & ~BIT[card], out), card % 13))
    ducking = [card for card in legal if table.power(card) < best]
    ducking = ducking or [card for card in legal if any(table.must_beat(seat, card) for seat in table.after)]
    return max(ducking or legal)


def _lead_danger(table: PlayContext, card: Card) -> tuple[bool, int, int]:
    suit = table.out & SUIT_MASK[card // 13]
    higher_cards, lower_cards = suit >> card, suit & BIT[card] - 1
    return (not higher_cards, lower_cards.bit_count() - higher_cards.bit_count(), -(card % 13))


def _catch(table: PlayContext, legal: tuple[Action, ...], declarer: Seat) -> Card:
    """Return the card of a defender of a misère."""
    tricks, declarer_hand = table.tricks, table.other_hands[declarer]
    ours = PACK & ~declarer_hand & ~tricks.all_played_cards
    weak = {suit: _suit_risk(declarer_hand >> 13 * suit & 0x1FFF, ours >> 13 * suit & 0x1FFF) for suit in range(4)}
    if not tricks.table:
        catching = [card for card in legal if _catches(table, card, declarer)]
        return min(catching or legal, key=lambda card: (-weak[card // 13], card % 13))
    if not any(table.power(card) for card in legal):
        return max(legal, key=lambda card: (weak[card // 13], card % 13))
    if declarer in table.after:
        answers = cards(declarer_hand & SUIT_MASK[table.lead_suit(legal[0])])
        lower_cards = [card for card in legal if answers and card < answers[0]]
        return max(lower_cards) if lower_cards else min(legal) if answers else max(legal)
    owner, best = max(tricks.lying, key=lambda lying: table.power(lying[1]))
    lower_cards = [card for card in legal if table.power(card) < table.power(best)]
    return max(lower_cards) if owner == declarer and lower_cards else max(legal)


def _catches(table: PlayContext, card: Card, declarer: Seat) -> bool:
    """Return whether declarer must take the trick if this card is led and they hold the suit."""
    (partner,) = (seat for seat in table.after if seat != declarer)
    declarer_cards, theirs = (table.other_hands[seat] & SUIT_MASK[card // 13] for seat in (declarer, partner))
    least = declarer_cards & -declarer_cards
    return bool(declarer_cards) and BIT[card] < least and (not theirs or theirs & -theirs < least)
