"""The rules of 3-5-8 (Sergeant Major).

The main source is text 002 (vipgames.com, see docs/sources.md), made precise from other pages of the same site.

Three players, each for themselves, use 52 cards: A K Q J 10 9 8 7 6 5 4 3 2 in each suit.

The deal. Each player gets sixteen cards, one at a time in the direction of play. The last four cards are the kitty and
lie face down. Each player has a target: the dealer should take 8 tricks, the player on the dealer's left 5, and the
player on the dealer's right 3. The next player in the direction of play deals the next hand.

The exchange. From the second hand on, each player who was up (above the target) in the last hand exchanges one card for
every point with the players who were down (below it). The player with the higher target starts. A player who was up
exchanges with the players who were down in turn, beginning with the next one. The giver gives any card; the receiver
returns their highest card of that suit, which is the same card if they have none higher. The return involves no choice,
so it is not an action. The third player sees only that the other two have exchanged cards.

The announcement. The player with the highest target is the announcer and names the trump suit.

The kitty. The announcer discards four cards face down and takes the kitty without showing it.

The play. The announcer leads to the first of sixteen tricks. A player must follow suit; a player without that suit may
play any card. The highest trump wins the trick, or else the highest card of the suit led.

The source text calls the right-hand player "the first". This fits the counter-clockwise game on the same site, in which
that player has the target 8. So the player with the target 8 announces and leads here (`announcer` and `first_lead`
allow other interpretations). The source text also says that cards are exchanged "when a suit contract is announced" but
lists the exchange first (`exchange_timing`).

The score. A player scores one point for each trick over the target and loses one for each trick under it. A total of
ten points ends the match. Ties go to the player with more points in the last hand, and then to the player who took a
trick last (`scoring.py`).

House rules, each a field of `Options`:
  target_layout         the targets of the dealer and of the players left and right of the dealer, and the direction of
                        play
  announcer             the player who names the contract and takes the kitty
  contracts             the contracts: trump suits only, also no trumps, or also fewest tricks, in which the targets are
                        exchanged and become limits
  one_pass              once in a match the announcer may pass instead; then the same dealer deals again
  each_contract_once    each player announces each contract once, so a match has three hands for each contract
  announce_from         the announcer sees all sixteen cards, or only the first six, before the announcement
  exchange_timing       the exchange comes before or after the announcement
  exchange_order        the targets of this hand or of the last hand decide who exchanges first
  exchange_mode         each card is returned before the next is given, or all are given before any is returned
  exchange_optional     a player who was up may stop exchanging
  exchange_none_in_nt   there is no exchange unless a trump suit was announced
  trump_return          for a trump, the receiver returns the highest trump, or any trump of their choice
  kitty_mode            the announcer discards before or after taking the kitty
  kitty_shown           only the announcer sees the kitty, or all players see it when it is taken
  first_lead            the announcer leads to the first trick, or the player with the target five
  must_trump            a player who cannot follow suit must play a trump
  end, hands, total     the end of the match: a total, twelve tricks or five points in one hand, or a number of hands

`hidden_cards.py` has the inferences from exchanges, the kitty and the play.
"""

from typing import Literal

from msgspec.structs import replace

from prikup.games.three_five_eight import scoring
from prikup.games.three_five_eight.analysis import ThreeFiveEightAnalysis
from prikup.games.three_five_eight.explanations import ThreeFiveEightExplanations
from prikup.games.three_five_eight.hidden_cards import chosen_gifts, free_suit
from prikup.games.three_five_eight.options import PRESETS, Options
from prikup.games.three_five_eight.public import (
    CALLS,
    FIRST_CARDS,
    KITTY,
    MIN_TRICKS,
    NO_TRUMP,
    PASS,
    SPADES_CALL,
    STOP,
    Public,
    trump_of,
)
from prikup.games.three_five_eight.scorekeeping import ThreeFiveEightScoring
from prikup.games.three_five_eight.scoring import CONTRACTS, TRICKS, Carry, Outcome
from prikup.games.three_five_eight.targets import (
    announcer_of,
    debts,
    follow,
    following,
    playing_order,
    targets_of,
)
from prikup.rules.cards import FIRST_CALL, PACK_52, SUIT_MASK, Action, Card, Seat, cards, highest, is_call, mask
from prikup.rules.errors import reason
from prikup.rules.exchange import DISCARD, Debt, Exchange
from prikup.rules.game import Game, set_next_actor
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match_standing import MatchStanding
from prikup.rules.objective import Objective
from prikup.rules.phase import Phase, hand_cards
from prikup.rules.state import (
    Announcement,
    PrivateNote,
    State,
    View,
    add_announcements,
    add_notes,
    move_card,
    replace_hand,
    replace_public,
)
from prikup.rules.tricks import Order, Tricks, ring

__all__ = ["Public", "ThreeFiveEight"]

PhaseBeforePlay = Literal["exchange", "announce", "kitty"]


class ThreeFiveEight(Game[Public]):
    """The rules of 3-5-8 under one set of house rules, as the interface `Game` defines them."""

    name = "three-five-eight"
    rules_version = 2
    seats = 3
    trick_count = TRICKS
    pack = PACK_52
    calls = CALLS
    carry = Carry()
    columns = scoring.COLUMNS

    def __init__(self, options: Options = PRESETS["standard"]) -> None:
        self.options: Options = options
        self.scoring = ThreeFiveEightScoring(options)
        self.analysis = ThreeFiveEightAnalysis(options)
        self.explanations = ThreeFiveEightExplanations(options)
        self.phases = {
            "exchange": Phase(self.exchange_choices, self.exchange, batch=options.exchange_mode == "batch"),
            "give_back": Phase(self.give_back_choices, self.give_back),
            "announce": Phase(self.announce_choices, self.announce),
            "kitty": Phase(hand_cards, self.kitty, hidden=True),
        }

    # The deal

    def deal(self, deck: tuple[Card, ...], standing: MatchStanding[Carry]) -> State[Public]:
        """Return the state after dealing `deck` one card at a time, starting with the player after the dealer.

        The last four cards are the kitty: they are left over for the announcer, who names the contract. If the
        announcer may see only six cards at first, the kitty gets one card in each of the first four rounds, and the
        stock has the announcer's remaining cards, followed by the kitty. `standing` is the state of the match before
        the deal.
        """
        options, dealer = self.options, standing.dealer
        order = ring(playing_order(options), following(options, dealer), None)
        targets, announcer = targets_of(options, dealer), announcer_of(options, dealer)
        early = options.announce_from == "first_six"
        rounds = 4 * KITTY if early else 0
        kitty = deck[3:rounds:4] if early else deck[-KITTY:]
        hands = [0, 0, 0]
        stock = tuple(sorted(kitty))
        for index, seat in enumerate(order):
            hand_cards = (*deck[index:rounds:4], *deck[rounds + index : len(deck) - (0 if early else KITTY) : 3])
            if early and seat == announcer:
                hand_cards, later = hand_cards[:FIRST_CARDS], hand_cards[FIRST_CARDS:]
                stock = (*sorted(later), *stock)
            hands[seat] = mask(hand_cards)
        public = Public(
            phase="over",
            turn=None,
            actor=None,
            dealer=dealer,
            shown=(0, 0, 0),
            match=standing,
            said=(),
            tricks=None,
            targets=targets,
            announcer=announcer,
        )
        public = replace(public, face_down=len(stock) - KITTY)
        return self._next(State(public, tuple(hands), ((), (), ()), stock), public, None)

    def _next(self, state: State[Public], public: Public, last_phase: PhaseBeforePlay | None) -> State[Public]:
        """Return the state at the start of the phase after `last_phase`; None stands for the start of the deal.

        A phase that the rules leave out in this deal is skipped. `public` is the new public part, and `state` has the
        cards.
        """
        order: tuple[PhaseBeforePlay, ...] = ("exchange", "announce", "kitty")
        if self.options.exchange_knows_contract:
            order = ("announce", "exchange", "kitty")
        phase = order[order.index(last_phase) + 1] if last_phase else order[0]
        match phase:
            case "announce":
                return replace_public(state, set_next_actor(public, "announce", public.announcer))
            case "exchange":
                owed = self._debts(public)
                if not owed:
                    return self._next(state, public, "exchange")
                return replace_public(state, set_next_actor(public, "exchange", owed[0].giver, exchange=Exchange(owed)))
            case "kitty":
                discards = Exchange((Debt(public.announcer, DISCARD, KITTY),))
                after = replace_public(state, set_next_actor(public, "kitty", public.announcer, exchange=discards))
                return self._take_kitty(after) if self.options.kitty_mode == "take_then_discard" else after

    def _debts(self, public: Public) -> tuple[Debt, ...]:
        carry = public.match.carry
        if self.options.exchange_none_in_nt and public.contract in (NO_TRUMP, MIN_TRICKS):
            return ()
        targets = carry.targets if self.options.exchange_order == "last_hand" else public.targets
        return debts(carry.points, targets, playing_order(self.options))

    # The exchange

    def exchange_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal actions of a player who gives cards in the exchange: cards of the hand, and perhaps STOP.

        Cards already chosen are left out. The call STOP (to give no more) is legal if the house rules allow it.
        """
        choices = cards(view.hand & ~mask(self._chosen_gifts(view)))
        return (*choices, STOP) if self.options.exchange_optional else choices

    def _chosen_gifts(self, view: View[Public]) -> tuple[Card, ...]:
        """Return the cards that the player who gives cards in an exchange has chosen but not yet handed over.

        Such cards exist only if the house rules have all cards given before any is returned.
        """
        return chosen_gifts(view.notes) if self.options.exchange_mode == "batch" else ()

    def exchange(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a player gives one card (`action`) in the exchange, or stops exchanging.

        The receiver returns a card immediately or, if all cards are given before any is returned, after the last one.
        `public` is the public part of `state`.
        """
        assert public.exchange is not None
        giver, receiver, count = (
            public.exchange.current_debt.giver,
            public.exchange.current_debt.receiver,
            public.exchange.current_debt.count,
        )
        assert receiver is not None
        notes, announcements = state.notes, public.said
        if action == STOP:
            exchange = public.exchange.skip()
            announcements = add_announcements(announcements, Announcement(giver, action))
        else:
            exchange, notes = public.exchange.give(), add_notes(notes, giver, PrivateNote("gave", receiver, action))
        gifts: tuple[Card, ...] = ()
        if action == STOP or count == 1 or self.options.exchange_mode == "one_by_one":
            gifts = chosen_gifts(notes[giver])
        free = free_suit(self.options, public)
        hands, notes = _apply_gifts(state.hands, notes, giver, receiver, gifts)
        for gift in gifts:
            if not free >> gift & 1:
                hands, notes = _apply_return(
                    hands, notes, giver, receiver, highest(hands[receiver] & SUIT_MASK[gift // 13])
                )
        past_exchanges = _record(public, giver, receiver, len(gifts))
        trumps = sum(free >> gift & 1 for gift in gifts)
        returning = Debt(receiver, giver, trumps) if trumps else None
        public = replace(public, said=announcements, exchange=exchange, exchanged=past_exchanges, returning=returning)
        return self._returning(State(public, hands, notes, state.stock), public)

    def give_back_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the cards that a player may give back for a trump received in the exchange: all trumps of the hand."""
        return cards(view.hand & free_suit(self.options, view.public))

    def give_back(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after a player gives back a trump of their choice for a trump received.

        This phase exists only with the house rule `trump_return=any_trump`. `public` is the public part of `state`.
        """
        assert public.returning is not None
        receiver, giver = public.returning.giver, public.returning.receiver
        assert giver is not None
        remaining_count = public.returning.count - 1
        public = replace(public, returning=Debt(receiver, giver, remaining_count) if remaining_count else None)
        return self._returning(
            State(public, *_apply_return(state.hands, state.notes, giver, receiver, card), state.stock), public
        )

    def _returning(self, state: State[Public], public: Public) -> State[Public]:
        """Return the state in which a player is to choose a trump to give back, or in which the exchange continues.

        A player who received trumps owes as many trumps in return. A player who has no more trumps than that gives them
        back at once, without a choice. When no trump is due any more, the exchange continues, or the next phase starts.
        `public` is the new public part, and `state` has the cards.
        """
        owed = public.returning
        if owed is not None:
            assert owed.receiver is not None
            trumps = state.hands[owed.giver] & free_suit(self.options, public)
            if trumps.bit_count() > owed.count:
                return replace_public(state, set_next_actor(public, "give_back", owed.giver))
            hands, notes = state.hands, state.notes
            for card in cards(trumps):
                hands, notes = _apply_return(hands, notes, owed.receiver, owed.giver, card)
            public = replace(public, returning=None)
            state = State(public, hands, notes, state.stock)
        assert public.exchange is not None
        if public.exchange.over:
            return self._next(state, replace(public, exchange=None), "exchange")
        return replace_public(state, set_next_actor(public, "exchange", public.exchange.current_debt.giver))

    # The announcement and the kitty

    def announce_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal calls of the announcer: the contracts that may be named, and PASS if it is allowed.

        The announcer is the player who names the contract.
        """
        public = view.public
        names = scoring.announceable(self.options, public.match.carry, public.announcer)
        contracts = tuple(FIRST_CALL + CALLS.index(name) for name in names)
        may_pass = self.options.one_pass and public.announcer not in public.match.carry.passed
        return (*contracts, PASS) if may_pass else contracts

    def announce(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after the announcer names the contract (`action`), or passes.

        After a pass the same dealer deals again. `public` is the public part of `state`.
        """
        announcements = add_announcements(public.said, Announcement(public.announcer, action))
        if action == PASS:
            return replace_public(state, set_next_actor(public, "over", None, said=announcements))
        public = replace(public, said=announcements, contract=action, face_down=0)
        face_down_cards, kitty = mask(state.stock[:-KITTY]), state.stock[-KITTY:]
        hands = replace_hand(state.hands, public.announcer, state.hands[public.announcer] | face_down_cards)
        return self._next(State(public, hands, state.notes, kitty), public, "announce")

    def kitty(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after the announcer, who named the contract, discards one of four cards (`action`).

        The play starts after the last discard. An announcer who does not have the kitty (the four cards left over) yet
        takes it first. `public` is the public part of `state`.
        """
        assert public.exchange is not None
        exchange = public.exchange.give()
        notes = add_notes(state.notes, public.announcer, PrivateNote("discarded", public.announcer, action))
        public = replace(public, laid=public.laid + 1, exchange=exchange)
        after = State(public, move_card(state.hands, action, public.announcer), notes, state.stock)
        if not exchange.over:
            return after
        return self._start_play(self._take_kitty(after) if public.kitty else after)

    def _take_kitty(self, state: State[Public]) -> State[Public]:
        """Return the state after the announcer, who named the contract, takes the kitty (the four cards left over).

        The house rules decide whether all players see these cards.
        """
        public, announcer = state.public, state.public.announcer
        notes = add_notes(state.notes, announcer, *(PrivateNote("took", announcer, card) for card in state.stock))
        hands = replace_hand(state.hands, announcer, state.hands[announcer] | mask(state.stock))
        visible_kitty = state.stock if self.options.kitty_shown == "all" else ()
        announcements = add_announcements(public.said, *(Announcement(announcer, card) for card in visible_kitty))
        return State(replace(public, kitty=0, said=announcements), hands, notes, ())

    # The play

    def _start_play(self, state: State[Public]) -> State[Public]:
        """Return the state at the start of the trick play, in which the leader to the first trick is to play."""
        public = state.public
        leader = public.announcer if self.options.first_lead == "announcer" else public.targets.index(5)
        order = Order(trump_of(public.contract))
        tricks = Tricks.begin(order, follow(self.options), playing_order(self.options), leader, seat_count=3)
        return replace_public(state, set_next_actor(public, "play", leader, tricks=tricks, exchange=None))

    def objective(self, public: Public) -> Objective:
        """Return the objective: each player plays alone, for the most tricks or, in "fewest tricks", for the fewest."""
        assert public.tricks is not None
        return Objective.individual_play(public.tricks.seats, "fewest" if public.contract == MIN_TRICKS else "most")

    # Visibility of actions

    def visible_action(self, public: Public, action: Action, seat: Seat | None) -> Action | None:
        """Return `action` if the player in `seat` may see it, else None. A `seat` of None means a spectator.

        Only the player who discards a card sees it. If cards are exchanged one by one (`exchange_mode`), the giver and
        the receiver see each card. If all cards are given before any is returned, only the giver sees the chosen cards
        until all have been chosen.
        """
        if is_call(action) or seat == public.actor:
            return action
        if public.phase == "give_back" and public.returning is not None:
            return action if seat == public.returning.receiver else None
        if public.phase == "exchange" and public.exchange is not None:
            one_by_one = self.options.exchange_mode == "one_by_one"
            return action if one_by_one and seat == public.exchange.current_debt.receiver else None
        return super().visible_action(public, action, seat)

    # The end

    def outcome(self, state: State[Public]) -> Outcome | VoidDeal:
        """Return the outcome of a deal (the facts that the score sheet needs), given its final `state`.

        Return a VoidDeal if the player who had to name the contract passed, so that the same dealer deals again.
        """
        public = state.public
        if public.contract is None or public.tricks is None:
            return VoidDeal(reason("passed", seat=public.announcer))
        return Outcome(CONTRACTS[public.contract - SPADES_CALL], public.tricks.won, _recent(public.tricks))


Notes = tuple[tuple[PrivateNote, ...], ...]


def _apply_gifts(
    hands: tuple[int, ...], notes: Notes, giver: Seat, receiver: Seat, gifts: tuple[Card, ...]
) -> tuple[tuple[int, ...], Notes]:
    """Return the hands and the private notes (both by seat) after `giver` has given the cards `gifts` to `receiver`.

    A private note records a card that only one player knows to have been given or received.
    """
    for card in gifts:
        hands = move_card(hands, card, giver, receiver)
        notes = add_notes(notes, receiver, PrivateNote("got", giver, card))
    return hands, notes


def _apply_return(
    hands: tuple[int, ...], notes: Notes, giver: Seat, receiver: Seat, card: Card
) -> tuple[tuple[int, ...], Notes]:
    """Return the hands and the private notes (both by seat) after `receiver` has returned a card to `giver`.

    A private note records a card that only one player knows to have been given or received.
    """
    notes = add_notes(
        add_notes(notes, receiver, PrivateNote("gave", giver, card)), giver, PrivateNote("got", receiver, card)
    )
    return move_card(hands, card, receiver, giver), notes


def _record(public: Public, giver: Seat, receiver: Seat, count: int) -> tuple[Debt, ...]:
    """Return the finished exchanges of `public`, followed by one of `count` cards between `giver` and `receiver`."""
    past = public.exchanged
    if not count:
        return past
    if past and (past[-1].giver, past[-1].receiver) == (giver, receiver):
        return (*past[:-1], Debt(giver, receiver, past[-1].count + count))
    return (*past, Debt(giver, receiver, count))


def _recent(tricks: Tricks) -> tuple[Seat, ...]:
    """Return the seats that took tricks, ordered by their last trick, the most recent first.

    Return () if an agreement assigned the last tricks to two or more seats, because the order of these tricks is
    unknown.
    """
    agreed_takers = [seat for seat, count in enumerate(tricks.agreed) if count]
    if len(agreed_takers) > 1:
        return ()
    return tuple(dict.fromkeys((*agreed_takers, *(trick.winner for trick in reversed(tricks.past)))))
