"""The card play of the rule-based computer player of Preferans, described as advice to a player.

As declarer, draw trumps first, take sure tricks, and then lead low from the longest suit. As a defender, take sure
tricks, lead low if declarer plays next and high if declarer plays last, and leave the trick to the other defender if
they are winning it. Follow suit as cheaply as possible.

To take no trick, lead a card that the other players must beat, follow with the highest card that does not win, and
throw away the most dangerous card. Against a misère (declarer must take no trick), lead low in declarer's weakest suit.
"""

from msgspec import Struct

from prikup.games.heuristics import lead, length
from prikup.games.preferans.calls import MISERES
from prikup.games.preferans.hidden_cards import PACK
from prikup.games.preferans.misere_risk import risk, suit_risk
from prikup.games.preferans.public import Public
from prikup.games.preferans.rules import Preferans
from prikup.rules.cards import BIT, SUIT_MASK, Action, Card, Seat, Suit, cards
from prikup.rules.state import View
from prikup.rules.tricks import Tricks, powers

__all__ = ["choose_card"]


class PlayContext(Struct, frozen=True, gc=False):
    """The facts on which the choice of a card depends.

    `turn` is the seat whose card is chosen, and `hand` its cards (a mask). `other_hands` has a mask for each other
    seat: the cards of an open hand, or the cards that a hidden hand may have. `tricks` has the tricks so far.
    """

    turn: Seat
    hand: int
    tricks: Tricks
    other_hands: dict[Seat, int]

    @property
    def after(self) -> tuple[Seat, ...]:
        """The seats that have yet to play to the unfinished trick after the seat `turn`."""
        return self.tricks.line[len(self.tricks.table) + 1 :]

    @property
    def out(self) -> int:
        """The cards that any of the other seats may have, as a mask."""
        result = 0
        for hand in self.other_hands.values():
            result |= hand
        return result

    @property
    def trumps(self) -> int:
        """All cards of the trump suit, as a mask; 0 at no trumps."""
        trump = self.tricks.order.trump
        return 0 if trump is None else SUIT_MASK[trump]

    def lead_suit(self, card: Card) -> Suit:
        """Return the suit led to the trick, or the suit of `card` if no card has been led yet."""
        tricks = self.tricks
        return (tricks.lead if tricks.lead is not None else tricks.table[0] if tricks.table else card) // 13

    def power(self, card: Card) -> int:
        """Return the strength of a card in the unfinished trick; 0 if it cannot win."""
        return self.tricks.order.power(self.lead_suit(card), card)

    def answers(self, seat: Seat, card: Card) -> list[bool]:
        """Return, for each card that the seat `seat` may have to play after `card`, whether it beats `card`.

        `seat` plays to the same trick later. The cards are those that it may have in the suit led or, if there are
        none, its possible trumps.
        """
        lead_suit, hand = self.lead_suit(card), self.other_hands[seat]
        strength = powers(self.tricks.order.trump, False, lead_suit)
        return [
            strength[answer] > strength[card] for answer in cards(hand & SUIT_MASK[lead_suit] or hand & self.trumps)
        ]

    def may_beat(self, seat: Seat, card: Card) -> bool:
        """Return whether the seat `seat`, which plays later to the same trick, may have a card that beats `card`."""
        return any(self.answers(seat, card))

    def must_beat(self, seat: Seat, card: Card) -> bool:
        """Return whether every card that the seat `seat` may have to play later in the trick beats `card`."""
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


def choose_card(game: Preferans, view: View[Public], legal: tuple[Action, ...]) -> Card:
    """Return the card in `legal` to play from the hand whose turn it is.

    It may be another player's open hand if the player whose view is `view` plays its cards.
    """
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
    """Return the card that a defender leads: a sure winner, or else low if `declarer` plays next, else high."""
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
    """Return the card in `legal` to play for a player who wants no trick; `table` has the facts about the trick.

    To lead, the player chooses a card that the other players are likely to have to beat. A player who follows suit
    plays the highest card that does not win. A player who cannot follow suit throws away the most dangerous card.
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
    """Return the card in `legal` to play for a defender in a misère, who wants declarer to take a trick."""
    tricks, declarer_hand = table.tricks, table.other_hands[declarer]
    ours = PACK & ~declarer_hand & ~tricks.all_played_cards
    weak = {suit: suit_risk(declarer_hand >> 13 * suit & 0x1FFF, ours >> 13 * suit & 0x1FFF) for suit in range(4)}
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
    """Return whether leading `card` forces `declarer` to take the trick, as far as the defender who leads it knows.

    Declarer must have a card of its suit, and all these cards must be higher than `card` and than the lowest card of
    the suit in the other defender's hand. `table` has the facts about the trick.
    """
    (partner,) = (seat for seat in table.after if seat != declarer)
    declarer_cards, theirs = (table.other_hands[seat] & SUIT_MASK[card // 13] for seat in (declarer, partner))
    least = declarer_cards & -declarer_cards
    return bool(declarer_cards) and BIT[card] < least and (not theirs or theirs & -theirs < least)
