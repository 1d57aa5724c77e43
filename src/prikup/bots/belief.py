"""The likelihood of a world, from what the others said and played, if these were their cards.

At each call of another seat the rule-of-thumb player says what it would have said with that hand. Where that is the
same, nothing changes; where not, the world becomes less likely, for nobody plays quite like a rule of thumb: the less
likely, the farther the hand is from one with which it would have made the call, if the game tells that
(`Kind.calling`). So it is with cards laid away unseen, and, by the native rule of thumb, with cards played. No world is
ever ruled out. Source: Rebstock, Solinas, Buro, "Policy based inference in trick-taking card games", 2019, with rules
of thumb in place of learned policies.

An example: a seat has declared 7 of spades. In one world it holds but three spades, and the rule of thumb would have
declared 6 of clubs. With the doubts of `DOUBTS` the declaration weighs 0.45, and 0.4 three times more: twice for the
trumps that are missing to `LONG` = 5, once for the level between 6 and 7. One of the cards that the seat has played
since is not what the native rule of thumb would have played: 0.52. So the likelihood of the world is 0.45 * 0.4 ** 3 *
0.52 = 0.015, and it is drawn once for 67 times that a world is in which all was as expected.

Most worlds are very unlikely, so they are drawn by a Markov chain (Metropolis): from one to the next two cards change
places, or do not, as the likelihoods have it. In most worlds of the chain the cards laid away are those that the rule
of thumb would lay away of the cards that the seat has there; but any others may be tried in their stead. Where three
hands or more are known to lack suits, now and then three cards or more move on in a ring, for it may be that no two of
them can change places. So no world is out of reach.
"""

import random
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from math import comb
from operator import add
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.bots.cardplay import two_camps
from prikup.cards import BIT, SUIT_MASK, Card, cards, mask
from prikup.exchange import DISCARD
from prikup.game import AnyGame, Player, Redeal, dealt_to
from prikup.games import GAMES
from prikup.match import Match
from prikup.solver import Position, Search
from prikup.state import Action, Note, Seat, State, View, view
from prikup.tricks import Tricks
from prikup.worlds import Placements, all_worlds, count_placements, fill, unseen, worlds

__all__ = ["DOUBTS", "FEW", "FILE", "PARTS", "Belief", "Differences", "Doubts", "doubts"]


class Differences(NamedTuple):
    """The numbers of decisions in which the others differ, in a world, from what the rule of thumb would have done.

    `call`: in an auction, and `far` the `PARTS` of a trick by which the hand is away from one with which the rule of
    thumb would have made the call, where it tells; `contract`: contracts declared, and `step` the trumps that a
    declarer lacks to `LONG` and the levels by which theirs is away; `against`: whether to play against it, and all else
    that is said after the auction; `laid`: other cards laid away, and `worse` the parts of a trick by which the rule of
    thumb holds the hand to be worse for it, where it tells; `card`: cards played.
    """

    call: int = 0
    contract: int = 0
    step: int = 0
    against: int = 0
    laid: int = 0
    card: int = 0
    worse: int = 0
    far: int = 0

    def plus(self, other: "Differences") -> "Differences":
        """Return the numbers of both together."""
        return Differences(*map(add, self, other))


class Doubts(Struct, frozen=True):
    """The factors by which each kind of difference makes a world less likely."""

    call: float
    contract: float
    step: float
    against: float
    laid: float
    card: float
    worse: float = 1.0
    far: float = 1.0

    def likelihood(self, found: Differences) -> float:
        """Return the product of the factors of all differences."""
        calls = self.call**found.call * self.far**found.far
        contract = self.contract**found.contract * self.step**found.step
        laid = self.laid**found.laid * self.worse**found.worse
        return float(calls * contract * self.against**found.against * laid * self.card**found.card)


DOUBTS = Doubts(call=0.6, contract=0.45, step=0.4, against=0.4, laid=0.0075, card=0.52)
"""The doubts where a game has none of its own.

They were fitted to strangers in all games together (`bench/doubts.py`), but for `laid`, a tenth of what was found: the
chain tries any other cards, as no rule of thumb would lay them away.
"""
FILE = "doubts.json"
"""The file of the doubts that were fitted to strangers in a game, in its folder."""
PARTS, MOST = 4, 16
"""The parts of a trick in which it is told how much worse other cards are laid away, and how far a hand is from a call;
and the most parts that count."""
LONG = 5
"""The trumps that one expects of a declarer. Of two bad worlds one must be the better, or the chain finds no way."""
STARTS, TRIES, BURN_IN, STEPS = 20, 200, 60, 8
"""The chain begins with the likeliest of `STARTS` worlds, or of fewer where `TRIES` placements made no more; `BURN_IN`
steps are left out; of `STEPS` one world is kept.
"""
LAYS = 0.2
"""The share of steps in which other cards are laid away, where any were."""
RINGS = 0.1
"""The share of steps in which more cards than two change places, where that may be needed."""
FEW = 200
"""The number of worlds up to which all are thought of: to draw 40 takes as long.

There are 66 ways to lay two of twelve cards away.
"""
STOCK = -1


class Decision(NamedTuple):
    """A decision of a seat before the cards were played: an action, or (`lays`) a number of cards laid away.

    `laid`: the seat had laid cards away before.
    """

    seat: Seat
    public: Any
    action: Action
    lays: int
    laid: bool


class WorldDeal(NamedTuple):
    """The deal of a world: the hands and the stock; and the cards that have been laid away since."""

    hands: tuple[int, ...]
    stock: int
    laid: int


@lru_cache(maxsize=256)
def _places(name: str, options: Any, dealer: Seat) -> tuple[Seat, ...]:
    """Return where the cards of a deck go, from the top: to the hand of a seat, or to the stock."""
    game = GAMES[name].build(options)
    owners = dealt_to(game, Match.begin(game, dealer).standing)
    return tuple(STOCK if seat is None else seat for seat in owners)


def _parts(tricks: float) -> int:
    """Return the parts of a trick that some tricks have, none below 0."""
    return round(max(0.0, min(MOST, PARTS * tricks)))


@cache
def doubts(name: str) -> Doubts:
    """Return the doubts about what is said and played in a game."""
    path = GAMES[name].folder / FILE
    return msgspec.json.decode(path.read_bytes(), type=Doubts) if path.exists() else DOUBTS


class Belief:
    """The belief of a player about a deal, from what that player has seen of it.

    What the rule of thumb would have done with a hand is worked out once.
    """

    def __init__(self, game: AnyGame, seen: View[Any], rule: Player, search: Search, rng: random.Random) -> None:
        self.game, self.seen, self.rule, self.search, self.rng = game, seen, rule, search, rng
        self.doubts = doubts(game.name)
        self.places = _places(game.name, game.options, seen.public.dealer)
        tricks: Tricks | None = seen.public.tricks
        self.played = tuple(tricks.played(seat) if tricks else 0 for seat in range(game.seats))
        self.led = tricks.all_played & ~mask(c for held in self.played for c in cards(held)) if tricks else 0
        self.shown = mask(said.action for said in seen.public.said if said.action < 52)
        self.took = mask(note.action for note in seen.notes if note.kind == "took") or self.shown
        self.cells = game.unknown(seen)
        self.owner = next((cell.seat for cell in self.cells if cell.place == "discard"), seen.seat)
        self.alone = False
        self.cards, self.begun = self._played(tricks) if tricks else ((), None)
        self.decisions = self._decisions()
        self.lay = next((decision for decision in self.decisions if decision.lays), None)
        self.held_at, self.laid_at = (
            next((at for at, cell in enumerate(self.cells) if (cell.place, cell.seat) == (place, self.owner)), -1)
            for place in ("hand", "discard")
        )
        anything = unseen(self.cells)
        self.lacking = sum(cell.size > 0 and cell.allowed & anything != anything for cell in self.cells)
        self._of_seats: dict[tuple[Seat, int, int, int], Differences] = {}
        self._laid_by_rule: dict[int, int] = {}
        self._left_by_rule: dict[int, float] = {}

    # What happened

    def _played(self, tricks: Tricks) -> tuple[tuple[Card, ...], Position | None]:
        """Return the cards played so far, and the position before the first of them, but for the hands.

        Nothing where talon cards have led.
        """
        history = tricks.history
        if not history[0] or self.led or any(seat not in tricks.seats for trick in history for seat, _ in trick):
            return (), None
        first = Tricks.begin(tricks.order, tricks.follow, tricks.seats, history[0][0][0], self.game.seats, tricks.last)
        contest = self.game.contest(self.seen.public)
        self.alone = not two_camps(contest)
        begun = Position.of(first, (0,) * self.game.seats, contest.sides[0], contest.goal)
        return tuple(card for trick in history for _, card in trick), begun

    def dealt(self, world: State[Any]) -> WorldDeal:
        """Return how a world was dealt. Of a stock that a seat took unseen any cards of that seat may be."""
        hands = [hand | played for hand, played in zip(world.hands, self.played, strict=True)]
        stock = mask(world.stock) | self.led
        laid = mask(self.game.pack) & ~stock
        for hand in hands:
            laid &= ~hand
        if laid and self.owner is not None:
            whole = hands[self.owner] | laid
            stock = self.took or mask(self.rng.sample(cards(whole), self.places.count(STOCK)))
            hands[self.owner] = whole & ~stock
        return WorldDeal(tuple(hands), stock, laid)

    def _beginning(self) -> tuple[State[Any], WorldDeal] | None:
        """Return the state of a world as it was dealt, and how; None if that cannot be told.

        Nearly any world will do, but for decks that the rules refuse.
        """
        if self.game.sealed:
            return None
        for world in islice(worlds(self.game, self.seen, self.rng), STARTS):
            dealt = self.dealt(world)
            left = {
                STOCK: list(cards(dealt.stock)),
                **{seat: list(cards(hand)) for seat, hand in enumerate(dealt.hands)},
            }
            if any(len(left[seat]) != self.places.count(seat) for seat in left):
                return None
            state = self.game.deal(tuple(left[place].pop() for place in self.places), self.seen.public.match)
            if not isinstance(state, Redeal):
                return state, dealt
        return None

    def _decisions(self) -> list[Decision]:
        """Return what the others decided before the cards were played.

        It ends where it is not known how the deal went on: where cards were given. Of sealed bids nothing is said.
        """
        game, beginning = self.game, self._beginning()
        if beginning is None:
            return []
        state, dealt = beginning
        said: Iterator[Action] = iter([said.action for said in self.seen.public.said if said.action >= 52])
        found: list[Decision] = []
        laid: set[Seat] = set()
        while (seat := state.public.actor) is not None:
            public, legal = state.public, game.legal(view(state, seat))
            if public.phase == "play":
                break
            if legal[0] < 52:
                exchange = public.exchange
                if exchange.now.receiver is not DISCARD or exchange.owed != dealt.laid.bit_count():
                    break
                found.append(Decision(seat, public, 0, exchange.owed, False))
                laid.add(seat)
                for card in cards(dealt.laid):
                    state = game.apply(state, card)
                continue
            action = next(said, None)
            if action is None or action not in legal:
                break
            found.append(Decision(seat, public, action, 0, seat in laid))
            state = game.apply(state, action)
        return [decision for decision in found if decision.seat != self.seen.seat]

    # How likely it was

    def likelihood(self, world: State[Any]) -> float:
        """Return how likely the others were to do what they did, if this is the world.

        It is 1 where the rules of thumb would have done it all, and else the product of the factors above.
        """
        return self.doubts.likelihood(self.differences(world))

    def differences(self, world: State[Any]) -> Differences:
        """Return in how much of what they did the others differ from the rules of thumb, if this is the world."""
        found = self._of_play(world)
        if not self.decisions:
            return found
        dealt = self.dealt(world)
        for seat, hand in enumerate(dealt.hands):
            if seat != self.seen.seat:
                own = seat == self.owner and dealt.laid
                key = (seat, hand, dealt.stock if own else 0, dealt.laid if own else 0)
                if key not in self._of_seats:
                    self._of_seats[key] = self._of_calls(*key)
                found = found.plus(self._of_seats[key])
        return found

    def _of_calls(self, seat: Seat, hand: int, took: int, laid: int) -> Differences:
        """Return in how much a seat differs in what it said and laid away, if this was its hand."""
        found = Differences()
        for decision in self.decisions:
            if decision.seat != seat:
                continue
            if decision.lays:
                found = found.plus(self.of_laid(decision, hand | took, laid))
                continue
            notes = tuple(Note("discarded", seat, card) for card in cards(laid)) if decision.laid else ()
            asked = View(seat, decision.public, (hand | took) & ~laid if decision.laid else hand, notes)
            usual = self.rule(asked)
            if usual != decision.action:
                found = found.plus(self._of_call(decision, asked, usual))
        return found

    def of_laid(self, decision: Decision, whole: int, laid: int) -> Differences:
        """Return how cards laid away of a whole hand differ from those of the rule of thumb; all are masks."""
        usual, laying = self._away(decision, whole), GAMES[self.game.name].laying
        if laid == usual or laying is None:
            return Differences(laid=int(laid != usual))
        asked = View(decision.seat, decision.public, whole, ())
        if whole not in self._left_by_rule:
            self._left_by_rule[whole] = laying(self.game, asked, usual)
        less = self._left_by_rule[whole] - laying(self.game, asked, laid)
        return Differences(laid=1, worse=_parts(less))

    def _of_call(self, decision: Decision, asked: View[Any], usual: Action) -> Differences:
        """Return how a call differs from the `usual` one, which the rule of thumb has for a View."""
        if decision.public.phase == "auction":
            calling = GAMES[self.game.name].calling
            return Differences(call=1, far=0 if calling is None else _parts(calling(self.game, asked, decision.action)))
        hand, contracts = asked.hand, self.game.contracts
        if decision.action not in contracts:
            return Differences(against=1)
        trump, level = contracts[decision.action]
        short = 0 if trump is None else max(0, LONG - (hand & SUIT_MASK[trump]).bit_count())
        away = abs(level - contracts[usual][1]) if usual in contracts else 1
        return Differences(contract=1, step=short + away)

    def _of_play(self, world: State[Any]) -> Differences:
        """Return in how many cards the others differ."""
        if self.begun is None:
            return Differences()
        seats = self.begun.seats
        whole = enumerate(zip(world.hands, self.played, strict=True))
        hands = tuple(hand | played if seat in seats else 0 for seat, (hand, played) in whole)
        asked = replace(self.begun, hands=hands)
        return Differences(card=self.search.surprises(asked, self.cards, self.seen.seat, alone=self.alone))

    def _away(self, decision: Decision, whole: int) -> int:
        """Return the cards that the rule of thumb would lay away, as a mask."""
        if whole not in self._laid_by_rule:
            hands = [0] * self.game.seats
            hands[decision.seat] = whole
            state = State(decision.public, tuple(hands), ((),) * len(hands), ())
            found = 0
            for _ in range(decision.lays):
                card = self.rule(view(state, decision.seat))
                found |= BIT[card]
                state = self.game.apply(state, card)
            self._laid_by_rule[whole] = found
        return self._laid_by_rule[whole]

    # Worlds

    def worlds(self, most: int) -> tuple[list[State[Any]], list[float]]:
        """Return worlds and their weights: all of them, if there are few; else `most`.

        Those are drawn by their likelihood, and have the same weight.
        """
        if count_placements(self.game, self.seen) <= max(most, FEW):
            found = list(all_worlds(self.game, self.seen))
            return found, [self.likelihood(world) for world in found]
        if not self.decisions and self.begun is None:
            drawn = worlds(self.game, self.seen, self.rng)
            return [next(drawn) for _ in range(most)], [1.0] * most
        return list(self._chain(most)), [1.0] * most

    def _chain(self, most: int) -> Iterator[State[Any]]:
        """Yield worlds one after the other, each made of the one before it."""
        masks, world = self._start()
        now = self.likelihood(world)
        loose = [card for cell in masks for card in cards(cell)]
        for step in range(1, BURN_IN + STEPS * most + 1):
            lays = self.lay is not None and self.rng.random() < LAYS
            changed, ways = self._laid_otherwise(masks) if lays else (self._turned(masks, self._ring(loose)), 1.0)
            if changed is not None:
                candidate = fill(self.seen, self.cells, changed)
                if self.game.possible(self.seen, candidate):
                    likely = self.likelihood(candidate)
                    if self.rng.random() * now < likely * ways:
                        masks, world, now = changed, candidate, likely
            if step > BURN_IN and (step - BURN_IN) % STEPS == 0:
                yield world

    def _start(self) -> tuple[list[int], State[Any]]:
        """Return the likeliest of some worlds, and its masks by cell."""
        placements = Placements(self.cells)
        found: list[tuple[float, int, list[int], State[Any]]] = []
        tries = 0
        while not found or (len(found) < STARTS and tries < TRIES and max(found)[0] < 1.0):
            tries += 1
            masks = self._laid_anew(placements.draw(self.rng))
            world = fill(self.seen, self.cells, masks)
            if self.game.possible(self.seen, world):
                found.append((self.likelihood(world), -len(found), masks, world))
        return max(found)[2:]

    def _ring(self, loose: list[Card]) -> list[Card]:
        """Return cards that may change places: two, or now and then more, up to one for each hand that lacks a suit."""
        rings = self.lacking > 2 and self.rng.random() < RINGS
        return self.rng.sample(loose, self.rng.randint(3, self.lacking) if rings else 2)

    def _turned(self, masks: list[int], ring: list[Card]) -> list[int] | None:
        """Return the masks with each card of a ring in the place of the next one: one way leads there, and one back.

        None if two lie in one cell, or one may not move. Where the cards laid away were those that the rule of thumb
        would choose they are again, and where not, not.
        """
        places = [next(at for at, cell in enumerate(masks) if cell >> card & 1) for card in ring]
        if len(set(places)) < len(ring):
            return None
        changed = masks.copy()
        for card, place, to in zip(ring, places, (*places[1:], places[0]), strict=True):
            if not self.cells[to].allowed & BIT[card]:
                return None
            changed[place] ^= BIT[card]
            changed[to] ^= BIT[card]
        anew = self._laid_anew(changed)
        if self._laid_anew(masks) == masks:
            return anew
        return None if anew == changed else changed

    def _laid_otherwise(self, masks: list[int]) -> tuple[list[int] | None, float]:
        """Return the masks with other cards laid away, and how many ways lead there for each that leads back.

        Any others, where they are those that the rule of thumb would choose, and else these.
        """
        if min(self.held_at, self.laid_at) < 0:
            return None, 1.0
        laid = masks[self.laid_at]
        whole = masks[self.held_at] | laid
        ways = comb(whole.bit_count(), laid.bit_count()) - 1
        anew = self._laid_anew(masks)
        if anew != masks:
            return anew, 1 / ways
        away = mask(self.rng.sample(cards(whole), laid.bit_count()))
        changed = self._laid(masks, away)
        if away == laid or changed is None or self._laid_anew(changed) == changed:
            return None, 1.0
        return changed, ways

    def _laid_anew(self, masks: list[int]) -> list[int]:
        """Return the masks with the cards laid away that the rule of thumb would choose, if those are possible."""
        if self.lay is None or min(self.held_at, self.laid_at) < 0 or self.owner is None:
            return masks
        whole = masks[self.held_at] | masks[self.laid_at]
        return self._laid(masks, self._away(self.lay, whole | self.played[self.owner])) or masks

    def _laid(self, masks: list[int], away: int) -> list[int] | None:
        """Return the masks with some cards laid away, if those are possible."""
        whole = masks[self.held_at] | masks[self.laid_at]
        held = whole & ~away
        if away & ~(whole & self.cells[self.laid_at].allowed) or held & ~self.cells[self.held_at].allowed:
            return None
        masks = masks.copy()
        masks[self.held_at], masks[self.laid_at] = held, away
        return masks
