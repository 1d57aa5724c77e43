"""Push messages: an account allows them, and the service worker shows them in the page's language."""

from pathlib import Path

from browser.conftest import PHONE, Accounts
from browser.seat import Touch
from browser.servers import run_server
from playwright.sync_api import expect
from static_site.test_offline import wait_until_kept
from static_site.test_server_offline import copy_client_with_engine
from support.example_games import example
from support.waiting import until

from prikup.games import GAMES
from prikup.locale import Words
from prikup.server.notices.settings_file import NoticeSettings, PushSettings

SETTINGS = NoticeSettings("http://127.0.0.1", PushSettings("A" * 42 + "c", "mailto:me@example.org"))
GAME = example()
FAKE_PUSH = """
const made = (endpoint) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
  unsubscribe: async () => { globalThis.current = null; return true; },
});
PushManager.prototype.getSubscription = async () => globalThis.current ?? null;
PushManager.prototype.subscribe = async () =>
  (globalThis.current = made("https://fcm.googleapis.com/fcm/send/test"));
"""
"""A push service: Chromium without a window has none. The keys are those of the example in RFC 8291."""
RECORD = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { lang, tag, data }) =>
    void self.shown.push({ title, lang, tag, data });
}"""
"""Record the messages that the service worker shows: Chromium without a window shows none."""
HAS_SENTENCES = "async () => Boolean(await caches.match('/notice-sentences.json'))"
DELIVER = "(message) => void self.dispatchEvent(new PushEvent('push', { data: JSON.stringify(message) }))"


def test_allowed_message_is_shown_in_language_of_page(accounts: Accounts, tmp_path: Path) -> None:
    client = copy_client_with_engine(tmp_path)
    with run_server(tmp_path, client=client, notices=SETTINGS) as house:
        seat = accounts.seat("ru", Touch, PHONE, url=house.url)
        context = seat.page.context
        context.grant_permissions(["notifications"])
        context.add_init_script(FAKE_PUSH)
        seat.page.goto("/")
        wait_until_kept(seat.page, client)
        response = context.request.post("/api/guests", data={"name": "Anna"})
        assert response.ok
        assert context.request.post("/api/account", data={"name": "Anna", "password": "a good password"}).ok
        seat.page.goto("/score")
        seat.press(seat.button("settings-title"))
        dialog = seat.dialog("settings-title")
        switch = dialog.get_by_role("checkbox", name=seat.words("away-push"))
        test_button = dialog.get_by_role("button", name=seat.words("away-test"))
        expect(switch).to_be_enabled()
        switch.check()
        expect(test_button).to_be_enabled()
        expect(switch).to_be_checked()
        until(lambda: seat.page.evaluate(HAS_SENTENCES), "that the service worker has the sentences")
        assert context.request.get("/api/notices").json()["endpoints"] == ["https://fcm.googleapis.com/fcm/send/test"]
        message = {"kind": "turn", "about": "table1", "game": GAME, "name": "", "until": 0, "language": "en"}
        worker = context.service_workers[0]
        worker.evaluate(RECORD)
        worker.evaluate(DELIVER, message)
        until(lambda: worker.evaluate("self.shown.length"))
        [shown] = worker.evaluate("self.shown")
        title = Words("ru", GAMES[GAME].folder)("game")
        assert shown == {"title": f"{title}: ваш ход.", "lang": "ru", "tag": "table1", "data": "t/table1"}
        switch.uncheck()
        expect(test_button).to_be_hidden()
        expect(switch).not_to_be_checked()
        assert context.request.get("/api/notices").json()["endpoints"] == []
        seat.page.close()  # without its server it might miss something
