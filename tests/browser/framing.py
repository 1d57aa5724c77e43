"""The page of somebody else, which frames some of ours."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

__all__ = ["framing"]

WIDTH, POSITION, DEAL = 560, 384, 640
"""The width that is proposed to whoever frames a board, and the heights of a position and of a deal, in pixels."""
HEAD = '<!doctype html><link rel="icon" href="data:,"><title>A blog</title>'


@contextmanager
def framing(folder: Path, pages: Mapping[str, str], height: int) -> Iterator[str]:
    """The address of a page at another server which frames these in a height, by the title of the frame."""
    frames = (
        f'<iframe title="{title}" src="{url}" width="{WIDTH}" height="{height}"></iframe>'
        for title, url in pages.items()
    )
    (folder / "index.html").write_text(HEAD + "".join(frames))
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    thread = threading.Thread(target=serving.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{serving.server_port}/"
    finally:
        serving.shutdown()
        thread.join()
        serving.server_close()
