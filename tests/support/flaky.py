"""Find flaky tests: `python -m support.flaky [PATH …] [--runs 20]`, or `make flaky T=tests/table`.

Each test file runs twenty times, each time in a different random order and with a different hash seed. In the second
half of the runs a busy loop competes for each core. A test that fails in some runs is flaky; a test that fails in all
runs is broken. The report is also written to `build/flaky.txt`.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
REPORT = ROOT / "build" / "flaky.txt"


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy within the block, with one busy process per core.

    Each of these processes has its own session, because Linux divides processor time between sessions first.
    """
    with ExitStack() as burners:
        for _ in range(os.cpu_count() or 1):
            burner = burners.enter_context(
                subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True)
            )
            burners.callback(burner.kill)
        yield


def failed_tests(path: Path, seed: int) -> list[str]:
    """Run the test file `path` once, and return the names of the tests that failed.

    `seed` determines the order of the tests and the hash seed.
    """
    command = f"-m pytest -q -p no:cacheprovider -n 2 --shuffle={seed}".split()
    hashes = {**os.environ, "PYTHONHASHSEED": str(seed)}
    process = subprocess.run([sys.executable, *command, path], cwd=ROOT, capture_output=True, text=True, env=hashes)
    names = re.findall(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - |$)", process.stdout, re.MULTILINE)
    return names or ([str(path)] if process.returncode not in (0, 5) else [])


def files(paths: list[str]) -> list[Path]:
    """Return all test files among these paths and in the folders among them."""
    given_paths = [Path(path) for path in paths]
    return [file for path in given_paths for file in (sorted(path.rglob("test_*.py")) if path.is_dir() else [path])]


def count_failures(path: Path, runs: int) -> Counter[str]:
    """Run the test file `path` `runs` times, and return how often each test failed."""
    failures: Counter[str] = Counter()
    for seed in range(runs):
        with busy_cores() if seed >= runs // 2 else ExitStack():
            failures.update(failed_tests(path, seed))
    return failures


def main() -> bool:
    """Run all test files, and return whether no test failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=["tests"])
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    REPORT.parent.mkdir(exist_ok=True)
    has_no_failures = True
    with REPORT.open("w", encoding="utf-8") as report:
        for path in files(options.paths):
            failures = count_failures(path, options.runs)
            lines = [
                f"{path}: {'ok' if not failures else 'FAILED'}",
                *(f"  {n} of {options.runs}: {name}" for name, n in failures.most_common()),
            ]
            for line in lines:
                print(line, flush=True)
                report.write(f"{line}\n")
            has_no_failures = has_no_failures and not failures
    return has_no_failures


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
