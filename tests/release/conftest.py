"""Clean environments, one per available Python version, with the release installed as an operator would."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import Accounts, accounts, browser_context_args, browser_type_launch_args
from python_versions import OLDEST, STABLE_ABI_VERSIONS, UV, NoInterpreter, interpreter
from release.release_files import DIST
from support.server_process import Server

__all__ = ["Accounts", "Installed", "accounts", "browser_context_args", "browser_type_launch_args"]


class Installed:
    """prikup in its own virtual environment, with no compiler, Node or other program on the PATH."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder, self.environment = folder, folder / "venv"
        subprocess.run([UV, "venv", "--quiet", "--seed", "--python", python, self.environment], check=True)

    @property
    def bin(self) -> Path:
        """Return the folder of its programs."""
        return self.environment / "bin"

    @property
    def environment_variables(self) -> dict[str, str]:
        """Return the environment variables of its programs. The machine's pip settings (index, certificate) are
        kept."""
        inherited_variables = {
            name: value for name, value in os.environ.items() if re.match(r"PIP_|SSL_|https?_proxy", name)
        }
        data = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        return (
            inherited_variables
            | data
            | {"PATH": str(self.bin), "TERM": "xterm-256color", "LANG": "C.UTF-8", "PRIKUP_LANGUAGE": "en"}
        )

    def install(self, *requirements: str) -> None:
        """Install packages with pip, from wheels only."""
        pip: list[str | Path] = [
            self.bin / "python",
            "-m",
            "pip",
            "install",
            "-q",
            "--only-binary",
            ":all:",
            *requirements,
        ]
        variables = os.environ | {"PATH": str(self.bin)}
        process = subprocess.run(pip, env=variables, capture_output=True, text=True, check=False)
        assert process.returncode == 0, process.stdout + process.stderr

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run prikup and wait for its end."""
        command = [self.bin / "prikup", *arguments]
        return subprocess.run(
            command, env=self.environment_variables, capture_output=True, text=True, check=False, timeout=120
        )

    def serve(self, folder: Path) -> Server:
        """Return a server that is not started yet."""
        folder.mkdir()
        return Server(
            folder, "--pace", "0.02", program=[self.bin / "prikup"], process_environment=self.environment_variables
        )


@pytest.fixture(scope="session", params=[OLDEST, *STABLE_ABI_VERSIONS])
def installed_release(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Return the release, with pinned dependencies, as pip selects it for a Python version."""
    try:
        python = interpreter(request.param)
    except NoInterpreter as missing:
        pytest.skip(str(missing))
    installation = Installed(tmp_path_factory.mktemp(f"python{request.param}-"), python)
    installation.install("--require-hashes", "--find-links", str(DIST), "-r", str(DIST / "requirements.txt"))
    return installation


@pytest.fixture(scope="session")
def server(installed_release: Installed) -> Iterator[Server]:
    """Run a server from that environment."""
    server = installed_release.serve(installed_release.folder / "served")
    server.start()
    yield server
    server.stop()
    assert '"level":"error"' not in server.journal, server.journal


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """The URL of that server."""
    return server.url
