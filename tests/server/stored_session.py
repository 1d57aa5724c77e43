"""Sessions of accounts that have not logged in, for tests that begin below the requests."""

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.storage.sql_tables import tokens

__all__ = ["session_of", "store_session"]


def session_of(person: str) -> LoginSession:
    """Return the session of the account with this id that `store_session` stores."""
    return LoginSession(User(person, person, False), f"session of {person}")


async def store_session(connection: AsyncConnection, person: str) -> None:
    """Store a session of the stored account with this id; it does not expire."""
    row = {"digest": session_of(person).token, "person": person, "until": 1 << 62}
    await connection.execute(insert(tokens), row)
