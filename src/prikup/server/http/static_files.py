"""The browser client as it was built, held in memory: nothing outside its folder can be asked for."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from litestar import Response
from msgspec import Struct

__all__ = ["CLIENT", "StaticFiles"]

CLIENT = Path(__file__).parents[1] / "client"
"""Where the client is built to, and travels in the wheel."""
PLACES = {"", "t", "fair", "rules", "account"}
"""The first part of the addresses that the client itself takes care of."""
TYPES = {
    ".css": "text/css",
    ".ftl": "text/plain",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
PACKED = {".br": "br", ".gz": "gzip"}
"""Files that lie packed beside themselves, the best first."""
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
NOT_BUILT = b"The browser client is not built yet. Build it with: make client\n"
NO_SUCH_PAGE = b"404\n"


class Page(Struct, frozen=True):
    """A file: its bytes, as they are and packed, by content encoding."""

    kind: str
    cache: str
    tag: str
    bodies: Mapping[str, bytes]


class StaticFiles:
    """The pages of a folder; a missing folder has one, which says how to build it."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in PACKED)
        self._pages = {path.relative_to(folder).as_posix(): _page(path, folder) for path in paths}

    def answer(self, path: str, encodings: str, known: str) -> Response[bytes]:
        """What a browser gets for a path; `known` is the tag of what it has."""
        name = path.strip("/")
        page = self._pages.get("index.html" if name.partition("/")[0] in PLACES else name)
        if page is None:
            return Response(NO_SUCH_PAGE if self._pages else NOT_BUILT, status_code=404, media_type=TYPES[".txt"])
        headers = {"Cache-Control": page.cache, "ETag": page.tag, "Vary": "Accept-Encoding"}
        if page.tag in known:
            return Response(b"", status_code=304, headers=headers, media_type=page.kind)
        packed = next((encoding for encoding in page.bodies if encoding in _offered(encodings)), "")
        if packed:
            headers["Content-Encoding"] = packed
        return Response(page.bodies[packed], status_code=200, headers=headers, media_type=page.kind)


def _offered(encodings: str) -> set[str]:
    """What `Accept-Encoding` names, unless with a weight of nothing."""
    parts = (part.replace(" ", "").partition(";q=") for part in encodings.split(","))
    return {name for name, weighed, weight in parts if not weighed or weight.strip("0.")}


def _page(path: Path, folder: Path) -> Page:
    body = path.read_bytes()
    beside = ((encoding, path.with_name(path.name + tail)) for tail, encoding in PACKED.items())
    bodies = {encoding: packed.read_bytes() for encoding, packed in beside if packed.is_file()}
    hashed = path.relative_to(folder).parts[0] == "assets"  # the build puts the hash of a file there into its name
    kind = TYPES.get(path.suffix, "application/octet-stream")
    return Page(kind, FOR_EVER if hashed else ASK_AGAIN, f'"{sha256(body).hexdigest()[:16]}"', bodies | {"": body})
