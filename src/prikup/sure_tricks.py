"""Decide whether a side is certain to take a number of tricks, for all hidden hands and all play of the other seats.

A card that a player cannot see has no fixed place until it is played: an opponent of the side may play any card that
they hold in some world (a deal of the hidden cards that `Cells` allow), and each card played rules out worlds. So the
search looks for one line of play that works in all worlds, not for a line for each world. For example, a trick that
depends on guessing who holds the queen is not certain, although in each world a player who knew where the queen is
could take it.

A partner's hidden hand counts as an opponent, because the side cannot rely on cards that it cannot see.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from prikup.rules.cards import CARD_COUNT, SUIT_MASK, Card, Seat, cards
from prikup.rules.game import AnyGame
from prikup.rules.objective import Objective
from prikup.rules.state import View, replace_hand
from prikup.rules.tricks import Tricks, powers, ring

__all__ = ["NODES", "is_sure"]

NODES = 30_000
"""The default maximum number of cards that a search tries. Beyond it the answer is no, to keep players from waiting."""


class _TooLong(Exception):
    """The error that ends a search which has reached its limit of cards to try."""


def is_sure(game: AnyGame, view: View[Any], trick_count: int, nodes: int = NODES) -> bool:
    """Return whether the viewer's side can be certain of `trick_count` of the remaining tricks.

    This means at least `trick_count` tricks if the objective is the most tricks, and at most `trick_count` if it is the
    fewest. Only `view`, the viewer's own view, is used. The result is also False if the search would try more than
    `nodes` cards, or while cards of the talon (undealt cards) lead the tricks.
    """
    public = view.public
    tricks: Tricks | None = public.tricks
    if public.phase != "play" or tricks is None or tricks.lead is not None or tricks.leader not in tricks.seats:
        return False
    objective = game.objective(public)
    side = next((side for side in objective.sides if view.seat in side), None)
    if side is None:
        return False
    moment = _moment(game, view, objective)
    spare = moment.remaining_tricks - trick_count if objective.goal == "most" else trick_count
    try:
        return _Search(tricks, objective, side, _other_places(game, view), nodes).holds(moment._replace(spare=spare))
    except _TooLong:
        return False


class _Moment(NamedTuple):
    """A position in the trick play, as far as the viewer knows it.

    `hands` are the cards of the seats whose cards the viewer sees, `possible_cards` the cards that may be in each
    hidden hand (both are bit masks by seat), and `pool` all hidden cards, as a bit mask. `line` has the seats in the
    playing order of the unfinished trick, and `table` has the cards played to it so far; `remaining_tricks` tricks
    remain, this one included. `spare` is the number of tricks that the side may still lose (with the goal `fewest`: may
    still take). The play ends after `until_end` more tricks of the seats in `Objective.stops`; `until_end` is negative
    if there are no such seats.
    """

    hands: tuple[int, ...]
    possible_cards: tuple[int, ...]
    pool: int
    line: tuple[Seat, ...]
    table: tuple[Card, ...]
    remaining_tricks: int
    until_end: int
    spare: int = 0

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is to play."""
        return self.line[len(self.table)]

    @property
    def live(self) -> int:
        """The cards in play, those on the table included, as a bit mask."""
        live = self.pool
        for hand in self.hands:
            live |= hand
        for card in self.table:
            live |= 1 << card
        return live


def _moment(game: AnyGame, view: View[Any], objective: Objective) -> _Moment:
    """Return the position in the trick play as far as the viewer knows it; the viewer takes part in the tricks.

    `view` is the viewer's view, and `objective` tells the sides and whether they want the most or the fewest tricks.
    """
    assert view.seat is not None
    tricks: Tricks = view.public.tricks
    hands = replace_hand(view.public.shown, view.seat, view.hand)
    hands = tuple(hand if seat in tricks.seats else 0 for seat, hand in enumerate(hands))
    possible_cards, pool = [0] * len(hands), 0
    for cell in game.analysis.hidden_cells(view):
        if cell.size:
            pool |= cell.allowed_cards
            if cell.place == "hand" and cell.seat is not None and cell.seat in tricks.seats:
                possible_cards[cell.seat] |= cell.allowed_cards
    until_end = objective.until_end(tricks.won) if objective.stops else -1
    remaining_tricks = game.trick_count - tricks.decided_count
    return _Moment(hands, tuple(possible_cards), pool, tricks.line, tricks.table, remaining_tricks, until_end)


def _other_places(game: AnyGame, view: View[Any]) -> list[tuple[int, int]]:
    """Return the places of hidden cards other than the hands from which cards are played, such as talon and discards.

    Each item is a bit mask of the cards that may be in the place, and the number of cards in it.
    """
    seats = view.public.tricks.seats
    other_cells = [cell for cell in game.analysis.hidden_cells(view) if cell.place != "hand" or cell.seat not in seats]
    return [(cell.allowed_cards, cell.size) for cell in other_cells if cell.size]


class _Search:
    """A search for a line of play of one side that works against every defence in every world.

    A world is a possible deal of the hidden cards. `side` are the seats of the side, and `nodes` is the maximum number
    of cards that the search tries.
    """

    def __init__(
        self,
        tricks: Tricks,
        objective: Objective,
        side: tuple[Seat, ...],
        other_places: list[tuple[int, int]],
        nodes: int,
    ) -> None:
        self._tricks, self._other_places, self._nodes = tricks, other_places, nodes
        self._side, self._stops, self._wants_most = (
            frozenset(side),
            frozenset(objective.stops),
            objective.goal == "most",
        )
        self._trump = 0 if tricks.order.trump is None else SUIT_MASK[tricks.order.trump]
        self._tried_count = 0
        self._bounds_by_key: dict[object, tuple[int, int]] = {}
        self._rows: dict[tuple[int, ...], str] = {}

    def holds(self, position: _Moment) -> bool:
        """Return whether the side can lose at most `position.spare` more tricks, against any play in any world.

        The side is the `side` of this search; a world is a possible deal of the hidden cards. With the goal `fewest`,
        each trick that the side takes counts as lost. Raise _TooLong if the search has tried the maximum number of
        cards.
        """
        if position.table:
            return self._try_cards(position)
        if position.spare < 0 or position.spare >= position.remaining_tricks:
            return position.spare >= 0
        if self._count_sure_winners(position) >= position.remaining_tricks - position.spare:
            return True
        key = self._key(position)
        fails, holds = self._bounds_by_key.get(key, (-1, position.remaining_tricks))
        if position.spare <= fails or position.spare >= holds:
            return position.spare >= holds
        result = self._try_cards(position)
        self._bounds_by_key[key] = (fails, position.spare) if result else (position.spare, holds)
        return result

    def _try_cards(self, position: _Moment) -> bool:
        """Return whether the side can lose at most `position.spare` more tricks; try each card of the next player.

        If the next player is on the side and the viewer sees their hand, one card that works is enough. Otherwise every
        card has to work.
        """
        hand = position.hands[position.turn]
        ours = bool(hand) and position.turn in self._side
        for card, missing_cards in self._visible_cards(position) if hand else self._hidden_cards(position):
            self._tried_count += 1
            if self._tried_count > self._nodes:
                raise _TooLong
            if self.holds(self._after(position, card, missing_cards)) == ours:
                return ours
        return not ours

    def _after(self, position: _Moment, card: Card, missing_cards: int) -> _Moment:
        """Return the position after the player whose turn it is plays `card`.

        `missing_cards` is a bit mask of the cards that the hand, if it is hidden, turns out to lack.
        """
        hands, possible_cards, pool, line, table, remaining_tricks, until_end, spare = position
        seat, bit = position.turn, 1 << card
        if hands[seat]:
            hands = replace_hand(hands, seat, hands[seat] & ~bit)
        else:
            pool &= ~bit
            possible_cards = replace_hand(possible_cards, seat, possible_cards[seat] & ~missing_cards)
        table = (*table, card)
        if len(table) < len(line):
            return _Moment(hands, possible_cards, pool, line, table, remaining_tricks, until_end, spare)
        power = self._power(table)
        winner = max(zip(line, table, strict=True), key=lambda lying: power[lying[1]])[0]
        remaining_tricks -= 1
        spare -= (winner in self._side) != self._wants_most
        until_end -= winner in self._stops
        if not until_end:  # the remaining tricks are not played: lost if the goal is the most tricks
            spare, remaining_tricks = spare - remaining_tricks * self._wants_most, 0
        return _Moment(
            hands,
            possible_cards,
            pool,
            ring(self._tricks.seats, winner, self._tricks.last),
            (),
            remaining_tricks,
            until_end,
            spare,
        )

    def _count_sure_winners(self, position: _Moment) -> int:
        """Return how many tricks the leader in `position` takes by leading cards that no other card can beat."""
        leader = position.turn
        if not self._wants_most or leader not in self._side or not position.hands[leader]:
            return 0
        other_cards = position.live & ~position.hands[leader]
        won_tricks = 0
        for card in cards(position.hands[leader]):
            power = self._power((card,))
            rivals = other_cards & (SUIT_MASK[card // 13] | self._trump)
            won_tricks += all(power[rival] < power[card] for rival in cards(rivals))
        return won_tricks

    # Playable cards

    def _visible_cards(self, position: _Moment) -> Iterator[tuple[Card, int]]:
        """Yield the cards to try from a visible hand: the lowest of each sequence of cards that are worth the same.

        `position` tells whose hand it is. Two cards of a hand are worth the same if no card in play ranks between them.
        The second item of each pair is always 0; for a hidden hand (`_hidden_cards`) it is a bit mask of the cards that
        the hand turns out to lack.
        """
        legal = hand = position.hands[position.turn]
        if position.table:
            legal = hand & SUIT_MASK[position.table[0] // 13]
            if not legal:
                legal = (hand & self._trump if self._tricks.follow == "must_trump" else 0) or hand
        live = position.live
        playable_cards = [card for card in cards(legal) if not legal >> self._next_lower_card(card, live) & 1]
        for card in self._sort_cards(playable_cards, position):
            yield card, 0

    def _hidden_cards(self, position: _Moment) -> Iterator[tuple[Card, int]]:
        """Yield the cards to try from a hidden hand: those that it can play in some world (possible deal).

        With each card comes a bit mask of the cards that the hand then certainly lacks.
        """
        live = position.live
        for playable, missing_cards in self._playable_cards(position):
            for card in self._sort_cards(self._row_ends(playable, live, position.possible_cards), position):
                yield card, missing_cards

    def _playable_cards(self, position: _Moment) -> Iterator[tuple[int, int]]:
        """Yield the cards that a hidden hand can play in some world, together with those that it then certainly lacks.

        Both are bit masks. The hand can follow suit, or it lacks the suit, or it lacks the trumps as well.
        """
        holdable_cards = self._holdable_cards(position, 0)
        if not position.table:
            yield holdable_cards, 0
            return
        suit = SUIT_MASK[position.table[0] // 13]
        trump = self._trump & ~suit if self._tricks.follow == "must_trump" else 0
        yield holdable_cards & suit, 0
        yield self._holdable_cards(position, suit) & (trump or ~suit), suit
        if trump:
            yield self._holdable_cards(position, suit | trump), suit | trump

    def _holdable_cards(self, position: _Moment, missing_cards: int) -> int:
        """Return the cards that the hand of the player to act may hold in a world where it has none of `missing_cards`.

        Both are bit masks.

        `position` tells where cards may be. The method is Hall's marriage theorem: any set of places must have enough
        space for the cards that can be nowhere else. If these cards fill the places exactly, no other card can be
        there.
        """
        seat, pool, seats_played = position.turn, position.pool, position.line[: len(position.table)]
        other_seats = [other for other in self._tricks.seats if other != seat and position.possible_cards[other]]
        places = [
            (position.possible_cards[seat] & ~missing_cards, position.remaining_tricks),
            *(
                (position.possible_cards[other], position.remaining_tricks - (other in seats_played))
                for other in other_seats
            ),
            *self._other_places,
        ]
        rooms, unions = (
            [0],
            [0],
        )  # for each set of places: the number of cards that fit there, and the cards allowed there
        for possible_cards, room in places:
            rooms += [other + room for other in rooms]
            unions += [other | possible_cards for other in unions]
        holdable_cards = pool & position.possible_cards[seat] & ~missing_cards
        for subset, (room, cards_elsewhere) in enumerate(zip(rooms, reversed(unions), strict=True)):
            confined_cards = pool & ~cards_elsewhere
            count = confined_cards.bit_count()
            if count > room:
                return 0
            if count == room and subset & 1:
                holdable_cards &= confined_cards
        return holdable_cards

    def _row_ends(self, playable: int, live: int, possible_cards: tuple[int, ...]) -> list[Card]:
        """Return the lowest and highest card of each sequence of hidden cards that may be in the same hands.

        `playable` are the cards that the hand to play may play, `live` are all cards in play, and `possible_cards` are
        the cards that may be in each hidden hand. The cards between the lowest and the highest need not be tried: which
        card of a sequence is played matters only if another card of the same sequence is in this trick.
        """
        ends: list[Card] = []
        highest: Card | None = None
        for card in cards(playable):
            lower_card = self._next_lower_card(card, live)
            if playable >> lower_card & 1 and all(
                mask >> card & 1 == mask >> lower_card & 1 for mask in possible_cards
            ):
                highest = card
                continue
            ends += [card] if highest is None else [highest, card]
            highest = None
        return ends if highest is None else [*ends, highest]

    def _next_lower_card(self, card: Card, live: int) -> int:
        """Return the next lower card of the suit of `card` in `live` (the cards in play, as a bit mask).

        Return `CARD_COUNT`, which is no card, if there is none.
        """
        suit, rank = divmod(card, 13)
        lower = live & SUIT_MASK[suit] & ((1 << card) - 1)
        return lower.bit_length() - 1 if lower and not (self._tricks.order.ace_low and rank == 12) else CARD_COUNT

    def _sort_cards(self, playable_cards: list[Card], position: _Moment) -> list[Card]:
        """Return `playable_cards` in an order in which the card that decides the search tends to come early.

        The side's cards come high first if it plays for tricks and low first if it avoids them; the other players'
        cards come in the opposite order.
        """
        ours = position.turn in self._side and bool(position.hands[position.turn])
        if not position.table:
            return sorted(playable_cards, key=lambda card: card % 13, reverse=ours == self._wants_most)
        power = self._power(position.table)
        return sorted(playable_cards, key=lambda card: power[card], reverse=ours == self._wants_most)

    def _power(self, table: tuple[Card, ...]) -> tuple[int, ...]:
        """Return the strength of each of the 52 cards in a trick that begins with the cards of `table`."""
        return powers(self._tricks.order.trump, self._tricks.order.ace_low, table[0] // 13)

    def _key(self, position: _Moment) -> object:
        """Return a cache key for a position at the start of a trick.

        Positions have the same key if they differ only in ranks no longer in play or in the names of plain suits (suits
        other than trumps).
        """
        hands, possible_cards, pool = position.hands, position.possible_cards, position.pool
        suits = []
        for shift in (0, 13, 26, 39):
            suit_cards = (
                pool >> shift & 0x1FFF,
                *[hand >> shift & 0x1FFF for hand in hands],
                *[hand >> shift & 0x1FFF for hand in possible_cards],
            )
            row = self._rows.get(suit_cards)
            if row is None:
                row = self._rows[suit_cards] = self._row(suit_cards, len(hands))
            suits.append(row)
        trump = "" if self._tricks.order.trump is None else suits.pop(self._tricks.order.trump)
        return position.line[0], position.remaining_tricks, position.until_end, trump, tuple(sorted(suits))

    def _row(self, suit_cards: tuple[int, ...], seats: int) -> str:
        """Return the part of a cache key for one suit: who has each card, or may have it, from the highest card down.

        `suit_cards` are bit masks of the suit's cards: the hidden ones, those of each visible hand, and those that may
        be in each hidden hand of the `seats` seats.
        """
        pool, hands, possible_cards = suit_cards[0], suit_cards[1 : seats + 1], suit_cards[seats + 1 :]
        row = ""
        for rank in (*range(11, -1, -1), 12) if self._tricks.order.ace_low else range(12, -1, -1):
            bit = 1 << rank
            if pool & bit:
                row += "?" + "".join("+" if mask & bit else "-" for mask in possible_cards)
            else:
                row += "".join(str(seat) for seat, hand in enumerate(hands) if hand & bit)
        return row
