"""What a word means: said under it, and all words of the game in a window of its own."""

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_of
from browser.gallery import SCENES
from browser.guest import Guest
from browser.scenes import NAMES, YOU, Scene, state_of
from browser.seat import Fingers, Keys, Touch
from browser.servers import House
from playwright.sync_api import expect

from prikup.games import GAMES
from prikup.locale.speech import Speech
from prikup.meaning import Meaning, glossary, meanings
from prikup.options import parse_options
from prikup.state import view

MOST = 3
"""The calls that find room with sentences under them."""


def told(scene: Scene) -> tuple[Meaning, ...]:
    """What one is told of the calls in a scene, if each of a few has a meaning of its own."""
    if scene.stage != "deal":
        return ()
    state, kind = state_of(scene), GAMES[scene.game]
    if state.public.actor != YOU:
        return ()
    game = kind.build(parse_options(kind.presets, scene.options))
    legal = game.legal(view(state, YOU))
    found = meanings(game, view(state, YOU), legal)
    return found if len(legal) == len(found) <= MOST else ()


def told_scene() -> Scene:
    return next(scene for scene in SCENES.values() if told(scene))


@pytest.mark.parametrize(("lang", "fingers", "size"), one_of([("en", Touch, PHONE), ("ru", Keys, DESKTOP)]))
def test_what_a_call_means(
    people: Accounts, still: House, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    scene = told_scene()
    kind = GAMES[scene.game]
    game = kind.build(parse_options(kind.presets, scene.options))
    guest = Guest(people.seat(lang, fingers, size, url=still.url), still)
    guest.sits(scene)
    speech = Speech(guest.seat.words, game, NAMES[: game.seats], you=YOU)
    for meaning in told(scene):
        (call,) = meaning.calls
        brief, *sentences = [speech.reason(reason) for reason in meaning.says]
        button = guest.page.locator(f"[data-call='{call}']")
        expect(button).to_have_accessible_name(speech.call(call))
        expect(button).to_contain_text(brief)
        if lang == "en":  # the names of computer players are said in the reader's script
            assert button.get_attribute("aria-describedby")
            for sentence in sentences:
                expect(button).to_contain_text(sentence[:20])
    guest.seat.press(guest.seat.button("calls-mean"))
    window = guest.page.get_by_role("dialog", name=guest.seat.words("calls-mean"))
    expect(window.get_by_role("term")).to_have_count(len(glossary(game)))
    for meaning in glossary(game):
        expect(window).to_contain_text(speech.reason(meaning.says[0]))
