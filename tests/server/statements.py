"""The SQL statements that are sent to databases."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event


@contextmanager
def record_statements() -> Iterator[list[str]]:
    """Collect the statements that are sent to databases during the block."""
    statements = list[str]()

    def note(_: Connection, __: object, statement: str, *___: object) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)
