import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from prikup.server.http.static_files import BOOTSTRAP, ClientPage, StaticFiles

SCRIPT = b"console.log(1)"


@pytest.fixture
def pages(tmp_path: Path) -> StaticFiles:
    """A client of three files, one of which has compressed variants."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<!doctype html>")
    (tmp_path / "mark.svg").write_bytes(b"<svg/>")
    (tmp_path / "assets" / "main-a1b2.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "main-a1b2.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "main-a1b2.js.br").write_bytes(b"brotli")
    return StaticFiles(tmp_path)


def test_document_preloads_resources_of_its_page(tmp_path: Path) -> None:
    preloads = {
        "pages": {"table": "<P>"},
        "words": {"en": {"": "<E>"}, "ru": {"": "<R>", "/rules": "<F>", "chess": "<C>", "chess/rules": "<L>"}},
    }
    (tmp_path / "preloads.json").write_text(json.dumps(preloads))
    (tmp_path / "index.html").write_text('<head></head><div data-page="">')
    pages = StaticFiles(tmp_path)

    def document(*page: Any) -> str:
        return (
            bytes(pages.page(ClientPage(*page), "", "").content)
            .decode()
            .replace(BOOTSTRAP.format("").replace("./", "/"), "<B>")
            .replace(BOOTSTRAP.format("?games=true").replace("./", "/"), "<G>")
        )

    assert document("table", "chess", ("xx", "ru", "en")) == '<head><B><R><P><C></head><div data-page="table">'
    assert document("table", "go", ("ru",)) == '<head><B><R><P></head><div data-page="table">'
    assert document("rules", "chess", ("ru",)) == '<head><G><R><C><L><F></head><div data-page="rules">'
    assert document("lobby", "chess", ()) == '<head><G><E></head><div data-page="lobby">'
    gzip_page = pages.page(ClientPage("lobby"), "gzip, br", "")
    assert gzip.decompress(gzip_page.content) == pages.page(ClientPage("lobby"), "", "").content
    assert (gzip_page.headers["Content-Encoding"], gzip_page.headers["Cache-Control"]) == ("gzip", "no-cache")
    assert pages.response("/preloads.json", "", "").status_code == 404, "it is for the server alone"


def test_static_files_answer_404_for_unknown_paths(pages: StaticFiles) -> None:
    unknown_paths = ("/nothing", "/assets/nothing.js", "/assets", "/../secret", "/assets/../../x", "/%2e%2e")
    assert [path for path in unknown_paths if pages.response(path, "", "").status_code != 404] == []


def test_static_files_cache_hashed_file_as_immutable(pages: StaticFiles) -> None:
    answer = pages.response("/assets/main-a1b2.js", "", "")
    assert (answer.content, answer.media_type) == (SCRIPT, "text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "immutable" not in pages.response("/mark.svg", "", "").headers["Cache-Control"]


ENCODING_BY_HEADER = {
    "gzip, deflate, br": "br",
    "gzip": "gzip",
    "br;q=0.5": "br",
    "br;q=0, gzip": "gzip",
    "br; q=0.0, deflate": "",
    "identity": "",
    "": "",
}
"""The encoding of a response, by the Accept-Encoding header of the browser."""


def test_static_files_use_encoding_that_browser_accepts(pages: StaticFiles) -> None:
    answers = {encodings: pages.response("/assets/main-a1b2.js", encodings, "") for encodings in ENCODING_BY_HEADER}
    assert {
        encodings: answer.headers.get("Content-Encoding", "") for encodings, answer in answers.items()
    } == ENCODING_BY_HEADER
    assert all(
        (answer.content == SCRIPT) == (not ENCODING_BY_HEADER[encodings]) for encodings, answer in answers.items()
    )
    assert {answer.headers["Vary"] for answer in answers.values()} == {"Accept-Encoding"}


def test_document_is_not_sent_again_if_etag_matches(pages: StaticFiles) -> None:
    lobby = ClientPage("lobby")
    tag = pages.page(lobby, "", "").headers["ETag"]
    second_answer = pages.page(lobby, "", f"W/{tag}")
    assert (second_answer.status_code, second_answer.content) == (304, b"")
    assert pages.page(lobby, "", '"another"').status_code == 200


def test_service_worker_is_served_only_with_engine(tmp_path: Path) -> None:
    (tmp_path / "service_worker.js").write_bytes(SCRIPT)
    assert StaticFiles(tmp_path).response("/service_worker.js", "", "").status_code == 404
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "prikup.zip").write_bytes(b"PK")
    pages = StaticFiles(tmp_path)
    assert "no-cache" in pages.response("service_worker.js", "", "").headers["Cache-Control"]


def test_static_files_explain_how_to_build_missing_client(tmp_path: Path) -> None:
    missing = StaticFiles(tmp_path / "missing")
    for answer in (missing.page(ClientPage("lobby"), "", ""), missing.response("/mark.svg", "", "")):
        assert answer.status_code == 404
        assert b"make client" in answer.content
