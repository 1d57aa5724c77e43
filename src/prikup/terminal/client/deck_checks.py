"""The checks of a deck, which the server reveals after the deal, against the shuffle that the client has observed.

docs/notation.md lists the checks. The message for a failed check is `deck-wrong-NAME`, where NAME is the name of the
check.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from msgspec import Struct, field

from prikup.history.shuffle import Shuffle, commitment, prepare_shuffle, shuffle_deck
from prikup.rules.errors import PrikupError
from prikup.rules.game import AnyGame
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import Seat, State
from prikup.table.protocol.message_parts import Deck
from prikup.table.protocol.server_messages import NextShuffleMessage, ShuffleMessage

__all__ = [
    "ObservedShuffle",
    "PreparedShuffle",
    "deck_commitment",
    "entropy_hash",
    "failed_checks",
    "failed_prepared_checks",
    "withheld_seats",
]


class ObservedShuffle(Struct):
    """A shuffle as the client has observed it, with all that is needed to verify the deck later.

    - `first`, `last`: the first and the last message about the shuffle.
    - `late`: True if the client joined after the start of the shuffle.
    - `bots`: the seats for which no person can have sent anything, as far as the client saw. Computer players have had
      these seats ever since a message in which nothing had been sent for the seat.
    - `hashes`: by seat, the hash of the seat's entropy (a random text that influences the shuffle), with which the seat
      committed to the text. These are the final values; None if the client did not see them.
    - `entropies`: by seat, the entropy that the seat then revealed. These are the final values; None if the client did
      not see them.
    - `entropy`: the client's own entropy, "" if it has drawn none.
    - `expects_entropy`: whether the deck has to be shuffled with the client's own entropy. It has to be once the hash
      of the entropy is sent or, if the shuffle was prepared during a deal, once the server has confirmed the entropy.
    - `entropy_sent`: whether the client has sent its own entropy, which is not secret from then on.
    - `cut`: the number of cards that the client moved from the top of the deck to its bottom, None if it did not cut.
    - `faults`: the names of the checks that failed before the deck was revealed.
    - `hand`: the hand that was dealt to the player, as a bit mask of cards; None if it is not known.
    - `standing`: the state of the match before the deal, None if it is not known.
    """

    first: ShuffleMessage
    last: ShuffleMessage
    late: bool
    bots: frozenset[Seat]
    hashes: tuple[str | None, ...] | None = None
    entropies: tuple[str | None, ...] | None = None
    entropy: str = ""
    expects_entropy: bool = False
    entropy_sent: bool = False
    cut: int | None = None
    faults: set[str] = field(default_factory=set)
    hand: int | None = None
    standing: MatchStanding[Any] | None = None


class PreparedShuffle(Struct):
    """The shuffle of the next deck at a turn-based table, for which inputs are sent while a deal is played.

    - `last`: the last message about the shuffle.
    - `bots`: the entropies of the computer players, as in `ObservedShuffle`.
    - `hashes`: by seat, the final hashes of the entropies; None while they may change.
    - `entropy`: the client's own entropy, "" if it has drawn none.
    - `hash_sent`, `entropy_sent`: whether this client has sent the hash and the text of its entropy.
    - `entropy_stored`: whether the server has confirmed that it has the entropy of the client's seat, even if the
      server takes this back later. Entropy that is sent while the deal ends may come too late for the shuffle.
    - `faults`: the names of the checks that have failed so far.
    """

    last: NextShuffleMessage
    bots: frozenset[Seat]
    hashes: tuple[str | None, ...] | None = None
    entropy: str = ""
    hash_sent: bool = False
    entropy_sent: bool = False
    entropy_stored: bool = False
    faults: set[str] = field(default_factory=set)


def deck_commitment(deck: Deck) -> str:
    """Return the commitment of a deck: the hash of its seed, which the server publishes before the shuffle.

    Return "" if the seed is not valid.
    """
    try:
        return commitment(deck.seed)
    except PrikupError:
        return ""


def entropy_hash(entropy: str) -> str:
    """Return the SHA-256 hash with which a seat commits to its entropy (a random text), as hexadecimal digits."""
    return sha256(entropy.encode()).hexdigest()


def withheld_seats(shuffle: ObservedShuffle) -> tuple[Seat, ...]:
    """Return the seats that sent the hash of an entropy (a random text) and did not reveal the entropy."""
    if shuffle.hashes is None or shuffle.entropies is None:
        return ()
    pairs = enumerate(zip(shuffle.hashes, shuffle.entropies, strict=True))
    return tuple(
        seat
        for seat, (committed_hash, revealed_entropy) in pairs
        if committed_hash is not None and revealed_entropy is None
    )


def _check_seed_and_order(game: AnyGame, deck: Deck, expected_commitment: str) -> tuple[set[str], Shuffle | None]:
    """Check the seed of a deck, and the order of its cards.

    Return the names of the failed checks, and the inputs of the shuffle that follow from the seed. The seed has to
    match `expected_commitment`. The inputs are None if they or the order cannot be computed, or if the order is wrong;
    then no other check is possible.
    """
    try:
        seed_inputs = prepare_shuffle(deck.seed, game.seats, len(game.pack))
    except PrikupError:
        return {"seed"}, None
    faults = set[str]() if commitment(deck.seed) == expected_commitment else {"seed"}
    if len(deck.entropy) != game.seats:
        return faults | {"order"}, None
    try:
        is_order_right = shuffle_deck(game.pack, Shuffle(deck.seed, deck.entropy, deck.cut)) == deck.deck
    except PrikupError:
        is_order_right = False
    return (faults, seed_inputs) if is_order_right else (faults | {"order"}, None)


def failed_checks(game: AnyGame, shuffle: ObservedShuffle, deck: Deck, seat: Seat | None) -> Iterator[str]:
    """Yield the names of the checks that a revealed deck fails.

    `shuffle` is the shuffle of the deck as the client has observed it, and `seat` is the player's seat (None for a
    spectator).
    """
    faults, seed_inputs = _check_seed_and_order(game, deck, shuffle.first.commitment)
    yield from faults
    if seed_inputs is None:
        return
    if not all(
        _entropy_matches(shuffle, any_seat, deck.entropy[any_seat], seed_inputs.entropy[any_seat])
        for any_seat in range(game.seats)
    ):
        yield "entropy"
    if seat is not None and shuffle.expects_entropy and deck.entropy[seat] != shuffle.entropy:
        yield "mine"
    yield from _failed_cut_checks(shuffle, deck, seat, seed_inputs.cut)
    yield from _failed_deal_checks(game, shuffle, deck, seat)
    if shuffle.entropies is not None and set(deck.withheld) != set(withheld_seats(shuffle)):
        yield "withheld"


def failed_prepared_checks(game: AnyGame, prepared: PreparedShuffle, deck: Deck, seat: Seat | None) -> Iterator[str]:
    """Yield the names of the checks that a revealed deck fails, if the client knows its shuffle only as `prepared`.

    The shuffle was prepared during the previous deal, and the client missed the rest of it. `seat` is the player's seat
    (None for a spectator). The hand that was dealt is not known.
    """
    faults, seed_inputs = _check_seed_and_order(game, deck, prepared.last.commitment)
    yield from faults
    if seed_inputs is None:
        return
    if prepared.hashes is not None:  # until then a person may take a seat back from a computer player
        inputs = zip(deck.entropy, seed_inputs.entropy, prepared.hashes, strict=True)
        if any(used != derived_text and entropy_hash(used) != own_hash for used, derived_text, own_hash in inputs):
            yield "entropy"
    is_expected = prepared.entropy_sent and prepared.entropy_stored
    if seat is not None and is_expected and deck.entropy[seat] != prepared.entropy:
        yield "mine"
    if deck.cut_from != "player" and deck.cut != seed_inputs.cut:
        yield "missing-cut"
    rejecting_rules = {  # by the possible dealers, because the client may not know who dealt
        next((rule.reason.key for rule in rules if rule.fits(deck.deck)), "") for rules in prepared.last.refusals
    }
    if deck.refused not in rejecting_rules:
        yield "refused" if deck.refused else "played"


def _entropy_matches(shuffle: ObservedShuffle, seat: Seat, used_entropy: str, derived_entropy: str) -> bool:
    """Return whether the shuffle used the right entropy (random text) for a seat.

    `used_entropy` has to be the text to which the seat committed and which it revealed. If the seat revealed none, it
    has to be `derived_entropy`, which follows from the seed of the shuffle.
    """
    committed_hash = (shuffle.hashes or shuffle.last.hashes)[seat]
    if shuffle.entropies is None:  # the revealed values were not observed
        return used_entropy == derived_entropy or entropy_hash(used_entropy) == committed_hash or shuffle.hashes is None
    revealed_entropy = shuffle.entropies[seat]
    return (
        used_entropy == derived_entropy
        if revealed_entropy is None
        else used_entropy == revealed_entropy and entropy_hash(used_entropy) == committed_hash
    )


def _failed_cut_checks(shuffle: ObservedShuffle, deck: Deck, seat: Seat | None, derived_cut: int) -> Iterator[str]:
    last_message, cutter = shuffle.last, shuffle.first.cutter
    if last_message.cut is not None and (last_message.cut, last_message.cut_from) != (deck.cut, deck.cut_from):
        yield "cut"
    if deck.cut_from != "player" and deck.cut != derived_cut:
        yield "missing-cut"
    if cutter in shuffle.bots and deck.cut_from == "player":
        yield "bots"
    if seat == cutter and shuffle.cut is not None and shuffle.cut != deck.cut:
        yield "own-cut"
    if seat == cutter and shuffle.cut is None and not shuffle.late and deck.cut_from == "player":
        yield "forged-cut"


def _failed_deal_checks(game: AnyGame, shuffle: ObservedShuffle, deck: Deck, seat: Seat | None) -> Iterator[str]:
    rules = game.refusals(deck.deal, shuffle.first.dealer)
    key = next((rule.reason.key for rule in rules if rule.fits(deck.deck)), "")
    if rules != shuffle.first.refusals:
        yield "terms"
    if key != deck.refused:
        yield "refused" if deck.refused else "played"
    if seat is not None and shuffle.standing is not None and not key:
        deal_result = game.deal(deck.deck, shuffle.standing)
        if not isinstance(deal_result, State) or deal_result.hands[seat] != shuffle.hand:
            yield "hand"
