"""Moderation by the table's owner, and the ids by which users know each other."""

import random

import msgspec
from table.recording_client import Somebody
from table.tables import USERS, load, run_loop, seated_table, send, settings, started_table, table_test

from prikup.archive.finished_match import finished_match
from prikup.table.host.services import Host
from prikup.table.person_ids import person_id
from prikup.table.protocol.client_messages import (
    ChatCommand,
    LockCommand,
    RematchCommand,
    RemoveCommand,
    ReserveCommand,
    SitCommand,
    StandCommand,
)
from prikup.table.protocol.server_messages import (
    ChatMessage,
    CloseMessage,
    PointingsMessage,
    SeatsMessage,
    UpdateMessage,
)
from prikup.table.table_settings import TableSettings


def id_of(user: str) -> str:
    """Return the id of a user at the table of these tests."""
    return person_id("table0", user)


# User ids


@table_test
async def test_person_id_differs_between_tables() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    eva = await table.arrive("eva")
    await send(table, eva, ChatCommand("hello"))
    assert [person.id if person else None for person in anna.seats.seats] == [id_of("anna"), id_of("boris"), None]
    assert (boris.seats.me, eva.seats.me) == (id_of("boris"), id_of("eva"))
    assert anna.last(ChatMessage).id == id_of("eva")
    assert "eva" not in id_of("eva")
    assert id_of("eva") != person_id("table1", "eva")


# Removing users


@table_test
async def test_removal_before_match_empties_seat() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    await send(table, anna, RemoveCommand(id_of("boris")))
    assert anna.seats.seats[1] is None
    assert boris.seats.you is None
    assert await table.refusal(boris, SitCommand(1)) == "removed"


@table_test
async def test_removal_is_sent_to_all_with_owner_seat() -> None:
    table, (anna, boris, clara) = await seated_table(settings(), "anna", "boris", "clara")
    eva = await table.arrive("eva")
    await send(table, eva, ChatCommand("hello"))
    assert boris.seats.removed == ()
    for user in ("boris", "eva"):
        await send(table, anna, RemoveCommand(id_of(user)))
    for person in (anna, boris, clara, eva):
        assert (person.seats.host_seat, set(person.seats.removed)) == (0, {id_of("boris"), id_of("eva")})
    restarted_table = await table.restart()
    boris = await restarted_table.arrive("boris")
    assert boris.seats.me in boris.seats.removed, "who was away is told later"


@table_test
async def test_removal_does_not_rename_bots() -> None:
    table, (anna, _) = await started_table(settings(), "anna", "boris")
    assert [person and person.name for person in anna.seats.seats] == ["Anna", "Boris", "Vera"]
    await send(table, anna, RemoveCommand(id_of("boris")))
    assert [person and person.name for person in anna.seats.seats] == ["Anna", "Tigran", "Vera"]
    restarted_table = await table.restart()
    vera = await restarted_table.arrive("vera", "Vera")
    assert [person and person.name for person in vera.seats.seats] == ["Anna", "Tigran", "Vera"], "who watches has none"


@table_test
async def test_removal_during_match_gives_seat_to_bot_for_good() -> None:
    table, (anna, boris, _) = await started_table(settings(deals=1), *USERS[:3])
    seat = boris.seat
    await send(table, anna, RemoveCommand(id_of("boris")))
    seat_state = anna.seat_state(seat)
    assert (seat_state.level, seat_state.owner, seat_state.id) == ("rule", False, "")
    assert boris.seats.you is None
    assert not anna.seats.practice
    assert boris.update.view.seat is None, "who watches sees no hand"
    restarted_table = await table.restart()
    boris = await restarted_table.arrive("boris")
    assert await restarted_table.refusal(boris, SitCommand(seat)) == "match-begun"
    assert restarted_table.state.chairs[seat].user == ""
    people = [await restarted_table.arrive("anna"), await restarted_table.arrive("clara")]
    await restarted_table.play(people)
    assert restarted_table.stage == "over"
    await send(restarted_table, people[0], RematchCommand())
    opening = table.shelf.stored_commits[-1].opens
    assert opening is not None
    next_settings = msgspec.json.decode(opening.settings, type=TableSettings)
    assert "boris" not in next_settings.reserved
    rematch = await load(next_settings)
    boris = await rematch.arrive("boris")
    assert await rematch.refusal(boris, SitCommand(seat)) == "removed"


@table_test
async def test_removal_applies_to_present_and_absent_spectators() -> None:
    table, (anna, boris) = await seated_table(settings(spectators=False), "anna", "boris")
    await send(table, anna, RemoveCommand(id_of("boris")))
    assert (boris.code, boris.last(CloseMessage).reason.key) == (4003, "removed")
    assert (await table.arrive("boris")).code == 4003
    table, (anna,) = await seated_table(settings(), "anna")
    eva = await table.arrive("eva")
    await send(table, eva, ChatCommand("hello"))
    table.leave(eva)
    await send(table, anna, RemoveCommand(anna.last(ChatMessage).id))
    assert await table.refusal(await table.arrive("eva"), SitCommand(1)) == "removed"


# Closing the table to new users


@table_test
async def test_locked_table_admits_earlier_users_only() -> None:
    table, (anna, boris) = await seated_table(settings(), "anna", "boris")
    eva = await table.arrive("eva")
    await send(table, anna, LockCommand(True))
    assert boris.seats.locked
    late = await table.arrive("late")
    assert (late.code, late.last(CloseMessage).reason.key) == (4003, "table-locked")
    for user in ("eva", "boris", "anna"):
        returned_client = await table.arrive(user)
        assert not returned_client.code
    restarted_table = await table.restart()
    late = await restarted_table.arrive("late")
    assert late.code == 4003
    anna = await restarted_table.arrive("anna")
    await send(restarted_table, anna, LockCommand(False))
    late = await restarted_table.arrive("late")
    assert not late.code
    assert not late.seats.locked
    assert eva.messages


@table_test
async def test_match_at_locked_table_is_archived_as_closed() -> None:
    closed_flags = []
    for is_locked in (False, True):
        table, people = await started_table(settings(deals=1), *USERS[:3])
        await send(table, people[0], LockCommand(is_locked))
        await table.play(people)
        match = finished_match(msgspec.json.encode(table.settings), table.shelf.stored_commits)
        assert match is not None
        closed_flags.append(match.closed)
    assert closed_flags == [False, True]


# Blocking


class Blocked:
    """A host that knows which user has blocked which."""

    def __init__(self, *pairs: tuple[str, str]) -> None:
        self.pairs = set(pairs)

    async def is_blocked_by(self, user: str, by: tuple[str, ...]) -> bool:
        return any((other, user) in self.pairs for other in by)


@table_test
async def test_blocked_user_may_watch_but_not_sit() -> None:
    table, (anna, _) = await seated_table(settings(), "anna", "boris")
    host = table._host
    table._host = Host(host.store, host.workers, host.time, host.thinking, Blocked(("anna", "eva"), ("boris", "late")))
    for user in ("eva", "late"):
        person = await table.arrive(user)
        for message in (SitCommand(2), ReserveCommand(2)):
            assert await table.refusal(person, message) == "seat-blocked"
        assert anna.seats.reserved == ()
        assert person.seats.you is None
    free = await table.arrive("free")
    await send(table, free, SitCommand(2))
    assert free.seat == 2
    await send(table, free, StandCommand())
    assert anna.seats.seats[2] is None


# Watchers


@table_test
async def test_spectator_count_is_sent_once_for_a_crowd() -> None:
    """The number of watchers is sent once; a user with two connections counts once."""
    table, (anna, _) = await seated_table(settings(), "anna", "boris")
    crowd = [*(Somebody(f"w{number}") for number in range(100)), Somebody("w99")]
    old_count = len(anna.all(SeatsMessage))
    for person in crowd:
        table.join(person)
    await run_loop()
    assert len(anna.all(SeatsMessage)) - old_count <= 1, "not each one is news"
    await run_loop(1)
    assert len(anna.all(SeatsMessage)) - old_count <= 2
    assert {person.seats.watchers for person in (anna, *crowd)} == {100}
    for person in crowd[:40]:
        table.leave(person)
    await run_loop(1)
    assert anna.seats.watchers == 60
    assert len(anna.all(SeatsMessage)) - old_count <= 4


@table_test
async def test_players_receive_spectator_chat_after_the_deal() -> None:
    table, (anna, boris, clara) = await started_table(settings(), *USERS[:3])
    eva, late = await table.arrive("eva"), await table.arrive("late")
    await send(table, eva, ChatCommand("the ace!"))
    await send(table, boris, ChatCommand("hm"))
    assert [line.text for line in late.all(ChatMessage)] == ["the ace!", "hm"]
    assert [line.text for line in anna.all(ChatMessage)] == ["hm"]
    table.join(anna := Somebody("anna"))
    new_watcher = await table.arrive("more")
    assert [line.text for line in anna.all(ChatMessage)] == ["hm"]
    assert {line.text for line in new_watcher.all(ChatMessage)} == {"hm", "the ace!"}
    people = [anna, boris, clara]
    await table.play_deal(people)
    assert [line.text for line in anna.all(ChatMessage)] == ["hm", "the ace!"]
    assert len(late.all(ChatMessage)) == 2


@table_test
async def test_spectators_of_delayed_table_see_deal_after_its_end() -> None:
    table, people = await started_table(settings(delayed=True, deals=2), *USERS[:3])
    eva = await table.arrive("eva")
    rng, chats = random.Random(3), 0
    while people[0].seats.stage != "over":
        if people[0].seats.stage == "deal":
            if rng.random() < 0.05:
                await send(table, people[0], ChatCommand("now"))
            chats += 1
        update_count, chat_count = len(eva.all(UpdateMessage)), len(eva.all(ChatMessage))
        await table.play(people, 1)
        if people[0].seats.stage == "deal":
            assert (len(eva.all(UpdateMessage)), len(eva.all(ChatMessage))) == (update_count, chat_count)
            assert eva.seats.proposal is None
            assert not eva.all(PointingsMessage)
            late = await table.arrive("late")
            assert not late.all(UpdateMessage)
            assert not [line for line in late.all(ChatMessage) if line.text == "now"] or chat_count
            table.leave(late)
    assert chats
    versions = [update.n for update in eva.all(UpdateMessage)]
    assert versions == sorted(versions)
    assert set(versions) <= {update.n for update in people[0].all(UpdateMessage)}
    assert eva.update.view.seat is None
    assert eva.update.view.public.actor is None
