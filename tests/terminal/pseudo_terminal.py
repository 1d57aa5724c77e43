"""Run the program in a pseudo-terminal, for what only a terminal shows: signal keys, a killed process.

Everything else is tested with a fake screen, which is fifty times faster: `plain_player.py`, `join_players.py`.
"""

import re
import signal
import sys
from pathlib import Path

import pexpect
from support.server_process import MAIN, environment, hears_ctrl_c
from support.waiting import DEADLINE_S

__all__ = ["STYLE", "Program"]

STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Program:
    """A program at a terminal of this size, with its data in `folder`; `code` runs instead of the program.

    `output` is its output up to the last expected text, without colours.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        tongue: str = "en",
        size: tuple[int, int] = (24, 80),
        code: str = MAIN[1],
    ) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", code, *arguments],
            env=environment(folder, tongue),
            dimensions=size,
            encoding="utf-8",
            timeout=DEADLINE_S,
            preexec_fn=hears_ctrl_c,
        )
        self.child.delaybeforesend = None
        self.output = ""

    def wait_for_text(self, *texts: str) -> int:
        """Wait for one of these texts; return the index of the first to appear."""
        return self.wait_for_pattern(*map(re.escape, texts))

    def wait_for_pattern(self, *patterns: str) -> int:
        """Wait for one of these patterns, or for the end, whose index is one more."""
        index: int = self.child.expect([*patterns, pexpect.EOF])
        matched_text = self.child.after if isinstance(self.child.after, str) else ""
        self.output += STYLE.sub("", f"{self.child.before}{matched_text}")
        return index

    def type_line(self, line: str) -> None:
        """Type a line."""
        self.child.sendline(line)

    def press_keys(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def wait_for_exit(self) -> int | None:
        """Wait for the end of the program; return its exit code."""
        while self.wait_for_pattern():
            pass
        self._end()
        code: int | None = self.child.exitstatus
        return code

    def kill(self) -> None:
        """Kill the program, as a power cut would."""
        self.child.kill(signal.SIGKILL)
        self._end()

    def _end(self) -> None:
        self.child.wait()  # before closing, which would give the process a tenth of a second to end
        self.child.close()
