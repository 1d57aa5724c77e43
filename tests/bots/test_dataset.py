"""The data set: its files follow from the seed, and its deals are played by the rules."""

import gzip
import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from support.example_games import example

from prikup.bots.dataset import BLOCK, LICENSE, Description, LoggedDeal, generate_deals, write_dataset
from prikup.games import GAMES

each_game = pytest.mark.parametrize("name", GAMES)
PLAYERS = ("random", "rule")


def describe(name: str, deals: int = 3, seed: str = "1") -> Description:
    return Description.of(name, next(iter(GAMES[name].presets)), PLAYERS, deals, seed)


def write(description: Description, folder: Path) -> dict[str, bytes]:
    """Write a data set and return the contents of its files by name."""
    write_dataset(description, generate_deals(description), folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@each_game
def test_dataset_files_follow_from_seed(name: str, tmp_path: Path) -> None:
    first, again = (write(describe(name), tmp_path / folder) for folder in ("first", "again"))
    assert first == again
    assert first["deals.jsonl.gz"] != write(describe(name, seed="2"), tmp_path / "other")["deals.jsonl.gz"]


def test_smaller_dataset_has_first_deals_of_larger_one() -> None:
    name = example()
    deals = list(generate_deals(describe(name, BLOCK + 3)))
    assert [deal.deal for deal in deals] == list(range(BLOCK + 3))
    for count in (1, BLOCK + 1):
        assert list(generate_deals(describe(name, count))) == deals[:count]
    assert deals[BLOCK].match_deal == 1
    assert max(deal.match_deal for deal in deals) > 1


def test_dataset_is_the_same_from_several_processes() -> None:
    description = describe(example(), BLOCK + 2)
    assert list(generate_deals(description, 2)) == list(generate_deals(description))


def test_dataset_has_card_licence_and_checksums(tmp_path: Path) -> None:
    name = example()
    files = write(describe(name, 5, "a seed"), tmp_path / "data")
    assert set(files) == {"LICENSE", "README.md", "SHA256SUMS", "dataset.json", "deals.jsonl.gz"}
    lines = gzip.decompress(files["deals.jsonl.gz"])
    deals = [msgspec.json.decode(line, type=LoggedDeal) for line in lines.splitlines()]
    card = files["README.md"].decode()
    assert f"prikup dataset {name} --deals 5 --players random,rule --seed 'a seed' --preset" in card
    assert hashlib.sha256(lines).hexdigest() in card
    assert "{" not in card
    points_by_player: dict[str, list[float]] = {}
    for deal in deals:
        for player, gain in zip(deal.players, deal.points, strict=True):
            points_by_player.setdefault(player, []).append(gain)
    for player, points in points_by_player.items():
        assert f"| `{player}` | {len(points)} | {sum(points) / len(points):+.2f} |" in card
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path / "data", check=True)


def test_dataset_has_licence_of_the_program() -> None:
    assert (Path(__file__).parents[2] / "LICENSE").read_text() == LICENSE


def test_dataset_keeps_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("mine")
    with pytest.raises(FileExistsError):
        write(describe(example()), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["own"]


def test_interrupted_dataset_leaves_an_empty_folder(tmp_path: Path) -> None:
    def deals() -> Iterator[LoggedDeal]:
        yield from generate_deals(describe(example()))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(describe(example()), deals(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_dataset_without_options_names_the_default_preset() -> None:
    name, kind = next(iter(GAMES.items()))
    assert Description.of(name, "", ("random",), 1, "seed").options == next(iter(kind.presets))
