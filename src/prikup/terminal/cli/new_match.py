"""How a match begins: where its log lies, who sits at the table, and how each deck is shuffled."""

import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from prikup.errors import BadLog, PrikupError, reason
from prikup.games import GAMES
from prikup.history.log import HUMAN, Begin, Log
from prikup.history.log_file import read_events
from prikup.history.notation import parse_match
from prikup.history.shuffle import Shuffle, deal_seed, prepared
from prikup.locale import Words
from prikup.options import options_text, parse_options

__all__ = ["USUAL", "Wish", "begin", "data_folder", "is_log", "new_path", "read_log", "shuffle", "unfinished"]

YOU = 0
"""The seat of the person at the terminal."""
USUAL = "rule"
"""How the others play if nobody says otherwise."""
LONGEST_NAME = 20
RECENT = 50
"""How many of the latest logs are looked through for an unfinished match."""


class Wish(Struct, frozen=True):
    """What a person asks for before a match. `options` is their text form."""

    game: str
    options: str = ""
    name: str = ""
    level: str = USUAL
    deals: int = 0
    seed: str = ""


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the logs."""
    home = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "prikup"


def new_path(folder: Path, game: str) -> Path:
    """A file for a new match that does not exist yet."""
    stem = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = (f"{stem}{tail}.jsonl" for tail in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for name in names if not (path := folder / name).exists())


def begin(wish: Wish, words: Words) -> Begin:
    """The first event of a match. Raises BadOptions."""
    if wish.game not in GAMES:
        raise BadLog(0, reason("game-unknown", game=wish.game, allowed=" ".join(GAMES)))
    kind = GAMES[wish.game]
    options = parse_options(kind.presets, wish.options)
    game = kind.build(options)
    name = "".join(filter(str.isprintable, wish.name)).strip()[:LONGEST_NAME] or words("player")
    others = [other for other in words("player-names").split() if other != name]
    draw = int(deal_seed(wish.seed, 0, 0), 16) if wish.seed else secrets.randbits(256)
    return Begin(
        wish.game,
        game.rules,
        options_text(kind.presets, options),
        (name, *others[: game.seats - 1]),
        (HUMAN, *(wish.level for _ in range(game.seats - 1))),
        draw % game.seats,
        deals=wish.deals,
        seed=wish.seed,
        bots=draw // 7 % 2**32,
    )


def shuffle(log: Log) -> Shuffle:
    """The inputs of the next shuffle. With a match seed all follows from it; otherwise the person at the terminal adds
    entropy, and cuts if he sits on the dealer's right."""
    game, dealer = log.game, log.match.dealer
    deal, attempt = log.match.deals + 1, log.attempts + 1
    if log.begin.seed:
        return prepared(deal_seed(log.begin.seed, deal, attempt), game.seats, len(game.pack))
    entropy = {YOU: secrets.token_hex(16)}
    cutter = (dealer - 1) % game.seats
    cut = 1 + secrets.randbelow(len(game.pack) - 1) if cutter == YOU else None
    return prepared(secrets.token_hex(32), game.seats, len(game.pack), entropy, cut)


def read_log(path: Path) -> Log:
    """The match of a file, a log or a notation; raises BadLog and OSError."""
    data = path.read_bytes()
    if data.lstrip().startswith(b"["):
        return parse_match(data.decode(errors="replace"))
    events, _, _ = read_events(data)
    return Log.replay(events)


def is_log(path: Path) -> bool:
    """Whether a file begins as a log does, and not as a notation."""
    return path.read_bytes().startswith(b'{"type":"begin"')


def unfinished(folder: Path) -> Iterator[tuple[Path, Log]]:
    """The matches that are not over, the latest first; files that do not read are passed over."""
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in paths[:RECENT]:
        try:
            log = Log.replay(read_events(path.read_bytes())[0], checked=False)
        except (PrikupError, OSError, msgspec.MsgspecError):
            continue
        if not log.over and HUMAN in log.begin.players:
            yield path, log
