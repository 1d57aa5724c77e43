"""A server of its own as a process, and people at terminals who visit it: what the tests of `prikup join` share."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pexpect

import prikup
from prikup.locale import Words
from prikup.terminal.menu import words_of
from prikup.terminal.visitor import Visitor

__all__ = ["MAIN", "Person", "Server", "environment", "serving"]

MAIN = ["-c", "from prikup.cli import main; main()"]
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def environment(folder: Path, tongue: str = "en") -> dict[str, str]:
    """The environment of a program whose data lie in this folder."""
    source = Path(prikup.__file__).parents[1]
    paths = os.pathsep.join(filter(None, (str(source), os.environ.get("PYTHONPATH"))))
    return {
        **os.environ,
        "PYTHONPATH": paths,
        "PRIKUP_LANGUAGE": tongue,
        "XDG_DATA_HOME": str(folder),
        "TERM": "xterm-256color",
    }


class Server:
    """A server with its database, which can be killed and started again at the same address. `folder` is also where the
    people of the tests keep what is theirs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.url = folder, ""

    def start(self) -> None:
        """Serve, and wait until it says where."""
        port = self.url.rpartition(":")[2] or "0"
        database = f"sqlite:///{self.folder}/tables.sqlite"
        options = ["--port", port, "--no-open", "--no-limits", "--pace", "0.01", "--database", database]
        with (self.folder / "server.log").open("ab") as journal:
            self.process = subprocess.Popen(
                [sys.executable, *MAIN, "serve", *options],
                env=environment(self.folder),
                stdout=subprocess.PIPE,
                stderr=journal,
                text=True,
            )
        assert self.process.stdout is not None
        found = re.search(r"http://[\d.]+:\d+", self.process.stdout.readline())
        assert found, self.journal
        self.url = found[0]

    def signal(self, number: signal.Signals) -> None:
        """Stop it, let it go on, kill it."""
        self.process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait(20)
            assert self.process.stdout is not None
            self.process.stdout.close()

    @property
    def journal(self) -> str:
        """What it has written down."""
        return (self.folder / "server.log").read_text()

    def table(self, name: str, **wanted: Any) -> str:
        """The address of a table that somebody of this name has opened."""
        visitor = Visitor(self.url, name, self.folder / "prikup")
        visitor.tables()
        headers = {"Authorization": f"Bearer {visitor._token}", "Content-Type": "application/json"}
        with urlopen(Request(f"{self.url}/api/tables", msgspec.json.encode(wanted), headers)) as answer:
            return f"{self.url}/t/{msgspec.json.decode(answer.read())['id']}"


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server, until the block is left."""
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.signal(signal.SIGTERM)
    assert '"level":"error"' not in server.journal, server.journal


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
        asked = "\r\n> " if self.plain else self.words("help-hint")
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
