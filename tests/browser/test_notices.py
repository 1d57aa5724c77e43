"""What an account is told while it is away: its choices in the settings, and the links in mails."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from time import time

import pytest
from browser.conftest import PHONE, Accounts
from browser.layout_checks import barriers, faults
from browser.pictures import save_picture
from browser.prepared_tables import Guest
from browser.seat import Seat, Touch, load_words
from browser.servers import House, run_server
from browser.test_settings import open_settings
from playwright.sync_api import Locator, Page, Response, expect
from server.notices.push_service import Browser
from support.waiting import until

from prikup.server.notices.settings_file import MailSettings, NoticeSettings, PushSettings

SETTINGS = NoticeSettings(
    "http://127.0.0.1",
    PushSettings("A" * 42 + "c", "mailto:me@example.org"),
    MailSettings("127.0.0.1", "cards@example.org", 1, encryption="none"),
)
"""Settings with which push messages and mails can be chosen; nothing listens at the port of the mail server."""


@pytest.fixture(scope="module")
def telling_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with run_server(tmp_path_factory.mktemp("server"), notices=SETTINGS) as house:
        yield house


def store_address(house: House, name: str, *, proof: str = "x", proved: bool) -> None:
    """Give the account called `name` a mail address, as if it had just entered it; `proof` is the mailed secret."""
    with closing(sqlite3.connect(house.folder / "tables.sqlite", timeout=60)) as database, database:
        [(person,)] = database.execute("SELECT id FROM people WHERE name = ?", [name])
        asked_ms, digest = round(time() * 1000), sha256(proof.encode()).hexdigest()
        row = (person, f"{name}@example.org", "en", asked_ms, digest, 1 if proved else None, f"stop-{name}", 0)
        database.execute("INSERT INTO mail_addresses VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


PUSH_BROWSER = """globalThis.posted = [];
globalThis.Notification = class {
  static permission = "default";
  static async requestPermission() { return this.permission = ANSWER; }
};
let subscription = null;
const made = {
  endpoint: ENDPOINT,
  toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
  unsubscribe: async () => { subscription = null; return true; },
};
const pushManager = {
  getSubscription: async () => subscription,
  subscribe: async () => (subscription = made),
};
Object.defineProperties(ServiceWorkerContainer.prototype, {
  controller: { get: () => ({ postMessage: (message) => posted.push(message) }) },
  ready: { get: async () => ({ pushManager }) },
  register: { value: () => new Promise(() => undefined) }, // this server has no service worker
});
globalThis.PushManager ??= class {};"""
"""A browser that answers ANSWER when it is asked for its permission, and can be sent messages; `posted` has what pages
gave to its service worker."""


def stand_in_browser(page: Page, answer: str) -> None:
    """Replace what a page knows of messages by a stand-in, which needs no push service."""
    subscription = Browser().subscription("https://fcm.googleapis.com/send/1")
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    script = PUSH_BROWSER.replace("ANSWER", json.dumps(answer)).replace("KEYS", json.dumps(keys))
    page.add_init_script(script.replace("ENDPOINT", json.dumps(subscription.endpoint)))


def open_as_account(accounts: Accounts, house: House, lang: str, name: str) -> Guest:
    guest = Guest(accounts.seat(lang, Touch, PHONE, url=house.url), house)
    guest.create_user()
    response = guest.page.context.request.post("/api/account", data={"name": name, "password": name * 3})
    assert response.ok, response.text()
    return guest


def test_account_chooses_what_is_mailed(accounts: Accounts, telling_server: House) -> None:
    guest = open_as_account(accounts, telling_server, "ru", "anna")
    store_address(telling_server, "anna", proved=True)
    guest.open("/")
    section = away_section(guest.seat)
    expect(section).to_contain_text("anna@example.org")
    by_mail = section.get_by_role("group", name=guest.seat.words("away-by-mail"))
    invited = by_mail.get_by_role("checkbox", name=guest.seat.words("away-kind-invited"))
    expect(invited).not_to_be_checked()
    invited.press("Space")
    expect(invited).to_be_checked()
    quiet = section.get_by_role("checkbox", name=guest.seat.words("away-quiet"))
    with guest.page.expect_response(has_stored_no_quiet_hours):
        quiet.press("Space")
    expect(quiet).to_be_focused()
    wrong = faults(guest.page, touch=True) + barriers(guest.page)
    save_picture(guest.page, "settings-away")
    assert not wrong, "\n".join(wrong)
    page = guest.page.context.request.get("/api/notices").json()
    assert (page["wishes"]["invited"], page["quiet"]) == (["push", "mail"], False)
    guest.page.reload()
    section = away_section(guest.seat)
    expect(section.get_by_role("checkbox", name=guest.seat.words("away-kind-invited"))).to_be_checked()
    section.get_by_role("button", name=guest.seat.words("away-mail-remove")).click()
    expect(section).not_to_contain_text("anna@example.org")
    expect(section.get_by_role("checkbox", name=guest.seat.words("away-kind-invited"))).to_have_count(0)


def has_stored_no_quiet_hours(response: Response) -> bool:
    """Return whether the server answers that there are no quiet hours. Other responses may be no text, as fonts are."""
    return response.url.endswith("/api/notices") and '"quiet":false' in response.text()


def away_section(seat: Seat) -> Locator:
    """Open the settings, and return the section about notices."""
    section = open_settings(seat).locator("section").filter(has=seat.page.get_by_text(seat.words("away-title")))
    section.scroll_into_view_if_needed()
    return section


def test_messages_follow_language_of_page(accounts: Accounts, telling_server: House) -> None:
    guest = open_as_account(accounts, telling_server, "en", "egor")
    stand_in_browser(guest.page, "granted")
    guest.open("/")
    section = away_section(guest.seat)
    section.get_by_role("checkbox", name=guest.seat.words("away-push")).click()
    expect(section.get_by_role("button", name=guest.seat.words("away-test"))).to_be_visible()
    until(lambda: guest.page.evaluate("posted.length") == 1, "the messages in the first language go out")
    language = guest.page.get_by_role("dialog").get_by_role("combobox")
    with guest.page.expect_request("**/api/notices/push") as renewal:
        language.select_option("ru")
    assert (renewal.value.post_data_json or {})["language"] == "ru"
    until(lambda: guest.page.evaluate("posted.length") == 2, "the messages in the second language go out")
    sent = guest.page.evaluate("posted.map(({ lang, kinds }) => [lang, kinds.test])")
    assert sent == [[lang, load_words(lang)("push-test")] for lang in ("en", "ru")]


def test_denied_notification_permission_shows_message(accounts: Accounts, telling_server: House) -> None:
    guest = open_as_account(accounts, telling_server, "en", "denis")
    stand_in_browser(guest.page, "denied")
    guest.open("/")
    section = away_section(guest.seat)
    box = section.get_by_role("checkbox", name=guest.seat.words("away-push"))
    box.click()
    expect(section.get_by_role("status")).to_have_text(guest.seat.words("settings-notices-denied"))
    expect(box).not_to_be_checked()


def test_refused_mail_address_shows_message(accounts: Accounts, telling_server: House) -> None:
    guest = open_as_account(accounts, telling_server, "en", "boris")
    guest.open("/")
    accounts.tolerate("400")
    section = away_section(guest.seat)
    section.get_by_role("textbox").fill("boris@example.org")
    section.get_by_role("button", name=guest.seat.words("away-mail-set")).click()
    expect(section.get_by_role("status")).to_have_text(guest.seat.words("mail-not-sent"))


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_link_in_mail_stops_mails_only_when_pressed(accounts: Accounts, telling_server: House, lang: str) -> None:
    owner = open_as_account(accounts, telling_server, lang, f"vera {lang}")
    store_address(telling_server, f"vera {lang}", proof=lang, proved=True)
    reader = Guest(accounts.seat(lang, Touch, PHONE, url=telling_server.url), telling_server)
    reader.open(f"/mail/stop/stop-vera {lang}")
    assert owner.page.context.request.get("/api/notices").json()["mail"]
    wrong = faults(reader.page, touch=True) + barriers(reader.page)
    save_picture(reader.page, f"mail-stop-{lang}")
    assert not wrong, "\n".join(wrong)
    reader.seat.press(reader.seat.button("mail-stop-button"))
    expect(reader.seat.main).to_contain_text(reader.seat.words("mail-stop-done"))
    assert owner.page.context.request.get("/api/notices").json()["mail"] is None


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_link_in_mail_proves_address_only_when_pressed(accounts: Accounts, telling_server: House, lang: str) -> None:
    """Programs that open the links of all mails prove nothing: opening the page changes nothing."""
    owner = open_as_account(accounts, telling_server, lang, f"zoya {lang}")
    proof = f"proof-{lang}"
    store_address(telling_server, f"zoya {lang}", proof=proof, proved=False)

    def is_proved() -> bool:
        return bool(owner.page.context.request.get("/api/notices").json()["mail"]["proved"])

    reader = Guest(accounts.seat(lang, Touch, PHONE, url=telling_server.url), telling_server)
    reader.open(f"/mail/prove/{proof}")
    wrong = faults(reader.page, touch=True) + barriers(reader.page)
    save_picture(reader.page, f"mail-prove-{lang}")
    assert not wrong, "\n".join(wrong)
    assert not is_proved()
    reader.seat.press(reader.seat.button("mail-prove-button"))
    expect(reader.seat.main).to_contain_text(reader.seat.words("mail-prove-done"))
    assert is_proved()


def test_invalid_mail_confirmation_link_shows_message(accounts: Accounts, telling_server: House) -> None:
    reader = Guest(accounts.seat("en", Touch, PHONE, url=telling_server.url), telling_server)
    reader.open("/mail/prove/unknown")
    accounts.tolerate("400")
    reader.seat.press(reader.seat.button("mail-prove-button"))
    expect(reader.seat.main.get_by_text(reader.seat.words("mail-link-old"))).to_be_visible()
