"""The rules of Tuppi, as played in northern Finland.

Source: seed 003; what it leaves open follows the public rules of Tuppi and of Minnesota whist, or is a house rule.

Four players, partners opposite, 52 cards, ace high. There are never trumps. Everything goes clockwise, and the deal
passes to the left after each hand; thirteen cards each, one at a time.

The bids. Each player, from the dealer's left, places a card of their own face down: red bids rami (take tricks), black
bids nolo (lose them). A two or a court card cannot bid. Only a player without a card that can bid the colour they want
calls their bid instead, and that stays as secret as a card. The bids are turned up in the same order until the first
red one, whose player has declared rami; the rest stay face down. If all are black the game is nolo. The cards return to
the hands before the play.

The sooli. When rami is declared, either opponent, left of the declarer first, may bid to play alone and take no trick.
They discard a card face down, then their partner gives them one and leaves the hand. The ace is the lowest card, the
soloist plays last to every trick, and the hand stops if they take one.

The play. The first lead is by the player right of the declarer in rami, left of the dealer in nolo, left of the soloist
in sooli. Follow suit if you can; there is no other duty. The highest card of the suit led wins.

The end. A side has points only while its opponents have none; at 52 it has won. A side with points that is losing a
hand may concede it.

House rules, each a field of `Options`:
  bid_method        bids are made with cards of one's own hand, or with special bidding cards
  bid_ranks         which cards can bid: no two and no court card, no ace either, or any
  high_colour       the colour that bids rami: red, or black
  sooli             whether the opponents of a rami may bid sooli
  sooli_exchange    the soloist discards a card and then gets one, or gets one and then gives one back
  sooli_lead        who leads to the first trick of a sooli: left or right of the soloist, or the declarer of the rami
  mode, hands       casual: until a side reaches the target; tournament: that, or a number of hands
  tournament_tie    a tournament that ends level continues until a side has risen and fallen and the sums differ, or
                    is a draw
  concede           whether a side with points may concede a hand that it is losing
  sooli_lost, rami_fail_factor, points_per_trick, low_scoring, reset_rule, target
                    numbers of the sheet and the end of the game: `scoring.py`

Minnesota whist is this game with points for both sides (`reset_rule=keep_both`); its players call high and low.

`hidden_cards.py` has the inferences about hidden cards.
"""

from msgspec.structs import replace

from prikup.games.tuppi import scoring
from prikup.games.tuppi.analysis import TuppiAnalysis
from prikup.games.tuppi.bids import PASS, SOOLI, bids, calls, exchange, is_for_rami
from prikup.games.tuppi.explanations import TuppiExplanations
from prikup.games.tuppi.options import PRESETS, Options
from prikup.games.tuppi.public import Public
from prikup.games.tuppi.scorekeeping import TuppiScoring
from prikup.games.tuppi.scoring import SIDES, TRICKS, Carry, Outcome
from prikup.rules.cards import PACK_52, Action, Card, Seat, mask
from prikup.rules.errors import Reason, reason
from prikup.rules.exchange import DISCARD
from prikup.rules.game import AgreedEnd, Game, end_by_agreement, set_next_actor
from prikup.rules.match_standing import MatchStanding
from prikup.rules.objective import Objective
from prikup.rules.phase import Phase, hand_cards
from prikup.rules.state import Announcement, PrivateNote, State, View, add_notes, move_card, replace_public
from prikup.rules.tricks import Order, Tricks

__all__ = ["Tuppi"]


class Tuppi(Game[Public]):
    """The rules of Tuppi under some options."""

    name = "tuppi"
    rules = 2
    seats = 4
    tricks = TRICKS
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
        """Deal thirteen cards to each, one at a time from the dealer's left."""
        first = (standing.dealer + 1) % 4
        hands = [0, 0, 0, 0]
        for index in range(4):
            hands[(first + index) % 4] = mask(deck[index::4])
        public = Public("bid", first, first, standing.dealer, (0, 0, 0, 0), standing, (), None)
        return State(public, tuple(hands), ((), (), (), ()), ())

    # The bids

    def bid_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the cards that can bid, and the call for each colour in which there is none."""
        return bids(self.options, view.hand)

    def bid(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Place a sealed bid; its card stays in the hand. After the dealer's, the last one, they are turned up."""
        turn = public.turn
        assert turn is not None
        notes = add_notes(state.notes, turn, PrivateNote("bid", turn, action))
        if turn != public.dealer:
            return State(set_next_actor(public, "bid", (turn + 1) % 4), state.hands, notes, ())
        public = self._turn_up_bids(public, notes)
        # A bid that was not turned up stays secret, so it is removed from the State (the log keeps it).
        state = State(public, state.hands, ((), (), (), ()), ())
        if public.declarer is None:
            return self._lead(state, public)
        if self.options.sooli:
            return replace_public(state, set_next_actor(public, "sooli", (public.declarer + 1) % 4))
        return self._lead(state, public)

    def _turn_up_bids(self, public: Public, notes: tuple[tuple[PrivateNote, ...], ...]) -> Public:
        """Return the public part with the sealed bids turned up, from the dealer's left to the first for rami."""
        announcements = public.said
        for seat in (public.dealer + i for i in range(1, 5)):
            bid = notes[seat % 4][0]
            announcements = (*announcements, Announcement(bid.seat, bid.action))
            if is_for_rami(self.options, bid.action):
                return replace(public, said=announcements, contract="rami", declarer=bid.seat)
        return replace(public, said=announcements, contract="nolo")

    # The sooli

    def sooli_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return sooli and pass."""
        return (SOOLI, PASS)

    def sooli(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Play alone, or pass: each opponent of the declarer in turn."""
        turn, declarer = public.turn, public.declarer
        assert turn is not None and declarer is not None
        public = replace(public, said=(*public.said, Announcement(turn, action)))
        if action == SOOLI:
            public = replace(public, contract="sooli", soloist=turn, exchange=exchange(self.options, turn))
            return self._exchanging(state, public)
        last_to_speak = (declarer + 3) % 4
        if turn != last_to_speak:
            return replace_public(state, set_next_actor(public, "sooli", last_to_speak))
        return self._lead(state, public)

    def _exchanging(self, state: State[Public], public: Public) -> State[Public]:
        """Continue with the next card of the exchange, or start the play."""
        assert public.exchange is not None
        if public.exchange.over:
            return self._lead(state, public)
        debt = public.exchange.current_debt
        return replace_public(
            state, set_next_actor(public, "discard" if debt.receiver is DISCARD else "give", debt.giver)
        )

    def discard(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Discard the soloist's card face down."""
        soloist, owed = public.soloist, public.exchange
        assert soloist is not None and owed is not None
        notes = add_notes(state.notes, soloist, PrivateNote("discarded", soloist, card))
        after = State(public, move_card(state.hands, card, soloist), notes, ())
        return self._exchanging(after, replace(public, exchange=owed.give()))

    def give(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Give a card to the soloist (or, if the house rules say so, a card back to the partner)."""
        owed = public.exchange
        assert owed is not None
        giver, receiver = owed.current_debt.giver, owed.current_debt.receiver
        assert receiver is not DISCARD
        notes = add_notes(state.notes, giver, PrivateNote("gave", receiver, card))
        notes = add_notes(notes, receiver, PrivateNote("got", giver, card))
        after = State(public, move_card(state.hands, card, giver, receiver), notes, ())
        return self._exchanging(after, replace(public, exchange=owed.give()))

    # The play

    def _lead(self, state: State[Public], public: Public) -> State[Public]:
        """Start the trick play."""
        seats: tuple[Seat, ...] = (0, 1, 2, 3)
        if public.soloist is not None:
            seats = tuple(seat for seat in seats if seat != (public.soloist + 2) % 4)
        order = Order(ace_low=public.soloist is not None)
        tricks = Tricks.begin(order, "free", seats, self._leader(public), of=4, last=public.soloist)
        return replace_public(state, set_next_actor(public, "play", tricks.turn, tricks=tricks))

    def _leader(self, public: Public) -> Seat:
        soloist, declarer = public.soloist, public.declarer
        if declarer is None:
            return (public.dealer + 1) % 4
        if soloist is None:
            return (declarer + 3) % 4
        match self.options.sooli_lead:
            case "left_of_soloist":
                return (soloist + 1) % 4
            case "right_of_soloist":
                return (soloist + 3) % 4
            case "rami_declarer":
                return declarer

    def is_deal_over(self, public: Public, tricks: Tricks) -> bool:
        """Return whether all thirteen tricks have been played, or the soloist of a sooli has taken one."""
        return len(tricks.past) == TRICKS or (public.soloist is not None and tricks.won[public.soloist] > 0)

    def objective(self, public: Public) -> Objective:
        """Return the partners as sides, or the soloist against the remaining opponents.

        Only a rami is played for the most tricks.
        """
        assert public.tricks is not None
        if public.soloist is not None:
            return Objective.against(public.soloist, public.tricks.seats, "fewest", shared_tricks=True, stops=True)
        return Objective(SIDES, "most" if public.contract == "rami" else "fewest")

    # What a player may know

    def visible_action(self, public: Public, action: Action, seat: Seat | None) -> Action | None:
        """Return an action as far as a seat may know it.

        A sealed bid and a discard are known only to their owner, a card given only to giver and receiver.
        """
        if public.phase == "give" and public.exchange is not None:
            return action if seat in (public.actor, public.exchange.current_debt.receiver) else None
        return super().visible_action(public, action, seat)

    # The end

    def settle(self, state: State[Public], agreement: AgreedEnd) -> State[Public] | Reason:
        """Return the state after an agreed split of the remaining tricks or a concession by the rising side.

        Return the reason if the rules do not allow it.
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
        """Return the outcome of a finished deal, in the terms of the score sheet."""
        public = state.public
        assert public.contract is not None and public.tricks is not None
        tricks_won = public.tricks.won
        player = public.declarer if public.soloist is None else public.soloist
        return Outcome(
            public.contract, player, (tricks_won[0] + tricks_won[2], tricks_won[1] + tricks_won[3]), public.conceded
        )
