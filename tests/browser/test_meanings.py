"""Explanations of calls: under each call, and all of a game's terms in a dialog."""

from browser.conftest import PHONE, Accounts
from browser.gallery import SCENES
from browser.prepared_tables import Guest
from browser.scenes import NAMES, YOU, Scene, table_of
from browser.seat import Touch
from browser.servers import House
from playwright.sync_api import expect

from prikup.games import GAMES
from prikup.locale.speech import Speech
from prikup.rules.call_explanations import CallExplanation, glossary, meanings
from prikup.rules.game import AnyGame
from prikup.rules.options import parse_options
from prikup.rules.state import view

MAX_CALLS = 3
"""Maximum number of calls that fit with explanations under them."""


def explained_scene() -> tuple[Scene, AnyGame, tuple[CallExplanation, ...]]:
    """Return a scene with few calls that all have explanations; its game, and the explanations."""
    for scene in SCENES.values():
        kind, state = GAMES[scene.game], table_of(scene).state
        if state is None or state.public.actor != YOU:
            continue
        game = kind.build(parse_options(kind.presets, scene.options))
        legal = game.legal(view(state, YOU))
        explanations = meanings(game, view(state, YOU), legal)
        if len(legal) == len(explanations) <= MAX_CALLS:
            return scene, game, explanations
    raise AssertionError("in no scene there are few calls")


def test_call_explanations_are_shown_under_calls_and_in_dialog(accounts: Accounts, paused_server: House) -> None:
    scene, game, explanations = explained_scene()
    guest = Guest(accounts.seat("en", Touch, PHONE, url=paused_server.url), paused_server)
    guest.open_scene(scene)
    speech = Speech(guest.seat.words, game, NAMES[: game.seats], you=YOU)
    for meaning in explanations:
        (call,) = meaning.calls
        brief, *sentences = [speech.reason(reason) for reason in meaning.says]
        button = guest.page.locator(f"[data-call='{call}']")
        expect(button).to_have_accessible_name(speech.call(call))
        assert button.get_attribute("aria-describedby")
        for text in (brief, *(sentence[:20] for sentence in sentences)):
            expect(button).to_contain_text(text)
    guest.seat.press(guest.seat.button("calls-mean"))
    window = guest.page.get_by_role("dialog", name=guest.seat.words("calls-mean"))
    expect(window.get_by_role("term")).to_have_count(len(glossary(game)))
    for meaning in glossary(game):
        expect(window).to_contain_text(speech.reason(meaning.says[0]))
