"""The built browser client, held in memory: nothing outside its folder can be asked for."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from litestar import Response
from msgspec import Struct

__all__ = ["CLIENT", "StaticFiles"]

CLIENT = Path(__file__).parents[1] / "client"
"""The folder that the client is built into, which travels in the wheel."""
ROUTES = {"", "t", "fair", "rules", "account", "matches"}
"""The first parts of the paths whose pages the client draws itself."""
MEDIA_TYPES = {
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


class StaticFiles:
    """The files of a folder; of a missing folder there is one text, which says how to build it."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in ENCODINGS)
        self._files = {path.relative_to(folder).as_posix(): _read(path, folder) for path in paths}

    def response(self, path: str, accept_encoding: str, if_none_match: str) -> Response[bytes]:
        """Return the response to a request for `path` with these two headers."""
        name = path.strip("/")
        file = self._files.get("index.html" if name.partition("/")[0] in ROUTES else name)
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
    hashed = path.relative_to(folder).parts[0] == "assets"  # the build puts the hash of a file there into its name
    media_type = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
    cache_control = IMMUTABLE if hashed else REVALIDATE
    return StaticFile(media_type, cache_control, f'"{sha256(body).hexdigest()[:16]}"', bodies | {"": body})
