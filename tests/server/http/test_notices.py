"""Requests about notices: who may make them, what they store, and what the links in mails do."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.notices.push_service import SETTINGS, Browser
from server.server_thread import Running, Visitor, problem, run_server
from support import patient

from prikup.api.notices import NoticePage
from prikup.server.http.rate_limits import LIMITS
from prikup.server.notices.channels import MailOutcome
from prikup.server.notices.kinds import CHANNELS_OF, Wishes
from prikup.server.notices.settings_file import MailSettings, NoticeSettings

MAIL = MailSettings("127.0.0.1", "cards@example.org", 1, encryption="none")
BOTH = NoticeSettings("https://cards.example.org", SETTINGS, MAIL)
ENDPOINT = "https://fcm.googleapis.com/send/1"


@contextmanager
def account(running: Running, name: str = "Vera") -> Iterator[Visitor]:
    """Sign in as a new account."""
    with Visitor(running, name) as visitor:
        visitor.post("account", name=name, password="a good password")
        yield visitor


def subscription(endpoint: str = ENDPOINT) -> dict[str, Any]:
    keys = Browser().subscription(endpoint)
    return {"endpoint": endpoint, "keys": {"p256dh": keys.p256dh, "auth": keys.auth}, "language": "en"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends push messages and mails."""
    folder = tmp_path_factory.mktemp("server")
    with run_server(folder, notices=BOTH, client=folder) as running:
        yield running


@pytest.fixture
def proofs(server: Running, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The secrets that were mailed; the mail server accepts every mail, but those to `refused`."""
    mailed = list[str]()

    async def send_proof(address: str, language: str, proof: str) -> MailOutcome:
        mailed.append(proof)
        return "bounced" if address.startswith("refused") else "sent"

    assert server.services.notices.mail is not None
    monkeypatch.setattr(server.services.notices.mail, "send_proof", send_proof)
    return mailed


def test_new_account_has_default_wishes(server: Running) -> None:
    with account(server, "Anna") as anna:
        page = anna.get("notices")
        assert page["key"]
        assert (page["sends_mail"], page["endpoints"], page["mail"]) == (True, [], None)
        assert page["wishes"].keys() == CHANNELS_OF.keys()
        assert page["possible"] == {kind: list(channels) for kind, channels in CHANNELS_OF.items()}
        assert page.keys() == set(NoticePage.__struct_fields__)


def test_guest_has_no_notices(server: Running) -> None:
    with Visitor(server) as guest:
        for method, path in (("GET", "notices"), ("POST", "notices/test"), ("DELETE", "notices/mail")):
            answer = guest.http.request(method, f"/api/{path}", headers={"Content-Type": "application/json"})
            assert problem(answer) == (403, "account-needed")


def test_browser_is_subscribed_and_forgotten(server: Running) -> None:
    with account(server, "Boris") as boris:
        assert boris.post("notices/push", **subscription())["id"]
        assert boris.get("notices")["endpoints"] == [ENDPOINT]
        answer = boris.http.request(
            "DELETE", "/api/notices/push", params={"endpoint": ENDPOINT}, headers={"Content-Type": "application/json"}
        )
        assert answer.json()["endpoints"] == []


def test_browser_is_forgotten_when_its_session_ends(server: Running) -> None:
    """Messages go on only to the browser on which the password is changed, and end there with its session."""
    phone = subscription("https://fcm.googleapis.com/send/phone")
    with account(server, "Olga") as olga, Visitor(server) as other:
        olga.post("notices/push", **subscription())
        other.post("login", name="Olga", password="a good password")
        other.post("notices/push", **phone)
        assert other.get("notices")["endpoints"] == [ENDPOINT, phone["endpoint"]]
        olga.post("password", old="a good password", new="a new password")
        assert olga.get("notices")["endpoints"] == [ENDPOINT]
        other.post("login", name="Olga", password="a new password")
        olga.post("logout")
        assert other.get("notices")["endpoints"] == []


def test_browser_is_forgotten_when_another_user_logs_in(server: Running) -> None:
    """It is not forgotten if the same user logs in again."""
    with account(server, "Fedor") as fedor, account(server, "Grigori") as grigori, Visitor(server) as other:
        grigori.post("notices/push", **subscription())
        grigori.post("login", name="Grigori", password="a good password")
        assert grigori.get("notices")["endpoints"] == [ENDPOINT]
        grigori.post("login", name="Fedor", password="a good password")
        assert fedor.get("notices")["endpoints"] == []
        other.post("login", name="Grigori", password="a good password")
        assert other.get("notices")["endpoints"] == []


@pytest.mark.parametrize(
    "endpoint", ["http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://10.0.0.1/x", "https://example.org/x"]
)
def test_strange_push_service_is_refused(server: Running, endpoint: str) -> None:
    with account(server, f"Clara {len(endpoint)}") as clara:
        answer = clara.http.post("/api/notices/push", json=subscription(endpoint))
        assert problem(answer) == (400, "push-host")
        bad_keys = subscription() | {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}
        assert problem(clara.http.post("/api/notices/push", json=bad_keys)) == (400, "push-host")


def test_wishes_that_are_changed_at_once_are_all_stored(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    channels = server.services.notices.channels
    wishes_of, both_have_read = channels.wishes_of, threading.Barrier(2)

    async def read_together(person: str) -> Wishes:
        wishes = await wishes_of(person)
        await asyncio.to_thread(both_have_read.wait)
        monkeypatch.setattr(channels, "wishes_of", wishes_of)
        return wishes

    changes: tuple[dict[str, list[str]], ...] = ({"friend": []}, {"invited": []})
    with account(server, "Nora") as nora, ThreadPoolExecutor(2) as threads:
        monkeypatch.setattr(channels, "wishes_of", read_together)
        assert all(answer.is_success for answer in threads.map(lambda wishes: put(nora, wishes=wishes), changes))
        assert {kind: nora.get("notices")["wishes"][kind] for kind in ("friend", "invited")} == changes[0] | changes[1]


def test_mail_that_fails_does_not_delete_an_address_that_was_entered_meanwhile(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_sending, go, proofs = threading.Event(), threading.Event(), list[str]()

    async def send_proof(address: str, language: str, proof: str) -> MailOutcome:
        if address.startswith("tpyo"):
            is_sending.set()
            await asyncio.to_thread(go.wait)
            return "bounced"
        proofs.append(proof)
        return "sent"

    def enter(address: str) -> httpx.Response:
        return tamara.http.post("/api/notices/mail", json={"address": address, "language": "en"})

    monkeypatch.setattr(server.services.notices.mail, "send_proof", send_proof)
    with account(server, "Tamara") as tamara, ThreadPoolExecutor(1) as threads:
        wrong = threads.submit(enter, "tpyo@example.org")
        is_sending.wait()
        assert enter("typo@example.org").status_code == 202
        go.set()
        assert problem(wrong.result()) == (400, "mail-not-sent")
        assert tamara.http.post("/api/notices/mail/proof", json={"secret": proofs[0]}).is_success
        assert tamara.get("notices")["mail"] == {"address": "typo@example.org", "proved": True}


def test_wishes_are_changed_in_part(server: Running) -> None:
    with account(server, "Dora") as dora:
        before = dora.get("notices")
        after = put(dora, wishes={"friend": ["push"]}).json()
        assert after["wishes"] == before["wishes"] | {"friend": ["push"]}
        after = put(dora, quiet=False, zone="Asia/Yerevan").json()
        assert (after["quiet"], after["zone"]) == (False, "Asia/Yerevan")
        assert dora.get("notices") == after
        assert problem(put(dora, wishes={"found": ["mail"]})) == (400, "notice-kind-unknown")
        for wishes in ({"friend": ["smoke"]}, {"weather": ["push"]}):
            assert problem(put(dora, wishes=wishes)) == (400, "request-unreadable")
        assert problem(put(dora, zone="Atlantis")) == (400, "zone-unknown")
        assert dora.get("notices") == after


def test_all_wishes_can_be_sent_back_without_mail_address(server: Running) -> None:
    with account(server, "Ida") as ida:
        wishes = ida.get("notices")["wishes"]
        assert put(ida, wishes=wishes | {"invited": []}).json()["wishes"] == wishes | {"invited": []}


def put(visitor: Visitor, **body: Any) -> httpx.Response:
    return visitor.http.put("/api/notices", json=body)


def test_mail_is_wished_only_after_proof(server: Running, proofs: list[str]) -> None:
    with account(server, "Emil") as emil, Visitor(server) as stranger:
        assert problem(put(emil, wishes={"friend": ["mail"]})) == (409, "mail-unproved")
        assert emil.http.post("/api/notices/mail", json=address("emil@example.org")).status_code == 202
        assert emil.get("notices")["mail"] == {"address": "emil@example.org", "proved": False}
        assert problem(put(emil, wishes={"friend": ["mail"]})) == (409, "mail-unproved")
        assert problem(stranger.http.post("/api/notices/mail/proof", json={"secret": "guess"})) == (
            400,
            "mail-link-old",
        )
        stranger.post("notices/mail/proof", secret=proofs[-1])
        assert emil.get("notices")["mail"]["proved"]
        assert put(emil, wishes={"friend": ["mail"]}).json()["wishes"]["friend"] == ["mail"]


def address(text: str) -> dict[str, str]:
    return {"address": text, "language": "en"}


def test_mail_program_stops_mails_without_sign_in(server: Running, proofs: list[str]) -> None:
    with account(server, "Fanny") as fanny, patient.Client(base_url=server.url) as mail_program:
        assert fanny.http.post("/api/notices/mail", json=address("fanny@example.org")).status_code == 202
        with closing(sqlite3.connect(server.services.config.database.removeprefix("sqlite:///"))) as database:
            [(stop,)] = database.execute("SELECT stop FROM mail_addresses WHERE address = 'fanny@example.org'")
        for _ in range(2):
            answer = mail_program.post(f"/api/notices/mail/stop/{stop}", data={"List-Unsubscribe": "One-Click"})
            assert answer.is_success, answer.text
        assert fanny.get("notices")["mail"] is None
        assert problem(mail_program.post("/api/guests", data={"name": "x"})) == (415, "request-not-json")


def test_unusable_address_is_refused_and_not_stored(server: Running, proofs: list[str]) -> None:
    with account(server, "Greta") as greta:
        assert problem(greta.http.post("/api/notices/mail", json=address("greta"))) == (400, "mail-address-bad")
        refused = greta.http.post("/api/notices/mail", json=address("refused@example.org"))
        assert problem(refused) == (400, "mail-not-sent")
        assert greta.get("notices")["mail"] is None


def test_server_without_settings_hides_channels(running: Running) -> None:
    with account(running, "Hanna") as hanna:
        page = hanna.get("notices")
        assert (page["key"], page["sends_mail"]) == ("", False)
        assert problem(hanna.http.post("/api/notices/push", json=subscription())) == (404, "push-off")
        assert problem(hanna.http.post("/api/notices/test", json={})) == (404, "push-off")
        assert problem(hanna.http.post("/api/notices/mail", json=address("hanna@example.org"))) == (404, "mail-off")


def test_mails_to_strangers_are_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, notices=BOTH, client=tmp_path, limited=True) as running:
        with account(running) as vera:
            answers = [vera.http.post("/api/notices/mail", json=address("other@example.org")) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [400, 400, 400, 429], "nothing listens at the port"
        assert LIMITS["mail"].burst == 3
