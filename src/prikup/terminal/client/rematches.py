"""A player's visit to a series of tables: the first table, and the table of each rematch that follows."""

from collections.abc import Callable, Iterable
from contextlib import closing

from prikup.rules.state import Seat
from prikup.terminal.client.connection import TableConnection
from prikup.terminal.client.line_editor import LineEditor
from prikup.terminal.client.session import TableSession
from prikup.terminal.client.shuffler import Shuffler
from prikup.terminal.client.table_mirror import TableMirror
from prikup.terminal.render.blocks import Block
from prikup.terminal.render.screen import Screen
from prikup.terminal.render.waiting_pages import scene

__all__ = ["Visit"]


class Visit:
    """A player's visit to a table and to the tables of its rematches.

    - `connect`: a function that opens the connection to the table with a given id.
    - `screen`, `editor`: where the visit shows text, and from which it reads lines.
    - `language`: the player's language, such as `en`.
    - `cuts`: True if the player is asked where to cut the deck; otherwise the client cuts at random.
    - `auto`: True if a card is played automatically when it is the only legal one.
    - `seeded`: True if the decks follow from a seed that the player chose.
    - `table`: the id of the last table visited, "" before the visit.
    - `mirror`: the client's state of the last table visited, None before the visit.
    """

    def __init__(
        self,
        connect: Callable[[str], TableConnection],
        screen: Screen,
        editor: LineEditor,
        language: str,
        *,
        cuts: bool = False,
        auto: bool = False,
        seeded: bool = False,
    ) -> None:
        self._connect, self._screen, self._editor, self._language = connect, screen, editor, language
        self._cuts, self._auto, self._seeded = cuts, auto, seeded
        self.table = ""
        self.mirror: TableMirror | None = None
        self._session: TableSession | None = None

    def run(self, table: str, *, seat: Seat | None = None, begins: bool = False) -> None:
        """Play at the table with the id `table`, and then at the tables of its rematches.

        `seat` is the seat to take at the first table; with None, the client does not take one by itself. `begins` is
        True if the first match starts as soon as the player has joined. Raise EOFError or KeyboardInterrupt when the
        player leaves, and PrikupError if the player cannot stay, for example because the connection has ended.
        """
        while True:
            self.table = table
            shuffler = Shuffler(cuts=not self._cuts, seeded=self._seeded)
            self.mirror = TableMirror(shuffler, spoken=self._screen.spoken, begins=begins)
            with closing(self._connect(table)) as connection:
                self._session = TableSession(
                    connection,
                    self.mirror,
                    self._screen,
                    self._editor,
                    self._language,
                    seat=seat,
                    cuts=self._cuts,
                    auto=self._auto,
                )
                table, seat, begins = self._session.run(), None, False

    @property
    def over(self) -> bool:
        """Whether the match at the last table is over and its result is known."""
        return self.mirror is not None and self.mirror.ready and self.mirror.stage == "over"

    def ending(self) -> Iterable[Block]:
        """Return the last page of the match, so that it can be shown once more when the player leaves.

        Return () if the match is not over. Return () also if the screen prints plain text, where the page is still
        visible.
        """
        if self._session is None or self.mirror is None or not self.over or self._screen.spoken:
            return ()
        return scene(self._session.dialogue.speech, self.mirror, cuts=False).blocks
