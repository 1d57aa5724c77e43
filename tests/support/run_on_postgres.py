"""Run the tests of stored data on PostgreSQL: `python tests/support/run_on_postgres.py [PYTEST ARGUMENTS]`.

The server runs in a temporary folder, with its socket there, and is stopped afterwards. New databases have the newest
schema, because they are copies of `template1`, which is migrated once. The server never runs as root: if this program
does, it starts the server as the user `postgres` of the Debian package.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ARCHIVE = tuple(f"tests/server/archive/test_{name}.py" for name in ("matches", "tallies", "indexes"))
SUITES = ("tests/server/storage", "tests/server/nodes", *ARCHIVE)
AT_TABLES = {True: ("tests/table",), False: ("tests/table/test_storage.py", "tests/table/test_actor.py")}
"""The test files and folders for `prikup.table` that are run on PostgreSQL.

The key is True if all tests are to run, and False otherwise.
"""
AS_POSTGRES = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")


def programs() -> Path:
    """Return the folder with the programs of the newest PostgreSQL on this machine. Exit if there is none."""
    program = shutil.which("initdb")
    folders = [Path(program).parent] if program else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        sys.exit("There is no PostgreSQL here: apt-get install postgresql")
    return folders[-1]


class PostgreSQL:
    """A PostgreSQL server with its data in a folder.

    `url` is the address of its first database. If `port` is not 0, the server also listens on TCP.
    """

    def __init__(self, folder: str, port: int = 0) -> None:
        self._folder, self._port = folder, port
        self._user_switch = AS_POSTGRES if os.geteuid() == 0 else ()
        self._data, self._programs = f"{folder}/data", programs()
        self.url = f"postgresql://prikup@/postgres?host={folder}" + (f"&port={port}" if port else "")

    def start(self) -> None:
        """Start the server with the data in its folder, after creating the data if there are none."""
        if not Path(self._data).exists():
            if self._user_switch:
                shutil.chown(self._folder, "postgres", "postgres")
            self._run(self._programs / "initdb", "-D", self._data, "-A", "trust", "-U", "prikup", "-N")
        listens = f"-c listen_addresses=127.0.0.1 -c port={self._port}" if self._port else "-c listen_addresses="
        settings = f"{listens} -c unix_socket_directories={self._folder} -c max_connections=200 -c fsync=off"
        self._control("-o", settings, "-l", f"{self._folder}/log", "start")

    def stop(self) -> None:
        """Stop the server at once without a shutdown, as a crash would."""
        self._control("-m", "immediate", "stop")

    def _control(self, *arguments: str) -> None:
        self._run(self._programs / "pg_ctl", "-D", self._data, "-w", *arguments)

    def _run(self, *command: str | Path) -> None:
        subprocess.run([*self._user_switch, *command], check=True, stdout=subprocess.DEVNULL, cwd=self._folder)


@contextmanager
def running_postgres(port: int = 0) -> Iterator[PostgreSQL]:
    """Run a PostgreSQL server with a temporary folder within the block; yield the server.

    If `port` is not 0, the server also listens on this TCP port.
    """
    with tempfile.TemporaryDirectory(prefix="prikup-postgres-") as folder:
        server = PostgreSQL(folder, port)
        server.start()
        try:
            yield server
        finally:
            server.stop()


async def bring_template_up_to_date(url: str) -> None:
    """Migrate the template database of the server at `url`, so that new databases have the newest schema."""
    from sqlalchemy import make_url

    from prikup.server.storage.database import Database

    template = make_url(url).set(database="template1").render_as_string(hide_password=False)
    await (await Database.open(template)).close()


if __name__ == "__main__":
    asked = sys.argv[1:]
    suites = () if any(Path(each.partition("::")[0]).exists() for each in asked) else ("-k", "postgresql", *SUITES)
    suites += AT_TABLES["--circle=all" in asked] if suites else ()
    with running_postgres() as server:
        asyncio.run(bring_template_up_to_date(server.url))
        told = subprocess.run(
            [sys.executable, "-m", "pytest", *asked, *suites], env={**os.environ, "PRIKUP_POSTGRES": server.url}
        )
    sys.exit(told.returncode)
