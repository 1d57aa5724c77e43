"""Tables in the tab of a server's page: told apart by a quiet word, put into the archive, there without a network."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import PHONE, Accounts
from browser.seat import Seat, Touch
from here import kept
from playwright.sync_api import Error, expect
from server.running import Running, served
from site_build import SITE
from site_files.static_server import LOADING
from site_files.test_offline import OFFERED, build, offline, wait_until_kept
from support import patient

from prikup.games import GAMES
from prikup.history.log import Begin
from prikup.history.log_file import read_events
from prikup.server.http.static_files import CLIENT, StaticFiles

pytestmark = pytest.mark.thorough

GAME = next(iter(GAMES))
TABLE = """(body) => new Promise((done) => {
  const channel = new BroadcastChannel("prikup-here");
  const ask = () => channel.postMessage({ from: "test", request: 1, method: "POST", path: "tables", body });
  channel.onmessage = ({ data }) => data.begun ? ask() : data.to === "test" && done(JSON.parse(data.answer).id);
  ask();
})"""
"""Open a table at the host of this device, as no page offers it: of one deal."""
OF_WORKER = """async () => [
  navigator.serviceWorker.controller !== null,
  (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
]"""
"""Whether a service worker answers for a page, and for which pages there is one."""
MARK = '<meta name="build" content="{}" />'


def with_engine(folder: Path) -> Path:
    """A client with an engine beside it, as `make here` puts it there, but for the paces."""
    client = folder / "client"
    plain = ("service_worker.js", "index.html", "here")
    shutil.copytree(CLIENT, client, ignore=shutil.ignore_patterns("engine", *plain), copy_function=os.symlink)
    for name in ("service_worker.js", "index.html"):
        shutil.copyfile(CLIENT / name, client / name)
    shutil.copytree(SITE / "engine", client / "engine")
    (client / "engine" / "timing.json").write_text('{"pace": 0.02}')
    shutil.copyfile(SITE / "catalogue.json", client / "catalogue.json")
    for name in ("index.html.br", "index.html.gz"):
        (client / name).unlink()
    kept(client)
    return client


def another(client: Path, mark: str) -> None:
    """Make another build of a client."""
    document = client / "index.html"
    text = re.sub('<head>(<meta name="build"[^>]*>)?', f"<head>{MARK.format(mark)}", document.read_text("utf-8"))
    document.write_text(text, "utf-8")
    kept(client)


def changed(running: Running, client: Path, mark: str) -> None:
    """Let a server have another build of its client from now on, of which the pages can be told."""
    another(client, mark)
    running.services.static_files = StaticFiles(client)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose client has an engine beside it."""
    client = with_engine(tmp_path_factory.mktemp("client"))
    with served(tmp_path_factory.mktemp("server"), client=client) as running:
        yield running


def test_a_match_of_this_device_goes_into_the_archive(people: Accounts, server: Running) -> None:
    seat = people.seat("ru", Touch, PHONE, url=server.url)
    seat.page.goto("/")
    seat.press(seat.page.get_by_role("link", name=re.compile(re.escape(seat.words("device-place-here")))))
    expect(seat.page).to_have_url(re.compile("/here$"))
    expect(seat.page.get_by_role("link", name=seat.words("device-place-here"))).to_have_attribute(
        "aria-current", "page", timeout=LOADING
    )
    match = seat.page.evaluate(TABLE, f'{{"game": "{GAME}", "deals": 1, "bots": true}}')
    seat.learn(GAME)
    seat.page.goto(f"/here/{match}")
    seat.asked(LOADING)
    seat.play()
    seat.press(seat.link("rest-match"))
    expect(seat.page).to_have_url(re.compile(f"/here/matches/{match}$"))
    upload = seat.button("upload-match")
    seat.press(upload)
    expect(seat.page.get_by_role("alert")).to_contain_text(seat.words("upload-account"))
    for path, body in (("guests", {"name": "Зоя"}), ("account", {"name": "Зоя", "password": "correct horse"})):
        assert seat.page.context.request.post(f"/api/{path}", data=body).ok
    seat.press(upload)
    seat.press(seat.link("upload-there"))
    expect(seat.page).to_have_url(re.compile("/matches/[^/]+$"))
    expect(seat.main).to_contain_text(seat.words("unverified-mark"))
    expect(seat.main).to_contain_text(seat.words("unverified-note"))
    assert "/here/" not in seat.page.url
    log = seat.page.context.request.get(f"/api{seat.page.url.removeprefix(server.url)}/log")
    begin = read_events(log.body())[0][0]
    assert isinstance(begin, Begin)
    assert begin.unverified
    seat.page.goto("/matches")
    expect(seat.main.get_by_role("listitem")).to_contain_text(seat.words("unverified-mark"))
    seat.page.goto(f"/here/matches/{match}")
    seat.press(upload)
    expect(seat.page.get_by_role("alert")).to_contain_text(seat.words("upload-known"))
    people.forgive("409")


def test_the_tables_of_both_are_apart(people: Accounts, server: Running) -> None:
    seat = people.seat(url=server.url)
    seat.open(GAME, "/here")
    seat.asked(LOADING)
    expect(seat.page).to_have_url(re.compile("/here/[a-z0-9]+$"))
    seat.page.goto("/")
    left = seat.page.get_by_role("list", name=seat.words("lobby-left"))
    seat.page.get_by_role("link", name=seat.words("device-place-here")).wait_for()
    expect(left).to_have_count(0)
    seat.press(seat.page.get_by_role("link", name=seat.words("device-place-here")))
    expect(left.get_by_role("listitem")).to_have_count(1, timeout=LOADING)
    seat.press(seat.page.get_by_role("link", name=seat.words("device-place-server")))
    expect(seat.page).to_have_url(f"{server.url}/")
    expect(left).to_have_count(0)


def test_after_the_first_visit_nothing_needs_a_network(people: Accounts, tmp_path: Path) -> None:
    """Neither the tables nor the pages that the lobby leads to; what needs the server says so."""
    client = with_engine(tmp_path)
    with ExitStack() as ended:
        # One visitor who keeps everything stays within what a server allows one at once.
        running = ended.enter_context(served(tmp_path, client=client, limited=True))
        seat = people.seat("ru", Touch, PHONE, url=running.url)
        seat.page.goto("/here")
        match = seat.page.evaluate(TABLE, f'{{"game": "{GAME}", "deals": 1, "bots": true}}')
        seat.learn(GAME)
        seat.page.goto(f"/here/{match}")
        seat.asked(LOADING)
        wait_until_kept(seat.page, client)
        offline(seat.page.context, ended)
    held = seat.held()
    seat.page.reload()
    seat.asked(LOADING)
    assert seat.held() == held
    seat.play()
    seat.press(seat.link("rest-lobby"))
    expect(seat.page).to_have_url(f"{running.url}/here")
    places = seat.page.get_by_role("navigation", name=seat.words("device-place"))
    expect(places).to_contain_text(seat.words("no-connection"))
    seat.page.goto("/here/matches")
    expect(seat.main.get_by_role("listitem")).to_have_count(1)
    seat.page.goto(f"/here/matches/{match}")
    seat.press(seat.button("upload-match"))
    expect(seat.page.get_by_role("alert")).to_contain_text(seat.words("no-connection"))
    pages_are_kept(seat, running.url)
    with pytest.raises(Error, match="net::"):
        seat.page.goto("/")
    people.forgive("net::")


def pages_are_kept(seat: Seat, url: str) -> None:
    """Go to every page that the lobby leads to, and by the rules to a new table."""
    for door, page in (
        ("header-rules", "rules"),
        ("header-analyse", "analyse"),
        ("lobby-problem", "problems"),
        ("lobby-score", "score"),
    ):
        seat.page.goto("/here")
        seat.press(seat.link(door).first)
        expect(seat.page).to_have_url(f"{url}/here/{page}")
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
        seat.page.reload()
        expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
        expect(seat.page.get_by_role("alert")).to_have_count(0)
    seat.page.goto("/here/rules")
    for link in seat.page.get_by_role("link").all():
        assert str(link.get_attribute("href")).startswith(("/here", "#")), link
    seat.press(seat.main.get_by_role("listitem").get_by_role("link").first)
    expect(seat.page).to_have_url(re.compile(f"/here/rules/{GAME}$"))
    seat.press(seat.main.get_by_role("link", name=seat.words("rules-play")).first)
    expect(seat.page).to_have_url(re.compile(f"/here[?]game={GAME}"))
    expect(seat.button("setup-play")).to_be_visible()


def test_a_servers_own_pages_are_kept_by_nothing(people: Accounts, tmp_path: Path) -> None:
    """They are those of the server, whatever else is kept of it; the newer ones below /here wait as those of a site."""
    client = with_engine(tmp_path)
    with served(tmp_path, client=client) as running:
        changed(running, client, "one")
        seat = people.seat(url=running.url)
        seat.open(GAME, "/here")
        seat.asked(LOADING)
        wait_until_kept(seat.page, client)
        changed(running, client, "two")
        assert seat.page.evaluate(OFFERED) == "installed"
        other = Seat(seat.page.context.new_page())
        other.page.goto("/")
        assert build(other.page) == "two"
        assert other.page.evaluate(OF_WORKER) == [False, ["/here"]]
        other.page.goto("/here")
        assert build(other.page) == "one"
        assert other.page.evaluate(OF_WORKER) == [True, ["/here"]]


def test_a_server_without_an_engine_offers_none(tmp_path: Path) -> None:
    (tmp_path / "client").mkdir()
    (tmp_path / "client" / "index.html").write_text("<!doctype html>")
    (tmp_path / "client" / "service_worker.js").write_text("")
    (tmp_path / "server").mkdir()
    with served(tmp_path / "server", client=tmp_path / "client") as running:
        assert "here" not in patient.get(f"{running.url}/api/bootstrap").json()
        assert patient.get(f"{running.url}/service_worker.js").status_code == 404
