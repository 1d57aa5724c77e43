"""The mailbox of a connection, and messages from an untrusted server."""

import msgspec

from prikup.table.protocol.server_messages import ChatMessage
from prikup.terminal.client.connection import ConnectionLost, Mailbox, decode_message
from prikup.terminal.client.web_socket import RETRY_PAUSES_S


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
    mailbox.put([ConnectionLost(), ChatMessage(0, "Anna", "hello", "")])
    mailbox.put([ConnectionLost()])
    mailbox.wait(10)
    assert mailbox.take() == [ConnectionLost(), ChatMessage(0, "Anna", "hello", ""), ConnectionLost()]
    mailbox.wait(0)
    assert mailbox.take() == []
    for _ in range(message_count):
        mailbox.put([ConnectionLost()])
    mailbox.wait(10)
    assert len(mailbox.take()) == message_count
    mailbox.put([ConnectionLost()])
    mailbox.wait(10)
    assert mailbox.take() == [ConnectionLost()], "the bell rings again"
    mailbox.close()
    mailbox.put([ConnectionLost()])


def test_reconnection_pauses_stay_within_a_second_for_ten_seconds() -> None:
    total_pause_s = 0.0
    for pause in RETRY_PAUSES_S:
        if total_pause_s < 10.0:
            assert pause <= 1.0
        total_pause_s += pause
    assert total_pause_s > 10.0
