"""A View becomes a position only if every card in play is visible."""

from support.circles import depth
from support.random_walk import each_game, random_steps

from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view, watch
from prikup.solver.from_view import open_positions


@each_game
def test_view_becomes_position_only_if_all_cards_are_visible(name: str, kind: GameDefinition) -> None:
    """A View without a hidden card is converted as the State itself, as far as it is played."""
    open_count = hidden_count = 0
    for game, state, action in random_steps(kind, 31, depth(150)):
        public = state.public
        for player_view in (watch(state), *(view(state, seat) for seat in range(game.seats))):
            positions = open_positions(game, player_view)
            if public.tricks is None or action is None or action >= 52:
                assert positions == ()
                continue
            seats = public.tricks.seats
            if any(state.hands[s] & ~public.shown[s] for s in seats if s != player_view.seat):
                hidden_count += 1
                assert positions == ()
                continue
            open_count += 1
            objective = game.objective(public)
            assert [position.side for position in positions] == list(map(frozenset, objective.sides))
            for position in positions:
                assert position.hands == tuple(h if s in seats else 0 for s, h in enumerate(state.hands))
                assert position.goal == objective.goal
                assert position.tricks.turn == public.turn
                assert position.tricks.lying == public.tricks.lying
                assert position.tricks.legal(state.hands[public.turn]) >> action & 1
    assert open_count
    assert hidden_count
