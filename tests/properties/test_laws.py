"""Laws for every state of every game, under random options."""

import random
from collections.abc import Callable

from support.circles import depth
from support.random_walk import Step, cards_by_location, each_game, random_deal, random_game, random_steps, walk

from prikup.rules.cards import mask
from prikup.rules.errors import IllegalAction, Reason
from prikup.rules.game import illegal
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.state import view, watch
from prikup.rules.text_format import parse_state, parse_view, state_text, view_text

DEALS = 150


def every_card_lies_in_one_place(step: Step) -> None:
    places = cards_by_location(step.state)
    assert sum(place.bit_count() for place in places) == len(step.game.pack)
    assert mask(step.game.pack) == sum(places)


def one_seat_may_act_until_the_deal_is_over(step: Step) -> None:
    game, state, action = step
    public = state.public
    legal = [game.legal(view(state, seat)) for seat in range(game.seats)]
    assert game.legal(watch(state)) == ()
    assert [seat for seat, actions in enumerate(legal) if actions] == ([] if action is None else [public.actor])
    assert (public.turn is None) == (public.actor is None) == (public.phase == "over") == (action is None)
    for actions in legal:
        assert len(set(actions)) == len(actions)
        assert all(0 <= a < 52 + len(game.calls) for a in actions)


def each_player_is_on_one_side(step: Step) -> None:
    public = step.state.public
    if public.tricks is not None:
        objective = step.game.objective(public)
        assert sorted(seat for side in objective.sides for seat in side) == sorted(public.tricks.seats)
        assert len(objective.sides) > 1
        assert all(objective.sides)


def an_illegal_action_is_refused_with_a_reason(step: Step) -> None:
    """All actions are tried before the play and in some states of it, one action in the others."""
    game, state, _ = step
    rng, all_actions = random.Random(sum(state.hands)), range(52 + len(game.calls))
    tried_actions = rng.sample(all_actions, 1) if state.public.tricks and rng.random() < 0.9 else all_actions
    for player_view in (watch(state), *(view(state, seat) for seat in range(game.seats))):
        for action in set(tried_actions) - set(game.legal(player_view)):
            error = illegal(game, player_view, action)
            assert isinstance(error, IllegalAction)
            assert isinstance(error.reason, Reason)
            assert f": {error.reason} (legal: " in str(error)


def face_up_cards_are_held(step: Step) -> None:
    for face_up, hand in zip(step.state.public.shown, step.state.hands, strict=True):
        assert not face_up & ~hand


LAWS: tuple[Callable[[Step], None], ...] = (
    every_card_lies_in_one_place,
    one_seat_may_act_until_the_deal_is_over,
    each_player_is_on_one_side,
    an_illegal_action_is_refused_with_a_reason,
    face_up_cards_are_held,
)


@each_game
def test_game_laws_hold_in_random_states(name: str, kind: GameDefinition) -> None:
    for step in random_steps(kind, 1, depth(DEALS)):
        assert step.game.name == name
        assert len(step.game.sides) <= step.game.seats == len(step.state.hands) == len(step.state.notes)
        for law in LAWS:
            law(step)


@each_game
def test_states_and_views_are_read_back_from_text(name: str, kind: GameDefinition) -> None:
    for game, state, _ in random_steps(kind, 4, depth(15)):
        line = state_text(game, state)
        assert "\n" not in line
        assert parse_state(game, kind.public, line) == state
        for player_view in (watch(state), *(view(state, seat) for seat in range(game.seats))):
            assert parse_view(game, kind.public, view_text(game, player_view)) == player_view


@each_game
def test_score_row_explains_changes_of_the_sheet(name: str, kind: GameDefinition) -> None:
    rng = random.Random(6)
    for _ in range(depth(DEALS)):
        match = Match.begin(random_game(kind, rng))
        for _ in range(4):
            state = list(walk(match.game, random_deal(match, rng), rng))[-1].state
            outcome = match.game.outcome(state)
            row = match.game.scoring.row(outcome, match.standing)
            next_match = match.close(outcome)
            counts = match.game.scoring.next_deal(outcome, match.standing, row).counts
            assert all(entry.reason.key for entry in row.entries)
            assert all(e.column in match.game.columns and 0 <= e.side < len(match.game.sides) for e in row.entries)
            assert next_match.sheet.lines[-1].row == row
            assert next_match.deals == match.deals + counts
            assert counts or next_match.dealer == match.dealer
            assert not (counts and isinstance(outcome, VoidDeal))
            settlement = match.game.scoring.settlement(next_match.sheet.totals)
            assert (len(settlement), sum(settlement)) == (len(match.game.sides), 0)
            for column in match.game.columns:
                for side in range(len(match.game.sides)):
                    gain = next_match.sheet.total(column, side) - match.sheet.total(column, side)
                    assert gain == row.amount(column, side)
            match = next_match
            if match.over:
                break
