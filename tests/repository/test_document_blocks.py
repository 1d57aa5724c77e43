"""Tests that each block of code in the documents is run, or that it says here why it is not.

Sessions of Python are run by `test_readme.py`, other Python by `test_documents.py`. Here every line of a block of
commands is checked: a target of make must exist, a program of the repository must know the options, and `prikup` must
accept the whole command; those of its commands that are quick are run. `ELSEWHERE` names the tests of all other blocks.
"""

import io
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk
from support.faults import check_each
from support.project_commands import command_faults, command_group, make_targets
from typer.core import TyperGroup

from prikup.games import GAMES, game
from prikup.terminal.cli.app import run
from prikup.terminal.words import words_of

ROOT = Path(__file__).parents[2]
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
EXAMPLE = next(iter(GAMES))
LOG = next((ROOT / "tests" / "logs").glob(f"{EXAMPLE}-*-{game(EXAMPLE).rules_version}.jsonl"))
"""A log of the first game, under today's rules."""

ELSEWHERE = {
    ("adding-a-game.md", "python little/"): "tests/repository/test_adding_a_game.py",
    ("adding-a-game.md", "fluent little/"): "tests/repository/test_adding_a_game.py",
    ("architecture.md", "mermaid"): "tests/repository/import_map.py",
    ("hosting.md", "\n[Unit]"): "tests/server/test_hosting.py",
    ("hosting.md", "\nplay.example.org {"): "tests/server/test_proxies.py",
    ("hosting.md", "\nserver {"): "tests/server/test_proxies.py",
    ("hosting.md", "\nhandle_path"): "tests/server/test_proxies.py",
    ("notation.md", "ppn"): "tests/games/test_*_ppn_match.py",
    ("notation.md", "console"): "tests/terminal/cli/test_solve.py",
    ("protocol.md", "python bot.py"): "tests/server/test_process.py",
    ("protocol.md", "json sent"): "tests/table/protocol/test_protocol.py",
    ("protocol.md", "json told"): "tests/table/protocol/test_protocol.py",
    ("review.md", "\n[Prikup"): "tests/review/test_docs_example.py",
    ("translating.md", "\nfind "): "tests/repository/test_translating.py",
    ("scorer.md", '\n{"type":"scoring"'): "tests/games/test_*_evening.py",
}
"""The tests of other blocks, by the document and the beginning of the block: its language, and then its lines."""

NOT_RUN = {
    ("hosting.md", "\nbackend prikup"): "a configuration of HAProxy, which is not installed for tests",
    ("hosting.md", "\nrule_files:"): "a configuration of Prometheus, which is not installed for tests",
    ("hosting.md", "\nOTEL_"): "environment variables of another program",
    ("notation.md", '\n[Deal "2" "1"]'): "a form with placeholders",
    ("notation.md", "\nhand | hand"): "a form with placeholders",
    ("notation.md", "\nAQ.KT8.."): "an excerpt, with a form",
    ("notation.md", "\nhttps://cards.example/deal#"): "an address; the Python block below it reads the same",
    ("notation.md", "\nprikup notation deals.pbn"): "a form with placeholders; the console block below it is run",
    ("protocol.md", "\nws://"): "an address with placeholders",
    ("review.md", "\nlog ──▶"): "a drawing",
    ("review.md", "\nsettlement ="): "a formula",
    ("review.md", "\nTrick 8"): "sentences of a review, quoted",
    ("review.md", "\nGupa"): "sentences of a review, quoted",
    ("site.md", '\n{"prikup": "device"'): "a form with placeholders",
}
"""The blocks that nothing runs, each with the reason."""

PROGRAMS = {
    "buildah": "builds an image",
    "createdb": "needs a running PostgreSQL",
    "createuser": "needs a running PostgreSQL",
    "curl": "asks a running server",
    "git": "the address of the repository is not known",
    "openssl": "writes below /etc",
    "pip": "installs from a package index",
    "podman": "starts a container",
    "sed": "writes below /etc",
    "systemctl": "changes the system",
    "uvx": "installs from a package index",
}
"""The programs that are not run, each with the reason."""

QUICK = {"notation", "problems", "rules", "score", "statistics", "verify"}
"""The commands of prikup that are run and not only parsed."""
SLOW = {"--as", "--database", "--players"}
"""The options with which they are only parsed: they need a certain match, a database or minutes."""
PLACEHOLDERS = {
    "GAME": EXAMPLE,
    "FILE": str(LOG),
    "LOG": str(LOG),
    "FOLDER": str(LOG.parent),
    "URL": "http://127.0.0.1:8000",
}


class Block(NamedTuple):
    """A block of code: its document, its language (with a name, if it has one) and its text."""

    document: str
    language: str
    text: str


BLOCK = re.compile(r"^```(.*)\n((?s:.*?))^```$|^(?<=\n\n)((?: {4}.*\n|\n(?= {4}))+)", re.MULTILINE)


def blocks(path: Path) -> Iterator[Block]:
    """Yield the blocks of a document, fenced or indented."""
    for language, fenced, indented in BLOCK.findall(path.read_text(encoding="utf-8")):
        yield Block(path.name, language, fenced or dedent(indented))


def _entry(entries: dict[tuple[str, str], str], block: Block) -> str | None:
    return next(
        (
            value
            for (document, beginning), value in entries.items()
            if document == block.document and f"{block.language}\n{block.text}".startswith(beginning)
        ),
        None,
    )


def check_block(block: Block) -> None:
    """Fail if a block is wrong, or if nothing runs it and no reason is given."""
    test = _entry(ELSEWHERE, block)
    if test:
        texts = [path.read_text(encoding="utf-8") for path in ROOT.glob(test)]
        assert any(block.document in text for text in texts), f"{test} does not read {block.document}"
    elif block.language == "json":
        json.loads(block.text)
    elif block.language == "toml":
        tomllib.loads(block.text)
    elif block.language == "fluent":
        assert not [entry for entry in FluentParser().parse(block.text).body if isinstance(entry, Junk)]
    elif not (_entry(NOT_RUN, block) or block.language == "python" or block.text.startswith(">>>")):
        assert not block.language, "no test reads such a block; name the test or the reason in this file"
        commands = re.sub(r"\\\n *", "", block.text).splitlines()
        for line in filter(None, commands):
            check_command(re.split(r" {2,}", line)[0])


def check_command(line: str) -> None:
    """Fail if a line of a shell is neither a valid command nor one that has a reason not to be run."""
    command, *arguments = shlex.split(line.partition(" && ")[0].partition(" | ")[0])
    match Path(command).name, arguments:
        case "prikup", _:
            check_prikup([_example(argument) for argument in arguments if argument != "…"])
        case "make", _:
            check_make([*arguments])
        case "python" | "python3", ["-m", module, *options]:
            assert find_spec(module) or (ROOT / module.replace(".", "/")).with_suffix(".py").exists(), line
            if module.startswith("bench."):
                check_options((ROOT / module.replace(".", "/")).with_suffix(".py"), options)
        case "python" | "python3", [script, *options]:
            check_options(ROOT / script, options)
        case "grep", _:
            subprocess.run([command, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        case "run", []:
            assert (ROOT / command).exists(), line
        case program, _:
            assert program in PROGRAMS, f"check this command, or name the reason why it is not run: {line}"


def check_make(arguments: list[str]) -> None:
    """Fail if there is no such target of make, or no path that a variable names."""
    for argument in arguments:
        name, is_variable, value = argument.partition("=")
        assert (ROOT / value).exists() if is_variable else name in make_targets(), f"make {argument}"


def check_options(program: Path, arguments: list[str]) -> None:
    """Fail if a program of the repository does not mention an option."""
    source = program.read_text(encoding="utf-8")
    for option in (argument for argument in arguments if argument.startswith("--")):
        assert f'"{option}"' in source, f"{program.name} has no {option}"


def _example(argument: str) -> str:
    """Return an argument with an example in place of a placeholder."""
    word = argument.strip("[]…")
    return PLACEHOLDERS.get(word, word)


def check_prikup(arguments: list[str]) -> None:
    """Fail if prikup does not accept these arguments; run its quick commands."""
    group = command_group()
    name, *rest = arguments
    context = group.make_context("prikup", [name], obj=words_of("en"))
    command, options = group.commands[name], list(rest)
    if isinstance(command, TyperGroup) and options and not options[0].startswith("-"):
        command, options = command.commands[options[0]], options[1:]
    command.make_context(name, options, parent=context)
    if name in QUICK and not SLOW & set(rest):
        assert run(arguments) != 2, shlex.join(arguments)


@pytest.fixture(autouse=True)
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give commands an empty folder, a data folder with one match, and an empty input."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "data" / "prikup"
    folder.mkdir(parents=True)
    shutil.copy(LOG, folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder.parent))
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")
    monkeypatch.setattr("sys.stdin", io.StringIO())


def test_blocks_of_documents_are_run_or_have_a_reason() -> None:
    check_each(check_block, ((block,) for path in DOCUMENTS for block in blocks(path)))


def test_reasons_belong_to_blocks() -> None:
    all_blocks = [block for path in DOCUMENTS for block in blocks(path)]
    for entries in (ELSEWHERE, NOT_RUN):
        unused = [key for key, value in entries.items() if not any(_entry({key: value}, block) for block in all_blocks)]
        assert not unused
    used = " ".join(block.text for block in all_blocks)
    assert not [program for program in PROGRAMS if program not in used]


PYTHON_COMMAND = re.compile(r"`(python (?:-m bench\.|examples/)[^`]*)`")
"""A pattern for the command of a program of the repository within a sentence or a heading."""


def test_commands_within_sentences_exist() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    faults = {(name, fault) for name, text in texts.items() for fault in command_faults(text)}
    assert faults == {("adding-a-game.md", "prikup play little")}  # the example of a game that is not registered
    commands = {(name, command) for name, text in texts.items() for command in PYTHON_COMMAND.findall(text)}
    assert len(commands) > 10
    check_each(lambda _, command: check_command(command), sorted(commands))


@pytest.mark.parametrize(
    "text",
    [
        "make nothing",
        "prikup nothing",
        "prikup rules chess",
        "prikup arena GAME --nothing 3",
        "prikup ratings nothing",
        "prikup ratings anchors GAME --nothing",
        "python -m bench.nothing",
        "python -m bench.speed.engine --nothing",
        "nothing --at all",
    ],
)
def test_block_check_finds_wrong_commands(text: str) -> None:
    with pytest.raises(Exception, match=r".+"):
        check_block(Block("page.md", "", text + "\n"))
