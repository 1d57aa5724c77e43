"""Balkan Preferans, as played in Serbia, Croatia and Bosnia.

Source: seed 004, which gives the auction by numbers, the
igra and the six tricks; what it leaves open follows the public Serbian rules, or is a house rule.

Three players, 32 cards, A K Q J 10 9 8 7 in each suit. Six games, each known by its number: clubs two, diamonds three,
hearts four, spades five, betl six, sans seven. "Next" is always the next player in the direction of play.

The deal. Five cards to each player, two face down for the talon, five more to each.

The auction. Next to the dealer speaks first. One passes for good, or names the next number; a player who spoke before
the holder of the number may hold it themselves (moje, "mine"), and then the others must go above it. As their first
word a player may say igra, "game": they will play from the hand, without the talon. Igra beats every number; after it
only those who have not spoken yet are asked, and they may say igra too. Then every igra caller names their game, in
speaking order; the highest plays, of equal ones the first. The auction ends when nobody has anything left to say but
pass. If all pass, nothing is played.

The talon. Who won by a number takes the talon, which everybody sees, and lays two cards away face down. Then they name
a game with a number no lower than their bid. After an igra the talon stays face down.

Coming. Next to declarer first, each follower comes or does not. If nobody does, the game is made. One who comes
alone plays against declarer, two hands on the table; the third hand is dead. In a betl both must come.

The play. The eldest of those who play leads; in sans the one who plays just before declarer. Follow suit; with none,
trump; with none of those, anything. The highest trump wins, else the highest card of the suit led. Declarer needs six
of the ten tricks. Betl has no trumps, and declarer may take no trick: their first ends the play. All hands stay closed.

The sheet. Bule, supe and refe: see `scoring.py`. The match is over when the bule of all three sum to zero or less.

House rules, each a field of `Options`:
  order      the numbers of the suits as the seed has them, or the Serbian way: spades two, … clubs five
  direction  clockwise or counter-clockwise
  jump       whether a bid may leave numbers out
  invite     whether one who comes alone may invite the other; then all results of the two are theirs
  quota      when a follower with fewer than two tricks is short: not if the two took four together, or always
  sans_lead  who leads in sans
  refe       whether three passes leave every player an open refa, which doubles their next game
  kontra     whether a follower may double, and declarer and that follower in turn up to sixteen times; all three play
             then, and all results of the followers are the kontra player's, who needs five tricks with the other
  bule       how many bule each player begins with

Where the sources are silent we decided: a first word may be igra whatever was bid; each igra caller names any game;
a holder may be held against only by one who spoke before them; a refa is used up by the game whether it was made or
not, and doubles everything in it; kontra is said instead of coming, the second follower is then not asked, and a
follower who had stayed away plays; a betl that was made costs no follower anything, kontra or not; an inviter or a
kontra player who is short writes one stake.
"""

from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from prikup.auction import Auction
from prikup.cards import CLUBS, DIAMONDS, HEARTS, PACK_32, SPADES, Action, Card, Seat, cards, mask
from prikup.errors import Reason, reason
from prikup.exchange import DISCARD, Debt, Exchange
from prikup.game import Cell, Cells, Contest, Game, Standing, asks, by_options, common_reason
from prikup.games.balkan import scoring
from prikup.games.balkan.options import PRESETS, Options
from prikup.games.balkan.scoring import Came, Contract, Outcome
from prikup.games.balkan.seating import following, round_from
from prikup.sheet import Totals
from prikup.state import Note, Said, State, View, moved, noted, placed, with_public
from prikup.tricks import Order, Tricks

__all__ = ["Balkan", "Public"]

CONTRACTS: tuple[Contract, ...] = get_args(Contract)
CALLS: tuple[str, ...] = (
    "pass",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "mine",
    "game",
    *CONTRACTS,
    "come",
    "dont",
    "invite",
    "alone",
    *scoring.LEVELS[1:],
)
PASS, TWO, THREE, FOUR, FIVE, SIX, SEVEN, MINE, GAME = range(52, 61)
SPADES_GAME, DIAMONDS_GAME, HEARTS_GAME, CLUBS_GAME, BETL, SANS = range(61, 67)
COME, DONT, INVITE, ALONE, KONTRA, REKONTRA, SUBKONTRA, MORTKONTRA = range(67, 75)
GAMES = range(SPADES_GAME, SANS + 1)
TRUMP = {SPADES_GAME: SPADES, DIAMONDS_GAME: DIAMONDS, HEARTS_GAME: HEARTS, CLUBS_GAME: CLUBS}
SUITED = {call: (trump, 0) for call, trump in TRUMP.items()}

PACK = mask(PACK_32)


class Public(Struct, frozen=True, gc=False):
    """All that everybody at a Balkan table sees.

    The cards among `said` are the talon, once it was turned up; a game that was declared with no `exchange` is an igra.
    `comers` play against declarer; `writer` of them invited the other or said kontra; `level` counts how often the game
    was doubled.
    """

    phase: Literal["auction", "name_game", "discard", "declare", "follow", "invite", "kontra", "play", "over"]
    turn: Seat | None
    actor: Seat | None
    dealer: Seat
    shown: tuple[int, ...]
    match: Standing[None]
    said: tuple[Said, ...]
    tricks: Tricks | None
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    comers: tuple[Seat, ...] = ()
    writer: Seat | None = None
    level: int = 0

    @property
    def talon(self) -> int:
        """The talon, once everybody has seen it, as a mask."""
        return mask(said.action for said in self.said if said.action < 52)


class Balkan(Game[Public]):
    """The rules of Balkan Preferans under some options."""

    name = "balkan"
    seats = 3
    tricks = scoring.TRICKS
    pack = PACK_32
    calls = CALLS
    columns = scoring.COLUMNS
    hidden = ("discard",)
    contracts = SUITED

    def __init__(self, options: Options = PRESETS["balkan"]) -> None:
        self.options: Options = options
        numbers = scoring.NUMBERS[options.order]
        self.opening = scoring.opening(options)
        self.numbers = {call: TWO - 2 + numbers[CONTRACTS[call - SPADES_GAME]] for call in GAMES}
        self.games = tuple(sorted(GAMES, key=self.numbers.__getitem__))

    # The deal

    def deal(self, deck: tuple[Card, ...], standing: Standing[None]) -> State[Public]:
        """Deal five cards to each, two to the talon, and five more to each."""
        order = self._from_eldest(standing.dealer)
        hands: tuple[int, ...] = (0, 0, 0)
        for at, seat in enumerate(order):
            hands = placed(hands, seat, mask(deck[5 * at : 5 * at + 5] + deck[17 + 5 * at : 22 + 5 * at]))
        first, dealer = order[0], standing.dealer
        public = Public("auction", first, first, dealer, (0, 0, 0), standing, (), None, Auction(first, order))
        return State(public, hands, ((), (), ()), cards(mask(deck[15:17])))

    def _from_eldest(self, dealer: Seat) -> tuple[Seat, ...]:
        """Return the seats in speaking order."""
        return round_from(self.options, following(self.options, dealer)[0])

    # The phases

    def auction(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Pass for good, bid a number, hold the one that was bid, or say igra."""
        bid = public.auction.high if action == MINE else action
        assert bid is not None
        auction = public.auction.call(bid, passing=action == PASS)
        public = replace(public, auction=auction, said=(*public.said, Said(public.auction.turn, action)))
        for seat in round_from(self.options, auction.turn):
            if seat in auction.live and seat != auction.holder and self._bids(public, seat):
                auction = replace(auction, turn=seat)
                return with_public(state, asks(public, "auction", seat, auction=auction))
        callers = _igra_callers(public)
        if callers:
            return with_public(state, asks(public, "name_game", callers[0]))
        if auction.holder is None:
            return with_public(state, asks(public, "over", None))
        return self._take_talon(state, public, auction.holder)

    def _bids(self, public: Public, seat: Seat) -> tuple[Action, ...]:
        """Return what a player still in the auction may say beside pass."""
        auction = public.auction
        igra = () if any(said.seat == seat for said in public.said) else (GAME,)
        if auction.high == GAME:
            return igra
        lowest = TWO if auction.high is None else auction.high + 1
        highest = SEVEN if self.options.jump else min(lowest, SEVEN)
        return (*((MINE,) if _senior(auction, seat) else ()), *range(lowest, highest + 1), *igra)

    def name_game(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Name the game of an igra; of all that are named the highest plays."""
        assert public.turn is not None
        public = replace(public, said=(*public.said, Said(public.turn, action)))
        callers = _igra_callers(public)
        named = [said for said in public.said if said.action in GAMES]
        if len(named) < len(callers):
            return with_public(state, asks(public, "name_game", callers[len(named)]))
        best = max(named, key=lambda said: self.numbers[said.action])  # of equal ones the first
        return self._declared(state, replace(public, declarer=best.seat, contract=best.action))

    def _take_talon(self, state: State[Public], public: Public, declarer: Seat) -> State[Public]:
        """Turn the talon up for declarer, who takes it."""
        said = (*public.said, *(Said(declarer, card) for card in state.stock))
        hands = placed(state.hands, declarer, state.hands[declarer] | mask(state.stock))
        exchange = Exchange((Debt(declarer, DISCARD, 2),))
        public = asks(public, "discard", declarer, said=said, declarer=declarer, exchange=exchange)
        return State(public, hands, state.notes, ())

    def discard(self, state: State[Public], public: Public, card: Action) -> State[Public]:
        """Lay one of the two cards away that declarer owes."""
        assert public.exchange is not None
        declarer, exchange = public.exchange.now.giver, public.exchange.give()
        notes = noted(state.notes, declarer, Note("discarded", declarer, card))
        after = asks(public, "declare" if exchange.over else "discard", declarer, exchange=exchange)
        return State(after, moved(state.hands, card, declarer), notes, ())

    def declare(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Name the game, whose number is no lower than the bid."""
        assert public.turn is not None
        return self._declared(state, replace(public, contract=action, said=(*public.said, Said(public.turn, action))))

    def _declared(self, state: State[Public], public: Public) -> State[Public]:
        followers = self._followers(public)
        if public.contract == BETL and not self.options.kontra:
            return self._lead(state, replace(public, comers=followers))
        return with_public(state, asks(public, "follow", followers[0]))

    def _followers(self, public: Public) -> tuple[Seat, Seat]:
        """Return the two others, in the order in which they speak."""
        assert public.declarer is not None
        return following(self.options, public.declarer)

    def follow(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Come, stay away, or say kontra: each follower in turn."""
        turn, followers = public.turn, self._followers(public)
        assert turn is not None
        public = replace(public, said=(*public.said, Said(turn, action)))
        if action == KONTRA:
            return with_public(state, asks(public, "kontra", public.declarer, comers=followers, writer=turn, level=1))
        comers = (*public.comers, turn) if action == COME else public.comers
        public = replace(public, comers=comers)
        if turn == followers[0]:
            return with_public(state, asks(public, "follow", followers[1]))
        if not comers:
            return with_public(state, asks(public, "over", None))
        if len(comers) == 1 and self.options.invite:
            return with_public(state, asks(public, "invite", comers[0]))
        return self._lead(state, public)

    def invite(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Call the other follower in, or play alone (only with the house rule `invite`)."""
        assert public.turn is not None
        public = replace(public, said=(*public.said, Said(public.turn, action)))
        if action == INVITE:
            public = replace(public, comers=self._followers(public), writer=public.turn)
        return self._lead(state, public)

    def kontra(self, state: State[Public], public: Public, action: Action) -> State[Public]:
        """Double in turn with the kontra player, or let it be (only with the house rule `kontra`)."""
        assert public.turn is not None
        public = replace(public, said=(*public.said, Said(public.turn, action)))
        if action == PASS:
            return self._lead(state, public)
        public = replace(public, level=public.level + 1)
        if action == MORTKONTRA:
            return self._lead(state, public)
        other = public.writer if public.turn == public.declarer else public.declarer
        return with_public(state, asks(public, "kontra", other))

    def _lead(self, state: State[Public], public: Public) -> State[Public]:
        """Begin the play among declarer and those who came."""
        assert public.declarer is not None and public.contract is not None
        eldest_first = (s for s in self._from_eldest(public.dealer) if s == public.declarer or s in public.comers)
        seats = tuple(eldest_first)
        leader = seats[0]
        if public.contract == SANS and self.options.sans_lead == "before_declarer":
            leader = seats[seats.index(public.declarer) - 1]
        order = Order(TRUMP.get(public.contract))
        tricks = Tricks.begin(order, "must_trump", seats, leader, of=3)
        return with_public(state, asks(public, "play", leader, tricks=tricks))

    def ended(self, public: Public, tricks: Tricks) -> bool:
        """Return whether ten tricks lie, or a betl is lost by declarer's first."""
        return len(tricks.past) == scoring.TRICKS or (public.contract == BETL and tricks.won[public.declarer or 0] > 0)

    # What may be done, and why not

    def choices(self, view: View[Public]) -> tuple[Action, ...]:
        """Return what the actor may do outside the play."""
        public = view.public
        match public.phase:
            case "discard":
                return cards(view.hand)
            case "auction":
                return (PASS, *self._bids(public, view.seat or 0))
            case "name_game":
                return self.games
            case "declare":
                return tuple(call for call in self.games if self.numbers[call] >= (public.auction.high or TWO))
            case "follow":
                stay = () if public.contract == BETL else (DONT,)
                return (COME, *stay, *((KONTRA,) if self.options.kontra else ()))
            case "invite":
                return (ALONE, INVITE)
            case _:
                return (PASS, KONTRA + public.level)

    def why(self, view: View[Public], action: Action) -> Reason:
        """Return the rule that forbids an action."""
        if common := common_reason(view, action, self.legal(view)):
            return common
        public = view.public
        match public.phase:
            case "auction" if view.seat is not None:
                return self._why_not_bid(public, view.seat, action)
            case "declare" if action in GAMES and public.auction.high is not None:
                return reason("below-bid", call=public.auction.high)
            case "follow" if action == DONT:
                return reason("betl-both-come")
            case "follow" if action == KONTRA:
                return reason("kontra-off")
            case _:
                return reason("not-now")

    def _why_not_bid(self, public: Public, seat: Seat, action: Action) -> Reason:
        high = public.auction.high
        if action == GAME:
            return reason("igra-first-word-only")
        if high == GAME and (action == MINE or TWO <= action <= SEVEN):
            return reason("igra-beats-numbers")
        if action == MINE:
            return reason("nothing-to-hold") if high is None else reason("not-senior", call=high)
        if not TWO <= action <= SEVEN:
            return reason("not-now")
        if high is not None and action <= high:
            return reason("bid-higher", call=high)
        return reason("next-number-only", call=TWO if high is None else high + 1)

    def headline(self, public: Public) -> tuple[Reason, ...]:
        """Return what is played and for what stake, and who came.

        Before that, who holds the bid and whose refe are open.
        """
        if public.declarer is None or public.contract is None:
            return (*self._bid_so_far(public), *self._open_refe(public))
        facts = [reason("betl" if public.contract == BETL else "contract", seat=public.declarer, call=public.contract)]
        if public.exchange is None:
            facts.append(reason("igra-played"))
        facts.append(reason("stake", stake=self.stake(public)))
        if public.writer is None:
            facts += [reason("comes", seat=seat) for seat in public.comers]
        elif public.level:
            facts.append(reason("doubled", seat=public.writer, call=KONTRA + public.level - 1))
        else:
            facts.append(reason("invited", seat=public.writer))
        return tuple(facts)

    def _bid_so_far(self, public: Public) -> tuple[Reason, ...]:
        if callers := _igra_callers(public):
            return tuple(reason("says-igra", seat=seat) for seat in callers)
        if public.auction.high is not None and public.auction.holder is not None:
            return (reason("high-bid", seat=public.auction.holder, call=public.auction.high),)
        return ()

    def _open_refe(self, public: Public) -> tuple[Reason, ...]:
        counted = ((seat, scoring.refe(self.options, public.match.totals, seat)) for seat in range(3))
        return tuple(reason("open-refe", seat=seat, refe=refe) for seat, refe in counted if refe)

    def stake(self, public: Public) -> int:
        """Return what the declared game is played for."""
        assert public.declarer is not None and public.contract is not None
        return scoring.stake(
            self.options,
            CONTRACTS[public.contract - SPADES_GAME],
            igra=public.exchange is None,
            refa=scoring.refe(self.options, public.match.totals, public.declarer) > 0,
            kontra=scoring.LEVELS[public.level],
        )

    def contest(self, public: Public) -> Contest:
        """Return declarer against those who came.

        Each counts alone, unless one of them writes for both or it is a betl.
        """
        assert public.tricks is not None and public.declarer is not None
        if public.contract == BETL:
            return Contest.against(public.declarer, public.tricks.seats, "fewest", together=True, stops=True)
        together = public.writer is not None
        return Contest.against(public.declarer, public.tricks.seats, "most", together=together)

    # The end

    def outcome(self, state: State[Public]) -> Outcome:
        """Return what happened, in the score sheet's words."""
        public = state.public
        if public.declarer is None or public.contract is None:
            return Outcome()
        one, other = self._followers(public)
        return Outcome(
            public.declarer,
            CONTRACTS[public.contract - SPADES_GAME],
            public.exchange is None,
            (_came(public, one), _came(public, other)),
            scoring.LEVELS[public.level],
            public.tricks.won if public.tricks else (0, 0, 0),
        )

    row = by_options(scoring.row)
    next = by_options(scoring.next_deal)
    winners = by_options(scoring.winners)

    def settlement(self, totals: Totals) -> tuple[Fraction, ...]:
        """Return supe held, less supe held against, less ten for each bula; then the mean is taken off."""
        return scoring.final(totals)

    # What is unknown

    def unknown(self, view: View[Public]) -> Cells:
        """Return the other hands, the talon until it is turned up, and declarer's discard.

        What was turned up lies with declarer, in their hand or away.
        """
        public = view.public
        away = mask(note.action for note in view.notes if note.kind == "discarded")
        unseen = PACK & ~(view.hand | away | (public.tricks.all_played if public.tricks else 0))
        cells = []
        for seat in range(3):
            if seat != view.seat:
                lacking = public.tricks.lacking(seat) if public.tricks else 0
                elsewhere = 0 if seat == public.declarer else public.talon
                cells.append(Cell("hand", seat, _hand_size(public, seat), unseen & ~lacking & ~elsewhere))
        if public.exchange is None:
            cells.append(Cell("stock", None, 2, unseen))
        elif view.seat != public.declarer:
            cells.append(Cell("discard", public.declarer, 2 - public.exchange.owed, unseen))
        return tuple(cells)


def _senior(auction: Auction, seat: Seat) -> bool:
    """Return whether somebody else holds the number who speaks after this player."""
    return auction.holder is not None and auction.live.index(seat) < auction.live.index(auction.holder)


def _igra_callers(public: Public) -> tuple[Seat, ...]:
    """Return who said igra, in order."""
    return tuple(said.seat for said in public.said if said.action == GAME)


def _came(public: Public, seat: Seat) -> Came:
    """Return what a follower did."""
    if seat == public.writer:
        return "kontra" if public.level else "invite"
    return "dont" if Said(seat, DONT) in public.said else "come"


def _hand_size(public: Public, seat: Seat) -> int:
    """Return how many cards a seat holds."""
    owed = public.exchange.owed if public.exchange and seat == public.declarer else 0
    return 10 + owed - (public.tricks.played(seat).bit_count() if public.tricks else 0)
