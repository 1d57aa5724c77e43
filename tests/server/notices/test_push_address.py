"""Only the addresses of push services are asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.server.notices.push_address import PUSH_SERVICES, is_push_address, origin_of

OWN = ["http://push.local:8030"]


@pytest.mark.parametrize("host", PUSH_SERVICES)
def test_known_push_services_are_asked(host: str) -> None:
    for address in (f"https://{host}/wpush/v2/abc", f"https://db5p.{host}/x?token=1", f"https://{host}:443/x"):
        assert is_push_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://evilfcm.googleapis.com/x",
        "https://example.org/fcm.googleapis.com",
        "https://example.org#fcm.googleapis.com",
        "https://example.org\\@fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com/\n",
        "https://fcm.googleapis.com/é",
        "https://fcm.googleapis.com:x/",
        "http://push.local/x",
        "http://push.local:8030.example.org/x",
        "ftp://fcm.googleapis.com/x",
        f"https://fcm.googleapis.com/{'x' * 1000}",
    ],
)
def test_other_addresses_are_not_asked(address: str) -> None:
    assert not is_push_address(address, OWN)


def test_own_push_service_is_asked_exactly_as_named() -> None:
    assert is_push_address("http://push.local:8030/send/1", OWN)
    assert not is_push_address("http://push.local:8030/send/1")


@given(st.text(), st.text())
def test_any_text_is_checked_without_error(text: str, other: str) -> None:
    assert not is_push_address(text, [other]) or text.isascii()
    assert "@" not in origin_of(text)
