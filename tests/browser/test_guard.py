"""The tap guard: a second tap does nothing, because a new panel ignores input for a moment, and a risky call needs
confirmation. (web/tests/ui/helpers/guard.svelte.test.ts tests the times, and keys.)"""

import json
from collections.abc import Iterator

import pytest
from browser.conftest import PHONE, Accounts
from browser.core import one_core_case
from browser.gallery import CALLING, FIRST, PLAYING, RESTING, SCENES
from browser.layout_checks import wait_until_settled
from browser.page_list import open_lobby, table_visit, wait_for_content
from browser.prepared_tables import Guest, Visit
from browser.scenes import Scene
from browser.seat import Seat, Touch
from browser.servers import House
from playwright.sync_api import Locator, expect
from support.waiting import until

from prikup.games import GAMES

REPEAT_DELAYS_MS = (50, 400, 700, 1_200)
"""Delays in milliseconds of further taps after the first."""
TAPS = """(opens, [again, [here, there]]) => {
  globalThis.taps = again.length;
  let first = 0;
  const tap = () => {
    globalThis.taps -= 1;
    if (performance.now() > first + 1400) return; // a busy machine has delayed it: it is no repeated tap any more
    const [clientX, clientY] = opens.isConnected ? here : there;
    const target = document.elementFromPoint(clientX, clientY);
    const how = { bubbles: true, cancelable: true, composed: true, detail: 1, clientX, clientY };
    for (const name of ["pointerdown", "click"]) target?.dispatchEvent(new PointerEvent(name, how));
  };
  const later = (after) => setTimeout(tap, after); // real time: the guard goes by the clock of the page
  const begin = () => {
    first = performance.now();
    again.forEach(later);
  };
  opens.addEventListener("click", begin, { once: true });
}"""
"""Taps that follow the first, timed in the page so that a busy machine does not delay them."""
OPENERS = """() => {
  const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const answers = "[role=toolbar] *, [data-call], [data-opens][aria-pressed], [download], [target]";
  const earlier = "[data-mark]:not(.last)";
  const keysOnly = ".seen-by-readers";
  for (const old of document.querySelectorAll("[data-nth]")) delete old.dataset.nth;
  return [...root.querySelectorAll("a[href], button, summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.disabled && one.ariaDisabled !== "true")
    .filter((one) => ![answers, earlier, keysOnly].some((some) => one.matches(some)))
    .map((one, n) => {
      one.dataset.nth = n;
      return one.ariaLabel ?? one.textContent.trim();
    });
}"""
"""Mark every control that is no answer to the deal's prompt, and of the numbers of a sheet box, which all open an
explanation, only the last; not the link that skips the header, which no finger can reach. Return their names."""
RECORD_SENT = """(() => {
  globalThis.sent = [];
  const note = (text) => sent.push([globalThis.taps ?? null, String(text)]);
  const [send, ask] = [WebSocket.prototype.send, fetch];
  WebSocket.prototype.send = function (text) { note(text); return send.call(this, text); };
  globalThis.fetch = (to, how) => {
    const asks = /\\/(analyse|review)$/.test(to) || (how?.method ?? "GET") === "GET";
    if (!asks) note(JSON.stringify({ type: `${how.method} ${to}` }));
    return ask(to, how);
  };
})()"""
"""Record the messages that the page sends, and how many taps were still to come. Queries do not count."""
MUTE = ("why", "hint", "hash", "entropy", "look", "friends")
"""Message types that are queries or sent automatically."""
ANSWERS = ('"type":"act"', '"type":"answer"', '"type":"cut"')
CONFIRMED_CALLS = {name: kind.presentation.sure for name, kind in GAMES.items() if kind.presentation.sure}


def sent_answers(seat: Seat) -> list[str]:
    """Return the answers that the page has sent."""
    return [text for _, text in seat.page.evaluate("sent") if any(answer in text for answer in ANSWERS)]


def throttle_cpu(seat: Seat, rate: int) -> None:
    """Slow down the page's CPU by a factor."""
    seat.page.context.new_cdp_session(seat.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def wait_until_unguarded(seat: Seat) -> None:
    """Wait until the tap guard has ended."""
    expect(seat.page.locator("[data-guarded]")).to_have_count(0)


def centre(control: Locator) -> tuple[float, float]:
    box = control.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_repeatedly(seat: Seat, opens: Locator, answer: tuple[float, float] | None = None) -> None:
    """Tap a control that opens a panel, then repeatedly in the same place and where an answer will appear."""
    opens.evaluate(TAPS, [REPEAT_DELAYS_MS, [centre(opens), answer or centre(opens)]])
    opens.tap()
    until(lambda: not seat.page.evaluate("taps"), "the last tap")


@pytest.fixture
def guarded_guest(accounts: Accounts, paused_server: House) -> Guest:
    """A phone user with the tap guard on; sent messages are recorded."""
    guest = Guest(accounts.seat("ru", Touch, PHONE, url=paused_server.url, guard=True, cutBots=True), paused_server)
    guest.page.add_init_script(RECORD_SENT)
    return guest


def open_pause(guest: Guest) -> None:
    """Open the pause between two deals with everything shown there."""
    guest.open_scene(RESTING)
    expect(guest.seat.button("rest-next")).to_be_visible()


@pytest.mark.parametrize("slow", one_core_case([1, 6]))
def test_guard_ignores_second_tap_on_next_deal(guarded_guest: Guest, slow: int) -> None:
    seat = guarded_guest.seat
    guarded_guest.open_scene(CALLING)
    answer = centre(seat.calls.first)
    open_pause(guarded_guest)
    wait_until_unguarded(seat)
    throttle_cpu(seat, slow)
    tap_repeatedly(seat, seat.button("rest-next"), answer)
    expect(seat.calls.first).to_be_visible()
    assert not sent_answers(seat)
    wait_until_unguarded(seat)
    seat.calls.first.tap()
    expect(seat.main.locator(".calls")).to_have_count(0)
    assert len(sent_answers(seat)) == 1, "what is meant is heard"


def dialogs_visit(table: Visit, *buttons: str) -> Visit:
    """Return the way to a table and through these buttons to dialogs."""

    def visit(guest: Guest) -> None:
        table(guest)
        for button in buttons:
            wait_until_unguarded(guest.seat)
            guest.seat.button(button).last.tap()
            wait_for_content(guest.page.get_by_role("dialog").last)
            guest.page.wait_for_timeout(400)  # real time: a window hears no double tap

    return visit


def open_chat(guest: Guest) -> None:
    """Open a table and its chat."""
    table_visit(PLAYING)(guest)
    wait_until_unguarded(guest.seat)
    guest.seat.button("table-chat").tap()
    expect(guest.seat.chat).to_be_visible()


def open_lobby_as_user(guest: Guest) -> None:
    """Open the lobby as a returning user."""
    guest.create_user()
    open_lobby(guest)


GUARDED_PAGES: dict[str, Visit] = {
    "lobby": open_lobby_as_user,
    "waiting": table_visit(Scene(stage="open", game=FIRST)),
    "calling": table_visit(CALLING),
    "playing": table_visit(PLAYING),
    "resting": open_pause,
    "over": table_visit(SCENES[f"{FIRST}-over"]),
    "menu": dialogs_visit(table_visit(PLAYING), "table-menu"),
    "menu-calling": dialogs_visit(table_visit(CALLING), "table-menu"),
    "chat": open_chat,
    "all-said": dialogs_visit(open_chat, "talk-all"),
    "claim": dialogs_visit(table_visit(PLAYING), "table-menu", "agree-claim"),
    "sheet": dialogs_visit(open_pause, "sheet-title"),
}
"""Pages and dialogs with controls."""


def tap_all_controls(guest: Guest, visit: Visit) -> Iterator[tuple[str, list[str]]]:
    """Tap every control of a page repeatedly, each on a fresh page; yield its name and the extra messages sent."""
    seat, n, names = guest.seat, 0, [""]
    while n < len(names):
        visit(guest)
        wait_until_settled(seat.page)
        wait_until_unguarded(seat)
        names = seat.page.evaluate(OPENERS)
        if n >= len(names):  # the lobby lists running tables
            return
        opens = seat.page.locator(f"[data-nth='{n}']")
        opens.scroll_into_view_if_needed()
        throttle_cpu(seat, 4)
        tap_repeatedly(seat, opens)
        throttle_cpu(seat, 1)
        messages = [(taps_left, json.loads(text)["type"]) for taps_left, text in seat.page.evaluate("sent")]
        extra_types = [
            message_type
            for taps_left, message_type in messages
            if taps_left is not None and taps_left < len(REPEAT_DELAYS_MS)
        ]
        expected_types = {
            *MUTE,
            *(
                message_type
                for taps_left, message_type in messages
                if taps_left is None or taps_left == len(REPEAT_DELAYS_MS)
            ),
        }
        yield names[n], [message_type for message_type in extra_types if message_type not in expected_types]
        seat.page.evaluate("localStorage.clear()")
        n += 1


@pytest.mark.thorough
@pytest.mark.parametrize("name", GUARDED_PAGES)
def test_guard_ignores_second_tap_on_any_control(guarded_guest: Guest, name: str) -> None:
    """On a slow phone, the second and third taps on any control send nothing more."""
    wrong = [
        f"{opens}: {extra_types}"
        for opens, extra_types in tap_all_controls(guarded_guest, GUARDED_PAGES[name])
        if extra_types
    ]
    assert not wrong, "\n".join(wrong)


def test_guard_accepts_repeated_taps_on_steppers(guarded_guest: Guest) -> None:
    """Steppers, which can be undone, accept every tap."""
    dialogs_visit(table_visit(PLAYING), "table-menu", "agree-claim")(guarded_guest)
    window = guarded_guest.page.get_by_role("dialog").last
    fewer = window.get_by_role("button", name=guarded_guest.seat.words("agree-fewer"))
    tricks = int(window.locator("output").inner_text())
    for _ in range(tricks):
        fewer.tap()
    expect(window.locator("output")).to_have_text("0")


@pytest.mark.parametrize("game", one_core_case(CONFIRMED_CALLS))
def test_risky_call_needs_confirmation(accounts: Accounts, paused_server: House, game: str) -> None:
    call = next(iter(CONFIRMED_CALLS[game]))
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.page.add_init_script(RECORD_SENT)
    guest.open_scene(Scene(lambda public: public.actor == 0, game=game, offers=call))
    seat = guest.seat
    kind = GAMES[game]
    calls = kind.build(next(iter(kind.presets.values()))).calls
    button = seat.main.locator(f"[data-call='{52 + calls.index(call)}']")
    button.click()
    seat.button("sure-back").click()
    button.click()
    assert not sent_answers(seat)
    seat.button("sure-say").click()
    expect(seat.button("sure-say")).to_be_hidden()
    assert len(sent_answers(seat)) == 1
