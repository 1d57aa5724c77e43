"""Sends mails: notices of events, and the link with which a user proves that a mail address is theirs."""

from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from pathlib import Path

import aiosmtplib

from prikup import server
from prikup.api.notices import NoticeKind
from prikup.games import GAMES
from prikup.locale import Words
from prikup.server.notices.channels import MailAddress, MailOutcome
from prikup.server.notices.notice_rows import Facts
from prikup.server.notices.settings_file import MailSettings

__all__ = ["ONE_CLICK", "MailService"]

TIMEOUT_S = 30.0
"""Seconds that a mail server has for the whole mail."""
PERMANENT = 500
"""The lowest reply code with which a mail server refuses a mail permanently."""
ONE_CLICK = "/api/notices/mail/stop/"
"""The path that mail programs request to stop the mails (RFC 8058); a secret is appended to it."""


class MailService:
    """Sends mails through the mail server in `settings`. `site` is the public address of this server, for links.

    The password is read from its file for each mail, so that it can be changed.
    """

    def __init__(self, settings: MailSettings, site: str) -> None:
        self._settings, self._site = settings, site

    async def send_notice(self, to: MailAddress, kind: NoticeKind, table: str, facts: Facts) -> MailOutcome:
        """Send a notice by mail; return the result. Every mail contains links that stop the mails.

        `table` is the id of the table that the notice is about. `facts` has the names of the game and of the person
        that the mail mentions.
        """
        words = _load_messages(to.language, facts.game)
        game = words("game") if facts.game in GAMES else ""
        stop_page, stop_now = f"{self._site}/mail/stop/{to.stop}", f"{self._site}{ONE_CLICK}{to.stop}"
        match kind:
            case "turn" | "invited":
                page = f"t/{table}"
            case "voided":
                page = f"ratings?game={facts.game}"
            case _:
                page = "people"
        mail = self._mail(to.address, words(f"mailed-{kind}-subject", game=game, name=facts.name))
        mail["List-Unsubscribe"] = f"<{stop_now}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        text = words(f"mailed-{kind}", game=game, name=facts.name)
        mail.set_content(f"{text}\n\n{self._site}/{page}\n\n-- \n{words('mailed-stop')}\n{stop_page}\n")
        return await self._send(mail)

    async def send_proof(self, address: str, language: str, proof: str) -> MailOutcome:
        """Send the link with which a user proves that a mail address is theirs; return the result.

        `proof` is the secret in the link.
        """
        words = _load_messages(language)
        mail = self._mail(address, words("mailed-proof-subject"))
        mail.set_content(f"{words('mailed-proof', site=self._site)}\n\n{self._site}/mail/prove/{proof}\n")
        return await self._send(mail)

    def _mail(self, to: str, subject: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self._settings.sender, to, subject
        mail["Message-ID"] = make_msgid(domain=parseaddr(self._settings.sender)[1].rpartition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"  # so that nobody's holiday reply answers it (RFC 3834)
        return mail

    async def _send(self, mail: EmailMessage) -> MailOutcome:
        settings = self._settings
        try:
            password = Path(settings.password_file).read_text().strip() if settings.password_file else None
            await aiosmtplib.send(
                mail,
                hostname=settings.host,
                port=settings.port,
                username=settings.user or None,
                password=password,
                use_tls=settings.encryption == "tls",
                start_tls=settings.encryption == "starttls",
                timeout=TIMEOUT_S,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            return "bounced" if all(each.code >= PERMANENT for each in error.recipients) else "later"
        except (aiosmtplib.SMTPException, OSError):
            return "later"
        return "sent"


def _load_messages(language: str, game: str = "") -> Words:
    """Return the translated texts of mails in a language, with those of the game `game` unless it is ""."""
    package = Path(server.__file__).parent
    return Words(language, package, *((GAMES[game].folder,) if game in GAMES else ()))
