"""A plain static server: the files of a folder, and the site's document for its page paths."""

import json
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

from playwright.sync_api import Page
from service_worker_files import SITE, seal
from support.waiting import until

__all__ = ["LOADING", "HoldingServer", "StaticServer", "change_file", "copy_site", "serve_folder", "wait_in_page"]

LOADING = 180_000
"""Timeout in milliseconds for loading or caching a site and starting its engine on a busy device."""
PACE = 0.02
"""Minimum delay of computer players, in seconds."""


def copy_site(folder: Path, *, patient: bool = False) -> Path:
    """Return a copy of the site in a folder, with computer players that do not wait, unless `patient`."""
    assert (SITE / "engine" / "prikup.zip").exists(), "run: make site"
    shutil.copytree(SITE, folder, copy_function=os.symlink)
    if not patient:
        change_file(folder, "engine/timing.json", json.dumps({"pace": PACE}))
    return folder


def change_file(folder: Path, name: str, text: str) -> None:
    """Turn a copied site into another build by changing a file."""
    for path, contents in ((folder / name, text), (worker := folder / "service_worker.js", worker.read_text("utf-8"))):
        path.unlink(missing_ok=True)  # a link to the file of the built site
        path.write_text(contents, "utf-8")
    seal(folder)


def wait_in_page(page: Page, function: str, argument: Any = None) -> Any:
    """Wait until a function in a page returns a value; return that."""
    return until(lambda: page.evaluate(function, argument), f"{function} in the page")


class StaticServer(SimpleHTTPRequestHandler):
    """Serves files, and the site's document for every page path."""

    def do_GET(self) -> None:
        if not Path(self.translate_path(self.path)).is_file() and "." not in self.path:
            self.path = "/index.html"
        return super().do_GET()

    def send_head(self) -> Any:
        """Send the headers; return the file, also to a browser that has one of the same second: it may have changed."""
        del self.headers["If-Modified-Since"]
        return super().send_head()

    def log_message(self, *_: object) -> None:
        pass


class HoldingServer(StaticServer):
    """Holds a file back until it is released, and then sends it, unless it is broken.

    While the server is unreachable it closes every connection without an answer.
    """

    held_path: str
    release_event: Event
    broken: Event
    unreachable: Event

    def do_GET(self) -> None:
        if self.unreachable.is_set():
            return
        if self.held_path in self.path:
            self.release_event.wait(LOADING / 1000)
            if self.broken.is_set():
                self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
                return
        super().do_GET()


class PatientServer(ThreadingHTTPServer):
    """A server that ignores connections closed by a browser during a response.

    Once it is closed it answers no requests, not even on connections opened before.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        super().server_close()
        for request in tuple(self._open):  # browsers keep one in reserve
            with suppress(OSError):  # it has ended meanwhile
                request.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve_folder(folder: Path, handler: type[StaticServer] = StaticServer) -> Iterator[str]:
    """Serve a folder, and yield the URL."""
    server = PatientServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
