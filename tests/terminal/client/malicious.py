"""A server that deals from decks of its choice: it does what an honest one does, but for the tricks that it is told."""

import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

from msgspec.structs import replace
from support.example_games import example

from prikup.errors import Reason
from prikup.game import AnyGame, dealt_to
from prikup.games import game
from prikup.history.shuffle import Shuffle, commitment, prepared, shuffled
from prikup.match import Match
from prikup.state import Seat, State
from prikup.table.protocol import Cut, Deck, Entropy, Hash, Sealed, Sent
from prikup.terminal.client.shuffler import Shuffler

YOU, FRIEND, BOT = 1, 0, 2
"""The honest player, who cuts; the server's friend; a computer player."""
GAME = example(seats=3, redeals=True)
"""Three players, and rules that refuse some decks."""


class Server:
    """A server that shuffles for the honest player and a friend of its own.

    What the player sends goes through `heard`, what is told through `tells`, the opened deck through `opens`: a trick
    is one of these. `refused`: the rules refuse the deck, or do not.
    """

    def __init__(
        self, *, refused: bool = False, watched: bool = False, cuts: bool = True, seeded: bool = False
    ) -> None:
        self.game: AnyGame = game(GAME)
        self.you: Seat | None = None if watched else YOU
        self.cutter, self.attempt, self.refused, self.seeded = YOU, 1, refused, seeded
        self.heard: Callable[[Sent], Sent | None] = lambda sent: sent
        self.tells: Callable[[Sealed], Iterable[Sealed]] = lambda sealed: (sealed,)
        self.opens: Callable[[Deck], Deck] = lambda deck: deck
        self.shuffler = Shuffler(cuts=cuts, seeded=seeded)
        self.standing = Match.begin(self.game).standing
        self.sent: list[Sent] = []
        self.new()

    def new(self, attempt: int = 1) -> None:
        """Begin a shuffle."""
        self.attempt, self.seed, self.friends = attempt, secrets.token_hex(32), secrets.token_hex(8)
        self.hash: str | None = None
        self.entropy: str | None = None
        self.cut: int | None = None
        self.shows = True
        none = (None,) * 3
        self.now = Sealed(
            1,
            attempt,
            self.standing.dealer,
            commitment(self.seed),
            "hashes",
            none,
            none,
            self.cutter,
            None,
            "",
            dealt_to(self.game, self.standing),
            self.game.refusals(self.standing.deal, self.standing.dealer),
            0,
            (),
        )

    # The steps

    def tell(self, **changes: Any) -> None:
        """Tell of the shuffle, with these changes."""
        self.now = replace(self.now, **changes)
        for told in self.tells(self.now):
            answer = self.shuffler.answer(told, self.you, 32, frozenset({BOT}))
            if answer is not None:
                self.sent.append(answer)
                self.take(answer)

    def take(self, answer: Sent) -> None:
        """Take what the player sent, or not."""
        match self.heard(answer):
            case Hash(_, _, hash):
                self.hash = hash
            case Entropy(_, _, entropy):
                self.entropy = entropy
            case Cut(_, _, cut):
                self.cut = cut

    def promises(self) -> None:
        self.tell()

    def shows_numbers(self) -> None:
        self.tell(step="entropies", hashes=self._seats(hashed(self.friends), self.hash))

    def cuts(self) -> None:
        self.tell(step="cut", entropies=self._seats(self.friends if self.shows else None, self.entropy))

    def deals(self) -> None:
        """Deal: of all decks one that the rules refuse, or do not."""
        self.made = self.shuffle()
        self.deck = shuffled(self.game.pack, self.made)
        self.tell(step="dealt", cut=self.made.cut, cut_from=self.made.cut_from)
        dealt = self.game.deal(self.deck, self.standing)
        if isinstance(dealt, State):
            self.dealt = dealt
            self.views(dealt.hands[YOU])

    def shuffle(self) -> Shuffle:
        told = {seat: text for seat, text in enumerate(self.now.entropies) if text is not None}
        withheld = tuple(s for s, promise in enumerate(self.now.hashes) if promise and s not in told)
        return prepared(self.seed, 3, 32, told, self.cut, withheld)

    def views(self, hand: int, *, over: bool = False) -> None:
        """Tell of the deal."""
        self.shuffler.viewed(self.standing, hand, over=over)

    def ends(self) -> None:
        """Play the deal to its end."""
        if isinstance(self.game.deal(self.deck, self.standing), State):
            self.views(0, over=True)

    def opened(self) -> Deck:
        """Return the deck as it is opened."""
        refused = self.game.refused(self.deck, self.standing)
        key = refused.reason.key if refused else ""
        made = self.made
        deck = Deck(1, self.attempt, self.seed, made.entropy, made.cut, self.deck, key, made.cut_from, made.withheld)
        return self.opens(deck)

    def verdict(self) -> list[str]:
        """Return the keys of what the player is told of the opened deck."""
        return [each.key for each in self.proofs()]

    def proofs(self) -> list[Reason]:
        return self.shuffler.proved(self.game, self.opened(), self.you)

    def plays(self) -> "Server":
        """Go all the way, and return the server: its deal is over."""
        if self.seeded:
            made = prepared(self.seed, 3, 32)
            self.tell(step="cut", cut=made.cut, cut_from=made.cut_from)
        else:
            self.promises()
            self.shows_numbers()
            self.cuts()
        self.deals()
        self.ends()
        return self

    def lucky(self) -> bool:
        """Return whether the rules treat the deck as this server wants it."""
        return bool(self.game.refused(self.deck, self.standing)) == self.refused

    def _seats(self, friends: str | None, yours: str | None) -> tuple[str | None, ...]:
        return friends, yours, None


def hashed(entropy: str) -> str:
    """Return the hash that promises an entropy."""
    return sha256(entropy.encode()).hexdigest()


def deal(trick: Callable[[Server], None] = lambda server: None, **settings: bool) -> Server:
    """Return a server that has dealt with a trick, and has got the deck it wanted."""
    while True:
        server = Server(**settings)
        trick(server)
        server.plays()
        if server.lucky():
            return server
