import asyncio
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager

import msgspec
import pytest
from msgspec import Struct, field
from server.accounts.test_accounts import Clock, open_accounts, owner, raises_account_error
from server.statements import record_statements
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from support.example_games import example

from prikup.api.errors import NotFound
from prikup.ratings.model import Rating
from prikup.ratings.standing import Standing
from prikup.server.accounts.accounts import Accounts, User
from prikup.server.accounts.blocks import UserBlocks
from prikup.server.accounts.friends import (
    CALL_MS,
    CALLS_PER_DAY,
    DAY,
    MAX_FRIENDS,
    MAX_REQUESTS,
    CalledFriend,
    FriendLimit,
    FriendLists,
    Friends,
)
from prikup.server.ratings.leaders import load_ratings
from prikup.server.ratings.rating_rows import standing_row
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import (
    blocks,
    friend_calls,
    friend_codes,
    friend_refusals,
    friend_requests,
    people,
    ratings,
    tables,
)
from prikup.server.storage.sql_tables import friends as friendships

GAME = example()
SECRET = "12345678"


class Circle(Struct):
    """The friends of a server, with its accounts by name and the lists that have changed."""

    friends: Friends
    accounts: Accounts
    database: Database
    clock: Clock
    users: dict[str, User]
    changed: list[set[str]] = field(default_factory=list)
    noted: list[CalledFriend] = field(default_factory=list)

    async def add(self, name: str) -> User:
        user = self.users[name] = await owner(self.accounts, name, SECRET)
        return user

    def id(self, name: str) -> str:
        return self.users[name].id

    async def lists(self, name: str) -> FriendLists:
        return await self.friends.lists_of(self.id(name))

    async def ask(self, asker: str, name: str) -> None:
        self.clock.now_ms += 1
        await self.friends.ask_by_name(self.id(asker), name)

    async def answer(self, user: str, name: str, *, yes: bool = True) -> None:
        await self.friends.answer(self.id(user), name, yes=yes)

    async def befriend(self, asker: str, user: str) -> None:
        await self.ask(asker, user)
        await self.answer(user, asker)

    async def names(self, name: str) -> list[str]:
        """Return the names of a user's friends."""
        return [row.name for row in (await self.lists(name)).friends]

    async def call(self, caller: str, name: str, table: str) -> None:
        await self.friends.call(self.users[caller], name, table, GAME)

    async def block(self, user: str, person: str) -> None:
        await UserBlocks(self.database).add(self.id(user), self.id(person), person, "")

    async def rate(self, name: str, mu: float) -> None:
        """Give an account a rating with the mean `mu`, in place of an older one."""
        row = standing_row(GAME, self.id(name), Standing(Rating(mu, 2.0), 20, self.clock.now_ms))
        async with self.database.writing() as connection:
            await connection.execute(delete(ratings).where(ratings.c.person == self.id(name)))
            await connection.execute(insert(ratings), row)

    async def open_table(self, table: str, *, over: bool = False) -> None:
        settings = msgspec.json.encode({"game": GAME, "options": "", "host": "somebody"})
        values = {"id": table, "settings": settings, "host": "", "opened": 0, "over": over}
        async with self.database.writing() as connection:
            await connection.execute(insert(tables), values)


@asynccontextmanager
async def open_circle(url: str, *names: str) -> AsyncIterator[Circle]:
    """Yield a server's friends, with an account of each name."""
    async with open_accounts(url) as (accounts, database, clock):
        changed = list[set[str]]()

        def note(users: Collection[str]) -> None:
            changed.append(set(users))

        noted = list[CalledFriend]()

        async def note_call(_: AsyncConnection, call: CalledFriend) -> None:
            noted.append(call)

        circle = Circle(
            Friends(database, clock, note, load_ratings, note_call), accounts, database, clock, {}, changed, noted
        )
        for name in names:
            await circle.add(name)
        yield circle


@contextmanager
def raises_not_found(key: str) -> Iterator[None]:
    with pytest.raises(NotFound) as error:
        yield
    assert error.value.reason.key == key


async def test_accepted_request_makes_friends(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        await circle.ask("Anna", " BORIS ")
        anna, boris = await circle.lists("Anna"), await circle.lists("Boris")
        assert (anna.asked, anna.asking, boris.asked, boris.asking) == (("BORIS",), (), (), ("Anna",))
        assert (anna.friends, boris.friends) == ([], [])
        assert circle.changed == [{circle.id("Anna"), circle.id("Boris")}]
        await circle.answer("Boris", "anna")
        assert await circle.names("Anna") == ["Boris"]
        assert await circle.names("Boris") == ["Anna"]
        assert (await circle.lists("Anna")).asked == ()
        assert (await circle.lists("Boris")).asking == ()
        async with circle.database.reading() as connection:
            row = (await connection.execute(select(friendships))).one()
        assert row.asked_by == circle.id("Anna")
        assert row.low < row.high
        await circle.ask("Anna", "Boris")
        assert (await circle.lists("Anna")).asked == (), "they are friends"


async def test_request_to_unknown_name_stays_in_list_of_sender(url: str) -> None:
    async with open_circle(url, "Anna") as circle:
        await circle.ask("Anna", "Nobody")
        await circle.ask("Anna", "nobody")
        assert (await circle.lists("Anna")).asked == ("nobody",)
        await circle.add("Nobody")
        assert (await circle.lists("Nobody")).asking == (), "the request was sent before the account existed"
        await circle.ask("Anna", "Nobody")
        assert (await circle.lists("Nobody")).asking == ("Anna",)
        assert (await circle.lists("Anna")).asked == ("Nobody",)


async def test_request_does_not_reach_blocking_user(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        await circle.block("Boris", "Anna")
        await circle.ask("Anna", "Boris")
        assert (await circle.lists("Boris")).asking == ()
        assert (await circle.lists("Anna")).asked == ("Boris",)
        await circle.ask("Boris", "Anna")
        assert (await circle.lists("Anna")).asking == ()
        assert await circle.names("Anna") == []
        with raises_not_found("friend-request-gone"):
            await circle.answer("Boris", "Anna")


async def test_block_ends_friendship_and_hides_requests(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle:
        await circle.befriend("Anna", "Boris")
        await circle.befriend("Anna", "Vera")
        await circle.block("Boris", "Anna")
        assert (await circle.names("Anna"), await circle.names("Boris")) == (["Vera"], [])
        await circle.ask("Vera", "Boris")
        await circle.block("Boris", "Vera")
        assert (await circle.lists("Boris")).asking == ()
        assert (await circle.lists("Vera")).asked == ("Boris",), "Vera does not learn of the block"


async def test_request_cannot_be_accepted_despite_block(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        await circle.ask("Anna", "Boris")
        row = {"id": "b", "owner": circle.id("Anna"), "person": circle.id("Boris"), "name": "Boris", "at": 0}
        async with circle.database.writing() as connection:  # a block that has left the request of before in place
            await connection.execute(insert(blocks), row)
        with raises_not_found("friend-request-gone"):
            await circle.answer("Boris", "Anna")
        assert await circle.names("Boris") == []


async def test_asking_back_makes_friends_at_once(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        await circle.ask("Anna", "Boris")
        await circle.friends.ask_person(circle.id("Boris"), circle.id("Anna"), "Anna")
        assert (await circle.names("Anna"), await circle.names("Boris")) == (["Boris"], ["Anna"])
        assert (await circle.lists("Anna")).asked == ()


async def test_third_request_after_two_refusals_is_not_shown(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        for _ in range(2):
            await circle.ask("Anna", "Boris")
            assert (await circle.lists("Boris")).asking == ("Anna",)
            await circle.answer("Boris", "Anna", yes=False)
            assert (await circle.lists("Boris")).asking == ()
            assert (await circle.lists("Anna")).asked == ("Boris",), "the sender does not learn of a refusal"
        await circle.ask("Anna", "Boris")
        await circle.friends.ask_person(circle.id("Anna"), circle.id("Boris"), "Boris")
        assert (await circle.lists("Boris")).asking == ()
        assert (await circle.lists("Anna")).asked == ("Boris",)
        await circle.befriend("Boris", "Anna")
        assert await circle.names("Boris") == ["Anna"]
        assert (await circle.lists("Anna")).asked == ()


async def test_user_who_asked_by_name_and_at_table_is_listed_once(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        await circle.ask("Anna", "Boris")
        await circle.friends.ask_person(circle.id("Anna"), circle.id("Boris"), "Boris")
        assert (await circle.lists("Boris")).asking == ("Anna",)
        assert (await circle.lists("Anna")).asked == ("Boris",)


async def test_request_by_code_reaches_owner_of_code(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        code = await circle.friends.code_of(circle.id("Boris"))
        assert await circle.friends.code_of(circle.id("Boris")) == code
        new_code = await circle.friends.renew_code(circle.id("Boris"))
        assert new_code != code
        with raises_not_found("friend-code-unknown"):
            await circle.friends.ask_by_code(circle.id("Anna"), code)
        await circle.friends.ask_by_code(circle.id("Anna"), new_code)
        assert (await circle.lists("Boris")).asking == ("Anna",)
        assert (await circle.lists("Anna")).asked == ("Boris",)
        with raises_account_error("friend-yourself"):
            await circle.friends.ask_by_code(circle.id("Boris"), new_code)


async def test_pages_that_ask_at_once_show_the_same_new_code(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        codes = await asyncio.gather(*(circle.friends.code_of(circle.id("Boris")) for _ in range(20)))
        assert len(set(codes)) == 1
        await circle.friends.ask_by_code(circle.id("Anna"), codes[0])


async def test_guest_learns_of_request_after_opening_account(url: str) -> None:
    async with open_circle(url, "Anna") as circle:
        guest, _ = await circle.accounts.create_guest("Boris")
        await circle.friends.ask_person(circle.id("Anna"), guest.id, "Boris")
        circle.users["Boris"] = await circle.accounts.open_account(guest, "Boris", SECRET)
        await circle.answer("Boris", "Anna")
        assert await circle.names("Anna") == ["Boris"]


async def test_removal_ends_friendship_and_withdraws_requests(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle:
        await circle.befriend("Anna", "Boris")
        await circle.ask("Anna", "Vera")
        await circle.friends.ask_person(circle.id("Anna"), circle.id("Vera"), "Vera")
        await circle.friends.remove(circle.id("Anna"), "boris")
        await circle.friends.remove(circle.id("Anna"), "VERA")
        await circle.friends.remove(circle.id("Anna"), "Nobody")
        assert await circle.lists("Anna") == FriendLists([], (), (), ())
        assert (await circle.names("Boris"), (await circle.lists("Vera")).asking) == ([], ())


async def fill_friends(circle: Circle, name: str, count: int) -> None:
    """Give a user this number of friends who need no accounts."""
    pairs = [sorted((circle.id(name), f"friend-{index}-of-{name}")) for index in range(count)]
    rows = [{"low": low, "high": high, "asked_by": low, "asked": 0, "since": 0} for low, high in pairs]
    filler = [{"id": f"friend-{index}-of-{name}", "name": f"{index}", "since": 0} for index in range(count)]
    async with circle.database.writing() as connection:
        await connection.execute(insert(people), filler)
        await connection.execute(insert(friendships), rows)


async def test_user_with_most_friends_cannot_make_more(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle:
        await circle.ask("Boris", "Anna")
        await circle.ask("Anna", "Vera")
        await fill_friends(circle, "Anna", MAX_FRIENDS)
        many = {"most": MAX_FRIENDS}
        for name in ("Vera", "Nobody"):
            with raises_account_error("friends-many", **many):
                await circle.ask("Anna", name)
        with raises_account_error("friends-many", **many):
            await circle.answer("Anna", "Boris")
        with raises_account_error("friends-full", **many):
            await circle.answer("Vera", "Anna")
        assert len(await circle.names("Anna")) == MAX_FRIENDS


async def test_user_with_most_requests_cannot_send_more(url: str) -> None:
    async with open_circle(url, "Anna") as circle:
        for index in range(MAX_REQUESTS):
            await circle.ask("Anna", f"Name {index}")
        await circle.ask("Anna", "Name 3")
        with pytest.raises(FriendLimit, match="friend-requests-many"):
            await circle.ask("Anna", "One more")
        await circle.friends.remove(circle.id("Anna"), "Name 3")
        await circle.ask("Anna", "One more")
        assert len((await circle.lists("Anna")).asked) == MAX_REQUESTS


async def test_request_with_own_or_impossible_name_is_refused(url: str) -> None:
    async with open_circle(url, "Anna") as circle:
        with raises_account_error("friend-yourself"):
            await circle.ask("Anna", "anna")
        with raises_account_error("name-empty"):
            await circle.ask("Anna", " ")
        assert (await circle.lists("Anna")).asked == ()


async def test_call_is_shown_for_half_an_hour_while_table_is_open(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        await circle.befriend("Anna", "Boris")
        await circle.open_table("t")
        await circle.open_table("over", over=True)
        for table in ("t", "t", "over"):
            await circle.call("Anna", "boris", table)
        (call,) = (await circle.lists("Boris")).calls
        assert (call.name, call.table, call.game) == ("Anna", "t", GAME)
        assert circle.noted[0] == CalledFriend(circle.id("Boris"), "t", GAME, "Anna", circle.clock.now_ms)
        assert (await circle.lists("Anna")).calls == ()
        circle.clock.now_ms += CALL_MS
        assert (await circle.lists("Boris")).calls == ()
        circle.clock.now_ms -= 1
        assert (await circle.lists("Boris")).calls != ()
        await circle.friends.dismiss_call(circle.id("Anna"), call.id)
        assert (await circle.lists("Boris")).calls != (), "only the called friend dismisses a call"
        circle.changed.clear()
        await circle.friends.dismiss_call(circle.id("Boris"), call.id)
        assert (await circle.lists("Boris")).calls == ()
        assert circle.changed == [{circle.id("Boris")}]


async def test_calls_to_many_users_are_loaded_by_several_queries(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.accounts.friends.USERS_PER_QUERY", 2)
    async with open_circle(url, "Anna", "Boris", "Vera", "Oleg") as circle:
        await circle.open_table("t")
        for name in ("Boris", "Vera", "Oleg"):
            await circle.befriend("Anna", name)
            await circle.call("Anna", name, "t")
        with record_statements() as queries:
            calls = await circle.friends.calls_to([circle.id(name) for name in circle.users])
        assert sum("friend_calls" in query for query in queries) == 2
        assert calls.keys() == {circle.id(name) for name in ("Boris", "Vera", "Oleg")}


async def test_calls_to_one_friend_are_limited_per_day(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle:
        await circle.befriend("Anna", "Boris")
        await circle.befriend("Anna", "Vera")
        for index in range(CALLS_PER_DAY):
            await circle.call("Anna", "Boris", f"t{index}")
        with raises_account_error("friend-calls-many", most=CALLS_PER_DAY):
            await circle.call("Anna", "Boris", "t")
        await circle.call("Anna", "Vera", "t")
        await circle.call("Boris", "Anna", "t")
        with raises_not_found("friend-unknown"):
            await circle.call("Vera", "Boris", "t")
        circle.clock.now_ms += DAY
        await circle.call("Anna", "Boris", "t")
        async with circle.database.reading() as connection:
            assert len((await connection.execute(select(friend_calls))).all()) == 1, "older calls are deleted"


async def test_deleted_account_leaves_no_trace_among_friends(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle:
        await circle.befriend("Anna", "Boris")
        await circle.call("Anna", "Boris", "t")
        await circle.friends.code_of(circle.id("Anna"))
        await circle.ask("Vera", "Anna")
        await circle.answer("Anna", "Vera", yes=False)
        await circle.ask("Vera", "Anna")
        await circle.friends.ask_person(circle.id("Vera"), circle.id("Anna"), "Anna")
        await circle.ask("Anna", "Nobody")
        await circle.accounts.delete(circle.users["Anna"], SECRET)
        assert (await circle.names("Boris"), (await circle.lists("Boris")).calls) == ([], ())
        assert (await circle.lists("Vera")).asked == ("Anna",), "the sender does not learn whether it arrived"
        async with circle.database.reading() as connection:
            for table in (friendships, friend_requests, friend_refusals, friend_codes, friend_calls):
                rows = (await connection.execute(select(table))).all()
                assert circle.id("Anna") not in str(rows), table.name


async def test_hidden_friend_is_marked_and_friends_are_notified(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle:
        await circle.befriend("Anna", "Boris")
        await circle.befriend("Vera", "Boris")
        circle.changed.clear()
        await circle.friends.set_seen_by(circle.id("Vera"), "nobody")
        await circle.friends.set_seen_by(circle.id("Vera"), "nobody")
        assert circle.changed == [{circle.id("Boris")}], "the second time nothing changes"
        assert (await circle.friends.settings_of(circle.id("Vera"))).seen_by == "nobody"
        assert (await circle.friends.settings_of(circle.id("Anna"))).seen_by == "friends"
        hidden = {row.name: row.hidden for row in (await circle.lists("Boris")).friends}
        assert hidden == {"Anna": False, "Vera": True}


async def test_friends_have_ratings_that_one_query_loads(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Clara", "Vera", "Zoya") as circle:
        for name in ("Boris", "Clara", "Vera"):
            await circle.befriend("Anna", name)
        for name, mu in (("Boris", 30.0), ("Clara", 20.0), ("Zoya", 25.0)):
            await circle.rate(name, mu)
        async with circle.database.writing() as connection:
            await connection.execute(update(people).values(profile="friends"))
        with record_statements() as statements:
            lists = await circle.lists("Anna")
        assert {row.name: row.ratings for row in lists.friends} == {
            "Boris": {GAME: (1620, 94, False)},
            "Clara": {GAME: (1380, 94, False)},
            "Vera": {},
        }
        assert sum("FROM ratings" in statement for statement in statements) == 1
        with record_statements() as statements:
            assert (await circle.lists("Zoya")).friends == []
        assert not any("FROM ratings" in statement for statement in statements)
