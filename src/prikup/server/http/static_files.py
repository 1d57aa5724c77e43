"""The files of the built browser client, loaded into memory, so that no request can reach any other file.

All pages share one HTML document. They differ only in the elements that make a browser preload what the page needs. The
build of the client lists these elements in `preloads.json`, by page, by language and by game.
"""

import gzip
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from litestar import Response
from msgspec import Struct

__all__ = ["BOOTSTRAP", "CLIENT", "OWN_PATHS", "ROUTES", "ClientPage", "StaticFiles"]

CLIENT = Path(__file__).parents[1] / "client"
"""The folder that the client is built into; the wheel includes it."""
ROUTES = {
    "": "lobby",
    "t": "table",
    "fair": "fair",
    "rules": "rules",
    "account": "account",
    "matches": "matches",
    "deal": "shared",
    "mail": "mail",
    "statistics": "statistics",
    "problems": "problems",
    "analyse": "analyse",
    "embed": "embed",
    "score": "score",
    "people": "people",
    "ratings": "ratings",
    "u": "profile",
}
"""The pages that the browser client draws itself: maps the first part of a path to the name of the page."""
OWN_PATHS = {*filter(None, ROUTES), "api", "assets", "engine", "health", "metrics", "ws"}
"""The first parts of all paths that the server uses.

A root path is a prefix that a proxy adds to all paths. It must not begin with one of these parts, because the server
could not tell it from a page.
"""
DOCUMENT, PRELOADS, ENGINE, KEEPER = "index.html", "preloads.json", "engine/prikup.zip", "service_worker.js"
PLACE = "</head>"
"""The text in the HTML document before which preload elements are inserted, so that they follow the style sheets."""
BOOTSTRAP = '<link rel="preload" as="fetch" crossorigin href="./api/bootstrap{}">'
"""An HTML element that preloads the first API request of a page, so that the page's scripts find the response ready.

`{}` stands for the query of the URL.
"""
ADDRESS = '="./'
"""The beginning of each relative address in the HTML document.

The dot is replaced by the path of the client's folder.
"""
WITH_GAMES = ("lobby", "rules", "matches", "statistics", "ratings", "analyse", "score")
"""The pages that show games. The first API request of such a page asks for the list of games too."""
EMBED_PAGE = "embed"
"""The page that other sites embed. It is the only one that does not ask the server who is signed in."""
DOCUMENTS = 200
"""The maximum number of cached HTML documents. There is a different one for each page, game and language."""
MEDIA_TYPES = {
    ".css": "text/css",
    ".ftl": "text/plain",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
ENCODINGS = {".br": "br", ".gz": "gzip"}
"""The content encodings of compressed files by file suffix, the best first. Such a file lies next to the plain file."""
IMMUTABLE, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
NOT_BUILT = b"The browser client is not built yet. Build it with: make client\n"
NO_SUCH_PAGE = b"404\n"


class StaticFile(Struct, frozen=True):
    """A file of the client in memory.

    `media_type` is its type, such as `text/html`. `bodies` has its contents by content encoding; the key "" is for the
    uncompressed contents. `cache_control` and `etag` are the values of the headers `Cache-Control` and `ETag` in the
    response.
    """

    media_type: str
    cache_control: str
    etag: str
    bodies: Mapping[str, bytes]


class ClientPage(NamedTuple):
    """A page of the client, with everything that determines which files a browser should preload for it.

    `name` is the name of the page, `game` its game ("" for none), and `languages` are the reader's languages, the
    preferred one first.
    """

    name: str
    game: str = ""
    languages: tuple[str, ...] = ()


class Preloads(Struct, frozen=True):
    """The HTML elements that make a browser preload files, as HTML text.

    `pages` has the elements for a page by the page's name. `words` has the elements for messages and fonts, by language
    and then by key: "" is for the messages of every page, `GAME` for those of a game, `GAME/PAGE` for those of a game
    on one page only, and `/PAGE` for the fonts of a page.
    """

    pages: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}

    def elements_of(self, page: ClientPage) -> str:
        """Return the preload elements of a page, as one text.

        They load the messages in the first of the page's languages in which the client has messages.
        """
        lang = next((lang for lang in page.languages if lang in self.words), next(iter(self.words), ""))
        words = self.words.get(lang, {})
        message_keys = dict.fromkeys((page.game, f"{page.game}/{page.name}", f"/{page.name}"))
        shared_elements, page_elements = words.get("", ""), self.pages.get(page.name, "")
        return shared_elements + page_elements + "".join(words.get(key, "") for key in message_keys if key)


class StaticFiles:
    """The files in `folder`, the folder of the built client. Browsers request them below the path `root_path`.

    If the folder is missing, every response is a text that explains how to build the client.
    """

    def __init__(self, folder: Path, root_path: str = "") -> None:
        self._root_path = root_path
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in ENCODINGS)
        self._files = {path.relative_to(folder).as_posix(): _read(path, folder) for path in paths}
        preloads_file = self._files.pop(PRELOADS, None)
        self._preloads = msgspec.json.decode(preloads_file.bodies[""], type=Preloads) if preloads_file else Preloads()
        if not self.has_engine:  # without an engine a browser cannot work offline
            self._files.pop(KEEPER, None)
        self._document = lru_cache(DOCUMENTS)(self._build_document)

    @property
    def has_engine(self) -> bool:
        """Whether the client has the engine: Python and this package, with which a browser hosts tables itself.

        The command `make here` builds the engine.
        """
        return ENGINE in self._files

    def __contains__(self, path: str) -> bool:
        """Return whether the client has a file at a path."""
        return path.strip("/") in self._files

    def response(self, path: str, accept_encoding: str, if_none_match: str) -> Response[bytes]:
        """Return the response to a request for the file at `path`.

        `accept_encoding` and `if_none_match` are headers of the request.
        """
        return self._response(self._files.get(path.strip("/")), accept_encoding, if_none_match)

    def page(self, page: ClientPage, accept_encoding: str, if_none_match: str) -> Response[bytes]:
        """Return the response to a request for a page.

        `accept_encoding` and `if_none_match` are headers of the request.
        """
        document = self._document(self._preloads.elements_of(page), page.name) if DOCUMENT in self._files else None
        return self._response(document, accept_encoding, if_none_match)

    def _build_document(self, preloads: str, page: str) -> StaticFile:
        """Return the HTML document of the page with the name `page`, with these preload elements (HTML text)."""
        text = self._files[DOCUMENT].bodies[""].decode()
        first = "" if page == EMBED_PAGE else BOOTSTRAP.format("?games=true" if page in WITH_GAMES else "")
        text = text.replace(PLACE, first + preloads + PLACE).replace('data-page=""', f'data-page="{page}"')
        body = text.replace(ADDRESS, f'="{self._root_path}/').encode()
        return _file(MEDIA_TYPES[".html"], REVALIDATE, {"gzip": gzip.compress(body, mtime=0), "": body})

    def _response(self, file: StaticFile | None, accept_encoding: str, if_none_match: str) -> Response[bytes]:
        if file is None:
            body = NO_SUCH_PAGE if self._files else NOT_BUILT
            return Response(body, status_code=404, media_type=MEDIA_TYPES[".txt"])
        headers = {"Cache-Control": file.cache_control, "ETag": file.etag, "Vary": "Accept-Encoding"}
        if file.etag in if_none_match:
            return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
        accepted_encodings = _accepted_encodings(accept_encoding)
        encoding = next((encoding for encoding in file.bodies if encoding in accepted_encodings), "")
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(file.bodies[encoding], status_code=200, headers=headers, media_type=file.media_type)


def _accepted_encodings(accept_encoding: str) -> set[str]:
    """Return the content encodings that an `Accept-Encoding` header names with a weight above 0."""
    parts = (part.replace(" ", "").partition(";q=") for part in accept_encoding.split(","))
    return {name for name, separator, weight in parts if not separator or weight.strip("0.")}


def _read(path: Path, folder: Path) -> StaticFile:
    body = path.read_bytes()
    compressed_files = ((encoding, path.with_name(path.name + tail)) for tail, encoding in ENCODINGS.items())
    bodies = {encoding: file.read_bytes() for encoding, file in compressed_files if file.is_file()}
    has_hash = path.parent.name == "assets"  # the build puts a content hash into these file names
    media_type = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
    cache_control = IMMUTABLE if has_hash else REVALIDATE
    return _file(media_type, cache_control, bodies | {"": body})


def _file(media_type: str, cache_control: str, bodies: Mapping[str, bytes]) -> StaticFile:
    return StaticFile(media_type, cache_control, f'"{sha256(bodies[""]).hexdigest()[:16]}"', bodies)
