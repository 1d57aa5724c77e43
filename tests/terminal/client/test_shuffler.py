"""One's own part in a shuffle, and the proof: every trick of a malicious server is found, each by its own sentence."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from msgspec.structs import replace
from table.tables import Dice
from terminal.client.malicious import BOT, FRIEND, YOU, Server, deal, hashed
from terminal.sitting import each_language
from test_locale import TERMINAL, messages

from prikup.history.shuffle import Shuffle, commitment, prepared, shuffled
from prikup.table.protocol import Cut, Deck, Entropy, Hash, Sealed, Sent
from prikup.terminal.client.shuffler import Shuffler
from prikup.terminal.words import words_of


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave nothing to chance: a cut that was not heard may be the one that follows from the seed, once in 31 times."""
    dice = Dice(1)
    monkeypatch.setattr("prikup.terminal.client.shuffler.secrets", dice)
    monkeypatch.setattr("terminal.client.malicious.secrets", dice)


# An honest server


def test_an_honest_shuffle_is_proved_once() -> None:
    server = deal()
    promise, entropy, cut = server.sent
    assert isinstance(promise, Hash)
    assert isinstance(entropy, Entropy)
    assert isinstance(cut, Cut)
    assert sha256(entropy.entropy.encode()).hexdigest() == promise.hash
    assert server.verdict() == ["deck-right-own"]
    assert server.verdict() == [], "told once"


def test_the_cut_is_left_to_the_person_who_wants_it() -> None:
    server = deal(cuts=False)
    assert not any(isinstance(sent, Cut) for sent in server.sent)
    assert server.verdict() == ["deck-right-own"], "nobody cut, and the cut follows from the seed"


def test_who_watches_says_nothing_and_proves_the_deck() -> None:
    server = deal(watched=True)
    assert not server.sent
    assert server.verdict() == ["deck-right"]


def test_a_deck_that_had_to_be_refused_is_proved_and_so_is_the_next() -> None:
    server = deal(refused=True)
    assert server.verdict() == ["deck-right-own"]
    while not server.lucky() or server.refused:
        server.refused = False
        server.new(server.attempt + 1)
        server.plays()
        assert server.verdict() == ["deck-right-own"]


def test_of_a_seeded_table_the_deck_is_proved_without_a_part_in_it() -> None:
    server = deal(seeded=True)
    assert not server.sent
    assert server.verdict() == ["deck-right"]


def test_what_is_known_to_others_is_not_promised_again() -> None:
    server = Server()
    server.promises()
    server.shows_numbers()
    server.sent.clear()
    server.tell(step="hashes", hashes=(None,) * 3)
    assert not server.sent


def test_one_who_comes_in_the_middle_accuses_nobody() -> None:
    """As `prikup join` that is started again: it knows nothing of what it sent before."""

    def starts_again(server: Server) -> None:
        cuts = server.cuts

        def late() -> None:
            server.shuffler = Shuffler(cuts=False)
            cuts()

        server.cuts = late  # type: ignore[method-assign]

    assert deal(starts_again).verdict() == ["deck-right-late"]


def test_a_lost_connection_is_no_trick() -> None:
    server = Server()
    server.promises()
    server.shuffler.connected()
    server.promises()
    server.shows_numbers()
    server.shuffler.connected()
    server.shows_numbers()
    server.cuts()
    server.shuffler.connected()
    server.made = server.shuffle()
    server.deck = shuffled(server.game.pack, server.made)
    assert server.verdict()[0] == "deck-right-own"


def test_a_seat_that_a_person_takes_back_may_promise() -> None:
    server = deal()
    server.promises()
    shuffler = Shuffler(cuts=True)
    shuffler.answer(server.now, YOU, 32, frozenset({BOT}))
    told = replace(server.now, hashes=(None, None, "a" * 64))
    shuffler.answer(told, YOU, 32, frozenset())
    assert not shuffler._mixed[1, 1].bots


def test_a_number_that_is_withheld_is_named_and_counted() -> None:
    def withholds(server: Server) -> None:
        server.shows = False

    server = deal(withholds, refused=True)
    right, withheld = server.proofs()
    assert right.key == "deck-right-own"
    assert (withheld.key, withheld.numbers["player"], withheld.numbers["number"]) == ("deck-withheld", FRIEND, 1)
    server.new(2)
    server.shows = False
    server.plays()
    assert server.proofs()[-1].numbers["number"] == 2


# The tricks

Trick = Callable[[Server], None]
TRICKS: list[tuple[set[str], Trick, dict[str, bool]]] = []
"""The checks that find a trick, and how the server is set up for it."""
CHANCE = {"hand", "played", "refused"}
"""Checks that another deck fails, too, as it happens to fall."""


def trick(*checks: str, **settings: bool) -> Callable[[Trick], Trick]:
    """A trick that these checks find."""

    def of(function: Trick) -> Trick:
        TRICKS.append((set(checks), function, settings))
        return function

    return of


def without(kind: type[Sent]) -> Callable[[Sent], Sent | None]:
    return lambda sent: None if isinstance(sent, kind) else sent


def remade(server: Server, **changes: object) -> Callable[[Deck], Deck]:
    """Open the deck of other inputs."""

    def opens(deck: Deck) -> Deck:
        made = replace(server.made, **changes)
        return replace(
            deck,
            seed=made.seed,
            entropy=made.entropy,
            cut=made.cut,
            cut_from=made.cut_from,
            withheld=made.withheld,
            deck=shuffled(server.game.pack, made),
        )

    return opens


@trick("mine")
def does_not_hear_the_promise(server: Server) -> None:
    server.heard = without(Hash)


@trick("mine")
def does_not_hear_the_number(server: Server) -> None:
    server.heard = without(Entropy)


@trick("mine")
def promises_another_number_for_the_player(server: Server) -> None:
    others = "c0ffee"
    server.heard = lambda sent: replace(sent, hash=hashed(others)) if isinstance(sent, Hash) else sent
    shows = server.cuts

    def cuts() -> None:
        server.entropy = others
        shows()

    server.cuts = cuts  # type: ignore[method-assign]


@trick("asked")
def does_not_ask(server: Server) -> None:
    """But has told of another shuffle before, so that the player has been there all the time."""
    server.shuffler.viewed(server.standing, 0, over=True)
    server.tells = lambda told: [] if told.step == "hashes" else [told]


@trick("own-cut")
def cuts_elsewhere(server: Server) -> None:
    server.heard = lambda sent: replace(sent, cut=sent.cut % 31 + 1) if isinstance(sent, Cut) else sent


@trick("own-cut")
def does_not_hear_the_cut(server: Server) -> None:
    server.heard = without(Cut)


@trick("cut", "own-cut")
def cuts_again_when_the_deal_is_over(server: Server) -> None:
    server.opens = lambda deck: remade(server, cut=deck.cut % 31 + 1)(deck)


@trick("bots")
def cuts_for_a_computer_player(server: Server) -> None:
    server.cutter = BOT
    server.new()
    server.cut = 9


@trick("missing-cut")
def draws_a_cut_that_nobody_made(server: Server) -> None:
    server.cutter = FRIEND
    server.new()
    shuffle = server.shuffle

    def drawn() -> Shuffle:
        made = shuffle()
        return replace(made, cut=made.cut % 31 + 1)

    server.shuffle = drawn  # type: ignore[method-assign]


@trick("early")
def tells_the_seed_before_all_have_promised(server: Server) -> None:
    def tells(told: Sealed) -> list[Sealed]:
        if told.step == "hashes":
            deck = Deck(1, 1, server.seed, ("a",) * 3, 1, (), "", "seed", ())
            assert server.shuffler.proved(server.game, deck, YOU) == []
        return [told]

    server.tells = tells


@trick("early")
def tells_the_seed_while_the_cards_are_played(server: Server) -> None:
    server.ends = lambda: None  # type: ignore[method-assign]


@trick("promise", "seed")
def changes_its_own_promise(server: Server) -> None:
    def tells(told: Sealed) -> list[Sealed]:
        if told.step == "cut":
            server.seed = "ab" * 32
        return [replace(told, commitment=commitment(server.seed))]

    server.tells = tells


@trick("promise", "entropy")
def lets_a_friend_promise_when_the_players_number_is_known(server: Server) -> None:
    server.tells = lambda told: [replace(told, hashes=(None, *told.hashes[1:])) if told.step == "entropies" else told]


@trick("entropy")
def lets_a_friend_show_another_number(server: Server) -> None:
    cuts = server.cuts

    def others() -> None:
        server.friends = "0ther"
        cuts()

    server.cuts = others  # type: ignore[method-assign]


@trick("once")
def shuffles_again_where_it_does_not_like_the_numbers(server: Server) -> None:
    server.promises()
    server.shows_numbers()
    server.now = replace(server.now, step="hashes")


@trick("once", "promise", "seed", "entropy")
def shuffles_again_with_another_seed(server: Server) -> None:
    server.promises()
    server.shows_numbers()
    again = server.hash
    server.new()
    server.hash = again


@trick("earlier")
def does_not_count_a_shuffle_that_was_broken_off(server: Server) -> None:
    server.promises()
    server.shows_numbers()
    server.cuts()
    server.new(2)


@trick("played", refused=True)
def plays_a_deck_that_had_to_be_refused(server: Server) -> None:
    server.opens = lambda deck: replace(deck, refused="")


@trick("refused")
def refuses_a_deck_that_had_not_to_be_refused(server: Server) -> None:
    server.opens = lambda deck: replace(deck, refused="bottom-card")


@trick("forged-cut", cuts=False)
def cuts_in_the_name_of_the_player(server: Server) -> None:
    server.cut = 7


@trick("terms")
def makes_a_rule_to_refuse_by(server: Server) -> None:
    (rule, *others) = server.now.refusals
    server.now = replace(server.now, refusals=(replace(rule, cards=(server.game.pack[-1],)), *others))


@trick("terms")
def deals_in_another_order_once_it_knows_the_cards(server: Server) -> None:
    server.tells = lambda told: [replace(told, places=told.places[::-1]) if told.step == "dealt" else told]


@trick("seed")
def opens_another_seed(server: Server) -> None:
    def opens(deck: Deck) -> Deck:
        drawn = prepared("1" * 64, 3, 32).entropy[BOT]
        return remade(server, seed="1" * 64, entropy=(*deck.entropy[:2], drawn))(deck)

    server.opens = opens


@trick("order")
def opens_another_order(server: Server) -> None:
    server.opens = lambda deck: replace(deck, deck=(*deck.deck[1:], deck.deck[0]))


@trick("hand")
def deals_another_hand(server: Server) -> None:
    views = server.views
    server.views = lambda hand, over=False: views(hand ^ 1 << 5, over=over)  # type: ignore[method-assign, misc]


@trick("withheld")
def does_not_count_a_number_that_was_withheld(server: Server) -> None:
    server.shows = False
    server.opens = lambda deck: replace(deck, withheld=())


@trick("entropy", "mine")
def leaves_a_number_out_when_the_deal_is_over(server: Server) -> None:
    def opens(deck: Deck) -> Deck:
        drawn = prepared(server.seed, 3, 32).entropy[YOU]
        return remade(server, entropy=(deck.entropy[0], drawn, deck.entropy[2]))(deck)

    server.opens = opens


def test_every_trick_is_found() -> None:
    """And nothing else is said to be wrong, but for what another deck fails, too."""
    by_chance, missed = {f"deck-wrong-{check}" for check in CHANCE}, {}
    for checks, trick, settings in TRICKS:
        wrong = {f"deck-wrong-{check}" for check in checks}
        found = set(deal(trick, **settings).verdict()) - {"deck-withheld"}
        if not wrong <= found <= wrong | by_chance:
            missed[trick.__name__] = found
    assert not missed


@each_language
def test_every_trick_has_its_own_sentence(tongue: str) -> None:
    words, checks = words_of(tongue), set[str]().union(*(checks for checks, _, _ in TRICKS))
    assert {f"deck-wrong-{check}" for check in checks} == {
        key for key in messages(TERMINAL, tongue) if key.startswith("deck-wrong-")
    }
    assert len({words(f"deck-wrong-{check}", deal=1, attempt=1) for check in checks}) == len(checks)


def test_nonsense_is_a_lie() -> None:
    for nonsense in ("", "xyz", "0" * 63):
        server = deal()
        server.opens = lambda deck: replace(deck, seed=nonsense)  # noqa: B023  (called in this turn of the loop)
        assert server.verdict() == ["deck-wrong-seed"]
