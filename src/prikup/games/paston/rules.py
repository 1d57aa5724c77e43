"""The rules of Paston ("spades"), as played in Gyumri, Armenia. Source: seed 000, completed from seed 001.

Three players, 32 cards, A K Q J 10 9 8 7 in each suit. Suits have names of their own: paston (spades), glitch (clubs),
dineri (diamonds), gupa (hearts). Everything goes clockwise.

The deal. Two cards to each player, two face down for the prikup, then four more rounds of two. The same dealer deals
again if the bottom card of the deck is the 7 of spades, if a player is dealt the spades 7 8 9 10 J Q without king and
ace, or if the jack and the 7 of spades are both in the prikup of a deal in which one of them decides.

The auction. In the first deal the holder of the jack of spades calls first, or the holder of the 7 if the jack is in
the prikup; later, the player left of the dealer. A player passes for good, or names the next step of the ladder:
paston, glitch, dineri, gupa, grkha (best spades). The auction ends when two have passed, or at grkha. If all pass, the
holder of the jack of spades (else of the 7) must declare.

The contract. Declarer takes the prikup unseen by the others, discards two cards, and names a trump no lower than the
bid, or surrenders. Grkha can be named only if it was bid, and then it must be. Declarer needs six of the ten tricks.

The whist. Left of declarer first, each defender whists or passes. If both pass there is no play. Two whisters need two
tricks each; a lone whister needs four, and the other's cards are out of play.

The play. Declarer leads. Follow suit; with none, trump; with none of those, anything. The highest trump wins, else the
highest card of the suit led.

The score. Ten for a contract made, minus ten for one lost; a whister gets ten for each trick above what is owed and
pays for falling short. All is multiplied by the trump (`scoring.py`). A surrender costs ten and gives the others two
each. Exactly minus 121 is set back to zero; at 121 the game is won.

House rules, each a field of `Options`:
  bottom_7s_reshuffle   whether the deck is shuffled again if the 7 of spades is at the bottom
  redeal_six_spades     whether 7 8 9 10 J Q of spades without king and ace are dealt again
  both_in_prikup        jack and 7 of spades both in the prikup: dealt again, or the first caller takes the place of the
                        holder (in the first deal the player left of the dealer)
  second_dealer         who deals second: the player who called first, or the player left of the first dealer
  all_pass_declarer     who declares after three passes: the holder of the jack (else of the 7), or the first caller
  allpass_trump         what they may name then: any suit but grkha, grkha too, or spades only
  passer                a passer beside a lone whister is out of play, may be invited to play their own hand, or lays it
                        open for the whister to play; in the last two cases their tricks count together
  lone_low, surrender_bonus, multiplier_table, minus_reset, end_tie, target
                        numbers of the sheet and the end of the game
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
from prikup.games.paston.scoring import Contract, Outcome
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
    add_notes,
    move_card,
    replace_hand,
    replace_public,
)
from prikup.rules.tricks import Order, Tricks

__all__ = ["Paston"]

CONTRACTS: tuple[Contract, ...] = get_args(Contract)
ROUND = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""The seats in playing order, starting with each seat."""
PLACES, IN_PRIKUP = tuple(range(len(PACK_32))), slice(6, 8)
"""The positions in the deck, and those from which the prikup is dealt."""


class Paston(Game[Public]):
    """The rules of Paston under some options."""

    name = "paston"
    seats = 3
    tricks = scoring.TRICKS
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
        """Deal two cards to each, two to the prikup, then four more rounds of two."""
        if redeal := check_deck(self, deck, standing):
            return redeal
        dealer, prikup = standing.dealer, mask(deck[IN_PRIKUP])
        hands = tuple(map(mask, _cards_by_seat(deck, dealer)))
        first = first_caller(self.options, standing, hands, prikup)
        assert first is not None
        public = Public("auction", first, first, dealer, (0, 0, 0), standing, (), None, Auction(first, ROUND[first]))
        return State(public, hands, ((), (), ()), cards(prikup))

    def refusals(self, deal: int, dealer: Seat) -> tuple[DeckRule, ...]:
        """Return the refusal rules: the bottom card, the six spades, and both cards in the prikup (first deal only)."""
        return _refusals(self.options, dealer, first=deal == 1)

    # The auction

    def auction_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return pass and the next step of the ladder."""
        high = view.public.auction.high
        return (PASS, PASTON if high is None else high + 1)

    def auction(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Pass for good, or name the next step of the ladder."""
        auction = public.auction.call(action, passing=action == PASS)
        announcements = (*public.said, Announcement(public.auction.turn, action))
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
        """Discard one of the two cards that declarer has to discard."""
        assert public.exchange is not None
        declarer, exchange = public.exchange.current_debt.giver, public.exchange.give()
        notes = add_notes(state.notes, declarer, PrivateNote("discarded", declarer, card))
        after = set_next_actor(public, "declare" if exchange.over else "discard", declarer, exchange=exchange)
        return State(after, move_card(state.hands, card, declarer), notes, ())

    def declare_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the trumps that declarer may name, and the surrender."""
        return (*self._trumps(view.public.auction.high), SURRENDER)

    def declare(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Name the trump, or surrender."""
        declarer = public.declarer
        assert declarer is not None
        public = replace(public, contract=action, said=(*public.said, Announcement(declarer, action)))
        if action == SURRENDER:
            return replace_public(state, set_next_actor(public, "over", None))
        return replace_public(state, set_next_actor(public, "whist", (declarer + 1) % 3))

    def _trumps(self, high: Action | None) -> tuple[Action, ...]:
        """Return the trumps declarer may name after winning the auction with `high` (None: after all passed)."""
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
        """Return whist and pass."""
        return (WHIST, PASS)

    def whist(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Whist or pass: each defender in turn."""
        declarer, turn = public.declarer, public.turn
        assert declarer is not None and turn is not None
        whisters = (*public.whisters, turn) if action == WHIST else public.whisters
        public = replace(public, whisters=whisters, said=(*public.said, Announcement(turn, action)))
        last_to_speak = (declarer + 2) % 3
        if turn != last_to_speak:
            return replace_public(state, set_next_actor(public, "whist", last_to_speak))
        if not whisters:
            return replace_public(state, set_next_actor(public, "over", None))
        if len(whisters) == 2:
            return _lead(state, public, joins=True)
        match self.options.passer:
            case "out":
                return _lead(state, public, joins=False)
            case "invited":
                return replace_public(state, set_next_actor(public, "invite", whisters[0]))
            case "open_hand_joins":
                passer = 3 - declarer - whisters[0]
                face_up = replace_hand(public.shown, passer, state.hands[passer])
                return _lead(state, replace(public, shown=face_up), joins=True)

    def invite_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return playing alone and inviting the passer."""
        return (ALONE, INVITE)

    def invite(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Invite the passer to play their own hand, or play alone (only with passer=invited)."""
        assert public.turn is not None
        return _lead(
            state, replace(public, said=(*public.said, Announcement(public.turn, action))), joins=action == INVITE
        )

    # The play

    def play(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Play a card to the trick; the whister plays the cards of an exposed passer."""
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
        """Return declarer against the defence.

        Two whisters count their tricks separately; a lone whister counts them together with a passer who joins.
        """
        assert public.tricks is not None and public.declarer is not None
        shared_tricks = len(public.whisters) == 1
        return Objective.against(public.declarer, public.tricks.seats, "most", shared_tricks=shared_tricks)

    # The end

    def outcome(self, state: State[Public]) -> Outcome | VoidDeal:
        """Return the outcome of a finished deal, in the terms of the score sheet."""
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
        )


def _lead(state: State[Public], public: Public, joins: bool) -> State[Public]:
    """Start the play: declarer leads, and a passer who does not join is left out."""
    assert public.declarer is not None and public.contract is not None
    order = ROUND[public.declarer]
    seats = order if joins else tuple(s for s in order if s == public.declarer or s in public.whisters)
    tricks = Tricks.begin(Order(TRUMP[public.contract]), "must_trump", seats, public.declarer, of=3)
    return replace_public(state, set_next_actor(public, "play", public.declarer, tricks=tricks))


@cache
def _refusals(options: Options, dealer: Seat, *, first: bool) -> tuple[DeckRule, ...]:
    """Return the rules under which decks are refused; `first` includes those of the first deal."""
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
    """Return the cards that each seat receives, by seat, of a deck or of its positions."""
    rest = deck[: IN_PRIKUP.start] + deck[IN_PRIKUP.stop :]
    left_cards, right_cards, dealer_cards = [rest[index::6] + rest[index + 1 :: 6] for index in (0, 2, 4)]
    return (
        (dealer_cards, left_cards, right_cards),
        (right_cards, dealer_cards, left_cards),
        (left_cards, right_cards, dealer_cards),
    )[dealer]
