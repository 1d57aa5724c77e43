"""Mails go out over SMTP with links that stop them, and name no card."""

import asyncio
import email.policy
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

import pytest
from support.example_games import example
from support.held_port import HeldPort

from prikup.games import GAMES
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import SYMBOLS
from prikup.rules.cards import SUITS
from prikup.server.notices.channels import MailAddress
from prikup.server.notices.kinds import CHANNELS_OF, KINDS
from prikup.server.notices.mail import MailService
from prikup.server.notices.notice_rows import Facts
from prikup.server.notices.settings_file import MailSettings

GAME = example()
TITLE = Words("en", GAMES[GAME].folder)("game")
SITE = "https://cards.example.org/play"
ANNA = MailAddress("anna@example.org", "en", True, "secret")


class MailServer:
    """A mail server at `port`, which answers RCPT with `code` and keeps the mails."""

    def __init__(self) -> None:
        self.code, self.port = 250, 0
        self.mails: list[EmailMessage] = []
        self.talks = set[asyncio.Task[None]]()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.talks.add(task)
        writer.write(b"220 ready\r\n")
        while line := await reader.readline():
            match line[:4].upper():
                case b"RCPT":
                    writer.write(b"%d this is the answer\r\n" % self.code)
                case b"DATA":
                    writer.write(b"354 go on\r\n")
                    content = (await reader.readuntil(b"\r\n.\r\n"))[:-3]
                    self.mails.append(BytesParser(EmailMessage, policy=email.policy.default).parsebytes(content))
                    writer.write(b"250 stored\r\n")
                case b"QUIT":
                    writer.write(b"221 bye\r\n")
                    break
                case _:
                    writer.write(b"250 well\r\n")
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    fake = MailServer()
    server = await asyncio.start_server(fake.talk, "127.0.0.1", 0)
    fake.port = server.sockets[0].getsockname()[1]
    async with server:
        yield fake
        await asyncio.gather(*fake.talks)


def service(fake: MailServer, **settings: str) -> MailService:
    return MailService(
        MailSettings("127.0.0.1", "prikup <cards@example.org>", fake.port, encryption="none", **settings), SITE
    )


async def test_mail_about_turn_leads_to_table_and_can_be_stopped() -> None:
    async with mail_server() as fake:
        assert await service(fake).send_notice(ANNA, "turn", "table1", Facts(GAME, "Boris")) == "sent"
        [mail] = fake.mails
    assert (mail["To"], mail["From"]) == ("anna@example.org", "prikup <cards@example.org>")
    assert mail["Subject"] == f"{TITLE}: it is your turn"
    lines = mail.get_content().splitlines()
    assert f"{SITE}/t/table1" in lines
    assert f"{SITE}/mail/stop/secret" in lines
    assert mail["List-Unsubscribe"].strip() == f"<{SITE}/api/notices/mail/stop/secret>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail.get_content_type() == "text/plain", "nothing is loaded when it is opened"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"].endswith("@example.org>")


async def test_mail_about_void_match_leads_to_ratings_of_its_game() -> None:
    async with mail_server() as fake:
        await service(fake).send_notice(ANNA, "voided", "table1", Facts(GAME))
        [mail] = fake.mails
    assert f"{SITE}/ratings?game={GAME}" in mail.get_content().splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_mailed_kind_has_its_sentence_and_names_no_card(language: str) -> None:
    kinds = [kind for kind in KINDS if "mail" in CHANNELS_OF[kind]]
    async with mail_server() as fake:
        for kind in kinds:
            for game in GAMES:
                address = ANNA._replace(language=language)
                assert await service(fake).send_notice(address, kind, "t", Facts(game, "Boris")) == "sent"
        await service(fake).send_proof(ANNA.address, language, "proof")
    assert len(fake.mails) == len(kinds) * len(GAMES) + 1
    words = Words(language)
    suits = {*SYMBOLS, *(words(f"suit{of}-{letter}") for letter in SUITS for of in ("", "-of"))}
    for mail in fake.mails:
        assert "mailed-" not in mail["Subject"]
        assert "{" not in mail.get_content()
        assert "mailed-" not in mail.get_content()
        found_words = re.findall(rf"\w+|[{SYMBOLS}]", f"{mail['Subject']} {mail.get_content()}".lower())
        assert suits.isdisjoint(found_words), "no card can be named without its suit"


async def test_mail_with_proof_leads_to_page_with_button() -> None:
    async with mail_server() as fake:
        assert await service(fake).send_proof("anna@example.org", "ru", "proof") == "sent"
        [mail] = fake.mails
    assert f"{SITE}/mail/prove/proof" in mail.get_content()
    assert f"на {SITE}" in mail.get_content().replace("\n", " ")
    assert mail["List-Unsubscribe"] is None


@pytest.mark.parametrize(("code", "outcome"), [(550, "bounced"), (553, "bounced"), (450, "later"), (421, "later")])
async def test_answer_of_mail_server_decides_what_becomes_of_mail(code: int, outcome: str) -> None:
    async with mail_server() as fake:
        fake.code = code
        assert await service(fake).send_notice(ANNA, "turn", "table1", Facts()) == outcome


async def test_mail_is_sent_later_if_mail_server_cannot_be_reached() -> None:
    fake, silent = MailServer(), HeldPort()
    fake.port = silent.number
    assert await service(fake).send_notice(ANNA, "turn", "table1", Facts()) == "later"


async def test_missing_password_file_delays_mail(tmp_path: Path) -> None:
    async with mail_server() as fake:
        sender = service(fake, user="cards", password_file=str(tmp_path / "missing"))
        assert await sender.send_notice(ANNA, "turn", "table1", Facts()) == "later"
