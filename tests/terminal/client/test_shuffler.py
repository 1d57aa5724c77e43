"""The player's part in a shuffle and its verification: every server trick is detected, each with its own message."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace
from repository.test_locale import TERMINAL, messages
from table.tables import Dice
from terminal.client.malicious import BOT, FRIEND, YOU, Server, deal, hash_entropy
from terminal.plain_player import each_language

from prikup.history.shuffle import Shuffle, commitment, prepare_shuffle, shuffle_deck
from prikup.rules.game import card_receivers
from prikup.table.protocol.client_messages import ClientCommand, CutCommand, EntropyCommand, HashCommand
from prikup.table.protocol.message_parts import Deck
from prikup.table.protocol.server_messages import NextShuffleMessage, ShuffleMessage
from prikup.terminal.client.shuffler import Shuffler
from prikup.terminal.words import words_of


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix all random numbers: a cut that was not heard equals the one from the seed once in 31 times."""
    dice = Dice(1)
    monkeypatch.setattr("prikup.terminal.client.shuffler.secrets", dice)
    monkeypatch.setattr("terminal.client.malicious.secrets", dice)


# Honest server


def test_shuffler_reports_honest_deck_once() -> None:
    server = deal()
    promise, entropy, cut = server.sent
    assert isinstance(promise, HashCommand)
    assert isinstance(entropy, EntropyCommand)
    assert isinstance(cut, CutCommand)
    assert sha256(entropy.entropy.encode()).hexdigest() == promise.hash
    assert server.report_keys() == ["deck-right-own"]
    assert server.report_keys() == [], "told once"


def test_shuffler_sends_no_cut_unless_player_wants_to_cut() -> None:
    server = deal(cuts=False)
    assert not any(isinstance(sent, CutCommand) for sent in server.sent)
    assert server.report_keys() == ["deck-right-own"], "nobody cut, and the cut follows from the seed"


def test_shuffler_only_verifies_deck_when_watching_or_seeded() -> None:
    for server in (deal(watched=True), deal(seeded=True)):
        assert not server.sent
        assert server.report_keys() == ["deck-right"]


def test_shuffler_verifies_refused_deck_and_its_successor() -> None:
    server = deal(refused=True)
    assert server.report_keys() == ["deck-right-own"]
    while not server.has_wanted_deck() or server.refused:
        server.refused = False
        server.new(server.now.attempt + 1)
        server.run_deal()
        assert server.report_keys() == ["deck-right-own"]


def test_shuffler_does_not_repeat_commitment_after_revealing_entropy() -> None:
    server = Server()
    server.goes("hashes", "entropies")
    server.sent.clear()
    server.tell(step="hashes", hashes=(None,) * 3)
    assert not server.sent


def test_shuffler_reports_late_start_without_accusation() -> None:
    """As when `prikup join` is restarted: it has forgotten what it sent before."""
    server = Server()
    server.goes("hashes", "entropies")
    server.shuffler = Shuffler(cuts=False)
    server.goes("cut", "dealt")
    assert server.report_keys() == ["deck-right-late"]


def test_shuffler_tolerates_lost_connection() -> None:
    server = Server()
    server.goes("hashes")
    server.shuffler.note_reconnection()
    server.goes("hashes", "entropies")
    server.shuffler.note_reconnection()
    server.goes("entropies", "cut")
    server.shuffler.note_reconnection()
    server.shuffle()
    assert server.report_keys()[0] == "deck-right-own"


def test_shuffler_reports_and_counts_withheld_numbers() -> None:
    server = deal(sets={"cut": {"shows": False}}, refused=True)
    deck_report, withheld_report = server.deck_reports()
    assert deck_report.key == "deck-right-own"
    assert (withheld_report.key, withheld_report.numbers["player"], withheld_report.numbers["number"]) == (
        "deck-withheld",
        FRIEND,
        1,
    )
    server.new(2)
    server.run_deal()
    assert server.deck_reports()[-1].numbers["number"] == 2


# A shuffle that is prepared during a deal


def next_shuffle(server: Server) -> NextShuffleMessage:
    """Return the first message about the server's shuffle, if it is prepared during a deal."""
    standings = [replace(server.standing, dealer=dealer) for dealer in range(3)]
    return NextShuffleMessage(
        1,
        1,
        commitment(server.seed),
        "hashes",
        (hash_entropy(server.friends), None, None),
        (False,) * 3,
        tuple(card_receivers(server.game, standing) for standing in standings),
        tuple(server.game.refusals(1, standing.dealer) for standing in standings),
    )


def send_ahead(server: Server, *, is_confirmed: bool = False) -> str:
    """Let the player send the entropy during the deal before, and return it. The server may confirm it."""
    message = next_shuffle(server)
    promise = server.shuffler.answer_ahead(message, YOU)
    assert isinstance(promise, HashCommand)
    final = replace(message, step="entropies", hashes=(message.hashes[FRIEND], promise.hash, None))
    server.now = replace(server.now, hashes=final.hashes)
    sent = server.shuffler.answer_ahead(final, YOU)
    assert isinstance(sent, EntropyCommand)
    if is_confirmed:
        confirmation = replace(final, revealed=(False, True, False))
        assert server.shuffler.answer_ahead(confirmation, YOU) is None
    return sent.entropy


def report_prepared_deck(server: Server, entropy: str | None, *, is_missed: bool = False) -> set[str]:
    """Let the server shuffle with this entropy of the player, and return what the player's client reports of the deck.

    If `is_missed`, the client was not connected when the deck was dealt.
    """
    server.entropy = entropy
    if is_missed:
        server.now = replace(server.now, entropies=(server.friends, entropy, None))
        server.shuffle()
    else:
        server.goes("cut", "dealt")
    return set(server.report_keys())


def test_shuffler_accepts_that_entropy_sent_at_the_end_of_the_deal_came_too_late() -> None:
    for is_missed in (False, True):
        server = Server()
        send_ahead(server)
        assert report_prepared_deck(server, None, is_missed=is_missed) == {"deck-right-late"}, is_missed


def test_shuffler_finds_entropy_in_the_deck_that_the_server_had_not_confirmed() -> None:
    for is_missed in (False, True):
        server = Server()
        entropy = send_ahead(server)
        assert report_prepared_deck(server, entropy, is_missed=is_missed) == {"deck-right-own"}, is_missed


def test_shuffler_detects_that_confirmed_entropy_is_left_out() -> None:
    for is_missed in (False, True):
        server = Server()
        send_ahead(server, is_confirmed=True)
        reports = report_prepared_deck(server, None, is_missed=is_missed)
        assert reports == {"deck-wrong-mine"} | (set() if is_missed else {"deck-wrong-entropy"}), is_missed


def test_shuffler_does_not_commit_again_to_entropy_sent_during_a_deal() -> None:
    server = Server()
    send_ahead(server)
    assert server.shuffler.answer_ahead(next_shuffle(server), YOU) is None
    server.tell(step="hashes", hashes=(None,) * 3)
    assert not server.sent


def test_shuffler_accepts_that_its_player_returned_after_all_hashes_were_sent() -> None:
    server = Server()
    final = replace(next_shuffle(server), step="entropies")
    server.now = replace(server.now, hashes=final.hashes)
    assert server.shuffler.answer_ahead(final, YOU) is None
    assert report_prepared_deck(server, None) == {"deck-right-late"}


def test_shuffler_checks_seed_and_order_of_a_deck_that_it_missed() -> None:
    def reports(**changes: Any) -> set[str]:
        server = Server(opens=lambda _, deck: replace(deck, **changes))
        entropy = send_ahead(server, is_confirmed=True)
        return report_prepared_deck(server, entropy, is_missed=True)

    assert reports(seed="xyz") == {"deck-wrong-seed"}
    assert reports(cut=0) == reports(deck=(1, 2, 3)) == {"deck-wrong-order"}


def test_shuffler_reports_a_deck_with_too_few_entropies() -> None:
    def open_short(server: Server, deck: Deck) -> Deck:
        entropy = deck.entropy[:1]
        order = shuffle_deck(server.game.pack, Shuffle(deck.seed, entropy, deck.cut))
        return replace(deck, entropy=entropy, deck=order)

    server = Server(opens=open_short)
    entropy = send_ahead(server, is_confirmed=True)
    assert report_prepared_deck(server, entropy, is_missed=True) == {"deck-wrong-order"}


# Tricks

CHANCE = {"hand", "played", "refused"}
"""Checks that another deck may also fail, by chance."""
OTHER_ENTROPY = "c0ffee"
"""A number other than the player's."""


def trick(*checks: str, **settings: Any) -> tuple[set[str], dict[str, Any]]:
    """Return the checks that detect a trick, and the server settings that perform it."""
    return set(checks), settings


def drop_messages(kind: type[ClientCommand]) -> Callable[[ClientCommand], ClientCommand | None]:
    return lambda sent: None if isinstance(sent, kind) else sent


def replace_messages(
    kind: type[ClientCommand], change: Callable[[Any], ClientCommand]
) -> Callable[[ClientCommand], ClientCommand | None]:
    """Receive a changed message instead of the player's."""
    return lambda sent: change(sent) if isinstance(sent, kind) else sent


def change_shuffle_step(
    step: str, change: Callable[[ShuffleMessage], ShuffleMessage]
) -> Callable[[Server, ShuffleMessage], list[ShuffleMessage]]:
    return lambda server, told: [change(told) if told.step == step else told]


def reveal_seed_early(server: Server, message: ShuffleMessage) -> list[ShuffleMessage]:
    if message.step == "hashes":
        deck = Deck(1, 1, server.seed, ("a",) * 3, 1, (), "", "seed", ())
        assert server.shuffler.verify_deck(server.game, deck, YOU) == []
    return [message]


def invent_refusal_rule(server: Server, message: ShuffleMessage) -> list[ShuffleMessage]:
    rule, *other_rules = message.refusals
    return [replace(message, refusals=(replace(rule, cards=(server.game.pack[-1],)), *other_rules))]


def open_other_seed(server: Server, deck: Deck) -> Deck:
    bot_entropy = prepare_shuffle("1" * 64, 3, 32).entropy[BOT]
    return server.opened(seed="1" * 64, entropy=(*deck.entropy[:2], bot_entropy))


def leave_out_player(server: Server, deck: Deck) -> Deck:
    player_entropy = prepare_shuffle(server.seed, 3, 32).entropy[YOU]
    return server.opened(entropy=(deck.entropy[FRIEND], player_entropy, deck.entropy[BOT]))


TRICKS = {
    # The player's number
    "does not hear the promise": trick("mine", hears=drop_messages(HashCommand)),
    "does not hear the number": trick("mine", hears=drop_messages(EntropyCommand)),
    "promises and shows another number for the player": trick(
        "mine",
        hears=replace_messages(HashCommand, lambda sent: replace(sent, hash=hash_entropy(OTHER_ENTROPY))),
        sets={"cut": {"entropy": OTHER_ENTROPY}},
    ),
    # An earlier deal shows that the player was present all the time.
    "does not ask": trick(
        "asked",
        first=lambda server: server.shuffler.note_view(server.standing, 0, over=True),
        tells=lambda server, told: [] if told.step == "hashes" else [told],
    ),
    "leaves the number out when the deal is over": trick("entropy", "mine", opens=leave_out_player),
    # The cut
    "cuts elsewhere": trick(
        "own-cut", hears=replace_messages(CutCommand, lambda sent: replace(sent, cut=sent.cut % 31 + 1))
    ),
    "does not hear the cut": trick("own-cut", hears=drop_messages(CutCommand)),
    "cuts again when the deal is over": trick(
        "cut", "own-cut", opens=lambda server, deck: server.opened(cut=deck.cut % 31 + 1)
    ),
    "cuts for a computer player": trick("bots", sets={"hashes": {"cutter": BOT, "cut": 9}}),
    "draws a cut that nobody made": trick(
        "missing-cut", sets={"hashes": {"cutter": FRIEND}}, makes=lambda made: replace(made, cut=made.cut % 31 + 1)
    ),
    "cuts in the name of the player": trick("forged-cut", sets={"dealt": {"cut": 7}}, cuts=False),
    # Commitments
    "tells the seed before all have promised": trick("early", tells=reveal_seed_early),
    "tells the seed while the cards are played": trick("early", sets={"dealt": {"ends": False}}),
    "changes its own promise": trick("promise", "seed", sets={"cut": {"seed": "ab" * 32}}),
    "lets a friend promise when the player's number is known": trick(
        "promise",
        "entropy",
        tells=change_shuffle_step("entropies", lambda told: replace(told, hashes=(None, *told.hashes[1:]))),
    ),
    "lets a friend show another number": trick("entropy", sets={"cut": {"friends": "0ther"}}),
    "does not count a number that was withheld": trick(
        "withheld", sets={"cut": {"shows": False}}, opens=lambda server, deck: replace(deck, withheld=())
    ),
    # Another shuffle
    "shuffles again where it does not like the numbers": trick(
        "once", first=lambda server: server.goes("hashes", "entropies")
    ),
    "shuffles again with another seed": trick(
        "once",
        "promise",
        "seed",
        "entropy",
        first=lambda server: (server.goes("hashes", "entropies"), server.new(known_hash=server.hash)),
    ),
    "does not count a shuffle that was broken off": trick(
        "earlier", first=lambda server: (server.goes("hashes", "entropies", "cut"), server.new(2))
    ),
    # The rules
    "plays a deck that had to be refused": trick(
        "played", opens=lambda server, deck: replace(deck, refused=""), refused=True
    ),
    "refuses a deck that had not to be refused": trick(
        "refused", opens=lambda server, deck: replace(deck, refused="bottom-card")
    ),
    "makes a rule to refuse by": trick("terms", tells=invent_refusal_rule),
    "deals in another order once it knows the cards": trick(
        "terms", tells=change_shuffle_step("dealt", lambda told: replace(told, places=told.places[::-1]))
    ),
    # The deck
    "opens another seed": trick("seed", opens=open_other_seed),
    "opens another order": trick(
        "order", opens=lambda server, deck: replace(deck, deck=(*deck.deck[1:], deck.deck[0]))
    ),
    "deals another hand": trick("hand", sets={"dealt": {"lie": 1 << 5}}),
}
"""The checks that detect each trick, and its settings."""


def test_shuffler_detects_all_server_tricks() -> None:
    """No other check fails, except those that another deck may also fail."""
    by_chance, failures = {f"deck-wrong-{check}" for check in CHANCE}, {}
    for name, (checks, settings) in TRICKS.items():
        expected_keys = {f"deck-wrong-{check}" for check in checks}
        reported_keys = set(deal(**settings).report_keys()) - {"deck-withheld"}
        if not expected_keys <= reported_keys <= expected_keys | by_chance:
            failures[name] = reported_keys
    assert not failures


@each_language
def test_shuffler_has_a_distinct_message_for_each_failed_check(tongue: str) -> None:
    words, checks = words_of(tongue), set[str]().union(*(checks for checks, _ in TRICKS.values()))
    assert {f"deck-wrong-{check}" for check in checks} == {
        key for key in messages(TERMINAL, tongue) if key.startswith("deck-wrong-")
    }
    assert len({words(f"deck-wrong-{check}", deal=1, attempt=1) for check in checks}) == len(checks)


def test_shuffler_reports_malformed_seed_as_wrong() -> None:
    for nonsense in ("", "xyz", "0" * 63):
        server = deal(opens=lambda _, deck: replace(deck, seed=nonsense))  # noqa: B023  (called in this turn of the loop)
        assert server.report_keys() == ["deck-wrong-seed"]
