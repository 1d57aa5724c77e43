"""Plant faults one by one in the code, and check that the test suite finds each of them.

Run `python tests/campaigns/mutants.py [--only ID …]`. The faults are listed in `mutants.toml` in this folder and in
`games/`. Each fault is planted in a copy of the checkout. The tests of the package with the fault run first, then
everything that `make test` runs, up to the first failure; then the fault is removed. A test that also fails without the
fault proves nothing, and is left out from then on.

The results are written to `build/mutants.json` after each fault, and faults with a result are not run again. The output
of the tests is in `build/mutants/ID.txt`. The exit code is 1 if the suite missed a fault.
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from campaigns.likely_tests import SEPARATE_FOLDERS, files_of_tests, likely_tests
from support.command_line import parse_command_line

__all__ = ["FAULTS", "ROOT", "Fault", "read_faults"]

ROOT = Path(__file__).parents[2]
LISTS = (Path(__file__).with_name("mutants.toml"), Path(__file__).with_name("games") / "mutants.toml")
CHECK_OF_LIST = "tests/repository/test_mutants.py"
"""The test of the list of faults. It fails for every planted fault, so the copies leave it out."""
CLIENT, MODULES = Path("src/prikup/server/client"), Path("web/node_modules")
NATIVE = "src/prikup/*/native*.so"
STAGE_S = 7200.0
"""The timeout of a test run in seconds; a fault that causes a timeout counts as found."""
HANGS = "a run that hangs"
ROOM_IN_MEMORY = 2_000_000_000
"""The number of bytes that must be free in /dev/shm for copies and test files to be put there."""


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """A fault to plant: the text `before` occurs once in `file`, and is replaced by `after`.

    `id` names the fault in the results. `wrong` describes the resulting error, and `room` is the package that contains
    the file.
    """

    id: str
    room: str
    file: str
    before: str
    after: str
    wrong: str

    @property
    def is_native(self) -> bool:
        """Whether the fault is in C++, so that the extensions must be compiled again."""
        return "kernel" in Path(self.file).parts

    @property
    def is_message(self) -> bool:
        """Whether the fault is in a message file, which both Python and the browser client use."""
        return self.file.endswith(".ftl")

    @property
    def is_web(self) -> bool:
        """Whether the fault is in the sources of the browser client."""
        return self.file.startswith("web/")


class Outcome(Struct, frozen=True):
    """The result for a fault.

    `seconds` is the time that the tests took. `by` is the test that found the fault, or "". The result `absent` means
    that the fault cannot be planted in this tree, because the sources differ. `mark` identifies the fault and the tree:
    if the mark has changed, the fault is run again.
    """

    result: Literal["found", "survived", "absent"]
    by: str
    seconds: float
    mark: str


def read_faults() -> tuple[Fault, ...]:
    """Load the faults of all lists."""
    return tuple(
        fault
        for path in LISTS
        for fault in msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8"))["fault"], tuple[Fault, ...])
    )


FAULTS = read_faults()


# Copying the checkout


class BuildFailed(Exception):
    """The error if the client or the extensions cannot be built."""


class Copy:
    """A copy of a checkout in which one fault at a time is planted.

    It has the tracked files of the checkout, its compiled extensions, its built client, and a link to its Node modules.
    `tree` is the checkout, and `folder` the folder of the copy. `variables` is the environment of every command that is
    run in the copy.
    """

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree, self.folder = tree, folder
        self.output: Path = folder / "output.txt"
        self._fault: Fault | None = None
        self._source = ""
        self._client_built = False
        self._last_time = 0
        files = subprocess.run(["git", "ls-files", "-z"], cwd=tree, check=True, capture_output=True).stdout
        native = [path.relative_to(tree).as_posix() for path in tree.glob(NATIVE)]
        for name in (*files.decode().split("\0"), *native):
            if name and name != CHECK_OF_LIST and (tree / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(tree / name, folder / name)
        if (tree / CLIENT).is_dir():
            shutil.copytree(tree / CLIENT, folder / CLIENT)
        modules = next((root / MODULES for root in (tree, ROOT) if (root / MODULES).is_dir()), None)
        if modules is not None:
            (folder / MODULES).symlink_to(modules.resolve())
        self.clean = {folder / name: (folder / name).read_bytes() for name in native}

    @property
    def variables(self) -> dict[str, str]:
        """The environment for commands, with the sources of this copy and the tools of the running interpreter."""
        tools = (sysconfig.get_path("scripts"), str(self.tree / "build" / "node" / "bin"), os.environ["PATH"])
        return {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PATH": os.pathsep.join(tools)}

    def has(self, fault: Fault) -> bool:
        """Return whether a fault can be planted: its text occurs exactly once."""
        path = self.folder / fault.file
        return path.is_file() and path.read_text(encoding="utf-8").count(fault.before) == 1

    def plant(self, fault: Fault) -> None:
        """Plant a fault. Raise BuildFailed if the extensions do not compile with it."""
        self._fault = fault
        self._source = (self.folder / fault.file).read_text(encoding="utf-8")
        self._write(fault.file, self._source.replace(fault.before, fault.after))
        if fault.is_native:
            self._build_extensions()

    def take_out(self) -> None:
        """Remove the planted fault, and restore the extensions and the client."""
        fault, self._fault = self._fault, None
        if fault is None:
            return
        self._write(fault.file, self._source)
        if fault.is_native:
            for path, data in self.clean.items():
                path.write_bytes(data)
        if self._client_built:
            shutil.rmtree(self.folder / CLIENT)
            shutil.copytree(self.tree / CLIENT, self.folder / CLIENT)
            self._client_built = False

    def build_client(self) -> None:
        """Build the client if the planted fault affects it. Raise BuildFailed if the build fails."""
        fault = self._fault
        if fault is None or self._client_built or not (fault.is_web or fault.is_message):
            return
        self._client_built = True
        self._build(["npx", "vite", "build", "--logLevel", "error"], "client", self.folder / "web")

    def run(self, command: Iterable[str], folder: Path | None = None) -> int:
        """Run a command in `folder`, or by default in the folder of the copy; return its exit code, or -1 on timeout.

        The command's output is appended to the file `output`.
        """
        with self.output.open("a", encoding="utf-8") as output:
            output.write(f"\n$ {' '.join(command)}\n"[:2000])
            output.flush()
            process = subprocess.Popen(
                list(command),
                cwd=folder or self.folder,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
            try:
                return process.wait(STAGE_S)
            except subprocess.TimeoutExpired:
                return -1
            finally:  # end the process and its remaining child processes
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _write(self, name: str, source: str) -> None:
        """Write `source` to the source file `name`, with a later modification time than any earlier write.

        Otherwise a file compiled from an older version could be taken for current.
        """
        self._last_time = max(self._last_time + 2, int(time.time()))
        (self.folder / name).write_text(source, encoding="utf-8")
        os.utime(self.folder / name, (self._last_time, self._last_time))

    def _build_extensions(self) -> None:
        """Compile the extensions in the source folders of this copy, as an editable installation does."""
        build = str(self.folder / "build" / "native-of-fault")
        nanobind = subprocess.run(
            [sys.executable, "-m", "nanobind", "--cmake_dir"], check=True, capture_output=True, text=True
        ).stdout.strip()
        definitions = ["-DCMAKE_BUILD_TYPE=Release", "-DSKBUILD_STATE=editable"]
        definitions += [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"]
        self._build(["cmake", "-G", "Ninja", "-S", str(self.folder), "-B", build, *definitions], "extensions")
        self._build(["cmake", "--build", build], "extensions")
        self._build(["cmake", "--install", build], "extensions")

    def _build(self, command: list[str], product: str, folder: Path | None = None) -> None:
        if self.run(command, folder):
            raise BuildFailed(f"the build of the {product}")


# Test runs


class PythonTests:
    """A run of the test files or folders `paths` with pytest.

    `ignored_paths` are left out because they have run before.
    """

    def __init__(self, copy: Copy, paths: Iterable[str], ignored_paths: Iterable[str] = ()) -> None:
        self._copy, self._paths, self._ignored = copy, tuple(paths), tuple(ignored_paths)
        self._in_browser = any(path.startswith("tests/browser") for path in self._paths)

    def first_failure(self, excluded_tests: Collection[str]) -> str:
        """Run all tests but the excluded ones in two processes; return the name of the first that fails, or ""."""
        if self._in_browser:
            self._copy.build_client()
        ignore_options = [f"--ignore={path}" for path in self._ignored]
        exclude_options = [f"--{'deselect' if '::' in test else 'ignore'}={test}" for test in excluded_tests]
        return self._run("-x", "-n", "2", *self._paths, *ignore_options, *exclude_options)

    def passes(self, test: str) -> bool:
        """Return whether a test passes; if `test` is not the name of a test, run all tests."""
        if test.startswith("tests/"):
            return not self._run(test)
        return test == HANGS or not self.first_failure(())

    def _run(self, *arguments: str) -> str:
        cache = self._copy.folder / "build" / "pytest-cache"
        shutil.rmtree(cache, ignore_errors=True)
        circle = ["--circle=test"] if (self._copy.folder / "tests/support/circles.py").exists() else []
        options = ["-q", *circle, "-o", f"cache_dir={cache}"]
        code = self._copy.run([sys.executable, "-P", "-m", "pytest", *options, *arguments])
        if code in (0, 5):  # 5: no test was collected
            return ""
        with suppress(OSError, ValueError):  # the file does not exist if pytest was killed
            for test in json.loads((cache / "v" / "cache" / "lastfailed").read_text()):
                return str(test)
        return HANGS if code < 0 else last_line(self._copy.output)


class ClientTests:
    """A run of the browser client's unit tests, with the same methods as `PythonTests`."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy

    def first_failure(self, excluded_tests: Collection[str]) -> str:
        """Run all test files but the excluded ones; return the first failure as `FILE > TEST`, or ""."""
        return self._run("--bail=1", *(f"--exclude={test.partition(' > ')[0]}" for test in excluded_tests))

    def passes(self, test: str) -> bool:
        """Return whether the file of a test passes; if `test` is not the name of a test, run all test files."""
        return not self._run(*([test.partition(" > ")[0]] if test.startswith("tests/") else []))

    def _run(self, *arguments: str) -> str:
        report = self._copy.folder / "build" / "vitest.json"
        report.unlink(missing_ok=True)
        outputs = ["--reporter=default", "--reporter=json", f"--outputFile.json={report}"]
        web = self._copy.folder / "web"
        if not self._copy.run(["npx", "vitest", "run", *outputs, *arguments], web):
            return ""
        with suppress(OSError, ValueError):
            for file in json.loads(report.read_text())["testResults"]:
                if file["status"] == "failed":
                    failed_tests = [
                        assertion["fullName"]
                        for assertion in file["assertionResults"]
                        if assertion["status"] == "failed"
                    ]
                    return " > ".join([os.path.relpath(file["name"], web), *failed_tests[:1]])
        return last_line(self._copy.output)


def last_line(output: Path) -> str:
    """Return the last line of a run's output, or rather the last line that names a failed test, if there is one."""
    _, _, output_text = output.read_text(encoding="utf-8", errors="replace").rpartition("\n$ ")
    lines = [line.strip()[:200] for line in output_text.split("\n") if line.strip()]
    return next((line for line in reversed(lines) if line.startswith("FAILED ")), lines[-1])


def stages(copy: Copy, fault: Fault) -> Iterator[PythonTests | ClientTests]:
    """Yield the test runs that together are `make test`, beginning with those most likely to find the fault."""
    ran: list[str] = []
    if not fault.is_web or fault.is_message:
        for paths in likely_tests(copy.folder, fault.file):
            yield PythonTests(copy, paths, ran)
            ran += paths
    client = fault.is_web or fault.is_message
    if client:
        yield ClientTests(copy)
    if fault.is_web:
        yield from _browser_stages(copy, fault)
    separate_folders = [f"tests/{folder}" for folder in SEPARATE_FOLDERS if (copy.folder / "tests" / folder).is_dir()]
    yield PythonTests(copy, ["tests"], [*separate_folders, *ran])
    if not client:
        yield ClientTests(copy)
    if not fault.is_web:
        yield from _browser_stages(copy, fault)


def _browser_stages(copy: Copy, fault: Fault) -> Iterator[PythonTests]:
    """Yield the browser tests, beginning with those named after the part of the client that contains the fault."""
    words = {word[:5].lower() for word in re.findall(r"[A-Z]?[a-z]{4,}", fault.file.partition("src/")[2])}
    first = [
        path
        for path in files_of_tests(copy.folder, "tests/browser")
        if words & {word[:5] for word in Path(path).stem.split("_")[1:] if len(word) > 3}
    ]
    if fault.is_web and first:
        yield PythonTests(copy, first)
    if (copy.folder / "tests/browser").is_dir():
        yield PythonTests(copy, ["tests/browser"], first if fault.is_web else ())


# Campaign


class Campaign:
    """A run that plants faults one by one in a copy of a tree, and stores the results in the file `report`."""

    def __init__(self, tree: Path, report: Path) -> None:
        self._tree, self._report = tree, report
        self.outcomes: dict[str, Outcome] = {}
        if report.exists():
            self.outcomes = msgspec.json.decode(report.read_bytes(), type=dict[str, Outcome])
        self._broken: set[str] = set()

    def mark(self, fault: Fault) -> str:
        """Return a hash that identifies a fault in this tree."""
        parts = (str(self._tree), fault.file, fault.before, fault.after)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]

    def is_done(self, fault: Fault) -> bool:
        """Return whether a fault already has a result for this tree."""
        outcome = self.outcomes.get(fault.id)
        return outcome is not None and outcome.mark == self.mark(fault)

    def run(self, faults: Iterable[Fault]) -> None:
        """Plant each fault, run the tests, and remove the fault."""
        with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
            copy = Copy(self._tree, Path(folder))
            for fault in faults:
                self._try(copy, fault)

    def _try(self, copy: Copy, fault: Fault) -> None:
        start = time.monotonic()
        copy.output = self._report.with_suffix("") / f"{fault.id}.txt"
        copy.output.parent.mkdir(parents=True, exist_ok=True)
        copy.output.write_text(f"{fault.file}: {fault.wrong}\n", encoding="utf-8")
        finding_test = self._finding_test(copy, fault) if copy.has(fault) else None
        copy.take_out()
        result: Literal["found", "survived", "absent"] = (
            "absent" if finding_test is None else "found" if finding_test else "survived"
        )
        outcome = Outcome(result, finding_test or "", round(time.monotonic() - start, 1), self.mark(fault))
        self.outcomes[fault.id] = outcome
        self._write()
        word = "found   " if result == "found" else result.upper().ljust(8)
        print(f"{word} {fault.id:24} {outcome.seconds:6.0f} s  {outcome.by or fault.wrong}", flush=True)

    def _finding_test(self, copy: Copy, fault: Fault) -> str:
        """Return the first test that fails with a fault and passes without it, or ""."""
        try:
            copy.plant(fault)
            for stage in stages(copy, fault):
                while test := stage.first_failure(self._broken):
                    copy.take_out()
                    if stage.passes(test):
                        return test
                    copy.plant(fault)
                    if test != HANGS and not re.match(r"(FAILED )?tests/", test):
                        raise SystemExit(f"The tests cannot run: {test}. See {copy.output}.")
                    print(f"left out: {test} fails without a fault too", flush=True)
                    if test in self._broken:
                        break  # the test was excluded but has run again
                    self._broken.add(test)
        except BuildFailed as failed:
            copy.take_out()
            copy.plant(replace(fault, after=fault.before))  # raises if the build fails without the fault too
            copy.build_client()
            return str(failed)
        return ""

    def _write(self) -> None:
        self._report.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._report.with_suffix(".new")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(self.outcomes)) + b"\n")
        fresh.replace(self._report)


def table(faults: Collection[Fault], outcomes: Mapping[str, Outcome]) -> Iterator[str]:
    """Yield the number of faults found in each package, then the faults that survived or could not be planted.

    `outcomes` are the results by the faults' ids.
    """
    rooms = {fault.room: Counter[str]() for fault in faults}
    for fault in faults:
        rooms[fault.room][outcomes[fault.id].result] += 1
    yield from (f"{room:18} {counts['found']} of {counts.total()} found" for room, counts in rooms.items())
    for fault in faults:
        if (result := outcomes[fault.id].result) != "found":
            yield f"{result}: {fault.id} ({fault.file}): {fault.wrong}"


def main() -> None:
    """Run the campaign from the command line."""
    arguments = parse_command_line(__doc__, only=tuple(fault.id for fault in FAULTS), tree=str(ROOT))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # end the processes and delete the copy
    shared_memory = Path("/dev/shm")
    if "TMPDIR" not in os.environ and shared_memory.is_dir() and shutil.disk_usage(shared_memory).free > ROOM_IN_MEMORY:
        os.environ["TMPDIR"] = tempfile.tempdir = str(shared_memory)
    tree = Path(arguments.tree).resolve()
    campaign = Campaign(tree, ROOT / "build" / ("mutants.json" if tree == ROOT else f"mutants-{tree.name}.json"))
    faults = [fault for fault in FAULTS if fault.id in arguments.only]
    campaign.run(fault for fault in faults if not campaign.is_done(fault))
    print(*table(faults, campaign.outcomes), sep="\n")
    sys.exit(any(campaign.outcomes[fault.id].result == "survived" for fault in faults))


if __name__ == "__main__":
    main()
