"""A data set of deals between computer players, for others to learn from: a folder of files, determined by a seed.

    deals.jsonl.gz   one `LoggedDeal` per line, as JSON
    dataset.json     the `Description`
    README.md        the data card
    LICENSE          the licence of the data
    SHA256SUMS       the checksums of the files above, for `sha256sum -c SHA256SUMS`

The deals are played in blocks of `BLOCK` deals. A new match begins with each block and after the end of a match, so
most deals continue a match with a score. The cards, the dealer and the seats of the players follow from the seed and
the number of the block. So the files are the same for any number of processes, and a smaller data set has the first
deals of a larger one. `prikup.env.dataset` reads the files.
"""

import gzip
import hashlib
import random
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct

from prikup.bots.imported_player import load_player
from prikup.games import GAMES, game
from prikup.rules.cards import Card
from prikup.rules.match import Match
from prikup.rules.options import options_text
from prikup.rules.state import Action, Seat, view

__all__ = ["DEALS_FILE", "DESCRIPTION_FILE", "Description", "LoggedDeal", "generate_deals", "write_dataset"]

BLOCK = 10
"""The number of deals in a block: deals that one process plays one after the other, beginning with a new match."""
DEALS_FILE, DESCRIPTION_FILE = "deals.jsonl.gz", "dataset.json"
PLAYER_SEED = 0
"""The seed of all players; their random choices follow from it and from what they see."""
LICENSE = """\
MIT License

Copyright (c) 2026 the prikup authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
"""The licence of the data, which is that of the program."""
CARD = """\
---
license: mit
pretty_name: {game}, {deals} deals between computer players
tags: [card-games, imperfect-information, imitation-learning, offline-rl]
---

# {game}: {deals} deals between computer players

Deals of a trick-taking card game, played by computer players of prikup who see what a player at the table sees. There
is no personal data: no person took part.

| | |
|---|---|
| game | `{game}`, version {rules} of its rules |
| house rules | `{options}` |
| players | {players} |
| deals | {deals} |
| seed | `{seed}` |
| SHA-256 of the uncompressed lines of `deals.jsonl.gz` | `{lines_sum}` |

Made with prikup {version} by

    prikup dataset {command}

The command gives the same bytes again, on as many processes as you like. `sha256sum -c SHA256SUMS` checks the files.
Another version of zlib may compress otherwise; the sum of the uncompressed lines stays.

## The players

Each seat of each match has a player drawn at random from the list. Mean points per deal and seat:

| player | deals and seats | points |
|---|---|---|
{results}

## The data

Each line of `deals.jsonl.gz` is a deal, as a JSON object:

| field | |
|---|---|
| `deal` | the number of the deal in this data set, from 0 |
| `match_deal` | the number of the deal in its match; 1 begins a new match, others continue that of the line before |
| `dealer` | the seat that dealt |
| `players` | the player in each seat |
| `deck` | the deck, top card first; a card is suit × 13 + rank, with suits S C D H and ranks 2 … A |
| `actions` | all actions in order: a card, or 52 and the number of a call in `calls` of `dataset.json` |
| `points` | the points that each seat won or lost: the change of its side's settlement |

What each player saw, and the legal actions, follow by a replay with the `Dataset` of `prikup.env.dataset`:

    for step in Dataset("FOLDER").steps():
        step.view, step.legal, step.action, step.points

## Limits

The players are programs with a style of their own: their play is no evidence of what people do, nor of best play. Calls
that they do not consider occur rarely or never.
"""


class Description(Struct, frozen=True):
    """The arguments from which a data set was made, and further facts that a reader needs.

    - `game` is the name of the game, `rules` the version number of its rules, and `options` are its house rules as
      text.
    - `players` are the names of the computer players, `deals` is the number of deals, and `seed` determines them.
    - `calls` are the names of the calls; call number n is the action 52 + n.
    """

    game: str
    rules: int
    options: str
    players: tuple[str, ...]
    deals: int
    seed: str
    calls: tuple[str, ...]

    @classmethod
    def of(cls, name: str, options: str, players: tuple[str, ...], deals: int, seed: str) -> "Description":
        """Describe a data set of the game `name` by the arguments from which it is made."""
        rules = game(name, options)
        all_options = options_text(GAMES[name].presets, rules.options)
        return cls(name, rules.rules_version, all_options, players, deals, seed, rules.calls)


class LoggedDeal(Struct, frozen=True):
    """A finished deal of a data set.

    - `deal` is its number in the data set, from 0, and `match_deal` its number in its match, from 1.
    - `dealer` is the seat that dealt, and `players` has the name of the computer player in each seat.
    - `deck` has the cards before the deal, top card first.
    - `actions` has all actions in order: an action is a card, or 52 plus the number of a call.
    - `points` has the points that each seat won or lost.
    """

    deal: int
    match_deal: int
    dealer: Seat
    players: tuple[str, ...]
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    points: tuple[float, ...]


def generate_deals(description: Description, workers: int = 1) -> Iterator[LoggedDeal]:
    """Play the deals of the data set that `description` describes, and yield them in order.

    `workers` is the number of processes. With one worker the deals are played in this process.
    """
    blocks = range(-(-description.deals // BLOCK))
    if workers == 1:
        yield from islice(chain.from_iterable(_play_block(description, block) for block in blocks), description.deals)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        played = pool.map(_play_block, [description] * len(blocks), blocks)
        yield from islice(chain.from_iterable(played), description.deals)


def _play_block(description: Description, block: int) -> list[LoggedDeal]:
    """Play the deals of one block and return them; a block begins with a new match."""
    rules, rng = game(description.game, description.options), random.Random(f"{description.seed} {block}")
    by_name = {name: load_player(name, rules, PLAYER_SEED) for name in description.players}
    deals: list[LoggedDeal] = []
    match, names, match_deal = Match.begin(rules), tuple[str, ...](), 0
    for number in range(block * BLOCK, min((block + 1) * BLOCK, description.deals)):
        if not names or match.over:
            match, match_deal = Match.begin(rules, rng.randrange(rules.seats)), 0
            names = tuple(rng.choice(description.players) for _ in range(rules.seats))
        match_deal += 1
        decks, actions = list[tuple[Card, ...]](), list[Action]()
        state = match.deal_accepted(_recorded(decks, rules.pack, rng))
        while (actor := state.public.actor) is not None:
            actions.append(by_name[names[actor]](view(state, actor)))
            state = rules.apply(state, actions[-1])
        next_match = match.close(rules.outcome(state))
        points = _points(match, next_match)
        deals.append(LoggedDeal(number, match_deal, match.dealer, names, decks[-1], tuple(actions), points))
        match = next_match
    return deals


def _recorded(decks: list[tuple[Card, ...]], pack: tuple[Card, ...], rng: random.Random) -> Iterator[tuple[Card, ...]]:
    """Yield shuffled decks of `pack`, and append each of them to `decks`."""
    while True:
        decks.append(tuple(rng.sample(pack, len(pack))))
        yield decks[-1]


def _points(match: Match, next_match: Match) -> tuple[float, ...]:
    """Return the points that each seat won or lost in one deal: the deal between `match` and `next_match`."""
    settlement = match.game.scoring.settlement
    old, new = settlement(match.sheet.totals), settlement(next_match.sheet.totals)
    by_seat = {seat: float(new[side] - old[side]) for side, seats in enumerate(match.game.sides) for seat in seats}
    return tuple(by_seat[seat] for seat in range(match.game.seats))


def write_dataset(description: Description, deals: Iterable[LoggedDeal], folder: Path) -> None:
    """Write the files of a data set into `folder`, which must be empty or not exist yet.

    `deals` are those of `generate_deals`; they are written one by one. If writing is interrupted, the folder is left
    empty. Raise FileExistsError if the folder has files or is a file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(17, "the folder is not empty", str(folder))
    try:
        points, lines_sum = _write_deals(deals, folder / DEALS_FILE)
    except BaseException:
        (folder / DEALS_FILE).unlink()
        raise
    description_json = msgspec.json.format(msgspec.json.encode(description)) + b"\n"
    (folder / DESCRIPTION_FILE).write_bytes(description_json)
    (folder / "README.md").write_bytes(_card(description, points, lines_sum).encode())
    (folder / "LICENSE").write_bytes(LICENSE.encode())
    names = sorted(path.name for path in folder.iterdir())
    sums = (f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    (folder / "SHA256SUMS").write_bytes("".join(sums).encode())


def _write_deals(deals: Iterable[LoggedDeal], path: Path) -> tuple[dict[str, list[float]], str]:
    """Write deals to a new file. Return the points of each player by name, and the hash of the uncompressed lines."""
    points, lines_sum, encoder = defaultdict[str, list[float]](list), hashlib.sha256(), msgspec.json.Encoder()
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as compressed:
        for deal in deals:
            line = encoder.encode(deal) + b"\n"
            compressed.write(line)
            lines_sum.update(line)
            for name, seat_points in zip(deal.players, deal.points, strict=True):
                points[name].append(seat_points)
    return points, lines_sum.hexdigest()


def _card(description: Description, points: dict[str, list[float]], lines_sum: str) -> str:
    """Return the data card, the text of `README.md`.

    `points` has the points of each player in each of its deals, by the player's name. `lines_sum` is the hash of the
    uncompressed file of deals.
    """
    results = (f"| `{name}` | {len(points[name])} | {fmean(points[name]):+.2f} |" for name in sorted(points))
    preset, *changes = description.options.split()
    options = (f"--deals {description.deals}", f"--players {','.join(description.players)}")
    house_rules = (f"--preset {preset}", *(f"--set {change}" for change in changes))
    command = (description.game, *options, f"--seed {shlex.quote(description.seed)}", *house_rules, "FOLDER")
    fields: dict[str, Any] = msgspec.structs.asdict(description) | {
        "players": ", ".join(f"`{name}`" for name in description.players),
        "results": "\n".join(results),
        "lines_sum": lines_sum,
        "version": version("prikup"),
        "command": " ".join(command),
    }
    return CARD.format(**fields)
