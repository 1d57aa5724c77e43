"""Push messages, and the browsers to which they are sent."""

import base64
from typing import Literal, NamedTuple

__all__ = ["Delivery", "PushOutcome", "Subscription", "is_subscription_key"]

KEY_BYTES = {"p256dh": 65, "auth": 16}
"""The lengths in bytes of the two keys of a browser's subscription."""
UNCOMPRESSED = 4
"""The first byte of a public key in uncompressed form, which contains both coordinates of a point."""

PushOutcome = Literal["sent", "gone", "refused", "later", "failed"]
"""The result of sending a push message.

`gone` means that the subscription no longer exists, `refused` that the push service does not accept messages of this
server, and `later` that it did not respond, or asked to send the message again later. `failed` means that another
attempt would not help.
"""


class Subscription(NamedTuple):
    """A browser's permission to send it messages: the address of its push service, and the keys for encryption.

    `p256dh` and `auth` are in base64url, as browsers give them.
    """

    endpoint: str
    p256dh: str
    auth: str


class Delivery(NamedTuple):
    """The way in which a push service delivers a message.

    - `ttl_s`: the seconds for which it stores the message until the browser is reachable.
    - `urgent`: True if the message may wake a sleeping device.
    - `topic`: at most 32 letters, digits, `-` and `_`, "" for none. A later message with the same topic replaces an
      earlier one.
    """

    ttl_s: int
    urgent: bool = False
    topic: str = ""


def is_subscription_key(name: Literal["p256dh", "auth"], key: str) -> bool:
    """Return whether a text has the form of the subscription key `name`: base64url, and the right length."""
    try:
        key_bytes = base64.b64decode(key + "=" * (-len(key) % 4), altchars="-_", validate=True)
    except ValueError:
        return False
    return len(key_bytes) == KEY_BYTES[name] and (name == "auth" or key_bytes[0] == UNCOMPRESSED)
