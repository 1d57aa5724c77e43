"""A small sample of `paston_surrender.py`: the choices of declarers who may surrender are measured."""

from argparse import Namespace

from campaigns.games.paston_surrender import SURRENDER, collect_choices


def test_paston_surrender_campaign_measures_choices_of_declarers() -> None:
    arguments = Namespace(options="", player="rule", against="rule", seed="surrender")
    choices = collect_choices(0, 60, arguments)
    assert {choice.choice == SURRENDER for choice in choices} == {True, False}
    assert any(choice.gain for choice in choices)
