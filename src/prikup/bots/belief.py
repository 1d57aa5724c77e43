"""Estimate how likely each possible deal (a *world*) is, given what the other players did.

A world starts with likelihood 1. Each earlier decision of another seat is compared with the decision that the
rule-based player would have made with the seat's hand in this world. (A card played is compared with the choice of the
native heuristic, which native code uses to play deals to the end.) An equal decision changes nothing. A different
decision multiplies the likelihood by the factor for its kind: contract, whist (a defender's promise of tricks), discard
or card (`LikelihoodFactors`). A call of the auction lowers the likelihood more if players rarely make this call with
hands that do not fit it (`CallRate`). If the game provides `GameDefinition.call_distance`, a call lowers the likelihood
more, the further the hand is from one that would justify the call. No factor is 0, so no world is excluded.

Example: a seat declared 7 of spades. In one world it holds three spades, and the rule-based player would have declared
6 of clubs. With the factors of `DEFAULT_FACTORS`, the contract factor is 0.45; the step factor 0.4 applies three times,
for two trumps fewer than `EXPECTED_TRUMPS` = 5 and one level of difference. One card that the seat played is also
unexpected, with the factor 0.52. The likelihood is 0.45 * 0.4 ** 3 * 0.52 = 0.015, so this world is sampled once for
every 67 times that a world without deviations is sampled.

If there are at most `ENUMERATE_UP_TO` worlds, all are returned with their likelihoods. Otherwise worlds are sampled by
a Markov chain (`world_chain.py`).

Source: Rebstock, Solinas, Buro, "Policy based inference in trick-taking card games", 2019, with rule-based players in
place of learned policies.
"""

import random
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from prikup.bots.call_rates import RATED_PHASES, CallRate, call_parts, call_rates, default_rate
from prikup.bots.cardplay import has_two_sides
from prikup.bots.likelihood_factors import NO_DEVIATIONS, Deviations, likelihood_factors, parts
from prikup.bots.world_chain import BURN_IN, RARE_BURN_IN, WorldChain
from prikup.games import GAMES
from prikup.rules.action_text import action_text
from prikup.rules.cards import BIT, SUIT_MASK, Card, cards, is_call, is_card, mask
from prikup.rules.exchange import DISCARD
from prikup.rules.game import AnyGame, Player, Redeal, card_receivers
from prikup.rules.match import Match
from prikup.rules.state import Action, PrivateNote, Seat, State, View, view
from prikup.rules.tricks import Tricks
from prikup.solver import Position, Search
from prikup.worlds.possible_worlds import all_worlds, count_placements, sample_worlds

__all__ = ["ENUMERATE_UP_TO", "Belief"]


EXPECTED_TRUMPS = 5
"""The number of trumps that a declarer is expected to hold.

Each missing trump lowers the likelihood of a possible deal. So even of two unlikely deals one is likelier than the
other, which lets the Markov chain move towards likely deals.
"""
DEAL_TRIES = 20
"""The maximum number of random worlds (possible deals) from which the start of the deal is reconstructed."""
ENUMERATE_UP_TO = 200
"""The maximum number of possible deals that are enumerated instead of sampled.

Enumerating this number takes as long as sampling 40. For comparison, there are 66 ways to discard two of twelve cards.
"""
SHARE_WORLDS = 50
"""The number of random worlds (possible deals) from which the rate of a call is estimated if it was never counted.

The rate of a call is how often players make it (`CallRate`).
"""
RARE = 0.3
"""The likelihood factor of an unexpected call below which the Markov chain takes more steps.

Hardly any random deal explains so rare a call, so the chain needs more steps to reach likely deals.
"""
STOCK = -1


class ObservedDecision(NamedTuple):
    """A decision that a seat made before card play: a call, or the discard of `lays` cards.

    - `public` is the public part of the state before the decision.
    - `action` is the call; it is 0 for a discard.
    - `lays` is the number of discarded cards; it is 0 for a call.
    - `has_discarded` is true for a call made after the seat had discarded in the deal.
    - `rate` tells how often players make the call; it is None except for calls of the auction and answers to a doubling
      of the stake.
    """

    seat: Seat
    public: Any
    action: Action
    lays: int
    has_discarded: bool
    rate: CallRate | None = None


class WorldDeal(NamedTuple):
    """The cards of a world (a possible deal) as they were dealt: the hands and the stock, all as bit masks.

    The stock consists of the undealt cards. `discard` are the cards that have been discarded since the deal.
    """

    hands: tuple[int, ...]
    stock: int
    discard: int


@lru_cache(maxsize=256)
def _places(name: str, options: Any, dealer: Seat) -> tuple[Seat, ...]:
    """Return where each card of the deck is dealt, from the top of the deck: to a seat, or to the stock (`STOCK`).

    The stock consists of the undealt cards. `name` is the name of the game, and `options` are its house rules.
    """
    game = GAMES[name].build(options)
    owners = card_receivers(game, Match.begin(game, dealer).standing)
    return tuple(STOCK if seat is None else seat for seat in owners)


class Belief:
    """One player's estimate of where the hidden cards of a deal are, built from the player's View.

    A View is what one player may know of a deal. The estimate compares the other seats' decisions with those of the
    rule-based player `rule`, whose choices are cached for each hand. `search` is the solver, and `rng` draws the
    samples.
    """

    def __init__(self, game: AnyGame, view: View[Any], rule: Player, search: Search, rng: random.Random) -> None:
        self.game, self.view, self.rule, self.search, self.rng = game, view, rule, search, rng
        self.factors, self.pack = likelihood_factors(game.name), mask(game.pack)
        self.places = _places(game.name, game.options, view.public.dealer)
        tricks: Tricks | None = view.public.tricks
        self.played = tuple(tricks.played_cards(seat) if tricks else 0 for seat in range(game.seats))
        self.led_stock_cards = (
            tricks.all_played_cards & ~mask(c for seat_cards in self.played for c in cards(seat_cards)) if tricks else 0
        )
        self.shown_stock_cards = mask(
            announcement.action for announcement in view.public.said if is_card(announcement.action)
        )
        self.taken_cards = mask(note.action for note in view.notes if note.kind == "took") or self.shown_stock_cards
        self.cells = game.analysis.hidden_cells(view)
        self.owner = next((cell.seat for cell in self.cells if cell.place == "discard"), view.seat)
        self.is_without_sides = False
        self.cards, self.start_position = self._play_history(tricks) if tricks else ((), None)
        self.decisions = self._observed_decisions()
        self.discard_decision = next((decision for decision in self.decisions if decision.lays), None)
        self._deviations_by_seat: dict[tuple[Seat, int, int, int], Deviations] = {}
        self._rule_discards: dict[int, int] = {}
        self._rule_hand_values: dict[int, float] = {}
        self._last_chain: WorldChain | None = None

    # History

    def _play_history(self, tricks: Tricks) -> tuple[tuple[Card, ...], Position | None]:
        """Return the cards played so far, and the solver's input before the first of them.

        The solver's input is a `Position`; its hands are empty here. Return `((), None)` if the cards played cannot be
        compared with the choices of the heuristic by which native code plays deals to their end: no card was played,
        undealt cards were led to tricks, or a card came from a seat that does not take part in the tricks
        (`Tricks.seats`).
        """
        history = tricks.history
        if (
            not history[0]
            or self.led_stock_cards
            or any(seat not in tricks.seats for trick in history for seat, _ in trick)
        ):
            return (), None
        first_trick = Tricks.begin(
            tricks.order, tricks.follow, tricks.seats, history[0][0][0], self.game.seats, tricks.last
        )
        objective = self.game.objective(self.view.public)
        self.is_without_sides = not has_two_sides(objective)
        start_position = Position.of(first_trick, (0,) * self.game.seats, objective.sides[0], objective.goal)
        return tuple(card for trick in history for _, card in trick), start_position

    def initial_deal(self, world: State[Any]) -> WorldDeal:
        """Reconstruct how the cards of a world (a possible deal) were dealt, before any were discarded or played.

        If a seat took the stock (the undealt cards) without showing it, the cards of the stock are chosen at random
        from that seat's cards.
        """
        hands = [hand | played_cards for hand, played_cards in zip(world.hands, self.played, strict=True)]
        stock = mask(world.stock) | self.led_stock_cards
        discard = self.pack & ~stock
        for hand in hands:
            discard &= ~hand
        if discard and self.owner is not None:
            full_hand = hands[self.owner] | discard
            stock = self.taken_cards or mask(self.rng.sample(cards(full_hand), self.places.count(STOCK)))
            hands[self.owner] = full_hand & ~stock
        return WorldDeal(tuple(hands), stock, discard)

    def _initial_state(self) -> tuple[State[Any], WorldDeal] | None:
        """Return the state right after the deal in a random world (possible deal), and the cards dealt in it.

        The calls are replayed from this state; almost any world serves this purpose. Several worlds are tried, because
        the rules may require a redeal for some of them. The result is None if the game has sealed bids (made without
        seeing other seats' bids), or if the dealt cards cannot be reconstructed.
        """
        if self.game.sealed_phases:
            return None
        for world in islice(sample_worlds(self.game, self.view, self.rng), DEAL_TRIES):
            world_deal = self.initial_deal(world)
            undealt_cards = {
                STOCK: list(cards(world_deal.stock)),
                **{seat: list(cards(hand)) for seat, hand in enumerate(world_deal.hands)},
            }
            if any(len(undealt_cards[seat]) != self.places.count(seat) for seat in undealt_cards):
                return None
            state = self.game.deal(tuple(undealt_cards[place].pop() for place in self.places), self.view.public.match)
            if not isinstance(state, Redeal):
                return state, world_deal
        return None

    def _observed_decisions(self) -> list[ObservedDecision]:
        """Return the calls and discards that the other seats made before card play, in order.

        The list ends where the history is unknown, for example after cards were given to another seat. It is empty in
        games with sealed bids (made without seeing other seats' bids).
        """
        game, beginning = self.game, self._initial_state()
        if beginning is None:
            return []
        state, world_deal = beginning
        said: Iterator[Action] = iter([said.action for said in self.view.public.said if is_call(said.action)])
        decisions: list[ObservedDecision] = []
        discarders: set[Seat] = set()
        while (seat := state.public.actor) is not None:
            public, legal = state.public, game.legal(view(state, seat))
            if public.phase == "play":
                break
            if is_card(legal[0]):
                exchange = public.exchange
                if exchange.current_debt.receiver is not DISCARD or exchange.owed != world_deal.discard.bit_count():
                    break
                decisions.append(ObservedDecision(seat, public, 0, exchange.owed, False))
                discarders.add(seat)
                for card in cards(world_deal.discard):
                    state = game.apply_unchecked(state, card)
                continue
            action = next(said, None)
            if action is None or action not in legal:
                break
            has_discarded = seat in discarders
            rate = self._rate(public, action, has_discarded)
            decisions.append(ObservedDecision(seat, public, action, 0, has_discarded, rate))
            state = game.apply_unchecked(state, action)
        return [decision for decision in decisions if decision.seat != self.view.seat]

    def _rate(self, public: Any, action: Action, has_discarded: bool) -> CallRate | None:
        """Return how often players make the call `action`, which the seat to act has made; None if it has no rate.

        `public` is the public part of the state before the call, and names the seat to act. `has_discarded` tells
        whether this seat has discarded in the deal. Only calls of other seats in phases of the kinds `RATED_PHASES`
        have rates. If the call was never counted, its rate is estimated from the share of random hands with which the
        rule-based player makes it.
        """
        if self.game.phases[public.phase].kind not in RATED_PHASES or public.actor == self.view.seat:
            return None
        rate = call_rates(self.game.name).calls.get(action_text(self.game.calls, action))
        if rate is not None:
            return rate
        worlds = list(islice(sample_worlds(self.game, self.view, self.rng), SHARE_WORLDS))
        fitting = 0
        for world in worlds:
            hands, stock, discard = self.initial_deal(world)
            caller_view = _view_of_caller(public.actor, public, hands[public.actor], stock, discard, has_discarded)
            fitting += self.rule(caller_view) == action
        return default_rate((fitting + 1) / (len(worlds) + 2))

    # Likelihood

    def likelihood(self, world: State[Any]) -> float:
        """Return how likely the other seats' decisions are if `world` is the actual deal.

        The result is 1 if the rule-based player would have made the same decisions, and smaller otherwise.
        """
        return self.factors.likelihood(self.count_deviations(world))

    def count_deviations(self, world: State[Any]) -> Deviations:
        """Count how often the other seats deviated from what computer players would do, if `world` is the actual deal.

        Calls and discards are compared with the rule-based player, and cards played with the heuristic by which native
        code plays deals to their end.
        """
        deviations = self._count_play_deviations(world)
        if not self.decisions:
            return deviations
        world_deal = self.initial_deal(world)
        for seat, hand in enumerate(world_deal.hands):
            if seat != self.view.seat:
                discarded = seat == self.owner and world_deal.discard
                key = (seat, hand, world_deal.stock if discarded else 0, world_deal.discard if discarded else 0)
                if key not in self._deviations_by_seat:
                    self._deviations_by_seat[key] = self._count_call_deviations(*key)
                if (call_deviations := self._deviations_by_seat[key]) != NO_DEVIATIONS:
                    deviations = deviations.plus(call_deviations)
        return deviations

    def _count_call_deviations(self, seat: Seat, hand: int, taken_cards: int, discard: int) -> Deviations:
        """Count the deviations in a seat's calls and discards, assuming that the seat was dealt `hand`.

        `taken_cards` are the cards that the seat took from the stock (the undealt cards), and `discard` those that it
        discarded. All three are bit masks.
        """
        deviations = Deviations()
        for decision in self.decisions:
            if decision.seat != seat:
                continue
            if decision.lays:
                deviations = deviations.plus(self.compare_discards(decision, hand | taken_cards, discard))
                continue
            decision_view = _view_of_caller(seat, decision.public, hand, taken_cards, discard, decision.has_discarded)
            rule_action = self.rule(decision_view)
            if rule_action != decision.action:
                deviations = deviations.plus(self._compare_call(decision, decision_view, rule_action))
        return deviations

    def compare_discards(self, decision: ObservedDecision, full_hand: int, discard: int) -> Deviations:
        """Compare a discard with the one that the rule-based player would choose from the same hand.

        `decision` is the observed decision to discard, and `full_hand` the hand before it. `full_hand` and `discard`
        are bit masks. If the two discards differ, the result counts one deviation. The result also says how many tricks
        the deviation costs, if the game can estimate this (`GameDefinition.discard_estimate`).
        """
        rule_discard, laying = self._rule_discard(decision, full_hand), GAMES[self.game.name].discard_estimate
        if discard == rule_discard or laying is None:
            return Deviations(laid=int(discard != rule_discard))
        decision_view = View(decision.seat, decision.public, full_hand, ())
        if full_hand not in self._rule_hand_values:
            self._rule_hand_values[full_hand] = laying(self.game, decision_view, rule_discard)
        lost_tricks = self._rule_hand_values[full_hand] - laying(self.game, decision_view, discard)
        return Deviations(laid=1, worse=parts(lost_tricks))

    def _compare_call(self, decision: ObservedDecision, decision_view: View[Any], rule_action: Action) -> Deviations:
        """Count the deviating call `decision`, and measure how far it is from the rule-based player's `rule_action`.

        `decision_view` is what the seat that made the call would have known in the world that is examined.
        """
        if decision.rate is not None:
            distance = call_parts(self.game, decision_view, decision.action)
            return Deviations(call=1, far=distance, rarity=decision.rate.rarity(distance))
        hand, contracts = decision_view.hand, self.game.analysis.contracts
        if decision.action not in contracts:
            return Deviations(against=1)
        trump, level = contracts[decision.action]
        missing_trumps = 0 if trump is None else max(0, EXPECTED_TRUMPS - (hand & SUIT_MASK[trump]).bit_count())
        level_difference = abs(level - contracts[rule_action][1]) if rule_action in contracts else 1
        return Deviations(contract=1, step=missing_trumps + level_difference)

    def _count_play_deviations(self, world: State[Any]) -> Deviations:
        """Count the cards that the other seats played and that the native heuristic would not have played.

        Native code plays deals to their end by this heuristic. It decides for each seat with the hand that the seat has
        in `world`.
        """
        if self.start_position is None:
            return Deviations()
        seats = self.start_position.seats
        cards_by_seat = enumerate(zip(world.hands, self.played, strict=True))
        hands = tuple(hand | played_cards if seat in seats else 0 for seat, (hand, played_cards) in cards_by_seat)
        position = replace(self.start_position, hands=hands)
        return Deviations(
            card=self.search.count_deviations(position, self.cards, self.view.seat, no_partners=self.is_without_sides)
        )

    def _rule_discard(self, decision: ObservedDecision, full_hand: int) -> int:
        """Return the rule-based player's discard from `full_hand`, the hand before the discard; both are bit masks.

        The result is cached. `decision` is the observed discard of the same seat.
        """
        if full_hand not in self._rule_discards:
            hands = [0] * self.game.seats
            hands[decision.seat] = full_hand
            state = State(decision.public, tuple(hands), ((),) * len(hands), ())
            discard = 0
            for _ in range(decision.lays):
                card = self.rule(view(state, decision.seat))
                discard |= BIT[card]
                state = self.game.apply_unchecked(state, card)
            self._rule_discards[full_hand] = discard
        return self._rule_discards[full_hand]

    # Worlds

    def worlds(self, count: int) -> tuple[list[State[Any]], list[float]]:
        """Return worlds (possible deals) and their weights: all worlds if there are few, else a sample of `count`.

        There are few if they number at most `count` or `ENUMERATE_UP_TO`, whichever is larger. Enumerated worlds are
        weighted by their likelihood. Sampled worlds are drawn in proportion to their likelihood and have equal weights.
        """
        if count_placements(self.game, self.view) <= max(count, ENUMERATE_UP_TO):
            enumerated_worlds = list(all_worlds(self.game, self.view))
            return enumerated_worlds, [self.likelihood(world) for world in enumerated_worlds]
        if not self.decisions and self.start_position is None:
            sampled_worlds = sample_worlds(self.game, self.view, self.rng)
            return [next(sampled_worlds) for _ in range(count)], [1.0] * count
        self._last_chain = self.chain()
        return list(self._last_chain.sample(count)), [1.0] * count

    def more_worlds(self, count: int) -> list[State[Any]]:
        """Return `count` more worlds (possible deals) of equal weight, besides those that `worlds` sampled last.

        If `worlds` used a Markov chain, it is continued, which takes less time than a new one.
        """
        return self.worlds(count)[0] if self._last_chain is None else self._last_chain.sample_more(count)

    def chain(self) -> WorldChain:
        """Return the Markov chain from which worlds (possible deals) are sampled if they are too many to enumerate."""
        rule_discard = (
            None if self.discard_decision is None else partial(self._rule_discard_of_rest, self.discard_decision)
        )
        is_rare = any(
            decision.rate is not None and self.factors.rarity ** decision.rate.rarity(0) < RARE
            for decision in self.decisions
        )
        burn_in = RARE_BURN_IN if is_rare else BURN_IN
        return WorldChain(
            self.game, self.view, self.cells, self.likelihood, self.owner, rule_discard, self.rng, burn_in
        )

    def _rule_discard_of_rest(self, decision: ObservedDecision, rest: int) -> int:
        """Return the discard that the rule-based player would choose, given what the seat still has.

        `rest` has the seat's remaining cards and its discard, as a bit mask. The cards that the seat has played since
        the discard are added, because they were in its hand at that time. `decision` is the observed decision to
        discard.
        """
        return self._rule_discard(decision, rest | self.played[decision.seat])


def _view_of_caller(
    seat: Seat, public: Any, hand: int, taken_cards: int, discard: int, has_discarded: bool
) -> View[Any]:
    """Return the view of a seat that makes a call, assuming that the seat was dealt `hand`.

    `public` is the public part of the state. With `has_discarded`, the seat has taken `taken_cards` from the stock (the
    undealt cards) and has discarded `discard`. The three sets of cards are bit masks.
    """
    if not has_discarded:
        return View(seat, public, hand, ())
    notes = tuple(PrivateNote("discarded", seat, card) for card in cards(discard))
    return View(seat, public, (hand | taken_cards) & ~discard, notes)
