"""The client's part in a shuffle: it sends a random text (entropy), may cut, and later verifies the deck.

The client records at once everything that it sends and receives, so that it notices if the server's later messages
contradict the earlier ones.
"""

import secrets
from collections import Counter
from collections.abc import Iterator
from typing import Any

from prikup.rules.errors import Reason
from prikup.rules.game import AnyGame
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import Seat
from prikup.table.protocol.client_messages import ClientCommand, CutCommand, EntropyCommand, HashCommand
from prikup.table.protocol.message_parts import Deck
from prikup.table.protocol.server_messages import NextShuffleMessage, SeatsMessage, ShuffleMessage
from prikup.terminal.client.deck_checks import (
    ObservedShuffle,
    PreparedShuffle,
    deck_commitment,
    entropy_hash,
    failed_checks,
    failed_prepared_checks,
    withheld_seats,
)

__all__ = ["Shuffler", "bot_seats"]

Key = tuple[int, int]
STEPS = ("hashes", "entropies", "cut", "dealt")


class Shuffler:
    """The record of all shuffles that a client has observed.

    The Shuffler also answers the server's requests during a shuffle. It stores each shuffle under a key, which has the
    number of the deal and the number of the attempt (the rules may reject a deck, and then a new one is shuffled).
    `cuts` is True if the client cuts at random for the player, and False if the player is asked. `seeded` is True if
    the decks follow from a seed chosen beforehand, so that no player contributes entropy (a random text) or cuts.
    """

    def __init__(self, *, cuts: bool, seeded: bool = False) -> None:
        self._cuts, self._seeded = cuts, seeded
        self._shuffle_by_key: dict[Key, ObservedShuffle] = {}
        self._prepared: dict[str, PreparedShuffle] = {}  # by commitment
        self._opened: set[Key] = set()
        self._proved: set[Key] = set()
        self._bots: frozenset[Seat] = frozenset()
        self._followed: set[str] = set()  # the commitments in the shuffle messages of this connection
        self._withheld: Counter[Seat] = Counter()
        self._fresh = True
        self._shuffles: Key | None = None
        self._deals: Key | None = None

    def note_reconnection(self) -> None:
        """Record that the client has reconnected.

        The server will send its state again, and the client has missed what happened in between.
        """
        self._fresh, self._shuffles, self._deals = True, None, None
        self._followed.clear()

    def note_bots(self, bots: frozenset[Seat]) -> None:
        """Record `bots`, the seats of computer players (`bot_seats`) according to the server's latest message."""
        self._bots = bots
        shuffles: list[ObservedShuffle | PreparedShuffle] = [*self._shuffle_by_key.values(), *self._prepared.values()]
        for shuffle in shuffles:
            if shuffle.last.commitment in self._followed and shuffle.last.step != "dealt":
                shuffle.bots &= bots

    def answer(self, message: ShuffleMessage, seat: Seat | None, pack: int) -> ClientCommand | None:
        """Record a message about a shuffle and return the client's answer, or None if nothing is to be sent.

        `message` is the server's message, `seat` is the player's seat (None for a spectator), and `pack` is the number
        of cards in the deck.
        """
        shuffle, key = self._record_message(message, seat), (message.deal, message.attempt)
        if seat is None or self._seeded:
            return None
        own_hash = entropy_hash(shuffle.entropy)
        match message.step:
            case "hashes" if message.hashes[seat] != own_hash or not shuffle.entropy:
                if shuffle.entropy_sent:  # entropy that is no longer secret would be useless
                    return None
                shuffle.entropy, shuffle.expects_entropy = shuffle.entropy or secrets.token_hex(16), True
                return HashCommand(*key, entropy_hash(shuffle.entropy))
            case "entropies" if shuffle.expects_entropy and message.hashes[seat] == own_hash:
                shuffle.entropy_sent = True
                return EntropyCommand(*key, shuffle.entropy)
            case "cut" if self._cuts and message.cutter == seat and message.cut is None:
                return self.cut(message, 1 + secrets.randbelow(pack - 1))
        return None

    def answer_ahead(self, message: NextShuffleMessage, seat: Seat | None) -> ClientCommand | None:
        """Record a message about the shuffle of the next deck; return the client's answer (None if there is none).

        At a turn-based table (players answer within hours or days) the next deck is shuffled while a deal is played.
        `message` is the server's message, and `seat` is the player's seat (None for a spectator).
        """
        prepared = self._prepared.setdefault(message.commitment, PreparedShuffle(message, self._bots))
        if (message.places, message.refusals) != (prepared.last.places, prepared.last.refusals):
            prepared.faults.add("terms")
        if message.step == "entropies":
            prepared.hashes = prepared.hashes or message.hashes
        if prepared.hashes is not None and message.hashes != prepared.hashes:
            prepared.faults.add("promise")
        prepared.last = message
        # Only the first shuffle on a connection may have begun before the client connected.
        self._check_bots(prepared, message, has_gap=not self._followed)
        if seat is None or self._seeded:
            return None
        prepared.entropy_stored = prepared.entropy_stored or message.revealed[seat]
        key, own_hash = (message.deal, message.attempt), entropy_hash(prepared.entropy)
        if message.step == "hashes" and not (prepared.entropy and message.hashes[seat] == own_hash):
            if prepared.entropy_sent:  # entropy that is no longer secret would be useless
                return None
            prepared.entropy, prepared.hash_sent = prepared.entropy or secrets.token_hex(16), True
            return HashCommand(*key, entropy_hash(prepared.entropy))
        if message.step == "entropies" and prepared.hash_sent and message.hashes[seat] == own_hash:
            if message.revealed[seat]:
                return None
            prepared.entropy_sent = True
            return EntropyCommand(*key, prepared.entropy)
        return None

    def cut(self, message: ShuffleMessage, cards: int) -> CutCommand:
        """Record that the player cuts after `cards` cards, and return the message to send.

        `message` is the latest message about the shuffle. Only the first cut of a shuffle counts: if the player has cut
        before, the earlier cut is sent again.
        """
        shuffle = self._shuffle_by_key[message.deal, message.attempt]
        shuffle.cut = shuffle.cut or cards
        return CutCommand(message.deal, message.attempt, shuffle.cut)

    def note_view(self, standing: MatchStanding[Any], hand: int, *, over: bool) -> None:
        """Record a new state of the current deal, as the player sees it.

        `standing` is the state of the match before the deal, and `hand` is the player's hand as a bit mask. If the deal
        has just begun, both are kept to verify the deck later. `over` is True if the deal has ended.
        """
        last = max(self._shuffle_by_key, default=None)
        self._deals = last if last is not None and last[0] == standing.deal and not over else None
        if last is not None and self._shuffles == last and self._shuffle_by_key[last].last.step == "dealt":
            self._shuffle_by_key[last].hand, self._shuffle_by_key[last].standing = hand, standing
        self._fresh, self._shuffles = False, None

    def verify_deck(self, game: AnyGame, deck: Deck, seat: Seat | None) -> list[Reason]:
        """Verify a deck that the server has revealed, and return the results as sentences.

        `game` is the rules of the game, and `seat` is the player's seat (None for a spectator). Return [] if the client
        did not observe the shuffle of this deck, or if it has verified the deck before.
        """
        key = deck.deal, deck.attempt
        shuffle = self._shuffle_by_key.get(key)
        earlier_missing = self._missing(key)
        self._opened.add(key)
        if key in self._proved:
            return []
        if shuffle is None:
            return self._verify_missed_deck(game, deck, seat, earlier_missing=earlier_missing)
        self._proved.add(key)
        if self._deals == key or (self._shuffles == key and shuffle.last.step != "dealt"):
            shuffle.faults.add("early")
        numbers = {"deal": deck.deal, "attempt": deck.attempt}
        earlier_faults = {"earlier"} if earlier_missing else set()
        faults = earlier_faults | shuffle.faults | set(failed_checks(game, shuffle, deck, seat))
        withheld_sentences = list(self._withheld_sentences(shuffle, seat, numbers))
        if faults:
            return [*(Reason(f"deck-wrong-{fault}", numbers) for fault in sorted(faults)), *withheld_sentences]
        return [Reason(self._right_key(deck, seat, shuffle.entropy), numbers), *withheld_sentences]

    def _right_key(self, deck: Deck, seat: Seat | None, entropy: str) -> str:
        """Return the key of the sentence about a deck that passes all checks.

        `seat` is the player's seat (None for a spectator). For a player, the sentence says whether the deck contains
        their own `entropy`.
        """
        if seat is None or self._seeded:
            return "deck-right"
        return "deck-right-own" if deck.entropy[seat] == entropy else "deck-right-late"

    def _verify_missed_deck(
        self, game: AnyGame, deck: Deck, seat: Seat | None, *, earlier_missing: bool
    ) -> list[Reason]:
        """Verify a deck that was dealt while the client was not connected, if its shuffle was prepared before.

        The arguments are those of `verify_deck`; `earlier_missing` is True if an earlier deck was not revealed. Return
        [] if the client knows nothing about the deck.
        """
        key, numbers = (deck.deal, deck.attempt), {"deal": deck.deal, "attempt": deck.attempt}
        prepared = self._prepared.pop(deck_commitment(deck), None)
        faults = {"earlier"} if earlier_missing else set[str]()
        if prepared is None:  # a deck after a cancelled deal has another number than expected, but is revealed first
            expected = [name for name, other in self._prepared.items() if (other.last.deal, other.last.attempt) == key]
            if not expected:
                return []
            prepared = self._prepared.pop(expected[-1])
        self._proved.add(key)
        faults |= prepared.faults | set(failed_prepared_checks(game, prepared, deck, seat))
        if faults:
            return [Reason(f"deck-wrong-{fault}", numbers) for fault in sorted(faults)]
        return [Reason(self._right_key(deck, seat, prepared.entropy), numbers)]

    # Recording

    def _record_message(self, message: ShuffleMessage, seat: Seat | None) -> ObservedShuffle:
        key, just_joined = (message.deal, message.attempt), self._fresh
        self._fresh, self._shuffles, self._deals = False, key, None
        shuffle = self._shuffle_by_key.get(key)
        if shuffle is None:
            late = just_joined and message.step != "hashes"
            shuffle = self._shuffle_by_key[key] = ObservedShuffle(message, message, late, self._bots)
            if key in self._opened:
                shuffle.faults.add("early")
            prepared = self._prepared.pop(message.commitment, None)
            if prepared is not None:
                _take_over(shuffle, prepared, seat)
            elif seat is not None and message.step != "hashes" and not late and not self._seeded:
                shuffle.faults.add("asked")
        _compare(shuffle, message)
        shuffle.last = message
        self._check_bots(shuffle, message, has_gap=just_joined)
        return shuffle

    def _check_bots(
        self,
        shuffle: ObservedShuffle | PreparedShuffle,
        message: ShuffleMessage | NextShuffleMessage,
        *,
        has_gap: bool,
    ) -> None:
        """Record a fault if something was sent for a seat for which no person can have sent it (`shuffle.bots`).

        `has_gap` is True if the client may have missed what happened before this message. This matters if the message
        is the first one about the shuffle on the client's connection: then a person may have had the seat meanwhile,
        sent a hash or a cut, and been replaced by a computer player. An honest server keeps the hash and the cut.
        """
        shuffle.bots &= self._bots
        if has_gap and message.commitment not in self._followed:
            cut_steps = ("entropies",) if isinstance(message, NextShuffleMessage) else ("cut", "dealt")
            may_be_cut = message.step in cut_steps
            shuffle.bots = frozenset(bot for bot in shuffle.bots if message.hashes[bot] is None and not may_be_cut)
        self._followed.add(message.commitment)
        if any(message.hashes[bot] is not None for bot in shuffle.bots):
            shuffle.faults.add("bots")

    def _missing(self, key: Key) -> bool:
        """Return whether the server has failed to reveal an earlier deck.

        `key` has the numbers of the deal and of the attempt. The earlier decks are those of all earlier attempts at the
        same deal, and those of all earlier shuffles that the client has observed or taken part in.
        """
        deal, attempt = key
        expected_keys = {(deal, earlier_attempt) for earlier_attempt in range(1, attempt)} | {
            observed_key for observed_key in self._shuffle_by_key if observed_key < key
        }
        prepared_keys = ((prepared.last.deal, prepared.last.attempt) for prepared in self._prepared.values())
        expected_keys |= {prepared_key for prepared_key in prepared_keys if prepared_key < key}
        return not expected_keys <= self._opened

    def _withheld_sentences(
        self, shuffle: ObservedShuffle, you: Seat | None, numbers: dict[str, int]
    ) -> Iterator[Reason]:
        """Yield a sentence for each other seat that sent the hash of an entropy (a random text) and did not reveal it.

        The sentence says how often the client has seen that seat do so. `you` is the player's own seat, and `numbers`
        has the number of the deal and of the attempt, which are arguments of the sentence.
        """
        for seat in withheld_seats(shuffle):
            if seat == you:
                continue
            self._withheld[seat] += 1
            yield Reason("deck-withheld", {**numbers, "player": seat, "number": self._withheld[seat]})


def bot_seats(message: SeatsMessage) -> frozenset[Seat]:
    """Return the seats for which only computer players can contribute to a shuffle.

    `message` is the server's latest message about the seats. A computer player may also decide for a person who is late
    at a turn-based table (players answer within hours or days). The seat of such a person is not in the result.
    """
    late_seats = {seat for seat, count in enumerate(message.overdue) if count}
    return frozenset(
        seat
        for seat, person in enumerate(message.seats)
        if person is not None and person.level and seat not in late_seats
    )


def _compare(shuffle: ObservedShuffle, message: ShuffleMessage) -> None:
    """Record a fault in `shuffle` for each point in which `message` contradicts earlier messages about the shuffle."""
    first, step = shuffle.first, STEPS.index(message.step)
    if step < STEPS.index(shuffle.last.step):
        shuffle.faults.add("once")
    if message.commitment != first.commitment:
        shuffle.faults.add("promise")
    new_terms, old_terms = (
        (source.places, source.refusals, source.dealer, source.cutter) for source in (message, first)
    )
    if new_terms != old_terms:
        shuffle.faults.add("terms")
    if step >= STEPS.index("entropies"):
        shuffle.hashes = shuffle.hashes or message.hashes
        if message.hashes != shuffle.hashes:
            shuffle.faults.add("promise")
    if step >= STEPS.index("cut"):
        shuffle.entropies = shuffle.entropies or message.entropies
        if message.entropies != shuffle.entropies:
            shuffle.faults.add("entropy")


def _take_over(shuffle: ObservedShuffle, prepared: PreparedShuffle, seat: Seat | None) -> None:
    """Copy into a shuffle, which is completed after a deal, what was sent and received about it during that deal.

    `prepared` is the record from that deal, and `seat` is the player's seat (None for a spectator).
    """
    message = shuffle.first
    shuffle.entropy, shuffle.late = prepared.entropy, False
    shuffle.entropy_sent = prepared.entropy_sent
    # A deal may end before the entropy was asked for, or while it was on its way. Then it need not be in the deck.
    is_used = seat is not None and prepared.entropy_sent and message.entropies[seat] == prepared.entropy
    shuffle.expects_entropy = (prepared.entropy_sent and prepared.entropy_stored) or is_used
    shuffle.bots &= prepared.bots
    shuffle.faults |= prepared.faults
    terms = prepared.last.places[message.dealer], prepared.last.refusals[message.dealer]
    if terms != (message.places, message.refusals):
        shuffle.faults.add("terms")
    if prepared.hashes is not None and prepared.hashes != message.hashes:
        shuffle.faults.add("promise")
    if seat is not None and prepared.entropy_stored and message.entropies[seat] is None:
        shuffle.faults.add("entropy")
