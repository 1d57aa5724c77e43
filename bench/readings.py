"""Measure the processor time of requests for a finished match: `python -m bench.readings [--deals 570]`.

A match of `--deals` deals is played in every game, and the match with the most events is measured. With 570 deals its
file has about one megabyte, which is the maximum. Each figure is the smallest of three measurements, in milliseconds of
processor time. Requests are measured in two parts: the work done in a worker process, and the work left to the server's
own process.
"""

import argparse
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # for the test helpers in `support`

from support.matches import begin, finish

from prikup.archive.finished_match import MatchSeat
from prikup.archive.match_import import MatchChoice, match_from_file, matches_in_file
from prikup.archive.uploads import UploadedMatch
from prikup.games import GAMES
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.server.archive import reading
from prikup.server.archive.reading import SeenMatch, StoredMatch
from prikup.table.fixed_deal import Origin

T = TypeVar("T")
TIMES = 3


def measure(name: str, function: Callable[[], T], prepare: Callable[[], object] = lambda: None) -> T:
    """Call `function` three times, print the smallest processor time after `name`, and return the last result.

    `prepare` is called before each measurement and is not timed.
    """

    def once() -> tuple[float, T]:
        prepare()
        start = time.process_time()
        result = function()
        return time.process_time() - start, result

    runs = [once() for _ in range(TIMES)]
    print(f"{name:44}{min(seconds for seconds, _ in runs) * 1000:9.1f} ms", flush=True)
    return runs[-1][1]


def main() -> None:
    """Create the match, and measure the requests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=570)
    deals: int = parser.parse_args().deals
    logs = (finish(Log(begin(name, kind, deals=deals)), 3) for name, kind in GAMES.items())
    log = max(logs, key=lambda log: len(log.events))
    text = lines(log.events).decode()
    last = len(log.match.sheet.lines)
    print(f"{log.begin.game}: {last} deals, a file of {len(text):,} bytes\n\nIn a worker process:")
    measure("list the matches of the file", lambda: matches_in_file(text))
    upload = measure("import one", lambda: match_from_file(MatchChoice(text, 0, 0), "user", 0))
    assert isinstance(upload, UploadedMatch)
    stored_match = StoredMatch(upload.opening.settings, ((upload.commit.events, upload.commit.at),))
    seen_match = SeenMatch(
        "t", stored_match, (MatchSeat("Anna"),) * log.game.seats, 0, host=True, private=False, imported=True
    )
    match = measure(
        "read it, before any of the following", lambda: reading.read_match(stored_match), reading.read_match.cache_clear
    )
    record = measure("its record", lambda: reading.match_record(seen_match, {}))
    measure("its log", lambda: reading.log_file(seen_match))
    measure("its last deal", lambda: reading.deal_record(seen_match, last))
    measure("a question there", lambda: reading.deal_question(seen_match, last, 2))
    measure("the same deal at other tables", lambda: reading.same_deal("t", last, {"t": seen_match}))
    measure("a review of it, asked for", lambda: reading.review_of(seen_match, last))
    measure("a table to play on at", lambda: reading.play_on_table(seen_match, Origin("t", last, 0), (), "user", 1))
    print("\nIn the server's own process:")
    measure("send the match to a worker", lambda: pickle.dumps((reading.match_record, (seen_match, {}))))
    answers = pickle.dumps(record), pickle.dumps(match)
    measure("receive its record", lambda: pickle.loads(answers[0]))
    measure("receive it as read, for the archive", lambda: pickle.loads(answers[1]))


if __name__ == "__main__":
    main()
