"""The rules of Preferans, with the conventions of Sochi, Leningrad and Rostov.

The main source is text 004 (see docs/sources.md). `docs/rules-coverage.md` marks for each rule whether it comes from
the source text or is a decision of this project.

The table. Three players take part in a deal, each for themselves; at a table of four the dealer sits out. The pack has
32 cards: A K Q J 10 9 8 7 in each suit. Everything goes clockwise, also the turn to deal. The player on the dealer's
left is the eldest hand.

The deal. The player on the dealer's right cuts. Each of the three players gets ten cards, two at a time. After the
first round two cards go to the talon.

The auction. Eldest hand calls first. A player either passes, and is then out of the auction, or bids higher: 6 to 10
tricks, on each level spades, clubs, diamonds, hearts, no trumps. From their second turn on, eldest hand may also bid as
high as the highest bid. Misère, a promise to take no trick, ranks between 8 no trumps and 9 spades; a player who bids
it makes no other bid. The auction ends when two players have passed and there is a bid. If all three pass, raspasy are
played.

The talon. The winner of the auction, the declarer, shows the talon, takes it, and discards any two cards face down.
Declarer then names a contract at least as high as the bid; after a bid of misère the contract is misère.

The whist. Each defender, the one on declarer's left first, whists (promises tricks) or passes. If both pass, the
contract counts as made without play. Against 6 or 7, when the first defender has passed, the second may call half;
nothing is played then either, unless the first defender decides to whist after all. Two whisters play with closed
hands, each for themselves. A lone whister chooses to play closed, so that the defender who passed plays their own
cards, or in the light: both hands of the defence are laid open, and the whister plays both.

The play. Eldest hand leads to the first trick, and the winner of each trick to the next. A player must follow suit; a
player without that suit must play a trump; a player without either may play any card. The highest trump wins the
trick, or else the highest card of the suit led. Misère and raspasy have no trumps. In a misère the hands of both
defenders lie open, and they may consult.

Raspasy. Each player tries to take as few tricks as possible. Eldest hand leads.

The score. Contracts made score in the pool. Contracts failed, and tricks that whisters owe, score in the dump. Whists
are points against another player. See `scoring.py` for the points, `ledger.py` for the entries in each scoring system
and for full pools, and `settlement.py` for the end.

House rules, each a field of `Options`:
  players               three players, or four, of whom the dealer sits out
  talon_after_round     the round of the deal after which the talon is dealt
  equal_bid             the player who may bid as high as the highest bid: eldest hand from their second turn on; or,
                        when two players are left in the auction, the one nearer to eldest hand; or none
  misere_hand           off; on: misère without the talon may be bid, between 9 no trumps and 10 spades; chain: also 9
                        without the talon, above misère without the talon
  concede_three         declarer may give up after the talon, for three tricks short of the bid in the dump; no player
                        scores whists
  stalingrad            both defenders must whist against 6 spades, with closed hands
  ten_check             10 tricks are not whisted: the defenders lay their hands open and play
  misere_control        in such a contract and in a misère, each defender plays their own open hand; entrusted: once
                        both hands are open, the first defender calls catch and plays both, or trust, and the second
                        plays both
  half_whist            whether half can be called; drop: a first defender who whisted alone may also change to half
  first_lead_dark       a lone whister chooses between closed play and light after the first card
  misere_open           the time when the defenders of a misère lay their hands open: before the first lead; after
                        declarer's card if declarer leads, else before (codex); or after the first trick
  raspasy_talon         none: the talon is not used
                        talon_leads: at a table of four its cards lead the first two tricks for the dealer, who takes
                        the trick if their card wins; at a table of three they are turned as in suit_only
                        suit_only: the first card of the talon is turned, and after the first trick the second; each
                        only sets the suit led; eldest hand plays first, and takes the trick if nobody has the suit
  third_lead            the leader to the third trick then: eldest hand, or the winner of the second (not the dealer)
  raspasy_exit          the lowest bid after several raspasy in a row
  throw_talon           declarer may leave the talon to the dealer who sits out, and play their own ten cards
  raspasy_dealer_stays  after raspasy the same dealer deals again
  all others            points, the end of a row of raspasy and the end of the match: see `scoring.py`, `ledger.py`
                        and `match_progress.py`

The phases of a deal are auction → (talon, only if it may be thrown) → discard → declare → whist → light → play, with
the phase entrust where hands of the defence are laid open. `Preferans.phases` names the method for each phase; the
method decides the next phase. `first_tricks.py` has the start of the play and the house rules about the first tricks.
"""

from msgspec.structs import replace

from prikup.games.preferans import whist
from prikup.games.preferans.analysis import PreferansAnalysis
from prikup.games.preferans.bidding import contracts, legal_calls
from prikup.games.preferans.calls import (
    CALLS,
    CATCH,
    CLOSED,
    CONCEDE,
    LEVEL,
    LIGHT,
    MISERE,
    MISERE_HAND,
    MISERES,
    NINE_HAND,
    PASS,
    TAKE,
    THROW,
    TRUST,
    WHIST,
    WITHOUT_TALON,
    call_name,
)
from prikup.games.preferans.explanations import PreferansExplanations
from prikup.games.preferans.first_tricks import (
    apply_first_trick_rules,
    open_defence,
    open_hands_of_defence,
    resume_play,
    start_contract,
    start_misere,
    start_raspasy,
)
from prikup.games.preferans.ledger import columns
from prikup.games.preferans.options import PRESETS, Options
from prikup.games.preferans.outcome import TALON, TRICKS, Carry, Outcome
from prikup.games.preferans.public import Public, active, deal_outcome, player_in_the_light
from prikup.games.preferans.scorekeeping import PreferansScoring
from prikup.rules.auction import Auction
from prikup.rules.cards import PACK_32, Action, Card, Seat, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.exchange import DISCARD, Debt, Exchange
from prikup.rules.game import AgreedEnd, Game, set_next_actor
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
from prikup.rules.tricks import Goal

__all__ = ["Preferans"]


class Preferans(Game[Public]):
    """The rules of Preferans under one set of house rules, as the interface `Game` defines them."""

    name = "preferans"
    rules_version = 2
    trick_count = TRICKS
    pack = PACK_32
    calls = CALLS
    carry = Carry()

    def __init__(self, options: Options = PRESETS["sochi"]) -> None:
        self.options: Options = options
        self.scoring = PreferansScoring(options)
        self.analysis = PreferansAnalysis(options)
        self.explanations = PreferansExplanations(options)
        self.seats: int = options.players
        self.columns = columns(self.seats)
        self.first_tricks_differ = options.first_tricks_differ
        self.phases = {
            "auction": Phase(self.auction_choices, self.auction, "auction"),
            "talon": Phase(self.talon_choices, self.talon),
            "discard": Phase(hand_cards, self.discard, hidden=True),
            "declare": Phase(self.declare_choices, self.declare),
            "whist": Phase(self.whist_choices, self.whist, "defence"),
            "light": Phase(self.light_choices, self.light),
            "entrust": Phase(self.entrust_choices, self.entrust),
        }

    # The deal

    def deal(self, deck: tuple[Card, ...], standing: MatchStanding[Carry]) -> State[Public]:
        """Return the state after dealing ten cards, two at a time, to each of three players, and two to the talon.

        `deck` has the top card first, and `standing` is the state of the match before the deal. The house rule
        `talon_after_round` decides after which round of six cards the talon (two cards for declarer) is dealt.
        """
        talon_start = 6 * self.options.talon_after_round
        talon, rest = deck[talon_start : talon_start + 2], deck[:talon_start] + deck[talon_start + 2 :]
        playing = active(standing.dealer, self.seats)
        eldest = playing[0]
        empty_hands = (0,) * self.seats
        hands = list(empty_hands)
        for n, seat in enumerate(playing):  # of every six cards the n-th pair goes to this seat
            hands[seat] = mask(rest[2 * n :: 6] + rest[2 * n + 1 :: 6])
        public = Public(
            phase="auction",
            turn=eldest,
            actor=eldest,
            dealer=standing.dealer,
            shown=empty_hands,
            match=standing,
            said=(),
            tricks=None,
            auction=Auction(eldest, playing),
        )
        # The order of the talon matters only if its cards may be turned one by one.
        stock = talon if self.options.talon_is_turned else tuple(sorted(talon))
        return State(public, tuple(hands), ((),) * self.seats, stock)

    # The auction

    def auction_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal calls of the player who calls next in the auction: PASS and the possible bids."""
        return legal_calls(self.options, view.public)

    def auction(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a player passes or bids (`action`).

        `public` is the public part of `state`. When the auction ends, declarer sees the talon (the two cards left
        over). If all have passed, raspasy start, in which everyone avoids tricks.
        """
        auction = public.auction.call(action, passing=action == PASS)
        announcements = add_announcements(public.said, Announcement(public.auction.turn, action))
        public = replace(public, turn=auction.turn, actor=auction.turn, auction=auction, said=announcements)
        if not auction.over:
            return State(public, state.hands, state.notes, state.stock)
        if auction.holder is None:
            return start_raspasy(self.options, state, public)
        return self._auction_won(state, replace(public, declarer=auction.holder), auction.holder)

    def _auction_won(self, state: State[Public], public: Public, declarer: Seat) -> State[Public]:
        """Return the state after `declarer` wins the auction; `public` replaces its public part.

        The bid decides whether the talon (the two cards left over) is shown and taken.
        """
        bid = public.auction.high
        if bid in WITHOUT_TALON:  # the talon stays face down, so the order of its cards no longer matters
            state = State(public, state.hands, state.notes, tuple(sorted(state.stock)))
        if bid == MISERE_HAND:
            return start_misere(self.options, state, replace(public, contract=bid))
        if bid == NINE_HAND:
            return replace_public(state, set_next_actor(public, "declare", declarer))
        public = replace(
            public, said=add_announcements(public.said, *[Announcement(declarer, card) for card in state.stock])
        )  # shown to all
        if self.options.throw_talon and self.seats == 4 and bid != MISERE:
            return _talon_before_dealer(state, set_next_actor(public, "talon", declarer))
        return _take_talon(state, public, declarer, mask(state.stock))

    # The talon and the contract

    def talon_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return declarer's two legal calls about the talon (two cards): TAKE, and THROW to play without it."""
        return (TAKE, THROW)

    def talon(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after declarer takes the talon, or leaves it face up in front of the dealer (`action`).

        The talon has the two cards left over after the deal. `public` is the public part of `state`. This phase exists
        only with the house rule `throw_talon`, at a table of four.
        """
        declarer = _declarer(public)
        public = replace(public, said=_announce(public, action))
        if action == THROW:
            return replace_public(state, set_next_actor(public, "declare", declarer))
        talon = public.shown[public.dealer]
        public = replace(public, shown=replace_hand(public.shown, public.dealer, 0))
        return _take_talon(
            State(public, replace_hand(state.hands, public.dealer, 0), state.notes, ()), public, declarer, talon
        )

    def discard(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after declarer discards `card`, one of the two cards that have to be discarded.

        `public` is the public part of `state`.
        """
        assert public.exchange is not None
        declarer, exchange = public.exchange.current_debt.giver, public.exchange.give()
        notes = add_notes(state.notes, declarer, PrivateNote("discarded", declarer, card))
        after = replace(public, exchange=exchange)
        state = State(after, move_card(state.hands, card, declarer), notes, ())
        if not exchange.over:
            return state
        if public.auction.high == MISERE:
            return start_misere(self.options, state, replace(after, contract=MISERE))
        return replace_public(state, set_next_actor(after, "declare", declarer))

    def declare_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal calls of declarer: contracts at least as high as the bid, and CONCEDE if it is allowed."""
        bid = view.public.auction.high
        assert bid is not None
        if self.options.concede_three and bid not in WITHOUT_TALON:
            return (*contracts(bid), CONCEDE)
        return contracts(bid)

    def declare(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after declarer names the contract (`action`), or gives up with the call CONCEDE.

        `public` is the public part of `state`. Only the house rule `concede_three` allows CONCEDE.
        """
        public = replace(public, said=_announce(public, action))
        if action == CONCEDE:
            return replace_public(state, set_next_actor(public, "over", None))
        public = replace(public, contract=action)
        if self.options.must_be_whisted(call_name(action)):
            return start_contract(self.options, state, replace(public, whist=(WHIST, WHIST)))
        if self.options.is_not_whisted(LEVEL[action]):
            return open_defence(self.options, state, public)
        return replace_public(state, set_next_actor(public, "whist", public.defenders[0]))

    # The whist

    def whist_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal calls of a defender: WHIST (to promise tricks), PASS, and possibly HALF.

        HALF, which scores for half the tricks owed without play, is legal only where the rules allow it.
        """
        return self._whist_choices(view.public)

    def whist(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a defender whists (promises tricks), passes or calls half (`action`).

        `public` is the public part of `state`. A defender who calls half scores for half the tricks owed, without play.
        The defenders call in turn, the first one perhaps twice. Then the play starts, or a lone whister chooses how to
        play, or the deal is over because no defender whists.
        """
        public = replace(public, whist=(*public.whist, action), said=_announce(public, action))
        if self._whist_choices(public):
            return replace_public(
                state, set_next_actor(public, "whist", public.defenders[whist.speaks_next(public.whist)])
            )
        whisters = public.whisters
        if not whisters:
            return replace_public(state, set_next_actor(public, "over", None))
        if len(whisters) == 2 or self.options.first_lead_dark:
            return start_contract(self.options, state, public)
        return replace_public(state, set_next_actor(public, "light", whisters[0]))

    def _whist_choices(self, public: Public) -> tuple[Action, ...]:
        assert public.contract is not None
        return whist.choices(public.whist, LEVEL[public.contract], self.options.half_whist)

    def light_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal calls of a lone whister, a single defender who promised tricks.

        They are CLOSED, to play with hidden hands, and LIGHT, to lay both hands of the defence open and play the cards
        of both.
        """
        return (CLOSED, LIGHT)

    def light(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a lone whister chooses closed play or light play (`action`).

        `public` is the public part of `state`. A lone whister is a single defender who promised tricks. In light play
        both hands of the defence lie face up, and the whister plays both.
        """
        public = replace(public, said=_announce(public, action))
        if action == LIGHT:
            public = replace(open_hands_of_defence(state, public), light=public.actor)
        return resume_play(self.options, state, public)  # with first_lead_dark the first card has been played

    # An open defence

    def entrust_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal calls of the first defender about the open hands of the defence.

        They are CATCH, to play both hands, and TRUST, to leave both hands to the second defender.
        """
        return (CATCH, TRUST)

    def entrust(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after the first defender takes both hands of the defence or leaves them to the second.

        `action` is CATCH or TRUST, and `public` is the public part of `state`. This phase exists only with the house
        rule `misere_control=entrusted`.
        """
        first, second = public.defenders
        public = replace(public, said=_announce(public, action), light=first if action == CATCH else second)
        return resume_play(self.options, state, public)

    # The play

    def play(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after `card` is played to the trick from the hand of the seat `public.turn`.

        `public` is the public part of `state`. The house rules about the first tricks are then applied; they may turn
        up a card of the talon, lay hands open or ask a player for a choice.
        """
        turn, face_up = public.turn, public.shown
        assert public.tricks is not None and turn is not None
        hands, tricks = move_card(state.hands, card, turn), public.tricks.play(card)
        if face_up[turn]:
            face_up = move_card(face_up, card, turn)
        trick_count = len(tricks.past)
        if trick_count == TRICKS:
            return State(
                set_next_actor(public, "over", None, tricks=tricks, shown=face_up), hands, state.notes, state.stock
            )
        turn = tricks.turn
        actor = turn if public.light is None else player_in_the_light(public.light, turn, face_up)
        public = replace(public, turn=turn, actor=actor, tricks=tricks, shown=face_up)
        after = State(public, hands, state.notes, state.stock)
        if self.first_tricks_differ and trick_count < 3:  # house rules also decide the lead to the third trick
            return apply_first_trick_rules(self.options, after, public, tricks)
        return after

    def objective(self, public: Public) -> Objective:
        """Return the objective of the play: whose tricks count together, and whether players want many or few.

        In raspasy (played when all pass) each player plays alone, for the fewest tricks. Otherwise declarer plays
        against both defenders: for the fewest tricks in a misère, else for the most. Two whisters (defenders who
        promised tricks) count their tricks separately, and so do the defenders against a contract of ten if the house
        rules score them separately.
        """
        assert public.tricks is not None
        if public.declarer is None:
            leader_again = self.options.third_lead == "eldest"
            return Objective.individual_play(public.tricks.seats, "fewest", leader_again=leader_again)
        misere, whisters = public.contract in MISERES, public.whisters
        goal: Goal = "fewest" if misere else "most"
        is_checked = goal == "most" and not whisters
        separate_tricks = len(whisters) == 2 or (is_checked and self.options.ten_check == "tricks")
        return Objective.against(
            public.declarer, public.tricks.seats, goal, shared_tricks=not separate_tricks, open_hands=misere
        )

    # The end

    def settle(self, state: State[Public], agreement: AgreedEnd) -> State[Public] | Reason:
        """Return the state after an agreement of the players ends the deal, or the reason why it is not allowed.

        `agreement` has each seat's share of the remaining tricks. In raspasy (played when all pass), the two cards of
        the talon may be led for a dealer who sits out. The dealer then cannot take more tricks than the talon has
        cards.
        """
        after = super().settle(state, agreement)
        if isinstance(after, State) and self.seats == 4 and _too_many_for_dealer(after.public):
            return reason("dealer-leads-two")
        return after

    def outcome(self, state: State[Public]) -> Outcome:
        """Return the facts of a finished deal that the score sheet needs; `state` is the final state of the deal."""
        return deal_outcome(state.public)


def _too_many_for_dealer(public: Public) -> bool:
    """Return whether an agreement gives the dealer more tricks than the cards of the talon can still take for them.

    The dealer sits out, so only the two cards of the talon can take tricks for the dealer. `public` is the public part
    of the state after the agreement.
    """
    assert public.tricks is not None
    return public.tricks.agreed[public.dealer] > max(0, TALON - len(public.tricks.past))


def _announce(public: Public, call: Action) -> tuple[Announcement, ...]:
    """Return the announcements so far, followed by the call `call` of the player whose turn it is."""
    assert public.turn is not None
    return add_announcements(public.said, Announcement(public.turn, call))


def _declarer(public: Public) -> Seat:
    assert public.declarer is not None
    return public.declarer


def _talon_before_dealer(state: State[Public], public: Public) -> State[Public]:
    """Return the state with the talon (the two cards left over) face up in front of the dealer, who sits out.

    `public` replaces the public part of `state`.
    """
    talon = mask(state.stock)
    public = replace(public, shown=replace_hand(public.shown, public.dealer, talon))
    return State(public, replace_hand(state.hands, public.dealer, talon), state.notes, ())


def _take_talon(state: State[Public], public: Public, declarer: Seat, talon: int) -> State[Public]:
    """Return the state after `declarer` takes the cards `talon` (a mask) and has two cards to discard.

    `public` replaces the public part of `state`.
    """
    hands = replace_hand(state.hands, declarer, state.hands[declarer] | talon)
    exchange = Exchange((Debt(declarer, DISCARD, 2),))
    return State(set_next_actor(public, "discard", declarer, exchange=exchange), hands, state.notes, ())
