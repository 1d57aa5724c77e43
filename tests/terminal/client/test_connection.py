"""The mailbox of a connection, and messages from an untrusted server."""

from contextlib import closing
from threading import Thread
from unittest.mock import Mock

import msgspec
import pytest
from support.waiting import DEADLINE_S
from websockets.sync.server import ServerConnection, serve

from prikup.rules.errors import Reason, reason
from prikup.table.protocol.server_messages import ChatMessage, CloseMessage
from prikup.terminal.client.connection import ConnectionLost, Mailbox, decode_message
from prikup.terminal.client.http_client import RequestDeclined, Visitor
from prikup.terminal.client.web_socket import RETRY_PAUSES_S, WebSocketConnection

LOST = ConnectionLost(reason("connection-ended", code=1012))


def test_decode_message_removes_control_characters() -> None:
    for sent_text, shown_text in {
        "где ты? ♠Т": "где ты? ♠Т",
        "a\x1b[2J\x1b\x00b": "a[2Jb",
        "\r\n\b\tx\x7fy\x9b1m": "xy1m",
        'a \\u001b, a \\n and a "': 'a \\u001b, a \\n and a "',
        "\\\x1b[m": "\\[m",
        "\\\\n": "\\\\n",
    }.items():
        data = msgspec.json.encode(ChatMessage(1, sent_text, sent_text, ""))
        assert decode_message(data) == decode_message(data.decode()) == ChatMessage(1, shown_text, shown_text, "")


def test_decode_message_returns_none_for_invalid_data() -> None:
    for data in ("", "[]", "{}", '{"type": "later"}', '{"type": "chatted", "seat": "x"}', b"\xff"):
        assert decode_message(data) is None, data


def test_mailbox_returns_messages_in_order_and_never_blocks_senders() -> None:
    mailbox, message_count = Mailbox(), 10_000
    assert mailbox.take() == []
    mailbox.put([LOST, ChatMessage(0, "Anna", "hello", "")])
    mailbox.put([LOST])
    mailbox.wait(DEADLINE_S)
    assert mailbox.take() == [LOST, ChatMessage(0, "Anna", "hello", ""), LOST]
    mailbox.wait(0)
    assert mailbox.take() == []
    for _ in range(message_count):
        mailbox.put([LOST])
    mailbox.wait(DEADLINE_S)
    assert len(mailbox.take()) == message_count
    mailbox.put([LOST])
    mailbox.wait(DEADLINE_S)
    assert mailbox.take() == [LOST], "the bell rings again"
    mailbox.close()
    mailbox.put([LOST])


def test_reconnection_pauses_stay_within_a_second_for_ten_seconds() -> None:
    total_pause_s = 0.0
    for pause in RETRY_PAUSES_S:
        if total_pause_s < 10.0:
            assert pause <= 1.0
        total_pause_s += pause
    assert total_pause_s > 10.0


def first_notice(visitor: Mock) -> Reason:
    """Return the cause in the first notice that a connection of this visitor is lost."""
    with closing(WebSocketConnection(visitor, "table")) as connection:
        connection.wait(DEADLINE_S)
        message, *_ = connection.take_messages()  # by now it may have connected again, in vain
        assert isinstance(message, ConnectionLost)
        return message.cause


@pytest.mark.parametrize("close_reason", [None, reason("server-stops")])
def test_lost_connection_names_reason_or_code_of_server(close_reason: Reason | None) -> None:
    def close(socket: ServerConnection) -> None:
        if close_reason is not None:
            socket.send(msgspec.json.encode(CloseMessage(close_reason)).decode())
        socket.close(1012)

    with serve(close, "127.0.0.1", 0) as server:
        server_thread = Thread(target=server.serve_forever)
        server_thread.start()
        url = f"ws://127.0.0.1:{server.socket.getsockname()[1]}/"
        cause = first_notice(Mock(spec=Visitor, websocket_url=lambda table: url))
        server.shutdown()
        server_thread.join()
    assert cause == (close_reason or reason("connection-ended", code=1012))


def test_lost_connection_names_error_of_network() -> None:
    refused = OSError("connection refused")
    cause = first_notice(Mock(spec=Visitor, websocket_url=Mock(side_effect=refused)))
    assert cause == reason("connection-failed", error="connection refused")


def test_lost_connection_names_answer_of_other_server() -> None:
    declined = RequestDeclined(reason("no-table-server", status=502), passing=True)
    assert first_notice(Mock(spec=Visitor, websocket_url=Mock(side_effect=declined))) == declined.reason
