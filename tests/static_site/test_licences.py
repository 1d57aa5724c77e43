"""A site contains the licences of all third-party work in it."""

import re
import zipfile
from pathlib import Path

import pytest
from browser.conftest import Accounts
from browser.seat import Mouse
from service_worker_files import SITE
from site_engine import ENGINE
from site_licences import pieces
from static_site.test_stored_data import settings

pytestmark = pytest.mark.thorough

OURS = {"prikup.zip", "pyodide-lock.json", "timing.json"}
COMPONENT_BY_FILE = {
    "pyodide.mjs": "pyodide",
    "pyodide.asm.mjs": "pyodide",
    "pyodide.asm.wasm": "pyodide",
    "python_stdlib.zip": "cpython",
    "solver.wasm": "libc++ of Zig",
}
"""The component that a file of the engine belongs to, or contains."""


def test_engine_files_belong_to_named_components() -> None:
    component_names = {piece.name for piece in pieces(ENGINE)}
    for file in ENGINE.iterdir():
        if file.name not in OURS:
            assert COMPONENT_BY_FILE.get(file.name, file.name.partition("-")[0]) in component_names, file.name
    folders = {Path(name).parts[0] for name in zipfile.ZipFile(ENGINE / "prikup.zip").namelist()}
    (metadata_folder,) = (name for name in folders if name.endswith(".dist-info"))
    assert folders - {metadata_folder} == {"prikup", "confusable_homoglyphs", "msgspec"}
    assert {"confusable-homoglyphs", "msgspec"} <= component_names


def test_settings_link_to_licences(accounts: Accounts) -> None:
    seat = accounts.seat("en", Mouse)
    link = settings(seat).get_by_role("link", name=seat.words("device-licences"))
    text: str = seat.page.evaluate("async (address) => (await fetch(address)).text()", link.get_attribute("href"))
    headings = re.findall(r"^# (.+) \S+ \(.+\)$", text, re.MULTILINE)
    assert {piece.name for piece in pieces(ENGINE)} | {"svelte", "@fontsource-variable/noto-sans"} <= set(headings)
    assert text == (SITE / "licenses.txt").read_text("utf-8")
    for licence_title in ("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE", "SIL OPEN FONT"):
        assert licence_title in text
