"""The tests that keep something, over PostgreSQL: `python tests/postgres.py [PYTEST ARGUMENTS]`.

A server of its own is started in a temporary folder, on a socket there, and stopped afterwards. It never runs as root:
root lets the user `postgres` of the Debian package run it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ARCHIVE = tuple(f"tests/server/archive/test_{name}.py" for name in ("matches", "tallies", "indexes"))
SUITES = ("tests/table", "tests/server/storage", "tests/server/nodes", *ARCHIVE)
AS_POSTGRES = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")


def programs() -> Path:
    """The folder of the newest PostgreSQL of this machine."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        sys.exit("There is no PostgreSQL here: apt-get install postgresql")
    return folders[-1]


@contextmanager
def served() -> Iterator[str]:
    """A PostgreSQL server that runs; its URL."""
    with tempfile.TemporaryDirectory(prefix="prikup-postgres-") as folder:
        root = os.geteuid() == 0
        before = AS_POSTGRES if root else ()
        if root:
            shutil.chown(folder, "postgres", "postgres")
        data, where = f"{folder}/data", programs()

        def run(*command: str | Path) -> None:
            subprocess.run([*before, *command], check=True, stdout=subprocess.DEVNULL, cwd=folder)

        run(where / "initdb", "-D", data, "-A", "trust", "-U", "prikup", "-N")
        settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=200"
        control = (where / "pg_ctl", "-D", data, "-w")
        run(*control, "-o", settings, "-l", f"{folder}/log", "start")
        try:
            yield f"postgresql://prikup@/postgres?host={folder}"
        finally:
            run(*control, "-m", "immediate", "stop")


if __name__ == "__main__":
    asked = sys.argv[1:]
    suites = () if any(not each.startswith("-") for each in asked) else SUITES
    with served() as url:
        told = subprocess.run(
            [sys.executable, "-m", "pytest", *asked, *suites], env={**os.environ, "PRIKUP_POSTGRES": url}
        )
    sys.exit(told.returncode)
