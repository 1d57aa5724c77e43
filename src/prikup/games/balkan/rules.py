"""The rules of Balkan Preferans, as played in Serbia, Croatia and Bosnia.

The main source is text 004 (see docs/sources.md), which defines the auction by numbers, the igra and the six tricks.
Everything else follows the public rules of Serbian clubs, or is a house rule.

Three players take part in a deal; at a table of four the dealer sits out. The pack has 32 cards: A K Q J 10 9 8 7 in
each suit. There are six games (contracts), each with a number: clubs two, diamonds three, hearts four, spades five,
betl (take no trick) six, and sans (no trumps) seven. Some also play preferans (take all ten tricks), number eight. The
"next" player is always the next one in the direction of play.

The deal. Each player gets five cards, two are placed face down as the talon, and each player gets five more.

The auction. The player next to the dealer calls first. A player passes, and is then out of the auction, or bids the
next number, or holds the current number (moje, "mine"), so that the other players must bid higher. As their first call
a player may call igra, a game from the hand, without the talon. Igra beats every number; after it only players who have
not called yet may call, and they may call igra too. Then every igra caller names their game, in calling order. The
highest game is played, among equal ones the first. A player who could only pass is skipped. If all pass, nothing is
played.

The talon. A player who won the auction with a number takes the talon, which is shown to all, and discards two cards
face down. The player then names a game with a number no lower than the bid. After an igra the talon stays face down.

The followers. The two opponents of declarer are called followers. Each of them, the one next to declarer first, comes
(joins the play) or stays out. If neither comes, the game is made. If one comes, that follower plays alone against
declarer, and the third hand is out of play. In a betl and in a preferans both come.

Kontra and invitation. Then the followers who came call in the same order: može ("it may be"), or kontra, which doubles
the stake. A follower who came alone may also invite the other one to play. The first kontra ends these calls, and the
other follower then plays too. Declarer and the kontra player may continue doubling in turn, up to sixteen times the
stake. A follower who invited or called kontra scores all results of both followers.

The play. The first of the active players after the dealer leads; in sans and preferans it is the one who plays just
before declarer. A player must follow suit; a player without that suit must play a trump; a player without either may
play any card. The highest trump wins the trick, or else the highest card of the suit led. Declarer needs six of the ten
tricks, in preferans all of them, and in betl none. The first trick that loses a betl or a preferans ends the play. All
hands stay hidden.

The score. For bule, supe and refe see `scoring.py`. The match is over when all bule sum to zero or less.

House rules, each a field of `Options`:
  players              three players, or four, of whom the dealer sits out
  order                the numbers of the suits: clubs two … spades five, or spades two … clubs five
  direction            clockwise or counter-clockwise
  preferans            whether there is the game of all ten tricks
  jump                 whether a bid may skip numbers
  mine                 the players who may hold a number: those who precede its holder in the calling order; the same
                       players, but after their first call they may not bid higher instead; or the next player, who must
                       answer a number of three or more before any player bids higher
  igra                 the game of an igra is named later, or an igra of betl, sans or preferans is a call of its own,
                       each above the one before
  igra_naming          each igra caller names a game; or names a higher one than the last caller, or yields to it
  invite               whether a follower who came alone may invite the other, and whether the other may refuse
  kontra               the highest level of kontra: none, kontra, rekontra, or mortkontra
  lowest_needs_kontra  the lowest game named after the talon is played only after a kontra, and a follower cannot invite
  sans_lead            the player who leads in sans and preferans
  stop                 all ten tricks are played, or the followers' fifth trick ends the play
  quota, betl_kontra, refe, refe_below, refe_frozen, bule, last_game
                       points on the score sheet: see `scoring.py`
"""

from msgspec.structs import replace

from prikup.games.balkan import bidding, scoring
from prikup.games.balkan.analysis import BalkanAnalysis
from prikup.games.balkan.calls import (
    ACCEPT,
    BETL,
    CALLS,
    COME,
    DONT,
    GAME_OF_IGRA,
    IGRAS,
    INVITE,
    KONTRA,
    MINE,
    PASS,
    PREFERANS,
    READY,
    REFUSE,
    SANS,
    TRUMP,
    TWO,
    YOURS,
    contract_of,
)
from prikup.games.balkan.explanations import BalkanExplanations
from prikup.games.balkan.following import followers_of, needs_kontra, speeches
from prikup.games.balkan.games import games, numbers
from prikup.games.balkan.options import PRESETS, Options
from prikup.games.balkan.outcome import (
    FIVE,
    LEVELS,
    TRICKS,
    FollowerChoice,
    Invite,
    Outcome,
)
from prikup.games.balkan.public import Public
from prikup.games.balkan.scorekeeping import BalkanScoring
from prikup.games.balkan.scoring import Carry
from prikup.games.balkan.seating import speakers
from prikup.rules.auction import Auction
from prikup.rules.cards import PACK_32, Action, Card, Seat, cards, mask
from prikup.rules.exchange import DISCARD, Debt, Exchange
from prikup.rules.game import Game, set_next_actor
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

__all__ = ["Balkan"]


class Balkan(Game[Public]):
    """The rules of Balkan Preferans under one set of house rules, as the interface `Game` defines them."""

    name = "balkan"
    rules_version = 2
    trick_count = TRICKS
    pack = PACK_32
    calls = CALLS
    carry = Carry()

    def __init__(self, options: Options = PRESETS["balkan"]) -> None:
        self.options: Options = options
        self.scoring = BalkanScoring(options)
        self.analysis = BalkanAnalysis(options)
        self.explanations = BalkanExplanations(options)
        self.seats: int = options.players
        self.columns: tuple[str, ...] = scoring.columns(options)
        self.opening = scoring.opening(options)
        self.numbers = numbers(options)
        self.games = games(options)
        self.phases = {
            "auction": Phase(self.auction_choices, self.auction, "auction"),
            "name_game": Phase(self.name_game_choices, self.name_game),
            "discard": Phase(hand_cards, self.discard, hidden=True),
            "declare": Phase(self.declare_choices, self.declare),
            # The kind is not "defence" as in other games: its effect on computer players is not measured here.
            "follow": Phase(self.follow_choices, self.follow),
            "speak": Phase(self.speak_choices, self.speak),
            "invited": Phase(self.invited_choices, self.invited),
            "kontra": Phase(self.kontra_choices, self.kontra, "doubling"),
        }

    # The deal

    def deal(self, deck: tuple[Card, ...], standing: MatchStanding[Carry]) -> State[Public]:
        """Return the state after dealing: five cards to each of three players, two to the talon, and five more to each.

        The talon is for the winner of the auction. `deck` has the top card first, and `standing` is the state of the
        match before the deal.
        """
        order, dealer, empty_hands = speakers(self.options, standing.dealer), standing.dealer, (0,) * self.seats
        hands: tuple[int, ...] = empty_hands
        for index, seat in enumerate(order):
            hands = replace_hand(
                hands, seat, mask(deck[5 * index : 5 * index + 5] + deck[17 + 5 * index : 22 + 5 * index])
            )
        first = order[0]
        public = Public(
            phase="auction",
            turn=first,
            actor=first,
            dealer=dealer,
            shown=empty_hands,
            match=standing,
            said=(),
            tricks=None,
            auction=Auction(first, order),
        )
        return State(public, hands, ((),) * self.seats, cards(mask(deck[15:17])))

    # The auction

    def auction_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal calls of the player who calls next in the auction: PASS and the possible bids."""
        assert view.seat is not None
        return (PASS, *bidding.bids(self.options, view.public, view.seat))

    def auction(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after the call `action` in the auction.

        The player passes, bids a number, takes over the highest number with the call "mine", or calls igra (a game
        without the talon, the two cards left over). `public` is the public part of `state`. When the auction ends, the
        winner takes the talon, or the igra callers name their games.
        """
        bid = public.auction.high if action == MINE else action
        assert bid is not None
        auction = public.auction.call(bid, passing=action == PASS)
        public = replace(
            public, auction=auction, said=add_announcements(public.said, Announcement(public.auction.turn, action))
        )
        seat = bidding.next_to_speak(self.options, public)
        if seat is not None:
            return replace_public(state, set_next_actor(public, "auction", seat, auction=replace(auction, turn=seat)))
        if auction.holder is None:
            return replace_public(state, set_next_actor(public, "over", None))
        if auction.high not in IGRAS:
            return self._take_talon(state, public, auction.holder)
        if auction.high in GAME_OF_IGRA:
            return self._ask_followers(
                state, replace(public, declarer=auction.holder, contract=GAME_OF_IGRA[auction.high])
            )
        return replace_public(state, set_next_actor(public, "name_game", bidding.igra_callers(public.said)[0]))

    def name_game_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the calls of the games that an igra caller (who plays without the talon) may name.

        The talon has the two cards left over after the deal. YOURS is one of the calls if the caller may yield to the
        game that another igra caller named before.
        """
        may_yield = self.options.igra_naming == "higher_or_yours" and bidding.named_games(self.options, view.public)
        return (*bidding.nameable_games(self.options, view.public), *((YOURS,) if may_yield else ()))

    def name_game(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after an igra caller names a game (`action`), or yields to one that was named before.

        Igra is a game without the talon (the two cards left over). `public` is the public part of `state`. After the
        last igra caller, the highest game named is played.
        """
        assert public.turn is not None
        public = replace(public, said=add_announcements(public.said, Announcement(public.turn, action)))
        callers, named_games = bidding.igra_callers(public.said), bidding.named_games(self.options, public)
        after = callers[callers.index(public.turn) + 1 :]
        if after and bidding.nameable_games(self.options, public):
            return replace_public(state, set_next_actor(public, "name_game", after[0]))
        best = max(named_games, key=lambda announcement: self.numbers[announcement.action])  # max returns the first
        return self._ask_followers(state, replace(public, declarer=best.seat, contract=best.action))

    # The talon and the game

    def _take_talon(self, state: State[Public], public: Public, declarer: Seat) -> State[Public]:
        """Return the state after the talon (the two cards left over) is shown to all and added to declarer's hand.

        `public` replaces the public part of `state`.
        """
        announcements = add_announcements(public.said, *(Announcement(declarer, card) for card in state.stock))
        hands = replace_hand(state.hands, declarer, state.hands[declarer] | mask(state.stock))
        exchange = Exchange((Debt(declarer, DISCARD, 2),))
        public = set_next_actor(public, "discard", declarer, said=announcements, declarer=declarer, exchange=exchange)
        return State(public, hands, state.notes, ())

    def discard(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Return the state after declarer discards `card`, one of the two cards that have to be discarded.

        `public` is the public part of `state`.
        """
        assert public.exchange is not None
        declarer, exchange = public.exchange.current_debt.giver, public.exchange.give()
        notes = add_notes(state.notes, declarer, PrivateNote("discarded", declarer, card))
        after = set_next_actor(public, "declare" if exchange.over else "discard", declarer, exchange=exchange)
        return State(after, move_card(state.hands, card, declarer), notes, ())

    def declare_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the calls of the games that declarer may name: those with a number no lower than the bid."""
        return tuple(call for call in self.games if self.numbers[call] >= (view.public.auction.high or TWO))

    def declare(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after declarer names the game to be played (`action`).

        `public` is the public part of `state`.
        """
        assert public.turn is not None
        return self._ask_followers(
            state,
            replace(public, contract=action, said=add_announcements(public.said, Announcement(public.turn, action))),
        )

    # The followers: joining the play, invitation and kontra

    def _ask_followers(self, state: State[Public], public: Public) -> State[Public]:
        """Return the state in which the first follower (opponent of declarer) is to decide whether to play.

        `public` replaces the public part of `state`. In a betl (no trick) and in a preferans (all tricks) both
        followers always play, so this decision is skipped.
        """
        followers = followers_of(self.options, public)
        if public.contract in (BETL, PREFERANS):
            return self._after_follower_choices(state, replace(public, comers=followers))
        return replace_public(state, set_next_actor(public, "follow", followers[0]))

    def follow_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal calls of a follower (an opponent of declarer): COME (to play) and DONT (to stay out)."""
        return (COME, DONT)

    def follow(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a follower (an opponent of declarer) decides to play or to stay out.

        `action` is COME or DONT, and `public` is the public part of `state`. The two followers decide in turn.
        """
        turn, followers = public.turn, followers_of(self.options, public)
        assert turn is not None
        comers = (*public.comers, turn) if action == COME else public.comers
        public = replace(public, said=add_announcements(public.said, Announcement(turn, action)), comers=comers)
        if turn == followers[0]:
            return replace_public(state, set_next_actor(public, "follow", followers[1]))
        return self._after_follower_choices(state, public)

    def _after_follower_choices(self, state: State[Public], public: Public) -> State[Public]:
        """Return the state after both followers (opponents of declarer) have decided whether to play.

        `public` replaces the public part of `state`. The first follower who plays may now call kontra (double the
        stake) or invite the other follower. This phase is skipped if the house rules leave no choice. The deal is over
        if no follower plays.
        """
        if not public.comers:
            return replace_public(state, set_next_actor(public, "over", None))
        if len(speeches(self.options, public)) == 1:
            return self._start_play(state, public)
        return replace_public(state, set_next_actor(public, "speak", public.comers[0]))

    def speak_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the legal calls of a follower (an opponent of declarer) who plays.

        They are READY or ALONE (to leave the stake as it is), and possibly KONTRA (to double it) or INVITE (to invite
        the other follower to play).
        """
        return speeches(self.options, view.public)

    def speak(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a follower (an opponent of declarer) who plays makes a call about the stake.

        By the call `action`, the follower leaves the stake as it is, doubles it (kontra), or invites the other follower
        to play. `public` is the public part of `state`. The followers who play call in turn, until one of them calls
        kontra.
        """
        turn, followers = public.turn, followers_of(self.options, public)
        assert turn is not None
        public = replace(public, said=add_announcements(public.said, Announcement(turn, action)))
        if action == KONTRA:
            return self._count_kontra(state, replace(public, comers=followers, writer=turn))
        if action == INVITE:
            other_follower = followers[1] if turn == followers[0] else followers[0]
            if self.options.invite == "may_refuse":
                return replace_public(state, set_next_actor(public, "invited", other_follower))
            return self._start_play(state, replace(public, comers=followers, writer=turn))
        if turn != public.comers[-1]:
            return replace_public(state, set_next_actor(public, "speak", public.comers[-1]))
        if needs_kontra(self.options, public):
            return replace_public(state, set_next_actor(public, "over", None))
        return self._start_play(state, public)

    def invited_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal answers of an opponent whom the other opponent invited to play: ACCEPT and REFUSE."""
        return (ACCEPT, REFUSE)

    def invited(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after an opponent of declarer accepts the other one's invitation to play, or refuses it.

        `action` is ACCEPT or REFUSE, and `public` is the public part of `state`. This phase exists only with the house
        rule `invite=may_refuse`.
        """
        assert public.turn is not None
        public = replace(public, said=add_announcements(public.said, Announcement(public.turn, action)))
        if action == ACCEPT:
            public = replace(public, writer=public.comers[0], comers=followers_of(self.options, public))
        return self._start_play(state, public)

    def kontra_choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return the two legal answers to a doubling of the stake: READY (to decline) and the next doubling."""
        return (READY, KONTRA + view.public.level)

    def kontra(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Return the state after a player whose opponent doubled the stake doubles it again or declines to.

        `action` is the next doubling or READY, and `public` is the public part of `state`. The player is declarer or
        the opponent who called kontra first, in turn.
        """
        assert public.turn is not None
        public = replace(public, said=add_announcements(public.said, Announcement(public.turn, action)))
        return self._start_play(state, public) if action == READY else self._count_kontra(state, public)

    def _count_kontra(self, state: State[Public], public: Public) -> State[Public]:
        """Return the state after the stake was doubled once more.

        `public` replaces the public part of `state`. The other side may then double again. At the highest level that
        the house rules allow, the play starts.
        """
        public = replace(public, level=public.level + 1)
        if LEVELS[public.level] == self.options.kontra:
            return self._start_play(state, public)
        return replace_public(
            state, set_next_actor(public, "kontra", public.declarer if public.level % 2 else public.writer)
        )

    # The play

    def _start_play(self, state: State[Public], public: Public) -> State[Public]:
        """Return the state at the start of the trick play between declarer and the opponents (followers) who play.

        `public` replaces the public part of `state`.
        """
        assert public.declarer is not None and public.contract is not None
        playing = (public.declarer, *public.comers)
        seats = tuple(seat for seat in speakers(self.options, public.dealer) if seat in playing)
        leader = seats[0]
        if public.contract in (SANS, PREFERANS) and self.options.sans_lead == "before_declarer":
            leader = seats[seats.index(public.declarer) - 1]
        tricks = Tricks.begin(Order(TRUMP.get(public.contract)), "must_trump", seats, leader, seat_count=self.seats)
        return replace_public(state, set_next_actor(public, "play", leader, tricks=tricks))

    def is_deal_over(self, public: Public, tricks: Tricks) -> bool:
        """Return whether all ten tricks have been played, or the play ends early.

        The play ends early, for example, when declarer takes a trick in a betl, a game in which declarer must take
        none. `tricks` has the tricks so far, and `public` is the public part of the state before the last card.
        """
        if tricks.table:  # most cards do not complete a trick, so skip the slower checks
            return False
        return len(tricks.past) == TRICKS or self.objective(public).ends(tricks.won)

    def objective(self, public: Public) -> Objective:
        """Return the objective of the play: declarer plays against the followers (opponents) who joined the play.

        The objective tells whose tricks count together, whether the players want the most or the fewest tricks, and
        when the play ends early. `public` is the public part of the state. Each follower counts their own tricks,
        unless one of them scores for both or the game is a betl (no trick) or a preferans (all tricks).
        """
        assert public.tricks is not None and public.declarer is not None
        declarer, seats = public.declarer, public.tricks.seats
        if public.contract == BETL:
            return Objective.against(declarer, seats, "fewest", shared_tricks=True, stops=True)
        shared_tricks = public.writer is not None or public.contract == PREFERANS
        objective = Objective.against(declarer, seats, "most", shared_tricks=shared_tricks)
        followers = tuple(seat for seat in seats if seat != declarer)
        if public.contract == PREFERANS:
            return replace(objective, stops=followers)
        return objective if self.options.stop == "all_ten" else replace(objective, stops=followers, stops_at=FIVE)

    # The end

    def outcome(self, state: State[Public]) -> Outcome:
        """Return the facts that the score sheet needs, given the final `state` of a deal."""
        public = state.public
        if public.declarer is None or public.contract is None:
            return Outcome()
        followers = followers_of(self.options, public)
        both_follow = public.contract in (BETL, PREFERANS)
        first_choice, second_choice = (
            _after_follower_choices(public, seat) if not both_follow else "come" for seat in followers
        )
        return Outcome(
            public.declarer,
            contract_of(public.contract),
            public.exchange is None,
            (first_choice, second_choice),
            _invite(public),
            LEVELS[public.level],
            followers.index(public.writer) if public.level and public.writer is not None else None,
            public.tricks.won if public.tricks else (),
        )


def _after_follower_choices(public: Public, seat: Seat) -> FollowerChoice:
    """Return the decision of the follower (opponent of declarer) in `seat`: "come" (to play) or "dont"."""
    return "come" if Announcement(seat, COME) in public.said else "dont"


def _invite(public: Public) -> Invite:
    """Return how the invitation by a lone follower (opponent of declarer) to the other follower ended.

    It is "accepted" or "refused", or "none" if there was no invitation.
    """
    if all(announcement.action != INVITE for announcement in public.said):
        return "none"
    return "refused" if public.writer is None else "accepted"
