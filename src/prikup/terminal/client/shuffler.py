"""The client's part in the shuffle: it contributes entropy, cuts, and verifies the deck when the seed is revealed.

Everything sent and received is recorded at once, so that a server cannot change its claims later. docs/notation.md
lists the checks.
"""

import secrets
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from msgspec import Struct, field

from prikup.history.shuffle import Shuffle, commitment, prepared, shuffled
from prikup.rules.errors import PrikupError, Reason
from prikup.rules.game import AnyGame, MatchStanding
from prikup.rules.state import Seat, State
from prikup.table.protocol import Cut, Deck, Entropy, Hash, Sealed, Sent

__all__ = ["Shuffler"]

Key = tuple[int, int]
STEPS = ("hashes", "entropies", "cut", "dealt")


class Mixed(Struct):
    """A shuffle as the client has observed it.

    `first` and `last` are the first and last messages about it. `hashes` and `entropies`, by seat, are the final values
    received (None: not seen). `entropy` is the client's own ("" if it drew none); `promised` and `shown` tell whether
    its hash and the entropy itself were sent; `cut` is the cut that was sent. `late`: the client joined during the
    shuffle. `bots` are the seats that belonged to computer players throughout. `faults` are the checks that failed
    before the deck was revealed. `hand` is the hand dealt to the player, and `standing` the match before the deal.
    """

    first: Sealed
    last: Sealed
    late: bool
    bots: frozenset[Seat]
    hashes: tuple[str | None, ...] | None = None
    entropies: tuple[str | None, ...] | None = None
    entropy: str = ""
    promised: bool = False
    shown: bool = False
    cut: int | None = None
    faults: set[str] = field(default_factory=set)
    hand: int | None = None
    standing: MatchStanding[Any] | None = None


class Shuffler:
    """The shuffles that a client has observed, by deal and attempt.

    `cuts`: the cut is chosen at random. `seeded`: the decks follow from a seed chosen beforehand, so no one contributes
    entropy or cuts.
    """

    def __init__(self, *, cuts: bool, seeded: bool = False) -> None:
        self._cuts, self._seeded = cuts, seeded
        self._mixed: dict[Key, Mixed] = {}
        self._opened: set[Key] = set()
        self._proved: set[Key] = set()
        self._withheld: Counter[Seat] = Counter()
        self._fresh = True
        self._shuffles: Key | None = None
        self._deals: Key | None = None

    def connected(self) -> None:
        """Record a reconnection: the state will be sent again, and events in between were not observed."""
        self._fresh, self._shuffles, self._deals = True, None, None

    def answer(self, sealed: Sealed, seat: Seat | None, pack: int, bots: frozenset[Seat]) -> Sent | None:
        """Return the client's message for the current phase of the shuffle, else None."""
        mixed, key = self._noted(sealed, seat, bots), (sealed.deal, sealed.attempt)
        if seat is None or self._seeded:
            return None
        own = _hash(mixed.entropy)
        match sealed.step:
            case "hashes" if sealed.hashes[seat] != own or not mixed.entropy:
                if mixed.shown:  # entropy that was already revealed would be useless
                    return None
                mixed.entropy, mixed.promised = mixed.entropy or secrets.token_hex(16), True
                return Hash(*key, _hash(mixed.entropy))
            case "entropies" if mixed.promised and sealed.hashes[seat] == own:
                mixed.shown = True
                return Entropy(*key, mixed.entropy)
            case "cut" if self._cuts and sealed.cutter == seat and sealed.cut is None:
                return self.cut(sealed, 1 + secrets.randbelow(pack - 1))
        return None

    def cut(self, sealed: Sealed, cards: int) -> Cut:
        """Return and record the player's cut; the first cut of a shuffle is final."""
        mixed = self._mixed[sealed.deal, sealed.attempt]
        mixed.cut = mixed.cut or cards
        return Cut(sealed.deal, sealed.attempt, mixed.cut)

    def viewed(self, standing: MatchStanding[Any], hand: int, *, over: bool) -> None:
        """Record the match's standing, and the dealt hand if the deal has just begun."""
        last = max(self._mixed, default=None)
        self._deals = last if last is not None and last[0] == standing.deal and not over else None
        if last is not None and self._shuffles == last and self._mixed[last].last.step == "dealt":
            self._mixed[last].hand, self._mixed[last].standing = hand, standing
        self._fresh, self._shuffles = False, None

    def proved(self, game: AnyGame, deck: Deck, seat: Seat | None) -> list[Reason]:
        """Return the results of verifying a revealed deck, as sentences; [] if its shuffle was not observed."""
        key = deck.deal, deck.attempt
        mixed = self._mixed.get(key)
        before = self._missing(key)
        self._opened.add(key)
        if mixed is None or key in self._proved:
            return []
        self._proved.add(key)
        if self._deals == key or (self._shuffles == key and mixed.last.step != "dealt"):
            mixed.faults.add("early")
        numbers = {"deal": deck.deal, "attempt": deck.attempt}
        found = {"earlier"} if before else set()
        wrong = found | mixed.faults | set(_wrong(game, mixed, deck, seat))
        withheld = list(self._broken(mixed, seat, numbers))
        if wrong:
            return [*(Reason(f"deck-wrong-{each}", numbers) for each in sorted(wrong)), *withheld]
        right = "deck-right" if seat is None or self._seeded else f"deck-right-{'own' if mixed.promised else 'late'}"
        return [Reason(right, numbers), *withheld]

    # Recording

    def _noted(self, sealed: Sealed, seat: Seat | None, bots: frozenset[Seat]) -> Mixed:
        key, joined = (sealed.deal, sealed.attempt), self._fresh
        self._fresh, self._shuffles, self._deals = False, key, None
        mixed = self._mixed.get(key)
        if mixed is None:
            late = joined and sealed.step != "hashes"
            mixed = self._mixed[key] = Mixed(sealed, sealed, late, bots)
            if key in self._opened:
                mixed.faults.add("early")
            if seat is not None and sealed.step != "hashes" and not late and not self._seeded:
                mixed.faults.add("asked")
        _compare(mixed, sealed)
        mixed.last, mixed.bots = sealed, mixed.bots & bots
        return mixed

    def _missing(self, key: Key) -> bool:
        """Return whether an earlier deck was never revealed: of the same deal, or one observed before."""
        deal, attempt = key
        others = {(deal, before) for before in range(1, attempt)} | {seen for seen in self._mixed if seen < key}
        return not others <= self._opened

    def _broken(self, mixed: Mixed, you: Seat | None, numbers: dict[str, int]) -> Iterator[Reason]:
        """Yield the other seats that committed to an entropy and did not reveal it, with the number of times seen."""
        for seat in _withheld(mixed):
            if seat == you:
                continue
            self._withheld[seat] += 1
            yield Reason("deck-withheld", {**numbers, "player": seat, "number": self._withheld[seat]})


def _hash(entropy: str) -> str:
    return sha256(entropy.encode()).hexdigest()


def _compare(mixed: Mixed, sealed: Sealed) -> None:
    """Record inconsistencies with earlier messages about the shuffle."""
    first, step = mixed.first, STEPS.index(sealed.step)
    if step < STEPS.index(mixed.last.step):
        mixed.faults.add("once")
    if sealed.commitment != first.commitment:
        mixed.faults.add("promise")
    told, before = ((of.places, of.refusals, of.dealer, of.cutter) for of in (sealed, first))
    if told != before:
        mixed.faults.add("terms")
    if step >= STEPS.index("entropies"):
        mixed.hashes = mixed.hashes or sealed.hashes
        if sealed.hashes != mixed.hashes:
            mixed.faults.add("promise")
    if step >= STEPS.index("cut"):
        mixed.entropies = mixed.entropies or sealed.entropies
        if sealed.entropies != mixed.entropies:
            mixed.faults.add("entropy")


def _withheld(mixed: Mixed) -> tuple[Seat, ...]:
    """Return the seats that committed to an entropy and did not reveal it."""
    if mixed.hashes is None or mixed.entropies is None:
        return ()
    told = enumerate(zip(mixed.hashes, mixed.entropies, strict=True))
    return tuple(seat for seat, (promised, shown) in told if promised is not None and shown is None)


def _wrong(game: AnyGame, mixed: Mixed, deck: Deck, seat: Seat | None) -> Iterator[str]:
    """Yield the checks in which the revealed deck contradicts earlier messages."""
    try:
        drawn = prepared(deck.seed, game.seats, len(game.pack))
        if commitment(deck.seed) != mixed.first.commitment:
            yield "seed"
        if shuffled(game.pack, Shuffle(deck.seed, deck.entropy, deck.cut)) != deck.deck:
            yield "order"
            return
    except PrikupError:
        yield "seed"
        return
    if not all(_kept(mixed, other, deck.entropy[other], drawn.entropy[other]) for other in range(game.seats)):
        yield "entropy"
    if seat is not None and mixed.promised and deck.entropy[seat] != mixed.entropy:
        yield "mine"
    yield from _wrong_cut(mixed, deck, seat, drawn.cut)
    yield from _wrong_deal(game, mixed, deck, seat)
    if mixed.entropies is not None and set(deck.withheld) != set(_withheld(mixed)):
        yield "withheld"
    if any(told.hashes[bot] is not None for bot in mixed.bots for told in (mixed.first, mixed.last)):
        yield "bots"


def _kept(mixed: Mixed, seat: Seat, used: str, drawn: str) -> bool:
    """Return whether a seat's entropy is the committed and revealed one, or follows from the seed."""
    promised = (mixed.hashes or mixed.last.hashes)[seat]
    if mixed.entropies is None:  # the revealed values were not observed
        return used == drawn or _hash(used) == promised or mixed.hashes is None
    shown = mixed.entropies[seat]
    return used == drawn if shown is None else used == shown and _hash(used) == promised


def _wrong_cut(mixed: Mixed, deck: Deck, seat: Seat | None, drawn: int) -> Iterator[str]:
    told, cutter = mixed.last, mixed.first.cutter
    if told.cut is not None and (told.cut, told.cut_from) != (deck.cut, deck.cut_from):
        yield "cut"
    if deck.cut_from != "player" and deck.cut != drawn:
        yield "missing-cut"
    if cutter in mixed.bots and deck.cut_from == "player":
        yield "bots"
    if seat == cutter and mixed.cut is not None and mixed.cut != deck.cut:
        yield "own-cut"
    if seat == cutter and mixed.cut is None and not mixed.late and deck.cut_from == "player":
        yield "forged-cut"


def _wrong_deal(game: AnyGame, mixed: Mixed, deck: Deck, seat: Seat | None) -> Iterator[str]:
    rules = game.refusals(deck.deal, mixed.first.dealer)
    key = next((rule.reason.key for rule in rules if rule.fits(deck.deck)), "")
    if rules != mixed.first.refusals:
        yield "terms"
    if key != deck.refused:
        yield "refused" if deck.refused else "played"
    if seat is not None and mixed.standing is not None and not key:
        dealt = game.deal(deck.deck, mixed.standing)
        if not isinstance(dealt, State) or dealt.hands[seat] != mixed.hand:
            yield "hand"
