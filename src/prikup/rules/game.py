"""The rules of a game: the abstract class `Game` that every game implements, and the loop that plays a deal."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from prikup.rules.action_text import action_text
from prikup.rules.cards import FIRST_CALL, Action, Card, Seat, cards, mask
from prikup.rules.errors import IllegalAction, Reason, reason
from prikup.rules.game_analysis import GameAnalysis
from prikup.rules.game_explanations import GameExplanations
from prikup.rules.game_scoring import GameScoring
from prikup.rules.match_standing import MatchStanding
from prikup.rules.objective import Objective
from prikup.rules.phase import Phase
from prikup.rules.score_sheet import Totals
from prikup.rules.state import P, State, View, move_card, replace_hand, replace_public, view, watch
from prikup.rules.tricks import Tricks

__all__ = [
    "AgreedEnd",
    "AnyGame",
    "ClaimableTricks",
    "DeckRule",
    "Game",
    "Player",
    "Redeal",
    "card_receivers",
    "check_deck",
    "claimable",
    "end_by_agreement",
    "illegal",
    "open_partners",
    "play",
    "set_next_actor",
]

C = TypeVar("C")
S = TypeVar("S", bound=Struct)


class Redeal(Struct, frozen=True):
    """The result of dealing a deck that the rules refuse: the cards must be dealt again.

    `reason` is the message that tells why. `revealed_hands` are the cards revealed to prove it (a mask for each seat),
    () if none are.
    """

    reason: Reason
    revealed_hands: tuple[int, ...] = ()


class DeckRule(Struct, frozen=True):
    """A rule that refuses a deck if all of `cards` are at the positions `places` and no card of `without` is.

    Positions in the deck are counted from 0 at the top. For example, if `places` are the positions of one seat's cards
    and `cards` are six spades, the rule refuses a deck that gives this seat these six spades. `shows` is the seat that
    receives the cards at these positions and reveals them as proof; None if no cards are revealed. `reason` is the
    message that tells the players why the deck is refused.
    """

    reason: Reason
    places: tuple[int, ...]
    cards: tuple[Card, ...]
    without: tuple[Card, ...] = ()
    shows: Seat | None = None

    def fits(self, deck: tuple[Card, ...]) -> bool:
        """Return whether the rule refuses `deck`, a pack in dealing order with the top card first."""
        places = self.places
        for card in self.cards:
            if deck.index(card) not in places:  # nearly always true for the first card
                return False
        return not any(deck.index(card) in places for card in self.without)


class AgreedEnd(Struct, frozen=True):
    """The end of a deal by agreement: a split of the remaining tricks, or a concession.

    `tricks` has each seat's share of the remaining tricks; it is () for a concession. `conceding_seats` are the seats
    that concede the deal; it is () for a split.
    """

    tricks: tuple[int, ...] = ()
    conceding_seats: tuple[Seat, ...] = ()


class ClaimableTricks(Struct, frozen=True):
    """The tricks that a player can claim for their `side`: at most `most` of the `left` tricks that remain.

    `wanted` is the best number for that side: `most` if the side wants many tricks, 0 if it avoids them.
    """

    side: tuple[Seat, ...]
    wanted: int
    most: int
    left: int


class Game(ABC, Generic[P]):
    """The rules of one game under one set of options: which actions are legal, and how they change the state of a deal.

    Each game subclasses this. Scoring, analysis and explanations are separate objects: `scoring`, `analysis` and
    `explanations`.

    - `name` is the name of the game's folder, with hyphens instead of underscores.
    - `rules_version` is the version number of the rules. It is raised when a change would give an old log a different
      result.
    - `seats` is the number of players, and `trick_count` the number of tricks in a deal.
    - `pack` has the cards with which the game is played.
    - `calls` are the names of the calls (actions that are not cards). The first call has the action number
      `FIRST_CALL`.
    - `columns` are the names of the columns of the score sheet.
    - `phases` are the phases of a deal by name, except two phases that are the same in every game: `play`, in which a
      card is played to a trick, and `over`, once the deal has ended.
    - `carry` is what the game carries over from deal to deal besides the totals, such as the rights that each player
      has used up. The value here is the one at the start of a match; it is None in games that carry nothing over.
    - `options` are the house rules.
    """

    name: str
    rules_version: int = 1
    seats: int
    trick_count: int
    pack: tuple[Card, ...]
    calls: tuple[str, ...]
    columns: tuple[str, ...]
    phases: Mapping[str, Phase[P]]
    carry: Any = None
    options: Any
    scoring: GameScoring
    analysis: GameAnalysis[P]
    explanations: GameExplanations[P]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.options!r})"

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The groups of seats that score together; by default each seat is a side of its own."""
        return tuple((seat,) for seat in range(self.seats))

    @cached_property
    def opening(self) -> Totals:
        """The totals of the score sheet at the start of a match, by column, then by side."""
        return ((0,) * len(self.sides),) * len(self.columns)

    @cached_property
    def sealed_phases(self) -> frozenset[str]:
        """The names of the phases in which each seat acts without seeing the actions of other seats."""
        return frozenset(name for name, phase in self.phases.items() if phase.sealed)

    # The deal

    @abstractmethod
    def deal(self, deck: tuple[Card, ...], standing: MatchStanding[Any]) -> State[P] | Redeal:
        """Return the state after dealing a deck (top card first), or a Redeal if the rules refuse the deck.

        `standing` is the state of the match before this deal.
        """

    def refusals(self, deal: int, dealer: Seat) -> tuple[DeckRule, ...]:
        """Return the rules that refuse decks (order a new deal) in deal number `deal` of a match, dealt by `dealer`.

        `dealer` is a seat. By default there are no such rules. If several rules refuse a deck, the first of them is
        reported.
        """
        return ()

    def legal(self, view: View[P]) -> tuple[Action, ...]:
        """Return the legal actions of the viewer (the seat `view.seat`); () unless the viewer is the seat to act."""
        public: Any = view.public
        if view.seat is None or view.seat != public.actor:
            return ()
        if public.phase != "play":
            return self.phases[public.phase].choices(view)
        return cards(public.tricks.legal(view.hand if public.turn == view.seat else public.shown[public.turn]))

    def apply(self, state: State[P], action: Action) -> State[P]:
        """Return the state after `action` by the seat to act. Raise IllegalAction if the rules forbid the action."""
        actor = state.public.actor
        actor_view = watch(state) if actor is None else view(state, actor)
        if action not in self.legal(actor_view):
            raise illegal(self, actor_view, action)
        return self.apply_unchecked(state, action)

    def apply_unchecked(self, state: State[P], action: Action) -> State[P]:
        """Return the state after `action` by the seat to act, which the caller knows to be legal.

        Searches and replays use it to save time. After an illegal action the result is meaningless.
        """
        public = state.public
        if public.phase == "play":  # the most frequent phase: skip the lookup
            return self.play(state, public, action)
        return self.phases[public.phase].apply(state, public, action)

    def play(self, state: State[P], public: Any, card: Action) -> State[P]:
        """Return the state after `card` is played to the trick from the hand whose turn it is (the seat `public.turn`).

        `public` is the public part of `state`.
        """
        hands, tricks = move_card(state.hands, card, public.turn), public.tricks.play(card)
        if self.is_deal_over(public, tricks):
            return State(set_next_actor(public, "over", None, tricks=tricks), hands, state.notes, state.stock)
        turn = tricks.turn
        return State(replace(public, turn=turn, actor=turn, tricks=tricks), hands, state.notes, state.stock)

    def is_deal_over(self, public: P, tricks: Tricks) -> bool:
        """Return whether the deal is over after a card is played. By default a deal is over after its last trick.

        `tricks` has all tricks so far, with this card. `public` is the public part of the state before this card.
        """
        return len(tricks.past) == self.trick_count

    def visible_action(self, public: P, action: Action, seat: Seat | None) -> Action | None:
        """Return `action`, or None if `seat` (None: a spectator) may not see which action it is.

        `action` is about to be applied, and `public` is the public part of the state before it.
        """
        is_hidden = public.phase != "play" and self.phases[public.phase].hidden
        return None if is_hidden and seat != public.actor else action

    @abstractmethod
    def objective(self, public: P) -> Objective:
        """Return the objective of the trick play: whose tricks count together, and whether players want many or few.

        `public` is the public part of a state in which the trick play has started.
        """

    # The end

    def settle(self, state: State[P], agreement: AgreedEnd) -> State[P] | Reason:
        """Return the final state of a deal that the players agree to end, or why the rules forbid the agreement.

        The `agreement` is a split of the remaining tricks or a concession. By default the rules allow only a split.
        """
        public = state.public
        if agreement.conceding_seats:
            return reason("no-concession")
        if public.tricks is None or public.turn is None:
            return reason("no-tricks-yet" if public.tricks is None else "deal-over")
        tricks, objective, split = public.tricks, self.objective(public), agreement.tricks
        ends = len(split) == len(tricks.won) and objective.ends(tricks.won, split)
        if ends and (tricks_to_play := objective.count_played(tricks.won, split)) != split:
            if len(objective.stops) > 1:
                return reason("split-ends-play", players=objective.stops, tricks=sum(tricks_to_play))
            split = tricks_to_play
        after = tricks.apply_agreement(split, self.trick_count, ends=ends)
        return after if isinstance(after, Reason) else end_by_agreement(state, tricks=after)

    @abstractmethod
    def outcome(self, state: State[P]) -> Any:
        """Return the outcome of a deal (what the score sheet needs to know of it), given its final state.

        The outcome of a cancelled deal is a VoidDeal.
        """


def set_next_actor(public: S, phase: str, seat: Seat | None, **changes: Any) -> S:
    """Return a copy of `public`, the public part of a state, with `seat` to act in `phase` (None: no seat).

    `changes` are new values of other fields, by field name.
    """
    return replace(public, phase=phase, turn=seat, actor=seat, **changes)


def end_by_agreement(state: State[Any], **changes: Any) -> State[Any]:
    """Return the state after an agreement ends the deal; the hands of the seats that play cards are laid open.

    `changes` are new values of fields of the public part, by field name.
    """
    public = state.public
    hands = zip(state.hands, public.shown, strict=True)
    face_up = tuple(hand if seat in public.tricks.seats else open_ for seat, (hand, open_) in enumerate(hands))
    return replace_public(state, set_next_actor(public, "over", None, shown=face_up, **changes))


AnyGame = Game[Any]


class Player(Protocol):
    """A player of one seat, such as a computer player: any function that chooses an action, given its seat's view."""

    def __call__(self, view: View[Any], /) -> Action:
        """Return a legal action of the player whose view is `view`."""
        ...


def illegal(game: AnyGame, view: View[Any], action: Action) -> IllegalAction:
    """Return the error for an illegal action, with the rule that forbids it and the legal actions.

    `view` is the view of the player who tried the action.
    """
    is_known_action = 0 <= action < FIRST_CALL + len(game.calls)
    legal = game.legal(view)
    legal_texts = tuple(action_text(game.calls, legal_action) for legal_action in legal)
    if not is_known_action:
        return IllegalAction(view.seat, str(action), reason("not-an-action", text=str(action)), legal_texts)
    why = game.explanations.why_illegal(view, action, legal)
    return IllegalAction(view.seat, action_text(game.calls, action), why, legal_texts)


def check_deck(game: AnyGame, deck: tuple[Card, ...], standing: MatchStanding[Any]) -> Redeal | None:
    """Return a Redeal with the reason why the rules refuse a deck; None if they accept it.

    `standing` is the state of the match before the deal; it decides which deck rules apply.
    """
    for rule in game.refusals(standing.deal, standing.dealer):
        if rule.fits(deck):
            hand = mask(map(deck.__getitem__, rule.places))
            revealed_hands = () if rule.shows is None else replace_hand((0,) * game.seats, rule.shows, hand)
            return Redeal(rule.reason, revealed_hands)
    return None


def card_receivers(game: AnyGame, standing: MatchStanding[Any]) -> tuple[Seat | None, ...]:
    """Return the seat that receives each card of a deck, by position from the top; None if no hand receives the card.

    `standing` is the state of the match before the deal; it has the dealer.
    """
    pack = sorted(game.pack)
    for top in range(len(pack)):
        deck = tuple(pack[top:] + pack[:top])
        state = game.deal(deck, standing)
        if not isinstance(state, Redeal):
            owner = {card: seat for seat, hand in enumerate(state.hands) for card in cards(hand)}
            return tuple(map(owner.get, deck))
    raise AssertionError("the rules refuse every deck")


def claimable(game: AnyGame, view: View[Any]) -> ClaimableTricks | None:
    """Return the tricks that the viewer (the player whose view `view` is) can claim for their side.

    Return None if the viewer takes no part in the tricks or has no cards left, or if the trick play has not started or
    is over.
    """
    public = view.public
    tricks: Tricks | None = public.tricks
    if tricks is None or public.turn is None or view.seat not in tricks.seats or not view.hand:
        return None
    objective = game.objective(public)
    own_side = next(side for side in objective.sides if view.seat in side)
    remaining_tricks = game.trick_count - tricks.decided_count
    max_tricks = (
        min(remaining_tricks, objective.until_end(tricks.won)) if view.seat in objective.stops else remaining_tricks
    )
    return ClaimableTricks(own_side, max_tricks if objective.goal == "most" else 0, max_tricks, remaining_tricks)


def open_partners(game: AnyGame, view: View[Any]) -> tuple[Seat, ...]:
    """Return the viewer's partners whose hands are open: the viewer may suggest a card of such a hand to its owner.

    The viewer is the player whose view of the deal is `view`. All seats that play against a soloist (one player who
    plays against all others) count as partners, even if each scores its own tricks. A partner is left out while another
    player is to play a card from that partner's hand.
    """
    public = view.public
    tricks: Tricks | None = public.tricks
    if public.phase != "play" or tricks is None or view.seat not in tricks.seats:
        return ()
    objective = game.objective(public)
    side = next(side for side in objective.sides if view.seat in side)
    if objective.soloist not in (None, view.seat):
        side = tuple(seat for seat in tricks.seats if seat != objective.soloist)
    return tuple(
        seat
        for seat in side
        if seat != view.seat and public.shown[seat] and (public.turn != seat or public.actor == seat)
    )


def play(game: AnyGame, state: State[Any], players: tuple[Player, ...]) -> State[Any]:
    """Play a deal from `state` to its end and return the final state; `players` has a Player for each seat.

    A Player chooses an action, given its view. Bots, the learning environment, the server and the analysis share this
    loop. Raise IllegalAction if a Player chooses an action that the rules forbid.
    """
    while (seat := state.public.actor) is not None:
        state = game.apply(state, players[seat](view(state, seat)))
    return state
