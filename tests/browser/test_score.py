"""Scoring a match with real cards on a phone: ten deals of each game by touch, with corrected mistakes."""

import csv
import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from random import Random

import pytest
from browser.conftest import PHONE, SHOTS, Accounts
from browser.core import one_core_case
from browser.gallery import FIRST
from browser.page_list import scoring_visit, settlement_visit, start_scoring, wait_for_scorer
from browser.prepared_tables import Guest
from browser.seat import Touch
from browser.servers import House
from browser.table_actions import stop_timers
from playwright.sync_api import Locator, expect
from support.waiting import until

from prikup.games import GAMES
from prikup.rules.presentation import PulyaSheet
from prikup.rules.score_sheet import share
from prikup.scorer.entries import AdjustEntry, Fault, StopEntry
from prikup.scorer.replay import Replay, replay_scoring
from prikup.scorer.score_file import read

DEALS = 10
READ_SCORE_FILE = """() => {
  const { head, steps } = JSON.parse(localStorage.getItem("prikup-score-" + location.hash.slice(1)));
  return [head, ...steps].map((line) => JSON.stringify(line) + "\\n").join("");
}"""
"""Return the file of the open match."""

EVENING = 24
"""Deals of a long evening."""
FIRST_BOX = 4
"""Columns of the exported spreadsheet before the boxes, which have two each: change and value."""
CUT_OFF = """() => [...document.querySelectorAll(".paper *")].filter((part) => part.scrollWidth > part.clientWidth + 1
  && getComputedStyle(part).overflowX === "hidden").map((part) => part.className)"""
"""Return the parts of the printed sheet that are too wide."""
DRAWN_FOR = "() => document.querySelector('.paper .pulya svg')?.viewBox.baseVal.width ?? null"
DRAWN_ON = "() => document.querySelector('.paper .pulya')?.clientWidth ?? null"
"""Return the width of the pulya drawn for printing while hidden, and the width available in print."""
SENDS = """() => {
  navigator.canShare = ({ files }) => files.length > 0;
  navigator.share = async ({ files }) => { globalThis.sent = files.map(({ type }) => type); };
}"""
"""A device that can share files, and records the shared ones."""
SCREEN = """const locks = (globalThis.locks = []);
Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
  const lock = { what, held: true, release: async () => { lock.held = false; } };
  locks.push(lock);
  return lock;
} } });"""
"""A screen that records who keeps it on."""
AWAKE = """async () => {
  await new Promise((done) => setTimeout(done)); // real time: none passes; what has been asked for is there
  return locks.filter(({ what, held }) => what === "screen" && held).length;
}"""
GONE_AND_BACK = """() => {
  locks.forEach((lock) => (lock.held = false));
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Pencil:
    """A user who keeps the score: takes offered answers at random, and counts the taps."""

    def __init__(self, guest: Guest, seed: str) -> None:
        self.guest, self.random, self.taps = guest, Random(seed), 0

    def tap(self, control: Locator) -> None:
        """Tap a control of the scorer, and wait for its response."""
        self.guest.seat.press(control)
        wait_for_scorer(self.guest)
        self.taps += 1

    @property
    def answer_buttons(self) -> Locator:
        """Return the answers offered."""
        return self.guest.seat.main.locator(".deal .asked button")

    def enter_deal(self) -> None:
        """Enter a deal and save it."""
        write = self.guest.seat.button("scorer-write")
        self.taps = 0
        expect(self.answer_buttons.or_(write).first).to_be_visible()
        while not write.is_visible():
            self.tap(self.answer_buttons.nth(self.random.randrange(self.answer_buttons.count())))
        self.tap(write)

    def open_view(self, name: str) -> None:
        """Open a view of the match."""
        self.guest.seat.press(self.guest.seat.main.locator(f"nav [data-view={name}]"))

    def open_section(self, name: str) -> None:
        """Open a part of the settlement: the result, editing, or leaving the page."""
        settlement_visit(name)(self.guest)

    def open_entry(self, number: int) -> Locator:
        """Return an opened entry."""
        self.open_view("entries")
        entries = self.guest.page.get_by_role("region", name=self.guest.seat.words("scorer-view-entries"), exact=True)
        details = entries.locator("details").filter(
            has=self.guest.page.locator("summary .number", has_text=re.compile(f"^{number}$"))
        )
        self.guest.seat.press(details.locator("summary"))
        return details

    def confirm_change(self) -> None:
        """Confirm the previewed change."""
        self.tap(self.guest.seat.button("scorer-do"))
        self.guest.page.get_by_role("dialog").wait_for(state="hidden")

    def continue_match(self) -> None:
        """Play on after the end of the match."""
        self.open_view("settle")
        self.tap(self.guest.seat.button("scorer-play-on"))
        self.confirm_change()
        self.open_view("deal")

    def replay_match(self) -> Replay:
        """Return the match as the engine computes it."""
        return replay_scoring(read(self.guest.page.evaluate(READ_SCORE_FILE).encode())[0].current_list)

    def check_settlement(self) -> None:
        """Check that the page shows the engine's numbers, also after a reload."""
        replay = self.replay_match()
        texts = [
            share(points).replace("-", "−") for points in replay.game.scoring.settlement(replay.match.sheet.totals)
        ]
        for _ in range(2):
            self.open_view("sheet")
            rows = self.guest.seat.main.locator(".sheet .side table tbody tr td:last-child")
            expect(rows).to_have_text(texts)
            self.guest.page.reload()
            wait_for_scorer(self.guest)


@pytest.fixture
def pencil(accounts: Accounts, server: House) -> Pencil:
    """A phone user who has started a match."""
    guest = Guest(accounts.seat("en", Touch, PHONE, server.url), server)
    start_scoring(guest, FIRST)
    return Pencil(guest, "sheet")


@pytest.mark.parametrize("lang", one_core_case(["en", "ru"], core=1))
@pytest.mark.parametrize("game", one_core_case(GAMES))
def test_score_page_records_ten_deals_with_corrections(accounts: Accounts, server: House, game: str, lang: str) -> None:
    guest = Guest(accounts.seat(lang, Touch, PHONE, server.url), server)
    start_scoring(guest, game)
    pencil = Pencil(guest, f"{game} {lang}")
    max_taps = 6 if isinstance(GAMES[game].presentation.sheet, PulyaSheet) else 4
    for deal in range(1, DEALS + 1):
        if not pencil.answer_buttons.count():
            pencil.continue_match()
        pencil.enter_deal()
        assert pencil.taps <= max_taps + (deal == 1), f"deal {deal} took {pencil.taps} taps"
        if deal == 3:
            pencil.tap(guest.seat.button("scorer-undo"))
            pencil.tap(guest.seat.button("scorer-redo"))
        if deal == 5:
            pencil.tap(pencil.open_entry(2).get_by_role("button", name=guest.seat.words("scorer-edit"), exact=True))
            pencil.enter_deal()
        if deal == 7:
            old_entries = pencil.replay_match().scoring.entries
            pencil.tap(pencil.open_entry(4).get_by_role("button", name=guest.seat.words("scorer-delete"), exact=True))
            pencil.confirm_change()
            pencil.tap(guest.seat.button("scorer-undo"))
            assert pencil.replay_match().scoring.entries == old_entries
            pencil.open_view("deal")
    replay = pencil.replay_match()
    assert len(replay.scoring.entries) == DEALS
    assert [bool(applied_entry.entry.before) for applied_entry in replay.applied_entries].index(True) == 1
    pencil.check_settlement()


def test_score_page_lets_first_answer_be_changed_in_grid(accounts: Accounts, pencil: Pencil) -> None:
    guest = pencil.guest
    guest.page.route("**/api/score", lambda route: route.abort())
    guest.seat.press(pencil.answer_buttons.first)
    expect(guest.page.get_by_role("alert")).to_be_visible()
    guest.page.unroute("**/api/score")
    guest.seat.press(guest.seat.button("matches-again"))
    chosen_button = guest.seat.main.locator(".deal .grid button[aria-pressed=true]")
    expect(chosen_button).to_have_count(1)
    first_answer = chosen_button.text_content() or ""
    guest.page.reload()
    expect(chosen_button).to_have_text(first_answer)
    other_button = guest.seat.main.locator(".deal .grid button[aria-pressed=false]").last
    answer = other_button.text_content() or ""
    pencil.tap(other_button)
    expect(chosen_button).to_have_text(answer)
    accounts.forgive("api/score", "ERR_FAILED")


def test_score_result_shows_payments_only_after_price_is_set(pencil: Pencil) -> None:
    """Without a price the result is the settlement only, best player first."""
    guest, words = pencil.guest, pencil.guest.seat.words
    pencil.enter_deal()
    pencil.open_section("result")
    rows = guest.page.get_by_role("list", name=words("scorer-part-result")).get_by_role("listitem")
    replay = pencil.replay_match()
    shares = sorted(replay.game.scoring.settlement(replay.match.sheet.totals), reverse=True)
    expect(rows).to_have_text([re.compile(f"{re.escape(share(points).replace('-', '−'))}$") for points in shares])
    pays = guest.page.get_by_role("heading", name=words("scorer-pays"), exact=True)
    expect(pays).to_have_count(0)
    guest.page.get_by_label(words("scorer-price"), exact=True).fill("0,5")
    pencil.tap(guest.seat.button("scorer-price-set"))
    expect(pays).to_be_visible()


def test_score_player_joins_and_leaves_and_both_are_undone(pencil: Pencil) -> None:
    """Each in one step, previewed before it is applied; earlier deals stay unchanged."""
    guest, words, page = pencil.guest, pencil.guest.seat.words, pencil.guest.page
    pencil.enter_deal()
    result_text = pencil.open_entry(1).locator("summary b").text_content() or ""
    pencil.open_section("edit")
    guest.seat.press(guest.seat.button("scorer-player-joins"))
    window = guest.seat.dialog("scorer-player-joins")
    window.get_by_label(words("scorer-join-name"), exact=True).fill("Cid")
    window.get_by_role("combobox").select_option(index=0)
    pencil.tap(window.get_by_role("button", name=words("scorer-show"), exact=True))
    expect(guest.seat.dialog("scorer-sure")).to_contain_text("Cid")
    pencil.confirm_change()
    replay = pencil.replay_match()
    assert replay.names[1] == "Cid"
    averages = [sum(column[:1] + column[2:]) / 3 for column in replay.match.sheet.totals[:2]]
    assert all(
        abs(column[1] - average) <= 1 / 2
        for column, average in zip(replay.match.sheet.totals[:2], averages, strict=True)
    )
    pencil.open_view("deal")
    expect(guest.seat.main.locator(".deal .pairs b").filter(has_text="Cid")).to_have_count(1)
    expect(pencil.open_entry(1).locator("summary b")).to_have_text(result_text)
    pencil.open_view("deal")
    pencil.enter_deal()
    pencil.open_section("edit")
    pencil.open_section("result")
    page.get_by_label(words("scorer-price"), exact=True).fill("0,5")
    pencil.tap(guest.seat.button("scorer-price-set"))
    pencil.open_section("edit")
    guest.seat.press(guest.seat.button("scorer-player-leaves"))
    pencil.tap(guest.seat.dialog("scorer-player-leaves").get_by_role("button", name="Cid", exact=True))
    pays = [words("pays", player=payer, other=payee, amount=r"\d") for payer, payee in (("Cid", ".*"), (".*", "Cid"))]
    due = re.compile("|".join(pays))
    expect(guest.seat.dialog("scorer-sure")).to_contain_text(due)
    pencil.confirm_change()
    assert pencil.replay_match().names == replay.scoring.names
    pencil.open_section("result")
    leaving_text = words("paid-at-leaving", text="Cid", payments="").strip()
    expect(guest.seat.main.get_by_text(leaving_text).filter(visible=True)).to_have_text(due)
    for _ in range(4):
        pencil.tap(guest.seat.button("scorer-undo"))
    assert pencil.replay_match().names == replay.scoring.names
    page.reload()
    wait_for_scorer(guest)
    expect(pencil.open_entry(1).locator("summary b")).to_have_text(result_text)


def test_score_sheet_is_shared_as_picture(pencil: Pencil) -> None:
    """Through the device's share function, or saved without one; the picture grows with the list."""
    guest = pencil.guest
    heights = []
    for _ in range(2):
        pencil.enter_deal()
        pencil.open_section("share")
        with guest.page.expect_download() as download:
            guest.seat.press(guest.seat.button("scorer-picture"))
        picture = download.value.path().read_bytes()
        assert download.value.suggested_filename.endswith(".png")
        assert picture.startswith(b"\x89PNG")
        heights.append(int.from_bytes(picture[20:24]))
        pencil.open_view("deal")
    assert heights[0] < heights[1]
    guest.page.evaluate(SENDS)
    pencil.open_section("share")
    guest.seat.press(guest.seat.button("scorer-picture"))
    until(lambda: guest.page.evaluate("() => globalThis.sent"), "the picture is shared")
    assert guest.page.evaluate("() => sent") == ["image/png"]


def test_score_page_offers_last_players_and_adds_up_totals(pencil: Pencil) -> None:
    """One tap seats the players of the last evening; the results of both evenings are added up."""
    guest, words, main = pencil.guest, pencil.guest.seat.words, pencil.guest.seat.main
    pencil.enter_deal()
    names = pencil.replay_match().names
    totals = [pencil.replay_match().game.scoring.settlement(pencil.replay_match().match.sheet.totals)]
    guest.open("/score")
    fields = main.locator(".player input[type=text]")
    expect(fields.first).to_be_visible()
    for field, name in zip(fields.all(), "xyz", strict=True):
        field.fill(name)
    guest.seat.press(
        main.get_by_role("group", name=words("scorer-players-before")).get_by_role("button", name=", ".join(names))
    )
    for field, name in zip(fields.all(), names, strict=True):
        expect(field).to_have_value(name)
    guest.seat.press(guest.seat.button("scorer-begin"))
    pencil.enter_deal()
    totals.append(pencil.replay_match().game.scoring.settlement(pencil.replay_match().match.sheet.totals))
    guest.open("/score")
    guest.seat.press(main.locator("summary", has_text=words("scorer-totals")))
    sums = {name: sum(share) for name, *share in zip(names, *totals, strict=True)}
    for name, total in sums.items():
        row = main.get_by_role("row").filter(has_text=name)
        expect(row.get_by_role("cell").first).to_have_text("2")
        shown_total = (row.get_by_role("cell").last.text_content() or "").replace("−", "-")
        assert abs(float(shown_total) - total) <= 1 / 10


def test_score_page_shows_time_left_then_what_follows(accounts: Accounts, server: House) -> None:
    """Also after a reload; the match goes on after its time, and the limit can be changed."""
    guest = Guest(accounts.seat("en", Touch, PHONE, server.url), server)
    pencil, words, status = Pencil(guest, "time"), guest.seat.words, guest.seat.main.locator(".saved")
    began = datetime(2026, 1, 1, 12, tzinfo=UTC)
    guest.page.clock.set_fixed_time(began)
    start_scoring(guest, FIRST, minutes=60)
    expect(status).to_contain_text(words("table-time-left", minutes=60))
    guest.page.clock.set_fixed_time(began + timedelta(minutes=61))
    guest.page.reload()
    expect(status).to_contain_text(words("table-time-last"))
    pencil.enter_deal()
    expect(status).to_contain_text(words("scorer-time-over"))
    pencil.enter_deal()
    assert len(pencil.replay_match().scoring.entries) == 2
    pencil.open_section("edit")
    guest.seat.press(guest.seat.button("scorer-heading"))
    details = guest.seat.dialog("scorer-heading")
    details.get_by_label(words("scorer-minutes"), exact=True).fill("90")
    pencil.tap(details.get_by_role("button", name=words("scorer-show"), exact=True))
    pencil.confirm_change()
    expect(status).to_contain_text(words("table-time-left", minutes=29))


def test_score_link_contains_whole_match(accounts: Accounts, server: House, pencil: Pencil) -> None:
    guest = pencil.guest
    pencil.enter_deal()
    file = guest.page.evaluate(READ_SCORE_FILE)
    pencil.open_section("share")
    guest.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stop_timers(guest)  # the button says for two seconds only that the link was copied
    guest.seat.press(guest.seat.button("scorer-link"))
    expect(guest.seat.button("copy-done")).to_be_visible()
    link = guest.page.evaluate("() => navigator.clipboard.readText()")
    receiver = Guest(accounts.seat("ru", url=server.url), server)
    receiver.open(link.removeprefix(server.url))
    expect(receiver.seat.button("scorer-undo")).to_be_enabled()
    assert receiver.page.evaluate(READ_SCORE_FILE) == file
    assert "match=" not in receiver.page.url


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(("game", "deals"), [*((game, 4) for game in GAMES), (FIRST, EVENING)])
def test_score_sheet_prints_on_one_page(accounts: Accounts, server: House, game: str, deals: int, lang: str) -> None:
    """The drawn sheet, every entry (even of a whole evening) and the settlement are printed uncut."""
    guest = Guest(accounts.seat(lang, url=server.url), server)
    scoring_visit(game, deals)(guest)
    drawn_for = guest.page.evaluate(DRAWN_FOR)
    paper = guest.page.pdf(prefer_css_page_size=True, format="A4", path=SHOTS / f"score-{game}-{deals}-{lang}.pdf")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    guest.page.emulate_media(media="print")
    expect(guest.page.locator(".paper")).to_contain_text(guest.seat.words("print-settlement"))
    assert guest.page.evaluate(DRAWN_ON) == drawn_for, "what is written does not stand where the lines are"
    entries = len(Pencil(guest, "").replay_match().scoring.entries)
    numbers = guest.page.locator(".paper tbody tr td:first-child").all_text_contents()
    assert numbers[-entries:] == [f"{n}" for n in range(1, entries + 1)]
    assert guest.page.evaluate(CUT_OFF) == []


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_score_csv_has_all_entries_and_adds_up(accounts: Accounts, server: House, game: str) -> None:
    guest = Guest(accounts.seat(url=server.url), server)
    scoring_visit(game)(guest)
    Pencil(guest, "").open_section("edit")
    with guest.page.expect_download() as download:
        guest.seat.press(guest.seat.button("scorer-heading"))
        window = guest.seat.dialog("scorer-heading")
        window.get_by_label(guest.seat.words("scorer-name", number=1), exact=True).fill('=Vera, "I"')
        guest.seat.press(window.get_by_role("button", name=guest.seat.words("scorer-show"), exact=True))
        Pencil(guest, "").confirm_change()
        Pencil(guest, "").open_section("share")
        guest.seat.press(guest.seat.button("scorer-csv"))
    assert download.value.suggested_filename.endswith(".csv")
    head, *rows = csv.reader(StringIO(download.value.path().read_text("utf-8")))
    replay = Pencil(guest, "").replay_match()
    assert len(rows) == len(replay.scoring.entries)
    assert {len(row) for row in rows} == {len(head)}
    assert [row[0] for row in rows] == [f"{n}" for n in range(1, len(rows) + 1)]
    assert not any(cell.startswith(("=", "+", "@")) for row in (head, *rows) for cell in row), "it would be a formula"
    assert any('=Vera, "I"' in cell for cell in (*head, *(row[2] for row in rows)))
    boxes = range(FIRST_BOX, len(head) - 1, 2)
    opening_totals = [total for column in replay.game.opening for total in column]
    total_changes = [sum(int(row[change] or 0) for row in rows) for change in boxes]
    final_totals = [opening + added for opening, added in zip(opening_totals, total_changes, strict=True)]
    assert final_totals == [int(rows[-1][change + 1]) for change in boxes]
    assert final_totals == [total for column in replay.match.sheet.totals for total in column]


@pytest.mark.thorough
def test_score_page_keeps_screen_on_while_match_is_open(accounts: Accounts, server: House) -> None:
    guest = Guest(accounts.seat(url=server.url), server)
    guest.page.add_init_script(SCREEN)
    guest.open("/score")
    expect(guest.seat.button("scorer-begin")).to_be_visible()
    assert guest.page.evaluate(AWAKE) == 0
    start_scoring(guest, FIRST)
    assert guest.page.evaluate(AWAKE) == 1
    guest.page.evaluate(GONE_AND_BACK)
    assert guest.page.evaluate(AWAKE) == 1, "a browser lets it go with a page that is hidden"
    guest.seat.press(guest.page.locator("header .home"))
    expect(guest.seat.main.get_by_role("heading", level=1)).to_have_text(guest.seat.words("lobby-title"))
    assert guest.page.evaluate(AWAKE) == 0


@pytest.mark.thorough
def test_score_paper_start_and_corrections_are_previewed_and_applied(pencil: Pencil) -> None:
    """Scores from paper, a correction with a note, new names, a fault, and an agreed end."""
    guest, words, page = pencil.guest, pencil.guest.seat.words, pencil.guest.page
    pencil.open_section("edit")
    guest.seat.press(guest.seat.button("scorer-paper"))
    window = guest.seat.dialog("scorer-paper")
    window.get_by_label(words("scorer-played"), exact=True).fill("3")
    pencil.tap(window.get_by_role("button", name=words("scorer-show"), exact=True))
    pencil.confirm_change()
    expect(guest.seat.main.locator("nav [data-view=deal]")).to_have_text(words("scorer-view-deal", deal=4))
    guest.seat.press(guest.seat.button("scorer-adjust"))
    page.get_by_label(words("scorer-amount"), exact=True).fill("5")
    page.get_by_label(words("scorer-why"), exact=True).fill("the phone rang")
    pencil.tap(guest.seat.button("scorer-show"))
    pencil.confirm_change()
    guest.seat.press(guest.seat.button("scorer-heading"))
    window = guest.seat.dialog("scorer-heading")
    window.get_by_label(words("scorer-name", number=1), exact=True).fill("Yuri")
    pencil.tap(window.get_by_role("button", name=words("scorer-show"), exact=True))
    pencil.confirm_change()
    pencil.tap(guest.seat.button("scorer-fault"))
    pencil.enter_deal()
    pencil.open_view("settle")
    pencil.tap(guest.seat.button("scorer-stop"))
    pencil.confirm_change()
    replay = pencil.replay_match()
    assert [type(applied_entry.entry.what) for applied_entry in replay.applied_entries] == [
        AdjustEntry,
        Fault,
        StopEntry,
    ]
    assert (replay.scoring.names[0], replay.applied_entries[0].entry.note) == ("Yuri", "the phone rang")
    assert replay.scoring.opening is not None
    assert replay.scoring.opening.played == 3
    pencil.open_view("deal")
    expect(guest.seat.visible_text(words("print-broken-off")).first).to_be_visible()
