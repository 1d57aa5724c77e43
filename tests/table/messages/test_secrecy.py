"""Hidden information changes no byte sent to a receiver (`wire_secrecy` and `table_secrecy` make the comparison, with
more deals)."""

from functools import cache
from typing import Any
from unittest.mock import patch

import pytest
from campaigns import table_secrecy
from campaigns.wire_secrecy import secret
from support.circles import depth
from support.random_walk import KINDS
from table.tables import THREE, table_test

from prikup import claims
from prikup.games import GAMES
from prikup.history.events import ActionEvent
from prikup.narration import ALL, NarratedStep, describe_step
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import View, view
from prikup.sure_tricks import is_sure
from prikup.table.messages import views
from prikup.table.messages.views import Receiver, UpdateContext
from prikup.table.protocol.message_parts import SeatAction


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_messages_of_a_deal_do_not_depend_on_hidden_information(name: str, kind: GameDefinition) -> None:
    deals = depth(5)
    counts = secret(kind, deals, seed=1)
    assert counts.compared_bytes > 2_000 * deals
    assert counts.agreeing > counts.steps / 10


@pytest.mark.parametrize(("name", "kind"), KINDS)
@table_test
async def test_messages_of_a_table_do_not_depend_on_hidden_information(
    name: str, kind: GameDefinition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the circle `all`, checked after every action.

    What is sure is not searched for again in the other deal, since the search is given nothing but the view.
    """
    monkeypatch.setattr(claims, "is_sure", cache(is_sure))
    counts = await table_secrecy.secret(kind, deals=1, seed=4, every=5 // depth(5))
    assert counts.bytes > 50_000


def _leak_action(game: AnyGame, step: NarratedStep, receiver: Receiver) -> SeatAction:
    assert isinstance(step.entry, ActionEvent)
    return SeatAction(step.entry.seat, step.entry.act)


def _narrate_for_all(game: AnyGame, step: NarratedStep, receiver: Receiver, *, spoken: bool) -> Any:
    return describe_step(game, step, ALL, spoken=spoken)


def _hand_of_the_actor(context: UpdateContext, receiver: Receiver) -> View[Any]:
    return view(context.state, context.state.public.actor or 0)


@pytest.mark.parametrize(
    ("function_name", "leak"),
    [("_describe_move", _leak_action), ("describe_step", _narrate_for_all), ("_receiver_view", _hand_of_the_actor)],
)
def test_secrecy_check_detects_leak_in_views(function_name: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, function_name, leak)
    with pytest.raises(AssertionError, match="can tell"):
        secret(GAMES[THREE], deals=4, seed=7)


@table_test
async def test_secrecy_check_detects_leak_at_a_table() -> None:
    with patch.object(views, "_receiver_view", _hand_of_the_actor), pytest.raises(AssertionError, match="can tell"):
        await table_secrecy.secret(GAMES[THREE], deals=1, seed=1)
