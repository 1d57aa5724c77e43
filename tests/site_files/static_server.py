"""A static server as anybody may run one: files of a folder, and the document of the site for its own pages."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

__all__ = ["SITE", "StaticServer", "served"]

SITE = Path(__file__).parents[2] / "build" / "site"
PACE = 0.02
"""The seconds that computer players take at least."""


class StaticServer(SimpleHTTPRequestHandler):
    """Sends files, and to every page of the site its document."""

    def do_GET(self) -> None:
        if self.path == "/engine/timing.json":
            return self._quick()
        if not Path(self.translate_path(self.path)).is_file() and "." not in self.path:
            self.path = "/index.html"
        return super().do_GET()

    def _quick(self) -> None:
        body = json.dumps({"pace": PACE}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class PatientServer(ThreadingHTTPServer):
    """A server that has nothing to say of a browser that ends a connection in the middle of an answer."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path = SITE) -> Iterator[str]:
    """Serve a folder, and yield the address."""
    server = PatientServer(("127.0.0.1", 0), partial(StaticServer, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
