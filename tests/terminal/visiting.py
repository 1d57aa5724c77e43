"""People at terminals who visit a server: what the tests of `prikup join` share."""

import re
import sys
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pexpect
from support.serving import MAIN, Server, environment, hears_ctrl_c

from prikup.locale import Words
from prikup.terminal.client.http_client import Visitor
from prikup.terminal.words import words_of

__all__ = ["Person", "opened"]

STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def opened(server: Server, name: str, **wanted: Any) -> str:
    """The address of a table that somebody of this name has opened."""
    visitor = Visitor(server.url, name, server.folder / "prikup")
    visitor.begin()
    headers = {"Authorization": f"Bearer {visitor._token}", "Content-Type": "application/json"}
    with urlopen(Request(f"{server.url}/api/tables", msgspec.json.encode(wanted), headers)) as answer:
        return f"{server.url}/t/{msgspec.json.decode(answer.read())['id']}"


class Person:
    """Somebody at a terminal, in sentences if it is plain; wide enough that no line of it is broken."""

    def __init__(
        self, server: Server, table: str, name: str, *options: str, tongue: str = "en", plain: bool = True
    ) -> None:
        self.words: Words = words_of(tongue)
        self.name, self.plain, self.table = name, plain, table
        arguments = ["join", table, "--name", name, *(["--plain"] if plain else []), *options]
        self.child = pexpect.spawn(
            sys.executable,
            [*MAIN, *arguments],
            env=environment(server.folder, tongue),
            dimensions=(60, 250),
            encoding="utf-8",
            timeout=30,
            preexec_fn=hears_ctrl_c,
        )
        self.child.delaybeforesend = None
        self.said = ""

    def sees(self, *texts: str) -> int:
        """Wait for one of these texts (all of them fixed), and say which."""
        found: int = self.child.expect([re.escape(text) for text in texts])
        self.said += STYLE.sub("", f"{self.child.before}{self.child.after}")
        return found

    def asked(self) -> bool:
        """Whether he is asked, at once or very soon."""
        return self.child.expect(["\r\n> ", pexpect.TIMEOUT], timeout=1) == 0

    def types(self, text: str) -> None:
        self.child.sendline(text)

    def says(self, key: str, **values: Any) -> str:
        """A message in his language."""
        return self.words(key, **values)

    def plays(self, answer: str = "1", actions: int = 10_000) -> None:
        """The same answer whenever he is asked for a card or a call: until he is asked after so many, or to the end of
        the match."""
        deal, leave, again = (self.words(f"keys-{name}").split()[0] for name in ("deal", "quit", "again"))
        following = self.words("prompt-next-deal", deal=deal, quit=leave)
        over = self.words("prompt-over", again=again, deal=deal, quit=leave)
        asked = "\r\n> " if self.plain else self.words("table-help")
        while (found := self.sees(over, following, asked)) and (found == 1 or actions):
            self.types(answer if found == 2 else "")
            actions -= found == 2

    def leaves(self) -> int | None:
        """The exit code after `q`."""
        self.types(self.words("keys-quit").split()[0])
        return self.left()

    def left(self) -> int | None:
        """The exit code."""
        self.child.expect(pexpect.EOF)
        self.said += STYLE.sub("", self.child.before or "")
        self.child.close()
        return self.child.exitstatus
