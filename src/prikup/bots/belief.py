"""The likelihood of a world, from what the others said and played, if these were their cards.

At each call of another seat the rule-of-thumb player says what it would have said with that hand. Where that is the
same, nothing changes; where not, the world becomes less likely, for nobody plays quite like a rule of thumb. So it is
with cards laid away unseen, and, by the native rule of thumb, with cards played. No world is ever ruled out. Source:
Rebstock, Solinas, Buro, "Policy based inference in trick-taking card games", 2019, with rules of thumb in place of
learned policies.

An example: a seat has declared 7 of spades. In one world it holds but three spades, and the rule of thumb would have
declared 6 of clubs. The declaration weighs `DOUBT` = 0.1, and `HALF` three times: twice for the trumps that are missing
to `LONG` = 5, once for the level between 6 and 7. One of the cards that the seat has played since is not what the
native rule of thumb would have played: `SURPRISE` = 0.6. So the likelihood of the world is 0.1 * 0.5 ** 3 * 0.6 =
0.0075, and it is drawn once for 133 times that a world is in which all was as expected.

Most worlds are very unlikely, so they are drawn by a Markov chain (Metropolis): from one to the next two cards change
places, or do not, as the likelihoods have it. What was laid away is then chosen anew as the rule of thumb would.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

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
from prikup.worlds import Placements, all_worlds, count_placements, fill, worlds

__all__ = ["Belief"]

DOUBT = 0.1
"""The factor for each call that the rule of thumb would not have made in a world."""
HALF, LONG = 0.5, 5
"""The factor `HALF` for each trump that a declarer lacks to `LONG`, and for each level that the rule of thumb is away.

Of two bad worlds one must be the better, or the chain finds no way.
"""
OTHERS = 0.02
"""The factor for other cards laid away than those that the rule of thumb would have laid away."""
SURPRISE = 0.6
"""The factor for each card played that the native rule of thumb would not have played."""
STARTS, BURN_IN, STEPS = 20, 60, 8
"""The chain begins with the likeliest of `STARTS` worlds; `BURN_IN` steps are left out; of `STEPS` one world is kept.
"""
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


class Belief:
    """The belief of a player about a deal, from what that player has seen of it.

    What the rule of thumb would have done with a hand is worked out once.
    """

    def __init__(self, game: AnyGame, seen: View[Any], rule: Player, search: Search, rng: random.Random) -> None:
        self.game, self.seen, self.rule, self.search, self.rng = game, seen, rule, search, rng
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
        self._likelihoods: dict[tuple[Seat, int, int, int], float] = {}
        self._laid: dict[int, int] = {}

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

    def _dealt(self, world: State[Any]) -> WorldDeal:
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
            dealt = self._dealt(world)
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
        found = self._of_play(world)
        if not self.decisions:
            return found
        dealt = self._dealt(world)
        for seat, hand in enumerate(dealt.hands):
            if seat != self.seen.seat:
                own = seat == self.owner and dealt.laid
                key = (seat, hand, dealt.stock if own else 0, dealt.laid if own else 0)
                if key not in self._likelihoods:
                    self._likelihoods[key] = self._of_calls(*key)
                found *= self._likelihoods[key]
        return found

    def _of_calls(self, seat: Seat, hand: int, took: int, laid: int) -> float:
        """Return how likely a seat was to say and lay away what it did with a hand."""
        found = 1.0
        for decision in self.decisions:
            if decision.seat != seat:
                continue
            if decision.lays:
                found *= 1.0 if laid == self._away(decision, hand | took) else OTHERS
                continue
            notes = tuple(Note("discarded", seat, card) for card in cards(laid)) if decision.laid else ()
            asked = View(seat, decision.public, (hand | took) & ~laid if decision.laid else hand, notes)
            usual = self.rule(asked)
            found *= 1.0 if usual == decision.action else self._doubt(decision, asked.hand, usual)
        return found

    def _doubt(self, decision: Decision, hand: int, usual: Action) -> float:
        """Return how likely a seat was to make a call with a hand for which the rule of thumb has the `usual` one."""
        contracts = self.game.contracts
        if decision.public.phase == "auction" or decision.action not in contracts:
            return DOUBT
        trump, level = contracts[decision.action]
        short = 0 if trump is None else max(0, LONG - (hand & SUIT_MASK[trump]).bit_count())
        away = abs(level - contracts[usual][1]) if usual in contracts else 1
        return float(DOUBT * HALF ** (short + away))

    def _of_play(self, world: State[Any]) -> float:
        """Return how likely the others were to play what they played."""
        if self.begun is None:
            return 1.0
        seats = self.begun.seats
        whole = enumerate(zip(world.hands, self.played, strict=True))
        hands = tuple(hand | played if seat in seats else 0 for seat, (hand, played) in whole)
        asked = replace(self.begun, hands=hands)
        return float(SURPRISE ** self.search.surprises(asked, self.cards, self.seen.seat, alone=self.alone))

    def _away(self, decision: Decision, whole: int) -> int:
        """Return the cards that the rule of thumb would lay away, as a mask."""
        if whole not in self._laid:
            hands = [0] * self.game.seats
            hands[decision.seat] = whole
            state = State(decision.public, tuple(hands), ((),) * len(hands), ())
            found = 0
            for _ in range(decision.lays):
                card = self.rule(view(state, decision.seat))
                found |= BIT[card]
                state = self.game.apply(state, card)
            self._laid[whole] = found
        return self._laid[whole]

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
            changed = self._swapped(masks, *self.rng.sample(loose, 2))
            if changed is not None:
                candidate = fill(self.seen, self.cells, changed)
                if self.game.possible(self.seen, candidate):
                    likely = self.likelihood(candidate)
                    if self.rng.random() * now < likely:
                        masks, world, now = changed, candidate, likely
            if step > BURN_IN and (step - BURN_IN) % STEPS == 0:
                yield world

    def _start(self) -> tuple[list[int], State[Any]]:
        """Return the likeliest of some worlds, and its masks by cell."""
        placements = Placements(self.cells)
        found: list[tuple[float, int, list[int], State[Any]]] = []
        while len(found) < STARTS and (not found or max(found)[0] < 1.0):
            masks = self._laid_anew(placements.draw(self.rng))
            world = fill(self.seen, self.cells, masks)
            if self.game.possible(self.seen, world):
                found.append((self.likelihood(world), -len(found), masks, world))
        return max(found)[2:]

    def _swapped(self, masks: list[int], one: Card, other: Card) -> list[int] | None:
        """Return the masks with two cards in each other's place; None if both lie in one cell, or one may not move."""
        i, j = (next(at for at, cell in enumerate(masks) if cell >> card & 1) for card in (one, other))
        if i == j or not self.cells[i].allowed & BIT[other] or not self.cells[j].allowed & BIT[one]:
            return None
        changed = masks.copy()
        changed[i] ^= BIT[one] | BIT[other]
        changed[j] ^= BIT[one] | BIT[other]
        return self._laid_anew(changed)

    def _laid_anew(self, masks: list[int]) -> list[int]:
        """Return the masks with the cards laid away that the rule of thumb would choose, if those are possible."""
        if self.lay is None or min(self.held_at, self.laid_at) < 0 or self.owner is None:
            return masks
        whole = masks[self.held_at] | masks[self.laid_at]
        away = self._away(self.lay, whole | self.played[self.owner])
        held = whole & ~away
        if away & ~(whole & self.cells[self.laid_at].allowed) or held & ~self.cells[self.held_at].allowed:
            return masks
        masks = masks.copy()
        masks[self.held_at], masks[self.laid_at] = held, away
        return masks
