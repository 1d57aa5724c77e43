"""Tests that docs/translating.md can be followed: its command copies every file, and its table lists every file."""

import re
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
NEW = "fi"
"""The language that the document adds."""


def message_files(root: Path, language: str) -> set[str]:
    """Return the message files of a language."""
    folders = (root / "src" / "prikup", root / "web" / "src")
    return {path.relative_to(root).as_posix() for folder in folders for path in folder.rglob(f"{language}.ftl")}


def test_translation_document_command_copies_all_message_files(tmp_path: Path) -> None:
    english = message_files(ROOT, "en")
    for name in english:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (command,) = re.findall(r"\n\n( +find .*)\n\n", DOCUMENT)
    subprocess.run(["sh", "-c", dedent(command)], cwd=tmp_path, check=True)
    assert message_files(tmp_path, NEW) == {name.replace("en.ftl", f"{NEW}.ftl") for name in english}


def test_translation_document_lists_all_message_files() -> None:
    listed = re.findall(rf"`([\w/]+)/{NEW}\.ftl`", DOCUMENT.partition("| contents |")[2].partition("\n\n")[0])
    patterns = [f"{folder.replace('NAME', '*')}/en.ftl" for folder in listed]
    files = {path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern)}
    assert files == message_files(ROOT, "en")
