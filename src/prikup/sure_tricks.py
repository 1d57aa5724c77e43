"""The tricks that a side is sure of, whatever lies in the hidden hands and whatever the others play.

A card that a player cannot see has no place here until it is played: whoever plays against the side may play any card
that they hold in some world (`Cells`), and every card that they play narrows these worlds. So one line of play has to
do for all of them, which is more than to have a line for each: a trick that depends on guessing who holds the queen is
not sure, although it can be taken in each world by one who knows where the queen is.

The hidden hand of a partner counts as one that plays against the side, because nobody can rely on what they cannot see.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from prikup.cards import SUIT_MASK, Card, Seat, cards
from prikup.contest import Contest
from prikup.game import AnyGame
from prikup.state import View, placed
from prikup.tricks import Tricks, powers, ring

__all__ = ["NODES", "is_sure"]

NODES = 30_000
"""The number of cards that may be tried before the answer is no: the search must not keep a table waiting."""


class _TooLong(Exception):
    """More cards would have to be tried."""


def is_sure(game: AnyGame, seen: View[Any], wanted: int, nodes: int = NODES) -> bool:
    """Return whether the viewer's side can be sure of `wanted` of the tricks that are left.

    That is at least as many where its contest is for most tricks, at most as many where it is for fewest. The answer
    follows from the View alone. It is no too where the search would try more than `nodes` cards, and while a talon's
    cards lead the tricks.
    """
    public = seen.public
    tricks: Tricks | None = public.tricks
    if public.phase != "play" or tricks is None or tricks.lead is not None or tricks.leader not in tricks.seats:
        return False
    contest = game.contest(public)
    side = next((side for side in contest.sides if seen.seat in side), None)
    if side is None:
        return False
    moment = _moment(game, seen, contest)
    spare = moment.left - wanted if contest.goal == "most" else wanted
    try:
        return _Search(tricks, contest, side, _hidden_apart(game, seen), nodes).holds(moment._replace(spare=spare))
    except _TooLong:
        return False


class _Moment(NamedTuple):
    """A moment of the play, as far as the viewer can tell.

    `hands` are the cards of the seats whose cards the viewer sees, `allowed` those that may lie in the hidden hands,
    `pool` all unseen cards; each is a mask, by seat where there are several. `line` is the order of the unfinished
    trick and `table` its cards so far; `left` tricks are to be taken, that one too. `spare` is the number of tricks
    that may still go wrong, to others or to the side itself. Where tricks of some seats end the play, `until_end` of
    them do.
    """

    hands: tuple[int, ...]
    allowed: tuple[int, ...]
    pool: int
    line: tuple[Seat, ...]
    table: tuple[Card, ...]
    left: int
    until_end: int
    spare: int = 0

    @property
    def turn(self) -> Seat:
        """The seat that plays the next card."""
        return self.line[len(self.table)]

    @property
    def live(self) -> int:
        """The cards that are in play, those on the table too, as a mask."""
        live = self.pool
        for hand in self.hands:
            live |= hand
        for card in self.table:
            live |= 1 << card
        return live


def _moment(game: AnyGame, seen: View[Any], contest: Contest) -> _Moment:
    """Return the moment that a viewer who plays sees."""
    assert seen.seat is not None
    tricks: Tricks = seen.public.tricks
    hands = placed(seen.public.shown, seen.seat, seen.hand)
    hands = tuple(hand if seat in tricks.seats else 0 for seat, hand in enumerate(hands))
    allowed, pool = [0] * len(hands), 0
    for cell in game.unknown(seen):
        if cell.size:
            pool |= cell.allowed
            if cell.place == "hand" and cell.seat is not None and cell.seat in tricks.seats:
                allowed[cell.seat] |= cell.allowed
    until_end = contest.until_end(tricks.won) if contest.stops else -1
    left = game.tricks - tricks.done
    return _Moment(hands, tuple(allowed), pool, tricks.line, tricks.table, left, until_end)


def _hidden_apart(game: AnyGame, seen: View[Any]) -> int:
    """Return how many of the unseen cards lie in no hand that plays."""
    seats = seen.public.tricks.seats
    return sum(cell.size for cell in game.unknown(seen) if cell.place != "hand" or cell.seat not in seats)


class _Search:
    """The search for a line of play of one side that holds against every play of all others in every world."""

    def __init__(self, tricks: Tricks, contest: Contest, side: tuple[Seat, ...], apart: int, nodes: int) -> None:
        self._tricks, self._apart, self._nodes = tricks, apart, nodes
        self._side, self._stops, self._most = frozenset(side), frozenset(contest.stops), contest.goal == "most"
        self._trump = 0 if tricks.order.trump is None else SUIT_MASK[tricks.order.trump]
        self._tried = 0
        self._known: dict[object, tuple[int, int]] = {}

    def holds(self, now: _Moment) -> bool:
        """Return whether no more tricks than can be spared need go wrong. Raise _TooLong."""
        if now.table:
            return self._tries(now)
        if now.spare < 0 or now.spare >= now.left:
            return now.spare >= 0
        if self._winners(now) >= now.left - now.spare:
            return True
        key = self._key(now)
        fails, holds = self._known.get(key, (-1, now.left))
        if now.spare <= fails or now.spare >= holds:
            return now.spare >= holds
        found = self._tries(now)
        self._known[key] = (fails, now.spare) if found else (now.spare, holds)
        return found

    def _tries(self, now: _Moment) -> bool:
        """Return the same by trying the cards: of the side's own one has to hold, of all others' every one."""
        hand = now.hands[now.turn]
        ours = bool(hand) and now.turn in self._side
        for card, lacked in self._seen_cards(now) if hand else self._hidden_cards(now):
            self._tried += 1
            if self._tried > self._nodes:
                raise _TooLong
            if self.holds(self._after(now, card, lacked)) == ours:
                return ours
        return not ours

    def _after(self, now: _Moment, card: Card, lacked: int) -> _Moment:
        """Return the moment after the next card, by which a hidden hand shows that it holds none of `lacked`."""
        hands, allowed, pool, line, table, left, until_end, spare = now
        seat, bit = now.turn, 1 << card
        if hands[seat]:
            hands = placed(hands, seat, hands[seat] & ~bit)
        else:
            pool &= ~bit
            allowed = placed(allowed, seat, allowed[seat] & ~lacked)
        table = (*table, card)
        if len(table) < len(line):
            return _Moment(hands, allowed, pool, line, table, left, until_end, spare)
        power = self._power(table)
        winner = max(zip(line, table, strict=True), key=lambda lying: power[lying[1]])[0]
        left -= 1
        spare -= (winner in self._side) != self._most
        until_end -= winner in self._stops
        if not until_end:  # the tricks that are left are nobody's: they have gone wrong where they are wanted
            spare, left = spare - left * self._most, 0
        return _Moment(
            hands, allowed, pool, ring(self._tricks.seats, winner, self._tricks.last), (), left, until_end, spare
        )

    def _winners(self, now: _Moment) -> int:
        """Return how many tricks the side takes by leading cards of one hand that no other can beat."""
        leader = now.turn
        if not self._most or leader not in self._side or not now.hands[leader]:
            return 0
        others = now.live & ~now.hands[leader]
        taken = 0
        for card in cards(now.hands[leader]):
            power = self._power((card,))
            rivals = others & (SUIT_MASK[card // 13] | self._trump)
            taken += all(power[rival] < power[card] for rival in cards(rivals))
        return taken

    # What can be played

    def _seen_cards(self, now: _Moment) -> Iterator[tuple[Card, int]]:
        """Yield the cards that a seat can play whose hand the viewer sees: the lowest of each row."""
        legal = hand = now.hands[now.turn]
        if now.table:
            legal = hand & SUIT_MASK[now.table[0] // 13]
            if not legal:
                legal = (hand & self._trump if self._tricks.follow == "must_trump" else 0) or hand
        live = now.live
        found = [card for card in cards(legal) if not legal >> self._below(card, live) & 1]
        for card in self._in_order(found, now):
            yield card, 0

    def _hidden_cards(self, now: _Moment) -> Iterator[tuple[Card, int]]:
        """Yield the cards that a hidden hand can play in some world, with those that it lacks if it plays them."""
        seat, pool = now.turn, now.pool
        played = now.line[: len(now.table)]
        held = {each: now.left - (each in played) for each in self._tricks.seats if now.allowed[each]}
        possible = pool & now.allowed[seat]
        for other, number in held.items():
            if other != seat and (pool & now.allowed[other]).bit_count() == number:
                possible &= ~now.allowed[other]  # they hold every card that they may hold
        if not now.table:
            choices = [(possible, 0)]
        else:
            suit = SUIT_MASK[now.table[0] // 13]
            trump = self._trump & ~suit if self._tricks.follow == "must_trump" else 0
            choices = [(possible & suit, 0)]
            if self._may_lack(suit, now, held):
                choices.append((possible & (trump or ~suit), suit))
                if trump and self._may_lack(suit | trump, now, held):
                    choices.append((possible & ~suit & ~trump, suit | trump))
        live = now.live
        for playable, lacked in choices:
            for card in self._in_order(self._row_ends(playable, live, now.allowed), now):
                yield card, lacked

    def _may_lack(self, lacked: int, now: _Moment, held: dict[Seat, int]) -> bool:
        """Return whether the hand whose turn it is may hold none of some cards: then they have room elsewhere."""
        seat, pool = now.turn, now.pool
        if (pool & now.allowed[seat] & ~lacked).bit_count() < held[seat]:
            return False
        room = self._apart
        for other, number in held.items():
            room += min(number, (pool & now.allowed[other] & lacked).bit_count()) if other != seat else 0
        return (pool & lacked).bit_count() <= room

    def _row_ends(self, playable: int, live: int, allowed: tuple[int, ...]) -> list[Card]:
        """Return the lowest and the highest of each row of hidden cards that may lie in the same hands.

        Which of a row is played decides at most whether it beats another of the row in this trick.
        """
        found: list[Card] = []
        highest: Card | None = None
        for card in cards(playable):
            below = self._below(card, live)
            if playable >> below & 1 and all(mask >> card & 1 == mask >> below & 1 for mask in allowed):
                highest = card
                continue
            found += [card] if highest is None else [highest, card]
            highest = None
        return found if highest is None else [*found, highest]

    def _below(self, card: Card, live: int) -> int:
        """Return the next lower card of the suit in play; where there is none, a number that no card has."""
        suit, rank = divmod(card, 13)
        lower = live & SUIT_MASK[suit] & ((1 << card) - 1)
        return lower.bit_length() - 1 if lower and not (self._tricks.order.ace_low and rank == 12) else 52

    def _in_order(self, found: list[Card], now: _Moment) -> list[Card]:
        """Return the cards so that the one that decides comes early: high ones of those who want the trick."""
        ours = now.turn in self._side and bool(now.hands[now.turn])
        if not now.table:
            return sorted(found, key=lambda card: card % 13, reverse=ours == self._most)
        power = self._power(now.table)
        return sorted(found, key=lambda card: power[card], reverse=ours == self._most)

    def _power(self, table: tuple[Card, ...]) -> tuple[int, ...]:
        """Return the strength of every card in a trick that begins so."""
        return powers(self._tricks.order.trump, self._tricks.order.ace_low, table[0] // 13)

    def _key(self, now: _Moment) -> object:
        """Return what is alike for moments that differ only in ranks out of play, or in the names of plain suits."""
        suits = []
        for suit in range(4):
            row = ""
            for rank in (*range(11, -1, -1), 12) if self._tricks.order.ace_low else range(12, -1, -1):
                bit = 1 << (13 * suit + rank)
                if now.pool & bit:
                    row += "?" + "".join("+" if mask & bit else "-" for mask in now.allowed)
                else:
                    row += "".join(str(seat) for seat, hand in enumerate(now.hands) if hand & bit)
            suits.append(row)
        trump = "" if self._tricks.order.trump is None else suits.pop(self._tricks.order.trump)
        return now.line[0], now.left, now.until_end, trump, tuple(sorted(suits))
