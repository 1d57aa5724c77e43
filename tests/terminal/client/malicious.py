"""A server with decks of its choice: it behaves like an honest one, except for the tricks it is configured with."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from msgspec.structs import replace
from support.example_games import example

from prikup.games import game
from prikup.history.shuffle import Shuffle, commitment, prepare_shuffle, shuffle_deck
from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame, card_receivers, check_deck
from prikup.rules.match import Match
from prikup.rules.state import Seat, State
from prikup.table.protocol.client_messages import ClientCommand, CutCommand, EntropyCommand, HashCommand
from prikup.table.protocol.message_parts import Deck
from prikup.table.protocol.server_messages import ShuffleMessage
from prikup.terminal.client.shuffler import Shuffler

YOU, FRIEND, BOT = 1, 0, 2
"""The honest player, who cuts; the server's accomplice; a computer player."""
GAME = example(seats=3, redeals=True)
"""Three players, and rules that refuse some decks."""


@dataclass
class Server:
    """A server that shuffles for the honest player and an accomplice.

    Its tricks are: an action `first`; values that it `sets` on itself before a step; what it `hears` of the player's
    messages, `tells` of the shuffle, and `makes` and `opens` as its deck. `refused`: whether the rules must refuse the
    deck.
    """

    refused: bool = False
    watched: bool = False
    cuts: bool = True
    seeded: bool = False
    first: Callable[["Server"], object] = lambda server: None
    sets: dict[str, dict[str, Any]] = field(default_factory=dict)
    hears: Callable[[ClientCommand], ClientCommand | None] = lambda sent: sent
    tells: Callable[["Server", ShuffleMessage], Iterable[ShuffleMessage]] = lambda server, sealed: (sealed,)
    makes: Callable[[Shuffle], Shuffle] = lambda shuffle: shuffle
    opens: Callable[["Server", Deck], Deck] = lambda server, deck: deck

    def __post_init__(self) -> None:
        self.game: AnyGame = game(GAME)
        self.you: Seat | None = None if self.watched else YOU
        self.cutter, self.shows, self.ends, self.lie = YOU, True, True, 0
        self.shuffler = Shuffler(cuts=self.cuts, seeded=self.seeded)
        self.shuffler.note_bots(frozenset({BOT}))
        self.standing = Match.begin(self.game).standing
        self.sent: list[ClientCommand] = []
        self.new()

    def new(self, attempt: int = 1, known_hash: str | None = None) -> None:
        """Start a shuffle, for which the player may already have committed to a number."""
        self.seed, self.friends = secrets.token_hex(32), secrets.token_hex(8)
        self.hash = known_hash
        self.entropy: str | None = None
        self.cut: int | None = None
        unknown_values = (None,) * 3
        places, refusals = card_receivers(self.game, self.standing), self.game.refusals(1, self.standing.dealer)
        self.now = ShuffleMessage(
            1,
            attempt,
            self.standing.dealer,
            "",
            "hashes",
            unknown_values,
            unknown_values,
            YOU,
            None,
            "",
            places,
            refusals,
            0,
            (),
        )

    def goes(self, *steps: str) -> None:
        """Go through these steps of the shuffle."""
        for step in steps:
            for name, value in self.sets.get(step, {}).items():
                setattr(self, name, value)
            match step:
                case "hashes":
                    self.tell(step=step)
                case "entropies":
                    self.tell(step=step, hashes=(hash_entropy(self.friends), self.hash, None))
                case "cut":
                    self.tell(step=step, entropies=(self.friends if self.shows else None, self.entropy, None))
                case "dealt":
                    self.deal_and_finish()

    def tell(self, **changes: Any) -> None:
        """Send the shuffle's state with these changes, and handle the player's answers."""
        self.now = replace(self.now, commitment=commitment(self.seed), cutter=self.cutter, **changes)
        for message in self.tells(self, self.now):
            answer = self.shuffler.answer(message, self.you, 32)
            if answer is not None:
                self.sent.append(answer)
                match self.hears(answer):
                    case HashCommand(_, _, hash):
                        self.hash = hash
                    case EntropyCommand(_, _, entropy):
                        self.entropy = entropy
                    case CutCommand(_, _, cut):
                        self.cut = cut

    def deal_and_finish(self) -> None:
        """Deal, play and end the deal; a deck that the rules refuse ends at once."""
        self.shuffle()
        self.tell(step="dealt", cut=self.made.cut, cut_from=self.made.cut_from)
        state = self.game.deal(self.deck, self.standing)
        if isinstance(state, State):
            self.shuffler.note_view(self.standing, state.hands[YOU] ^ self.lie, over=False)
            if self.ends:
                self.shuffler.note_view(self.standing, 0, over=True)

    def shuffle(self) -> None:
        """Create the deck."""
        entropy_by_seat = {seat: text for seat, text in enumerate(self.now.entropies) if text is not None}
        withheld_seats = tuple(s for s, promise in enumerate(self.now.hashes) if promise and s not in entropy_by_seat)
        self.made = self.makes(prepare_shuffle(self.seed, 3, 32, entropy_by_seat, self.cut, withheld_seats))
        self.deck = shuffle_deck(self.game.pack, self.made)

    def opened(self, **changes: Any) -> Deck:
        """Return the deck as an honest server opens it, possibly with changed inputs."""
        shuffle = replace(self.made, **changes)
        deck = shuffle_deck(self.game.pack, shuffle)
        refusal = check_deck(self.game, self.deck, self.standing)
        key = refusal.reason.key if refusal else ""
        return Deck(
            1,
            self.now.attempt,
            shuffle.seed,
            shuffle.entropy,
            shuffle.cut,
            deck,
            key,
            shuffle.cut_from,
            shuffle.withheld,
        )

    def deck_reports(self) -> list[Reason]:
        """Return what the player's client reports of the opened deck."""
        return self.shuffler.verify_deck(self.game, self.opens(self, self.opened()), self.you)

    def report_keys(self) -> list[str]:
        """Return the keys of these reports."""
        return [report.key for report in self.deck_reports()]

    def run_deal(self) -> None:
        """Run the whole shuffle and deal."""
        self.first(self)
        if self.seeded:
            shuffle = prepare_shuffle(self.seed, 3, 32)
            self.tell(step="cut", cut=shuffle.cut, cut_from=shuffle.cut_from)
        else:
            self.goes("hashes", "entropies", "cut")
        self.goes("dealt")

    def has_wanted_deck(self) -> bool:
        """Return whether the rules accept or refuse the deck as the server wants."""
        return bool(check_deck(self.game, self.deck, self.standing)) == self.refused


def hash_entropy(entropy: str) -> str:
    """Return the hash that commits to an entropy."""
    return sha256(entropy.encode()).hexdigest()


def deal(**settings: Any) -> Server:
    """Return a server that has dealt the kind of deck it wanted."""
    while True:
        server = Server(**settings)
        server.run_deal()
        if server.has_wanted_deck():
            return server
