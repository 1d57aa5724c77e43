import gzip
from pathlib import Path

import pytest

from prikup.server.http.static_files import StaticFiles

SCRIPT = b"console.log(1)"


@pytest.fixture
def pages(tmp_path: Path) -> StaticFiles:
    """A client of three files, one of them packed."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<!doctype html>")
    (tmp_path / "mark.svg").write_bytes(b"<svg/>")
    (tmp_path / "assets" / "main-a1b2.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-a1b2.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "main-a1b2.js.br").write_bytes(b"brotli")
    return StaticFiles(tmp_path)


@pytest.mark.parametrize("path", ["/", "", "/t/abc", "/fair", "/fair/abc", "/rules/x", "/account"])
def test_the_client_takes_care_of_its_own_addresses(pages: StaticFiles, path: str) -> None:
    answer = pages.response(path, "", "")
    assert (answer.status_code, answer.content) == (200, b"<!doctype html>")
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/nothing", "/assets/nothing.js", "/assets", "/../secret", "/assets/../../x", "/%2e%2e"]
)
def test_there_is_no_other_page(pages: StaticFiles, path: str) -> None:
    assert pages.response(path, "", "").status_code == 404


def test_a_file_whose_name_has_its_hash_is_kept_for_ever(pages: StaticFiles) -> None:
    answer = pages.response("/assets/main-a1b2.js", "", "")
    assert (answer.content, answer.media_type) == (SCRIPT, "text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "immutable" not in pages.response("/mark.svg", "", "").headers["Cache-Control"]


@pytest.mark.parametrize(
    ("encodings", "packed"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0.5", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.0, deflate", ""),
        ("identity", ""),
        ("", ""),
    ],
)
def test_a_file_is_sent_packed_to_one_who_can_unpack_it(pages: StaticFiles, encodings: str, packed: str) -> None:
    answer = pages.response("/assets/main-a1b2.js", encodings, "")
    assert answer.headers.get("Content-Encoding", "") == packed
    assert (answer.content == SCRIPT) == (packed == "")
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_who_has_a_page_is_not_sent_it_again(pages: StaticFiles) -> None:
    tag = pages.response("/", "", "").headers["ETag"]
    again = pages.response("/", "", f"W/{tag}")
    assert (again.status_code, again.content) == (304, b"")
    assert pages.response("/", "", '"another"').status_code == 200


def test_a_client_that_is_not_built_says_how(tmp_path: Path) -> None:
    answer = StaticFiles(tmp_path / "missing").response("/", "", "")
    assert answer.status_code == 404
    assert b"make client" in answer.content
