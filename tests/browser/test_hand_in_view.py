"""The hand, the trick and every answer are visible in every window size, whatever is shown above the table."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from browser.conftest import NO_NETWORK, Accounts
from browser.core import one_core_case, some_by_turns
from browser.gallery import CALLING, PLAYING, SCENES, scenes_named
from browser.layout_checks import DESKTOP, PHONE, Screen, faults, wait_until_settled
from browser.pictures import save_picture
from browser.prepared_tables import Guest
from browser.scenes import NAMES, Scene
from browser.servers import House
from browser.visible_hand import SIZES, hidden_parts
from playwright.sync_api import WebSocketRoute, expect
from support.waiting import until

from prikup.games import GAMES

BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
"""Return the boxes of elements."""
HAND = "main .below [role=toolbar] button svg"
LINE = "it was a long evening, and this is what I have to say of it"
LASTING = """(() => {
  const wait = setTimeout;
  globalThis.setTimeout = (does, ms, ...with_) => (ms === 6000 ? 0 : wait(does, ms, ...with_));
})()"""
"""Keep chat messages visible."""


CROWDED_SCENE = SCENES[scenes_named("announce")[0]]
"""Cards for two rows on a low phone; only that size is checked with it."""


@pytest.mark.parametrize("scene", [PLAYING, CALLING], ids=["playing", "calling"])
def test_notice_covers_nothing_and_keeps_hand_visible(accounts: Accounts, paused_server: House, scene: Scene) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.open_scene(scene)
    hand = "main .below [role=toolbar]"
    wrong: list[str] = []
    for width, height in ((1280, 800), (768, 1024), (390, 844), (360, 640), (844, 390)):
        screen = Screen(width, height)
        screen.show(guest.page)
        wait_until_settled(guest.page)
        ((old_left, _, old_right, old_bottom),) = old_boxes = guest.page.evaluate(BOXES, hand)
        guest.page.context.set_offline(True)
        expect(guest.seat.visible_text(guest.seat.words("banner-lost"), exact=True)).to_be_visible()
        wait_until_settled(guest.page)
        (notice,) = guest.page.evaluate(BOXES, "[data-notice]")
        rest = guest.page.evaluate(BOXES, "header, main :is(.plate, .trick > *, aside, .below svg, [data-call])")
        wrong += [f"{screen}: notice {notice} on {box}" for box in rest if overlap(notice, box)]
        (cards,) = guest.page.evaluate(BOXES, hand)
        if scene is PLAYING and (cards[0], cards[2], cards[3]) != (old_left, old_right, old_bottom):
            wrong.append(f"{screen}: the hand moves from {old_boxes[0]} to {cards}")
        wrong += [f"{screen}: {fault}" for fault in hidden_parts(guest.seat, hand=True)]
        save_picture(guest.page, f"notice-{screen}-{'calls' if scene is CALLING else 'cards'}")
        guest.page.context.set_offline(False)
        expect(guest.seat.visible_text(guest.seat.words("banner-lost"), exact=True)).to_be_hidden()
        wait_until_settled(guest.page)
        assert guest.page.evaluate(BOXES, hand) == old_boxes
    accounts.tolerate(*NO_NETWORK)
    assert not wrong, "\n".join(wrong)


def test_open_hands_cover_no_control_of_a_crowded_phone(accounts: Accounts, paused_server: House) -> None:
    """If a notice, open hands, the hand and the chat do not fit together, the table scrolls."""
    host, watcher = (Guest(accounts.seat("ru", url=paused_server.url), paused_server) for _ in range(2))
    table = host.open_scene(SCENES["preferans-four"])
    PHONE.show(watcher.page)
    watcher.open(f"/t/{table}")
    watcher.seat.button("table-chat").click()
    expect(watcher.seat.chat).to_be_visible()
    watcher.page.context.set_offline(True)
    expect(watcher.seat.visible_text(watcher.seat.words("banner-lost"), exact=True)).to_be_visible()
    layout_faults = faults(watcher.page, touch=True)
    accounts.tolerate(*NO_NETWORK)
    assert not layout_faults, "\n".join(layout_faults)


COLUMN = """() => [...document.querySelectorAll("aside, aside *")].filter((one) => {
  const { overflowY } = getComputedStyle(one);
  return ["auto", "scroll"].includes(overflowY) && one.scrollHeight > one.clientHeight;
}).map((one) => `${one.className} scrolls: ${one.scrollHeight} in ${one.clientHeight}`)"""
"""Return the elements next to the table whose content does not fit."""


@pytest.mark.parametrize("name", one_core_case(scenes_named("open-hands", "whist", "play")))
def test_side_column_among_friends_fits_without_scrolling(accounts: Accounts, paused_server: House, name: str) -> None:
    """Score sheet, chat and proposals need no scrolling, and nothing covers the contract."""
    guest = Guest(accounts.seat(url=paused_server.url, keys=True), paused_server)
    Screen(1280, 800).show(guest.page)
    guest.open_scene(SCENES[name], "friend")
    layout_faults = faults(guest.page) + guest.page.evaluate(COLUMN)
    (contract,) = guest.page.evaluate(BOXES, ".contract")
    cards = guest.page.evaluate(BOXES, ".other svg")
    layout_faults += [f"a card on the contract: {card}" for card in cards if overlap(contract, card)]
    assert not layout_faults, "\n".join(layout_faults)
    friend = guest.seat.main.get_by_role("button", name=NAMES[1], exact=True)
    friend.focus()
    guest.page.keyboard.press("Enter")
    menu = guest.page.get_by_role("dialog", name=NAMES[1], exact=True)
    remove = menu.get_by_role("button", name=guest.seat.words("person-remove-one", name=NAMES[1]), exact=True)
    expect(remove).to_be_visible()
    assert not (wrong := faults(guest.page)), "\n".join(wrong)
    guest.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(friend).to_be_focused()
    guest.page.keyboard.press("Enter")
    guest.seat.press(menu.get_by_role("button", name=guest.seat.words("close"), exact=True))
    expect(menu).to_be_hidden()
    expect(friend).to_be_focused()


def test_long_contract_covers_no_player_plate(accounts: Accounts, paused_server: House) -> None:
    """With four players the contract has little room, and the player below moves aside."""
    guest, wrong = Guest(accounts.seat("ru", url=paused_server.url), paused_server), list[str]()
    for name in scenes_named("four"):
        if SCENES[name].stage != "deal":
            continue
        guest.open_scene(SCENES[name])
        for screen in (Screen(768, 1024), Screen(1024, 768), Screen(1280, 800)):
            screen.show(guest.page)
            wrong += [f"{name} {screen}: {fault}" for fault in faults(guest.page)]
            (contract,) = guest.page.evaluate(BOXES, ".contract")
            plates = guest.page.evaluate(BOXES, ".plate")
            wrong += [f"{name} {screen}: {contract} on plate {box}" for box in plates if overlap(contract, box)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", one_core_case(scenes_named("auction")))
def test_watcher_sees_auction_and_card_backs_of_all_hands(accounts: Accounts, paused_server: House, name: str) -> None:
    """On a tablet, which has no side column: the auction in the middle, and the backs of each hand."""
    host, watcher = (Guest(accounts.seat(url=paused_server.url), paused_server) for _ in range(2))
    table = host.open_scene(SCENES[name])
    for screen in (Screen(768, 1024), Screen(1024, 768)):
        screen.show(watcher.page)
        watcher.open(f"/t/{table}")
        expect(watcher.page.locator("main .mat table")).to_be_visible()
        expect(watcher.page.locator("main .mat span.backs")).to_have_count(watcher.page.locator("main .plate").count())
        assert not (layout_faults := faults(watcher.page)), "\n".join(layout_faults)


@pytest.mark.thorough
@pytest.mark.parametrize("scene", [PLAYING, CALLING], ids=["playing", "calling"])
def test_hand_stays_visible_while_chat_is_open(accounts: Accounts, paused_server: House, scene: Scene) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.open_scene(scene)
    seat = guest.seat
    seat.button("table-chat").click()
    expect(seat.chat).to_be_visible()
    wrong = [f"{screen}: {fault}" for screen in windows(guest) for fault in hidden_parts(seat, hand=True)]
    assert not wrong, "\n".join(wrong)
    PHONE.show(guest.page)
    seat.button("talk-all").click()
    expect(seat.dialog("talk-all")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(seat.dialog("talk-all")).to_be_hidden()
    expect(seat.chat).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(seat.chat).to_be_hidden()


@pytest.mark.parametrize("scene", [PLAYING, CALLING, CROWDED_SCENE], ids=["playing", "calling", "crowded"])
@pytest.mark.parametrize("writes", [True, False], ids=["open", "closed"])
def test_chat_shows_last_messages_and_covers_nothing(
    accounts: Accounts, paused_server: House, scene: Scene, *, writes: bool
) -> None:
    """The last messages are at their authors' seats, and above the input field while writing.

    By turns: each window size is checked with the chat open and closed, in play and in the auction.
    """
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.page.add_init_script(LASTING)
    sockets: list[WebSocketRoute] = []

    def relay(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    guest.page.route_web_socket(re.compile("/ws/"), relay)
    PHONE.show(guest.page)
    guest.open_scene(scene)
    if writes:
        guest.seat.button("table-chat").click()
        expect(guest.seat.chat).to_be_visible()
    messages = [
        {"type": "chatted", "seat": seat, "name": name, "text": f"{name}: {LINE}", "preset": "", "id": name}
        for seat, name in enumerate(("Anna", "Vera", "Tigran"))
    ]
    bubbles = guest.page.locator(".bubble")

    def send_messages() -> bool:
        for message in messages:
            sockets[-1].send(json.dumps(message))
        return bubbles.count() > 1

    until(send_messages, "words that are new")
    send_messages()
    wrong: list[str] = []
    sizes = [(844, 390)] if scene is CROWDED_SCENE else some_by_turns(SIZES, 1 if (scene is CALLING) == writes else 0)
    for screen in windows(guest, sizes):
        lines = guest.seat.chat.get_by_role("listitem") if writes else bubbles
        if writes:
            expect(lines.first).to_be_attached()  # the chat of a wide screen is loaded when it is first shown
        wrong += [f"{screen}: {part}" for part in hidden_parts(guest.seat, hand=True)]
        boxes = guest.page.evaluate(BOXES, ".bubble")
        names = guest.page.evaluate(
            BOXES, f".plate .name, .contract, header, main aside, .strips svg, {HAND}, [data-call]"
        )
        wrong += [
            f"{screen}: said {part} on {covered_box}"
            for part in boxes
            for covered_box in names
            if overlap(part, covered_box)
        ]
        if not screen.touch:  # on a phone a message may lie on the list of calls
            covered_calls = [fault for fault in faults(guest.page) if "div.bubble" in fault and "span.said" in fault]
            wrong += [f"{screen}: {fault}" for fault in covered_calls]
        line_count = lines.count()
        if line_count < (2 if writes or screen[:2] not in ((390, 844), (844, 390), (1280, 800)) else len(messages)):
            wrong.append(f"{screen}: {line_count} lines of {len(messages)}")
        save_picture(guest.page, f"said-{screen}-{scene.game}-{'calls' if scene is CALLING else 'cards'}-{writes}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", one_core_case(GAMES))
def test_trick_cards_do_not_overlap_and_claim_covers_no_hand(
    accounts: Accounts, paused_server: House, game: str
) -> None:
    """The cards of a trick do not overlap, and the hand is visible during a claim, in every window."""
    guest = Guest(accounts.seat("ru", url=paused_server.url), paused_server)
    guest.open_scene(SCENES[f"{game}-play"])
    wrong: list[str] = []
    for screen in windows(guest):
        boxes = guest.page.evaluate(BOXES, ".trick > *")
        assert len(boxes) > 1
        wrong += [
            f"{screen}: {first_box} on {second_box}"
            for first_box, second_box in combinations(boxes, 2)
            if overlap(first_box, second_box)
        ]
    DESKTOP.show(guest.page)
    guest.seat.button("agree-claim").click()
    for screen in windows(guest):
        (window,) = guest.page.evaluate(BOXES, "dialog:modal")
        cards = guest.page.evaluate(BOXES, ".below [role=toolbar] button svg")
        wrong += [f"{screen}: {card} under {window}" for card in cards if overlap(card, window)]
    assert not wrong, "\n".join(wrong)


def windows(guest: Guest, sizes: Iterable[tuple[int, int]] = SIZES) -> Iterator[Screen]:
    """Show the page in one window size after another."""
    for size in sizes:
        screen = Screen(*size)
        screen.show(guest.page)
        wait_until_settled(guest.page)
        yield screen


def overlap(first_box: list[int], second_box: list[int]) -> bool:
    """Return whether two boxes overlap."""
    (left, top, right, bottom), (x, y, to_x, to_y) = first_box, second_box
    return min(right, to_x) > max(left, x) and min(bottom, to_y) > max(top, y)


@pytest.mark.parametrize("name", one_core_case(scenes_named("kitty", "discard", "solo", "play")))
def test_hand_cards_can_be_tapped_in_their_middle(accounts: Accounts, paused_server: House, name: str) -> None:
    """This includes a row behind another one: its visible part is the tap target."""
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.open_scene(SCENES[name])
    wrong = [f"{screen}: {fault}" for screen in windows(guest) for fault in hidden_parts(guest.seat, hand=True)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
def test_hand_and_answers_stay_visible_in_fullest_scenes(accounts: Accounts, paused_server: House) -> None:
    wrong: list[str] = []
    for name in SCENES:
        if name.endswith(("-declare", "-crowded")):
            guest = Guest(accounts.seat("ru", url=paused_server.url), paused_server)
            guest.open_scene(SCENES[name])
            for screen in windows(guest):
                wrong += [f"{name} {screen}: {fault}" for fault in hidden_parts(guest.seat, hand=True)]
    assert not wrong, "\n".join(wrong)
