"""The release in clean environments: a terminal match against the strongest player, a deal in Chromium."""

import importlib
import re
import shutil
import subprocess
import sys
import urllib.request
from functools import cache
from pathlib import Path

import pexpect
import pytest
from browser.conftest import CHROMIUM
from browser.seat import Seat
from python_versions import OLDEST, UV, interpreter
from release.conftest import Accounts, Installed
from release.release_files import DIST, WHEELS
from support.example_games import example
from support.server_process import MAIN, Server, hears_ctrl_c

QEMU = shutil.which("qemu-aarch64-static")
GAME = example(seats=3, alone=True)
DECISIONS = Path(__file__).parents[1] / "campaigns" / "bot_decisions.py"


def play_match(path: Path, program: list[str | Path], environment: dict[str, str], *options: str) -> str:
    """Play a match of one deal in a terminal, always the first legal action; return the output."""
    command, *arguments = map(str, program)
    arguments += ["play", GAME, "--deals", "1", "--seed", "s", "--log", str(path), "--plain", *options]
    child = pexpect.spawn(
        command,
        arguments,
        env=environment,
        dimensions=(40, 200),
        encoding="utf-8",
        timeout=300,
        preexec_fn=hears_ctrl_c,
    )
    output = ""
    while child.expect([r"> ", pexpect.EOF]) == 0:
        output += child.before or ""
        child.sendline("q" if "again: a rematch" in output else "1")
    child.close()
    output += child.before or ""
    assert child.exitstatus == 0, output
    return output


def test_installed_release_has_the_solver(installed_release: Installed) -> None:
    code = "from prikup.solver import native; print(native.__file__, native.kernel)"
    output = subprocess.check_output(
        [installed_release.bin / "python", "-c", code], env=installed_release.environment_variables, text=True
    )
    abi = r"cpython-311-\w+-linux-gnu" if OLDEST in installed_release.folder.name else "abi3"
    kernel = importlib.import_module("prikup.solver.native").kernel  # compiled by the compiler used for the tests
    assert re.search(rf"site-packages/prikup/solver/native\.{abi}\.so {kernel}$", output)


def test_installed_release_plays_match_against_master(installed_release: Installed) -> None:
    path = installed_release.folder / "match.jsonl"
    output = play_match(
        path, [installed_release.bin / "prikup"], installed_release.environment_variables, "--level", "master"
    )
    assert "There is no solver" not in output
    verification = installed_release.run("verify", path)
    assert verification.returncode == 0, verification.stderr
    assert '"master' in path.read_text()


@cache
def decision_digests(python: Path) -> str:
    """Return the digests of the computer players' decisions on a Python version."""
    return subprocess.check_output([python, DECISIONS], env={"PATH": ""}, text=True)


def test_installed_release_bots_decide_as_in_source_tree(installed_release: Installed) -> None:
    assert decision_digests(installed_release.bin / "python") == decision_digests(Path(sys.executable))


@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium, and it could not be installed (root may)")
def test_installed_release_plays_deal_in_chromium(server: Server, accounts: Accounts) -> None:
    seat: Seat = accounts.seat()
    seat.start_match(GAME)
    assert "card" in seat.play()
    licences = urllib.request.urlopen(f"{server.url}/licenses.txt").read().decode()
    assert "# svelte " in licences


def test_pure_python_wheel_reports_missing_solver(tmp_path: Path) -> None:
    (wheel,) = (path for path in WHEELS if path.stem.endswith("-any"))
    bare = Installed(tmp_path, interpreter(OLDEST))
    bare.install("--require-hashes", "-r", str(Path(__file__).parents[2] / "requirements" / "serve.txt"))
    bare.install("--no-index", f"{wheel}[play,serve]")
    assert "There is no solver" in play_match(
        tmp_path / "match.jsonl", [bare.bin / "prikup"], bare.environment_variables
    )
    assert "beginner rule" in bare.run("play", GAME, "--level", "master").stderr
    server = bare.serve(tmp_path / "served")
    server.start()
    server.stop()
    assert "There is no solver" in server.journal


def test_uvx_serves_from_a_wheel(tmp_path: Path) -> None:
    (wheel,) = (path for path in WHEELS if "cp311" in path.stem and path.stem.endswith("x86_64"))
    program: list[str | Path] = [
        UV,
        "tool",
        "run",
        "--python",
        interpreter(OLDEST),
        "--from",
        f"{wheel}[serve,play]",
        "prikup",
    ]
    server = Server(tmp_path, program=program)
    server.start()
    try:
        assert "<title>prikup" in urllib.request.urlopen(server.url).read().decode()
    finally:
        server.stop()


@pytest.mark.skipif(not QEMU, reason="there is no qemu-user-static")
@pytest.mark.skipif(not shutil.which("debootstrap"), reason="there is no debootstrap")
def test_aarch64_wheel_plays_match_against_master(tmp_path: Path) -> None:
    system, site = tmp_path / "system", tmp_path / "site"
    command: list[str | Path] = [
        "debootstrap",
        "--variant=minbase",
        "--arch=arm64",
        "--foreign",
        "--include=python3",
        "bookworm",
        system,
    ]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        pytest.skip(f"Debian for aarch64 could not be had: {(process.stdout + process.stderr).strip()[-200:]}")
    for package in (system / "var" / "cache" / "apt" / "archives").glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, system], check=True)
    platform = ["--python-platform", "aarch64-manylinux_2_36", "--python-version", "3.11", "--only-binary", ":all:"]
    pins: list[str | Path] = ["--require-hashes", "--find-links", DIST, "-r", DIST / "requirements.txt"]
    subprocess.run([UV, "pip", "install", "--quiet", "--target", site, *platform, *pins], check=True)
    environment = {"PYTHONPATH": str(site), "HOME": str(tmp_path), "TERM": "dumb", "PRIKUP_LANGUAGE": "en"}
    path = tmp_path / "match.jsonl"
    python: list[str | Path] = [str(QEMU), "-L", system, system / "usr" / "bin" / "python3.11"]
    play_match(path, [*python, *MAIN], environment, "--level", "master")
    assert '"master' in path.read_text()
