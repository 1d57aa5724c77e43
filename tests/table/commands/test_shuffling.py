"""The shuffle at a table: commitments, entropy, the cut, and players who do not answer."""

from hashlib import sha256
from unittest.mock import patch

from support.example_games import example, example_if_any
from table.recording_client import Somebody
from table.tables import (
    ENTROPY,
    HASH,
    USERS,
    Dice,
    Table,
    run_loop,
    seated_table,
    send,
    settings,
    started_table,
    table_test,
)

from prikup.games import game
from prikup.history.events import DealEvent
from prikup.history.shuffle import Shuffle, commitment, prepare_shuffle, shuffle_deck
from prikup.rules.errors import Reason, reason
from prikup.rules.game import Redeal
from prikup.rules.match import Match
from prikup.table.protocol.client_messages import (
    AnswerCommand,
    CutCommand,
    EntropyCommand,
    HashCommand,
    ProposeCommand,
    StartCommand,
)
from prikup.table.protocol.server_messages import DecksMessage, ShuffleMessage, UpdateMessage
from prikup.table.state.disclosure import disclosed_decks
from prikup.table.state.events import SeedCommitted, decode

EVERY_DECK = example(seats=3, redeals=False)
"""A game whose rules accept every deck."""


async def table_in_shuffle(*users: str) -> tuple[Table, list[Somebody]]:
    """Return a table in the shuffle; the second seat cuts."""
    table, people = await seated_table(settings(EVERY_DECK), *users)
    await send(table, people[0], StartCommand())
    assert people[0].last(ShuffleMessage).cutter == 1
    return table, people


def shuffle_of(table: Table) -> Shuffle:
    """Return the inputs of the last deck."""
    shuffle = table.events_of_type(DealEvent)[-1].shuffle
    assert shuffle is not None
    return shuffle


# All players take part


@table_test
async def test_shuffle_combines_seed_entropy_and_cut_of_players() -> None:
    table, (anna, boris) = await table_in_shuffle("anna", "boris")
    (seed,) = (
        event.seed
        for row in table.shelf.stored_commits
        for event in decode(row.events)
        if isinstance(event, SeedCommitted)
    )
    first = anna.last(ShuffleMessage)
    assert (first.deal, first.attempt, first.step) == (1, 1, "hashes")
    assert first.commitment == commitment(seed)
    assert first.hashes == first.entropies == (None, None, None)
    assert first.millis == 2000
    assert [sentence.key for sentence in first.did] == ["deal-begins", "deal-sealed"]

    boris_hash = sha256(b"boris2").hexdigest()
    await send(table, anna, HashCommand(1, 1, HASH))
    assert boris.last(ShuffleMessage).hashes == (HASH, None, None)
    await send(table, boris, HashCommand(1, 1, boris_hash))
    assert boris.last(ShuffleMessage).step == "entropies"
    await send(table, anna, EntropyCommand(1, 1, ENTROPY))
    assert boris.last(ShuffleMessage).entropies == (None, None, None), "nobody learns one entropy before the other"
    await send(table, boris, EntropyCommand(1, 1, "boris2"))
    cut_message = anna.last(ShuffleMessage)
    assert (cut_message.step, cut_message.entropies, cut_message.cut, cut_message.millis) == (
        "cut",
        (ENTROPY, "boris2", None),
        None,
        22_000,
    )
    await send(table, boris, CutCommand(1, 1, 9))
    end = anna.last(ShuffleMessage)
    assert (end.step, end.cut, end.cut_from) == ("dealt", 9, "player")
    assert [(s.key, s.numbers) for s in end.did] == [("did-cut", {"player": 1, "number": 9})]
    assert table.stage == "deal"

    assert shuffle_of(table) == prepare_shuffle(seed, 3, 32, {0: ENTROPY, 1: "boris2"}, 9)
    assert table.events_of_type(DealEvent)[-1].deck == shuffle_deck(table.state.game.pack, shuffle_of(table))
    assert not any(seed in str(message) for person in (anna, boris) for message in person.messages)


@table_test
async def test_shuffle_reveals_seed_only_after_the_deal() -> None:
    table, people = await started_table(settings(deals=2), *USERS[:3])
    shuffle = shuffle_of(table)
    while table.stage == "deal":
        assert not people[0].all(DecksMessage)
        assert not any(shuffle.seed in str(message) for message in people[0].messages[-9:])
        await table.play(people, 1)
    (deck,) = people[0].last(DecksMessage).decks
    assert (deck.seed, deck.entropy, deck.cut) == (shuffle.seed, shuffle.entropy, shuffle.cut)


@table_test
async def test_shuffle_takes_bot_cut_from_seed() -> None:
    table, (anna,) = await seated_table(settings(bots=True), "anna")
    for command in (HashCommand(1, 1, HASH), EntropyCommand(1, 1, ENTROPY)):
        await send(table, anna, command)
    assert table.stage == "deal"
    shuffle = shuffle_of(table)
    assert shuffle == prepare_shuffle(shuffle.seed, 3, 32, {0: ENTROPY})
    assert anna.last(ShuffleMessage).did[0].key == "did-cut"


# Some do not


@table_test
async def test_shuffle_continues_without_players_who_do_not_answer() -> None:
    table, (anna, boris) = await table_in_shuffle("anna", "boris")
    await send(table, anna, HashCommand(1, 1, HASH))
    await run_loop(1.9)
    assert anna.last(ShuffleMessage).step == "hashes"
    await run_loop(0.2)
    assert boris.last(ShuffleMessage).step == "entropies"
    await run_loop(2)
    cut_message = boris.last(ShuffleMessage)
    assert cut_message.step == "cut"
    assert cut_message.did == (reason("did-withhold", player=0, number=1),)
    await run_loop(21.8)
    assert anna.seats.stage == "shuffle"
    await run_loop(0.3)
    assert table.stage == "deal"
    end = anna.last(ShuffleMessage)
    assert end.entropies == (None, None, None)
    assert (end.did[0].key, end.cut_from) == ("did-cut-missing", "seed")
    shuffle = shuffle_of(table)
    assert shuffle == prepare_shuffle(shuffle.seed, 3, 32, withholding_seats=(0,)), (
        "whatever is missing follows from the seed"
    )


@table_test
async def test_shuffle_counts_withheld_entropy_over_the_match() -> None:
    table, people = await started_table(settings(EVERY_DECK, deals=3), *USERS[:3])
    sentences: list[Reason] = []
    while table.stage != "over":
        sentences += [sentence for sentence in people[1].last(ShuffleMessage).did if sentence.key == "did-withhold"]
        while table.stage == "shuffle":
            step = people[0].last(ShuffleMessage)
            await send(table, people[0], HashCommand(step.deal, step.attempt, HASH))
            await run_loop(1)
            sentences += [
                s for s in people[1].last(ShuffleMessage).did if s.key == "did-withhold" and s not in sentences
            ]
        await table.play(people, 1)
    assert [sentence.numbers["number"] for sentence in sentences] == [1, 2]
    assert [deck.withheld for deck in people[1].last(DecksMessage).decks] == [(0,)]


@table_test
async def test_shuffle_waits_for_absent_player_only_until_timeout() -> None:
    table, (anna, boris, clara) = await table_in_shuffle(*USERS[:3])
    table.leave(clara)
    await send(table, anna, HashCommand(1, 1, HASH))
    await send(table, boris, HashCommand(1, 1, HASH))
    assert anna.last(ShuffleMessage).step == "hashes", "she may be back in a moment"
    await run_loop(2)
    assert anna.last(ShuffleMessage).step == "entropies"


@table_test
async def test_shuffle_pauses_at_empty_table() -> None:
    table, (anna, boris) = await table_in_shuffle("anna", "boris")
    table.leave(anna)
    table.leave(boris)
    await run_loop(1000)
    assert table.seats.stage == "shuffle"
    table.join(anna)
    await run_loop()
    assert table.stage == "deal"


# Refusals


@table_test
async def test_shuffle_accepts_only_entropy_that_matches_its_hash() -> None:
    table, (anna, boris) = await table_in_shuffle("anna", "boris")
    await send(table, anna, HashCommand(1, 1, "0" * 64))
    assert not await send(table, anna, HashCommand(1, 1, "0" * 64)), "the same may come twice"
    await send(table, anna, HashCommand(1, 1, HASH))
    await run_loop(2)
    assert await table.refusal(anna, HashCommand(1, 1, "0" * 64)) == "shuffle-later"
    assert await table.refusal(anna, EntropyCommand(1, 1, "another")) == "entropy-differs"
    assert await table.refusal(boris, EntropyCommand(1, 1, ENTROPY)) == "shuffle-later"
    await send(table, anna, EntropyCommand(1, 1, ENTROPY))
    assert boris.last(ShuffleMessage).step == "cut"
    assert not await send(table, anna, EntropyCommand(1, 1, ENTROPY))
    assert await table.refusal(anna, EntropyCommand(1, 1, "another")) == "shuffle-later"


@table_test
async def test_shuffle_refuses_cut_that_leaves_a_packet_empty() -> None:
    table, (_, boris) = await table_in_shuffle("anna", "boris")
    await run_loop(2)
    assert boris.last(ShuffleMessage).step == "cut", "where nobody gives a hash the cut comes next"
    for cut in (0, 32, 1000):
        assert await table.refusal(boris, CutCommand(1, 1, cut)) == "not-a-cut"
    await send(table, boris, CutCommand(1, 1, 1))
    assert table.stage == "deal"
    assert await table.refusal(boris, CutCommand(1, 1, 1)) == "shuffle-later"


# Decks that the rules refuse


@table_test
async def test_shuffle_reveals_refused_deck_and_starts_again() -> None:
    name = example_if_any(redeals=True)
    dice, refusal_key = dice_for_refused_deck(name)
    with patch("prikup.table.commands.shuffling.secrets", dice):
        table, (anna,) = await seated_table(settings(name, bots=True), "anna")
        await run_loop(3)
    (row,) = (row for row in table.shelf.stored_commits if len(decode(row.events)) == 2 and b'"refused"' in row.events)
    refused_deal, following = decode(row.events)
    assert isinstance(refused_deal, DealEvent)
    assert isinstance(following, SeedCommitted)
    assert refused_deal.shuffle is not None
    (deck,) = anna.last(DecksMessage).decks
    assert (deck.seed, deck.refused, deck.attempt) == (refused_deal.shuffle.seed, refusal_key, 1)
    assert [(s.attempt, s.step) for s in anna.all(ShuffleMessage)[:4]] == [
        (1, "hashes"),
        (1, "cut"),
        (1, "dealt"),
        (2, "hashes"),
    ]
    end, second_shuffle = anna.all(ShuffleMessage)[2:4]
    assert (end.step, end.did[1].key) == ("dealt", refusal_key)
    assert (second_shuffle.deal, second_shuffle.attempt, second_shuffle.step) == (1, 2, "hashes")
    assert second_shuffle.commitment == commitment(following.seed) != end.commitment
    assert not anna.all(UpdateMessage)
    await run_loop(3)
    assert table.stage == "deal"
    assert table.events_of_type(DealEvent)[-1].attempt == 2
    assert disclosed_decks(table.state.log) == (refused_deal,)
    assert disclosed_decks(table.reread().log) == (refused_deal,)


def dice_for_refused_deck(name: str) -> tuple[Dice, str]:
    """Return dice that produce a deck that the rules refuse, and the reason."""
    rules = game(name)
    standing = Match.begin(rules).standing
    for number in range(1000):
        deck = shuffle_deck(rules.pack, prepare_shuffle(Dice(number).token_hex(32), rules.seats, len(rules.pack)))
        if isinstance(redeal := rules.deal(deck, standing), Redeal):
            return Dice(number), redeal.reason.key
    raise AssertionError


# Restart


@table_test
async def test_shuffle_resumes_at_its_step_after_restart() -> None:
    table, (anna, boris) = await table_in_shuffle("anna", "boris")
    await send(table, anna, HashCommand(1, 1, HASH))
    await send(table, boris, HashCommand(1, 1, HASH))
    old_message = anna.last(ShuffleMessage)
    table = await table.restart()
    await run_loop(100)
    anna, boris = await table.arrive("anna"), await table.arrive("boris")
    new_message = anna.last(ShuffleMessage)
    assert (new_message.commitment, new_message.deal, new_message.attempt) == (old_message.commitment, 1, 1)
    assert (new_message.step, new_message.hashes) == ("entropies", (HASH, HASH, None)), (
        "what is promised stays promised"
    )
    assert await table.refusal(anna, HashCommand(1, 1, "0" * 64)) == "shuffle-later"
    await send(table, anna, EntropyCommand(1, 1, ENTROPY))
    await send(table, boris, EntropyCommand(1, 1, ENTROPY))
    cut_message = anna.last(ShuffleMessage)
    table = await table.restart()
    table.join(boris := Somebody("boris"))
    anna = await table.arrive("anna")
    assert (anna.last(ShuffleMessage).step, anna.last(ShuffleMessage).entropies) == ("cut", cut_message.entropies)
    await send(table, boris, CutCommand(1, 1, 5))
    shuffle = shuffle_of(table)
    assert shuffle == prepare_shuffle(shuffle.seed, 3, 32, {0: ENTROPY, 1: ENTROPY}, 5)


@table_test
async def test_shuffle_collects_hashes_again_if_restarted_before_all_arrived() -> None:
    table, (anna, _) = await table_in_shuffle("anna", "boris")
    await send(table, anna, HashCommand(1, 1, HASH))
    table = await table.restart()
    anna = await table.arrive("anna")
    new_message = anna.last(ShuffleMessage)
    assert (new_message.step, new_message.hashes) == ("hashes", (None, None, None))


# A client that joins during the shuffle


@table_test
async def test_arriving_client_receives_current_shuffle_but_not_last_deal() -> None:
    table, people = await started_table(settings(), *USERS[:3])
    await table.play_until(people, lambda: table.stage == "shuffle")
    eva = await table.arrive("eva")
    assert eva.last(ShuffleMessage).deal == 2
    assert eva.last(DecksMessage).decks
    assert not eva.all(UpdateMessage)
    await send(table, people[0], ProposeCommand("s", "stop"))
    for person in people[1:]:
        await send(table, person, AnswerCommand(1, True))
    late = await table.arrive("late")
    assert late.seats.stage == "over"
    assert not late.all(ShuffleMessage)
