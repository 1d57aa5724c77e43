"""The file of settings for notices: made with a new key, and read only if nobody else can read it."""

from pathlib import Path

import pytest

from prikup.rules.errors import BadText
from prikup.server.notices.push import PushService
from prikup.server.notices.settings_file import MailSettings, create_settings, read_settings

MAIL = """
[mail]
host = "smtp.example.org"
sender = "prikup <cards@example.org>"
"""


def reason_of(file: Path) -> str:
    with pytest.raises(BadText) as caught:
        read_settings(file)
    return caught.value.reason.key


def test_created_settings_have_a_usable_key_and_are_private(tmp_path: Path) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    create_settings(first, "https://cards.example.org/", "mailto:me@example.org")
    create_settings(second, "https://cards.example.org/", "mailto:me@example.org")
    settings, others = read_settings(first), read_settings(second)
    assert first.stat().st_mode & 0o777 == 0o600
    assert settings.site == "https://cards.example.org"
    assert settings.mail is None
    assert settings.push is not None
    assert others.push is not None
    assert PushService(settings.push).public_key != PushService(others.push).public_key
    with pytest.raises(FileExistsError):
        create_settings(first, "https://cards.example.org", "mailto:me@example.org")
    assert read_settings(first) == settings


@pytest.mark.parametrize(("site", "contact"), [("cards.example.org", "mailto:a@b.c"), ("https://x.org", "me@x.org")])
def test_settings_with_wrong_address_are_not_written(tmp_path: Path, site: str, contact: str) -> None:
    file = tmp_path / "notices.toml"
    with pytest.raises(BadText) as caught:
        create_settings(file, site, contact)
    assert caught.value.reason.key == "notices-file-bad"
    assert not file.exists()


def test_settings_with_mail_server_are_read(tmp_path: Path) -> None:
    file = tmp_path / "notices.toml"
    create_settings(file, "https://cards.example.org", "mailto:me@example.org")
    file.write_text(file.read_text() + MAIL)
    assert read_settings(file).mail == MailSettings("smtp.example.org", "prikup <cards@example.org>")


def test_settings_that_others_can_read_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "notices.toml"
    create_settings(file, "https://cards.example.org", "mailto:me@example.org")
    for mode in (0o640, 0o604, 0o644):
        file.chmod(mode)
        assert reason_of(file) == "notices-file-open"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "site = 1",
        'site = "cards.example.org"',
        'site = "https://cards.example.org/"',
        'site = "https://cards.example.org"\ncolour = "red"',
        'site = "https://cards.example.org"\n[push]\nprivate_key = "short"\ncontact = "mailto:a@b"',
        f'site = "https://x.org"\n[push]\nprivate_key = "{"A" * 43}"\ncontact = "me"',
        'site = "https://x.org"\n[mail]\nhost = "smtp.x.org"\nsender = "nobody"',
        'site = "https://x.org"\n[mail]\nhost = "smtp.x.org"\nsender = "a@b"\nport = 0',
        "\x00",
    ],
)
def test_unusable_settings_are_refused_with_reason(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notices.toml"
    file.write_text(text)
    file.chmod(0o600)
    assert reason_of(file) == "notices-file-bad"
