"""A walk through docs/releasing.md, as far as a checkout can be walked through without publishing anything."""

import json
import re
import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from notes import NoSection, release_notes
from python_versions import OLDEST, STABLE_ABI_VERSIONS
from support.project_commands import make_targets

ROOT = Path(__file__).parents[2]
CHECKLIST = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
STEP = re.compile(r"^(\d+)\. \*\*.+?\*\*.*(?:\n +\S.*)*", re.MULTILINE)
CHECK = re.compile(r"^ +Checked by (?:`(test_\w+)`(?:, and by .+)?|hand)\.$", re.MULTILINE)


@cache
def project() -> dict[str, Any]:
    """Return the table `project` of pyproject.toml."""
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


@cache
def citation() -> dict[str, Any]:
    """Return the contents of CITATION.cff."""
    return dict(yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8")))


def unchecked_steps(checklist: str) -> list[str]:
    """Return what is wrong with the steps: a number out of order, or a check that is missing or not defined here."""
    faults = []
    preparation = checklist.partition("\n## Publish")[0]
    for expected_number, step in enumerate(STEP.finditer(checklist), 1):
        if int(step[1]) != expected_number:
            faults.append(f"step {step[1]} is number {expected_number}")
        check = CHECK.search(step[0])
        if step.start() < len(preparation) and not check and "must pass" not in step[0]:
            faults.append(f"step {step[1]} does not say how it is checked")
        if check and check[1] and check[1] not in globals():
            faults.append(f"step {step[1]}: there is no {check[1]}")
    return faults


def test_release_steps_are_in_order_and_name_their_checks() -> None:
    assert len(STEP.findall(CHECKLIST)) >= 10
    assert unchecked_steps(CHECKLIST) == []


def test_release_step_without_check_is_found() -> None:
    checklist = """
1. **One.** Words,
   more words.
   Checked by hand.
3. **Two.** Words.
   Checked by `test_nothing`.
3. **Three.** Words.

## Publish

4. **Four.** Words.
"""
    assert unchecked_steps(checklist) == [
        "step 3 is number 2",
        "step 3: there is no test_nothing",
        "step 3 does not say how it is checked",
    ]


def test_release_version_is_the_same_everywhere() -> None:
    web = ROOT / "web"
    lock = json.loads((web / "package-lock.json").read_text(encoding="utf-8"))
    versions = {
        "pyproject.toml": project()["version"],
        "CITATION.cff": citation()["version"],
        "web/package.json": json.loads((web / "package.json").read_text(encoding="utf-8"))["version"],
        "web/package-lock.json": lock["version"],
        "web/package-lock.json, packages": lock["packages"][""]["version"],
    }
    assert len(set(versions.values())) == 1, versions
    assert all(f"`{name}`" in CHECKLIST.partition("## Prepare")[0] for name in versions if "," not in name)


def test_release_addresses_agree() -> None:
    source = project().get("urls", {}).get("Source")
    assert source is None or source.startswith("https://")
    assert citation().get("repository-code") == source
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert f"git clone {source or '…'}" in text, name


def test_release_notes_exist_for_the_version() -> None:
    notes = release_notes(CHANGELOG, project()["version"])
    first_paragraph = notes.partition("\n\n")[0]
    assert not first_paragraph.startswith("#"), "say first what the release is for"
    assert "### Added" in notes
    headings = re.findall(r"^## \[(.+?)\](?: - (.+))?$", CHANGELOG, re.MULTILINE)
    assert len(headings) == len(re.findall(r"^## ", CHANGELOG, re.MULTILINE))
    released = [(name, day) for name, day in headings if name != "Unreleased" and day != "not released yet"]
    assert [date.fromisoformat(day) for _, day in released] == sorted(
        (date.fromisoformat(day) for _, day in released), reverse=True
    )


def test_release_notes_are_one_section_of_the_changelog() -> None:
    changelog = (
        "# Log\n\n## [Unreleased]\n\n## [0.2.0] - 2030-01-02\n\nNew.\n\n### Added\n\n- One.\n\n## [0.1.0]\n\nOld.\n"
    )
    assert release_notes(changelog, "0.2.0") == "New.\n\n### Added\n\n- One.\n"
    assert release_notes(changelog, "0.1.0") == "Old.\n"
    with pytest.raises(NoSection, match=r"0\.3\.0, but for Unreleased, 0\.2\.0, 0\.1\.0"):
        release_notes(changelog, "0.3.0")


def test_release_classifiers_name_the_tried_python_versions() -> None:
    prefix = "Programming Language :: Python :: 3."
    versions = [line.removeprefix(prefix[:-2]) for line in project()["classifiers"] if line.startswith(prefix)]
    assert versions == [OLDEST, *STABLE_ABI_VERSIONS]
    assert project()["requires-python"] == f">={OLDEST}"


def test_release_citation_is_complete() -> None:
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= citation().keys()
    assert project()["authors"][0]["name"].lower() == citation()["authors"][0]["name"].lower()
    assert project()["authors"][0]["name"] in (ROOT / "LICENSE").read_text(encoding="utf-8")
    heading = re.search(rf"^## \[{re.escape(citation()['version'])}\] - (.+)$", CHANGELOG, re.MULTILINE)
    assert heading
    assert str(citation().get("date-released", "not released yet")) == heading[1]


def test_release_readme_names_every_extra() -> None:
    section = README.partition("\n## Install only what you need\n")[2].partition("\n## ")[0]
    missing = [extra for extra in project()["optional-dependencies"] if not re.search(rf"[\[`,]{extra}[\]`,]", section)]
    assert not missing
    dependencies = [re.split(r"[><=]", name)[0] for name in project()["dependencies"]]
    assert all(name in section for name in dependencies), "the README lists what the library brings"


def test_release_commands_exist() -> None:
    commands = set(re.findall(r"`make ([a-z-]+)", CHECKLIST))
    assert commands
    assert commands <= make_targets()
    assert all((ROOT / path).is_file() for path in re.findall(r"`python (\S+\.py)", CHECKLIST))
