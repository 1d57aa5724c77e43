"""`prikup join`: play at a table on a server."""

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from prikup.locale import Words
from prikup.rules.errors import PrikupError
from prikup.table.opening.new_table import TableSummary
from prikup.terminal.cli.data_folder import data_folder
from prikup.terminal.cli.match_files import language_option
from prikup.terminal.cli.tables.menu import menu
from prikup.terminal.cli.tables.table_options import JoinWish
from prikup.terminal.cli.usage_error import Complaint
from prikup.terminal.client.http_client import Address, Visitor, parse_address
from prikup.terminal.client.line_editor import LineEditor
from prikup.terminal.client.rematches import Visit
from prikup.terminal.client.web_socket import WebSocketConnection
from prikup.terminal.render.blocks import Block, Heading, Paragraph, Verbatim
from prikup.terminal.render.screen import Screen
from prikup.terminal.words import words_of

__all__ = ["join"]


def join(wish: JoinWish, screen: Screen, editor: LineEditor | None = None) -> int:
    """Play at the table with the address `wish.url`, and return the exit code of the program.

    If the address has no table, the user chooses a game first. `wish` has the options from the command line. Text is
    shown on `screen`. Input comes from `editor`; None stands for standard input. Raise Complaint if the server refuses
    or cannot be reached.
    """
    words = words_of(wish.language)
    folder = data_folder(os.environ)
    try:
        address = parse_address(wish.url)
        visitor = Visitor(address.site, wish.name, folder)
        return _Stay(wish, screen, visitor, folder).run(address.table, editor or LineEditor(sys.stdin, sys.stdout))
    except PrikupError as error:
        raise Complaint(words.reason(error.reason), 1) from None
    except OSError as error:
        if error.filename:  # a local file
            raise
        why = getattr(error, "reason", error)
        sentence = words("error-unreachable", url=wish.url, error=getattr(why, "strerror", None) or str(why))
        raise Complaint(sentence, 1) from None


class _Stay:
    """A player's stay at a site, from the choice of a table to the text shown on leaving.

    - `wish`: the options from the command line.
    - `visitor`: the guest user at the site.
    - `folder`: the folder where the program stores its files.
    - `visit`: the visit to the chosen table and to the tables of its rematches, None before a table is chosen.
    - `days`: the number of days after which the server deletes a guest who stays absent, 0 if it never does.
    """

    def __init__(self, wish: JoinWish, screen: Screen, visitor: Visitor, folder: Path) -> None:
        self.wish, self.screen, self.visitor, self.folder = wish, screen, visitor, folder
        self.language = wish.language
        self.visit: Visit | None = None
        self.days = 0

    def run(self, table: str, editor: LineEditor) -> int:
        """Play until the player leaves, and return the exit code of the program.

        `table` is the id of the table; if it is "", the player chooses one. Input comes from `editor`.
        """
        code = 0
        self.screen.line = editor.line
        with editor:
            try:
                bootstrap = self.visitor.begin()
                self.days = bootstrap.guest_days
                table, begins = (table, False) if table else self._choose_table(bootstrap.tables)
                self._play(table, editor, begins=begins)
            except EOFError:
                pass
            except KeyboardInterrupt:
                code = 130
        self.screen.page(self._farewell_page(words_of(self.language)))
        return code

    def _choose_table(self, mine: Sequence[TableSummary]) -> tuple[str, bool]:
        """Show the menu; return the id of the table that the player chooses, and whether its match starts at once.

        `mine` are the player's unfinished tables. The player can resume the first of them or choose a new table, whose
        match starts at once.
        """

        def resume_label(language: str) -> str:
            last = mine[0]
            words, names = words_of(language, last.game), ", ".join(filter(None, last.names))
            return words("menu-go-on-with", game=words("game"), deal=last.deal, names=names)

        choice = menu(self.screen, self.language, resume_label if mine else None)
        self.language = choice.language
        if not choice.wish:
            return mine[0].id, False
        wish = choice.wish
        return self.visitor.open(wish.game, wish.options, wish.level, coach=wish.coach), True

    def _play(self, table: str, editor: LineEditor, *, begins: bool) -> None:
        """Play at the table with the id `table` and at the tables of its rematches.

        Input comes from `editor`. `begins` is True if the first match starts as soon as the player has joined. The
        method always ends with EOFError, KeyboardInterrupt or PrikupError.
        """
        words = words_of(self.language)
        self.screen.page([Paragraph(words("connecting")), *self._guest_retention(words)])
        self.visit = Visit(
            lambda table_id: WebSocketConnection(self.visitor, table_id),
            self.screen,
            editor,
            self.language,
            cuts=self.wish.cuts,
            auto=self.wish.auto,
        )
        self.visit.run(table, seat=self.wish.seat, begins=begins)

    # Farewell

    def _farewell_page(self, words: Words) -> Iterator[Block]:
        """Yield the page shown when the player leaves.

        `words` are the messages in the player's language. The page has the command with which to come back or, after
        the match, the commands that verify and replay it.
        """
        visit = self.visit
        if visit is None or visit.mirror is None or visit.mirror.seats is None:
            yield Paragraph("")
        elif visit.over:
            yield from visit.ending()
            yield from self._save_log(words, visit.mirror.welcome.game, visit.table)
        else:
            is_spectator = visit.mirror.you is None
            yield Heading(words("end-watched" if is_spectator else "end-seat"))
            name = "" if is_spectator else f" --name {shlex.quote(self.wish.name)}"
            address = shlex.quote(str(Address(self.visitor.site, visit.table)))
            yield Verbatim(f"prikup join {address}{name}{language_option(self.language)}")
            yield from self._guest_retention(words)

    def _guest_retention(self, words: Words) -> Iterator[Block]:
        """Yield a line with the number of days after which the server deletes a guest who stays absent.

        Yield nothing if the server never deletes guests.
        """
        if self.days:
            yield Paragraph(words("guest-kept", days=self.days))

    def _save_log(self, words: Words, game: str, table: str) -> Iterator[Block]:
        """Save the log of the finished match to a local file; yield the commands that verify and replay the match.

        Yield nothing if the log cannot be fetched. `words` are the messages in the player's language, `game` is the
        name of the game, and `table` is the id of the table.
        """
        file = self.folder / "joined" / f"{game}-{table}.jsonl"
        try:
            log = self.visitor.log(table)
        except (OSError, PrikupError):
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(log)
        for key, command in (("end-verify", "verify"), ("end-replay", "replay")):
            yield Paragraph(words(key))
            yield Verbatim(f"prikup {command} {shlex.quote(str(file))}{language_option(self.language)}")
