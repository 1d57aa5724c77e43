"""The rules of Tuppi, as played in northern Finland.

The main source is text 003 (see docs/sources.md). Points that it leaves open follow the public rules of Tuppi and of
Minnesota whist, or are house rules.

Four players form two partnerships; partners sit opposite each other. The pack has 52 cards with the ace high, and there
are never trumps. Everything goes clockwise, and the deal passes to the left after each hand. Each player gets thirteen
cards, one at a time.

The bids. Each player, starting at the dealer's left, places a card of their own face down. A red card bids rami (to
take tricks), a black card bids nolo (to lose them). A two or a court card cannot bid. A player who has no card that can
bid the colour they want calls their bid instead; the call stays as secret as a card. The bids are turned up in the same
order until the first red one, whose player has declared rami; the remaining bids stay face down. If all bids are black,
the game is nolo. The cards return to the hands before the play.

The sooli. When rami is declared, either opponent of the declarer may bid sooli: to play alone and take no trick. The
opponent on the declarer's left is asked first. The soloist discards a card face down, and then the soloist's partner
gives the soloist a card and leaves the hand. The ace is the lowest card, the soloist plays last to every trick, and the
hand ends as soon as the soloist takes a trick.

The play. The player on the declarer's right makes the first lead in rami, the player on the dealer's left in nolo, and
the player on the soloist's left in sooli. A player must follow suit if possible and may otherwise play any card. The
highest card of the suit led wins the trick.

The end. A side has points only while its opponents have none, and it wins the match at 52 points. A side with points
that is losing a hand may concede the hand.

House rules, each a field of `Options`:
  bid_method        bids are made with cards of one's own hand, or with special bidding cards
  bid_ranks         which cards can bid: no two and no court card, no ace either, or any
  high_colour       the colour that bids rami: red, or black
  sooli             whether the opponents of a rami may bid sooli
  sooli_exchange    the soloist discards a card and then gets one, or gets one and then gives one back
  sooli_lead        the player who leads to the first trick of a sooli: left or right of the soloist, or the declarer
                    of the rami
  mode, hands       casual: the match lasts until a side reaches the target; tournament: it also ends after a number
                    of hands
  tournament_tie    a tournament with equal sums either continues until a side has lost its points again and the sums
                    differ, or is a draw
  concede           whether a side with points may concede a hand that it is losing
  sooli_lost, rami_fail_factor, points_per_trick, low_scoring, reset_rule, target
                    points on the score sheet and the end of the match: see `scoring.py`

Minnesota whist is this game with points for both sides (`reset_rule=keep_both`). Its players say "high" for rami and
"low" for nolo.

`hidden_cards.py` has the inferences about hidden cards.
"""

from msgspec.structs import replace

from prikup.games.tuppi import scoring
from prikup.games.tuppi.analysis import TuppiAnalysis
from prikup.games.tuppi.bids import PASS, SOOLI, bids, calls, is_for_rami, sooli_exchange
from prikup.games.tuppi.explanations import TuppiExplanations
from prikup.games.tuppi.options import PRESETS, Options
from prikup.games.tuppi.public import Public, left_of, partner_of, right_of
from prikup.games.tuppi.scorekeeping import TuppiScoring
from prikup.games.tuppi.scoring import SIDES, TRICKS, Carry, Outcome
from prikup.rules.cards import PACK_52, Action, Card, Seat, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.exchange import DISCARD
from prikup.rules.game import AgreedEnd, Game, end_by_agreement, set_next_actor
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
    replace_public,
)
from prikup.rules.tricks import Order, Tricks

__all__ = ["Tuppi"]


class Tuppi(Game[Public]):
    """The rules of Tuppi under one set of house rules, as the interface `Game` defines them."""

    name = "tuppi"
    rules_version = 2
    seats = 4
    trick_count = TRICKS
    sides = SIDES
    pack = PACK_52
    carry = Carry()
    columns = scoring.COLUMNS

    def __init__(self, options: Options = PRESETS["standard"]) -> None:
        self.options: Options = options
        self.scoring = TuppiScoring(options)
        self.analysis = TuppiAnalysis(options)
        self.explanations = TuppiExplanations(options)
        self.calls: tuple[str, ...] = calls(options)
        self.phases = {
            "bid": Phase(self.bid_choices, self.bid, hidden=True, sealed=True),
            "sooli": Phase(self.sooli_choices, self.sooli),
            "discard": Phase(hand_cards, self.discard, hidden=True),
            "give": Phase(hand_cards, self.give),
        }

    # The deal

    def deal(self, deck: tuple[Card, ...], standing: MatchStanding[Carry]) -> State[Public]:
        """Return the state after dealing `deck`: thirteen cards to each player, one at a time from the dealer's left.

        `standing` is the state of the match before the deal.
        """
        first = left_of(standing.dealer)
        hands = [0, 0, 0, 0]
        for index in range(4):
            hands[(first + index) % 4] = mask(deck[index::4])
        public = Public(
            phase="bid",
            turn=first,
            actor=first,
            dealer=standing.dealer,
            shown=(0, 0, 0, 0),
            match=standing,
            said=(),
            tricks=None,
        )
        return State(public, tuple(hands), ((), (), (), ()), ())

    # The bids

    def bid_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal bids: each card that can bid, and a call for each bid that no card of the hand can make.

        A card makes one of the two bids by its colour, red or black.
        """
        return bids(self.options, view.hand)

    def bid(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a player's sealed bid (`action`), which the other players do not see yet.

        A card used as a bid stays in the hand. The dealer bids last. Then the bids are turned up, and the sooli phase
        (in which an opponent may bid to play alone) or the play starts. `public` is the public part of `state`.
        """
        turn = public.turn
        assert turn is not None
        notes = add_notes(state.notes, turn, PrivateNote("bid", turn, action))
        if turn != public.dealer:
            return State(set_next_actor(public, "bid", left_of(turn)), state.hands, notes, ())
        public = self._turn_up_bids(public, notes)
        # A bid that was not turned up stays secret, so the State no longer has it (the log does).
        state = State(public, state.hands, ((), (), (), ()), ())
        if public.declarer is None:
            return self._start_play(state, public)
        if self.options.sooli:
            return replace_public(state, set_next_actor(public, "sooli", left_of(public.declarer)))
        return self._start_play(state, public)

    def _turn_up_bids(self, public: Public, notes: tuple[tuple[PrivateNote, ...], ...]) -> Public:
        """Return the public part of the deal after the sealed bids are turned up, as far as the first bid for rami.

        Bids are turned up in order, beginning on the dealer's left. A bid for rami says that the player's side wants
        tricks. `notes` are the private notes by seat, which have the bids.
        """
        announcements = public.said
        for seat in (public.dealer + i for i in range(1, 5)):
            bid = notes[seat % 4][0]
            announcements = add_announcements(announcements, Announcement(bid.seat, bid.action))
            if is_for_rami(self.options, bid.action):
                return replace(public, said=announcements, contract="rami", declarer=bid.seat)
        return replace(public, said=announcements, contract="nolo")

    # The sooli

    def sooli_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal calls of an opponent of the declarer: SOOLI (to play alone, for no trick) and PASS."""
        return (SOOLI, PASS)

    def sooli(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after an opponent of the declarer bids sooli (to play alone and take no trick) or passes.

        `action` is SOOLI or PASS. The two opponents call in turn. If both pass, the play of the declarer's rami (for
        most tricks) starts. `public` is the public part of `state`.
        """
        turn, declarer = public.turn, public.declarer
        assert turn is not None and declarer is not None
        public = replace(public, said=add_announcements(public.said, Announcement(turn, action)))
        if action == SOOLI:
            public = replace(public, contract="sooli", soloist=turn, exchange=sooli_exchange(self.options, turn))
            return self._continue_exchange(state, public)
        last_to_speak = right_of(declarer)
        if turn != last_to_speak:
            return replace_public(state, set_next_actor(public, "sooli", last_to_speak))
        return self._start_play(state, public)

    def _continue_exchange(self, state: State[Public], public: Public) -> State[Public]:
        """Return the state in which the next card is to be given or discarded before a sooli, or the play starts.

        In a sooli the soloist plays without the partner, after an exchange of cards between them. The play starts when
        no card is due any more. `public` is the new public part, and `state` has the cards.
        """
        assert public.exchange is not None
        if public.exchange.over:
            return self._start_play(state, public)
        debt = public.exchange.current_debt
        return replace_public(
            state, set_next_actor(public, "discard" if debt.receiver is DISCARD else "give", debt.giver)
        )

    def discard(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after the soloist, who will play alone, discards a card face down.

        `public` is the public part of `state`.
        """
        soloist, exchange = public.soloist, public.exchange
        assert soloist is not None and exchange is not None
        notes = add_notes(state.notes, soloist, PrivateNote("discarded", soloist, card))
        after = State(public, move_card(state.hands, card, soloist), notes, ())
        return self._continue_exchange(after, replace(public, exchange=exchange.give()))

    def give(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after a player gives a card face down before a sooli, in which a soloist plays alone.

        The partner gives it to the soloist or, under some house rules, the soloist gives a card back to the partner.
        `public` is the public part of `state`.
        """
        exchange = public.exchange
        assert exchange is not None
        giver, receiver = exchange.current_debt.giver, exchange.current_debt.receiver
        assert receiver is not DISCARD
        notes = add_notes(state.notes, giver, PrivateNote("gave", receiver, card))
        notes = add_notes(notes, receiver, PrivateNote("got", giver, card))
        after = State(public, move_card(state.hands, card, giver, receiver), notes, ())
        return self._continue_exchange(after, replace(public, exchange=exchange.give()))

    # The play

    def _start_play(self, state: State[Public], public: Public) -> State[Public]:
        """Return the state at the start of the trick play, in which the leader to the first trick is to play.

        `public` is the new public part, and `state` has the cards.
        """
        seats: tuple[Seat, ...] = (0, 1, 2, 3)
        if public.soloist is not None:
            seats = tuple(seat for seat in seats if seat != partner_of(public.soloist))
        order = Order(ace_low=public.soloist is not None)
        tricks = Tricks.begin(order, "free", seats, self._leader(public), seat_count=4, last=public.soloist)
        return replace_public(state, set_next_actor(public, "play", tricks.turn, tricks=tricks))

    def _leader(self, public: Public) -> Seat:
        soloist, declarer = public.soloist, public.declarer
        if declarer is None:
            return left_of(public.dealer)
        if soloist is None:
            return right_of(declarer)
        match self.options.sooli_lead:
            case "left_of_soloist":
                return left_of(soloist)
            case "right_of_soloist":
                return right_of(soloist)
            case "rami_declarer":
                return declarer

    def is_deal_over(self, public: Public, tricks: Tricks) -> bool:
        """Return whether all thirteen tricks have been played, or a soloist who must take no trick has taken one.

        `tricks` are the tricks so far, and `public` is the public part of the deal.
        """
        return len(tricks.past) == TRICKS or (public.soloist is not None and tricks.won[public.soloist] > 0)

    def objective(self, public: Public) -> Objective:
        """Return the objective of the play: the two sides, and whether they want the most or the fewest tricks.

        They want the most in rami, and the fewest in nolo and in sooli, where a soloist must take no trick. The
        partners form the sides, except in a sooli: there the soloist plays against both opponents.
        """
        assert public.tricks is not None
        if public.soloist is not None:
            return Objective.against(public.soloist, public.tricks.seats, "fewest", shared_tricks=True, stops=True)
        return Objective(SIDES, "most" if public.contract == "rami" else "fewest")

    # Visibility of actions

    def visible_action(self, public: Public, action: Action, seat: Seat | None) -> Action | None:
        """Return `action` if the player in `seat` may see it, else None. A `seat` of None means a spectator.

        Only the player who makes a sealed bid or a discard sees it. A card that is given is seen by its giver and
        receiver.
        """
        if public.phase == "give" and public.exchange is not None:
            return action if seat in (public.actor, public.exchange.current_debt.receiver) else None
        return super().visible_action(public, action, seat)

    # The end

    def settle(self, state: State[Public], agreement: AgreedEnd) -> State[Public] | Reason:
        """Return the state after an agreement of the players ends the deal, or the reason why it is not allowed.

        By the `agreement`, the players split the remaining tricks, or the side with points concedes (gives up) the
        deal.
        """
        if not agreement.conceding_seats:
            return super().settle(state, agreement)
        public = state.public
        if public.tricks is None or public.turn is None:
            return reason("no-tricks-yet" if public.tricks is None else "deal-over")
        return self._concede(state, agreement.conceding_seats)

    def _concede(self, state: State[Public], seats: tuple[Seat, ...]) -> State[Public] | Reason:
        side = scoring.conceding(self.options, state.public.match)
        if isinstance(side, Reason):
            return side
        if set(seats) != set(SIDES[side]):
            return reason("both-partners", seat=side)
        return end_by_agreement(state, conceded=True)

    def outcome(self, state: State[Public]) -> Outcome:
        """Return the outcome of a deal (the facts that the score sheet needs), given its final `state`."""
        public = state.public
        assert public.contract is not None and public.tricks is not None
        tricks_won = public.tricks.won
        player = public.declarer if public.soloist is None else public.soloist
        return Outcome(
            public.contract, player, (tricks_won[0] + tricks_won[2], tricks_won[1] + tricks_won[3]), public.conceded
        )
