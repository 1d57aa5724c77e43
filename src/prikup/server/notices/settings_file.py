"""The file with an operator's settings for notices: the key for Web Push, and the mail server.

    site = "https://cards.example.org"

    [push]
    private_key = "…"
    contact = "mailto:me@example.org"

    [mail]
    host = "smtp.example.org"
    sender = "prikup <cards@example.org>"

`prikup notices keys FILE` creates such a file. Only the owner of the file may be allowed to read it.
"""

import base64
import os
import stat
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from prikup.rules.errors import BadText, reason

__all__ = ["MailSettings", "NoticeSettings", "PushSettings", "create_settings", "read_settings"]

MODE = 0o600
"""The permissions of the file: only its owner may read and write it."""
TEMPLATE = """\
# Settings for `prikup serve --notices`. Nobody else may be able to read this file.

# The address of this server, to which links in mails lead.
site = "{site}"

[push]
# The key with which this server signs push messages. With another key, everybody has to allow notices again.
private_key = "{private_key}"
# Where the operator of a push service reaches you.
contact = "{contact}"

# [mail]
# host = "smtp.example.org"
# port = 587
# encryption = "starttls"  # or "tls", or "none"
# user = "cards"
# password_file = "/etc/prikup/mail-password"
# sender = "prikup <cards@example.org>"
"""


class PushSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings for Web Push.

    `private_key` is a P-256 private key, 32 bytes in base64url. `contact` is a `mailto:` or `https:` address at which
    the operators of push services reach the operator of this server.
    """

    private_key: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}=?$")]
    contact: Annotated[str, Meta(pattern="^(mailto:.+@.+|https://.+)$")]


class MailSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the mail server that sends the mails of this server.

    - `host`, `port`: the address of the mail server.
    - `sender`: the address that mails come from, with or without a name.
    - `user`: the user name at the mail server, "" if it needs none.
    - `password_file`: the file with the password, "" if the mail server needs none.
    - `encryption`: how the connection is encrypted.
    """

    host: Annotated[str, Meta(min_length=1)]
    sender: Annotated[str, Meta(pattern="@")]
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    user: str = ""
    password_file: str = ""
    encryption: Literal["starttls", "tls", "none"] = "starttls"


class NoticeSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a server for notices. `push` and `mail` are None if the server cannot send by that channel.

    `site` is the public address of the server, without a slash at its end.
    """

    site: Annotated[str, Meta(pattern="^https?://[^/]+(/.*[^/])?$")]
    push: PushSettings | None = None
    mail: MailSettings | None = None


def create_settings(file: Path, site: str, contact: str) -> None:
    """Write a new settings file with a new key for Web Push.

    Raise FileExistsError if the file exists, and BadText, writing nothing, if an address is not valid.
    """
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    private_key = base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
    text = TEMPLATE.format(site=site.rstrip("/"), private_key=private_key, contact=contact)
    _decode(text.encode(), file)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE), "w", encoding="utf-8") as stream:
        stream.write(text)


def read_settings(file: Path) -> NoticeSettings:
    """Read a settings file. Raise BadText if it is not valid, or if others may read it; OSError if it is missing."""
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & ~MODE:
        raise BadText(reason("notices-file-open", file=str(file)))
    return _decode(file.read_bytes(), file)


def _decode(text: bytes, file: Path) -> NoticeSettings:
    try:
        return msgspec.toml.decode(text, type=NoticeSettings)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadText(reason("notices-file-bad", file=str(file), error=str(error))) from None
