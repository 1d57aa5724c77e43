"""Reading a data set: its deals are replayed step by step, and damage is found."""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from env.common import NAME, each_game
from msgspec.structs import replace

from prikup.bots import player
from prikup.bots.dataset import DESCRIPTION_FILE, Description, generate_deals, write_dataset
from prikup.env.dataset import Dataset
from prikup.games import GAMES
from prikup.rules.errors import IllegalAction


def written(name: str, folder: Path, deals: int = 4) -> Dataset:
    description = Description.of(name, next(iter(GAMES[name].presets)), ("random", "rule"), deals, "read")
    write_dataset(description, generate_deals(description), folder)
    return Dataset(folder)


@each_game
def test_dataset_steps_are_decisions_of_its_players(name: str, tmp_path: Path) -> None:
    """Each action is legal, and what its player chooses by the View of its seat; the points are those of the deal."""
    dataset = written(name, tmp_path)
    dataset.check()
    players = {other: player(other, dataset.rules, 0) for other in dataset.description.players}
    counts = [0] * 4
    for step in dataset.steps():
        assert step.view.seat == step.seat
        assert step.action in step.legal
        assert step.action == players[step.player](step.view)
        assert step.points == step.deal.points[step.seat]
        counts[step.deal.deal] += 1
    assert counts == [len(deal.actions) for deal in dataset.deals()]


@each_game
def test_replay_of_dataset_leads_to_logged_points(name: str, tmp_path: Path) -> None:
    dataset = written(name, tmp_path)
    replays = list(dataset.replays())
    settlement = dataset.rules.scoring.settlement
    for (deal, states), (next_deal, next_states) in pairwise(replays):
        assert states[-1].public.actor is None
        if next_deal.match_deal > 1:
            old, new = (settlement(some[0].public.match.totals) for some in (states, next_states))
            for side, seats in enumerate(dataset.rules.sides):
                assert [deal.points[seat] for seat in seats] == [float(new[side] - old[side])] * len(seats)


def test_dataset_is_read_lazily(tmp_path: Path) -> None:
    dataset = written(NAME, tmp_path)
    assert next(dataset.deals()).deal == 0
    assert next(dataset.steps()).deal.deal == 0


def test_dataset_check_finds_changed_file(tmp_path: Path) -> None:
    dataset = written(NAME, tmp_path)
    (tmp_path / "README.md").write_text("something else")
    with pytest.raises(ValueError, match=r"README\.md differs"):
        dataset.check()


def test_dataset_of_other_rules_is_rejected(tmp_path: Path) -> None:
    dataset = written(NAME, tmp_path)
    other = replace(dataset.description, rules=dataset.description.rules + 1)
    (tmp_path / DESCRIPTION_FILE).write_bytes(msgspec.json.encode(other))
    with pytest.raises(ValueError, match="version"):
        Dataset(tmp_path)


def test_illegal_action_in_dataset_is_rejected(tmp_path: Path) -> None:
    dataset = written(NAME, tmp_path, 1)
    (deal,) = dataset.deals()
    write_dataset(dataset.description, [replace(deal, actions=(99, *deal.actions))], tmp_path / "wrong")
    with pytest.raises(IllegalAction):
        list(Dataset(tmp_path / "wrong").steps())


def test_deal_of_dataset_that_was_cut_off_is_rejected(tmp_path: Path) -> None:
    dataset = written(NAME, tmp_path, 1)
    (deal,) = dataset.deals()
    write_dataset(dataset.description, [replace(deal, actions=deal.actions[:-1])], tmp_path / "cut")
    with pytest.raises(ValueError, match="has not ended"):
        list(Dataset(tmp_path / "cut").steps())
