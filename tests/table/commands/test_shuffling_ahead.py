"""The shuffle of the next deck at a turn-based table, prepared during a deal by people who are never there together."""

import itertools
from copy import deepcopy
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace
from table.recording_client import Somebody
from table.tables import Table, run_loop, send, table_test
from table.turn_tables import Calendar, begin_turns, load_turns

from prikup.history.deck_checks import verify
from prikup.history.events import DealEvent, RowEvent
from prikup.history.log_file import lines
from prikup.history.shuffle import Shuffle, commitment, prepare_shuffle, shuffle_deck
from prikup.table.host.services import TurnPlayer
from prikup.table.protocol.client_messages import (
    ActCommand,
    ClientCommand,
    CutCommand,
    EntropyCommand,
    HashCommand,
    SitCommand,
    StartCommand,
)
from prikup.table.protocol.server_messages import (
    DecksMessage,
    NextShuffleMessage,
    SeatsMessage,
    ServerMessage,
    ShuffleMessage,
    UpdateMessage,
)
from prikup.table.state.events import BotAssigned, SeedCommitted, ShuffleInputSent, TimeExpired
from prikup.terminal.cli.app import run
from prikup.terminal.client.shuffler import Shuffler, bot_seats

_ids = itertools.count()


def first_action(person: Somebody) -> ActCommand:
    """Return a command with the first legal action. Its id is new, because the client may be a new one of its user."""
    return ActCommand(person.update.n, f"a{next(_ids)}", person.update.legal[0])


def text_of(user: str, deal: int) -> str:
    """Return the entropy of a user for a deal."""
    return f"{user}{deal}"


async def send_inputs(table: Table, person: Somebody, *, cut: int = 0) -> None:
    """Send the inputs for the next deck that are expected from a player now."""
    ahead = person.last(NextShuffleMessage)
    text = text_of(person.user, ahead.deal)
    if ahead.step == "hashes" and ahead.hashes[person.seat] is None:
        await send(table, person, HashCommand(ahead.deal, ahead.attempt, sha256(text.encode()).hexdigest()))
    ahead = person.last(NextShuffleMessage)
    if ahead.step == "entropies" and not ahead.revealed[person.seat]:
        await send(table, person, EntropyCommand(ahead.deal, ahead.attempt, text))
        if cut:
            await send(table, person, CutCommand(ahead.deal, ahead.attempt, cut))


async def act_alone(table: Table, *, cut: int = 0) -> None:
    """Let the player who has to act come, send inputs for the next deck, act, and leave."""
    (seat,) = table.state.seats_to_act
    person = await table.arrive(table.state.chairs[seat].user, guest=False)
    await send_inputs(table, person, cut=cut)
    await send(table, person, first_action(person))
    table.leave(person)
    await run_loop()


async def begin_alone(calendar: Calendar | None = None) -> Table:
    """Return a turn-based table in the first deal, from which all people have gone."""
    table, people = await begin_turns(calendar)
    for person in people:
        table.leave(person)
    await run_loop()
    return table


@table_test
async def test_next_deck_follows_from_the_inputs_of_people_who_never_meet() -> None:
    table = await begin_alone()
    while len(table.events_of_type(RowEvent)) < 3:
        await act_alone(table)
    _, second, third = table.events_of_type(DealEvent)[:3]
    for event in (second, third):
        assert event.shuffle is not None
        assert event.shuffle.entropy == tuple(text_of(user, event.deal) for user in ("anna", "boris", "clara"))
        assert (event.shuffle.withheld, event.shuffle.cut_from) == ((), "seed")
    assert all(check.right and check.derived_inputs_match for check in verify(table.log))
    assert [check.contributing_seats for check in verify(table.log)][1:3] == [(0, 1, 2)] * 2


@table_test
async def test_deal_waits_for_nobody_and_uses_the_cut_sent_ahead() -> None:
    table = await begin_alone()
    while len(table.events_of_type(DealEvent)) < 2:
        await act_alone(table, cut=3)
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert (event.shuffle.cut, event.shuffle.cut_from) == (3, "player")
    assert table.stage == "deal"


@table_test
async def test_missing_inputs_follow_from_the_seed() -> None:
    table = await begin_alone()
    while len(table.events_of_type(DealEvent)) < 2:
        (seat,) = table.state.seats_to_act
        person = await table.arrive(table.state.chairs[seat].user, guest=False)
        if seat == 0:
            await send_inputs(table, person)
        await send(table, person, first_action(person))
        table.leave(person)
        await run_loop()
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert event.shuffle.withheld == (0,), "there was no time to reveal it, because not all hashes came"
    assert verify(table.log)[1].contributing_seats == ()


@table_test
async def test_commitment_sent_ahead_applies_to_next_deck() -> None:
    table = await begin_alone()
    anna = await table.arrive("anna", guest=False)
    ahead = anna.last(NextShuffleMessage)
    assert (ahead.deal, ahead.attempt, ahead.step) == (2, 1, "hashes")
    while len(table.events_of_type(DealEvent)) < 2:
        await act_alone(table) if table.state.seats_to_act != (anna.seat,) else await send(
            table, anna, first_action(anna)
        )
        if anna.code:
            anna = await table.arrive("anna", guest=False)
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert commitment(event.shuffle.seed) == ahead.commitment
    dealt = [message for message in anna.all(ShuffleMessage) if message.step == "dealt" and message.deal == 2]
    if dealt:
        assert dealt[-1].places == ahead.places[dealt[-1].dealer]
        assert dealt[-1].refusals == ahead.refusals[dealt[-1].dealer]


@table_test
async def test_connected_player_cuts_within_eight_seconds_of_the_deal() -> None:
    table = await begin_alone()
    people = [await table.arrive(user, guest=False) for user in ("anna", "boris", "clara")]
    await table.play_until(people, lambda: table.events_of_type(RowEvent))
    assert table.stage == "shuffle"
    await run_loop(7.9)
    assert table.stage == "shuffle"
    await run_loop(0.2)
    assert table.stage == "deal"


@table_test
async def test_inputs_out_of_order_are_refused() -> None:
    table = await begin_alone()
    anna, boris, clara = [await table.arrive(user, guest=False) for user in ("anna", "boris", "clara")]
    hash_of_a = sha256(b"a").hexdigest()
    assert await table.refusal(anna, EntropyCommand(2, 1, "a")) == "shuffle-earlier"
    assert await table.refusal(anna, CutCommand(2, 1, 3)) == "shuffle-earlier"
    assert await table.refusal(anna, HashCommand(3, 1, hash_of_a)) == "shuffle-later"
    for person in (anna, boris, clara, anna):
        assert await table.refusal(person, HashCommand(2, 1, hash_of_a)) == ""
    assert len(table.state.shuffle_inputs) == 3
    assert await table.refusal(anna, HashCommand(2, 1, "0" * 64)) == "shuffle-later"
    assert await table.refusal(anna, EntropyCommand(2, 1, "b")) == "entropy-differs"
    assert await table.refusal(anna, CutCommand(2, 1, 999)) == "not-a-cut"
    assert await table.refusal(anna, EntropyCommand(2, 1, "a")) == ""
    assert await table.refusal(anna, EntropyCommand(2, 1, "a")) == ""
    assert boris.last(NextShuffleMessage).revealed == (True, False, False)
    assert not any("entropy" in str(message) for message in boris.all(NextShuffleMessage))


@table_test
async def test_player_who_is_late_may_still_send_a_hash() -> None:
    table, people = await begin_turns()
    late = people[table.state.seats_to_act[0]]
    for person in people:
        if person is not late:
            await send_inputs(table, person)
    table.state._change_chair(late.seat, is_overdue=True)  # until the computer player has decided
    assert await table.refusal(late, HashCommand(2, 1, "0" * 64)) == ""
    ahead = late.last(NextShuffleMessage)
    assert (ahead.step, ahead.hashes[late.seat]) == ("entropies", "0" * 64)


@table_test
async def test_hashes_stay_final_when_the_owner_of_a_bots_seat_returns() -> None:
    table = await begin_alone()
    bot_seated = BotAssigned(2, "rule"), ShuffleInputSent(0, "a" * 64), ShuffleInputSent(1, "b" * 64)
    state = table.state.copy_with(bot_seated[:2])
    assert not state.has_final_hashes, "the second player has sent none"
    state = table.state.copy_with(bot_seated)
    assert state.has_final_hashes
    state = state.copy_with((BotAssigned(2, ""),))
    assert state.chairs[2].person
    assert state.has_final_hashes
    state = state.copy_with((SeedCommitted(3, 1, "ab" * 32),))
    assert not state.has_final_hashes


async def seat_bot(table: Table, seat: int) -> None:
    """Let a computer player play for the person in a seat until the person returns."""
    await table._committer.write((BotAssigned(seat, "rule"),))


@table_test
async def test_returning_owner_of_a_bots_seat_cannot_send_a_hash_after_the_others() -> None:
    table = await begin_alone()
    anna, boris = [await table.arrive(user, guest=False) for user in ("anna", "boris")]
    await seat_bot(table, 2)
    for person in (anna, boris):
        assert await table.refusal(person, HashCommand(2, 1, sha256(person.user.encode()).hexdigest())) == ""
    final = boris.last(NextShuffleMessage)
    clara = await table.arrive("clara", guest=False)
    assert table.state.chairs[2].person
    ahead = clara.last(NextShuffleMessage)
    assert (ahead.step, ahead.hashes) == ("entropies", final.hashes)
    for person in (clara, anna):
        assert await table.refusal(person, HashCommand(2, 1, "0" * 64)) == "shuffle-later"
    assert await table.refusal(clara, EntropyCommand(2, 1, "c")) == "shuffle-later"
    assert await table.refusal(clara, CutCommand(2, 1, 3)) == ""
    assert await table.refusal(clara, EntropyCommand(2, 1, "c")) == "shuffle-later"
    assert table.reread().has_final_hashes


@table_test
async def test_players_are_asked_for_their_entropies_when_a_bot_takes_the_only_seat_without_a_hash() -> None:
    table = await begin_alone()
    anna, boris = [await table.arrive(user, guest=False) for user in ("anna", "boris")]
    for person in (anna, boris):
        assert await table.refusal(person, HashCommand(2, 1, "0" * 64)) == ""
    assert anna.last(NextShuffleMessage).step == "hashes"
    await seat_bot(table, 2)
    assert [person.last(NextShuffleMessage).step for person in (anna, boris)] == ["entropies"] * 2


@table_test
async def test_hashes_and_cuts_cannot_be_replaced_without_end() -> None:
    """The limit is that of both together, for the hashes and cuts that replace one."""
    table = await begin_alone()
    anna, boris, clara = [await table.arrive(user, guest=False) for user in ("anna", "boris", "clara")]
    hashes = [sha256(f"{number}".encode()).hexdigest() for number in range(16)]
    assert [await table.refusal(anna, HashCommand(2, 1, text)) for text in hashes] == [""] * 16
    for person in (boris, clara):
        assert await table.refusal(person, HashCommand(2, 1, hashes[0])) == ""
    refusals = [await table.refusal(anna, CutCommand(2, 1, cut)) for cut in range(1, 21)]
    assert refusals == [""] * 6 + ["shuffle-later"] * 14
    assert table.state.shuffle_inputs[0].cut == 6
    await run_loop(600)
    assert await table.refusal(anna, CutCommand(2, 1, 20)) == ""


@table_test
async def test_first_hash_and_first_cut_do_not_count_as_replacements() -> None:
    table = await begin_alone()
    anna, boris, clara = [await table.arrive(user, guest=False) for user in ("anna", "boris", "clara")]
    hashes = [sha256(f"{number}".encode()).hexdigest() for number in range(22)]
    assert [await table.refusal(anna, HashCommand(2, 1, text)) for text in hashes] == [""] * 21 + ["shuffle-later"]
    for person in (boris, clara):
        assert await table.refusal(person, HashCommand(2, 1, hashes[0])) == ""
    assert [await table.refusal(anna, CutCommand(2, 1, cut)) for cut in (3, 4)] == ["", "shuffle-later"]


@table_test
async def test_shuffle_inputs_survive_restart() -> None:
    table = await begin_alone()
    for _ in range(3):
        await act_alone(table)
    inputs = table.state.shuffle_inputs
    assert all(isinstance(player_input, ShuffleInputSent) for player_input in inputs.values())
    assert inputs
    await table.stop()
    table = await load_turns(table.shelf, Calendar())
    assert table.state.shuffle_inputs == inputs
    while len(table.events_of_type(DealEvent)) < 2:
        await act_alone(table)
    event = table.events_of_type(DealEvent)[1]
    assert event.shuffle is not None
    assert event.shuffle.entropy == tuple(text_of(user, 2) for user in ("anna", "boris", "clara"))


class ClientProgram:
    """The part of a client program that takes part in shuffles and verifies decks, over all connections of its user.

    `results` are the results of all checks, each as the key of its sentence and the number of the deal.
    """

    def __init__(self) -> None:
        self.shuffler = Shuffler(cuts=True)
        self.results: list[str] = []

    def connect(self, person: Somebody) -> None:
        """Read the messages to a new connection of the user from now on."""
        self.person, self._read_count = person, 0
        self.shuffler.note_reconnection()

    @property
    def has_messages(self) -> bool:
        return self._read_count < len(self.person.messages)

    async def answer(self, table: Table) -> None:
        """Read all messages, and send the answers to those about shuffles."""
        while self.has_messages:
            message = self.person.messages[self._read_count]
            self._read_count += 1
            if (answer := self._read(message, table)) is not None:
                await send(table, self.person, answer)

    def _read(self, message: ServerMessage, table: Table) -> ClientCommand | None:
        shuffler, game = self.shuffler, table.state.game
        match message:
            case SeatsMessage():
                shuffler.note_bots(bot_seats(message))
            case ShuffleMessage():
                return shuffler.answer(message, self.person.seat, len(game.pack))
            case NextShuffleMessage():
                return shuffler.answer_ahead(message, self.person.seat)
            case UpdateMessage():
                public = message.view.public
                shuffler.note_view(public.match, message.view.hand, over=public.phase == "over")
            case DecksMessage(decks):
                for deck in decks:
                    reasons = shuffler.verify_deck(game, deck, self.person.seat)
                    self.results += [f"{reason.key} {reason.numbers['deal']}" for reason in reasons]
        return None


@table_test
async def test_client_program_verifies_a_deck_prepared_during_a_deal() -> None:
    table, people = await begin_turns()
    programs = [ClientProgram() for _ in people]
    for program, person in zip(programs, people, strict=True):
        program.connect(person)
    while not all(any(result.endswith(" 2") for result in program.results) for program in programs):
        for program in programs:
            await program.answer(table)
        if not any(program.has_messages for program in programs):
            if acting := [person for person in people if person.update.legal and table.stage == "deal"]:
                await send(table, acting[0], first_action(acting[0]))
            else:
                await run_loop(1)
    for program in programs:
        assert [result for result in program.results if result.endswith(" 2")] == ["deck-right-own 2"]


async def play_alone(table: Table, programs: dict[str, ClientProgram], deals: int) -> None:
    """Play until this number of deals is finished, each player connected only to act, then let all read the results.

    Only players with a program take part in the shuffles.
    """
    users = ("anna", "boris", "clara")
    while len(table.events_of_type(RowEvent)) < deals:
        (seat,) = table.state.seats_to_act
        await connect_alone(table, users[seat], programs, acts=True)
    for user in programs:
        await connect_alone(table, user, programs, acts=False)


async def connect_alone(table: Table, user: str, programs: dict[str, ClientProgram], *, acts: bool) -> None:
    """Let a player come, take part in the shuffle, perhaps act, and leave."""
    person, program = await table.arrive(user, guest=False), programs.get(user)
    if program is not None:
        program.connect(person)
        await program.answer(table)
    if acts:
        await send(table, person, first_action(person))
    if program is not None:
        await program.answer(table)
    table.leave(person)
    await run_loop()


async def sit_down_alone(table: Table, user: str, seat: int) -> None:
    """Let a player come, sit down and leave. The owner of the table has a seat at once."""
    person = await table.arrive(user, guest=False)
    if seat:
        await send(table, person, SitCommand(seat))
    table.leave(person)


@table_test
async def test_match_of_people_who_never_meet_is_verified_with_the_numbers_of_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await load_turns(calendar=Calendar(), deals=2)
    programs = {user: ClientProgram() for user in ("anna", "boris", "clara")}
    for seat, user in enumerate(programs):
        await sit_down_alone(table, user, seat)
    anna = await table.arrive("anna", guest=False)
    await send(table, anna, StartCommand())
    table.leave(anna)
    while table.stage == "shuffle":
        for user in programs:
            await connect_alone(table, user, programs, acts=False)
    while table.stage == "deal":
        (seat,) = table.state.seats_to_act
        await connect_alone(table, tuple(programs)[seat], programs, acts=True)
    assert table.stage == "over", "the second deck was dealt at once"
    (tmp_path / "log").write_bytes(lines(table.log.events))
    assert run(["verify", str(tmp_path / "log"), "--language", "en", "--plain"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    contributed = "Players whose numbers went into the deck: Anna, Boris, Clara."
    assert text.count(contributed) == len(table.events_of_type(DealEvent)) >= 2


def results_of_deal(program: ClientProgram, deal: int) -> list[str]:
    return [result for result in program.results if result.endswith(f" {deal}")]


@table_test
async def test_client_program_verifies_decks_that_were_dealt_while_it_was_not_connected() -> None:
    table = await begin_alone()
    programs = {user: ClientProgram() for user in ("anna", "boris", "clara")}
    await play_alone(table, programs, 3)
    for program in programs.values():
        for deal in (2, 3):
            assert results_of_deal(program, deal) == [f"deck-right-own {deal}"]


@table_test
async def test_client_program_accepts_that_its_number_was_not_asked_before_the_end_of_the_deal() -> None:
    table = await begin_alone()
    programs = {"anna": ClientProgram()}
    await play_alone(table, programs, 3)
    for deal in (2, 3):
        assert results_of_deal(programs["anna"], deal) == [f"deck-right-late {deal}"]


@table_test
async def test_client_program_accepts_number_of_player_who_has_taken_the_seat_back_meanwhile() -> None:
    table = await begin_alone()
    anna = {"anna": ClientProgram()}
    await seat_bot(table, 2)
    await connect_alone(table, "anna", anna, acts=False)
    await play_alone(table, {user: ClientProgram() for user in ("boris", "clara")}, 2)
    _, second = table.events_of_type(DealEvent)[:2]
    assert second.shuffle is not None
    assert second.shuffle.withheld == (0,)
    await connect_alone(table, "anna", anna, acts=False)
    assert results_of_deal(anna["anna"], 2) == ["deck-right-late 2"]


@table_test
async def test_client_program_accepts_that_its_player_took_the_seat_back_after_the_hashes() -> None:
    table = await begin_alone()
    programs = {user: ClientProgram() for user in ("anna", "boris", "clara")}
    await seat_bot(table, 2)
    for user in programs:
        await connect_alone(table, user, programs, acts=False)
    assert table.state.chairs[2].person
    await play_alone(table, programs, 2)
    assert [results_of_deal(programs[user], 2) for user in programs] == [
        ["deck-right-own 2"],
        ["deck-right-own 2"],
        ["deck-right-late 2"],
    ]
    second = table.events_of_type(DealEvent)[1]
    assert second.shuffle is not None
    assert second.shuffle.entropy[2] == prepare_shuffle(second.shuffle.seed, 3, len(table.state.game.pack)).entropy[2]


@table_test
async def test_client_program_accepts_the_hash_of_a_player_whom_a_bot_had_replaced_when_it_connected() -> None:
    table = await begin_alone()
    await connect_alone(table, "clara", {"clara": ClientProgram()}, acts=False)
    await seat_bot(table, 2)
    anna, program = await table.arrive("anna", guest=False), ClientProgram()
    program.connect(anna)
    while not results_of_deal(program, 2):
        await program.answer(table)
        if table.state.seats_to_act == (anna.seat,):
            await send(table, anna, first_action(anna))
        elif table.state.seats_to_act == (1,):
            await connect_alone(table, "boris", {}, acts=True)
        else:
            await run_loop(1)
    assert any(message.deal == 2 and message.hashes[2] for message in anna.all(ShuffleMessage))
    assert table.state.chairs[2].level == "rule"
    assert results_of_deal(program, 2) == ["deck-right-late 2", "deck-withheld 2"]


@table_test
async def test_client_program_knows_a_player_who_is_late_from_a_bot() -> None:
    table = await begin_alone()
    (late,) = table.state.seats_to_act
    table.state.enter((TimeExpired(late),))
    person = table.seats.seats[late]
    assert person is not None
    assert person.level == "rule"
    assert bot_seats(table.seats) == frozenset()
    bot_seat = (late + 1) % 3
    table.state.enter((BotAssigned(bot_seat, "rule"),))
    assert bot_seats(table.seats) == {bot_seat}


@table_test
async def test_client_program_finds_a_deck_that_differs_from_what_was_prepared() -> None:
    table = await begin_alone()
    programs = {user: ClientProgram() for user in ("anna", "boris", "clara")}
    while len(table.events_of_type(RowEvent)) < 1:
        (seat,) = table.state.seats_to_act
        await connect_alone(table, table.state.chairs[seat].user, programs, acts=True)
    shufflers = [deepcopy(program.shuffler) for program in programs.values()]
    await play_alone(table, programs, 2)
    eva = await table.arrive("eva")
    (deck,) = [deck for message in eva.all(DecksMessage) for deck in message.decks if deck.deal == 2]
    game, entropy = table.state.game, ("x", *deck.entropy[1:])
    without_anna = Shuffle(deck.seed, entropy, deck.cut)
    other_seed = prepare_shuffle("ab" * 32, game.seats, len(game.pack))
    forged_decks = (
        (replace(deck, entropy=entropy, deck=shuffle_deck(game.pack, without_anna)), {"entropy", "mine"}),
        (replace(deck, cut=deck.cut + 1), {"order"}),
        (
            replace(
                deck,
                seed=other_seed.seed,
                entropy=other_seed.entropy,
                cut=other_seed.cut,
                deck=shuffle_deck(game.pack, other_seed),
            ),
            {"seed"},
        ),
        (replace(deck, refused="no-such-rule"), {"refused"}),
    )
    for forged_deck, faults in forged_decks:
        for seat, shuffler in enumerate(shufflers):
            keys = {reason.key for reason in deepcopy(shuffler).verify_deck(game, forged_deck, seat)}
            expected = faults - {"mine"} if seat else faults
            assert keys >= {f"deck-wrong-{fault}" for fault in expected}, (seat, faults)


@table_test
async def test_bots_that_stand_in_deal_on_without_anybody() -> None:
    calendar = Calendar(anna=TurnPlayer(), boris=TurnPlayer(), clara=TurnPlayer())
    table = await begin_alone(calendar=calendar)
    await run_loop(3600 * 24 * 30)
    assert [chair.level for chair in table.state.chairs] == ["rule"] * 3
    assert len(table.events_of_type(RowEvent)) > 1
