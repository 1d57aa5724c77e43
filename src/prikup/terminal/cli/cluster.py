"""Connect to a Ray cluster (several machines that share the work), for `prikup arena --ray`.

If no cluster exists, `ray.init` waits for several minutes and cannot be interrupted. Therefore a child process, which
can be killed, tries to connect first.
"""

import logging
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from prikup.locale import Words
from prikup.terminal.cli.usage_error import Complaint

__all__ = ["join_cluster"]

CONNECTING, JOINING = 5.0, 30.0
"""Timeouts in seconds.

`CONNECTING` is the timeout for reaching the address, and `JOINING` the timeout for joining a cluster at that address.
"""
TRIAL = """
import logging, sys, ray
ray.init(sys.argv[1], include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
"""


@contextmanager
def join_cluster(words: Words, address: str, workers: int) -> Iterator[None]:
    """Join the Ray cluster at `address` for the duration of a `with` block. Raise Complaint if there is no cluster.

    `words` are the messages in the user's language. `address` is HOST:PORT, `auto` or `local`. With `auto`, Ray finds a
    cluster by itself. With `local`, Ray starts a new cluster on this machine with `workers` workers; `workers` is not
    used otherwise.
    """
    try:
        import ray
    except ModuleNotFoundError:
        raise Complaint(words("error-ray-extra"), 1) from None
    local_workers = workers if address == "local" else None
    try:
        if local_workers is None:
            _check_cluster(words, address)
        ray.init(
            address, num_cpus=local_workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR
        )
    except (OSError, OverflowError, ValueError) as error:
        raise Complaint(words("error-ray", address=address, error=str(error))) from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_cluster(words: Words, address: str) -> None:
    """Check that a Ray cluster can be joined at `address`. Raise OSError or ValueError if it cannot."""
    if address_match := re.fullmatch(r"(?:ray://)?\[?(.+?)\]?:(\d{1,5})", address):
        socket.create_connection((address_match[1], int(address_match[2])), CONNECTING).close()
    try:
        process = subprocess.run(
            [sys.executable, "-c", TRIAL, address], capture_output=True, text=True, timeout=JOINING, check=False
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError(words("error-ray-silent", seconds=round(JOINING))) from None
    if process.returncode:
        raise ConnectionError(process.stderr.strip().rpartition("\n")[2])
