"""The rules of Paston ("spades"), as played in Gyumri, Armenia.

The main source is text 000, completed from source text 001 (see docs/sources.md).

Three players use 32 cards: A K Q J 10 9 8 7 in each suit. The suits have names of their own: paston (spades), glitch
(clubs), dineri (diamonds) and gupa (hearts). Everything goes clockwise.

The deal. The dealer gives two cards to each player, places two face down as the prikup (the talon), and deals four more
rounds of two. The same dealer deals again if the bottom card of the deck is the 7 of spades, if a player is dealt the
spades 7 8 9 10 J Q without the king and the ace, or if the jack and the 7 of spades are both in the prikup of a deal in
which the holder of one of them would call first or declare.

The auction. In the first deal the holder of the jack of spades calls first, or the holder of the 7 if the jack is in
the prikup. In later deals the player on the dealer's left calls first. A player either passes, and is then out of the
auction, or bids the next step of the ladder: paston, glitch, dineri, gupa, grkha (best spades). The auction ends when
two players have passed, or when grkha is bid. If all three pass, the holder of the jack of spades (or of the 7 if the
jack is in the prikup) must declare.

The contract. Declarer takes the prikup without showing it, discards two cards, and names a trump no lower than the bid,
or surrenders. Grkha can be named only if it was bid, and then it must be named. Declarer needs six of the ten tricks.

The whist. Each defender, the one on declarer's left first, whists (promises tricks) or passes. If both pass, there is
no play. Two whisters owe two tricks each. A lone whister owes four, and the other defender's cards are out of play.

The play. Declarer leads to the first trick. A player must follow suit; a player without that suit must play a trump; a
player without either may play any card. The highest trump wins the trick, or else the highest card of the suit led.

The score. Declarer scores ten points for a contract made and loses ten for one lost. A whister scores ten for each
trick above the number owed, and loses points for taking fewer. All these points are multiplied by a factor that depends
on the trump (`scoring.py`). A surrender costs ten points and gives the other players two each. A total of exactly minus
121 is set back to zero. A player with 121 points has won.

House rules, each a field of `Options`:
  bottom_7s_reshuffle   whether the deck is shuffled again if the 7 of spades is at the bottom
  redeal_six_spades     whether the cards are dealt again if a player gets 7 8 9 10 J Q of spades without king and ace
  both_in_prikup        if the jack and the 7 of spades are both in the prikup, the cards are dealt again, or the first
                        caller takes the place of the holder (in the first deal the player on the dealer's left)
  second_dealer         the second dealer: the player who called first, or the player on the first dealer's left
  all_pass_declarer     the declarer after three passes: the holder of the jack (or of the 7), or the first caller
  allpass_trump         the trumps that this declarer may name: any but grkha, grkha too, or paston only
  passer                a defender who passed is out of play, may be invited by a lone whister to play their own hand,
                        or lays it open for the whister to play; in the last two cases their tricks count together
  lone_low, surrender_bonus, surrender_factor, multiplier_table, minus_reset, end_tie, target
                        points on the score sheet and the end of the match
"""

from functools import cache
from typing import get_args

from msgspec.structs import replace

from prikup.games.paston import scoring
from prikup.games.paston.analysis import PastonAnalysis
from prikup.games.paston.calls import (
    ALONE,
    CALLS,
    DINERI,
    GLITCH,
    GRKHA,
    GUPA,
    INVITE,
    PASS,
    PASTON,
    SURRENDER,
    TRUMP,
    WHIST,
)
from prikup.games.paston.explanations import PastonExplanations
from prikup.games.paston.first_caller import JACK, SEVEN, SIX_SPADES, first_caller, forced_declarer
from prikup.games.paston.options import PRESETS, Options
from prikup.games.paston.public import Public
from prikup.games.paston.scorekeeping import PastonScoring
from prikup.games.paston.scoring import BIDS, Bid, Contract, Outcome
from prikup.rules.auction import Auction
from prikup.rules.cards import (
    PACK_32,
    SPADES,
    SUIT_MASK,
    Action,
    Card,
    Seat,
    cards,
    mask,
)
from prikup.rules.errors import reason
from prikup.rules.exchange import DISCARD, Debt, Exchange
from prikup.rules.game import DeckRule, Game, Redeal, check_deck, set_next_actor
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
from prikup.rules.tricks import Order, Tricks

__all__ = ["Paston"]

CONTRACTS: tuple[Contract, ...] = get_args(Contract)
ROUND = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""The seats in clockwise order, three times: `ROUND[seat]` starts with `seat`."""
PLACES, IN_PRIKUP = tuple(range(len(PACK_32))), slice(6, 8)
"""`PLACES` are all positions in the deck. `IN_PRIKUP` selects the positions of the two cards of the prikup.

The prikup are the cards that are left over for declarer.
"""


class Paston(Game[Public]):
    """The rules of Paston under one set of house rules, as the interface `Game` defines them."""

    name = "paston"
    seats = 3
    trick_count = scoring.TRICKS
    pack = PACK_32
    calls = CALLS
    columns = scoring.COLUMNS

    def __init__(self, options: Options = PRESETS["standard"]) -> None:
        self.options: Options = options
        self.scoring = PastonScoring(options)
        self.analysis = PastonAnalysis(options)
        self.explanations = PastonExplanations(options)
        self.phases = {
            "auction": Phase(self.auction_choices, self.auction, "auction"),
            "discard": Phase(hand_cards, self.discard, hidden=True),
            "declare": Phase(self.declare_choices, self.declare),
            "whist": Phase(self.whist_choices, self.whist, "defence"),
            "invite": Phase(self.invite_choices, self.invite),
        }

    # The deal

    def deal(self, deck: tuple[Card, ...], standing: MatchStanding[None]) -> State[Public] | Redeal:
        """Return the state after dealing two cards to each player, two to the prikup, and four more rounds of two.

        The prikup are the two cards left over for the player who will declare. `standing` is the state of the match
        before the deal. Return a Redeal if the rules refuse the deck.
        """
        if redeal := check_deck(self, deck, standing):
            return redeal
        dealer, prikup = standing.dealer, mask(deck[IN_PRIKUP])
        hands = tuple(map(mask, _cards_by_seat(deck, dealer)))
        first = first_caller(self.options, standing, hands, prikup)
        assert first is not None
        public = Public(
            phase="auction",
            turn=first,
            actor=first,
            dealer=dealer,
            shown=(0, 0, 0),
            match=standing,
            said=(),
            tricks=None,
            auction=Auction(first, ROUND[first]),
        )
        return State(public, hands, ((), (), ()), cards(prikup))

    def refusals(self, deal: int, dealer: Seat) -> tuple[DeckRule, ...]:
        """Return the rules that refuse a deck in deal number `deal` of a match, dealt by `dealer`.

        Depending on the house rules, they refuse a deck because of its bottom card, because a player gets the six
        spades 7 8 9 10 J Q without king and ace, or, in the first deal only, because the jack and the 7 of spades are
        both in the prikup (the two cards left over).
        """
        return _refusals(self.options, dealer, first=deal == 1)

    # The auction

    def auction_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal calls in the auction: PASS and the next higher bid."""
        high = view.public.auction.high
        return (PASS, PASTON if high is None else high + 1)

    def auction(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a player passes or bids (`action`).

        When the auction ends, declarer takes the prikup (the two cards left over). If all have passed and the rules
        require a new deal in this case, the deal is over. `public` is the public part of `state`.
        """
        auction = public.auction.call(action, passing=action == PASS)
        announcements = add_announcements(public.said, Announcement(public.auction.turn, action))
        if not auction.over and action != GRKHA:
            return replace_public(
                state, set_next_actor(public, "auction", auction.turn, auction=auction, said=announcements)
            )
        declarer = auction.holder
        if declarer is None:
            declarer = forced_declarer(self.options, announcements[0].seat, state.hands, mask(state.stock))
        public = set_next_actor(public, "over", None, auction=auction, said=announcements)
        return replace_public(state, public) if declarer is None else self._take_prikup(state, public, declarer)

    # The prikup and the contract

    def _take_prikup(self, state: State[Public], public: Public, declarer: Seat) -> State[Public]:
        notes = add_notes(state.notes, declarer, *[PrivateNote("took", declarer, card) for card in state.stock])
        hands = replace_hand(state.hands, declarer, state.hands[declarer] | mask(state.stock))
        exchange = Exchange((Debt(declarer, DISCARD, 2),))
        return State(
            set_next_actor(public, "discard", declarer, declarer=declarer, exchange=exchange), hands, notes, ()
        )

    def discard(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after declarer discards one of the two cards that have to be discarded.

        `public` is the public part of `state`.
        """
        assert public.exchange is not None
        declarer, exchange = public.exchange.current_debt.giver, public.exchange.give()
        notes = add_notes(state.notes, declarer, PrivateNote("discarded", declarer, card))
        after = set_next_actor(public, "declare" if exchange.over else "discard", declarer, exchange=exchange)
        return State(after, move_card(state.hands, card, declarer), notes, ())

    def declare_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal calls of declarer: the trumps that may be named, and SURRENDER (to give the deal up)."""
        return (*self._trumps(view.public.auction.high), SURRENDER)

    def declare(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after declarer names the trump (`action`), or surrenders (gives up), which ends the deal.

        `public` is the public part of `state`.
        """
        declarer = public.declarer
        assert declarer is not None
        public = replace(public, contract=action, said=add_announcements(public.said, Announcement(declarer, action)))
        if action == SURRENDER:
            return replace_public(state, set_next_actor(public, "over", None))
        return replace_public(state, set_next_actor(public, "whist", (declarer + 1) % 3))

    def _trumps(self, high: Action | None) -> tuple[Action, ...]:
        """Return the calls of the trumps that declarer may name after winning the auction with the bid `high`.

        `high` is None if all players passed.
        """
        if high == GRKHA:
            return (GRKHA,)
        if high is not None:
            return tuple(range(high, GRKHA))
        match self.options.allpass_trump:
            case "any_but_grkha":
                return (PASTON, GLITCH, DINERI, GUPA)
            case "any":
                return (PASTON, GLITCH, DINERI, GUPA, GRKHA)
            case "spades_only":
                return (PASTON,)

    # The whist

    def whist_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal calls of a defender: WHIST (to promise tricks against declarer) and PASS."""
        return (WHIST, PASS)

    def whist(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a defender whists (promises tricks against declarer) or passes.

        `action` is WHIST or PASS. After the second defender's call the play starts, or a lone whister decides whether
        to invite the defender who passed, or, if both passed, the deal is over. `public` is the public part of `state`.
        """
        declarer, turn = public.declarer, public.turn
        assert declarer is not None and turn is not None
        whisters = (*public.whisters, turn) if action == WHIST else public.whisters
        public = replace(public, whisters=whisters, said=add_announcements(public.said, Announcement(turn, action)))
        last_to_speak = (declarer + 2) % 3
        if turn != last_to_speak:
            return replace_public(state, set_next_actor(public, "whist", last_to_speak))
        if not whisters:
            return replace_public(state, set_next_actor(public, "over", None))
        if len(whisters) == 2:
            return _start_play(state, public, joins=True)
        match self.options.passer:
            case "out":
                return _start_play(state, public, joins=False)
            case "invited":
                return replace_public(state, set_next_actor(public, "invite", whisters[0]))
            case "open_hand_joins":
                passer = 3 - declarer - whisters[0]
                face_up = replace_hand(public.shown, passer, state.hands[passer])
                return _start_play(state, replace(public, shown=face_up), joins=True)

    def invite_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal calls of a lone whister, a single defender who promised tricks.

        They are ALONE, to play alone, and INVITE, to let the defender who passed play too.
        """
        return (ALONE, INVITE)

    def invite(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a lone whister invites the defender who passed to play, or chooses to play alone.

        `action` is INVITE or ALONE. A lone whister is a single defender who promised tricks. This phase exists only
        with the house rule `passer=invited`. `public` is the public part of `state`.
        """
        assert public.turn is not None
        return _start_play(
            state,
            replace(public, said=add_announcements(public.said, Announcement(public.turn, action))),
            joins=action == INVITE,
        )

    # The play

    def play(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after a card is played to the trick.

        If the hand of the defender who passed is face up, the other defender chooses its cards too. `public` is the
        public part of `state`.
        """
        turn, face_up = public.turn, public.shown
        assert public.tricks is not None and turn is not None
        hands, tricks = move_card(state.hands, card, turn), public.tricks.play(card)
        if face_up[turn]:
            face_up = move_card(face_up, card, turn)
        if len(tricks.past) == scoring.TRICKS:
            return State(set_next_actor(public, "over", None, tricks=tricks, shown=face_up), hands, state.notes, ())
        turn = tricks.turn
        actor = public.whisters[0] if face_up[turn] else turn
        return State(replace(public, turn=turn, actor=actor, tricks=tricks, shown=face_up), hands, state.notes, ())

    def objective(self, public: Public) -> Objective:
        """Return the objective of the play: declarer plays against the other seats, and all want the most tricks.

        Two whisters (defenders who promised tricks) count their tricks separately. If one defender passed but joins the
        play, both defenders count their tricks together.
        """
        assert public.tricks is not None and public.declarer is not None
        shared_tricks = len(public.whisters) == 1
        return Objective.against(public.declarer, public.tricks.seats, "most", shared_tricks=shared_tricks)

    # The end

    def outcome(self, state: State[Public]) -> Outcome | VoidDeal:
        """Return the outcome of a deal (the facts that the score sheet needs), given its final `state`.

        Return a VoidDeal if the deal must be dealt again.
        """
        public = state.public
        if public.declarer is None or public.contract is None:
            return VoidDeal(reason("both-in-prikup"))
        contract = CONTRACTS[public.contract - PASTON]
        left_whists, right_whists = ((public.declarer + i) % 3 in public.whisters for i in (1, 2))
        return Outcome(
            public.declarer,
            contract,
            ("whist" if left_whists else "pass", "whist" if right_whists else "pass"),
            public.tricks.won if public.tricks else (0, 0, 0),
            public.said[0].seat,
            bid=_bid(public) if contract == "surrender" else None,
        )


def _bid(public: Public) -> Bid | None:
    """Return the highest bid of the auction; None if all players passed."""
    high = public.auction.high
    return None if high is None else BIDS[high - PASTON]


def _start_play(state: State[Public], public: Public, joins: bool) -> State[Public]:
    """Return the state at the start of the trick play, with declarer to lead.

    `joins` tells whether a defender who passed takes part with their cards. `public` is the new public part, and
    `state` has the cards.
    """
    assert public.declarer is not None and public.contract is not None
    order = ROUND[public.declarer]
    seats = order if joins else tuple(s for s in order if s == public.declarer or s in public.whisters)
    tricks = Tricks.begin(Order(TRUMP[public.contract]), "must_trump", seats, public.declarer, seat_count=3)
    return replace_public(state, set_next_actor(public, "play", public.declarer, tricks=tricks))


@cache
def _refusals(options: Options, dealer: Seat, *, first: bool) -> tuple[DeckRule, ...]:
    """Return the rules by which a deck that `dealer` dealt has to be dealt again.

    `first` tells whether the deal is the first of a match.
    """
    rules = list[DeckRule]()
    if options.bottom_7s_reshuffle:
        rules.append(DeckRule(reason("bottom-card", card=SEVEN), (len(PACK_32) - 1,), (SEVEN,)))
    if options.redeal_six_spades:
        other_spades = cards(SUIT_MASK[SPADES] & mask(PACK_32) & ~SIX_SPADES)
        for seat, places in enumerate(_cards_by_seat(PLACES, dealer)):
            rules.append(DeckRule(reason("six-spades", seat=seat), places, cards(SIX_SPADES), other_spades, seat))
    if first and options.both_in_prikup != "first_speaker":
        rules.append(DeckRule(reason("both-in-prikup"), PLACES[IN_PRIKUP], (JACK, SEVEN)))
    return tuple(rules)


def _cards_by_seat(deck: tuple[Card, ...], dealer: Seat) -> tuple[tuple[Card, ...], ...]:
    """Return the cards that each seat receives if `dealer` deals a deck, without the prikup (the two cards left over).

    Given the positions 0, 1, 2 … instead of a deck, it returns the positions that each seat receives.
    """
    rest = deck[: IN_PRIKUP.start] + deck[IN_PRIKUP.stop :]
    left_cards, right_cards, dealer_cards = [rest[index::6] + rest[index + 1 :: 6] for index in (0, 2, 4)]
    return (
        (dealer_cards, left_cards, right_cards),
        (right_cards, dealer_cards, left_cards),
        (left_cards, right_cards, dealer_cards),
    )[dealer]
