"""One's own part in the shuffles of a table: the entropy, the cut, and the proof once the seed is told."""

import secrets
from hashlib import sha256
from typing import Any

from msgspec import Struct

from prikup.errors import PrikupError, Reason
from prikup.game import AnyGame, Standing
from prikup.history.shuffle import Shuffle, commitment, shuffled
from prikup.state import Seat, State
from prikup.table.protocol import Cut, Deck, Entropy, Hash, Sealed, Sent

__all__ = ["Shuffler"]


class Mixed(Struct):
    """A shuffle as the client has seen it.

    `last` is what was told of it last, `entropy` the client's own ("" if it gave none), `revealed` whether that is
    known to others; `hand` is what the player was dealt then, and `standing` how the match stood.
    """

    commitment: str
    last: Sealed
    entropy: str = ""
    revealed: bool = False
    hand: int | None = None
    standing: Standing[Any] | None = None


class Shuffler:
    """The shuffles that a client has seen, by deal and attempt. `cuts`: its cut is drawn at random."""

    def __init__(self, *, cuts: bool) -> None:
        self._cuts = cuts
        self._mixed: dict[tuple[int, int], Mixed] = {}

    def answer(self, sealed: Sealed, seat: Seat | None, pack: int) -> Sent | None:
        """Return the client's answer to a step of the shuffle."""
        key = sealed.deal, sealed.attempt
        mixed = self._mixed.setdefault(key, Mixed(sealed.commitment, sealed))
        mixed.last = sealed
        if seat is None:
            return None
        match sealed.step:
            case "hashes" if sealed.hashes[seat] is None:
                if not mixed.entropy or mixed.revealed:  # what is known to others already mixes nothing
                    mixed.entropy, mixed.revealed = secrets.token_hex(16), False
                return Hash(*key, _hash(mixed.entropy))
            case "entropies" if mixed.entropy and sealed.hashes[seat] == _hash(mixed.entropy):
                mixed.revealed = True
                return Entropy(*key, mixed.entropy)
            case "cut" if self._cuts and sealed.cutter == seat and sealed.cut is None:
                return Cut(*key, 1 + secrets.randbelow(pack - 1))
        return None

    def dealt(self, deal: int, attempt: int, standing: Standing[Any], hand: int) -> None:
        """Note the hand that the player was dealt, and how the match stood."""
        mixed = self._mixed[deal, attempt]
        mixed.hand, mixed.standing = hand, standing

    def proved(self, game: AnyGame, deck: Deck, seat: Seat | None) -> Reason | None:
        """Return the proof that an opened deck is the sealed one, or not; None for one not seen sealed."""
        mixed = self._mixed.pop((deck.deal, deck.attempt), None)
        if mixed is None:
            return None
        numbers = {"deal": deck.deal, "attempt": deck.attempt}
        if wrong := _wrong(game, mixed, deck, seat):
            return Reason(f"deck-wrong-{wrong}", numbers)
        if seat is None or not mixed.entropy:
            return Reason("deck-right", numbers)
        return Reason("deck-right-own" if deck.entropy[seat] == mixed.entropy else "deck-right-late", numbers)


def _hash(entropy: str) -> str:
    return sha256(entropy.encode()).hexdigest()


def _wrong(game: AnyGame, mixed: Mixed, deck: Deck, seat: Seat | None) -> str:
    """Return what is not as it was told before the deal; "" if all is."""
    last = mixed.last
    try:
        if commitment(deck.seed) != mixed.commitment or last.commitment != mixed.commitment:
            return "seed"
        if shuffled(game.pack, Shuffle(deck.seed, deck.entropy, deck.cut)) != deck.deck:
            return "order"
    except PrikupError:
        return "seed"
    told = zip(last.entropies, last.hashes, deck.entropy, strict=True)
    if any((given and given != used) or (given and _hash(used) != sealed) for given, sealed, used in told):
        return "entropy"
    if seat is not None and last.entropies[seat] is not None and last.entropies[seat] != mixed.entropy:
        return "entropy"
    if last.cut is not None and last.cut != deck.cut:
        return "cut"
    if seat is not None and mixed.standing is not None:
        dealt = game.deal(deck.deck, mixed.standing)
        if not isinstance(dealt, State) or dealt.hands[seat] != mixed.hand:
            return "hand"
    return ""
