"""The built browser client, held in memory: nothing outside its folder can be asked for.

Its document is the same for every page, but for the elements by which a browser loads at once what the page is going to
need: the build lists them in `preloads.json`, by page, by language and by game.
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

__all__ = ["BOOTSTRAP", "CLIENT", "OWN_PATHS", "ROUTES", "Page", "StaticFiles"]

CLIENT = Path(__file__).parents[1] / "client"
"""The folder that the client is built into, which travels in the wheel."""
ROUTES = {
    "": "lobby",
    "t": "table",
    "fair": "fair",
    "rules": "rules",
    "account": "account",
    "matches": "matches",
    "statistics": "statistics",
    "problems": "problems",
    "analyse": "analyse",
    "embed": "embed",
    "score": "score",
}
"""The pages that the client draws itself, by the first part of their paths."""
OWN_PATHS = {*filter(None, ROUTES), "api", "assets", "engine", "health", "metrics", "ws"}
"""The first parts of the paths at which a server has something. A root path that begins so would be ambiguous."""
DOCUMENT, PRELOADS, ENGINE, KEEPER = "index.html", "preloads.json", "engine/prikup.zip", "service_worker.js"
PLACE = "</head>"
"""The place in the document before which stands what is loaded at once: behind the styles that it is drawn by."""
BOOTSTRAP = '<link rel="preload" as="fetch" crossorigin href="./api/bootstrap{}">'
"""The first request of a page, which its scripts find answered."""
ADDRESS = '="./'
"""The beginning of each address in a document: the dot stands for the folder that the client is in."""
WITH_GAMES = ("lobby", "rules", "matches", "statistics", "analyse", "score")
"""The pages that show the games."""
EMBEDDED = "embed"
"""The page that asks nothing of who its reader is, because it is shown in pages of others."""
DOCUMENTS = 200
"""The number of different documents that are kept: there are some pages of some games in some languages."""
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
"""The suffixes of compressed files that lie beside the plain ones, the best first, and their content encodings."""
IMMUTABLE, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
NOT_BUILT = b"The browser client is not built yet. Build it with: make client\n"
NO_SUCH_PAGE = b"404\n"


class StaticFile(Struct, frozen=True):
    """A file: its `bodies` by content encoding ("" for the plain one), its `Cache-Control` and its ETag."""

    media_type: str
    cache_control: str
    etag: str
    bodies: Mapping[str, bytes]


class Page(NamedTuple):
    """A page of the client: its name, the game that it is about ("": none), and the languages of its reader by rank."""

    name: str
    game: str = ""
    languages: tuple[str, ...] = ()


class Preloads(Struct, frozen=True):
    """Elements of a document by page, and by language.

    These are the words of every page (""), those of a game (`GAME`), of a game on one page alone (`GAME/PAGE`), and the
    fonts of a page (`/PAGE`).
    """

    pages: dict[str, str] = {}
    words: dict[str, dict[str, str]] = {}

    def of(self, page: Page) -> str:
        """Return the elements of a page, in the first of the languages that there are words in."""
        lang = next((lang for lang in page.languages if lang in self.words), next(iter(self.words), ""))
        words = self.words.get(lang, {})
        more = dict.fromkeys((page.game, f"{page.game}/{page.name}", f"/{page.name}"))
        every, own = words.get("", ""), self.pages.get(page.name, "")
        return every + own + "".join(words.get(key, "") for key in more if key)


class StaticFiles:
    """The files of a folder, which browsers find below `root_path`.

    Of a missing folder there is one text, which says how to build it.
    """

    def __init__(self, folder: Path, root_path: str = "") -> None:
        self._root_path = root_path
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in ENCODINGS)
        self._files = {path.relative_to(folder).as_posix(): _read(path, folder) for path in paths}
        listed = self._files.pop(PRELOADS, None)
        self._preloads = msgspec.json.decode(listed.bodies[""], type=Preloads) if listed else Preloads()
        if not self.here:  # of a client without an engine nothing is kept
            self._files.pop(KEEPER, None)
        self._document = lru_cache(DOCUMENTS)(self._made)

    @property
    def here(self) -> bool:
        """Whether there is an engine (`make here`), with which a browser hosts tables itself."""
        return ENGINE in self._files

    def __contains__(self, path: str) -> bool:
        """Return whether there is a file at a path."""
        return path.strip("/") in self._files

    def response(self, path: str, accept_encoding: str, if_none_match: str) -> Response[bytes]:
        """Return the response to a request for a file with these two headers."""
        return self._response(self._files.get(path.strip("/")), accept_encoding, if_none_match)

    def page(self, page: Page, accept_encoding: str, if_none_match: str) -> Response[bytes]:
        """Return the response to a request for a page with these two headers."""
        document = self._document(self._preloads.of(page), page.name) if DOCUMENT in self._files else None
        return self._response(document, accept_encoding, if_none_match)

    def _made(self, preloads: str, page: str) -> StaticFile:
        """Return the document with these elements in it."""
        text = self._files[DOCUMENT].bodies[""].decode()
        first = "" if page == EMBEDDED else BOOTSTRAP.format("?games=true" if page in WITH_GAMES else "")
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
        accepted = _accepted(accept_encoding)
        encoding = next((encoding for encoding in file.bodies if encoding in accepted), "")
        if encoding:
            headers["Content-Encoding"] = encoding
        return Response(file.bodies[encoding], status_code=200, headers=headers, media_type=file.media_type)


def _accepted(accept_encoding: str) -> set[str]:
    """Return the encodings that the header names with a weight above 0."""
    parts = (part.replace(" ", "").partition(";q=") for part in accept_encoding.split(","))
    return {name for name, weighed, weight in parts if not weighed or weight.strip("0.")}


def _read(path: Path, folder: Path) -> StaticFile:
    body = path.read_bytes()
    beside = ((encoding, path.with_name(path.name + tail)) for tail, encoding in ENCODINGS.items())
    bodies = {encoding: file.read_bytes() for encoding, file in beside if file.is_file()}
    hashed = path.parent.name == "assets"  # the build puts the hash of a file there into its name
    media_type = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
    cache_control = IMMUTABLE if hashed else REVALIDATE
    return _file(media_type, cache_control, bodies | {"": body})


def _file(media_type: str, cache_control: str, bodies: Mapping[str, bytes]) -> StaticFile:
    return StaticFile(media_type, cache_control, f'"{sha256(bodies[""]).hexdigest()[:16]}"', bodies)
