"""Clean environments, one for each Python that can be had, with the release installed as an operator does it."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import Accounts, browser_context_args, browser_type_launch_args, people
from interpreters import MANY, OLDEST, UV, NoInterpreter, interpreter
from release.published import DIST
from support.serving import Server

__all__ = ["Accounts", "Installed", "browser_context_args", "browser_type_launch_args", "people"]


class Installed:
    """prikup in a virtual environment of its own, and no other program within reach: no compiler, no Node."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder, self.environment = folder, folder / "venv"
        subprocess.run([UV, "venv", "--quiet", "--seed", "--python", python, self.environment], check=True)

    @property
    def bin(self) -> Path:
        """Where its programs lie."""
        return self.environment / "bin"

    @property
    def around(self) -> dict[str, str]:
        """The environment of its programs. What pip is told by the machine (an index, a certificate) stays."""
        kept = {name: value for name, value in os.environ.items() if re.match(r"PIP_|SSL_|https?_proxy", name)}
        data = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        return (
            kept | data | {"PATH": str(self.bin), "TERM": "xterm-256color", "LANG": "C.UTF-8", "PRIKUP_LANGUAGE": "en"}
        )

    def install(self, *wanted: str) -> None:
        """Let pip install this, from wheels alone."""
        pip: list[str | Path] = [self.bin / "python", "-m", "pip", "install", "-q", "--only-binary", ":all:", *wanted]
        around = os.environ | {"PATH": str(self.bin)}
        done = subprocess.run(pip, env=around, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run prikup to its end."""
        command = [self.bin / "prikup", *arguments]
        return subprocess.run(command, env=self.around, capture_output=True, text=True, check=False, timeout=120)

    def serve(self, folder: Path) -> Server:
        """Return its server, which is not started yet."""
        folder.mkdir()
        return Server(folder, "--pace", "0.02", program=[self.bin / "prikup"], around=self.around)


@pytest.fixture(scope="session", params=[OLDEST, *MANY])
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Return the release as pip chooses it for a Python, with all it needs, pinned."""
    try:
        python = interpreter(request.param)
    except NoInterpreter as missing:
        pytest.skip(str(missing))
    made = Installed(tmp_path_factory.mktemp(f"python{request.param}-"), python)
    made.install("--require-hashes", "--find-links", str(DIST), "-r", str(DIST / "requirements.txt"))
    return made


@pytest.fixture(scope="session")
def server(installed: Installed) -> Iterator[Server]:
    """Serve from that environment."""
    server = installed.serve(installed.folder / "served")
    server.start()
    yield server
    server.stop()
    assert '"level":"error"' not in server.journal, server.journal


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """Every page begins there."""
    return server.url
