"""The Containerfile, built on systems made by debootstrap in place of the images that it names, and run.

The images come from a registry, which a test does not need: the Containerfile has no command of a distribution.
"""

import json
import os
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from release.release_files import ROOT
from release.test_installed_release import play_match
from support.waiting import retry

CERTIFICATES = Path("/usr/local/share/ca-certificates")
PROGRAMS = ("buildah", "debootstrap")
missing = [name for name in PROGRAMS if not shutil.which(name)] + ["root"] * (os.geteuid() != 0)
pytestmark = pytest.mark.skipif(bool(missing), reason=f"there is no {' and no '.join(missing)} here")


def buildah(*arguments: str | Path) -> str:
    """Run buildah; return the last line it prints."""
    process = subprocess.run(("buildah", *arguments), capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout.strip()


@pytest.fixture(scope="module", params=["trixie", "testing"])
def container(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the image and create a container; remove both afterwards."""
    system, name = tmp_path_factory.mktemp("debian"), f"prikup-tried-{request.param}"
    command = ("debootstrap", "--variant=minbase", "--include=ca-certificates,python3-venv", request.param, system)
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        pytest.skip(f"Debian {request.param} could not be had: {process.stdout.strip()[-200:]}")
    if CERTIFICATES.is_dir():  # trust the same certificates as this machine
        shutil.copytree(CERTIFICATES, system / CERTIFICATES.relative_to("/"), dirs_exist_ok=True)
        subprocess.run(("chroot", system, "update-ca-certificates"), check=True, capture_output=True)
    lagging = 'Acquire::Check-Valid-Until "false";\n'  # the local mirror may be some weeks old
    (system / "etc" / "apt" / "apt.conf.d" / "99lagging").write_text(lagging)
    empty = buildah("from", "scratch")
    buildah("add", "--quiet", empty, system, "/")
    buildah("commit", "--quiet", "--rm", empty, f"{name}-base")
    images = (f"--build-arg={stage}=localhost/{name}-base" for stage in ("BUILD", "BASE"))
    buildah("build", "--isolation", "chroot", *images, "--tag", name, ROOT)
    container_name = buildah("from", "--pull-never", f"localhost/{name}")
    yield container_name
    buildah("rm", container_name)
    buildah("rmi", name, f"{name}-base")


def test_container_serves_the_client(container: str) -> None:
    config = json.loads(buildah("inspect", container))["OCIv1"]["config"]
    assert config["User"] == "65532:65532"
    command = [*config["Entrypoint"], *config["Cmd"]]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    port_index = command.index("--port") + 1
    server_process = subprocess.Popen(
        [
            "buildah",
            "run",
            "--isolation",
            "chroot",
            container,
            "--",
            *command[:port_index],
            port,
            *command[port_index + 1 :],
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        assert "<title>prikup" in page(f"http://127.0.0.1:{port}/")
    finally:
        os.killpg(server_process.pid, 15)
        output, _ = server_process.communicate(timeout=30)
    assert b'"level":"error"' not in output, output.decode()


def page(url: str) -> str:
    """Return the content of a URL once it is available."""

    def read() -> str:
        with urllib.request.urlopen(url, timeout=60) as response:
            return str(response.read().decode())

    return retry(read, OSError)


def test_container_plays_match_against_master(container: str) -> None:
    run: list[str | Path] = ["buildah", "run", "--tty", "--isolation", "chroot", container, "--"]
    path = Path("/var/lib/prikup/match.jsonl")
    output = play_match(
        path, [*run, "/opt/prikup/bin/prikup"], {**os.environ, "TERM": "xterm-256color"}, "--level", "master"
    )
    assert "There is no solver" not in output
    assert '"master' in buildah("run", "--isolation", "chroot", container, "--", "cat", path)
