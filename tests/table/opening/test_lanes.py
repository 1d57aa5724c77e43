"""The lanes of quick pairing, as the games' folders declare them."""

from collections import Counter

from support.faults import check_each

from prikup.games import GAMES, game
from prikup.rules.options import parse_options
from prikup.table.opening.lanes import Lane, lanes, paired_table
from prikup.table.state.table_state import TableState


def test_lanes_have_different_names_and_rules() -> None:
    assert all(name == lane.name and " " not in name for name, lane in lanes().items())
    assert max(Counter((lane.game, lane.options, lane.deals) for lane in lanes().values()).values()) == 1


def test_lanes_describe_their_games() -> None:
    def check(lane: Lane) -> None:
        rules = game(lane.game, lane.options)
        assert parse_options(GAMES[lane.game].presets, lane.options) == rules.options
        assert lane.seats == rules.seats
        assert lane.partners == (len(rules.sides) < rules.seats)
        assert lane.clock[0] >= 60_000, "a match can be rated"
        assert lane.clock[1] >= 3_000, "a match can be rated"

    check_each(check, lanes().values())


def test_paired_table_has_the_rules_of_its_lane() -> None:
    lane = next(iter(lanes().values()))
    people = ("anna", "", "boris")
    settings = paired_table(lane, people, "5e" * 32, 5000)
    assert (settings.game, settings.options, settings.deals, settings.clock) == (
        lane.game,
        lane.options,
        lane.deals,
        lane.clock,
    )
    assert (settings.host, settings.reserved, settings.pairing and settings.pairing.until_ms) == ("", people, 5000)
    assert TableState(settings).missing_seats == (0, 2)
