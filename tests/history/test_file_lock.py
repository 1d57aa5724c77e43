"""A file has one writer, on systems with and without native locks, and the lock of a dead process is ignored."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.reduced_system import REDUCED_SYSTEM_CODE
from support.waiting import DEADLINE_S

HOLDS = """
import os, sys
from pathlib import Path
from prikup.history.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
os._exit(1)  # without a word to anybody, as in a crash
"""
LOOKS = """
import sys
from pathlib import Path
from prikup.history.file_lock import FileLock, InUse
try:
    FileLock(Path(sys.argv[1])).release()
    print("free")
except InUse:
    print("in use")
"""
systems = pytest.mark.parametrize("before", ["", REDUCED_SYSTEM_CODE], ids=["native", "without fcntl"])


@systems
def test_file_lock_excludes_other_processes_until_holder_dies(tmp_path: Path, before: str) -> None:
    path = tmp_path / "match.jsonl"

    def look() -> str:
        command = [sys.executable, "-c", before + LOOKS, str(path)]
        process = subprocess.run(command, capture_output=True, text=True, check=True)
        assert process.stderr == ""
        return process.stdout.strip()

    command = [sys.executable, "-c", before + HOLDS, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        assert look() == "in use"
        holder.stdin.write("\n")
        holder.stdin.flush()
        assert holder.wait(DEADLINE_S) == 1
    assert look() == "free"
    assert list(tmp_path.iterdir()) == []
