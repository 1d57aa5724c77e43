"""One's own part in a shuffle, and the proof: every way to cheat is found."""

import secrets
from hashlib import sha256
from typing import Any

import pytest
from examples import example
from msgspec.structs import replace

from prikup.game import AnyGame, Redeal
from prikup.games import game
from prikup.history.shuffle import Shuffle, commitment, prepared, shuffled
from prikup.match import Match
from prikup.state import State
from prikup.table.protocol import Cut, Deck, Entropy, Hash, Sealed
from prikup.terminal.client.shuffler import Shuffler

YOU = 1
GAME = example(seats=3, redeals=True)
"""Three players, and rules that refuse some decks."""


class Host:
    """A server that shuffles for one person and two computer players, and the person's part in it."""

    def __init__(self, *, cuts: bool = True, watched: bool = False) -> None:
        self.game: AnyGame = game(GAME)
        self.you = None if watched else YOU
        while True:
            self.shuffler = Shuffler(cuts=cuts)
            self.seed = secrets.token_hex(32)
            if self._mix():
                break

    def _told(self, step: str, **known: object) -> Sealed:
        hashes = tuple(self.hash if seat == YOU else None for seat in range(3))
        told = Sealed(1, 1, 2, commitment(self.seed), "hashes", hashes, (None,) * 3, YOU, None, 0, ())
        return replace(told, step=step, **known)

    def _mix(self) -> bool:
        """Whether the rules take the deck."""
        self.hash: str | None = None
        said = self.shuffler.answer(self._told("hashes"), self.you, 32)
        self.hash = said.hash if isinstance(said, Hash) else None
        said = self.shuffler.answer(self._told("entropies"), self.you, 32)
        self.entropy = said.entropy if isinstance(said, Entropy) else None
        known = tuple(self.entropy if seat == YOU else None for seat in range(3))
        self.said = self.shuffler.answer(self._told("cut", entropies=known), self.you, 32)
        cut = self.said.cut if isinstance(self.said, Cut) else 7
        given = {YOU: self.entropy} if self.entropy else {}
        self.shuffle: Shuffle = prepared(self.seed, 3, 32, given, cut)
        deck = shuffled(self.game.pack, self.shuffle)
        self.shuffler.answer(self._told("dealt", entropies=known, cut=cut), self.you, 32)
        self.standing = Match.begin(self.game).standing
        dealt = self.game.deal(deck, self.standing)
        if isinstance(dealt, Redeal):
            return False
        self.dealt: State[Any] = dealt
        self.deck = Deck(1, 1, self.seed, self.shuffle.entropy, self.shuffle.cut, deck, "")
        return True

    def deal(self, hand: int | None = None) -> None:
        self.shuffler.dealt(1, 1, self.standing, self.dealt.hands[YOU] if hand is None else hand)

    def verdict(self, deck: Deck) -> str:
        found = self.shuffler.proved(self.game, deck, self.you)
        return found.key if found else ""


def test_an_honest_shuffle_is_proved_once() -> None:
    host = Host()
    host.deal()
    assert host.entropy
    assert sha256(host.entropy.encode()).hexdigest() == host.hash
    assert isinstance(host.said, Cut)
    assert host.verdict(host.deck) == "deck-right-own"
    assert host.verdict(host.deck) == "", "told once"


def test_the_cut_is_left_to_the_person_who_wants_it() -> None:
    assert Host(cuts=False).said is None


def test_who_watches_says_nothing_and_proves_the_deck() -> None:
    host = Host(watched=True)
    assert host.hash is None
    assert host.verdict(host.deck) == "deck-right"


def test_entropy_that_is_known_already_is_not_given_twice() -> None:
    """After a restart of the server everything but its seed is asked for again."""
    host = Host()
    before = host.hash
    host.hash = None
    said = host.shuffler.answer(host._told("hashes"), YOU, 32)
    assert isinstance(said, Hash)
    assert said.hash != before


def other(shuffle: Shuffle, **changes: object) -> Deck:
    """The deck of a shuffle that was changed after the deal."""
    changed = replace(shuffle, **changes)
    return Deck(1, 1, changed.seed, changed.entropy, changed.cut, shuffled(game(GAME).pack, changed), "")


def test_every_lie_is_found() -> None:
    for lie in ("seed", "order", "entropy", "cut", "hand"):
        host = Host()
        host.deal(1 if lie == "hand" else None)
        theirs = ("a", host.shuffle.entropy[YOU] if lie != "entropy" else "b", "c")
        turned = (*host.deck.deck[1:], host.deck.deck[0])
        lies = {
            "seed": other(host.shuffle, seed="1" * 64),
            "order": replace(host.deck, deck=turned),
            "entropy": other(host.shuffle, entropy=theirs),
            "cut": other(host.shuffle, cut=host.shuffle.cut % 31 + 1),
            "hand": host.deck,
        }
        assert host.verdict(lies[lie]) == f"deck-wrong-{lie}"


@pytest.mark.parametrize("changed", ["", "xyz", "0" * 63])
def test_nonsense_is_a_lie(changed: str) -> None:
    host = Host()
    assert host.verdict(replace(host.deck, seed=changed)) == "deck-wrong-seed"


def test_entropy_that_came_too_late_is_said_to_be_missing() -> None:
    host = Host()
    late = prepared(host.seed, 3, 32, {}, host.shuffle.cut)
    host.shuffler.answer(host._told("dealt", cut=late.cut), YOU, 32)
    assert host.verdict(other(late)) == "deck-right-late"


def test_a_deck_that_is_cut_already_is_not_cut_again() -> None:
    """At a table where all decks follow from a seed nobody mixes or cuts, and the deck is proved all the same."""
    host = Host()
    shuffler = Shuffler(cuts=True)
    assert shuffler.answer(host._told("cut", cut=host.shuffle.cut), YOU, 32) is None
    assert isinstance(shuffler.answer(host._told("cut"), YOU, 32), Cut)
