"""The files for people who want to help: forms of issues, the workflow, the hooks of pre-commit, and the documents.

They are valid, ask for what is needed to repeat a fault, and name commands and files that exist.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from python_versions import OLDEST, STABLE_ABI_VERSIONS
from support.faults import check_each
from support.project_commands import command_faults

from prikup.games import GAMES, game

ROOT = Path(__file__).parents[2]
FORGE = ROOT / ".github"
FORMS = sorted(path for path in (FORGE / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
HOOKS = ROOT / ".pre-commit-config.yaml"
PAGES = [ROOT / name for name in ("CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md")]
TEXTS = [*FORMS, *WORKFLOWS, HOOKS, FORGE / "PULL_REQUEST_TEMPLATE.md", *PAGES]

ASKED = {
    "fault": {"rules", "log", "seed", "command", "version"},
    "rule": {"rules", "log", "deal", "expected"},
    "idea": {"rules", "need"},
    "translation": {"rules", "command", "language"},
}
"""For each form the ids of questions that it must ask. `rules` is the game with its preset and house rules."""
INPUTS = ("checkboxes", "dropdown", "input", "textarea")


def read(path: Path) -> Any:
    """Return the contents of a YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def form_faults(form: Any) -> Iterator[str]:
    """Yield what is wrong with the form of an issue, by GitHub's rules for such forms."""
    yield from (f"no {key}" for key in ("name", "description", "body") if not form.get(key))
    yield from (f"unknown key {key}" for key in form.keys() - {"name", "description", "title", "labels", "body"})
    questions = [element for element in form.get("body", ()) if element.get("type") != "markdown"]
    ids = [question.get("id", "") for question in questions]
    yield from (f"id {name!r} is not unique or not an id" for name in ids if ids.count(name) > 1 or not name.isalpha())
    for question in questions:
        name, attributes = question.get("id"), question.get("attributes", {})
        if question.get("type") not in INPUTS:
            yield f"{name}: unknown type {question.get('type')}"
        if not attributes.get("label"):
            yield f"{name}: no label"
        if question.get("type") in ("checkboxes", "dropdown") and not attributes.get("options"):
            yield f"{name}: no options"
        yield from (
            f"{name}: unknown key {key}" for key in question.keys() - {"type", "id", "attributes", "validations"}
        )
    if not any(
        question.get("validations", {}).get("required") or question.get("type") == "checkboxes"
        for question in questions
    ):
        yield "nothing is required"


def _check_form(path: Path) -> None:
    form = read(path)
    assert list(form_faults(form)) == []
    ids = {element["id"] for element in form["body"] if "id" in element}
    assert ASKED[path.stem] <= ids
    for element in form["body"]:
        placeholder = element["attributes"].get("placeholder", "")
        if element.get("id") == "rules":
            name, _, options = placeholder.partition(", preset ")
            assert name in GAMES
            game(name, options.replace(",", ""))  # an example of a preset and house rules that exist


def test_issue_forms_are_valid_and_ask_for_what_is_needed() -> None:
    assert {path.stem for path in FORMS} == set(ASKED)
    check_each(_check_form, FORMS)


def test_faulty_issue_form_is_found() -> None:
    body = [
        {"type": "markdown", "attributes": {"value": "Hello"}},
        {"type": "input", "id": "a", "attributes": {"label": "A"}},
        {"type": "list", "id": "a", "attributes": {}},
        {"type": "dropdown", "id": "b", "attributes": {"label": "B"}, "required": True},
    ]
    assert list(form_faults({"name": "Fault", "about": "x", "body": body})) == [
        "no description",
        "unknown key about",
        "id 'a' is not unique or not an id",
        "id 'a' is not unique or not an id",
        "a: unknown type list",
        "a: no label",
        "b: no options",
        "b: unknown key required",
        "nothing is required",
    ]


def workflow_faults(workflow: Any) -> Iterator[str]:
    """Yield what is wrong with a workflow. YAML reads its key `on` as True."""
    if not workflow.get("name") or not workflow.get(True):
        yield "no name, or no `on`"
    if workflow.get("permissions") != {"contents": "read"}:
        yield "it may do more than read the contents"
    for name, job in workflow.get("jobs", {}).items():
        yield from (f"{name}: no {key}" for key in ("runs-on", "steps", "timeout-minutes") if not job.get(key))
        for step in job.get("steps", ()):
            if ("uses" in step) == ("run" in step):
                yield f"{name}: a step either uses an action or runs a command"
            if "uses" in step and not re.fullmatch(r"[\w-]+/[\w-]+@\w[\w.]*", step["uses"]):
                yield f"{name}: {step['uses']} has no version"


def test_workflows_are_valid_and_run_the_gate() -> None:
    assert WORKFLOWS
    check_each(lambda path: _assert_none(workflow_faults(read(path))), WORKFLOWS)
    jobs = [job for path in WORKFLOWS for job in read(path)["jobs"].values()]
    commands = [step.get("run", "") for job in jobs for step in job["steps"]]
    assert {".ci/run", "make check", "make unit"} <= set(commands)
    versions = [job["strategy"]["matrix"]["python"] for job in jobs if "strategy" in job]
    assert versions
    assert all(matrix == [OLDEST, *STABLE_ABI_VERSIONS] for matrix in versions)
    named_files = {name for command in commands for name in re.findall(r"\b(?:requirements|tests)[/\w.-]*", command)}
    assert [name for name in sorted(named_files) if not (ROOT / name).exists()] == []


def _assert_none(faults: Iterator[str]) -> None:
    assert list(faults) == []


def test_faulty_workflow_is_found() -> None:
    steps = [{"uses": "actions/checkout"}, {"uses": "a/b@v1", "run": "make"}]
    workflow = {"name": "x", True: {"push": None}, "jobs": {"all": {"runs-on": "ubuntu", "steps": steps}}}
    assert list(workflow_faults(workflow)) == [
        "it may do more than read the contents",
        "all: no timeout-minutes",
        "all: actions/checkout has no version",
        "all: a step either uses an action or runs a command",
    ]


def recipe(target: str) -> list[str]:
    """Return the commands of a target of the Makefile, and its first prerequisites that are targets with a name."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rule = re.search(rf"^{target}: *(.*?)  ##.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert rule
    prerequisites = [f"make {name}" for name in rule[1].split() if re.fullmatch("[a-z-]+", name)]
    return [line.strip("\t@").replace("$(BIN)", ".venv/bin") for line in rule[2].splitlines()] + prerequisites


def test_pre_commit_hooks_do_what_make_check_does() -> None:
    (repository,) = read(HOOKS)["repos"]
    assert repository["repo"] == "local", "hooks of others would be downloaded"
    hooks = repository["hooks"]
    assert [hook["entry"] for hook in hooks] == recipe("check")
    for hook in hooks:
        assert {"id", "name", "language", "entry", "pass_filenames"} <= hook.keys()
        assert hook["language"] == "system"
        assert hook["pass_filenames"] is False, "each command checks the whole tree"
        assert hook.keys() & {"types_or", "files"}, "otherwise it runs at every commit"
    assert len({hook["id"] for hook in hooks}) == len(hooks)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_commands_for_contributors_exist(path: Path) -> None:
    assert list(command_faults(path.read_text(encoding="utf-8"))) == []


def test_command_that_does_not_exist_is_found() -> None:
    text = f"""\
    make unit
    make nothing
      - run: make gone
Run `prikup nowhere`, `prikup rules chess`, `prikup rules GAME --fast`, `prikup --version` or `.ci/run`.
placeholder: prikup play {next(iter(GAMES))} --preset standard --set players=4
"""
    assert list(command_faults(text)) == [
        "make nothing",
        "make gone",
        "prikup nowhere",
        "prikup rules chess",
        "prikup rules --fast",
    ]
