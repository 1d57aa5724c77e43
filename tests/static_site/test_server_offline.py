"""The pages of a server that includes the engine: they keep working when the server cannot be reached."""

import re
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest
from browser.conftest import PHONE, Accounts
from browser.page_list import start_scoring
from browser.prepared_tables import Guest
from browser.seat import Seat, Touch
from browser.servers import House, run_server
from browser.test_score import Pencil
from playwright.sync_api import expect
from service_worker_files import SITE, seal
from site_manifest import make_installable
from static_site.static_server import LOADING
from static_site.test_offline import build, offline, wait_until_kept, wait_until_shell_kept
from support import patient
from support.held_port import HeldPort
from support.stripping_proxy import serve_below

from prikup.games import GAMES
from prikup.server.http.static_files import CLIENT

GAME = next(iter(GAMES))
NO_SERVER = cast("House", None)
"""No server."""
TABLE = """(body) => new Promise((done) => {
  const channel = new BroadcastChannel("prikup-here");
  const ask = () => channel.postMessage({ from: "test", request: 1, method: "POST", path: "tables", body });
  channel.onmessage = ({ data }) => data.begun ? ask() : data.to === "test" && done(JSON.parse(data.answer).id);
  ask();
})"""
"""Open a table of one deal on this device's host, directly by a request."""
MARK = '<meta name="build" content="{}" />'


def copy_client_with_engine(folder: Path) -> Path:
    """Return a client with an engine next to it, as made by `make here`, except for the delays."""
    client = folder / "client"
    rewritten_files = ("service_worker.js", "index.html")
    ignored_patterns = (
        "engine",
        "catalogue.json*",
        "manifest.webmanifest",
        "*.png",
        *(f"{name}*" for name in rewritten_files),
    )
    shutil.copytree(CLIENT, client, ignore=shutil.ignore_patterns(*ignored_patterns))
    for name in rewritten_files:
        shutil.copyfile(CLIENT / name, client / name)
    shutil.copytree(SITE / "engine", client / "engine")
    (client / "engine" / "timing.json").write_text('{"pace": 0.02}')
    shutil.copyfile(SITE / "catalogue.json", client / "catalogue.json")
    make_installable(client)
    seal(client)
    return client


def change_build(client: Path, mark: str) -> None:
    """Create another build of a client."""
    document = client / "index.html"
    text = re.sub('<head>(<meta name="build"[^>]*>)?', f"<head>{MARK.format(mark)}", document.read_text("utf-8"))
    document.write_text(text, "utf-8")
    seal(client)


def cut(accounts: Accounts, seat: Seat, server: ExitStack, client: Path) -> None:
    """Stop the server and go offline once everything is cached."""
    wait_until_kept(seat.page, client)
    offline(seat.page.context, server)
    accounts.tolerate("net::", "ERR_", "Error in connection", "WebSocket")


def test_server_pages_work_while_server_is_down(accounts: Accounts, tmp_path: Path, port: HeldPort) -> None:
    """The lobby, a deal, the scorer and other pages; then the server returns, and the table continues."""
    client = copy_client_with_engine(tmp_path)
    with ExitStack() as server:
        house = server.enter_context(run_server(tmp_path, client=client, port=port.number))
        seat = accounts.seat("ru", Touch, PHONE, url=house.url)
        seat.page.goto("/")
        cut(accounts, seat, server, client)
    seat.start_match(GAME)
    seat.next_prompt(LOADING)
    expect(seat.page).to_have_url(re.compile("/t/[a-z0-9]+$"))
    table, hand = seat.page.url, seat.cards_in_hand()
    seat.page.reload()
    seat.next_prompt(LOADING)
    assert seat.cards_in_hand() == hand
    guest = Guest(seat, NO_SERVER)
    start_scoring(guest, GAME)
    pencil = Pencil(guest, GAME)
    if not pencil.answer_buttons.count():
        pencil.continue_match()
    pencil.enter_deal()
    assert len(pencil.replay_match().scoring.entries) == 1
    for page in ("rules", f"rules/{GAME}", "problems", "analyse", "matches"):
        seat.page.goto(f"/{page}")
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
        expect(seat.page.get_by_role("alert")).to_have_count(0)
    seat.page.context.set_offline(False)
    with run_server(tmp_path, client=client, port=port.number):
        seat.page.goto("/")
        unfinished_tables = seat.page.get_by_role("list", name=seat.words("lobby-left")).get_by_role("listitem")
        expect(unfinished_tables).to_contain_text(seat.words("lobby-on-device"), timeout=LOADING)
        seat.press(unfinished_tables.get_by_role("link"))
        expect(seat.page).to_have_url(table)
        seat.next_prompt(LOADING)
        assert seat.cards_in_hand() == hand


@pytest.mark.thorough
def test_server_pages_under_path_prefix_work_while_server_is_down(accounts: Accounts, tmp_path: Path) -> None:
    client, root = copy_client_with_engine(tmp_path), "/cards"
    with ExitStack() as server:
        house = server.enter_context(run_server(tmp_path, client=client, root_path=root))
        url = server.enter_context(serve_below(root, house.url.removeprefix("http://")))
        seat = accounts.seat(url=url)
        seat.page.goto(f"{root}/")
        cut(accounts, seat, server, client)
    seat.page.goto(f"{root}/rules/{GAME}")
    expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
    seat.start_match(GAME, f"{root}/")
    seat.next_prompt(LOADING)
    assert re.match(rf"{url}/t/\w+$", seat.page.url)


def test_score_page_continues_when_network_fails(accounts: Accounts, tmp_path: Path) -> None:
    """Nothing is reloaded: the page is open during the entry of a deal."""
    client = copy_client_with_engine(tmp_path)
    with ExitStack() as server:
        house = server.enter_context(run_server(tmp_path, client=client))
        guest = Guest(accounts.seat("en", Touch, PHONE, url=house.url), house)
        start_scoring(guest, GAME)
        pencil = Pencil(guest, GAME)
        if not pencil.answer_buttons.count():
            pencil.continue_match()
        cut(accounts, guest.seat, server, client)
        pencil.enter_deal()
        assert len(pencil.replay_match().scoring.entries) == 1


def test_page_reports_missing_engine_and_retries(accounts: Accounts, tmp_path: Path, port: HeldPort) -> None:
    """The network fails after the pages and before the engine have been cached."""
    client = copy_client_with_engine(tmp_path)
    (client / "engine" / "prikup.zip").write_bytes(b"of another build")  # so it is never cached
    with ExitStack() as server:
        house = server.enter_context(run_server(tmp_path, client=client, port=port.number))
        seat = accounts.seat("en", Touch, PHONE, url=house.url)
        seat.page.goto("/")
        wait_until_shell_kept(seat.page, client)
        offline(seat.page.context, server)
        accounts.tolerate("net::", "ERR_", "Error in connection")
    seat.page.goto("/score")
    expect(seat.page.get_by_role("alert")).to_contain_text(seat.words("engine-absent"))
    seat.page.goto("/")
    expect(seat.visible_text(seat.words("engine-absent"))).to_be_visible()
    with run_server(tmp_path, client=client, port=port.number):
        seat.page.context.set_offline(False)
        expect(seat.button("setup-play")).to_be_visible(timeout=LOADING)
        expect(seat.page.get_by_role("alert")).to_have_count(0)


def test_offline_readiness_is_announced_once(accounts: Accounts, tmp_path: Path) -> None:
    client = copy_client_with_engine(tmp_path)
    with ExitStack() as server:
        house = server.enter_context(run_server(tmp_path, client=client))
        seat = accounts.seat("en", url=house.url)
        seat.page.goto("/")
        ready_status = seat.page.get_by_role("status").filter(has_text=seat.words("offline-ready-said"))
        mark = seat.page.get_by_role("banner").get_by_role("button", name=seat.words("offline-ready"))
        expect(ready_status).to_have_count(1, timeout=LOADING)
        expect(mark).to_be_visible()
        seat.page.reload()
        expect(mark).to_be_visible(timeout=LOADING)
        expect(ready_status).to_have_count(0)
        cut(accounts, seat, server, client)
    lost_button = seat.page.get_by_role("banner").get_by_role("button", name=seat.words("offline-lost"))
    expect(lost_button).to_be_visible()
    invite = seat.main.get_by_role("button", name=re.compile(f"^{re.escape(seat.words('setup-invite'))}"))
    expect(invite).to_have_attribute("aria-disabled", "true")
    expect(invite).to_contain_text(seat.words("offline-needs-network"))
    seat.press(lost_button)
    expect(seat.page.get_by_role("dialog")).to_contain_text(seat.words("device-whole"))


def test_offline_matches_are_added_to_archive_once(accounts: Accounts, tmp_path: Path, port: HeldPort) -> None:
    """They stay on the device until the player has an account, and are then listed once."""
    client = copy_client_with_engine(tmp_path)
    with ExitStack() as server:
        house = server.enter_context(run_server(tmp_path, client=client, port=port.number))
        seat = accounts.seat("ru", Touch, PHONE, url=house.url)
        seat.page.goto("/")
        cut(accounts, seat, server, client)
    seat.page.goto("/score")
    match = seat.page.evaluate(TABLE, f'{{"game": "{GAME}", "deals": 1, "bots": true}}')
    seat.load_game_words(GAME)
    seat.page.goto(f"/t/{match}")
    seat.next_prompt(LOADING)
    seat.play()
    seat.press(seat.link("rest-match"))
    expect(seat.page).to_have_url(re.compile(f"/matches/{match}$"))
    seat.page.context.set_offline(False)
    with run_server(tmp_path, client=client, port=port.number):
        seat.page.goto("/matches")
        rows = seat.main.get_by_role("listitem").filter(has=seat.page.locator("a[href*='/matches/']"))
        device_heading = seat.main.get_by_role("heading", name=seat.words("matches-here"))
        expect(device_heading).to_be_visible(timeout=LOADING)
        expect(rows).to_have_count(1)
        for path, body in (("guests", {"name": "Зоя"}), ("account", {"name": "Зоя", "password": "correct horse"})):
            assert seat.page.context.request.post(f"/api/{path}", data=body).ok
        for _ in range(2):
            seat.page.goto("/matches")
            expect(rows).to_have_count(1, timeout=LOADING)
            expect(rows).to_contain_text(seat.words("unverified-mark"), timeout=LOADING)
            expect(device_heading).to_have_count(0)
        assert seat.page.context.request.get("/api/matches").json()["total"] == 1
        seat.page.goto(f"/matches/{match}")
        expect(seat.button("rest-log")).to_be_visible()


@pytest.mark.thorough
def test_server_document_is_never_older_than_the_server(accounts: Accounts, tmp_path: Path, port: HeldPort) -> None:
    client = copy_client_with_engine(tmp_path)
    change_build(client, "one")
    with run_server(tmp_path, client=client, port=port.number) as house:
        seat = accounts.seat(url=house.url)
        seat.page.goto("/")
        wait_until_kept(seat.page, client)
        assert build(seat.page) == "one"
    accounts.tolerate("Error in connection establishment", "ERR_CONNECTION_REFUSED")  # it tries to reconnect meanwhile
    change_build(client, "two")
    with run_server(tmp_path, client=client, port=port.number):
        seat.page.reload()
        assert build(seat.page) == "two"
        expect(seat.button("setup-play")).to_be_visible()


def test_server_without_engine_offers_no_offline_mode(tmp_path: Path) -> None:
    (tmp_path / "client").mkdir()
    (tmp_path / "client" / "index.html").write_text("<!doctype html>")
    (tmp_path / "client" / "service_worker.js").write_text("")
    with run_server(tmp_path, client=tmp_path / "client") as house:
        assert "here" not in patient.get(f"{house.url}/api/bootstrap").json()
        assert patient.get(f"{house.url}/service_worker.js").status_code == 404
